/* token.c -- one token at a place; the parser asks again wherever it likes. */
#include "token.h"

bool expr_is_space(char c) {
    return c == ' ' || c == '\t';
}

bool expr_is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool expr_is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

char expr_byte(struct text source, size_t offset) {
    return offset < source.len ? source.ptr[offset] : '\0';
}

uint32_t expr_token_word(struct text source, uint32_t offset, bool hyphens) {
    uint32_t end = offset;
    for (;; end++) {
        char c = expr_byte(source, end);
        if (!expr_is_letter(c) && !expr_is_digit(c) && !(hyphens && c == '-')) break;
    }
    return end - offset;
}

uint32_t expr_token_digits(struct text source, uint32_t offset) {
    uint32_t end = offset;
    while (expr_is_digit(expr_byte(source, end)))
        end++;
    return end - offset;
}

static uint32_t name_length(struct text source, uint32_t offset) {
    uint32_t end = offset + expr_token_word(source, offset, false);
    while (expr_byte(source, end) == '.' && expr_is_letter(expr_byte(source, (size_t)end + 1)))
        end += 1 + expr_token_word(source, end + 1, false);
    return end - offset;
}

/* "4..5" is 4, a range and 5; "2 e" is no exponent. */
static uint32_t number_length(struct text source, uint32_t offset) {
    uint32_t end = offset + expr_token_digits(source, offset);
    if (expr_byte(source, end) == '.' && expr_is_digit(expr_byte(source, (size_t)end + 1)))
        end += 1 + expr_token_digits(source, end + 1);
    if (expr_byte(source, end) == 'e' || expr_byte(source, end) == 'E') {
        uint32_t exponent = end + 1;
        if (expr_byte(source, exponent) == '-' || expr_byte(source, exponent) == '+') exponent++;
        uint32_t count = expr_token_digits(source, exponent);
        if (count > 0) end = exponent + count;
    }
    return end - offset;
}

static uint32_t character_length(struct text source, uint32_t offset) {
    uint32_t length = 1;
    if ((unsigned char)expr_byte(source, offset) < 0xC0) return length;
    while (length < 4 && ((unsigned char)expr_byte(source, (size_t)offset + length) & 0xC0) == 0x80)
        length++;
    return length;
}

static bool is_one_of(char c, const char *signs) {
    while (*signs && *signs != c)
        signs++;
    return *signs;
}

struct token expr_token(struct text source, uint32_t offset) {
    uint32_t start = offset;
    while (start < source.len && expr_is_space(source.ptr[start]))
        start++;
    struct token token = {.kind = TOKEN_END, .offset = start, .space_before = start > offset};
    if (start > 0) token.space_before |= expr_is_space(source.ptr[start - 1]);
    if (start == source.len) return token;

    char c = source.ptr[start];
    if (expr_is_letter(c)) {
        token.kind = TOKEN_NAME;
        token.length = name_length(source, start);
    } else if (expr_is_digit(c)) {
        token.kind = TOKEN_NUMBER;
        token.length = number_length(source, start);
    } else if (is_one_of(c, "<>=!") && expr_byte(source, (size_t)start + 1) == '=') {
        token.kind = TOKEN_EQUAL;
        token.sign = c;
        token.length = 2;
    } else if (c == '.' && expr_byte(source, (size_t)start + 1) == '.') {
        token.kind = TOKEN_RANGE;
        token.length = 2;
    } else if (c == '.' && expr_is_digit(expr_byte(source, (size_t)start + 1))) {
        token.kind = TOKEN_DIGITS;
        token.length = 1 + expr_token_digits(source, start + 1);
    } else if (is_one_of(c, "+-*/()[],@<>=.")) {
        token.kind = TOKEN_SIGN;
        token.sign = c;
        token.length = 1;
    } else {
        token.kind = TOKEN_BAD;
        token.length = character_length(source, start);
    }
    token.space_after = expr_is_space(expr_byte(source, (size_t)start + token.length));
    return token;
}
