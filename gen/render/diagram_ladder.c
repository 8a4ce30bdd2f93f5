/* diagram_ladder -- diagram:hierarchy, the rungs of the card, and their numbers as a table. */
#include "render/diagram.h"
#include "render/ladder.h"
#include "render/words.h"

static void note_html(struct buf *out, const struct ladder_note *note, bool reported) {
    if (note->text.len) {
        buf_str(out, "<span class=\"value\">");
        buf_html(out, note->text);
        buf_str(out, "</span>");
        if (reported) buf_str(out, " <small class=\"origin\">reported</small>");
    } else if (note->missing.len) {
        buf_str(out, "<span class=\"missing\">");
        buf_html(out, note->missing);
        buf_str(out, "</span>");
    } else {
        buf_str(out, "<span class=\"none\">\u2013</span>");
    }
}

static void note_cell(struct buf *out, const char *class, const char *label,
                      const struct ladder_note *note, bool reported) {
    bool nothing = !note->text.len && !note->missing.len;
    buf_printf(out, "<td class=\"%s%s\" data-label=\"%s\">", class, nothing ? " nothing" : "",
               label);
    note_html(out, note, reported);
    buf_str(out, "</td>");
}

static void table(struct html *html, struct buf *out, const struct card *card) {
    struct ladder ladder;
    ladder_read(&ladder, card, html->arena);
    size_t number = ++html->table_count;
    buf_printf(out,
               "<div class=\"scroll\">\n<table class=\"stack ladder\">\n<caption id=\"" THEME_ID
               "table-%zu\">The rungs of the ",
               number);
    buf_html(out, card->name);
    buf_str(out, "</caption>\n<thead>\n<tr><th scope=\"col\">rung</th><th scope=\"col\">seen "
                 "by</th><th scope=\"col\">capacity</th><th scope=\"col\">load latency</th><th "
                 "scope=\"col\">reads at</th><th "
                 "scope=\"col\">in a kernel</th></tr>\n</thead>\n<tbody>\n");
    for (size_t i = 0; i < SVG_RUNG_COUNT - 1; i++) {
        const struct ladder_rung *rung = &ladder.rung[ladder_order[i]];
        buf_str(out, "<tr><th scope=\"row\" class=\"has-rung\">");
        words_swatch(out, rung->rung);
        buf_html(out, rung->name);
        buf_str(out, "</th><td class=\"seen\" data-label=\"seen by\">");
        buf_html(out, rung->scope);
        buf_str(out, "</td>");
        note_cell(out, "capacity", "capacity", &rung->capacity, false);
        note_cell(out, "latency", "load latency", &rung->latency, card->reported);
        note_cell(out, "rate", "reads at", &rung->rate, card->reported);
        note_cell(out, "work", "in a kernel", &rung->work, card->reported);
        buf_str(out, "</tr>\n");
    }
    buf_str(out, "</tbody>\n</table>\n</div>\n");
}

static struct svg_result draw(const struct reading *reading, const struct svg_frame *frame) {
    struct ladder ladder;
    ladder_read(&ladder, reading->card, reading->arena);
    return ladder_svg(&ladder, reading->arena, frame);
}

static struct text title(const struct reading *reading) {
    return arena_printf(reading->arena, "The memory ladder of the %.*s",
                        TEXT_ARG(reading->card->name));
}

static struct text sentence(const struct reading *reading) {
    struct ladder ladder;
    ladder_read(&ladder, reading->card, reading->arena);
    return ladder_sentence(&ladder, reading->arena);
}

static struct text provenance(const struct reading *reading) {
    return diagram_provenance(reading->arena, reading->card,
                              "capacities from its driver, times and rates measured on it");
}

const struct diagram diagram_hierarchy = {
    .name = "hierarchy",
    .shows = "every level of the memory with its size, latency and bandwidth",
    .needs = "facts, latency, bandwidth.rate and what each level was measured by",
    .draw = draw,
    .title = title,
    .sentence = sentence,
    .provenance = provenance,
    .table = table};
