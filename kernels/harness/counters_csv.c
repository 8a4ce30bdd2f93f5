/* counters_csv.c -- the table that Nsight Compute writes; see counters.h. */
#include "counters.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS_MOST = 1024, CELL_MOST = 1024 };

static const struct {
    const char *name, *unit; /* NULL: any; the others would come out wrong by powers of ten */
} metrics[METRICS] = {
    [METRIC_L1_HIT] = {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", NULL},
    [METRIC_L1_SECTORS] = {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", NULL},
    [METRIC_L1_REQUESTS] = {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", NULL},
    [METRIC_L2_HIT] = {"lts__t_sectors_srcunit_tex_lookup_hit.sum", NULL},
    [METRIC_L2_SECTORS] = {"lts__t_sectors_srcunit_tex.sum", NULL},
    [METRIC_LOAD_RATIO] = {"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
                           NULL},
    [METRIC_STORE_RATIO] = {"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
                            NULL},
    [METRIC_DRAM_READ] = {"dram__bytes_read.sum", "byte"},
    [METRIC_DRAM_WRITE] = {"dram__bytes_write.sum", "byte"},
    [METRIC_SHARED_LOADS] = {"smsp__inst_executed_op_shared_ld.sum", NULL},
    [METRIC_SHARED_WAVEFRONTS] = {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", NULL},
    [METRIC_SHARED_CONFLICTS] = {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", NULL},
    [METRIC_LOCAL_HIT] = {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum", NULL},
    [METRIC_LOCAL_LOAD] = {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", NULL},
    [METRIC_LOCAL_STORE] = {"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", NULL},
    [METRIC_ACTIVE] = {"sm__warps_active.avg.pct_of_peak_sustained_active", "%"}};

const char *counters_metric(enum metric m) {
    return metrics[m].name;
}

struct view {
    const char *at, *end;
};

/* The next line without its end; false past the last. A line break within quotes belongs to the
 * cell, not to the table. */
static bool next_line(struct view *all, struct view *line) {
    if (all->at >= all->end) return false;
    bool quoted = false, row = *all->at == '"';
    const char *p = all->at;
    for (; p < all->end && (quoted || *p != '\n'); p++)
        if (row && *p == '"') quoted = !quoted;
    *line = (struct view){all->at, p};
    if (line->end > line->at && line->end[-1] == '\r') line->end--;
    all->at = p < all->end ? p + 1 : p;
    return true;
}

/* The next cell of a line, without quotes; false past the last, or if its quotes are not closed.
 * What does not fit is left out. */
static bool next_cell(struct view *line, char cell[CELL_MOST]) {
    size_t n = 0;
    if (!line->at) return false;
    const char *p = line->at;
    bool quoted = p < line->end && *p == '"';
    for (p += quoted; p < line->end; p++) {
        if (quoted && *p == '"') {
            if (p + 1 >= line->end || p[1] != '"') break;
            p++; /* a doubled quote is one */
        } else if (!quoted && *p == ',') {
            break;
        }
        if (n + 1 < CELL_MOST) cell[n++] = *p;
    }
    cell[n] = '\0';
    if (quoted && p >= line->end) return false;
    while (p < line->end && *p != ',')
        p++;
    line->at = p < line->end ? p + 1 : NULL;
    return true;
}

/* "1234", "1234.5", "1,234,567.8": a comma only between groups of three digits. */
static bool read_number(const char *cell, double *value) {
    char plain[NUMBER_TEXT];
    const char *comma = strchr(cell, ','), *point = strchr(cell, '.');
    size_t n = 0, since = 0;
    if (comma && (comma == cell || comma - cell > 3)) return false;
    for (const char *p = cell; *p; p++) {
        bool last_group = comma && (!point || p < point);
        if (*p == ',') {
            if (!last_group || (p != comma && since != 3)) return false;
            since = 0;
            continue;
        }
        if (p == point && comma && since != 3) return false;
        since++;
        if (n + 1 >= sizeof plain) return false;
        plain[n++] = *p;
    }
    if (comma && !point && since != 3) return false;
    plain[n] = '\0';
    if (point && (point == cell || point[1] == '\0')) return false;
    return number_read(plain, value) && *value >= 0;
}

struct columns {
    int metric[COLUMNS_MOST]; /* which metric stands in it, -1: none */
    int count, kernel;        /* -1: none */
};

static bool read_names(struct view line, struct columns *c) {
    char cell[CELL_MOST];
    *c = (struct columns){.kernel = -1};
    while (c->count < COLUMNS_MOST && next_cell(&line, cell)) {
        c->metric[c->count] = -1;
        for (int m = 0; m < METRICS; m++)
            if (strcmp(cell, metrics[m].name) == 0) c->metric[c->count] = m;
        if (strcmp(cell, "Kernel Name") == 0) c->kernel = c->count;
        c->count++;
    }
    return c->kernel >= 0;
}

/* A metric in another unit than asked for is left out: K and M are powers of ten or of two. */
static bool check_units(struct view line, struct columns *c, struct counted_table *out) {
    char cell[CELL_MOST];
    for (int i = 0; i < c->count; i++) {
        if (!next_cell(&line, cell)) return false;
        if (i == c->kernel && cell[0]) return false;
        int m = c->metric[i];
        if (m < 0 || !metrics[m].unit || strcmp(metrics[m].unit, cell) == 0) continue;
        c->metric[i] = -1;
        if (!out->bad[0])
            snprintf(out->bad, sizeof out->bad, "ncu gave %s in \"%.20s\", not in \"%s\"",
                     metrics[m].name, cell, metrics[m].unit);
    }
    return true;
}

/* One cell that is no number spoils the table: it was written in another locale, and what else is
 * in it may look like numbers and be others. */
static bool read_row(struct view line, const struct columns *c, struct counted_table *out,
                     struct problem *why) {
    char cell[CELL_MOST];
    struct counted_row *row = &out->row[out->count];
    row->kernel[0] = '\0';
    for (int m = 0; m < METRICS; m++)
        row->value[m] = NAN;
    for (int i = 0; i < c->count; i++) {
        int m = c->metric[i];
        if (!next_cell(&line, cell))
            return problem_say(why, "ncu's table is cut off in its row %zu", out->count + 1);
        if (i == c->kernel)
            snprintf(row->kernel, sizeof row->kernel, "%.*s", KERNEL_NAME - 1, cell);
        if (m < 0 || read_number(cell, &row->value[m])) continue;
        row->value[m] = NAN;
        if (cell[0] == '\0' || strcmp(cell, "n/a") == 0 || strcmp(cell, "nan") == 0) continue;
        return problem_say(why, "ncu's %s is \"%.20s\", not a number as the C locale writes it",
                           metrics[m].name, cell);
    }
    out->count++;
    return true;
}

bool counters_csv(const char *data, size_t length, struct counted_table *out, struct problem *why) {
    static struct columns columns;
    struct view all = {data, data + length}, line;
    enum { BEFORE, UNITS, ROWS } state = BEFORE;
    out->count = 0;
    out->bad[0] = '\0';
    *why = (struct problem){0};
    while (next_line(&all, &line)) {
        bool said = line.end - line.at >= 2 && line.at[0] == '=' && line.at[1] == '=';
        if (said || line.at == line.end) continue;
        if (state == BEFORE) { /* whatever else is printed before the table is left out */
            if (line.at[0] == '"' && read_names(line, &columns)) state = UNITS;
        } else if (state == UNITS) {
            if (!check_units(line, &columns, out))
                return problem_say(why, "ncu's table has no row of units");
            state = ROWS;
        } else if (line.at[0] == '"') {
            if (out->count == COUNTED_ROWS)
                return problem_say(why, "ncu's table has more than %d rows", COUNTED_ROWS);
            if (!read_row(line, &columns, out, why)) return false;
        }
    }
    return true;
}
