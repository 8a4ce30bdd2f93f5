/* cost -- what a command costs: `cost TIMES COMMAND ...` runs it so often, without its output.
 *
 * Prints the medians of its processor time (user and system, children that it waits for included) and of its wall
 * clock in milliseconds, and the most memory that it held, in MiB. Ends with status 1 if the command failed. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TIMES_MAX = 99 };

static int order(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static double milliseconds(struct timeval time) {
    return 1e3 * (double)time.tv_sec + 1e-3 * (double)time.tv_usec;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

/* Returns the processor time, or less than 0. */
static double run(char **command, double *wall, long *memory) {
    struct rusage used;
    const double start = now();
    int status, nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    pid_t child = fork();
    if (child == 0) {
        dup2(nowhere, STDOUT_FILENO);
        execvp(*command, command);
        _exit(127);
    }
    close(nowhere);
    if (child < 0 || wait4(child, &status, 0, &used) < 0 || status != 0) return -1;
    *wall = now() - start;
    if (used.ru_maxrss > *memory) *memory = used.ru_maxrss;
    return milliseconds(used.ru_utime) + milliseconds(used.ru_stime);
}

int main(int argc, char **argv) {
    double cost[TIMES_MAX], wall[TIMES_MAX];
    long memory = 0, times = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
    if (times < 1 || times > TIMES_MAX) {
        fputs("usage: cost TIMES COMMAND ...\n", stderr);
        return EXIT_FAILURE;
    }
    for (long i = 0; i < times; i++)
        if ((cost[i] = run(argv + 2, &wall[i], &memory)) < 0) {
            fprintf(stderr, "cost: %s failed\n", argv[2]);
            return EXIT_FAILURE;
        }
    qsort(cost, (size_t)times, sizeof *cost, order);
    qsort(wall, (size_t)times, sizeof *wall, order);
    printf("%.1f %.1f %.1f\n", cost[times / 2], wall[times / 2], (double)memory / 1024);
    return EXIT_SUCCESS;
}
