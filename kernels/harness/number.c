/* number.c -- see number.h. */
#include "number.h"

#include "base/chars.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The locale's decimal point is neither digit, sign nor e, and may have several bytes. */
static void plain_point(char *text) {
    size_t n = 0;
    for (const char *p = text; *p; p++) {
        const bool own = is_digit(*p) || *p == '-' || *p == 'e';
        if (own || text[n - 1] != '.') text[n++] = own ? *p : '.';
    }
    text[n] = '\0';
}

void number_text(double value, char out[NUMBER_TEXT]) {
    int decimals = -1;
    if (!isfinite(value) || value == 0) {
        snprintf(out, NUMBER_TEXT, "%s", value == 0 ? "0" : "null");
        return;
    }
    do /* exact, as both use one locale */
        snprintf(out, NUMBER_TEXT, "%.*e", ++decimals, value);
    while (decimals < 16 && strtod(out, NULL) != value);
    char *e = strchr(out, 'e');
    const int exponent = (int)strtol(e + 1, NULL, 10);
    if (exponent >= -5 && exponent < 17)
        snprintf(out, NUMBER_TEXT, "%.*f", decimals > exponent ? decimals - exponent : 0, value);
    else
        snprintf(e, NUMBER_TEXT - (size_t)(e - out), "e%d", exponent);
    plain_point(out);
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
