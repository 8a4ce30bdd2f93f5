/* own -- a page as data for the card of a reader, whose file no build has seen.
 *
 * Beside a page that asks its card for anything lies own.json: its trees as they are before a card is asked,
 * with links resolved and formulas set. assets/own.json holds what all pages share: words, and where the
 * files of the published cards are. The page of a reader who keeps a card fetches both, and assets/own.wasm, which is
 * page_evaluate() and the writers of HTML and drawings, compiled from the same files (gen/web/): so that what
 * stands there is what `gen build --card` would have written, byte for byte.
 *
 * A node is a list: its name, the fields of its kind, its children. NODE_TEXT is its text alone.
 *
 *     ["paragraph", "Copies at ", ["value", " copy.rate[copy] ", "", false], "."]
 */
#pragma once

#include "page/tree.h"

struct data;       /* mustache.h */
struct site_build; /* site.h */
struct entry;      /* course/course.h */

#define OWN_WASM "build/wasm/own.wasm"

/* What a node is called there. */
const char *own_name(enum node_type type);

/* Puts what a page has to say of it, and adds own.json where the edition at the root has it. `asks`: it asks its card
 * for something. Nothing without own.wasm. */
void own_page(struct site_build *build, struct data *data, const struct entry *entry, bool asks);
/* Adds assets/own.json, assets/own.wasm, and the page that takes a file, COURSE_OWN_CARD; nothing without own.wasm. */
void own_files(struct site_build *build);
