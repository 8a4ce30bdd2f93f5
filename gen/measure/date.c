/* date -- see date.h. */
#include "measure/date.h"

static bool number(struct text text, size_t from, size_t to, unsigned long max, long *out) {
    unsigned long value;
    if (!text_number(text_cut(text, from, to), max, &value)) return false;
    *out = (long)value;
    return true;
}

static bool is_leap(long year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static long days_in(long year, long month) {
    static const char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

static long leap_days_before(long year) {
    return (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400;
}

bool date_read(struct text text, long *days) {
    long year, month, day;
    if (text.len != 10 || text.ptr[4] != '-' || text.ptr[7] != '-') return false;
    if (!number(text, 0, 4, 9999, &year) || !number(text, 5, 7, 12, &month) ||
        !number(text, 8, 10, 31, &day))
        return false;
    if (year < 1970 || month < 1 || day < 1 || day > days_in(year, month)) return false;
    *days = (year - 1970) * 365 + leap_days_before(year) - leap_days_before(1970) + day - 1;
    for (long m = 1; m < month; m++)
        *days += days_in(year, m);
    return true;
}

bool date_time_read(struct text text, long *days) {
    long hour, minute, second;
    if (!date_read(text_cut(text, 0, 10), days)) return false;
    if (text.len == 10) return true;
    return text.len == 20 && text.ptr[10] == 'T' && text.ptr[13] == ':' && text.ptr[16] == ':' &&
           text.ptr[19] == 'Z' && number(text, 11, 13, 23, &hour) &&
           number(text, 14, 16, 59, &minute) && number(text, 17, 19, 60, &second);
}
