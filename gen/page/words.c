/* words -- see words.h. */
#include "page/words_parts.h"

#include <stdint.h>
#include <string.h>

/* None is taken to be longer: without an end the work would grow with the square. */
enum { CLAUSE_BYTES = 400, SENTENCE_BYTES = 2000 };

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
    struct tokens tokens = tokens_cut(part, found->arena);
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
        size_t start = from + tokens_place(&tokens, match.start + 1);
        size_t end = from + tokens_place(&tokens, match.end - 1) + 1;
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
        const struct places places = places_find(rest, quotes, arena);
        end = from + places.end;
        if (places.count) find_in(text_cut(rest, 0, places.end), from, &places, &found);
    }
    *list = found.list;
    return found.count;
}
