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
#include <stdlib.h>
#include <string.h>

#include "base/eight.h"
#include "base/rules.h"
#include "base/utf8.h"

/* The bytes of the block as the parser sees them, up to its end. */
static struct text masked(const struct reader *reader) {
    return (struct text){reader->mask.masked, reader->range.to};
}

static bool are_at(const struct reader *reader, size_t at, struct text bytes) {
    return at + bytes.len <= reader->range.to &&
           memcmp(reader->mask.masked + at, bytes.ptr, bytes.len) == 0;
}

static bool stands_at(const struct reader *reader, size_t at, const char *bytes) {
    return are_at(reader, at, text_of(bytes));
}

/* The sign stands at the cursor or a little later: returns where, and moves the cursor behind it. */
static size_t expect(struct reader *reader, const char *sign) {
    size_t at = text_find(masked(reader), sign, reader->at);
    if (at == SIZE_MAX) return reader->at;
    reader->at = at + strlen(sign);
    return at;
}

/* Returns where the bytes of a node stand. Spaces at the start of a line stay in its literal in some places
 * (after a backslash, on a lazy line), tabs among them expanded: they are taken off then. */
static size_t find_text(const struct reader *reader, cmark_node *from, struct text *literal) {
    if (are_at(reader, reader->at, *literal)) return reader->at;
    const char *words = literal->ptr + strspn(literal->ptr, " \t");
    if (words > literal->ptr && stands_at(reader, reader->at, words)) {
        *literal = text_of(words);
        return reader->at;
    }
    size_t line = (size_t)cmark_node_get_start_line(from);
    size_t at = source_offset(reader->text, line, (size_t)cmark_node_get_start_column(from));
    if (at >= reader->range.from && at < reader->range.to && stands_at(reader, at, literal->ptr))
        return at;
    return text_find(masked(reader), literal->ptr, reader->at);
}

/* Adds words of which the first byte stands at `at`, and the others behind it or, unless `exact`, there. */
static void add_words(struct reader *reader, struct text words, size_t at, bool exact) {
    if (reader->in_address || !words.len) return;
    const struct word_run *last =
        reader->word_run_count ? &reader->word_run[reader->word_run_count - 1] : NULL;
    if (!last || !exact || !last->exact || last->place + (reader->words.len - last->at) != at) {
        reader->word_run = arena_grow(&reader->scratch, reader->word_run, reader->word_run_count,
                                      &reader->word_run_capacity, sizeof *reader->word_run);
        reader->word_run[reader->word_run_count++] =
            (struct word_run){reader->words.len, at, exact};
    }
    buf_view(&reader->words, words);
}

static void add_word(struct reader *reader, char c, size_t at) {
    add_words(reader, (struct text){&c, 1}, at, true);
}

size_t word_place(const struct reader *reader, size_t at) {
    size_t low = 0, high = reader->word_run_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (reader->word_run[middle].at <= at)
            low = middle;
        else
            high = middle;
    }
    const struct word_run *run = &reader->word_run[low];
    return run->place + (run->exact ? at - run->at : 0);
}

/* ---- formulas ---------------------------------------------------------------------------- */

/* Adds the TeX at from..to, and the values in it, as children of `math`. */
static void add_tex(struct reader *reader, size_t from, size_t to, struct node *math) {
    struct lex lex = {.text = text_cut(reader->mask.clean, 0, to)};
    for (size_t at = from; at < to;) {
        size_t end = lex_formula_expression(&lex, at);
        bool value = end > 0;
        while (!value && end < to) {
            end = end ? end : at;
            bool bar = reader->in_cell && reader->mask.clean.ptr[end] == '\\' && end + 1 < to &&
                       reader->mask.clean.ptr[end + 1] == '|';
            if (bar && end > at) break;
            if (bar) at++; /* the backslash goes */
            end += !bar && reader->mask.clean.ptr[end] == '\\' && end + 1 < to ? 2 : 1;
            if (bar) end++;
            if (lex_formula_expression(&lex, end)) break;
        }
        struct node *part = add_node(reader, value ? NODE_EXPR : NODE_TEXT, at, end, math);
        part->text = arena_text(reader->arena, value ? text_cut(reader->mask.clean, at + 2, end - 2)
                                                     : text_cut(reader->mask.clean, at, end));
        at = end;
    }
}

static void add_math(struct reader *reader, const struct mask_span *span, struct node *into) {
    size_t dollars = span->display ? 2 : 1;
    size_t close = span->behind - dollars, from = span->offset + dollars;
    struct node *math = add_node(reader, NODE_MATH, span->offset, span->behind, into);
    math->math.display = span->display;
    math->math.end = close;
    for (size_t end = from, next; from < close; from = next) {
        do { /* lines with nothing of a quote before them are one part */
            end = text_find(reader->mask.clean, "\n", end);
            end = end < close ? end + 1 : close;
            next = end + mask_quotes(text_cut(reader->mask.clean, end, close), span->quotes);
        } while (next == end && end < close);
        add_tex(reader, from, end, math);
        end = next;
    }
    bool words = false;
    for (const struct node *part = math->first; part; part = part->next)
        words = words || part->type == NODE_EXPR || text_trim(part->text).len;
    if (!words)
        READER_ERROR(reader, span->offset, 2, "write its TeX between the dollars",
                     "formula without TeX");
}

static void report_behind(struct reader *reader, const struct mask_span *span) {
    struct text words = text_trim(text_cut(reader->mask.clean, span->behind, span->end));
    if (!words.len) return;
    READER_ERROR(reader, (size_t)(words.ptr - reader->mask.clean.ptr), words.len,
                 "start a line for it; a full stop goes before the dollars",
                 "words in the line behind a formula");
}

static void read_span(struct reader *reader, size_t at, struct node *into) {
    const struct mask_span *span = mask_span_at(&reader->mask, at);
    if (!span) return;
    reader->span_end = span->end;
    if (!span->closed) {
        READER_ERROR(reader, span->offset, 2,
                     "close it with $$; a formula holds no empty line, and two dollars that are "
                     "only dollars are written \\$\\$",
                     "formula that is never closed");
        return;
    }
    add_math(reader, span, into);
    add_word(reader, WORDS_OTHER, at);
    if (span->display) report_behind(reader, span);
}

/* ---- words ------------------------------------------------------------------------------- */

static void read_token(struct reader *reader, const struct mask_token *token, struct node *into) {
    size_t end = token->offset + token->length;
    if (token->kind == MASK_FORMULA) {
        struct mask_span span = {.offset = token->offset, .end = end, .behind = end};
        add_math(reader, &span, into);
    } else {
        struct node *node = add_node(reader, NODE_EXPR, token->offset, end, into);
        node->text =
            arena_text(reader->arena, text_cut(reader->mask.clean, token->offset + 2, end - 2));
    }
    add_word(reader, WORDS_OTHER, token->offset);
}

/* An entity stands for no character that could not be typed: the library makes &#7; and &#xFFFE; bytes that
 * are no text. */
static void check_entity(struct reader *reader, const struct mask_token *token) {
    uint32_t code;
    if (utf8_check(token->decoded, &code) == SIZE_MAX) return;
    READER_ERROR(
        reader, token->offset, token->length, "delete it",
        "%.*s is a character that a text cannot hold",
        TEXT_ARG(text_cut(reader->mask.clean, token->offset, token->offset + token->length)));
}

/* Returns where the next byte stands that is no plain ASCII. */
static size_t plain_end(struct text literal, size_t at) {
    for (; at + 8 <= literal.len; at += 8) {
        const uint64_t eight = eight_at(literal.ptr + at);
        const uint64_t marks = (eight & EIGHT_MARKS) | eight_find(eight, MASK_SPAN);
        if (marks) return at + eight_before(marks);
    }
    while (at < literal.len && !(literal.ptr[at] & 0x80) && literal.ptr[at] != MASK_SPAN)
        at++;
    return at;
}

/* Reads words up to the next value or formula; returns how many bytes of the literal they are. The first
 * one stands at `at`, and so do all of them where `exact` is not so. */
static size_t read_words(struct reader *reader, struct text literal, size_t at, bool exact,
                         struct node *into) {
    size_t end = 0;
    while (end < literal.len && literal.ptr[end] != MASK_SPAN) {
        const size_t from = end;
        end = plain_end(literal, end);
        if (end > from) {
            add_words(reader, text_cut(literal, from, end), exact ? at + from : at, exact);
            continue;
        }
        const struct mask_token *token = mask_token_at(&reader->mask, literal, end);
        if (token && token->kind != MASK_ENTITY) break;
        if (token) check_entity(reader, token);
        bool other = token || mask_escape_at(literal, end);
        end += token ? token->length : other ? 2 : 1;
        if (!other) end = plain_end(literal, end);
        add_words(reader,
                  other ? (struct text){(const char[]){WORDS_OTHER}, 1}
                        : text_cut(literal, from, end),
                  exact ? at + from : at, exact);
    }
    if (end > literal.len) end = literal.len;
    struct node *node = add_node(reader, NODE_TEXT, at, exact ? at + end : at, into);
    /* Plain words are those of the source. */
    struct text words = text_cut(literal, 0, end), source = reader->text->text;
    source = text_cut(source, at, exact ? at + end : at);
    node->text = text_equal(words, source)
                     ? source
                     : mask_restore(&reader->mask, words, false, reader->arena);
    return end;
}

static void read_text(struct reader *reader, cmark_node *from, struct node *into) {
    struct text literal = text_of(cmark_node_get_literal(from));
    size_t start = find_text(reader, from, &literal);
    bool exact = start != SIZE_MAX;
    if (!exact) start = reader->at;
    if (exact) reader->at = start + literal.len;
    for (size_t i = 0; i < literal.len;) {
        const struct mask_token *token = mask_token_at(&reader->mask, literal, i);
        if (token && token->kind != MASK_ENTITY) {
            read_token(reader, token, into);
            i += token->length;
        } else if (literal.ptr[i] == MASK_SPAN || literal.ptr[i] == MASK_MORE) {
            if (literal.ptr[i] == MASK_SPAN) read_span(reader, start + i, into);
            for (i++; i < literal.len && literal.ptr[i] == MASK_MORE;)
                i++;
        } else {
            i += read_words(reader, text_cut(literal, i, literal.len), exact ? start + i : start,
                            exact, into);
        }
    }
}

static void read_break(struct reader *reader, enum node_type type, struct node *into) {
    size_t start = reader->at, end = expect(reader, "\n");
    if (end < reader->span_end) return; /* within a formula of several lines */
    add_node(reader, type, start, end + 1, into);
    add_word(reader, '\n', end);
    const char *next = reader->mask.masked + reader->at; /* a NUL stands behind all of them */
    reader->at += strspn(next, " \t\r");
}

/* A formula of several lines that turns out to be code: its bytes are read where they stand. */
static void restore_spans(const struct reader *reader, struct text code, size_t at) {
    char *out = (char *)(uintptr_t)code.ptr;
    for (size_t i = 0; i < code.len; i++) {
        if (code.ptr[i] != MASK_SPAN && code.ptr[i] != MASK_MORE) continue;
        while (at + 1 < reader->range.to && reader->mask.masked[at] > MASK_MORE)
            at++;
        out[i] = reader->mask.clean.ptr[at++];
    }
}

static void read_code(struct reader *reader, cmark_node *from, struct node *into) {
    size_t start = text_find(masked(reader), "`", reader->at);
    if (start == SIZE_MAX) start = reader->at;
    struct lex lex = {.text = reader->mask.clean};
    size_t end = lex_code(&lex, start, reader->range.to);
    if (end) reader->at = end;
    struct node *node = add_node(reader, NODE_CODE, start, end, into);
    node->text = mask_restore(&reader->mask, text_of(cmark_node_get_literal(from)),
                              !reader->in_cell, reader->arena);
    restore_spans(reader, node->text, start);
    add_word(reader, WORDS_OTHER, start);
}

/* ---- what holds other inlines ------------------------------------------------------------- */

static void read_children(struct reader *reader, cmark_node *parent, struct node *into, int depth);

static void read_pair(struct reader *reader, enum node_type type, const char *sign,
                      cmark_node *from, struct node *into, int depth) {
    char other[3] = "__";
    if (type != NODE_STRIKE && stands_at(reader, reader->at, "_")) {
        other[type == NODE_STRONG ? 2 : 1] = '\0';
        sign = other;
    }
    size_t start = expect(reader, sign);
    struct node *node = add_node(reader, type, start, reader->at, into);
    add_word(reader, WORDS_OTHER, start);
    read_children(reader, from, node, depth + 1);
    expect(reader, sign);
    add_word(reader, WORDS_OTHER, reader->at - 1);
    node->length = reader->at > start ? reader->at - start : 1;
    lost_emphasis(reader, node);
}

/* Reads `(address "title")` at the cursor. It belongs to this link if the address that the library
 * found stands there byte for byte. */
static bool read_address(struct reader *reader, cmark_node *from, struct node *link) {
    static struct pattern form = {"\\A\\([ \\t\\n\\v\\f\\r]*(<?)", NULL};
    struct text url = text_of(cmark_node_get_url(from)), part[PATTERN_PARTS];
    struct text rest = text_cut(masked(reader), reader->at, reader->range.to);
    if (!pattern_find(&form, rest, part)) return false;
    size_t at = reader->at + part[0].len;
    if (!stands_at(reader, at, url.ptr)) return false;
    if (!url.len && at < reader->range.to && !strchr(")>", reader->mask.masked[at])) return false;
    link->link.url_offset = at - part[1].len;
    reader->at = at + url.len;
    struct text title = text_of(cmark_node_get_title(from));
    size_t words = text_find(masked(reader), title.ptr, reader->at);
    if (words != SIZE_MAX) reader->at = words + title.len + 1;
    expect(reader, ")");
    return true;
}

/* Reads what stands behind the words of a link, which began at `words`. */
static void read_link_end(struct reader *reader, cmark_node *from, struct node *link,
                          size_t words) {
    size_t words_end = expect(reader, "]");
    if (read_address(reader, from, link)) {
        link->length = reader->at - link->offset;
        link_check(reader, link);
        return;
    }
    struct text text = masked(reader);
    size_t end = link_label(text, reader->at);
    bool label = end != SIZE_MAX && text_trim(text_cut(text, reader->at + 1, end - 1)).len;
    size_t label_at = reader->at + 1;
    if (end != SIZE_MAX) reader->at = end;
    link->length = reader->at - link->offset;
    link_uses(reader, link,
              text_cut(reader->mask.clean, label ? label_at : words, label ? end - 1 : words_end));
}

static void read_link(struct reader *reader, cmark_node *from, enum node_type type,
                      struct node *into, int depth) {
    bool automatic = type == NODE_LINK && stands_at(reader, reader->at, "<");
    size_t start = expect(reader, automatic ? "<" : type == NODE_IMAGE ? "![" : "[");
    size_t words = reader->at;
    struct node *link = add_node(reader, type, start, reader->at, into);
    link->link.url =
        mask_restore(&reader->mask, text_of(cmark_node_get_url(from)), false, reader->arena);
    link->link.title =
        mask_restore(&reader->mask, text_of(cmark_node_get_title(from)), false, reader->arena);
    link->link.url_offset = automatic ? words : start;
    if (!automatic) add_word(reader, WORDS_OTHER, start);
    reader->in_address = automatic;
    read_children(reader, from, link, depth + 1);
    reader->in_address = false;
    if (automatic) {
        expect(reader, ">");
        link->length = reader->at - start;
        link_check(reader, link);
    } else {
        read_link_end(reader, from, link, words);
        add_word(reader, WORDS_OTHER, start);
    }
    if (type == NODE_IMAGE) lost_image(reader, link);
}

static void read_note_ref(struct reader *reader, cmark_node *from, struct node *into) {
    size_t start = expect(reader, "[^"), label = reader->at, end = expect(reader, "]");
    struct node *node = add_node(reader, NODE_NOTE_REF, start, reader->at, into);
    add_word(reader, WORDS_OTHER, start);
    node->note.label = arena_text(reader->arena, text_cut(reader->mask.clean, label, end));
    node->note.number = strtoul(cmark_node_get_literal(from), NULL, 10);
}

static void read_html(struct reader *reader, cmark_node *from) {
    struct text literal = text_of(cmark_node_get_literal(from));
    size_t at = find_text(reader, from, &literal);
    if (at == SIZE_MAX) at = reader->at; /* over several lines of a quote */
    reader->at = at + literal.len < reader->range.to ? at + literal.len : reader->range.to;
    lost_html(reader, mask_restore(&reader->mask, literal, true, &reader->scratch), at);
    add_word(reader, WORDS_OTHER, at);
}

static void read_inline(struct reader *reader, cmark_node *from, struct node *into, int depth) {
    switch (cmark_node_get_type(from)) {
    case CMARK_NODE_TEXT: read_text(reader, from, into); return;
    case CMARK_NODE_SOFTBREAK: read_break(reader, NODE_SOFTBREAK, into); return;
    case CMARK_NODE_LINEBREAK: read_break(reader, NODE_LINEBREAK, into); return;
    case CMARK_NODE_CODE: read_code(reader, from, into); return;
    case CMARK_NODE_HTML_INLINE: read_html(reader, from); return;
    case CMARK_NODE_EMPH: read_pair(reader, NODE_EMPH, "*", from, into, depth); return;
    case CMARK_NODE_STRONG: read_pair(reader, NODE_STRONG, "**", from, into, depth); return;
    case CMARK_NODE_LINK: read_link(reader, from, NODE_LINK, into, depth); return;
    case CMARK_NODE_IMAGE: read_link(reader, from, NODE_IMAGE, into, depth); return;
    case CMARK_NODE_FOOTNOTE_REFERENCE: read_note_ref(reader, from, into); return;
    default: break;
    }
    if (text_is(text_of(cmark_node_get_type_string(from)), "strikethrough"))
        read_pair(reader, NODE_STRIKE, "~~", from, into, depth);
    else
        read_children(reader, from, into, depth + 1);
}

static void read_children(struct reader *reader, cmark_node *parent, struct node *into, int depth) {
    if (is_too_deep(reader, into, depth)) return;
    for (cmark_node *child = cmark_node_first_child(parent); child; child = cmark_node_next(child))
        read_inline(reader, child, into, depth);
}

/* A formula of its own is split off a paragraph, and can stand nowhere else. */
static void check_displayed(struct reader *reader, const struct node *block) {
    for (const struct node *node = block; node; node = tree_next(node, block))
        if (node->type == NODE_MATH && node->math.display &&
            (node->parent != block || block->type != NODE_PARAGRAPH))
            READER_ERROR(reader, node->offset, 2,
                         "put empty lines around it, or write it between single dollars",
                         "a formula of its own cannot stand in here");
}

void inlines_read(struct reader *reader, cmark_node *block, struct range range, struct node *into,
                  int depth) {
    reader->range = range;
    reader->at = range.from;
    reader->span_end = 0;
    reader->in_cell = into->type == NODE_CELL;
    buf_clear(&reader->words);
    reader->word_run_count = 0;
    read_children(reader, block, into, depth);
    check_displayed(reader, into);
    lost_words(reader);
}
