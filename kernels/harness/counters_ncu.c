/* counters_ncu.c -- runs ncu as a child of its own process group and watches over it; see
 * counters.h. What it writes goes to files in a folder that is removed again. */
#include "counters.h"

#include "store.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { PATH_MOST = 512, LOG_MOST = 32 << 20, NCU_ARGUMENTS = 12 };
static const double LOOK_SECONDS = 0.05, GRACE_SECONDS = 2;

static const char no_permission[] =
    "no permission to read counters (ERR_NVGPUCTRPERM): it is set on the host (driver option "
    "NVreg_RestrictProfilingToAdminUsers=0), not in the container";

struct paths {
    char ncu[PATH_MOST], folder[PATH_MOST], log[PATH_MOST + 8], out[PATH_MOST + 8];
};

static bool say(struct problem *why, const char *text) {
    snprintf(why->text, sizeof why->text, "%s", text);
    why->fatal = false;
    return false;
}

/* The first ncu in PATH, so that "not found" can be told from every other way to fail. */
static bool find_ncu(char out[PATH_MOST]) {
    const char *path = getenv("PATH");
    for (const char *p = path ? path : ""; *p;) {
        size_t length = strcspn(p, ":");
        struct stat st;
        snprintf(out, PATH_MOST, "%.*s/ncu",
                 (int)(length > 480 ? 480
                       : length     ? length
                                    : 1),
                 length ? p : ".");
        if (stat(out, &st) == 0 && S_ISREG(st.st_mode) && access(out, X_OK) == 0) return true;
        p += length + (p[length] == ':');
    }
    return false;
}

/* "--metrics" and all names, parted by commas. */
static void name_metrics(struct buf *t) {
    for (int m = 0; m < METRICS; m++) {
        if (m) buf_str(t, ",");
        buf_str(t, counters_metric((enum metric)m));
    }
}

/* The environment with LC_ALL=C: ncu writes 1.234,5 where the user's locale does. */
static char **plain_environment(void) {
    static char c_locale[] = "LC_ALL=C";
    size_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **e = calloc(count + 2, sizeof *e);
    for (size_t i = 0; e && i < count; i++)
        if (strncmp(environ[i], "LC_ALL=", 7) != 0 && strncmp(environ[i], "LANGUAGE=", 9) != 0)
            e[kept++] = environ[i];
    if (e) e[kept] = c_locale;
    return e;
}

static int start(const struct ncu_call *call, const struct paths *p, pid_t *pid) {
    struct buf metrics = {0};
    char *argument[NCU_ARGUMENTS + COUNT_ARGUMENTS + 2];
    size_t n = 0;
    name_metrics(&metrics);
    char **e = plain_environment();
    if (metrics.overflow || !e) {
        buf_free(&metrics);
        free(e);
        return ENOMEM;
    }
    const char *const fixed[] = {
        p->ncu, "--log-file",    p->log, "--clock-control",         "none", "--csv", "--page",
        "raw",  "--print-units", "base", "--profile-from-start=off"};
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        argument[n++] = (char *)(uintptr_t)fixed[i];
    argument[n++] = "--metrics";
    argument[n++] = metrics.ptr;
    argument[n++] = (char *)(uintptr_t)call->program;
    for (size_t i = 0; i < COUNT_ARGUMENTS && call->argument[i]; i++)
        argument[n++] = (char *)(uintptr_t)call->argument[i];
    argument[n] = NULL;
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    int code = posix_spawn_file_actions_init(&files);
    if (code == 0) code = posix_spawnattr_init(&attributes);
    if (code == 0) {
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, p->out,
                                         O_WRONLY | O_CREAT | O_APPEND, 0600);
        posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
        posix_spawnattr_setpgroup(&attributes, 0); /* so that all of it can be stopped */
        code = posix_spawn(pid, p->ncu, &files, &attributes, argument, e);
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&files);
    }
    buf_free(&metrics);
    free(e);
    return code;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void wait_a_moment(void) {
    struct timespec t = {0, (long)(LOOK_SECONDS * 1e9)};
    nanosleep(&t, NULL);
}

static bool ended(pid_t pid, int *status) {
    int raw;
    pid_t got = waitpid(pid, &raw, WNOHANG);
    if (got == 0) return false;
    *status = got != pid ? 0 : WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
    return true;
}

/* Asks it to end, then makes it end. */
static void stop(pid_t pid, int *status) {
    double began = now();
    bool gone = false;
    kill(-pid, SIGTERM);
    while (!(gone = ended(pid, status)) && now() - began < GRACE_SECONDS)
        wait_a_moment();
    kill(-pid, SIGKILL); /* whoever of the group is left, and itself */
    for (began = now(); !gone && now() - began < GRACE_SECONDS; gone = ended(pid, status))
        wait_a_moment();
}

static long long size_of(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 ? (long long)st.st_size : 0;
}

static void read_into(const char *path, struct buf *t) {
    struct problem why = {0};
    size_t length = 0;
    char *data = store_read(path, LOG_MOST, &length, &why);
    t->len = 0;
    buf_add(t, data ? data : "", data ? length : 0);
    free(data);
}

static bool refused(const struct buf *log, const struct buf *out) {
    return (log->ptr && strstr(log->ptr, "ERR_NVGPUCTRPERM")) ||
           (out->ptr && strstr(out->ptr, "ERR_NVGPUCTRPERM"));
}

/* Until it has ended, or has to be stopped; false: stopped, `why`. A refusal is seen as soon as it
 * is written: the program would run on to its end without being counted. */
static bool watch_over(const struct ncu_call *call, const struct paths *p, pid_t pid,
                       struct buf *log, struct buf *out, int *status, struct problem *why) {
    double began = now(), grown = began;
    long long size = 0;
    for (bool over = false; !over;) {
        over = ended(pid, status);
        long long is = size_of(p->log) + size_of(p->out);
        double at = now();
        why->text[0] = '\0';
        if (is != size || over) {
            size = is;
            grown = at;
            read_into(p->log, log);
            read_into(p->out, out);
        }
        if (refused(log, out))
            say(why, no_permission);
        else if (!over && call->stop && *call->stop)
            say(why, "interrupted");
        else if (!over && at - grown > call->silence)
            snprintf(why->text, sizeof why->text,
                     "ncu was stopped: nothing came from it for %.0f s", call->silence);
        else if (!over && at - began > call->most)
            snprintf(why->text, sizeof why->text, "ncu was stopped: it had not ended after %.0f s",
                     call->most);
        if (why->text[0]) {
            if (!over) stop(pid, status);
            return false;
        }
        if (!over) wait_a_moment();
    }
    return true;
}

bool counters_ncu(const struct ncu_call *call, struct buf *log, struct buf *out, int *status,
                  struct problem *why) {
    struct paths p;
    const char *base = getenv("TMPDIR");
    pid_t pid;
    *why = (struct problem){0};
    *status = 0;
    if (!find_ncu(p.ncu)) return say(why, "ncu not found in PATH (it comes with Nsight Compute)");
    snprintf(p.folder, sizeof p.folder, "%.400s/measure-XXXXXX", base && base[0] ? base : "/tmp");
    if (!mkdtemp(p.folder)) {
        snprintf(why->text, sizeof why->text, "no folder for ncu's output can be made: %s",
                 strerror(errno));
        return false;
    }
    snprintf(p.log, sizeof p.log, "%s/log", p.folder);
    snprintf(p.out, sizeof p.out, "%s/out", p.folder);
    int code = start(call, &p, &pid);
    bool ok = code == 0;
    if (ok)
        ok = watch_over(call, &p, pid, log, out, status, why);
    else
        snprintf(why->text, sizeof why->text, "ncu cannot be run: %s", strerror(code));
    unlink(p.log);
    unlink(p.out);
    rmdir(p.folder);
    return ok;
}
