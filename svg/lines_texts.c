/* lines_texts.c -- texts beside the points of a line chart; see lines.h. */
#include "chart.h"
#include "check.h"
#include "lines.h"

#include <math.h>

bool svg_lines_given(const struct svg_line *line, size_t i) {
    return i < line->point_count && !svg_given(line->points[i].missing);
}

enum { TEXTS_MOST = 64 };
#define TEXT_SHARE 0.34 /* of the canvas, that a text may be wide */
#define MARKER 6.0      /* px from a marker's middle that it may cover */

struct texts {
    const struct svg_lines_layout *layout;
    struct svg_box boxes[TEXTS_MOST];
    size_t count;
};

static bool overlap(const struct svg_box *a, const struct svg_box *b) {
    return a->x1 < b->x2 + 2 && b->x1 < a->x2 + 2 && a->y1 < b->y2 && b->y1 < a->y2;
}

static bool crosses(const struct svg_box *box, struct svg_box line) {
    double from = 0, to = 1; /* part of the line that lies in the box */
    const double start[2] = {line.x1, line.y1}, way[2] = {line.x2 - line.x1, line.y2 - line.y1};
    const double low[2] = {box->x1, box->y1}, high[2] = {box->x2, box->y2};
    for (int i = 0; i < 2; i++) {
        if (way[i] == 0 && (start[i] < low[i] || start[i] > high[i])) return false;
        if (way[i] == 0) continue;
        const double a = (low[i] - start[i]) / way[i], b = (high[i] - start[i]) / way[i];
        from = fmax(from, fmin(a, b));
        to = fmin(to, fmax(a, b));
    }
    return from <= to;
}

/* Does the line, or one of its markers or drops, lie in the box? */
static bool meets(const struct svg_lines_layout *layout, const struct svg_line *line,
                  const struct svg_box *box) {
    const bool markers = line->point_count <= SVG_MARKERS_MOST;
    for (size_t i = 0; i < line->point_count; i++) {
        const struct svg_point *point = &line->points[i];
        if (!svg_lines_given(line, i)) continue;
        const double x = svg_axis_at(&layout->x, point->x), y = svg_axis_at(&layout->y, point->y);
        const double base = layout->in->stems        ? layout->bottom
                            : point->roof > point->y ? svg_axis_at(&layout->y, point->roof)
                                                     : y;
        if (markers && x > box->x1 - MARKER && x < box->x2 + MARKER && y > box->y1 - MARKER &&
            y < box->y2 + MARKER)
            return true;
        if (crosses(box, SVG_BOX(x, base, x, y))) return true;
        if (!layout->in->stems && i > 0 && svg_lines_given(line, i - 1) &&
            crosses(box, SVG_BOX(svg_axis_at(&layout->x, point[-1].x),
                                 svg_axis_at(&layout->y, point[-1].y), x, y)))
            return true;
    }
    return false;
}

/* Is the box inside the plot, and free of lines and of texts placed before? */
static bool is_free(const struct svg_canvas *canvas, const struct texts *texts,
                    const struct svg_box *box) {
    const struct svg_lines_layout *layout = texts->layout;
    const double right = layout->names_at_ends ? layout->right : canvas->width - 1;
    if (box->x1 < layout->left || box->x2 > right || box->y1 < layout->top ||
        box->y2 > layout->bottom - 2)
        return false;
    for (size_t i = 0; i < texts->count; i++)
        if (overlap(box, &texts->boxes[i])) return false;
    for (size_t i = 0; i < layout->in->line_count; i++)
        if (meets(layout, &layout->in->lines[i], box)) return false;
    return true;
}

/* Where a text may stand from its marker: by how much of its own size it is moved, and by how many px. */
static const struct side {
    double width, height, dx, dy;
    enum svg_anchor anchor;
} sides[] = {
    {-0.5, -1, 0, -MARKER - 2, SVG_MIDDLE}, /* over it: the only place on a stem */
    {0, -0.5, 11, 0, SVG_START},
    {0, 0, 8, MARKER, SVG_START},
    {-0.5, 0, 0, MARKER + 2, SVG_MIDDLE},
    {-1, 0, -4, MARKER + 2, SVG_END},
    {-1, -0.5, -11, 0, SVG_END},
    {0, 0, 4, 24, SVG_START},
    {-1, 0, -4, 24, SVG_END},
};

/* Draws the text of a point; false: there is no place for it. */
static bool draw_text(struct svg_canvas *canvas, struct texts *texts,
                      const struct svg_point *point) {
    static const struct svg_paint ground = {.filled = true, .fill = SVG_COLOUR_SURFACE};
    const struct svg_lines_layout *layout = texts->layout;
    const bool stems = layout->in->stems;
    struct svg_style style = stems ? svg_style_value : svg_style_small;
    const double room = svg_wrap_room(point->text, style.font, TEXT_SHARE * canvas->width);
    const double height = svg_wrap_height(point->text, style.font, room + 0.01);
    const double x = svg_axis_at(&layout->x, point->x), y = svg_axis_at(&layout->y, point->y);
    const size_t first = stems ? 0 : 1, last = stems ? 0 : sizeof sides / sizeof *sides - 1;
    for (size_t i = first; i <= last && texts->count < TEXTS_MOST; i++) {
        const double left = x + sides[i].width * room + sides[i].dx;
        const double top = y + sides[i].height * height + sides[i].dy;
        const struct svg_box box = {left, top, left + room, top + height};
        if (!is_free(canvas, texts, &box)) continue;
        texts->boxes[texts->count++] = box;
        style.anchor = sides[i].anchor;
        if (!stems) svg_canvas_rect(canvas, SVG_RECT(left, top, room, height), &ground);
        svg_canvas_block(canvas, SVG_AT(left - sides[i].width * room, top, room + 0.01),
                         point->text, &style);
        return true;
    }
    return false;
}

double svg_lines_texts(struct svg_canvas *canvas, const struct svg_lines_layout *layout, double y) {
    struct texts texts = {.layout = layout};
    struct svg_legend_item items[SVG_MAX_SERIES];
    size_t count = 0;
    for (size_t i = 0; i < layout->in->line_count; i++) {
        const struct svg_line *line = &layout->in->lines[i];
        for (size_t k = 0; k < line->point_count; k++) {
            const struct svg_point *point = &line->points[k];
            if (!svg_given(point->text) || !svg_lines_given(line, k)) continue;
            if (!draw_text(canvas, &texts, point) && line->point_count == 1)
                items[count++] = (struct svg_legend_item){point->text, SVG_KEY_MARKER,
                                                          svg_look_of(i, line->level)};
        }
    }
    return svg_legend(canvas, y, items, count);
}
