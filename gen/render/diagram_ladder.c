/* diagram_ladder -- diagram:hierarchy, the levels of the card, and their numbers as a table. */
#include "render/diagram.h"
#include "render/ladder.h"
#include "render/words.h"

static void note_html(struct html *html, struct buf *out, const struct svg_note *note,
                      bool reported) {
    if (note->text)
        html_shown(&html->marks, out,
                   &(struct html_number){.shown = text_of(note->text), .reported = reported});
    else if (note->missing)
        html_missing(out, text_of(note->missing), (struct text){0});
    else
        buf_str(out, "<span class=\"none\">\u2013</span>");
}

/* The columns behind the name of a level. */
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
    ladder_read(&ladder, card, html->arena);
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
    for (size_t i = 0; i < SVG_LEVEL_COUNT - 1; i++)
        row(html, out, &ladder.level[ladder_order[i]], card->reported);
    html_table_close(out);
    buf_free(&caption);
}

static struct svg_result draw(const struct reading *reading, const struct svg_frame *frame) {
    struct ladder ladder;
    ladder_read(&ladder, reading->card, reading->arena);
    return ladder_svg(&ladder, reading->arena, frame);
}

static struct text sentence(const struct reading *reading) {
    struct ladder ladder;
    ladder_read(&ladder, reading->card, reading->arena);
    return ladder_sentence(&ladder, reading->arena);
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
