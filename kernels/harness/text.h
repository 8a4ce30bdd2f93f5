/* text.h -- a growing piece of text and numbers in a form that does not depend on the locale.
 *
 * Lifecycle: zero-initialise, append, text_free. A zeroed struct is valid and may be freed.
 * Invariants: `data` ends with a NUL byte whenever it is not NULL; growth stops at TEXT_MOST bytes
 * or when memory runs out: then `failed` is set, later appends do nothing, and what is there must
 * not be used. The owner of the struct frees it.
 */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { TEXT_MOST = 64 << 20, NUMBER_TEXT = 40 };

struct text {
    char *data;
    size_t length, room;
    bool failed;
};

void text_add(struct text *t, const char *s, size_t length);
void text_adds(struct text *t, const char *s);
__attribute__((format(printf, 2, 3))) void text_addf(struct text *t, const char *format, ...);
void text_free(struct text *t);

/* The shortest decimal form that reads back as the same double, with a point whatever the locale
 * says: "4271.4", "1e-09", "3". NAN and infinities give "null": JSON has no word for them. */
void number_text(double value, char out[NUMBER_TEXT]);

/* Reads such a form; the whole string must be a number. */
bool number_read(const char *s, double *value);

/* "1.5 GiB", "48.0 KiB", "512 B": capacities. */
void bytes_text(double bytes, char out[NUMBER_TEXT]);

#endif
