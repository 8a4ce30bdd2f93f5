/* cache -- a fully associative cache with least-recently-used eviction.
 *
 * It holds line numbers, no data, which is enough to say whether an access would have hit. One access
 * costs the same however full the cache is: a line is found by hashing, the least recently used one stands
 * at the end of a list. All memory is inside the struct, 2 KiB; a zero value is a cache of no lines.
 *
 * Every line carries the stamp of its last use, as in the exercise; the list is in the order of
 * the stamps, newest first, so the two say the same as long as the caller's stamps grow. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { CACHE_LINES_MAX = 64, CACHE_BUCKETS = 128 };

/* Places are counted from 1; 0 is no place in a bucket, and stands between the oldest and the newest
 * line in the order of use, which is a ring. */
struct cache_line {
    uint64_t line, stamp;
    uint8_t newer, older; /* neighbours in the order of use */
    uint8_t next;         /* in the same bucket */
};

struct cache {
    uint8_t capacity, count;
    uint8_t bucket[CACHE_BUCKETS];
    struct cache_line slot[CACHE_LINES_MAX + 1];
};

/* Empties the cache and gives it room for `lines`, at most CACHE_LINES_MAX. */
void cache_resize(struct cache *cache, uint64_t lines);

/* True if the line is held; it is then the most recently used one and has this stamp. */
bool cache_hit(struct cache *cache, uint64_t line, uint64_t stamp);

/* Brings in a line that is not held, in the place of the least recently used one if need be. */
void cache_insert(struct cache *cache, uint64_t line, uint64_t stamp);

/* Goes through the lines from the most to the least recently used one: NULL first, NULL at the end. */
const struct cache_line *cache_next(const struct cache *cache, const struct cache_line *line);
