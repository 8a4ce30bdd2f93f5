/* page_simulator -- /simulator/: the exercise's memory hierarchy with the worked example run.
 *
 * The example is a file of the theme; its output, the caches after it and the totals are computed
 * here by the same code that `gen simulate` and the page's script run. */
#include <inttypes.h>

#include "model/simulator.h"
#include "render/page_tools.h"
#include "render/quantity.h"
#include "render/theme.h"

static void to_buf(void *context, const char *data, size_t length) {
    buf_add(context, data, length);
}

static void run(struct simulator *simulator, struct text input, struct buf *out) {
    const struct simulator_sink sink = {to_buf, out};
    simulator_start(simulator);
    while (input.len) {
        struct text line = text_next(&input, '\n');
        simulator_line(simulator, line.ptr, line.len, &sink);
    }
    simulator_finish(simulator, &sink);
}

static struct text count_text(struct arena *arena, uint64_t count) {
    struct quantity plain = quantity_of(TEXT("1"), false);
    return quantity_text(arena, &plain, (double)count);
}

/* Lines from the most to the least recently used one, then the empty places. */
static void cache_rows(struct site_build *build, struct data *caches, const char *name,
                       const char *id, const struct cache *cache, uint64_t latest) {
    struct arena *arena = build->arena;
    struct data *item = data_add(arena, caches), *slots = data_list(arena);
    size_t held = 0;
    for (const struct cache_line *line = NULL; (line = cache_next(cache, line)) != NULL; held++) {
        struct data *slot = data_add(arena, slots);
        data_text(arena, slot, "line", arena_printf(arena, "%" PRIu64, line->line));
        data_text(arena, slot, "stamp", arena_printf(arena, "%" PRIu64, line->stamp));
        data_flag(arena, slot, "latest", line->stamp == latest);
    }
    for (size_t i = held; i < cache->capacity; i++)
        data_text(arena, data_add(arena, slots), "line", TEXT(""));
    data_text(arena, item, "words", text_of(name));
    data_text(arena, item, "id", text_of(id));
    data_text(arena, item, "held",
              arena_printf(arena, "%zu of %u lines", held, (unsigned)cache->capacity));
    data_put(arena, item, "slots", slots);
}

static void state(struct site_build *build, struct data *page, const struct simulator *simulator) {
    struct arena *arena = build->arena;
    const struct simulator_state *now = &simulator->now;
    struct data *caches = data_list(arena), *totals = data_list(arena);
    cache_rows(build, caches, "L1", "l1", &now->l1, now->clock);
    cache_rows(build, caches, "L2", "l2", &now->l2, now->clock);
    data_put(arena, page, "caches", caches);
    const struct {
        const char *words;
        uint64_t count;
    } rows[] = {{"accesses", now->total.accesses}, {"cycles", now->total.cycles},
                {"loads", now->total.loads},       {"hits in L1", now->total.l1},
                {"hits in L2", now->total.l2},     {"lines from DRAM", now->total.dram}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct data *row = data_add(arena, totals);
        data_text(arena, row, "words", text_of(rows[i].words));
        data_text(arena, row, "count", count_text(arena, rows[i].count));
    }
    data_put(arena, page, "totals", totals);
}

/* What the exercise begins with, for the list of commands. */
static void beginning(struct site_build *build, struct data *page) {
    static const char *const names[] = {"reg", "shared", "l1", "l2", "dram"};
    struct arena *arena = build->arena;
    struct simulator fresh;
    simulator_start(&fresh);
    struct buf latencies = {0};
    for (int i = 0; i < SIMULATOR_LEVELS; i++)
        buf_printf(&latencies, "%s%s %" PRIu64, i ? ", " : "", names[i], fresh.latency[i]);
    data_text(arena, page, "latencies", site_take(arena, &latencies));
    data_text(arena, page, "l1_lines", count_text(arena, fresh.now.l1.capacity));
    data_text(arena, page, "l2_lines", count_text(arena, fresh.now.l2.capacity));
    data_text(arena, page, "lines_max", count_text(arena, CACHE_LINES_MAX));
    data_text(arena, page, "line_bytes", count_text(arena, SIMULATOR_LINE_BYTES));
    data_text(arena, page, "count_max", count_text(arena, SIMULATOR_COUNT_MAX));
    data_text(arena, page, "tile_max", arena_printf(arena, "%d", SIMULATOR_TILE_BYTES_MAX));
    data_text(arena, page, "edge_max", count_text(arena, SIMULATOR_EDGE_MAX));
}

/* The share of hits that a sweep prints: how it rounds, by the program itself. */
static struct text sweep_rate(struct site_build *build, const char *commands) {
    struct simulator simulator;
    struct buf out = {0};
    run(&simulator, text_of(commands), &out);
    struct text text = site_take(build->arena, &out);
    size_t close = text_find(text, "%)", 0), open = text_find(text, "(", 0);
    return open < close && close != SIZE_MAX ? text_cut(text, open + 1, close + 1) : TEXT("");
}

void simulator_page(struct site_build *build) {
    struct arena *arena = build->arena;
    struct site_head head = {
        .address = TEXT("/simulator/"),
        .title = TEXT("Where does a load hit?"),
        .description =
            TEXT("A memory hierarchy small enough to follow by hand: give it loads, and "
                 "see which cache answers, what each holds, and what it costs in cycles."),
        .section = "simulator",
        .type = "website"};
    struct data *page = site_page(build, &head);
    const struct source *example = file_source(
        build->course->root, TEXT("site/theme/examples/simulator.txt"), arena, build->diags);
    if (!example || !theme_check_text(example, build->diags)) return;
    struct simulator simulator;
    struct buf out = {0};
    run(&simulator, example->text, &out);
    data_flag(arena, page, "live", tool_wasm_is_built(build));
    data_text(arena, page, "commands", example->text);
    data_text(arena, page, "output", site_take(arena, &out));
    state(build, page, &simulator);
    beginning(build, page);
    /* 1 of 16 is 6.25 %, exact in binary; all but the first of a million. */
    data_text(arena, page, "sixteenth", sweep_rate(build, "sweep 64 16 120"));
    data_text(arena, page, "nearly", sweep_rate(build, "sweep 0 1000000 0"));
    site_write(build, "simulator", head.address, page);
}
