/* simulator -- see simulator.h. */
#include "model/simulator.h"

#include "model/checked.h"
#include "model/estimate.h"
#include "model/print.h"

static const char *const level_names[SIMULATOR_LEVELS] = {"reg", "shared", "l1", "l2", "dram"};

const char *simulator_level_name(enum simulator_level level) {
    return level_names[level];
}

void simulator_start(struct simulator *simulator) {
    *simulator = (struct simulator){.latency = {1, 20, 30, 200, 600}};
    cache_resize(&simulator->now.l1, SIMULATOR_L1_LINES);
    cache_resize(&simulator->now.l2, SIMULATOR_L2_LINES);
}

static const char cycles_error[] = ESTIMATE_CYCLES_ERROR;
static const char accesses_error[] = "access count exceeds 64 bits";

/* ---- loads ------------------------------------------------------------------------------- */

/* False: the cycle total would wrap. Caches and counts have changed all the same; the caller puts
 * them back. */
static bool load(struct simulator *simulator, uint64_t address) {
    struct simulator_state *now = &simulator->now;
    uint64_t line = address / SIMULATOR_LINE_BYTES, stamp = ++now->clock;
    enum simulator_level level = SIMULATOR_L1;
    if (cache_hit(&now->l1, line, stamp)) {
        now->total.l1++;
    } else {
        if (cache_hit(&now->l2, line, stamp)) {
            level = SIMULATOR_L2;
            now->total.l2++;
        } else {
            level = SIMULATOR_DRAM;
            now->total.dram++;
            cache_insert(&now->l2, line, stamp);
        }
        cache_insert(&now->l1, line, stamp);
    }
    now->last = (struct simulator_access){address, line, simulator->latency[level], level};
    now->total.loads++;
    now->total.accesses++;
    return checked_add(now->total.cycles, simulator->latency[level], &now->total.cycles);
}

/* Only then a load needs a copy of the state that can be put back. */
static bool may_fail(const struct simulator *simulator) {
    uint64_t dearest = 0;
    for (int level = SIMULATOR_L1; level <= SIMULATOR_DRAM; level++)
        if (simulator->latency[level] > dearest) dearest = simulator->latency[level];
    return simulator->now.total.cycles > UINT64_MAX - dearest ||
           simulator->now.total.accesses == UINT64_MAX;
}

static void do_load(struct simulator *simulator, struct words *words,
                    const struct simulator_sink *sink) {
    struct print print = {.sink = sink};
    uint64_t address;
    if (!words_only_number(words, &address)) {
        print_failure(sink, "load: ADDR");
        return;
    }
    if (may_fail(simulator)) simulator->before = simulator->now;
    const char *error = !load(simulator, address)            ? cycles_error
                        : simulator->now.total.accesses == 0 ? accesses_error
                                                             : NULL;
    if (error) {
        simulator->now = simulator->before;
        print_failure(sink, error);
        return;
    }
    print_text(&print, "load ");
    print_number(&print, address);
    print_text(&print, ": line ");
    print_number(&print, simulator->now.last.line);
    print_text(&print, ", ");
    print_text(&print, level_names[simulator->now.last.level]);
    print_text(&print, ", ");
    print_count(&print, simulator->now.last.cycles, "cycle", "s");
    print_end(&print);
}

/* ---- sweeps ------------------------------------------------------------------------------ */

/* The last address must lie in 0 … 2^64 - 1 like the first; those between do so then. */
static bool read_sweep(struct words *words, struct simulator_sweep *sweep) {
    uint64_t start, count, magnitude, reach = 0;
    bool negative;
    if (!words_number(words, &start) || !words_number(words, &count) ||
        !word_signed(words_next(words), &negative, &magnitude) || words_next(words).length)
        return false;
    if (count > SIMULATOR_COUNT_MAX) return false;
    if (count && !checked_multiply(count - 1, magnitude, &reach)) return false;
    if (reach > (negative ? start : UINT64_MAX - start)) return false;
    *sweep = (struct simulator_sweep){start, count, count, negative ? 0 - magnitude : magnitude};
    return true;
}

static bool begin_sweep(struct simulator *simulator, struct words *words,
                        const struct simulator_sink *sink) {
    struct simulator_sweep sweep;
    if (!read_sweep(words, &sweep)) {
        print_failure(sink, "sweep: START COUNT STRIDE");
        return false;
    }
    simulator->sweep = sweep;
    simulator->before = simulator->now;
    return true;
}

static void print_sweep(const struct simulator *simulator, const struct simulator_sink *sink) {
    const struct simulator_totals *to = &simulator->now.total, *from = &simulator->before.total;
    uint64_t count = simulator->sweep.count, cycles = to->cycles - from->cycles;
    struct print print = {.sink = sink};
    print_text(&print, "sweep: ");
    print_count(&print, count, "access", "es");
    print_text(&print, ", ");
    print_count(&print, cycles, "cycle", "s");
    print_text(&print, ", ");
    print_number(&print, count ? cycles / count : 0);
    print_text(&print, " per access; l1 ");
    print_number(&print, to->l1 - from->l1);
    print_text(&print, " (");
    print_percent(&print, to->l1 - from->l1, count);
    print_text(&print, "%), l2 ");
    print_number(&print, to->l2 - from->l2);
    print_text(&print, ", dram ");
    print_number(&print, to->dram - from->dram);
    print_end(&print);
}

bool simulator_advance(struct simulator *simulator, uint64_t limit,
                       const struct simulator_sink *sink) {
    struct simulator_sweep *sweep = &simulator->sweep;
    const char *error = NULL;
    for (; sweep->left && limit && !error; limit--) {
        if (!load(simulator, sweep->address)) error = cycles_error;
        sweep->left--;
        sweep->address += sweep->stride;
    }
    if (sweep->left && !error) return true;
    if (!error && simulator->now.total.accesses < simulator->before.total.accesses)
        error = accesses_error;
    if (error) {
        simulator->now = simulator->before;
        print_failure(sink, error);
    } else {
        print_sweep(simulator, sink);
    }
    sweep->left = 0;
    return false;
}

/* ---- the other commands ------------------------------------------------------------------ */

static void do_accesses(struct simulator *simulator, enum simulator_level level,
                        struct words *words, const struct simulator_sink *sink) {
    struct simulator_totals *total = &simulator->now.total;
    struct print print = {.sink = sink};
    uint64_t count, cost, cycles, accesses;
    if (!words_only_number(words, &count)) {
        print_failure(sink, level == SIMULATOR_REG ? "reg: COUNT" : "shared: COUNT");
    } else if (!checked_multiply(count, simulator->latency[level], &cost) ||
               !checked_add(total->cycles, cost, &cycles)) {
        print_failure(sink, cycles_error);
    } else if (!checked_add(total->accesses, count, &accesses)) {
        print_failure(sink, accesses_error);
    } else {
        total->cycles = cycles;
        total->accesses = accesses;
        print_text(&print, level_names[level]);
        print_text(&print, ": ");
        print_count(&print, count, "access", "es");
        print_text(&print, ", ");
        print_count(&print, cost, "cycle", "s");
        print_end(&print);
    }
}

static void do_cache(struct cache *cache, enum simulator_level level, struct words *words,
                     const struct simulator_sink *sink) {
    struct print print = {.sink = sink};
    uint64_t lines;
    if (!words_only_number(words, &lines) || lines < 1 || lines > CACHE_LINES_MAX) {
        print_failure(sink, level == SIMULATOR_L1 ? "l1: LINES (1-64)" : "l2: LINES (1-64)");
        return;
    }
    cache_resize(cache, lines);
    print_text(&print, level_names[level]);
    print_text(&print, ": ");
    print_count(&print, lines, "line", "s");
    print_text(&print, " of 128 bytes, empty");
    print_end(&print);
}

static bool read_latencies(struct words *words, uint64_t latency[SIMULATOR_LEVELS]) {
    struct word name = words_next(words);
    if (!name.length) return false;
    for (; name.length; name = words_next(words)) {
        int level = 0;
        while (level < SIMULATOR_LEVELS && !word_is(name, level_names[level]))
            level++;
        if (level == SIMULATOR_LEVELS || !words_number(words, &latency[level])) return false;
    }
    return true;
}

static void do_latency(struct simulator *simulator, struct words *words,
                       const struct simulator_sink *sink) {
    struct print print = {.sink = sink};
    uint64_t latency[SIMULATOR_LEVELS];
    for (int i = 0; i < SIMULATOR_LEVELS; i++)
        latency[i] = simulator->latency[i];
    if (!read_latencies(words, latency)) {
        print_failure(sink, "latency: LEVEL CYCLES ... (levels reg shared l1 l2 dram)");
        return;
    }
    print_text(&print, "latency:");
    for (int i = 0; i < SIMULATOR_LEVELS; i++) {
        simulator->latency[i] = latency[i];
        print_text(&print, i ? ", " : " ");
        print_text(&print, level_names[i]);
        print_text(&print, " ");
        print_number(&print, latency[i]);
    }
    print_end(&print);
}

/* ---- lines ------------------------------------------------------------------------------- */

/* A mark that some editors put before the text is no part of the first command. */
static bool has_byte_order_mark(const char *line, size_t length) {
    return length >= 3 && line[0] == '\xEF' && line[1] == '\xBB' && line[2] == '\xBF';
}

bool simulator_begin(struct simulator *simulator, const char *line, size_t length,
                     const struct simulator_sink *sink) {
    simulator->lines++;
    simulator->tile_bytes = 0;
    if (simulator->lines == 1 && has_byte_order_mark(line, length)) {
        print_failure(
            sink, "the input starts with a byte order mark (BOM); save it as UTF-8 without one");
        line += 3;
        length -= 3;
    }
    struct words words = words_of_line(line, length);
    struct word command = words_next(&words);
    if (!command.length) return false;
    if (word_is(command, "sweep")) return begin_sweep(simulator, &words, sink);
    if (word_is(command, "load")) {
        do_load(simulator, &words, sink);
    } else if (word_is(command, "reg")) {
        do_accesses(simulator, SIMULATOR_REG, &words, sink);
    } else if (word_is(command, "shared")) {
        do_accesses(simulator, SIMULATOR_SHARED, &words, sink);
    } else if (word_is(command, "l1")) {
        do_cache(&simulator->now.l1, SIMULATOR_L1, &words, sink);
    } else if (word_is(command, "l2")) {
        do_cache(&simulator->now.l2, SIMULATOR_L2, &words, sink);
    } else if (word_is(command, "latency")) {
        do_latency(simulator, &words, sink);
    } else if (word_is(command, "matmul")) {
        estimate_matmul(simulator->latency, &words, &simulator->tile_bytes, sink);
    } else if (word_is(command, "warps")) {
        estimate_warps(simulator->latency, &words, sink);
    } else {
        struct print print = {.sink = sink};
        print_text(&print, "error: unknown command ");
        print_bytes(&print, command.data, command.length);
        print_end(&print);
    }
    return false;
}

void simulator_line(struct simulator *simulator, const char *line, size_t length,
                    const struct simulator_sink *sink) {
    if (simulator_begin(simulator, line, length, sink))
        simulator_advance(simulator, UINT64_MAX, sink);
}

/* "loads" is the name of a column, as l1 and dram are, and has no singular. */
void simulator_finish(const struct simulator *simulator, const struct simulator_sink *sink) {
    const struct simulator_totals *total = &simulator->now.total;
    struct print print = {.sink = sink};
    print_text(&print, "total: ");
    print_count(&print, total->accesses, "access", "es");
    print_text(&print, ", ");
    print_count(&print, total->cycles, "cycle", "s");
    print_text(&print, "; ");
    print_number(&print, total->loads);
    print_text(&print, " loads, l1 ");
    print_number(&print, total->l1);
    print_text(&print, " (");
    print_percent(&print, total->l1, total->loads);
    print_text(&print, "%), l2 ");
    print_number(&print, total->l2);
    print_text(&print, ", dram ");
    print_count(&print, total->dram, "line", "s");
    print_text(&print, " (");
    print_number(&print, total->dram * SIMULATOR_LINE_BYTES);
    print_text(&print, " bytes)");
    print_end(&print);
}
