/* print -- see print.h. */
#include "model/print.h"

#include <stdarg.h>

#include "view.h"

static void put(const struct simulator_sink *sink, struct text text) {
    if (text.len) sink->write(sink->context, text.ptr, text.len);
}

/* Zeros in front make up for missing `digits`. */
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

/* Takes what stands before the first `a` or `b`. */
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
