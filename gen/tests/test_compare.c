/* The words in which two texts differ: both texts can be put together again, and no fewer words can be
 * marked, which a table of all ways tells (E. W. Myers's way is one of them). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/compare.h"

static struct text without(const struct compared *words, enum word_how how, struct arena *arena) {
    struct buf out = {0};
    for (size_t i = 0; i < words->count; i++)
        if (words->word[i].how != how) buf_view(&out, words->word[i].text);
    return buf_take(&out, arena);
}

static size_t marked(const struct compared *words) {
    size_t count = 0;
    for (size_t i = 0; i < words->count; i++)
        count += words->word[i].how != WORD_SAME;
    return count;
}

/* The fewest edits between two texts of one letter a line, by a table. */
static size_t fewest(struct text a, struct text b) {
    size_t row[64] = {0}, above, corner;
    for (size_t j = 0; j <= b.len; j++)
        row[j] = j;
    for (size_t i = 1; i <= a.len; i++) {
        corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.len; j++) {
            above = row[j];
            size_t edits = 1 + (above < row[j - 1] ? above : row[j - 1]);
            if (a.ptr[i - 1] == b.ptr[j - 1] && corner < edits) edits = corner;
            corner = above;
            row[j] = edits;
        }
    }
    return row[b.len];
}

static unsigned long next_random(unsigned long *state) {
    *state = *state * 6364136223846793005UL + 1442695040888963407UL;
    return *state >> 33;
}

/* Three kinds of parts, each of which is one of its own wherever it stands: braces would join. */
static struct text random_text(unsigned long *state, struct arena *arena) {
    char *bytes = arena_alloc(arena, 41);
    size_t length = next_random(state) % 41;
    for (size_t i = 0; i < length; i++)
        bytes[i] = i % 2 ? '\n' : "abc"[next_random(state) % 3];
    return (struct text){bytes, length};
}

static void random_texts(void **state) {
    unsigned long seed = 1;
    (void)state;
    for (int i = 0; i < 3000; i++) {
        struct arena arena = {0};
        struct text old = random_text(&seed, &arena), new = random_text(&seed, &arena);
        struct compared words = compare_words(old, new, &arena);
        assert_true(text_equal(without(&words, WORD_ADDED, &arena), old));
        assert_true(text_equal(without(&words, WORD_REMOVED, &arena), new));
        assert_int_equal(marked(&words), fewest(old, new));
        arena_free(&arena);
    }
}

static void parts(void **state) {
    struct arena arena = {0};
    (void)state;
    struct compared words = compare_words(TEXT("a  {{ b }}.\nc"), TEXT("a {{ b }}!\nc"), &arena);
    assert_int_equal(marked(&words), 4); /* the blanks, and the sign behind the braces */
    words = compare_words(TEXT("same"), TEXT("same"), &arena);
    assert_int_equal(marked(&words), 0);
    words = compare_words((struct text){0}, TEXT("a b"), &arena);
    assert_int_equal(marked(&words), 3);
    arena_free(&arena);
}

/* Two long texts that have next to nothing in common are one that went and one that came. */
static void nothing_in_common(void **state) {
    struct arena arena = {0};
    struct buf old = {0}, new = {0};
    (void)state;
    for (int i = 0; i < 4000; i++) {
        buf_printf(&old, "o%d ", i);
        buf_printf(&new, "n%d ", i);
    }
    struct compared words = compare_words(buf_text(&old), buf_text(&new), &arena);
    assert_true(text_equal(without(&words, WORD_ADDED, &arena), buf_text(&old)));
    assert_true(text_equal(without(&words, WORD_REMOVED, &arena), buf_text(&new)));
    assert_int_equal(words.word[0].how, WORD_REMOVED);
    buf_free(&old);
    buf_free(&new);
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_texts),
        cmocka_unit_test(parts),
        cmocka_unit_test(nothing_in_common),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
