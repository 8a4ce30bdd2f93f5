/* tree -- the processes that descend from this one, read from /proc.
 *
 * A process that lost its parent belongs to this one if it is a child subreaper (process.c), so that
 * starting a session or forking twice is no way out. Where there is no /proc the list is empty. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct tree_process {
    pid_t pid, parent;
    char state;     /* R, S, D, T, Z, … as in proc(5) */
    size_t threads; /* its own included */
    size_t memory;  /* resident, in bytes */
    bool mine;
};

struct tree {
    struct tree_process *list; /* descendants that have not ended */
    size_t count, capacity;
    size_t user_threads; /* of all processes of this user */
};

/* Reads the processes anew; the memory of an earlier reading is used again. */
void tree_read(struct tree *tree);

/* Returns the bytes that all of them use together; a page that several share counts once. As this is
 * slow to read, the sum of resident memory is returned if it is not above `enough`. */
size_t tree_memory(const struct tree *tree, size_t enough);
void tree_free(struct tree *tree);
