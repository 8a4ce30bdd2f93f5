/* print -- see print.h. */
#include "model/print.h"

static void flush(struct print *print) {
    if (print->length) print->sink->write(print->sink->context, print->piece, print->length);
    print->length = 0;
}

void print_bytes(struct print *print, const char *data, size_t length) {
    if (length > sizeof print->piece - print->length) flush(print);
    if (length > sizeof print->piece) {
        print->sink->write(print->sink->context, data, length);
        return;
    }
    for (size_t i = 0; i < length; i++)
        print->piece[print->length++] = data[i];
}

void print_text(struct print *print, const char *text) {
    size_t length = 0;
    while (text[length])
        length++;
    print_bytes(print, text, length);
}

void print_number(struct print *print, uint64_t number) {
    char digits[20]; /* 2^64 has that many */
    size_t from = sizeof digits;
    do {
        digits[--from] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    print_bytes(print, digits + from, sizeof digits - from);
}

void print_count(struct print *print, uint64_t number, const char *word, const char *ending) {
    print_number(print, number);
    print_text(print, " ");
    print_text(print, word);
    if (number != 1) print_text(print, ending);
}

void print_decimal(struct print *print, uint64_t scaled, int decimals) {
    uint64_t one = 1;
    for (int i = 0; i < decimals; i++)
        one *= 10;
    print_number(print, scaled / one);
    print_text(print, ".");
    for (uint64_t rest = scaled % one, place = one / 10; place; place /= 10)
        print_number(print, rest / place % 10);
}

void print_percent(struct print *print, uint64_t part, uint64_t whole) {
    print_decimal(print, whole ? (2000 * part + whole) / (2 * whole) : 0, 1);
}

void print_end(struct print *print) {
    print_bytes(print, "\n", 1);
    flush(print);
}

void print_failure(const struct simulator_sink *sink, const char *text) {
    struct print print = {.sink = sink};
    print_text(&print, "error: ");
    print_text(&print, text);
    print_end(&print);
}
