/* utf8_check -- utf8_check() and utf8_check_data() of utf8.h, which need no library: they are compiled for
 * the page too. */
#include <string.h>

#include "base/sixteen.h"
#include "base/utf8.h"

/* A joiner (U+200C, U+200D: three bytes) counts with a letter outside ASCII on either side. */
static bool is_joiner(struct text view, size_t i, uint32_t code) {
    return (code == 0x200c || code == 0x200d) && i > 0 && i + 3 < view.len &&
           (unsigned char)view.ptr[i - 1] >= 0x80 && (unsigned char)view.ptr[i + 3] >= 0x80;
}

/* All but ASCII without control characters, except line ends. */
static inline sixteen are_not_plain(sixteen some) {
    return ~(sixteen)((some - 0x20 <= 0x7e - 0x20) | (some == '\n'));
}

/* Of nearly all texts nearly all is plain: four times sixteen bytes are passed over at once. */
static inline size_t next_not_plain(struct text view, size_t at) {
    for (; at + 64 <= view.len; at += 64) {
        const char *bytes = view.ptr + at;
        const sixteen marks =
            are_not_plain(sixteen_at(bytes)) | are_not_plain(sixteen_at(bytes + 16)) |
            are_not_plain(sixteen_at(bytes + 32)) | are_not_plain(sixteen_at(bytes + 48));
        if (sixteen_before(marks) < 16) break;
    }
    return sixteen_next(view, at, are_not_plain);
}

static size_t check(struct text view, bool format_too, uint32_t *code) {
    size_t i = 0, n;
    for (; (i = next_not_plain(view, i)) < view.len; i += n) {
        n = utf8_decode(text_cut(view, i, view.len), code);
        if (!n) *code = UINT32_MAX;
        bool hidden = utf8_is_hidden(*code) && *code != '\t' && !is_joiner(view, i, *code) &&
                      (format_too || *code < 0xa0);
        if (!n || hidden || *code == 0xfffe || *code == 0xffff) return i;
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
