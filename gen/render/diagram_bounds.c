/* diagram_bounds -- diagrams of what a kernel is bound by.
 *
 * diagram:roofline says how fast a kernel may be at its FLOP per byte of DRAM traffic and how fast those of
 * the course are. The roof is the model's: rated bandwidth of the DRAM, then the peak of the arithmetic.
 * FLOP and bytes of a kernel are counted as in model/kernel.h; a kernel without a time stands at its roof.
 *
 * diagram:decode shows the weights of a language model and the L2 of the card to scale. Writing one token
 * reads every weight once. The page gives the sizes of the model, with their sources; the L2 and the rate
 * of its DRAM are the card's. */
#include <math.h>

#include "measure/predict.h"
#include "render/diagram.h"
#include "svg/diagrams.h"

#define LEAST 0.0625 /* FLOP per byte at the left end */
#define MOST 64.0    /* and at the right end */

enum { SAMPLES = 65 }; /* of the roof: too many for markers */

/* A row is a kernel of the model with its rate or time; its own size stands in for a missing one. */
static const struct roof_kernel {
    const char *name, *label, *kernel; /* the label stands beside its point */
    const char *size, *size_at;
    const char *rate, *time, *at;
} kernels[] = {
    {"vector add", "vector add", "vecadd", "vecadd.count", "dram", NULL, "vecadd.time", "dram"},
    {"GEMM, 16 × 16 tiles", "16 × 16 tiles", "gemm16", "gemm.edge", NULL, "gemm.flops", NULL,
     "tile16"},
    {"GEMM, 128 × 128 tiles", "128 × 128 tiles", "gemm128", "gemm.edge", NULL, "gemm.flops", NULL,
     "tile128"},
};
/* The versions of a product in ladder.flops that have larger tiles than the one before: joined by a line. */
static const struct rung {
    const char *version, *kernel; /* of the model, with its tiles */
} rungs[] = {{"tile", "gemm32"}, {"column", "gemm64"}, {"square", "gemm128"}, {"wide", "gemm256"}};
enum { KERNELS = sizeof kernels / sizeof *kernels, RUNGS = sizeof rungs / sizeof *rungs };
enum { LINES = KERNELS + 2 };

struct roofline {
    struct model_figure bandwidth, peak, l2;
    struct quantity rate;                   /* FLOP/s, one unit for all */
    struct model_figure intensity[KERNELS]; /* FLOP per byte */
    double roof[KERNELS];                   /* FLOP/s; 0: not known */
    double measured[KERNELS];               /* FLOP/s; 0: not known */
    bool any_measured;
};

/* Gives 0 where neither bandwidth nor peak is known. */
static double roof_at(const struct roofline *of, double intensity) {
    if (!of->bandwidth.known) return of->peak.known ? of->peak.value : 0;
    double roof = of->bandwidth.value * intensity;
    return of->peak.known ? fmin(roof, of->peak.value) : roof;
}

static void read_kernel(struct roofline *of, const struct reading *reading, size_t index) {
    const struct roof_kernel *kernel = &kernels[index];
    const struct model_kernel *model = model_kernel_find(text_of(kernel->kernel));
    struct reading_point size = reading_point(reading, kernel->size, kernel->size_at, NULL);
    struct reading_point rate = reading_point(reading, kernel->rate, kernel->at, NULL);
    struct reading_point time = reading_point(reading, kernel->time, kernel->at, NULL);
    struct model_work work = reading_work(model, size.known ? size.number : model->size[0], of->l2);
    of->intensity[index] = figure_over(work.amount[MODEL_COMPUTE], work.amount[MODEL_DRAM]);
    if (of->intensity[index].known) of->roof[index] = roof_at(of, of->intensity[index].value);
    if (!size.known) return;
    of->measured[index] = rate.number;
    if (time.number > 0) of->measured[index] = work.amount[MODEL_COMPUTE].value / time.number;
    of->any_measured |= of->measured[index] > 0;
}

static struct roofline roofline_of(const struct reading *reading) {
    const struct model_card figures = predict_card(reading->card, reading->arena);
    const struct model_how how = {0};
    const struct model_rates rates = model_rates(&figures, &how, false);
    struct roofline out = {
        .bandwidth = rates.rate[MODEL_DRAM], .peak = rates.rate[MODEL_COMPUTE], .l2 = figures.l2};
    for (size_t i = 0; i < KERNELS; i++)
        read_kernel(&out, reading, i);
    double top = roof_at(&out, MOST);
    out.rate = quantity_common(reading->arena, TEXT("FLOP/s"), false, top > 0 ? top : 1e12);
    return out;
}

/* Gives NULL for a rate that is not known. */
static const char *rate_text(const struct reading *reading, double rate) {
    return rate > 0 ? quantity_alone(reading->arena, TEXT("FLOP/s"), rate).ptr : NULL;
}

/* Says "rising with 4.81 TB/s from DRAM, then flat at 66.9 TFLOP/s". */
static const char *roof_words(const struct reading *reading, const struct roofline *of) {
    const char *slope = "from DRAM at a rate that is not known";
    const char *flat = "at a peak of arithmetic that is not known";
    if (!of->bandwidth.known && !of->peak.known) return "not known for this card";
    if (of->bandwidth.known)
        slope = reading_printf(reading, "rising with %s from DRAM",
                               quantity_figure(reading->arena, "B/s", of->bandwidth, "").ptr);
    if (of->peak.known)
        flat = reading_printf(reading, "flat at %s of arithmetic",
                              quantity_figure(reading->arena, "FLOP/s", of->peak, "").ptr);
    return reading_printf(reading, "%s, then %s", slope, flat);
}

/* Says "363 GFLOP/s of at most 401 GFLOP/s". */
static const char *kernel_words(const struct reading *reading, const struct roofline *of,
                                size_t index) {
    const char *measured = rate_text(reading, of->measured[index]);
    const char *roof = rate_text(reading, of->roof[index]);
    if (!roof) return measured ? measured : "not known for this card";
    return reading_printf(reading, "%s%sat most %s", measured ? measured : "",
                          measured ? " of " : "", roof);
}

static struct svg_point point_at(const struct roofline *of, double intensity, double rate) {
    if (rate > 0) return (struct svg_point){.x = intensity, .y = quantity_plot(&of->rate, rate)};
    return (struct svg_point){.x = intensity, .missing = "not known for this card"};
}

static void add_roof(const struct roofline *of, struct svg_point samples[SAMPLES]) {
    const double step = log2(MOST / LEAST) / (SAMPLES - 1);
    const double ridge = of->bandwidth.known && of->peak.known && of->bandwidth.value > 0
                             ? of->peak.value / of->bandwidth.value
                             : 0;
    for (size_t i = 0; i < SAMPLES; i++) {
        double x = LEAST * exp2(step * (double)i);
        /* The corner has to be one of them. */
        if (i > 0 && i + 1 < SAMPLES && fabs(log2(x / ridge)) <= step / 2) x = ridge;
        samples[i] = point_at(of, x, roof_at(of, x));
    }
}

/* Says "16 × 16 tiles: 42% of the roof", beside the point of a kernel. */
static const char *point_words(const struct reading *reading, const struct roofline *of,
                               size_t index) {
    if (of->measured[index] <= 0 || of->roof[index] <= 0)
        return reading_printf(reading, "%s: %s", kernels[index].label,
                              kernel_words(reading, of, index));
    return reading_printf(
        reading, "%s: %s of the roof", kernels[index].label,
        quantity_in(reading->arena, "%", of->measured[index] / of->roof[index]).ptr);
}

/* The versions that this card has, joined: the line has no points where it has none. */
static struct svg_line ladder(const struct reading *reading, const struct roofline *of,
                              struct svg_point points[RUNGS], struct buf *said) {
    struct svg_line line = {.points = points};
    const char *first = NULL, *last = NULL;
    for (size_t i = 0; i < RUNGS; i++) {
        const struct model_kernel *model = model_kernel_find(text_of(rungs[i].kernel));
        const struct model_work work = reading_work(model, model->size[0], of->l2);
        const struct model_figure intensity =
            figure_over(work.amount[MODEL_COMPUTE], work.amount[MODEL_DRAM]);
        struct reading_point rate =
            reading_point(reading, "ladder.flops", rungs[i].version, "4096");
        if (!rate.known || !intensity.known) continue;
        last = rate_text(reading, rate.number);
        points[line.point_count] = point_at(of, intensity.value, rate.number);
        points[line.point_count].text = rungs[i].version;
        points[line.point_count++].title =
            reading_printf(reading, "ladder, %s: %s", rungs[i].version, last);
        if (!first) first = last;
    }
    if (!first) return line;
    line.name =
        reading_printf(reading, "ladder of products, as its tiles grow: %s to %s", first, last);
    buf_printf(said, " The ladder of products, as its tiles grow: %s to %s.", first, last);
    return line;
}

static struct svg_result roofline_draw(struct reading *reading, struct svg_frame *frame) {
    const struct roofline of = roofline_of(reading);
    struct svg_point roof[SAMPLES], points[KERNELS], climb[RUNGS];
    const char *words = roof_words(reading, &of);
    struct svg_line lines[LINES] = {{.name = reading_printf(reading, "the roof, %s", words),
                                     .points = roof,
                                     .point_count = SAMPLES}};
    size_t count = 1, marks = 0;
    struct svg_reference mark;
    struct buf said = {0};
    buf_printf(&said, "The roof: %s.", words);
    add_roof(&of, roof);
    for (size_t i = 0; i < KERNELS; i++) {
        if (!of.intensity[i].known) continue;
        double x = fmax(LEAST, fmin(of.intensity[i].value, MOST));
        points[i] = point_at(&of, x, of.measured[i] > 0 ? of.measured[i] : of.roof[i]);
        words = kernel_words(reading, &of, i);
        buf_printf(&said, " %s, %s: %s.", kernels[i].name,
                   quantity_figure(reading->arena, "FLOP/B", of.intensity[i], "").ptr, words);
        points[i].text = point_words(reading, &of, i);
        points[i].title = reading_printf(reading, "%s: %s", kernels[i].name, words);
        if (of.measured[i] > 0) points[i].roof = quantity_plot(&of.rate, of.roof[i]);
        lines[count++] = (struct svg_line){.points = &points[i], .point_count = 1};
    }
    lines[count] = ladder(reading, &of, climb, &said);
    count += lines[count].point_count > 0;
    if (of.bandwidth.known && of.peak.known) {
        double ridge = of.peak.value / of.bandwidth.value;
        mark = (struct svg_reference){
            reading_printf(reading, "ridge, %s",
                           quantity_alone(reading->arena, TEXT("FLOP/B"), ridge).ptr),
            ridge};
        marks = ridge > LEAST && ridge < MOST ? 1 : 0;
    }
    const struct svg_lines in = {
        .x = {.label = "FLOP per byte of DRAM traffic", .scale = SVG_LOG2},
        .y = {.label = of.rate.unit.ptr, .scale = SVG_LOG10},
        .lines = lines,
        .line_count = count,
        .marks = &mark,
        .mark_count = marks,
        .keys_above = true,
    };
    reading->nothing_known = !of.any_measured;
    diagram_describe(reading, frame, &said);
    return svg_lines(&in, frame);
}

const struct diagram diagram_roofline = {
    .name = "roofline",
    .shows = "the ceilings of the card and measured kernels below them",
    .needs = "the rated figures (facts, dram.rated); vecadd, gemm and ladder for the points",
    .title = "Roofline of the",
    .of_card = true,
    .measured = "roof from its rated figures, FLOP and bytes counted, times measured",
    .unmeasured = "roof from its rated figures, FLOP and bytes counted, nothing measured",
    .draw = roofline_draw,
};

/* ---- the weights of a language model ---------------------------------------------------------- */

enum { MATRIX, WEIGHTS };
static const char *const parameters[] = {"matrix", "weights", NULL};

static const char *part_of_l2(const struct reading *reading, double l2) {
    if (l2 <= 0) return NULL;
    struct text share = quantity_in(reading->arena, "%", l2 / reading->given[WEIGHTS].number);
    return reading_printf(reading, "%s of all weights", share.ptr);
}

/* Says "the L2 holds 54% of it", or that it fits. */
static const char *matrix_in_l2(const struct reading *reading, double l2) {
    const double ratio = l2 / reading->given[MATRIX].number;
    if (l2 <= 0) return NULL;
    if (ratio >= 1) return "fits into the L2, among many others";
    return reading_printf(reading, "the L2 holds %s of it",
                          quantity_in(reading->arena, "%", ratio).ptr);
}

static const char *capacity(const struct reading *reading, double size) {
    return size > 0 ? quantity_capacity(reading->arena, TEXT("B"), size).ptr : "not known";
}

/* The time to read all weights once, by the best figure that the card has for reading DRAM;
 * where they do not fit into it there is none. */
static const char *time_of_token(const struct reading *reading) {
    static const struct {
        const char *series, *at, *words;
    } rates[] = {{"bandwidth.rate", "dram", "read once a token"},
                 {"copy.rate", "read", "read once a token"},
                 {"dram.rated", NULL, "read once a token, at the rated bandwidth"}};
    const double dram = reading_fact(reading, "dram");
    if (dram > 0 && dram < reading->given[WEIGHTS].number)
        return reading_printf(reading, "more than the %s of its DRAM", capacity(reading, dram));
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        struct reading_point rate = reading_point(reading, rates[i].series, rates[i].at, NULL);
        if (!rate.known || rate.number <= 0) continue;
        struct text time =
            quantity_alone(reading->arena, TEXT("s"), reading->given[WEIGHTS].number / rate.number);
        return reading_printf(reading, "%s: %s", rates[i].words, time.ptr);
    }
    return "read once a token";
}

static struct svg_result decode_draw(struct reading *reading, struct svg_frame *frame) {
    const double l2 = reading_fact(reading, "l2");
    const struct svg_area areas[] = {
        {.name = "All weights",
         .amount = reading->given[WEIGHTS].text.ptr,
         .remark = time_of_token(reading),
         .size = reading->given[WEIGHTS].number,
         .level = SVG_LEVEL_DRAM},
        {.name = "One matrix of them",
         .amount = reading->given[MATRIX].text.ptr,
         .remark = matrix_in_l2(reading, l2),
         .size = reading->given[MATRIX].number,
         .level = SVG_LEVEL_DRAM},
        {.name = "L2 cache",
         .amount = capacity(reading, l2),
         .remark = part_of_l2(reading, l2),
         .size = l2,
         .level = SVG_LEVEL_L2},
    };
    enum { AREAS = sizeof areas / sizeof *areas };
    const struct svg_areas in = {
        .areas = areas, .area_count = AREAS, .note = "Areas are to one scale of bytes."};
    struct buf words = {0};
    for (size_t i = 0; i < AREAS; i++) {
        const char *name = areas[i].level == SVG_LEVEL_L2 ? "L2" : areas[i].name;
        buf_printf(&words, "%s%s: %s", i ? " " : "", name, areas[i].amount);
        if (areas[i].remark) buf_printf(&words, ", %s", areas[i].remark);
        buf_char(&words, '.');
    }
    diagram_describe(reading, frame, &words);
    return svg_areas(&in, frame);
}

const struct diagram diagram_decode = {
    .name = "decode",
    .shows = "the weights of a language model beside the L2 cache",
    .needs = "two cited sizes behind a ? (see content/README.md); fact.l2, bandwidth.rate",
    .title = "Weights of a language model and the L2 of the",
    .of_card = true,
    .measured = "its L2 from its driver, the time from the rate measured on it",
    .parameters = parameters,
    .draw = decode_draw,
};
