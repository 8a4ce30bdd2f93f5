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

int utf8_width(uint32_t code) {
    return utf8proc_charwidth((utf8proc_int32_t)code);
}

static bool all_ascii(struct text view) {
    for (size_t i = 0; i < view.len; i++)
        if (view.ptr[i] & 0x80) return false;
    return true;
}

static struct text map(struct arena *arena, struct text view, utf8proc_option_t options) {
    if (all_ascii(view)) { /* folding alone changes it */
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
