/* words -- see words.h. */
#include "model/words.h"

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

struct text words_of_line(const char *line, size_t length) {
    if (length && line[length - 1] == '\n') length--;
    if (length && line[length - 1] == '\r') length--;
    for (size_t i = 0; i < length; i++)
        if (line[i] == '#') length = i;
    return (struct text){line, length};
}

static struct text skip(struct text text, size_t count) {
    return (struct text){text.ptr + count, text.len - count};
}

struct text words_next(struct text *words) {
    size_t from = 0;
    while (from < words->len && is_blank(words->ptr[from]))
        from++;
    struct text word = skip(*words, from);
    size_t length = 0;
    while (length < word.len && !is_blank(word.ptr[length]))
        length++;
    *words = skip(word, length);
    word.len = length;
    return word;
}

static unsigned digit_value(char c) {
    if (c >= '0' && c <= '9') return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f') return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F') return (unsigned)(c - 'A') + 10;
    return 16;
}

static bool read_number(struct text word, uint64_t *out) {
    bool hexadecimal = word.len > 2 && word.ptr[0] == '0' && word.ptr[1] == 'x';
    unsigned base = hexadecimal ? 16 : 10;
    uint64_t number = 0;
    for (size_t i = hexadecimal ? 2 : 0; i < word.len; i++) {
        unsigned digit = digit_value(word.ptr[i]);
        if (digit >= base || number > (UINT64_MAX - digit) / base) return false;
        number = number * base + digit;
    }
    *out = number;
    return word.len > 0;
}

bool words_number(struct text *words, uint64_t *out) {
    return read_number(words_next(words), out);
}

bool words_signed(struct text *words, bool *negative, uint64_t *magnitude) {
    struct text word = words_next(words);
    *negative = word.len > 0 && word.ptr[0] == '-';
    return read_number(*negative ? skip(word, 1) : word, magnitude);
}

bool words_only_number(struct text *words, uint64_t *out) {
    return words_number(words, out) && words_next(words).len == 0;
}
