/* tool_access -- one access of a warp: sectors and lines of global memory, banks of shared memory.
 *
 * site/theme/js/access.js draws the same for what a reader types, with the counts of the same C. */
#include <inttypes.h>

#include "model/count.h"
#include "render/tool.h"

enum { LINE_SECTORS = COUNT_LINE / COUNT_SECTOR, WORD = 4, LEVEL_MOST = 5 };

static uint64_t lanes_in(const struct count_access *access, uint64_t sector) {
    uint64_t lanes = 0;
    for (int i = 0; i < COUNT_LANES; i++)
        lanes += access->active[i] && access->address[i] / COUNT_SECTOR == sector;
    return lanes;
}

static void line_row(struct data *rows, const struct count_access *access, uint64_t line) {
    struct data *row = data_add(rows), *sectors = data_put_list(row, "sectors");
    data_printf(row, "line", "%" PRIu64, line);
    for (uint64_t i = 0; i < LINE_SECTORS; i++) {
        uint64_t lanes = lanes_in(access, LINE_SECTORS * line + i);
        struct data *cell = data_add(sectors);
        data_flag(cell, "used", lanes > 0);
        data_text(cell, "count", TEXT(""));
        if (lanes) data_printf(cell, "count", "%" PRIu64, lanes);
    }
}

/* Lines in the order of their addresses: each time the least one that is beyond the last. */
static void lines(struct data *into, const struct count_access *access) {
    struct data *rows = data_put_list(into, "rows");
    uint64_t next = 0;
    for (;;) {
        uint64_t least = UINT64_MAX;
        for (int i = 0; i < COUNT_LANES; i++) {
            uint64_t line = access->address[i] / COUNT_LINE;
            if (access->active[i] && line >= next && line < least) least = line;
        }
        if (least == UINT64_MAX) return;
        line_row(rows, access, least);
        next = least + 1;
    }
}

/* Different words of a bank; lanes that want one word share it. */
static uint64_t words_of_bank(const struct count_access *access, uint64_t bank) {
    uint64_t words = 0;
    for (int i = 0; i < COUNT_LANES; i++) {
        uint64_t word = access->address[i] / WORD;
        bool seen = !access->active[i] || word % COUNT_BANKS != bank;
        for (int k = 0; k < i && !seen; k++)
            seen = access->active[k] && access->address[k] / WORD == word;
        words += !seen;
    }
    return words;
}

/* The level says how crowded a bank is: 1 for a word, one more each time that doubles. */
static void banks(struct data *into, const struct count_access *access) {
    struct data *list = data_put_list(into, "banks");
    for (uint64_t bank = 0; bank < COUNT_BANKS; bank++) {
        uint64_t words = words_of_bank(access, bank), level = 0;
        while (level < LEVEL_MOST && words + 1 > (uint64_t)1 << level)
            level++;
        struct data *item = data_add(list);
        data_printf(item, "bank", "%" PRIu64, bank);
        data_printf(item, "words", "%" PRIu64, words);
        data_text(item, "level", TEXT(""));
        if (level) data_printf(item, "level", "%" PRIu64, level);
    }
}

static const char *plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

void tool_access(struct data *into, struct text expression) {
    static struct count count;
    struct count_access access;
    struct count_error error;
    count_start(&count);
    if (!count_access(&count, expression, &access, &error)) return; /* the page was told */
    uint64_t moved = access.sectors * COUNT_SECTOR;
    uint64_t tenths = (2000 * access.useful + moved) / (2 * moved);
    uint64_t conflicts = access.passes - access.least;
    data_text(into, "expression", expression);
    data_printf(into, "sentence",
                "%" PRIu64 " lanes: %" PRIu64 " sector%s in %" PRIu64 " line%s, %" PRIu64
                " of %" PRIu64 " bytes used (%" PRIu64 ".%" PRIu64 "%%). Shared memory: %" PRIu64
                " pass%s, %" PRIu64 " conflict%s.",
                access.lanes, access.sectors, plural(access.sectors), access.lines,
                plural(access.lines), access.useful, moved, tenths / 10, tenths % 10, access.passes,
                access.passes == 1 ? "" : "es", conflicts, plural(conflicts));
    lines(into, &access);
    banks(into, &access);
}
