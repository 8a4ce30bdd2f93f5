/* number.c -- see number.h. */
#include "number.h"

#include "base/chars.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Digits and exponent out of "-d<point>ddde+xx": the point is whatever is neither digit nor e. */
static size_t digits_of(const char *printed, char digits[24], int *exponent) {
    size_t n = 0;
    const char *e = strchr(printed, 'e');
    for (const char *p = printed; p < e; p++)
        if (is_digit(*p) && n < 20) digits[n++] = *p;
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
    if (*s != '-' && !is_digit(*s)) return false; /* no space, no "nan", no "inf" */
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
