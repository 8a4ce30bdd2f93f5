/* markdown_parts -- what the files of markdown share. Nobody else includes this.
 *
 * Reading order: markdown_limits.c (before parsing), mask.h (what the parser does not get to see),
 * markdown.c (the driver), markdown_block.c (the blocks), markdown_inline.c (the inlines), markdown_table.c,
 * markdown_link.c and markdown_lost.c (what would be lost).
 *
 * While a text is read every offset counts in that text; messages and, at the end, the tree get
 * `base` added, which is where the text stands in the page. */
#pragma once

#define CMARK_NO_SHORT_NAMES
#include <cmark-gfm.h>
#include <cmark-gfm-extension_api.h>

#include "page/markdown.h"
#include "page/mask.h"

/* A line `[label]: address` or `[^label]: text`. */
struct definition {
    struct text label; /* as written */
    struct text key;   /* folded: what the library compares */
    size_t offset;     /* of `[label]` */
    size_t url_offset;
    bool used;
};

/* A link that took its address from a definition. */
struct label_use {
    struct text key;
    struct node *link;
};

struct range {
    size_t from, to;
};

/* Words of reader->words from `at` up to the next run. */
struct word_run {
    size_t at;
    size_t place; /* where the first byte stands */
    bool exact;   /* and the others behind it; else all of them */
};

#define WORDS_OTHER '\4'

/* One text while it is read. */
struct reader {
    const struct page_reader *page;
    const struct source *text;
    size_t base, body;
    struct arena *arena;  /* of the tree */
    struct arena scratch; /* until markdown_read() returns */
    struct mask mask;
    bool *covered; /* by line from 0: some node shows what stands there */
    struct definition *definition;
    size_t definition_count, definition_capacity;
    struct label_use *use;
    size_t use_count, use_capacity;
    /* The words of the block whose inlines are read, as the parser left them: escapes, entities, code,
     * values and pictures are one WORDS_OTHER each, so that every mark is one that became no syntax. */
    struct buf words;
    struct word_run *word_run; /* where they stand */
    size_t word_run_count, word_run_capacity;
    struct range range; /* of that block */
    size_t at;          /* the cursor */
    size_t span_end;    /* text before this offset belongs to a formula that is in the tree */
    bool in_cell;       /* a bar is written \| */
    bool in_address;    /* within <https://…>: no words */
    int heading_level;  /* of the last heading; 1 before the first: the title */
    bool too_deep;      /* reported once */
    bool has_bad;       /* bytes that no page may hold */
    size_t messages, note_count;
};

/* markdown_limits.c: false when the page may not be parsed. Fills in mask.clean. */
bool limits_check(struct reader *reader);
/* After parsing: false when the page has more links than may be. */
bool limits_check_links(struct reader *reader, cmark_node *document);
/* After parsing: one message a bad byte, which says whether it is in text or in code. */
void limits_report_bad(struct reader *reader, const struct node *document);

/* markdown.c */
size_t reader_line_start(const struct reader *reader, size_t line); /* lines count from 1 */
/* A line as the author wrote it, or as the parser gets to see it. */
struct text reader_line(const struct reader *reader, size_t line, bool masked);
void cover_lines(struct reader *reader, size_t from, size_t to);
/* Containers or inlines in each other are more than may be: it is reported once. */
bool is_too_deep(struct reader *reader, const struct node *node, int depth);

/* A node for the bytes from..to, one at least. */
struct node *add_node(struct reader *reader, enum node_type type, size_t from, size_t to,
                      struct node *into);

/* markdown_block.c: the children of `parent` as nodes below `into`. */
void blocks_read(struct reader *reader, cmark_node *parent, struct node *into, int depth);
/* Where a line of code starts in its whole line. Of a tab that is partly indentation some spaces are left,
 * which are nowhere in the source: they are not looked for. */
size_t code_start(struct text whole, struct text part);

/* markdown_inline.c: the children of `block`, which stands at from..to, as nodes below `into`.
 * reader->words holds its words afterwards. */
void inlines_read(struct reader *reader, cmark_node *block, struct range range, struct node *into,
                  int depth);

/* Where a byte of reader->words stands. */
size_t word_place(const struct reader *reader, size_t at);

/* markdown_table.c */
void table_read(struct reader *reader, cmark_node *table, struct node *into, int depth);
/* The line in which the head of a table stands. */
size_t table_head_line(const struct reader *reader, cmark_node *table);
/* Reports lines of a paragraph that were meant as a table. */
void table_check_paragraph(struct reader *reader, size_t first, size_t last);

/* markdown_link.c */
/* End of `[label]` that starts at `at`, or SIZE_MAX. */
size_t link_label(struct text content, size_t at);
void link_check(struct reader *reader, struct node *link);
/* The link takes its address from the definition of this label: it is checked by define_check(). */
void link_uses(struct reader *reader, struct node *link, struct text label);
/* Titles of figures that hold expressions become a NODE_CAPTION after the image; other titles may not
 * hold any. When the offsets of the tree are those of the page. */
void link_titles(struct reader *reader, struct node *document);
/* Definitions, footnotes nobody uses, lines that nothing shows. */
void define_check(struct reader *reader, struct node *document);

/* markdown_lost.c */
/* Words, code, a value or, if `pictures`, an image below `root`. */
bool has_words(const struct node *root, bool pictures);
void lost_words(struct reader *reader);
void lost_html(struct reader *reader, struct text html, size_t offset);
void lost_emphasis(struct reader *reader, const struct node *node);
void lost_image(struct reader *reader, struct node *image);
void lost_heading(struct reader *reader, struct node *heading);
/* `what` is what an item or a quote is called that nothing stands in. */
void lost_container(struct reader *reader, const struct node *container, const char *what);
/* A string that holds no Markdown: where in it something was meant as a formula. */
bool lost_formula(struct text string, struct range *formula);
#define FORMULA_HINT                                                                               \
    "formulas stand in the text of a page, in its headings, cells and the captions of tables"

/* False when the page has had its share of messages: a hostile page could have one for every byte. */
bool reader_may_report(struct reader *reader, size_t offset);

#define READER_REPORT(reader, severity, offset, length, hint, ...)                                 \
    do {                                                                                           \
        if (reader_may_report((reader), (offset)))                                                 \
            diag_at((reader)->page->diags, (severity), (reader)->page->source,                     \
                    (reader)->base + (offset), (length), (hint), __VA_ARGS__);                     \
    } while (0)
#define READER_ERROR(reader, offset, length, hint, ...)                                            \
    READER_REPORT(reader, SEVERITY_ERROR, offset, length, hint, __VA_ARGS__)
