/* preview.c -- pictures that are no SVG, because those who show them take none: what a link to a page looks
 * like, and icons. See svg.h.
 *
 * Cairo draws how much of each dot is covered, in 8 bits. That is the picture, too: an index into a palette of
 * SHADES from the surface to the ink, behind which the levels of the mark stand. So a file is packed in a fifth
 * of the time that one of 24 bits takes. */
#include "palette.h"
#include "svg.h"
#include "text.h"

#include <cairo-ft.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

enum { WIDE = 1200, HIGH = 630, EDGE = 80, LINES = 4, SHADES = 32, SHADE_STEP = 256 / SHADES };

/* The mark of the site, a ladder of four levels, in a square of 28 units. */
static const struct {
    enum svg_colour colour;
    double left, top, width;
} mark[] = {
    {SVG_COLOUR_LEVEL_REGISTERS, 10, 3, 8},
    {SVG_COLOUR_LEVEL_SHARED, 8, 9, 12},
    {SVG_COLOUR_LEVEL_L2, 5, 15, 18},
    {SVG_COLOUR_LEVEL_DRAM, 2, 21, 24},
};
enum { LEVELS = sizeof mark / sizeof *mark, UNITS = 28, THICK = 4 };

struct picture {
    cairo_surface_t *surface;
    cairo_t *cairo;
    int width, height;
};

static struct picture picture_begin(int width, int height) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, width, height);
    return (struct picture){surface, cairo_create(surface), width, height};
}

/* ---- the file -------------------------------------------------------------------------------- */

static void dot(png_color *to, enum svg_colour colour) {
    const unsigned long rgb = svg_palette_entry(colour)->dark;
    *to = (png_color){(png_byte)(rgb >> 16), (png_byte)(rgb >> 8 & 0xff), (png_byte)(rgb & 0xff)};
}

static png_byte between(png_byte from, png_byte to, int shade) {
    return (png_byte)(from + (to - from) * shade / (SHADES - 1));
}

static void fill_palette(png_color palette[SHADES + LEVELS]) {
    png_color surface, ink;
    dot(&surface, SVG_COLOUR_SURFACE);
    dot(&ink, SVG_COLOUR_INK);
    for (int i = 0; i < SHADES; i++)
        palette[i] =
            (png_color){between(surface.red, ink.red, i), between(surface.green, ink.green, i),
                        between(surface.blue, ink.blue, i)};
    for (int i = 0; i < LEVELS; i++)
        dot(&palette[SHADES + i], mark[i].colour);
}

static void collect(png_struct *png, png_byte *bytes, size_t length) {
    struct svg_result *result = png_get_io_ptr(png);
    char *more = realloc(result->text, result->length + length + 1);
    if (!more) png_error(png, "memory");
    result->text = more;
    memcpy(more + result->length, bytes, length);
    result->length += length;
    more[result->length] = '\0';
}

/* Rows of indices. An error of libpng comes back to setjmp(). */
static bool pack(struct svg_result *result, const struct picture *picture) {
    png_color palette[SHADES + LEVELS];
    png_struct *png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_info *info = png ? png_create_info_struct(png) : NULL;
    const int stride = cairo_image_surface_get_stride(picture->surface);
    png_byte *row = cairo_image_surface_get_data(picture->surface);
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    fill_palette(palette);
    png_set_write_fn(png, result, collect, NULL);
    png_set_IHDR(png, info, (png_uint_32)picture->width, (png_uint_32)picture->height, 8,
                 PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(png, 3); /* of rows that are mostly alike more effort saves nothing */
    png_set_PLTE(png, info, palette, SHADES + LEVELS);
    png_write_info(png, info);
    for (int y = 0; y < picture->height; y++, row += stride)
        png_write_row(png, row);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return true;
}

/* ---- drawing --------------------------------------------------------------------------------- */

/* Coverage becomes a shade; then the mark's levels are put over it, whole dots. */
static void index_dots(const struct picture *picture, double x, double y, double size) {
    const int stride = cairo_image_surface_get_stride(picture->surface);
    unsigned char *dots = cairo_image_surface_get_data(picture->surface);
    const double unit = size / UNITS;
    for (size_t i = 0; i < (size_t)stride * (size_t)picture->height; i++)
        dots[i] /= SHADE_STEP;
    for (int level = 0; level < LEVELS; level++) {
        int left = (int)(x + mark[level].left * unit), top = (int)(y + mark[level].top * unit);
        int right = (int)(x + (mark[level].left + mark[level].width) * unit);
        int bottom = (int)(y + (mark[level].top + THICK) * unit);
        for (int row = top; row < bottom; row++)
            memset(dots + (size_t)row * (size_t)stride + left, SHADES + level,
                   (size_t)(right - left));
    }
}

static struct svg_result picture_end(struct picture *picture, double x, double y, double size) {
    struct svg_result result = {0};
    cairo_status_t status = cairo_status(picture->cairo);
    cairo_surface_flush(picture->surface);
    if (status == CAIRO_STATUS_SUCCESS) index_dots(picture, x, y, size);
    if (status == CAIRO_STATUS_NO_MEMORY)
        result.code = SVG_ERR_MEMORY;
    else if (status != CAIRO_STATUS_SUCCESS)
        result.code = SVG_ERR_CAIRO;
    else if (!pack(&result, picture)) {
        svg_result_free(&result);
        result.code = SVG_ERR_MEMORY;
    }
    cairo_destroy(picture->cairo);
    cairo_surface_destroy(picture->surface);
    return result;
}

/* ---- letters --------------------------------------------------------------------------------- */

enum { WEIGHTS = SVG_SEMIBOLD + 1 };

struct svg_letters {
    FT_Library library;
    FT_Face face[WEIGHTS];
    cairo_font_face_t *font[WEIGHTS];
};

void svg_letters_close(struct svg_letters *letters) {
    if (!letters) return;
    for (int weight = 0; weight < WEIGHTS; weight++) {
        if (letters->font[weight]) cairo_font_face_destroy(letters->font[weight]);
        if (letters->face[weight]) FT_Done_Face(letters->face[weight]);
    }
    if (letters->library) FT_Done_FreeType(letters->library);
    free(letters);
}

struct svg_letters *svg_letters_open(struct svg_bytes regular, struct svg_bytes semibold) {
    const struct svg_bytes file[WEIGHTS] = {regular, semibold};
    struct svg_letters *letters = calloc(1, sizeof *letters);
    bool fine = letters && FT_Init_FreeType(&letters->library) == 0;
    for (int weight = 0; fine && weight < WEIGHTS; weight++) {
        fine = FT_New_Memory_Face(letters->library, file[weight].bytes,
                                  (FT_Long)file[weight].length, 0, &letters->face[weight]) == 0;
        if (fine)
            letters->font[weight] =
                cairo_ft_font_face_create_for_ft_face(letters->face[weight], FT_LOAD_NO_HINTING);
    }
    if (fine) return letters;
    svg_letters_close(letters);
    return NULL;
}

static void font(cairo_t *cairo, const struct svg_letters *letters, struct svg_font font) {
    cairo_set_font_face(cairo, letters->font[font.weight]);
    cairo_set_font_size(cairo, font.size);
}

static void show(cairo_t *cairo, double x, double y, const char *words) {
    cairo_move_to(cairo, x, y);
    cairo_show_text(cairo, words);
}

/* What does not fit into the last line is left out, and a sign says so. */
static void title(cairo_t *cairo, const struct svg_letters *letters, const char *words) {
    const struct svg_font set = {66, SVG_SEMIBOLD};
    struct svg_wrap wrap = svg_wrap_begin(words, set, WIDE - 2 * EDGE);
    struct svg_span line;
    char shown[SVG_MAX_TEXT + sizeof "…"];
    font(cairo, letters, set);
    for (int count = 1; count <= LINES && svg_wrap_next(&wrap, &line); count++) {
        const char *end = count == LINES && wrap.left ? "…" : "";
        memcpy(shown, line.text, line.length);
        memcpy(shown + line.length, end, strlen(end) + 1);
        show(cairo, EDGE, EDGE + 100 + 80 * count, shown);
    }
}

struct svg_result svg_preview(const struct svg_preview *in) {
    enum { MARK = 84, SMALL = 34 };
    const char *const words[] = {in->site, in->title, in->kind ? in->kind : ""};
    if (!in->letters) return (struct svg_result){.code = SVG_ERR_MISSING};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!words[i]) return (struct svg_result){.code = SVG_ERR_MISSING};
        if (strlen(words[i]) > SVG_MAX_TEXT || !svg_text_valid(words[i], strlen(words[i])))
            return (struct svg_result){.code = SVG_ERR_TEXT};
    }
    struct picture picture = picture_begin(WIDE, HIGH);
    cairo_t *cairo = picture.cairo;
    cairo_set_source_rgba(cairo, 0, 0, 0, 0.7);
    font(cairo, in->letters, (struct svg_font){SMALL, SVG_REGULAR});
    show(cairo, EDGE + MARK + 24, EDGE + 42, words[2]);
    show(cairo, EDGE, HIGH - EDGE + 12, in->site);
    cairo_set_source_rgba(cairo, 0, 0, 0, 1);
    title(cairo, in->letters, in->title);
    return picture_end(&picture, EDGE, EDGE - 12, MARK);
}

struct svg_result svg_icon(int size) {
    struct picture picture = picture_begin(size, size);
    return picture_end(&picture, size * 0.12, size * 0.12, size * 0.76);
}
