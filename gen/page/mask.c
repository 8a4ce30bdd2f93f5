/* mask -- see mask.h. */
#include "page/mask.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/chars.h"
#include "base/eight.h"
#include "base/utf8.h"
#include "base/rules.h"

enum { FIRST_PRIVATE = 0xe000 };

/* ---- expressions, code, formulas ------------------------------------------------------------- */

/* The characters that a backslash escapes: an escape is hidden by the number that its one has here. */
static const char punctuation[] = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

static char peek(struct text text, size_t at) {
    return at < text.len ? text.ptr[at] : '\0';
}

size_t lex_expression(struct lex *lex, size_t at) {
    struct text text = lex->text;
    if (at < lex->barren || peek(text, at) != '{' || peek(text, at + 1) != '{') return 0;
    size_t end = at + 2;
    for (; end < text.len && text.ptr[end] != '\n'; end++)
        if (text.ptr[end] == '}' && peek(text, end + 1) == '}') return end + 2;
    lex->barren = end;
    return 0;
}

size_t lex_formula_expression(struct lex *lex, size_t at) {
    return peek(lex->text, at + 2) == '{' ? 0 : lex_expression(lex, at);
}

size_t lex_code(struct lex *lex, size_t at, size_t limit) {
    struct text text = text_cut(lex->text, 0, limit);
    size_t ticks = 0, run = 0;
    while (peek(text, at + ticks) == '`')
        ticks++;
    if (ticks >= LEX_TICKS || at < lex->no_ticks[ticks]) return 0;
    for (size_t end = at + ticks; end < text.len; end += run ? run : 1) {
        run = 0;
        while (peek(text, end + run) == '`')
            run++;
        if (run == ticks) return end + run;
    }
    lex->no_ticks[ticks] = text.len;
    return 0;
}

/* The dollar at `close` has an opening one at `at` and ends no formula: the next thing is a name. */
static bool is_shell(struct text text, size_t at, size_t close) {
    char first = peek(text, at + 1), behind = peek(text, close + 1);
    return is_word(behind) || (behind == first && (first == '(' || first == '{'));
}

size_t lex_formula(struct lex *lex, size_t at, size_t limit, bool bars) {
    struct text text = text_cut(lex->text, 0, limit);
    if (is_space(peek(text, at + 1))) return 0;
    for (size_t end = at + 1; end < text.len && text.ptr[end] != '`';) {
        size_t behind = lex_formula_expression(lex, end);
        char c = text.ptr[end], next = peek(text, end + 1);
        if (behind) {
            end = behind;
        } else if (bars && c == '|') {
            return 0;
        } else if (c == '\\' && next) {
            end += 2;
        } else if (c == '$') {
            bool closes = end > at + 1 && !is_space(text.ptr[end - 1]) && next != '$' &&
                          !is_digit(next) && !is_shell(text, at, end);
            return closes ? end + 1 : 0;
        } else {
            end++;
        }
    }
    return 0;
}

/* ---- the lines that belong together ------------------------------------------------------- */

size_t mask_quotes(struct text line, size_t quotes) {
    size_t at = 0;
    for (;; at++) {
        while (at < line.len && is_space(line.ptr[at]))
            at++;
        if (at == line.len || line.ptr[at] != '>' || quotes-- == 0) return at;
    }
}

/* Returns the end of the marker of a list that stands at `at`, or `at`: `-`, `12.`, with a space or the
 * end of the line behind it. */
static size_t marker_end(struct text line, size_t at) {
    enum { DIGITS = 9 };
    size_t end = at;
    if (end < line.len && strchr("-+*", line.ptr[end])) {
        end++;
    } else {
        while (end < at + DIGITS && is_digit(peek(line, end)))
            end++;
        if (end == at || (peek(line, end) != '.' && peek(line, end) != ')')) return at;
        end++;
    }
    return end == line.len || is_space(line.ptr[end]) ? end : at;
}

/* Nearly no line begins with one of the signs of quotes, lists and numbers, or with a space. */
static bool may_be_prefix(char c) {
    const uint64_t signs = UINT64_C(1) << '>' | UINT64_C(1) << '-' | UINT64_C(1) << '+' |
                           UINT64_C(1) << '*' | UINT64_C(0x3ff) << '0',
                   spaces = UINT64_C(1) << ' ' | UINT64_C(1) << '\t' | UINT64_C(1) << '\n' |
                            UINT64_C(1) << '\r';
    const unsigned char byte = (unsigned char)c;
    return byte < 64 && (signs | spaces) >> byte & 1;
}

size_t mask_prefix(struct text line, bool list) {
    if (!line.len || !may_be_prefix(line.ptr[0])) return 0;
    if (!list) return mask_quotes(line, SIZE_MAX);
    for (size_t at = 0, end;; at = end) {
        while (at < line.len && (is_space(line.ptr[at]) || line.ptr[at] == '>'))
            at++;
        end = marker_end(line, at);
        if (end == at) return at;
    }
}

static struct text line_at(struct text text, size_t at) {
    struct text rest = text_cut(text, at, text.len);
    return text_next(&rest, '\n');
}

/* Nearly every line is words and no more: no container, fence or formula of its own begins it. */
static bool begins_with_letter(struct text line) {
    return is_letter(peek(line, 0));
}

static size_t count_quotes(struct text line) {
    size_t quotes = 0;
    if (begins_with_letter(line)) return 0;
    for (size_t at = 0, end = mask_prefix(line, false); at < end; at++)
        quotes += line.ptr[at] == '>';
    return quotes;
}

static size_t run_length(struct text line, size_t at, char sign) {
    size_t run = 0;
    while (peek(line, at + run) == sign)
        run++;
    return run;
}

size_t mask_closing_run(struct text line, char sign) {
    size_t at = mask_prefix(line, false), run = run_length(line, at, sign);
    return text_trim(text_cut(line, at + run, line.len)).len ? 0 : run;
}

/* How long the run of back-ticks or tildes at `at` is if it may open a fence, else 0. */
static size_t opening_run(struct text line, size_t at) {
    enum { SHORTEST = 3 };
    char sign = peek(line, at);
    size_t run = sign == '`' || sign == '~' ? run_length(line, at, sign) : 0;
    if (run < SHORTEST) return 0;
    size_t behind = line.len - at - run;
    return sign == '`' && behind && memchr(line.ptr + at + run, '`', behind) ? 0 : run;
}

/* Some lines start a block of their own, or end one, whatever stands above them. An underline makes the
 * lines above it a heading, so that no code or formula goes on below. */
static bool starts_block(struct text line) {
    size_t at = mask_prefix(line, false);
    struct text words = text_cut(line, at, line.len);
    if (!words.len || *words.ptr == '#' || *words.ptr == '|') return true;
    return marker_end(line, at) > at || text_starts(words, "$$") || text_starts(words, "[^") ||
           opening_run(line, at) || mask_closing_run(line, '=') || mask_closing_run(line, '-');
}

/* ---- tokens ------------------------------------------------------------------------------ */

static void add_token(struct mask *mask, enum mask_kind kind, size_t from, size_t to,
                      struct text decoded) {
    if (mask->token_count == MASK_MAX_TOKENS) {
        if (mask->overflow == SIZE_MAX) mask->overflow = from;
        return;
    }
    unsigned code = FIRST_PRIVATE + (unsigned)mask->token_count;
    mask->token = arena_grow(mask->arena, mask->token, mask->token_count, &mask->token_capacity,
                             sizeof *mask->token);
    mask->token[mask->token_count++] = (struct mask_token){kind, from, to - from, decoded};
    char *out = mask->masked + from;
    memset(out, 'x', to - from);
    out[0] = (char)(0xe0 | code >> 12);
    out[1] = (char)(0x80 | (code >> 6 & 0x3f));
    out[2] = (char)(0x80 | (code & 0x3f));
}

static void add_span(struct mask *mask, struct mask_span span) {
    mask->span = arena_grow(mask->arena, mask->span, mask->span_count, &mask->span_capacity,
                            sizeof *mask->span);
    mask->span[mask->span_count++] = span;
    size_t from = span.offset;
    for (size_t at = span.offset; at < span.end;) {
        struct text line = line_at(mask->clean, at);
        size_t end = at + line.len < span.end ? at + line.len : span.end;
        memset(mask->masked + from, MASK_MORE, end > from ? end - from : 0);
        at += line.len + 1;
        from = at + (at < span.end ? mask_quotes(line_at(mask->clean, at), span.quotes) : 0);
    }
    mask->masked[span.offset] = MASK_SPAN;
}

static void add_escape(struct mask *mask, size_t at) {
    const char *escaped = strchr(punctuation, mask->clean.ptr[at + 1]);
    mask->masked[at] = (char)0xc2;
    mask->masked[at + 1] = (char)(0x80 + (escaped - punctuation));
}

/* ---- one segment ------------------------------------------------------------------------- */

static size_t mask_escape(struct mask *mask, size_t at) {
    struct text text = mask->clean;
    char escaped = peek(text, at + 1);
    if (!escaped || !strchr(punctuation, escaped)) return at + 1;
    bool braces = escaped == '{' && peek(text, at + 2) == '{';
    if (braces)
        add_token(mask, MASK_ENTITY, at, at + 3, TEXT("{{"));
    else
        add_escape(mask, at);
    return at + (braces ? 3 : 2);
}

/* Code stays as it is, but for escaped bars, which would end a cell of a table. */
static size_t mask_code(struct mask *mask, size_t at, size_t limit) {
    struct text text = mask->clean;
    size_t end = lex_code(&mask->lex, at, limit);
    if (!end) return at + run_length(text, at, '`');
    for (size_t i = at; i + 1 < end; i++)
        if (text.ptr[i] == '\\' && text.ptr[i + 1] == '|') add_escape(mask, i);
    return end;
}

static size_t mask_formula(struct mask *mask, size_t at, size_t limit, bool bars) {
    struct text text = mask->clean;
    if (at + 1 < limit && text.ptr[at + 1] == '$') return at + 2;
    size_t end = lex_formula(&mask->lex, at, limit, bars);
    if (!end) return at + 1;
    struct mask_span span = {.offset = at, .end = end, .behind = end, .closed = true};
    span.quotes = SIZE_MAX; /* lines of one segment: their marks are of containers */
    if (memchr(text.ptr + at, '\n', end - at))
        add_span(mask, span);
    else
        add_token(mask, MASK_FORMULA, at, end, TEXT(""));
    return end;
}

/* A real name has at most 40 letters. */
static size_t mask_entity(struct mask *mask, size_t at) {
    static struct pattern form = {"\\A&#?[0-9A-Za-z]{1,40};", NULL};
    struct text text = mask->clean, part[PATTERN_PARTS];
    if (!pattern_find(&form, text_cut(text, at, text.len), part)) return at + 1;
    struct text decoded = mask->decode(part[0], mask->arena);
    if (!decoded.len) return at + 1;
    add_token(mask, MASK_ENTITY, at, at + part[0].len, decoded);
    return at + part[0].len;
}

static bool may_begin(char c) {
    return c == '\\' || c == '`' || c == '$' || c == '&' || c == '{';
}

/* Returns where the next sign stands that may begin what is masked; `to`: nowhere before it. $ and & differ in one
 * bit. */
static size_t next_sign(struct text text, size_t at, size_t to) {
    for (; at + 8 <= to; at += 8) {
        const uint64_t eight = eight_at(text.ptr + at);
        const uint64_t marks = eight_find(eight, '\\') | eight_find(eight, '`') |
                               eight_find(eight, '{') |
                               eight_find(eight | EIGHT_EACH * ('$' ^ '&'), '&');
        if (marks) return at + eight_before(marks);
    }
    while (at < to && !may_begin(text.ptr[at]))
        at++;
    return at;
}

/* Masks the lines from `line` at `at` on that are one text; returns where they end. A row of a table is one. */
static size_t mask_segment(struct mask *mask, size_t at, struct text line) {
    struct text text = mask->clean;
    size_t quotes = count_quotes(line), start = mask_prefix(line, true), to = at + line.len + 1;
    bool bars = peek(line, start) == '|';
    while (to < text.len && !bars) {
        line = line_at(text, to);
        if (!begins_with_letter(line) && (starts_block(line) || count_quotes(line) > quotes)) break;
        to += line.len + 1;
    }
    if (to > text.len) to = text.len;
    while ((at = next_sign(text, at, to)) < to) {
        size_t end = 0;
        switch (text.ptr[at]) {
        case '\\': at = mask_escape(mask, at); break;
        case '`': at = mask_code(mask, at, to); break;
        case '$': at = mask_formula(mask, at, to, bars); break;
        case '&': at = mask_entity(mask, at); break;
        default:
            end = lex_expression(&mask->lex, at);
            if (end) add_token(mask, MASK_EXPRESSION, at, end, TEXT(""));
            at = end ? end : at + 1;
        }
    }
    return to;
}

/* ---- fences and displayed formulas -------------------------------------------------------- */

/* Returns true if the line belongs to code between fences or is one of the fences. */
static bool pass_fence(struct mask *mask, struct text line) {
    size_t at = mask_prefix(line, !mask->fence), quotes = count_quotes(line);
    if (mask->fence && at < line.len && (quotes < mask->fence_quotes || at < mask->fence_column)) {
        mask->fence = '\0'; /* its container has ended */
        at = mask_prefix(line, true);
    }
    if (!mask->fence) {
        mask->fence_run = opening_run(line, at);
        mask->fence = mask->fence_run ? line.ptr[at] : '\0';
        mask->fence_quotes = quotes;
        mask->fence_column = at > mask_prefix(line, false) ? at : 0;
        return mask->fence_run > 0;
    }
    if (mask_closing_run(line, mask->fence) >= mask->fence_run) mask->fence = '\0';
    return true;
}

/* Masks a formula that starts `line` at `at`. Returns the end of its last line, or 0. */
static size_t mask_display(struct mask *mask, size_t at, struct text line) {
    struct text text = mask->clean;
    size_t start = mask_prefix(line, true);
    if (!text_starts(text_cut(line, start, line.len), "$$")) return 0;
    size_t quotes = count_quotes(text_cut(line, 0, start)), limit = at;
    do {
        limit += line.len + 1;
        line = limit < text.len ? line_at(text, limit) : TEXT("");
    } while (limit < text.len && mask_quotes(line, quotes) < line.len);
    if (limit > text.len) limit = text.len;
    struct mask_span span = {.offset = at + start, .quotes = quotes, .display = true};
    size_t close = span.offset + 2;
    while (close + 1 < limit && !(text.ptr[close] == '$' && text.ptr[close + 1] == '$'))
        close += text.ptr[close] == '\\' ? 2 : 1;
    span.closed = close + 1 < limit;
    span.behind = span.closed ? close + 2 : limit;
    span.end = span.closed ? span.behind + line_at(text, span.behind).len : limit;
    while (span.end > span.offset && is_space(text.ptr[span.end - 1]))
        span.end--;
    if (!span.closed) span.behind = span.end;
    add_span(mask, span);
    return span.end;
}

void mask_build(struct mask *mask, struct text clean, size_t from,
                struct text (*decode)(struct text, struct arena *), struct arena *arena) {
    *mask = (struct mask){.clean = clean,
                          .arena = arena,
                          .overflow = SIZE_MAX,
                          .lex = {.text = clean},
                          .decode = decode};
    mask->masked = arena_reserve(arena, clean.len + 1);
    if (clean.len) memcpy(mask->masked, clean.ptr, clean.len);
    mask->masked[clean.len] = '\0';
    for (size_t at = from, end; at < clean.len; at = end) {
        struct text line = line_at(clean, at);
        end = at + line.len + 1;
        const bool words = !mask->fence && begins_with_letter(line);
        const bool empty = !mask->fence && !line.len;
        if (empty || (!words && pass_fence(mask, line))) continue;
        size_t display = words ? 0 : mask_display(mask, at, line);
        end = display ? display + line_at(clean, display).len + 1 : mask_segment(mask, at, line);
    }
}

/* ---- back -------------------------------------------------------------------------------- */

const struct mask_token *mask_token_at(const struct mask *mask, struct text text, size_t at) {
    uint32_t code = 0;
    if (text.ptr[at] & 0x80) utf8_decode(text_cut(text, at, text.len), &code);
    size_t number = (size_t)code - FIRST_PRIVATE;
    return code >= FIRST_PRIVATE && number < mask->token_count ? &mask->token[number] : NULL;
}

char mask_escape_at(struct text text, size_t at) {
    if (at + 1 >= text.len || (unsigned char)text.ptr[at] != 0xc2) return '\0';
    unsigned char second = (unsigned char)text.ptr[at + 1];
    return second < 0xa0 ? punctuation[second - 0x80] : '\0';
}

static int order(const void *offset, const void *span) {
    size_t a = *(const size_t *)offset, b = ((const struct mask_span *)span)->offset;
    return a < b ? -1 : a > b;
}

const struct mask_span *mask_span_at(const struct mask *mask, size_t offset) {
    if (!mask->span_count) return NULL;
    return bsearch(&offset, mask->span, mask->span_count, sizeof *mask->span, order);
}

struct text mask_restore(const struct mask *mask, struct text text, bool verbatim,
                         struct arena *arena) {
    struct buf out = {0};
    size_t plain = 0;
    while (plain < text.len && !(text.ptr[plain] & 0x80))
        plain++;
    if (plain == text.len) return arena_text(arena, text);
    for (size_t at = 0; at < text.len;) {
        const struct mask_token *token = mask_token_at(mask, text, at);
        char escaped = token ? '\0' : mask_escape_at(text, at);
        if (token && (verbatim || token->kind != MASK_ENTITY))
            buf_view(&out, text_cut(mask->clean, token->offset, token->offset + token->length));
        else if (token)
            buf_view(&out, token->decoded);
        else if (escaped && verbatim)
            buf_printf(&out, "\\%c", escaped);
        else
            buf_char(&out, escaped ? escaped : text.ptr[at]);
        at += token ? token->length : escaped ? 2 : 1;
    }
    return buf_take(&out, arena);
}
