/* print -- what vsnprintf() does, faster where a format holds nothing but texts and whole numbers, as nearly every
 * one does: a library that knows all of printf takes a thousand instructions for a few words. */
#pragma once

#include <stdarg.h>
#include <stddef.h>

/* As vsnprintf(): writes at most `room` bytes, the last one a NUL, and returns how many there would be. */
int print_into(char *out, size_t room, const char *format, va_list args);
