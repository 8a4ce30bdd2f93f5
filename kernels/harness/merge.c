/* merge.c -- see merge.h. */
#include "merge.h"

#include "experiment.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* The median of a run at one place of a series, or the reason why it has none. */
struct value {
    struct text series, at;
    int file;
    bool missing;
    double median, min, max, p05, p95, samples;
};

/* The facts in the head of a file. */
struct head {
    struct text name, capability, uuid, date, driver, host;
};

/* The description of a series in a file, in which all files have to agree. */
struct made {
    struct text name, sha256, axes;
    int file;
    bool brief; /* its axes may belong to the run */
};

struct merge {
    const struct merge_file *file;
    int files;
    struct head head[MERGE_MOST];
    struct value *value; /* of all files, sorted by place */
    size_t values, room;
    struct made *made;
    size_t mades, made_room;
    struct problem *why;
};

/* A reader of one file has the current line, and the series to which it belongs. */
struct lines {
    struct merge *m;
    int file, number;
    struct text rest, line;
    struct text series; /* empty before the first */
};

static bool refuse(const struct lines *at, const char *what, struct text word, const char *hint) {
    return problem_say(at->m->why, "%s:%d: %s%.*s; %s", at->m->file[at->file].path, at->number,
                       what, TEXT_ARG(word), hint);
}

static const char as_written[] = "merge the files as build/measure wrote them";

/* Returns the text in quotes behind "key": in the line; empty if the key is not there. */
static struct text quoted(struct text line, const char *key) {
    size_t at = text_find(line, key, 0), end;
    if (at == SIZE_MAX) return (struct text){0};
    at += strlen(key);
    for (end = at; end < line.len && line.ptr[end] != '"'; end++)
        end += line.ptr[end] == '\\';
    return text_cut(line, at, end);
}

/* Reads the number behind the key and its colon. */
static bool numbered(struct text line, const char *key, double *value) {
    char word[NUMBER_TEXT];
    size_t at = text_find(line, key, 0), n = 0;
    if (at == SIZE_MAX) return false;
    for (at += strlen(key) + 2; at < line.len && !strchr(",}", line.ptr[at]) && n + 1 < sizeof word;
         at++)
        word[n++] = line.ptr[at];
    word[n] = '\0';
    return number_read(word, value);
}

static bool next_line(struct lines *at) {
    if (!at->rest.len) return false;
    at->line = text_next(&at->rest, '\n');
    at->number++;
    if (text_starts(at->line, "    \"") && text_ends(at->line, "\": {"))
        at->series = quoted(at->line, "    \"");
    return true;
}

static struct lines lines_of(struct merge *m, int file) {
    return (struct lines){.m = m, .file = file, .rest = m->file[file].data};
}

/* Makes room for one more element in an array; NULL: no memory, as `why` says. */
static void *grow(struct problem *why, void *list, size_t count, size_t *room, size_t each) {
    if (count < *room) return list;
    size_t more = *room ? 2 * *room : 1024;
    void *now = realloc(list, more * each);
    if (!now) return problem_say(why, "no memory"), NULL;
    *room = more;
    return now;
}

static bool is_point(struct text line) {
    return text_starts(line, "        {\"at\": [");
}

/* A single reading has no spread and belongs to this run on this card alone. */
static bool is_brief(struct text line) {
    return text_find(line, "], \"median\": ", 0) != SIZE_MAX &&
           text_find(line, ", \"min\": ", 0) == SIZE_MAX;
}

/* Returns the axis values of a point, between their brackets. */
static struct text place_of(struct text line) {
    size_t from = sizeof "        {\"at\": [" - 1;
    return text_cut(line, from, text_find(line, "]", from));
}

static bool read_point(struct lines *at) {
    struct merge *m = at->m;
    struct value *list = grow(m->why, m->value, m->values, &m->room, sizeof *list);
    if (!list) return false;
    m->value = list;
    struct value *v = &list[m->values];
    *v = (struct value){.series = at->series, .at = place_of(at->line), .file = at->file};
    struct text line = text_cut(at->line, text_find(at->line, "]", 0), at->line.len);
    v->missing = text_starts(line, "], \"missing\": ");
    const struct {
        const char *key;
        double *to;
    } numbers[] = {{"\"median\"", &v->median}, {"\"min\"", &v->min}, {"\"max\"", &v->max},
                   {"\"p05\"", &v->p05},       {"\"p95\"", &v->p95}, {"\"runs\"", &v->samples}};
    const size_t wanted = v->missing           ? 0
                          : is_brief(at->line) ? 1
                                               : sizeof numbers / sizeof numbers[0];
    for (size_t i = 0; i < wanted; i++)
        if (!numbered(line, numbers[i].key, numbers[i].to))
            return refuse(at, "a point without ", text_of(numbers[i].key), as_written);
    if (is_brief(at->line) && m->mades) m->made[m->mades - 1].brief = true;
    if (text_find(line, "\"between\": ", 0) != SIZE_MAX)
        return refuse(at, "this file is merged already", TEXT(""),
                      "merge the runs that it was made from");
    m->values++;
    return true;
}

/* Keeps the hash and the axes of a series, which have lines of their own. */
static bool read_series(struct lines *at) {
    struct merge *m = at->m;
    struct made *last = m->mades ? &m->made[m->mades - 1] : NULL;
    if (!last || last->file != at->file || !text_equal(last->name, at->series)) {
        struct made *list = grow(m->why, m->made, m->mades, &m->made_room, sizeof *list);
        if (!list) return false;
        m->made = list;
        last = &list[m->mades++];
        *last = (struct made){.name = at->series, .file = at->file};
    }
    if (text_starts(at->line, "      \"unit\": "))
        last->sha256 = quoted(at->line, "\"sha256\": \"");
    if (text_starts(at->line, "      \"axes\": ")) last->axes = at->line;
    return true;
}

static void read_head(struct head *head, struct text line) {
    if (text_starts(line, "  \"card\": ")) {
        head->name = quoted(line, "\"name\": \"");
        head->capability = quoted(line, "\"compute_capability\": \"");
        head->uuid = quoted(line, "\"uuid_hash\": \"");
    }
    const struct {
        const char *key;
        struct text *to;
    } words[] = {{"    \"date\": \"", &head->date},
                 {"    \"driver\": \"", &head->driver},
                 {"    \"host\": \"", &head->host}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_starts(line, words[i].key)) *words[i].to = quoted(line, words[i].key);
}

static bool read_file(struct merge *m, int file) {
    struct lines at = lines_of(m, file);
    struct head *head = &m->head[file];
    bool series = false;
    while (next_line(&at)) {
        series = series || text_is(at.line, "  \"series\": {");
        if (!series) {
            read_head(head, at.line);
        } else if (is_point(at.line)) {
            if (!read_point(&at)) return false;
        } else if (at.series.len && !read_series(&at)) {
            return false;
        }
    }
    if (!head->name.len || !head->uuid.len || !head->date.len || !series)
        return refuse(&at, "not a measured card's file", TEXT(""), as_written);
    return true;
}

/* Checks that all files are of one model, and that no run is there twice. */
static bool heads_agree(struct merge *m) {
    for (int i = 0; i < m->files; i++) {
        struct lines at = {.m = m, .file = i, .number = 4};
        const struct head *a = &m->head[i], *base = &m->head[0];
        if (!text_equal(a->name, base->name) || !text_equal(a->capability, base->capability))
            return refuse(&at, "a run on another model, ", a->name, "merge runs of one model");
        for (int j = 0; j < i; j++)
            if (text_equal(a->uuid, m->head[j].uuid) && text_equal(a->date, m->head[j].date))
                return refuse(&at, "this run is given twice, of ", a->date, "name each file once");
    }
    return true;
}

static bool series_agree(struct merge *m) {
    for (size_t i = 0; i < m->mades; i++)
        for (size_t j = 0; j < m->mades && m->made[j].file == 0; j++) {
            const struct made *a = &m->made[i], *base = &m->made[j];
            struct lines at = {.m = m, .file = a->file, .number = 1};
            if (a->file == 0 || !text_equal(a->name, base->name)) continue;
            if (!text_equal(a->sha256, base->sha256))
                return refuse(&at, "another version of the kernel was measured: ", a->name,
                              "measure all runs with one build");
            if (!a->brief && !text_equal(a->axes, base->axes))
                return refuse(&at, "other axes than in the first file: ", a->name,
                              "measure all runs with one build");
        }
    return true;
}

static int by_place(const void *x, const void *y) {
    const struct value *a = x, *b = y;
    int order = text_compare(a->series, b->series);
    if (!order) order = text_compare(a->at, b->at);
    return order ? order : a->file - b->file;
}

static int by_size(const void *x, const void *y) {
    const double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double median_of(double *list, int count) {
    qsort(list, (size_t)count, sizeof *list, by_size);
    return count % 2 ? list[count / 2] : (list[count / 2 - 1] + list[count / 2]) / 2;
}

/* The least and the greatest of some medians, with their distance as a share of the least. */
struct span {
    double least, greatest;
    int count;
};

static void span_add(struct span *s, double value) {
    if (!s->count || value < s->least) s->least = value;
    if (!s->count || value > s->greatest) s->greatest = value;
    s->count++;
}

static double width(const struct span *s) {
    return s->count < 2 || s->greatest == s->least ? 0
           : s->least > 0                          ? s->greatest / s->least - 1
                                                   : 1;
}

/* Narrower spans are not written: half of all points have one, and nobody looks at it. */
static const double LEAST_WIDTH = 0.001;

/* A place of the merged file, from the runs that have it. */
struct place {
    double medians[MERGE_MOST];
    int count;
    struct value all;
    struct span runs, cards;
};

static bool same_card(const struct merge *m, int a, int b) {
    return text_equal(m->head[a].uuid, m->head[b].uuid);
}

/* Adds the runs of the card whose first value is v[from]: their span, and the card's own median. */
static void add_card(const struct merge *m, const struct value *v, size_t count, size_t from,
                     struct place *p) {
    double medians[MERGE_MOST];
    struct span runs = {0};
    for (size_t i = 0; i < from; i++)
        if (!v[i].missing && same_card(m, v[i].file, v[from].file)) return; /* counted before */
    for (size_t i = from; i < count; i++) {
        if (v[i].missing || !same_card(m, v[i].file, v[from].file)) continue;
        medians[runs.count] = v[i].median;
        span_add(&runs, v[i].median);
    }
    span_add(&p->cards, median_of(medians, runs.count));
    if (runs.count > 1 && (p->runs.count < 2 || width(&runs) > width(&p->runs))) p->runs = runs;
}

static struct place place_merge(const struct merge *m, const struct value *v, size_t count) {
    struct place p = {0};
    for (size_t i = 0; i < count; i++) {
        if (v[i].missing) continue;
        if (!p.count) p.all = v[i];
        p.medians[p.count++] = v[i].median;
        p.all.min = v[i].min < p.all.min ? v[i].min : p.all.min;
        p.all.max = v[i].max > p.all.max ? v[i].max : p.all.max;
        p.all.p05 = v[i].p05 < p.all.p05 ? v[i].p05 : p.all.p05;
        p.all.p95 = v[i].p95 > p.all.p95 ? v[i].p95 : p.all.p95;
        if (p.count > 1) p.all.samples += v[i].samples;
        add_card(m, v, count, i, &p);
    }
    if (p.count) p.all.median = median_of(p.medians, p.count);
    return p;
}

static void put_number(struct buf *out, const char *before, double value) {
    char number[NUMBER_TEXT];
    number_text(value, number);
    buf_printf(out, "%s%s", before, number);
}

static void put_span(struct buf *out, const char *name, const struct span *s) {
    buf_str(out, name);
    put_number(out, "[", s->least);
    put_number(out, ", ", s->greatest);
    buf_char(out, ']');
}

/* Writes the line of a point, with the warning that the base has. */
static void put_point(struct buf *out, struct text line, const struct place *p) {
    const struct value *v = &p->all;
    buf_str(out, "        {\"at\": [");
    buf_view(out, v->at);
    put_number(out, "], \"median\": ", v->median);
    put_number(out, ", \"min\": ", v->min);
    put_number(out, ", \"max\": ", v->max);
    put_number(out, ", \"p05\": ", v->p05);
    put_number(out, ", \"p95\": ", v->p95);
    put_number(out, ", \"runs\": ", v->samples);
    const bool runs = width(&p->runs) >= LEAST_WIDTH, cards = width(&p->cards) >= LEAST_WIDTH;
    if (runs || cards) {
        buf_str(out, ", \"between\": {");
        if (runs) put_span(out, "\"runs\": ", &p->runs);
        if (cards) put_span(out, runs ? ", \"cards\": " : "\"cards\": ", &p->cards);
        buf_char(out, '}');
    }
    struct text warning = quoted(line, "\"warning\": \"");
    if (warning.len) buf_printf(out, ", \"warning\": \"%.*s\"", TEXT_ARG(warning));
    buf_str(out, text_ends(line, ",") ? "}," : "}");
}

/* Lists the runs in the order in which they were named. */
static void put_runs(struct buf *out, const struct merge *m) {
    buf_str(out, "    \"merged\": [");
    for (int i = 0; i < m->files; i++) {
        const struct head *h = &m->head[i];
        buf_printf(out, "%s\n      {\"date\": \"%.*s\", \"uuid_hash\": \"%.*s\"", i ? "," : "",
                   TEXT_ARG(h->date), TEXT_ARG(h->uuid));
        buf_printf(out, ", \"driver\": \"%.*s\", \"host\": \"%.*s\"}", TEXT_ARG(h->driver),
                   TEXT_ARG(h->host));
    }
    buf_str(out, "],\n");
}

/* The widest place of each series that differs by more than a twentieth between cards or runs. */
struct widest {
    struct text series, at;
    double width;
};

static void say_widest(struct buf *said, const struct widest *w) {
    if (w->width > 0.05)
        buf_printf(said, "  %-24.*s %5.1f %%  at [%.*s]\n", TEXT_ARG(w->series), 100 * w->width,
                   TEXT_ARG(w->at));
}

static void write_point(const struct merge *m, const struct lines *at, struct buf *out,
                        struct widest *widest) {
    struct value key = {.series = at->series, .at = place_of(at->line), .file = 0};
    const struct value *first = bsearch(&key, m->value, m->values, sizeof key, by_place);
    size_t count = 0;
    while (first + count < m->value + m->values && text_equal(first[count].series, key.series) &&
           text_equal(first[count].at, key.at))
        count++;
    struct place p = place_merge(m, first, count);
    if (!p.count || is_brief(at->line))
        buf_view(out, at->line);
    else
        put_point(out, at->line, &p);
    double wide = width(&p.runs) > width(&p.cards) ? width(&p.runs) : width(&p.cards);
    if (!is_brief(at->line) && wide > widest->width)
        *widest = (struct widest){key.series, key.at, wide};
}

static void write_merged(struct merge *m, struct buf *out, struct buf *said) {
    struct lines at = lines_of(m, 0);
    struct widest widest = {0};
    bool runs_put = false;
    while (next_line(&at)) {
        if (!text_equal(at.series, widest.series)) {
            say_widest(said, &widest);
            widest = (struct widest){.series = at.series};
        }
        if (!runs_put && text_starts(at.line, "    \"commit\": ")) {
            put_runs(out, m);
            runs_put = true;
        }
        if (is_point(at.line))
            write_point(m, &at, out, &widest);
        else
            buf_view(out, at.line);
        buf_char(out, '\n');
    }
    say_widest(said, &widest);
}

struct text merge_id(struct text document) {
    return quoted(document, "\"card\": {\"id\": \"");
}

bool merge_files(const struct merge_file *file, int files, struct buf *out, struct buf *said,
                 struct problem *why) {
    struct merge m = {.file = file, .files = files, .why = why};
    bool ok = files >= 2 && files <= MERGE_MOST;
    if (!ok) problem_say(why, "%d files; --merge takes 2 to %d", files, MERGE_MOST);
    for (int i = 0; i < files && ok; i++)
        ok = read_file(&m, i);
    ok = ok && heads_agree(&m) && series_agree(&m);
    if (ok) {
        qsort(m.value, m.values, sizeof *m.value, by_place);
        write_merged(&m, out, said);
        ok = !out->overflow && !said->overflow;
    }
    free(m.value);
    free(m.made);
    return ok;
}
