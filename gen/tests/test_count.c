/* test_count.c -- index expressions, and what an access of a warp costs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/buf.h"
#include "base/text.h"
#include "model/count.h"

static void write_text(void *context, const char *data, size_t length) {
    buf_add(context, data, length);
}

/* What the commands print. */
static void prints(const char *commands, const char *wanted) {
    static struct count count;
    struct buf out = {0};
    const struct simulator_sink sink = {write_text, &out};
    count_start(&count);
    for (struct text rest = text_of(commands); rest.len;) {
        struct text line = text_next(&rest, '\n');
        count_line(&count, line.ptr, line.len, &sink);
    }
    assert_string_equal(out.ptr ? out.ptr : "", wanted);
    buf_free(&out);
}

static void expressions(void **state) {
    (void)state;
    const struct {
        const char *text;
        int64_t value;
    } rows[] = {{"7", 7},           {"0x1F", 31},      {"x", 5},       {"threadIdx.y*2", 6},
                {"blockDim.x", 32}, {"blockDim.y", 8}, {"lane", 21},   {"1+2*3", 7},
                {"(1+2)*3", 9},     {"10-3-2", 5},     {"100/7/2", 7}, {"17%5", 2},
                {"-7/2", -3},       {"-7%4", -3},      {"1<<3|1", 9},  {"6&3^1", 3},
                {"1<<2+1", 8},      {"7>>1", 3},       {"--4", 4},     {" x\t+ y ", 8},
                {"1|2&2", 3},       {"-(2+3)*2", -10}, {"2-(-3)", 5},  {"1<<46", 70368744177664}};
    const struct index_lane lane = {.x = 5, .y = 3, .dim_x = 32, .dim_y = 8, .lane = 21};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct index_result result = index_eval(text_of(rows[i].text), &lane);
        if (result.error || result.value != rows[i].value)
            fail_msg("%s is %lld, %s", rows[i].text, (long long)result.value,
                     result.error ? result.error : "no error");
    }
}

static void mistakes(void **state) {
    (void)state;
    const struct {
        const char *text, *error;
        size_t at;
    } rows[] = {{"", "at the end", 0},
                {"3 +", "at the end", 3},
                {"x y", "an operator is missing", 2},
                {"(x", "closing parenthesis", 2},
                {"x)", "an operator is missing", 1},
                {"z", "unknown name", 0},
                {"1/(x-5)", "a division by 0", 1},
                {"1%0", "a division by 0", 1},
                {"12ab", "not a number", 0},
                {"0x", "not a number", 0},
                {"99999999999999999999", "beyond 2^47", 0},
                {"1<<46<<2", "beyond 2^47", 5},
                {"140737488355328+1", "beyond 2^47", 15},
                {"1<<47", "a shift", 1},
                {"1<<-1", "a shift", 1},
                {"x++", "a value is missing before this", 2},
                {"a[x]", "unknown name", 0},
                {"x*$", "a value is missing before this", 2}};
    const struct index_lane lane = {.x = 5};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct index_result result = index_eval(text_of(rows[i].text), &lane);
        if (!result.error || !strstr(result.error, rows[i].error) || result.at != rows[i].at)
            fail_msg("%s: %s at %zu", rows[i].text, result.error ? result.error : "no error",
                     result.at);
    }
    struct buf deep = {0};
    for (int i = 0; i < 100000; i++)
        buf_char(&deep, '(');
    assert_non_null(strstr(index_eval(buf_text(&deep), &lane).error, "too deeply"));
    buf_free(&deep);
}

static void global_memory(void **state) {
    (void)state;
    prints("global x\nglobal 8*x\nglobal x+1\nglobal 0\n",
           "global: 32 lanes, 4 sectors, 1 line, 128 of 128 bytes used (100.0%)\n"
           "global: 32 lanes, 32 sectors, 8 lines, 128 of 1024 bytes used (12.5%)\n"
           "global: 32 lanes, 5 sectors, 2 lines, 128 of 160 bytes used (80.0%)\n"
           "global: 32 lanes, 1 sector, 1 line, 4 of 32 bytes used (12.5%)\n");
    prints("block 40\nwarp 1\nelement 16\nglobal x\nbase 16\nglobal x\n",
           "block: 40 x 1, 2 warps\nwarp: 1\nelement: 16 bytes, base 0\n"
           "global: 8 lanes, 4 sectors, 1 line, 128 of 128 bytes used (100.0%)\nbase: 16\n"
           "global: 8 lanes, 5 sectors, 2 lines, 128 of 160 bytes used (80.0%)\n");
    prints(
        "global x-3\nglobal q\n",
        "error: global: lane 0: the index is negative\n"
        "error: global: lane 0: an unknown name; known are x, y, lane, threadIdx and blockDim\n");
}

static void shared_memory(void **state) {
    (void)state;
    prints("shared x\nshared 32*x\nshared 33*x\nshared x/2\nshared 6*x\n",
           "shared: 32 lanes, 1 pass, 0 conflicts\nshared: 32 lanes, 32 passes, 31 conflicts\n"
           "shared: 32 lanes, 1 pass, 0 conflicts\nshared: 32 lanes, 1 pass, 0 conflicts\n"
           "shared: 32 lanes, 2 passes, 1 conflict\n");
    prints(
        "element 8\nshared x\nshared 2*x\nelement 16\nshared x\nshared 2*x\nelement 1\nshared x\n",
        "element: 8 bytes, base 0\nshared: 32 lanes, 2 passes, 0 conflicts\n"
        "shared: 32 lanes, 4 passes, 2 conflicts\nelement: 16 bytes, base 0\n"
        "shared: 32 lanes, 4 passes, 0 conflicts\nshared: 32 lanes, 8 passes, 4 conflicts\n"
        "element: 1 byte, base 0\nshared: 32 lanes, 1 pass, 0 conflicts\n");
    prints("element 8\nshared 0\nshared x%16\nelement 16\nshared 0\nshared x/4*2+x%2\nshared x%8\n",
           "element: 8 bytes, base 0\nshared: 32 lanes, 1 pass, 0 conflicts\n"
           "shared: 32 lanes, 2 passes, 0 conflicts\nelement: 16 bytes, base 0\n"
           "shared: 32 lanes, 2 passes, 0 conflicts\nshared: 32 lanes, 2 passes, 0 conflicts\n"
           "shared: 32 lanes, 4 passes, 0 conflicts\n");
}

static void occupancy(void **state) {
    (void)state;
    prints("occupancy 256 72 0\noccupancy 256 32 0\noccupancy 32 8 0\noccupancy 128 32 20000\n",
           "occupancy: 3 blocks, 24 of 64 warps (37.5%), limited by registers\n"
           "occupancy: 8 blocks, 64 of 64 warps (100.0%), limited by threads\n"
           "occupancy: 32 blocks, 32 of 64 warps (50.0%), limited by blocks\n"
           "occupancy: 11 blocks, 44 of 64 warps (68.8%), limited by shared memory\n");
    prints("sm 100 64 1 0 0\noccupancy 32 4 0\noccupancy 32 3 0\noccupancy 0 1 1\nsm 1\n",
           "sm: 100 registers, 64 threads, 1 blocks, 0 bytes shared, 0 reserved\n"
           "occupancy: 0 blocks, 0 of 2 warps (0.0%), limited by registers\n"
           "occupancy: 0 blocks, 0 of 2 warps (0.0%), limited by registers\n"
           "error: occupancy: THREADS REGISTERS SHARED (1-1024, 1-255, bytes)\n"
           "error: sm: REGISTERS THREADS BLOCKS SHARED RESERVED\n");
}

static void littles_law(void **state) {
    (void)state;
    prints("little 4600 700 4 132\nlittle 1 1 4 1\nlittle 1 2 0 1\n",
           "little: 3220000 bytes in flight, 805000 loads, 6099 on each SM\n"
           "little: 1 byte in flight, 1 load, 1 on each SM\n"
           "error: little: RATE LATENCY BYTES SMS (GB/s, ns, bytes a load)\n");
}

/* A plan that moves every element to its place, by rows of `width` elements in the tile. */
static void plan(struct buf *out, int edge, int room, int width) {
    buf_printf(out, "tile %d %d\n", edge, room);
    for (int row = 0; row < edge; row++)
        buf_printf(out, "move %d*%d+x to %d*%d+x\n", row, edge, row, width);
    for (int row = 0; row < edge; row++)
        buf_printf(out, "put x*%d+%d to %d*%d+x\n", width, row, row, edge);
    buf_str(out, "end\n");
}

static void transpositions(void **state) {
    (void)state;
    struct buf in = {0};
    plan(&in, 32, 1056, 33);
    prints(in.ptr, "tile: 32 x 32, room for 1056 elements\n"
                   "end: 1024 of 1024 elements right, 256 sectors, 64 passes\n");
    buf_clear(&in);
    plan(&in, 32, 1024, 32);
    prints(in.ptr, "tile: 32 x 32, room for 1024 elements\n"
                   "end: 1024 of 1024 elements right, 256 sectors, 1056 passes\n");
    buf_free(&in);
    prints("move x to x\nend\ntile 32 1024\nmove x to x*33\nmove x+1000 to x\nput x to x\nend\n",
           "error: move: EXPR to EXPR (after tile)\nerror: end: no tile has begun\n"
           "tile: 32 x 32, room for 1024 elements\n"
           "error: move: an index outside of the matrix\n"
           "end: 1 of 1024 elements right, 8 sectors, 2 passes\n");
}

static void other_lines(void **state) {
    (void)state;
    prints("# text\n\n  \nhello x\nelement 3\nbase 2\nblock 33 32\nwarp 1\nblock 64\nwarp 1\nblock "
           "2\n",
           "error: unknown command hello\nerror: element: BYTES (1, 2, 4, 8 or 16)\n"
           "error: base: ADDR (a multiple of the element)\n"
           "error: block: X Y (1024 threads at most)\nerror: warp: N (a warp of the block)\n"
           "block: 64 x 1, 2 warps\nwarp: 1\nblock: 2 x 1, 1 warp\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions),    cmocka_unit_test(mistakes),
        cmocka_unit_test(global_memory),  cmocka_unit_test(shared_memory),
        cmocka_unit_test(occupancy),      cmocka_unit_test(littles_law),
        cmocka_unit_test(transpositions), cmocka_unit_test(other_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
