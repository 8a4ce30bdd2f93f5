/* words_tokens -- a text as tokens, which the rules are written for: see words_parts.h. */
#include "page/words_parts.h"

#include <stdint.h>

#include "base/chars.h"
#include "base/utf8.h"

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

size_t words_joined(struct text text, size_t at, bool behind_ascii) {
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
        size_t length = end < text.len ? words_joined(text, end, ascii) : 0;
        more = length > 0;
        ascii = false;
        for (; length; length--)
            *out++ = text.ptr[end++];
    }
    if (end > at) end_token(tokens, out, at);
    return end;
}

char words_mark(struct text text, size_t at, size_t *length) {
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

struct tokens tokens_cut(struct text text, struct arena *arena) {
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
        char kind = words_mark(text, at, &length);
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

size_t tokens_place(const struct tokens *tokens, size_t at) {
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
