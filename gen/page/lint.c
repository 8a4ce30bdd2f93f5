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
    size_t at;     /* where it begins in the bytes of all tokens */
    size_t place;  /* where it begins in the flat text */
    uint64_t hash; /* of its bytes */
};

struct tokens {
    char *byte;
    size_t length;
    struct token *list;
    size_t count, capacity;
    struct arena *arena;
};

/* The hash of a token grows with what is added. Its highest bits are the best. */
static uint64_t add_hash(uint64_t hash, uint64_t added) {
    return (hash ^ added) * 0x9e3779b97f4a7c15u;
}

/* Ends a token that begins at `place` in the flat text, and whose bytes stand behind those of the others. */
static void end_token(struct tokens *tokens, const char *end, size_t place, uint64_t hash) {
    if (tokens->count == tokens->capacity)
        tokens->list = arena_grow(tokens->arena, tokens->list, tokens->count, &tokens->capacity,
                                  sizeof *tokens->list);
    tokens->list[tokens->count++] = (struct token){tokens->length, place, hash};
    tokens->length = (size_t)(end - tokens->byte);
    tokens->byte[tokens->length++] = ' ';
}

static void add_sign(struct tokens *tokens, char sign, size_t place) {
    char *out = tokens->byte + tokens->length;
    *out = sign;
    end_token(tokens, out + 1, place, add_hash(1, (unsigned char)sign));
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

/* Marks letters of ASCII. */
static uint64_t mark_letters(uint64_t eight) {
    const uint64_t bits = (eight | EIGHT_EACH * 0x20) & ~EIGHT_MARKS;
    const uint64_t from_a = bits + EIGHT_EACH * (0x80 - 'a'),
                   behind_z = bits + EIGHT_EACH * (0x7f - 'z');
    return from_a & ~behind_z & ~eight & EIGHT_MARKS;
}

/* Adds the letters of ASCII that stand here as small ones and returns where they end; there is room for more. */
static const char *add_letters(const char *next, const char *end, char **out, uint64_t *hash) {
    for (unsigned count = 8; count == 8 && end - next >= 8; next += count, *out += count) {
        const uint64_t eight = eight_at(next), small = eight | EIGHT_EACH * 0x20;
        count = eight_before(~mark_letters(eight) & EIGHT_MARKS);
        eight_put(*out, small);
        if (count) *hash = add_hash(*hash, small << (64 - 8 * count));
    }
    for (char low; next < end && (low = (char)(*next | 0x20)) >= 'a' && low <= 'z'; next++)
        *hash = add_hash(*hash, (unsigned char)(*(*out)++ = low));
    return next;
}

/* Adds the word that begins at `at` and returns its end; `at`: there is none. */
static size_t add_word(struct tokens *tokens, struct text text, size_t at) {
    char *out = tokens->byte + tokens->length;
    const char *from = text.ptr + at, *end = text.ptr + text.len, *next = from;
    uint64_t hash = 1;
    for (bool ascii = false;;) {
        const char *letters = next;
        next = add_letters(next, end, &out, &hash);
        for (; next < end && is_digit(*next); next++)
            hash = add_hash(hash, (unsigned char)(*out++ = *next));
        if (next == end || *next == ' ') break;
        if (next > letters) ascii = true;
        if (next > letters && (is_letter(*next) || is_digit(*next))) continue;
        size_t length = joined(text, (size_t)(next - text.ptr), ascii);
        if (!length) break;
        ascii = false;
        for (; length; length--)
            hash = add_hash(hash, (unsigned char)(*out++ = *next++));
    }
    if (next > from) end_token(tokens, out, at, hash);
    return (size_t)(next - text.ptr);
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

/* ---- words that no rule can begin with --------------------------------------------------- */

/* Nearly every word begins no match, and texts are made of the same words: what rules_may_start() said is
 * remembered of a word, or two in a row, in the place that their hash chooses, until others take it. There stands
 * the hash itself: that it is the same of two words is taken for impossible. Its lowest bit is the answer. */
enum { SEEN_BITS = 14 };

/* What was said of the first `count` tokens behind a mark or a word, whose hash is given. */
static bool may_start(const struct tokens *tokens, size_t first, size_t count, uint64_t hash) {
    static uint64_t seen[1 << SEEN_BITS];
    uint64_t *said = &seen[hash >> (64 - SEEN_BITS)];
    hash |= 3; /* so that no answer is 0 */
    if ((*said | 1) == hash) return *said & 1;
    const size_t from = tokens->list[first].at - 1, behind = first + count;
    const size_t end = behind < tokens->count ? tokens->list[behind].at : tokens->length;
    const struct text words = {tokens->byte + from, end - from};
    *said = rules_may_start(&words_rules, words) ? hash : hash - 1;
    return *said & 1;
}

/* Finds the next match that begins with the token *next or one behind it; *next is moved to that one. */
static bool find_words(const struct tokens *tokens, size_t *next, struct rules_match *match) {
    const struct text text = {tokens->byte, tokens->length};
    for (; *next < tokens->count; ++*next) { /* the first one is a mark, and so is the last */
        const struct token *token = &tokens->list[*next];
        if (may_start(tokens, *next, 1, token->hash) && *next + 1 < tokens->count &&
            may_start(tokens, *next, 2, add_hash(token->hash, token[1].hash)) &&
            rules_next(&words_rules, text, token->at - 1, match))
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

size_t words_find(struct text words, struct arena *arena, struct rules_match **list) {
    struct tokens tokens = cut_tokens(words, arena);
    struct rules_match match;
    size_t count = 0, capacity = 0, last = 0; /* the end of the one found last */
    *list = NULL;
    for (size_t next = 1; find_words(&tokens, &next, &match);) {
        int kind = match.rule ? match.rule->kind : LINT_NUMBER;
        bool claim =
            kind != LINT_COMPARISON || is_claim((struct text){tokens.byte, tokens.length}, &match);
        next++;
        while (claim && next < tokens.count && tokens.list[next].at <= match.end)
            next++;
        if (!claim || kind == LINT_NOTHING) continue;
        size_t start = place_in_text(&tokens, match.start + 1);
        size_t end = place_in_text(&tokens, match.end - 1) + 1;
        if (end > words.len) end = words.len; /* the mark that stands at its end */
        if (count && match.start == last) {
            (*list)[count - 1].end = (*list)[count - 1].part_end = end;
        } else {
            *list = arena_grow(arena, *list, count, &capacity, sizeof **list);
            (*list)[count++] = (struct rules_match){match.rule, start, end, start, end};
        }
        last = match.end;
    }
    return count;
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

/* Marks what next_number() stops at, of which most f are none. */
static uint64_t mark_numbers(uint64_t eight) {
    const uint64_t digit = (eight ^ EIGHT_EACH * '0') & ~EIGHT_MARKS; /* less than 10 */
    return (eight & EIGHT_MARKS) | (~(digit + EIGHT_EACH * (0x80 - 10)) & EIGHT_MARKS) |
           eight_find(eight, FLAT_VALUE) | eight_find(eight, 'f');
}

/* What numbers_rules find begins with a digit, a value, a sign beyond ASCII such as ×, or "factor of". Returns
 * where in words[from..] it may begin; the end of the words: nowhere. */
static size_t next_number(struct text words, size_t from) {
    for (; from < words.len; from++) {
        if (from + 8 <= words.len && !mark_numbers(eight_at(words.ptr + from))) {
            from += 7;
            continue;
        }
        const char c = words.ptr[from];
        if (!is_ascii(c) || is_digit(c) || c == FLAT_VALUE ||
            (c == 'f' && text_starts(text_cut(words, from, words.len), "factor of")))
            return from;
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
