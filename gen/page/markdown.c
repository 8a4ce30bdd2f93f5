/* markdown -- see markdown.h. The driver, and the blocks. */
#include "page/markdown_parts.h"

#include <cmark-gfm-core-extensions.h>
#include <stdint.h>
#include <string.h>

bool reader_may_report(struct reader *reader, size_t offset) {
    if (reader->messages == MARKDOWN_MAX_MESSAGES)
        diag_error(reader->diags, reader->source, offset, 1, "mend these first",
                   "more than %d messages about this page; the rest is left out",
                   MARKDOWN_MAX_MESSAGES);
    return reader->messages++ < MARKDOWN_MAX_MESSAGES;
}

static void read_blocks(struct reader *reader, cmark_node *parent, struct node *into, int depth);

/* The library's own place of a block: its first byte is right for blocks that start a line or follow
 * a marker. */
static struct node *add_block(struct reader *reader, cmark_node *from, enum node_type type,
                              struct node *into) {
    const struct source *source = reader->source;
    size_t line = (size_t)cmark_node_get_start_line(from);
    size_t last = (size_t)cmark_node_get_end_line(from);
    size_t start = source_offset(source, line, (size_t)cmark_node_get_start_column(from));
    size_t end = source_offset(source, last, SIZE_MAX);
    while (end > start && strchr(" \t\n", reader->bytes[end - 1]))
        end--; /* the library's last line may be the empty one after the block */
    struct node *node = node_new(reader->arena, type, start, end > start ? end - start : 1);
    node_append(into, node);
    return node;
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
        read_blocks(reader, child, item, depth + 2);
        if (item->item.task < 0) read_task(item);
    }
}

static void read_paragraph(struct reader *reader, cmark_node *from, struct node *into, int depth) {
    size_t first = (size_t)cmark_node_get_start_line(from);
    size_t last = (size_t)cmark_node_get_end_line(from);
    bool bars = false;
    cmark_node *table = cmark_node_next(from);
    if (!first && table) {
        /* The lines above the head of a table: they have no place of their own. */
        first = (size_t)cmark_node_get_start_line(table);
        last = first;
        struct text kept = text_of(cmark_node_get_string_content(table));
        for (size_t i = 0; i + 1 < kept.len; i++)
            last += kept.ptr[i] == '\n';
        last -= last > first;
        bars = true;
    }
    struct node *node = node_new(reader->arena, NODE_PARAGRAPH, 0, 1);
    node_append(into, node);
    struct content content;
    size_t line = first;
    if (place_lines(reader, from, first, last, bars, &content, &line)) {
        size_t lines = 0;
        for (size_t i = 0; i < content.text.len; i++)
            lines += content.text.ptr[i] == '\n';
        table_check_paragraph(reader, line, line + lines);
    } else {
        place_nowhere(
            reader, from,
            source_offset(reader->source, first, (size_t)cmark_node_get_start_column(from)),
            &content);
        cover_lines(reader, first, last);
    }
    node->offset = content.place[0];
    node->length = content_end(&content) > node->offset ? content_end(&content) - node->offset : 1;
    trace_inlines(reader, &content, from, node, depth);
    if (!node->first)
        node_unlink(node); /* nothing but raw HTML, which was reported */
    else if (node->first == node->last && node->first->type == NODE_IMAGE)
        node->type = NODE_FIGURE;
}

static bool is_id(struct text id) {
    if (!id.len || id.ptr[0] < 'a' || id.ptr[0] > 'z') return false;
    for (size_t i = 1; i < id.len; i++) {
        char c = id.ptr[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-')) return false;
    }
    return true;
}

/* Takes `{#id}` off the end of a heading. */
static void read_pin(struct reader *reader, struct content *content, struct node *heading) {
    struct text text = text_trim(content->text);
    size_t mark = SIZE_MAX;
    for (size_t at = text_find(text, "{#", 0); at != SIZE_MAX; at = text_find(text, "{#", at + 1))
        if (content->kind[at] == BYTE_TEXT) mark = at;
    struct node *last = heading->last;
    if (mark == SIZE_MAX) return;
    size_t offset = content->place[mark];
    size_t length = content->place[text.len - 1] + 1 - offset;
    struct text id = text_cut(text, mark + 2, text.len - 1);
    size_t in_words = last && last->type == NODE_TEXT ? text_find(last->text, "{#", 0) : SIZE_MAX;
    if (text.ptr[text.len - 1] != '}' || in_words == SIZE_MAX || !is_id(id)) {
        READER_ERROR(reader, offset, length,
                     "an id stands at the end of its heading and is made of a-z, 0-9 and -, a "
                     "letter first: {#tile-size}",
                     "not an id of a heading");
        return;
    }
    for (size_t more = in_words; more != SIZE_MAX; more = text_find(last->text, "{#", more + 1))
        in_words = more;
    heading->heading.pinned = arena_text(reader->arena, id);
    heading->heading.pinned_offset = content->place[mark + 2];
    size_t keep = in_words;
    while (keep && (last->text.ptr[keep - 1] == ' ' || last->text.ptr[keep - 1] == '\t'))
        keep--;
    last->length = offset - (in_words - keep) - last->offset;
    last->text.len = keep;
    if (!keep) node_unlink(last);
}

static void read_heading(struct reader *reader, cmark_node *from, struct node *into, int depth) {
    struct node *heading = add_block(reader, from, NODE_HEADING, into);
    size_t line = (size_t)cmark_node_get_start_line(from);
    heading->heading.level = cmark_node_get_heading_level(from);
    struct content content;
    if (place_atx(reader, from, line, heading->offset, &content)) {
        struct text whole = source_line(reader->source, line);
        heading->length = reader_line_start(reader, line) + whole.len - heading->offset;
    } else if (place_setext(reader, from, line, &content, &line)) {
        heading->offset = content.place[0];
        heading->length = content_end(&content) - heading->offset;
    } else {
        place_nowhere(reader, from, heading->offset, &content);
        cover_lines(reader, line, line);
    }
    trace_inlines(reader, &content, from, heading, depth);
    read_pin(reader, &content, heading);
    lost_heading(reader, heading);
}

/* Length of the run of `mark` that a line may close a fence with, 0 if it holds anything else. */
static size_t closing_run(struct text line, char mark) {
    size_t at = prefix_end(line, false), run = 0;
    while (at + run < line.len && line.ptr[at + run] == mark)
        run++;
    for (size_t i = at + run; i < line.len; i++)
        if (line.ptr[i] != ' ' && line.ptr[i] != '\t') return 0;
    return run;
}

static void report_open_fence(struct reader *reader, const struct node *node, size_t line,
                              size_t lines, char mark, size_t run) {
    const char *name = mark == '`' ? "back-ticks" : "tildes";
    size_t shorter = 0;
    for (size_t at = line + 1; at <= line + lines; at++) {
        size_t here = closing_run(reader_line(reader, at), mark);
        if (here >= 3 && here < run && !shorter) shorter = here;
    }
    const char *hint =
        arena_printf(&reader->scratch, "close it with %zu %s on a line of their own", run, name)
            .ptr;
    if (shorter)
        READER_ERROR(reader, node->offset, run, hint,
                     "code fence is never closed (%zu %s opened it, %zu do not close it)", run,
                     name, shorter);
    else
        READER_ERROR(reader, node->offset, run, hint,
                     "code fence is never closed (%zu %s opened it)", run, name);
}

static void read_code(struct reader *reader, cmark_node *from, struct node *into) {
    struct arena *arena = reader->arena;
    if (formula_read_block(reader, from, into)) return;
    struct node *node = add_block(reader, from, NODE_CODE_BLOCK, into);
    node->text = arena_text(arena, text_of(cmark_node_get_literal(from)));
    size_t line = (size_t)cmark_node_get_start_line(from), lines = 0;
    for (size_t i = 0; i < node->text.len; i++)
        lines += node->text.ptr[i] == '\n';
    int fence_length = 0, fence_offset = 0;
    char mark = 0;
    node->code.fenced = cmark_node_get_fenced(from, &fence_length, &fence_offset, &mark) != 0;
    if (!node->code.fenced) {
        cover_lines(reader, line, line + lines - (lines > 0));
        return;
    }
    node->code.info = arena_text(arena, text_of(cmark_node_get_fence_info(from)));
    struct text rest = text_trim(node->code.info);
    size_t word = 0;
    while (word < rest.len && rest.ptr[word] != ' ' && rest.ptr[word] != '\t')
        word++;
    struct text language = arena_text(arena, text_cut(rest, 0, word));
    for (size_t i = 0; i < language.len; i++)
        if (language.ptr[i] >= 'A' && language.ptr[i] <= 'Z')
            ((char *)(uintptr_t)language.ptr)[i] = (char)(language.ptr[i] - 'A' + 'a');
    node->code.language = language;
    size_t run = 0;
    while (node->offset + run < reader->source->text.len &&
           reader->bytes[node->offset + run] == mark)
        run++;
    size_t closing = line + lines + 1;
    bool closed = closing <= reader->source->line_count &&
                  closing_run(reader_line(reader, closing), mark) >= run;
    cover_lines(reader, line, line + lines + (closed ? 1 : 0));
    size_t end = source_offset(reader->source, line + lines + (closed ? 1 : 0), SIZE_MAX);
    node->length = end > node->offset ? end - node->offset : 1;
    if (!closed) report_open_fence(reader, node, line, lines, mark, run);
}

static void read_html(struct reader *reader, cmark_node *from) {
    size_t line = (size_t)cmark_node_get_start_line(from);
    struct text literal = text_of(cmark_node_get_literal(from));
    size_t lines = 0;
    for (size_t i = 0; i < literal.len; i++)
        lines += literal.ptr[i] == '\n';
    cover_lines(reader, line, line + lines - (lines > 0));
    size_t at = source_offset(reader->source, line, (size_t)cmark_node_get_start_column(from));
    lost_html(reader, text_trim(literal), at);
}

static void read_note(struct reader *reader, cmark_node *from, struct node *into, int depth) {
    size_t line = (size_t)cmark_node_get_start_line(from);
    struct node *note = add_block(reader, from, NODE_NOTE, into);
    struct text whole = reader_line(reader, line);
    size_t at = prefix_end(whole, true);
    size_t end = link_label(whole, at);
    if (end != SIZE_MAX && end - at > 3) {
        note->note.label = arena_text(reader->arena, text_cut(whole, at + 2, end - 1));
        note->offset = reader_line_start(reader, line) + at;
        note->length = end - at;
    }
    note->note.number = ++reader->note_count;
    cover_lines(reader, line, line);
    read_blocks(reader, from, note, depth + 1);
}

static void read_block(struct reader *reader, cmark_node *from, struct node *into, int depth) {
    switch (cmark_node_get_type(from)) {
    case CMARK_NODE_PARAGRAPH: read_paragraph(reader, from, into, depth); return;
    case CMARK_NODE_HEADING: read_heading(reader, from, into, depth); return;
    case CMARK_NODE_LIST: read_list(reader, from, into, depth); return;
    case CMARK_NODE_CODE_BLOCK: read_code(reader, from, into); return;
    case CMARK_NODE_HTML_BLOCK: read_html(reader, from); return;
    case CMARK_NODE_BLOCK_QUOTE:
        read_blocks(reader, from, add_block(reader, from, NODE_QUOTE, into), depth + 1);
        return;
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
        read_blocks(reader, from, into, depth + 1);
}

static void read_blocks(struct reader *reader, cmark_node *parent, struct node *into, int depth) {
    if (depth > MARKDOWN_MAX_DEPTH) {
        if (!reader->too_deep)
            READER_ERROR(reader, into->offset, 1, "write it flatter", "nested more than %d deep",
                         MARKDOWN_MAX_DEPTH);
        reader->too_deep = true;
        return;
    }
    for (cmark_node *child = cmark_node_first_child(parent); child; child = cmark_node_next(child))
        read_block(reader, child, into, depth);
}

static cmark_node *parse(struct reader *reader, cmark_syntax_extension *expressions,
                         cmark_syntax_extension *formulas) {
    cmark_gfm_core_extensions_ensure_registered();
    cmark_parser *parser =
        cmark_parser_new(CMARK_OPT_FOOTNOTES | CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE);
    /* Before the table extension, which takes every line that may follow words for its own. */
    cmark_parser_attach_syntax_extension(parser, formulas);
    static const char *const wanted[] = {"table", "strikethrough", "tasklist"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(wanted[i]));
    cmark_parser_attach_syntax_extension(parser, expressions);
    cmark_parser_feed(parser, reader->bytes, reader->source->text.len);
    cmark_node *document = cmark_parser_finish(parser);
    cmark_parser_free(parser);
    return document;
}

struct node *markdown_read(const struct source *source, size_t body, struct arena *arena,
                           struct diags *diags) {
    if (body > source->text.len) body = source->text.len;
    struct node *document = node_new(arena, NODE_DOCUMENT, body, source->text.len - body);
    struct reader reader = {
        .source = source, .body = body, .arena = arena, .diags = diags, .heading_level = 1};
    if (limits_check(&reader)) {
        reader.covered = ARENA_ARRAY(&reader.scratch, bool, source->line_count);
        cmark_syntax_extension *expressions = brace_extension(&reader);
        cmark_syntax_extension *formulas = formula_extension(&reader);
        cmark_node *parsed = parse(&reader, expressions, formulas);
        read_blocks(&reader, parsed, document, 0);
        link_captions(&reader, document);
        if (!reader.too_deep) define_collect(&reader, document);
        if (!reader.too_deep) define_check(&reader, document);
        cmark_node_free(parsed);
        cmark_syntax_extension_free(cmark_get_default_mem_allocator(), expressions);
        cmark_syntax_extension_free(cmark_get_default_mem_allocator(), formulas);
    }
    limits_report_bad(&reader, document);
    arena_free(&reader.scratch);
    return document;
}

size_t markdown_code_line_offset(const struct source *source, const struct node *node, size_t n) {
    struct text rest = node->text, line = {0};
    size_t at = source_place(source, node->offset).line + (node->code.fenced ? 1 : 0);
    for (size_t i = 0; i <= n; i++) {
        if (!rest.len) return node->offset + node->length;
        line = text_next(&rest, '\n');
    }
    struct text whole = source_line(source, at + n);
    size_t start = source_offset(source, at + n, 1);
    while (line.len && line.len > whole.len)
        line = text_cut(line, 1, line.len); /* blanks that stand for part of a tab */
    while (line.len && memcmp(line.ptr, whole.ptr + whole.len - line.len, line.len) != 0)
        line = text_cut(line, 1, line.len);
    return start + whole.len - line.len;
}
