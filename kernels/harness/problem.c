/* problem.c -- see problem in lab.h. */
#include "lab.h"

#include <stdarg.h>
#include <stdio.h>

static void say(struct problem *why, bool fatal, const char *format, va_list list) {
    vsnprintf(why->text, sizeof why->text, format, list);
    why->fatal = fatal;
}

bool problem_say(struct problem *why, const char *format, ...) {
    va_list list;
    va_start(list, format);
    say(why, false, format, list);
    va_end(list);
    return false;
}

bool problem_fatal(struct problem *why, const char *format, ...) {
    va_list list;
    va_start(list, format);
    say(why, true, format, list);
    va_end(list);
    return false;
}
