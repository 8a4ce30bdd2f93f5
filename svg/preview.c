/* preview.c -- pictures that are no SVG, because those who show them take none: what a link to a page looks
 * like, and icons. See svg.h.
 *
 * Of each dot is known how much of it letters cover, in 8 bits. A file holds an index into a palette: of SHADES
 * from the surface to the ink, behind which the levels of the mark stand. Rows where nothing is are not looked
 * at, and a letter is drawn by Cairo and packed once for all pictures: a site has one for each page. */
#include "dots.h"
#include "palette.h"
#include "svg.h"
#include "text.h"

#include <cairo-ft.h>
#include <math.h>
#include <stdbool.h>
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

/* ---- the file -------------------------------------------------------------------------------- */

/* Dots of a row from `from` on and before `to`: none, if `to` is 0. */
struct extent {
    int from, to;
};

/* The dots of letters; of each row those from `from` on and before `to` are perhaps covered. */
struct canvas {
    int first; /* rows before it are packed already */
    unsigned char covered[HIGH][WIDE];
    struct extent row[HIGH];
};

/* Eight shades at once. */
#define SHADES_OF_EIGHT (UINT64_MAX / 255 * (SHADES - 1))

/* The mark's square. */
struct place {
    double x, y, size;
};

static int between(unsigned long from, unsigned long to, int shift, int shade) {
    int first = (int)(from >> shift & 0xff), last = (int)(to >> shift & 0xff);
    return first + (last - first) * shade / (SHADES - 1);
}

static void fill_palette(unsigned long palette[SHADES + LEVELS]) {
    const unsigned long surface = svg_palette_entry(SVG_COLOUR_SURFACE)->dark;
    const unsigned long ink = svg_palette_entry(SVG_COLOUR_INK)->dark;
    for (int i = 0; i < SHADES; i++)
        palette[i] = (unsigned long)between(surface, ink, 16, i) << 16 |
                     (unsigned long)between(surface, ink, 8, i) << 8 |
                     (unsigned long)between(surface, ink, 0, i);
    for (int i = 0; i < LEVELS; i++)
        palette[SHADES + i] = svg_palette_entry(mark[i].colour)->dark;
}

static void widen(struct extent *extent, int from, int to) {
    if (!extent->to || from < extent->from) extent->from = from;
    if (to > extent->to) extent->to = to;
}

/* The mark's levels are whole dots. */
static void add_mark(unsigned char *row, struct extent *extent, int y, const struct place *place) {
    const double unit = place->size / UNITS;
    for (int level = 0; level < LEVELS; level++) {
        int left = (int)(place->x + mark[level].left * unit);
        int right = (int)(place->x + (mark[level].left + mark[level].width) * unit);
        int top = (int)(place->y + mark[level].top * unit);
        int bottom = (int)(place->y + (mark[level].top + THICK) * unit);
        if (y < top || y >= bottom) continue;
        memset(row + left, SHADES + level, (size_t)(right - left));
        widen(extent, left, right);
    }
}

/* Takes the row's letters from the canvas, which is empty there afterwards. */
static struct extent take_letters(unsigned char *row, struct canvas *canvas, int y) {
    const struct extent extent = canvas->row[y];
    unsigned char *covered = canvas->covered[y];
    int x = extent.from;
    for (uint64_t eight; x + (int)sizeof eight <= extent.to; x += (int)sizeof eight) {
        memcpy(&eight, covered + x, sizeof eight);
        eight = eight / SHADE_STEP & SHADES_OF_EIGHT;
        memcpy(row + x, &eight, sizeof eight);
    }
    for (; x < extent.to; x++)
        row[x] = covered[x] / SHADE_STEP;
    memset(covered + extent.from, 0, (size_t)(extent.to - extent.from));
    canvas->row[y] = (struct extent){0};
    return extent;
}

static void begin_file(struct svg_dots *dots, int width, int height) {
    unsigned long palette[SHADES + LEVELS];
    fill_palette(palette);
    svg_dots_begin(dots, width, height, palette, SHADES + LEVELS);
}

/* Packs the rows before `end`. `canvas` NULL: there are no letters. */
static void pack(struct svg_dots *dots, struct canvas *canvas, int end, const struct place *place) {
    int empty = 0;
    for (int y = canvas ? canvas->first : 0; y < end; y++) {
        unsigned char *row = svg_dots_row(dots);
        struct extent extent = canvas ? take_letters(row, canvas, y) : (struct extent){0};
        if (y >= place->y && y < place->y + place->size) add_mark(row, &extent, y, place);
        empty++;
        if (!extent.to) continue;
        svg_dots_empty(dots, empty - 1);
        svg_dots_add(dots, extent.from, extent.to);
        empty = 0;
    }
    svg_dots_empty(dots, empty);
}

/* ---- letters --------------------------------------------------------------------------------- */

enum { SHAPES = 256 };

/* How much a letter covers of the dots around the place where it is set, and each row of that as a piece. */
struct shape {
    struct shape *next; /* another letter whose number has the same end */
    unsigned long letter;
    unsigned char *covered;
    int left, top, width, height;
    struct extent ink; /* the columns that are not empty: none, if `to` is 0 */
    struct svg_dots_piece *row;
    struct svg_buffer bits;
    double advance;
};

/* Letters of one font, size and strength, each drawn once. */
struct style {
    cairo_t *cairo; /* to measure with */
    struct shape *shape[SHAPES];
};

enum { TITLE, SMALL, STYLES };
static const struct {
    struct svg_font font;
    double strength;
} styles[STYLES] = {{{66, SVG_SEMIBOLD}, 1}, {{34, SVG_REGULAR}, 0.7}};

enum { WEIGHTS = SVG_SEMIBOLD + 1 };

/* Letters that were set one behind the other, with `y` under them. */
struct line {
    int y, top, bottom; /* the rows that they cover */
    size_t first, count;
};

struct placed {
    const struct shape *shape;
    int x;
};

struct svg_letters {
    FT_Library library;
    FT_Face face[WEIGHTS];
    cairo_font_face_t *font[WEIGHTS];
    struct style style[STYLES];
    struct canvas canvas;   /* empty between two pictures */
    struct svg_dots pieces; /* packs rows of letters */
    /* What is set in the picture. */
    struct line line[LINES + 1];
    size_t lines;
    struct placed placed[2 * SVG_MAX_TEXT];
    size_t count;
    /* Pictures of one kind begin alike: packed so far, for the words that stand beside the mark. */
    struct svg_dots head;
    char head_words[SVG_MAX_TEXT + 1];
    bool has_head;
};

static cairo_t *begin(int width, int height) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, width, height);
    cairo_t *cairo = cairo_create(surface);
    cairo_surface_destroy(surface); /* the context holds it */
    return cairo;
}

static void free_shapes(struct shape *shape) {
    while (shape) {
        struct shape *next = shape->next;
        free(shape->covered);
        free(shape->row);
        svg_buffer_free(&shape->bits);
        free(shape);
        shape = next;
    }
}

void svg_letters_close(struct svg_letters *letters) {
    if (!letters) return;
    for (int i = 0; i < STYLES; i++) {
        if (letters->style[i].cairo) cairo_destroy(letters->style[i].cairo);
        for (int slot = 0; slot < SHAPES; slot++)
            free_shapes(letters->style[i].shape[slot]);
    }
    svg_dots_free(&letters->pieces);
    svg_dots_free(&letters->head);
    for (int weight = 0; weight < WEIGHTS; weight++) {
        if (letters->font[weight]) cairo_font_face_destroy(letters->font[weight]);
        if (letters->face[weight]) FT_Done_Face(letters->face[weight]);
    }
    if (letters->library) FT_Done_FreeType(letters->library);
    free(letters);
}

static void set_font(cairo_t *cairo, const struct svg_letters *letters, int style) {
    cairo_set_font_face(cairo, letters->font[styles[style].font.weight]);
    cairo_set_font_size(cairo, styles[style].font.size);
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
    for (int i = 0; fine && i < STYLES; i++)
        set_font(letters->style[i].cairo = begin(1, 1), letters, i);
    if (fine) svg_dots_begin_pieces(&letters->pieces, WIDE);
    if (fine) return letters;
    svg_letters_close(letters);
    return NULL;
}

/* Draws the letter into dots of its own. */
static enum svg_code draw(const struct svg_letters *letters, int style, const char *letter,
                          struct shape *shape) {
    enum { AROUND = 1 }; /* dots that are covered in part */
    cairo_text_extents_t box;
    cairo_text_extents(letters->style[style].cairo, letter, &box);
    shape->left = (int)floor(box.x_bearing) - AROUND;
    shape->top = (int)floor(box.y_bearing) - AROUND;
    shape->width = (int)ceil(box.width) + 3 * AROUND;
    shape->height = (int)ceil(box.height) + 3 * AROUND;
    shape->advance = box.x_advance;
    cairo_t *cairo = begin(shape->width, shape->height);
    set_font(cairo, letters, style);
    cairo_set_source_rgba(cairo, 0, 0, 0, styles[style].strength);
    cairo_move_to(cairo, -shape->left, -shape->top);
    cairo_show_text(cairo, letter);
    cairo_surface_flush(cairo_get_target(cairo));
    cairo_status_t status = cairo_status(cairo);
    const unsigned char *dots = cairo_image_surface_get_data(cairo_get_target(cairo));
    const int stride = cairo_image_surface_get_stride(cairo_get_target(cairo));
    size_t width = (size_t)shape->width;
    shape->covered = calloc((size_t)shape->height, width);
    for (int y = 0; status == CAIRO_STATUS_SUCCESS && shape->covered && y < shape->height; y++)
        memcpy(shape->covered + (size_t)y * width, dots + (size_t)y * (size_t)stride, width);
    cairo_destroy(cairo);
    if (status == CAIRO_STATUS_NO_MEMORY || !shape->covered) return SVG_ERR_MEMORY;
    return status == CAIRO_STATUS_SUCCESS ? SVG_OK : SVG_ERR_CAIRO;
}

/* One that covers over one that covers, as alpha is put over alpha. */
static unsigned char over(unsigned below, unsigned above) {
    unsigned left = below * (255 - above) + 128;
    return (unsigned char)(above + ((left + (left >> 8)) >> 8));
}

/* Where nothing was, which is nearly everywhere, eight dots are put at once. */
static void put_row(unsigned char *into, const unsigned char *covered, int count) {
    uint64_t there;
    int i = 0;
    for (; i + (int)sizeof there <= count; i += (int)sizeof there) {
        memcpy(&there, into + i, sizeof there);
        if (!there)
            memcpy(into + i, covered + i, sizeof there);
        else
            for (int k = i; k < i + (int)sizeof there; k++)
                into[k] = over(into[k], covered[k]);
    }
    for (; i < count; i++)
        into[i] = over(into[i], covered[i]);
}

static void put(struct canvas *canvas, const struct placed *placed, int y) {
    const struct shape *shape = placed->shape;
    int left = placed->x, top = y + shape->top;
    int from = left < 0 ? -left : 0, to = shape->width < WIDE - left ? shape->width : WIDE - left;
    for (int row = top < canvas->first ? canvas->first - top : 0;
         from < to && row < shape->height && top + row < HIGH; row++) {
        const unsigned char *covered = shape->covered + (size_t)row * (size_t)shape->width;
        put_row(&canvas->covered[top + row][left + from], covered + from, to - from);
        widen(&canvas->row[top + row], left + from, left + to);
    }
}

/* Packs the rows of a letter that was drawn. */
static enum svg_code pack_shape(struct svg_dots *pieces, struct shape *shape) {
    const size_t width = (size_t)shape->width, size = width * (size_t)shape->height;
    unsigned char *shade = malloc(size);
    shape->row = calloc((size_t)shape->height, sizeof *shape->row);
    for (size_t i = 0; shade && i < size; i++)
        shade[i] = shape->covered[i] / SHADE_STEP;
    for (int y = 0; shade && shape->row && y < shape->height; y++) {
        const unsigned char *row = shade + (size_t)y * width;
        shape->row[y] = svg_dots_piece(pieces, row, y ? row - width : NULL, shape->width);
        if (shape->row[y].width)
            widen(&shape->ink, shape->row[y].from, shape->row[y].from + (int)shape->row[y].width);
    }
    free(shade);
    shape->bits = pieces->file;
    pieces->file = (struct svg_buffer){0};
    return shade && shape->row ? shape->bits.code : SVG_ERR_MEMORY;
}

/* NULL and *code: it cannot be drawn. */
static const struct shape *find_shape(struct svg_letters *letters, int style, unsigned long letter,
                                      const char *alone, enum svg_code *code) {
    struct shape **slot = &letters->style[style].shape[letter % SHAPES], *shape = *slot;
    while (shape && shape->letter != letter)
        shape = shape->next;
    if (shape) return shape;
    shape = calloc(1, sizeof *shape);
    *code = shape ? draw(letters, style, alone, shape) : SVG_ERR_MEMORY;
    if (*code == SVG_OK) *code = pack_shape(&letters->pieces, shape);
    if (*code != SVG_OK) {
        free_shapes(shape);
        return NULL;
    }
    shape->letter = letter;
    shape->next = *slot;
    return *slot = shape;
}

/* Sets words that begin at `x` on the line at `y`. */
static enum svg_code set(struct svg_letters *letters, int style, int x, int y, const char *words) {
    struct line *line = &letters->line[letters->lines++];
    double at = x;
    enum svg_code code = SVG_OK;
    *line = (struct line){y, y, y, letters->count, 0};
    for (size_t left = strlen(words), used; left; left -= used, words += used) {
        unsigned long letter = svg_text_decode(words, left, &used);
        char alone[5] = {0};
        memcpy(alone, words, used);
        const struct shape *shape = find_shape(letters, style, letter, alone, &code);
        if (!shape) return code;
        const int top = y + shape->top, bottom = top + shape->height;
        if (top < line->top) line->top = top;
        if (bottom > line->bottom) line->bottom = bottom;
        letters->placed[letters->count++] = (struct placed){shape, (int)lround(at) + shape->left};
        line->count++;
        at += shape->advance;
    }
    return code;
}

/* Begins another picture. */
static void clear(struct svg_letters *letters) {
    letters->lines = letters->count = 0;
}

/* Puts what was set on the canvas. */
static void put_lines(struct svg_letters *letters) {
    for (const struct line *line = letters->line; line < letters->line + letters->lines; line++)
        for (size_t i = line->first; i < line->first + line->count; i++)
            put(&letters->canvas, &letters->placed[i], line->y);
}

/* Whether no dot is covered by two letters, and all are in the rows from `top` on: pieces can be put then. */
static bool are_apart(const struct svg_letters *letters, int top) {
    for (const struct line *line = letters->line; line < letters->line + letters->lines; line++) {
        int right = 0;
        if (line->top < top || line->bottom > HIGH) return false;
        top = line->bottom;
        for (size_t i = line->first; i < line->first + line->count; i++) {
            const struct placed *placed = &letters->placed[i];
            if (!placed->shape->ink.to) continue;
            if (placed->x + placed->shape->ink.from < right) return false;
            right = placed->x + placed->shape->ink.to;
            if (right >= WIDE) return false;
        }
    }
    return true;
}

static void pack_row(struct svg_dots *dots, const struct svg_letters *letters,
                     const struct line *line, int y) {
    struct svg_dots_placed row[WIDE]; /* each takes a dot */
    size_t count = 0;
    for (size_t i = line->first; i < line->first + line->count; i++) {
        const struct shape *shape = letters->placed[i].shape;
        const int at = y - line->y - shape->top;
        if (at < 0 || at >= shape->height || !shape->row[at].width) continue;
        row[count++] = (struct svg_dots_placed){&shape->row[at], shape->bits.text,
                                                letters->placed[i].x + shape->row[at].from};
    }
    svg_dots_put(dots, row, count);
}

/* Packs the rows from `y` on with what was set there, letter by letter. */
static void pack_lines(struct svg_dots *dots, const struct svg_letters *letters, int y) {
    for (const struct line *line = letters->line; line < letters->line + letters->lines; line++) {
        svg_dots_empty(dots, line->top - y);
        for (y = line->top; y < line->bottom; y++)
            pack_row(dots, letters, line, y);
    }
    svg_dots_empty(dots, HIGH - y);
}

/* ---- pictures -------------------------------------------------------------------------------- */

/* What does not fit into the last line is left out, and a sign says so. */
static enum svg_code title(struct svg_letters *letters, const char *words) {
    struct svg_wrap wrap = svg_wrap_begin(words, styles[TITLE].font, WIDE - 2 * EDGE);
    struct svg_span line;
    char shown[SVG_MAX_TEXT + sizeof "…"];
    enum svg_code code = SVG_OK;
    for (int count = 1; code == SVG_OK && count <= LINES && svg_wrap_next(&wrap, &line); count++) {
        const char *end = count == LINES && wrap.left ? "…" : "";
        memcpy(shown, line.text, line.length);
        memcpy(shown + line.length, end, strlen(end) + 1);
        code = set(letters, TITLE, EDGE, EDGE + 100 + 80 * count, shown);
    }
    return code;
}

enum { MARK = 84, HEAD = EDGE - 12 + MARK };
static const struct place mark_place = {EDGE, EDGE - 12, MARK};

/* Packs the rows before HEAD, unless they are those of the picture before. */
static enum svg_code pack_head(struct svg_letters *letters, const char *kind) {
    if (letters->has_head && strcmp(letters->head_words, kind) == 0) return SVG_OK;
    svg_dots_free(&letters->head);
    letters->canvas.first = 0;
    begin_file(&letters->head, WIDE, HIGH);
    clear(letters);
    enum svg_code code = set(letters, SMALL, EDGE + MARK + 24, EDGE + 42, kind);
    if (code == SVG_OK) put_lines(letters);
    pack(&letters->head, &letters->canvas, HEAD, &mark_place);
    letters->canvas.first = HEAD;
    memcpy(letters->head_words, kind, strlen(kind) + 1);
    letters->has_head = code == SVG_OK;
    return code;
}

struct svg_result svg_preview(const struct svg_preview *in) {
    const char *const words[] = {in->site, in->title, in->kind ? in->kind : ""};
    if (!in->letters) return (struct svg_result){.code = SVG_ERR_MISSING};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!words[i]) return (struct svg_result){.code = SVG_ERR_MISSING};
        if (strlen(words[i]) > SVG_MAX_TEXT || !svg_text_valid(words[i], strlen(words[i])))
            return (struct svg_result){.code = SVG_ERR_TEXT};
    }
    struct svg_dots dots;
    enum svg_code code = pack_head(in->letters, words[2]);
    clear(in->letters);
    if (code == SVG_OK) code = title(in->letters, in->title);
    if (code == SVG_OK) code = set(in->letters, SMALL, EDGE, HIGH - EDGE + 12, in->site);
    if (code != SVG_OK) return (struct svg_result){.code = code};
    svg_dots_copy(&dots, &in->letters->head);
    if (are_apart(in->letters, HEAD)) {
        pack_lines(&dots, in->letters, HEAD);
    } else {
        put_lines(in->letters);
        pack(&dots, &in->letters->canvas, HIGH, &mark_place);
    }
    return svg_dots_end(&dots);
}

struct svg_result svg_icon(int size) {
    struct svg_dots dots;
    begin_file(&dots, size, size);
    pack(&dots, NULL, size, &(struct place){size * 0.12, size * 0.12, size * 0.76});
    return svg_dots_end(&dots);
}
