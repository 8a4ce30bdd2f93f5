/* diagram_ladder -- the levels of the card: diagram:hierarchy, with its numbers as a table, and
 * diagram:spill, the way of a spilled value through them. */
#include "render/diagram.h"
#include "render/numbers.h"
#include "svg/diagrams.h"

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

bool latency_in_cycles(const struct reading *reading) {
    bool known = false;
    for (size_t i = 0; i < LEVELS; i++) {
        const char *loads = abouts[order[i]].loads;
        known = known || (loads && reading_point(reading, "latency.cycles", loads, NULL).known);
    }
    return known;
}

/* ---- what kernels got ------------------------------------------------------------------------ */

static struct svg_note said(const char *text) {
    return (struct svg_note){.text = text};
}

/* Takes the first of two series that has a figure; if none has, it says why the first lacks it. */
static struct reading_point latency(const struct reading *reading, const char *level) {
    struct reading_point cycles = reading_point(reading, "latency.cycles", level, NULL);
    struct reading_point time = reading_point(reading, "latency.time", level, NULL);
    return cycles.known || (cycles.why.len && !time.known) ? cycles : time;
}

/* A row names two points of a series that together say what a kernel got at a level. */
static const struct work {
    enum svg_level level;
    const char *series, *first, *second;
    const char *words; /* with both figures */
} works[] = {
    {SVG_LEVEL_SHARED, "bank.time", "1", "32", "%s at stride 1, %s at stride 32"},
    {SVG_LEVEL_LOCAL, "local.time", "runtime", "constant",
     "%s indexed at run time, %s by constants"},
    {SVG_LEVEL_DRAM, "stride.useful", "1", "32", "%s useful at stride 1, %s at stride 32"},
    {SVG_LEVEL_REGISTERS, "registers.time", "few", "many",
     "%s with few registers a thread, %s with many"},
};
enum { WORKS = sizeof works / sizeof *works };

static struct svg_note work_of(const struct reading *reading, const struct work *work) {
    struct reading_point first = reading_point(reading, work->series, work->first, NULL);
    struct reading_point second = reading_point(reading, work->series, work->second, NULL);
    if (!first.known) return first.note;
    if (!second.known) return second.note;
    return (struct svg_note){
        reading_printf(reading, work->words, first.note.text, second.note.text), NULL};
}

/* Names the numbers of registers where the card has them; else the plain words stay. */
static struct svg_note registers_work(const struct reading *reading, struct svg_note plain) {
    struct reading_point few = reading_point(reading, "registers.count", "few", NULL);
    struct reading_point many = reading_point(reading, "registers.count", "many", NULL);
    if (!plain.text || !few.known || !many.known) return plain;
    struct reading_point one = reading_point(reading, "registers.time", "few", NULL);
    struct reading_point other = reading_point(reading, "registers.time", "many", NULL);
    return said(reading_printf(reading, "%s with %s registers a thread, %s with %s", one.note.text,
                               few.note.text, other.note.text, many.note.text));
}

static struct svg_note l2_work(const struct reading *reading) {
    struct svg_note copy = reading_point(reading, "transpose.rate", "copy", "l2").note;
    if (copy.text) copy.text = reading_printf(reading, "%s copying a matrix", copy.text);
    return copy;
}

/* Of the two ways that a read of constant memory takes, both latencies, over the least footprint. */
static struct reading_point constant_latency(const struct reading *reading) {
    struct reading_point uniform = reading_point(reading, "constant.chase", "1", "uniform");
    struct reading_point lane = reading_point(reading, "constant.chase", "1", "lane");
    if (!uniform.known) return uniform;
    if (!lane.known) return lane;
    return (struct reading_point){.note.text = reading_printf(reading, "%s by lane, %s uniform",
                                                              lane.note.text, uniform.note.text)};
}

static struct svg_note constant_work(const struct reading *reading) {
    static const char *const lanes[] = {"same", "own"};
    const char *times[2];
    for (int i = 0; i < 2; i++) {
        struct reading_point constant =
            reading_point(reading, "constant.time", "constant", lanes[i]);
        struct reading_point global = reading_point(reading, "constant.time", "global", lanes[i]);
        if (!constant.known) return constant.note;
        if (!global.known) return global.note;
        if (global.number <= 0) return reading_lacks(reading, (struct text){0});
        times[i] = quantity_in(reading->arena, "x", constant.number / global.number).ptr;
    }
    return said(reading_printf(reading,
                               "%s the time of global memory at one address, "
                               "%s at one each",
                               times[0], times[1]));
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Says "228 KiB per SM", or why the card does not. */
static struct svg_note capacity(const struct reading *reading, const struct ladder *ladder,
                                enum svg_level level) {
    const struct about *about = &abouts[level];
    if (level == SVG_LEVEL_LOCAL) return said("part of DRAM");
    if (level == SVG_LEVEL_L1 && ladder->unified_bytes <= 0)
        return (struct svg_note){.missing = reading->card->reported ? "the sources do not say"
                                                                    : "the driver does not say"};
    const struct fact *fact = card_fact(reading->card, text_of(about->capacity));
    if (!fact) return (struct svg_note){.missing = "the driver does not report it"};
    if (fact->missing) return reading_lacks(reading, fact->reason);
    double bytes = level == SVG_LEVEL_REGISTERS ? fact->value * REGISTER_BYTES : fact->value;
    struct text size = quantity_capacity(reading->arena, TEXT("B"), bytes);
    return said(reading_printf(reading, "%s%s", size.ptr, about->after));
}

/* The copy's series may hold the read of DRAM where no read of the levels was measured. */
static struct reading_point rate(const struct reading *reading, enum svg_level level) {
    struct reading_point read = reading_point(reading, "bandwidth.rate", abouts[level].loads, NULL);
    if (read.known || level != SVG_LEVEL_DRAM) return read;
    struct reading_point copy = reading_point(reading, "copy.rate", "read", NULL);
    return copy.known ? copy : read;
}

void ladder_read(struct ladder *ladder, const struct reading *reading) {
    *ladder =
        (struct ladder){.sms = (size_t)reading_fact(reading, "sms"),
                        .registers_bytes = reading_fact(reading, "registers") * REGISTER_BYTES,
                        .shared_bytes = reading_fact(reading, "shared.sm"),
                        .unified_bytes = reading_fact(reading, "unified.sm")};
    if (ladder->sms > SVG_MAX_SMS) ladder->sms = 0;
    if (ladder->unified_bytes < ladder->shared_bytes) ladder->unified_bytes = 0;
    for (enum svg_level i = SVG_LEVEL_NONE + 1; i < SVG_LEVEL_COUNT; i++) {
        struct ladder_level *level = &ladder->level[i];
        const char *loads = abouts[i].loads;
        level->level = i;
        level->name = abouts[i].name;
        level->scope = abouts[i].scope;
        level->capacity = capacity(reading, ladder, i);
        if (i != SVG_LEVEL_REGISTERS && i != SVG_LEVEL_LOCAL)
            level->fact = numbers_fact(reading->card, abouts[i].capacity).fact;
        if (loads) level->latency = latency(reading, loads);
        if (loads && i != SVG_LEVEL_REGISTERS) level->rate = rate(reading, i);
    }
    for (size_t i = 0; i < WORKS; i++)
        ladder->level[works[i].level].work = work_of(reading, &works[i]);
    struct ladder_level *registers = &ladder->level[SVG_LEVEL_REGISTERS];
    registers->work = registers_work(reading, registers->work);
    ladder->level[SVG_LEVEL_L2].work = l2_work(reading);
    ladder->level[SVG_LEVEL_CONSTANT].latency = constant_latency(reading);
    ladder->level[SVG_LEVEL_CONSTANT].work = constant_work(reading);
}

/* Puts latency and rate, or what kernels got, into one note; a reason shows only if all is missing. The
 * two latencies of constant memory fill the note: what kernels got stands in the table. */
static struct svg_level_words level(const struct reading *reading, const struct ladder *ladder,
                                    enum svg_level which) {
    const struct ladder_level *level = &ladder->level[which];
    const char *latency = level->latency.note.text, *rate = level->rate.note.text;
    const char *other = rate ? rate : level->work.text;
    struct svg_note measured = level->latency.note.missing ? level->latency.note : level->work;
    if (latency && which == SVG_LEVEL_CONSTANT) other = NULL;
    if (latency && other)
        other = reading_printf(reading, "%s%s%s", latency, rate ? ", " : "; ", other);
    if (latency || other) measured = (struct svg_note){other ? other : latency, NULL};
    return (struct svg_level_words){level->name, level->scope, level->capacity, measured};
}

static void describe(struct buf *out, const struct ladder *ladder) {
    for (size_t i = 0; i < LEVELS; i++) {
        const struct ladder_level *level = &ladder->level[order[i]];
        const char *notes[] = {level->capacity.text, level->latency.note.text,
                               level->rate.note.text, level->work.text};
        buf_printf(out, "%s%s: %s", i ? " " : "", level->name, level->scope);
        for (size_t k = 0; k < sizeof notes / sizeof *notes; k++)
            if (notes[k]) buf_printf(out, ", %s", notes[k]);
        buf_char(out, '.');
    }
}

static struct svg_result draw(struct reading *reading, struct svg_frame *frame) {
    struct ladder ladder;
    struct buf words = {0};
    ladder_read(&ladder, reading);
    const struct svg_hierarchy in = {
        .sm_name = "Streaming multiprocessor (SM)",
        .sm_share = ladder.sms ? reading_printf(reading, "one of %zu", ladder.sms) : "one of many",
        .sm_count = ladder.sms,
        .registers_bytes = ladder.registers_bytes,
        .shared_bytes = ladder.shared_bytes,
        .unified_bytes = ladder.unified_bytes,
        .registers = level(reading, &ladder, SVG_LEVEL_REGISTERS),
        .shared = level(reading, &ladder, SVG_LEVEL_SHARED),
        .l1 = level(reading, &ladder, SVG_LEVEL_L1),
        .l2 = level(reading, &ladder, SVG_LEVEL_L2),
        .dram = level(reading, &ladder, SVG_LEVEL_DRAM),
        .constant = level(reading, &ladder, SVG_LEVEL_CONSTANT),
        .local = level(reading, &ladder, SVG_LEVEL_LOCAL),
        .measured_head = "Measured",
        .off_chip = "chip edge",
        .note = ladder.registers_bytes > 0 && ladder.shared_bytes > 0
                    ? "Widths inside the SM are to one scale of bytes."
                    : NULL,
    };
    describe(&words, &ladder);
    diagram_describe(reading, frame, &words);
    return svg_hierarchy(&in, frame);
}

/* ---- beyond the SM and the card ---------------------------------------------------------------- */

/* The points of the two series that stand for a level. */
static const struct beyond {
    const char *name, *scope;
    enum svg_level level;
    const char *latency[2], *rate[3];
} beyonds[LADDER_BEYOND] = {
    {"Another SM's shared memory",
     "a cluster of two blocks",
     SVG_LEVEL_SHARED,
     {"cluster", "2"},
     {"cluster.rate", "2", NULL}},
    {"Another card's memory",
     "a neighbor of this card",
     SVG_LEVEL_DRAM,
     {"peer", "512"},
     {"peer.rate", "read", NULL}},
    {"Host memory",
     "pinned, copied",
     SVG_LEVEL_DRAM,
     {"host", NULL},
     {"host.rate", "h2d", "pinned"}},
};

size_t ladder_beyond(struct ladder_beyond list[LADDER_BEYOND], const struct reading *reading,
                     bool in_cycles) {
    size_t count = 0;
    for (size_t i = 0; i < LADDER_BEYOND; i++) {
        const struct beyond *b = &beyonds[i];
        const char *series =
            reading_printf(reading, "%s.%s", b->latency[0], in_cycles ? "cycles" : "time");
        list[count] = (struct ladder_beyond){
            .name = b->name,
            .scope = b->scope,
            .level = b->level,
            .latency = reading_point(reading, series, b->latency[1], NULL),
            .rate = reading_point(reading, b->rate[0], b->rate[1], b->rate[2])};
        count += list[count].latency.known || list[count].rate.known;
    }
    return count;
}

/* ---- as a table ------------------------------------------------------------------------------ */

/* These columns stand behind the name of a level. */
enum { SEEN, CAPACITY, LATENCY, RATE, WORK, COLUMNS };
static const struct {
    const char *class, *label;
} columns[COLUMNS] = {{"seen", "seen by"},
                      {"capacity", "capacity"},
                      {"latency", "load latency"},
                      {"rate", "reads at"},
                      {"work", "in a kernel"}};

struct ladder_note {
    struct svg_note note;
    struct text warning; /* below the note, in small letters; may be empty */
    bool reported;
    struct used used; /* whose row has the figure; of none where it is words */
};

static struct ladder_note note_of(const struct card *card, const struct reading_point *point) {
    return (struct ladder_note){point->note, point->warning, card->reported,
                                numbers_point(card, point)};
}

static void figure(struct html *html, struct buf *out, const struct ladder_note *in) {
    const struct text shown = text_of(in->note.text);
    const bool leads = html->build && (in->used.fact || in->used.point);
    if (!leads) {
        html_shown(&html->marks, out, shown, in->reported);
        return;
    }
    html->script_numbers = true;
    buf_view(out, numbers_row(html->build, html->address, &in->used, shown));
    if (in->reported) html_dagger(&html->marks, out);
}

static void cell(struct html *html, struct buf *out, int column, struct ladder_note in) {
    const struct svg_note *note = &in.note;
    const char *class = columns[column].class;
    bool nothing = !note->text && !note->missing;
    if (nothing) class = html_printf(html, "%s nothing", class);
    html_tag(out, "td", "class", class, "data-label", columns[column].label, NULL);
    if (note->text)
        figure(html, out, &in);
    else if (note->missing)
        html_missing(out, text_of(note->missing), (struct text){0});
    else
        buf_str(out, "<span class=\"none\">\u2013</span>");
    if (in.warning.len) html_element(out, in.warning, "small", "class", "warning", NULL);
    html_end(out, "td");
}

static void row(struct html *html, struct buf *out, const struct ladder_level *level,
                const struct card *card) {
    buf_str(out, "<tr>");
    html_row_head(out, level->level, text_of(level->name));
    html_element(out, text_of(level->scope), "td", "class", columns[SEEN].class, "data-label",
                 columns[SEEN].label, NULL);
    cell(
        html, out, CAPACITY,
        (struct ladder_note){.note = level->capacity, .used = {.card = card, .fact = level->fact}});
    cell(html, out, LATENCY, note_of(card, &level->latency));
    cell(html, out, RATE, note_of(card, &level->rate));
    cell(html, out, WORK, (struct ladder_note){.note = level->work, .reported = card->reported});
    buf_str(out, "</tr>\n");
}

void ladder_table(struct html *html, struct buf *out, const struct card *card) {
    struct ladder ladder;
    const struct reading reading = {.card = card, .arena = html->arena};
    ladder_read(&ladder, &reading);
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
        row(html, out, &ladder.level[order[i]], card);
    struct ladder_beyond beyond[LADDER_BEYOND];
    const size_t count = ladder_beyond(beyond, &reading, latency_in_cycles(&reading));
    for (size_t i = 0; i < count; i++) {
        const struct ladder_beyond *b = &beyond[i];
        const struct ladder_level level = {b->level, .name = b->name, .scope = b->scope,
                                           .latency = b->latency, .rate = b->rate};
        row(html, out, &level, card);
    }
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
    .table = ladder_table,
};

/* ---- the way of a spilled value --------------------------------------------------------------- */

static const enum svg_level way[] = {SVG_LEVEL_REGISTERS, SVG_LEVEL_L1, SVG_LEVEL_L2,
                                     SVG_LEVEL_DRAM};
enum { STOPS = sizeof way / sizeof *way };

/* Says "83% of spill loads found here" of the kernel that is capped to 32 registers. */
static const char *found_here(const struct reading *reading, enum svg_level level) {
    if (level != SVG_LEVEL_L1 && level != SVG_LEVEL_L2) return NULL;
    struct reading_point rate = reading_point(reading, "spill.hit", "32", svg_level_name(level));
    if (!rate.known) return NULL;
    return reading_printf(reading, "%s of %s", quantity_in(reading->arena, "%", rate.number).ptr,
                          level == SVG_LEVEL_L1 ? "spill loads found here" : "its lookups hit");
}

static struct svg_stop stop_of(const struct reading *reading, const struct ladder *ladder,
                               enum svg_level level) {
    const struct ladder_level *from = &ladder->level[level];
    const char *found = found_here(reading, level);
    struct svg_stop stop = {.name = from->name,
                            .level = level,
                            .capacity = from->capacity,
                            .measured = from->latency.note};
    if (found && from->latency.note.text)
        found = reading_printf(reading, "%s, %s", from->latency.note.text, found);
    if (found) stop.measured = (struct svg_note){.text = found};
    return stop;
}

static struct svg_result spill_draw(struct reading *reading, struct svg_frame *frame) {
    struct svg_stop stops[STOPS];
    struct ladder ladder;
    struct buf words = {0};
    ladder_read(&ladder, reading);
    for (size_t i = 0; i < STOPS; i++)
        stops[i] = stop_of(reading, &ladder, way[i]);
    stops[0].down = "stored";
    stops[0].up = "loaded again";
    stops[1].down = "each store"; // the L1 writes through: spill.moved counts all of them
    stops[2].down = "no room left";
    stops[1].up = stops[2].up = "not found above";
    stops[STOPS - 1].name = "DRAM, local memory";
    const struct svg_way in = {
        .stops = stops,
        .stop_count = STOPS,
        .measured_head = "Latency",
        .note = "A spilled value has an address in DRAM. It gets there only if no cache keeps it.",
    };
    buf_str(&words, "From a register through L1 and L2 to DRAM, and back by a load.");
    for (size_t i = 0; i < STOPS; i++)
        if (stops[i].measured.text)
            buf_printf(&words, " %s: %s.", stops[i].name, stops[i].measured.text);
    diagram_describe(reading, frame, &words);
    return svg_way(&in, frame);
}

const struct diagram diagram_spill = {
    .name = "spill",
    .shows = "the way of a spilled value through the levels",
    .needs = "spill.hit for the shares found at each level",
    .title = "The way of a spilled value on the",
    .of_card = true,
    .measured = "capacities from its driver, cycles measured, hits counted by a profiler",
    .draw = spill_draw,
};
