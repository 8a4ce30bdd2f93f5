/* child.c -- see child.h. */
#include "child.h"

#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const double GRACE_SECONDS = 2;

static bool say(char line[CHILD_LINE], const char *what, const char *more) {
    snprintf(line, CHILD_LINE, "%s%s", what, more);
    return false;
}

/* Reads until a line is whole or the child has closed its output; false: the time is up. */
static bool read_line(int in, double seconds, char line[CHILD_LINE]) {
    size_t used = 0;
    for (double began = process_now();;) {
        struct pollfd p = {.fd = in, .events = POLLIN};
        double left = seconds - (process_now() - began);
        int ready = left > 0 ? poll(&p, 1, (int)(left * 1e3) + 1) : 0;
        if (ready < 0 && errno == EINTR) continue;
        ssize_t got = ready > 0 ? read(in, line + used, CHILD_LINE - 1 - used) : -1;
        if (got > 0) used += (size_t)got;
        line[used] = '\0';
        if (strchr(line, '\n') || used == CHILD_LINE - 1 || got == 0) return true;
        if (got < 0) return false;
    }
}

bool child_line_of(const char *program, const char *const *arguments, double seconds,
                   char line[CHILD_LINE]) {
    const char *argument[CHILD_ARGUMENTS + 2] = {program};
    int ends[2], status = 0;
    pid_t pid;
    char words[64];
    for (size_t i = 0; i < CHILD_ARGUMENTS && arguments[i]; i++)
        argument[i + 1] = arguments[i];
    if (pipe(ends) != 0) return say(line, "no pipe: ", strerror(errno));
    /* The reading end must not stay open in the child. */
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    int code = process_start(&(struct process_call){argument, ends[1], -1}, &pid);
    close(ends[1]);
    bool in_time = code == 0 && read_line(ends[0], seconds, line);
    close(ends[0]);
    if (code) return say(line, "this program cannot be started anew: ", strerror(code));
    process_end(pid, in_time ? GRACE_SECONDS : 0, &status);
    char *newline = in_time ? strchr(line, '\n') : NULL;
    if (newline) {
        *newline = '\0';
        return true;
    }
    if (!in_time) {
        snprintf(words, sizeof words, "%.3g s", seconds);
        return say(line, "the child process was ended: no answer after ", words);
    }
    snprintf(words, sizeof words, status > 128 ? "signal %d" : "status %d",
             status > 128 ? status - 128 : status);
    return say(line, "the child process ended without an answer: ", words);
}

bool child_line(const char *const *arguments, double seconds, char line[CHILD_LINE]) {
    char self[600];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0) return say(line, "this program does not know where it lies: ", strerror(errno));
    self[length] = '\0';
    return child_line_of(self, arguments, seconds, line);
}
