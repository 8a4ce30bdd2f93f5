/* tree -- see tree.h. */
#define _DEFAULT_SOURCE
#include "grade/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/text.h"

/* proc(5) numbers the fields of /proc/pid/stat; here they count from the state, behind the name. */
enum { FIELD_PARENT = 1, FIELD_THREADS = 17, FIELD_RSS = 21 };

static unsigned long field(struct text fields, int number) {
    struct text word = {0};
    unsigned long value = 0;
    for (int i = 0; i <= number; i++)
        word = text_next(&fields, ' ');
    text_number(word, (unsigned long)-1 / 2, &value);
    return value;
}

/* The name may hold anything, brackets too, so the last one ends it. */
static bool read_process(struct text stat, struct tree_process *process) {
    struct text fields = text_last(stat, ')');
    if (fields.len < 3 || fields.len == stat.len) return false;
    fields = text_cut(fields, 1, fields.len);
    process->state = fields.ptr[0];
    process->parent = (pid_t)field(fields, FIELD_PARENT);
    process->threads = field(fields, FIELD_THREADS);
    process->memory = field(fields, FIELD_RSS) * (size_t)sysconf(_SC_PAGESIZE);
    return true;
}

static void add(struct tree *tree, struct tree_process process) {
    if (tree->count == tree->capacity) {
        tree->capacity = tree->capacity ? 2 * tree->capacity : 256;
        tree->list = memory_need(tree->list, tree->capacity * sizeof *tree->list);
    }
    tree->list[tree->count++] = process;
}

static void read_entry(struct tree *tree, int proc, const char *name) {
    unsigned long pid;
    char path[64], stat_line[1024];
    struct stat about;
    if (!text_number(text_of(name), 1ul << 30, &pid)) return;
    snprintf(path, sizeof path, "%lu/stat", pid);
    int fd = openat(proc, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    ssize_t got = read(fd, stat_line, sizeof stat_line);
    bool own = fstat(fd, &about) == 0 && about.st_uid == getuid();
    close(fd);
    struct tree_process process = {.pid = (pid_t)pid};
    if (got <= 0 || !read_process((struct text){stat_line, (size_t)got}, &process)) return;
    if (own) tree->user_threads += process.threads;
    add(tree, process);
}

static int order(const void *a, const void *b) {
    pid_t left = ((const struct tree_process *)a)->pid;
    pid_t right = ((const struct tree_process *)b)->pid;
    return left < right ? -1 : left > right;
}

/* Marks the children of marked processes until there are no more. A parent usually has the smaller
 * number, so that one or two rounds are enough. */
static void mark_descendants(struct tree *tree, pid_t root) {
    if (tree->count) qsort(tree->list, tree->count, sizeof *tree->list, order);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < tree->count; i++) {
            struct tree_process *process = &tree->list[i], wanted = {.pid = process->parent};
            if (process->mine) continue;
            const struct tree_process *parent =
                bsearch(&wanted, tree->list, tree->count, sizeof wanted, order);
            process->mine = process->parent == root || (parent && parent->mine);
            more = more || process->mine;
        }
    }
}

void tree_read(struct tree *tree) {
    tree->count = tree->user_threads = 0;
    DIR *proc = opendir("/proc");
    if (!proc) return;
    for (struct dirent *entry; (entry = readdir(proc)) != NULL;)
        read_entry(tree, dirfd(proc), entry->d_name);
    closedir(proc);
    mark_descendants(tree, getpid());
    size_t kept = 0;
    for (size_t i = 0; i < tree->count; i++)
        if (tree->list[i].mine && tree->list[i].state != 'Z' && tree->list[i].state != 'X')
            tree->list[kept++] = tree->list[i];
    tree->count = kept;
}

/* Returns the memory that a process has to itself and its part of what it shares ("Pss:  1234 kB"
 * of smaps_rollup); its resident memory where that cannot be read, 0 for one that has ended. */
static size_t share_of(const struct tree_process *process) {
    char path[64], bytes[1024];
    unsigned long kib = 0;
    snprintf(path, sizeof path, "/proc/%ld/smaps_rollup", (long)process->pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return errno == ENOENT ? 0 : process->memory;
    ssize_t got = read(fd, bytes, sizeof bytes);
    close(fd);
    struct text rest = {bytes, got > 0 ? (size_t)got : 0};
    size_t at = text_find(rest, "\nPss:", 0);
    if (at == SIZE_MAX) return got < 0 ? 0 : process->memory;
    rest = text_cut(rest, at + strlen("\nPss:"), rest.len);
    struct text line = text_trim(text_next(&rest, '\n'));
    return text_number(text_next(&line, ' '), ULONG_MAX >> 10, &kib) ? kib << 10 : process->memory;
}

size_t tree_memory(const struct tree *tree, size_t enough) {
    size_t resident = 0, shared = 0;
    for (size_t i = 0; i < tree->count; i++)
        resident += tree->list[i].memory;
    if (resident <= enough) return resident;
    for (size_t i = 0; i < tree->count; i++)
        shared += share_of(&tree->list[i]);
    return shared;
}

void tree_free(struct tree *tree) {
    free(tree->list);
    *tree = (struct tree){0};
}
