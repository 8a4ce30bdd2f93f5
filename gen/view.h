/* view -- a view of bytes: a pointer and a length, owned by somebody else.
 *
 * The one thing that every folder shares, those too that are built for the page and have no libc. What
 * else can be done with views is in base/text.h. A zero view is the empty text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct text {
    const char *ptr;
    size_t len;
};

/* On functions whose result says whether they did anything: to drop it is a warning. */
#define MUST_CHECK __attribute__((warn_unused_result))

/* A literal as a view: TEXT("abc"). */
#define TEXT(literal) ((struct text){"" literal, sizeof(literal) - 1})

/* WASM_EXPORT names a function that the page calls, WASM_IMPORT one that it has. */
#ifdef __wasm__
#define WASM_EXPORT(name) __attribute__((export_name(#name))) name
#define WASM_IMPORT(name) __attribute__((import_module("page"), import_name(#name)))
static inline size_t view_length(const char *string) {
    size_t length = 0;
    while (string[length])
        length++;
    return length;
}

static inline bool view_same(const char *a, const char *b, size_t length) {
    while (length && a[length - 1] == b[length - 1])
        length--;
    return !length;
}
#else
#define WASM_EXPORT(name) name
#define WASM_IMPORT(name)
#define view_length(string) __builtin_strlen(string)
#define view_same(a, b, length) (__builtin_memcmp((a), (b), (length)) == 0)
#endif

/* NULL gives the empty text. */
static inline struct text text_of(const char *string) {
    return (struct text){string, string ? view_length(string) : 0};
}

static inline bool text_equal(struct text a, struct text b) {
    return a.len == b.len && (!a.len || view_same(a.ptr, b.ptr, a.len));
}

static inline bool text_is(struct text view, const char *string) {
    return text_equal(view, text_of(string));
}
