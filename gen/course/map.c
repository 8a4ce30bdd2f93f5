/* map -- see map.h. Linear probing at most three quarters full, FNV-1a as the hash. */
#include "course/map.h"

#include <stdint.h>

static size_t hash(struct text key) {
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < key.len; i++)
        h = (h ^ (unsigned char)key.ptr[i]) * UINT64_C(1099511628211);
    return (size_t)(h ^ h >> 32);
}

/* The slot that holds `key`, or the free one where it belongs. */
static struct map_slot *place(const struct map *map, struct text key) {
    size_t mask = map->capacity - 1;
    for (size_t i = hash(key) & mask;; i = (i + 1) & mask) {
        struct map_slot *slot = &map->slot[i];
        if (!slot->key.ptr || text_equal(slot->key, key)) return slot;
    }
}

size_t *map_find(const struct map *map, struct text key) {
    if (!map->capacity) return NULL;
    struct map_slot *slot = place(map, key);
    return slot->key.ptr ? &slot->value : NULL;
}

static void grow(struct map *map, struct arena *arena) {
    struct map bigger = {.capacity = map->capacity ? map->capacity * 2 : 8};
    bigger.slot = ARENA_ARRAY(arena, struct map_slot, bigger.capacity);
    for (size_t i = 0; i < map->capacity; i++)
        if (map->slot[i].key.ptr) *place(&bigger, map->slot[i].key) = map->slot[i];
    bigger.count = map->count;
    *map = bigger;
}

size_t *map_add(struct map *map, struct text key, size_t value, bool *added, struct arena *arena) {
    if (!key.ptr) key.ptr = ""; /* the empty text is a key too */
    if (map->count + 1 > map->capacity / 4 * 3) grow(map, arena);
    struct map_slot *slot = place(map, key);
    bool is_new = !slot->key.ptr;
    if (added) *added = is_new;
    if (is_new) {
        *slot = (struct map_slot){key, value};
        map->count++;
    }
    return &slot->value;
}
