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

/* The same where most characters are ASCII. */
static inline unsigned long decode(const char *text, size_t length, size_t *used) {
    const unsigned char first = (unsigned char)*text;
    *used = 1;
    return first < 0x80 ? first : svg_text_decode(text, length, used);
}

bool svg_text_valid(const char *text, size_t length) {
    for (size_t at = 0, used; at < length; at += used) {
        unsigned long c = decode(text + at, length - at, &used);
        if (used == 0 || c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 ||
            (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef))
            return false;
    }
    return true;
}

/* Widths are added in thousandths of an em: whole numbers, so that no order of sums matters. */
static double px_of(unsigned long thousandths, struct svg_font font) {
    return (double)thousandths * font.size / 1000;
}

double svg_text_width(const char *text, size_t length, struct svg_font font) {
    unsigned long thousandths = 0;
    for (size_t at = 0, used; at < length; at += used) {
        thousandths += svg_advance(decode(text + at, length - at, &used), font.weight);
        if (used == 0) break;
    }
    return px_of(thousandths, font);
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
    struct part {
        size_t length;
        unsigned long width;
    } fits = {0}, shown = {0},
      word = {0};     /* all that fits, without spaces at its end, before the last space */
    size_t space = 0; /* bytes before the last space that fits, 0 if none */
    while (fits.length < wrap->left) {
        size_t used;
        const unsigned long c = decode(wrap->rest + fits.length, wrap->left - fits.length, &used);
        const unsigned advance = svg_advance(c, wrap->font.weight);
        if (c == ' ') {
            space = fits.length;
            word = shown;
        }
        if (used == 0 || (fits.length > 0 && advance > 0 && (double)(fits.width + advance) > limit))
            break;
        fits = (struct part){fits.length + used, fits.width + advance};
        if (c != ' ') shown = fits;
    }
    if (fits.length < wrap->left && space > 0) {
        fits.length = space;
        shown = word;
    }
    *line = (struct svg_span){
        .text = wrap->rest, .length = shown.length, .width = px_of(shown.width, wrap->font)};
    wrap->rest += fits.length;
    wrap->left -= fits.length;
    return fits.length > 0;
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
    return svg_wrap_extent(text, font, room).room;
}

struct svg_extent svg_wrap_extent(const char *text, struct svg_font font, double room) {
    struct svg_wrap wrap = svg_wrap_begin(text, font, room);
    double widest = 0;
    size_t count = 0;
    for (struct svg_span line; svg_wrap_next(&wrap, &line); count++)
        if (line.width > widest) widest = line.width;
    return (struct svg_extent){widest * SVG_TEXT_SLACK, svg_line_height(font) * (double)count};
}
