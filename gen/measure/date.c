/* date -- see date.h. */
#include "measure/date.h"

#include <time.h>

static bool number(struct text text, size_t from, size_t to, unsigned long max,
                   unsigned long *out) {
    return text_number(text_cut(text, from, to), max, out);
}

static bool is_leap(unsigned long year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static unsigned long days_in(unsigned long year, unsigned long month) {
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year) ? 1U : 0U);
}

bool date_read(struct text text, long *days) {
    unsigned long year, month, day;
    if (text.len != 10 || text.ptr[4] != '-' || text.ptr[7] != '-') return false;
    if (!number(text, 0, 4, 9999, &year) || !number(text, 5, 7, 12, &month) ||
        !number(text, 8, 10, 31, &day))
        return false;
    if (year < 1970 || month < 1 || day < 1 || day > days_in(year, month)) return false;
    unsigned long count = day - 1;
    for (unsigned long y = 1970; y < year; y++)
        count += is_leap(y) ? 366 : 365;
    for (unsigned long m = 1; m < month; m++)
        count += days_in(year, m);
    *days = (long)count;
    return true;
}

bool date_time_read(struct text text, long *days) {
    unsigned long ignored;
    if (!date_read(text_cut(text, 0, 10), days)) return false;
    if (text.len == 10) return true;
    return text.len == 20 && text.ptr[10] == 'T' && text.ptr[13] == ':' && text.ptr[16] == ':' &&
           text.ptr[19] == 'Z' && number(text, 11, 13, 23, &ignored) &&
           number(text, 14, 16, 59, &ignored) && number(text, 17, 19, 60, &ignored);
}

struct text date_text(long days, struct arena *arena) {
    char text[32];
    struct tm date = {0};
    gmtime_r(&(time_t){days * 86400}, &date);
    return arena_text(arena, (struct text){text, strftime(text, sizeof text, "%Y-%m-%d", &date)});
}
