/* map -- texts to numbers, for sets of addresses and ids.
 *
 * Open addressing in an arena; grows by doubling; a zero map is valid and empty. Keys are views:
 * what they point at must live as long as the map. Nothing iterates over a map, so that no output
 * depends on the order in it. */
#pragma once

#include "base/arena.h"

struct map_slot {
    struct text key; /* ptr NULL: free */
    size_t value;
};

struct map {
    struct map_slot *slot;
    size_t count, capacity;
};

/* The value of `key`, which may be changed until the next map_add(); NULL if it is not there. */
size_t *map_find(const struct map *map, struct text key);
/* Adds `key`, or returns the value that it already has. *added (may be NULL) says which. */
size_t *map_add(struct map *map, struct text key, size_t value, bool *added, struct arena *arena);
