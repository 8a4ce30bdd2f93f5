/* recall -- see recall.h. An item holds its inputs before its bytes. */
#include "base/recall.h"

#include <string.h>

#include "base/pack.h"

bool recall_has(const struct recall *recall, struct text name) {
    return store_find(&recall->known, name) != NULL;
}

struct text recall_find(const struct recall *recall, struct text name, struct text inputs) {
    const struct store_item *found = store_find(&recall->known, name);
    struct text made_of, none = {0};
    if (!found) return none;
    struct pack pack = {.in = found->bytes};
    pack_text(&pack, &made_of);
    return pack.failed || !text_equal(made_of, inputs) ? none : pack.in;
}

void recall_again(struct recall *recall, struct text name) {
    store_put(&recall->fresh, store_find(&recall->known, name), &recall->arena);
}

void recall_keep(struct recall *recall, struct text name, struct text inputs, struct text bytes) {
    struct buf out = {0};
    pack_text(&(struct pack){.out = &out}, &inputs);
    buf_view(&out, bytes);
    const struct store_item item = {
        arena_text(&recall->arena, name), buf_take(&out, &recall->arena), {0}};
    store_put(&recall->fresh, &item, &recall->arena);
}

bool recall_key(struct recall *recall) {
    const struct text name = TEXT("key"), none = {0};
    struct text key = recall_find(recall, name, none);
    if (key.len == sizeof recall->key)
        memcpy(&recall->key, key.ptr, sizeof recall->key);
    else if (!stamp_key_make(&recall->key))
        return false;
    recall_keep(recall, name, none, (struct text){(const char *)&recall->key, sizeof recall->key});
    return true;
}
