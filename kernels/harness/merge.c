/* merge.c -- see merge.h. */
#include "merge.h"

#include "experiment.h"

#include "base/arena.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a file says of itself. */
struct run {
    const char *path;
    struct text name, capability, uuid, date, driver, host;
    double clock, temperature; /* Hz: the median; celsius: the greatest; NAN: not known */
    double *median;            /* of each place; NAN: missing in this run */
    int card;                  /* counted in the order in which they come */
};

/* A point of the base, and what all runs say of it. */
struct place {
    struct text series, at;
    bool brief;    /* a single reading, which belongs to the base's card */
    struct value { /* the extremes and sums of the runs that have it */
        double median, min, max, p05, p95, samples;
    } all;
    int count; /* of these runs */
};

/* The description of a series of the base, in which all files have to agree. */
struct made {
    struct text name, sha256, axes;
};

struct merge {
    struct arena arena;
    struct text base; /* the first file */
    struct run *run;
    size_t runs, run_room;
    struct place *place;
    size_t places, place_room;
    struct made *made;
    size_t mades, made_room;
    int cards;
    int *order; /* the runs by card, each card's in the order in which they were added */
};

/* A reader of one file has the current line, and the series to which it belongs. */
struct lines {
    struct merge *m;
    struct run *run;
    struct problem *why;
    int number;
    struct text rest, line;
    struct text series; /* empty before the first */
    size_t place;       /* of the base, where the next point is looked for first */
    int axes_differ;    /* line; 0: not in this series. Only of single readings they may. */
};

static bool refuse(const struct lines *at, int number, const char *what, struct text word,
                   const char *hint) {
    return problem_say(at->why, "%s:%d: %s%.*s; %s", at->run->path, number, what, TEXT_ARG(word),
                       hint);
}

static const char as_written[] = "merge the files as build/measure wrote them";
static const char one_build[] = "measure all runs with one build";

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

static bool is_place(const struct place *p, struct text series, struct text at) {
    return text_equal(p->at, at) && text_equal(p->series, series);
}

/* Finds the base's place of the current line: the next one, or wherever it is. NULL: the base has none. */
static struct place *find_place(struct lines *at) {
    struct merge *m = at->m;
    struct text where = place_of(at->line);
    for (size_t i = 0; i < m->places; i++) {
        struct place *p = &m->place[(at->place + i) % m->places];
        if (!is_place(p, at->series, where)) continue;
        at->place = (size_t)(p - m->place) + 1;
        return p;
    }
    return NULL;
}

static void place_fold(struct place *p, const struct value *v) {
    if (!p->count++) {
        p->all = *v;
        return;
    }
    p->all.min = fmin(p->all.min, v->min);
    p->all.max = fmax(p->all.max, v->max);
    p->all.p05 = fmin(p->all.p05, v->p05);
    p->all.p95 = fmax(p->all.p95, v->p95);
    p->all.samples += v->samples;
}

/* Reads the figures behind the place of a point. */
static bool read_value(const struct lines *at, struct text line, bool brief, struct value *v) {
    const struct {
        const char *key;
        double *to;
    } numbers[] = {{"\"median\"", &v->median}, {"\"min\"", &v->min}, {"\"max\"", &v->max},
                   {"\"p05\"", &v->p05},       {"\"p95\"", &v->p95}, {"\"runs\"", &v->samples}};
    for (size_t i = 0; i < (brief ? 1 : sizeof numbers / sizeof numbers[0]); i++)
        if (!numbered(line, numbers[i].key, numbers[i].to))
            return refuse(at, at->number, "a point without ", text_of(numbers[i].key), as_written);
    return true;
}

static bool read_point(struct lines *at) {
    struct text line = text_cut(at->line, text_find(at->line, "]", 0), at->line.len);
    struct value v = {0};
    bool brief = is_brief(at->line);
    if (brief) at->axes_differ = 0;
    if (text_find(line, "\"between\": ", 0) != SIZE_MAX)
        return refuse(at, at->number, "this file is merged already", TEXT(""),
                      "merge the runs that it was made from");
    if (text_starts(line, "], \"missing\": ")) return true;
    if (!read_value(at, line, brief, &v)) return false;
    struct place *p = find_place(at);
    if (!p) return true;
    p->brief = p->brief || brief;
    place_fold(p, &v);
    at->run->median[p - at->m->place] = v.median;
    return true;
}

static bool series_ends(const struct lines *at, struct text series) {
    return !at->axes_differ ||
           refuse(at, at->axes_differ, "other axes than in the first file: ", series, one_build);
}

/* Compares the hash and the axes of a series, which have lines of their own, with those of the base. */
static bool read_series(struct lines *at) {
    const struct made *made = at->m->made, *end = made + at->m->mades;
    while (made < end && !text_equal(made->name, at->series))
        made++;
    if (made == end) return true;
    if (text_starts(at->line, "      \"unit\": ") &&
        !text_equal(quoted(at->line, "\"sha256\": \""), made->sha256))
        return refuse(at, at->number, "another version of the kernel was measured: ", at->series,
                      one_build);
    if (text_starts(at->line, "      \"axes\": ") && !text_equal(at->line, made->axes))
        at->axes_differ = at->number;
    return true;
}

/* Reads a number of the run's conditions; NAN: the line has none. */
static double condition(struct text line, const char *key) {
    double value;
    return numbered(line, key, &value) ? value : NAN;
}

static void read_head(struct run *run, struct text line) {
    if (text_starts(line, "  \"card\": ")) {
        run->name = quoted(line, "\"name\": \"");
        run->capability = quoted(line, "\"compute_capability\": \"");
        run->uuid = quoted(line, "\"uuid_hash\": \"");
    }
    const struct {
        const char *key;
        struct text *to;
    } words[] = {{"    \"date\": \"", &run->date},
                 {"    \"driver\": \"", &run->driver},
                 {"    \"host\": \"", &run->host}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_starts(line, words[i].key)) *words[i].to = quoted(line, words[i].key);
    if (text_starts(line, "    \"clocks\": ")) run->clock = condition(line, "\"median\"");
    if (text_starts(line, "    \"temperature\": ")) run->temperature = condition(line, "\"max\"");
}

/* Reads what stands above the series. */
static bool read_heads(struct lines *at) {
    while (next_line(at) && !text_is(at->line, "  \"series\": {"))
        read_head(at->run, at->line);
    const struct run *run = at->run;
    return (run->name.len && run->uuid.len && run->date.len && at->rest.len) ||
           refuse(at, at->number, "not a measured card's file", TEXT(""), as_written);
}

/* Checks that a run is of the base's model, and new. */
static bool run_fits(const struct lines *at) {
    const struct run *run = at->run, *base = at->m->run;
    if (!text_equal(run->name, base->name) || !text_equal(run->capability, base->capability))
        return refuse(at, 4, "a run on another model, ", run->name, "merge runs of one model");
    for (const struct run *r = base; r < base + at->m->runs; r++)
        if (text_equal(r->uuid, run->uuid) && text_equal(r->date, run->date))
            return refuse(at, 4, "this run is given twice, of ", run->date, "name each file once");
    return true;
}

/* Makes the places and series of the base, to which all runs are compared. */
static void read_base(struct merge *m, struct text document) {
    struct lines at = {.m = m, .rest = document};
    m->places = m->mades = 0; /* a first file that was refused leaves nothing */
    while (next_line(&at) && !text_is(at.line, "  \"series\": {"))
        ;
    at.series = (struct text){0};
    while (next_line(&at)) {
        struct made *last = m->mades ? &m->made[m->mades - 1] : NULL;
        if (is_point(at.line)) {
            m->place = arena_grow(&m->arena, m->place, m->places, &m->place_room, sizeof *m->place);
            m->place[m->places++] = (struct place){.series = at.series, .at = place_of(at.line)};
        } else if (at.series.len && (!last || !text_equal(last->name, at.series))) {
            m->made = arena_grow(&m->arena, m->made, m->mades, &m->made_room, sizeof *m->made);
            m->made[m->mades++] = (struct made){.name = at.series};
        } else if (last && text_starts(at.line, "      \"unit\": ")) {
            last->sha256 = quoted(at.line, "\"sha256\": \"");
        } else if (last && text_starts(at.line, "      \"axes\": ")) {
            last->axes = at.line;
        }
    }
}

static bool read_body(struct lines *at) {
    struct text before = at->series;
    while (next_line(at)) {
        if (!text_equal(before, at->series)) {
            if (!series_ends(at, before)) return false;
            before = at->series;
        }
        if (!(is_point(at->line) ? read_point(at) : !at->series.len || read_series(at)))
            return false;
    }
    return series_ends(at, before);
}

/* Keeps of a run what its document would take along when it is freed. */
static void keep_run(struct merge *m, struct run run) {
    run.card = m->cards;
    for (size_t i = 0; i < m->runs && run.card == m->cards; i++)
        if (text_equal(m->run[i].uuid, run.uuid)) run.card = m->run[i].card;
    m->cards += run.card == m->cards;
    struct text *const words[] = {&run.name, &run.capability, &run.uuid,
                                  &run.date, &run.driver,     &run.host};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        *words[i] = arena_text(&m->arena, *words[i]);
    run.path = arena_string(&m->arena, text_of(run.path));
    m->run = arena_grow(&m->arena, m->run, m->runs, &m->run_room, sizeof *m->run);
    m->run[m->runs++] = run;
}

bool merge_fits(const struct merge *m, struct text document) {
    struct run run = {0};
    struct lines at = {.rest = document};
    while (!run.name.len && next_line(&at) && !text_is(at.line, "  \"series\": {"))
        read_head(&run, at.line);
    return !m->runs ||
           (text_equal(run.name, m->run->name) && text_equal(run.capability, m->run->capability));
}

struct merge *merge_begin(void) {
    struct merge *m = memory_need(NULL, sizeof *m);
    *m = (struct merge){0};
    return m;
}

void merge_end(struct merge *m) {
    if (m) arena_free(&m->arena);
    free(m);
}

bool merge_add(struct merge *m, const char *path, struct text document, struct problem *why) {
    struct run run = {.path = path, .clock = NAN, .temperature = NAN};
    struct lines at = {.m = m, .run = &run, .why = why, .rest = document};
    if (!read_heads(&at) || (m->runs && !run_fits(&at))) return false;
    if (!m->runs) {
        m->base = arena_text(&m->arena, document);
        read_base(m, m->base);
    }
    run.median = ARENA_ARRAY(&m->arena, double, m->places);
    for (size_t i = 0; i < m->places; i++)
        run.median[i] = NAN;
    at.series = (struct text){0};
    if (!read_body(&at)) return false;
    keep_run(m, run);
    return true;
}

static int by_size(const void *x, const void *y) {
    const double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

/* Sorts the list. */
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

/* The medians of one place, by card. */
struct medians {
    struct span runs, cards; /* of the card whose runs lie farthest apart; of the cards */
    double *card;  /* each card's, in the order of the cards; NAN: missing in all its runs */
    double *known; /* scratch for as many as there are runs */
};

/* Returns the runs of the card whose first is order[from], and in *known those that have the place. */
static size_t card_runs(const struct merge *m, size_t from, size_t place, double *known,
                        int *count) {
    const int card = m->run[m->order[from]].card;
    size_t i = from;
    for (*count = 0; i < m->runs && m->run[m->order[i]].card == card; i++) {
        double median = m->run[m->order[i]].median[place];
        if (!isnan(median)) known[(*count)++] = median;
    }
    return i - from;
}

static void medians_read(const struct merge *m, size_t place, struct medians *of) {
    of->runs = of->cards = (struct span){0};
    for (size_t from = 0, card = 0; from < m->runs; card++) {
        int count;
        struct span runs = {0};
        from += card_runs(m, from, place, of->known, &count);
        for (int i = 0; i < count; i++)
            span_add(&runs, of->known[i]);
        of->card[card] = count ? median_of(of->known, count) : NAN;
        if (count) span_add(&of->cards, of->card[card]);
        if (count > 1 && (of->runs.count < 2 || width(&runs) > width(&of->runs))) of->runs = runs;
    }
}

/* Returns the median of some numbers of which a few may be NAN. */
static double median_known(const double *list, int count, double *scratch) {
    int known = 0;
    for (int i = 0; i < count; i++)
        if (!isnan(list[i])) scratch[known++] = list[i];
    return known ? median_of(scratch, known) : NAN;
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
static void put_point(struct buf *out, struct text line, const struct place *p,
                      const struct medians *of) {
    const struct value *v = &p->all;
    buf_str(out, "        {\"at\": [");
    buf_view(out, p->at);
    put_number(out, "], \"median\": ", v->median);
    put_number(out, ", \"min\": ", v->min);
    put_number(out, ", \"max\": ", v->max);
    put_number(out, ", \"p05\": ", v->p05);
    put_number(out, ", \"p95\": ", v->p95);
    put_number(out, ", \"runs\": ", v->samples);
    const bool runs = width(&of->runs) >= LEAST_WIDTH, cards = width(&of->cards) >= LEAST_WIDTH;
    if (runs || cards) {
        buf_str(out, ", \"between\": {");
        if (runs) put_span(out, "\"runs\": ", &of->runs);
        if (cards) put_span(out, runs ? ", \"cards\": " : "\"cards\": ", &of->cards);
        buf_char(out, '}');
    }
    struct text warning = quoted(line, "\"warning\": \"");
    if (warning.len) buf_printf(out, ", \"warning\": \"%.*s\"", TEXT_ARG(warning));
    buf_str(out, text_ends(line, ",") ? "}," : "}");
}

/* Lists the runs in the order in which they were named, or of very many says how many there were. */
static void put_runs(struct buf *out, const struct merge *m) {
    buf_str(out, "    \"merged\": ");
    if (m->runs > MERGE_LISTED) {
        struct text first = m->run[0].date, last = first;
        for (size_t i = 1; i < m->runs; i++) {
            first = text_compare(m->run[i].date, first) < 0 ? m->run[i].date : first;
            last = text_compare(m->run[i].date, last) > 0 ? m->run[i].date : last;
        }
        buf_printf(out,
                   "{\"runs\": %zu, \"cards\": %d, \"first\": \"%.*s\", \"last\": \"%.*s\"},\n",
                   m->runs, m->cards, TEXT_ARG(first), TEXT_ARG(last));
        return;
    }
    for (size_t i = 0; i < m->runs; i++) {
        const struct run *r = &m->run[i];
        buf_printf(out, "%s\n      {\"date\": \"%.*s\", \"uuid_hash\": \"%.*s\"", i ? "," : "[",
                   TEXT_ARG(r->date), TEXT_ARG(r->uuid));
        buf_printf(out, ", \"driver\": \"%.*s\", \"host\": \"%.*s\"}", TEXT_ARG(r->driver),
                   TEXT_ARG(r->host));
    }
    buf_str(out, "],\n");
}

/* The widest place of each series that differs by more than a twentieth between cards or runs. */
struct widest {
    const struct place *place;
    double width;
};

static void say_widest(struct buf *said, struct widest *w) {
    if (w->place && w->width > 0.05)
        buf_printf(said, "  %-24.*s %5.1f %%  at [%.*s]\n", TEXT_ARG(w->place->series),
                   100 * w->width, TEXT_ARG(w->place->at));
    *w = (struct widest){0};
}

/* A card, and where it lies farthest from the median card of its model. */
struct card_off {
    int run; /* its first */
    size_t places, off;
    const struct place *worst;
    double share, figure, usual;
};

enum { CARDS_COMPARED = 3, OFF_PERCENT = 3 };

/* Counts the cards that are off at a place. Where more than a quarter of them are, no card is: such a
 * figure (a pageable copy) has no usual value. */
static void cards_compare(const struct merge *m, const struct place *p, const struct medians *of,
                          struct card_off *card) {
    const double usual = median_known(of->card, m->cards, of->known);
    int off = 0;
    for (int i = 0; i < m->cards; i++)
        off += fabs(of->card[i] - usual) > fabs(usual) * OFF_PERCENT / 100;
    for (int i = 0; i < m->cards; i++) {
        const double share = of->card[i] / usual - 1;
        if (isnan(of->card[i]) || usual == 0) continue;
        card[i].places++;
        if (4 * off > m->cards || fabs(share) <= OFF_PERCENT / 100.0) continue;
        card[i].off++;
        if (card[i].worst && fabs(share) <= fabs(card[i].share)) continue;
        card[i].worst = p;
        card[i].share = share;
        card[i].figure = of->card[i];
        card[i].usual = usual;
    }
}

static void say_card(struct buf *said, const struct merge *m, const struct card_off *card,
                     double usual_clock) {
    const struct run *r = &m->run[card->run];
    char figure[NUMBER_TEXT], usual[NUMBER_TEXT];
    number_text(card->figure, figure);
    number_text(card->usual, usual);
    buf_printf(said, "  %.*s (%s): %zu of %zu figures", TEXT_ARG(r->uuid), r->path, card->off,
               card->places);
    if (!isnan(r->clock) && !isnan(usual_clock))
        buf_printf(said, "; SM clock %.0f MHz, of all %.0f", r->clock / 1e6, usual_clock / 1e6);
    if (!isnan(r->temperature)) buf_printf(said, "; %.0f degrees C", r->temperature);
    buf_printf(said, "\n    most %.*s at [%.*s]: %s, usually %s (%+.1f %%)\n",
               TEXT_ARG(card->worst->series), TEXT_ARG(card->worst->at), figure, usual,
               100 * card->share);
}

static void say_cards(struct buf *said, const struct merge *m, const struct card_off *card,
                      double *scratch) {
    double *clock = scratch;
    int known = 0, off = 0;
    for (int i = 0; i < m->cards; i++) {
        if (!isnan(m->run[card[i].run].clock)) clock[known++] = m->run[card[i].run].clock;
        off += card[i].worst != NULL;
    }
    if (!off) return;
    double usual = known ? median_of(clock, known) : NAN;
    buf_printf(said, "%d of %d cards are more than %d %% off the median card:\n", off, m->cards,
               OFF_PERCENT);
    for (int i = 0; i < m->cards; i++)
        if (card[i].worst) say_card(said, m, &card[i], usual);
}

/* Brings the runs of each card together. */
static void order_runs(struct merge *m) {
    size_t at = 0;
    m->order = ARENA_ARRAY(&m->arena, int, m->runs);
    for (int card = 0; card < m->cards; card++)
        for (size_t i = 0; i < m->runs; i++)
            if (m->run[i].card == card) m->order[at++] = (int)i;
}

/* What is written while the base is read again. */
struct writer {
    struct merge *m;
    struct buf *out, *said;
    struct medians of;
    struct card_off *card; /* NULL: too few to compare */
    struct widest widest;  /* of the current series */
    size_t place;          /* the next one */
};

static void write_point(struct writer *w, struct text line) {
    struct place *p = &w->m->place[w->place];
    medians_read(w->m, w->place++, &w->of);
    if (!p->count || p->brief) {
        buf_view(w->out, line);
        return;
    }
    if (w->card) cards_compare(w->m, p, &w->of, w->card);
    int count = 0;
    for (size_t i = 0; i < w->m->runs; i++) {
        const double median = w->m->run[i].median[w->place - 1];
        if (!isnan(median)) w->of.known[count++] = median;
    }
    p->all.median = median_of(w->of.known, count);
    put_point(w->out, line, p, &w->of);
    double wide = fmax(width(&w->of.runs), width(&w->of.cards));
    if (w->widest.place && !text_equal(w->widest.place->series, p->series))
        say_widest(w->said, &w->widest);
    if (wide > w->widest.width) w->widest = (struct widest){p, wide};
}

static void write_merged(struct writer *w) {
    struct lines at = {.m = w->m, .rest = w->m->base};
    bool runs_put = false;
    while (next_line(&at)) {
        if (!runs_put && text_starts(at.line, "    \"commit\": ")) {
            put_runs(w->out, w->m);
            runs_put = true;
        }
        if (is_point(at.line))
            write_point(w, at.line);
        else
            buf_view(w->out, at.line);
        buf_char(w->out, '\n');
    }
    say_widest(w->said, &w->widest);
}

void merge_write(struct merge *m, struct buf *out, struct buf *said) {
    struct buf widest = {0};
    struct writer w = {.m = m, .out = out, .said = &widest};
    order_runs(m);
    w.of.card = ARENA_ARRAY(&m->arena, double, (size_t)m->cards);
    w.of.known = ARENA_ARRAY(&m->arena, double, m->runs);
    if (m->cards >= CARDS_COMPARED) {
        w.card = ARENA_ARRAY(&m->arena, struct card_off, (size_t)m->cards);
        memset(w.card, 0, (size_t)m->cards * sizeof *w.card);
        for (size_t i = m->runs; i-- > 0;)
            w.card[m->run[i].card].run = (int)i;
    }
    write_merged(&w);
    if (widest.len) buf_printf(said, "between runs or cards, more than 5 %%:\n%s", widest.ptr);
    if (w.card) say_cards(said, m, w.card, w.of.known);
    buf_free(&widest);
}

int merge_runs(const struct merge *m) {
    return (int)m->runs;
}

int merge_cards(const struct merge *m) {
    return m->cards;
}

struct text merge_id(const struct merge *m) {
    return quoted(m->base, "\"card\": {\"id\": \"");
}
