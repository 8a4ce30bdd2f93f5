/* html_table -- a table as HTML: named, with head cells that say what they head, readable on a
 * telephone.
 *
 * Two layouts for narrow screens, chosen from the words: a table of figures scrolls in a box that
 * can be reached by keyboard; one whose cells hold sentences is stacked, a block a row, each cell
 * with its column's name before it. Which of the two is decided here, because a page without
 * scripts cannot measure itself. */
#include "render/html.h"

#include "page/structure.h"
#include "render/words.h"

/* Of a 390 px screen, in characters: what a row may hold before it is wider than the screen, and
 * the padding of a cell. A cell of more than PROSE characters is a sentence. */
enum { SCREEN = 40, PADDING = 3, PROSE = 60 };

struct shape {
    bool scrolls, prose;
};

static const struct node *head_row(const struct node *table) {
    for (const struct node *node = tree_visible_child(table); node;
         node = tree_visible_sibling(node))
        if (node->type == NODE_ROW) return node;
    return NULL;
}

/* The words of a cell, with a run of one letter for a formula, as long as that is when it is set. */
static struct text set_words(struct html *html, const struct node *cell) {
    struct buf words = {0};
    for (const struct node *node = tree_visible_child(cell); node;
         node = tree_visible_next(node, cell)) {
        if (node->type == NODE_MATH)
            for (size_t i = html_formula_width(node); i; i--)
                buf_char(&words, 'q');
        else if (node->type != NODE_TEXT && node->type != NODE_EXPR && node->type != NODE_CODE)
            buf_str(&words,
                    node->type == NODE_SOFTBREAK || node->type == NODE_LINEBREAK ? " " : "");
        else if (node->parent->type != NODE_MATH)
            buf_view(&words, node->type == NODE_EXPR ? node->value.shown : node->text);
    }
    struct text out = arena_text(html->arena, text_trim(buf_text(&words)));
    buf_free(&words);
    return out;
}

static struct shape measure(struct html *html, const struct node *table) {
    size_t columns = table->table.columns, total = 0;
    size_t *widest = ARENA_ARRAY(html->arena, size_t, columns ? columns : 1);
    struct shape shape = {0};
    const struct node *head = head_row(table);
    for (const struct node *row = tree_visible_child(table); row; row = tree_visible_sibling(row)) {
        if (row->type != NODE_ROW) continue;
        size_t column = 0;
        for (const struct node *cell = tree_visible_child(row); cell && column < columns;
             cell = tree_visible_sibling(cell), column++) {
            struct text words = set_words(html, cell);
            size_t width = html_word_width(words);
            if (width > widest[column]) widest[column] = width;
            shape.prose |= row != head && columns > 2 && html_line_width(words) > PROSE;
        }
    }
    for (size_t i = 0; i < columns; i++)
        total += widest[i] + PADDING;
    shape.scrolls = !shape.prose && total > SCREEN;
    return shape;
}

static const char *align_class(const struct node *table, size_t column) {
    if (column >= table->table.columns || !table->table.align) return "";
    switch (table->table.align[column]) {
    case ALIGN_RIGHT: return "right";
    case ALIGN_CENTRE: return "centre";
    case ALIGN_LEFT:
    case ALIGN_NONE: break;
    }
    return "";
}

/* The tag up to its closing bracket. A head that names a rung hangs its mark before the words. */
static void open_cell(struct buf *out, const struct node *table, size_t column, const char *tag,
                      const char *scope, enum svg_rung rung) {
    const char *align = align_class(table, column), *mark = rung ? "has-rung" : "";
    buf_printf(out, "<%s", tag);
    if (scope) buf_printf(out, " scope=\"%s\"", scope);
    if (*align || *mark)
        buf_printf(out, " class=\"%s%s%s\"", align, *align && *mark ? " " : "", mark);
}

static void head(struct html *html, struct buf *out, const struct node *table,
                 const struct node *row) {
    size_t column = 0;
    buf_str(out, "<thead>\n<tr>");
    for (const struct node *cell = tree_visible_child(row); cell;
         cell = tree_visible_sibling(cell), column++) {
        bool empty = !html_words(html->arena, cell).len;
        open_cell(out, table, column, empty ? "td" : "th", empty ? NULL : "col", SVG_RUNG_NONE);
        buf_char(out, '>');
        html_named(html, out, cell);
        buf_str(out, empty ? "</td>" : "</th>");
    }
    buf_str(out, "</tr>\n</thead>\n");
}

static void body_row(struct html *html, struct buf *out, const struct node *table,
                     const struct node *row, const struct text *names, bool labelled) {
    size_t column = 0;
    buf_str(out, "<tr>");
    for (const struct node *cell = tree_visible_child(row); cell;
         cell = tree_visible_sibling(cell), column++) {
        struct text words = {0};
        if (!column) words = html_words(html->arena, cell);
        bool heads = !column && table->table.columns > 1 && words.len;
        enum svg_rung rung = heads ? words_rung(words) : SVG_RUNG_NONE;
        open_cell(out, table, column, heads ? "th" : "td", heads ? "row" : NULL, rung);
        if (labelled && column && column < table->table.columns && names[column].len) {
            buf_str(out, " data-label=\"");
            buf_html(out, names[column]);
            buf_char(out, '"');
        }
        buf_char(out, '>');
        words_swatch(out, rung);
        (heads ? html_named : html_inlines)(html, out, cell);
        buf_str(out, heads ? "</th>" : "</td>");
    }
    buf_str(out, "</tr>\n");
}

static struct text *column_names(struct html *html, const struct node *table,
                                 const struct node *row) {
    struct text *names = ARENA_ARRAY(html->arena, struct text, table->table.columns + 1);
    size_t column = 0;
    for (const struct node *cell = row ? tree_visible_child(row) : NULL;
         cell && column < table->table.columns; cell = tree_visible_sibling(cell), column++)
        names[column] = html_words(html->arena, cell);
    return names;
}

void html_table(struct html *html, struct buf *out, const struct node *table) {
    if (table->table.nothing.len) {
        buf_str(out, "<p><span class=\"missing\">");
        buf_html(out, table->table.nothing);
        buf_str(out, "</span></p>\n");
        return;
    }
    struct shape shape = measure(html, table);
    const struct node *caption = NULL, *first = head_row(table);
    for (const struct node *node = tree_visible_child(table); node && !caption;
         node = tree_visible_sibling(node))
        if (node->type == NODE_CAPTION && structure_shows_words(node)) caption = node;
    size_t number = ++html->table_count;
    buf_str(out, "<div class=\"scroll\"");
    if (shape.scrolls && caption)
        buf_printf(out, " role=\"region\" tabindex=\"0\" aria-labelledby=\"" THEME_ID "table-%zu\"",
                   number);
    else if (shape.scrolls)
        buf_printf(out, " role=\"region\" tabindex=\"0\" aria-label=\"Table %zu\"", number);
    buf_printf(out, ">\n<table%s>\n", shape.prose ? " class=\"stack\"" : "");
    if (caption) {
        buf_printf(out, "<caption id=\"" THEME_ID "table-%zu\">", number);
        html_inlines(html, out, caption);
        buf_str(out, "</caption>\n");
    }
    if (first) head(html, out, table, first);
    struct text *names = column_names(html, table, first);
    buf_str(out, "<tbody>\n");
    for (const struct node *row = tree_visible_child(table); row; row = tree_visible_sibling(row))
        if (row->type == NODE_ROW && row != first)
            body_row(html, out, table, row, names, shape.prose);
    buf_str(out, "</tbody>\n</table>\n</div>\n");
}
