/* exchange -- files that take the place of others: all of them or none.
 *
 * Each is written beside the one that it replaces and renamed over it, so that whoever reads sees the
 * whole old file or the whole new one. All are written before the first is renamed; where a rename
 * fails, those before it are taken back. */
#pragma once

#include "base/file.h"

struct exchange {
    struct text path, bytes;
    struct text was; /* what has to be there now; ptr NULL: anything may be, or nothing */
    /* While it runs: */
    int folder; /* -1: not open */
    char name[256];
    char fresh[64], kept[64]; /* files of ours; empty: not made */
    bool there, done;
};

/* A file without any permission to write is not replaced, and one that has changed is not either.
 * False: a message says why, and every file is as it was. */
MUST_CHECK bool exchange_files(const struct root *root, struct exchange *list, size_t count,
                               struct diags *diags);
