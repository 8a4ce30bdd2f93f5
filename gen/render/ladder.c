/* ladder -- see ladder.h. */
#include "render/ladder.h"

#include "render/quantity.h"
#include "render/reading.h"

const enum svg_level ladder_order[SVG_LEVEL_COUNT - 1] = {
    SVG_LEVEL_REGISTERS, SVG_LEVEL_SHARED, SVG_LEVEL_L1,  SVG_LEVEL_L2,
    SVG_LEVEL_CONSTANT,  SVG_LEVEL_LOCAL,  SVG_LEVEL_DRAM};

enum { REGISTER_BYTES = 4 }; /* registers are counted in words of 32 bits */

static struct ladder_note lacking(const struct reading *reading, struct text why) {
    return (struct ladder_note){.missing = why.len ? why : text_of(card_missing(reading->card))};
}

static struct ladder_note said(struct text text) {
    return (struct ladder_note){.text = text};
}

/* ---- capacity -------------------------------------------------------------------------------- */

/* "228 KiB per SM" of a fact in bytes (or in registers of `bytes` bytes each). */
static struct ladder_note capacity(const struct reading *reading, const char *name, double bytes,
                                   const char *after) {
    const struct fact *fact = card_fact(reading->card, text_of(name));
    if (!fact) return (struct ladder_note){.missing = TEXT("the driver does not report it")};
    if (fact->missing) return lacking(reading, fact->reason);
    struct quantity quantity = quantity_of(TEXT("B"), true);
    struct text size = quantity_text(reading->arena, &quantity, fact->value * bytes);
    return said(arena_printf(reading->arena, "%.*s%s", TEXT_ARG(size), after));
}

/* ---- what kernels got ------------------------------------------------------------------------ */

/* The first of two series that has a figure; else why the first has none. */
static struct ladder_note either(const struct reading *reading, const char *one, const char *other,
                                 const char *level) {
    struct reading_point point = reading_point(reading, one, level, NULL);
    struct text why = point.why;
    if (!point.known && other) point = reading_point(reading, other, level, NULL);
    if (point.known) return said(point.text);
    return lacking(reading, why.len ? why : point.why);
}

/* What two points of a series say of a level; where one is missing, why. */
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

static struct ladder_note work_of(const struct reading *reading, const struct work *work) {
    struct reading_point first = reading_point(reading, work->series, work->first, NULL);
    struct reading_point second = reading_point(reading, work->series, work->second, NULL);
    if (!first.known) return lacking(reading, first.why);
    if (!second.known) return lacking(reading, second.why);
    return said(
        arena_printf(reading->arena, work->words, TEXT_ARG(first.text), TEXT_ARG(second.text)));
}

/* With the numbers of registers, where the card has them. */
static struct ladder_note registers_work(const struct reading *reading, struct ladder_note plain) {
    struct reading_point few = reading_point(reading, "registers.count", "few", NULL);
    struct reading_point many = reading_point(reading, "registers.count", "many", NULL);
    if (!plain.text.len || !few.known || !many.known) return plain;
    struct reading_point one = reading_point(reading, "registers.time", "few", NULL);
    struct reading_point other = reading_point(reading, "registers.time", "many", NULL);
    return said(arena_printf(reading->arena, "%.*s with %.*s registers a thread, %.*s with %.*s",
                             TEXT_ARG(one.text), TEXT_ARG(few.text), TEXT_ARG(other.text),
                             TEXT_ARG(many.text)));
}

static struct ladder_note l2_work(const struct reading *reading) {
    struct reading_point copy = reading_point(reading, "transpose.rate", "copy", "l2");
    if (!copy.known) return lacking(reading, copy.why);
    return said(arena_printf(reading->arena, "%.*s copying a matrix", TEXT_ARG(copy.text)));
}

static struct ladder_note constant_work(const struct reading *reading) {
    static const char *const memories[] = {"constant", "global"}, *const lanes[] = {"same", "own"};
    const struct quantity ratio = quantity_in(TEXT("1"), "x");
    struct text times[2];
    for (int i = 0; i < 2; i++) {
        struct reading_point point[2];
        for (int k = 0; k < 2; k++) {
            point[k] = reading_point(reading, "constant.time", memories[k], lanes[i]);
            if (!point[k].known) return lacking(reading, point[k].why);
        }
        if (point[1].number <= 0) return lacking(reading, (struct text){0});
        times[i] = quantity_text(reading->arena, &ratio, point[0].number / point[1].number);
    }
    return said(arena_printf(reading->arena,
                             "%.*s the time of global memory at one address, %.*s at one each",
                             TEXT_ARG(times[0]), TEXT_ARG(times[1])));
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Where the read of every level was not measured, that of DRAM may stand in the copy's series. */
static struct ladder_note rate(const struct reading *reading, const char *level) {
    struct ladder_note read = either(reading, "bandwidth.rate", NULL, level);
    struct reading_point copy = reading_point(reading, "copy.rate", "read", NULL);
    return !read.text.len && text_is(text_of(level), "dram") && copy.known ? said(copy.text) : read;
}

/* The four that a load can name and wait for. */
static void read_level(const struct reading *reading, struct ladder *ladder, enum svg_level which,
                       const char *level) {
    ladder->level[which].latency = either(reading, "latency.cycles", "latency.time", level);
    ladder->level[which].rate = rate(reading, level);
}

static void read_sm(struct ladder *ladder, const struct reading *reading) {
    ladder->sms = (size_t)reading_fact(reading, "sms");
    ladder->registers_bytes = reading_fact(reading, "registers") * REGISTER_BYTES;
    ladder->shared_bytes = reading_fact(reading, "shared.sm");
    ladder->unified_bytes = reading_fact(reading, "unified.sm");
    if (ladder->sms > SVG_MAX_SMS) ladder->sms = 0;
    if (ladder->unified_bytes < ladder->shared_bytes) ladder->unified_bytes = 0;
    ladder->sm_share =
        ladder->sms ? arena_printf(reading->arena, "one of %zu", ladder->sms) : TEXT("one of many");
}

void ladder_read(struct ladder *ladder, const struct card *card, struct arena *arena) {
    const struct reading reading = {.card = card, .arena = arena};
    *ladder = (struct ladder){0};
    read_sm(ladder, &reading);
    struct ladder_level *level = ladder->level;
    level[SVG_LEVEL_REGISTERS] = (struct ladder_level){
        .name = TEXT("Registers"),
        .scope = TEXT("one thread"),
        .capacity = capacity(&reading, "registers", REGISTER_BYTES, " per SM"),
        .latency = either(&reading, "latency.cycles", "latency.time", "register")};
    level[SVG_LEVEL_SHARED] =
        (struct ladder_level){.name = TEXT("Shared memory"),
                              .scope = TEXT("one block"),
                              .capacity = capacity(&reading, "shared.sm", 1, " per SM")};
    level[SVG_LEVEL_L1] = (struct ladder_level){.name = TEXT("L1 cache"), .scope = TEXT("one SM")};
    if (ladder->unified_bytes > 0)
        level[SVG_LEVEL_L1].capacity = capacity(&reading, "unified.sm", 1, " with shared memory");
    else
        level[SVG_LEVEL_L1].capacity.missing =
            card->reported ? TEXT("the sources do not say") : TEXT("the driver does not say");
    level[SVG_LEVEL_L2] = (struct ladder_level){.name = TEXT("L2 cache"),
                                                .scope = TEXT("the whole card"),
                                                .capacity = capacity(&reading, "l2", 1, ""),
                                                .work = l2_work(&reading)};
    level[SVG_LEVEL_CONSTANT] =
        (struct ladder_level){.name = TEXT("Constant memory"),
                              .scope = TEXT("every thread, read only"),
                              .capacity = capacity(&reading, "constant", 1, ""),
                              .work = constant_work(&reading)};
    level[SVG_LEVEL_LOCAL] = (struct ladder_level){.name = TEXT("Local memory"),
                                                   .scope = TEXT("one thread"),
                                                   .capacity = said(TEXT("part of DRAM"))};
    level[SVG_LEVEL_DRAM] = (struct ladder_level){.name = TEXT("Global memory (DRAM)"),
                                                  .scope = TEXT("all threads, and the host"),
                                                  .capacity = capacity(&reading, "dram", 1, "")};
    read_level(&reading, ladder, SVG_LEVEL_SHARED, "shared");
    read_level(&reading, ladder, SVG_LEVEL_L1, "l1");
    read_level(&reading, ladder, SVG_LEVEL_L2, "l2");
    read_level(&reading, ladder, SVG_LEVEL_DRAM, "dram");
    for (size_t i = 0; i < WORKS; i++)
        level[works[i].level].work = work_of(&reading, &works[i]);
    level[SVG_LEVEL_REGISTERS].work = registers_work(&reading, level[SVG_LEVEL_REGISTERS].work);
    for (size_t i = 0; i < SVG_LEVEL_COUNT - 1; i++)
        level[ladder_order[i]].level = ladder_order[i];
}

/* Latency and rate in one note, or what kernels got; the reason only where all of it is missing. */
static struct svg_note measured(const struct ladder_level *level, struct arena *arena) {
    struct text latency = level->latency.text, rate = level->rate.text;
    struct text other = rate.len ? rate : level->work.text;
    if (latency.len && other.len)
        return (struct svg_note){.text = arena_printf(arena, "%.*s%s%.*s", TEXT_ARG(latency),
                                                      rate.len ? ", " : "; ", TEXT_ARG(other))
                                             .ptr};
    if (latency.len || other.len)
        return (struct svg_note){.text = arena_string(arena, latency.len ? latency : other)};
    struct text why = level->latency.missing.len ? level->latency.missing : level->work.missing;
    return (struct svg_note){.missing = arena_string(arena, why)};
}

static struct svg_level_words level(const struct ladder *ladder, enum svg_level which,
                                    struct arena *arena) {
    const struct ladder_level *level = &ladder->level[which];
    return (struct svg_level_words){
        .name = arena_string(arena, level->name),
        .scope = arena_string(arena, level->scope),
        .capacity = {.text = arena_string(arena, level->capacity.text),
                     .missing = arena_string(arena, level->capacity.missing)},
        .measured = measured(level, arena),
    };
}

struct svg_result ladder_svg(const struct ladder *ladder, struct arena *arena,
                             const struct svg_frame *frame) {
    struct svg_hierarchy in = {
        .sm_name = "Streaming multiprocessor (SM)",
        .sm_share = arena_string(arena, ladder->sm_share),
        .sm_count = ladder->sms,
        .registers_bytes = ladder->registers_bytes,
        .shared_bytes = ladder->shared_bytes,
        .unified_bytes = ladder->unified_bytes,
        .registers = level(ladder, SVG_LEVEL_REGISTERS, arena),
        .shared = level(ladder, SVG_LEVEL_SHARED, arena),
        .l1 = level(ladder, SVG_LEVEL_L1, arena),
        .l2 = level(ladder, SVG_LEVEL_L2, arena),
        .dram = level(ladder, SVG_LEVEL_DRAM, arena),
        .constant = level(ladder, SVG_LEVEL_CONSTANT, arena),
        .local = level(ladder, SVG_LEVEL_LOCAL, arena),
        .measured_head = "Measured",
        .off_chip = "chip edge",
        .note = ladder->registers_bytes > 0 && ladder->shared_bytes > 0
                    ? "Widths inside the SM are to one scale of bytes."
                    : NULL,
    };
    return svg_hierarchy(&in, frame);
}

static void add_sentence(struct buf *out, const struct ladder_level *level) {
    if (out->len) buf_char(out, ' ');
    buf_view(out, level->name);
    buf_str(out, ": ");
    buf_view(out, level->scope);
    const struct ladder_note *notes[] = {&level->capacity, &level->latency, &level->rate,
                                         &level->work};
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        if (!notes[i]->text.len) continue;
        buf_str(out, ", ");
        buf_view(out, notes[i]->text);
    }
    buf_char(out, '.');
}

struct text ladder_sentence(const struct ladder *ladder, struct arena *arena) {
    struct buf buf = {0};
    for (size_t i = 0; i < SVG_LEVEL_COUNT - 1; i++)
        add_sentence(&buf, &ladder->level[ladder_order[i]]);
    return buf_take(&buf, arena);
}
