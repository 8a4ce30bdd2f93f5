/* chart -- see chart.h. The drawing; the table is in chart_table.c, words are in chart_words.c. */
#include "render/chart.h"

#include "render/chart_curve.h"

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

const struct series *chart_sizes(const struct card *card, const struct series *series) {
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
                          .sizes = chart_sizes(card, series),
                          .quantity = quantity_series(arena, series)};
    plan(&chart);
    if (chart.along && chart.along != &series->axis[0]) chart.sizes = NULL;
    return chart;
}

void chart_set_beside(struct chart *chart, const struct card *card, const struct series *series) {
    if (!series || card == chart->card || !series_known(series) || !chart->possible) return;
    struct chart *beside = ARENA_ARRAY(chart->arena, struct chart, 1);
    *beside = chart_of(chart->arena, chart->words, card, series);
    const bool same_axis = !chart->along == !beside->along && !chart->sizes == !beside->sizes &&
                           (!chart->along || text_equal(chart->along->name, beside->along->name));
    if (beside->possible && !chart->apart && !beside->apart && same_axis &&
        beside->lines == chart->lines && text_equal(series->unit, chart->series->unit))
        chart->beside = beside;
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
    if (!chart->sizes || axis != 0)
        return words_role(chart->words, chart->arena, on->name, on->value[index]);
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

/* What a mark says where it is pointed at: "stride 8: 8.00 cycles, p05 7.99, p95 8.01, 21 runs". */
static const char *mark_title(const struct chart *chart, const struct point *point) {
    struct buf title = {0};
    if (chart->silent) return NULL;
    if (chart->named) buf_printf(&title, "%.*s, ", TEXT_ARG(chart->card->name));
    chart_point(chart, &title, (size_t)(point - chart->series->point));
    if (point_has_spread(point))
        buf_printf(&title, ", p05 %.*s, p95 %.*s, %lu runs",
                   TEXT_ARG(quantity_bare(chart->arena, &chart->quantity, point->p05)),
                   TEXT_ARG(quantity_bare(chart->arena, &chart->quantity, point->p95)),
                   point->runs);
    return buf_take(&title, chart->arena).ptr;
}

/* In the unit of the axis, but for what has only zeros there: 25.1 kB, not 0.0000251 GB. */
static const char *cell_text(const struct chart *chart, double number) {
    const struct quantity *axis = &chart->quantity;
    bool tiny = number > 0 && axis->unit.len && quantity_plot(axis, number) < 0.001;
    if (!tiny) return quantity_text(chart->arena, axis, number).ptr;
    struct quantity own = quantity_of(chart->series->unit, axis->capacity);
    return quantity_text(chart->arena, &own, number).ptr;
}

static struct svg_cell cell(const struct chart *chart, const struct point *point) {
    if (point->missing)
        return (struct svg_cell){.missing = point->reason.len
                                                ? arena_string(chart->arena, point->reason)
                                                : "not measured"};
    struct svg_cell cell = {.value = quantity_plot(&chart->quantity, point->median),
                            .title = mark_title(chart, point)};
    if (point_has_spread(point) && point->p05 <= point->p95) {
        cell.has_spread = true;
        cell.low = quantity_plot(&chart->quantity, point->p05);
        cell.high = quantity_plot(&chart->quantity, point->p95);
    }
    return cell;
}

/* A bar has its figure beside it. */
static struct svg_cell bar(const struct chart *chart, const struct point *point) {
    struct svg_cell bar = cell(chart, point);
    if (!point->missing) bar.text = cell_text(chart, point->median);
    return bar;
}

static const char *role(const struct chart *chart, const struct axis *axis, size_t index) {
    return arena_string(chart->arena,
                        words_role(chart->words, chart->arena, axis->name, axis->value[index]));
}

static enum svg_level level(const struct chart *chart, const struct axis *axis, size_t index) {
    return axis ? words_role_level(chart->words, axis->name, axis->value[index]) : SVG_LEVEL_NONE;
}

/* Rows of numbers say what the number is of: "stride 8". */
static const char *row_label(const struct chart *chart, size_t index) {
    const struct axis *axis = chart->along;
    if (!axis) return arena_string(chart->arena, words_title(chart->words, chart->series));
    if (chart->sizes) return chart_role(chart, 0, index).ptr;
    return arena_string(chart->arena,
                        words_place(chart->words, chart->arena, axis, axis->value[index]));
}

static struct svg_axis value_axis(const struct chart *chart) {
    if (!curve_is_log(chart) || (chart->beside && !curve_is_log(chart->beside)))
        return (struct svg_axis){.label = axis_label(chart)};
    return (struct svg_axis){
        .label = arena_printf(chart->arena, "%s, logarithmic", axis_label(chart)).ptr,
        .scale = SVG_LOG10};
}

/* The same place on the axis of the card beside it. */
static struct svg_cell cell_beside(const struct chart *chart, size_t along) {
    const struct chart *beside = chart->beside;
    const struct axis *axis = beside->along;
    size_t place = axis ? axis_find(axis, chart->along->value[along]) : 0;
    if (axis && place == axis->count)
        return (struct svg_cell){.missing = card_missing(beside->card)};
    return bar(beside, point_at(beside, place, 0));
}

static struct svg_series series_of(const struct chart *chart, size_t apart) {
    if (!chart->apart)
        return (struct svg_series){arena_string(chart->arena, chart->card->name), SVG_LEVEL_NONE};
    return (struct svg_series){role(chart, chart->apart, apart), level(chart, chart->apart, apart)};
}

static struct svg_result bars(const struct chart *chart, const struct svg_frame *frame) {
    const size_t count = chart->beside ? 2 : chart->apart_count;
    struct svg_bar_row *rows = ARENA_ARRAY(chart->arena, struct svg_bar_row, chart->along_count);
    struct svg_series *groups = ARENA_ARRAY(chart->arena, struct svg_series, count);
    for (size_t i = 0; i < chart->along_count; i++) {
        struct svg_cell *cells = ARENA_ARRAY(chart->arena, struct svg_cell, count);
        for (size_t g = 0; g < chart->apart_count; g++)
            cells[g] = bar(chart, point_at(chart, i, g));
        if (chart->beside) cells[1] = cell_beside(chart, i);
        rows[i] = (struct svg_bar_row){
            .label = row_label(chart, i), .level = level(chart, chart->along, i), .cells = cells};
    }
    for (size_t g = 0; g < chart->apart_count; g++)
        groups[g] = series_of(chart, g);
    if (chart->beside) groups[1] = series_of(chart->beside, 0);
    const bool grouped = chart->apart || chart->beside;
    struct svg_bars in = {.axis = value_axis(chart),
                          .rows = rows,
                          .row_count = chart->along_count,
                          .series = grouped ? groups : NULL,
                          .series_count = grouped ? count : 0,
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
        powers &= curve_is_power(value);
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
                             .scale = x_scale(chart->along),
                             .ticks = curve_has_stems(chart) ? SVG_TICKS_POWERS : SVG_TICKS_PLAIN};
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

/* On stems the powers of two have their figures beside them. */
static struct svg_line line_of(const struct chart *chart, size_t apart, bool stems) {
    const struct series *sizes = chart->sizes;
    struct svg_point *points = ARENA_ARRAY(chart->arena, struct svg_point, chart->along_count);
    for (size_t i = 0; i < chart->along_count; i++) {
        const struct point *point = point_at(chart, i, apart);
        struct svg_cell at = cell(chart, point);
        double x = sizes ? sizes->point[i].median : axis_number(chart->along->value[i]);
        points[i] = (struct svg_point){.x = x,
                                       .y = at.value,
                                       .has_spread = at.has_spread,
                                       .low = at.low,
                                       .high = at.high,
                                       .missing = at.missing,
                                       .title = at.title};
        if (stems && curve_is_power(x) && !at.missing)
            points[i].text = quantity_bare(chart->arena, &chart->quantity, point->median).ptr;
    }
    qsort(points, chart->along_count, sizeof *points, by_x);
    const bool named = chart->apart || chart->named;
    return (struct svg_line){.name = named ? series_of(chart, apart).name : NULL,
                             .level = level(chart, chart->apart, apart),
                             .points = points,
                             .point_count = chart->along_count};
}

static struct svg_result lines(const struct chart *chart, const struct svg_frame *frame) {
    const struct chart *beside = chart->beside;
    struct svg_line *list = ARENA_ARRAY(chart->arena, struct svg_line, chart->apart_count + 1);
    struct svg_zone zones[SVG_MAX_SERIES];
    struct svg_reference l2;
    const bool stems = !beside && curve_has_stems(chart);
    for (size_t g = 0; g < chart->apart_count; g++)
        list[g] = line_of(chart, g, stems);
    if (beside) list[chart->apart_count] = line_of(beside, 0, false);
    struct svg_lines in = {
        .x = x_axis(chart),
        .y = value_axis(chart),
        .lines = list,
        .line_count = chart->apart_count + (beside != NULL),
        .reference = rated(chart),
        .marks = &l2,
        .mark_count = chart->sizes && l2_mark(chart, &l2),
        .zones = zones,
        .zone_count = beside ? 0 : curve_zones(chart, zones), /* they name one curve's plateaus */
        .stems = stems,
    };
    return svg_lines(&in, frame);
}

struct svg_result chart_svg(const struct chart *chart, const struct svg_frame *frame) {
    struct chart own = *chart, beside;
    if (!chart->possible) return (struct svg_result){.code = SVG_ERR_LIMIT, .where = "axes"};
    if (chart->beside) { /* both in one unit, and each by its name */
        const struct series *series = chart->series;
        beside = *chart->beside;
        own.named = beside.named = true;
        own.beside = &beside;
        beside.factors = own.factors;
        beside.silent = own.silent;
        own.quantity = beside.quantity =
            quantity_common(chart->arena, series->unit, series_is_capacity(series),
                            fmax(series_largest(series), series_largest(beside.series)));
    }
    return own.lines ? lines(&own, frame) : bars(&own, frame);
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
    if (result->text) {
        buf_add(out, result->text, result->length);
        buf_char(out, '\n');
    } else
        why = chart_refusal(arena, chart, result);
    svg_result_free(result);
    return why;
}
