/* markdown_trace -- inlines with their places.
 *
 * The library's inline tree and the text it was parsed from are walked together. At every moment the
 * tree says what must stand next in the text: `**` when a strong node opens, the same when it ends,
 * the words of a text node (with `\*` and `&amp;` for `*` and `&`), back-ticks around code, `[`, and
 * after the link's words `]` with an address, a label or nothing. So each node's bytes are known
 * without one column from the library, also after links and code that span lines, where its columns
 * are wrong. Expressions carry their offset from the extension; it must agree.
 *
 * On the way each byte is marked as word, escape or syntax: lost_leftovers() looks among the words for
 * marks that were meant as syntax. */
#include "page/markdown_parts.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct trace {
    struct reader *reader;
    struct content *content;
    size_t at;
};

static char char_at(const struct trace *trace, size_t at) {
    return at < trace->content->text.len ? trace->content->text.ptr[at] : '\0';
}

static bool is_punctuation(char c) {
    return c && strchr("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", c);
}

static bool is_alnum(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* What an entity of this spelling gives, from the library itself; empty if it is none. */
static struct text decode_entity(struct reader *reader, struct text entity) {
    cmark_node *document = cmark_parse_document(entity.ptr, entity.len, CMARK_OPT_DEFAULT);
    cmark_node *paragraph = cmark_node_first_child(document);
    cmark_node *text = paragraph ? cmark_node_first_child(paragraph) : NULL;
    struct text decoded = {0};
    if (text && cmark_node_get_type(text) == CMARK_NODE_TEXT)
        decoded = arena_text(&reader->scratch, text_of(cmark_node_get_literal(text)));
    cmark_node_free(document);
    if (text_equal(decoded, entity)) decoded.len = 0;
    return decoded;
}

/* Length of the longest possible entity at `at`, 0 if there is none. */
static size_t entity_length(const struct trace *trace, size_t at) {
    size_t end = at + 1;
    if (char_at(trace, end) == '#') end++;
    size_t from = end;
    while (is_alnum(char_at(trace, end)) && end - from < 40)
        end++;
    return end > from && char_at(trace, end) == ';' ? end + 1 - at : 0;
}

/* End of the text at `at` that reads as `literal`, SIZE_MAX if something else stands there. Marks
 * the bytes. */
static size_t match_text(struct trace *trace, size_t at, struct text literal) {
    unsigned char *kind = trace->content->kind;
    for (size_t i = 0; i < literal.len;) {
        if (at >= trace->content->text.len) return SIZE_MAX;
        char c = char_at(trace, at);
        size_t entity = c == '&' ? entity_length(trace, at) : 0;
        if (entity) {
            struct text written = text_cut(trace->content->text, at, at + entity);
            struct text decoded = decode_entity(trace->reader, written);
            if (decoded.len && decoded.len <= literal.len - i &&
                memcmp(decoded.ptr, literal.ptr + i, decoded.len) == 0) {
                memset(kind + at, BYTE_ESCAPED, entity);
                at += entity;
                i += decoded.len;
                continue;
            }
        }
        if (c == '\\' && is_punctuation(char_at(trace, at + 1)) &&
            char_at(trace, at + 1) == literal.ptr[i]) {
            kind[at] = kind[at + 1] = BYTE_ESCAPED;
            at += 2;
            i++;
            continue;
        }
        if (c != literal.ptr[i]) return SIZE_MAX;
        kind[at++] = BYTE_TEXT;
        i++;
    }
    return at;
}

static size_t skip_blanks(const struct trace *trace, size_t at) {
    while (char_at(trace, at) == ' ' || char_at(trace, at) == '\t')
        at++;
    return at;
}

/* The tree and the text have come apart: go on at the next place where `sign` stands. */
static void resume(struct trace *trace, const char *sign) {
    trace->reader->misses++;
    size_t hit = text_find(trace->content->text, sign, trace->at);
    if (hit != SIZE_MAX) trace->at = hit;
}

static void expect(struct trace *trace, const char *sign) {
    if (!text_starts(text_cut(trace->content->text, trace->at, trace->content->text.len), sign))
        resume(trace, sign);
    trace->at += strlen(sign);
    if (trace->at > trace->content->text.len) trace->at = trace->content->text.len;
}

static struct node *add(struct trace *trace, enum node_type type, size_t from, struct node *into) {
    struct node *node = node_new(trace->reader->arena, type, trace->content->place[from], 1);
    node_append(into, node);
    return node;
}

/* Sets the length of a node that ends before trace->at. */
static void finish(struct trace *trace, struct node *node) {
    size_t end = trace->at ? trace->content->place[trace->at - 1] + 1 : node->offset;
    if (trace->at && trace->at <= trace->content->text.len &&
        trace->content->place[trace->at] > end && trace->content->text.ptr[trace->at - 1] == '|')
        end++; /* a bar in a cell is two bytes in the source */
    node->length = end > node->offset ? end - node->offset : 1;
}

static void trace_children(struct trace *trace, cmark_node *parent, struct node *into, int depth);

static void trace_text(struct trace *trace, cmark_node *from, struct node *into) {
    struct text literal = text_of(cmark_node_get_literal(from));
    size_t start = trace->at;
    size_t end = match_text(trace, start, literal);
    if (end == SIZE_MAX) {
        /* Blanks at the start of a line stay in some places (after `\`, on a lazy line under a
         * definition), tabs among them partly expanded. They mean nothing. */
        start = skip_blanks(trace, start);
        while (literal.len && (literal.ptr[0] == ' ' || literal.ptr[0] == '\t'))
            literal = text_cut(literal, 1, literal.len);
        end = match_text(trace, start, literal);
    }
    if (end == SIZE_MAX) {
        resume(trace, arena_string(&trace->reader->scratch, literal));
        start = end = trace->at;
        if (match_text(trace, start, literal) != SIZE_MAX) end = start + literal.len;
    }
    trace->at = end;
    if (!literal.len) return;
    struct node *node = add(trace, NODE_TEXT, start, into);
    node->text = arena_text(trace->reader->arena, literal);
    finish(trace, node);
}

static void trace_break(struct trace *trace, enum node_type type, struct node *into) {
    size_t start = trace->at;
    size_t at = skip_blanks(trace, start);
    if (type == NODE_LINEBREAK && char_at(trace, at) == '\\') at++;
    if (char_at(trace, at) != '\n') {
        resume(trace, "\n");
        at = trace->at;
    }
    struct node *node = add(trace, type, start, into);
    trace->at = skip_blanks(trace, at < trace->content->text.len ? at + 1 : at);
    node->length = trace->content->place[at] + 1 - node->offset;
}

static void trace_code(struct trace *trace, cmark_node *from, struct node *into) {
    if (char_at(trace, trace->at) != '`') resume(trace, "`");
    size_t start = trace->at, ticks = 0;
    while (char_at(trace, start + ticks) == '`')
        ticks++;
    size_t end = start + ticks, run = 0;
    for (; end < trace->content->text.len; end++) {
        run = char_at(trace, end) == '`' ? run + 1 : 0;
        if (run == ticks && char_at(trace, end + 1) != '`') break;
        if (run > ticks)
            while (char_at(trace, end + 1) == '`')
                end++;
    }
    trace->at = end < trace->content->text.len ? end + 1 : end;
    struct node *node = add(trace, NODE_CODE, start, into);
    node->text = arena_text(trace->reader->arena, text_of(cmark_node_get_literal(from)));
    finish(trace, node);
}

static void trace_pair(struct trace *trace, enum node_type type, const char *sign, cmark_node *from,
                       struct node *into, int depth) {
    char other[3] = "";
    if (type != NODE_STRIKE && char_at(trace, trace->at) == '_') {
        snprintf(other, sizeof other, "%s", type == NODE_STRONG ? "__" : "_");
        sign = other;
    }
    size_t start = trace->at;
    expect(trace, sign);
    if (trace->at - strlen(sign) != start) start = trace->at - strlen(sign);
    struct node *node = add(trace, type, start, into);
    trace_children(trace, from, node, depth + 1);
    expect(trace, sign);
    finish(trace, node);
    if (type == NODE_STRONG) lost_strong(trace->reader, node);
}

static void use_label(struct trace *trace, struct node *link, size_t from, size_t to) {
    struct reader *reader = trace->reader;
    reader->use = arena_grow(&reader->scratch, reader->use, reader->use_count,
                             &reader->use_capacity, sizeof *reader->use);
    reader->use[reader->use_count++] = (struct label_use){
        .key = label_key(reader, text_cut(trace->content->text, from, to)),
        .offset = link->offset,
        .length = link->length,
        .link = link,
    };
}

static void trace_autolink(struct trace *trace, cmark_node *from, struct node *link, int depth) {
    expect(trace, "<");
    size_t words = trace->at;
    trace_children(trace, from, link, depth + 1);
    if (char_at(trace, trace->at) != '>') resume(trace, ">");
    memset(trace->content->kind + words, BYTE_SYNTAX, trace->at - words);
    link->link.url_offset = trace->content->place[words];
    expect(trace, ">");
}

static void trace_link(struct trace *trace, cmark_node *from, enum node_type type,
                       struct node *into, int depth) {
    struct arena *arena = trace->reader->arena;
    bool automatic = type == NODE_LINK && char_at(trace, trace->at) == '<';
    const char *opening = type == NODE_IMAGE ? "![" : "[";
    if (!automatic &&
        !text_starts(text_cut(trace->content->text, trace->at, trace->content->text.len), opening))
        resume(trace, opening);
    struct node *link = add(trace, type, trace->at, into);
    link->link.url = arena_text(arena, text_of(cmark_node_get_url(from)));
    link->link.title = arena_text(arena, text_of(cmark_node_get_title(from)));
    link->link.url_offset = link->offset;
    if (automatic) {
        trace_autolink(trace, from, link, depth);
        finish(trace, link);
    } else {
        expect(trace, opening);
        size_t words = trace->at;
        trace_children(trace, from, link, depth + 1);
        if (char_at(trace, trace->at) != ']') resume(trace, "]");
        size_t words_end = trace->at;
        struct link_tail tail = link_tail(trace->content->text, words_end + 1);
        trace->at = tail.end < trace->content->text.len ? tail.end : trace->content->text.len;
        finish(trace, link);
        if (tail.is_inline)
            link->link.url_offset = trace->content->place[tail.url];
        else if (tail.has_label)
            use_label(trace, link, tail.label, tail.label_end);
        else
            use_label(trace, link, words, words_end);
    }
    bool by_label =
        trace->reader->use_count && trace->reader->use[trace->reader->use_count - 1].link == link;
    if (!by_label) link_check(trace->reader, link); /* else when its definition is known */
    if (type == NODE_IMAGE) lost_image(trace->reader, link);
}

static void trace_note_ref(struct trace *trace, cmark_node *from, struct node *into) {
    struct reader *reader = trace->reader;
    size_t start = trace->at;
    expect(trace, "[^");
    start = trace->at >= 2 ? trace->at - 2 : start;
    size_t label = trace->at;
    while (trace->at < trace->content->text.len && char_at(trace, trace->at) != ']')
        trace->at++;
    expect(trace, "]");
    struct node *node = add(trace, NODE_NOTE_REF, start, into);
    finish(trace, node);
    unsigned long number = 0;
    if (!text_number(text_of(cmark_node_get_literal(from)), 1000000, &number)) return;
    while (number >= reader->note_capacity)
        reader->note_references =
            arena_grow(&reader->scratch, reader->note_references, reader->note_capacity,
                       &reader->note_capacity, sizeof *reader->note_references);
    node->note.label =
        arena_text(reader->arena, text_cut(trace->content->text, label, trace->at - 1));
    node->note.number = number;
    node->note.ordinal = ++reader->note_references[number];
}

static void trace_html(struct trace *trace, cmark_node *from, struct node *into) {
    struct text literal = text_of(cmark_node_get_literal(from));
    const struct brace_mark *mark = brace_mark_of(from);
    if (mark) {
        size_t from = (size_t)mark->offset, to = from + (size_t)mark->length;
        if (trace->at != from) trace->reader->misses++;
        struct node *node = add(trace, mark->formula ? NODE_MATH : NODE_EXPR, from, into);
        if (mark->formula)
            formula_parts(trace->reader, trace->content, from + 1, to - 1, node);
        else
            node->text = arena_text(trace->reader->arena, literal);
        trace->at = to;
        finish(trace, node);
        return;
    }
    if (!text_starts(text_cut(trace->content->text, trace->at, trace->content->text.len),
                     literal.ptr))
        resume(trace, arena_string(&trace->reader->scratch, literal));
    lost_html(trace->reader, literal, trace->content->place[trace->at]);
    trace->at += literal.len;
    if (trace->at > trace->content->text.len) trace->at = trace->content->text.len;
}

static void trace_inline(struct trace *trace, cmark_node *from, struct node *into, int depth) {
    switch (cmark_node_get_type(from)) {
    case CMARK_NODE_TEXT: trace_text(trace, from, into); return;
    case CMARK_NODE_SOFTBREAK: trace_break(trace, NODE_SOFTBREAK, into); return;
    case CMARK_NODE_LINEBREAK: trace_break(trace, NODE_LINEBREAK, into); return;
    case CMARK_NODE_CODE: trace_code(trace, from, into); return;
    case CMARK_NODE_HTML_INLINE: trace_html(trace, from, into); return;
    case CMARK_NODE_EMPH: trace_pair(trace, NODE_EMPH, "*", from, into, depth); return;
    case CMARK_NODE_STRONG: trace_pair(trace, NODE_STRONG, "**", from, into, depth); return;
    case CMARK_NODE_LINK: trace_link(trace, from, NODE_LINK, into, depth); return;
    case CMARK_NODE_IMAGE: trace_link(trace, from, NODE_IMAGE, into, depth); return;
    case CMARK_NODE_FOOTNOTE_REFERENCE: trace_note_ref(trace, from, into); return;
    default: break;
    }
    if (text_is(text_of(cmark_node_get_type_string(from)), "strikethrough"))
        trace_pair(trace, NODE_STRIKE, "~~", from, into, depth);
    else
        trace_children(trace, from, into, depth + 1);
}

static void trace_children(struct trace *trace, cmark_node *parent, struct node *into, int depth) {
    if (depth > MARKDOWN_MAX_DEPTH) {
        if (!trace->reader->too_deep)
            READER_ERROR(trace->reader, into->offset, 1, "write it flatter",
                         "nested more than %d deep", MARKDOWN_MAX_DEPTH);
        trace->reader->too_deep = true;
        return;
    }
    for (cmark_node *child = cmark_node_first_child(parent); child; child = cmark_node_next(child))
        trace_inline(trace, child, into, depth);
}

void trace_inlines(struct reader *reader, struct content *content, cmark_node *block,
                   struct node *into, int depth) {
    struct trace trace = {.reader = reader, .content = content};
    trace.at = skip_blanks(&trace, 0);
    trace_children(&trace, block, into, depth);
    lost_leftovers(reader, content);
}
