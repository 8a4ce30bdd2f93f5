/* page_simulator -- /simulator/: the tool with the worked example run, its commands and rules. */
#include <inttypes.h>

#include "model/simulator.h"
#include "render/quantity.h"
#include "render/tool.h"

/* What the exercise begins with, for the list of commands. */
static void beginning(struct data *page) {
    struct simulator fresh;
    struct buf latencies = {0};
    simulator_start(&fresh);
    for (enum simulator_level i = 0; i < SIMULATOR_LEVELS; i++)
        buf_printf(&latencies, "%s%s %" PRIu64, i ? ", " : "", simulator_level_name(i),
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
    beginning(page);
    /* 1 of 16 is 6.25 %, exact in binary; all but the first of a million. */
    data_text(page, "sixteenth", sweep_rate(build, "sweep 64 16 120"));
    data_text(page, "nearly", sweep_rate(build, "sweep 0 1000000 0"));
    site_write(build, "simulator", head.address, page);
}
