/* count -- see count.h. */
#include "model/count.h"

#include "model/line.h"

void count_start(struct count *count) {
    *count = (struct count){.element = 4, .dim_x = 32, .dim_y = 1};
    /* capability 9.0: "Technical Specifications per Compute Capability" of the CUDA guide */
    count->registers = 65536;
    count->threads = 2048;
    count->blocks = 32;
    count->shared = 233472;
    count->reserved = 1024;
}

/* ---- one access -------------------------------------------------------------------------- */

/* Sets the values that the expression has in this lane; false: the block has no such thread. */
static bool lane_of(const struct count *count, uint64_t number, struct index_lane *lane) {
    uint64_t thread = count->warp * COUNT_LANES + number;
    *lane = (struct index_lane){.x = (int64_t)(thread % count->dim_x),
                                .y = (int64_t)(thread / count->dim_x),
                                .dim_x = (int64_t)count->dim_x,
                                .dim_y = (int64_t)count->dim_y,
                                .lane = (int64_t)number};
    return thread < count->dim_x * count->dim_y;
}

/* Returns how many different values of address / unit the active lanes from `from` to `to` have. */
static uint64_t different(const struct count_access *access, uint64_t unit, int from, int to) {
    uint64_t found = 0;
    for (int i = from; i < to; i++) {
        bool seen = !access->active[i];
        for (int k = from; k < i && !seen; k++)
            seen = access->active[k] && access->address[k] / unit == access->address[i] / unit;
        found += !seen;
    }
    return found;
}

/* Adds the passes of a group of lanes, which is served by itself, and the fewest passes for so many words.
 * The bank from which most different words are read decides; a lane of 8 bytes or more also reads the words
 * behind its first one, which lie in the next banks. */
static void add_passes(struct count_access *access, uint64_t element, int from, int to) {
    uint64_t word[COUNT_LANES * 4], most = 0;
    uint64_t words = 0;
    for (int i = from; i < to; i++)
        for (uint64_t part = 0; access->active[i] && part < (element + 3) / 4; part++) {
            uint64_t wanted = access->address[i] / 4 + part;
            bool seen = false;
            for (uint64_t k = 0; k < words && !seen; k++)
                seen = word[k] == wanted;
            if (!seen) word[words++] = wanted;
        }
    for (uint64_t bank = 0; bank < COUNT_BANKS; bank++) {
        uint64_t in_bank = 0;
        for (uint64_t k = 0; k < words; k++)
            in_bank += word[k] % COUNT_BANKS == bank;
        if (in_bank > most) most = in_bank;
    }
    access->passes += most;
    access->least += (words + COUNT_BANKS - 1) / COUNT_BANKS;
}

/* Returns whether every active lane reads what the lane whose number differs in that bit reads. */
static bool in_pairs(const struct count_access *access, int bit) {
    for (int i = 0; i < COUNT_LANES; i++)
        if (access->active[i] && access->active[i ^ bit] &&
            access->address[i] != access->address[i ^ bit])
            return false;
    return true;
}

/* Returns how many lanes are served at once: as many as can read different words from all banks, and
 * twice as many where two by two read the same. */
static int served_at_once(const struct count *count, const struct count_access *access) {
    if (count->element < 8) return COUNT_LANES;
    const int lanes = COUNT_BANKS * 4 / (int)count->element;
    return in_pairs(access, 1) || in_pairs(access, 2) ? 2 * lanes : lanes;
}

static void count_all(const struct count *count, struct count_access *access) {
    const int group = served_at_once(count, access);
    access->sectors = different(access, COUNT_SECTOR, 0, COUNT_LANES);
    access->lines = different(access, COUNT_LINE, 0, COUNT_LANES);
    access->useful = count->element * different(access, count->element, 0, COUNT_LANES);
    for (int from = 0; from < COUNT_LANES; from += group)
        add_passes(access, count->element, from, from + group);
}

bool count_access(const struct count *count, struct text expression, struct count_access *access,
                  struct count_error *error) {
    *access = (struct count_access){0};
    for (uint64_t i = 0; i < COUNT_LANES; i++) {
        struct index_lane lane;
        if (!lane_of(count, i, &lane)) continue;
        struct index_result index = index_eval(expression, &lane);
        if (!index.error && index.value < 0) index.error = "the index is negative";
        if (index.error) {
            *error = (struct count_error){index.error, i, index.at};
            return false;
        }
        access->address[i] = count->base + (uint64_t)index.value * count->element;
        access->active[i] = true;
        access->lanes++;
    }
    count_all(count, access);
    return true;
}

static bool access_or_error(const struct count *count, const char *command, struct text expression,
                            struct count_access *access, const struct simulator_sink *sink) {
    struct count_error error;
    if (count_access(count, expression, access, &error)) return true;
    print_line(sink, "error: %s: lane %n: %s", command, error.lane, error.error);
    return false;
}

static void do_global(const struct count *count, struct text words,
                      const struct simulator_sink *sink) {
    struct count_access access;
    if (!access_or_error(count, "global", words, &access, sink)) return;
    print_line(sink, "global: %n lane[s], %n sector[s], %n line[s], %n of %n bytes used (%p)",
               access.lanes, access.sectors, access.lines, access.useful,
               access.sectors * COUNT_SECTOR, access.useful, access.sectors * COUNT_SECTOR);
}

static void do_shared(const struct count *count, struct text words,
                      const struct simulator_sink *sink) {
    struct count_access access;
    if (!access_or_error(count, "shared", words, &access, sink)) return;
    print_line(sink, "shared: %n lane[s], %n pass[es], %n conflict[s]", access.lanes, access.passes,
               access.passes - access.least);
}

/* ---- settings ---------------------------------------------------------------------------- */

static void do_element(struct count *count, struct text *words, const struct simulator_sink *sink) {
    uint64_t bytes;
    if (!words_only_number(words, &bytes) ||
        (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8 && bytes != 16)) {
        print_line(sink, "error: element: BYTES (1, 2, 4, 8 or 16)");
        return;
    }
    count->element = bytes;
    count->base -= count->base % bytes;
    print_line(sink, "element: %n byte[s], base %n", bytes, count->base);
}

static void do_base(struct count *count, struct text *words, const struct simulator_sink *sink) {
    uint64_t base;
    if (!words_only_number(words, &base) || base > INDEX_MAX || base % count->element) {
        print_line(sink, "error: base: ADDR (a multiple of the element)");
        return;
    }
    count->base = base;
    print_line(sink, "base: %n", base);
}

static void do_block(struct count *count, struct text *words, const struct simulator_sink *sink) {
    struct text rest;
    uint64_t x, y = 1;
    bool ok = words_number(words, &x);
    rest = *words;
    if (ok && words_next(&rest).len) ok = words_only_number(words, &y);
    if (!ok || !x || !y || x > 1024 || y > 1024 || x * y > 1024) {
        print_line(sink, "error: block: X Y (1024 threads at most)");
        return;
    }
    count->dim_x = x;
    count->dim_y = y;
    count->warp = 0;
    print_line(sink, "block: %n x %n, %n warp[s]", x, y, (x * y + COUNT_LANES - 1) / COUNT_LANES);
}

static void do_warp(struct count *count, struct text *words, const struct simulator_sink *sink) {
    uint64_t warp;
    if (!words_only_number(words, &warp) || warp > 31 ||
        warp * COUNT_LANES >= count->dim_x * count->dim_y) {
        print_line(sink, "error: warp: N (a warp of the block)");
        return;
    }
    count->warp = warp;
    print_line(sink, "warp: %n", warp);
}

/* Reads so many numbers and nothing behind them, each at most 2^31. */
static bool read_numbers(struct text *words, uint64_t *number, int count) {
    for (int i = 0; i < count; i++)
        if (!words_number(words, &number[i]) || number[i] > (uint64_t)1 << 31) return false;
    return !words_next(words).len;
}

/* ---- an SM ------------------------------------------------------------------------------- */

static void do_sm(struct count *count, struct text *words, const struct simulator_sink *sink) {
    uint64_t n[5];
    if (!read_numbers(words, n, 5) || !n[1]) {
        print_line(sink, "error: sm: REGISTERS THREADS BLOCKS SHARED RESERVED");
        return;
    }
    count->registers = n[0];
    count->threads = n[1];
    count->blocks = n[2];
    count->shared = n[3];
    count->reserved = n[4];
    print_line(sink, "sm: %n registers, %n threads, %n blocks, %n bytes shared, %n reserved", n[0],
               n[1], n[2], n[3], n[4]);
}

static uint64_t round_up(uint64_t number, uint64_t step) {
    return (number + step - 1) / step * step;
}

/* The scarcest resource decides; of equals the first of threads, registers, shared memory, blocks. */
static void do_occupancy(const struct count *count, struct text *words,
                         const struct simulator_sink *sink) {
    uint64_t n[3];
    if (!read_numbers(words, n, 3) || n[0] < 1 || n[0] > 1024 || n[1] < 1 || n[1] > 255) {
        print_line(sink, "error: occupancy: THREADS REGISTERS SHARED (1-1024, 1-255, bytes)");
        return;
    }
    uint64_t threads = round_up(n[0], COUNT_LANES);
    uint64_t shared = round_up(n[2] + count->reserved, 128);
    const struct {
        const char *name;
        uint64_t blocks;
    } limits[] = {{"threads", count->threads / threads},
                  {"registers", count->registers / (threads * round_up(n[1], 8))},
                  {"shared memory", shared ? count->shared / shared : UINT64_MAX},
                  {"blocks", count->blocks}};
    int least = 0;
    for (int i = 1; i < 4; i++)
        if (limits[i].blocks < limits[least].blocks) least = i;
    uint64_t blocks = limits[least].blocks, warps = blocks * threads / COUNT_LANES;
    print_line(sink, "occupancy: %n block[s], %n of %n warps (%p), limited by %s", blocks, warps,
               count->threads / COUNT_LANES, warps, count->threads / COUNT_LANES,
               limits[least].name);
}

/* A rate of 1 GB/s is a byte a nanosecond. */
static void do_little(struct text *words, const struct simulator_sink *sink) {
    uint64_t n[4];
    if (!read_numbers(words, n, 4) || !n[2] || !n[3]) {
        print_line(sink, "error: little: RATE LATENCY BYTES SMS (GB/s, ns, bytes a load)");
        return;
    }
    uint64_t bytes = n[0] * n[1], loads = (bytes + n[2] - 1) / n[2];
    print_line(sink, "little: %n byte[s] in flight, %n load[s], %n on each SM", bytes, loads,
               (loads + n[3] - 1) / n[3]);
}

/* ---- a transposition, lane by lane ------------------------------------------------------- */

static void do_tile(struct count *count, struct text *words, const struct simulator_sink *sink) {
    uint64_t n[2];
    if (!read_numbers(words, n, 2) || (n[0] != 32 && n[0] != 64) || n[1] > COUNT_TILE_MAX) {
        print_line(sink, "error: tile: EDGE ROOM (32 or 64; 8192 elements at most)");
        return;
    }
    count->tile = (struct count_tile){.edge = n[0], .room = n[1]};
    count->element = 4;
    count->base = 0;
    print_line(sink, "tile: %n x %n, room for %n elements", n[0], n[0], n[1]);
}

/* Cuts "A to B" in two; false: there is no `to` between spaces. */
static bool cut_at_to(struct text whole, struct text *first, struct text *second) {
    struct text rest = whole, word;
    while ((word = words_next(&rest)).len)
        if (text_is(word, "to")) {
            *first = (struct text){whole.ptr, (size_t)(word.ptr - whole.ptr)};
            *second = rest;
            return true;
        }
    return false;
}

/* Goes through the lanes one by one; the elements of `in` are numbered from 1. */
static const char *do_lanes(struct count *count, bool put, const struct count_access *from,
                            const struct count_access *to) {
    struct count_tile *tile = &count->tile;
    uint64_t elements = tile->edge * tile->edge;
    for (int i = 0; i < COUNT_LANES; i++) {
        uint64_t a = from->address[i] / 4, b = to->address[i] / 4;
        if (!from->active[i]) continue;
        if ((put ? b : a) >= elements) return "an index outside of the matrix";
        if ((put ? a : b) >= tile->room) return "an index beyond the room in shared memory";
    }
    for (int i = 0; i < COUNT_LANES; i++) {
        uint64_t a = from->address[i] / 4, b = to->address[i] / 4;
        if (!from->active[i]) continue;
        if (put)
            tile->out[b] = tile->shared[a];
        else
            tile->shared[b] = (uint16_t)(a + 1);
    }
    return NULL;
}

static void do_copy(struct count *count, bool put, struct text words,
                    const struct simulator_sink *sink) {
    const char *command = put ? "put" : "move", *error;
    struct text first, second;
    struct count_access from, to;
    if (!count->tile.edge || !cut_at_to(words, &first, &second)) {
        print_line(sink, "error: %s: EXPR to EXPR (after tile)", command);
        return;
    }
    if (!access_or_error(count, command, first, &from, sink) ||
        !access_or_error(count, command, second, &to, sink))
        return;
    if ((error = do_lanes(count, put, &from, &to)) != NULL) {
        print_line(sink, "error: %s: %s", command, error);
        return;
    }
    count->tile.sectors += put ? to.sectors : from.sectors;
    count->tile.passes += put ? from.passes : to.passes;
}

static void do_end(struct count *count, const struct simulator_sink *sink) {
    const struct count_tile *tile = &count->tile;
    const uint64_t edge = tile->edge;
    uint64_t right = 0;
    if (!edge) {
        print_line(sink, "error: end: no tile has begun");
        return;
    }
    for (uint64_t row = 0; row < edge; row++)
        for (uint64_t column = 0; column < edge; column++)
            right += tile->out[column * edge + row] == row * edge + column + 1;
    print_line(sink, "end: %n of %n elements right, %n sector[s], %n pass[es]", right, edge * edge,
               tile->sectors, tile->passes);
    count->tile.edge = 0;
}

/* ---- lines ------------------------------------------------------------------------------- */

void count_line(struct count *count, const char *line, size_t length,
                const struct simulator_sink *sink) {
    struct text words = words_of_line(line, length);
    struct text command = words_next(&words);
    if (!command.len) return;
    if (text_is(command, "global"))
        do_global(count, words, sink);
    else if (text_is(command, "shared"))
        do_shared(count, words, sink);
    else if (text_is(command, "element"))
        do_element(count, &words, sink);
    else if (text_is(command, "base"))
        do_base(count, &words, sink);
    else if (text_is(command, "block"))
        do_block(count, &words, sink);
    else if (text_is(command, "warp"))
        do_warp(count, &words, sink);
    else if (text_is(command, "sm"))
        do_sm(count, &words, sink);
    else if (text_is(command, "occupancy"))
        do_occupancy(count, &words, sink);
    else if (text_is(command, "little"))
        do_little(&words, sink);
    else if (text_is(command, "tile"))
        do_tile(count, &words, sink);
    else if (text_is(command, "move") || text_is(command, "put"))
        do_copy(count, text_is(command, "put"), words, sink);
    else if (text_is(command, "end"))
        do_end(count, sink);
    else
        print_line(sink, "error: unknown command %w", command);
}
