/* text.c -- views and bounded writing. */
#include "text.h"

#include <stdarg.h>

bool expr_ends(struct text text, struct text ending, struct text *head) {
    if (text.len < ending.len) return false;
    *head = (struct text){text.ptr, text.len - ending.len};
    return text_equal((struct text){text.ptr + head->len, ending.len}, ending);
}

void expr_write(struct expr_writer *writer, const char *data, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (writer->length + 1 < writer->size) writer->out[writer->length] = data[i];
        writer->length++;
    }
}

void expr_write_view(struct expr_writer *writer, struct text view) {
    expr_write(writer, view.ptr, view.len);
}

void expr_write_text(struct expr_writer *writer, const char *text) {
    expr_write_view(writer, text_of(text));
}

void expr_write_count(struct expr_writer *writer, size_t count) {
    char digits[20];
    size_t n = 0;
    do {
        digits[sizeof digits - ++n] = (char)('0' + count % 10);
        count /= 10;
    } while (count > 0);
    expr_write(writer, digits + sizeof digits - n, n);
}

void expr_print(struct expr_writer *writer, const char *format, ...) {
    va_list args;
    va_start(args, format);
    for (; *format; format++) {
        if (*format != '%') {
            expr_write(writer, format, 1);
            continue;
        }
        switch (*++format) {
        case 'v': expr_write_view(writer, va_arg(args, struct text)); break;
        case 's': expr_write_text(writer, va_arg(args, const char *)); break;
        case 'n': expr_write_count(writer, va_arg(args, size_t)); break;
        }
    }
    va_end(args);
}

size_t expr_writer_finish(struct expr_writer *writer) {
    if (writer->size == 0) return writer->length;
    size_t end = writer->length;
    if (end >= writer->size) {
        end = writer->size - 1;
        /* The byte at `end` was not stored, so look back for the start of the last character and
         * drop that character unless all of its bytes are there. */
        size_t start = end;
        while (start > 0 && ((unsigned char)writer->out[start - 1] & 0xC0) == 0x80)
            start--;
        if (start > 0 && (unsigned char)writer->out[start - 1] >= 0xC0) {
            unsigned char lead = (unsigned char)writer->out[--start];
            size_t need = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
            if (end - start < need) end = start;
        }
    }
    writer->out[end] = '\0';
    return writer->length;
}
