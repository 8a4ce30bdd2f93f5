/* utf8_check -- utf8_check() and utf8_check_data() of utf8.h, which need no library: they are compiled for
 * the page too. */
#include <string.h>

#include "base/utf8.h"

/* A joiner (U+200C, U+200D: three bytes) counts with a letter outside ASCII on either side. */
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
