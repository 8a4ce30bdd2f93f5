/* tool_compare -- the model beside the stopwatch: predicted and measured times of the same kernels
 * with the same sizes, on the card of the build. */
#include "render/tool.h"

#include "render/chart.h"
#include "render/quantity.h"

/* A kernel that the course measures. The time is a series, or bytes over a rate. */
struct comparison {
    const char *kernel; /* of model_kernels[] */
    const char *time, *bytes, *rate, *at[2];
    int axes;
    const char *size, *size_at; /* its size: elements or rows */
};
static const struct comparison comparisons[] = {
    {"vecadd", "vecadd.time", NULL, NULL, {"dram"}, 1, "vecadd.count", "dram"},
    {"gemm16", "gemm.time", NULL, NULL, {"tile16"}, 1, "gemm.edge", NULL},
    {"gemm128", "gemm.time", NULL, NULL, {"tile128"}, 1, "gemm.edge", NULL},
    {"copy", NULL, "copy.bytes", "copy.rate", {"copy"}, 1, NULL, NULL},
    {"transpose", "transpose.time", NULL, NULL, {"padded", "dram"}, 2, "transpose.edge", "dram"},
    {"transpose_tiled",
     "transpose.time",
     NULL,
     NULL,
     {"tiled", "dram"},
     2,
     "transpose.edge",
     "dram"},
};
enum { COMPARISONS = sizeof comparisons / sizeof *comparisons, COPY_BYTES = 8 };

struct outcome {
    const struct model_kernel *kernel;
    double n;
    struct text size;
    struct model_result rated, measured_rates;
    double measured;
    bool known; /* was it measured? */
    struct text missing;
};

static const struct point *find(const struct card *card, const char *name, const char *const *roles,
                                int axes) {
    const struct series *series = name ? card_series(card, text_of(name)) : NULL;
    struct text at[2];
    for (int i = 0; i < axes; i++)
        at[i] = text_of(roles[i]);
    return series ? series_point(series, at, (size_t)axes, NULL) : NULL;
}

static bool has(const struct point *point) {
    return point && !point->missing;
}

/* The measured time and the size that it was measured at. */
static bool measured_time(const struct card *card, const struct comparison *of,
                          struct outcome *out) {
    if (of->time) {
        const struct point *time = find(card, of->time, of->at, of->axes);
        const struct point *size = find(card, of->size, &of->size_at, of->size_at ? 1 : 0);
        if (time && time->missing) out->missing = time->reason;
        if (!has(time) || !has(size)) return false;
        out->measured = time->median;
        out->n = size->median;
        return true;
    }
    const struct point *bytes = find(card, of->bytes, of->at, of->axes);
    const struct point *rate = find(card, of->rate, of->at, of->axes);
    if (rate && rate->missing) out->missing = rate->reason;
    if (!has(bytes) || !has(rate) || rate->median <= 0) return false;
    out->measured = bytes->median / rate->median;
    out->n = bytes->median / COPY_BYTES;
    return true;
}

static struct model_result predicted(const struct model_kernel *kernel, double n,
                                     const struct model_card *figures, bool measured) {
    double sizes[MODEL_SIZES];
    for (int i = 0; i < MODEL_SIZES; i++)
        sizes[i] = i < model_kinds[kernel->kind].edges ? n : kernel->size[i];
    const struct model_how how = {.measured = measured};
    struct model_work work = model_work_of(kernel->kind, sizes, figures->l2);
    struct model_rates rates = model_rates(figures, &how, work.writes);
    return model_predict(&work, &rates);
}

static struct outcome compare(struct arena *arena, const struct card *card,
                              const struct model_card *figures, const struct comparison *of) {
    struct outcome out = {.kernel = model_kernel_find(text_of(of->kernel))};
    out.known = measured_time(card, of, &out);
    if (!out.known) return out;
    struct quantity plain = quantity_of(TEXT("1"), false);
    struct text n = quantity_text(arena, &plain, out.n);
    out.size = model_kinds[out.kernel->kind].square
                   ? arena_printf(arena, "%.*s × %.*s", TEXT_ARG(n), TEXT_ARG(n))
                   : arena_printf(arena, "%.*s elements", TEXT_ARG(n));
    out.rated = predicted(out.kernel, out.n, figures, false);
    out.measured_rates = predicted(out.kernel, out.n, figures, true);
    return out;
}

/* ---- as a table ------------------------------------------------------------------------------ */

static void prediction(struct arena *arena, struct data *row, const char *time, const char *ratio,
                       const struct model_result *result, double measured) {
    double predicted_time = result->time.known ? result->time.value : result->at_least;
    data_text(row, time, tool_time(arena, result));
    struct text text = {0};
    if (predicted_time > 0) {
        char number[EXPR_TEXT_MAX];
        expr_format_number(measured / predicted_time, 2, EXPR_STYLE_PAGE, number, sizeof number);
        text = arena_printf(arena, "%s%s×", result->time.known ? "" : "at most ", number);
    }
    data_text(row, ratio, text);
}

static void table(struct site_build *build, struct data *page, const struct outcome *outcomes) {
    struct arena *arena = build->arena;
    struct data *rows = data_put_list(page, "compared");
    struct buf lacking = {0};
    for (size_t i = 0; i < COMPARISONS; i++) {
        const struct outcome *of = &outcomes[i];
        if (!of->known) {
            buf_printf(&lacking, "%s%s", lacking.len ? ", " : "", of->kernel->name);
            if (of->missing.len) buf_printf(&lacking, " (%.*s)", TEXT_ARG(of->missing));
            continue;
        }
        struct data *row = data_add(rows);
        data_text(row, "name", text_of(of->kernel->name));
        data_text(row, "words", text_of(of->kernel->words));
        data_text(row, "size", of->size);
        data_text(row, "measured", tool_seconds(arena, of->measured));
        prediction(arena, row, "rated", "rated_ratio", &of->rated, of->measured);
        prediction(arena, row, "by_measured", "measured_ratio", &of->measured_rates, of->measured);
        const struct model_result *best =
            of->measured_rates.time.known ? &of->measured_rates : &of->rated;
        data_text(row, "bound", text_of(model_level_words(best->bound)));
    }
    data_flag(page, "has_compared", rows->count > 0);
    data_text(page, "lacking", buf_take(&lacking, arena));
}

/* ---- as a chart ------------------------------------------------------------------------------ */

/* A bar is as long as the time's share of the measured one: kernels take from microseconds to tens of
 * milliseconds, and what is to be compared are the bars of one kernel. */
static struct svg_cell time_cell(struct arena *arena, double seconds, bool known, double measured) {
    struct svg_cell cell = {.value = 100 * seconds / measured};
    cell.text = arena_string(arena, tool_seconds(arena, seconds));
    if (!known) cell.text = arena_printf(arena, "at least %s", cell.text).ptr;
    return cell;
}

static double best_guess(const struct model_result *result) {
    return result->time.known ? result->time.value : result->at_least;
}

static void chart(struct site_build *build, struct data *page, const struct outcome *outcomes) {
    struct arena *arena = build->arena;
    struct svg_bar_row rows[COMPARISONS];
    struct svg_cell cells[COMPARISONS][3];
    size_t count = 0;
    for (size_t i = 0; i < COMPARISONS; i++) {
        const struct outcome *of = &outcomes[i];
        if (!of->known) continue;
        cells[count][0] =
            time_cell(arena, best_guess(&of->rated), of->rated.time.known, of->measured);
        cells[count][1] = time_cell(arena, best_guess(&of->measured_rates),
                                    of->measured_rates.time.known, of->measured);
        cells[count][2] = time_cell(arena, of->measured, true, of->measured);
        rows[count] = (struct svg_bar_row){.label = of->kernel->name, .cells = cells[count]};
        count++;
    }
    struct buf out = {0};
    static const struct svg_series series[] = {{"predicted, rated", SVG_LEVEL_NONE},
                                               {"predicted, measured bandwidths", SVG_LEVEL_NONE},
                                               {"measured", SVG_LEVEL_NONE}};
    const struct card *card = build->course->card;
    struct svg_bars bars = {.axis = {.label = "% of the measured time"},
                            .rows = rows,
                            .row_count = count,
                            .series = series,
                            .series_count = 3};
    for (enum svg_layout layout = SVG_WIDE; count && layout <= SVG_NARROW; layout++) {
        struct svg_frame frame = {
            .id_prefix = layout == SVG_WIDE ? THEME_ID "compare-w-" : THEME_ID "compare-n-",
            .title = arena_string(arena, arena_printf(arena, "Predicted and measured on the %.*s",
                                                      TEXT_ARG(card->name))),
            .desc =
                "For each kernel the time that the model gives by rated and by measured "
                "bandwidths, as a share of the time that was measured. The table has the numbers.",
            .layout = layout};
        struct svg_result result = svg_bars(&bars, &frame);
        if (result.text) {
            buf_add(&out, result.text, result.length);
            buf_char(&out, '\n');
        } else {
            struct text why = chart_refusal(arena, NULL, &result);
            diag_file(build->diags, SEVERITY_ERROR, card->path, NULL,
                      "predicted and measured cannot be drawn: %.*s", TEXT_ARG(why));
        }
        svg_result_free(&result);
    }
    data_html(page, "compare_chart", buf_take(&out, arena));
}

void tool_compare(struct site_build *build, struct data *page) {
    const struct card *card = build->course->card;
    struct model_card figures = predict_card(card, build->arena);
    struct outcome outcomes[COMPARISONS];
    for (size_t i = 0; i < COMPARISONS; i++)
        outcomes[i] = compare(build->arena, card, &figures, &comparisons[i]);
    table(build, page, outcomes);
    chart(build, page, outcomes);
    data_text(page, "compare_card", card->name);
    data_flag(page, "compare_reported", card->reported);
}
