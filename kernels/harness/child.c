/* child.c -- see child.h. */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static const double GRACE_SECONDS = 2;

static bool say(char line[CHILD_LINE], const char *what, const char *more) {
    snprintf(line, CHILD_LINE, "%s%s", what, more);
    return false;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Returns an errno; `out` is the writing end of the pipe. */
static int start(const char *program, const char *const *arguments, int out, pid_t *pid) {
    char *argument[CHILD_ARGUMENTS + 2] = {(char *)(uintptr_t)program};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    for (size_t i = 0; i < CHILD_ARGUMENTS && arguments[i]; i++)
        argument[i + 1] = (char *)(uintptr_t)arguments[i];
    int code = posix_spawn_file_actions_init(&files);
    if (code) return code;
    code = posix_spawnattr_init(&attributes);
    if (code == 0) {
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
        posix_spawnattr_setpgroup(&attributes, 0); /* so that all of it can be ended */
        code = posix_spawn(pid, program, &files, &attributes, argument, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
    return code;
}

/* Until a line is whole, the child has closed its output, or the time is up: false. */
static bool read_line(int in, double seconds, char line[CHILD_LINE]) {
    size_t used = 0;
    for (double began = now();;) {
        struct pollfd p = {.fd = in, .events = POLLIN};
        double left = seconds - (now() - began);
        int ready = left > 0 ? poll(&p, 1, (int)(left * 1e3) + 1) : 0;
        if (ready < 0 && errno == EINTR) continue;
        ssize_t got = ready > 0 ? read(in, line + used, CHILD_LINE - 1 - used) : -1;
        if (got > 0) used += (size_t)got;
        line[used] = '\0';
        if (strchr(line, '\n') || used == CHILD_LINE - 1 || got == 0) return true;
        if (got < 0) return false;
    }
}

/* Waits until it has ended, for a moment; then ends it and whoever else is in its group. */
static int end(pid_t pid, double seconds) {
    const struct timespec moment = {0, 10000000};
    int status = 0;
    pid_t got = 0;
    for (double began = now(); got == 0 && now() - began < seconds;) {
        got = waitpid(pid, &status, WNOHANG);
        if (got == 0) nanosleep(&moment, NULL);
    }
    kill(-pid, SIGKILL);
    while (got <= 0 && (got = waitpid(pid, &status, 0)) < 0 && errno == EINTR) {
    }
    return status;
}

bool child_line_of(const char *program, const char *const *arguments, double seconds,
                   char line[CHILD_LINE]) {
    int ends[2];
    pid_t pid;
    char words[64];
    if (pipe(ends) != 0) return say(line, "no pipe: ", strerror(errno));
    /* The reading end must not stay open in the child. */
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    int code = start(program, arguments, ends[1], &pid);
    close(ends[1]);
    bool in_time = code == 0 && read_line(ends[0], seconds, line);
    close(ends[0]);
    if (code) return say(line, "this program cannot be started anew: ", strerror(code));
    int status = end(pid, in_time ? GRACE_SECONDS : 0);
    char *newline = in_time ? strchr(line, '\n') : NULL;
    if (newline) {
        *newline = '\0';
        return true;
    }
    if (!in_time) {
        snprintf(words, sizeof words, "%.3g s", seconds);
        return say(line, "the child process was ended: no answer after ", words);
    }
    snprintf(words, sizeof words, WIFSIGNALED(status) ? "signal %d" : "status %d",
             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return say(line, "the child process ended without an answer: ", words);
}

bool child_line(const char *const *arguments, double seconds, char line[CHILD_LINE]) {
    char self[600];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0) return say(line, "this program does not know where it lies: ", strerror(errno));
    self[length] = '\0';
    return child_line_of(self, arguments, seconds, line);
}
