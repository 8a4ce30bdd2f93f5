/* test_store.c -- the old file or the new one, whole, whatever happens; one run at a time; ids. */
#include "support.h"

#include <signal.h>
#include <sys/resource.h>

static void a_file_is_replaced(void **state) {
    (void)state;
    struct folder f = folder_make();
    struct store s = STORE_INIT;
    struct problem why;
    const char *path = in(&f, "card.json");
    file_put(path, "old");
    assert_true(store_open(&s, path, &why));
    assert_true(store_write(&s, path, "new", 3, &why));
    store_close(&s);
    char *now = file_get(path);
    assert_string_equal(now, "new");
    free(now);
    assert_int_equal(folder_count(&f), 1);
    folder_remove(&f);
}

/* A full disk, played by a limit on the size of files. */
static void a_full_disk_leaves_the_old_file(void **state) {
    (void)state;
    struct folder f = folder_make();
    struct store s = STORE_INIT;
    struct problem why;
    struct rlimit before, small;
    static char large[100000];
    memset(large, 'x', sizeof large);
    const char *path = in(&f, "card.json");
    file_put(path, "old");
    assert_true(store_open(&s, path, &why));
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 4096;
    setrlimit(RLIMIT_FSIZE, &small);
    bool ok = store_write(&s, path, large, sizeof large, &why);
    setrlimit(RLIMIT_FSIZE, &before);
    store_close(&s);
    assert_false(ok);
    assert_non_null(strstr(why.text, "the old file is as it was"));
    assert_null(strchr(why.text, '\n'));
    char *now = file_get(path);
    assert_string_equal(now, "old");
    free(now);
    assert_int_equal(folder_count(&f), 1);
    folder_remove(&f);
}

static void leftovers_go_with_the_next_run(void **state) {
    (void)state;
    struct folder f = folder_make();
    struct store s = STORE_INIT;
    struct problem why;
    file_put(in(&f, ".measure-4711.tmp"), "half");
    file_put(in(&f, "other.tmp"), "not ours");
    assert_true(store_open(&s, in(&f, "card.json"), &why));
    store_close(&s);
    assert_int_equal(access(in(&f, ".measure-4711.tmp"), F_OK), -1);
    assert_int_equal(access(in(&f, "other.tmp"), F_OK), 0);
    folder_remove(&f);
}

static void two_runs_do_not_mix(void **state) {
    (void)state;
    struct folder f = folder_make();
    struct store a = STORE_INIT, b = STORE_INIT;
    struct problem why;
    assert_true(store_open(&a, in(&f, "card.json"), &why));
    assert_false(store_open(&b, in(&f, "card.json"), &why));
    assert_non_null(strstr(why.text, "another run is measuring"));
    store_close(&a);
    assert_true(store_open(&b, in(&f, "card.json"), &why));
    store_close(&b);
    folder_remove(&f);
}

static void a_missing_folder_is_said(void **state) {
    (void)state;
    struct store s = STORE_INIT;
    struct problem why;
    assert_false(store_open(&s, "/nonexistent/folder/card.json", &why));
    assert_non_null(strstr(why.text, "/nonexistent/folder"));
    assert_int_equal(s.lock, -1);
    store_close(&s);
}

static void id_is(const struct folder *f, const char *hash, const char *want) {
    char id[96];
    store_card_id(f->path, "nvidia-h200", hash, id, sizeof id);
    assert_string_equal(id, want);
}

/* Two equal cards: the first keeps the plain id, the second gets one of its own, and both find
 * theirs again. */
static void equal_cards_get_ids_of_their_own(void **state) {
    (void)state;
    struct folder f = folder_make();
    id_is(&f, "aaaaaa111111", "nvidia-h200");
    file_put(in(&f, "nvidia-h200.json"), "{\"card\": {\"uuid_hash\": \"aaaaaa111111\"}}");
    id_is(&f, "aaaaaa111111", "nvidia-h200");
    id_is(&f, "bbbbbb222222", "nvidia-h200-bbbbbb");
    file_put(in(&f, "nvidia-h200-bbbbbb.json"), "{\"card\": {\"uuid_hash\": \"bbbbbb222222\"}}");
    id_is(&f, "aaaaaa111111", "nvidia-h200");
    id_is(&f, "bbbbbb222222", "nvidia-h200-bbbbbb");
    unlink(in(&f, "nvidia-h200.json")); /* also when only the second one's file is there */
    id_is(&f, "bbbbbb222222", "nvidia-h200-bbbbbb");
    folder_remove(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_file_is_replaced),
                                       cmocka_unit_test(a_full_disk_leaves_the_old_file),
                                       cmocka_unit_test(leftovers_go_with_the_next_run),
                                       cmocka_unit_test(two_runs_do_not_mix),
                                       cmocka_unit_test(a_missing_folder_is_said),
                                       cmocka_unit_test(equal_cards_get_ids_of_their_own)};
    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
