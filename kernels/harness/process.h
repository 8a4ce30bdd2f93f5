/* process.h -- a program started as a process group of its own, so that all of it can be ended. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

struct process_call {
    const char *const *
        argument; /* the program, looked for in PATH unless it is a path, then its arguments, then NULL */
    int out, err; /* descriptors; -1: what is written there is lost */
};

/* Starts the program, with nothing to read. Returns an errno. */
int process_start(const struct process_call *call, pid_t *pid);

/* Returns whether it has ended; its exit status, or 128 + the signal, goes to *status. */
bool process_ended(pid_t pid, int *status);

/* Waits up to `seconds` for its end, then kills what is left of its group. */
void process_end(pid_t pid, double seconds, int *status);

/* Returns the seconds of a clock that never goes back. */
double process_now(void);
void process_wait_a_moment(void);
