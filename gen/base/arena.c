/* arena -- see arena.h. An arena is a list of blocks; the newest one is filled from its start. */
#include "base/arena.h"

#include "base/print.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena_block {
    struct arena_block *older;
    size_t size;
    _Alignas(max_align_t) char bytes[];
};

enum { BLOCK = 64 * 1024, SPARE_BLOCKS = 16 };

_Noreturn void memory_failed(void) {
    fputs("out of memory: nothing was written\n", stderr);
    exit(EXIT_FAILURE);
}

void *memory_need(void *old, size_t size) {
    void *memory = realloc(old, size ? size : 1);
    if (!memory) memory_failed();
    return memory;
}

static void add_block(struct arena *arena, size_t size) {
    struct arena_block *block = size <= BLOCK ? arena->spare : NULL;
    if (block) {
        arena->spare = block->older;
    } else {
        size_t room = size > BLOCK ? size : BLOCK;
        block = memory_need(NULL, sizeof *block + room);
        block->size = room;
    }
    block->older = arena->newest;
    arena->newest = block;
    arena->next = block->bytes;
    arena->end = block->bytes + block->size;
}

static size_t aligned(size_t size) {
    size_t align = _Alignof(max_align_t);
    if (size > SIZE_MAX / 2) memory_failed();
    return (size + align - 1) / align * align;
}

void *arena_reserve(struct arena *arena, size_t size) {
    size = aligned(size);
    if ((size_t)(arena->end - arena->next) < size) add_block(arena, size);
    char *memory = arena->next;
    arena->next += size;
    return memory;
}

void arena_trim(struct arena *arena, void *last, size_t size) {
    arena->next = (char *)last + aligned(size);
}

void *arena_resize(struct arena *arena, void *old, size_t had, size_t size) {
    char *start = old;
    const bool last = start && start + aligned(had) == arena->next;
    if (size <= had || (last && aligned(size) <= (size_t)(arena->end - start))) {
        if (last) arena_trim(arena, old, size);
        return old;
    }
    void *larger = arena_reserve(arena, size);
    if (had) memcpy(larger, old, had);
    return larger;
}

void *arena_alloc(struct arena *arena, size_t size) {
    return memset(arena_reserve(arena, size), 0, size);
}

void *arena_alloc_array(struct arena *arena, size_t count, size_t size) {
    if (size && count > SIZE_MAX / 2 / size) memory_failed();
    return arena_alloc(arena, count * size);
}

static void free_blocks(struct arena_block *block) {
    while (block) {
        struct arena_block *older = block->older;
        free(block);
        block = older;
    }
}

void arena_free(struct arena *arena) {
    free_blocks(arena->newest);
    free_blocks(arena->spare);
    *arena = (struct arena){0};
}

void arena_reset(struct arena *arena) {
    struct arena_block *block = arena->newest, *kept = NULL;
    size_t count = 0;
    for (const struct arena_block *spare = arena->spare; spare; spare = spare->older)
        count++;
    for (struct arena_block *older; block; block = older) {
        older = block->older;
        if (block->size == BLOCK && count++ < SPARE_BLOCKS) {
            block->older = arena->spare;
            arena->spare = block;
        } else {
            block->older = kept;
            kept = block;
        }
    }
    free_blocks(kept);
    arena->newest = NULL;
    arena->next = arena->end = NULL;
}

void *arena_grow(struct arena *arena, void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return array;
    *capacity = *capacity ? *capacity * 2 : 8;
    void *bigger = arena_alloc_array(arena, *capacity, size);
    if (count) memcpy(bigger, array, count * size);
    return bigger;
}

struct text arena_text(struct arena *arena, struct text view) {
    char *copy = arena_reserve(arena, view.len + 1);
    if (view.len) memcpy(copy, view.ptr, view.len);
    copy[view.len] = 0;
    return (struct text){copy, view.len};
}

const char *arena_string(struct arena *arena, struct text view) {
    return arena_text(arena, view).ptr;
}

struct text arena_vprintf(struct arena *arena, const char *format, va_list args) {
    char few[256]; /* nearly everything fits */
    va_list again;
    va_copy(again, args);
    int len = print_into(few, sizeof few, format, again);
    va_end(again);
    if (len < 0) memory_failed();
    if ((size_t)len < sizeof few) return arena_text(arena, (struct text){few, (size_t)len});
    char *out = arena_alloc(arena, (size_t)len + 1);
    print_into(out, (size_t)len + 1, format, args);
    return (struct text){out, (size_t)len};
}

struct text arena_printf(struct arena *arena, const char *format, ...) {
    va_list args;
    va_start(args, format);
    struct text out = arena_vprintf(arena, format, args);
    va_end(args);
    return out;
}

void texts_add(struct texts *texts, struct text text, struct arena *arena) {
    texts->at = arena_grow(arena, texts->at, texts->count, &texts->capacity, sizeof text);
    texts->at[texts->count++] = text;
}

void texts_add_once(struct texts *texts, struct text text, struct arena *arena) {
    for (size_t i = 0; i < texts->count; i++)
        if (text_equal(texts->at[i], text)) return;
    if (text.len) texts_add(texts, text, arena);
}

static int order_texts(const void *a, const void *b) {
    return text_compare(*(const struct text *)a, *(const struct text *)b);
}

void texts_sort(struct texts *texts) {
    if (texts->count) qsort(texts->at, texts->count, sizeof *texts->at, order_texts);
}

bool texts_has(const struct texts *sorted, struct text text) {
    return sorted->count &&
           bsearch(&text, sorted->at, sorted->count, sizeof text, order_texts) != NULL;
}
