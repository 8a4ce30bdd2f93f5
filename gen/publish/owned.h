/* owned -- what in a published folder this program wrote, and nobody else.
 *
 * The mark of a published folder (PUBLISH_MARK) lists every file and folder that was written beside
 * it. What the list does not name was put there by somebody: a .git, a CNAME, a FIFO with a page's
 * name. It is never removed or replaced.
 *
 * A mark of an earlier version, or of a run that was ended while it wrote the mark, has no list. */
#pragma once

#include "base/buf.h"
#include "render/render.h"

#define PUBLISH_MARK ".gmh-site"

struct owned {
    struct texts paths; /* sorted; folders end in "/" */
    bool listed;        /* false: the mark has no list */
};

/* The bytes of the mark of a folder that holds `output`, whose files are sorted by path. */
void owned_mark(const struct output *output, struct buf *mark);

/* Reads the list from the mark in the open folder, or from a mark's bytes. */
struct owned owned_read(int folder, struct arena *arena);
struct owned owned_parse(struct text mark, struct arena *arena);

/* Whether the list names a file, or a folder ("glossary/"). Without a list all is owned. */
bool owned_has(const struct owned *owned, struct text path);
