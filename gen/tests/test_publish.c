/* Publishing: whatever fails and wherever the process ends, a reader finds the whole old site or
 * the whole new one, and the next run finds nothing in its way. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "publish/publish.h"

#define TARGET TEXT("site/public")

/* --- a place to publish in ----------------------------------------------------------------- */

struct scratch {
    char path[256];
    struct root root;
    struct diags diags;
    struct publish_report report;
};

static void scratch_open(struct scratch *scratch) {
    const char *tmp = getenv("TMPDIR");
    *scratch = (struct scratch){0};
    snprintf(scratch->path, sizeof scratch->path, "%s/publish-XXXXXX", tmp ? tmp : "/tmp");
    assert_non_null(mkdtemp(scratch->path));
    assert_true(root_open(&scratch->root, scratch->path, &scratch->diags));
}

static void remove_tree(int folder, const char *name) {
    int fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    if (fd < 0) {
        unlinkat(folder, name, 0);
        return;
    }
    fchmod(fd, 0700);
    DIR *dir = fdopendir(fd);
    for (struct dirent *entry; (entry = readdir(dir));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            remove_tree(fd, entry->d_name);
    closedir(dir);
    unlinkat(folder, name, AT_REMOVEDIR);
}

static void scratch_close(struct scratch *scratch) {
    root_close(&scratch->root);
    diags_free(&scratch->diags);
    remove_tree(AT_FDCWD, scratch->path);
}

static void messages_clear(struct scratch *scratch) {
    diags_free(&scratch->diags);
}

static bool said(struct scratch *scratch, const char *words) {
    struct buf out = {0};
    diags_print(&scratch->diags, &out, DIAG_PLAIN);
    bool found = text_find(buf_text(&out), words, 0) != SIZE_MAX;
    if (!found) printf("# looked for \"%s\" in:\n# %s\n", words, out.ptr ? out.ptr : "");
    buf_free(&out);
    return found;
}

static void put(struct scratch *scratch, const char *path, const char *bytes) {
    assert_true(file_write(&scratch->root, text_of(path), text_of(bytes), &scratch->diags));
}

/* --- two sites ----------------------------------------------------------------------------- */

#define OUTPUT_FILE(path, bytes)                                                                   \
    {                                                                                              \
        {path, sizeof(path) - 1}, {                                                                \
            bytes, sizeof(bytes) - 1                                                               \
        }                                                                                          \
    }

static struct output_file old_files[] = {
    OUTPUT_FILE("cards/a.json", "{}"),
    OUTPUT_FILE("glossary/gone/index.html", "this page will go"),
    OUTPUT_FILE("glossary/registers/index.html", "old registers"),
    OUTPUT_FILE("index.html", "old home"),
    OUTPUT_FILE("style.css", "same in both"),
};
static struct output_file new_files[] = {
    OUTPUT_FILE("cards/a.json", "{\"new\": 1}"),
    OUTPUT_FILE("glossary/registers/index.html", "new registers"),
    OUTPUT_FILE("glossary/shared-memory/index.html", "a page that came"),
    OUTPUT_FILE("index.html", "new home"),
    OUTPUT_FILE("style.css", "same in both"),
};
static const struct output old_site = {old_files, 5, 5}, new_site = {new_files, 5, 5};

static size_t count_files(int folder, const char *name) {
    size_t count = 0;
    int fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    if (fd < 0) return 1;
    DIR *dir = fdopendir(fd);
    for (struct dirent *entry; (entry = readdir(dir));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            count += count_files(fd, entry->d_name);
    closedir(dir);
    return count;
}

/* Every file of `site` with its bytes, and none beside them but the mark. */
static bool holds(const struct scratch *scratch, const struct output *site) {
    int fd = openat(scratch->root.fd, "site/public", O_RDONLY | O_DIRECTORY);
    if (fd < 0) return false;
    bool whole = count_files(scratch->root.fd, "site/public") == site->count + 1;
    for (size_t i = 0; i < site->count; i++) {
        char bytes[256];
        int file = openat(fd, site->file[i].path.ptr, O_RDONLY);
        ssize_t n = file < 0 ? -1 : read(file, bytes, sizeof bytes);
        if (file >= 0) close(file);
        whole = whole && n >= 0 && text_equal((struct text){bytes, (size_t)n}, site->file[i].bytes);
    }
    close(fd);
    return whole;
}

static bool no_leftovers(const struct scratch *scratch) {
    struct stat info;
    return fstatat(scratch->root.fd, "site/.public.new", &info, 0) != 0 &&
           fstatat(scratch->root.fd, "site/.public.old", &info, 0) != 0;
}

/* Writing out everything that this machine is working on takes long, and proves nothing here. */
static int no_sync(int fd) {
    (void)fd;
    return 0;
}

static bool publish(struct scratch *scratch, const struct output *site) {
    struct publish_calls calls = publish_system;
    calls.sync = calls.sync_file = no_sync;
    return publish_tree_with(&calls, &scratch->root, TARGET, site, &scratch->report,
                             &scratch->diags);
}

static void publish_old(struct scratch *scratch) {
    assert_true(publish(scratch, &old_site));
    assert_true(holds(scratch, &old_site));
}

/* --- calls that fail, or end the process --------------------------------------------------- */

static struct {
    int at;           /* the call that is hit, from 1; 0: none */
    int count;        /* calls made so far */
    int error;        /* its errno; 0: the process ends before the call, -1: after it */
    bool no_exchange; /* the file system cannot */
    bool all_after;   /* every call after that one fails too */
} fault;

static bool hit(void) {
    fault.count++;
    if (!fault.at) return false;
    if (fault.count == fault.at && fault.error == 0) _exit(99);
    if (fault.count == fault.at || (fault.all_after && fault.count > fault.at)) {
        if (fault.error < 0) return false;
        errno = fault.error;
        return true;
    }
    return false;
}

static int after(int result) {
    if (fault.at && fault.error < 0 && fault.count == fault.at) _exit(99);
    return result;
}

static int bad_mkdir(int folder, const char *name, mode_t mode) {
    return hit() ? -1 : after(publish_system.mkdir(folder, name, mode));
}
static int bad_open(int folder, const char *name, int flags, mode_t mode) {
    return hit() ? -1 : after(publish_system.open(folder, name, flags, mode));
}
static ssize_t bad_write(int fd, const void *bytes, size_t size) {
    if (hit()) return -1;
    /* Short writes happen. */
    ssize_t n = publish_system.write(fd, bytes, size > 5 ? 5 : size);
    after(0);
    return n;
}
static int bad_close(int fd) {
    bool fails = hit();
    int result = publish_system.close(fd);
    return fails ? (errno = fault.error, -1) : after(result);
}
static int bad_link(int folder, const char *name, int new_folder, const char *new_name) {
    return hit() ? -1 : after(publish_system.link(folder, name, new_folder, new_name));
}
static int bad_sync(int fd) {
    return hit() ? -1 : after(no_sync(fd));
}
static int bad_sync_file(int fd) {
    return hit() ? -1 : after(no_sync(fd));
}
static int bad_exchange(int folder, const char *a, const char *b) {
    if (fault.no_exchange) {
        errno = EINVAL;
        return -1;
    }
    return hit() ? -1 : after(publish_system.exchange(folder, a, b));
}
static int bad_rename(int folder, const char *from, const char *to) {
    return hit() ? -1 : after(publish_system.rename(folder, from, to));
}
static int bad_unlink(int folder, const char *name, int flags) {
    return hit() ? -1 : after(publish_system.unlink(folder, name, flags));
}
static int bad_lock(int fd) {
    return hit() ? -1 : after(publish_system.lock(fd));
}

static const struct publish_calls bad_calls = {
    bad_mkdir,     bad_open,     bad_write,  bad_close,  bad_link, bad_sync,
    bad_sync_file, bad_exchange, bad_rename, bad_unlink, bad_lock,
};

static bool publish_badly(struct scratch *scratch, const struct output *site) {
    return publish_tree_with(&bad_calls, &scratch->root, TARGET, site, &scratch->report,
                             &scratch->diags);
}

/* How many calls a run makes that nothing happens to. */
static int calls_of_a_run(bool no_exchange) {
    struct scratch scratch;
    memset(&fault, 0, sizeof fault);
    fault.no_exchange = no_exchange;
    scratch_open(&scratch);
    publish_old(&scratch);
    assert_true(publish_badly(&scratch, &new_site));
    assert_true(holds(&scratch, &new_site));
    assert_true(no_leftovers(&scratch));
    scratch_close(&scratch);
    return fault.count;
}

/* --- tests --------------------------------------------------------------------------------- */

static void first_time(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    assert_true(publish_tree(&scratch.root, TARGET, &old_site, &scratch.report, &scratch.diags));
    assert_true(holds(&scratch, &old_site));
    assert_int_equal(scratch.report.written, 5);
    assert_int_equal(scratch.report.unchanged, 0);
    assert_int_equal(scratch.report.removed, 0);
    assert_true(no_leftovers(&scratch));
    assert_int_equal(scratch.diags.count, 0);
    scratch_close(&scratch);
}

static void second_time(void **state) {
    struct scratch scratch;
    struct stat before, after_it, changed;
    (void)state;
    scratch_open(&scratch);
    publish_old(&scratch);
    assert_int_equal(utimensat(scratch.root.fd, "site/public/style.css",
                               (struct timespec[2]){{1000, 7}, {1000, 7}}, 0),
                     0);
    assert_int_equal(utimensat(scratch.root.fd, "site/public/index.html",
                               (struct timespec[2]){{1000, 7}, {1000, 7}}, 0),
                     0);
    assert_int_equal(fstatat(scratch.root.fd, "site/public/style.css", &before, 0), 0);
    assert_true(publish(&scratch, &new_site));
    assert_true(holds(&scratch, &new_site));
    assert_true(scratch.report.exchanged);
    assert_int_equal(scratch.report.written, 4);
    assert_int_equal(scratch.report.unchanged, 1);
    assert_int_equal(scratch.report.removed, 1);
    assert_int_equal(fstatat(scratch.root.fd, "site/public/style.css", &after_it, 0), 0);
    assert_int_equal(after_it.st_mtim.tv_sec, 1000);
    assert_int_equal(after_it.st_mtim.tv_nsec, 7);
    assert_int_equal(after_it.st_nlink, 1);
    assert_int_equal(fstatat(scratch.root.fd, "site/public/index.html", &changed, 0), 0);
    assert_int_not_equal(changed.st_mtim.tv_sec, 1000);
    assert_true(no_leftovers(&scratch));
    assert_int_equal(scratch.diags.count, 0);
    scratch_close(&scratch);
}

static void same_again(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    publish_old(&scratch);
    assert_true(publish(&scratch, &old_site));
    assert_int_equal(scratch.report.written, 0);
    assert_int_equal(scratch.report.unchanged, 5);
    assert_int_equal(scratch.report.removed, 0);
    scratch_close(&scratch);
}

static void time_kept_without_links(void **state) {
    struct scratch scratch;
    struct stat info;
    (void)state;
    struct publish_calls no_links = publish_system;
    no_links.link = bad_link;
    scratch_open(&scratch);
    publish_old(&scratch);
    utimensat(scratch.root.fd, "site/public/style.css", (struct timespec[2]){{1000, 7}, {1000, 7}},
              0);
    memset(&fault, 0, sizeof fault);
    fault.at = 1, fault.error = EPERM, fault.all_after = true;
    assert_true(publish_tree_with(&no_links, &scratch.root, TARGET, &new_site, &scratch.report,
                                  &scratch.diags));
    assert_int_equal(fault.count, 2); /* the mark and style.css */
    assert_true(holds(&scratch, &new_site));
    assert_int_equal(scratch.report.unchanged, 1);
    assert_int_equal(fstatat(scratch.root.fd, "site/public/style.css", &info, 0), 0);
    assert_int_equal(info.st_mtim.tv_sec, 1000);
    scratch_close(&scratch);
}

/* Every call fails once, each with several errors: old site whole or new site whole, and what the
 * function returns is the truth. */
static void every_call_fails(void **state) {
    static const int errors[] = {ENOSPC, EIO, EACCES, EINVAL, EROFS};
    (void)state;
    for (int no_exchange = 0; no_exchange < 2; no_exchange++) {
        int calls = calls_of_a_run(no_exchange);
        assert_true(calls > 40);
        for (int at = 1; at <= calls; at++) {
            struct scratch scratch;
            int error = errors[at % 5];
            scratch_open(&scratch);
            publish_old(&scratch);
            memset(&fault, 0, sizeof fault);
            fault.at = at, fault.error = error, fault.no_exchange = no_exchange;
            bool fine = publish_badly(&scratch, &new_site);
            if (fine != holds(&scratch, &new_site) || fine == holds(&scratch, &old_site))
                fail_msg("call %d, errno %d: not what was returned (%d)", at, error, fine);
            if (fine == (scratch.diags.errors > 0)) fail_msg("call %d: no message", at);
            messages_clear(&scratch);
            assert_true(publish(&scratch, &new_site));
            assert_true(holds(&scratch, &new_site) && no_leftovers(&scratch));
            scratch_close(&scratch);
        }
    }
}

/* From one call on everything fails: a disk that is taken away. */
static void everything_fails_from_here(void **state) {
    (void)state;
    int calls = calls_of_a_run(true);
    for (int at = 1; at <= calls; at++) {
        struct scratch scratch;
        scratch_open(&scratch);
        publish_old(&scratch);
        memset(&fault, 0, sizeof fault);
        fault.at = at, fault.error = EIO, fault.no_exchange = fault.all_after = true;
        bool fine = publish_badly(&scratch, &new_site);
        bool is_old = holds(&scratch, &old_site), is_new = holds(&scratch, &new_site);
        if (fine && !is_new) fail_msg("call %d: said fine, and it is not", at);
        if (!fine && !scratch.diags.errors) fail_msg("call %d: no message", at);
        messages_clear(&scratch);
        assert_true(publish_recover(&scratch.root, TARGET, &scratch.diags));
        if (!is_old && !is_new && !holds(&scratch, &old_site))
            fail_msg("call %d: the old site did not come back", at);
        assert_true(no_leftovers(&scratch));
        scratch_close(&scratch);
    }
}

/* The process ends before or after each of its calls. */
static void killed_anywhere(void **state) {
    int gaps = 0;
    (void)state;
    for (int no_exchange = 0; no_exchange < 2; no_exchange++) {
        int calls = calls_of_a_run(no_exchange);
        for (int at = 1; at <= calls; at++)
            for (int when = -1; when <= 0; when++) {
                struct scratch scratch;
                int status = 0;
                scratch_open(&scratch);
                publish_old(&scratch);
                fflush(NULL);
                pid_t child = fork();
                if (child == 0) {
                    memset(&fault, 0, sizeof fault);
                    fault.at = at, fault.error = when, fault.no_exchange = no_exchange;
                    publish_badly(&scratch, &new_site);
                    _exit(0); /* the call was not reached */
                }
                assert_true(child > 0 && waitpid(child, &status, 0) == child);
                assert_int_equal(WEXITSTATUS(status), 99);
                bool is_old = holds(&scratch, &old_site), is_new = holds(&scratch, &new_site);
                if (!is_old && !is_new) {
                    gaps++;
                    if (!no_exchange) fail_msg("call %d: neither old nor new", at);
                }
                assert_true(publish_recover(&scratch.root, TARGET, &scratch.diags));
                if (is_new ? !holds(&scratch, &new_site) : !holds(&scratch, &old_site))
                    fail_msg("call %d: recovery changed what was there", at);
                assert_true(no_leftovers(&scratch));
                assert_true(publish(&scratch, &new_site));
                assert_true(holds(&scratch, &new_site) && no_leftovers(&scratch));
                scratch_close(&scratch);
            }
    }
    /* Between the two renames, where the file system cannot exchange: after the first one, before
     * the second one. */
    assert_int_equal(gaps, 2);
}

static void first_time_killed(void **state) {
    (void)state;
    for (int at = 1; at <= 60; at++) {
        struct scratch scratch;
        int status = 0;
        struct stat info;
        scratch_open(&scratch);
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            memset(&fault, 0, sizeof fault);
            fault.at = at;
            publish_badly(&scratch, &new_site);
            _exit(0);
        }
        assert_true(child > 0 && waitpid(child, &status, 0) == child);
        bool there = fstatat(scratch.root.fd, "site/public", &info, 0) == 0;
        if (there && !holds(&scratch, &new_site)) fail_msg("call %d: half a site", at);
        assert_true(publish(&scratch, &new_site));
        assert_true(holds(&scratch, &new_site) && no_leftovers(&scratch));
        scratch_close(&scratch);
    }
}

/* Some disks tell of a failed write only when the file is closed. */
static void closing_fails(void **state) {
    struct scratch scratch;
    struct publish_calls calls = publish_system;
    (void)state;
    scratch_open(&scratch);
    memset(&fault, 0, sizeof fault);
    fault.at = 1, fault.error = EDQUOT; /* the first file that is closed is the mark */
    calls.close = bad_close;
    assert_false(publish_tree_with(&calls, &scratch.root, TARGET, &old_site, &scratch.report,
                                   &scratch.diags));
    assert_true(said(&scratch, "cannot write .gmh-site"));
    assert_true(said(&scratch, "make room"));
    assert_true(no_leftovers(&scratch));
    scratch_close(&scratch);
}

static void says_that_it_cannot_exchange(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    publish_old(&scratch);
    memset(&fault, 0, sizeof fault);
    fault.no_exchange = true;
    assert_true(publish_badly(&scratch, &new_site));
    assert_false(scratch.report.exchanged);
    assert_true(said(&scratch, "note: this file system cannot exchange two folders"));
    assert_int_equal(scratch.diags.errors, 0);
    scratch_close(&scratch);
}

static void foreign_folders(void **state) {
    struct scratch scratch;
    struct stat info;
    (void)state;
    scratch_open(&scratch);
    put(&scratch, "site/public/thesis.tex", "ten years of work");
    assert_false(publish(&scratch, &new_site));
    assert_true(said(&scratch, "site/public: error: what lies here was not made by this program"));
    assert_int_equal(fstatat(scratch.root.fd, "site/public/thesis.tex", &info, 0), 0);
    assert_true(no_leftovers(&scratch));
    messages_clear(&scratch);

    /* A leftover's name that somebody else took. */
    assert_int_equal(renameat(scratch.root.fd, "site/public", scratch.root.fd, "site/.public.new"),
                     0);
    assert_false(publish(&scratch, &new_site));
    assert_true(said(&scratch, ".public.new lies beside it and was not made by this program"));
    assert_int_equal(fstatat(scratch.root.fd, "site/.public.new/thesis.tex", &info, 0), 0);
    messages_clear(&scratch);

    /* A symbolic link, a file, an empty folder. */
    assert_int_equal(renameat(scratch.root.fd, "site/.public.new", scratch.root.fd, "mine"), 0);
    assert_int_equal(symlinkat("../mine", scratch.root.fd, "site/public"), 0);
    assert_false(publish(&scratch, &new_site));
    assert_int_equal(fstatat(scratch.root.fd, "mine/thesis.tex", &info, 0), 0);
    assert_int_equal(unlinkat(scratch.root.fd, "site/public", 0), 0);
    put(&scratch, "site/public", "a file");
    assert_false(publish(&scratch, &new_site));
    assert_int_equal(unlinkat(scratch.root.fd, "site/public", 0), 0);
    assert_int_equal(mkdirat(scratch.root.fd, "site/public", 0777), 0);
    messages_clear(&scratch);
    assert_true(publish(&scratch, &new_site));
    assert_true(holds(&scratch, &new_site) && no_leftovers(&scratch));
    scratch_close(&scratch);
}

static void links_inside_the_old_site(void **state) {
    struct scratch scratch;
    struct stat info;
    (void)state;
    scratch_open(&scratch);
    publish_old(&scratch);
    put(&scratch, "outside/index.html", "new registers");
    remove_tree(scratch.root.fd, "site/public/glossary/registers");
    assert_int_equal(
        symlinkat("../../../outside", scratch.root.fd, "site/public/glossary/registers"), 0);
    assert_true(publish(&scratch, &new_site));
    assert_true(holds(&scratch, &new_site));
    assert_int_equal(fstatat(scratch.root.fd, "outside/index.html", &info, 0), 0);
    assert_int_equal(info.st_nlink, 1); /* neither linked into the site nor removed with it */
    scratch_close(&scratch);
}

static void bad_paths(void **state) {
    static const char *const paths[] = {"../out.html", "/etc/x",     "a//b",      "a/",          "",
                                        "a/../../b",   "index.html", ".gmh-site", "index.html/x"};
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct scratch scratch;
        struct output_file files[] = {{TEXT("index.html"), TEXT("home")},
                                      {text_of(paths[i]), TEXT("bad")}};
        struct output site = {files, 2, 2};
        scratch_open(&scratch);
        publish_old(&scratch);
        if (publish(&scratch, &site)) fail_msg("\"%s\" was written", paths[i]);
        assert_true(scratch.diags.errors > 0);
        assert_true(holds(&scratch, &old_site) && no_leftovers(&scratch));
        scratch_close(&scratch);
    }
}

static void two_builds_take_turns(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    publish_old(&scratch);
    int go[2];
    assert_int_equal(pipe(go), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) { /* holds the lock for a while, as a build would */
        int fd = openat(scratch.root.fd, "site", O_RDONLY | O_DIRECTORY);
        if (flock(fd, LOCK_EX) != 0) _exit(1);
        if (write(go[1], "x", 1) != 1) _exit(1);
        usleep(200 * 1000);
        _exit(holds(&scratch, &old_site) ? 0 : 2);
    }
    char byte;
    int status = 0;
    assert_int_equal(read(go[0], &byte, 1), 1);
    assert_true(publish(&scratch, &new_site));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_true(holds(&scratch, &new_site));
    close(go[0]), close(go[1]);
    scratch_close(&scratch);
}

static bool in_child(bool (*work)(void)) {
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) _exit(work() ? 0 : 1);
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* A file may not pass 64 KiB: as with a full disk, the write that does comes back short, the next
 * one fails. */
static bool work_with_a_limit(void) {
    struct scratch scratch;
    struct arena arena = {0};
    char *big = arena_alloc(&arena, 1 << 20);
    struct output_file files[] = {{TEXT("big.bin"), {big, 1 << 20}}};
    struct output site = {files, 1, 1};
    struct rlimit limit = {64 << 10, 64 << 10};
    scratch_open(&scratch);
    publish_old(&scratch);
    signal(SIGXFSZ, SIG_IGN);
    bool fine = setrlimit(RLIMIT_FSIZE, &limit) == 0 && !publish(&scratch, &site) &&
                said(&scratch, "cannot write big.bin") && holds(&scratch, &old_site) &&
                no_leftovers(&scratch);
    scratch_close(&scratch);
    arena_free(&arena);
    return fine;
}

static void file_too_large(void **state) {
    (void)state;
    assert_true(in_child(work_with_a_limit));
}

/* 0: right, 1: wrong, 77: no such file system can be mounted here. */
static int on_a_small_disk(void) {
    struct scratch scratch;
    struct arena arena = {0};
    int result = 77;
    scratch_open(&scratch);
    if (mount("none", scratch.path, "tmpfs", 0, "size=128k") == 0) {
        char *big = arena_alloc(&arena, 1 << 20);
        struct output_file files[] = {{TEXT("a.html"), TEXT("fits")},
                                      {TEXT("big.bin"), {big, 1 << 20}}};
        struct output site = {files, 2, 2};
        root_close(&scratch.root);
        result = !root_open(&scratch.root, scratch.path, &scratch.diags) ||
                 !publish(&scratch, &old_site) || publish(&scratch, &site) ||
                 !said(&scratch, "No space left on device") || !said(&scratch, "make room") ||
                 !holds(&scratch, &old_site) || !no_leftovers(&scratch);
        messages_clear(&scratch);
        result = result || !publish(&scratch, &new_site) || !holds(&scratch, &new_site);
        root_close(&scratch.root);
        umount(scratch.path);
    }
    arena_free(&arena);
    scratch_close(&scratch);
    return result;
}

static void disk_full(void **state) {
    int status = 0;
    (void)state;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) _exit(on_a_small_disk());
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    if (WEXITSTATUS(status) == 77) skip();
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* As somebody who may look at the folder and not write in it; root may always write. */
static int as_a_stranger(struct scratch *scratch) {
    if (geteuid() == 0 &&
        (setresgid(65534, 65534, 65534) != 0 || setresuid(65534, 65534, 65534) != 0))
        return 2;
    return publish(scratch, &new_site) || !said(scratch, "may be written");
}

static void read_only_folder(void **state) {
    struct scratch scratch;
    int status = 0;
    (void)state;
    scratch_open(&scratch);
    publish_old(&scratch);
    fchmod(scratch.root.fd, 0755);
    fchmodat(scratch.root.fd, "site", 0555, 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) _exit(as_a_stranger(&scratch));
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_int_equal(WEXITSTATUS(status), 0);
    fchmodat(scratch.root.fd, "site", 0755, 0);
    assert_true(holds(&scratch, &old_site) && no_leftovers(&scratch));
    scratch_close(&scratch);
}

static void many_files(void **state) {
    struct scratch scratch;
    struct arena arena = {0};
    struct output site = {0};
    (void)state;
    scratch_open(&scratch);
    site.file = ARENA_ARRAY(&arena, struct output_file, 500);
    for (int i = 0; i < 500; i++)
        site.file[site.count++] = (struct output_file){
            arena_printf(&arena, "lessons/%05d/index.html", i), arena_printf(&arena, "page %d", i)};
    assert_true(publish(&scratch, &site));
    site.file[200].bytes = TEXT("edited");
    site.count--;
    assert_true(publish(&scratch, &site));
    assert_int_equal(scratch.report.written, 1);
    assert_int_equal(scratch.report.unchanged, 498);
    assert_int_equal(scratch.report.removed, 1);
    arena_free(&arena);
    scratch_close(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_time),       cmocka_unit_test(second_time),
        cmocka_unit_test(same_again),       cmocka_unit_test(time_kept_without_links),
        cmocka_unit_test(every_call_fails), cmocka_unit_test(everything_fails_from_here),
        cmocka_unit_test(killed_anywhere),  cmocka_unit_test(first_time_killed),
        cmocka_unit_test(closing_fails),    cmocka_unit_test(says_that_it_cannot_exchange),
        cmocka_unit_test(foreign_folders),  cmocka_unit_test(links_inside_the_old_site),
        cmocka_unit_test(bad_paths),        cmocka_unit_test(two_builds_take_turns),
        cmocka_unit_test(file_too_large),   cmocka_unit_test(disk_full),
        cmocka_unit_test(read_only_folder), cmocka_unit_test(many_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
