/* html_table -- a table as HTML: named, with head cells that say what they head, readable on a
 * telephone.
 *
 * Two layouts for narrow screens, chosen from the words: a table of figures scrolls in a box that
 * can be reached by keyboard; one whose cells hold sentences is stacked, a block a row, each cell
 * with its column's name before it. Which of the two is decided here, because a page without
 * scripts cannot measure itself. */
#include "render/html.h"

#include "base/chars.h"
#include "page/structure.h"

/* Of a 390 px screen, in characters: what a row may hold before it is wider than the screen, and
 * the padding of a cell. A cell of more than PROSE characters is a sentence. */
enum { SCREEN = 40, PADDING = 3, PROSE = 60 };

struct shape {
    const struct node *table;
    bool scrolls, prose;
    bool *words; /* of each column: a cell below its head is more than a number */
};

static const struct node *head_row(const struct node *table) {
    for (const struct node *node = tree_visible_child(table); node;
         node = tree_visible_sibling(node))
        if (node->type == NODE_ROW) return node;
    return NULL;
}

/* Gives the words of a cell; a run of one letter stands for a formula and is as long as that is. */
static struct text set_words(struct html *html, const struct node *cell) {
    const struct text only = html_only_text(cell);
    if (only.ptr) return text_trim(only);
    struct buf words = {.arena = html->arena};
    for (const struct node *node = tree_visible_child(cell); node;
         node = tree_visible_next(node, cell)) {
        if (node->type == NODE_MATH)
            for (size_t i = html_formula_width(node); i; i--)
                buf_char(&words, 'q');
        else if (node->type != NODE_TEXT && node->type != NODE_EXPR && node->type != NODE_CODE)
            buf_str(&words,
                    node->type == NODE_SOFTBREAK || node->type == NODE_LINEBREAK ? " " : "");
        else if (node->parent->type != NODE_MATH)
            buf_view(&words, node->type == NODE_EXPR ? html_value_words(html, node) : node->text);
    }
    return text_trim(buf_take(&words, html->arena));
}

/* Is it a number without a unit: 1,024, 0.5, 3×? */
static bool is_number(struct text words) {
    static const char times[] = "×";
    if (text_ends(words, times)) words.len -= sizeof times - 1;
    bool digits = words.len > 0;
    for (size_t i = 0; i < words.len; i++)
        digits = digits && (is_digit(words.ptr[i]) || words.ptr[i] == ',' || words.ptr[i] == '.');
    return digits;
}

static struct shape measure(struct html *html, const struct node *table) {
    size_t columns = table->table.columns, total = 0;
    size_t *widest = ARENA_ARRAY(html->arena, size_t, columns ? columns : 1);
    struct shape shape = {.table = table,
                          .words = ARENA_ARRAY(html->arena, bool, columns ? columns : 1)};
    const struct node *head = head_row(table);
    for (const struct node *row = tree_visible_child(table); row; row = tree_visible_sibling(row)) {
        if (row->type != NODE_ROW) continue;
        size_t column = 0;
        for (const struct node *cell = tree_visible_child(row); cell && column < columns;
             cell = tree_visible_sibling(cell), column++) {
            struct text words = set_words(html, cell);
            size_t width = html_width(words, true);
            if (width > widest[column]) widest[column] = width;
            shape.words[column] |= row != head && !is_number(words);
            shape.prose |=
                row != head && columns > 2 && words.len > PROSE && html_width(words, false) > PROSE;
        }
    }
    for (size_t i = 0; i < columns; i++)
        total += widest[i] + PADDING;
    shape.scrolls = !shape.prose && total > SCREEN;
    return shape;
}

/* Numbers stand below each other by their last digits, also where the author did not say so. */
static const char *align_class(const struct shape *shape, size_t column) {
    const struct node *table = shape->table;
    if (column >= table->table.columns) return NULL;
    enum cell_align align = table->table.align ? table->table.align[column] : ALIGN_NONE;
    bool numbers = align == ALIGN_NONE && column && !shape->words[column];
    return align == ALIGN_RIGHT || numbers ? "right" : align == ALIGN_CENTRE ? "centre" : NULL;
}

static void head(struct html *html, struct buf *out, const struct shape *shape,
                 const struct node *row) {
    size_t column = 0;
    for (const struct node *cell = tree_visible_child(row); cell;
         cell = tree_visible_sibling(cell), column++) {
        bool empty = !html_words(html->arena, cell).len;
        const char *tag = empty ? "td" : "th";
        html_tag(out, tag, "scope", empty ? NULL : "col", "class", align_class(shape, column),
                 NULL);
        html_named(html, out, cell);
        html_end(out, tag);
    }
    html_table_body(out);
}

/* A head that names a level hangs its mark before the words. */
static void row_head(struct html *html, struct buf *out, const struct node *cell, struct text words,
                     const char *align) {
    enum svg_level level = words_level(words);
    const char *class = !level  ? align
                        : align ? html_printf(html, "%s has-level", align)
                                : "has-level";
    html_tag(out, "th", "scope", "row", "class", class, NULL);
    html_swatch(out, level);
    html_named(html, out, cell);
    html_end(out, "th");
}

/* A stacked table repeats the `names` of its columns in each cell; they are NULL for another. */
static void body_row(struct html *html, struct buf *out, const struct shape *shape,
                     const struct node *row, const char *const *names) {
    const struct node *table = shape->table;
    size_t column = 0;
    buf_str(out, "<tr>");
    for (const struct node *cell = tree_visible_child(row); cell;
         cell = tree_visible_sibling(cell), column++) {
        const char *align = align_class(shape, column);
        const bool first = !column && table->table.columns > 1;
        const struct text words = first ? html_words(html->arena, cell) : (struct text){0};
        if (words.len) {
            row_head(html, out, cell, words, align);
            continue;
        }
        bool labelled = names && column && column < table->table.columns;
        html_tag(out, "td", "class", align, "data-label", labelled ? names[column] : NULL, NULL);
        html_inlines(html, out, cell);
        html_end(out, "td");
    }
    buf_str(out, "</tr>\n");
}

/* Collects what stands above each column; NULL where nothing does. */
static const char **column_names(struct html *html, const struct node *table,
                                 const struct node *row) {
    const char **names = ARENA_ARRAY(html->arena, const char *, table->table.columns + 1);
    size_t column = 0;
    for (const struct node *cell = row ? tree_visible_child(row) : NULL;
         cell && column < table->table.columns; cell = tree_visible_sibling(cell), column++) {
        struct text words = html_words(html->arena, cell);
        if (words.len) names[column] = arena_string(html->arena, words);
    }
    return names;
}

static struct text caption_of(struct html *html, const struct node *table) {
    for (const struct node *node = tree_visible_child(table); node;
         node = tree_visible_sibling(node)) {
        if (node->type != NODE_CAPTION || !structure_shows_words(node)) continue;
        struct buf words = {.arena = html->arena};
        html_inlines(html, &words, node);
        return buf_take(&words, html->arena);
    }
    return (struct text){0};
}

void html_table(struct html *html, struct buf *out, const struct node *table) {
    if (table->table.nothing.len) {
        buf_str(out, "<p><span class=\"missing\">");
        buf_html(out, table->table.nothing);
        buf_str(out, "</span></p>\n");
        return;
    }
    struct shape shape = measure(html, table);
    const struct node *first = head_row(table);
    const struct html_table_about about = {.number = ++html->table_count,
                                           .class = shape.prose ? "stack" : NULL,
                                           .headless = !first,
                                           .scrolls = shape.scrolls,
                                           .caption = caption_of(html, table)};
    html_table_open(out, &about);
    if (first) head(html, out, &shape, first);
    const char *const *names = shape.prose ? column_names(html, table, first) : NULL;
    for (const struct node *row = tree_visible_child(table); row; row = tree_visible_sibling(row))
        if (row->type == NODE_ROW && row != first) body_row(html, out, &shape, row, names);
    html_table_close(out);
}
