/* priority -- while a program is watched, the watcher comes first.
 *
 * A program that starts processes without end makes them faster than two processors can look for
 * them, and for root the kernel does not limit their number. So, where this process may (root, in
 * the main), it takes a real-time class and one processor, and the program gets the same processor
 * and the class of before: while the watcher looks and kills, no process of the program runs, and
 * there are none more afterwards than it has seen. Elsewhere nothing changes; RLIMIT_NPROC holds. */
#pragma once

#include <stdbool.h>

struct priority {
    bool raised;
    unsigned char before[128]; /* the processors of before: a cpu_set_t */
};

/* Before fork(): the child inherits the processor, not the class. */
void priority_raise(struct priority *priority);
void priority_restore(const struct priority *priority);
