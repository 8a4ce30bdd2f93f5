/* arena -- memory for what lives as long as one build.
 *
 * Allocate as much as you like, free everything at once with arena_free(). A zero arena is valid
 * and empty. Memory is zeroed and aligned for any type. When the system has no memory left the
 * process ends with one line (memory_failed()): nothing has been published at that point, since
 * publishing is the last step and atomic. */
#pragma once

#include <stdarg.h>

#include "base/text.h"

struct arena {
    struct arena_block *newest, *spare;
    char *next, *end; /* of the newest block: what is free */
};

void *arena_alloc(struct arena *arena, size_t size);
/* The same, but not zeroed. Of what was allocated last, arena_trim() gives back all but `size` bytes. */
void *arena_reserve(struct arena *arena, size_t size);
void arena_trim(struct arena *arena, void *last, size_t size);
/* `size` bytes in place of `had`, larger or smaller: what was allocated last stays where it is, if there is room. NULL:
 * there was nothing. */
void *arena_resize(struct arena *arena, void *old, size_t had, size_t size);
void arena_free(struct arena *arena);
void arena_reset(
    struct arena *arena); /* everything is free, some blocks stay for what comes next */

/* An array that grows by doubling: make room for one more element of `size` bytes. Returns the
 * array, moved or not; the old one stays in the arena. */
void *arena_grow(struct arena *arena, void *array, size_t count, size_t *capacity, size_t size);

/* These make copies that are followed by a NUL byte. */
struct text arena_text(struct arena *arena, struct text view);
const char *arena_string(struct arena *arena, struct text view);
struct text arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
struct text arena_vprintf(struct arena *arena, const char *format, va_list args);

/* A growing list of texts in an arena. A zero list is valid and empty. */
struct texts {
    struct text *at;
    size_t count, capacity;
};
void texts_add(struct texts *texts, struct text text, struct arena *arena);
/* Adds the text unless it is empty or already there. */
void texts_add_once(struct texts *texts, struct text text, struct arena *arena);
void texts_sort(struct texts *texts); /* bytewise */
bool texts_has(const struct texts *sorted, struct text text);

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, count) ((type *)arena_alloc_array((arena), (count), sizeof(type)))
void *arena_alloc_array(struct arena *arena, size_t count, size_t size);

/* malloc and realloc, but the process ends where they would return NULL. */
void *memory_need(void *old, size_t size);
_Noreturn void memory_failed(void);
