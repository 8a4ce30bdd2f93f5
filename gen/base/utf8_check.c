/* utf8_check -- utf8_check() and utf8_check_data() of utf8.h, which need no library: they are compiled for
 * the page too. */
#include <string.h>

#include "base/eight.h"
#include "base/utf8.h"

/* A joiner (U+200C, U+200D: three bytes) counts with a letter outside ASCII on either side. */
static bool is_joiner(struct text view, size_t i, uint32_t code) {
    return (code == 0x200c || code == 0x200d) && i > 0 && i + 3 < view.len &&
           (unsigned char)view.ptr[i - 1] >= 0x80 && (unsigned char)view.ptr[i + 3] >= 0x80;
}

/* Bytes that are compared side by side, each to give all bits or none. */
typedef unsigned char lanes __attribute__((vector_size(16)));

enum { BLOCK = 4 * sizeof(lanes), SHORT = 8 };

/* ASCII without control characters, except line ends. */
static inline lanes find_plain(const char *bytes) {
    lanes some;
    memcpy(&some, bytes, sizeof some);
    return (lanes)((some - 0x20 <= 0x7e - 0x20) | (some == '\n'));
}

static bool is_plain_block(const char *bytes) {
    const lanes plain = find_plain(bytes) & find_plain(bytes + sizeof(lanes)) &
                        find_plain(bytes + 2 * sizeof(lanes)) &
                        find_plain(bytes + 3 * sizeof(lanes));
    uint64_t half[2];
    memcpy(half, &plain, sizeof half);
    return (half[0] & half[1]) == UINT64_MAX;
}

/* The same without line ends, of which a short part has few: where a byte is less than a space, or DEL or more, its
 * highest bit is set, or one behind it. */
static bool is_plain_part(const char *bytes) {
    const uint64_t eight = eight_at(bytes);
    return !((eight | (eight - EIGHT_EACH * 0x20) | (eight + EIGHT_EACH)) & EIGHT_MARKS);
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
