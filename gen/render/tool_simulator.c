/* tool_simulator -- the simulator's tool: commands, what they print, and what the caches hold then; and the
 * page /simulator/, which has its commands and rules besides.
 *
 * The same part stands on /simulator/ and where a page of content has a `tool simulator` block. The
 * output is made by the code that `gen simulate` and the page's script run. */
#include <inttypes.h>

#include "base/pack.h"
#include "model/simulator.h"
#include "render/tool.h"
#include "render/theme.h"

#define EXAMPLES "site/theme/examples"
#define EXAMPLE EXAMPLES "/simulator.txt" /* where a page brings no commands of its own */

static struct text run(struct simulator *simulator, struct arena *arena, struct text commands) {
    struct buf out = {0};
    uint64_t loads = 0;
    simulate_run(simulator, commands, &loads, &out);
    return buf_take(&out, arena);
}

/* Lists lines from the most to the least recently used one, then the empty places. */
static void cache_rows(struct data *caches, const char *name, const char *id,
                       const struct cache *cache, uint64_t latest) {
    struct data *item = data_add(caches), *slots = data_put_list(item, "slots");
    const struct cache_line *line = NULL;
    size_t held = 0;
    for (size_t i = 0; i < cache->capacity; i++) {
        struct data *slot = data_add(slots);
        if (i == held) line = cache_next(cache, line);
        held += line != NULL;
        data_text(slot, "line", TEXT(""));
        if (line) data_printf(slot, "line", "%" PRIu64, line->line);
        if (line) data_printf(slot, "stamp", "%" PRIu64, line->stamp);
        data_flag(slot, "latest", line && line->stamp == latest);
    }
    data_texts(item, {"words", text_of(name)}, {"id", text_of(id)});
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
        data_texts(row, {"words", text_of(rows[i].words)},
                   {"count", quantity_alone(into->arena, TEXT("1"), (double)rows[i].count)});
    }
}

bool tool_simulator(struct site_build *build, struct data *into, struct text commands) {
    struct arena *arena = build->arena;
    if (!commands.len) {
        const struct source *example =
            theme_file(build->course->root, TEXT(EXAMPLE), arena, build->diags);
        if (!example) return false;
        commands = example->text;
    }
    struct simulator simulator;
    data_texts(into, {"commands", commands}, {"output", run(&simulator, arena, commands)});
    data_printf(into, "tile_max", "%d", SIMULATOR_TILE_BYTES_MAX);
    state(into, &simulator.now);
    return true;
}

void tool_inputs(struct site_build *build, struct buf *out) {
    const struct root *root = build->course->root;
    struct file_list files = file_walk(root, TEXT(EXAMPLES), ".txt", build->arena, build->diags);
    pack_add_number(out, tool_wasm_is_built(build));
    for (size_t i = 0; i < files.count; i++) {
        const struct source *file = theme_file(root, files.path[i], build->arena, build->diags);
        pack_add_text(out, files.path[i]);
        if (file) pack_add_text(out, file->text);
    }
}

/* A file of examples begins with a remark that names it. */
static void examples(struct site_build *build, struct data *page) {
    const struct root *root = build->course->root;
    struct data *list = data_put_list(page, "examples");
    struct file_list files = file_walk(root, TEXT(EXAMPLES), ".txt", build->arena, build->diags);
    for (size_t i = 0; i < files.count; i++) {
        const struct source *file = theme_file(root, files.path[i], build->arena, build->diags);
        if (!file) continue;
        struct text rest = file->text, first = text_next(&rest, '\n');
        struct data *item = data_add(list);
        data_flag(item, "selected", text_is(files.path[i], EXAMPLE));
        data_texts(item, {"text", file->text},
                   {"words", text_trim(text_drop_end(text_drop_start(first, "#"), ":"))});
    }
}

/* The list of commands says what the exercise begins with. */
static void beginning(struct data *page) {
    struct simulator fresh;
    struct buf latencies = {0};
    simulator_start(&fresh);
    for (enum simulator_level i = 0; i < SIMULATOR_LEVELS; i++)
        buf_printf(&latencies, "%s%s %" PRIu64, i ? ", " : "", simulator_level_names[i],
                   fresh.latency[i]);
    data_text(page, "latencies", buf_take(&latencies, page->arena));
    const struct {
        const char *name;
        uint64_t count;
    } counts[] = {{"l1_lines", fresh.now.l1.capacity}, {"l2_lines", fresh.now.l2.capacity},
                  {"lines_max", CACHE_LINES_MAX},      {"line_bytes", SIMULATOR_LINE_BYTES},
                  {"count_max", SIMULATOR_COUNT_MAX},  {"edge_max", SIMULATOR_EDGE_MAX}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        data_text(page, counts[i].name,
                  quantity_alone(page->arena, TEXT("1"), (double)counts[i].count));
}

/* The page shows how a share of hits rounds by what the program itself prints. */
static struct text sweep_rate(struct site_build *build, const char *commands) {
    struct simulator simulator;
    struct text text = run(&simulator, build->kept, text_of(commands));
    size_t close = text_find(text, "%)", 0), open = text_find(text, "(", 0);
    return open < close && close != SIZE_MAX ? text_cut(text, open + 1, close + 1) : TEXT("");
}

void simulator_page(struct site_build *build) {
    struct site_head head = site_own(build, "simulator", TEXT("/simulator/"));
    struct data *page = site_page(build, &head);
    tool_part(build, page, false);
    if (!tool_simulator(build, page, (struct text){0})) return;
    beginning(page);
    examples(build, page);
    tool_costs(build, page, head.address);
    /* 1 of 16 is 6.25 %, exact in binary; all but the first of a million. */
    if (!build->sixteenth.len) build->sixteenth = sweep_rate(build, "sweep 64 16 120");
    if (!build->nearly.len) build->nearly = sweep_rate(build, "sweep 0 1000000 0");
    data_texts(page, {"sixteenth", build->sixteenth}, {"nearly", build->nearly});
    site_write(build, "simulator", head.address, page);
}
