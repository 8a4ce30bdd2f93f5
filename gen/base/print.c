/* print -- see print.h. */
#include "base/print.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct printed {
    char *out;
    size_t room, len; /* len may be more than there is room for */
};

static void add(struct printed *to, const char *bytes, size_t count) {
    if (to->len < to->room) {
        const size_t left = to->room - to->len;
        memcpy(to->out + to->len, bytes, count < left ? count : left);
    }
    to->len += count;
}

static void add_number(struct printed *to, unsigned long number, bool negative) {
    char digits[24];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    if (negative) digits[--at] = '-';
    add(to, digits + at, sizeof digits - at);
}

/* Where `string` ends: at a NUL or, unless that is negative, behind `most` bytes. */
static size_t length_of(const char *string, int most) {
    const char *end = most < 0 ? string + strlen(string) : memchr(string, 0, (size_t)most);
    return end ? (size_t)(end - string) : (size_t)most;
}

/* Adds what stands behind a % and returns what stands behind that. NULL: it is none of the few that are known here,
 * and nothing was taken of the arguments. */
static const char *add_one(struct printed *to, const char *what, va_list *args) {
    if (*what == 's' || strncmp(what, ".*s", 3) == 0) {
        const int most = *what == 's' ? -1 : va_arg(*args, int);
        const char *string = va_arg(*args, const char *);
        add(to, string, length_of(string, most));
        return what + (*what == 's' ? 1 : 3);
    }
    if (*what == 'd') {
        const long number = va_arg(*args, int);
        add_number(to, (unsigned long)(number < 0 ? -number : number), number < 0);
        return what + 1;
    }
    if (*what == 'c') {
        const char c = (char)va_arg(*args, int);
        add(to, &c, 1);
        return what + 1;
    }
    if (what[0] == '%') {
        add(to, what, 1);
        return what + 1;
    }
    if (what[0] == 'z' && what[1] == 'u') {
        add_number(to, va_arg(*args, size_t), false);
        return what + 2;
    }
    if (what[0] != 'l' || what[1] != 'u') return NULL;
    add_number(to, va_arg(*args, unsigned long), false);
    return what + 2;
}

int print_into(char *out, size_t room, const char *format, va_list args) {
    struct printed to = {out, room, 0};
    va_list left;
    va_copy(left, args);
    for (const char *next; *format; format = next) {
        const char *tag = strchr(format, '%');
        const size_t before = tag ? (size_t)(tag - format) : strlen(format);
        add(&to, format, before);
        next = tag ? add_one(&to, tag + 1, &left) : format + before;
        if (next) continue;
        /* The library does the rest. */
        const bool fits = to.len < room;
        const int more = vsnprintf(fits ? out + to.len : NULL, fits ? room - to.len : 0, tag, left);
        va_end(left);
        if (!fits && room) out[room - 1] = 0;
        return more < 0 ? more : (int)to.len + more;
    }
    va_end(left);
    if (room) out[to.len < room ? to.len : room - 1] = 0;
    return to.len > INT_MAX ? -1 : (int)to.len;
}
