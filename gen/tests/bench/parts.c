/* bench -- how fast the parts are that have to be fast: `make bench` runs it, no test does.
 *
 * Each measurement is repeated until a tenth of a second has passed, five times; the best of the
 * five counts, because everything that disturbs makes it slower. One line a measurement: what, how
 * many a second, and how many are wanted (empty: none), separated by tabs. */
#include <stdio.h>
#include <time.h>

#include "measure/card.h"
#include "model/simulator.h"
#include "page/lookup.h"
#include "measure/predict.h"

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* `work` does `count` things at once. */
static void measure(const char *what, double count, const char *wanted, void (*work)(void *),
                    void *context) {
    double best = 0;
    for (int i = 0; i < 5; i++) {
        double start = now(), done = 0, seconds = 0;
        while ((seconds = now() - start) < 0.1) {
            work(context);
            done += count;
        }
        if (done / seconds > best) best = done / seconds;
    }
    printf("%s\t%.0f\t%s\n", what, best, wanted);
}

/* ---- the simulator ----------------------------------------------------------------------- */

static void drop(void *context, const char *data, size_t length) {
    (void)data;
    *(size_t *)context += length;
}

static void simulate(void *context) {
    static struct simulator simulator;
    size_t written = 0;
    const struct simulator_sink sink = {drop, &written};
    struct text input = text_of(context);
    simulator_start(&simulator);
    while (input.len) {
        struct text line = text_next(&input, '\n');
        simulator_line(&simulator, line.ptr, line.len, &sink);
    }
    simulator_finish(&simulator, &sink);
}

/* ---- expressions and the model ----------------------------------------------------------- */

struct course {
    struct cards cards;
    struct arena arena, scratch;
    struct diags diags;
    bool fine;
};

static void evaluate(void *context) {
    static const char body[] = "stride.time[8] / stride.time[1] as x .1";
    struct course *course = context;
    struct evaluation evaluation = {
        .cards = &course->cards, .card = course->cards.list, .diags = &course->diags};
    struct lookup lookup = {.evaluation = &evaluation, .arena = &course->scratch};
    unsigned char block[EXPR_MEMORY_SIZE];
    for (int i = 0; i < 100; i++) {
        struct expr_memory memory = {block, sizeof block, 0};
        struct expr expr;
        struct expr_error error;
        struct evaluated out;
        course->fine = expr_parse(body, sizeof body - 1, &memory, &expr, &error) &&
                       evaluate_value(&lookup, &expr, EXPR_STYLE_PAGE, &out, &error) &&
                       out.state == VALUE_SHOWN && course->fine;
    }
    arena_free(&course->scratch);
}

static void predict(void *context) {
    struct course *course = context;
    const struct model_how how = {.measured = true};
    struct model_card figures = predict_card(course->cards.list, &course->scratch);
    for (int i = 0; i < 100; i++) {
        const struct model_kernel *kernel = model_kernel_find(text_of("gemm128"));
        struct model_work work = model_work_of(kernel->kind, kernel->size, figures.l2);
        struct model_rates rates = model_rates(&figures, &how, work.writes);
        course->fine = model_predict(&work, &rates).time.known && course->fine;
    }
    arena_free(&course->scratch);
}

int main(void) {
    static char lines[100000 * 12];
    struct root root = {.fd = -1};
    struct course course = {.fine = true};
    size_t end = 0;
    for (int i = 0; i < 100000; i++)
        end += (size_t)snprintf(lines + end, sizeof lines - end, "load %d\n", i * 7919 % 65536);
    measure("simulator: sweep, hits in L1, accesses", 1e6, "10000000", simulate,
            "sweep 0 1000000 4\n");
    measure("simulator: sweep, all from DRAM, accesses", 1e6, "10000000", simulate,
            "sweep 0 1000000 128\n");
    measure("simulator: sweep of 64-line caches, accesses", 1e6, "10000000", simulate,
            "l1 64\nl2 64\nsweep 0 1000000 132\n");
    measure("simulator: a line for each load, accesses", 1e5, "", simulate, lines);
    if (!root_open(&root, ".", &course.diags) ||
        !cards_load(&course.cards, &root, &course.arena, &course.diags) || !course.cards.count) {
        fputs("bench: the cards cannot be read\n", stderr);
        return 1;
    }
    measure("expressions: read, evaluated, formatted", 100, "", evaluate, &course);
    measure("model: predictions", 100, "", predict, &course);
    if (!course.fine) fputs("bench: an expression or a prediction failed\n", stderr);
    return !course.fine;
}
