/* simulator -- see simulator.h. */
#include "model/simulator.h"

#include "model/line.h"

const char *const simulator_level_names[SIMULATOR_LEVELS] = {"reg", "shared", "l1", "l2", "dram"};

void simulator_start(struct simulator *simulator) {
    *simulator = (struct simulator){.latency = {1, 20, 30, 200, 600}};
    cache_resize(&simulator->now.l1, SIMULATOR_L1_LINES);
    cache_resize(&simulator->now.l2, SIMULATOR_L2_LINES);
}

static const char cycles_error[] = "cycle total exceeds 64 bits";
static const char accesses_error[] = "access count exceeds 64 bits";

/* False: the sum needs more than 64 bits, and *out is as it was. */
static bool checked_add(uint64_t a, uint64_t b, uint64_t *out) {
    if (a > UINT64_MAX - b) return false;
    *out = a + b;
    return true;
}

/* Multiplies halves of 32 bits: some compilers turn a division into a product of 128 bits, for which
 * WebAssembly needs a library. */
static bool checked_multiply(uint64_t a, uint64_t b, uint64_t *out) {
    uint64_t a_high = a >> 32, b_high = b >> 32, a_low = a & UINT32_MAX, b_low = b & UINT32_MAX;
    if (a_high && b_high) return false;
    uint64_t middle = a_high * b_low + a_low * b_high; /* one of the two is 0 */
    return middle <= UINT32_MAX && checked_add(middle << 32, a_low * b_low, out);
}

/* ---- loads ------------------------------------------------------------------------------- */

/* False: the cycle total would wrap. Caches and counts have changed already; the caller restores
 * them. */
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

/* Loads the address that was loaded last up to `count` times more: every one is a hit in L1. Returns how many, which
 * are fewer where the cycle total would wrap. */
static uint64_t load_again(struct simulator *simulator, uint64_t count) {
    struct simulator_state *now = &simulator->now;
    const uint64_t cost = simulator->latency[SIMULATOR_L1];
    if (cost && count > (UINT64_MAX - now->total.cycles) / cost)
        count = (UINT64_MAX - now->total.cycles) / cost;
    if (!count) return 0;
    now->clock += count;
    cache_hit(&now->l1, now->last.line, now->clock);
    now->last.level = SIMULATOR_L1;
    now->last.cycles = cost;
    now->total.l1 += count;
    now->total.loads += count;
    now->total.accesses += count;
    now->total.cycles += count * cost;
    return count;
}

/* A load that may fail needs a copy of the state to restore. */
static bool may_fail(const struct simulator *simulator) {
    uint64_t dearest = 0;
    for (int level = SIMULATOR_L1; level <= SIMULATOR_DRAM; level++)
        if (simulator->latency[level] > dearest) dearest = simulator->latency[level];
    return simulator->now.total.cycles > UINT64_MAX - dearest ||
           simulator->now.total.accesses == UINT64_MAX;
}

/* A command returns its mistake: NULL is none, `usage` that its words do not fit the table. */
static const char usage[] = "";
struct doing {
    struct simulator *simulator;
    enum simulator_level level; /* of the commands that are about one */
    struct text words;
    const struct simulator_sink *sink;
};

static const char *do_load(struct doing *of) {
    struct simulator *simulator = of->simulator;
    uint64_t address;
    if (!words_only_number(&of->words, &address)) return usage;
    if (may_fail(simulator)) simulator->before = simulator->now;
    const char *error = !load(simulator, address)            ? cycles_error
                        : simulator->now.total.accesses == 0 ? accesses_error
                                                             : NULL;
    const struct simulator_access *last = &simulator->now.last;
    if (error)
        simulator->now = simulator->before;
    else
        print_line(of->sink, "load %n: line %n, %s, %n cycle[s]", address, last->line,
                   simulator_level_names[last->level], last->cycles);
    return error;
}

/* ---- sweeps ------------------------------------------------------------------------------ */

/* The last address must lie in 0 … 2^64 - 1 like the first, so that all between do. */
static bool read_sweep(struct text *words, struct simulator_sweep *sweep) {
    uint64_t start, count, magnitude, reach = 0;
    bool negative;
    if (!words_number(words, &start) || !words_number(words, &count) ||
        !words_signed(words, &negative, &magnitude) || words_next(words).len)
        return false;
    if (count > SIMULATOR_COUNT_MAX) return false;
    if (count && !checked_multiply(count - 1, magnitude, &reach)) return false;
    if (reach > (negative ? start : UINT64_MAX - start)) return false;
    *sweep = (struct simulator_sweep){start, count, count, negative ? 0 - magnitude : magnitude};
    return true;
}

static const char *begin_sweep(struct doing *of) {
    struct simulator *simulator = of->simulator;
    if (!read_sweep(&of->words, &simulator->sweep)) return usage;
    simulator->before = simulator->now;
    return NULL;
}

static void print_sweep(const struct simulator *simulator, const struct simulator_sink *sink) {
    const struct simulator_totals *to = &simulator->now.total, *from = &simulator->before.total;
    uint64_t count = simulator->sweep.count, cycles = to->cycles - from->cycles;
    uint64_t l1 = to->l1 - from->l1;
    print_line(sink, "sweep: %n access[es], %n cycle[s], %n per access; l1 %n (%p), l2 %n, dram %n",
               count, cycles, count ? cycles / count : 0, l1, l1, count, to->l2 - from->l2,
               to->dram - from->dram);
}

bool simulator_advance(struct simulator *simulator, uint64_t limit,
                       const struct simulator_sink *sink) {
    struct simulator_sweep *sweep = &simulator->sweep;
    const char *error = NULL;
    for (; sweep->left && limit && !error; limit--) {
        if (!load(simulator, sweep->address)) error = cycles_error;
        sweep->left--;
        sweep->address += sweep->stride;
        if (sweep->stride || error) continue;
        const uint64_t more = load_again(simulator, sweep->left < limit ? sweep->left : limit - 1);
        sweep->left -= more;
        limit -= more;
    }
    if (sweep->left && !error) return true;
    if (!error && simulator->now.total.accesses < simulator->before.total.accesses)
        error = accesses_error;
    if (error) {
        simulator->now = simulator->before;
        print_line(sink, "error: %s", error);
    } else {
        print_sweep(simulator, sink);
    }
    sweep->left = 0;
    return false;
}

/* ---- the other commands ------------------------------------------------------------------ */

static const char *do_accesses(struct doing *of) {
    struct simulator *simulator = of->simulator;
    struct simulator_totals *total = &simulator->now.total;
    uint64_t count, cost, cycles, accesses;
    if (!words_only_number(&of->words, &count)) return usage;
    if (!checked_multiply(count, simulator->latency[of->level], &cost) ||
        !checked_add(total->cycles, cost, &cycles))
        return cycles_error;
    if (!checked_add(total->accesses, count, &accesses)) return accesses_error;
    total->cycles = cycles;
    total->accesses = accesses;
    print_line(of->sink, "%s: %n access[es], %n cycle[s]", simulator_level_names[of->level], count,
               cost);
    return NULL;
}

static const char *do_cache(struct doing *of) {
    struct simulator *simulator = of->simulator;
    uint64_t lines;
    if (!words_only_number(&of->words, &lines) || lines < 1 || lines > CACHE_LINES_MAX)
        return usage;
    cache_resize(of->level == SIMULATOR_L1 ? &simulator->now.l1 : &simulator->now.l2, lines);
    print_line(of->sink, "%s: %n line[s] of 128 bytes, empty", simulator_level_names[of->level],
               lines);
    return NULL;
}

static bool read_latencies(struct text *words, uint64_t latency[SIMULATOR_LEVELS]) {
    struct text name = words_next(words);
    if (!name.len) return false;
    for (; name.len; name = words_next(words)) {
        int level = 0;
        while (level < SIMULATOR_LEVELS && !text_is(name, simulator_level_names[level]))
            level++;
        if (level == SIMULATOR_LEVELS || !words_number(words, &latency[level])) return false;
    }
    return true;
}

static const char *do_latency(struct doing *of) {
    struct simulator *simulator = of->simulator;
    uint64_t latency[SIMULATOR_LEVELS];
    for (int i = 0; i < SIMULATOR_LEVELS; i++)
        latency[i] = simulator->latency[i];
    if (!read_latencies(&of->words, latency)) return usage;
    for (int i = 0; i < SIMULATOR_LEVELS; i++)
        simulator->latency[i] = latency[i];
    print_line(of->sink, "latency: reg %n, shared %n, l1 %n, l2 %n, dram %n", latency[0],
               latency[1], latency[2], latency[3], latency[4]);
    return NULL;
}

/* ---- estimates: nothing is simulated -------------------------------------------------------- */

/* The unit is a hundredth of a FLOP per byte; flops < 2^38. */
static uint64_t intensity(uint64_t flops, uint64_t loads) {
    return flops * 100 / (loads * 4);
}

/* Every output needs a row and a column, 2 N loads; with tiles one loaded value is used for a whole
 * row or column of the tile. A multiply and an add for every two values are 2 N^3 flops too. */
static const char *do_matmul(struct doing *of) {
    struct simulator *simulator = of->simulator;
    const uint64_t *latency = simulator->latency;
    uint64_t n, tile, naive_cycles, global_cycles, shared_cycles, tiled_cycles;
    if (!words_number(&of->words, &n) || !words_only_number(&of->words, &tile) || n < 1 ||
        n > SIMULATOR_EDGE_MAX || tile < 1 || n % tile)
        return usage;
    uint64_t naive = 2 * n * n * n, tiled = naive / tile;
    if (!checked_multiply(naive, latency[SIMULATOR_DRAM], &naive_cycles) ||
        !checked_multiply(tiled, latency[SIMULATOR_DRAM], &global_cycles) ||
        !checked_multiply(naive, latency[SIMULATOR_SHARED], &shared_cycles) ||
        !checked_add(global_cycles, shared_cycles, &tiled_cycles))
        return cycles_error;
    simulator->tile_bytes = 2 * tile * tile * 4;
    print_line(of->sink, "matmul %n tile %n: naive %n global loads, %n cycle[s], intensity %h", n,
               tile, naive, naive_cycles, intensity(naive, naive));
    print_line(
        of->sink,
        "matmul %n tile %n: tiled %n global loads, %n shared loads, %n cycle[s], intensity %h", n,
        tile, tiled, naive, tiled_cycles, intensity(naive, tiled));
    print_line(of->sink, "matmul %n tile %n: reduction %nx", n, tile, naive / tiled);
    return NULL;
}

/* While one warp waits for DRAM, each other warp has work for so many cycles. */
static const char *do_warps(struct doing *of) {
    struct simulator *simulator = of->simulator;
    uint64_t work, wait = simulator->latency[SIMULATOR_DRAM];
    if (!words_only_number(&of->words, &work) || work < 1) return usage;
    uint64_t warps = wait / work + (wait % work > 0);
    print_line(of->sink, "warps: %n warp[s] of %n cycle[s] %s %n-cycle load", warps, work,
               warps == 1 ? "hides a" : "hide a", wait);
    return NULL;
}

/* ---- lines ------------------------------------------------------------------------------- */

static const struct {
    const char *name, *usage;
    const char *(*run)(struct doing *of);
    enum simulator_level level;
} commands[] = {
    {"load", "ADDR", do_load, 0},
    {"sweep", "START COUNT STRIDE", begin_sweep, 0},
    {"reg", "COUNT", do_accesses, SIMULATOR_REG},
    {"shared", "COUNT", do_accesses, SIMULATOR_SHARED},
    {"l1", "LINES (1-64)", do_cache, SIMULATOR_L1},
    {"l2", "LINES (1-64)", do_cache, SIMULATOR_L2},
    {"latency", "LEVEL CYCLES ... (levels reg shared l1 l2 dram)", do_latency, 0},
    {"matmul", "N TILE (TILE must divide N, N <= 4096)", do_matmul, 0},
    {"warps", "CYCLES", do_warps, 0},
};

bool simulator_begin(struct simulator *simulator, const char *line, size_t length,
                     const struct simulator_sink *sink) {
    simulator->lines++;
    simulator->tile_bytes = 0;
    /* A byte order mark is no part of the first command. */
    if (simulator->lines == 1 && length >= 3 && text_is((struct text){line, 3}, "\xEF\xBB\xBF")) {
        print_line(
            sink,
            "error: the input starts with a byte order mark (BOM); save it as UTF-8 without one");
        line += 3;
        length -= 3;
    }
    struct text words = words_of_line(line, length), name = words_next(&words);
    if (!name.len) return false;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (!text_is(name, commands[i].name)) continue;
        struct doing doing = {simulator, commands[i].level, words, sink};
        const char *error = commands[i].run(&doing);
        if (error == usage)
            print_line(sink, "error: %s: %s", commands[i].name, commands[i].usage);
        else if (error)
            print_line(sink, "error: %s", error);
        return !error && commands[i].run == begin_sweep;
    }
    print_line(sink, "error: unknown command %w", name);
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
    print_line(sink,
               "total: %n access[es], %n cycle[s]; %n loads, l1 %n (%p), l2 %n, dram %n line[s] "
               "(%n bytes)",
               total->accesses, total->cycles, total->loads, total->l1, total->l1, total->loads,
               total->l2, total->dram, total->dram * SIMULATOR_LINE_BYTES);
}
