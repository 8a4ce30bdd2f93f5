/* lex -- see lex.h. */
#include "page/lex.h"

#include <stdint.h>
#include <string.h>

#include "base/chars.h"

static const char punctuation[] = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

int lex_punctuation(char c) {
    const char *hit = c ? strchr(punctuation, c) : NULL;
    return hit ? (int)(hit - punctuation) : -1;
}

char lex_punctuation_char(int number) {
    return punctuation[number];
}

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

size_t lex_formula(struct lex *lex, size_t at, size_t limit, bool bars, bool *shell) {
    struct text text = text_cut(lex->text, 0, limit);
    *shell = false;
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
                          !(next >= '0' && next <= '9');
            *shell = closes && is_shell(text, at, end);
            return closes && !*shell ? end + 1 : 0;
        } else {
            end++;
        }
    }
    return 0;
}

size_t lex_display_end(struct text text, size_t from, size_t limit) {
    for (size_t at = from; at + 1 < limit && at + 1 < text.len; at++) {
        if (text.ptr[at] == '\\')
            at++;
        else if (text.ptr[at] == '$' && text.ptr[at + 1] == '$')
            return at;
    }
    return SIZE_MAX;
}
