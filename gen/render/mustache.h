/* mustache -- the templates of the theme, a logic-light subset of Mustache.
 *
 *     {{name}} {{a.b}} {{.}}    text, escaped for HTML
 *     {{{name}}} {{&name}}      HTML as it is; plain text here is an error
 *     {{#name}} … {{/name}}     for each item of a list; once, inside, for an object; once for a
 *                               set flag or text that is not empty
 *     {{^name}} … {{/name}}     where {{#name}} would show nothing
 *     {{> name}}                another template; the spaces before a tag that stands alone on its
 *                               line indent each line of it
 *     {{! … }}                  a comment
 *
 * Sections, partials and comments that stand alone on a line leave no line behind, as the Mustache
 * specification says. Names are looked up in the innermost object first, then outwards. Beyond the
 * specification: a name that nothing has is an error, never a silent space. Not in the subset:
 * lambdas, other delimiters, inheritance; each is an error that says so.
 *
 * templates_load() reads and checks every file, template_fill() cannot fail on syntax any more.
 * Everything lives in the arena that was given; templates may be used by any number of fills. */
#pragma once

#include <stdint.h>

#include "base/file.h"

/* ---- data ------------------------------------------------------------------------------------ */

/* What a template is filled with is a tree of text, HTML, flags, lists and objects.
 *
 * The renderer builds the tree in an arena, template_fill() reads it. Member names are literals; a name
 * that was put twice keeps the last value. Texts are not copied: they have to live as long as the
 * arena does. A value grows in the arena that it was made in.
 *
 * Text and HTML are told apart so that a template cannot get escaping wrong: {{name}} escapes
 * either of them, {{{name}}} takes HTML alone. */
enum data_kind { DATA_TEXT, DATA_HTML, DATA_FLAG, DATA_LIST, DATA_OBJECT };

struct data {
    struct arena *arena; /* where it grows */
    enum data_kind kind;
    bool flag;
    struct text text;           /* TEXT, HTML */
    struct data_member *member; /* OBJECT */
    struct data **item;         /* LIST */
    size_t count, capacity;     /* of members or items */
    unsigned *slot;             /* OBJECT of many members: where the hash of a name leads */
    size_t slot_count;          /* a power of two */
};

struct data_member {
    struct text name;
    uint32_t hash;
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
/* The same for one who looks for it often, with its data_hash(). */
const struct data *data_find(const struct data *object, struct text name, uint32_t hash);
uint32_t data_hash(struct text name);

/* What a section asks: a set flag, text that is not empty, a list that is not empty, an object. */
bool data_true(const struct data *value);

/* ---- templates -------------------------------------------------------------------------------- */

#define TEMPLATE_DEPTH_MAX 48 /* sections inside sections, and partials inside partials */

struct template_op; /* private */

struct template {
    struct text name; /* the file's path below the folder, without .mustache */
    const struct source *source;
    struct template_op *first;
};

struct templates {
    struct arena *arena;
    struct template *list;
    size_t count, capacity;
};

/* Every *.mustache below `folder`. False on any error; what is whole is loaded all the same. */
bool templates_load(struct templates *templates, const struct root *root, struct text folder,
                    struct diags *diags);

/* For tests: one template from memory, then templates_check() over all of them (it looks for the
 * partials). The text of `source` has to live as long as the arena. */
bool templates_add(struct templates *templates, struct text name, const struct source *source,
                   struct diags *diags);
bool templates_check(struct templates *templates, struct diags *diags);

/* Adds the filled template to `out`. False if a name was unknown, a value of the wrong kind, or
 * partials went too deep: the messages are in `diags`, `out` is not to be used. */
bool template_fill(const struct templates *templates, const char *name, const struct data *data,
                   struct buf *out, struct diags *diags);
