/* spawn -- see spawn.h. */
#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/wait.h>

extern char **environ;

/* posix_spawn changes none of these strings, but its types do not say so. */
static char *const *as_written(const char *const *list) {
    return (char *const *)(uintptr_t)list;
}

static int give(posix_spawn_file_actions_t *actions, int file, int as) {
    return file >= 0 ? posix_spawn_file_actions_adddup2(actions, file, as)
                     : posix_spawn_file_actions_addopen(actions, as, "/dev/null",
                                                        as ? O_WRONLY : O_RDONLY, 0);
}

int spawn_start(const struct spawn *spawn, pid_t *pid) {
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) return error;
    error = give(&actions, spawn->in, 0);
    if (!error) error = give(&actions, spawn->out, 1);
    if (!error) error = give(&actions, spawn->err, 2);
    if (!error)
        error = posix_spawnp(pid, spawn->argv[0], &actions, NULL, as_written(spawn->argv),
                             spawn->environment ? as_written(spawn->environment) : environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int spawn_wait(pid_t pid) {
    int status = 0;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
