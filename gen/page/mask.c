/* mask -- see mask.h. */
#include "page/mask.h"

#include <stdint.h>
#include <string.h>

#include "base/chars.h"

enum { FIRST_PRIVATE = 0xe000 };

size_t mask_quotes(struct text line, size_t quotes) {
    size_t at = 0;
    for (;; at++) {
        while (at < line.len && is_space(line.ptr[at]))
            at++;
        if (at == line.len || line.ptr[at] != '>' || quotes-- == 0) return at;
    }
}

/* Returns where the list marker at `at` ends, or `at` if there is none. */
static size_t marker_end(struct text line, size_t at) {
    size_t end = at;
    if (line.ptr[at] && strchr("-+*", line.ptr[at])) {
        end++;
    } else {
        while (end < line.len && end - at < 9 && line.ptr[end] >= '0' && line.ptr[end] <= '9')
            end++;
        if (end == at || end == line.len || !strchr(".)", line.ptr[end])) return at;
        end++;
    }
    return end < line.len && !is_space(line.ptr[end]) ? at : end;
}

size_t mask_prefix(struct text line, bool list) {
    for (size_t at = 0;;) {
        at += mask_quotes(text_cut(line, at, line.len), SIZE_MAX);
        size_t end = list && at < line.len ? marker_end(line, at) : at;
        if (end == at) return at;
        at = end;
    }
}

/* ---- the lines that belong together ------------------------------------------------------- */

struct masker {
    struct mask *mask;
    struct lex lex;
    struct text (*decode)(struct text, struct arena *);
    char fence;                        /* the sign of an open fence, else 0 */
    size_t fence_run;                  /* its length */
    size_t fence_quotes, fence_column; /* a line with less of either stands outside of it */
};

static struct text line_at(struct text text, size_t at) {
    size_t end = text_find(text, "\n", at);
    return text_cut(text, at, end);
}

static size_t count_quotes(struct text line) {
    size_t quotes = 0;
    for (size_t at = 0, end = mask_prefix(line, false); at < end; at++)
        quotes += line.ptr[at] == '>';
    return quotes;
}

static size_t run_length(struct text line, size_t at, char sign) {
    size_t run = 0;
    while (at + run < line.len && line.ptr[at + run] == sign)
        run++;
    return run;
}

/* Returns how long the fence is that opens code at `at`, or 0 if there is none. */
static size_t fence_at(struct text line, size_t at) {
    char sign = at < line.len ? line.ptr[at] : '\0';
    size_t run = sign == '`' || sign == '~' ? run_length(line, at, sign) : 0;
    bool ticks = sign == '`' && run < line.len &&
                 memchr(line.ptr + at + run, '`', line.len - at - run) != NULL;
    return run >= 3 && !ticks ? run : 0;
}

/* An underline makes the lines above it a heading, so that no code or formula goes on below. */
static bool is_underline(struct text line, size_t at) {
    size_t run =
        line.ptr[at] == '=' || line.ptr[at] == '-' ? run_length(line, at, line.ptr[at]) : 0;
    return run && !text_trim(text_cut(line, at + run, line.len)).len;
}

/* Some lines start a block of their own, or end one, whatever stands above them. */
static bool starts_block(struct text line) {
    size_t at = mask_prefix(line, false);
    return at == line.len || mask_prefix(line, true) > at || strchr("#|", line.ptr[at]) ||
           fence_at(line, at) || is_underline(line, at) ||
           text_starts(text_cut(line, at, line.len), "[^");
}

/* Returns where the text that starts at `at` ends: the next line there belongs to another block. */
static size_t segment_end(struct text text, size_t at, bool *bars) {
    struct text line = line_at(text, at);
    size_t quotes = count_quotes(line), from = mask_prefix(line, true);
    *bars = from < line.len && line.ptr[from] == '|';
    for (;;) {
        at += line.len + 1;
        if (at >= text.len || *bars) return at < text.len ? at : text.len;
        line = line_at(text, at);
        if (starts_block(line) || count_quotes(line) > quotes) return at;
    }
}

/* ---- tokens ------------------------------------------------------------------------------ */

static void add_token(struct masker *masker, enum mask_kind kind, size_t from, size_t to,
                      struct text decoded) {
    struct mask *mask = masker->mask;
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

static void add_span(struct masker *masker, struct mask_span span) {
    struct mask *mask = masker->mask;
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

static void add_escape(struct masker *masker, size_t at, int punctuation) {
    masker->mask->masked[at] = (char)0xc2;
    masker->mask->masked[at + 1] = (char)(0x80 + punctuation);
}

/* Returns where `&name;` at `at` ends, or 0; a real name has at most 40 letters. */
static size_t entity_end(struct text text, size_t at) {
    size_t end = at + 1;
    if (end < text.len && text.ptr[end] == '#') end++;
    size_t from = end;
    while (end < text.len && end - from < 40 && lex_punctuation(text.ptr[end]) < 0 &&
           (unsigned char)text.ptr[end] > ' ' && (unsigned char)text.ptr[end] < 0x7f)
        end++;
    return end > from && end < text.len && text.ptr[end] == ';' ? end + 1 : 0;
}

/* ---- one segment ------------------------------------------------------------------------- */

static size_t mask_escape(struct masker *masker, size_t at) {
    struct text text = masker->mask->clean;
    int escaped = at + 1 < text.len ? lex_punctuation(text.ptr[at + 1]) : -1;
    if (escaped < 0) return at + 1;
    add_escape(masker, at, escaped);
    if (text.ptr[at + 1] != '{' || at + 2 >= text.len || text.ptr[at + 2] != '{') return at + 2;
    masker->mask->masked[at + 2] = MASK_BRACE;
    return at + 3;
}

/* Code stays as it is, but for escaped bars, which would end a cell of a table. */
static size_t mask_code(struct masker *masker, size_t at, size_t limit) {
    struct text text = masker->mask->clean;
    size_t end = lex_code(&masker->lex, at, limit);
    if (!end) return at + run_length(text, at, '`');
    for (size_t i = at; i + 1 < end; i++)
        if (text.ptr[i] == '\\' && text.ptr[i + 1] == '|')
            add_escape(masker, i, lex_punctuation('|'));
    return end;
}

static size_t mask_formula(struct masker *masker, size_t at, size_t limit, bool bars) {
    struct text text = masker->mask->clean;
    bool shell;
    if (at + 1 < limit && text.ptr[at + 1] == '$') return at + 2;
    size_t end = lex_formula(&masker->lex, at, limit, bars, &shell);
    if (!end) return at + 1;
    if (text_find(text_cut(text, at, end), "\n", 0) == SIZE_MAX) {
        add_token(masker, MASK_FORMULA, at, end, TEXT(""));
    } else {
        size_t quotes = SIZE_MAX; /* lines of one segment: their marks are of containers */
        add_span(masker,
                 (struct mask_span){
                     .offset = at, .end = end, .behind = end, .quotes = quotes, .closed = true});
    }
    return end;
}

static size_t mask_entity(struct masker *masker, size_t at) {
    struct text text = masker->mask->clean;
    size_t end = entity_end(text, at);
    if (!end) return at + 1;
    struct text decoded = masker->decode(text_cut(text, at, end), masker->mask->arena);
    if (!decoded.len) return at + 1;
    add_token(masker, MASK_ENTITY, at, end, decoded);
    return end;
}

static void mask_segment(struct masker *masker, size_t from, size_t to, bool bars) {
    struct text text = masker->mask->clean;
    for (size_t at = from; at < to;) {
        size_t end = 0;
        switch (text.ptr[at]) {
        case '\\': at = mask_escape(masker, at); break;
        case '`': at = mask_code(masker, at, to); break;
        case '$': at = mask_formula(masker, at, to, bars); break;
        case '&': at = mask_entity(masker, at); break;
        case '{':
            end = lex_expression(&masker->lex, at);
            if (end) add_token(masker, MASK_EXPRESSION, at, end, TEXT(""));
            at = end ? end : at + 1;
            break;
        default: at++;
        }
    }
}

/* ---- fences and displayed formulas -------------------------------------------------------- */

/* Returns true if the line belongs to code between fences or is one of the fences. */
static bool pass_fence(struct masker *masker, struct text line) {
    size_t at = mask_prefix(line, !masker->fence), quotes = count_quotes(line);
    if (masker->fence && at < line.len &&
        (quotes < masker->fence_quotes || at < masker->fence_column)) {
        masker->fence = '\0'; /* its container has ended */
        at = mask_prefix(line, true);
    }
    if (!masker->fence) {
        masker->fence_run = fence_at(line, at);
        masker->fence = masker->fence_run ? line.ptr[at] : '\0';
        masker->fence_quotes = quotes;
        masker->fence_column = at > mask_prefix(line, false) ? at : 0;
        return masker->fence_run > 0;
    }
    size_t run = run_length(line, at, masker->fence);
    bool closes = run >= masker->fence_run && !text_trim(text_cut(line, at + run, line.len)).len;
    if (closes) masker->fence = '\0';
    return true;
}

/* Masks a formula that starts the line at `at`. Returns the end of its last line, or 0. */
static size_t mask_display(struct masker *masker, size_t at) {
    struct text text = masker->mask->clean, line = line_at(text, at);
    size_t start = mask_prefix(line, true);
    if (!text_starts(text_cut(line, start, line.len), "$$")) return 0;
    size_t quotes = count_quotes(text_cut(line, 0, start)), limit = at;
    do {
        limit += line.len + 1;
        line = limit < text.len ? line_at(text, limit) : TEXT("");
    } while (limit < text.len && mask_quotes(line, quotes) < line.len);
    if (limit > text.len) limit = text.len;
    struct mask_span span = {.offset = at + start, .quotes = quotes, .display = true};
    size_t close = lex_display_end(text, span.offset + 2, limit);
    span.closed = close != SIZE_MAX;
    span.end = span.closed ? close + 2 + line_at(text, close + 2).len : limit;
    while (span.end > span.offset && strchr(" \t\n", text.ptr[span.end - 1]))
        span.end--;
    span.behind = span.closed ? close + 2 : span.end;
    add_span(masker, span);
    return span.end;
}

void mask_build(struct mask *mask, struct text clean,
                struct text (*decode)(struct text, struct arena *), struct arena *arena) {
    *mask = (struct mask){.clean = clean, .arena = arena, .overflow = SIZE_MAX};
    mask->masked = arena_alloc(arena, clean.len + 1);
    if (clean.len) memcpy(mask->masked, clean.ptr, clean.len);
    mask->masked[clean.len] = '\0';
    struct masker masker = {.mask = mask, .lex = {.text = clean}, .decode = decode};
    for (size_t at = 0; at < clean.len;) {
        struct text line = line_at(clean, at);
        bool bars;
        size_t end = at + line.len + 1;
        if (pass_fence(&masker, line)) {
            at = end;
            continue;
        }
        size_t display = mask_display(&masker, at);
        if (display) {
            at = display + line_at(clean, display).len + 1;
            continue;
        }
        end = segment_end(clean, at, &bars);
        /* A formula of its own may start within the lines of a paragraph. */
        for (size_t next = at + line.len + 1; next < end;) {
            struct text below = line_at(clean, next);
            if (text_starts(text_cut(below, mask_prefix(below, false), below.len), "$$"))
                end = next;
            next += below.len + 1;
        }
        mask_segment(&masker, at, end, bars);
        at = end;
    }
}

/* ---- back -------------------------------------------------------------------------------- */

const struct mask_token *mask_token_at(const struct mask *mask, struct text text, size_t at) {
    if (at + 2 >= text.len) return NULL;
    const unsigned char *c = (const unsigned char *)text.ptr + at;
    if (c[0] != 0xee && c[0] != 0xef) return NULL;
    size_t code = (size_t)(c[0] & 0x0f) << 12 | (size_t)(c[1] & 0x3f) << 6 | (c[2] & 0x3f);
    size_t number = code - FIRST_PRIVATE;
    return code >= FIRST_PRIVATE && number < mask->token_count ? &mask->token[number] : NULL;
}

char mask_escape_at(struct text text, size_t at) {
    if (at + 1 >= text.len || (unsigned char)text.ptr[at] != 0xc2) return '\0';
    unsigned char second = (unsigned char)text.ptr[at + 1];
    return second < 0xa0 ? lex_punctuation_char(second - 0x80) : '\0';
}

const struct mask_span *mask_span_at(const struct mask *mask, size_t offset) {
    size_t low = 0, high = mask->span_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (mask->span[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < mask->span_count && mask->span[low].offset == offset ? &mask->span[low] : NULL;
}

struct text mask_restore(const struct mask *mask, struct text text, bool verbatim,
                         struct arena *arena) {
    char *out = arena_alloc(arena, text.len + 1); /* nothing is longer than its token */
    size_t length = 0;
    for (size_t at = 0; at < text.len;) {
        const struct mask_token *token = mask_token_at(mask, text, at);
        char escaped = token ? '\0' : mask_escape_at(text, at);
        struct text part = text_cut(text, at, at + 1);
        char one = text.ptr[at] == MASK_BRACE ? '{' : escaped;
        size_t step = escaped ? 2 : 1;
        if (token) {
            bool plain = verbatim || token->kind != MASK_ENTITY;
            part = plain ? text_cut(mask->clean, token->offset, token->offset + token->length)
                         : token->decoded;
            step = token->length;
        } else if (one) {
            if (escaped && verbatim) out[length++] = '\\';
            part = (struct text){&one, 1};
        }
        memcpy(out + length, part.ptr, part.len);
        length += part.len;
        at += step;
    }
    out[length] = '\0';
    return (struct text){out, length};
}
