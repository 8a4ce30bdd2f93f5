/* text.c -- see text.h. */
#include "text.h"

#include <math.h>
#include <string.h>

double svg_line_height(struct svg_font font) {
    return floor(font.size * 1.4 + 0.5) - (font.size < 13 ? 1 : 0);
}

double svg_baseline(double y, struct svg_font font) {
    return y + svg_line_height(font) / 2 + 0.36 * font.size;
}

unsigned long svg_text_decode(const char *text, size_t length, size_t *used) {
    const unsigned char *s = (const unsigned char *)text;
    static const unsigned long smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = s[0] < 0x80   ? 1
               : s[0] < 0xc2 ? 0
               : s[0] < 0xe0 ? 2
               : s[0] < 0xf0 ? 3
               : s[0] < 0xf5 ? 4
                             : 0;
    *used = 0;
    if (n == 0 || n > length) return 0;
    unsigned long c = n == 1 ? s[0] : s[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80) return 0;
        c = c << 6 | (s[i] & 0x3fu);
    }
    if (c < smallest[n] || (c >= 0xd800 && c <= 0xdfff) || c > 0x10ffff) return 0;
    *used = n;
    return c;
}

bool svg_text_valid(const char *text, size_t length) {
    for (size_t at = 0, used; at < length; at += used) {
        unsigned long c = svg_text_decode(text + at, length - at, &used);
        if (used == 0 || c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 ||
            (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef))
            return false;
    }
    return true;
}

double svg_text_width(const char *text, size_t length, struct svg_font font) {
    unsigned long thousandths = 0; /* of an em: whole numbers, so that no order of sums matters */
    for (size_t at = 0, used; at < length; at += used) {
        thousandths += svg_advance(svg_text_decode(text + at, length - at, &used), font.weight);
        if (used == 0) break;
    }
    return (double)thousandths * font.size / 1000;
}

double svg_text_room(const char *text, struct svg_font font) {
    return text == NULL ? 0 : svg_text_width(text, strlen(text), font) * SVG_TEXT_SLACK;
}

struct svg_wrap svg_wrap_begin(const char *text, struct svg_font font, double room) {
    return (struct svg_wrap){
        .rest = text, .left = text == NULL ? 0 : strlen(text), .font = font, .room = room};
}

bool svg_wrap_next(struct svg_wrap *wrap, struct svg_span *line) {
    while (wrap->left > 0 && *wrap->rest == ' ') {
        wrap->rest++;
        wrap->left--;
    }
    if (wrap->left == 0) return false;

    const double limit = wrap->room / SVG_TEXT_SLACK * 1000 / wrap->font.size;
    size_t end = 0;   /* bytes that fit */
    size_t space = 0; /* bytes before the last space that fits, 0 if none */
    unsigned long width = 0;
    while (end < wrap->left) {
        size_t used;
        unsigned long c = svg_text_decode(wrap->rest + end, wrap->left - end, &used);
        unsigned advance = svg_advance(c, wrap->font.weight);
        if (c == ' ') space = end;
        if (used == 0 || (end > 0 && advance > 0 && (double)(width + advance) > limit)) break;
        width += advance;
        end += used;
    }
    if (end < wrap->left && space > 0) end = space;

    size_t shown = end;
    while (shown > 0 && wrap->rest[shown - 1] == ' ')
        shown--;
    *line = (struct svg_span){.text = wrap->rest,
                              .length = shown,
                              .width = svg_text_width(wrap->rest, shown, wrap->font)};
    wrap->rest += end;
    wrap->left -= end;
    return end > 0;
}

size_t svg_wrap_count(const char *text, struct svg_font font, double room) {
    struct svg_wrap wrap = svg_wrap_begin(text, font, room);
    size_t count = 0;
    for (struct svg_span line; svg_wrap_next(&wrap, &line);)
        count++;
    return count;
}

double svg_wrap_height(const char *text, struct svg_font font, double room) {
    return svg_line_height(font) * (double)svg_wrap_count(text, font, room);
}

double svg_wrap_room(const char *text, struct svg_font font, double room) {
    struct svg_wrap wrap = svg_wrap_begin(text, font, room);
    double widest = 0;
    for (struct svg_span line; svg_wrap_next(&wrap, &line);)
        if (line.width > widest) widest = line.width;
    return widest * SVG_TEXT_SLACK;
}
