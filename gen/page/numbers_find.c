/* numbers_find -- the rule of numbers.h over plain text: a number, a gap, a measured unit. */
#include "page/numbers.h"

#include <string.h>

#include "base/utf8.h"

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_word(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static char at(struct text words, size_t i) {
    return i < words.len ? words.ptr[i] : 0;
}

static bool stands(struct text words, size_t i, const char *literal) {
    return i <= words.len && text_starts(text_cut(words, i, words.len), literal);
}

/* ---- gaps -------------------------------------------------------------------------------- */

static const char *const blanks[] = {
    " ",           "\n", "\t", "\xC2\xA0" /* no-break */, "\xE2\x80\x89" /* thin */,
    "\xE2\x80\xAF" /* narrow no-break */};

static size_t skip_blanks(struct text words, size_t i) {
    for (bool more = true; more;) {
        more = false;
        for (size_t k = 0; k < sizeof blanks / sizeof *blanks; k++) {
            if (!stands(words, i, blanks[k])) continue;
            i += strlen(blanks[k]);
            more = true;
        }
    }
    return i;
}

/* Blanks, or one hyphen: "5 ms", "100-cycle". */
static size_t skip_gap(struct text words, size_t i) {
    if (stands(words, i, "-")) return i + 1;
    if (stands(words, i, "\xE2\x80\x91")) return i + 3; /* no-break hyphen */
    return skip_blanks(words, i);
}

/* ---- units ------------------------------------------------------------------------------- */

struct kind {
    const char *prefixes; /* separated by blanks; the empty prefix is always tried */
    const char *names;    /* separated by commas */
};

static const struct kind kinds[] = {
    {"k K M G T P E Ki Mi Gi Ti Pi",
     "B/s,B/sec,Bps,bytes/s,B per second,bytes per second,b/s,bit/s,bits/s,bps"},
    {"k K M G T P E", "FLOP/s,FLOPS,FLOPs,FLOPs/s,flop/s,flops,FLOP per second"},
    {"m u n p \xC2\xB5 \xCE\xBC", "s,sec,secs"},
    {"milli micro nano pico", "second,seconds"},
    {"k M G T", "Hz"},
    {"k M G", "cycle,cycles,clock cycle,clock cycles,clk"},
    {"", "%,percent,per cent"},
};

/* Whether a name of the list stands at `i` and ends there; its length. */
static size_t name_length(struct text words, size_t i, const char *names) {
    size_t longest = 0;
    for (struct text rest = text_of(names); rest.len;) {
        struct text name = text_next(&rest, ',');
        struct text here = text_cut(words, i, i + name.len);
        if (name.len > longest && text_equal(here, name) && !is_word(at(words, i + name.len)))
            longest = name.len;
    }
    return longest;
}

/* Length of the measured unit at `i`, or 0. */
static size_t unit_length(struct text words, size_t i) {
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        size_t length = name_length(words, i, kinds[k].names);
        if (length) return length;
        for (struct text rest = text_of(kinds[k].prefixes); rest.len;) {
            struct text prefix = text_next(&rest, ' ');
            if (!text_equal(text_cut(words, i, i + prefix.len), prefix)) continue;
            length = name_length(words, i + prefix.len, kinds[k].names);
            if (length) return prefix.len + length;
        }
    }
    return 0;
}

/* ---- ratios ------------------------------------------------------------------------------ */

static bool is_comparison(struct text words, size_t i) {
    static const char list[] = "faster,slower,longer,shorter,more,less,fewer,as,the,that,of,better,"
                               "worse,larger,bigger,smaller,higher,lower,speedup";
    return name_length(words, i, list) > 0;
}

static size_t cross_length(struct text words, size_t i) {
    return stands(words, i, "\xC3\x97") ? 2 : stands(words, i, "x") ? 1 : 0;
}

/* × or x behind a number that ends at `end`: a ratio unless something follows that it multiplies.
 * `i`: where the cross is. */
static size_t ratio_length(struct text words, size_t end, size_t i) {
    size_t length = cross_length(words, i);
    if (!length || (length == 1 && is_word(at(words, i + 1)))) return 0;
    size_t next = skip_blanks(words, i + length);
    char c = at(words, next);
    if (is_digit(c) || c == FLAT_VALUE || c == FLAT_CODE || c == '(') return 0;
    bool apart = i > end;
    if (apart && is_word(c) && !is_comparison(words, next)) return 0;
    return length;
}

/* "5 times", "15-fold", "15fold"; but 3 times 4 is a product. */
static size_t fold_length(struct text words, size_t i) {
    if (name_length(words, i, "fold")) return 4;
    if (!name_length(words, i, "times")) return 0;
    char c = at(words, skip_blanks(words, i + 5));
    return is_digit(c) || c == FLAT_VALUE ? 0 : 5;
}

/* A × right before the number, with nothing before it that it would multiply. */
static bool crossed_before(struct text words, size_t start, size_t *cross) {
    size_t i = start;
    while (i && (words.ptr[i - 1] == ' ' || words.ptr[i - 1] == '\n'))
        i--;
    if (i < 2 || !stands(words, i - 2, "\xC3\x97")) return false;
    *cross = i - 2;
    for (i -= 2; i && (words.ptr[i - 1] == ' ' || words.ptr[i - 1] == '\n');)
        i--;
    char c = i ? words.ptr[i - 1] : 0;
    bool factor = is_word(c) || c == ')' || c == ']' || c == FLAT_VALUE || c == FLAT_CODE ||
                  (unsigned char)c >= 0x80;
    return !factor;
}

/* ---- numbers ----------------------------------------------------------------------------- */

/* The end of the number at `i`, or `i` if none starts there. */
static size_t number_end(struct text words, size_t i) {
    if (!is_digit(at(words, i))) return i;
    char before = i ? words.ptr[i - 1] : 0;
    if (is_word(before)) return i;
    if ((before == '.' || before == ',') && i > 1 && is_digit(words.ptr[i - 2])) return i;
    while (is_digit(at(words, i)) ||
           ((at(words, i) == '.' || at(words, i) == ',') && is_digit(at(words, i + 1))))
        i++;
    return i;
}

/* 1980s are years, 0s and 1s are bits. */
static bool is_plural(struct text number) {
    if (text_is(number, "0") || text_is(number, "1")) return true;
    unsigned long year;
    return number.len == 4 && text_number(number, 9999, &year) && year >= 1900 && year < 2100 &&
           year % 10 == 0;
}

static size_t skip_scale(struct text words, size_t i) {
    static const char list[] = "thousand,million,billion";
    size_t length = name_length(words, i, list);
    return length ? skip_blanks(words, i + length) : i;
}

static bool is_measured(struct text words, size_t start, size_t end, struct typed_number *found) {
    *found = (struct typed_number){.start = start, .end = end};
    size_t i = skip_gap(words, end), length = unit_length(words, i);
    bool bare_s = length == 1 && words.ptr[i] == 's';
    if (bare_s && i == end && is_plural(text_cut(words, start, end))) return false;
    if (!length) length = ratio_length(words, end, i);
    if (!length) length = fold_length(words, i);
    if (!length && (at(words, end) == 'k' || at(words, end) == 'M') && !is_word(at(words, end + 1)))
        i = skip_blanks(words, end + 1), length = unit_length(words, i);
    if (!length) {
        size_t behind = skip_scale(words, i);
        if (behind != i) i = behind, length = unit_length(words, i);
    }
    found->unit = i;
    found->stop = i + length;
    if (length) return true;
    size_t cross;
    if (!crossed_before(words, start, &cross)) return false;
    found->unit = cross;
    found->stop = cross + 2;
    return true;
}

/* Words such as "times" and "-fold" may follow a value: "{{ a / b .0 }} times". */
static bool unit_behind_value(struct text words, size_t value, struct typed_number *found) {
    size_t end = value + 1, i = skip_blanks(words, end), length = unit_length(words, i);
    if (length == 1 && words.ptr[i] == 's' && i == end) length = 0; /* a plural */
    if (!length && i == end) length = ratio_length(words, end, i);
    *found = (struct typed_number){value, end, i, i + length, true};
    return length > 0;
}

bool numbers_find(struct text words, size_t from, struct typed_number *found) {
    for (size_t i = from; i < words.len; i++) {
        if (words.ptr[i] == FLAT_VALUE && unit_behind_value(words, i, found)) return true;
        size_t end = number_end(words, i);
        if (end == i) continue;
        if (is_measured(words, i, end, found)) return true;
        i = end - 1;
    }
    return false;
}
