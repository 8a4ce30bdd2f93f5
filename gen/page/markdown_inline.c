/* markdown_inline -- the inlines of one block as nodes, split at the tokens of the mask.
 *
 * The library's tree and the masked text are walked together. The tree says what stands next: the
 * words of a text node, `**` where strong emphasis opens and where it ends, back-ticks around code,
 * `[`, and after the words of a link `]` with an address, a label or nothing. Since escapes, entities
 * and expressions are tokens, a text node is byte for byte what stands in the source, so a cursor is
 * enough. Where the two have come apart (`find_text`), the library's own column is believed if the
 * bytes there are those of the node; else the next place in the block that has them; else the line. */
#include "page/markdown_parts.h"

#include <stdint.h>
#include <string.h>

struct walk {
    struct reader *reader;
    struct range range; /* of the block */
    size_t at;          /* the cursor */
    size_t span_end;    /* text before this offset belongs to a formula that is in the tree */
    bool cell;          /* of a table: a bar is written \| */
    bool address;       /* within <https://…>: no words */
};

static struct text masked(const struct walk *walk, size_t from) {
    struct text all = {walk->reader->mask.masked, walk->range.to};
    return text_cut(all, from, walk->range.to);
}

static bool stands_at(const struct walk *walk, size_t at, struct text bytes) {
    struct text rest = masked(walk, at);
    return bytes.len <= rest.len && memcmp(rest.ptr, bytes.ptr, bytes.len) == 0;
}

/* Returns the first place at or after the cursor where `bytes` stand, or SIZE_MAX. */
static size_t find_bytes(const struct walk *walk, struct text bytes) {
    const char *from = walk->reader->mask.masked + walk->at;
    size_t length = walk->range.to > walk->at ? walk->range.to - walk->at : 0;
    while (bytes.len && length >= bytes.len) {
        const char *hit = memchr(from, bytes.ptr[0], length - bytes.len + 1);
        if (!hit) break;
        if (memcmp(hit, bytes.ptr, bytes.len) == 0)
            return (size_t)(hit - walk->reader->mask.masked);
        length -= (size_t)(hit + 1 - from);
        from = hit + 1;
    }
    return SIZE_MAX;
}

/* The sign stands at the cursor or a little later: returns where, and moves the cursor behind it. */
static size_t expect(struct walk *walk, const char *sign) {
    size_t at = find_bytes(walk, text_of(sign));
    if (at == SIZE_MAX) return walk->at;
    walk->at = at + strlen(sign);
    return at;
}

/* Returns where the bytes of a node stand. Spaces at the start of a line stay in its literal in some places
 * (after a backslash, on a lazy line), tabs among them expanded: they are taken off then. */
static size_t find_text(struct walk *walk, cmark_node *from, struct text *literal) {
    struct text words = *literal;
    if (stands_at(walk, walk->at, words)) return walk->at;
    while (words.len && strchr(" \t", words.ptr[0]))
        words = text_cut(words, 1, words.len);
    if (words.len < literal->len && stands_at(walk, walk->at, words)) {
        *literal = words;
        return walk->at;
    }
    size_t line = (size_t)cmark_node_get_start_line(from);
    size_t at = source_offset(walk->reader->text, line, (size_t)cmark_node_get_start_column(from));
    if (at >= walk->range.from && at < walk->range.to && stands_at(walk, at, *literal)) return at;
    return find_bytes(walk, *literal);
}

static struct node *add(struct walk *walk, enum node_type type, size_t from, size_t to,
                        struct node *into) {
    struct node *node = node_new(walk->reader->arena, type, from, to > from ? to - from : 1);
    node_append(into, node);
    return node;
}

static void add_word(struct walk *walk, char c, size_t at) {
    struct words *words = &walk->reader->words;
    if (walk->address) return;
    words->place = arena_grow(&walk->reader->scratch, words->place, words->text.len,
                              &words->capacity, sizeof *words->place);
    words->place[words->text.len] = at;
    buf_char(&words->text, c);
}

/* ---- formulas ---------------------------------------------------------------------------- */

/* Adds the TeX at from..to, and the values in it, as children of `math`. */
static void add_tex(struct walk *walk, size_t from, size_t to, struct node *math) {
    const struct mask *mask = &walk->reader->mask;
    struct lex lex = {.text = text_cut(mask->clean, 0, to)};
    for (size_t at = from; at < to;) {
        size_t end = lex_formula_expression(&lex, at);
        bool value = end > 0;
        while (!value && end < to) {
            end = end ? end : at;
            bool bar = walk->cell && mask->clean.ptr[end] == '\\' && end + 1 < to &&
                       mask->clean.ptr[end + 1] == '|';
            if (bar && end > at) break;
            if (bar) at++; /* the backslash goes */
            end += !bar && mask->clean.ptr[end] == '\\' && end + 1 < to ? 2 : 1;
            if (bar) end++;
            if (lex_formula_expression(&lex, end)) break;
        }
        struct node *part = add(walk, value ? NODE_EXPR : NODE_TEXT, at, end, math);
        part->text = arena_text(walk->reader->arena, value ? text_cut(mask->clean, at + 2, end - 2)
                                                           : text_cut(mask->clean, at, end));
        at = end;
    }
}

static void add_math(struct walk *walk, const struct mask_span *span, struct node *into) {
    const struct mask *mask = &walk->reader->mask;
    size_t dollars = span->display ? 2 : 1;
    size_t close = span->behind - dollars, from = span->offset + dollars;
    struct node *math = add(walk, NODE_MATH, span->offset, span->behind, into);
    math->math.display = span->display;
    math->math.end = close;
    for (size_t end = from, next = from; from < close; from = next) {
        do { /* lines with nothing of a quote before them are one part */
            end = text_find(mask->clean, "\n", end);
            end = end < close ? end + 1 : close;
            next = end + mask_quotes(text_cut(mask->clean, end, close), span->quotes);
        } while (next == end && end < close);
        add_tex(walk, from, end, math);
        end = next;
    }
    bool words = false;
    for (const struct node *part = math->first; part; part = part->next)
        words = words || part->type == NODE_EXPR || text_trim(part->text).len;
    if (!words)
        READER_ERROR(walk->reader, span->offset, 2, "write its TeX between the dollars",
                     "formula without TeX");
}

static void report_behind(struct walk *walk, const struct mask_span *span) {
    struct text words = text_trim(text_cut(walk->reader->mask.clean, span->behind, span->end));
    if (!words.len) return;
    READER_ERROR(walk->reader, (size_t)(words.ptr - walk->reader->mask.clean.ptr), words.len,
                 "start a line for it; a full stop goes before the dollars",
                 "words in the line behind a formula");
}

static void read_span(struct walk *walk, size_t at, struct node *into) {
    const struct mask_span *span = mask_span_at(&walk->reader->mask, at);
    if (!span) return;
    walk->span_end = span->end;
    if (!span->closed) {
        READER_ERROR(walk->reader, span->offset, 2,
                     "close it with $$; a formula holds no empty line, and two dollars that are "
                     "only dollars are written \\$\\$",
                     "formula that is never closed");
        return;
    }
    add_math(walk, span, into);
    add_word(walk, WORDS_OTHER, at);
    if (span->display) report_behind(walk, span);
}

/* ---- words ------------------------------------------------------------------------------- */

static void add_words(struct walk *walk, struct text literal, size_t at, bool exact) {
    const struct mask *mask = &walk->reader->mask;
    for (size_t i = 0; i < literal.len;) {
        const struct mask_token *token = mask_token_at(mask, literal, i);
        bool escape = !token && mask_escape_at(literal, i);
        bool other = token || escape || literal.ptr[i] == MASK_BRACE;
        add_word(walk, other ? WORDS_OTHER : literal.ptr[i], exact ? at + i : at);
        i += token ? token->length : escape ? 2 : 1;
    }
}

/* Returns where the words at `from` end: the next value or formula stands there. */
static size_t words_end(const struct mask *mask, struct text literal, size_t from) {
    size_t end = from;
    while (end < literal.len && literal.ptr[end] != MASK_SPAN) {
        const struct mask_token *token = mask_token_at(mask, literal, end);
        if (token && token->kind != MASK_ENTITY) break;
        end += token ? token->length : 1;
    }
    return end < literal.len ? end : literal.len;
}

static void read_token(struct walk *walk, const struct mask_token *token, struct node *into) {
    size_t end = token->offset + token->length;
    if (token->kind == MASK_FORMULA) {
        struct mask_span span = {.offset = token->offset, .end = end, .behind = end};
        add_math(walk, &span, into);
    } else {
        struct node *node = add(walk, NODE_EXPR, token->offset, end, into);
        node->text = arena_text(walk->reader->arena,
                                text_cut(walk->reader->mask.clean, token->offset + 2, end - 2));
    }
    add_word(walk, WORDS_OTHER, token->offset);
}

static void read_text(struct walk *walk, cmark_node *from, struct node *into) {
    const struct mask *mask = &walk->reader->mask;
    struct text literal = text_of(cmark_node_get_literal(from));
    size_t start = find_text(walk, from, &literal);
    bool exact = start != SIZE_MAX;
    if (!exact) start = walk->at;
    if (exact) walk->at = start + literal.len;
    for (size_t i = 0; i < literal.len;) {
        const struct mask_token *token = mask_token_at(mask, literal, i);
        if (token && token->kind != MASK_ENTITY) {
            read_token(walk, token, into);
            i += token->length;
        } else if (literal.ptr[i] == MASK_SPAN || literal.ptr[i] == MASK_MORE) {
            if (literal.ptr[i] == MASK_SPAN) read_span(walk, start + i, into);
            for (i++; i < literal.len && literal.ptr[i] == MASK_MORE;)
                i++;
        } else {
            size_t end = words_end(mask, literal, i);
            struct text words = text_cut(literal, i, end);
            struct node *node =
                add(walk, NODE_TEXT, exact ? start + i : start, exact ? start + end : start, into);
            node->text = mask_restore(mask, words, false, walk->reader->arena);
            add_words(walk, words, node->offset, exact);
            i = end;
        }
    }
}

static void read_break(struct walk *walk, enum node_type type, struct node *into) {
    size_t start = walk->at, end = expect(walk, "\n");
    if (end < walk->span_end) return; /* within a formula of several lines */
    add(walk, type, start, end + 1, into);
    add_word(walk, '\n', end);
    struct text line = masked(walk, walk->at);
    walk->at += mask_quotes(text_cut(line, 0, text_find(line, "\n", 0)), 0);
}

/* A formula of several lines that turns out to be code: its bytes are read where they stand. */
static void restore_spans(const struct walk *walk, struct text code, size_t at) {
    char *out = (char *)(uintptr_t)code.ptr;
    for (size_t i = 0; i < code.len; i++) {
        if (code.ptr[i] != MASK_SPAN && code.ptr[i] != MASK_MORE) continue;
        while (at + 1 < walk->range.to && walk->reader->mask.masked[at] > MASK_MORE)
            at++;
        out[i] = walk->reader->mask.clean.ptr[at++];
    }
}

static void read_code(struct walk *walk, cmark_node *from, struct node *into) {
    struct reader *reader = walk->reader;
    size_t start = find_bytes(walk, TEXT("`"));
    if (start == SIZE_MAX) start = walk->at;
    struct lex lex = {.text = reader->mask.clean};
    size_t end = lex_code(&lex, start, walk->range.to);
    if (end) walk->at = end;
    struct node *node = add(walk, NODE_CODE, start, end, into);
    node->text = mask_restore(&reader->mask, text_of(cmark_node_get_literal(from)), !walk->cell,
                              reader->arena);
    restore_spans(walk, node->text, start);
    add_word(walk, WORDS_OTHER, start);
}

/* ---- what holds other inlines ------------------------------------------------------------- */

static void read_children(struct walk *walk, cmark_node *parent, struct node *into, int depth);

static void read_pair(struct walk *walk, enum node_type type, const char *sign, cmark_node *from,
                      struct node *into, int depth) {
    char other[3] = "__";
    if (type != NODE_STRIKE && stands_at(walk, walk->at, TEXT("_"))) {
        other[type == NODE_STRONG ? 2 : 1] = '\0';
        sign = other;
    }
    size_t start = expect(walk, sign);
    struct node *node = add(walk, type, start, walk->at, into);
    add_word(walk, WORDS_OTHER, start);
    read_children(walk, from, node, depth + 1);
    expect(walk, sign);
    add_word(walk, WORDS_OTHER, walk->at - 1);
    node->length = walk->at > start ? walk->at - start : 1;
    lost_emphasis(walk->reader, node);
}

/* Reads `(address "title")` at the cursor. It belongs to this link if the address that the library
 * found stands there byte for byte. */
static bool read_address(struct walk *walk, cmark_node *from, struct node *link) {
    struct text url = text_of(cmark_node_get_url(from)),
                title = text_of(cmark_node_get_title(from));
    struct text rest = masked(walk, walk->at);
    size_t at = 1;
    if (!text_starts(rest, "(")) return false;
    while (at < rest.len && strchr(" \t\n\v\f\r", rest.ptr[at]))
        at++;
    if (at < rest.len && rest.ptr[at] == '<') at++;
    if (!stands_at(walk, walk->at + at, url)) return false;
    if (!url.len && at < rest.len && !strchr(")>", rest.ptr[at])) return false;
    link->link.url_offset = walk->at + at - (rest.ptr[at - 1] == '<');
    walk->at += at + url.len;
    size_t words = title.len ? find_bytes(walk, title) : SIZE_MAX;
    if (words != SIZE_MAX) walk->at = words + title.len + 1;
    expect(walk, ")");
    return true;
}

/* Reads what stands behind the words of a link, which began at `words`. */
static void read_link_end(struct walk *walk, cmark_node *from, struct node *link, size_t words) {
    size_t words_end = expect(walk, "]");
    if (read_address(walk, from, link)) {
        link->length = walk->at - link->offset;
        link_check(walk->reader, link);
        return;
    }
    struct text text = {walk->reader->mask.masked, walk->range.to};
    size_t end = link_label(text, walk->at);
    bool label = end != SIZE_MAX && text_trim(text_cut(text, walk->at + 1, end - 1)).len;
    size_t label_at = walk->at + 1;
    if (end != SIZE_MAX) walk->at = end;
    link->length = walk->at - link->offset;
    link_uses(
        walk->reader, link,
        text_cut(walk->reader->mask.clean, label ? label_at : words, label ? end - 1 : words_end));
}

static void read_link(struct walk *walk, cmark_node *from, enum node_type type, struct node *into,
                      int depth) {
    struct reader *reader = walk->reader;
    const struct mask *mask = &reader->mask;
    bool automatic = type == NODE_LINK && stands_at(walk, walk->at, TEXT("<"));
    size_t start = expect(walk, automatic ? "<" : type == NODE_IMAGE ? "![" : "[");
    size_t words = walk->at;
    struct node *link = add(walk, type, start, walk->at, into);
    link->link.url = mask_restore(mask, text_of(cmark_node_get_url(from)), false, reader->arena);
    link->link.title =
        mask_restore(mask, text_of(cmark_node_get_title(from)), false, reader->arena);
    link->link.url_offset = automatic ? words : start;
    if (!automatic) add_word(walk, WORDS_OTHER, start);
    walk->address = automatic;
    read_children(walk, from, link, depth + 1);
    walk->address = false;
    if (automatic) {
        expect(walk, ">");
        link->length = walk->at - start;
        link_check(reader, link);
    } else {
        read_link_end(walk, from, link, words);
        add_word(walk, WORDS_OTHER, start);
    }
    if (type == NODE_IMAGE) lost_image(reader, link);
}

static void read_note_ref(struct walk *walk, cmark_node *from, struct node *into) {
    struct reader *reader = walk->reader;
    size_t start = expect(walk, "[^"), label = walk->at, end = expect(walk, "]");
    struct node *node = add(walk, NODE_NOTE_REF, start, walk->at, into);
    add_word(walk, WORDS_OTHER, start);
    unsigned long number = 0;
    if (!text_number(text_of(cmark_node_get_literal(from)), 1000000, &number)) return;
    while (number >= reader->note_capacity)
        reader->note_references =
            arena_grow(&reader->scratch, reader->note_references, reader->note_capacity,
                       &reader->note_capacity, sizeof *reader->note_references);
    node->note.label = arena_text(reader->arena, text_cut(reader->mask.clean, label, end));
    node->note.number = number;
    node->note.ordinal = ++reader->note_references[number];
}

static void read_html(struct walk *walk, cmark_node *from) {
    struct reader *reader = walk->reader;
    struct text literal = text_of(cmark_node_get_literal(from));
    size_t at = find_text(walk, from, &literal);
    if (at == SIZE_MAX) at = walk->at; /* over several lines of a quote */
    walk->at = at + literal.len < walk->range.to ? at + literal.len : walk->range.to;
    lost_html(reader, mask_restore(&reader->mask, literal, true, &reader->scratch), at);
    add_word(walk, WORDS_OTHER, at);
}

static void read_inline(struct walk *walk, cmark_node *from, struct node *into, int depth) {
    switch (cmark_node_get_type(from)) {
    case CMARK_NODE_TEXT: read_text(walk, from, into); return;
    case CMARK_NODE_SOFTBREAK: read_break(walk, NODE_SOFTBREAK, into); return;
    case CMARK_NODE_LINEBREAK: read_break(walk, NODE_LINEBREAK, into); return;
    case CMARK_NODE_CODE: read_code(walk, from, into); return;
    case CMARK_NODE_HTML_INLINE: read_html(walk, from); return;
    case CMARK_NODE_EMPH: read_pair(walk, NODE_EMPH, "*", from, into, depth); return;
    case CMARK_NODE_STRONG: read_pair(walk, NODE_STRONG, "**", from, into, depth); return;
    case CMARK_NODE_LINK: read_link(walk, from, NODE_LINK, into, depth); return;
    case CMARK_NODE_IMAGE: read_link(walk, from, NODE_IMAGE, into, depth); return;
    case CMARK_NODE_FOOTNOTE_REFERENCE: read_note_ref(walk, from, into); return;
    default: break;
    }
    if (text_is(text_of(cmark_node_get_type_string(from)), "strikethrough"))
        read_pair(walk, NODE_STRIKE, "~~", from, into, depth);
    else
        read_children(walk, from, into, depth + 1);
}

static void read_children(struct walk *walk, cmark_node *parent, struct node *into, int depth) {
    if (is_too_deep(walk->reader, into, depth)) return;
    for (cmark_node *child = cmark_node_first_child(parent); child; child = cmark_node_next(child))
        read_inline(walk, child, into, depth);
}

void inlines_read(struct reader *reader, cmark_node *block, struct range range, struct node *into,
                  int depth) {
    struct walk walk = {
        .reader = reader, .range = range, .at = range.from, .cell = into->type == NODE_CELL};
    buf_clear(&reader->words.text);
    read_children(&walk, block, into, depth);
    lost_words(reader);
}
