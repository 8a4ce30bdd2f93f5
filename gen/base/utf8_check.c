/* utf8_check -- utf8_check() and utf8_check_data() of utf8.h, which need no library: they are compiled for
 * the page too. */
#include <string.h>

#include "base/utf8.h"

/* A joiner (U+200C, U+200D: three bytes) counts with a letter outside ASCII on either side. */
static bool is_joiner(struct text view, size_t i, uint32_t code) {
    return (code == 0x200c || code == 0x200d) && i > 0 && i + 3 < view.len &&
           (unsigned char)view.ptr[i - 1] >= 0x80 && (unsigned char)view.ptr[i + 3] >= 0x80;
}

enum { BLOCK = 64, SHORT = 8 };

/* ASCII without control characters, except line ends. Compilers make one step of many bytes. */
static inline bool are_plain(const char *bytes, int count) {
    unsigned char other = 0;
    for (int i = 0; i < count; i++) {
        const unsigned char c = (unsigned char)bytes[i];
        other |= (unsigned char)((unsigned char)(c - 0x20) > 0x7e - 0x20) & (c != '\n');
    }
    return !other;
}

static bool is_plain_block(const char *bytes) {
    return are_plain(bytes, BLOCK);
}

static bool is_plain_part(const char *bytes) {
    return are_plain(bytes, SHORT);
}

static size_t check(struct text view, bool format_too, uint32_t *code) {
    for (size_t i = 0, singly = 0, shortly = 0; i < view.len;) { /* before these none is tried */
        unsigned char c = (unsigned char)view.ptr[i];
        if (i >= shortly && i + BLOCK <= view.len) {
            shortly = i + BLOCK;
            if (is_plain_block(view.ptr + i)) {
                i += BLOCK;
                continue;
            }
        }
        if (i >= singly && i + SHORT <= view.len) {
            singly = i + SHORT;
            if (is_plain_part(view.ptr + i)) {
                i += SHORT;
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
