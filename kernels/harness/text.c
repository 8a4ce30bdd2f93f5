/* text.c -- see text.h. */
#include "text.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool grow(struct text *t, size_t more) {
    if (t->failed || more > TEXT_MOST - t->length - 1) return t->failed = true, false;
    size_t want = t->length + more + 1, room = t->room ? t->room : 256;
    if (want <= t->room) return true;
    while (room < want)
        room *= 2;
    char *data = realloc(t->data, room);
    if (!data) return t->failed = true, false;
    t->data = data;
    t->room = room;
    return true;
}

void text_add(struct text *t, const char *s, size_t length) {
    if (!grow(t, length)) return;
    if (length) memcpy(t->data + t->length, s, length);
    t->length += length;
    t->data[t->length] = '\0';
}

void text_adds(struct text *t, const char *s) {
    text_add(t, s, strlen(s));
}

void text_addf(struct text *t, const char *format, ...) {
    char line[1024];
    va_list list;
    va_start(list, format);
    int n = vsnprintf(line, sizeof line, format, list);
    va_end(list);
    if (n < 0 || (size_t)n >= sizeof line)
        t->failed = true;
    else
        text_add(t, line, (size_t)n);
}

void text_free(struct text *t) {
    free(t->data);
    *t = (struct text){0};
}

/* Digits and exponent out of "-d<point>ddde+xx": the point is whatever is neither digit nor e. */
static size_t digits_of(const char *printed, char digits[24], int *exponent) {
    size_t n = 0;
    const char *e = strchr(printed, 'e');
    for (const char *p = printed; p < e; p++)
        if (*p >= '0' && *p <= '9' && n < 20) digits[n++] = *p;
    *exponent = (int)strtol(e + 1, NULL, 10);
    while (n > 1 && digits[n - 1] == '0')
        n--;
    return n;
}

static void lay_out(const char *digits, size_t n, int exponent, bool minus, char *out) {
    size_t used = 0;
    if (minus) out[used++] = '-';
    if (exponent >= -5 && exponent < 17) {
        int point = exponent + 1; /* digits before the point */
        if (point <= 0) {
            out[used++] = '0';
            out[used++] = '.';
            for (int i = point; i < 0; i++)
                out[used++] = '0';
        }
        for (size_t i = 0; i < n; i++) {
            if (point > 0 && i == (size_t)point) out[used++] = '.';
            out[used++] = digits[i];
        }
        for (int i = (int)n; i < point; i++)
            out[used++] = '0';
        out[used] = '\0';
        return;
    }
    out[used++] = digits[0];
    if (n > 1) {
        out[used++] = '.';
        memcpy(out + used, digits + 1, n - 1);
        used += n - 1;
    }
    snprintf(out + used, NUMBER_TEXT - used, "e%d", exponent);
}

void number_text(double value, char out[NUMBER_TEXT]) {
    char printed[NUMBER_TEXT], digits[24];
    int exponent = 0;
    if (!isfinite(value)) {
        snprintf(out, NUMBER_TEXT, "null");
        return;
    }
    if (value == 0) {
        snprintf(out, NUMBER_TEXT, "0");
        return;
    }
    for (int more = 0; more < 17; more++) { /* printed and read in the same locale: exact */
        snprintf(printed, sizeof printed, "%.*e", more, value);
        if (strtod(printed, NULL) == value) break;
    }
    size_t n = digits_of(printed, digits, &exponent);
    lay_out(digits, n, exponent, value < 0, out);
}

bool number_read(const char *s, double *value) {
    char *end;
    if (*s != '-' && (*s < '0' || *s > '9')) return false; /* no blanks, no "nan", no "inf" */
    *value = strtod(s, &end);
    return end != s && *end == '\0' && isfinite(*value);
}

void bytes_text(double bytes, char out[NUMBER_TEXT]) {
    static const char *const unit[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    int u = 0;
    while (bytes >= 1024 && u < 4) {
        bytes /= 1024;
        u++;
    }
    snprintf(out, NUMBER_TEXT, u ? "%.1f %s" : "%.0f %s", bytes, unit[u]);
}
