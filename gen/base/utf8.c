/* utf8 -- see utf8.h. */
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/chars.h"

size_t utf8_decode(struct text view, uint32_t *code) {
    utf8proc_int32_t point = 0;
    *code = 0;
    if (!view.len) return 0;
    if (!(*view.ptr & 0x80)) {
        *code = (uint32_t)*view.ptr;
        return 1;
    }
    utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)view.ptr,
                                          (utf8proc_ssize_t)(view.len < 4 ? view.len : 4), &point);
    if (n <= 0 || point < 0) return 0;
    *code = (uint32_t)point;
    return (size_t)n;
}

static char small(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* A set of Unicode's general categories is a number with a bit for each. */
#define KIND(name) (1u << UTF8PROC_CATEGORY_##name)
enum {
    LETTERS = KIND(LU) | KIND(LL) | KIND(LT) | KIND(LM) | KIND(LO),
    MARKS = KIND(MN) | KIND(MC) | KIND(ME),
    NUMBERS = KIND(ND) | KIND(NL) | KIND(NO)
};

static bool is_of(uint32_t code, unsigned kinds) {
    return kinds >> utf8proc_category((utf8proc_int32_t)code) & 1;
}

bool utf8_is_hidden(uint32_t code) {
    if (code < 0xa0) return code < 0x20 || code >= 0x7f;
    return is_of(code, KIND(CF) | KIND(ZL) | KIND(ZP));
}

/* A joiner (U+200C, U+200D: three bytes) counts with a letter outside ASCII on either side. */
static bool is_joiner(struct text view, size_t i, uint32_t code) {
    return (code == 0x200c || code == 0x200d) && i > 0 && i + 3 < view.len &&
           (unsigned char)view.ptr[i - 1] >= 0x80 && (unsigned char)view.ptr[i + 3] >= 0x80;
}

static const uint64_t each = 0x0101010101010101u; /* of eight bytes at once */

/* ASCII without control characters. */
static bool are_plain(uint64_t eight) {
    uint64_t control = eight - each * 0x20, deleted = (eight ^ each * 0x7f) - each;
    return !((eight | control | deleted) & each * 0x80);
}

/* The same with stars in place of line ends. */
static uint64_t without_ends(uint64_t eight) {
    const uint64_t low = each * 0x7f, differs = eight ^ each * '\n';
    const uint64_t ends = ~(((differs & low) + low) | differs | low); /* the high bit of each */
    return eight | ends >> 2;
}

static bool are_lines(const char *bytes) {
    uint64_t eight;
    memcpy(&eight, bytes, sizeof eight);
    return are_plain(eight) || are_plain(without_ends(eight));
}

static size_t check(struct text view, bool format_too, uint32_t *code) {
    for (size_t i = 0, singly = 0;
         i < view.len;) { /* before `singly` one by one, without a look ahead */
        unsigned char c = (unsigned char)view.ptr[i];
        if (i >= singly && i + 8 <= view.len) {
            singly = i + 8;
            if (are_lines(view.ptr + i)) {
                i += 8;
                continue;
            }
        }
        if ((c >= 0x20 && c < 0x7f) || c == '\t' || c == '\n') {
            i++;
            continue;
        }
        size_t n = utf8_decode(text_cut(view, i, view.len), code);
        if (!n) *code = UINT32_MAX;
        bool hidden =
            utf8_is_hidden(*code) && !is_joiner(view, i, *code) && (format_too || *code < 0xa0);
        if (!n || hidden || *code == 0xfffe || *code == 0xffff) return i;
        i += n;
    }
    *code = 0;
    return SIZE_MAX;
}

size_t utf8_check(struct text view, uint32_t *code) {
    return check(view, true, code);
}

size_t utf8_check_data(struct text view, uint32_t *code) {
    return check(view, false, code);
}

int utf8_width(uint32_t code) {
    return utf8proc_charwidth((utf8proc_int32_t)code);
}

static bool is_ascii(struct text view) {
    for (size_t i = 0; i < view.len; i++)
        if (view.ptr[i] & 0x80) return false;
    return true;
}

static struct text map(struct arena *arena, struct text view, utf8proc_option_t options) {
    if (is_ascii(view)) { /* folding alone changes it */
        char *same = arena_alloc(arena, view.len + 1);
        for (size_t i = 0; i < view.len; i++)
            same[i] = options & UTF8PROC_CASEFOLD ? small(view.ptr[i]) : view.ptr[i];
        return (struct text){same, view.len};
    }
    utf8proc_uint8_t *out = NULL;
    utf8proc_ssize_t n = utf8proc_map((const utf8proc_uint8_t *)(view.ptr ? view.ptr : ""),
                                      (utf8proc_ssize_t)view.len, &out, options);
    if (n == UTF8PROC_ERROR_NOMEM) memory_failed(); /* two names that are one would differ */
    if (n < 0) return arena_text(arena, view);
    struct text copy = arena_text(arena, (struct text){(const char *)out, (size_t)n});
    free(out);
    return copy;
}

struct text utf8_compose(struct arena *arena, struct text view) {
    return map(arena, view, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

struct text utf8_name_key(struct arena *arena, struct text view) {
    struct text folded = map(arena, view,
                             UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT |
                                 UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);
    char *out = arena_alloc(arena, folded.len + 1);
    size_t len = 0;
    bool space = false;
    for (size_t i = 0; i < folded.len;) {
        uint32_t code;
        size_t n = utf8_decode(text_cut(folded, i, folded.len), &code);
        if (!n) n = 1;
        if (code == '\t' || code == '\n' || code == ' ' ||
            (code >= 0x80 && is_of(code, KIND(ZS) | KIND(ZL) | KIND(ZP)))) {
            space = true;
        } else {
            if (space && len) out[len++] = ' ';
            space = false;
            memcpy(out + len, folded.ptr + i, n);
            len += n;
        }
        i += n;
    }
    return (struct text){out, len};
}

bool utf8_is_letter(uint32_t code) {
    return is_of(code, LETTERS);
}

bool utf8_in_word(uint32_t code) {
    return is_of(code, LETTERS | MARKS | NUMBERS);
}

static bool stays_in_slug(uint32_t code) {
    unsigned left_out = KIND(ME) | KIND(NO);
    return code == '-' || is_of(code, ((LETTERS | MARKS | NUMBERS) & ~left_out) | KIND(PC));
}

static size_t put_ascii(char c, char *out) {
    *out = small(c);
    return is_word(c) || c == '-';
}

struct text utf8_slug(struct arena *arena, struct text view) {
    char *out = arena_alloc(arena, 2 * view.len + 1); /* Ⱥ is two bytes, its small letter three */
    size_t len = 0;
    for (size_t i = 0; i < view.len;) {
        uint32_t code;
        size_t n = utf8_decode(text_cut(view, i, view.len), &code);
        if (n && code == ' ')
            out[len++] = '-';
        else if (n && code < 0x80) /* no other sign of ASCII stays */
            len += put_ascii((char)code, out + len);
        else if (n && stays_in_slug(code))
            len += (size_t)utf8proc_encode_char(utf8proc_tolower((utf8proc_int32_t)code),
                                                (utf8proc_uint8_t *)out + len);
        i += n ? n : 1;
    }
    return utf8_compose(arena, (struct text){out, len});
}
