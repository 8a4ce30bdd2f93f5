/* diagram_ladder -- diagram:hierarchy, the rungs of the card, and their numbers as a table. */
#include "render/diagram.h"
#include "render/ladder.h"
#include "render/words.h"

static void note_html(struct html *html, struct buf *out, const struct ladder_note *note,
                      bool reported) {
    if (note->text.len) {
        html_figure(html, out, note->text, reported);
    } else if (note->missing.len) {
        buf_str(out, "<span class=\"missing\">");
        buf_html(out, note->missing);
        buf_str(out, "</span>");
    } else {
        buf_str(out, "<span class=\"none\">\u2013</span>");
    }
}

/* Capacities are facts of the architecture, whoever reports the rest. */
static void note_cells(struct html *html, struct buf *out, const struct ladder_rung *rung,
                       bool reported) {
    const struct {
        const char *class, *label;
        const struct ladder_note *note;
        bool reported;
    } cells[] = {{"capacity", "capacity", &rung->capacity, false},
                 {"latency", "load latency", &rung->latency, reported},
                 {"rate", "reads at", &rung->rate, reported},
                 {"work", "in a kernel", &rung->work, reported}};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        bool nothing = !cells[i].note->text.len && !cells[i].note->missing.len;
        buf_printf(out, "<td class=\"%s%s\" data-label=\"%s\">", cells[i].class,
                   nothing ? " nothing" : "", cells[i].label);
        note_html(html, out, cells[i].note, cells[i].reported);
        buf_str(out, "</td>");
    }
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
        note_cells(html, out, rung, card->reported);
        buf_str(out, "</tr>\n");
    }
    buf_str(out, "</tbody>\n</table>\n</div>\n");
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

static const char *numbers_from(const struct reading *reading) {
    (void)reading;
    return "capacities from its driver, times and rates measured on it";
}

const struct diagram diagram_hierarchy = {.name = "hierarchy",
                                          .draw = draw,
                                          .title = "The memory ladder of the",
                                          .of_card = true,
                                          .sentence = sentence,
                                          .numbers_from = numbers_from,
                                          .table = table};
