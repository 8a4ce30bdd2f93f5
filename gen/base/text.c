/* text -- see text.h. */
#include "base/text.h"

#include <stdint.h>
#include <string.h>

#include "base/chars.h"

struct text text_trim(struct text view) {
    while (view.len && is_space(view.ptr[0]))
        view = text_cut(view, 1, view.len);
    while (view.len && is_space(view.ptr[view.len - 1]))
        view.len--;
    return view;
}

struct text text_strip(struct text view, char c) {
    while (view.len && view.ptr[0] == c)
        view = text_cut(view, 1, view.len);
    while (view.len && view.ptr[view.len - 1] == c)
        view.len--;
    return view;
}

struct text text_drop_start(struct text view, const char *start) {
    return text_starts(view, start) ? text_cut(view, strlen(start), view.len) : view;
}

struct text text_drop_end(struct text view, const char *end) {
    return text_ends(view, end) ? text_cut(view, 0, view.len - strlen(end)) : view;
}

bool text_only(struct text view, const char *letters) {
    for (size_t i = 0; i < view.len; i++)
        if (!memchr(letters, view.ptr[i], strlen(letters))) return false;
    return view.len > 0;
}

bool text_is_id(struct text view, size_t most) {
    return text_only(view, TEXT_SMALL TEXT_DIGITS "-") && view.len <= most && view.ptr[0] != '-' &&
           view.ptr[view.len - 1] != '-';
}

/* Only ASCII capitals change. */
static char folded(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool text_is_folded(struct text view, const char *lower) {
    if (view.len != strlen(lower)) return false;
    for (size_t i = 0; i < view.len; i++)
        if (folded(view.ptr[i]) != lower[i]) return false;
    return true;
}

int text_compare(struct text a, struct text b) {
    size_t n = a.len < b.len ? a.len : b.len;
    int order = n ? memcmp(a.ptr, b.ptr, n) : 0;
    if (order) return order;
    return a.len < b.len ? -1 : a.len > b.len;
}

/* Most places where the first byte stands are told from the rest of the needle by the second one. */
size_t text_find_view(struct text view, struct text needle, size_t from) {
    const size_t n = needle.len;
    for (size_t i = from; n && i + n <= view.len; i++) {
        const char *hit = memchr(view.ptr + i, needle.ptr[0], view.len - i - n + 1);
        if (!hit) break;
        i = (size_t)(hit - view.ptr);
        if (n == 1 || (hit[1] == needle.ptr[1] && memcmp(hit, needle.ptr, n) == 0)) return i;
    }
    return SIZE_MAX;
}

struct text text_next(struct text *rest, char separator) {
    const char *hit = rest->len ? memchr(rest->ptr, separator, rest->len) : NULL;
    struct text head = *rest;
    if (!hit) {
        *rest = (struct text){0};
        return head;
    }
    head.len = (size_t)(hit - rest->ptr);
    rest->ptr += head.len + 1;
    rest->len -= head.len + 1;
    return head;
}

struct text text_last(struct text view, char separator) {
    size_t from = view.len;
    while (from > 0 && view.ptr[from - 1] != separator)
        from--;
    return text_cut(view, from, view.len);
}

struct text text_scheme(struct text url) {
    for (size_t i = 0; i < url.len; i++) {
        char c = url.ptr[i];
        if (c == ':' && i > 0) return text_cut(url, 0, i);
        if (!is_letter(c) && !(i > 0 && (is_digit(c) || c == '+' || c == '-' || c == '.'))) break;
    }
    return (struct text){0};
}

bool text_number(struct text view, unsigned long max, unsigned long *out) {
    unsigned long value = 0;
    if (!view.len) return false;
    for (size_t i = 0; i < view.len; i++) {
        if (!is_digit(view.ptr[i])) return false;
        unsigned long digit = (unsigned long)(view.ptr[i] - '0');
        if (digit > max || value > (max - digit) / 10) return false;
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}
