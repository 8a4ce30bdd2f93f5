/* data -- what a template is filled with: a tree of text, HTML, flags, lists and objects.
 *
 * The renderer builds the tree in an arena, mustache.h reads it. Member names are literals; a name
 * that was put twice keeps the last value. Texts are not copied: they have to live as long as the
 * arena does. A value grows in the arena that it was made in.
 *
 * Text and HTML are told apart so that a template cannot get escaping wrong: {{name}} escapes
 * either of them, {{{name}}} takes HTML alone. */
#pragma once

#include "base/arena.h"

enum data_kind { DATA_TEXT, DATA_HTML, DATA_FLAG, DATA_LIST, DATA_OBJECT };

struct data {
    struct arena *arena; /* where it grows */
    enum data_kind kind;
    bool flag;
    struct text text;           /* TEXT, HTML */
    struct data_member *member; /* OBJECT */
    struct data **item;         /* LIST */
    size_t count, capacity;     /* of members or items */
};

struct data_member {
    const char *name;
    struct data *value;
};

struct data *data_object(struct arena *arena);

void data_put(struct data *object, const char *name, struct data *value);
void data_text(struct data *object, const char *name, struct text text);
/* Several texts: data_texts(row, {"words", words}, {"value", value}); */
struct data_named {
    const char *name;
    struct text text;
};
#define data_texts(object, ...)                                                                    \
    data_put_texts((object), (const struct data_named[]){__VA_ARGS__, {NULL, {NULL, 0}}})
void data_put_texts(struct data *object, const struct data_named *texts);
#define data_printf(object, name, ...)                                                             \
    data_text((object), (name), arena_printf((object)->arena, __VA_ARGS__))
void data_html(struct data *object, const char *name, struct text html);
void data_flag(struct data *object, const char *name, bool flag);
struct data *data_put_list(struct data *object, const char *name); /* a new list */

/* A new object, a text at the end of the list. */
struct data *data_add(struct data *list);
void data_add_text(struct data *list, struct text text);

/* NULL if the object has no such member (or `object` is none). Besides its members it has the flag
 * has_NAME for each list NAME, set where that holds anything. */
const struct data *data_member(const struct data *object, struct text name);

/* What a section asks: a set flag, text that is not empty, a list that is not empty, an object. */
bool data_true(const struct data *value);
