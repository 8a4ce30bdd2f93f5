/* numbers -- typed numbers, found in flat text: see words.h. The rules are asked only where a number may begin. */
#include "page/words.h"

#include "base/chars.h"
#include "base/eight.h"

/* Marks where next_number() has to look: at few more than numbers. */
static uint64_t mark_numbers(const char *nine) {
    const uint64_t eight = eight_at(nine), behind = eight_at(nine + 1);
    const uint64_t digit = (eight ^ EIGHT_EACH * '0') & ~EIGHT_MARKS; /* less than 10 */
    return (eight & EIGHT_MARKS) | (~(digit + EIGHT_EACH * (0x80 - 10)) & EIGHT_MARKS) |
           eight_find(eight, FLAT_VALUE) | (eight_find(eight, 'f') & eight_find(behind, 'a'));
}

/* What numbers_rules find begins with a digit, a value, a sign beyond ASCII such as ×, or "factor of". */
static bool may_begin_number(struct text words, size_t at) {
    const char c = words.ptr[at];
    return !is_ascii(c) || is_digit(c) || c == FLAT_VALUE ||
           (c == 'f' && text_starts(text_cut(words, at, words.len), "factor of"));
}

/* Returns where in words[from..] a number may begin; the end of the words: nowhere. */
static size_t next_number(struct text words, size_t from) {
    for (; from < words.len; from++) {
        uint64_t marks = 0;
        while (from + 9 <= words.len && !(marks = mark_numbers(words.ptr + from)))
            from += 8;
        if (marks) from += eight_before(marks);
        if (from < words.len && may_begin_number(words, from)) return from;
    }
    return words.len;
}

bool numbers_next(struct text words, size_t from, struct rules_match *found) {
    const size_t at = next_number(words, from);
    return at < words.len && rules_next(&numbers_rules, words, at, found);
}
