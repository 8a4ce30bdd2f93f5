/* process.c -- see process.h. */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static void give(posix_spawn_file_actions_t *files, int from, int to) {
    if (from < 0)
        posix_spawn_file_actions_addopen(files, to, "/dev/null", O_WRONLY, 0);
    else
        posix_spawn_file_actions_adddup2(files, from, to);
}

int process_start(const struct process_call *call, pid_t *pid) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    char *const *argument = (char *const *)(uintptr_t)call->argument;
    int code = posix_spawn_file_actions_init(&files);
    if (code) return code;
    code = posix_spawnattr_init(&attributes);
    if (code == 0) {
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        give(&files, call->out, STDOUT_FILENO);
        give(&files, call->err, STDERR_FILENO);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
        posix_spawnattr_setpgroup(&attributes, 0);
        code = posix_spawnp(pid, argument[0], &files, &attributes, argument, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
    return code;
}

bool process_ended(pid_t pid, int *status) {
    int raw;
    pid_t got = waitpid(pid, &raw, WNOHANG);
    if (got == 0 || (got < 0 && errno == EINTR)) return false;
    *status = got != pid ? 0 : WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
    return true;
}

void process_end(pid_t pid, double seconds, int *status) {
    bool gone = false;
    for (double began = process_now();
         !(gone = process_ended(pid, status)) && process_now() - began < seconds;)
        process_wait_a_moment();
    kill(-pid, SIGKILL);
    while (!gone && !(gone = process_ended(pid, status)))
        process_wait_a_moment();
}

double process_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void process_wait_a_moment(void) {
    const struct timespec moment = {0, 10000000};
    nanosleep(&moment, NULL);
}
