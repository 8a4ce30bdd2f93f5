/* store -- see store.h. */
#include "base/store.h"

#include <stdlib.h>

#include "base/pack.h"
#include "base/stamp.h"

static int by_name(const void *a, const void *b) {
    return text_compare(((const struct store_item *)a)->name, ((const struct store_item *)b)->name);
}

static void pack_item(struct pack *pack, struct store_item *item) {
    pack_text(pack, &item->name);
    pack_text(pack, &item->bytes);
    pack_text(pack, &item->stamp);
}

bool store_read(struct store *store, struct text file, struct arena *arena) {
    struct pack pack = {.in = file};
    *store = (struct store){0};
    pack_count(&pack, &store->count);
    store->item = ARENA_ARRAY(arena, struct store_item, store->count);
    for (size_t i = 0; i < store->count; i++)
        pack_item(&pack, &store->item[i]);
    for (size_t i = 1; i < store->count; i++)
        pack.failed |= text_compare(store->item[i - 1].name, store->item[i].name) >= 0;
    if (pack.failed || pack.in.len) *store = (struct store){0};
    return store->item != NULL;
}

static int by_key(const void *key, const void *item) {
    return text_compare(*(const struct text *)key, ((const struct store_item *)item)->name);
}

static struct text stamp_of_item(const struct store_item *item, char room[STAMP_SIZE]) {
    char both[2 * STAMP_SIZE];
    stamp_into(&stamp_no_key, item->name, both);
    stamp_into(&stamp_no_key, item->bytes, both + STAMP_SIZE);
    stamp_into(&stamp_no_key, (struct text){both, sizeof both}, room);
    return (struct text){room, STAMP_SIZE};
}

const struct store_item *store_find(const struct store *store, struct text name) {
    char room[STAMP_SIZE];
    if (!store->count) return NULL;
    const struct store_item *found =
        bsearch(&name, store->item, store->count, sizeof *store->item, by_key);
    return found && text_equal(found->stamp, stamp_of_item(found, room)) ? found : NULL;
}

void store_put(struct store *store, const struct store_item *item, struct arena *arena) {
    store->item =
        arena_grow(arena, store->item, store->count, &store->capacity, sizeof *store->item);
    store->item[store->count++] = *item;
}

bool store_write(struct store *store, store_put_bytes *put, void *to) {
    enum { PART = 1 << 16 };
    char room[STAMP_SIZE];
    struct buf out = {0};
    struct pack pack = {.out = &out};
    bool fine = true;
    if (store->count) qsort(store->item, store->count, sizeof *store->item, by_name);
    pack_count(&pack, &store->count);
    for (size_t i = 0; fine && i < store->count; i++) {
        struct store_item item = store->item[i];
        if (!item.stamp.ptr) item.stamp = stamp_of_item(&item, room);
        pack_item(&pack, &item);
        if (out.len < PART) continue;
        fine = put(to, buf_text(&out));
        buf_clear(&out);
    }
    fine = fine && put(to, buf_text(&out));
    buf_free(&out);
    return fine;
}

bool store_into_buf(void *buf, struct text bytes) {
    buf_view(buf, bytes);
    return !((const struct buf *)buf)->overflow;
}
