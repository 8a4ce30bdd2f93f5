/* markdown_block -- the blocks of a page as nodes, each with the place of its inlines. */
#include "page/markdown_parts.h"

#include <cmark-gfm-core-extensions.h>
#include <stdint.h>
#include <string.h>

#include "base/rules.h"

static size_t count_lines(struct text text) {
    size_t lines = 0;
    for (size_t at = 0; (at = text_find(text, "\n", at)) != SIZE_MAX; at++)
        lines++;
    return lines;
}

/* The library's own place of a block: its first byte is right for blocks that start a line or follow
 * a marker. */
static struct node *add_block(struct reader *reader, cmark_node *from, enum node_type type,
                              struct node *into) {
    const struct source *source = reader->text;
    size_t line = (size_t)cmark_node_get_start_line(from);
    size_t last = (size_t)cmark_node_get_end_line(from);
    size_t start = source_offset(source, line, (size_t)cmark_node_get_start_column(from));
    size_t end = source_offset(source, last, SIZE_MAX);
    while (end > start && strchr(" \t\n", reader->mask.clean.ptr[end - 1]))
        end--; /* the library's last line may be the empty one after the block */
    return add_node(reader, type, start, end, into);
}

/* The library knows a task only in a list that starts its line: not in a quote, not in a list that
 * starts in the line of another one. There the box is still in the words. */
static void read_task(struct node *item) {
    struct node *paragraph = item->first;
    struct node *text = paragraph && paragraph->type == NODE_PARAGRAPH ? paragraph->first : NULL;
    if (!text || text->type != NODE_TEXT) return;
    bool done = text_starts(text->text, "[x] ") || text_starts(text->text, "[X] ");
    if ((!done && !text_starts(text->text, "[ ] ")) || text->offset != paragraph->offset) return;
    item->item.task = done;
    text->text = text_cut(text->text, 4, text->text.len);
    text->offset += 4;
    text->length -= 4;
    paragraph->offset += 4;
    paragraph->length -= 4;
    if (!text->text.len) node_unlink(text);
}

static void read_list(struct reader *reader, cmark_node *from, struct node *into, int depth) {
    struct node *list = add_block(reader, from, NODE_LIST, into);
    bool ordered = cmark_node_get_list_type(from) == CMARK_ORDERED_LIST;
    list->list.kind = ordered ? LIST_ORDERED : LIST_BULLET;
    list->list.start = ordered ? (unsigned long)cmark_node_get_list_start(from) : 0;
    list->list.tight = cmark_node_get_list_tight(from) != 0;
    for (cmark_node *child = cmark_node_first_child(from); child; child = cmark_node_next(child)) {
        struct node *item = add_block(reader, child, NODE_ITEM, list);
        if (text_is(text_of(cmark_node_get_type_string(child)), "tasklist"))
            item->item.task = cmark_gfm_extensions_get_tasklist_item_checked(child);
        blocks_read(reader, child, item, depth + 2);
        if (item->item.task < 0) read_task(item);
        lost_container(reader, item, "list item");
    }
}

static bool ends_exactly(struct text line, struct text end) {
    return line.len >= end.len && text_equal(text_cut(line, line.len - end.len, line.len), end);
}

static bool ends_with(struct text line, struct text end) {
    return ends_exactly(text_trim(line), text_trim(end));
}

/* Returns whether the lines of `parsed` are the ends of those from `line` on. */
static bool stand_at(const struct reader *reader, struct text parsed, size_t line) {
    do {
        if (!ends_with(reader_line(reader, line++, true), text_next(&parsed, '\n'))) return false;
    } while (parsed.len);
    return true;
}

/* Finds where the inlines of a block stand. The library cuts definitions off the front of a paragraph and
 * leaves its first line where it was: so the lines that it parsed are counted from the last one up. A
 * line of them is the end of its line in the source, whatever containers stand before it. */
static struct range find_inlines(struct reader *reader, cmark_node *from, size_t first, size_t last,
                                 size_t *line) {
    /* A block without inlines may never have had a text: what the library returns then is not
     * initialised. */
    struct text parsed = {0};
    if (cmark_node_first_child(from)) parsed = text_of(cmark_node_get_string_content(from));
    while (parsed.len && parsed.ptr[parsed.len - 1] == '\n')
        parsed.len--;
    size_t below = count_lines(parsed);
    for (*line = last > below ? last - below : 1; *line > first; --*line)
        if (stand_at(reader, parsed, *line)) break;
    parsed = text_trim(text_next(&parsed, '\n'));
    struct text whole = text_trim(reader_line(reader, *line, true));
    size_t at =
        whole.len ? (size_t)(whole.ptr - reader->mask.masked) : reader_line_start(reader, *line);
    if (ends_with(whole, parsed)) at += whole.len - parsed.len;
    return (struct range){at, source_offset(reader->text, *line + below, SIZE_MAX)};
}

/* Moves the node into a block of its own behind `where`. */
static struct node *move_behind(struct reader *reader, struct node *where, enum node_type type,
                                struct node *node) {
    struct node *block = node_new(reader->arena, type, node->offset, node->length);
    node_unlink(node);
    node_insert_after(where, block);
    node_append(block, node);
    return block;
}

/* A formula of its own stands in lines of its own: the words before and behind it are paragraphs. */
static void split_formulas(struct reader *reader, struct node *paragraph) {
    struct node *where = paragraph;
    for (struct node *child = paragraph->first, *next; child; child = next) {
        next = child->next;
        if (child->type == NODE_MATH && child->math.display) {
            if (where == paragraph && child->offset > where->offset)
                where->length = child->offset - where->offset;
            where = move_behind(reader, where, NODE_FORMULA, child);
        } else if (where->type == NODE_FORMULA && child->type == NODE_SOFTBREAK) {
            node_unlink(child);
        } else if (where->type == NODE_FORMULA) {
            where = move_behind(reader, where, NODE_PARAGRAPH, child);
        } else if (where != paragraph) {
            node_unlink(child);
            node_append(where, child);
            where->length = child->offset + child->length - where->offset;
        }
    }
    if (paragraph->last && paragraph->last->type == NODE_SOFTBREAK && where != paragraph)
        node_unlink(paragraph->last);
}

static void read_paragraph(struct reader *reader, cmark_node *from, struct node *into, int depth) {
    size_t first = (size_t)cmark_node_get_start_line(from);
    size_t last = (size_t)cmark_node_get_end_line(from), line;
    cmark_node *table = cmark_node_next(from);
    if (!first && table) { /* the lines above the head of a table have no place of their own */
        first = (size_t)cmark_node_get_start_line(table);
        last = table_head_line(reader, table) - 1;
    }
    struct range range = find_inlines(reader, from, first, last, &line);
    last = source_place(reader->text, range.to).line;
    cover_lines(reader, line, last);
    table_check_paragraph(reader, line, last);
    struct node *node = add_node(reader, NODE_PARAGRAPH, range.from, range.to, into);
    inlines_read(reader, from, range, node, depth);
    split_formulas(reader, node);
    if (!node->first)
        node_unlink(node); /* nothing but raw HTML, which was reported, or formulas */
    else if (node->first == node->last && node->first->type == NODE_IMAGE)
        node->type = NODE_FIGURE;
}

/* Takes `{#id}` off the end of a heading. */
static void read_pin(struct reader *reader, struct node *heading) {
    static struct pattern mark = {"\\A[\\s\\S]*(\\{#[\\s\\S]*?)[ \\t]*\\z", NULL};
    static struct pattern form = {"\\A\\{#([a-z][a-z0-9-]*)\\}\\z", NULL};
    struct text words = buf_text(&reader->words), part[PATTERN_PARTS];
    if (!pattern_find(&mark, words, part)) return;
    struct text pin = part[1];
    struct node *last = heading->last;
    size_t offset = word_place(reader, (size_t)(pin.ptr - words.ptr));
    bool in_last = last && last->type == NODE_TEXT && last->text.len >= pin.len;
    if (!in_last || !pattern_find(&form, pin, part)) {
        READER_ERROR(reader, offset, pin.len,
                     "an id stands at the end of its heading and is made of a-z, 0-9 and -, a "
                     "letter first: {#tile-size}",
                     "not an id of a heading");
        return;
    }
    heading->heading.pinned = arena_text(reader->arena, part[1]);
    heading->heading.pinned_offset = offset + 2;
    last->text.len -= pin.len;
    while (last->text.len && strchr(" \t", last->text.ptr[last->text.len - 1])) {
        last->text.len--;
        offset--;
    }
    last->length = offset > last->offset ? offset - last->offset : 1;
    if (!last->text.len) node_unlink(last);
}

static void read_heading(struct reader *reader, cmark_node *from, struct node *into, int depth) {
    struct node *heading = add_block(reader, from, NODE_HEADING, into);
    struct text text = reader->mask.clean;
    size_t line = (size_t)cmark_node_get_start_line(from), last = line;
    heading->heading.level = cmark_node_get_heading_level(from);
    struct range range = {heading->offset, source_offset(reader->text, line, SIZE_MAX)};
    heading->length = range.to - range.from;
    if (text.ptr[range.from] == '#') {
        while (range.from < range.to && strchr("# \t", text.ptr[range.from]))
            range.from++;
    } else { /* the words stand above their underline */
        last = (size_t)cmark_node_get_end_line(from);
        range = find_inlines(reader, from, line, last, &line);
        last = source_place(reader->text, range.to).line + 1;
        heading->offset = range.from;
        heading->length = range.to - range.from;
    }
    cover_lines(reader, line, last);
    inlines_read(reader, from, range, heading, depth);
    read_pin(reader, heading);
    lost_heading(reader, heading);
}

static void report_open_fence(struct reader *reader, const struct node *node, size_t line,
                              size_t lines, char mark, size_t run) {
    const char *name = mark == '`' ? "back-ticks" : "tildes", *but = "";
    struct arena *arena = &reader->scratch;
    size_t shorter = 0; /* of the first one that is meant to close it */
    for (size_t at = line + lines; at > line; at--) {
        size_t here = mask_closing_run(reader_line(reader, at, false), mark);
        if (here >= 3 && here < run) shorter = here;
    }
    if (shorter) but = arena_printf(arena, ", %zu do not close it", shorter).ptr;
    READER_ERROR(reader, node->offset, run,
                 arena_printf(arena, "close it with %zu %s on a line of their own", run, name).ptr,
                 "code fence is never closed (%zu %s opened it%s)", run, name, but);
}

size_t code_start(struct text whole, struct text part) {
    while (part.len && !ends_exactly(whole, part))
        part = text_cut(part, 1, part.len);
    return whole.len - part.len;
}

/* Returns code as it stands in the source. The library takes the same bytes off the front of each line, but
 * reads the text in which tokens stand. */
static struct text code_text(struct reader *reader, struct text literal, size_t line) {
    struct buf out = {0};
    for (struct text rest = literal; rest.len; line++) {
        size_t before = rest.len;
        struct text part = text_next(&rest, '\n'), whole = reader_line(reader, line, false);
        size_t start = code_start(reader_line(reader, line, true), part);
        buf_view(&out, text_cut(part, 0, part.len - (whole.len - start)));
        buf_view(&out, text_cut(whole, start, whole.len));
        if (before > part.len) buf_char(&out, '\n');
    }
    return buf_take(&out, reader->arena);
}

static struct text first_word_lower(struct text info, struct arena *arena) {
    struct text word = text_trim(info);
    size_t length = word.len ? strcspn(word.ptr, " \t") : 0;
    char *lower = arena_alloc(arena, length + 1);
    for (size_t i = 0; i < length; i++)
        lower[i] = (char)(word.ptr[i] >= 'A' && word.ptr[i] <= 'Z' ? word.ptr[i] - 'A' + 'a'
                                                                   : word.ptr[i]);
    return (struct text){lower, length};
}

static void read_code(struct reader *reader, cmark_node *from, struct node *into) {
    struct node *node = add_block(reader, from, NODE_CODE_BLOCK, into);
    struct text literal = text_of(cmark_node_get_literal(from));
    size_t line = (size_t)cmark_node_get_start_line(from), lines = count_lines(literal);
    int fence_length = 0, fence_offset = 0;
    char mark = 0;
    node->code.fenced = cmark_node_get_fenced(from, &fence_length, &fence_offset, &mark) != 0;
    node->text = code_text(reader, literal, line + (node->code.fenced ? 1 : 0));
    if (!node->code.fenced) {
        cover_lines(reader, line, line + lines - (lines > 0));
        return;
    }
    node->code.info =
        mask_restore(&reader->mask, text_of(cmark_node_get_fence_info(from)), false, reader->arena);
    node->code.language = first_word_lower(node->code.info, reader->arena);
    size_t run = 0;
    while (reader->mask.clean.ptr[node->offset + run] == mark)
        run++;
    size_t closing = line + lines + 1;
    bool closed = closing <= reader->text->line_count &&
                  mask_closing_run(reader_line(reader, closing, false), mark) >= run;
    cover_lines(reader, line, line + lines + (closed ? 1 : 0));
    size_t end = source_offset(reader->text, line + lines + (closed ? 1 : 0), SIZE_MAX);
    node->length = end > node->offset ? end - node->offset : 1;
    if (!closed) report_open_fence(reader, node, line, lines, mark, run);
}

static void read_html(struct reader *reader, cmark_node *from) {
    size_t line = (size_t)cmark_node_get_start_line(from);
    struct text literal = text_of(cmark_node_get_literal(from));
    size_t lines = count_lines(literal);
    cover_lines(reader, line, line + lines - (lines > 0));
    size_t at = source_offset(reader->text, line, (size_t)cmark_node_get_start_column(from));
    literal = mask_restore(&reader->mask, text_trim(literal), true, &reader->scratch);
    lost_html(reader, literal, at);
}

static void read_note(struct reader *reader, cmark_node *from, struct node *into, int depth) {
    size_t line = (size_t)cmark_node_get_start_line(from);
    struct node *note = add_block(reader, from, NODE_NOTE, into);
    struct text whole = reader_line(reader, line, false);
    size_t at = mask_prefix(whole, true);
    size_t end = link_label(whole, at);
    if (end != SIZE_MAX && end - at > 3) {
        note->note.label = arena_text(reader->arena, text_cut(whole, at + 2, end - 1));
        note->offset = reader_line_start(reader, line) + at;
        note->length = end - at;
    }
    note->note.number = ++reader->note_count;
    cover_lines(reader, line, line);
    blocks_read(reader, from, note, depth + 1);
}

static void read_block(struct reader *reader, cmark_node *from, struct node *into, int depth) {
    switch (cmark_node_get_type(from)) {
    case CMARK_NODE_PARAGRAPH: read_paragraph(reader, from, into, depth); return;
    case CMARK_NODE_HEADING: read_heading(reader, from, into, depth); return;
    case CMARK_NODE_LIST: read_list(reader, from, into, depth); return;
    case CMARK_NODE_CODE_BLOCK: read_code(reader, from, into); return;
    case CMARK_NODE_HTML_BLOCK: read_html(reader, from); return;
    case CMARK_NODE_BLOCK_QUOTE: {
        struct node *quote = add_block(reader, from, NODE_QUOTE, into);
        blocks_read(reader, from, quote, depth + 1);
        lost_container(reader, quote, "quote");
        return;
    }
    case CMARK_NODE_THEMATIC_BREAK: {
        size_t line = (size_t)cmark_node_get_start_line(from);
        add_block(reader, from, NODE_RULE, into);
        cover_lines(reader, line, line);
        return;
    }
    case CMARK_NODE_FOOTNOTE_DEFINITION: read_note(reader, from, into, depth); return;
    default: break;
    }
    if (text_is(text_of(cmark_node_get_type_string(from)), "table"))
        table_read(reader, from, into, depth);
    else
        blocks_read(reader, from, into, depth + 1);
}

void blocks_read(struct reader *reader, cmark_node *parent, struct node *into, int depth) {
    if (is_too_deep(reader, into, depth)) return;
    for (cmark_node *child = cmark_node_first_child(parent); child; child = cmark_node_next(child))
        read_block(reader, child, into, depth);
}
