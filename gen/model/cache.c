/* cache -- see cache.h. */
#include "model/cache.h"

static struct cache_line *at(struct cache *cache, uint8_t place) {
    return &cache->slot[place - 1];
}

/* 2^64 divided by the golden ratio spreads equal distances, which is what strides are, over the top
 * bits; seven of them choose the bucket. */
static uint8_t *bucket_of(struct cache *cache, uint64_t line) {
    return &cache->bucket[(line * 0x9E3779B97F4A7C15u) >> 57];
}

void cache_resize(struct cache *cache, uint64_t lines) {
    *cache = (struct cache){0};
    cache->capacity = lines < CACHE_LINES_MAX ? (uint8_t)lines : CACHE_LINES_MAX;
}

static void unlink_line(struct cache *cache, struct cache_line *line) {
    if (line->newer)
        at(cache, line->newer)->older = line->older;
    else
        cache->newest = line->older;
    if (line->older)
        at(cache, line->older)->newer = line->newer;
    else
        cache->oldest = line->newer;
}

static void put_first(struct cache *cache, uint8_t place) {
    struct cache_line *line = at(cache, place);
    line->newer = 0;
    line->older = cache->newest;
    if (cache->newest)
        at(cache, cache->newest)->newer = place;
    else
        cache->oldest = place;
    cache->newest = place;
}

bool cache_hit(struct cache *cache, uint64_t line, uint64_t stamp) {
    uint8_t place = cache->newest; /* neighbours are in the line that was used last */
    if (place && at(cache, place)->line == line) {
        at(cache, place)->stamp = stamp;
        return true;
    }
    place = *bucket_of(cache, line);
    while (place && at(cache, place)->line != line)
        place = at(cache, place)->next;
    if (!place) return false;
    at(cache, place)->stamp = stamp;
    unlink_line(cache, at(cache, place));
    put_first(cache, place);
    return true;
}

/* Takes the least recently used line out; its place is free. */
static uint8_t evict(struct cache *cache) {
    uint8_t place = cache->oldest, *link = bucket_of(cache, at(cache, place)->line);
    while (*link != place)
        link = &at(cache, *link)->next;
    *link = at(cache, place)->next;
    unlink_line(cache, at(cache, place));
    return place;
}

void cache_insert(struct cache *cache, uint64_t line, uint64_t stamp) {
    if (cache->capacity == 0) return;
    uint8_t place = cache->count < cache->capacity ? ++cache->count : evict(cache);
    uint8_t *bucket = bucket_of(cache, line);
    *at(cache, place) = (struct cache_line){.line = line, .stamp = stamp, .next = *bucket};
    *bucket = place;
    put_first(cache, place);
}

const struct cache_line *cache_next(const struct cache *cache, const struct cache_line *line) {
    uint8_t place = line ? line->older : cache->newest;
    return place ? &cache->slot[place - 1] : 0;
}
