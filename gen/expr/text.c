/* text.c -- views and bounded writing. */
#include "text.h"

#include <stdarg.h>

bool expr_ends(struct text text, struct text ending, struct text *head) {
    if (text.len < ending.len) return false;
    *head = (struct text){text.ptr, text.len - ending.len};
    return text_equal((struct text){text.ptr + head->len, ending.len}, ending);
}

void expr_write(struct expr_writer *w, const char *data, size_t length) {
    size_t room = w->length < w->size ? w->size - w->length - 1 : 0;
    if (room > length) room = length;
    for (size_t i = 0; i < room; i++)
        w->out[w->length + i] = data[i];
    w->length += length;
}

void expr_write_view(struct expr_writer *w, struct text view) {
    expr_write(w, view.ptr, view.len);
}

void expr_write_text(struct expr_writer *w, const char *text) {
    expr_write_view(w, text_of(text));
}

void expr_write_count(struct expr_writer *w, size_t count) {
    char digits[20];
    size_t n = 0;
    do {
        digits[sizeof digits - ++n] = (char)('0' + count % 10);
        count /= 10;
    } while (count > 0);
    expr_write(w, digits + sizeof digits - n, n);
}

void expr_print(struct expr_writer *w, const char *format, ...) {
    va_list args;
    va_start(args, format);
    for (; *format; format++) {
        if (*format != '%') {
            expr_write(w, format, 1);
            continue;
        }
        switch (*++format) {
        case 'v': expr_write_view(w, va_arg(args, struct text)); break;
        case 's': expr_write_text(w, va_arg(args, const char *)); break;
        case 'n': expr_write_count(w, va_arg(args, size_t)); break;
        }
    }
    va_end(args);
}

size_t expr_writer_finish(struct expr_writer *w) {
    if (w->size == 0) return w->length;
    size_t end = w->length;
    if (end >= w->size) {
        end = w->size - 1;
        /* The byte at `end` was not stored, so look back for the start of the last character and
         * drop that character unless all of its bytes are there. */
        size_t start = end;
        while (start > 0 && ((unsigned char)w->out[start - 1] & 0xC0) == 0x80)
            start--;
        if (start > 0 && (unsigned char)w->out[start - 1] >= 0xC0) {
            unsigned char lead = (unsigned char)w->out[--start];
            size_t need = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
            if (end - start < need) end = start;
        }
    }
    w->out[end] = '\0';
    return w->length;
}

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
