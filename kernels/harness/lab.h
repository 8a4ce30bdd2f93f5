/* lab.h -- the interface of an experiment's .cu file to the harness.
 *
 * A lab is one file of kernels/: a few versions of one kernel, the inputs they need and a CPU
 * check. The harness never launches a kernel itself; it goes through these five calls, in the
 * order open, (launch, read)*, lab_release. One lab is open at a time.
 *
 * Invariants
 *   - open() fills the inputs, poisons the outputs, runs the kernel once, and compares every
 *     element with a result computed on the CPU. Only a lab that opened may be timed.
 *   - launch() queues exactly one pass and does not wait.
 *   - All device memory comes from lab_alloc() and is freed by lab_release(), so a lab that
 *     failed half way leaks nothing.
 * Units: bytes, seconds, SM clock cycles. What `size` and `param` mean is stated in each .cu.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PROBLEM_TEXT = 240 };

/* Why something failed. `fatal` means that the CUDA context is lost and nothing more can run. */
struct problem {
    char text[PROBLEM_TEXT];
    bool fatal;
};

/* Both return false: return problem_say(why, "needs %d", n); */
bool problem_say(struct problem *why, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool problem_fatal(struct problem *why, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

struct lab_case {
    int variant;    /* which kernel of the file */
    uint64_t size;  /* elements, bytes or edge */
    uint32_t param; /* stride, passes, ... */
    /* The data may lie at several places in memory: this is number `place` of `places`; 0: any. */
    uint32_t place, places;
};

/* The facts a lab may need to shape its launches. */
struct lab_card {
    int sms;
    uint64_t l2;        /* bytes */
    uint64_t shared_sm; /* bytes */
};

/* The times that a kernel took inside itself; NAN where it took none. */
struct lab_time {
    double seconds;
    double cycles;
    double hz; /* SM clock meanwhile */
};

/* A file NAME.cu ends with extern "C" const struct lab NAME_lab. The build makes the list of all of
 * them (make_info). */
struct lab {
    const char *file; /* name under kernels/, whose SHA-256 identifies the code */
    bool (*open)(const struct lab_case *c, const struct lab_card *card, struct problem *why);
    bool (*launch)(void *stream, struct problem *why);
    /* Reads the times, after the stream is idle. NULL: events around the launch give the time. */
    bool (*read)(struct lab_time *t, struct problem *why);
    /* A property of the compiled kernel: "registers", "frame" (bytes of local memory a thread),
     * "threads" (a block), "blocks" (resident on one SM), or one of the lab's own. NULL: it has
     * none. */
    bool (*property)(int variant, const char *name, double *value, struct problem *why);
};

/* limits.cu writes the runtime's message (or its name for the error) for a request past the limit
 * of that name, up to `room` bytes. False: nothing was refused, or the request could not be made;
 * `text` says which. */
bool limits_message(const char *name, bool want_name, char *text, size_t room);

/* fault.cu does so for a kernel that breaks a rule of memory, tried in a child process. */
bool fault_message(int device, const char *name, bool want_name, char *text, size_t room);

#ifdef __cplusplus
}
#endif
