/* name_compare -- name_compare() of names.h.
 *
 * Two names are compared in steps, from the certain to the likely: the same bytes; the same key
 * (Unicode form, width, case, blanks, what nobody sees); the same e-mail address; the same words in
 * any order, run together, with other punctuation; the same words to the eye (no accents,
 * look-alike letters); the same words where a letter is taken as an initial, or all words of one
 * name inside the other. */
#include <stdlib.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "course/letters.h"
#include "course/name_words.h"
#include "course/names.h"

static int order_words(const void *a, const void *b) {
    return text_compare(*(const struct text *)a, *(const struct text *)b);
}

static bool equal_words(const struct name_words *a, const struct name_words *b) {
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++)
        if (!text_equal(a->word[i], b->word[i])) return false;
    return true;
}

static struct name_words sorted(const struct name_words *words, struct arena *arena) {
    struct name_words copy = {ARENA_ARRAY(arena, struct text, words->count + 1), words->count};
    for (size_t i = 0; i < words->count; i++)
        copy.word[i] = words->word[i];
    if (copy.count) qsort(copy.word, copy.count, sizeof *copy.word, order_words);
    return copy;
}

static struct name_words without_titles(struct name_words words) {
    static const char *const titles[] = {"dr", "prof", "professor", "phd", "mr", "mrs", "ms"};
    size_t kept = 0;
    for (size_t i = 0; i < words.count; i++)
        if (!NAME_IS_ONE_OF(words.word[i], titles)) words.word[kept++] = words.word[i];
    if (kept) words.count = kept;
    return words;
}

static bool same_words(const struct name_words *a, const struct name_words *b,
                       struct arena *arena) {
    if (!a->count || !b->count) return false;
    struct name_words x = sorted(a, arena), y = sorted(b, arena);
    return equal_words(&x, &y) || text_equal(name_join(a, "", arena), name_join(b, "", arena));
}

static bool is_initial_of(struct text initial, struct text word) {
    uint32_t code;
    struct text first = name_letter(word, 0, &code);
    return name_is_single_letter(initial) && first.len && text_equal(first, initial);
}

/* Each word of `few` found in `many`, in any order, each used once; an initial stands for a word.
 * Whole words are given away first, so that "A. Ana" does not use Ana for the A. */
static bool within(const struct name_words *few, const struct name_words *many,
                   struct arena *arena) {
    bool *used = ARENA_ARRAY(arena, bool, many->count + 1);
    bool whole = false;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < few->count; i++) {
            size_t j = 0, same = 0;
            while (same < many->count && !text_equal(few->word[i], many->word[same]))
                same++;
            if ((same < many->count) != (pass == 0)) continue;
            while (j < many->count &&
                   (used[j] || !(pass == 0 ? text_equal(few->word[i], many->word[j])
                                           : is_initial_of(few->word[i], many->word[j]) ||
                                                 is_initial_of(many->word[j], few->word[i]))))
                j++;
            if (j == many->count) return false;
            used[j] = true;
            whole = whole || (pass == 0 && !name_is_single_letter(few->word[i]));
        }
    return whole;
}

static void add_difference(struct buf *out, const char *what, uint32_t code) {
    if (out->len) buf_str(out, ", ");
    buf_str(out, what);
    if (code) buf_printf(out, " (U+%04X)", (unsigned)code);
}

static bool same_but_case(struct text a, struct text b, struct arena *arena) {
    /* The keys are equal and only blanks differ: the words differ in nothing but their case. */
    struct name_words x = name_split(a, arena), y = name_split(b, arena);
    return !text_equal(name_join(&x, " ", arena), name_join(&y, " ", arena));
}

/* What differs between two spellings that have the same key. */
static struct text spelling_difference(struct text a, struct text b, struct arena *arena) {
    struct spelling x = letters_spelling(a, arena), y = letters_spelling(b, arena);
    struct buf out = {0};
    if (x.edge_blank != y.edge_blank) add_difference(&out, "a blank at the end", 0);
    if (x.double_blank != y.double_blank) add_difference(&out, "two blanks", 0);
    if (x.odd_blank != y.odd_blank) {
        uint32_t code = x.odd_blank ? x.odd_blank : y.odd_blank;
        add_difference(&out, code == 0xa0 ? "a no-break space" : "another kind of blank", code);
    }
    if (x.invisible != y.invisible)
        add_difference(&out, "an invisible character", x.invisible ? x.invisible : y.invisible);
    if (x.mark != y.mark) add_difference(&out, "decomposed letters", x.mark ? x.mark : y.mark);
    if (x.wide != y.wide) add_difference(&out, "full-width letters", x.wide ? x.wide : y.wide);
    if (x.other_form != y.other_form)
        add_difference(&out, "letters of another form", x.other_form ? x.other_form : y.other_form);
    bool other = x.mark != y.mark || x.wide != y.wide || x.other_form != y.other_form ||
                 x.invisible != y.invisible;
    if (!out.len || (!other && same_but_case(a, b, arena)))
        add_difference(&out, "capital letters", 0);
    struct text difference = arena_text(arena, buf_text(&out));
    buf_free(&out);
    return difference;
}

struct person {
    struct text written, key, address;
    struct name_words words, seen; /* of the name without address and titles; the same to the eye */
};

static struct person person_of(struct text name, struct arena *arena) {
    struct person person = {.written = name, .key = utf8_name_key(arena, name)};
    struct text rest = name;
    person.address = name_take_address(&rest, arena);
    struct text key = utf8_name_key(arena, rest);
    person.words = without_titles(name_split(key, arena));
    person.seen = without_titles(name_split(letters_skeleton(arena, key), arena));
    return person;
}

/* The script of the letters that are not Latin in one of two names that look alike. */
static enum script strange_script(struct text name, uint32_t *code) {
    for (size_t i = 0; i < name.len;) {
        i += name_letter(name, i, code).len;
        enum script script = letters_script(*code);
        if (script != SCRIPT_NONE && script != SCRIPT_LATIN && script != SCRIPT_OTHER)
            return script;
    }
    return SCRIPT_NONE;
}

static struct text look_alike_difference(const struct person *a, const struct person *b,
                                         struct arena *arena) {
    uint32_t code_a, code_b;
    enum script script_a = strange_script(a->written, &code_a);
    enum script script_b = strange_script(b->written, &code_b);
    if (script_a == script_b) return TEXT("differ only in accents or in letters that look alike");
    bool is_a = script_a != SCRIPT_NONE;
    return arena_printf(arena, "look alike: U+%04X in the %s is a %s letter",
                        (unsigned)(is_a ? code_a : code_b), is_a ? "first" : "second",
                        letters_script_word(is_a ? script_a : script_b));
}

static struct text words_difference(const struct person *a, const struct person *b,
                                    struct arena *arena) {
    if (a->address.len != b->address.len && (!a->address.len || !b->address.len))
        return TEXT("differ in an e-mail address");
    struct name_words x = sorted(&a->words, arena), y = sorted(&b->words, arena);
    if (equal_words(&x, &y) && !equal_words(&a->words, &b->words))
        return TEXT("differ only in the order of their parts");
    return TEXT("differ only in punctuation or titles");
}

enum same_person name_compare(struct text author, struct text reviewer, struct text *how,
                              struct arena *arena) {
    struct person a = person_of(author, arena), b = person_of(reviewer, arena);
    enum same_person verdict = PERSON_SAME;
    struct text what;
    if (text_equal(author, reviewer)) {
        *how = arena_printf(arena, "both are \"%.*s\"", TEXT_ARG(author));
        return PERSON_SAME;
    }
    if (text_equal(a.key, b.key)) {
        what = arena_printf(arena, "differ only in %.*s",
                            TEXT_ARG(spelling_difference(author, reviewer, arena)));
    } else if (a.address.len && text_equal(a.address, b.address)) {
        what = TEXT("have the same e-mail address");
    } else if (same_words(&a.words, &b.words, arena)) {
        what = words_difference(&a, &b, arena);
    } else if (same_words(&a.seen, &b.seen, arena)) {
        verdict = PERSON_ALIKE;
        what = look_alike_difference(&a, &b, arena);
    } else if (within(a.seen.count <= b.seen.count ? &a.seen : &b.seen,
                      a.seen.count <= b.seen.count ? &b.seen : &a.seen, arena)) {
        verdict = PERSON_ALIKE;
        what = TEXT("may be short and long for one name");
    } else {
        *how = (struct text){0};
        return PERSON_OTHER;
    }
    *how = arena_printf(arena, "\"%.*s\" and \"%.*s\" %.*s", TEXT_ARG(author), TEXT_ARG(reviewer),
                        TEXT_ARG(what));
    return verdict;
}
