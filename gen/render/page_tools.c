/* page_tools -- see page_tools.h: kernels, words, and the figures behind the rates of a card. */
#include "render/page_tools.h"

#include "model/architecture.h"
#include "model/wasm.h"
#include "render/quantity.h"
#include "render/words.h"

const struct tool_kernel tool_kernels[] = {
    {"vecadd", "vector addition, c = a + b", WASM_VECADD, {268435456}},
    {"gemm16",
     "matrix product, 16 × 16 blocks, 1 × 1 per thread",
     WASM_GEMM,
     {4096, 4096, 4096, 16, 16, 1, 1}},
    {"gemm128",
     "matrix product, 128 × 128 blocks, 8 × 8 per thread",
     WASM_GEMM,
     {4096, 4096, 4096, 128, 128, 8, 8}},
    {"copy", "copy, b = a", WASM_COPY, {268435456}},
    {"transpose", "transpose through padded tiles", WASM_TRANSPOSE, {16384}},
    {"transpose_tiled", "transpose through tiles without padding", WASM_UNPADDED, {16384}},
};
const size_t tool_kernel_count = sizeof tool_kernels / sizeof *tool_kernels;

struct model_work tool_work(const struct tool_kernel *kernel, const double *sizes,
                            struct model_figure l2) {
    if (!sizes) sizes = kernel->size;
    switch (kernel->kind) {
    case WASM_VECADD: return model_vecadd(sizes[0]);
    case WASM_COPY: return model_copy(sizes[0]);
    case WASM_TRANSPOSE: return model_transpose(sizes[0], true);
    case WASM_UNPADDED: return model_transpose(sizes[0], false);
    default: {
        const struct model_gemm gemm = {sizes[0], sizes[1], sizes[2], sizes[3],
                                        sizes[4], sizes[5], sizes[6]};
        return model_gemm(&gemm, l2);
    }
    }
}

int tool_sizes(const struct tool_kernel *kernel) {
    return kernel->kind == WASM_GEMM ? 7 : 1;
}

struct text tool_seconds(struct arena *arena, double seconds) {
    struct quantity quantity = quantity_of(TEXT("s"), false);
    return quantity_text(arena, &quantity, seconds);
}

struct text tool_time(struct arena *arena, const struct model_result *result) {
    if (result->time.known) return tool_seconds(arena, result->time.value);
    if (result->at_least == 0) return TEXT("not known");
    return arena_printf(arena, "at least %.*s", TEXT_ARG(tool_seconds(arena, result->at_least)));
}

bool tool_wasm_is_built(const struct site_build *build) {
    return file_exists(build->course->root, TEXT("build/wasm/model.wasm"));
}

struct text tool_ceiling(struct arena *arena) {
    struct quantity quantity = quantity_of(TEXT("B/cycle"), true);
    return quantity_text(arena, &quantity, MODEL_BANKS * MODEL_BANK_WIDTH);
}

void tool_part(struct site_build *build, struct data *into, bool embedded) {
    data_flag(build->arena, into, "live", tool_wasm_is_built(build));
    data_flag(build->arena, into, "embedded", embedded);
    /* In a page of content the headings are the author's. */
    data_text(build->arena, into, "label", embedded ? TEXT("p") : TEXT("h2"));
}

/* ---- figures --------------------------------------------------------------------------------- */

struct figure_row {
    const char *words, *fact, *series, *at;
    const char *unit; /* of what only the architecture says */
};
static const struct figure_row figure_rows[] = {
    {"SMs", "sms", NULL, NULL, NULL},
    {"FP32 lanes per SM", "lanes", NULL, NULL, "1"},
    {"SM clock", "clock.sm", NULL, NULL, NULL},
    {"Banks of shared memory", "banks", NULL, NULL, "1"},
    {"Width of a bank", "bank.width", NULL, NULL, "B/cycle"},
    {"Shared memory, loads of 4 bytes, per SM", "shared.scalar", NULL, NULL, NULL},
    {"Shared memory, loads of 16 bytes, per SM", "shared.vector", NULL, NULL, NULL},
    {"L2 capacity", "l2", NULL, NULL, NULL},
    {"L2 width", "l2.width", NULL, NULL, NULL},
    {"DRAM, rated", NULL, "dram.rated", NULL, NULL},
    {"Shared memory, measured", NULL, "bandwidth.rate", "shared", NULL},
    {"L2, measured", NULL, "bandwidth.rate", "l2", NULL},
    {"DRAM, measured by reads", NULL, "bandwidth.rate", "dram", NULL},
    {"DRAM, measured by a copy", NULL, "copy.rate", "copy", NULL},
};
enum { FIGURE_ROWS = sizeof figure_rows / sizeof *figure_rows };

static const struct card_source *source_of(const struct card *card, struct text id) {
    for (size_t i = 0; i < card->source_count; i++)
        if (text_equal(card->source[i].id, id)) return &card->source[i];
    return NULL;
}

struct figure_words {
    struct text value, missing, status, source;
};

static void say_source(struct figure_words *say, const struct card *card, struct text id,
                       const char *status, struct text source) {
    const struct card_source *from = source_of(card, id);
    say->status = from ? from->status : text_of(status);
    say->source = from ? from->title : source;
}

static struct figure_words fact_words(struct arena *arena, const struct card *card,
                                      const struct figure_row *row, struct model_figure figure) {
    const struct fact *fact = card_fact(card, text_of(row->fact));
    struct figure_words say = {0};
    if (!figure.known) {
        say.missing = fact && fact->reason.len ? fact->reason : text_of(card_lacks(card));
    } else if (fact) {
        struct quantity quantity = quantity_of(fact->unit, true);
        say.value = quantity_text(arena, &quantity, figure.value);
        say_source(&say, card, fact->source, "device", TEXT("the driver"));
    } else {
        struct quantity quantity = quantity_of(text_of(row->unit), true);
        say.value = quantity_text(arena, &quantity, figure.value);
        say.status = TEXT("rule");
        say.source =
            arena_printf(arena, "compute capability %.*s", TEXT_ARG(card->compute_capability));
    }
    return say;
}

static struct figure_words series_words(struct arena *arena, const struct card *card,
                                        const struct figure_row *row, struct model_figure figure) {
    const struct series *series = card_series(card, text_of(row->series));
    struct text at = text_of(row->at);
    const struct point *point = series ? series_point(series, &at, row->at ? 1 : 0, NULL) : NULL;
    struct figure_words say = {0};
    if (!point || !figure.known) {
        say.missing = point && point->reason.len ? point->reason : text_of(card_lacks(card));
        return say;
    }
    struct quantity quantity = quantity_of(series->unit, false);
    say.value = quantity_text(arena, &quantity, figure.value);
    struct text source = series->kernel.len ? series->kernel : series->method;
    say_source(&say, card, point->source, origin_word(series->origin), source);
    return say;
}

struct data *tool_figures(struct site_build *build, const struct card *card) {
    struct arena *arena = build->arena;
    struct model_card of = predict_card(card, arena);
    const struct model_figure figures[FIGURE_ROWS] = {
        of.sms,           of.lanes,         of.clock,           of.banks,
        of.bank_width,    of.shared_scalar, of.shared_vector,   of.l2,
        of.l2_width,      of.dram,          of.measured_shared, of.measured_l2,
        of.measured_read, of.measured_copy};
    struct data *list = data_list(arena);
    for (size_t i = 0; i < FIGURE_ROWS; i++) {
        const struct figure_row *row = &figure_rows[i];
        struct figure_words say = row->fact ? fact_words(arena, card, row, figures[i])
                                            : series_words(arena, card, row, figures[i]);
        struct data *item = data_add(arena, list);
        data_text(arena, item, "words", text_of(row->words));
        data_text(arena, item, "value", say.value);
        data_text(arena, item, "missing", say.missing);
        data_text(arena, item, "status", say.status);
        data_text(arena, item, "source", say.source);
    }
    return list;
}

void tool_pages(struct site_build *build) {
    model_page(build);
    simulator_page(build);
    if (tool_wasm_is_built(build)) tool_data(build);
}
