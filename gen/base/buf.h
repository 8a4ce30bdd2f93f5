/* buf -- the one growing buffer, with a hard maximum.
 *
 * `struct buf b = {0};` is valid and empty; buf_free() may be called on it. `struct buf b = {.arena = arena};`
 * grows in an arena, for a text that will stay there, and need not be freed. The bytes are always
 * followed by a NUL that does not count. Text past BUF_MAX is dropped and `overflow` is set,
 * so that a writer can check once at the end. Escaping lives here, one function a target. */
#pragma once

#include "base/arena.h"

#define BUF_MAX ((size_t)256 << 20)

struct buf {
    struct arena *arena; /* where the bytes lie; NULL: they are its own */
    char *ptr;
    size_t len;
    size_t capacity;
    bool overflow;
};

void buf_free(struct buf *buf);
void buf_clear(struct buf *buf);                /* keeps the memory */
void buf_truncate(struct buf *buf, size_t len); /* back to `len` bytes, at most what it holds */
struct text buf_text(const struct buf *buf);
/* Returns the bytes as a text of the arena, followed by a NUL; frees the buffer. They are not copied if they lie there. */
struct text buf_take(struct buf *buf, struct arena *arena);

/* Makes room for so many bytes at once: none is moved before there are more. */
void buf_expect(struct buf *buf, size_t len);
void buf_add(struct buf *buf, const void *bytes, size_t len);
/* Adds `len` bytes that the caller writes; NULL if there is no room for them. */
char *buf_room(struct buf *buf, size_t len);
static inline void buf_char(struct buf *buf, char c) {
    if (buf->overflow || buf->len + 1 >= buf->capacity) {
        buf_add(buf, &c, 1);
        return;
    }
    buf->ptr[buf->len++] = c;
    buf->ptr[buf->len] = 0;
}
static inline void buf_view(struct buf *buf, struct text view) {
    buf_add(buf, view.ptr, view.len);
}
static inline void buf_str(struct buf *buf, const char *string) {
    buf_view(buf, text_of(string));
}
void buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds text for HTML and XML, element content or a quoted attribute: & < > " become entities. */
void buf_html(struct buf *buf, struct text view);
/* Adds a JSON string with its quotes; also safe inside <script>: < > & are written \u003c and so
 * on. Bytes that are not UTF-8 become U+FFFD. */
void buf_json(struct buf *buf, struct text view);
/* Adds a member of a JSON object, behind a comma unless it is the first: "key": "value". */
void buf_member(struct buf *buf, const char *key, struct text value);
/* Adds a member without its value, which the caller writes. */
void buf_key(struct buf *buf, const char *key);
/* Adds a link target for href: bytes outside a URL's set become %XX, but %XX stays. Not yet HTML. */
void buf_url(struct buf *buf, struct text view);

/* Adds bytes in base 64: RFC 4648, with padding. */
void buf_base64(struct buf *buf, struct text bytes);
/* Adds text for a terminal: control characters but tabs, and bytes that are not UTF-8, become \xNN,
 * other hidden characters <U+202E>. */
void buf_terminal(struct buf *buf, struct text view);

/* Adds the shortest decimal form that reads back as the same double; "null" if it is not finite. */
void buf_number(struct buf *buf, double value);
