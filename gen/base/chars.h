/* chars -- the class of a byte, whatever the locale: ASCII only, every other byte has none.
 *
 * These replace <ctype.h>, whose answers depend on the locale and which do not accept a
 * negative char. */
#pragma once

#include <stdbool.h>

/* Space, tab, line feed, carriage return. */
static inline bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static inline bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Names in C are made of these: letters, digits, underscores. A set of 64 characters is a number. */
static inline bool is_word(char c) {
    const unsigned long long digits = 0x3ffULL << '0', letters = 0x7fffffe07fffffeULL,
                             underscore = 1ULL << ('_' - 64);
    const unsigned char byte = (unsigned char)c;
    if (byte >= 128) return false;
    return (byte < 64 ? digits >> byte : (letters | underscore) >> (byte - 64)) & 1;
}

/* Every byte of a character of UTF-8 but the first is a continuation. */
static inline bool is_continuation(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

static inline bool is_ascii(char c) {
    return !((unsigned char)c & 0x80);
}
