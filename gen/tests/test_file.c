/* test_file -- reading stays inside the root, whatever the input holds; walking is sorted. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"

struct scratch {
    char path[64];
    struct root root;
    struct arena arena;
    struct diags diags;
};

static int setup(void **state) {
    struct scratch *s = calloc(1, sizeof *s);
    strncpy(s->path, "/tmp/gen-file-XXXXXX", sizeof s->path - 1);
    assert_non_null(mkdtemp(s->path));
    assert_true(root_open(&s->root, s->path, &s->diags));
    *state = s;
    return 0;
}

static int teardown(void **state) {
    struct scratch *s = *state;
    struct file_list all = file_walk(&s->root, TEXT("in"), "", &s->arena, &s->diags);
    for (size_t i = 0; i < all.count; i++)
        unlinkat(s->root.fd, all.path[i].ptr, 0);
    static const char *const rest[] = {"in/link", "in/pipe", "in/.hidden", "in/a.md~", "in/#b#"};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        unlinkat(s->root.fd, rest[i], 0);
    static const char *const folders[] = {"in/sub", "in/out", "in/a", "in"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        unlinkat(s->root.fd, folders[i], 0);
        unlinkat(s->root.fd, folders[i], AT_REMOVEDIR);
    }
    root_close(&s->root);
    rmdir(s->path);
    diags_free(&s->diags);
    arena_free(&s->arena);
    free(s);
    return 0;
}

static void put(struct scratch *s, const char *path) {
    assert_true(file_write(&s->root, text_of(path), text_of(path), FILE_REPLACE, &s->diags));
}

static void write_and_read(void **state) {
    struct scratch *s = *state;
    struct text bytes;
    put(s, "in/sub/a.md");
    assert_true(file_read(&s->root, TEXT("in/sub/a.md"), 100, &s->arena, &bytes, &s->diags));
    assert_true(text_is(bytes, "in/sub/a.md"));
    assert_true(file_exists(&s->root, TEXT("in/sub/a.md")));
    assert_false(file_exists(&s->root, TEXT("in/sub")));
    assert_false(file_exists(&s->root, TEXT("in/no")));
    assert_true(s->diags.errors == 0);
    assert_false(file_read(&s->root, TEXT("in/sub/a.md"), 5, &s->arena, &bytes, &s->diags));
    assert_true(s->diags.errors == 1);
}

static void nothing_leaves_the_root(void **state) {
    struct scratch *s = *state;
    struct text bytes;
    put(s, "in/a.md");
    assert_int_equal(symlinkat("/etc/passwd", s->root.fd, "in/link"), 0);
    assert_int_equal(symlinkat("/etc", s->root.fd, "in/out"), 0);
    assert_int_equal(mkfifoat(s->root.fd, "in/pipe", 0600), 0);
    static const char *const bad[] = {
        "/etc/passwd", "../x",     "in/../../x", "in/link", "in/out/passwd",
        "in/./a.md",   "in//a.md", "",           "in",      "in/",
        "in/pipe",     "in/no",    "in/a.md/b"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(file_read(&s->root, text_of(bad[i]), 100000, &s->arena, &bytes, &s->diags));
        assert_true(s->diags.errors == i + 1);
    }
    assert_false(file_write(&s->root, TEXT("in/link"), TEXT("x"), FILE_REPLACE, &s->diags));
    assert_false(file_write(&s->root, TEXT("in/out/x"), TEXT("x"), FILE_REPLACE, &s->diags));
}

static void creating_replaces_nothing(void **state) {
    struct scratch *s = *state;
    struct text bytes;
    assert_true(file_write(&s->root, TEXT("new/a.md"), TEXT("first"), FILE_NEW, &s->diags));
    assert_false(file_write(&s->root, TEXT("new/a.md"), TEXT("second"), FILE_NEW, &s->diags));
    assert_int_equal(s->diags.errors, 1);
    assert_true(file_read(&s->root, TEXT("new/a.md"), 100, &s->arena, &bytes, &s->diags));
    assert_true(text_is(bytes, "first"));
}

static void walk_is_sorted_and_passes_over_leftovers(void **state) {
    struct scratch *s = *state;
    static const char *const files[] = {"in/b.md",    "in/a.md",  "in/a/z.md", "in/c.txt",
                                        "in/.hidden", "in/a.md~", "in/#b#"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        put(s, files[i]);
    struct file_list list = file_walk(&s->root, TEXT("in"), ".md", &s->arena, &s->diags);
    assert_int_equal(list.count, 3);
    assert_true(text_is(list.path[0], "in/a.md"));
    assert_true(text_is(list.path[1], "in/a/z.md"));
    assert_true(text_is(list.path[2], "in/b.md"));
    assert_int_equal(file_walk(&s->root, TEXT("no"), "", &s->arena, &s->diags).count, 0);
    assert_true(s->diags.errors == 0);
    assert_int_equal(mkdirat(s->root.fd, "in/sub", 0700), 0);
    assert_int_equal(renameat(s->root.fd, "in/sub", s->root.fd, "in/d.md"), 0);
    list = file_walk(&s->root, TEXT("in"), "", &s->arena, &s->diags);
    assert_int_equal(unlinkat(s->root.fd, "in/d.md", AT_REMOVEDIR), 0);
    assert_int_equal(list.count, 4); /* every file but what editors leave behind */
    assert_true(s->diags.errors == 1);
}

/* A folder that is a link would else be a folder without files, and a walk of it silent. */
static void walk_says_what_it_does_not_enter(void **state) {
    struct scratch *s = *state;
    put(s, "in/a.md");
    assert_int_equal(symlinkat("/etc", s->root.fd, "in/out"), 0);
    assert_int_equal(file_walk(&s->root, TEXT("in"), ".md", &s->arena, &s->diags).count, 1);
    assert_true(s->diags.errors == 1);
    assert_int_equal(file_walk(&s->root, TEXT("in/out"), ".md", &s->arena, &s->diags).count, 0);
    assert_true(s->diags.errors == 2);
    assert_int_equal(file_walk(&s->root, TEXT("in/a.md"), "", &s->arena, &s->diags).count, 0);
    assert_true(s->diags.errors == 3);
    assert_int_equal(file_walk(&s->root, TEXT("in/no/x"), "", &s->arena, &s->diags).count, 0);
    assert_true(s->diags.errors == 3);
}

static void names_for_windows(void **state) {
    struct scratch *s = *state;
    static const char *const fits[] = {"console",     "com",  "com0", "lpt10",
                                       "nullable.md", "icon", "a b",  ""};
    static const char *const not [] = {"con",    "CON.md", "aux.in", "nul",  "prn.tar.gz", "com1",
                                       "Lpt9.x", "a:b",    "what?",  "a\\b", "end.",       "end "};
    for (size_t i = 0; i < sizeof fits / sizeof *fits; i++)
        if (!file_fits_windows(text_of(fits[i]))) fail_msg("%s is refused", fits[i]);
    for (size_t i = 0; i < sizeof not / sizeof *not ; i++)
        if (file_fits_windows(text_of(not [i]))) fail_msg("%s passes", not [i]);
    assert_true(file_write(&s->root, TEXT("in/aux.md"), TEXT("x"), FILE_REPLACE, &s->diags));
    assert_int_equal(file_walk(&s->root, TEXT("in"), ".md", &s->arena, &s->diags).count, 1);
    assert_int_equal(s->diags.count, 1);
    assert_true(
        text_is(s->diags.list[0].message, "Windows has no file or folder of the name aux.md"));
    assert_true(text_is(s->diags.list[0].path, "in/aux.md"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(write_and_read, setup, teardown),
        cmocka_unit_test_setup_teardown(nothing_leaves_the_root, setup, teardown),
        cmocka_unit_test_setup_teardown(names_for_windows, setup, teardown),
        cmocka_unit_test_setup_teardown(creating_replaces_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(walk_is_sorted_and_passes_over_leftovers, setup, teardown),
        cmocka_unit_test_setup_teardown(walk_says_what_it_does_not_enter, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
