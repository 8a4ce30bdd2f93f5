/* words_places -- where in a text a match may begin: see words_parts.h.
 *
 * Nearly no word begins a match, and texts are made of the same words. So tokens are cut only where something in the
 * text may begin one, and that is told from the beginnings of its tokens: up to eight letters in small, a digit, a
 * letter of another script or a mark. A beginning is a number with the last byte in its highest bits; the lowest
 * bit says that the token ends there. */
#include "page/words_parts.h"

#include <string.h>

#include "base/chars.h"
#include "base/eight.h"

static bool is_whole(uint64_t beginning) {
    return (beginning & 0xff) == 1;
}

static uint64_t of_byte(char c, bool whole) {
    return (uint64_t)(unsigned char)c << 56 | whole;
}

/* Marks letters of ASCII. */
static uint64_t mark_letters(uint64_t eight) {
    const uint64_t bits = (eight | EIGHT_EACH * 0x20) & ~EIGHT_MARKS;
    const uint64_t from_a = bits + EIGHT_EACH * (0x80 - 'a'),
                   behind_z = bits + EIGHT_EACH * (0x7f - 'z');
    return from_a & ~behind_z & ~eight & EIGHT_MARKS;
}

/* What begins at `at` and is no letter of ASCII; 0 for white space. Quotation marks are a comma, whatever stands
 * between them. */
static uint64_t other_beginning(struct text text, size_t at, size_t *end) {
    const char c = text.ptr[at];
    *end = at + 1;
    if (is_digit(c)) return of_byte(c, false);
    if (c == FLAT_VALUE || c == FLAT_CODE) return of_byte(c, true);
    size_t length = words_joined(text, at, false);
    *end = at + length;
    if (length) return of_byte(c, false);
    char kind = words_mark(text, at, &length);
    *end = at + length;
    return kind == ' ' ? 0 : of_byte(strchr(".?", kind) ? kind : ',', true);
}

/* What begins at `at`, and where the next token may begin. */
static uint64_t beginning_at(struct text text, size_t at, size_t *end) {
    char few[8] = {0};
    const bool many = text.len - at >= sizeof few;
    if (!many) memcpy(few, text.ptr + at, text.len - at);
    const uint64_t eight = eight_at(many ? text.ptr + at : few);
    const unsigned count = eight_before(~mark_letters(eight) & EIGHT_MARKS);
    if (!count) return other_beginning(text, at, end);
    const uint64_t small = (eight | EIGHT_EACH * 0x20) << (64 - 8 * count);
    at += count;
    while (count == sizeof few && at < text.len && is_letter(text.ptr[at]))
        at++;
    *end = at;
    if (count == sizeof few) return small;
    if (at < text.len && text.ptr[at] == ' ') {
        ++*end;
        return small | 1;
    }
    return small | (at == text.len || (!is_digit(text.ptr[at]) && !words_joined(text, at, true)));
}

static char *spell(char *out, uint64_t beginning) {
    const bool whole = is_whole(beginning);
    for (beginning -= whole; !(beginning & 0xff);)
        beginning >>= 8;
    for (; beginning; beginning >>= 8)
        *out++ = (char)beginning;
    *out = ' ';
    return out + whole;
}

/* Returns what rules_may_start() says of a beginning, or of two in a row. */
static bool ask_rules(uint64_t first, uint64_t second) {
    char bytes[2 * sizeof first + 4] = " ", *end = spell(bytes + 1, first);
    if (second) end = spell(end, second);
    return rules_may_start(&words_rules, (struct text){bytes, (size_t)(end - bytes)});
}

/* The answer is remembered in the place that the hash of both chooses, until others take it. There stands the hash
 * itself: that it is the same of two questions is taken for impossible. Its lowest bit is the answer. */
static inline bool may_start(uint64_t first, uint64_t second) {
    enum { SEEN_BITS = 14 };
    static uint64_t seen[1 << SEEN_BITS];
    const uint64_t odd = 0x9e3779b97f4a7c15u;
    uint64_t hash = ((first * odd) ^ second) * odd;
    uint64_t *said = &seen[hash >> (64 - SEEN_BITS)];
    hash |= 3; /* so that no answer is 0 */
    if ((*said | 1) != hash) *said = ask_rules(first, second) ? hash : hash - 1;
    return *said & 1;
}

static void add_place(struct places *places, size_t at, struct arena *arena) {
    places->at =
        arena_grow(arena, places->at, places->count, &places->capacity, sizeof *places->at);
    places->at[places->count++] = at;
}

struct places places_find(struct text text, bool all, struct arena *arena) {
    struct places places = {0};
    uint64_t before = 0; /* what may begin a match if the next token allows it */
    size_t place = 0;
    for (size_t at = 0; at < text.len; at = places.end) {
        places.end = at + 1;
        if (text.ptr[at] == ' ') continue;
        const uint64_t here = beginning_at(text, at, &places.end);
        if (!here) continue;
        if (before && may_start(before, here)) add_place(&places, place, arena);
        const bool may = may_start(here, 0), whole = is_whole(here);
        if (may && !whole) add_place(&places, at, arena);
        before = may && whole ? here : 0;
        place = at;
        if (!all && (here == of_byte('.', true) || here == of_byte('?', true))) break;
    }
    if (before && may_start(before, of_byte(',', true))) add_place(&places, place, arena);
    return places;
}
