/* lint -- see lint.h. */
#include "page/lint.h"

#include <stdint.h>
#include <string.h>

#include "base/chars.h"
#include "base/eight.h"
#include "base/utf8.h"
#include "page/formula.h"

/* ---- words as tokens --------------------------------------------------------------------- */

/* None is taken to be longer: without an end the work would grow with the square. */
enum { CLAUSE_BYTES = 400, SENTENCE_BYTES = 2000 };

/* Tokens are words in small letters, values and codes as they are, and for all punctuation a comma, a
 * full stop or a question mark. Each has a space behind it, and a mark stands at either end. */
struct token {
    size_t at;    /* where it begins in the bytes of all tokens */
    size_t place; /* where it begins in the flat text */
};

struct tokens {
    char *byte;
    size_t length;
    struct token *list;
    size_t count, capacity;
    struct arena *arena;
};

/* Ends a token that begins at `place` in the flat text, and whose bytes stand behind those of the others. */
static void end_token(struct tokens *tokens, const char *end, size_t place) {
    if (tokens->count == tokens->capacity)
        tokens->list = arena_grow(tokens->arena, tokens->list, tokens->count, &tokens->capacity,
                                  sizeof *tokens->list);
    tokens->list[tokens->count++] = (struct token){tokens->length, place};
    tokens->length = (size_t)(end - tokens->byte);
    tokens->byte[tokens->length++] = ' ';
}

static void add_sign(struct tokens *tokens, char sign, size_t place) {
    char *out = tokens->byte + tokens->length;
    *out = sign;
    end_token(tokens, out + 1, place);
}

static bool is_ascii(char c) {
    return !((unsigned char)c & 0x80);
}

/* No-break and thin spaces are white space. All other general punctuation parts words, and so does an
 * apostrophe unless a letter of ASCII stands before it. Everything else beyond ASCII is a letter. */
enum { APOSTROPHE = 0x2019, OPENING = 0x201c, CLOSING = 0x201d };

static bool is_wide_space(uint32_t code) {
    return code == 0xa0 || code == 0x2009 || code == 0x202f;
}

static bool is_wide_letter(uint32_t code) {
    return code >= 0x80 && code != 0xa0 && (code < 0x2000 || code > 0x203f);
}

static bool is_letter_at(struct text text, size_t at) {
    uint32_t code;
    if (at >= text.len) return false;
    if (is_ascii(text.ptr[at])) return is_letter(text.ptr[at]) || is_digit(text.ptr[at]);
    return utf8_decode(text_cut(text, at, text.len), &code) && is_wide_letter(code);
}

/* Returns how many bytes at `at` belong to the word before them. - ' and / between letters of ASCII do, so
 * that one-third, isn't and GB/s are one each, and so does the typographer's apostrophe. */
static size_t joined(struct text text, size_t at, bool behind_ascii) {
    char c = text.ptr[at], next = at + 1 < text.len ? text.ptr[at + 1] : ' ';
    uint32_t code;
    if (is_ascii(c))
        return behind_ascii && (c == '-' || c == '\'' || c == '/') &&
               (is_letter(next) || is_digit(next));
    size_t length = utf8_decode(text_cut(text, at, text.len), &code);
    return is_wide_letter(code) || (behind_ascii && code == APOSTROPHE) ? length : 0;
}

/* Adds the word that begins at `at` and returns its end; `at`: there is none. */
static size_t add_word(struct tokens *tokens, struct text text, size_t at) {
    char *out = tokens->byte + tokens->length;
    size_t end = at;
    for (bool ascii = false, more = true; more;) {
        for (; end < text.len && is_letter(text.ptr[end]); ascii = true)
            *out++ = (char)(text.ptr[end++] | 0x20);
        while (end < text.len && is_digit(text.ptr[end]))
            *out++ = text.ptr[end++];
        if (end < text.len && is_letter(text.ptr[end])) continue;
        size_t length = end < text.len ? joined(text, end, ascii) : 0;
        more = length > 0;
        ascii = false;
        for (; length; length--)
            *out++ = text.ptr[end++];
    }
    if (end > at) end_token(tokens, out, at);
    return end;
}

/* The kind is a space for white space, ( ) " for quotation marks that open, close, and do either, and else
 * the mark that the token stands for. A sentence ends with a mark behind which no letter stands. */
static char mark_at(struct text text, size_t at, size_t *length) {
    char c = text.ptr[at];
    uint32_t code = 0;
    *length = 1;
    if (c == '"' || is_space(c)) return c == '"' ? '"' : ' ';
    if (c == '?' || c == '.' || c == '!')
        return is_letter_at(text, at + 1) ? ',' : c == '?' ? '?' : '.';
    if (is_ascii(c)) return ',';
    *length = utf8_decode(text_cut(text, at, text.len), &code);
    if (!*length) *length = 1, code = 0xa0; /* no character: nobody reads it */
    return is_wide_space(code) ? ' ' : code == OPENING ? '(' : code == CLOSING ? ')' : ',';
}

/* What stands in quotation marks is left out. One without its other half is a comma. */
static struct tokens cut_tokens(struct text text, struct arena *arena) {
    enum { LETTERS = 4 }; /* of a word with its space, at least, or the list grows */
    struct tokens tokens = {arena_reserve(arena, 2 * text.len + 12), .arena = arena};
    tokens.capacity = text.len / LETTERS + 4;
    tokens.list = arena_reserve(arena, tokens.capacity * sizeof *tokens.list);
    size_t open = SIZE_MAX; /* the token of the mark that opened */
    add_sign(&tokens, ',', 0);
    for (size_t at = 0, end; at < text.len; at = end) {
        end = at + 1;
        if (text.ptr[at] == ' ') continue;
        bool sign = text.ptr[at] == FLAT_VALUE || text.ptr[at] == FLAT_CODE;
        if (sign) add_sign(&tokens, text.ptr[at], at);
        end = sign ? at + 1 : add_word(&tokens, text, at);
        if (end > at) continue;
        size_t length;
        char kind = mark_at(text, at, &length);
        end = at + length;
        if (kind == ' ') continue;
        bool closes = kind == '"' || kind == ')', opens = kind == '"' || kind == '(';
        if (open != SIZE_MAX && closes) {
            tokens.count = open;
            tokens.length = tokens.list[open].at;
            open = SIZE_MAX;
        } else if (open == SIZE_MAX && opens) {
            open = tokens.count;
        }
        add_sign(&tokens, opens || closes ? ',' : kind, at);
    }
    add_sign(&tokens, ',', text.len);
    return tokens;
}

/* Where a byte of the tokens stands in the flat text. */
static size_t place_in_text(const struct tokens *tokens, size_t at) {
    size_t low = 0, high = tokens->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (tokens->list[middle].at <= at)
            low = middle;
        else
            high = middle;
    }
    return tokens->list[low].place + (at - tokens->list[low].at);
}

/* ---- where a match may begin ------------------------------------------------------------- */

/* Nearly no word begins a match, and texts are made of the same words. So tokens are cut only where something in the
 * text may begin one, and that is told from the beginnings of its tokens: up to eight letters in small, a digit, a
 * letter of another script or a mark. A beginning is a number with the last byte in its highest bits; the lowest
 * bit says that the token ends there. */
static bool is_whole(uint64_t beginning) {
    return (beginning & 0xff) == 1;
}

static uint64_t of_byte(char c, bool whole) {
    return (uint64_t)(unsigned char)c << 56 | whole;
}

/* Marks letters of ASCII. */
static uint64_t mark_letters(uint64_t eight) {
    const uint64_t bits = (eight | EIGHT_EACH * 0x20) & ~EIGHT_MARKS;
    const uint64_t from_a = bits + EIGHT_EACH * (0x80 - 'a'),
                   behind_z = bits + EIGHT_EACH * (0x7f - 'z');
    return from_a & ~behind_z & ~eight & EIGHT_MARKS;
}

/* What begins at `at` and is no letter of ASCII; 0 for white space. Quotation marks are a comma, whatever stands
 * between them. */
static uint64_t other_beginning(struct text text, size_t at, size_t *end) {
    const char c = text.ptr[at];
    *end = at + 1;
    if (is_digit(c)) return of_byte(c, false);
    if (c == FLAT_VALUE || c == FLAT_CODE) return of_byte(c, true);
    size_t length = joined(text, at, false);
    *end = at + length;
    if (length) return of_byte(c, false);
    char kind = mark_at(text, at, &length);
    *end = at + length;
    return kind == ' ' ? 0 : of_byte(strchr(".?", kind) ? kind : ',', true);
}

/* What begins at `at`, and where the next token may begin. */
static uint64_t beginning_at(struct text text, size_t at, size_t *end) {
    char few[8] = {0};
    const bool many = text.len - at >= sizeof few;
    if (!many) memcpy(few, text.ptr + at, text.len - at);
    const uint64_t eight = eight_at(many ? text.ptr + at : few);
    const unsigned count = eight_before(~mark_letters(eight) & EIGHT_MARKS);
    if (!count) return other_beginning(text, at, end);
    const uint64_t small = (eight | EIGHT_EACH * 0x20) << (64 - 8 * count);
    at += count;
    while (count == sizeof few && at < text.len && is_letter(text.ptr[at]))
        at++;
    *end = at;
    if (count == sizeof few) return small;
    if (at < text.len && text.ptr[at] == ' ') {
        ++*end;
        return small | 1;
    }
    return small | (at == text.len || (!is_digit(text.ptr[at]) && !joined(text, at, true)));
}

static char *spell(char *out, uint64_t beginning) {
    const bool whole = is_whole(beginning);
    for (beginning -= whole; !(beginning & 0xff);)
        beginning >>= 8;
    for (; beginning; beginning >>= 8)
        *out++ = (char)beginning;
    *out = ' ';
    return out + whole;
}

/* Returns what rules_may_start() says of a beginning, or of two in a row. */
static bool ask_rules(uint64_t first, uint64_t second) {
    char bytes[2 * sizeof first + 4] = " ", *end = spell(bytes + 1, first);
    if (second) end = spell(end, second);
    return rules_may_start(&words_rules, (struct text){bytes, (size_t)(end - bytes)});
}

/* The answer is remembered in the place that the hash of both chooses, until others take it. There stands the hash
 * itself: that it is the same of two questions is taken for impossible. Its lowest bit is the answer. */
static inline bool may_start(uint64_t first, uint64_t second) {
    enum { SEEN_BITS = 14 };
    static uint64_t seen[1 << SEEN_BITS];
    const uint64_t odd = 0x9e3779b97f4a7c15u;
    uint64_t hash = ((first * odd) ^ second) * odd;
    uint64_t *said = &seen[hash >> (64 - SEEN_BITS)];
    hash |= 3; /* so that no answer is 0 */
    if ((*said | 1) != hash) *said = ask_rules(first, second) ? hash : hash - 1;
    return *said & 1;
}

/* Places of a text in order; a match that begins with a token begins at one of them. */
struct places {
    size_t *at;
    size_t count, capacity;
    size_t end; /* of what was looked at: no rule reaches over the end of a sentence */
};

static void add_place(struct places *places, size_t at, struct arena *arena) {
    places->at =
        arena_grow(arena, places->at, places->count, &places->capacity, sizeof *places->at);
    places->at[places->count++] = at;
}

/* Looks at the first sentence of the text, or at `all` of it. */
static struct places find_places(struct text text, bool all, struct arena *arena) {
    struct places places = {0};
    uint64_t before = 0; /* what may begin a match if the next token allows it */
    size_t place = 0;
    for (size_t at = 0; at < text.len; at = places.end) {
        places.end = at + 1;
        if (text.ptr[at] == ' ') continue;
        const uint64_t here = beginning_at(text, at, &places.end);
        if (!here) continue;
        if (before && may_start(before, here)) add_place(&places, place, arena);
        const bool may = may_start(here, 0), whole = is_whole(here);
        if (may && !whole) add_place(&places, at, arena);
        before = may && whole ? here : 0;
        place = at;
        if (!all && (here == of_byte('.', true) || here == of_byte('?', true))) break;
    }
    if (before && may_start(before, of_byte(',', true))) add_place(&places, place, arena);
    return places;
}

/* Finds the next match that begins with the token *next or one behind it; *next is moved to that one. */
static bool find_words(const struct tokens *tokens, size_t *next, const struct places *places,
                       struct rules_match *match) {
    const struct text text = {tokens->byte, tokens->length};
    for (size_t i = 0; *next < tokens->count; ++*next) { /* the first one is a mark */
        const struct token *token = &tokens->list[*next];
        while (i < places->count && places->at[i] < token->place)
            i++;
        if (i == places->count) return false;
        if (places->at[i] == token->place && rules_next(&words_rules, text, token->at - 1, match))
            return true;
    }
    return false;
}

/* A comparison behind `if`, `when` or "that is", or in a question, claims nothing. */
static bool is_claim(struct text tokens, const struct rules_match *match) {
    size_t from = match->start, end = match->end;
    struct rules_match supposed;
    while (from && match->start - from < CLAUSE_BYTES && !strchr(",.?", tokens.ptr[from - 1]))
        from--;
    if (rules_next(&words_supposing, text_cut(tokens, from, match->start + 1), 0, &supposed))
        return false;
    while (end < tokens.len && end - match->end < SENTENCE_BYTES && !strchr(".?", tokens.ptr[end]))
        end++;
    return end == tokens.len || tokens.ptr[end] != '?';
}

struct matches {
    struct rules_match *list;
    size_t count, capacity;
    struct arena *arena;
};

/* Adds what is found in the part of the flat text from `from` on. */
static void find_in(struct text part, size_t from, const struct places *places,
                    struct matches *found) {
    struct tokens tokens = cut_tokens(part, found->arena);
    struct rules_match match;
    size_t last = 0; /* the end of the one found last */
    for (size_t next = 1; find_words(&tokens, &next, places, &match);) {
        int kind = match.rule ? match.rule->kind : LINT_NUMBER;
        bool claim =
            kind != LINT_COMPARISON || is_claim((struct text){tokens.byte, tokens.length}, &match);
        next++;
        while (claim && next < tokens.count && tokens.list[next].at <= match.end)
            next++;
        if (!claim || kind == LINT_NOTHING) continue;
        size_t start = from + place_in_text(&tokens, match.start + 1);
        size_t end = from + place_in_text(&tokens, match.end - 1) + 1;
        if (end > from + part.len) end = from + part.len; /* the mark that stands at its end */
        if (last && match.start == last) {
            found->list[found->count - 1].end = found->list[found->count - 1].part_end = end;
        } else {
            found->list = arena_grow(found->arena, found->list, found->count, &found->capacity,
                                     sizeof *found->list);
            found->list[found->count++] = (struct rules_match){match.rule, start, end, start, end};
        }
        last = match.end;
    }
}

/* What stands in quotation marks may be several sentences. Those beyond ASCII begin like dashes. */
static bool may_have_quotes(struct text text) {
    return text_find(text, "\"", 0) != SIZE_MAX || text_find(text, "\xe2\x80", 0) != SIZE_MAX;
}

size_t words_find(struct text words, struct arena *arena, struct rules_match **list) {
    struct matches found = {.arena = arena};
    const bool quotes = may_have_quotes(words);
    for (size_t from = 0, end; from < words.len; from = end) {
        const struct text rest = text_cut(words, from, words.len);
        const struct places places = find_places(rest, quotes, arena);
        end = from + places.end;
        if (places.count) find_in(text_cut(rest, 0, places.end), from, &places, &found);
    }
    *list = found.list;
    return found.count;
}

/* ---- flat text --------------------------------------------------------------------------- */

/* Bytes of the flat text from `at` up to the next run. */
struct run {
    size_t at;
    const struct node *node;
    size_t index; /* which byte of node->text the first one is */
    bool counts;  /* and the others stand behind it; else all of them stand there */
};

struct origin {
    const struct node *node;
    size_t index;
};

struct lint {
    const struct page_reader *reader;
    bool numbers_alone; /* words are left alone */
    struct buf words;   /* the flat text */
    struct run *run;    /* where its bytes come from */
    size_t run_count, capacity;
    struct arena arena, scratch; /* scratch: for what words_find() needs */
    bool second; /* the second branches of conditions stand in it, else the first ones */
    bool chosen; /* a condition stands in it: the other branches make another text */
};

static void add_run(struct lint *lint, struct text bytes, const struct node *node, size_t index,
                    bool counts) {
    lint->run =
        arena_grow(&lint->arena, lint->run, lint->run_count, &lint->capacity, sizeof *lint->run);
    lint->run[lint->run_count++] = (struct run){lint->words.len, node, index, counts};
    buf_view(&lint->words, bytes);
}

static void add_byte(void *context, char c, const struct node *node, size_t index) {
    add_run(context, (struct text){&c, 1}, node, index, true);
}

static void clear(struct lint *lint) {
    buf_clear(&lint->words);
    lint->run_count = 0;
}

static const struct run *run_of(const struct lint *lint, size_t at) {
    size_t low = 0, high = lint->run_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (lint->run[middle].at <= at)
            low = middle;
        else
            high = middle;
    }
    return &lint->run[low];
}

static struct origin origin_of(const struct lint *lint, size_t at) {
    const struct run *run = run_of(lint, at);
    return (struct origin){run->node, run->index + (run->counts ? at - run->at : 0)};
}

static void add_children(struct lint *lint, const struct node *parent);

static void add_node(struct lint *lint, const struct node *node) {
    switch (node->type) {
    case NODE_TEXT:
        if (node->text.len) add_run(lint, node->text, node, 0, true);
        break;
    case NODE_SOFTBREAK:
    case NODE_LINEBREAK: add_byte(lint, ' ', node, 0); break;
    case NODE_CODE:
    case NODE_IMAGE: add_byte(lint, FLAT_CODE, node, 0); break;
    case NODE_EXPR: add_byte(lint, FLAT_VALUE, node, 0); break;
    case NODE_COND: {
        const struct node *branch = node->first;
        lint->chosen = lint->chosen || !node->cond.always;
        if (lint->second && !node->cond.always) branch = branch->next;
        if (branch) add_children(lint, branch);
        break;
    }
    case NODE_MATH: formula_say(node, add_byte, lint); break;
    case NODE_NOTE_REF: break;
    default: add_children(lint, node); break;
    }
}

static void add_children(struct lint *lint, const struct node *parent) {
    for (const struct node *child = parent->first; child; child = child->next)
        add_node(lint, child);
}

/* ---- places ------------------------------------------------------------------------------ */

/* Where a byte of the flat text stands in the source. Text with entities or escapes is longer there:
 * the same occurrence of the same `bytes` is looked for. */
static size_t place_of(const struct lint *lint, const struct origin *origin, struct text bytes) {
    const struct node *node = origin->node;
    if (node->type != NODE_TEXT || node->length == node->text.len)
        return node->offset + origin->index;
    const char *needle = arena_string(lint->reader->arena, bytes);
    struct text written =
        text_cut(lint->reader->source->text, node->offset, node->offset + node->length);
    size_t at = text_find(written, needle, 0);
    for (size_t i = text_find(node->text, needle, 0); i < origin->index && at != SIZE_MAX;
         i = text_find(node->text, needle, i + 1))
        at = text_find(written, needle, at + 1);
    return node->offset + (at == SIZE_MAX ? 0 : at);
}

static size_t same_node(const struct lint *lint, size_t from, size_t to) {
    size_t end = from + 1;
    while (end < to && origin_of(lint, end).node == origin_of(lint, from).node)
        end++;
    return end;
}

/* The marked range begins at the part and ends where its node does, since a mark cannot leave it. Where
 * the source spells the node differently it is the part alone. */
struct mark {
    size_t offset, length;
};

static struct mark place(const struct lint *lint, const struct rules_match *found) {
    const struct origin origin = origin_of(lint, found->start);
    const struct node *node = origin.node;
    size_t part = same_node(lint, found->start, found->part_end);
    size_t end = node->length == node->text.len ? same_node(lint, found->start, found->end) : part;
    size_t length = end - found->start;
    if (node->parent && node->parent->type == NODE_MATH) /* it is said in other bytes */
        length = origin_of(lint, end - 1).index + 1 - origin.index;
    struct text bytes = text_cut(buf_text(&lint->words), found->start, part);
    return (struct mark){place_of(lint, &origin, bytes), length};
}

/* ---- what is found ----------------------------------------------------------------------- */

static const char how[] =
    "write {{ SERIES }}, or {{ cited(NUMBER UNIT, SOURCE) }} with the id of one of the page's "
    "sources";
static const char guard[] = "write it in {{ claim COND }} … {{ end }}; where no card can make it "
                            "false, in {{ always REASON }} … {{ end }}";

static const struct {
    const char *before, *behind, *hint; /* the message stands around what was found */
} messages[] = {
    [LINT_TYPED] = {"", " is typed: it has to be an expression or cited(…)", how},
    [LINT_BEHIND] = {"", " typed behind an expression: the unit belongs to the value",
                     "write it inside the braces: {{ … as GB/s .1 }}"},
    [LINT_NUMBER] = {"\"", "\" is a number in words that no claim guards", guard},
    [LINT_COMPARISON] = {"\"", "\" is a comparison that no claim guards", guard},
};

static void report(const struct lint *lint, const struct rules_match *found, const char *what) {
    struct mark at = place(lint, found);
    struct buf said = {0};
    if (!found->rule) {
        node_error(lint->reader, &at, "make it shorter",
                   "this text is too long to be searched for %s", what);
        return;
    }
    for (size_t i = found->start; i < found->end; i++) {
        char c = lint->words.ptr[i];
        if (c == FLAT_VALUE || c == FLAT_CODE)
            buf_str(&said, "…");
        else
            buf_char(&said, c);
    }
    int kind = found->rule->kind;
    node_error(lint->reader, &at, messages[kind].hint, "%s%.*s%s", messages[kind].before,
               TEXT_ARG(buf_text(&said)), messages[kind].behind);
    buf_free(&said);
}

/* Finds the innermost condition around a part of what was found that guards it or, if `reason`, gives
 * a reason. One that did not parse was reported: one mistake is one message. */
static struct node *condition_around(const struct lint *lint, const struct rules_match *found,
                                     bool reason) {
    for (size_t i = found->start; i < found->end; i++)
        for (struct node *up = origin_of(lint, i).node->parent; up; up = up->parent) {
            if (up->type != NODE_COND || up->cond.always != reason || up->cond.given) continue;
            if (reason || !up->cond.expr || expr_compares(up->cond.expr)) return up;
        }
    return NULL;
}

static bool is_covered(const struct lint *lint, const struct rules_match *found) {
    if (condition_around(lint, found, false)) return true;
    struct node *always = condition_around(lint, found, true);
    if (always) always->cond.needed = true;
    return always;
}

/* Marks where next_number() has to look: at few more than numbers. */
static uint64_t mark_numbers(const char *nine) {
    const uint64_t eight = eight_at(nine), behind = eight_at(nine + 1);
    const uint64_t digit = (eight ^ EIGHT_EACH * '0') & ~EIGHT_MARKS; /* less than 10 */
    return (eight & EIGHT_MARKS) | (~(digit + EIGHT_EACH * (0x80 - 10)) & EIGHT_MARKS) |
           eight_find(eight, FLAT_VALUE) | (eight_find(eight, 'f') & eight_find(behind, 'a'));
}

/* What numbers_rules find begins with a digit, a value, a sign beyond ASCII such as ×, or "factor of". */
static bool may_begin_number(struct text words, size_t at) {
    const char c = words.ptr[at];
    return !is_ascii(c) || is_digit(c) || c == FLAT_VALUE ||
           (c == 'f' && text_starts(text_cut(words, at, words.len), "factor of"));
}

/* Returns where in words[from..] a number may begin; the end of the words: nowhere. */
static size_t next_number(struct text words, size_t from) {
    for (; from < words.len; from++) {
        uint64_t marks = 0;
        while (from + 9 <= words.len && !(marks = mark_numbers(words.ptr + from)))
            from += 8;
        if (marks) from += eight_before(marks);
        if (from < words.len && may_begin_number(words, from)) return from;
    }
    return words.len;
}

static void lint_text(struct lint *lint) {
    struct text words = buf_text(&lint->words);
    struct rules_match found = {0}, *list;
    for (size_t at; (at = next_number(words, found.end)) < words.len;) {
        if (!rules_next(&numbers_rules, words, at, &found)) break;
        if (!found.rule || found.rule->kind != LINT_NOTHING) report(lint, &found, "typed numbers");
    }
    if (lint->numbers_alone) return;
    arena_reset(&lint->scratch);
    size_t count = words_find(words, &lint->scratch, &list);
    for (size_t i = 0; i < count; i++)
        if (!is_covered(lint, &list[i])) report(lint, &list[i], "numbers and comparisons in words");
}

/* Braces alone do not make a typed number a measured one: {{ 563 GB/s }} names nothing. */
static void lint_expression(const struct node *node, const struct page_reader *reader) {
    const struct expr *expr = node->value.expr;
    const struct expr_node *cursor = NULL;
    struct expr_reference reference;
    struct rules_match found;
    if (!expr || expr->kind != EXPR_KIND_VALUE || expr_next_reference(expr, &cursor, &reference))
        return;
    if (rules_next(&numbers_rules, expr->body, 0, &found))
        node_error(reader, node, how,
                   "this expression is a typed number: it names no measurement, fact or source");
}

/* ---- the walk ---------------------------------------------------------------------------- */

static bool has_words(const struct node *node) {
    static const bool always[NODE_BRANCH + 1] = {
        [NODE_IMAGE] = true, [NODE_PARAGRAPH] = true, [NODE_HEADING] = true,
        [NODE_CELL] = true,  [NODE_CAPTION] = true,   [NODE_FORMULA] = true,
        [NODE_ASK] = true,   [NODE_WHY] = true,       [NODE_THEN] = true};
    return always[node->type] || (node->type == NODE_BRANCH && !node->parent->cond.block);
}

/* A node has up to three texts: its title, that of its first branches, and that of its second ones.
 * What is found in two of them is one message, since those that are the same at a place are. */
static void lint_node(struct lint *lint, const struct node *node) {
    if ((node->type == NODE_LINK || node->type == NODE_IMAGE) && node->link.title.len) {
        clear(lint);
        add_run(lint, node->link.title, node, 0, false);
        lint_text(lint);
    }
    if (!has_words(node)) return;
    lint->chosen = false;
    for (int branch = 0; branch < (lint->chosen ? 2 : 1); branch++) {
        clear(lint);
        lint->second = branch;
        add_children(lint, node);
        lint_text(lint);
    }
}

void lint_tree(const struct node *root, const struct page_reader *reader) {
    static struct arena kept; /* memory for the next tree, so that the system is not asked again */
    struct lint lint = {.reader = reader, .numbers_alone = root->unpaired, .scratch = kept};
    kept = (struct arena){0};
    for (const struct node *node = root; node; node = tree_next(node, root))
        lint_node(&lint, node);
    for (const struct node *node = root; node; node = tree_next(node, root)) {
        if (node->type == NODE_EXPR) lint_expression(node, reader);
        if (node->type == NODE_COND && node->cond.always && !node->cond.needed && !root->unpaired)
            reader_error(reader, node->offset, 2, "take it out, or put it around the words",
                         "{{ always }} around nothing that needs a reason");
    }
    buf_free(&lint.words);
    arena_free(&lint.arena);
    arena_reset(&lint.scratch);
    kept = lint.scratch;
}
