/* counters_csv.c -- the table that Nsight Compute writes; see counters.h. */
#include "counters.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS_MOST = 1024, CELL_MOST = 1024 };

static const struct {
    const char *name, *unit; /* NULL: any; other units would be wrong by powers of ten */
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
    [METRIC_ACTIVE] = {"sm__warps_active.avg.pct_of_peak_sustained_active", "%"},
    [METRIC_EXECUTED] = {"smsp__inst_executed.sum", NULL},
    [METRIC_TIME] = {"gpu__time_duration.sum", "ns"}};

const char *counters_metric(enum metric m) {
    return metrics[m].name;
}

/* Cuts off the next line, without its end; false past the last. A line break within quotes
 * belongs to the cell, not to the table. */
static bool next_line(struct text *all, struct text *line) {
    const bool row = text_starts(*all, "\"");
    bool quoted = false;
    size_t length = 0;
    for (; length < all->len && (quoted || all->ptr[length] != '\n'); length++)
        if (row && all->ptr[length] == '"') quoted = !quoted;
    if (!all->len) return false;
    *line = text_cut(*all, 0, length);
    if (text_ends(*line, "\r")) line->len--;
    *all = text_cut(*all, length + 1, all->len);
    return true;
}

/* Cuts off the next cell of a line, without quotes; false past the last, or if its quotes are not
 * closed. Bytes that do not fit are left out. */
static bool next_cell(struct text *line, char cell[CELL_MOST]) {
    const bool quoted = text_starts(*line, "\"");
    size_t n = 0, at = quoted;
    if (!line->ptr) return false;
    for (; at < line->len; at++) {
        const char c = line->ptr[at];
        if (quoted && c == '"') {
            if (at + 1 >= line->len || line->ptr[at + 1] != '"') break;
            at++; /* a doubled quote is one quote */
        } else if (!quoted && c == ',') {
            break;
        }
        if (n + 1 < CELL_MOST) cell[n++] = c;
    }
    cell[n] = '\0';
    if (quoted && at >= line->len) return false;
    *line = text_cut(*line, at, line->len);
    (void)text_next(line, ',');
    return true;
}

/* "1234", "1234.5", "1,234,567.8": commas stand between all groups of three digits, or nowhere. */
static bool read_number(const char *cell, double *value) {
    char plain[NUMBER_TEXT];
    const size_t whole = strcspn(cell, "."), all = strlen(cell);
    const bool grouped = strchr(cell, ',') != NULL;
    size_t n = 0;
    for (size_t i = 0; i < all; i++) {
        const bool comma = grouped && i < whole && (whole - i) % 4 == 0;
        if (comma != (cell[i] == ',') || n + 1 >= sizeof plain) return false;
        if (!comma) plain[n++] = cell[i];
    }
    plain[n] = '\0';
    if (cell[0] == ',' || (all && cell[all - 1] == '.')) return false;
    return number_read(plain, value) && *value >= 0;
}

struct columns {
    int metric[COLUMNS_MOST]; /* which metric stands in it, -1: none */
    int count, kernel;        /* -1: none */
};

static bool read_names(struct text line, struct columns *c) {
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

/* A metric in another unit than asked for is left out, as K and M are powers of ten or of two. */
static bool check_units(struct text line, struct columns *c, struct counted_table *out) {
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

/* A cell that is no number spoils the table: it was written in another locale, so that cells that
 * look like numbers may have other values. */
static bool read_row(struct text line, const struct columns *c, struct counted_table *out,
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

bool counters_csv(struct text data, struct counted_table *out, struct problem *why) {
    static struct columns columns;
    struct text line;
    enum { BEFORE, UNITS, ROWS } state = BEFORE;
    out->count = 0;
    out->bad[0] = '\0';
    *why = (struct problem){0};
    while (next_line(&data, &line)) {
        if (!line.len || text_starts(line, "==")) continue;
        if (state == BEFORE) { /* other output may come before the table */
            if (line.ptr[0] == '"' && read_names(line, &columns)) state = UNITS;
        } else if (state == UNITS) {
            if (!check_units(line, &columns, out))
                return problem_say(why, "ncu's table has no row of units");
            state = ROWS;
        } else if (line.ptr[0] == '"') {
            if (out->count == COUNTED_ROWS)
                return problem_say(why, "ncu's table has more than %d rows", COUNTED_ROWS);
            if (!read_row(line, &columns, out, why)) return false;
        }
    }
    return true;
}
