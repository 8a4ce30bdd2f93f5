/* process -- see process.h. */
#define _GNU_SOURCE
#include "grade/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "grade/tree.h"

enum {
    MESSAGES_MAX = 2048,
    TICK_MS = 10,       /* between looks at the descendants */
    GRACE_MS = 500,     /* helpers may end by themselves after the program */
    IMMORTAL_MS = 5000, /* a process that lives longer is given up */
    FILE_MAX = 16 << 20,
    OPEN_MAX_FILES = 256,
};

/* The program writes into a pipe, of which this is our end. */
struct stream {
    int fd;      /* -1: closed */
    size_t come; /* bytes */
};

struct run {
    const struct process_limits *limits;
    struct process_result *result;
    struct tree tree;
    pid_t leader;
    bool gone;   /* the leader has ended and was waited for */
    bool ending; /* processes are being killed: the end of one says nothing more */
    struct stream out, err;
    long long started, looked;
};

static long long now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void pause_ms(long ms) {
    nanosleep(&(struct timespec){0, ms * 1000000}, NULL);
}

/* ---- priority ----------------------------------------------------------------------------
 *
 * While a program is watched, the watcher comes first. A program that starts processes without end makes
 * them faster than two processors can look for them, and for root the kernel does not limit their number.
 * So, where this process may (root, in the main), it takes a real-time class and one processor, and the
 * program gets the same processor and the class of before: while the watcher looks and kills, no process
 * of the program runs, and there are none more afterwards than it has seen. Elsewhere nothing changes;
 * RLIMIT_NPROC holds. */

struct priority {
    bool raised;
#ifdef __linux__
    cpu_set_t before; /* the processors of before */
#endif
};

static void priority_restore(const struct priority *priority) {
#ifdef __linux__
    if (!priority->raised) return;
    sched_setaffinity(0, sizeof priority->before, &priority->before);
    sched_setscheduler(0, SCHED_OTHER, &(struct sched_param){0});
#endif
}

/* The call comes before fork(): the child inherits the processor, not the class. */
static void priority_raise(struct priority *priority) {
    *priority = (struct priority){0};
#ifdef __linux__
    cpu_set_t one;
    int here = sched_getcpu();
    if (getuid() != 0 || here < 0 || sched_getscheduler(0) != SCHED_OTHER ||
        sched_getaffinity(0, sizeof priority->before, &priority->before) != 0)
        return;
    if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &(struct sched_param){1}) != 0)
        return;
    priority->raised = true;
    CPU_ZERO(&one);
    CPU_SET((size_t)here, &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0) priority_restore(priority);
#endif
}

/* ---- the child --------------------------------------------------------------------------- */

static void limit(int resource, rlim_t value) {
    struct rlimit old;
    if (getrlimit((__rlimit_resource_t)resource, &old) != 0) return;
    if (old.rlim_max != RLIM_INFINITY && old.rlim_max < value) value = old.rlim_max;
    setrlimit((__rlimit_resource_t)resource, &(struct rlimit){value, value});
}

/* Memory is limited by looks from outside, as RLIMIT_AS and RLIMIT_DATA would refuse programs that
 * reserve addresses without using them (sanitizers, most runtimes). Between two looks the kernel
 * knows which process to kill first. The number of processes cannot be limited for root. */
static void limit_child(const struct run *run) {
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, FILE_MAX);
    limit(RLIMIT_NOFILE, OPEN_MAX_FILES);
    limit(RLIMIT_CPU, run->limits->wall_ms / 1000 + 2);
#ifdef __linux__
    int first = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (first >= 0 && write(first, "1000", 4) == 4) close(first);
#endif
    if (getuid() != 0) limit(RLIMIT_NPROC, run->tree.user_threads + 2 * run->limits->threads);
}

/* Where its name has a slash nothing but the file itself is tried: execvp() gives to /bin/sh what the kernel
 * cannot run, as a program of another processor. `ends` become its standard input, output and error; the fourth gets the errno of a failed exec. */
_Noreturn static void be_child(const struct run *run, char *const argv[], const int ends[4]) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigset_t none;
    setsid();
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);
#endif
    for (int number = 1; number < NSIG; number++)
        sigaction(number, &standard, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    limit_child(run);
    if (dup2(ends[0], 0) >= 0 && dup2(ends[1], 1) >= 0 && dup2(ends[2], 2) >= 0)
        strchr(argv[0], '/') ? execv(argv[0], argv) : execvp(argv[0], argv);
    int number = errno;
    if (write(ends[3], &number, sizeof number) < 0) _exit(126);
    _exit(127);
}

/* Returns whether the program runs; if not, run->result says why. */
static bool start(struct run *run, char *const argv[], int input) {
    int out[2], err[2], failure[2], number = 0;
    if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0 ||
        pipe2(failure, O_CLOEXEC) != 0) {
        run->result->end = PROCESS_NO_START; /* no files left: the process is about to end */
        run->result->status = errno;
        return false;
    }
    run->leader = fork();
    if (run->leader == 0) be_child(run, argv, (int[]){input, out[1], err[1], failure[1]});
    if (run->leader < 0) number = errno;
    close(out[1]);
    close(err[1]);
    close(failure[1]);
    /* The pipe is empty where a successful exec closed it. */
    if (!number && read(failure[0], &number, sizeof number) == (ssize_t)sizeof number)
        waitpid(run->leader, NULL, 0);
    close(failure[0]);
    run->out.fd = out[0];
    run->err.fd = err[0];
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    fcntl(err[0], F_SETFL, O_NONBLOCK);
    if (!number) return true;
    run->result->end = PROCESS_NO_START;
    run->result->status = number;
    return false;
}

/* ---- reading ----------------------------------------------------------------------------- */

static void close_stream(struct stream *stream) {
    if (stream->fd >= 0) close(stream->fd);
    stream->fd = -1;
}

/* Reads what has come and keeps the first `max` bytes; false once more than `limit` have come. */
static bool read_stream(struct stream *stream, struct buf *kept, size_t max, size_t limit) {
    static char bytes[1 << 16];
    ssize_t got;
    while (stream->fd >= 0 && (got = read(stream->fd, bytes, sizeof bytes)) != -1) {
        size_t length = (size_t)got, room = max - kept->len;
        if (got == 0) close_stream(stream);
        buf_add(kept, bytes, length < room ? length : room);
        stream->come += length;
        if (stream->come > limit) return false;
    }
    return true;
}

/* Returns false once the program has written more than it may. */
static bool drain(struct run *run) {
    size_t limit = run->limits->output;
    return read_stream(&run->out, &run->result->output, limit, limit) &&
           read_stream(&run->err, &run->result->messages, MESSAGES_MAX, limit);
}

static void wait_for_more(const struct run *run) {
    struct pollfd fds[2] = {{.fd = run->out.fd, .events = POLLIN},
                            {.fd = run->err.fd, .events = POLLIN}};
    bool closed = run->out.fd < 0 && run->err.fd < 0; /* most likely it is just ending */
    poll(fds, 2, closed ? 1 : TICK_MS);
}

/* Waits for children that have ended; orphans of the program are children by now. False: there are
 * no more children, so that nothing of the program can be left. Only this is certain: a look at
 * /proc can miss a process that its parent started and left during the look. */
static bool reap(struct run *run) {
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        if (pid != run->leader || run->gone) continue;
        run->gone = true;
        if (run->ending) continue; /* it was killed, and the reason is known */
        bool signalled = WIFSIGNALED(status);
        run->result->end = signalled ? PROCESS_SIGNALLED : PROCESS_EXITED;
        run->result->status = signalled ? WTERMSIG(status) : WEXITSTATUS(status);
    }
    return pid == 0;
}

/* ---- ending ------------------------------------------------------------------------------ */

/* A process that has been sent SIGKILL makes no new ones: fork() fails while a signal is pending.
 * Those that were made during the look are found by the next one. Returns how many do not die. */
static size_t end_all(struct run *run) {
    run->ending = true;
    for (long long until = now_ms() + IMMORTAL_MS; reap(run); pause_ms(1)) {
        tree_read(&run->tree);
        for (size_t i = 0; i < run->tree.count; i++)
            kill(run->tree.list[i].pid, SIGKILL);
        if (!run->gone) kill(run->leader, SIGKILL); /* this is needed where there is no /proc */
        if (now_ms() > until) return run->tree.count ? run->tree.count : 1;
    }
    return 0;
}

/* ---- watching ---------------------------------------------------------------------------- */

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
    interrupted = number;
}

static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { CAUGHT = sizeof caught / sizeof *caught };

static bool over(struct run *run, enum process_end end) {
    run->result->end = end;
    run->result->status = 0;
    return true;
}

/* The limits hold for what all processes use together. */
static bool too_much(struct run *run) {
    size_t threads = 0;
    tree_read(&run->tree);
    for (size_t i = 0; i < run->tree.count; i++)
        threads += run->tree.list[i].threads;
    if (threads > run->limits->threads) return over(run, PROCESS_THREADS);
    if (tree_memory(&run->tree, run->limits->memory) > run->limits->memory)
        return over(run, PROCESS_MEMORY);
    return false;
}

/* Processes that run on after the program has ended get a moment, in which the limits hold. */
static size_t count_left(struct run *run) {
    for (long long until = now_ms() + GRACE_MS; reap(run); pause_ms(TICK_MS / 2)) {
        if (too_much(run)) return 0;
        if (!drain(run) || now_ms() > until) return run->tree.count ? run->tree.count : 1;
    }
    return 0;
}

/* Returns true when the program has ended or has to be killed; the result says why. */
static bool look(struct run *run) {
    long long now = now_ms();
    if (interrupted) {
        over(run, PROCESS_INTERRUPTED);
        run->result->status = interrupted;
        return true;
    }
    if (!drain(run)) return over(run, PROCESS_OUTPUT);
    reap(run);
    if (run->gone && run->result->status == SIGXCPU && run->result->end == PROCESS_SIGNALLED)
        return over(run, PROCESS_TIME);
    if (run->gone) return true;
    if (now - run->started > run->limits->wall_ms) return over(run, PROCESS_TIME);
    if (now - run->looked < TICK_MS) return false;
    bool much = too_much(run);
    run->looked = now_ms(); /* taken after the look, which takes long with many processes */
    return much;
}

static void watch(struct run *run) {
    struct process_result *result = run->result;
    while (!look(run))
        wait_for_more(run);
    result->closed_output = result->end == PROCESS_TIME && run->out.fd < 0;
    bool by_itself = result->end == PROCESS_EXITED || result->end == PROCESS_SIGNALLED;
    if (by_itself) {
        result->left = count_left(run);
        if (!drain(run)) over(run, PROCESS_OUTPUT);
    }
    result->immortal = end_all(run);
}

void process_run(char *const argv[], int input, const struct process_limits *limits,
                 struct process_result *result) {
    struct run run = {.limits = limits, .result = result, .out = {.fd = -1}, .err = {.fd = -1}};
    struct sigaction handler = {.sa_handler = on_signal}, before[CAUGHT];
    struct priority priority;
#ifdef __linux__
    int subreaper = 0;
    prctl(PR_GET_CHILD_SUBREAPER, &subreaper);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
    interrupted = 0;
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &handler, &before[i]);
    priority_raise(&priority);
    tree_read(&run.tree); /* how many threads the user has without it */
    run.started = run.looked = now_ms();
    if (start(&run, argv, input)) watch(&run);
    priority_restore(&priority);
    close_stream(&run.out);
    close_stream(&run.err);
    tree_free(&run.tree);
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &before[i], NULL);
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, subreaper);
#endif
}

void process_result_free(struct process_result *result) {
    buf_free(&result->output);
    buf_free(&result->messages);
    *result = (struct process_result){0};
}
