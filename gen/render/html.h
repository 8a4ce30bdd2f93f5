/* html -- the tree of a page as HTML, for the eyes, for a keyboard and for a screen reader.
 *
 * Takes a tree after page_evaluate() and course_resolve(). Only what is shown is written; in the
 * review edition claims that may not stand are written too, marked and with the reason.
 */
#pragma once

#include "measure/card.h"
#include "render/html_parts.h"
#include "render/words.h"

struct chart;      /* chart.h */
struct data;       /* mustache.h */
struct front;      /* page/front.h */
struct numbers;    /* numbers.h */
struct site_build; /* site.h */
struct diagram;    /* diagram.h */

/* What diagrams and charts are drawn from. */
struct figures {
    const struct cards *cards;
    const struct words *words;
    const struct card *card;   /* of the build */
    bool home;                 /* it is the default card */
    const struct card *beside; /* whose series charts draw as a second one; NULL: none */
};

/* What writing one page needs and counts. Zero but for the first part. */
struct html {
    struct arena *arena;
    struct diags *diags;
    const struct source *source; /* of the page, for messages */
    struct text address;         /* of the page: links are written relative to it */
    bool review;
    const struct front *front;     /* of the page, for its sources; NULL: it has none */
    const struct figures *figures; /* what diagrams and charts are drawn from */
    struct site_build *build;      /* what tools are filled in from; NULL: they are left out */

    size_t figure_count, table_count, code_count, formula_count, question_count;
    struct html_reference {
        size_t number, ordinal; /* of the note, and among its references */
    } * reference;              /* to notes, as they were written */
    size_t reference_count, reference_capacity;
    struct html_marks marks;
    bool in_link;       /* a link in a link has no place in HTML */
    struct texts pages; /* addresses of pages that were linked to */
    struct html_drawn {
        const struct node *image;
        struct text name, svg; /* a file of its own */
    } * drawn;                 /* the drawings of the text */
    size_t drawn_count, drawn_capacity;
    const struct page **aside; /* whose terms stand in the margin already */
    size_t aside_count, aside_capacity;
    struct numbers *numbers; /* numbers.h; NULL: those of the page are no links */
    bool no_numbers;         /* nor has one in a formula, or in words that open something */
    bool script_model, script_simulator, script_access,
        script_numbers; /* a tool or a table was written that needs this script */
};

/* A text of the page's arena, as printf makes it. */
#define html_printf(html, ...) (arena_printf((html)->arena, __VA_ARGS__).ptr)

/* All blocks below `parent`, the notes at the end in a section of their own. */
void html_blocks(struct html *html, struct buf *out, const struct node *parent);
/* All inlines below `parent`: a title, a cell, a caption. */
void html_inlines(struct html *html, struct buf *out, const struct node *parent);
/* The same of a head cell, a heading or a link, which need words for a name. */
void html_named(struct html *html, struct buf *out, const struct node *parent);

enum { CONTENTS_FROM = 3 }; /* a page with fewer headings needs no list of them */
/* Adds the headings that a list of contents shows, of levels 2 and 3, in order: href, words, and whether it
 * is an inner one. */
void html_contents(struct data *list, const struct node *document);

/* A diagram of a card, with its numbers as a table or without, and a chart, for home and cards' pages. */
void figure_diagram(struct html *html, struct buf *out, const struct diagram *diagram,
                    const struct card *card, bool numbers);
void figure_chart(struct html *html, struct buf *out, const struct chart *chart);

/* Private to the html files, one for each of these. */
void html_code(struct html *html, struct buf *out, const struct node *block);
void html_formula(struct html *html, struct buf *out, const struct node *formula); /* a block */
void html_math(struct html *html, struct buf *out, const struct node *math);       /* in a line */
void html_note_ref(struct html *html, struct buf *out, const struct node *reference);
void html_notes(struct html *html, struct buf *out, const struct node *parent);
void html_value(struct html *html, struct buf *out, const struct node *expression);
/* What readers get for a value: of a variable `in words`, what the site calls the axis value. */
struct text html_value_words(const struct html *html, const struct node *expression);
void html_table(struct html *html, struct buf *out, const struct node *table);
/* For the margin, before a paragraph that stands alone: the terms that it links to for the first time. */
void html_asides(struct html *html, struct buf *out, const struct node *paragraph);
/* The terms that the text links to with what they mean, for previews: {"../sector/": ["Sector", "The 32 …"]}. */
struct text html_terms(struct html *html);
void html_question(struct html *html, struct buf *out, const struct node *question);
void html_tool(struct html *html, struct buf *out, const struct node *tool);

/* About how wide a formula is, in letters. */
size_t html_formula_width(const struct node *math);

/* What ![alt](diagram:NAME) and ![alt](chart:SERIES) become.
 *
 * The picture is drawn from the card of the build, or from another one: chart:copy.rate@t4. The
 * text in quotes after the address is its caption and accessible name, the alt text its
 * description; without it the alt text is the name, and the description says the numbers. Each
 * picture is drawn for wide and for narrow screens, and is followed by its numbers as a table. A
 * card whose figures are reported, not measured, is said to be one beside the picture.
 *
 * NODE_FIGURE; an image among words. An unknown series or diagram is a located error. A series that
 * only other cards have is one on the default card; elsewhere the page says that it is missing. */
void figure_block(struct html *html, struct buf *out, const struct node *node);
void figure_inline(struct html *html, struct buf *out, const struct node *node);
