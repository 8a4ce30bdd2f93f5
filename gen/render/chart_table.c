/* chart_table -- the numbers of a series as a table; see chart.h.
 *
 * One axis: a row a value, with median, spread and runs. Two axes: rows and columns, the spread
 * below each figure. More: a row for each point, a column for each axis. */
#include "render/chart.h"

#include "render/quantity.h"
#include "render/words.h"

/* Of a 390 px screen, in characters; and the padding of a cell. */
enum { SCREEN = 40, PADDING = 3 };

struct writer {
    struct html *html;
    struct buf *out;
    const struct card *card;
    const struct series *series;
    struct quantity quantity;
};

static struct text spread(struct arena *arena, const struct quantity *quantity,
                          const struct point *point) {
    if (!point_has_spread(point)) return (struct text){0};
    struct text low = quantity_bare(arena, quantity, point->p05);
    struct text high = quantity_bare(arena, quantity, point->p95);
    return arena_printf(arena, "%.*s to %.*s", TEXT_ARG(low), TEXT_ARG(high));
}

static void warning(struct buf *out, const struct point *point) {
    if (!point->warning.len) return;
    buf_str(out, "<small class=\"warning\">");
    buf_html(out, point->warning);
    buf_str(out, "</small>");
}

static void figure(struct writer *w, const struct point *point) {
    if (point->missing) {
        html_missing(w->out, text_of(card_lacks(w->card)), point->reason);
        return;
    }
    html_figure(w->html, w->out, quantity_text(w->html->arena, &w->quantity, point->median),
                w->card->reported);
}

/* A row for a place on the first axis. */
static void row_head(struct writer *w, size_t index) {
    const struct axis *axis = &w->series->axis[0];
    enum svg_rung rung = words_role_rung(axis->name, axis->value[index]);
    buf_printf(w->out, "<tr><th scope=\"row\"%s>", rung ? " class=\"has-rung\"" : "");
    words_swatch(w->out, rung);
    buf_html(w->out, chart_role(w->html->arena, w->card, w->series, 0, index));
    buf_str(w->out, "</th>");
}

static void column_head(struct buf *out, struct text words, bool right) {
    buf_printf(out, "<th scope=\"col\"%s>", right ? " class=\"right\"" : "");
    buf_html(out, words);
    buf_str(out, "</th>");
}

/* ---- one axis -------------------------------------------------------------------------------- */

static void one_axis(struct writer *w) {
    const struct axis *axis = &w->series->axis[0];
    bool reported = w->card->reported, spreads = false;
    for (size_t i = 0; i < w->series->point_count; i++)
        spreads |= point_has_spread(&w->series->point[i]);
    buf_str(w->out, "<thead>\n<tr>");
    column_head(w->out, words_axis(axis->name), false);
    column_head(w->out, reported ? TEXT("figure") : TEXT("median"), true);
    if (spreads) column_head(w->out, TEXT("p05 to p95"), true);
    buf_str(w->out, "</tr>\n</thead>\n<tbody>\n");
    for (size_t i = 0; i < axis->count; i++) {
        const struct point *point = &w->series->point[i];
        row_head(w, i);
        buf_str(w->out, "<td class=\"right\">");
        figure(w, point);
        warning(w->out, point);
        buf_str(w->out, "</td>");
        if (spreads) {
            buf_str(w->out, "<td class=\"right\">");
            buf_html(w->out, spread(w->html->arena, &w->quantity, point));
            buf_str(w->out, "</td>");
        }
        buf_str(w->out, "</tr>\n");
    }
}

/* ---- two axes -------------------------------------------------------------------------------- */

static void two_axes(struct writer *w) {
    const struct axis *rows = &w->series->axis[0], *columns = &w->series->axis[1];
    buf_str(w->out, "<thead>\n<tr>");
    column_head(w->out, words_axis(rows->name), false);
    for (size_t c = 0; c < columns->count; c++) {
        struct text words = words_role(columns->name, columns->value[c]);
        struct text name = arena_printf(w->html->arena, "%.*s: %.*s",
                                        TEXT_ARG(words_axis(columns->name)), TEXT_ARG(words));
        column_head(w->out, name, true);
    }
    buf_str(w->out, "</tr>\n</thead>\n<tbody>\n");
    for (size_t r = 0; r < rows->count; r++) {
        row_head(w, r);
        for (size_t c = 0; c < columns->count; c++) {
            const struct point *point = &w->series->point[r * columns->count + c];
            struct text range = spread(w->html->arena, &w->quantity, point);
            buf_str(w->out, "<td class=\"right\">");
            figure(w, point);
            if (range.len) {
                buf_str(w->out, "<small class=\"spread\">");
                buf_html(w->out, range);
                buf_str(w->out, "</small>");
            }
            warning(w->out, point);
            buf_str(w->out, "</td>");
        }
        buf_str(w->out, "</tr>\n");
    }
}

/* ---- none, or many --------------------------------------------------------------------------- */

static void every_point(struct writer *w) {
    const struct series *series = w->series;
    buf_str(w->out, "<thead>\n<tr>");
    for (size_t a = 0; a < series->axis_count; a++)
        column_head(w->out, words_axis(series->axis[a].name), false);
    column_head(w->out, TEXT("figure"), true);
    column_head(w->out, TEXT("p05 to p95"), true);
    buf_str(w->out, "</tr>\n</thead>\n<tbody>\n");
    for (size_t i = 0; i < series->point_count; i++) {
        const struct point *point = &series->point[i];
        buf_str(w->out, "<tr>");
        for (size_t a = 0; a < series->axis_count; a++) {
            buf_printf(w->out, "<%s>", a ? "td" : "th scope=\"row\"");
            buf_html(w->out, words_role(series->axis[a].name, point->at[a]));
            buf_printf(w->out, "</%s>", a ? "td" : "th");
        }
        buf_str(w->out, "<td class=\"right\">");
        figure(w, point);
        warning(w->out, point);
        buf_str(w->out, "</td><td class=\"right\">");
        buf_html(w->out, spread(w->html->arena, &w->quantity, point));
        buf_str(w->out, "</td></tr>\n");
    }
}

/* Can the table be wider than a telephone? Then its box needs a tab stop. */
static bool may_scroll(const struct writer *w) {
    const struct series *series = w->series;
    size_t figure = 14, first = 10, columns;
    for (size_t i = 0; i < series->point_count; i++)
        if (series->point[i].reason.len || series->point[i].warning.len) figure = 18;
    figure += w->card->reported;
    for (size_t i = 0; series->axis_count && i < series->axis[0].count; i++) {
        struct text words = words_role(series->axis[0].name, series->axis[0].value[i]);
        size_t width = html_word_width(words);
        if (width > first) first = width;
    }
    columns = series->axis_count == 2  ? series->axis[1].count
              : series->axis_count < 2 ? 2
                                       : series->axis_count + 1;
    return first + PADDING + columns * (figure + PADDING) > SCREEN + 8;
}

bool chart_has_figures(const struct series *series, struct text *reason) {
    *reason = (struct text){0};
    for (size_t i = 0; i < series->point_count; i++) {
        if (!series->point[i].missing) return true;
        if (!reason->len) *reason = series->point[i].reason;
    }
    return false;
}

void chart_table(struct html *html, struct buf *out, const struct card *card,
                 const struct series *series, struct text caption) {
    struct writer w = {html, out, card, series,
                       chart_worthwhile(series) || series->axis_count == 2
                           ? quantity_common(html->arena, series->unit, series_is_capacity(series),
                                             series_largest(series))
                           : quantity_of(series->unit, series_is_capacity(series))};
    size_t number = ++html->table_count;
    buf_str(out, "<div class=\"scroll\"");
    if (may_scroll(&w))
        buf_printf(out, " role=\"region\" tabindex=\"0\" aria-labelledby=\"" THEME_ID "table-%zu\"",
                   number);
    buf_printf(out, ">\n<table class=\"figures\">\n<caption id=\"" THEME_ID "table-%zu\">", number);
    buf_html(out, caption);
    buf_str(out, "</caption>\n");
    if (series->axis_count == 1)
        one_axis(&w);
    else if (series->axis_count == 2)
        two_axes(&w);
    else
        every_point(&w);
    buf_str(out, "</tbody>\n</table>\n</div>\n");
}
