/* chart -- see chart.h. The drawing; the table is in chart_table.c. */
#include "render/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RANGE = 1000 }; /* a shorter bar than 1/1000 of the longest cannot be seen */

static bool suits_line(const struct axis *axis) {
    return axis && axis->numeric && axis->count > CHART_BARS;
}

/* Chooses which axis runs along the chart. */
static void plan(struct chart *chart) {
    const struct series *series = chart->series;
    const struct axis *first = series->axis_count > 0 ? &series->axis[0] : NULL;
    const struct axis *second = series->axis_count > 1 ? &series->axis[1] : NULL;
    chart->along_count = chart->apart_count = chart->along_step = chart->apart_step = 1;
    if (series->axis_count > 2 || !series->point_count) return;
    bool swap = second && first->count <= SVG_MAX_SERIES &&
                ((suits_line(second) && !suits_line(first)) || second->count > SVG_MAX_SERIES);
    chart->along = swap ? second : first;
    chart->apart = swap ? first : second;
    if (chart->along) chart->along_count = chart->along->count;
    if (chart->apart) chart->apart_count = chart->apart->count;
    if (second) *(swap ? &chart->apart_step : &chart->along_step) = second->count;
    chart->lines = suits_line(chart->along);
    chart->possible = chart->along_count && chart->apart_count &&
                      chart->along_count <= SVG_MAX_ROWS && chart->apart_count <= SVG_MAX_SERIES;
}

static const struct series *sizes_of(const struct card *card, const struct series *series) {
    if (series->axis_count < 1 || series->axis_count > 2) return NULL;
    const struct axis *steps = &series->axis[0];
    if (!text_is(steps->name, "step")) return NULL;
    struct text family = words_first(series->name);
    for (size_t i = 0; i < card->series_count; i++) {
        const struct series *sizes = &card->series[i];
        if (sizes == series || !text_equal(words_first(sizes->name), family) ||
            !text_ends(sizes->name, ".footprint") || !text_is(sizes->unit, "B") ||
            sizes->axis_count != 1 || sizes->point_count != steps->count)
            continue;
        for (size_t p = 0; p < sizes->point_count; p++)
            if (sizes->point[p].missing || sizes->point[p].median < 1 ||
                !text_equal(sizes->axis[0].value[p], steps->value[p]))
                return NULL;
        return sizes;
    }
    return NULL;
}

struct chart chart_of(struct arena *arena, const struct words *words, const struct card *card,
                      const struct series *series) {
    struct chart chart = {.arena = arena,
                          .words = words,
                          .card = card,
                          .series = series,
                          .sizes = sizes_of(card, series),
                          .quantity = quantity_series(arena, series)};
    plan(&chart);
    if (chart.along && chart.along != &series->axis[0]) chart.sizes = NULL;
    return chart;
}

bool chart_has_figures(const struct chart *chart) {
    for (size_t i = 0; i < chart->series->point_count; i++)
        if (!chart->series->point[i].missing) return true;
    return false;
}

/* Finds the least and the largest figure above 0; the largest is 0 where there is none. */
static void range_of(const struct series *series, double *least, double *most) {
    *least = INFINITY;
    *most = 0;
    for (size_t i = 0; i < series->point_count; i++) {
        const struct point *point = &series->point[i];
        if (point->missing || point->median <= 0) continue;
        *most = fmax(*most, point->median);
        *least = fmin(*least, point->median);
    }
}

bool chart_worthwhile(const struct chart *chart) {
    double least, most;
    range_of(chart->series, &least, &most);
    return most > 0 && most / least <= RANGE && chart->possible;
}

struct text chart_role(const struct chart *chart, size_t axis, size_t index) {
    const struct axis *on = &chart->series->axis[axis];
    if (!chart->sizes || axis != 0) return words_role(chart->words, on->name, on->value[index]);
    return quantity_capacity(chart->arena, chart->sizes->unit, chart->sizes->point[index].median);
}

static const struct point *point_at(const struct chart *chart, size_t along, size_t apart) {
    return &chart->series->point[along * chart->along_step + apart * chart->apart_step];
}

/* Says "GB/s, bytes read plus bytes written"; a plain number has the series' own name. */
static const char *axis_label(const struct chart *chart) {
    struct text unit = chart->quantity.unit, counts = chart->series->counts;
    if (!unit.len) return arena_string(chart->arena, words_title(chart->words, chart->series));
    if (!counts.len) return arena_string(chart->arena, unit);
    return arena_printf(chart->arena, "%.*s, %.*s", TEXT_ARG(unit), TEXT_ARG(counts)).ptr;
}

static struct svg_reference rated(const struct chart *chart) {
    const struct reading reading = {.card = chart->card, .arena = chart->arena};
    struct reading_point rated = reading_point(&reading, "dram.rated", NULL, NULL);
    if (!text_is(chart->series->name, "copy.rate") || series_largest(chart->series) <= 0 ||
        !rated.known)
        return (struct svg_reference){0};
    struct text figure = quantity_text(chart->arena, &chart->quantity, rated.number);
    return (struct svg_reference){arena_printf(chart->arena, "rated: %.*s", TEXT_ARG(figure)).ptr,
                                  quantity_plot(&chart->quantity, rated.number)};
}

/* ---- bars ------------------------------------------------------------------------------------ */

static struct svg_cell cell(const struct chart *chart, const struct point *point) {
    if (point->missing)
        return (struct svg_cell){.missing = point->reason.len
                                                ? arena_string(chart->arena, point->reason)
                                                : "not measured"};
    struct svg_cell cell = {.value = quantity_plot(&chart->quantity, point->median),
                            .text =
                                quantity_text(chart->arena, &chart->quantity, point->median).ptr};
    if (point_has_spread(point) && point->p05 <= point->p95) {
        cell.has_spread = true;
        cell.low = quantity_plot(&chart->quantity, point->p05);
        cell.high = quantity_plot(&chart->quantity, point->p95);
    }
    return cell;
}

static const char *role(const struct chart *chart, const struct axis *axis, size_t index) {
    return arena_string(chart->arena, words_role(chart->words, axis->name, axis->value[index]));
}

static enum svg_level level(const struct chart *chart, const struct axis *axis, size_t index) {
    return axis ? words_role_level(chart->words, axis->name, axis->value[index]) : SVG_LEVEL_NONE;
}

/* Rows of numbers say what the number is of: "stride 8". */
static const char *row_label(const struct chart *chart, size_t index) {
    const struct axis *axis = chart->along;
    if (!axis) return arena_string(chart->arena, words_title(chart->words, chart->series));
    if (!axis->numeric) return role(chart, axis, index);
    if (chart->sizes) return chart_role(chart, 0, index).ptr;
    return arena_printf(chart->arena, "%.*s %.*s",
                        TEXT_ARG(words_of(chart->words, WORDS_AXES, axis->name)),
                        TEXT_ARG(axis->value[index]))
        .ptr;
}

static struct svg_result bars(const struct chart *chart, const struct svg_frame *frame) {
    struct svg_bar_row *rows = ARENA_ARRAY(chart->arena, struct svg_bar_row, chart->along_count);
    struct svg_series *groups = ARENA_ARRAY(chart->arena, struct svg_series, chart->apart_count);
    for (size_t i = 0; i < chart->along_count; i++) {
        struct svg_cell *cells = ARENA_ARRAY(chart->arena, struct svg_cell, chart->apart_count);
        for (size_t g = 0; g < chart->apart_count; g++)
            cells[g] = cell(chart, point_at(chart, i, g));
        rows[i] = (struct svg_bar_row){
            .label = row_label(chart, i), .level = level(chart, chart->along, i), .cells = cells};
    }
    for (size_t g = 0; chart->apart && g < chart->apart_count; g++)
        groups[g] =
            (struct svg_series){role(chart, chart->apart, g), level(chart, chart->apart, g)};
    struct svg_bars in = {.axis = {.label = axis_label(chart)},
                          .rows = rows,
                          .row_count = chart->along_count,
                          .series = chart->apart ? groups : NULL,
                          .series_count = chart->apart ? chart->apart_count : 0,
                          .reference = rated(chart)};
    return svg_bars(&in, frame);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static double axis_number(struct text value) {
    unsigned long number = 0;
    text_number(value, (unsigned long)-1, &number);
    return (double)number;
}

/* Powers of two over a wide range, as sizes are, stand at equal distances. */
static enum svg_scale x_scale(const struct axis *axis) {
    bool powers = true;
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < axis->count; i++) {
        double value = axis_number(axis->value[i]);
        int exponent;
        powers &= value >= 1 && frexp(value, &exponent) == 0.5;
        least = fmin(least, value);
        most = fmax(most, value);
    }
    if (least < 1 || most / least < 64) return SVG_LINEAR;
    return powers ? SVG_LOG2 : most / least >= 1000 ? SVG_LOG10 : SVG_LINEAR;
}

static int by_x(const void *a, const void *b) {
    const struct svg_point *pa = a, *pb = b;
    if (pa->x != pb->x) return pa->x < pb->x ? -1 : 1;
    return pa->y < pb->y ? -1 : pa->y > pb->y;
}

static struct svg_axis x_axis(const struct chart *chart) {
    if (chart->sizes)
        return (struct svg_axis){
            arena_string(chart->arena, words_title(chart->words, chart->sizes)), SVG_LOG2,
            SVG_TICKS_BYTES};
    struct text name = words_of(chart->words, WORDS_AXES, chart->along->name);
    return (struct svg_axis){.label = arena_string(chart->arena, name),
                             .scale = x_scale(chart->along)};
}

/* Marks where the L2 ends if the axis of sizes passes it: there the curve rises. */
static bool l2_mark(const struct chart *chart, struct svg_reference *mark) {
    const struct reading reading = {.card = chart->card};
    double l2 = reading_fact(&reading, "l2"), least, most;
    range_of(chart->sizes, &least, &most);
    if (l2 <= least || l2 >= most) return false;
    struct text size = quantity_capacity(chart->arena, TEXT("B"), l2);
    *mark = (struct svg_reference){arena_printf(chart->arena, "L2: %.*s", TEXT_ARG(size)).ptr, l2};
    return true;
}

static struct svg_result lines(const struct chart *chart, const struct svg_frame *frame) {
    const struct series *sizes = chart->sizes;
    struct svg_line *list = ARENA_ARRAY(chart->arena, struct svg_line, chart->apart_count);
    for (size_t g = 0; g < chart->apart_count; g++) {
        struct svg_point *points = ARENA_ARRAY(chart->arena, struct svg_point, chart->along_count);
        for (size_t i = 0; i < chart->along_count; i++) {
            struct svg_cell at = cell(chart, point_at(chart, i, g));
            double x = sizes ? sizes->point[i].median : axis_number(chart->along->value[i]);
            points[i] = (struct svg_point){.x = x,
                                           .y = at.value,
                                           .has_spread = at.has_spread,
                                           .low = at.low,
                                           .high = at.high,
                                           .missing = at.missing};
        }
        qsort(points, chart->along_count, sizeof *points, by_x);
        list[g] = (struct svg_line){.name = chart->apart ? role(chart, chart->apart, g) : NULL,
                                    .level = level(chart, chart->apart, g),
                                    .points = points,
                                    .point_count = chart->along_count};
    }
    struct svg_reference l2;
    struct svg_lines in = {
        .x = x_axis(chart),
        .y = {.label = axis_label(chart)},
        .lines = list,
        .line_count = chart->apart_count,
        .reference = rated(chart),
        .marks = &l2,
        .mark_count = sizes && l2_mark(chart, &l2),
    };
    return svg_lines(&in, frame);
}

struct svg_result chart_svg(const struct chart *chart, const struct svg_frame *frame) {
    if (!chart->possible) return (struct svg_result){.code = SVG_ERR_LIMIT, .where = "axes"};
    return chart->lines ? lines(chart, frame) : bars(chart, frame);
}

/* Names the point that no chart can hold; empty where there is none. */
static struct text misfit(const struct chart *chart) {
    const struct series *series = chart->series;
    const struct point *point = series->point, *end = point + series->point_count;
    while (point < end &&
           (point->missing || quantity_plot(&chart->quantity, point->median) <= SVG_MAX_VALUE))
        point++;
    if (point == end) return (struct text){0};
    struct buf buf = {0};
    buf_view(&buf, series->name);
    for (size_t a = 0; a < series->axis_count; a++)
        buf_printf(&buf, "%s%.*s", a ? ", " : "[", TEXT_ARG(point->at[a]));
    buf_printf(&buf, "%s is %.*s, more than a chart can show", series->axis_count ? "]" : "",
               TEXT_ARG(quantity_text(chart->arena, &chart->quantity, point->median)));
    return buf_take(&buf, chart->arena);
}

struct text chart_refusal(struct arena *arena, const struct chart *chart,
                          const struct svg_result *result) {
    struct text point = {0};
    if (chart && result->code == SVG_ERR_NUMBER) point = misfit(chart);
    if (point.len) return point;
    const char *what = text_is(text_of(result->where), "title")  ? "its name is"
                       : text_is(text_of(result->where), "desc") ? "what it says is"
                       : result->code == SVG_ERR_TEXT            ? "a label is"
                       : strstr(result->where, ".x") != NULL     ? "a place on its axis is"
                                                                 : "a figure is";
    return arena_printf(arena, "%s %s", what, svg_code_text(result->code));
}

struct text chart_add(struct buf *out, struct arena *arena, const struct chart *chart,
                      struct svg_result *result) {
    struct text why = {0};
    if (result->text)
        buf_printf(out, "%s\n", result->text);
    else
        why = chart_refusal(arena, chart, result);
    svg_result_free(result);
    return why;
}

enum { SENTENCE_POINTS = 12 }; /* a longer list tires: its ends are given */

static void add_point(const struct chart *chart, struct buf *out, size_t index) {
    const struct series *series = chart->series;
    const struct point *point = &series->point[index];
    size_t step = series->point_count; /* the last axis runs fastest */
    for (size_t a = 0; a < series->axis_count; a++) {
        const struct axis *axis = &series->axis[a];
        step /= axis->count;
        if (axis->numeric)
            buf_printf(out, "%.*s ", TEXT_ARG(words_of(chart->words, WORDS_AXES, axis->name)));
        buf_view(out, chart_role(chart, a, index / step % axis->count));
        buf_str(out, a + 1 < series->axis_count ? ", " : ": ");
    }
    buf_view(out, point->missing ? text_of(card_missing(chart->card))
                                 : quantity_text(chart->arena, &chart->quantity, point->median));
}

struct text chart_sentence(const struct chart *chart) {
    const size_t count = chart->series->point_count;
    struct buf buf = {0};
    buf_printf(&buf, "%.*s. ", TEXT_ARG(words_title(chart->words, chart->series)));
    for (size_t i = 0; i<count; i += count> SENTENCE_POINTS ? count - 1 : 1) {
        if (i) buf_str(&buf, count > SENTENCE_POINTS ? "; … " : "; ");
        add_point(chart, &buf, i);
    }
    if (count > SENTENCE_POINTS) buf_str(&buf, "; all of them stand in the table below");
    buf_char(&buf, '.');
    return buf_take(&buf, chart->arena);
}

/* How far apart the medians of a point are: of a share in points of a percent, else as a share of the
 * least. Points below a hundredth of the series' greatest are left out: nothing is many times nothing. */
static void widen(double *widest, const struct span *span, const struct series *series) {
    double largest = series_largest(series);
    bool share = text_is(series->unit, "1") && largest <= 1;
    if (!span->known || span->least < largest / 100) return;
    double width = span->greatest - span->least;
    if (!share) width /= span->least;
    if (width > *widest) *widest = width;
}

/* Adds "; 3 runs on 2 cards, whose medians differ by at most 1.2 %" of a merged file. */
static void add_between(struct buf *out, const struct card *card, const struct series *series) {
    double widest = 0;
    bool known = false;
    for (size_t i = 0; i < series->point_count; i++) {
        const struct point *point = &series->point[i];
        known = known || point->between_runs.known || point->between_cards.known;
        widen(&widest, &point->between_runs, series);
        widen(&widest, &point->between_cards, series);
    }
    if (!known) return;
    bool share = text_is(series->unit, "1") && series_largest(series) <= 1;
    buf_printf(out, "; %zu runs on %zu card%s, whose medians differ by at most %.1f %s",
               card->run.merged, card->run.merged_cards, card->run.merged_cards == 1 ? "" : "s",
               100 * widest, share ? "percentage points" : "%");
}

/* Adds "; median of 51 runs, spread from p05 to p95". */
static void add_runs(struct buf *out, const struct series *series) {
    unsigned long least = 0, most = 0;
    for (size_t i = 0; i < series->point_count; i++) {
        const struct point *point = &series->point[i];
        if (!point_has_spread(point)) continue;
        if (!least || point->runs < least) least = point->runs;
        if (point->runs > most) most = point->runs;
    }
    if (!most) return;
    if (least == most)
        buf_printf(out, "; median of %lu runs", most);
    else
        buf_printf(out, "; medians of %lu to %lu runs", least, most);
    buf_str(out, ", spread from p05 to p95");
}

struct text chart_provenance(const struct chart *chart) {
    const struct card *card = chart->card;
    const struct series *series = chart->series;
    struct buf buf = {0};
    switch (series->origin) {
    case ORIGIN_MEASURED: buf_str(&buf, "Measured"); break;
    case ORIGIN_COUNTED: buf_str(&buf, "Counted by the profiler"); break;
    case ORIGIN_DERIVED:
        buf_str(&buf, card->reported ? "Derived from figures that the sources report"
                                     : "Derived from what the driver reports");
        break;
    case ORIGIN_REPORTED: buf_str(&buf, "Reported by the sources named, not measured here,"); break;
    }
    buf_printf(&buf, " on %.*s", TEXT_ARG(card->name));
    if (series->kernel.len) buf_printf(&buf, " by %.*s", TEXT_ARG(series->kernel));
    add_runs(&buf, series);
    add_between(&buf, card, series);
    buf_char(&buf, '.');
    if (series->suspect.len) buf_printf(&buf, " Suspect: %.*s.", TEXT_ARG(series->suspect));
    return buf_take(&buf, chart->arena);
}
