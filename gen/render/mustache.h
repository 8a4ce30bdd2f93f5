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

#include "base/file.h"
#include "render/data.h"

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
