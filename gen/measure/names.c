/* names -- see names.h. */
#include "measure/names.h"

#include "base/buf.h"
#include "expr/expr.h"

static struct text word_at(const char *words, size_t index) {
    struct text rest = text_of(words);
    struct text word = text_next(&rest, ' ');
    while (index-- && word.ptr)
        word = rest.ptr ? text_next(&rest, ' ') : (struct text){0};
    return word.len ? word : (struct text){0};
}

bool names_has(const char *words, struct text word) {
    for (size_t i = 0; word_at(words, i).ptr; i++)
        if (text_equal(word_at(words, i), word)) return true;
    return false;
}

static struct expr_view candidate(const void *context, size_t index) {
    const char *const *words = context;
    struct text word = word_at(*words, index);
    return (struct expr_view){word.ptr, word.len};
}

const char *names_hint(struct arena *arena, const char *words, struct text word) {
    /* All known words are in lower case, so that BYLINE is as near to byline as can be. */
    struct text lower = arena_text(arena, word);
    char *bytes = (char *)arena_alloc(arena, lower.len + 1);
    for (size_t i = 0; i < lower.len; i++)
        bytes[i] =
            lower.ptr[i] >= 'A' && lower.ptr[i] <= 'Z' ? (char)(lower.ptr[i] + 32) : lower.ptr[i];
    struct expr_view nearest[EXPR_NEAREST_MAX];
    size_t count = expr_nearest((struct expr_view){bytes, word.len}, candidate, &words, nearest);
    struct buf out = {0};
    buf_str(&out, count ? "nearest: " : "known here: ");
    if (count) {
        for (size_t i = 0; i < count; i++) {
            if (i) buf_str(&out, ", ");
            buf_add(&out, nearest[i].data, nearest[i].length);
        }
    } else {
        for (size_t i = 0; word_at(words, i).ptr; i++) {
            if (i) buf_str(&out, ", ");
            buf_view(&out, word_at(words, i));
        }
    }
    const char *hint = arena_string(arena, buf_text(&out));
    buf_free(&out);
    return hint;
}
