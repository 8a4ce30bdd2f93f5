/* mustache_data -- what a template is filled with; see mustache.h. */
#include "render/mustache.h"

#include <string.h>

static struct data *new_value(struct arena *arena, enum data_kind kind) {
    struct data *value = ARENA_NEW(arena, struct data);
    value->arena = arena;
    value->kind = kind;
    return value;
}

struct data *data_object(struct arena *arena) {
    return new_value(arena, DATA_OBJECT);
}

void data_put(struct data *object, const char *name, struct data *value) {
    for (size_t i = 0; i < object->count; i++) {
        if (*name == *object->member[i].name && strcmp(name, object->member[i].name) == 0) {
            object->member[i].value = value;
            return;
        }
    }
    object->member = arena_grow(object->arena, object->member, object->count, &object->capacity,
                                sizeof *object->member);
    object->member[object->count++] = (struct data_member){name, value};
}

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

static bool is_named(const struct data_member *member, struct text name) {
    return name.len && *name.ptr == *member->name &&
           strncmp(member->name, name.ptr, name.len) == 0 && !member->name[name.len];
}

const struct data *data_member(const struct data *object, struct text name) {
    static const struct data filled[] = {{.kind = DATA_FLAG}, {.kind = DATA_FLAG, .flag = true}};
    if (object->kind != DATA_OBJECT) return NULL;
    for (size_t i = 0; i < object->count; i++)
        if (is_named(&object->member[i], name)) return object->member[i].value;
    if (!text_starts(name, "has_")) return NULL;
    const struct data *list = data_member(object, text_cut(name, 4, name.len));
    return list && list->kind == DATA_LIST ? &filled[list->count > 0] : NULL;
}

bool data_true(const struct data *value) {
    return value->kind == DATA_OBJECT || value->flag || value->count || value->text.len;
}
