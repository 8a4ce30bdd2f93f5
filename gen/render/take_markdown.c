/* take_markdown -- a page as Markdown again, as it is on the card of the build: values in place of
 * expressions, words that hold, addresses that lead to the site. */
#include <stdint.h>

#include "base/sixteen.h"
#include "page/structure.h"
#include "render/html.h"
#include "render/take.h"

struct copy {
    const struct html *html;
    const struct site *site;
    struct arena *arena;
    bool in_table; /* a bar would end the cell */
};

static void blocks(struct copy *copy, struct buf *out, const struct node *parent);
static void inlines(struct copy *copy, struct buf *out, const struct node *parent);

/* ---- in a line ------------------------------------------------------------------------------- */

/* Line ends, and signs that would mean something: \ * _ ` [ ] < & | and $; of those behind [, ^ is one too many. */
static inline sixteen are_signs(sixteen some) {
    return sixteen_find(some, '*' ^ '\n', '*') | sixteen_find(some, '$' ^ '&', '&') |
           sixteen_find(some, '<' ^ '|', '|') | (sixteen)(some - '[' <= '`' - '[');
}

/* * and [ would mean something anywhere, _ but inside words. */
static void plain(struct buf *out, struct text text) {
    size_t done = 0;
    for (size_t i = 0; (i = sixteen_next(text, i, are_signs)) < text.len; i++) {
        char c = text.ptr[i], before = i ? text.ptr[i - 1] : ' ';
        char after = i + 1 < text.len ? text.ptr[i + 1] : ' ';
        if (c == '^' || (c == '_' && before > ' ' && after > ' ')) continue;
        buf_view(out, text_cut(text, done, i));
        done = c == '\n' ? i + 1 : i;
        buf_char(out, c == '\n' ? ' ' : '\\');
    }
    buf_view(out, text_cut(text, done, text.len));
}

/* Between more back-ticks than the code has in a row. */
static void code(struct copy *copy, struct buf *out, struct text text) {
    size_t longest = 0, run = 0;
    for (size_t i = 0; i < text.len; i++) {
        run = text.ptr[i] == '`' ? run + 1 : 0;
        if (run > longest) longest = run;
    }
    const char *space = longest ? " " : "";
    for (size_t i = 0; i <= longest; i++)
        buf_char(out, '`');
    buf_str(out, space);
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '|' && copy->in_table) buf_char(out, '\\');
        buf_char(out, text.ptr[i]);
    }
    buf_str(out, space);
    for (size_t i = 0; i <= longest; i++)
        buf_char(out, '`');
}

static void value(struct copy *copy, struct buf *out, const struct node *node) {
    if (node->value.state == VALUE_MISSING) {
        plain(out, node->value.missing);
        if (!node->value.shown.len || text_equal(node->value.shown, node->value.missing)) return;
        buf_str(out, " (");
        plain(out, node->value.shown);
        buf_char(out, ')');
        return;
    }
    plain(out, html_value_words(copy->html, node));
    if (node->value.reported) buf_str(out, MARK_REPORTED);
}

/* Where a link leads for one who has the file alone. */
static struct text target(const struct copy *copy, struct text href) {
    if (link_is_external(href)) return href;
    struct text page = href;
    if (text_starts(href, "#"))
        page = arena_printf(copy->arena, "%.*s%.*s", TEXT_ARG(copy->html->address), TEXT_ARG(href));
    return link_absolute(copy->arena, copy->site->base.value, page);
}

static void link(struct copy *copy, struct buf *out, const struct node *node) {
    if (node->link.target != LINK_PAGE && node->link.target != LINK_EXTERNAL) {
        inlines(copy, out, node);
        return;
    }
    buf_char(out, '[');
    inlines(copy, out, node);
    struct text url = target(copy, node->link.href);
    bool bare = text_find(url, "(", 0) == SIZE_MAX && text_find(url, " ", 0) == SIZE_MAX;
    buf_str(out, bare ? "](" : "](<");
    buf_view(out, url);
    buf_str(out, bare ? ")" : ">)");
}

static void math(struct buf *out, const struct node *node, const char *open, const char *close) {
    struct buf tex = {0};
    for (const struct node *part = node->first; part; part = part->next)
        buf_view(&tex, part->type == NODE_EXPR ? part->value.shown : part->text);
    buf_printf(out, "%s%.*s%s", open, TEXT_ARG(text_trim(buf_text(&tex))), close);
    buf_free(&tex);
}

/* A drawing lies beside the page; one that could not be drawn is its words. */
static void picture(struct copy *copy, struct buf *out, const struct node *node) {
    const struct html *html = copy->html;
    struct text words = html_words(copy->arena, node);
    for (size_t i = 0; i < html->drawn_count; i++) {
        if (html->drawn[i].image != node) continue;
        if (!words.len) words = html->drawn[i].name;
        buf_str(out, "![");
        plain(out, words);
        buf_printf(out, "](figure-%zu.svg)", i + 1);
        return;
    }
    plain(out, words);
}

static void around(struct copy *copy, struct buf *out, const char *sign, const struct node *node) {
    buf_str(out, sign);
    inlines(copy, out, node);
    buf_str(out, sign);
}

static void inlines(struct copy *copy, struct buf *out, const struct node *parent) {
    for (const struct node *node = tree_visible_child(parent); node;
         node = tree_visible_sibling(node)) {
        switch (node->type) {
        case NODE_TEXT: plain(out, node->text); break;
        case NODE_SOFTBREAK: buf_char(out, ' '); break;
        case NODE_LINEBREAK: buf_str(out, copy->in_table ? " " : "\\\n"); break;
        case NODE_CODE: code(copy, out, node->text); break;
        case NODE_EMPH: around(copy, out, "*", node); break;
        case NODE_STRONG: around(copy, out, "**", node); break;
        case NODE_STRIKE: around(copy, out, "~~", node); break;
        case NODE_LINK: link(copy, out, node); break;
        case NODE_IMAGE: picture(copy, out, node); break;
        case NODE_NOTE_REF: buf_printf(out, "[^%zu]", node->note.number); break;
        case NODE_EXPR: value(copy, out, node); break;
        case NODE_MATH: math(out, node, "$", "$"); break;
        default: inlines(copy, out, node); break;
        }
    }
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* Adds a block, `first` before its first line and `rest` before every other one. */
static void indented(struct buf *out, struct text block, const char *first, const char *rest) {
    block = text_trim(block);
    for (const char *before = first; block.ptr; before = rest) {
        struct text line = text_next(&block, '\n');
        size_t start = out->len;
        buf_printf(out, "%s%.*s", before, TEXT_ARG(line));
        while (out->len > start && out->ptr[out->len - 1] == ' ') /* of an empty line */
            buf_truncate(out, out->len - 1);
        buf_char(out, '\n');
    }
}

static void list(struct copy *copy, struct buf *out, const struct node *node) {
    unsigned long number = node->list.start;
    for (const struct node *item = tree_visible_child(node); item;
         item = tree_visible_sibling(item)) {
        struct buf inner = {0}, mark = {0};
        if (item->item.task >= 0) buf_str(&inner, item->item.task ? "[x] " : "[ ] ");
        blocks(copy, &inner, item);
        if (node->list.kind == LIST_ORDERED)
            buf_printf(&mark, "%lu. ", number++);
        else
            buf_str(&mark, "- ");
        struct text spaces = arena_printf(copy->arena, "%*s", (int)mark.len, "");
        indented(out, buf_text(&inner), mark.ptr, spaces.ptr);
        if (!node->list.tight) buf_char(out, '\n');
        buf_free(&inner);
        buf_free(&mark);
    }
    if (node->list.tight) buf_char(out, '\n');
}

static void code_block(struct buf *out, const struct node *node) {
    size_t fence = 3, run = 0;
    for (size_t i = 0; i < node->text.len; i++) {
        run = node->text.ptr[i] == '`' ? run + 1 : 0;
        if (run >= fence) fence = run + 1;
    }
    struct buf ticks = {0};
    while (ticks.len < fence)
        buf_char(&ticks, '`');
    if (node->code.from.len)
        buf_printf(out, "From `%.*s`, line %lu:\n\n", TEXT_ARG(node->code.from),
                   node->code.first_line);
    buf_printf(out, "%s%.*s\n%.*s", ticks.ptr, TEXT_ARG(node->code.language), TEXT_ARG(node->text));
    buf_printf(out, "%s%s\n\n", text_ends(node->text, "\n") ? "" : "\n", ticks.ptr);
    buf_free(&ticks);
}

static void rule_of_head(struct buf *out, const struct node *table) {
    for (size_t i = 0; i < table->table.columns; i++) {
        enum cell_align align = table->table.align ? table->table.align[i] : ALIGN_NONE;
        buf_str(out, align == ALIGN_RIGHT    ? "| ---: "
                     : align == ALIGN_CENTRE ? "| :---: "
                                             : "| --- ");
    }
    buf_str(out, "|\n");
}

static void table(struct copy *copy, struct buf *out, const struct node *node) {
    bool head = true;
    if (node->table.nothing.len) {
        plain(out, node->table.nothing);
        buf_str(out, "\n\n");
        return;
    }
    for (const struct node *row = tree_visible_child(node); row; row = tree_visible_sibling(row)) {
        if (row->type == NODE_CAPTION && structure_shows_words(row)) {
            around(copy, out, "**", row);
            buf_str(out, "\n\n");
        }
        if (row->type != NODE_ROW) continue;
        copy->in_table = true;
        for (const struct node *cell = tree_visible_child(row); cell;
             cell = tree_visible_sibling(cell)) {
            buf_str(out, "| ");
            inlines(copy, out, cell);
            buf_char(out, ' ');
        }
        copy->in_table = false;
        buf_str(out, "|\n");
        if (head) rule_of_head(out, node);
        head = false;
    }
    buf_char(out, '\n');
}

static void question(struct copy *copy, struct buf *out, const struct node *node) {
    struct buf answer = {0};
    for (const struct node *part = node->first; part; part = part->next) {
        const struct node *cond = part->type == NODE_CHOICE ? part->choice.cond : NULL;
        bool right = cond && node->question.graded && cond->cond.verdict == EXPR_TRUE;
        if (part->type == NODE_ASK) {
            buf_str(out, "**Predict.** ");
            inlines(copy, out, part);
            buf_str(out, "\n\n");
        } else if (part->type == NODE_CHOICE) {
            buf_str(out, "- ");
            inlines(copy, out, part);
            buf_char(out, '\n');
        } else if (part->type == NODE_THEN && answer.len) {
            buf_char(&answer, ' ');
            inlines(copy, &answer, part);
        }
        if (!right) continue;
        buf_str(&answer, "Answer: ");
        inlines(copy, &answer, part);
        buf_char(&answer, '.');
    }
    buf_char(out, '\n');
    if (answer.len) indented(out, buf_text(&answer), "> ", "> ");
    buf_char(out, '\n');
    buf_free(&answer);
}

/* How many digits stand before what would make a list or a heading of the paragraph; SIZE_MAX: nothing would. */
static size_t before_mark(struct text text) {
    size_t digits = 0;
    while (digits < text.len && text.ptr[digits] >= '0' && text.ptr[digits] <= '9')
        digits++;
    char sign = text.len > digits ? text.ptr[digits] : 0;
    bool list = digits ? sign == '.' || sign == ')' : sign == '-' || sign == '+';
    list = list && text.len > digits + 1 && text.ptr[digits + 1] == ' ';
    bool mark = list || (!digits && (sign == '#' || sign == '>' || sign == '=' || sign == '~'));
    return mark ? digits : SIZE_MAX;
}

/* What would make something else of it loses its meaning, and so do spaces around it. */
static void paragraph(struct copy *copy, struct buf *out, const struct node *node) {
    const size_t start = out->len;
    inlines(copy, out, node);
    const struct text whole = text_cut(buf_text(out), start, out->len), text = text_trim(whole);
    const size_t digits = before_mark(text);
    if (text.len == whole.len && digits == SIZE_MAX) {
        buf_str(out, text.len ? "\n\n" : "");
        return;
    }
    struct text copied = arena_text(copy->arena, text);
    buf_truncate(out, start);
    if (digits != SIZE_MAX) {
        buf_view(out, text_cut(copied, 0, digits));
        buf_char(out, '\\');
        copied = text_cut(copied, digits, copied.len);
    }
    buf_view(out, copied);
    if (text.len) buf_str(out, "\n\n");
}

static void block(struct copy *copy, struct buf *out, const struct node *node) {
    struct buf inner = {0};
    switch (node->type) {
    case NODE_HEADING:
        buf_printf(out, "%.*s ", node->heading.level, "######");
        inlines(copy, out, node);
        buf_str(out, "\n\n");
        break;
    case NODE_QUOTE:
        blocks(copy, &inner, node);
        indented(out, buf_text(&inner), "> ", "> ");
        buf_char(out, '\n');
        break;
    case NODE_LIST: list(copy, out, node); break;
    case NODE_CODE_BLOCK: code_block(out, node); break;
    case NODE_RULE: buf_str(out, "---\n\n"); break;
    case NODE_TABLE: table(copy, out, node); break;
    case NODE_FORMULA:
        if (node->first) math(out, node->first, "$$\n", "\n$$\n\n");
        break;
    case NODE_QUESTION: question(copy, out, node); break;
    case NODE_TOOL:
        buf_printf(out, "(A tool of the page: <%.*s>)\n\n",
                   TEXT_ARG(target(copy, copy->html->address)));
        break;
    case NODE_NOTE:
        blocks(copy, &inner, node);
        buf_printf(out, "[^%zu]: ", node->note.number);
        indented(out, buf_text(&inner), "", "    ");
        buf_char(out, '\n');
        break;
    default: paragraph(copy, out, node); break;
    }
    buf_free(&inner);
}

static void blocks(struct copy *copy, struct buf *out, const struct node *parent) {
    for (const struct node *node = tree_visible_child(parent); node;
         node = tree_visible_sibling(node))
        block(copy, out, node);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void sources(struct buf *out, const struct front *front) {
    if (front->source_count) buf_str(out, "## Sources\n\n");
    for (size_t i = 0; i < front->source_count; i++) {
        const struct front_source *source = &front->source[i];
        buf_str(out, "- ");
        plain(out, source->title.value);
        if (source->url.value.len) buf_printf(out, ", <%.*s>", TEXT_ARG(source->url.value));
        buf_char(out, '\n');
    }
}

struct text take_markdown_address(const struct page *page, struct arena *arena) {
    return arena_printf(arena, "%.*s%.*s.md", TEXT_ARG(page->address), TEXT_ARG(page->slug));
}

struct text take_markdown(struct site_build *build, const struct html *html,
                          const struct entry *entry) {
    const struct page *page = entry->page;
    const struct front_byline *byline = &page->front.byline;
    struct copy copy = {html, &build->course->site, build->arena, false};
    enum { FILE_USUAL = 16000 };
    struct buf out = {.arena = build->arena};
    buf_expect(&out, FILE_USUAL);
    buf_str(&out, "# ");
    plain(&out, site_title(page));
    buf_str(&out, "\n\n");
    plain(&out, page->summary.shown);
    buf_printf(&out, "\n\nFrom <%.*s>. Numbers: ", TEXT_ARG(target(&copy, page->address)));
    plain(&out, build->card->name);
    if (entry->gate.open)
        buf_printf(&out, ". Written by %.*s on %.*s, reviewed by %.*s, checked on %.*s",
                   TEXT_ARG(byline->author.value), TEXT_ARG(byline->written.value),
                   TEXT_ARG(byline->reviewer.value), TEXT_ARG(byline->checked.value));
    buf_str(&out, entry->gate.open ? ".\n\n" : ". A draft, not reviewed.\n\n");
    if (html->marks.seen)
        buf_str(&out,
                "Figures marked " MARK_REPORTED " are reported by the sources named, or computed "
                "from such figures; they were not measured here.\n\n");
    blocks(&copy, &out, page->document);
    sources(&out, &page->front);
    return buf_take(&out, build->arena);
}
