/* buf -- see buf.h. */
#include "base/buf.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/print.h"

/* Of an arena's bytes `kept` stay. */
static void let_go(struct buf *buf, size_t kept) {
    if (buf->arena)
        arena_resize(buf->arena, buf->ptr, buf->capacity, kept);
    else
        free(buf->ptr);
    *buf = (struct buf){.arena = buf->arena};
}

void buf_free(struct buf *buf) {
    let_go(buf, 0);
}

void buf_clear(struct buf *buf) {
    buf->len = 0;
    buf->overflow = false;
    if (buf->ptr) buf->ptr[0] = 0;
}

void buf_truncate(struct buf *buf, size_t len) {
    if (len >= buf->len) return;
    buf->len = len;
    buf->ptr[len] = 0;
}

struct text buf_text(const struct buf *buf) {
    return (struct text){buf->ptr ? buf->ptr : "", buf->len};
}

struct text buf_take(struct buf *buf, struct arena *arena) {
    const bool there = buf->ptr && buf->arena == arena;
    const struct text out = there ? buf_text(buf) : arena_text(arena, buf_text(buf));
    let_go(buf, there ? buf->len + 1 : 0);
    return out;
}

/* Makes room for `more` bytes and the NUL; false when the maximum would be passed. */
static bool make_room(struct buf *buf, size_t more) {
    if (buf->overflow || more > BUF_MAX - buf->len) {
        buf->overflow = true;
        return false;
    }
    size_t need = buf->len + more + 1;
    if (need <= buf->capacity) return true;
    size_t capacity = buf->capacity ? buf->capacity : 256;
    while (capacity < need)
        capacity *= 2;
    buf->ptr = buf->arena ? arena_resize(buf->arena, buf->ptr, buf->capacity, capacity)
                          : memory_need(buf->ptr, capacity);
    buf->capacity = capacity;
    return true;
}

void buf_expect(struct buf *buf, size_t len) {
    make_room(buf, len);
}

char *buf_room(struct buf *buf, size_t len) {
    const bool fits = len < buf->capacity - buf->len && !buf->overflow;
    if (!fits && !make_room(buf, len)) return NULL;
    buf->len += len;
    buf->ptr[buf->len] = 0;
    return buf->ptr + buf->len - len;
}

static __attribute__((noinline)) void add_more(struct buf *buf, const void *bytes, size_t len) {
    char *room = buf_room(buf, len);
    if (room && len) memcpy(room, bytes, len);
}

/* Nearly all of the text comes this way, a few bytes at a time: where they fit nothing else is called. */
void buf_add(struct buf *buf, const void *bytes, size_t len) {
    if (len >= buf->capacity - buf->len || buf->overflow || !len) {
        add_more(buf, bytes, len);
        return;
    }
    char *to = buf->ptr + buf->len;
    buf->len += len;
    to[len] = 0;
    memcpy(to, bytes, len);
}

void buf_printf(struct buf *buf, const char *format, ...) {
    va_list args, again;
    size_t room = buf->capacity - buf->len;
    va_start(args, format);
    va_copy(again, args);
    int len = print_into(room ? buf->ptr + buf->len : NULL, room, format, args);
    va_end(args);
    bool fits = len >= 0 && !buf->overflow && (size_t)len < room;
    if (!fits && len >= 0 && make_room(buf, (size_t)len)) {
        print_into(buf->ptr + buf->len, (size_t)len + 1, format, again);
        fits = true;
    }
    va_end(again);
    if (fits)
        buf->len += (size_t)len;
    else if (room)
        buf->ptr[buf->len] = 0;
}

void buf_number(struct buf *buf, double value) {
    if (!isfinite(value)) {
        buf_str(buf, "null");
        return;
    }
    char digits[40];
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value) break;
    }
    buf_str(buf, digits);
}
