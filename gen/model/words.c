/* words -- see words.h. */
#include "model/words.h"

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

struct words words_of_line(const char *line, size_t length) {
    if (length && line[length - 1] == '\n') length--;
    if (length && line[length - 1] == '\r') length--;
    for (size_t i = 0; i < length; i++)
        if (line[i] == '#') length = i;
    return (struct words){line, length};
}

struct word words_next(struct words *words) {
    size_t from = 0;
    while (from < words->length && is_blank(words->data[from]))
        from++;
    size_t to = from;
    while (to < words->length && !is_blank(words->data[to]))
        to++;
    if (to == from) return (struct word){0};
    struct word word = {words->data + from, to - from};
    words->data += to;
    words->length -= to;
    return word;
}

bool word_is(struct word word, const char *text) {
    size_t i = 0;
    while (i < word.length && text[i] && word.data[i] == text[i])
        i++;
    return i == word.length && !text[i];
}

static unsigned digit_value(char c) {
    if (c >= '0' && c <= '9') return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f') return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F') return (unsigned)(c - 'A') + 10;
    return 16;
}

bool word_number(struct word word, uint64_t *out) {
    bool hexadecimal = word.length > 2 && word.data[0] == '0' && word.data[1] == 'x';
    unsigned base = hexadecimal ? 16 : 10;
    uint64_t number = 0;
    for (size_t i = hexadecimal ? 2 : 0; i < word.length; i++) {
        unsigned digit = digit_value(word.data[i]);
        if (digit >= base || number > (UINT64_MAX - digit) / base) return false;
        number = number * base + digit;
    }
    *out = number;
    return word.length > 0;
}

bool word_signed(struct word word, bool *negative, uint64_t *magnitude) {
    *negative = word.length > 0 && word.data[0] == '-';
    if (*negative) word = (struct word){word.data + 1, word.length - 1};
    return word_number(word, magnitude);
}

bool words_number(struct words *words, uint64_t *out) {
    return word_number(words_next(words), out);
}

bool words_only_number(struct words *words, uint64_t *out) {
    return words_number(words, out) && words_next(words).length == 0;
}
