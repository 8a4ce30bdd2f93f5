/* mask -- a page in which everything that is not Markdown is hidden from the Markdown parser.
 *
 * mask_build() copies the text and replaces each of these by a token of as many bytes, so that no
 * offset, line or column moves:
 *
 *     {{ … }}, $ … $, &entity; and  one private-use character, whose number says which token it is,
 *     \{{                           filled up with x
 *     \* and any other escape       one C1 control character for each ASCII character
 *     $$ … $$, and a formula of     MASK_SPAN for the first byte, MASK_MORE for every other one; line
 *     several lines                 ends and the marks of quotes stay
 *
 * A page may hold none of these characters itself: markdown_limits.c refuses them. To the parser a token
 * is a letter. Afterwards the inlines are split at the tokens, and mask_restore() gives back what an
 * address or a title was. What stands in code is not masked, or read from the source again.
 *
 * Code, formulas and expressions do not reach from one block into another: the lexer sees lines that
 * belong together as far as empty lines, list markers, quotes, headings, fences and table rows tell. */
#pragma once

#include "base/arena.h"

/* ---- the one place that knows where `{{ … }}`, `$ … $` and `code` begin and end ------------------
 *
 * Functions take a text and the offset of the opening sign, and return the offset after the closing
 * one; 0 when there is none. `struct lex` remembers how far a search went in vain, so that a hostile
 * line is not read again and again. */

enum { LEX_TICKS = 64 }; /* longer runs of back-ticks open no code */

struct lex {
    struct text text;           /* set this; the rest starts as zero */
    size_t barren;              /* no }} before this offset, or before the end of its line */
    size_t no_ticks[LEX_TICKS]; /* no closing run of that length before this offset */
};

/* `{{ … }}` on one line. */
size_t lex_expression(struct lex *lex, size_t at);

/* A run of back-ticks at `at` and the next run of the same length, before `limit`. */
size_t lex_code(struct lex *lex, size_t at, size_t limit);

/* `$ … $` before `limit`: the opening dollar has no space behind it; the next dollar decides, for
 * better or worse, whether it closes: no space before it, no digit and no dollar behind it, and no name
 * of a shell, as in $HOME:$PATH and $(pwd)/$(date). Code and, in a row of a table (`bars`), a bar end
 * the search. Expressions inside are passed over. */
size_t lex_formula(struct lex *lex, size_t at, size_t limit, bool bars);

/* An expression inside a formula: of more than two braces the last two open it, \frac{{{ x }}}{2}. */
size_t lex_formula_expression(struct lex *lex, size_t at);

/* ---- the mask -------------------------------------------------------------------------------- */

enum {
    MASK_MAX_TOKENS = 6400, /* private-use characters of the basic plane */
    MASK_SPAN = '\1',
    MASK_MORE = '\2',
};

enum mask_kind { MASK_EXPRESSION, MASK_FORMULA, MASK_ENTITY /* and \{{ */ };

struct mask_token {
    enum mask_kind kind;
    size_t offset, length;
    struct text decoded; /* ENTITY: what it stands for */
};

/* A formula that spans lines, or `$$ … $$` from the start of a line on. */
struct mask_span {
    size_t offset;
    size_t end;    /* of the whole, dollars included; of an unclosed one, of all it swallowed */
    size_t behind; /* display: words behind the closing dollars start here; else `end` */
    size_t quotes; /* how many > each line starts with */
    bool display, closed;
};

struct mask {
    struct text clean; /* as the author wrote it */
    char *masked;      /* the same number of bytes */
    struct arena *arena;
    struct mask_token *token;
    size_t token_count, token_capacity;
    struct mask_span *span; /* by offset */
    size_t span_count, span_capacity;
    size_t overflow; /* offset of the first token that is one too many, else SIZE_MAX */
    /* While it is built: */
    struct lex lex;
    struct text (*decode)(struct text, struct arena *);
    char fence;                        /* the sign of an open fence, else 0 */
    size_t fence_run;                  /* its length */
    size_t fence_quotes, fence_column; /* a line with less of either stands outside of it */
};

/* Lines before `from` stay as they are. `decode` gives what an entity such as &amp; stands for; empty: it is
 * none. */
void mask_build(struct mask *mask, struct text clean, size_t from,
                struct text (*decode)(struct text, struct arena *), struct arena *arena);

/* The token whose character stands at `text[at]`, or NULL. Its length in the text is token->length. */
const struct mask_token *mask_token_at(const struct mask *mask, struct text text, size_t at);
/* The escaped character that stands at `text[at]` in two bytes, or 0. */
char mask_escape_at(struct text text, size_t at);
/* The span that starts at `offset` of the page, or NULL. */
const struct mask_span *mask_span_at(const struct mask *mask, size_t offset);

/* What was written where `text` of the parser holds tokens: `verbatim`, as in code, byte for byte,
 * else escapes and entities as the characters they stand for. */
struct text mask_restore(const struct mask *mask, struct text text, bool verbatim,
                         struct arena *arena);

/* Offset in a line after spaces and `>`; *list also passes over list markers. */
size_t mask_prefix(struct text line, bool list);
/* Offset after spaces and at most `quotes` marks of a quote. */
size_t mask_quotes(struct text line, size_t quotes);
/* How long the run of `sign` is if the line holds nothing else and so may close a fence. */
size_t mask_closing_run(struct text line, char sign);
