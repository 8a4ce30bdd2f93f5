/* estimate -- see estimate.h. */
#include "model/estimate.h"

#include "model/checked.h"
#include "model/print.h"

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
void estimate_matmul(const uint64_t latency[SIMULATOR_LEVELS], struct words *words,
                     uint64_t *tile_bytes, const struct simulator_sink *sink) {
    struct print print = {.sink = sink};
    uint64_t n, tile, naive_cycles, global_cycles, shared_cycles, tiled_cycles;
    if (!words_number(words, &n) || !words_only_number(words, &tile) || n < 1 ||
        n > SIMULATOR_EDGE_MAX || tile < 1 || n % tile) {
        print_failure(sink, "matmul: N TILE (TILE must divide N, N <= 4096)");
        return;
    }
    uint64_t naive = 2 * n * n * n, tiled = naive / tile;
    if (!checked_multiply(naive, latency[SIMULATOR_DRAM], &naive_cycles) ||
        !checked_multiply(tiled, latency[SIMULATOR_DRAM], &global_cycles) ||
        !checked_multiply(naive, latency[SIMULATOR_SHARED], &shared_cycles) ||
        !checked_add(global_cycles, shared_cycles, &tiled_cycles)) {
        print_failure(sink, ESTIMATE_CYCLES_ERROR);
        return;
    }
    *tile_bytes = 2 * tile * tile * 4;
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
void estimate_warps(const uint64_t latency[SIMULATOR_LEVELS], struct words *words,
                    const struct simulator_sink *sink) {
    struct print print = {.sink = sink};
    uint64_t work, wait = latency[SIMULATOR_DRAM];
    if (!words_only_number(words, &work) || work < 1) {
        print_failure(sink, "warps: CYCLES");
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
