/* line -- see line.h. */
#include "model/line.h"

#include <stdarg.h>

/* ---- input ------------------------------------------------------------------------------- */

static bool is_separator(char c) {
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
    while (from < words->len && is_separator(words->ptr[from]))
        from++;
    struct text word = skip(*words, from);
    size_t length = 0;
    while (length < word.len && !is_separator(word.ptr[length]))
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

/* ---- output ------------------------------------------------------------------------------ */

static void put(const struct simulator_sink *sink, struct text text) {
    if (text.len) sink->write(sink->context, text.ptr, text.len);
}

/* Leading zeros fill up to `digits`. */
static void put_number(const struct simulator_sink *sink, uint64_t number, int digits) {
    char text[20]; /* 2^64 has that many */
    size_t from = sizeof text;
    for (; number || digits > 0; digits--) {
        text[--from] = (char)('0' + number % 10);
        number /= 10;
    }
    put(sink, (struct text){text + from, sizeof text - from});
}

static void put_percent(const struct simulator_sink *sink, uint64_t part, uint64_t whole) {
    uint64_t tenths = whole ? (2000 * part + whole) / (2 * whole) : 0;
    put_number(sink, tenths / 10, 1);
    put(sink, TEXT("."));
    put_number(sink, tenths % 10, 1);
    put(sink, TEXT("%"));
}

/* Takes the text before the first `a` or `b`. */
static struct text take_until(const char **rest, char a, char b) {
    struct text piece = {*rest, 0};
    for (; **rest && **rest != a && **rest != b; piece.len++)
        (*rest)++;
    return piece;
}

static void put_argument(const struct simulator_sink *sink, char kind, uint64_t *last,
                         va_list *args) {
    uint64_t part;
    switch (kind) {
    case 'n':
        *last = va_arg(*args, uint64_t);
        put_number(sink, *last, 1);
        break;
    case 's': put(sink, text_of(va_arg(*args, const char *))); break;
    case 'w': put(sink, va_arg(*args, struct text)); break;
    case 'h':
        part = va_arg(*args, uint64_t);
        put_number(sink, part / 100, 1);
        put(sink, TEXT("."));
        put_number(sink, part % 100, 2);
        break;
    case 'p':
        part = va_arg(*args, uint64_t);
        put_percent(sink, part, va_arg(*args, uint64_t));
        break;
    }
}

void print_line(const struct simulator_sink *sink, const char *format, ...) {
    uint64_t last = 0;
    va_list args;
    va_start(args, format);
    for (;;) {
        put(sink, take_until(&format, '%', '['));
        if (!*format) break;
        if (*format++ == '%') {
            put_argument(sink, *format++, &last, &args);
        } else {
            struct text ending = take_until(&format, ']', ']');
            if (last != 1) put(sink, ending);
            format++;
        }
    }
    va_end(args);
    put(sink, TEXT("\n"));
}
