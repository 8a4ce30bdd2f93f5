/* occupancy.c -- where to start: commands are read; only threads limit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sm {
    long registers, threads, blocks, shared, reserved;
};

struct kernel {
    long threads, registers, shared;
};

// region: blocks
/* How many blocks fit, and what stops the next one. Three of four limits are missing. */
static long blocks_of(const struct sm *sm, const struct kernel *kernel, const char **limit) {
    *limit = "threads";
    return sm->threads / kernel->threads;
}
// endregion

static void occupancy(const struct sm *sm, const struct kernel *kernel) {
    const char *limit;
    long blocks = blocks_of(sm, kernel, &limit), warps = blocks * kernel->threads / 32;
    long all = sm->threads / 32, tenths = all ? (2000 * warps + all) / (2 * all) : 0;
    printf("occupancy: %ld block%s, %ld of %ld warps (%ld.%ld%%), limited by %s\n", blocks,
           blocks == 1 ? "" : "s", warps, all, tenths / 10, tenths % 10, limit);
}

/* Reads so many numbers from the line and sees that nothing follows. */
static int numbers(const char *line, int count, long *number) {
    char *end;
    for (int i = 0; i < count; i++, line = end) {
        number[i] = strtol(line, &end, 10);
        if (end == line || number[i] < 0) return 0;
    }
    return line[strspn(line, " \t\r\n")] == '\0';
}

int main(void) {
    struct sm sm = {65536, 2048, 32, 233472, 1024};
    char line[256];
    long n[5];
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "occupancy ", 10) == 0 && numbers(line + 10, 3, n))
            occupancy(&sm, &(struct kernel){n[0], n[1], n[2]});
        else
            printf("error: unknown command\n"); /* sm, and what is wrong */
    }
    return 0;
}
