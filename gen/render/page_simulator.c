/* page_simulator -- /simulator/: the tool with the worked example run, its commands and rules. */
#include <inttypes.h>

#include "model/simulator.h"
#include "render/tool.h"

/* What the exercise begins with, for the list of commands. */
static void beginning(struct site_build *build, struct data *page) {
    static const char *const names[] = {"reg", "shared", "l1", "l2", "dram"};
    struct arena *arena = build->arena;
    struct simulator fresh;
    simulator_start(&fresh);
    struct buf latencies = {0};
    for (int i = 0; i < SIMULATOR_LEVELS; i++)
        buf_printf(&latencies, "%s%s %" PRIu64, i ? ", " : "", names[i], fresh.latency[i]);
    data_text(page, "latencies", buf_take(&latencies, arena));
    data_text(page, "l1_lines", tool_count(arena, fresh.now.l1.capacity));
    data_text(page, "l2_lines", tool_count(arena, fresh.now.l2.capacity));
    data_text(page, "lines_max", tool_count(arena, CACHE_LINES_MAX));
    data_text(page, "line_bytes", tool_count(arena, SIMULATOR_LINE_BYTES));
    data_text(page, "count_max", tool_count(arena, SIMULATOR_COUNT_MAX));
    data_text(page, "edge_max", tool_count(arena, SIMULATOR_EDGE_MAX));
}

/* The share of hits that a sweep prints: how it rounds, by the program itself. */
static struct text sweep_rate(struct site_build *build, const char *commands) {
    struct text text = tool_simulated(build->arena, text_of(commands));
    size_t close = text_find(text, "%)", 0), open = text_find(text, "(", 0);
    return open < close && close != SIZE_MAX ? text_cut(text, open + 1, close + 1) : TEXT("");
}

void simulator_page(struct site_build *build) {
    struct site_head head = site_own(build, "simulator", TEXT("/simulator/"));
    struct data *page = site_page(build, &head);
    tool_part(build, page, false);
    if (!tool_simulator(build, page, head.address, (struct text){0})) return;
    beginning(build, page);
    /* 1 of 16 is 6.25 %, exact in binary; all but the first of a million. */
    data_text(page, "sixteenth", sweep_rate(build, "sweep 64 16 120"));
    data_text(page, "nearly", sweep_rate(build, "sweep 0 1000000 0"));
    site_write(build, "simulator", head.address, page);
}
