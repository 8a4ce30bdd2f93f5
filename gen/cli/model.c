/* gen model -- the time that the bottleneck model gives a kernel on a card, and which level sets it.
 *
 * Numbers are read as expressions, so that 64*1024 and "1.5 GB" do as well. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "measure/units.h"
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

enum size { SIZE_M, SIZE_N, SIZE_K, SIZE_BM, SIZE_BN, SIZE_TM, SIZE_TN, SIZES };
static const char *const size_names[SIZES] = {"m", "n", "k", "bm", "bn", "tm", "tn"};

struct request {
    const char *kernel;
    double size[SIZES]; /* 0: not given */
    size_t sizes;
    double amount[MODEL_LEVELS];
    bool has_amount, unpadded;
    struct model_how how;
};

static int wrong_use(const char *what, const char *which) {
    fprintf(stderr, "gen: %s%s%s\n", what, which ? " " : "", which ? which : "");
    fputs("usage: gen model KERNEL [SIZES] [--card ID] [--measured]\n", stderr);
    return CLI_USAGE;
}

/* What the value of an option has to be. */
static const char *wanted_of(const char *name) {
    if (strcmp(name, "width") == 0) return "--width is 4 or 16, not";
    if (strcmp(name, "flops") == 0) return "--flops is a number, not";
    if (strcmp(name, "bytes") == 0)
        return "--bytes is LEVEL=N, LEVEL one of registers, shared, l2, dram, not";
    return "a size is a whole number from 1 to 2^40, not";
}

/* A number, or one with this unit. */
static bool read_amount(const char *text, enum expr_base base, double *out) {
    unsigned char block[EXPR_MEMORY_SIZE];
    struct expr_memory memory = {block, sizeof block, 0};
    struct expr_env env = {0};
    struct expr expr;
    struct expr_error error;
    struct expr_value value;
    struct expr_dimension unit = {{0}};
    if (!expr_parse(text, strlen(text), &memory, &expr, &error) || expr.kind != EXPR_KIND_VALUE ||
        !expr_eval(&expr, &env, &value, &error) || value.kind != EXPR_NUMBER)
        return false;
    *out = value.number;
    if (expr_dimension_equal(value.dimension, unit)) return value.number >= 0;
    unit.of[base] = 1;
    return expr_dimension_equal(value.dimension, unit) && value.number >= 0;
}

static bool read_size(const char *text, double *out) {
    return read_amount(text, EXPR_BASES - 1, out) && *out >= 1 && *out <= MODEL_SIZE_MAX &&
           *out == (double)(long long)*out;
}

/* "dram=3 GB" */
static bool read_bytes(struct request *request, const char *text) {
    const char *equals = strchr(text, '=');
    if (!equals) return false;
    enum model_level level = model_level_of((struct model_view){text, (size_t)(equals - text)});
    if (level >= MODEL_COMPUTE) return false;
    return read_amount(equals + 1, EXPR_BYTE, &request->amount[level]);
}

static bool read_value(struct request *request, const char *name, const char *value) {
    double number;
    if (strcmp(name, "width") == 0) {
        if (!read_size(value, &number) || (number != 4 && number != 16)) return false;
        request->how.access = number == 4 ? MODEL_ACCESS_4 : MODEL_ACCESS_16;
        return true;
    }
    if (strcmp(name, "flops") == 0 || strcmp(name, "bytes") == 0) {
        request->has_amount = true;
        return *name == 'b' ? read_bytes(request, value)
                            : read_amount(value, EXPR_FLOP, &request->amount[MODEL_COMPUTE]);
    }
    for (int i = 0; i < SIZES; i++) {
        if (strcmp(name, size_names[i]) != 0) continue;
        request->sizes += request->size[i] == 0;
        return read_size(value, &request->size[i]);
    }
    return false;
}

static bool takes_value(const char *name) {
    static const char *const others[] = {"width", "flops", "bytes"};
    for (int i = 0; i < SIZES; i++)
        if (strcmp(name, size_names[i]) == 0) return true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, others[i]) == 0) return true;
    return false;
}

static int read_request(const struct cli_options *options, struct request *request) {
    *request = (struct request){0};
    for (int i = 0; i < options->rest_count; i++) {
        char *word = options->rest[i];
        if (strncmp(word, "--", 2) != 0) {
            if (request->kernel) return wrong_use("too many arguments:", word);
            request->kernel = word;
            continue;
        }
        char name[8] = "";
        const char *value = strchr(word, '=');
        size_t length = value ? (size_t)(value - word) - 2 : strlen(word) - 2;
        if (length < sizeof name) memcpy(name, word + 2, length);
        if (strcmp(word, "--measured") == 0) {
            request->how.measured = true;
        } else if (strcmp(word, "--unpadded") == 0) {
            request->unpadded = true;
        } else if (!takes_value(name)) {
            return wrong_use("unknown option", word);
        } else {
            if (!value && i + 1 == options->rest_count)
                return wrong_use("a value is missing after", word);
            value = value ? value + 1 : options->rest[++i];
            if (!read_value(request, name, value)) return wrong_use(wanted_of(name), value);
        }
    }
    if (!request->kernel && request->has_amount) request->kernel = "free";
    return request->kernel ? CLI_OK : wrong_use("a kernel is missing", NULL);
}

/* ---- the work ---------------------------------------------------------------------------- */

static bool only_n(const struct request *request) {
    return request->sizes == 1 && request->size[SIZE_N] > 0;
}

static int gemm_work(const struct request *request, struct model_figure l2,
                     struct model_work *work) {
    const double *size = request->size;
    struct model_gemm gemm = {size[SIZE_M],  size[SIZE_N],  size[SIZE_K], size[SIZE_BM],
                              size[SIZE_BN], size[SIZE_TM], size[SIZE_TN]};
    if (request->sizes < SIZES) return wrong_use("gemm takes all of m, n, k, bm, bn, tm, tn", NULL);
    if (gemm.bm > gemm.m || gemm.bn > gemm.n)
        return wrong_use("a block is not larger than the matrix", NULL);
    if (gemm.tm > gemm.bm || gemm.tn > gemm.bn)
        return wrong_use("a thread has no more results than its block", NULL);
    *work = model_gemm(&gemm, l2);
    return CLI_OK;
}

static int work_of(const struct request *request, struct model_figure l2, struct model_work *work) {
    const char *kernel = request->kernel;
    bool transpose = strcmp(kernel, "transpose") == 0;
    if (request->unpadded && !transpose) return wrong_use("only transpose is --unpadded", NULL);
    if (strcmp(kernel, "gemm") == 0) return gemm_work(request, l2, work);
    if (request->has_amount != (strcmp(kernel, "free") == 0))
        return wrong_use("--flops and --bytes say what a kernel does that is `free`", NULL);
    if (request->has_amount) {
        if (request->sizes) return wrong_use("a free kernel has no sizes", NULL);
        *work = model_free(request->amount);
        return CLI_OK;
    }
    if (!request->sizes) {
        if (transpose && request->unpadded) kernel = "transpose_tiled";
        return model_named(model_view(kernel), l2, work) ? CLI_OK
                                                         : wrong_use("unknown kernel", kernel);
    }
    bool vecadd = strcmp(kernel, "vecadd") == 0, copy = strcmp(kernel, "copy") == 0;
    if (!vecadd && !copy && !transpose) return wrong_use("this kernel has no sizes:", kernel);
    if (!only_n(request)) return wrong_use("the size of this kernel is --n:", kernel);
    double n = request->size[SIZE_N];
    *work = vecadd ? model_vecadd(n)
            : copy ? model_copy(n)
                   : model_transpose(n, !request->unpadded);
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

static const char *const level_words[MODEL_LEVELS] = {"registers", "shared memory", "L2", "DRAM",
                                                      "compute"};

/* The figure in a column of the terminal, or a hyphen. */
static const char *shown(struct model_figure figure, const char *unit, const char *in, char *out,
                         size_t size) {
    struct expr_unit parsed;
    struct expr_form form = {0};
    if (!figure.known || !expr_unit_parse(expr_view(unit), &parsed)) return "-";
    struct expr_value value = expr_number(figure.value, parsed.dimension);
    form.has_unit = in && expr_unit_parse(expr_view(in), &form.unit);
    expr_format(&value, &form, EXPR_STYLE_TERMINAL, out, size);
    return out;
}

/* Pads by characters, not bytes: µ has two. */
static void column(struct buf *out, const char *text, int width) {
    int characters = 0;
    for (const char *c = text; *c; c++)
        characters += (*c & 0xC0) != 0x80;
    buf_printf(out, "%*s%s", width > characters ? width - characters : 0, "", text);
}

static void text_answer(const struct prediction *of, struct buf *out) {
    const struct model_result *result = &of->result;
    char text[EXPR_TEXT_MAX];
    buf_printf(out, "%s on %.*s, %s bandwidths\n", of->request->kernel, TEXT_ARG(of->card->name),
               of->request->how.measured ? "measured" : "rated");
    if (result->time.known)
        buf_printf(out, "%s, bound by %s\n", shown(result->time, "s", NULL, text, sizeof text),
                   level_words[result->bound]);
    else
        buf_printf(out, "time not known: %.*s\nat least %s, for %s\n",
                   (int)result->time.reason.length, result->time.reason.data,
                   shown(figure_known(result->at_least), "s", NULL, text, sizeof text),
                   level_words[result->bound]);
    buf_printf(out, "\n%-13s%14s%16s%12s%8s\n", "", "amount", "rate", "time", "busy");
    for (int i = 0; i < MODEL_LEVELS; i++) {
        bool compute = i == MODEL_COMPUTE;
        buf_printf(out, "%-13s", level_words[i]);
        column(out, shown(of->work.amount[i], compute ? "FLOP" : "B", NULL, text, sizeof text), 14);
        column(out, shown(of->rates.rate[i], compute ? "FLOP/s" : "B/s", NULL, text, sizeof text),
               16);
        column(out, shown(result->seconds[i], "s", NULL, text, sizeof text), 12);
        column(out, shown(result->busy[i], "1", "%", text, sizeof text), 8);
        buf_char(out, '\n');
    }
}

static void add_source(const struct card *card, struct text id, struct buf *out) {
    if (!card->reported) buf_str(out, "device: the driver");
    for (size_t i = 0; i < card->source_count; i++) {
        const struct card_source *source = &card->source[i];
        if (text_equal(source->id, id))
            buf_printf(out, "%.*s: %.*s", TEXT_ARG(source->status), TEXT_ARG(source->title));
    }
}

static void figure_line(const struct prediction *of, const char *name, double architecture,
                        struct buf *out) {
    const struct fact *fact = card_fact(of->card, text_of(name));
    if (!fact && architecture == 0) return;
    struct text unit = fact ? fact->unit : text_of(unit_of_fact(text_of(name)));
    struct expr_unit parsed = {0};
    char text[EXPR_TEXT_MAX];
    if (!expr_unit_parse((struct expr_view){unit.ptr, unit.len}, &parsed)) return;
    struct expr_value value = expr_number(fact ? fact->value : architecture, parsed.dimension);
    value.capacity = true;
    value.exact = text_is(unit, "1");
    expr_format(&value, NULL, EXPR_STYLE_TERMINAL, text, sizeof text);
    buf_printf(out, "%-15s", name);
    column(out, fact && fact->missing ? "-" : text, 12);
    buf_str(out, "  ");
    if (!fact)
        buf_printf(out, "rule: compute capability %.*s", TEXT_ARG(of->card->compute_capability));
    else if (fact->missing)
        buf_view(out, fact->reason);
    else
        add_source(of->card, fact->source, out);
    buf_char(out, '\n');
}

/* What the rates are made of, with its sources: a prediction is as good as they are. */
static void text_figures(const struct prediction *of, struct buf *out) {
    const struct model_card *figures = &of->figures;
    buf_char(out, '\n');
    figure_line(of, "sms", 0, out);
    figure_line(of, "lanes", figures->lanes.value, out);
    figure_line(of, "clock.sm", 0, out);
    figure_line(of, "banks", figures->banks.value, out);
    figure_line(of, "bank.width", figures->bank_width.value, out);
    figure_line(of, "shared.scalar", 0, out);
    figure_line(of, "shared.vector", 0, out);
    figure_line(of, "l2", 0, out);
    figure_line(of, "l2.width", 0, out);
    figure_line(of, "clock.memory", 0, out);
    figure_line(of, "bus", 0, out);
}

static void json_figure(struct buf *out, struct model_figure figure) {
    if (figure.known)
        buf_number(out, figure.value);
    else
        buf_str(out, "null");
}

static void json_levels(struct buf *out, const char *key, const struct model_figure *figure) {
    buf_printf(out, ",\n\"%s\": {", key);
    for (int i = 0; i < MODEL_LEVELS; i++) {
        buf_printf(out, "%s\"%s\": ", i ? ", " : "", model_level_name((enum model_level)i));
        json_figure(out, figure[i]);
    }
    buf_char(out, '}');
}

/* What stands behind "time_s": of the document. */
static void json_answer(const struct prediction *of, struct buf *out) {
    const struct model_result *result = &of->result;
    json_figure(out, result->time);
    buf_printf(out, ",\n\"bound\": ");
    if (result->time.known)
        buf_printf(out, "\"%s\"", model_level_name(result->bound));
    else
        buf_str(out, "null");
    json_levels(out, "busy", result->busy);
    if (!result->time.known) {
        buf_str(out, ",\n\"missing\": ");
        buf_json(out, (struct text){result->time.reason.data, result->time.reason.length});
        buf_str(out, ",\n\"at_least_s\": ");
        buf_number(out, result->at_least);
    }
    buf_str(out, ",\n\"card\": ");
    buf_json(out, of->card->id);
    buf_printf(out, ",\n\"bandwidths\": \"%s\"", of->request->how.measured ? "measured" : "rated");
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
    }
    if (status == CLI_OK && options->json) {
        json_answer(&of, &out);
    } else if (status == CLI_OK) {
        text_answer(&of, &out);
        text_figures(&of, &out);
    }
    if (options->json && status == CLI_OK) {
        status = cli_end_json(&run, "time_s", buf_text(&out));
    } else {
        cli_write(buf_text(&out));
        int ended = cli_end(&run);
        if (status == CLI_OK) status = ended;
    }
    buf_free(&out);
    return status;
}
