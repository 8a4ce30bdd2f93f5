/* store -- see store.h. */
#include "base/store.h"

#include <stdlib.h>

#include "base/pack.h"
#include "base/stamp.h"

static int by_name(const void *a, const void *b) {
    return text_compare(((const struct store_item *)a)->name, ((const struct store_item *)b)->name);
}

static void pack_items(struct pack *pack, struct store *store) {
    for (size_t i = 0; i < store->count; i++) {
        pack_text(pack, &store->item[i].name);
        pack_text(pack, &store->item[i].bytes);
    }
}

bool store_read(struct store *store, struct text file, struct arena *arena) {
    *store = (struct store){0};
    if (file.len < STAMP_SIZE) return false;
    struct pack pack = {.in = text_cut(file, 0, file.len - STAMP_SIZE)};
    struct text stamp = text_cut(file, pack.in.len, file.len);
    if (!text_equal(stamp, stamp_of(pack.in, arena))) return false;
    pack_count(&pack, &store->count);
    store->item = ARENA_ARRAY(arena, struct store_item, store->count);
    pack_items(&pack, store);
    if (pack.failed || pack.in.len) *store = (struct store){0};
    return store->item != NULL;
}

static int by_key(const void *key, const void *item) {
    return text_compare(*(const struct text *)key, ((const struct store_item *)item)->name);
}

const struct text *store_find(const struct store *store, struct text name) {
    if (!store->count) return NULL;
    const struct store_item *found =
        bsearch(&name, store->item, store->count, sizeof *store->item, by_key);
    return found ? &found->bytes : NULL;
}

void store_put(struct store *store, struct text name, struct text bytes, struct arena *arena) {
    store->item =
        arena_grow(arena, store->item, store->count, &store->capacity, sizeof *store->item);
    store->item[store->count++] =
        (struct store_item){arena_text(arena, name), arena_text(arena, bytes)};
}

void store_write(struct store *store, struct buf *out) {
    struct pack pack = {.out = out};
    if (store->count) qsort(store->item, store->count, sizeof *store->item, by_name);
    pack_count(&pack, &store->count);
    pack_items(&pack, store);
    struct arena arena = {0};
    buf_view(out, stamp_of(buf_text(out), &arena));
    arena_free(&arena);
}
