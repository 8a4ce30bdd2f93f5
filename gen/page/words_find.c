/* words_find -- the rules of words.h over flat text, which becomes tokens with one space between them. */
#include <string.h>

#include "base/chars.h"
#include "page/words.h"

/* None is taken to be longer: without an end the work would grow with the square. */
enum { CLAUSE_BYTES = 400, SENTENCE_BYTES = 2000 };

/* Small letters, values and codes as they are, of all punctuation a comma, a full stop or a question
 * mark. What stands in quotation marks is left out. A mark stands at either end. */
struct tokens {
    char *byte;
    size_t *at; /* where each byte stands in the flat text */
    size_t count;
};

static bool is_letter_or_digit(char c) {
    return is_letter(c) || is_digit(c);
}

static bool stands(struct text text, size_t i, const char *bytes) {
    return text_starts(text_cut(text, i, text.len), bytes);
}

/* No-break, thin and narrow spaces are white space too. The result is their length, or 0. */
static size_t space_length(struct text text, size_t i) {
    if (strchr(" \n\t", text.ptr[i])) return text.ptr[i] != 0;
    if (stands(text, i, "\xC2\xA0")) return 2;
    return stands(text, i, "\xE2\x80\x89") || stands(text, i, "\xE2\x80\xAF") ? 3 : 0;
}

/* The result is the length of what belongs to a word at `i`, or 0. That is letters of any script, and
 * - ' and / between letters, so that one-third, isn't and GB/s are one word each. General punctuation
 * (U+2000 to U+203F) ends words, except the typographer's apostrophe. */
static size_t letter_length(struct text text, size_t i) {
    char c = text.ptr[i];
    if (is_letter_or_digit(c)) return 1;
    bool inside = i > 0 && is_letter_or_digit(text.ptr[i - 1]);
    if (c == '-' || c == '\'' || c == '/')
        return inside && i + 1 < text.len && is_letter_or_digit(text.ptr[i + 1]);
    if (stands(text, i, "\xE2\x80\x99")) return inside ? 3 : 0;
    if (stands(text, i, "\xE2\x80") || stands(text, i, "\xC2\xA0")) return 0;
    return (unsigned char)c >= 0x80;
}

static size_t word_end(struct text text, size_t i) {
    if (text.ptr[i] == FLAT_VALUE || text.ptr[i] == FLAT_CODE) return i + 1;
    for (size_t more; i < text.len && (more = letter_length(text, i)); i += more)
        continue;
    return i;
}

static void add_byte(struct tokens *tokens, char c, size_t at) {
    tokens->byte[tokens->count] = c;
    tokens->at[tokens->count++] = at;
}

static void add_mark(struct tokens *tokens, char c, size_t at) {
    add_byte(tokens, c, at);
    add_byte(tokens, ' ', at);
}

/* A sentence ends with a mark behind which no letter stands. */
static char mark_of(struct text text, size_t i) {
    char c = text.ptr[i];
    if (i + 1 < text.len && letter_length(text, i + 1)) return ',';
    return c == '?' ? c : c == '.' || c == '!' ? '.' : ',';
}

/* A quotation mark of either kind, "straight" or “curly”. One without its other half is a comma. */
static size_t add_quote(struct tokens *tokens, struct text text, size_t i, size_t *open) {
    bool opens = stands(text, i, "\xE2\x80\x9C"), closes = stands(text, i, "\xE2\x80\x9D");
    if (!opens && !closes && text.ptr[i] != '"') return 0;
    if (*open != SIZE_MAX && !opens) {
        tokens->count = *open;
        *open = SIZE_MAX;
    } else if (*open == SIZE_MAX && !closes) {
        *open = tokens->count;
    }
    add_mark(tokens, ',', i);
    return text.ptr[i] == '"' ? 1 : 3;
}

static struct tokens cut_tokens(struct text text, struct arena *arena) {
    size_t most = 2 * text.len + 4, open = SIZE_MAX;
    struct tokens tokens = {arena_alloc(arena, most), ARENA_ARRAY(arena, size_t, most), 0};
    add_mark(&tokens, ',', 0);
    for (size_t i = 0, length; i < text.len; i += length) {
        if ((length = space_length(text, i))) continue;
        size_t end = word_end(text, i);
        length = end - i;
        for (size_t k = i; k < end; k++) {
            char c = text.ptr[k];
            add_byte(&tokens, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c, k);
        }
        if (length)
            add_byte(&tokens, ' ', end);
        else if (!(length = add_quote(&tokens, text, i, &open)))
            add_mark(&tokens, mark_of(text, i), i), length = stands(text, i, "\xE2\x80") ? 3 : 1;
    }
    add_byte(&tokens, ',', text.len);
    return tokens;
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
    struct text text = {tokens.byte, tokens.count};
    struct rules_match match;
    size_t count = 0, capacity = 0, last = SIZE_MAX; /* the end of the one found last */
    *list = NULL;
    for (size_t from = 0; rules_next(&words_rules, text, from, &match);) {
        int kind = match.rule ? match.rule->kind : WORDS_NUMBER;
        bool claim = kind != WORDS_COMPARISON || is_claim(text, &match);
        from = claim ? match.end : match.start + 1;
        if (!claim || kind == WORDS_NOTHING) continue;
        size_t start = tokens.at[match.start + 1], end = tokens.at[match.end - 1] + 1;
        if (end > words.len) end = words.len; /* the mark that stands at its end */
        if (match.start == last) {
            (*list)[count - 1].end = end;
        } else if (start < end) {
            *list = arena_grow(arena, *list, count, &capacity, sizeof **list);
            (*list)[count++] = (struct rules_match){.rule = match.rule, .start = start, .end = end};
        }
        last = match.end;
    }
    return count;
}
