/* chars -- what a byte is, whatever the locale: ASCII only, every other byte is none of these.
 *
 * In place of <ctype.h>, whose answers depend on the locale and which may not be asked about a
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

/* What names in C are made of: letters, digits, underscores. */
static inline bool is_word(char c) {
    return is_letter(c) || is_digit(c) || c == '_';
}

/* A byte of UTF-8 that is not the first one of its character. */
static inline bool is_continuation(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}
