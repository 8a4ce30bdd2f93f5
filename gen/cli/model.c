/* gen model -- the time that the bottleneck model gives a kernel on a card, and which level sets it.
 *
 * Numbers are read as expressions, so that 64*1024 and "1.5 GB" do as well. */
#include <math.h>
#include <string.h>

#include "base/chars.h"
#include "cli/cli.h"
#include "page/predict.h"

const char cli_model_help[] =
    "Predicts the time of a kernel on a card, the level that sets it, and how busy the others "
    "are.\n"
    "\n"
    "  vecadd --n N, copy --n N      c = a + b, b = a of N floats\n"
    "  transpose --n N [--unpadded]  an N x N matrix by tiles in shared memory\n"
    "  gemm --m M --n N --k K --bm BM --bn BN --tm TM --tn TN\n"
    "                                C = A B in blocks of BM x BN, TM x TN results a thread\n"
    "  free --flops F --bytes LEVEL=N   any other; LEVEL is registers, shared, l2 or dram\n"
    "  vecadd, copy, transpose, transpose_tiled, gemm16, gemm128   with the sizes of the course\n"
    "\n"
    "  --measured        by the bandwidths measured on the card, not the rated ones\n"
    "  --width BYTES     4 or 16: what loads of so many bytes a lane reach in shared memory\n";

/* ---- the request ------------------------------------------------------------------------- */

struct request {
    const struct cli_command *command;
    const char *kernel;
    double size[MODEL_SIZES]; /* by size_names; 0: not given */
    int sizes;
    double amount[MODEL_LEVELS];
    bool has_amount, unpadded;
    struct model_how how;
};

/* The product has all sizes that any kernel has, and its options are theirs. */
enum { M, N, K, BM, BN, TM, TN };
static const char *const *const size_names = model_kinds[MODEL_GEMM].option;

static int wrong_use(const struct request *request, const char *what, const char *which) {
    return cli_wrong_use(request->command, what, which, NULL);
}

/* Reads a number without a unit or in `base`; with EXPR_BASES no unit may stand there. */
static bool read_amount(const char *text, enum expr_base base, double *out) {
    unsigned char block[EXPR_MEMORY_SIZE];
    struct expr_memory memory = {block, sizeof block, 0};
    struct expr_env env = {0};
    struct expr expr;
    struct expr_error error;
    struct expr_value value;
    struct expr_dimension plain = {{0}}, unit = {{0}};
    if (!expr_parse(text, strlen(text), &memory, &expr, &error) || expr.kind != EXPR_KIND_VALUE ||
        !expr_eval(&expr, &env, &value, &error) || value.kind != EXPR_NUMBER)
        return false;
    if (base < EXPR_BASES) unit.of[base] = 1;
    *out = value.number;
    return value.number >= 0 && (expr_dimension_equal(value.dimension, plain) ||
                                 expr_dimension_equal(value.dimension, unit));
}

static bool read_size(const char *text, double *out) {
    return read_amount(text, EXPR_BASES, out) && *out >= 1 && *out <= MODEL_SIZE_MAX &&
           *out == (double)(long long)*out;
}

/* Reads "dram=3 GB". */
static bool read_bytes(struct request *request, const char *text) {
    const char *equals = strchr(text, '=');
    if (!equals) return false;
    enum model_level level = model_level_of((struct text){text, (size_t)(equals - text)});
    if (level >= MODEL_COMPUTE) return false;
    return read_amount(equals + 1, EXPR_BYTE, &request->amount[level]);
}

/* The other options say what their value has to be, since a mistake is told in these words. */
enum other { WIDTH, FLOPS, BYTES, MEASURED, UNPADDED, OTHERS };
static const struct {
    const char *name, *wanted; /* NULL: it takes none */
} others[OTHERS] = {
    [WIDTH] = {"width", "--width is 4 or 16, not"},
    [FLOPS] = {"flops", "--flops is a number, not"},
    [BYTES] = {"bytes", "--bytes is LEVEL=N, LEVEL one of registers, shared, l2, dram, not"},
    [MEASURED] = {"measured", NULL},
    [UNPADDED] = {"unpadded", NULL},
};

/* Options are numbered: first the sizes, then the others; -1 is no option. */
static int option_of(struct text name) {
    for (int i = 0; i < MODEL_SIZES; i++)
        if (text_is(name, size_names[i])) return i;
    for (int i = 0; i < OTHERS; i++)
        if (text_is(name, others[i].name)) return MODEL_SIZES + i;
    return -1;
}

static bool read_width(struct request *request, const char *value) {
    double number;
    if (!read_size(value, &number) || (number != 4 && number != 16)) return false;
    request->how.access = number == 4 ? MODEL_ACCESS_4 : MODEL_ACCESS_16;
    return true;
}

static bool read_value(struct request *request, int option, const char *value) {
    if (option < MODEL_SIZES) {
        request->sizes += request->size[option] == 0;
        return read_size(value, &request->size[option]);
    }
    option -= MODEL_SIZES;
    request->how.measured |= option == MEASURED;
    request->unpadded |= option == UNPADDED;
    request->has_amount |= option == FLOPS || option == BYTES;
    if (option == WIDTH) return read_width(request, value);
    if (option == BYTES) return read_bytes(request, value);
    return option != FLOPS || read_amount(value, EXPR_FLOP, &request->amount[MODEL_COMPUTE]);
}

static int unknown_option(const struct cli_command *command, const char *word) {
    struct arena arena = {0};
    struct text rest = text_of(word);
    struct nearest nearest = {.wanted = text_next(&rest, '=')};
    for (int i = 0; i < MODEL_SIZES; i++)
        nearest_offer(&nearest, arena_printf(&arena, "--%s", size_names[i]));
    for (int i = 0; i < OTHERS; i++)
        nearest_offer(&nearest, arena_printf(&arena, "--%s", others[i].name));
    int status = cli_wrong_use(command, "unknown option", word, &nearest);
    arena_free(&arena);
    return status;
}

static int unknown_kernel(const struct request *request) {
    struct nearest nearest = {.wanted = text_of(request->kernel)};
    for (size_t i = 0; model_kernel_name(i); i++)
        nearest_offer(&nearest, text_of(model_kernel_name(i)));
    nearest_offer(&nearest, TEXT("gemm"));
    nearest_offer(&nearest, TEXT("free"));
    return cli_wrong_use(request->command, "unknown kernel", request->kernel, &nearest);
}

static int read_request(const struct cli_options *options, struct request *request) {
    *request = (struct request){.command = options->command};
    for (int i = 0; i < options->rest_count; i++) {
        char *word = options->rest[i];
        if (strncmp(word, "--", 2) != 0) {
            if (request->kernel) return wrong_use(request, "too many arguments:", word);
            request->kernel = word;
            continue;
        }
        struct text value = text_of(word + 2), name = text_next(&value, '=');
        int option = option_of(name);
        if (option < 0) return unknown_option(request->command, word);
        const char *wanted = option < MODEL_SIZES ? "a size is a whole number from 1 to 2^40, not"
                                                  : others[option - MODEL_SIZES].wanted;
        if (!wanted && value.ptr) return wrong_use(request, "no value belongs to", word);
        if (wanted && !value.ptr && i + 1 == options->rest_count)
            return wrong_use(request, "a value is missing after", word);
        if (wanted && !value.ptr) value = text_of(options->rest[++i]);
        if (!read_value(request, option, value.ptr)) return wrong_use(request, wanted, value.ptr);
    }
    if (!request->kernel && request->has_amount) request->kernel = "free";
    return request->kernel ? CLI_OK : wrong_use(request, "a kernel is missing", "");
}

/* ---- the work ---------------------------------------------------------------------------- */

/* Returns why no kernel can have these sizes; NULL if one can. */
static const char *wrong_sizes(const struct request *request, enum model_kind kind) {
    const double *size = request->size;
    if (kind != MODEL_GEMM)
        return request->sizes == 1 && size[N] > 0 ? NULL : "the size of this kernel is --n:";
    if (request->sizes < MODEL_SIZES) return "gemm takes all of m, n, k, bm, bn, tm, tn:";
    if (size[BM] > size[M] || size[BN] > size[N]) return "a block is not larger than the matrix:";
    if (size[TM] > size[BM] || size[TN] > size[BN])
        return "a thread has no more results than its block:";
    return NULL;
}

static int sized_work(const struct request *request, struct model_figure l2,
                      struct model_work *work) {
    const struct model_kernel *kernel = model_kernel_find(text_of(request->kernel));
    bool gemm = strcmp(request->kernel, "gemm") == 0;
    if (!kernel && !gemm) return unknown_kernel(request);
    enum model_kind kind = gemm ? MODEL_GEMM : kernel->kind;
    if (!gemm && kind == MODEL_GEMM)
        return wrong_use(request, "this kernel has no sizes:", request->kernel);
    const char *wrong = wrong_sizes(request, kind);
    if (wrong) return wrong_use(request, wrong, request->kernel);
    if (request->unpadded) kind = MODEL_UNPADDED;
    *work = model_work_of(kind, gemm ? request->size : &request->size[N], l2);
    return CLI_OK;
}

static int work_of(const struct request *request, struct model_figure l2, struct model_work *work) {
    const char *kernel = request->kernel;
    bool transpose = strcmp(kernel, "transpose") == 0, free = strcmp(kernel, "free") == 0;
    if (request->unpadded && !transpose)
        return wrong_use(request, "only transpose is --unpadded", "");
    if (request->has_amount != free)
        return wrong_use(request, "--flops and --bytes say what a kernel does that is `free`", "");
    if (free && request->sizes) return wrong_use(request, "a free kernel has no sizes", "");
    if (request->sizes || strcmp(kernel, "gemm") == 0) return sized_work(request, l2, work);
    if (free)
        *work = model_free(request->amount);
    else if (!model_named(text_of(request->unpadded ? "transpose_tiled" : kernel), l2, work))
        return unknown_kernel(request);
    return CLI_OK;
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
    return request->how.measured ? "measured" : "rated";
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
    const struct model_how how = {.measured = true, .access = of->request->how.access};
    if (of->result.time.known || of->request->how.measured) return false;
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

/* What only a rule says, because the card has no such fact, comes as `fixed`. */
static void figure_line(const struct prediction *of, const struct model_figure_about *about,
                        double fixed, struct buf *out) {
    const struct fact *fact = card_fact(of->card, text_of(about->fact));
    if (!fact && fixed == 0) return;
    struct text unit = fact ? fact->unit : text_of(about->unit);
    struct expr_unit parsed = {0};
    char text[EXPR_TEXT_MAX];
    if (!expr_unit_parse(unit, &parsed)) return;
    struct expr_value value = expr_number(fact ? fact->value : fixed, parsed.dimension);
    value.capacity = true;
    value.exact = text_is(unit, "1");
    expr_format(&value, NULL, EXPR_STYLE_TERMINAL, text, sizeof text);
    buf_printf(out, "%-15s", about->fact);
    column(out, 12, fact && fact->missing ? "-" : text);
    buf_str(out, "  ");
    if (!fact)
        buf_printf(out, "rule: compute capability %.*s", TEXT_ARG(of->card->compute_capability));
    else if (fact->missing)
        buf_view(out, fact->reason);
    else
        add_source(of->card, fact->source, out);
    buf_char(out, '\n');
}

/* A prediction is as good as the figures that its rates are made of: they are shown with sources. */
static void text_figures(const struct prediction *of, struct buf *out) {
    static const struct model_figure_about of_dram[] = {{.fact = "clock.memory"}, {.fact = "bus"}};
    struct model_card figures = of->figures;
    buf_char(out, '\n');
    for (int i = 0; i < MODEL_FIGURES; i++) {
        const struct model_figure_about *about = &model_figures[i];
        double fixed = about->rule ? model_card_figure(&figures, i)->value : 0;
        if (about->fact) figure_line(of, about, fixed, out);
    }
    for (int i = 0; i < 2; i++) /* what the rated DRAM bandwidth is made of */
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
        buf_printf(out, "%s\"%s\": ", i ? ", " : "", model_level_name((enum model_level)i));
        json_figure(out, figure[i]);
    }
    buf_char(out, '}');
}

/* The caller has written "time_s": in front of this. */
static void json_answer(const struct prediction *of, struct buf *out) {
    const struct model_result *result = &of->result;
    json_figure(out, result->time);
    if (result->time.known)
        buf_printf(out, ",\n\"bound\": \"%s\"", model_level_name(result->bound));
    else
        buf_str(out, ",\n\"bound\": null");
    json_levels(out, "busy", result->busy);
    if (!result->time.known) {
        buf_str(out, ",\n\"missing\": ");
        buf_json(out, result->time.reason);
        buf_str(out, ",\n\"at_least_s\": ");
        buf_number(out, result->at_least);
    }
    buf_str(out, ",\n\"card\": ");
    buf_json(out, of->card->id);
    buf_printf(out, ",\n\"bandwidths\": \"%s\"", bandwidths(of->request));
    json_levels(out, "amounts", of->work.amount);
    json_levels(out, "rates", of->rates.rate);
}

int cli_model(const struct cli_options *options) {
    struct request request;
    struct prediction of = {.request = &request};
    struct cli_run run;
    struct buf out = {0};
    int status = read_request(options, &request);
    if (status != CLI_OK) return status;
    if (!cli_begin_cards(&run, options)) return cli_end(&run);
    of.card = run.course.card;
    of.figures = predict_card(of.card, &run.arena);
    status = work_of(&request, of.figures.l2, &of.work);
    if (status == CLI_OK) {
        of.rates = model_rates(&of.figures, &request.how, of.work.writes);
        of.result = model_predict(&of.work, &of.rates);
        (options->json ? json_answer : text_answer)(&of, &out);
    }
    int ended = cli_end_with(&run, status == CLI_OK ? "time_s" : NULL, &out);
    return status == CLI_OK ? ended : status;
}
