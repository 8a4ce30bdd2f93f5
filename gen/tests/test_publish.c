/* Publishing: the new site takes the old one's place, what did not change keeps its time, and what
 * others made is left alone. What happens when calls fail is in test_publish_faults.c. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "publish_kit.h"

static void first_time(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    assert_true(publish_with(NULL, &scratch, &old_site));
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
    assert_false(publish(&scratch, &new_site));
    assert_true(said(&scratch, "(glossary/registers); nothing is replaced"));
    assert_int_equal(unlinkat(scratch.root.fd, "site/public/glossary/registers", 0), 0);
    messages_clear(&scratch);
    assert_true(publish(&scratch, &new_site));
    assert_true(holds(&scratch, &new_site));
    assert_int_equal(fstatat(scratch.root.fd, "outside/index.html", &info, 0), 0);
    assert_int_equal(info.st_nlink, 1); /* neither linked into the site nor removed with it */
    scratch_close(&scratch);
}

static bool is_there(struct scratch *scratch, const char *path) {
    struct stat info;
    return fstatat(scratch->root.fd, path, &info, AT_SYMLINK_NOFOLLOW) == 0;
}

/* What a person puts into the published folder: the site is not replaced, and nothing is removed. */
static void foreign_files(void **state) {
    struct scratch scratch;
    struct stat info;
    (void)state;
    scratch_open(&scratch);
    publish_old(&scratch);
    put(&scratch, "site/public/.git/HEAD", "ref: refs/heads/pages");
    mkdirat(scratch.root.fd, "site/public/.git/refs", 0777);
    put(&scratch, "site/public/CNAME", "kit.example");
    put(&scratch, "site/public/glossary/registers/notes.txt", "mine");
    assert_false(publish(&scratch, &new_site));
    assert_true(said(&scratch,
                     "site/public: error: here lies what was not made by this program "
                     "(.git/, CNAME, glossary/registers/notes.txt); nothing is replaced"));
    assert_true(is_there(&scratch, "site/public/.git/HEAD"));
    assert_true(is_there(&scratch, "site/public/.git/refs"));
    assert_true(is_there(&scratch, "site/public/CNAME"));
    assert_true(is_there(&scratch, "site/public/glossary/gone/index.html"));
    assert_true(no_leftovers(&scratch));
    remove_tree(scratch.root.fd, "site/public/.git");
    remove_tree(scratch.root.fd, "site/public/CNAME");
    remove_tree(scratch.root.fd, "site/public/glossary/registers/notes.txt");
    messages_clear(&scratch);

    /* A FIFO with the name of a page. */
    unlinkat(scratch.root.fd, "site/public/index.html", 0);
    assert_int_equal(mkfifoat(scratch.root.fd, "site/public/index.html", 0666), 0);
    assert_false(publish(&scratch, &new_site));
    assert_true(said(&scratch, "(index.html); nothing is replaced"));
    assert_int_equal(fstatat(scratch.root.fd, "site/public/index.html", &info, 0), 0);
    assert_true(S_ISFIFO(info.st_mode));
    unlinkat(scratch.root.fd, "site/public/index.html", 0);
    messages_clear(&scratch);

    /* The same in what a killed run left behind. */
    assert_int_equal(renameat(scratch.root.fd, "site/public", scratch.root.fd, "site/.public.new"),
                     0);
    put(&scratch, "site/.public.new/CNAME", "kit.example");
    assert_false(publish(&scratch, &new_site));
    assert_true(said(&scratch, "holds what was not made by this program (CNAME)"));
    assert_true(is_there(&scratch, "site/.public.new/CNAME"));
    unlinkat(scratch.root.fd, "site/.public.new/CNAME", 0);
    messages_clear(&scratch);
    assert_true(publish(&scratch, &new_site));
    assert_true(holds(&scratch, &new_site) && no_leftovers(&scratch));
    scratch_close(&scratch);
}

/* A folder of an earlier version, whose mark lists nothing: what the new site has is this program's. */
static void mark_without_a_list(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    publish_old(&scratch);
    put(&scratch, "site/public/.gmh-site", "This folder is written by build/gen.\n");
    assert_false(publish(&scratch, &new_site));
    assert_true(said(&scratch, "(glossary/gone/); nothing is replaced"));
    messages_clear(&scratch);
    assert_true(publish(&scratch, &old_site));
    assert_true(publish(&scratch, &new_site));
    assert_true(holds(&scratch, &new_site) && no_leftovers(&scratch));
    scratch_close(&scratch);
}

static mode_t mode_of(struct scratch *scratch, const char *path) {
    struct stat info;
    assert_int_equal(fstatat(scratch->root.fd, path, &info, 0), 0);
    return info.st_mode & 07777;
}

/* A web server may read the site, whoever built it and with what umask. */
static void modes(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    mode_t before = umask(077);
    publish_old(&scratch);
    umask(before);
    assert_int_equal(mode_of(&scratch, "site/public"), 0755);
    assert_int_equal(mode_of(&scratch, "site/public/glossary/registers"), 0755);
    assert_int_equal(mode_of(&scratch, "site/public/style.css"), 0644);
    fchmodat(scratch.root.fd, "site/public/style.css", 0600, 0);
    assert_true(publish(&scratch, &new_site));
    assert_int_equal(mode_of(&scratch, "site/public/style.css"), 0644);
    assert_int_equal(scratch.report.unchanged, 1);
    scratch_close(&scratch);

    /* In a folder that takes its turn, which has its mode from an earlier run. */
    scratch_open(&scratch);
    publish_old_and_spare(&scratch);
    before = umask(077);
    assert_true(publish(&scratch, &new_site));
    umask(before);
    assert_int_equal(mode_of(&scratch, "site/public/glossary/shared-memory"), 0755);
    assert_int_equal(mode_of(&scratch, "site/public/index.html"), 0644);
    scratch_close(&scratch);
}

/* A folder that is left open for the next file is left where the path turns off, not in the midst of a name. */
static void names_that_begin_alike(void **state) {
    static struct output_file files[] = {
        OUTPUT_FILE("a-b/c", "1"),   OUTPUT_FILE("a/b-c/d", "2"), OUTPUT_FILE("a/b/c/d", "3"),
        OUTPUT_FILE("a/b/e", "4"),   OUTPUT_FILE("a/bc/d", "5"),  OUTPUT_FILE("ab", "6"),
        OUTPUT_FILE("abc/b/c", "7"),
    };
    static const struct output site = {.file = files, .count = sizeof files / sizeof *files};
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    for (int again = 0; again < 2; again++) {
        assert_true(publish(&scratch, &site));
        assert_true(holds(&scratch, &site));
        assert_int_equal(scratch.report.unchanged, again ? site.count : 0);
    }
    scratch_close(&scratch);
}

static void bad_paths(void **state) {
    static const char *const paths[] = {
        "../out.html", "/etc/x",     "a//b",      "a/",           "",
        "a/../../b",   "index.html", ".gmh-site", "index.html/x", "a\nb"};
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct scratch scratch;
        struct output_file files[] = {{.path = TEXT("index.html"), .bytes = TEXT("home")},
                                      {.path = text_of(paths[i]), .bytes = TEXT("bad")}};
        struct output site = {.file = files, .count = 2};
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
    struct output_file files[] = {{.path = TEXT("big.bin"), .bytes = {big, 1 << 20}}};
    struct output site = {.file = files, .count = 1};
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
        struct output_file files[] = {{.path = TEXT("a.html"), .bytes = TEXT("fits")},
                                      {.path = TEXT("big.bin"), .bytes = {big, 1 << 20}}};
        struct output site = {.file = files, .count = 2};
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
    if (WEXITSTATUS(status) == 77) {
        printf("# skipped: this user cannot mount a small disk\n");
        skip();
    }
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
        site.file[site.count++] =
            (struct output_file){.path = arena_printf(&arena, "lessons/%05d/index.html", i),
                                 .bytes = arena_printf(&arena, "page %d", i)};
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

/* ---- two folders that take turns ---------------------------------------------------------------- */

static ino_t number_of(const struct scratch *scratch, const char *path) {
    struct stat info;
    return fstatat(scratch->root.fd, path, &info, AT_SYMLINK_NOFOLLOW) == 0 ? info.st_ino : 0;
}

static void spare_folder_takes_its_turn(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    publish_old_and_spare(&scratch);
    const ino_t spare = number_of(&scratch, "site/.public.spare"),
                site = number_of(&scratch, "site/public"),
                style = number_of(&scratch, "site/public/style.css");
    assert_int_equal(number_of(&scratch, "site/.public.spare/style.css"), style);
    assert_true(publish(&scratch, &new_site));
    assert_true(holds(&scratch, &new_site) && no_leftovers(&scratch));
    assert_true(folder_holds(&scratch, "site/.public.spare", &old_site));
    assert_int_equal(number_of(&scratch, "site/public"), spare);
    assert_int_equal(number_of(&scratch, "site/.public.spare"), site);
    assert_int_equal(number_of(&scratch, "site/public/style.css"), style);
    assert_int_equal(scratch.report.written, 4);
    assert_int_equal(scratch.report.unchanged, 1);
    assert_int_equal(scratch.report.removed, 1);

    /* A run that spares nothing removes it. */
    scratch.turn.spares = false;
    assert_true(publish(&scratch, &old_site));
    assert_int_equal(number_of(&scratch, "site/.public.spare"), 0);
    assert_int_equal(scratch.diags.count, 0);
    scratch_close(&scratch);
}

/* Whoever put something into one of the folders is told, and loses nothing. */
static void foreign_files_in_either_folder(void **state) {
    static const char *const mine[] = {"site/public/glossary/gone/mine.txt",
                                       "site/.public.spare/glossary/odd/deep/mine.txt"};
    (void)state;
    for (int spare = 0; spare < 2; spare++) {
        struct scratch scratch;
        scratch_open(&scratch);
        publish_old_and_spare(&scratch);
        put(&scratch, mine[spare], "mine");
        assert_int_equal(publish(&scratch, &new_site), spare);
        assert_true(said(&scratch, spare ? "warning: .public.spare lies beside it and holds"
                                         : "error: here lies what was not made"));
        assert_true(said(&scratch, "mine.txt"));
        assert_true(is_there(&scratch, mine[spare]) && no_leftovers(&scratch));
        if (spare) assert_true(holds(&scratch, &new_site));
        messages_clear(&scratch);
        unlinkat(scratch.root.fd, mine[spare], 0);
        assert_true(publish(&scratch, &new_site));
        assert_true(holds(&scratch, &new_site));
        assert_int_equal(scratch.diags.count, 0);
        scratch_close(&scratch);
    }
}

/* A file of the spare folder that somebody took away or replaced comes back. */
static void changed_spare_folder(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    publish_old_and_spare(&scratch);
    unlinkat(scratch.root.fd, "site/.public.spare/style.css", 0);
    put(&scratch, "site/.public.spare/style.css", "another one");
    assert_true(publish(&scratch, &new_site));
    assert_true(holds(&scratch, &new_site));
    scratch_close(&scratch);
}

/* A copy of links (cp -al) shares the spare folder's mark: it is not written into. */
static void copy_of_links(void **state) {
    struct scratch scratch;
    struct stat before, after_it;
    (void)state;
    scratch_open(&scratch);
    publish_old_and_spare(&scratch);
    assert_int_equal(
        linkat(scratch.root.fd, "site/.public.spare/.gmh-site", scratch.root.fd, "copy", 0), 0);
    assert_int_equal(fstatat(scratch.root.fd, "copy", &before, 0), 0);
    assert_true(publish(&scratch, &new_site));
    assert_true(holds(&scratch, &new_site));
    assert_int_equal(fstatat(scratch.root.fd, "copy", &after_it, 0), 0);
    assert_int_equal(before.st_size, after_it.st_size);
    assert_int_equal(before.st_mtim.tv_nsec, after_it.st_mtim.tv_nsec);
    scratch_close(&scratch);
}

/* What the output takes from the old site was changed behind the end of the run that made it. */
static void changed_meanwhile(void **state) {
    static struct output_file files[] = {OUTPUT_FILE("index.html", "old home"),
                                         {.path = {"style.css", 9}, .same = true}};
    static const struct output site = {.file = files, .count = 2};
    (void)state;
    struct scratch scratch;
    scratch_open(&scratch);
    publish_old_and_spare(&scratch);
    remove_tree(scratch.root.fd, "site/public/style.css");
    put(&scratch, "site/public/style.css", "by hand");
    assert_false(publish(&scratch, &site));
    assert_true(said(&scratch, "cannot write style.css: somebody else changed it meanwhile"));
    assert_true(no_leftovers(&scratch) && is_there(&scratch, "site/public/cards/a.json"));
    scratch_close(&scratch);
}

/* One of eight names: no file, a file, or one in a folder of that name, with one of three texts. */
static void random_site(struct output *site, struct output *given, const struct output *before) {
    static char path[2][8][16];
    static int turn;
    turn = !turn;
    site->count = given->count = 0;
    for (int i = 0; i < 8; i++) {
        static const char *const below[] = {"", "/f", "/d/f"}, *const texts[] = {"1", "22", "333"};
        const int kind = rand() % 4;
        struct output_file *file = &site->file[site->count], *put = &given->file[site->count];
        if (kind == 3) continue;
        snprintf(path[turn][i], sizeof path[turn][i], "%c%s", 'a' + i, below[kind]);
        *file = *put = (struct output_file){.path = text_of(path[turn][i]),
                                            .bytes = text_of(texts[rand() % 3])};
        for (size_t k = 0; k < before->count; k++)
            if (text_equal(before->file[k].path, file->path) &&
                text_equal(before->file[k].bytes, file->bytes) && rand() % 2)
                *put = (struct output_file){.path = file->path, .same = true};
        given->count = ++site->count;
    }
}

static void any_site_behind_any_other(void **state) {
    struct output_file files[3][8];
    struct output site[2] = {{.file = files[0]}, {.file = files[1]}}, given = {.file = files[2]};
    struct scratch scratch;
    size_t turns = 0;
    (void)state;
    scratch_open(&scratch);
    srand(11);
    for (int i = 0; i < 300; i++) {
        struct output *now = &site[i % 2], *before = &site[!(i % 2)];
        random_site(now, &given, before);
        const ino_t spare = number_of(&scratch, "site/.public.spare");
        scratch.turn.spares = rand() % 8 > 0;
        if (rand() % 8 == 0) scratch.turn.differ.count = 0, scratch.turn.since.tv_sec = 0;
        assert_true(publish(&scratch, &given));
        if (!holds(&scratch, now)) fail_msg("site %d is not what was given", i);
        if (scratch.turn.spares && i && !folder_holds(&scratch, "site/.public.spare", before))
            fail_msg("site %d: the spare folder is not the site before", i);
        turns += spare && number_of(&scratch, "site/public") == spare;
    }
    assert_true(turns > 100 && turns < 300);
    scratch_close(&scratch);
}

/* What is more than a site holds in memory goes through a file without a name and comes back whole. */
static void spooled(void **state) {
    (void)state;
    enum { LARGE = 9 << 20 };
    struct arena arena = {0};
    struct output output = {0}, paths = {.paths_alone = true};
    struct buf room = {0};
    char *large = arena_alloc(&arena, LARGE);
    for (size_t i = 0; i < LARGE; i++)
        large[i] = (char)(i % 251);
    struct text bytes = {large, LARGE};
    for (int i = 0; i < 3; i++)
        assert_true(output_add(&output, TEXT("a"), i == 2 ? TEXT("small") : bytes, &arena));
    assert_true(output.spool.file && !output.file[1].bytes.ptr && output.file[2].bytes.ptr);
    for (int i = 0; i < 2; i++)
        assert_true(text_equal(output_bytes(&output, &output.file[i], &room), bytes));
    output.file[1].offset++; /* the end is not there */
    assert_null(output_bytes(&output, &output.file[1], &room).ptr);
    assert_true(output_add(&paths, TEXT("a"), bytes, &arena) && !paths.file->bytes.len);
    output_free(&output);
    buf_free(&room);
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_time),
        cmocka_unit_test(second_time),
        cmocka_unit_test(same_again),
        cmocka_unit_test(foreign_folders),
        cmocka_unit_test(links_inside_the_old_site),
        cmocka_unit_test(foreign_files),
        cmocka_unit_test(mark_without_a_list),
        cmocka_unit_test(modes),
        cmocka_unit_test(names_that_begin_alike),
        cmocka_unit_test(bad_paths),
        cmocka_unit_test(two_builds_take_turns),
        cmocka_unit_test(file_too_large),
        cmocka_unit_test(disk_full),
        cmocka_unit_test(read_only_folder),
        cmocka_unit_test(many_files),
        cmocka_unit_test(spare_folder_takes_its_turn),
        cmocka_unit_test(foreign_files_in_either_folder),
        cmocka_unit_test(changed_spare_folder),
        cmocka_unit_test(copy_of_links),
        cmocka_unit_test(changed_meanwhile),
        cmocka_unit_test(any_site_behind_any_other),
        cmocka_unit_test(spooled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
