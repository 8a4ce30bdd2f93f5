/* read -- what render/own.c wrote, as the trees that it was. */
#pragma once

#include "measure/json.h"
#include "page/page.h"

/* Everything lives in the arena. Unknown nodes are left out: the page and the program are of one build, or the
 * reader's browser has kept one of the two, and then the page says that it could not be shown. */
struct node *read_tree(const struct json *value, struct arena *arena);

/* Title, term, summary and, where it is there, the text, with what the page says of itself. */
struct page *read_page(const struct json *value, struct arena *arena);

/* The texts of an object or list by place or name; empty, 0 or false where there is none. */
struct text read_text(const struct json *list, size_t index);
bool read_flag(const struct json *list, size_t index);
