/* process -- runs a program that is not trusted to behave, and leaves nothing of it behind.
 *
 * The program reads from a file and writes into two pipes; it has no terminal and a session of its
 * own. Its resources are limited twice: by the kernel for each process (files, CPU time), and by a
 * look at all its descendants every few milliseconds for what they use together. When its first
 * process has ended, or has gone too far, every descendant is killed, those too that started a
 * session of their own or lost their parent: orphans come to this process (a child subreaper, Linux
 * only). No SIGTERM is tried first.
 *
 * This is a guard against mistakes, not against malice: the program runs as the user who grades it
 * and may write where that user may. One run at a time: children of this process that it did not
 * start itself must not exist. Not from several threads. */
#pragma once

#include "base/buf.h"

struct process_limits {
    unsigned wall_ms;
    size_t memory;  /* resident bytes of all processes together; what they share counts once */
    size_t threads; /* of all processes together, each at least one */
    size_t output;  /* bytes of standard output; the same again of standard error */
};

enum process_end {
    PROCESS_EXITED,    /* status: its exit status */
    PROCESS_SIGNALLED, /* status: the signal, of its own making */
    PROCESS_NO_START,  /* status: errno of what failed */
    PROCESS_TIME,      /* these four: it was ended */
    PROCESS_MEMORY,
    PROCESS_THREADS,
    PROCESS_OUTPUT,
    PROCESS_INTERRUPTED, /* status: the signal that this process got meanwhile */
};

struct process_result {
    enum process_end end;
    int status;
    struct buf output;   /* standard output, up to the limit */
    struct buf messages; /* the first 2 KiB of standard error */
    bool closed_output;  /* TIME: nothing could come any more */
    size_t left;         /* EXITED, SIGNALLED: processes that still ran */
    size_t immortal;     /* could not be ended within seconds (waiting for a disk, say) */
};

/* `argv` is that of execvp(), but a file that is no program is not given to a shell. `input` is a file open for reading, whose offset tells afterwards how
 * far the program has read. The result must be zero or freed, and the caller frees it. */
void process_run(char *const argv[], int input, const struct process_limits *limits,
                 struct process_result *result);
void process_result_free(struct process_result *result);
