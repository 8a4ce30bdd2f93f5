/* html_parts -- the small pieces of HTML: a tag, a table, a link, a number, what is missing, how
 * wide words are. Leaf of the html files.
 *
 * HTML is written in one of two ways. Whole parts of a page are templates of the theme. What follows
 * a tree or a series (prose, tables, figures) is written here: a tag that has attributes by
 * html_tag(), a table by the html_table functions, a plain tag as the literal it is. No literal is
 * broken inside a tag.
 *
 * Ids made by the program begin with THEME_ID. Heading ids are lower case by GitHub's rule, so that no
 * heading can take one of them. */
#pragma once

#include "page/tree.h"
#include "svg/svg.h"

#define THEME_ID "G-"

/* A tag with its attributes, name and value in turn, and NULL at the end:
 *
 *     html_tag(out, "td", "class", "right", NULL);        <td class="right">
 *
 * Values are escaped. An attribute whose value is NULL is left out. */
#define html_tag(out, tag, ...) html_tag_with((out), (tag), (const char *const[]){__VA_ARGS__})
/* The same with these words in it, escaped, and its end. */
#define html_element(out, words, tag, ...)                                                         \
    html_element_with((out), (words), (tag), (const char *const[]){__VA_ARGS__})
void html_tag_with(struct buf *out, const char *tag, const char *const *attributes);
void html_element_with(struct buf *out, struct text words, const char *tag,
                       const char *const *attributes);
void html_end(struct buf *out, const char *tag); /* </td> */

/* A table in a box of its own:
 *
 *     html_table_open(), head cells, html_table_body(), rows, html_table_close()
 *
 * A headless one has neither head cells nor html_table_body(). */
struct html_table_about {
    size_t number;     /* of the table on its page */
    const char *class; /* or NULL */
    bool headless;
    bool scrolls;        /* it may be wider than a telephone: its box gets a tab stop and a name */
    struct text caption; /* HTML; empty: the number is its name */
};
void html_table_open(struct buf *out, const struct html_table_about *table);
void html_table_body(struct buf *out);
void html_table_close(struct buf *out);

/* A mark in the level's colour, for eyes only: the name stands beside it. Nothing for no level. */
void html_swatch(struct buf *out, enum svg_level level);
/* The head cell of a row, with the mark of the level that it names. */
void html_row_head(struct buf *out, enum svg_level level, struct text words);

/* The mark of reported figures, on one page. */
struct html_marks {
    bool in_heading; /* a heading has the mark, but not its words */
    bool seen;       /* there is one: the page says what it means */
};
/* A number; and the mark alone, behind one. */
void html_shown(struct html_marks *marks, struct buf *out, struct text shown, bool reported);
void html_dagger(struct html_marks *marks, struct buf *out);
/* A point or value that is missing: "not measured (the run was stopped)"; a reason that says the same
 * stands alone: "not reported by the source". */
void html_missing(struct buf *out, struct text missing, struct text reason);

/* The words of a subtree: those of the tree, if they stand there in one piece, else a text of the arena. */
struct text html_words(struct arena *arena, const struct node *node);
/* The text of what holds nothing else, as most cells of tables do; NULL in it: there is more, or nothing. */
struct text html_only_text(const struct node *parent);

/* Longest line of a text in code points, or of its words: the longest part without a place to break at. */
size_t html_width(struct text text, bool words);

/* ---- links ---------------------------------------------------------------------------------- */

/* An address begins with "/" at the site's root and ends with "/" for a page: /glossary/registers/. Links
 * between pages are relative ("../shared-memory/"), so that the same files can be served at any place. */

/* How the page at `from` calls `target` (an address, perhaps with a fragment; a fragment alone; or
 * anything else, which stays as it is). Percent-encoded, not yet escaped for HTML. */
struct text link_text(struct arena *arena, struct text from, struct text target);

/* Base address and address joined: https://example.org/course + /glossary/ . */
struct text link_absolute(struct arena *arena, struct text base, struct text address);

/* The path part of a base address with a slash at its end: "/" or "/course/". */
struct text link_base_path(struct arena *arena, struct text base);

/* Is it a link that may leave the site: http, https or mailto? */
bool link_is_external(struct text href);
