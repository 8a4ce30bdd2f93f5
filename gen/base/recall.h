/* recall -- what the run before worked out, and what this one does: two stores with the inputs of each thing.
 *
 * A thing is known if it was made of the same inputs, byte by byte. What the next run shall know has to be kept anew. */
#pragma once

#include "base/stamp.h"
#include "base/store.h"

struct recall {
    struct store known, fresh;
    struct arena arena;   /* of both */
    struct text program;  /* another program may work out something else: one of all inputs */
    struct stamp_key key; /* of stamps that are inputs; the next run has the same */
};

/* Takes the key of the run before, or makes one, and keeps it. False and errno: there is none. */
MUST_CHECK bool recall_key(struct recall *recall);
/* Whether anything was kept under this name, so that it is worth while to work out inputs. */
bool recall_has(const struct recall *recall, struct text name);
/* The bytes that were kept under this name; ptr NULL: there are none, or they were made of something else. */
struct text recall_find(const struct recall *recall, struct text name, struct text inputs);
/* For the next run; each name once. What was found may be kept as it is. */
void recall_again(struct recall *recall, struct text name);
void recall_keep(struct recall *recall, struct text name, struct text inputs, struct text bytes);
