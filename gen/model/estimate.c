/* estimate -- see estimate.h. */
#include "model/estimate.h"

#include "model/checked.h"
#include "model/print.h"

/* In hundredths of FLOP a byte; flops < 2^38. */
static uint64_t intensity(uint64_t flops, uint64_t loads) {
    return flops * 100 / (loads * 4);
}

/* Every output needs a row and a column, 2 N loads; with tiles a loaded value serves a whole row or
 * column of the tile. A multiply and an add for every two values: 2 N^3 flops too. */
void estimate_matmul(const uint64_t latency[SIMULATOR_LEVELS], struct text *words,
                     uint64_t *tile_bytes, const struct simulator_sink *sink) {
    uint64_t n, tile, naive_cycles, global_cycles, shared_cycles, tiled_cycles;
    if (!words_number(words, &n) || !words_only_number(words, &tile) || n < 1 ||
        n > SIMULATOR_EDGE_MAX || tile < 1 || n % tile) {
        print_line(sink, "error: matmul: N TILE (TILE must divide N, N <= 4096)");
        return;
    }
    uint64_t naive = 2 * n * n * n, tiled = naive / tile;
    if (!checked_multiply(naive, latency[SIMULATOR_DRAM], &naive_cycles) ||
        !checked_multiply(tiled, latency[SIMULATOR_DRAM], &global_cycles) ||
        !checked_multiply(naive, latency[SIMULATOR_SHARED], &shared_cycles) ||
        !checked_add(global_cycles, shared_cycles, &tiled_cycles)) {
        print_line(sink, "error: " ESTIMATE_CYCLES_ERROR);
        return;
    }
    *tile_bytes = 2 * tile * tile * 4;
    print_line(sink, "matmul %n tile %n: naive %n global loads, %n cycle[s], intensity %h", n, tile,
               naive, naive_cycles, intensity(naive, naive));
    print_line(
        sink,
        "matmul %n tile %n: tiled %n global loads, %n shared loads, %n cycle[s], intensity %h", n,
        tile, tiled, naive, tiled_cycles, intensity(naive, tiled));
    print_line(sink, "matmul %n tile %n: reduction %nx", n, tile, naive / tiled);
}

/* While one warp waits for DRAM, the others have work for so many cycles each. */
void estimate_warps(const uint64_t latency[SIMULATOR_LEVELS], struct text *words,
                    const struct simulator_sink *sink) {
    uint64_t work, wait = latency[SIMULATOR_DRAM];
    if (!words_only_number(words, &work) || work < 1) {
        print_line(sink, "error: warps: CYCLES");
        return;
    }
    uint64_t warps = wait / work + (wait % work > 0);
    print_line(sink, "warps: %n warp[s] of %n cycle[s] %s %n-cycle load", warps, work,
               warps == 1 ? "hides a" : "hide a", wait);
}
