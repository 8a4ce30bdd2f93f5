/* chart_words -- what a chart says in words; see chart.h. */
#include "render/chart.h"

void chart_point(const struct chart *chart, struct buf *out, size_t index) {
    const struct series *series = chart->series;
    const struct point *point = &series->point[index];
    size_t step = series->point_count; /* the last axis runs fastest */
    for (size_t a = 0; a < series->axis_count; a++) {
        const struct axis *axis = &series->axis[a];
        step /= axis->count;
        size_t at = index / step % axis->count;
        buf_view(out, chart->sizes && a == 0
                          ? chart_role(chart, a, at)
                          : words_place(chart->words, chart->arena, axis, axis->value[at]));
        buf_str(out, a + 1 < series->axis_count ? ", " : ": ");
    }
    buf_view(out, point->missing ? text_of(card_missing(chart->card))
                                 : quantity_text(chart->arena, &chart->quantity, point->median));
}

enum { SENTENCE_POINTS = 12 }; /* a longer list tires: its ends are given */

static void add_beside(struct buf *out, const struct chart *chart) {
    if (chart->beside)
        buf_printf(out, " The second series is that of the %.*s.",
                   TEXT_ARG(chart->beside->card->name));
}

struct text chart_sentence(const struct chart *chart) {
    const size_t count = chart->series->point_count;
    struct buf buf = {0};
    buf_printf(&buf, "%.*s. ", TEXT_ARG(words_title(chart->words, chart->series)));
    for (size_t i = 0; i<count; i += count> SENTENCE_POINTS ? count - 1 : 1) {
        if (i) buf_str(&buf, count > SENTENCE_POINTS ? "; … " : "; ");
        chart_point(chart, &buf, i);
    }
    if (count > SENTENCE_POINTS) buf_str(&buf, "; all of them stand in the table below");
    buf_char(&buf, '.');
    add_beside(&buf, chart);
    return buf_take(&buf, chart->arena);
}

/* How far apart the medians of a point are: of a share in points of a percent, else as a share of the
 * least. Points below a hundredth of the series' greatest are left out: nothing is many times nothing. */
static void widen(double *widest, const struct span *span, double largest, bool share) {
    if (!span->known || span->least < largest / 100) return;
    double width = span->greatest - span->least;
    if (!share) width /= span->least;
    if (width > *widest) *widest = width;
}

/* Adds "; 3 runs on 2 cards, whose medians differ by at most 1.2 %" of a merged file. */
static void add_between(struct buf *out, const struct card *card, const struct series *series) {
    const double largest = series_largest(series);
    const bool share = text_is(series->unit, "1") && largest <= 1;
    double widest = 0;
    bool known = false;
    for (size_t i = 0; i < series->point_count; i++) {
        const struct point *point = &series->point[i];
        known = known || point->between_runs.known || point->between_cards.known;
        widen(&widest, &point->between_runs, largest, share);
        widen(&widest, &point->between_cards, largest, share);
    }
    if (!known) return;
    buf_printf(out, "; %zu runs on %zu card%s, whose medians differ by ", card->run.merged,
               card->run.merged_cards, card->run.merged_cards == 1 ? "" : "s");
    if (widest < 0.0005)
        buf_str(out, "less than 0.1");
    else
        buf_printf(out, "at most %.1f", 100 * widest);
    buf_str(out, share ? " percentage points" : " %");
}

/* Adds "; median of 51 runs, spread from p05 to p95". */
static void add_runs(struct buf *out, const struct chart *chart) {
    const struct series *series = chart->series;
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
    if (!chart->undrawn)
        buf_str(out, ", whiskers from p05 to p95 where they are longer than a mark");
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
    add_runs(&buf, chart);
    add_between(&buf, card, series);
    buf_char(&buf, '.');
    add_beside(&buf, chart);
    if (series->suspect.len) buf_printf(&buf, " Suspect: %.*s.", TEXT_ARG(series->suspect));
    return buf_take(&buf, chart->arena);
}
