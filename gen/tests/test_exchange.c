/* Files that take the place of others: whichever step fails, every file is as it was and nothing of ours
 * lies there. renameat() of this program fails when it is told to. */
#define _GNU_SOURCE
#include "course_scratch.h"

#include <errno.h>
#include <sys/syscall.h>

#include "base/exchange.h"

static int renames_left = -1; /* then one fails; -1: none does */

int renameat(int old_folder, const char *old, int new_folder, const char *new) {
    if (renames_left >= 0 && renames_left-- == 0) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_renameat2, old_folder, old, new_folder, new, 0);
}

struct files {
    struct root root;
    char path[64];
    struct diags diags;
};

static void put(struct files *files, const char *path, const char *bytes) {
    if (!file_write(&files->root, text_of(path), text_of(bytes), FILE_REPLACE, &files->diags))
        fail_msg("cannot write %s", path);
}

static void open_files(struct files *files) {
    *files = (struct files){.path = "/tmp/exchange-XXXXXX"};
    assert_non_null(mkdtemp(files->path));
    assert_true(root_open(&files->root, files->path, &files->diags));
    put(files, "a", "old a");
    put(files, "deep/b", "old b");
}

static void close_files(struct files *files) {
    root_close(&files->root);
    diags_free(&files->diags);
    scratch_remove(AT_FDCWD, files->path);
}

/* NULL: there is no such file. */
static void is(struct files *files, const char *path, const char *bytes) {
    struct arena arena = {0};
    struct diags diags = {0};
    struct text text = {0};
    assert_int_equal(file_exists(&files->root, text_of(path)), bytes != NULL);
    if (bytes && (!file_read(&files->root, text_of(path), 99, &arena, &text, &diags) ||
                  !text_is(text, bytes)))
        fail_msg("%s is \"%.*s\", not \"%s\"", path, TEXT_ARG(text), bytes);
    arena_free(&arena);
    diags_free(&diags);
}

static size_t files_in(struct files *files, const char *folder) {
    size_t count = 0;
    DIR *dir = fdopendir(openat(files->root.fd, folder, O_RDONLY | O_DIRECTORY));
    for (struct dirent *entry; (entry = readdir(dir));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return count;
}

static bool exchange(struct files *files, const char *was) {
    struct exchange list[] = {
        {.path = TEXT("a"), .bytes = TEXT("new a"), .was = text_of(was)},
        {.path = TEXT("deep/b"), .bytes = TEXT("new b")},
        {.path = TEXT("deep/c"), .bytes = TEXT("new c")},
    };
    return exchange_files(&files->root, list, COUNT(list), &files->diags);
}

static void is_old(struct files *files) {
    is(files, "a", "old a");
    is(files, "deep/b", "old b");
    is(files, "deep/c", NULL);
    assert_int_equal(files_in(files, ".") + files_in(files, "deep"), 3); /* a, deep, b */
}

static void all_of_them(void **state) {
    struct files files;
    (void)state;
    open_files(&files);
    assert_true(exchange(&files, "old a"));
    is(&files, "a", "new a");
    is(&files, "deep/b", "new b");
    is(&files, "deep/c", "new c");
    assert_int_equal(files_in(&files, ".") + files_in(&files, "deep"), 4);
    close_files(&files);
}

static void or_none(void **state) {
    (void)state;
    for (int fails = 0; fails < 3; fails++) {
        struct files files;
        open_files(&files);
        renames_left = fails;
        assert_false(exchange(&files, "old a"));
        renames_left = -1;
        assert_int_equal(files.diags.errors, 1);
        is_old(&files);
        close_files(&files);
    }
}

static void what_is_not_replaced(void **state) {
    struct files files;
    (void)state;
    open_files(&files);
    assert_false(exchange(&files, "another a"));
    is_old(&files);
    assert_int_equal(fchmodat(files.root.fd, "deep/b", 0444, 0), 0);
    assert_false(exchange(&files, "old a"));
    is_old(&files);
    assert_int_equal(unlinkat(files.root.fd, "deep/b", 0), 0);
    assert_int_equal(symlinkat("../a", files.root.fd, "deep/b"), 0);
    assert_false(exchange(&files, "old a"));
    is(&files, "a", "old a");
    assert_int_equal(files.diags.errors, 3);
    close_files(&files);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_them),
        cmocka_unit_test(or_none),
        cmocka_unit_test(what_is_not_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
