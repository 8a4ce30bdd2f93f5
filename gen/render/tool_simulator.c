/* tool_simulator -- the simulator's tool: commands, what they print, and what the caches hold then.
 *
 * The same part stands on /simulator/ and where a page of content has a `tool simulator` block. The
 * output is made by the code that `gen simulate` and the page's script run. */
#include <inttypes.h>

#include "model/simulator.h"
#include "render/tool.h"
#include "render/quantity.h"
#include "render/theme.h"

/* Lists lines from the most to the least recently used one, then the empty places. */
static void cache_rows(struct data *caches, const char *name, const char *id,
                       const struct cache *cache, uint64_t latest) {
    struct data *item = data_add(caches), *slots = data_put_list(item, "slots");
    size_t held = 0;
    for (const struct cache_line *line = NULL; (line = cache_next(cache, line)) != NULL; held++) {
        struct data *slot = data_add(slots);
        data_printf(slot, "line", "%" PRIu64, line->line);
        data_printf(slot, "stamp", "%" PRIu64, line->stamp);
        data_flag(slot, "latest", line->stamp == latest);
    }
    for (size_t i = held; i < cache->capacity; i++) {
        struct data *slot = data_add(slots);
        data_text(slot, "line", TEXT(""));
        data_flag(slot, "latest", false);
    }
    data_text(item, "words", text_of(name));
    data_text(item, "id", text_of(id));
    data_printf(item, "held", "%zu of %u lines", held, (unsigned)cache->capacity);
}

static void state(struct data *into, const struct simulator_state *now) {
    struct data *caches = data_put_list(into, "caches"), *totals = data_put_list(into, "totals");
    cache_rows(caches, "L1", "l1", &now->l1, now->clock);
    cache_rows(caches, "L2", "l2", &now->l2, now->clock);
    const struct {
        const char *words;
        uint64_t count;
    } rows[] = {{"accesses", now->total.accesses}, {"cycles", now->total.cycles},
                {"loads", now->total.loads},       {"hits in L1", now->total.l1},
                {"hits in L2", now->total.l2},     {"lines from DRAM", now->total.dram}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct data *row = data_add(totals);
        data_text(row, "words", text_of(rows[i].words));
        data_text(row, "count", quantity_alone(into->arena, TEXT("1"), (double)rows[i].count));
    }
}

struct text tool_simulated(struct arena *arena, struct text commands) {
    struct simulator simulator;
    struct buf out = {0};
    simulate_run(&simulator, commands, &out);
    return buf_take(&out, arena);
}

bool tool_simulator(struct site_build *build, struct data *into, struct text commands) {
    struct arena *arena = build->arena;
    if (!commands.len) {
        const struct source *example = file_source(
            build->course->root, TEXT("site/theme/examples/simulator.txt"), arena, build->diags);
        if (!example || !theme_check_text(example, build->diags)) return false;
        commands = example->text;
    }
    struct simulator simulator;
    struct buf out = {0};
    simulate_run(&simulator, commands, &out);
    data_text(into, "commands", commands);
    data_text(into, "output", buf_take(&out, arena));
    data_printf(into, "tile_max", "%d", SIMULATOR_TILE_BYTES_MAX);
    state(into, &simulator.now);
    return true;
}
