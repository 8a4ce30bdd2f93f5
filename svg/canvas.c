/* canvas.c -- see canvas.h. */
#include "canvas.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EDGE 1.0 /* px kept free below everything */

enum { WIDE = 720, NARROW = 358 }; /* px, see svg.h */

void svg_canvas_group(struct svg_canvas *canvas, const char *classes) {
    SVG_BUFFER_STRS(&canvas->body, "<g class=\"", classes, "\">\n");
}

void svg_canvas_group_end(struct svg_canvas *canvas) {
    svg_buffer_str(&canvas->body, "</g>\n");
}

void svg_canvas_value(struct svg_canvas *canvas, const char *title) {
    if (!svg_given(title)) return;
    svg_canvas_group(canvas, "svg-value");
    svg_buffer_str(&canvas->body, "<title>");
    svg_buffer_escaped(&canvas->body, title, strlen(title));
    svg_buffer_str(&canvas->body, "</title>\n");
}

void svg_canvas_value_end(struct svg_canvas *canvas, const char *title) {
    if (svg_given(title)) svg_canvas_group_end(canvas);
}

void svg_canvas_link(struct svg_canvas *canvas, const struct svg_link *link) {
    if (!svg_given(link->href)) return;
    canvas->linked = true;
    SVG_BUFFER_STRS(&canvas->body, "<a class=\"", link->classes, "\" href=\"");
    svg_buffer_escaped(&canvas->body, link->href, strlen(link->href));
    svg_buffer_str(&canvas->body, "\">\n");
}

void svg_canvas_link_end(struct svg_canvas *canvas, const struct svg_link *link) {
    if (svg_given(link->href)) svg_buffer_str(&canvas->body, "</a>\n");
}

/* ---- painting ------------------------------------------------------------------------------ */

static void write_stroke(struct svg_buffer *body, const struct svg_paint *paint) {
    SVG_BUFFER_STRS(body, " stroke=\"", svg_palette_entry(paint->stroke)->paint, "\"");
    if (paint->stroke_width != 1) svg_buffer_attribute(body, "stroke-width", paint->stroke_width);
    if (paint->dash != NULL) SVG_BUFFER_STRS(body, " stroke-dasharray=\"", paint->dash, "\"");
}

/* Ends the element. */
static void write_paint(struct svg_canvas *canvas, const struct svg_paint *paint) {
    struct svg_buffer *body = &canvas->body;
    const char *fill = paint->filled ? svg_palette_entry(paint->fill)->paint : "none";
    if (paint->classes != NULL) SVG_BUFFER_STRS(body, " class=\"", paint->classes, "\"");
    SVG_BUFFER_STRS(body, " fill=\"", fill, "\"");
    if (paint->stroke_width > 0) write_stroke(body, paint);
    svg_buffer_str(body, "/>\n");
}

static void include(struct svg_canvas *canvas, double left, double right, double bottom) {
    if (canvas->dry) return;
    canvas->left = fmin(canvas->left, left);
    canvas->right = fmax(canvas->right, right);
    canvas->bottom = fmax(canvas->bottom, bottom);
}

/* Adds what the current path covers to the drawing's box, and forgets the path. Half the stroke is
 * added to the path's own extents: cairo_stroke_extents() may differ between versions of Cairo. */
static void record(struct svg_canvas *canvas, const struct svg_paint *paint) {
    const double half = paint->stroke_width / 2;
    double x1, y1, x2, y2; /* all 0 for an empty path */
    cairo_path_extents(canvas->cairo, &x1, &y1, &x2, &y2);
    cairo_new_path(canvas->cairo);
    const double aside = y1 != y2 ? half : 0; /* a level line has nothing beyond its ends */
    const double below = x1 != x2 ? half : 0;
    include(canvas, x1 - aside, x2 + aside, y2 + below);
}

static void write_point(struct svg_buffer *body, const char *command, const cairo_path_data_t *p) {
    svg_buffer_str(body, command);
    svg_buffer_number(body, p->point.x);
    svg_buffer_str(body, " ");
    svg_buffer_number(body, p->point.y);
}

/* Writes a line to `p`, as H or V where it runs along an axis. */
static void write_line_to(struct svg_buffer *body, const cairo_path_data_t *from,
                          const cairo_path_data_t *p) {
    bool level = from && from->point.y == p->point.y, upright = from && from->point.x == p->point.x;
    if (level || upright) {
        svg_buffer_str(body, level ? "H" : "V");
        svg_buffer_number(body, level ? p->point.x : p->point.y);
    } else {
        write_point(body, "L", p);
    }
}

static void write_data(struct svg_buffer *body, const cairo_path_t *path) {
    const cairo_path_data_t *last = NULL; /* where the pen is */
    for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
        const cairo_path_data_t *data = &path->data[i];
        switch (data->header.type) {
        case CAIRO_PATH_MOVE_TO:
            /* Cairo leaves a move after each closed part; nothing follows the last one. */
            if (i + data->header.length < path->num_data) write_point(body, "M", &data[1]);
            last = &data[1];
            break;
        case CAIRO_PATH_LINE_TO:
            write_line_to(body, last, &data[1]);
            last = &data[1];
            break;
        case CAIRO_PATH_CURVE_TO: break; /* no figure has curves */
        case CAIRO_PATH_CLOSE_PATH: svg_buffer_str(body, "Z"); break;
        }
    }
}

/* Lays the pattern over each closed part, which is an upright rectangle. */
static void write_pattern(struct svg_canvas *canvas, const cairo_path_t *path,
                          enum svg_pattern pattern) {
    struct svg_pattern_pen pen = {.out = &canvas->body, .pattern = pattern};
    struct svg_box part = {0};
    for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
        const cairo_path_data_t *data = &path->data[i];
        if (data->header.type == CAIRO_PATH_CLOSE_PATH) {
            svg_pattern_add(&pen, part);
        } else if (data->header.type == CAIRO_PATH_MOVE_TO) {
            part = SVG_BOX(data[1].point.x, data[1].point.y, data[1].point.x, data[1].point.y);
        } else {
            part = SVG_BOX(fmin(part.x1, data[1].point.x), fmin(part.y1, data[1].point.y),
                           fmax(part.x2, data[1].point.x), fmax(part.y2, data[1].point.y));
        }
    }
    svg_pattern_end(&pen);
}

/* Returns the current path, or NULL with the reason in canvas->code. */
static cairo_path_t *current_path(struct svg_canvas *canvas) {
    cairo_path_t *path = cairo_copy_path(canvas->cairo);
    if (path->status == CAIRO_STATUS_SUCCESS) return path;
    if (canvas->code == SVG_OK)
        canvas->code = path->status == CAIRO_STATUS_NO_MEMORY ? SVG_ERR_MEMORY : SVG_ERR_CAIRO;
    cairo_path_destroy(path);
    return NULL;
}

void svg_canvas_path(struct svg_canvas *canvas, const struct svg_paint *paint) {
    cairo_path_t *path = current_path(canvas);
    if (path != NULL && path->num_data > 0 && !canvas->dry) {
        svg_buffer_str(&canvas->body, "<path d=\"");
        write_data(&canvas->body, path);
        svg_buffer_str(&canvas->body, "\"");
        write_paint(canvas, paint);
        if (paint->pattern != SVG_SOLID) write_pattern(canvas, path, paint->pattern);
    }
    if (path != NULL) cairo_path_destroy(path);
    record(canvas, paint);
}

/* Rounds a rectangle to Cairo's fixed-point grid. */
static struct svg_rect snap(struct svg_canvas *canvas, struct svg_rect rect) {
    double x1, y1, x2, y2;
    cairo_rectangle(canvas->cairo, rect.x, rect.y, rect.width, rect.height);
    cairo_path_extents(canvas->cairo, &x1, &y1, &x2, &y2);
    return (struct svg_rect){x1, y1, x2 - x1, y2 - y1,
                             fmin(rect.radius, fmin(rect.width, rect.height) / 2)};
}

static void write_rect(struct svg_buffer *body, struct svg_rect rect) {
    svg_buffer_str(body, "<rect");
    svg_buffer_attribute(body, "x", rect.x);
    svg_buffer_attribute(body, "y", rect.y);
    svg_buffer_attribute(body, "width", rect.width);
    svg_buffer_attribute(body, "height", rect.height);
    if (rect.radius > 0) svg_buffer_attribute(body, "rx", rect.radius);
}

void svg_canvas_rect(struct svg_canvas *canvas, struct svg_rect rect,
                     const struct svg_paint *paint) {
    assert(rect.width >= 0 && rect.height >= 0 && rect.radius >= 0);
    rect = snap(canvas, rect);
    if (!canvas->dry) {
        struct svg_pattern_pen pen = {.out = &canvas->body, .pattern = paint->pattern};
        write_rect(&canvas->body, rect);
        write_paint(canvas, paint);
        if (paint->pattern != SVG_SOLID)
            svg_pattern_add(&pen,
                            SVG_BOX(rect.x, rect.y, rect.x + rect.width, rect.y + rect.height));
        svg_pattern_end(&pen);
    }
    record(canvas, paint);
}

void svg_canvas_line(struct svg_canvas *canvas, struct svg_box line,
                     const struct svg_paint *paint) {
    svg_canvas_add_line(canvas, line);
    svg_canvas_path(canvas, paint);
}

void svg_canvas_add_line(struct svg_canvas *canvas, struct svg_box line) {
    cairo_move_to(canvas->cairo, line.x1, line.y1);
    cairo_line_to(canvas->cairo, line.x2, line.y2);
}

void svg_canvas_circle(struct svg_canvas *canvas, double x, double y, double radius,
                       const struct svg_paint *paint) {
    const struct svg_rect box =
        snap(canvas, SVG_RECT(x - radius, y - radius, 2 * radius, 2 * radius));
    assert(paint->pattern == SVG_SOLID);
    if (!canvas->dry) {
        svg_buffer_str(&canvas->body, "<circle");
        svg_buffer_attribute(&canvas->body, "cx", box.x + box.width / 2);
        svg_buffer_attribute(&canvas->body, "cy", box.y + box.height / 2);
        svg_buffer_attribute(&canvas->body, "r", box.width / 2);
        write_paint(canvas, paint);
    }
    record(canvas, paint);
}

/* ---- text ---------------------------------------------------------------------------------- */

#define DESCENT 0.25 /* part of the em below the baseline that letters may fill */

static double start_of(double x, double width, enum svg_anchor anchor) {
    return anchor == SVG_START ? x : anchor == SVG_MIDDLE ? x - width / 2 : x - width;
}

void svg_canvas_text(struct svg_canvas *canvas, struct svg_at at, struct svg_span span,
                     const struct svg_style *style) {
    static const char *const anchors[] = {NULL, "middle", "end"};
    struct svg_buffer *body = &canvas->body;
    if (canvas->dry) return;
    svg_buffer_str(body, "<text");
    svg_buffer_attribute(body, "x", at.x);
    svg_buffer_attribute(body, "y", at.y);
    svg_buffer_attribute(body, "font-size", style->font.size);
    if (style->font.weight == SVG_SEMIBOLD) svg_buffer_str(body, " font-weight=\"600\"");
    if (style->italic) svg_buffer_str(body, " font-style=\"italic\"");
    if (anchors[style->anchor] != NULL)
        SVG_BUFFER_STRS(body, " text-anchor=\"", anchors[style->anchor], "\"");
    SVG_BUFFER_STRS(body, " fill=\"", svg_palette_entry(style->colour)->paint, "\"");
    svg_buffer_attribute(body, "textLength", span.width);
    svg_buffer_str(body, " lengthAdjust=\"spacingAndGlyphs\">");
    svg_buffer_escaped(body, span.text, span.length);
    svg_buffer_str(body, "</text>\n");

    double room = span.width * SVG_TEXT_SLACK;
    double left = start_of(at.x, room, style->anchor);
    include(canvas, left, left + room, at.y + DESCENT * style->font.size);
}

double svg_canvas_block(struct svg_canvas *canvas, struct svg_at at, const char *text,
                        const struct svg_style *style) {
    double height = svg_line_height(style->font), y = at.y;
    struct svg_wrap wrap = svg_wrap_begin(text, style->font, at.room);
    for (struct svg_span line; svg_wrap_next(&wrap, &line); y += height)
        svg_canvas_text(canvas, SVG_POINT(at.x, svg_baseline(y, style->font)), line, style);
    return y;
}

double svg_canvas_across(struct svg_canvas *canvas, double y, const char *text,
                         const struct svg_style *style) {
    return svg_canvas_block(canvas, SVG_AT(1, y, canvas->width - 2), text, style);
}

/* ---- the finished figure -------------------------------------------------------------------- */

static void write_named(struct svg_buffer *out, const char *element, const struct svg_frame *frame,
                        const char *text) {
    SVG_BUFFER_STRS(out, "<", element, " id=\"", frame->id_prefix, "-", element, "\">");
    svg_buffer_escaped(out, text, strlen(text));
    SVG_BUFFER_STRS(out, "</", element, ">\n");
}

static void write_head(struct svg_canvas *canvas, struct svg_buffer *out, double height) {
    const struct svg_frame *frame = canvas->frame;
    SVG_BUFFER_STRS(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"svg-figure svg-",
                    frame->layout == SVG_NARROW ? "narrow" : "wide", "\" viewBox=\"0 0 ");
    svg_buffer_number(out, canvas->width);
    svg_buffer_str(out, " ");
    svg_buffer_number(out, height);
    svg_buffer_str(out, "\"");
    svg_buffer_attribute(out, "width", canvas->width);
    svg_buffer_attribute(out, "height", height);
    SVG_BUFFER_STRS(out, " role=\"", canvas->linked ? "group" : "img", "\" aria-labelledby=\"",
                    frame->id_prefix, "-title\" aria-describedby=\"", frame->id_prefix,
                    "-desc\" font-family=\"Inter, system-ui, sans-serif\">\n");
    write_named(out, "title", frame, frame->title);
    write_named(out, "desc", frame, frame->desc);
}

struct svg_result svg_standalone(const struct svg_result *figure) {
    static const char end[] = "</desc>\n";
    const char *behind = figure->text ? strstr(figure->text, end) : NULL;
    struct svg_buffer out = {0};
    if (!behind) return (struct svg_result){.code = SVG_ERR_MISSING, .where = "figure"};
    size_t head = (size_t)(behind - figure->text) + sizeof end - 1;
    svg_buffer_add(&out, figure->text, head);
    SVG_BUFFER_STRS(&out, "<style>\n", svg_palette_css(),
                    ":root{background:var(--surface)}\n</style>\n");
    svg_buffer_add(&out, figure->text + head, figure->length - head);
    const enum svg_code code = out.code;
    if (code != SVG_OK) svg_buffer_free(&out);
    return (struct svg_result){.text = out.text, .length = out.length, .code = code};
}

static void note_failure(struct svg_canvas *canvas) {
    if (canvas->code == SVG_OK) canvas->code = canvas->body.code;
    if (canvas->code == SVG_OK) {
        cairo_status_t status = cairo_status(canvas->cairo);
        if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(canvas->surface);
        if (status != CAIRO_STATUS_SUCCESS)
            canvas->code = status == CAIRO_STATUS_NO_MEMORY ? SVG_ERR_MEMORY : SVG_ERR_CAIRO;
    }
}

static struct svg_result finish(struct svg_canvas *canvas) {
    struct svg_buffer out = {0};
    note_failure(canvas);
    if (canvas->code == SVG_OK && canvas->bottom > SVG_CANVAS_MAX) canvas->code = SVG_ERR_LIMIT;
    if (canvas->code == SVG_OK) {
        assert(canvas->left >= 0 && canvas->right <= canvas->width);
        write_head(canvas, &out, ceil(canvas->bottom + EDGE));
        svg_buffer_add(&out, canvas->body.text, canvas->body.length);
        svg_buffer_str(&out, "</svg>\n");
        canvas->code = out.code;
    }
    struct svg_result result = {.code = canvas->code};
    if (result.code == SVG_OK)
        result.text = out.text, result.length = out.length;
    else
        svg_buffer_free(&out);
    svg_buffer_free(&canvas->body);
    cairo_destroy(canvas->cairo);
    cairo_surface_destroy(canvas->surface);
    return result;
}

struct svg_result svg_figure(const struct svg_frame *frame, const void *in,
                             svg_check_function *check_input, svg_draw_function *draw) {
    struct svg_check check = {0};
    svg_check_frame(&check, frame);
    check_input(&check, in);
    if (check.code != SVG_OK) return svg_check_result(&check);
    struct svg_canvas canvas = {.frame = frame,
                                .width = frame->layout == SVG_NARROW ? NARROW : WIDE};
    canvas.left = canvas.width;
    canvas.surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, NULL);
    canvas.cairo = cairo_create(canvas.surface);
    draw(&canvas, in);
    return finish(&canvas);
}
