/* cairo -- what svg/ asks of Cairo: paths of straight lines on its grid, and how far they reach.
 *
 * A page has no Cairo. The drawings have no curves, letters are text, and nothing is painted: what is left is
 * to round every coordinate to 1/256, as Cairo does, to leave out a line that does not go on from the one
 * before it, and to know the box of a path. Each function does what the one of Cairo 1.16 does, so that a
 * figure drawn in the page is the one that a build draws, byte for byte. */
#include <cairo.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"

struct point {
    int64_t x, y; /* in 1/256 */
};

struct _cairo {
    cairo_path_data_t *data; /* pairs of a header and a point; a close has no point */
    size_t count, capacity;
    struct point at, start; /* the pen, and where the part began */
    struct point before;    /* where the latest line began */
    bool has_point, starts; /* the next line needs a move before it */
    bool line;              /* the latest is a line */
    bool any;               /* the box holds something */
    struct point low, high; /* the box */
};

struct _cairo_surface {
    char nothing;
};

static struct point on_grid(double x, double y) {
    return (struct point){(int64_t)rint(x * 256), (int64_t)rint(y * 256)};
}

static bool same(struct point a, struct point b) {
    return a.x == b.x && a.y == b.y;
}

static void add(cairo_t *cr, cairo_path_data_type_t type, struct point at) {
    int length = type == CAIRO_PATH_CLOSE_PATH ? 1 : 2;
    if (cr->count + 2 > cr->capacity) {
        cr->capacity = cr->capacity ? cr->capacity * 2 : 64;
        cr->data = memory_need(cr->data, cr->capacity * sizeof *cr->data);
    }
    cr->data[cr->count].header.type = type;
    cr->data[cr->count++].header.length = length;
    if (length == 1) return;
    cr->data[cr->count].point.x = (double)at.x / 256;
    cr->data[cr->count++].point.y = (double)at.y / 256;
}

static void reach(cairo_t *cr, struct point at) {
    if (!cr->any) cr->low = cr->high = at;
    cr->any = true;
    if (at.x < cr->low.x) cr->low.x = at.x;
    if (at.y < cr->low.y) cr->low.y = at.y;
    if (at.x > cr->high.x) cr->high.x = at.x;
    if (at.y > cr->high.y) cr->high.y = at.y;
}

static void move_to(cairo_t *cr, struct point at) {
    cr->at = cr->start = at;
    cr->has_point = cr->starts = true;
}

static void begin(cairo_t *cr) {
    if (!cr->starts) return;
    cr->starts = false;
    cr->line = false;
    cr->start = cr->at;
    reach(cr, cr->at);
    add(cr, CAIRO_PATH_MOVE_TO, cr->at);
}

/* The line goes on in the direction of the one before it. */
static bool goes_on(const cairo_t *cr, struct point to) {
    const int64_t ax = cr->at.x - cr->before.x, ay = cr->at.y - cr->before.y;
    const int64_t bx = to.x - cr->at.x, by = to.y - cr->at.y;
    return ay * bx == by * ax && ax * bx + ay * by >= 0;
}

static void line_to(cairo_t *cr, struct point to) {
    if (!cr->has_point) {
        move_to(cr, to);
        return;
    }
    begin(cr);
    if (cr->line && same(to, cr->at)) return;
    struct point from = cr->at;
    if (cr->line && (same(cr->before, cr->at) || goes_on(cr, to))) {
        cr->count -= 2; /* one line does for both */
        from = cr->before;
    }
    cr->before = from;
    cr->at = to;
    cr->line = true;
    reach(cr, to);
    add(cr, CAIRO_PATH_LINE_TO, to);
}

void cairo_move_to(cairo_t *cr, double x, double y) {
    move_to(cr, on_grid(x, y));
}

void cairo_line_to(cairo_t *cr, double x, double y) {
    line_to(cr, on_grid(x, y));
}

/* The line back is drawn to find out whether it goes on from the last one, and taken away again. */
void cairo_close_path(cairo_t *cr) {
    if (!cr->has_point) return;
    line_to(cr, cr->start);
    if (cr->line) cr->count -= 2;
    add(cr, CAIRO_PATH_CLOSE_PATH, cr->start);
    cr->line = false;
    cr->at = cr->start;
    cr->starts = true;
}

void cairo_rectangle(cairo_t *cr, double x, double y, double width, double height) {
    const struct point corner = on_grid(x, y), size = on_grid(width, height);
    move_to(cr, corner);
    line_to(cr, (struct point){corner.x + size.x, corner.y});
    line_to(cr, (struct point){corner.x + size.x, corner.y + size.y});
    line_to(cr, (struct point){corner.x, corner.y + size.y});
    cairo_close_path(cr);
}

void cairo_new_path(cairo_t *cr) {
    cr->count = 0;
    cr->has_point = cr->starts = cr->line = cr->any = false;
}

void cairo_path_extents(cairo_t *cr, double *x1, double *y1, double *x2, double *y2) {
    *x1 = *y1 = *x2 = *y2 = 0;
    if (!cr->any) return;
    *x1 = (double)cr->low.x / 256;
    *y1 = (double)cr->low.y / 256;
    *x2 = (double)cr->high.x / 256;
    *y2 = (double)cr->high.y / 256;
}

cairo_path_t *cairo_copy_path(cairo_t *cr) {
    cairo_path_t *path = memory_need(NULL, sizeof *path);
    if (cr->starts && cr->has_point) add(cr, CAIRO_PATH_MOVE_TO, cr->at);
    *path = (cairo_path_t){CAIRO_STATUS_SUCCESS, cr->data, (int)cr->count};
    if (cr->starts && cr->has_point) cr->count -= 2;
    return path;
}

/* The data are the context's. */
void cairo_path_destroy(cairo_path_t *path) {
    free(path);
}

cairo_surface_t *cairo_recording_surface_create(cairo_content_t content,
                                                const cairo_rectangle_t *extents) {
    static cairo_surface_t surface;
    (void)content, (void)extents;
    return &surface;
}

void cairo_surface_destroy(cairo_surface_t *surface) {
    (void)surface;
}

cairo_status_t cairo_surface_status(cairo_surface_t *surface) {
    (void)surface;
    return CAIRO_STATUS_SUCCESS;
}

cairo_t *cairo_create(cairo_surface_t *surface) {
    (void)surface;
    cairo_t *cr = memory_need(NULL, sizeof *cr);
    *cr = (cairo_t){0};
    return cr;
}

void cairo_destroy(cairo_t *cr) {
    free(cr->data);
    free(cr);
}

cairo_status_t cairo_status(cairo_t *cr) {
    (void)cr;
    return CAIRO_STATUS_SUCCESS;
}
