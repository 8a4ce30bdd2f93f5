/* report.c -- see report.h. */
#include "report.h"

#include "knees.h"

#include <math.h>
#include <string.h>

enum { BAR = 24 };

void report_progress(struct progress *p, const char *key, double elapsed) {
    size_t length = strcspn(key, ".");
    if (p->terminal) {
        fprintf(p->out, "\r\033[K%5.1f s  %s", elapsed, key);
        fflush(p->out);
        return;
    }
    if (strlen(p->experiment) == length && strncmp(p->experiment, key, length) == 0) return;
    snprintf(p->experiment, sizeof p->experiment, "%.*s", (int)length, key);
    fprintf(p->out, "%5.1f s  %s\n", elapsed, p->experiment);
    fflush(p->out);
}

void report_progress_end(struct progress *p) {
    if (p->terminal) fputs("\r\033[K", p->out);
}

static void scaled(double value, const char *unit, char *out, size_t room) {
    static const struct {
        double scale;
        const char *prefix;
    } prefix[] = {{1e12, "T"}, {1e9, "G"},  {1e6, "M"},  {1e3, "k"},
                  {1, ""},     {1e-3, "m"}, {1e-6, "u"}, {1e-9, "n"}};
    size_t i = 0;
    const size_t last = sizeof prefix / sizeof prefix[0] - 1;
    while (i < last && fabs(value) < prefix[i].scale)
        i++;
    double shown = value / prefix[i].scale;
    int decimals = shown >= 100 ? 1 : shown >= 10 ? 2 : 3;
    snprintf(out, room, "%.*f %s%s", decimals, shown, prefix[i].prefix, unit);
}

void report_value(double value, const char *unit, char *out, size_t room) {
    if (strcmp(unit, "B") == 0)
        bytes_text(value, out);
    else if (strcmp(unit, "cycle") == 0)
        snprintf(out, room, "%.2f cycles", value);
    else if (strcmp(unit, "1") == 0)
        snprintf(out, room, value == floor(value) ? "%.0f" : "%.3f", value);
    else if (value == 0)
        snprintf(out, room, "0 %s", unit);
    else
        scaled(value, unit, out, room);
}

void report_facts(FILE *out, const struct result *r) {
    fprintf(out, "%s, compute capability %s%s%s\n", r->name.text, r->capability.text,
            r->slice ? ", MIG slice " : "", r->slice ? r->profile : "");
    for (int i = 0; i < r->facts; i++) {
        const struct fact *f = &r->fact[i];
        char value[NUMBER_TEXT];
        report_value(f->answer.value, f->unit, value, sizeof value);
        fprintf(out, "  %-18s %s%s\n", f->name,
                f->answer.known ? value : "missing: ", f->answer.known ? "" : f->answer.text);
    }
}

static void bar(FILE *out, double share) {
    int filled = (int)lround(share * BAR);
    fputs("  ", out);
    for (int i = 0; i < BAR; i++)
        fputc(i < filled ? '#' : '.', out);
    fprintf(out, " %3.0f %% of rated", 100 * share);
}

static void point_line(FILE *out, const struct result *r, const struct series *s,
                       const struct point *p) {
    char label[96] = "", value[NUMBER_TEXT];
    for (int a = 0; a < s->axes; a++) {
        size_t used = strlen(label);
        snprintf(label + used, sizeof label - used, "%s%s", a ? ", " : "",
                 s->axis[a].values[p->at[a]]);
    }
    if (p->missing) {
        fprintf(out, "  %-16s missing: %s\n", label, p->reason);
        return;
    }
    report_value(p->stats.median, s->unit, value, sizeof value);
    fprintf(out, "  %-16s %14s", label, value);
    if (p->stats.runs > 1 && p->stats.median != 0)
        fprintf(out, "  +%.1f -%.1f %%  %3zu runs",
                100 * (p->stats.p95 - p->stats.median) / p->stats.median,
                100 * (p->stats.median - p->stats.p05) / p->stats.median, p->stats.runs);
    double share = p->stats.median / result_median(r, "dram.rated", NULL, NULL);
    if (strcmp(s->unit, "B/s") == 0 && share <= 1.05) bar(out, share);
    fputc('\n', out);
    if (p->warning[0]) fprintf(out, "  %-16s warning: %s\n", "", p->warning);
}

/* A drawing shows single readings of many points; here one line has their range. */
static bool many_readings(FILE *out, const struct series *s) {
    enum { LINES_MOST = 48 };
    char low[NUMBER_TEXT], high[NUMBER_TEXT];
    double least = INFINITY, most = -INFINITY;
    if (!s->brief || s->points <= LINES_MOST) return false;
    for (int k = 0; k < s->points; k++) {
        if (s->point[k].missing) return false;
        least = fmin(least, s->point[k].stats.median);
        most = fmax(most, s->point[k].stats.median);
    }
    report_value(least, s->unit, low, sizeof low);
    report_value(most, s->unit, high, sizeof high);
    fprintf(out, "  %d readings, %s to %s\n", s->points, low, high);
    return true;
}

/* Returns the one reason why a whole counted series is missing, or NULL. */
static const char *uncounted(const struct series *s) {
    bool same = strcmp(s->origin, "counted") == 0 && s->points > 0;
    for (int k = 0; k < s->points && same; k++)
        same = s->point[k].missing && strcmp(s->point[k].reason, s->point[0].reason) == 0;
    return same ? s->point[0].reason : NULL;
}

void report_table(FILE *out, const struct result *r) {
    const char *why = NULL; /* printed once, not for every counter */
    for (int i = 0; i < r->series_count; i++) {
        const struct series *s = &r->series[i];
        const char *missing = uncounted(s);
        if (missing && !why) why = missing;
        if (missing && strcmp(missing, why) == 0) continue;
        fprintf(out, "%s%s%s\n", s->name, s->counts ? ", " : "", s->counts ? s->counts : "");
        const int lines = many_readings(out, s) ? 0 : s->points;
        for (int k = 0; k < lines; k++)
            point_line(out, r, s, &s->point[k]);
        if (s->suspect[0]) fprintf(out, "  suspect: %s\n", s->suspect);
        if (strcmp(s->name, "knee.footprint") != 0) continue;
        struct knee_notes notes = knees_notes(r);
        for (int k = 0; k < notes.count; k++)
            fprintf(out, "  %s\n", notes.line[k]);
    }
    if (why) fprintf(out, "counters: missing: %s\n", why);
    if (r->messages) fputs("messages\n", out);
    for (int i = 0; i < r->messages; i++)
        fprintf(out, "  %-16s %s%s\n", r->message[i].name,
                r->message[i].answer.known ? "" : "missing: ", r->message[i].answer.text);
}

void report_conditions(FILE *out, const struct result *r) {
    if (r->nvml_reason[0])
        fprintf(out,
                "warning: conditions could not be sampled (%s); figures may hide a throttled "
                "clock\n",
                r->nvml_reason);
    if (r->throttle_seen[0])
        fprintf(out, "warning: clocks were held back during the run: %s\n", r->throttle_seen);
    if (r->others > 0)
        fprintf(out, "warning: %d other process%s computing on this card\n", r->others,
                r->others == 1 ? " was" : "es were");
    if (r->slice)
        fprintf(out,
                "note: a MIG slice (%s): checks against the whole card's figures are left "
                "out\n",
                r->profile);
}
