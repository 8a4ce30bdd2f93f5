/* text -- what can be done with a view of bytes (view.h).
 *
 * Parsers pass views, never copies. A view that was made by arena_text() or text_of() is followed
 * by a NUL byte, so that it can be handed to a library; a view cut out of another one is not. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "view.h"

/* For printf: printf("%.*s", TEXT_ARG(view)). */
#define TEXT_ARG(view) (int)(view).len, (view).ptr ? (view).ptr : ""

static inline struct text text_cut(struct text whole, size_t from, size_t to) {
    if (to > whole.len) to = whole.len;
    if (from >= to) return (struct text){0};
    return (struct text){whole.ptr + from, to - from};
}
struct text text_trim(struct text view);          /* spaces, tabs and line ends at both ends */
struct text text_strip(struct text view, char c); /* without the character at both ends */
struct text text_drop_start(struct text view, const char *start); /* without it, if it is there */
struct text text_drop_end(struct text view, const char *end);

/* Returns whether the view has these characters only, and at least one. */
#define TEXT_SMALL "abcdefghijklmnopqrstuvwxyz"
#define TEXT_DIGITS "0123456789"
bool text_only(struct text view, const char *letters);
/* Returns whether it is an id as in addresses: small letters, digits, and hyphens not at an end. */
bool text_is_id(struct text view, size_t most);

bool text_is_folded(struct text view, const char *lower); /* ignores the case of ASCII letters */
static inline bool text_starts(struct text view, const char *prefix) {
    return text_equal(text_cut(view, 0, view_length(prefix)), text_of(prefix));
}
static inline bool text_ends(struct text view, const char *suffix) {
    size_t n = view_length(suffix);
    return view.len >= n && text_equal(text_cut(view, view.len - n, view.len), text_of(suffix));
}
int text_compare(struct text a, struct text b); /* bytewise, for sorting */

/* Returns the offset of the first `needle` at or after `from`; SIZE_MAX if there is none. */
size_t text_find_view(struct text view, struct text needle, size_t from);
static inline size_t text_find(struct text view, const char *needle, size_t from) {
    return text_find_view(view, text_of(needle), from);
}

/* Returns the part before the first `separator`, which is removed from *rest together with it. */
struct text text_next(struct text *rest, char separator);

/* Returns the part behind the last `separator`; all of it if there is none. */
struct text text_last(struct text view, char separator);

/* Returns the scheme before the colon of an address, "https"; empty if there is none. */
struct text text_scheme(struct text url);

/* Reads decimal digits only, no sign, at most `max`: false for anything else. */
bool text_number(struct text view, unsigned long max, unsigned long *out);
