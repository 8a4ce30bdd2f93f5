/* tool_compare -- the model beside the stopwatch: predicted and measured times of the same kernels
 * with the same sizes, on the card of the build. */
#include "render/tool.h"

#include "render/chart.h"
#include "svg/diagrams.h"

/* The course measures these kernels; the time is a series, or bytes over a rate. */
struct comparison {
    const char *kernel; /* of model_kernels[] */
    const char *at, *also_at;
    const char *time, *bytes, *rate;
    const char *size, *size_at; /* its size: elements or rows */
};
static const struct comparison comparisons[] = {
    {"vecadd", "dram", NULL, "vecadd.time", NULL, NULL, "vecadd.count", "dram"},
    {"gemm16", "tile16", NULL, "gemm.time", NULL, NULL, "gemm.edge", NULL},
    {"gemm128", "tile128", NULL, "gemm.time", NULL, NULL, "gemm.edge", NULL},
    {"copy", "copy", NULL, NULL, "copy.bytes", "copy.rate", NULL, NULL},
    {"transpose", "padded", "dram", "transpose.time", NULL, NULL, "transpose.edge", "dram"},
    {"transpose_tiled", "tiled", "dram", "transpose.time", NULL, NULL, "transpose.edge", "dram"},
};
enum { COMPARISONS = sizeof comparisons / sizeof *comparisons, COPY_BYTES = 8 };

struct outcome {
    const struct model_kernel *kernel;
    double n; /* its size */
    struct pipes rated, measured_rates;
    double measured;
    struct used used; /* what says how long it took; of none where that was computed */
    bool known;       /* was it measured? */
    struct text missing;
};

/* Reads the measured time and the size that it was measured at. */
static void read_time(const struct reading *reading, const struct comparison *of,
                      struct outcome *out) {
    if (of->time) {
        struct reading_point time = reading_point(reading, of->time, of->at, of->also_at);
        struct reading_point size = reading_point(reading, of->size, of->size_at, NULL);
        out->known = time.known && size.known;
        out->missing = time.why;
        out->measured = time.number;
        out->used = numbers_point(reading->card, &time);
        out->n = size.number;
    } else {
        struct reading_point bytes = reading_point(reading, of->bytes, of->at, of->also_at);
        struct reading_point rate = reading_point(reading, of->rate, of->at, of->also_at);
        out->known = bytes.known && rate.known && rate.number > 0;
        out->missing = rate.why;
        if (out->known) out->measured = bytes.number / rate.number;
        out->n = bytes.number / COPY_BYTES;
    }
}

static struct pipes predicted(const struct site_build *build, const struct model_kernel *kernel,
                              double n, bool measured) {
    const struct model_card figures = predict_card(build->card, build->arena);
    struct pipes out = {.work = reading_work(kernel, n, figures.l2)};
    tool_answer(build, build->card, (struct model_how){.measured = measured}, &out);
    return out;
}

static struct outcome compare(const struct site_build *build, const struct reading *reading,
                              const struct comparison *of) {
    struct outcome out = {.kernel = model_kernel_find(text_of(of->kernel))};
    read_time(reading, of, &out);
    if (!out.known) return out;
    out.rated = predicted(build, out.kernel, out.n, false);
    out.measured_rates = predicted(build, out.kernel, out.n, true);
    return out;
}

struct tool_timed tool_measured(const struct card *card, const struct model_kernel *kernel,
                                struct arena *arena) {
    const struct reading reading = {.card = card, .arena = arena};
    for (size_t i = 0; i < COMPARISONS; i++) {
        struct outcome out = {.kernel = kernel};
        if (!text_is(text_of(kernel->name), comparisons[i].kernel)) continue;
        read_time(&reading, &comparisons[i], &out);
        if (out.known && out.n == kernel->size[0])
            return (struct tool_timed){out.measured, out.used};
    }
    return (struct tool_timed){0};
}

static double best_guess(const struct pipes *pipes) {
    const struct model_result *result = &pipes->result;
    return result->time.known ? result->time.value : result->at_least;
}

/* Says "about " where an estimate is in it, "at most " where there is none. */
static const char *sureness(const struct pipes *pipes) {
    return !pipes->result.time.known ? "at most " : pipes->estimate.len ? "about " : "";
}

static void prediction(struct data *row, const char *time, const char *ratio,
                       const struct pipes *pipes, double measured) {
    char number[EXPR_TEXT_MAX];
    const char *sure = sureness(pipes);
    data_text(row, time, tool_time(row->arena, pipes));
    data_text(row, ratio, (struct text){0});
    if (best_guess(pipes) <= 0) return;
    expr_format_number(measured / best_guess(pipes), 2, EXPR_STYLE_PAGE, number, sizeof number);
    data_printf(row, ratio, "%s%s×", sure, number);
}

static void table_row(struct site_build *build, struct data *row, struct text address,
                      const struct outcome *of) {
    const struct pipes *best =
        of->measured_rates.result.time.known ? &of->measured_rates : &of->rated;
    const char *n = quantity_alone(row->arena, TEXT("1"), of->n).ptr;
    data_texts(row, {"name", text_of(of->kernel->name)}, {"words", text_of(of->kernel->words)},
               {"size", model_kinds[of->kernel->kind].square
                            ? arena_printf(row->arena, "%s × %s", n, n)
                            : arena_printf(row->arena, "%s elements", n)},
               {"bound", text_of(model_level_words(best->result.bound))});
    data_html(row, "measured",
              numbers_row(build, address, &of->used,
                          quantity_alone(row->arena, TEXT("s"), of->measured)));
    prediction(row, "rated", "rated_ratio", &of->rated, of->measured);
    prediction(row, "by_measured", "measured_ratio", &of->measured_rates, of->measured);
}

/* Kernels take from microseconds to tens of milliseconds: what can be compared is measured over predicted. */
static struct svg_ratio ratio_of(struct arena *arena, const struct outcome *of,
                                 const struct pipes *pipes) {
    char number[EXPR_TEXT_MAX];
    if (best_guess(pipes) <= 0) return (struct svg_ratio){0};
    const double value = of->measured / best_guess(pipes);
    const char *sure = sureness(pipes);
    expr_format_number(value, 2, EXPR_STYLE_PAGE, number, sizeof number);
    return (struct svg_ratio){
        .value = value,
        .text = arena_printf(arena, "%s%s×", sure, number).ptr,
        .title = arena_printf(arena, "%s: measured %s, predicted %s, %s%s×", of->kernel->name,
                              quantity_alone(arena, TEXT("s"), of->measured).ptr,
                              tool_time(arena, pipes).ptr, sure, number)
                     .ptr};
}

static void chart(struct site_build *build, struct data *page, const struct svg_ratio_row *rows,
                  size_t count) {
    struct arena *arena = build->arena;
    static const char *const series[] = {"by rated bandwidths", "by measured bandwidths"};
    const struct card *card = build->card;
    struct text title =
        arena_printf(arena, "Predicted and measured on the %.*s", TEXT_ARG(card->name));
    struct buf out = {0};
    const struct svg_ratios ratios = {.label = "measured time / predicted time, logarithmic",
                                      .one = "as predicted",
                                      .rows = rows,
                                      .row_count = count,
                                      .series = series,
                                      .series_count = 2};
    for (enum svg_layout layout = SVG_WIDE; count && layout <= SVG_NARROW; layout++) {
        struct svg_frame frame = {
            .id_prefix = layout == SVG_WIDE ? THEME_ID "compare-w-" : THEME_ID "compare-n-",
            .title = title.ptr,
            .desc =
                "For each kernel the time that was measured over the time that the model gives, by "
                "rated and by measured bandwidths. The table has the numbers.",
            .layout = layout};
        struct svg_result result = svg_ratios(&ratios, &frame);
        struct text why = chart_add(&out, arena, NULL, &result);
        if (why.len)
            diag_file(build->diags, SEVERITY_ERROR, card->path, NULL,
                      "predicted and measured cannot be drawn: %.*s", TEXT_ARG(why));
    }
    data_html(page, "compare_chart", buf_take(&out, arena));
}

void tool_compare(struct site_build *build, struct data *page, struct text address) {
    const struct card *card = build->card;
    const struct reading reading = {.card = card, .arena = build->arena};
    struct data *compared = data_put_list(page, "compared");
    struct svg_ratio_row rows[COMPARISONS];
    struct buf lacking = {0};
    size_t count = 0;
    for (size_t i = 0; i < COMPARISONS; i++) {
        const struct outcome of = compare(build, &reading, &comparisons[i]);
        if (!of.known) {
            buf_printf(&lacking, "%s%s", lacking.len ? ", " : "", of.kernel->name);
            if (of.missing.len) buf_printf(&lacking, " (%.*s)", TEXT_ARG(of.missing));
            continue;
        }
        table_row(build, data_add(compared), address, &of);
        rows[count] =
            (struct svg_ratio_row){.name = of.kernel->name,
                                   .ratios = {ratio_of(build->arena, &of, &of.rated),
                                              ratio_of(build->arena, &of, &of.measured_rates)}};
        count++;
    }
    chart(build, page, rows, count);
    data_texts(page, {"lacking", buf_take(&lacking, build->arena)}, {"compare_card", card->name});
    data_flag(page, "compare_reported", card->reported);
}
