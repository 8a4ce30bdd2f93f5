/* chart_table -- the numbers of a series as a table; see chart.h.
 *
 * Two axes: rows and columns, the spread below each figure. Else a row for each point, with figure and
 * spread. */
#include "course/course.h"
#include "render/chart.h"
#include "render/numbers.h"

/* A 390 px screen shows SCREEN characters; a cell is padded by PADDING. */
enum { SCREEN = 40, PADDING = 3 };

struct writer {
    struct html *html;
    struct buf *out;
    const struct chart *chart;
    const struct series *series;
    struct quantity quantity;
    const struct series *whole; /* of the card, of which the series may be a part */
    struct numbers_series last;
};

static struct text spread(const struct writer *w, const struct point *point) {
    if (!point_has_spread(point)) return (struct text){0};
    struct text low = quantity_bare(w->html->arena, &w->quantity, point->p05);
    struct text high = quantity_bare(w->html->arena, &w->quantity, point->p95);
    return arena_printf(w->html->arena, "%.*s to %.*s", TEXT_ARG(low), TEXT_ARG(high));
}

/* Writes a small line below a figure. */
static void remark(struct buf *out, const char *class, struct text words) {
    if (words.len) html_element(out, words, "small", "class", class, NULL);
}

static const char *id_of(const struct writer *w, const struct point *point) {
    return w->chart->linked ? course_point_id(w->series, point, w->html->arena).ptr : NULL;
}

static void figure(struct writer *w, const struct point *point) {
    const struct card *card = w->chart->card;
    const struct text shown = quantity_text(w->html->arena, &w->quantity, point->median);
    const struct used used = {
        .card = card, .series = w->whole, .point = point->whole ? point->whole : point};
    if (!w->html->build) {
        html_shown(&w->html->marks, w->out, shown, card->reported);
        return;
    }
    w->html->script_numbers = true;
    const struct text href = numbers_point_href(&w->last, w->html->build, w->html->address, &used);
    numbers_put(w->out, &used, href, shown);
    if (card->reported) html_dagger(&w->html->marks, w->out);
}

/* Writes a figure and its warning; the spread stands between them, or in a cell of its own. A figure that shares its
 * row with others has its id. */
static void cell(struct writer *w, const struct point *point, bool spread_inside) {
    html_tag(w->out, "td", "id", spread_inside ? id_of(w, point) : NULL, "class", "right", NULL);
    if (point->missing)
        html_missing(w->out, text_of(card_missing(w->chart->card)), point->reason);
    else
        figure(w, point);
    if (spread_inside) remark(w->out, "spread", spread(w, point));
    remark(w->out, "warning", point->warning);
    html_end(w->out, "td");
}

/* The head of a row for a place on the first axis. */
static void row_head(struct writer *w, size_t index) {
    const struct axis *axis = &w->series->axis[0];
    html_row_head(w->out, words_role_level(w->chart->words, axis->name, axis->value[index]),
                  chart_role(w->chart, 0, index));
}

static void column_head(struct buf *out, struct text words, bool right) {
    html_element(out, words, "th", "scope", "col", "class", right ? "right" : NULL, NULL);
}

static void axis_head(struct writer *w, const struct axis *axis) {
    column_head(w->out, words_of(w->chart->words, WORDS_AXES, axis->name), false);
}

/* Writes a row for each point, with a column for each axis. */
static void every_point(struct writer *w) {
    const struct series *series = w->series;
    bool spreads = false;
    for (size_t i = 0; i < series->point_count; i++)
        spreads |= point_has_spread(&series->point[i]);
    for (size_t a = 0; a < series->axis_count; a++)
        axis_head(w, &series->axis[a]);
    column_head(w->out, w->chart->card->reported ? TEXT("figure") : TEXT("median"), true);
    if (spreads) column_head(w->out, TEXT("p05 to p95"), true);
    html_table_body(w->out);
    for (size_t i = 0; i < series->point_count; i++) {
        const struct point *point = &series->point[i];
        html_tag(w->out, "tr", "id", id_of(w, point), NULL);
        if (series->axis_count) row_head(w, i / (series->point_count / series->axis[0].count));
        for (size_t a = 1; a < series->axis_count; a++)
            html_element(
                w->out,
                words_role(w->chart->words, w->html->arena, series->axis[a].name, point->at[a]),
                "td", NULL);
        cell(w, point, false);
        if (spreads) html_element(w->out, spread(w, point), "td", "class", "right", NULL);
        buf_str(w->out, "</tr>\n");
    }
}

static void two_axes(struct writer *w) {
    const struct axis *rows = &w->series->axis[0], *columns = &w->series->axis[1];
    axis_head(w, rows);
    for (size_t c = 0; c < columns->count; c++) {
        struct text words =
            words_role(w->chart->words, w->html->arena, columns->name, columns->value[c]);
        struct text name = arena_printf(
            w->html->arena, "%.*s: %.*s",
            TEXT_ARG(words_of(w->chart->words, WORDS_AXES, columns->name)), TEXT_ARG(words));
        column_head(w->out, name, true);
    }
    html_table_body(w->out);
    for (size_t r = 0; r < rows->count; r++) {
        buf_str(w->out, "<tr>");
        row_head(w, r);
        for (size_t c = 0; c < columns->count; c++)
            cell(w, &w->series->point[r * columns->count + c], true);
        buf_str(w->out, "</tr>\n");
    }
}

/* A table that can be wider than a telephone needs a tab stop on its box, so the width is guessed. */
static bool may_scroll(const struct writer *w) {
    const struct series *series = w->series;
    size_t figure = 14, first = 10, columns;
    for (size_t i = 0; i < series->point_count; i++)
        if (series->point[i].reason.len || series->point[i].warning.len) figure = 18;
    figure += w->chart->card->reported;
    for (size_t i = 0; series->axis_count && i < series->axis[0].count; i++) {
        struct text words = words_role(w->chart->words, w->html->arena, series->axis[0].name,
                                       series->axis[0].value[i]);
        size_t width = html_width(words, true);
        if (width > first) first = width;
    }
    columns = series->axis_count == 2  ? series->axis[1].count
              : series->axis_count < 2 ? 2
                                       : series->axis_count + 1;
    return first + PADDING + columns * (figure + PADDING) > SCREEN + 8;
}

void chart_table(struct html *html, struct buf *out, const struct chart *chart,
                 struct text caption) {
    const struct series *series = chart->series;
    bool common = chart_worthwhile(chart) || series->axis_count == 2;
    struct writer w = {.html = html,
                       .out = out,
                       .chart = chart,
                       .series = series,
                       .quantity = common ? chart->quantity
                                          : quantity_of(series->unit, series_is_capacity(series)),
                       .whole = card_series(chart->card, series->name)};
    struct buf name = {0};
    buf_html(&name, caption);
    const struct html_table_about about = {.number = ++html->table_count,
                                           .class = "figures",
                                           .scrolls = may_scroll(&w),
                                           .caption = buf_text(&name)};
    html_table_open(out, &about);
    if (series->axis_count == 2)
        two_axes(&w);
    else
        every_point(&w);
    html_table_close(out);
    buf_free(&name);
}
