/* gen model -- the time that the bottleneck model gives a kernel on a card, and which level sets it. */
#include <math.h>
#include <string.h>

#include "base/chars.h"
#include "cli/cli.h"
#include "measure/predict.h"

/* ---- the request ------------------------------------------------------------------------- */

struct request {
    const struct cli_command *command;
    const char *kernel;
    const struct cli_model *asked;
    int sizes; /* how many were given */
};

enum { M, N, K, BM, BN, TM, TN };

static int wrong_use(const struct request *request, const char *what, const char *which) {
    return cli_wrong_use(request->command, what, which, NULL);
}

static int unknown_kernel(const struct request *request) {
    struct nearest nearest = {.wanted = text_of(request->kernel)};
    for (int i = 0; i < MODEL_KERNELS; i++)
        nearest_offer(&nearest, text_of(model_kernels[i].name));
    nearest_offer(&nearest, TEXT("gemm"));
    nearest_offer(&nearest, TEXT("free"));
    return cli_wrong_use(request->command, "unknown kernel", request->kernel, &nearest);
}

static int read_request(const struct cli_options *options, struct request *request) {
    *request = (struct request){.command = options->command, .asked = &options->model};
    for (int i = 0; i < MODEL_SIZES; i++)
        request->sizes += request->asked->size[i] > 0;
    if (options->argument_count)
        request->kernel = options->argument[0];
    else if (request->asked->has_amount)
        request->kernel = "free";
    return request->kernel ? CLI_OK : wrong_use(request, "a kernel is missing", "");
}

/* ---- the work ---------------------------------------------------------------------------- */

/* Returns why no kernel can have these sizes; NULL if one can. */
static const char *wrong_sizes(const struct request *request, enum model_kind kind) {
    const double *size = request->asked->size;
    if (kind != MODEL_GEMM)
        return request->sizes == 1 && size[N] > 0 ? NULL : "the size of this kernel is --n:";
    if (request->sizes < MODEL_SIZES) return "gemm takes all of m, n, k, bm, bn, tm, tn:";
    if (size[BM] > size[M] || size[BN] > size[N]) return "a block is not larger than the matrix:";
    if (size[TM] > size[BM] || size[TN] > size[BN])
        return "a thread has no more results than its block:";
    return NULL;
}

/* A kernel of the course has its own sizes, unless the command line gives others. */
static int sized_work(const struct request *request, struct model_figure l2,
                      struct model_work *work) {
    const struct model_kernel *kernel = model_kernel_find(text_of(request->kernel));
    bool gemm = strcmp(request->kernel, "gemm") == 0, own = !gemm && !request->sizes;
    if (!kernel && !gemm) return unknown_kernel(request);
    enum model_kind kind = gemm ? MODEL_GEMM : kernel->kind;
    if (!gemm && !own && kind == MODEL_GEMM)
        return wrong_use(request, "this kernel has no sizes:", request->kernel);
    const char *wrong = own ? NULL : wrong_sizes(request, kind);
    if (wrong) return wrong_use(request, wrong, request->kernel);
    if (request->asked->unpadded) kind = MODEL_UNPADDED;
    const double *size = &request->asked->size[gemm ? M : N];
    *work = model_work_of(kind, own ? kernel->size : size, l2);
    return CLI_OK;
}

static int work_of(const struct request *request, struct model_figure l2, struct model_work *work) {
    const struct cli_model *asked = request->asked;
    bool transpose = strcmp(request->kernel, "transpose") == 0;
    bool free = strcmp(request->kernel, "free") == 0;
    if (asked->unpadded && !transpose)
        return wrong_use(request, "only transpose is --unpadded", "");
    if (asked->has_amount != free)
        return wrong_use(request, "--flops and --bytes say what a kernel does that is `free`", "");
    if (free && request->sizes) return wrong_use(request, "a free kernel has no sizes", "");
    if (free) *work = model_free(asked->amount);
    return free ? CLI_OK : sized_work(request, l2, work);
}

/* ---- the answer -------------------------------------------------------------------------- */

struct prediction {
    const struct request *request;
    const struct card *card;
    struct model_card figures;
    struct model_work work;
    struct model_rates rates;
    struct model_result result;
};

static const char *bandwidths(const struct request *request) {
    return request->asked->how.measured ? "measured" : "rated";
}

/* A figure that is not known is shown as a hyphen. */
static const char *shown(struct model_figure figure, const char *unit, const char *in,
                         char out[EXPR_TEXT_MAX]) {
    struct expr_unit parsed;
    struct expr_form form = {0};
    if (!figure.known || !expr_unit_parse(text_of(unit), &parsed)) return "-";
    struct expr_value value = expr_number(figure.value, parsed.dimension);
    form.has_unit = in && expr_unit_parse(text_of(in), &form.unit);
    expr_format(&value, &form, EXPR_STYLE_TERMINAL, out, EXPR_TEXT_MAX);
    return out;
}

/* Columns are padded by characters, since µ has two bytes. */
static void column(struct buf *out, int width, const char *text) {
    int characters = 0;
    for (const char *c = text; *c; c++)
        characters += !is_continuation(*c);
    buf_printf(out, "%*s%s", width > characters ? width - characters : 0, "", text);
}

/* Tells whether --measured gives the time that the rated figures do not. */
static bool measured_is_known(const struct prediction *of) {
    const struct model_how how = {.measured = true, .access = of->request->asked->how.access};
    if (of->result.time.known || of->request->asked->how.measured) return false;
    struct model_rates rates = model_rates(&of->figures, &how, of->work.writes);
    return model_predict(&of->work, &rates).time.known;
}

static void add_source(const struct card *card, struct text id, struct buf *out) {
    if (!card->reported) buf_str(out, "device: the driver");
    for (size_t i = 0; i < card->source_count; i++) {
        const struct card_source *source = &card->source[i];
        if (text_equal(source->id, id))
            buf_printf(out, "%.*s: %.*s", TEXT_ARG(source->status), TEXT_ARG(source->title));
    }
}

/* A line begins with what the figure is called and its value; where it is from follows. */
static void line_start(struct buf *out, const char *words, const char *value) {
    buf_printf(out, "%-42s", words);
    column(out, 12, value);
    buf_str(out, "  ");
}

/* A figure that the card has not as a fact, but by a rule or from a series, is called `instead`. */
static void figure_line(const struct prediction *of, const struct model_figure_about *about,
                        double instead, struct buf *out) {
    const struct fact *fact = card_fact(of->card, text_of(about->fact));
    if (!fact && instead == 0) return;
    struct text unit = fact ? fact->unit : text_of(about->unit);
    struct expr_unit parsed = {0};
    char text[EXPR_TEXT_MAX];
    if (!expr_unit_parse(unit, &parsed)) return;
    struct expr_value value = expr_number(fact ? fact->value : instead, parsed.dimension);
    value.capacity = fact || !about->series;
    value.exact = text_is(unit, "1");
    expr_format(&value, NULL, EXPR_STYLE_TERMINAL, text, sizeof text);
    line_start(out, about->words, fact && fact->missing ? "-" : text);
    if (!fact && about->series)
        buf_printf(out, "derived: from %s[%s]", about->series, about->at);
    else if (!fact)
        buf_printf(out, "rule: compute capability %.*s", TEXT_ARG(of->card->compute_capability));
    else if (fact->missing)
        buf_view(out, fact->reason);
    else
        add_source(of->card, fact->source, out);
    buf_char(out, '\n');
}

/* The rated bandwidth of DRAM is a figure of its own where a source rates the card, and its origin else. */
static void rated_line(const struct prediction *of, const struct model_figure_about *about,
                       struct buf *out) {
    const struct series *series = card_series(of->card, text_of(about->series));
    const struct point *point = series && series->point_count ? &series->point[0] : NULL;
    char text[EXPR_TEXT_MAX];
    if (!point || point->missing || about->at) return;
    line_start(out, about->words, shown(figure_known(point->median), "B/s", NULL, text));
    if (series->origin == ORIGIN_REPORTED)
        add_source(of->card, point->source, out);
    else
        buf_printf(out, "%s: %.*s", origin_word(series->origin), TEXT_ARG(series->method));
    buf_char(out, '\n');
}

/* A prediction is as good as the figures behind its rates, which are shown with their sources. */
static void text_figures(const struct prediction *of, struct buf *out) {
    static const struct model_figure_about of_dram[] = {
        {.words = "Memory clock", .fact = "clock.memory"},
        {.words = "Width of the memory bus, in bits", .fact = "bus"}};
    struct model_card figures = of->figures;
    buf_char(out, '\n');
    for (int i = 0; i < MODEL_FIGURES; i++) {
        const struct model_figure_about *about = &model_figures[i];
        double instead = about->rule ? model_card_figure(&figures, i)->value : 0;
        if (about->fact)
            figure_line(of, about, instead, out);
        else if (!about->at)
            rated_line(of, about, out);
    }
    for (int i = 0; i < 2; i++) /* the facts from which a derived rate of DRAM is computed */
        figure_line(of, &of_dram[i], 0, out);
}

static void text_answer(const struct prediction *of, struct buf *out) {
    const struct model_result *result = &of->result;
    char text[EXPR_TEXT_MAX];
    buf_printf(out, "%s on %.*s, %s bandwidths\n", of->request->kernel, TEXT_ARG(of->card->name),
               bandwidths(of->request));
    if (result->time.known)
        buf_printf(out, "%s, bound by %s\n", shown(result->time, "s", NULL, text),
                   model_level_words(result->bound));
    else
        buf_printf(out, "time not known: %.*s\n", TEXT_ARG(result->time.reason));
    if (!result->time.known && result->at_least > 0)
        buf_printf(out, "at least %s, for %s\n",
                   shown(figure_known(result->at_least), "s", NULL, text),
                   model_level_words(result->bound));
    if (measured_is_known(of))
        buf_str(out, "--measured gives the time by the bandwidths measured on this card\n");
    buf_printf(out, "\n%-13s%14s%16s%12s%8s\n", "", "amount", "rate", "time", "busy");
    for (int i = 0; i < MODEL_LEVELS; i++) {
        bool compute = i == MODEL_COMPUTE;
        buf_printf(out, "%-13s", model_level_words((enum model_level)i));
        column(out, 14, shown(of->work.amount[i], compute ? "FLOP" : "B", NULL, text));
        column(out, 16, shown(of->rates.rate[i], compute ? "FLOP/s" : "B/s", NULL, text));
        column(out, 12, shown(result->seconds[i], "s", NULL, text));
        column(out, 8, shown(result->busy[i], "1", "%", text));
        buf_char(out, '\n');
    }
    text_figures(of, out);
}

static void json_figure(struct buf *out, struct model_figure figure) {
    buf_number(out, figure.known ? figure.value : NAN); /* written as null */
}

static void json_levels(struct buf *out, const char *key, const struct model_figure *figure) {
    buf_printf(out, ",\n\"%s\": {", key);
    for (int i = 0; i < MODEL_LEVELS; i++) {
        buf_key(out, model_level_name((enum model_level)i));
        json_figure(out, figure[i]);
    }
    buf_char(out, '}');
}

static void json_answer(const struct prediction *of, struct buf *out) {
    const struct model_result *result = &of->result;
    bool known = result->time.known;
    buf_str(out, "{\"time_s\": ");
    json_figure(out, result->time);
    buf_key(out, "bound");
    buf_printf(out, known ? "\"%s\"" : "null", model_level_name(result->bound));
    if (!known) {
        buf_member(out, "missing", result->time.reason);
        buf_key(out, "at_least_s");
        buf_number(out, result->at_least);
    }
    buf_member(out, "card", of->card->id);
    buf_member(out, "bandwidths", text_of(bandwidths(of->request)));
    json_levels(out, "busy", result->busy);
    json_levels(out, "amounts", of->work.amount);
    json_levels(out, "rates", of->rates.rate);
    buf_char(out, '}');
}

int cli_model(const struct cli_options *options) {
    struct request request;
    struct prediction of = {.request = &request};
    struct cli_run run;
    struct buf out = {0};
    int status = read_request(options, &request);
    if (status == CLI_OK) status = work_of(&request, (struct model_figure){0}, &of.work);
    if (status != CLI_OK) return status; /* wrong use prints no document */
    if (!cli_begin_cards(&run, options)) return cli_end(&run, &out);
    of.card = run.course.card;
    of.figures = predict_card(of.card, &run.arena);
    work_of(&request, of.figures.l2, &of.work);
    of.rates = model_rates(&of.figures, &options->model.how, of.work.writes);
    of.result = model_predict(&of.work, &of.rates);
    (options->json ? json_answer : text_answer)(&of, &out);
    return cli_end(&run, &out);
}
