/* text_kit -- what is in a text, and how often. The includer has included cmocka. */
#pragma once

#include <string.h>

static inline size_t count(const char *text, const char *needle) {
    size_t found = 0;
    for (const char *at = text; (at = strstr(at, needle)) != NULL; at++)
        found++;
    return found;
}

#define assert_has(text, needle)                                                                   \
    do {                                                                                           \
        if (!strstr((text), (needle))) fail_msg("no %s in:\n%s", (needle), (text));                \
    } while (0)
#define assert_lacks(text, needle)                                                                 \
    do {                                                                                           \
        if (strstr((text), (needle))) fail_msg("%s in:\n%s", (needle), (text));                    \
    } while (0)
