/* both.h -- what test_model_wasm runs natively and in WebAssembly: text in, text out, no libc.
 *
 * The text begins with one letter:
 *
 *     s…      commands of the simulator; the output is its output
 *     m…      14 doubles as 16 hexadecimal digits each: 7 figures of a card (SMs, lanes, clock, bytes
 *             per cycle of shared memory and L2, DRAM rate, L2 capacity) and the sizes of a GEMM; the
 *             output is every double of the result, the same way */
#pragma once

#include "model/bottleneck.h"
#include "model/simulator.h"

#define BOTH_TEXT ((size_t)1 << 20)

static char both_text[BOTH_TEXT]; /* in, then out */
static char both_out[BOTH_TEXT];
static size_t both_length;

static void both_write(void *context, const char *data, size_t length) {
    (void)context;
    for (size_t i = 0; i < length && both_length < BOTH_TEXT; i++)
        both_out[both_length++] = data[i];
}

static double both_double(const char *digits) {
    union {
        uint64_t bits;
        double number;
    } of = {0};
    for (int i = 0; i < 16; i++)
        of.bits =
            of.bits << 4 | (uint64_t)(digits[i] <= '9' ? digits[i] - '0' : digits[i] - 'a' + 10);
    return of.number;
}

static void both_figure(struct model_figure figure) {
    union {
        double number;
        uint64_t bits;
    } of = {figure.known ? figure.value : -1};
    for (int shift = 60; shift >= 0; shift -= 4)
        both_write(0, &"0123456789abcdef"[of.bits >> shift & 15], 1);
}

static void both_model(const char *text) {
    double in[14];
    for (int i = 0; i < 14; i++)
        in[i] = both_double(text + 16 * i);
    struct model_card card = {
        .sms = figure_known(in[0]),
        .lanes = figure_known(in[1]),
        .clock = figure_known(in[2]),
        .banks = figure_known(1),
        .bank_width = figure_known(in[3]),
        .l2_width = figure_known(in[4]),
        .dram = figure_known(in[5]),
        .l2 = figure_known(in[6]),
    };
    struct model_gemm gemm = {in[7], in[8], in[9], in[10], in[11], in[12], in[13]};
    struct model_how how = {0};
    struct model_work work = model_gemm(&gemm, card.l2);
    struct model_rates rates = model_rates(&card, &how, work.writes);
    struct model_result result = model_predict(&work, &rates);
    both_figure(result.time);
    both_figure(figure_known(result.bound));
    for (int i = 0; i < MODEL_LEVELS; i++) {
        both_figure(work.amount[i]);
        both_figure(rates.rate[i]);
        both_figure(result.busy[i]);
    }
}

static void both_simulate(const char *text, size_t length) {
    static struct simulator simulator;
    const struct simulator_sink sink = {both_write, 0};
    simulator_start(&simulator);
    for (size_t from = 0, to = 0; from < length; from = to) {
        while (to < length && text[to] != '\n')
            to++;
        to += to < length;
        simulator_line(&simulator, text + from, to - from, &sink);
    }
    simulator_finish(&simulator, &sink);
}

static size_t both_run(size_t length) {
    both_length = 0;
    if (length && both_text[0] == 's') both_simulate(both_text + 1, length - 1);
    if (length == 1 + 14 * 16 && both_text[0] == 'm') both_model(both_text + 1);
    for (size_t i = 0; i < both_length; i++)
        both_text[i] = both_out[i];
    return both_length;
}
