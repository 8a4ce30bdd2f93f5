/* mustache_data -- what a template is filled with; see mustache.h. */
#include "render/mustache.h"

#include <string.h>

static struct data *new_value(struct arena *arena, enum data_kind kind) {
    struct data *value = arena_reserve(arena, sizeof *value);
    *value = (struct data){.arena = arena, .kind = kind};
    return value;
}

struct data *data_object(struct arena *arena) {
    return new_value(arena, DATA_OBJECT);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Names are found by their hash (FNV-1a); an object of few members is searched from its first one on. */
enum { FEW = 8, MANY = 128 };

uint32_t data_hash(struct text name) {
    uint32_t hash = 0x811c9dc5u;
    for (size_t i = 0; i < name.len; i++)
        hash = (hash ^ (unsigned char)name.ptr[i]) * 16777619u;
    return hash;
}

/* The slot of the name, or the free one for it. */
static unsigned *find_slot(const struct data *object, struct text name, uint32_t hash) {
    size_t at = hash & (object->slot_count - 1);
    for (unsigned number; (number = object->slot[at]); at = (at + 1) & (object->slot_count - 1)) {
        const struct data_member *member = &object->member[number - 1];
        if (member->hash == hash && text_equal(name, member->name)) break;
    }
    return &object->slot[at];
}

static struct data_member *find(const struct data *object, struct text name, uint32_t hash) {
    if (object->slot_count) {
        const unsigned number = *find_slot(object, name, hash);
        return number ? &object->member[number - 1] : NULL;
    }
    for (size_t i = 0; i < object->count; i++)
        if (object->member[i].hash == hash && text_equal(name, object->member[i].name))
            return &object->member[i];
    return NULL;
}

/* Makes slots for twice the members that there is room for, and puts those in that there are. */
static void spread(struct data *object) {
    object->slot_count = 2 * object->capacity;
    object->slot = ARENA_ARRAY(object->arena, unsigned, object->slot_count);
    for (size_t i = 0; i < object->count; i++) {
        const struct data_member *member = &object->member[i];
        *find_slot(object, member->name, member->hash) = (unsigned)i + 1;
    }
}

/* Most objects have two or three members; one that has more than a few is a page, with about a hundred. */
static void make_room(struct data *object) {
    if (object->count < object->capacity) return;
    object->capacity = !object->count ? FEW : object->count < MANY ? MANY : 2 * object->count;
    struct data_member *more =
        arena_reserve(object->arena, object->capacity * sizeof *object->member);
    if (object->count) memcpy(more, object->member, object->count * sizeof *more);
    object->member = more;
    if (object->capacity > FEW) spread(object);
}

void data_put(struct data *object, const char *name, struct data *value) {
    const struct text text = text_of(name);
    const uint32_t hash = data_hash(text);
    struct data_member *old = find(object, text, hash);
    if (old) {
        old->value = value;
        return;
    }
    make_room(object);
    object->member[object->count++] = (struct data_member){text, hash, value};
    if (object->slot_count) *find_slot(object, text, hash) = (unsigned)object->count;
}

/* ---- values ---------------------------------------------------------------------------------- */

static struct data *put_new(struct data *object, const char *name, enum data_kind kind) {
    struct data *value = new_value(object->arena, kind);
    data_put(object, name, value);
    return value;
}

void data_text(struct data *object, const char *name, struct text text) {
    put_new(object, name, DATA_TEXT)->text = text;
}

void data_put_texts(struct data *object, const struct data_named *texts) {
    for (; texts->name; texts++)
        data_text(object, texts->name, texts->text);
}

void data_html(struct data *object, const char *name, struct text html) {
    put_new(object, name, DATA_HTML)->text = html;
}

void data_flag(struct data *object, const char *name, bool flag) {
    put_new(object, name, DATA_FLAG)->flag = flag;
}

struct data *data_put_list(struct data *object, const char *name) {
    return put_new(object, name, DATA_LIST);
}

static struct data *add_new(struct data *list, enum data_kind kind) {
    list->item =
        arena_grow(list->arena, list->item, list->count, &list->capacity, sizeof *list->item);
    return list->item[list->count++] = new_value(list->arena, kind);
}

struct data *data_add(struct data *list) {
    return add_new(list, DATA_OBJECT);
}

void data_add_text(struct data *list, struct text text) {
    add_new(list, DATA_TEXT)->text = text;
}

const struct data *data_find(const struct data *object, struct text name, uint32_t hash) {
    static const struct data filled[] = {{.kind = DATA_FLAG}, {.kind = DATA_FLAG, .flag = true}};
    if (object->kind != DATA_OBJECT) return NULL;
    const struct data_member *member = find(object, name, hash);
    if (member) return member->value;
    if (!text_starts(name, "has_")) return NULL;
    const struct data *list = data_member(object, text_cut(name, 4, name.len));
    return list && list->kind == DATA_LIST ? &filled[list->count > 0] : NULL;
}

const struct data *data_member(const struct data *object, struct text name) {
    return data_find(object, name, data_hash(name));
}

bool data_true(const struct data *value) {
    return value->kind == DATA_OBJECT || value->flag || value->count || value->text.len;
}
