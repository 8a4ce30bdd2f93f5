/* diagram_ladder -- diagram:hierarchy, the levels of the card, and their numbers as a table; see
 * ladder.h. */
#include "render/ladder.h"

#include "render/diagram.h"
#include "render/quantity.h"
#include "render/words.h"

/* Tables and sentences go from the top of the ladder to its end. */
enum { LEVELS = SVG_LEVEL_COUNT - 1 };
static const enum svg_level order[LEVELS] = {
    SVG_LEVEL_REGISTERS, SVG_LEVEL_SHARED, SVG_LEVEL_L1,  SVG_LEVEL_L2,
    SVG_LEVEL_CONSTANT,  SVG_LEVEL_LOCAL,  SVG_LEVEL_DRAM};

enum { REGISTER_BYTES = 4 }; /* registers are counted in words of 32 bits */

/* A row says what is known of a level without a card, and where a card says the rest. */
static const struct about {
    const char *name, *scope;
    const char *capacity; /* a fact in bytes, or in registers */
    const char *after;    /* behind the capacity */
    const char *loads;    /* its name in the series of loads; NULL: a load cannot name it */
} abouts[SVG_LEVEL_COUNT] = {
    [SVG_LEVEL_REGISTERS] = {"Registers", "one thread", "registers", " per SM", "register"},
    [SVG_LEVEL_SHARED] = {"Shared memory", "one block", "shared.sm", " per SM", "shared"},
    [SVG_LEVEL_L1] = {"L1 cache", "one SM", "unified.sm", " with shared memory", "l1"},
    [SVG_LEVEL_L2] = {"L2 cache", "the whole card", "l2", "", "l2"},
    [SVG_LEVEL_CONSTANT] = {"Constant memory", "every thread, read only", "constant", "", NULL},
    [SVG_LEVEL_LOCAL] = {"Local memory", "one thread", NULL, "", NULL},
    [SVG_LEVEL_DRAM] = {"Global memory (DRAM)", "all threads, and the host", "dram", "", "dram"},
};

static struct svg_note said(struct text text) {
    return (struct svg_note){.text = text.ptr};
}

/* ---- what kernels got ------------------------------------------------------------------------ */

/* Takes the first of two series that has a figure; if none has, it says why the first lacks it. */
static struct svg_note either(const struct reading *reading, const char *one, const char *other,
                              const char *level) {
    struct reading_point point = reading_point(reading, one, level, NULL);
    struct text why = point.why;
    if (!point.known) point = reading_point(reading, other, level, NULL);
    if (point.known) return said(point.text);
    return reading_lacks(reading, why.len ? why : point.why);
}

/* A row names two points of a series that together say what a kernel got at a level. */
static const struct work {
    enum svg_level level;
    const char *series, *first, *second;
    const char *words; /* with both figures */
} works[] = {
    {SVG_LEVEL_SHARED, "bank.time", "1", "32", "%.*s at stride 1, %.*s at stride 32"},
    {SVG_LEVEL_LOCAL, "local.time", "runtime", "constant",
     "%.*s indexed at run time, %.*s by constants"},
    {SVG_LEVEL_DRAM, "stride.useful", "1", "32", "%.*s useful at stride 1, %.*s at stride 32"},
    {SVG_LEVEL_REGISTERS, "registers.time", "few", "many",
     "%.*s with few registers a thread, %.*s with many"},
};
enum { WORKS = sizeof works / sizeof *works };

static struct svg_note work_of(const struct reading *reading, const struct work *work) {
    struct reading_point first = reading_point(reading, work->series, work->first, NULL);
    struct reading_point second = reading_point(reading, work->series, work->second, NULL);
    if (!first.known) return reading_lacks(reading, first.why);
    if (!second.known) return reading_lacks(reading, second.why);
    return said(
        arena_printf(reading->arena, work->words, TEXT_ARG(first.text), TEXT_ARG(second.text)));
}

/* Names the numbers of registers where the card has them; else the plain words stay. */
static struct svg_note registers_work(const struct reading *reading, struct svg_note plain) {
    struct reading_point few = reading_point(reading, "registers.count", "few", NULL);
    struct reading_point many = reading_point(reading, "registers.count", "many", NULL);
    if (!plain.text || !few.known || !many.known) return plain;
    struct reading_point one = reading_point(reading, "registers.time", "few", NULL);
    struct reading_point other = reading_point(reading, "registers.time", "many", NULL);
    return said(arena_printf(reading->arena, "%.*s with %.*s registers a thread, %.*s with %.*s",
                             TEXT_ARG(one.text), TEXT_ARG(few.text), TEXT_ARG(other.text),
                             TEXT_ARG(many.text)));
}

static struct svg_note l2_work(const struct reading *reading) {
    struct reading_point copy = reading_point(reading, "transpose.rate", "copy", "l2");
    if (!copy.known) return reading_lacks(reading, copy.why);
    return said(arena_printf(reading->arena, "%.*s copying a matrix", TEXT_ARG(copy.text)));
}

static struct svg_note constant_work(const struct reading *reading) {
    static const char *const memories[] = {"constant", "global"}, *const lanes[] = {"same", "own"};
    struct text times[2];
    for (int i = 0; i < 2; i++) {
        struct reading_point point[2];
        for (int k = 0; k < 2; k++) {
            point[k] = reading_point(reading, "constant.time", memories[k], lanes[i]);
            if (!point[k].known) return reading_lacks(reading, point[k].why);
        }
        if (point[1].number <= 0) return reading_lacks(reading, (struct text){0});
        times[i] = quantity_in(reading->arena, "x", point[0].number / point[1].number);
    }
    return said(arena_printf(reading->arena,
                             "%.*s the time of global memory at one address, %.*s at one each",
                             TEXT_ARG(times[0]), TEXT_ARG(times[1])));
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Says "228 KiB per SM", or why the card does not. */
static struct svg_note capacity(const struct reading *reading, const struct ladder *ladder,
                                enum svg_level level) {
    const struct about *about = &abouts[level];
    if (level == SVG_LEVEL_LOCAL) return said(TEXT("part of DRAM"));
    if (level == SVG_LEVEL_L1 && ladder->unified_bytes <= 0)
        return (struct svg_note){.missing = reading->card->reported ? "the sources do not say"
                                                                    : "the driver does not say"};
    const struct fact *fact = card_fact(reading->card, text_of(about->capacity));
    if (!fact) return (struct svg_note){.missing = "the driver does not report it"};
    if (fact->missing) return reading_lacks(reading, fact->reason);
    double bytes = level == SVG_LEVEL_REGISTERS ? fact->value * REGISTER_BYTES : fact->value;
    struct text size = quantity_capacity(reading->arena, TEXT("B"), bytes);
    return said(arena_printf(reading->arena, "%.*s%s", TEXT_ARG(size), about->after));
}

/* The copy's series may hold the read of DRAM where no read of the levels was measured. */
static struct svg_note rate(const struct reading *reading, enum svg_level level) {
    struct reading_point read = reading_point(reading, "bandwidth.rate", abouts[level].loads, NULL);
    if (!read.known && level == SVG_LEVEL_DRAM) {
        struct reading_point copy = reading_point(reading, "copy.rate", "read", NULL);
        if (copy.known) return said(copy.text);
    }
    return read.known ? said(read.text) : reading_lacks(reading, read.why);
}

static void read_sm(struct ladder *ladder, const struct reading *reading) {
    ladder->sms = (size_t)reading_fact(reading, "sms");
    ladder->registers_bytes = reading_fact(reading, "registers") * REGISTER_BYTES;
    ladder->shared_bytes = reading_fact(reading, "shared.sm");
    ladder->unified_bytes = reading_fact(reading, "unified.sm");
    if (ladder->sms > SVG_MAX_SMS) ladder->sms = 0;
    if (ladder->unified_bytes < ladder->shared_bytes) ladder->unified_bytes = 0;
}

void ladder_read(struct ladder *ladder, const struct reading *reading) {
    *ladder = (struct ladder){0};
    read_sm(ladder, reading);
    for (enum svg_level i = SVG_LEVEL_NONE + 1; i < SVG_LEVEL_COUNT; i++) {
        struct ladder_level *level = &ladder->level[i];
        const char *loads = abouts[i].loads;
        level->level = i;
        level->name = abouts[i].name;
        level->scope = abouts[i].scope;
        level->capacity = capacity(reading, ladder, i);
        if (loads) level->latency = either(reading, "latency.cycles", "latency.time", loads);
        if (loads && i != SVG_LEVEL_REGISTERS) level->rate = rate(reading, i);
    }
    for (size_t i = 0; i < WORKS; i++)
        ladder->level[works[i].level].work = work_of(reading, &works[i]);
    struct ladder_level *registers = &ladder->level[SVG_LEVEL_REGISTERS];
    registers->work = registers_work(reading, registers->work);
    ladder->level[SVG_LEVEL_L2].work = l2_work(reading);
    ladder->level[SVG_LEVEL_CONSTANT].work = constant_work(reading);
}

/* Puts latency and rate, or what kernels got, into one note; a reason shows only if all is missing. */
static struct svg_note measured(const struct ladder_level *level, struct arena *arena) {
    const char *latency = level->latency.text, *rate = level->rate.text;
    const char *other = rate ? rate : level->work.text;
    if (latency && other)
        return said(arena_printf(arena, "%s%s%s", latency, rate ? ", " : "; ", other));
    if (latency || other) return (struct svg_note){.text = latency ? latency : other};
    return level->latency.missing ? level->latency : level->work;
}

static struct svg_level_words level(const struct ladder *ladder, enum svg_level which,
                                    struct arena *arena) {
    const struct ladder_level *level = &ladder->level[which];
    return (struct svg_level_words){level->name, level->scope, level->capacity,
                                    measured(level, arena)};
}

static struct svg_result draw(const struct reading *reading, const struct svg_frame *frame) {
    struct ladder ladder;
    struct arena *arena = reading->arena;
    ladder_read(&ladder, reading);
    const struct svg_hierarchy in = {
        .sm_name = "Streaming multiprocessor (SM)",
        .sm_share = ladder.sms ? reading_printf(reading, "one of %zu", ladder.sms) : "one of many",
        .sm_count = ladder.sms,
        .registers_bytes = ladder.registers_bytes,
        .shared_bytes = ladder.shared_bytes,
        .unified_bytes = ladder.unified_bytes,
        .registers = level(&ladder, SVG_LEVEL_REGISTERS, arena),
        .shared = level(&ladder, SVG_LEVEL_SHARED, arena),
        .l1 = level(&ladder, SVG_LEVEL_L1, arena),
        .l2 = level(&ladder, SVG_LEVEL_L2, arena),
        .dram = level(&ladder, SVG_LEVEL_DRAM, arena),
        .constant = level(&ladder, SVG_LEVEL_CONSTANT, arena),
        .local = level(&ladder, SVG_LEVEL_LOCAL, arena),
        .measured_head = "Measured",
        .off_chip = "chip edge",
        .note = ladder.registers_bytes > 0 && ladder.shared_bytes > 0
                    ? "Widths inside the SM are to one scale of bytes."
                    : NULL,
    };
    return svg_hierarchy(&in, frame);
}

static struct text sentence(const struct reading *reading) {
    struct ladder ladder;
    struct buf buf = {0};
    ladder_read(&ladder, reading);
    for (size_t i = 0; i < LEVELS; i++) {
        const struct ladder_level *level = &ladder.level[order[i]];
        const char *notes[] = {level->capacity.text, level->latency.text, level->rate.text,
                               level->work.text};
        buf_printf(&buf, "%s%s: %s", i ? " " : "", level->name, level->scope);
        for (size_t k = 0; k < sizeof notes / sizeof *notes; k++)
            if (notes[k]) buf_printf(&buf, ", %s", notes[k]);
        buf_char(&buf, '.');
    }
    return buf_take(&buf, reading->arena);
}

/* ---- as a table ------------------------------------------------------------------------------ */

static void note_html(struct html *html, struct buf *out, const struct svg_note *note,
                      bool reported) {
    if (note->text)
        html_shown(&html->marks, out, text_of(note->text), NULL, reported);
    else if (note->missing)
        html_missing(out, text_of(note->missing), (struct text){0});
    else
        buf_str(out, "<span class=\"none\">\u2013</span>");
}

/* These columns stand behind the name of a level. */
enum { SEEN, CAPACITY, LATENCY, RATE, WORK, COLUMNS };
static const struct {
    const char *class, *label;
} columns[COLUMNS] = {{"seen", "seen by"},
                      {"capacity", "capacity"},
                      {"latency", "load latency"},
                      {"rate", "reads at"},
                      {"work", "in a kernel"}};

static void row(struct html *html, struct buf *out, const struct ladder_level *level,
                bool reported) {
    const struct svg_note *const notes[COLUMNS] = {[CAPACITY] = &level->capacity,
                                                   [LATENCY] = &level->latency,
                                                   [RATE] = &level->rate,
                                                   [WORK] = &level->work};
    buf_str(out, "<tr>");
    html_tag(out, "th", "scope", "row", "class", "has-level", NULL);
    words_swatch(out, level->level);
    buf_html(out, text_of(level->name));
    html_end(out, "th");
    html_element(out, text_of(level->scope), "td", "class", columns[SEEN].class, "data-label",
                 columns[SEEN].label, NULL);
    for (int i = CAPACITY; i < COLUMNS; i++) {
        bool nothing = !notes[i]->text && !notes[i]->missing;
        const char *class = columns[i].class;
        if (nothing) class = arena_printf(html->arena, "%s nothing", class).ptr;
        html_tag(out, "td", "class", class, "data-label", columns[i].label, NULL);
        note_html(html, out, notes[i], reported && i != CAPACITY);
        html_end(out, "td");
    }
    buf_str(out, "</tr>\n");
}

static void table(struct html *html, struct buf *out, const struct card *card) {
    struct ladder ladder;
    ladder_read(&ladder, &(struct reading){.card = card, .arena = html->arena});
    struct buf caption = {0};
    buf_str(&caption, "The levels of the ");
    buf_html(&caption, card->name);
    const struct html_table_about about = {
        .number = ++html->table_count, .class = "stack ladder", .caption = buf_text(&caption)};
    html_table_open(out, &about);
    html_element(out, TEXT("level"), "th", "scope", "col", NULL);
    for (int i = 0; i < COLUMNS; i++)
        html_element(out, text_of(columns[i].label), "th", "scope", "col", NULL);
    html_table_body(out);
    for (size_t i = 0; i < LEVELS; i++)
        row(html, out, &ladder.level[order[i]], card->reported);
    html_table_close(out);
    buf_free(&caption);
}

const struct diagram diagram_hierarchy = {
    .name = "hierarchy",
    .shows = "every level of the memory with its size, latency and bandwidth",
    .needs = "facts, latency, bandwidth.rate and what each level was measured by",
    .title = "The memory ladder of the",
    .of_card = true,
    .measured = "capacities from its driver, times and rates measured on it",
    .draw = draw,
    .sentence = sentence,
    .table = table,
};
