/* markdown_parts -- what the files of markdown share. Nobody else includes this.
 *
 * Reading order: markdown_limits.c (before parsing), markdown.c (the driver and the blocks),
 * markdown_brace.c and markdown_formula.c (the extensions), markdown_place.c (a block's text in the source),
 * markdown_trace.c (inlines), markdown_table.c, markdown_link.c, markdown_define.c and
 * markdown_lost.c (what would be lost). */
#ifndef PAGE_MARKDOWN_PARTS_H
#define PAGE_MARKDOWN_PARTS_H

#define CMARK_NO_SHORT_NAMES
#include <cmark-gfm.h>
#include <cmark-gfm-extension_api.h>

#include "page/markdown.h"

/* A line `[label]: address` or `[^label]: text`. */
struct definition {
    struct text label;     /* as written */
    struct text key;       /* folded: what the library compares */
    size_t offset, length; /* of `[label]` */
    size_t url_offset;
    bool used;
};

/* A link that took its address from a definition, or brackets that may have wanted one. */
struct label_use {
    struct text key;
    size_t offset, length;
    struct node *link; /* NULL: these are only brackets */
};

struct bad_byte {
    size_t offset, length;
    unsigned int code; /* UINT32_MAX: not UTF-8 */
};

/* One page while it is read. */
struct reader {
    const struct source *source;
    size_t body;
    struct arena *arena;  /* of the tree */
    struct arena scratch; /* until markdown_read() returns */
    struct diags *diags;
    char *bytes;   /* what the library reads: as long as the source, front matter and bad bytes
                      replaced, so that offsets are the same */
    bool *covered; /* by line from 0: some node shows what stands there */
    struct bad_byte *bad;
    size_t bad_count, bad_capacity;
    struct definition *definition;
    size_t definition_count, definition_capacity;
    struct label_use *use;
    size_t use_count, use_capacity;
    size_t *note_references; /* by number from 1 */
    size_t note_capacity;
    int heading_level; /* of the last heading; 1 before the first: the title */
    bool too_deep;     /* reported once */
    size_t messages;
    size_t note_count;
    cmark_node *no_close; /* block whose text has no }} from no_close_from to its line's end */
    int no_close_from, no_close_to;
    size_t misses; /* places that had to be guessed; 0 unless there is a mistake in here */
};

/* How a byte of inline text came into the tree. */
enum byte_kind {
    BYTE_SYNTAX,  /* delimiters, code, expressions, addresses: not words */
    BYTE_TEXT,    /* stands for itself */
    BYTE_ESCAPED, /* part of `\*` or `&amp;` */
};

/* The inline text of one block as the library parsed it, and where each byte is in the source. */
struct content {
    struct text text;
    size_t *place;       /* text.len + 1 source offsets */
    unsigned char *kind; /* text.len of enum byte_kind, filled in by trace_inlines() */
};

/* markdown_limits.c: false when the page may not be parsed. Fills in `bytes` and `bad`. */
bool limits_check(struct reader *reader);
/* After parsing: one message a bad byte, which says whether it is in text or in code. */
void limits_report_bad(struct reader *reader, const struct node *document);

/* markdown_brace.c */
struct brace_mark {
    int offset, length; /* in the block's inline text, braces or dollars included */
    bool formula;       /* markdown_formula.c made it */
};
cmark_syntax_extension *brace_extension(struct reader *reader);
/* The mark of an HTML_INLINE node that is an expression or a formula, else NULL. */
const struct brace_mark *brace_mark_of(cmark_node *node);

/* markdown_formula.c */
cmark_syntax_extension *formula_extension(struct reader *reader);
/* The TeX in content->text[from..to) as children of `math`. */
void formula_parts(struct reader *reader, const struct content *content, size_t from, size_t to,
                   struct node *math);
/* True: the code block of the library is a display formula, and was read. */
bool formula_read_block(struct reader *reader, cmark_node *from, struct node *into);
/* Dollars among the words that were meant as a formula. */
void formula_leftovers(struct reader *reader, const struct content *content);
/* A string that holds no Markdown, and in it what was meant as a formula. */
bool formula_in_words(struct text words, size_t *at, size_t *length);
#define FORMULA_HINT                                                                               \
    "formulas stand in the text of a page, in its headings, cells and the captions of tables"

/* markdown_place.c */
struct text reader_line(const struct reader *reader, size_t line); /* of `bytes`, from 1 */
size_t reader_line_start(const struct reader *reader, size_t line);
/* Offset in a line after blanks and `>`; *list also passes over list markers. */
size_t prefix_end(struct text line, bool list);
void cover_lines(struct reader *reader, size_t from, size_t to);
/* Finds the block's inline text in the source lines first..last and covers these lines. *line
 * receives the first line. `bars`: the library has turned `\|` into `|`. */
bool place_lines(struct reader *reader, cmark_node *block, size_t first, size_t last, bool bars,
                 struct content *content, size_t *line);
bool place_setext(struct reader *reader, cmark_node *block, size_t first, struct content *content,
                  size_t *underline);
bool place_atx(struct reader *reader, cmark_node *block, size_t line, size_t from,
               struct content *content);
/* The lines of a block whose text the library has given away, from the source line `line` on. */
bool place_block(struct reader *reader, struct text text, size_t line, struct content *content);
/* A table cell that stands in the source range from..to. */
bool place_cell(struct reader *reader, cmark_node *cell, size_t from, size_t to,
                struct content *content);
/* When nothing fits: every byte is at `offset`. */
void place_nowhere(struct reader *reader, cmark_node *block, size_t offset,
                   struct content *content);
size_t content_end(const struct content *content); /* offset after the last byte */

/* markdown_trace.c: the children of `block` as nodes below `into`. */
void trace_inlines(struct reader *reader, struct content *content, cmark_node *block,
                   struct node *into, int depth);

/* markdown_table.c */
void table_read(struct reader *reader, cmark_node *table, struct node *into, int depth);
/* Lines of a paragraph that were meant as a table. True if a message was written. */
bool table_check_paragraph(struct reader *reader, size_t first, size_t last);

/* markdown_link.c */
struct link_tail {
    size_t end;          /* after the tail */
    size_t url, url_end; /* of an inline address; url == url_end when there is none */
    bool is_inline;
    bool has_label; /* `[label]` with at least one byte */
    size_t label, label_end;
};
/* What follows the `]` of a link: `(address "title")`, `[label]`, `[]` or nothing. */
struct link_tail link_tail(struct text content, size_t at);
/* End of `[label]` that starts at `at`, or SIZE_MAX. */
size_t link_label(struct text content, size_t at);
void link_check(struct reader *reader, struct node *link);
/* Titles of figures that hold expressions become a NODE_CAPTION after the image. */
void link_captions(struct reader *reader, struct node *document);
struct text label_key(struct reader *reader, struct text label);

/* markdown_define.c: definitions, footnotes nobody uses, lines that nothing shows. */
void define_collect(struct reader *reader, const struct node *document);
void define_check(struct reader *reader, struct node *document);

/* markdown_lost.c */
void lost_leftovers(struct reader *reader, const struct content *content);
void lost_html(struct reader *reader, struct text html, size_t offset);
void lost_strong(struct reader *reader, const struct node *strong);
void lost_image(struct reader *reader, struct node *image);
void lost_heading(struct reader *reader, struct node *heading);

/* False when the page has had its share of messages: a hostile page could have one for every byte. */
bool reader_may_report(struct reader *reader, size_t offset);

#define READER_REPORT(reader, severity, offset, length, hint, ...)                                 \
    do {                                                                                           \
        if (reader_may_report((reader), (offset)))                                                 \
            diag_at((reader)->diags, (severity), (reader)->source, (offset), (length), (hint),     \
                    __VA_ARGS__);                                                                  \
    } while (0)
#define READER_ERROR(reader, offset, length, hint, ...)                                            \
    READER_REPORT(reader, SEVERITY_ERROR, offset, length, hint, __VA_ARGS__)
#define READER_WARNING(reader, offset, length, hint, ...)                                          \
    READER_REPORT(reader, SEVERITY_WARNING, offset, length, hint, __VA_ARGS__)

#endif
