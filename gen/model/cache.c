/* cache -- see cache.h. */
#include "model/cache.h"

/* 2^64 divided by the golden ratio spreads equal distances, which is what strides are, over the top
 * bits; seven of them choose the bucket. */
static uint8_t *bucket_of(struct cache *cache, uint64_t line) {
    return &cache->bucket[(line * 0x9E3779B97F4A7C15u) >> 57];
}

void cache_resize(struct cache *cache, uint64_t lines) {
    *cache = (struct cache){0};
    cache->capacity = lines < CACHE_LINES_MAX ? (uint8_t)lines : CACHE_LINES_MAX;
}

static void unlink_line(struct cache *cache, uint8_t place) {
    const struct cache_line *line = &cache->slot[place];
    cache->slot[line->newer].older = line->older;
    cache->slot[line->older].newer = line->newer;
}

static void put_first(struct cache *cache, uint8_t place) {
    uint8_t second = cache->slot[0].older;
    cache->slot[place].newer = 0;
    cache->slot[place].older = second;
    cache->slot[second].newer = cache->slot[0].older = place;
}

bool cache_hit(struct cache *cache, uint64_t line, uint64_t stamp) {
    uint8_t place = cache->slot[0].older; /* neighbouring accesses hit the line used last */
    if (!place || cache->slot[place].line != line) {
        place = *bucket_of(cache, line);
        while (place && cache->slot[place].line != line)
            place = cache->slot[place].next;
        if (!place) return false;
        unlink_line(cache, place);
        put_first(cache, place);
    }
    cache->slot[place].stamp = stamp;
    return true;
}

/* Removes the least recently used line and returns its place. */
static uint8_t evict(struct cache *cache) {
    uint8_t place = cache->slot[0].newer, *link = bucket_of(cache, cache->slot[place].line);
    while (*link != place)
        link = &cache->slot[*link].next;
    *link = cache->slot[place].next;
    unlink_line(cache, place);
    return place;
}

void cache_insert(struct cache *cache, uint64_t line, uint64_t stamp) {
    if (cache->capacity == 0) return;
    uint8_t place = cache->count < cache->capacity ? ++cache->count : evict(cache);
    uint8_t *bucket = bucket_of(cache, line);
    cache->slot[place] = (struct cache_line){.line = line, .stamp = stamp, .next = *bucket};
    *bucket = place;
    put_first(cache, place);
}

const struct cache_line *cache_next(const struct cache *cache, const struct cache_line *line) {
    uint8_t place = line ? line->older : cache->slot[0].older;
    return place ? &cache->slot[place] : 0;
}
