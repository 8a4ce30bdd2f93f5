/* counters_ncu.c -- runs ncu as a child of its own process group and watches over it; see
 * counters.h. Its output goes to files in a folder that is removed again. */
#include "counters.h"

#include "store.h"

#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_MOST = 512, LOG_MOST = 32 << 20, NCU_ARGUMENTS = 12 };
static const double GRACE_SECONDS = 2;

static const char no_permission[] =
    "no permission to read counters (ERR_NVGPUCTRPERM): it is set on the host (driver option "
    "NVreg_RestrictProfilingToAdminUsers=0), not in the container";

struct paths {
    char folder[PATH_MOST], log[PATH_MOST + 8], out[PATH_MOST + 8];
};

/* ncu takes all names in one argument, separated by commas. */
static void name_metrics(struct buf *t) {
    for (int m = 0; m < METRICS; m++) {
        if (m) buf_str(t, ",");
        buf_str(t, counters_metric((enum metric)m));
    }
}

static int start(const struct ncu_call *call, const struct paths *p, pid_t *pid) {
    struct buf metrics = {0};
    const char *argument[NCU_ARGUMENTS + COUNT_ARGUMENTS + 4] = {
        "ncu", "--log-file",    p->log, "--clock-control",         "none", "--csv", "--page",
        "raw", "--print-units", "base", "--profile-from-start=off"};
    size_t n = 0;
    name_metrics(&metrics);
    (void)setenv("LC_ALL", "C", 1); /* ncu writes 1.234,5 where the user's locale does */
    (void)unsetenv("LANGUAGE");
    int out = open(p->out, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    int code = out < 0 ? errno : 0;
    while (argument[n])
        n++;
    argument[n++] = "--metrics";
    argument[n++] = metrics.ptr;
    argument[n++] = call->program;
    for (size_t i = 0; i < COUNT_ARGUMENTS && call->argument[i]; i++)
        argument[n++] = call->argument[i];
    if (code == 0) code = process_start(&(struct process_call){argument, out, out}, pid);
    if (out >= 0) close(out);
    buf_free(&metrics);
    return code;
}

/* ncu gets a moment to end its own child before both are killed. */
static void stop(pid_t pid, int *status) {
    kill(-pid, SIGTERM);
    process_end(pid, GRACE_SECONDS, status);
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

static bool refused(const struct counted *c) {
    return text_find(buf_text(&c->log), "ERR_NVGPUCTRPERM", 0) != SIZE_MAX ||
           text_find(buf_text(&c->out), "ERR_NVGPUCTRPERM", 0) != SIZE_MAX;
}

/* Sets `why` if ncu has to be stopped: it is silent, takes too long, or the run was interrupted. */
static void look(const struct ncu_call *call, double silent, double all, struct problem *why) {
    if (call->stop && *call->stop)
        problem_say(why, "interrupted");
    else if (silent > call->silence)
        problem_say(why, "ncu was stopped: nothing came from it for %.0f s", call->silence);
    else if (all > call->most)
        problem_say(why, "ncu was stopped: it had not ended after %.0f s", call->most);
}

/* Watches ncu until it has ended; false: it had to be stopped, `why`. A refusal is seen as soon as
 * it is written, since the program would otherwise run to its end without being counted. */
static bool watch_over(const struct ncu_call *call, const struct paths *p, pid_t pid,
                       struct counted *c) {
    double began = process_now(), grown = began;
    long long size = 0;
    for (bool over = false; !over;) {
        over = process_ended(pid, &c->status);
        const long long is = size_of(p->log) + size_of(p->out);
        const double at = process_now();
        if (is != size || over) {
            size = is;
            grown = at;
            read_into(p->log, &c->log);
            read_into(p->out, &c->out);
        }
        c->why.text[0] = '\0';
        if (refused(c))
            problem_say(&c->why, "%s", no_permission);
        else if (!over)
            look(call, at - grown, at - began, &c->why);
        if (c->why.text[0] && !over) stop(pid, &c->status);
        if (c->why.text[0]) return false;
        if (!over) process_wait_a_moment();
    }
    return true;
}

bool counters_ncu(const struct ncu_call *call, struct counted *c) {
    struct paths p;
    const char *base = getenv("TMPDIR");
    pid_t pid;
    *c = (struct counted){0};
    snprintf(p.folder, sizeof p.folder, "%.400s/measure-XXXXXX", base && base[0] ? base : "/tmp");
    if (!mkdtemp(p.folder))
        return problem_say(&c->why, "no folder for ncu's output can be made: %s", strerror(errno));
    snprintf(p.log, sizeof p.log, "%s/log", p.folder);
    snprintf(p.out, sizeof p.out, "%s/out", p.folder);
    int code = start(call, &p, &pid);
    bool ok = code == 0 && watch_over(call, &p, pid, c);
    if (code == ENOENT)
        problem_say(&c->why, "ncu not found in PATH (it comes with Nsight Compute)");
    else if (code)
        problem_say(&c->why, "ncu cannot be run: %s", strerror(code));
    unlink(p.log);
    unlink(p.out);
    rmdir(p.folder);
    return ok;
}
