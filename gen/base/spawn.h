/* spawn -- starts a program of the distribution (node, ssh-keygen): no shell stands in between. */
#pragma once

#include <sys/types.h>

struct spawn {
    const char *const *argv;        /* the program is looked for in PATH; NULL follows the last */
    const char *const *environment; /* NULL: that of this process */
    int in, out, err;               /* open files; -1: nothing is read, or what is said is lost */
};

/* Returns 0, or the errno of what failed: ENOENT where there is no such program. */
int spawn_start(const struct spawn *spawn, pid_t *pid);
/* Waits for the end. Returns the exit status, 127 where a program could not be started after all, and 128
 * plus the number of a signal that ended it. */
int spawn_wait(pid_t pid);
