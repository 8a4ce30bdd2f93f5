/* builder -- see builder.h. */
#define _GNU_SOURCE
#include "serve/builder.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "render/render.h"

/* What a builder has in its memory. */
struct memory {
    struct course_keep keep;
    struct stamp_key key;
    struct store known; /* about the pages of the last result that had files */
    struct arena known_arena;
};

/* ---- the fork: one build --------------------------------------------------------------------- */

struct build {
    struct builder *builder;
    struct memory *memory;
    struct recall recall;
    struct again again;
    struct course_options options;
    struct course course;
    struct arena arena;
    struct diags diags;
    bool loaded;
};

static int by_path(const void *a, const void *b) {
    return text_compare(((const struct result_file *)a)->path,
                        ((const struct result_file *)b)->path);
}

/* False: bytes that were put aside cannot be read again. */
static bool put_files(struct build *build, const struct output *output, struct result *result) {
    result->file = ARENA_ARRAY(&build->arena, struct result_file, output->count);
    for (size_t i = 0; i < output->count; i++) {
        struct buf room = {0};
        const bool same = output->file[i].same;
        struct text bytes = {0};
        if (!same) bytes = output_bytes(output, &output->file[i], &room);
        result->file[i] =
            (struct result_file){output->file[i].path, arena_text(&build->arena, bytes), same};
        buf_free(&room);
        if (!same && !bytes.ptr) return false;
    }
    result->file_count = output->count;
    if (output->count) qsort(result->file, output->count, sizeof *result->file, by_path);
    return true;
}

static bool write_result(struct build *build, struct result *result) {
    int fd = build->builder->memory;
    struct buf out = {0};
    result_write(result, &out);
    return !out.overflow && ftruncate(fd, 0) == 0 && lseek(fd, 0, SEEK_SET) == 0 &&
           file_write_all(fd, buf_text(&out), write);
}

/* The server has all files of the last result that had any. */
static bool is_there(const struct again *again, struct text path, size_t size) {
    (void)again, (void)path, (void)size;
    return true;
}

/* Ends the process: everything that it has goes with it. */
static _Noreturn void build_and_exit(struct build *build) {
    struct output output = {.again = &build->again};
    struct result result = {0};
    struct buf messages = {0}, mistakes = {0}, known = {0};
    struct course_keep *keep = &build->memory->keep;
    size_t formulas = keep->formula_count;
    build->again = (struct again){.recall = &build->recall, .is_there = is_there};
    if (build->loaded) {
        course_resolve(&build->course, &build->options, &build->diags);
        if (render_site(&output, &build->course, &build->arena, &build->diags))
            render_editions(&output, &build->course, &build->arena, &build->diags);
    }
    diags_print(&build->diags, &messages, isatty(STDERR_FILENO) ? DIAG_COLOUR : DIAG_PLAIN);
    result.errors = build->diags.errors;
    result.warnings = build->diags.warnings;
    diags_keep_errors(&build->diags);
    diags_json(&build->diags, &mistakes);
    result.messages = buf_text(&messages);
    result.mistakes = buf_text(&mistakes);
    bool fine = result.errors || put_files(build, &output, &result);
    store_write(&build->recall.fresh, store_into_buf, &known);
    result.known = buf_text(&known);
    result.formula = keep->formula + formulas;
    result.formula_count = keep->formula_count - formulas;
    _exit(fine && write_result(build, &result) ? 0 : 1);
}

/* ---- the builder ----------------------------------------------------------------------------- */

/* False if these bytes are no result. */
static bool read_memory(int fd, struct arena *arena, struct text *bytes) {
    struct stat info;
    if (fstat(fd, &info) != 0 || lseek(fd, 0, SEEK_SET) != 0) return false;
    char *room = arena_alloc(arena, (size_t)info.st_size + 1);
    size_t got = 0;
    bool fine = file_read_all(fd, room, (size_t)info.st_size, &got);
    *bytes = (struct text){room, got};
    return fine;
}

/* What the fork has worked out and every later build needs too. */
static void learn(struct build *build) {
    struct memory *memory = build->memory;
    struct text bytes;
    struct result result;
    if (!read_memory(build->builder->memory, &build->arena, &bytes) ||
        !result_read(&result, bytes, &build->arena))
        return;
    for (size_t i = 0; i < result.formula_count; i++)
        keep_formula_add(&memory->keep, result.formula[i].key, result.formula[i].set,
                         result.formula[i].width);
    if (!result.file_count) return; /* the server goes on with the site that it has */
    arena_free(&memory->known_arena);
    store_read(&memory->known, arena_text(&memory->known_arena, result.known),
               &memory->known_arena);
}

/* Returns the status of the process that built. */
static int build_once(struct builder *builder, struct memory *memory) {
    struct build build = {.builder = builder,
                          .memory = memory,
                          .options = {.card = text_of(builder->card),
                                      .edition = EDITION_REVIEW,
                                      .today = builder->today,
                                      .keep = &memory->keep},
                          .recall = {.known = memory->known, .key = memory->key}};
    int status = -1;
    build.options.recall = &build.recall;
    build.loaded =
        course_load(&build.course, builder->root, &build.options, &build.arena, &build.diags);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == parent) build_and_exit(&build);
        _exit(1);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (pid > 0 && status == 0) learn(&build);
    diags_free(&build.diags);
    arena_free(&build.arena);
    return status;
}

/* Until the server closes its end of the socket. */
static _Noreturn void serve_builds(struct builder *builder, int fd) {
    struct memory memory = {0};
    unsigned drop;
    if (!stamp_key_make(&memory.key)) _exit(1);
    while (read(fd, &drop, sizeof drop) == sizeof drop) {
        keep_drop(&memory.keep, drop);
        int status = build_once(builder, &memory);
        if (write(fd, &status, sizeof status) != sizeof status) break;
    }
    _exit(0);
}

/* ---- in the server --------------------------------------------------------------------------- */

bool builder_open(struct builder *builder) {
    builder->pid = 0;
    builder->fd = -1;
    builder->memory = memfd_create("result", MFD_CLOEXEC);
    return builder->memory >= 0;
}

/* What the server has open (its port, its connections) is closed: else it would stay open with a builder
 * that is still at work when the server has ended. */
static void keep_open(const struct builder *builder, int fd) {
    const int kept[] = {builder->root->fd, builder->memory, fd};
    for (int i = STDERR_FILENO + 1; i < sysconf(_SC_OPEN_MAX) && i < 65536; i++)
        if (i != kept[0] && i != kept[1] && i != kept[2]) close(i);
}

static bool start(struct builder *builder) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return false;
    pid_t server = getpid();
    builder->pid = fork();
    if (builder->pid == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL); /* the server takes its signals from a file */
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        keep_open(builder, pair[1]);
        if (getppid() == server) serve_builds(builder, pair[1]);
        _exit(1);
    }
    close(pair[1]);
    builder->fd = pair[0];
    if (builder->pid > 0) return true;
    builder->pid = 0;
    file_close(builder->fd);
    builder->fd = -1;
    return false;
}

bool builder_ask(struct builder *builder, unsigned drop) {
    if (!builder->pid && !start(builder)) return false;
    return send(builder->fd, &drop, sizeof drop, MSG_NOSIGNAL) == sizeof drop;
}

void builder_kill(struct builder *builder) {
    if (builder->pid) kill(builder->pid, SIGKILL);
}

static const char *how_it_ended(int status, struct arena *arena) {
    if (WIFSIGNALED(status))
        return arena_printf(arena, "signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)))
            .ptr;
    return arena_printf(arena, "status %d", WIFEXITED(status) ? WEXITSTATUS(status) : status).ptr;
}

/* Waits for a builder that has closed its socket. */
static int reap(struct builder *builder) {
    int status = -1;
    while (waitpid(builder->pid, &status, 0) < 0 && errno == EINTR)
        ;
    close(builder->fd);
    builder->fd = -1;
    builder->pid = 0;
    return status;
}

const char *builder_answer(struct builder *builder, struct arena *arena, struct text *result) {
    int status;
    if (read(builder->fd, &status, sizeof status) != sizeof status) {
        builder_kill(builder);
        return how_it_ended(reap(builder), arena);
    }
    if (status != 0) return how_it_ended(status, arena);
    return read_memory(builder->memory, arena, result) ? NULL : "a result that cannot be read";
}

void builder_close(struct builder *builder) {
    builder_kill(builder);
    if (builder->pid) reap(builder);
    file_close(builder->memory);
}
