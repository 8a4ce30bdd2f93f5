/* data -- see data.h. */
#include "render/data.h"

static struct data *new_value(struct arena *arena, enum data_kind kind) {
    struct data *value = ARENA_NEW(arena, struct data);
    value->kind = kind;
    return value;
}

struct data *data_object(struct arena *arena) {
    return new_value(arena, DATA_OBJECT);
}

struct data *data_list(struct arena *arena) {
    return new_value(arena, DATA_LIST);
}

struct data *data_of_text(struct arena *arena, struct text text) {
    struct data *value = new_value(arena, DATA_TEXT);
    value->text = text;
    return value;
}

void data_put(struct arena *arena, struct data *object, const char *name, struct data *value) {
    struct text key = text_of(name);
    for (size_t i = 0; i < object->count; i++) {
        if (text_is(key, object->member[i].name)) {
            object->member[i].value = value;
            return;
        }
    }
    object->member =
        arena_grow(arena, object->member, object->count, &object->capacity, sizeof *object->member);
    object->member[object->count++] = (struct data_member){name, value};
}

void data_text(struct arena *arena, struct data *object, const char *name, struct text text) {
    data_put(arena, object, name, data_of_text(arena, text));
}

void data_html(struct arena *arena, struct data *object, const char *name, struct text html) {
    struct data *value = new_value(arena, DATA_HTML);
    value->text = html;
    data_put(arena, object, name, value);
}

void data_flag(struct arena *arena, struct data *object, const char *name, bool flag) {
    struct data *value = new_value(arena, DATA_FLAG);
    value->flag = flag;
    data_put(arena, object, name, value);
}

void data_add_value(struct arena *arena, struct data *list, struct data *value) {
    list->item = arena_grow(arena, list->item, list->count, &list->capacity, sizeof *list->item);
    list->item[list->count++] = value;
}

struct data *data_add(struct arena *arena, struct data *list) {
    struct data *object = data_object(arena);
    data_add_value(arena, list, object);
    return object;
}

const struct data *data_member(const struct data *object, struct text name) {
    if (object->kind != DATA_OBJECT) return NULL;
    for (size_t i = 0; i < object->count; i++)
        if (text_is(name, object->member[i].name)) return object->member[i].value;
    return NULL;
}

bool data_true(const struct data *value) {
    switch (value->kind) {
    case DATA_TEXT:
    case DATA_HTML: return value->text.len > 0;
    case DATA_FLAG: return value->flag;
    case DATA_LIST: return value->count > 0;
    case DATA_OBJECT: return true;
    }
    return false;
}
