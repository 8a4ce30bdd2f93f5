/* simulator -- see simulator.h. */
#include "model/simulator.h"

#include "model/print.h"
#include "model/words.h"

static const char *const level_names[SIMULATOR_LEVELS] = {"reg", "shared", "l1", "l2", "dram"};

const char *simulator_level_name(enum simulator_level level) {
    return level_names[level];
}

void simulator_start(struct simulator *simulator) {
    *simulator = (struct simulator){.latency = {1, 20, 30, 200, 600}};
    cache_resize(&simulator->now.l1, SIMULATOR_L1_LINES);
    cache_resize(&simulator->now.l2, SIMULATOR_L2_LINES);
}

static void fail(const struct simulator_sink *sink, const char *text) {
    struct print print = {.sink = sink};
    print_text(&print, "error: ");
    print_text(&print, text);
    print_end(&print);
}

/* ---- arithmetic that must not wrap ------------------------------------------------------- */

static bool add(uint64_t a, uint64_t b, uint64_t *sum) {
    if (a > UINT64_MAX - b) return false;
    *sum = a + b;
    return true;
}

/* By halves of 32 bits: a division would make some compilers multiply in 128 bits, which WebAssembly
 * needs a library for. */
static bool multiply(uint64_t a, uint64_t b, uint64_t *product) {
    uint64_t a_high = a >> 32, b_high = b >> 32, a_low = a & UINT32_MAX, b_low = b & UINT32_MAX;
    if (a_high && b_high) return false;
    uint64_t middle = a_high * b_low + a_low * b_high; /* one of the two is 0 */
    return middle <= UINT32_MAX && add(middle << 32, a_low * b_low, product);
}

static const char cycles_error[] = "cycle total exceeds 64 bits";
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
    return add(now->total.cycles, simulator->latency[level], &now->total.cycles);
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
        fail(sink, "load: ADDR");
        return;
    }
    if (may_fail(simulator)) simulator->before = simulator->now;
    const char *error = !load(simulator, address)            ? cycles_error
                        : simulator->now.total.accesses == 0 ? accesses_error
                                                             : NULL;
    if (error) {
        simulator->now = simulator->before;
        fail(sink, error);
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
    if (count && !multiply(count - 1, magnitude, &reach)) return false;
    if (reach > (negative ? start : UINT64_MAX - start)) return false;
    *sweep = (struct simulator_sweep){start, count, count, negative ? 0 - magnitude : magnitude};
    return true;
}

static bool begin_sweep(struct simulator *simulator, struct words *words,
                        const struct simulator_sink *sink) {
    struct simulator_sweep sweep;
    if (!read_sweep(words, &sweep)) {
        fail(sink, "sweep: START COUNT STRIDE");
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
        fail(sink, error);
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
        fail(sink, level == SIMULATOR_REG ? "reg: COUNT" : "shared: COUNT");
    } else if (!multiply(count, simulator->latency[level], &cost) ||
               !add(total->cycles, cost, &cycles)) {
        fail(sink, cycles_error);
    } else if (!add(total->accesses, count, &accesses)) {
        fail(sink, accesses_error);
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
        fail(sink, level == SIMULATOR_L1 ? "l1: LINES (1-64)" : "l2: LINES (1-64)");
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
        fail(sink, "latency: LEVEL CYCLES ... (levels reg shared l1 l2 dram)");
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

static void print_matmul(struct print *print, uint64_t n, uint64_t tile) {
    print_text(print, "matmul ");
    print_number(print, n);
    print_text(print, " tile ");
    print_number(print, tile);
    print_text(print, ": ");
}

static void print_cost(struct print *print, uint64_t cycles, uint64_t flops, uint64_t loads) {
    print_text(print, " loads, ");
    print_count(print, cycles, "cycle", "s");
    print_text(print, ", intensity ");
    print_decimal(print, flops * 100 / (loads * 4), 2); /* flops < 2^38 */
    print_end(print);
}

/* Every output needs a row and a column, 2 N loads; with tiles a loaded value serves a whole row or
 * column of the tile. A multiply and an add for every two values: 2 N^3 flops too. */
static void do_matmul(struct simulator *simulator, struct words *words,
                      const struct simulator_sink *sink) {
    struct print print = {.sink = sink};
    uint64_t n, tile, naive_cycles, global_cycles, shared_cycles, tiled_cycles;
    const uint64_t *latency = simulator->latency;
    if (!words_number(words, &n) || !words_only_number(words, &tile) || n < 1 ||
        n > SIMULATOR_EDGE_MAX || tile < 1 || n % tile) {
        fail(sink, "matmul: N TILE (TILE must divide N, N <= 4096)");
        return;
    }
    uint64_t naive = 2 * n * n * n, tiled = naive / tile;
    if (!multiply(naive, latency[SIMULATOR_DRAM], &naive_cycles) ||
        !multiply(tiled, latency[SIMULATOR_DRAM], &global_cycles) ||
        !multiply(naive, latency[SIMULATOR_SHARED], &shared_cycles) ||
        !add(global_cycles, shared_cycles, &tiled_cycles)) {
        fail(sink, cycles_error);
        return;
    }
    simulator->tile_bytes = 2 * tile * tile * 4;
    print_matmul(&print, n, tile);
    print_text(&print, "naive ");
    print_number(&print, naive);
    print_text(&print, " global");
    print_cost(&print, naive_cycles, naive, naive);
    print_matmul(&print, n, tile);
    print_text(&print, "tiled ");
    print_number(&print, tiled);
    print_text(&print, " global loads, ");
    print_number(&print, naive);
    print_text(&print, " shared");
    print_cost(&print, tiled_cycles, naive, tiled);
    print_matmul(&print, n, tile);
    print_text(&print, "reduction ");
    print_number(&print, naive / tiled);
    print_text(&print, "x");
    print_end(&print);
}

/* While one warp waits for DRAM, the others have work for so many cycles each. */
static void do_warps(const struct simulator *simulator, struct words *words,
                     const struct simulator_sink *sink) {
    struct print print = {.sink = sink};
    uint64_t work, wait = simulator->latency[SIMULATOR_DRAM];
    if (!words_only_number(words, &work) || work < 1) {
        fail(sink, "warps: CYCLES");
        return;
    }
    uint64_t warps = wait / work + (wait % work > 0);
    print_text(&print, "warps: ");
    print_count(&print, warps, "warp", "s");
    print_text(&print, " of ");
    print_count(&print, work, "cycle", "s");
    print_text(&print, warps == 1 ? " hides a " : " hide a ");
    print_number(&print, wait);
    print_text(&print, "-cycle load");
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
        fail(sink, "the input starts with a byte order mark (BOM); save it as UTF-8 without one");
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
        do_matmul(simulator, &words, sink);
    } else if (word_is(command, "warps")) {
        do_warps(simulator, &words, sink);
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
