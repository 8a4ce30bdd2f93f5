#define _DEFAULT_SOURCE /* syscall */
/* test_store.c -- the old file or the new one, whole, whatever happens; one run at a time; ids. */
#include "support.h"

#include <errno.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>

static void a_file_is_replaced(void **state) {
    (void)state;
    struct folder f = folder_make();
    int s = -1;
    struct problem why;
    const char *path = in(&f, "card.json");
    file_put(path, "old");
    assert_true((s = store_lock(path, &why)) >= 0);
    assert_true(store_write(path, "new", 3, &why));
    store_unlock(s);
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
    int s = -1;
    struct problem why;
    struct rlimit before, small;
    static char large[100000];
    memset(large, 'x', sizeof large);
    const char *path = in(&f, "card.json");
    file_put(path, "old");
    assert_true((s = store_lock(path, &why)) >= 0);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 4096;
    setrlimit(RLIMIT_FSIZE, &small);
    bool ok = store_write(path, large, sizeof large, &why);
    setrlimit(RLIMIT_FSIZE, &before);
    store_unlock(s);
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
    int s = -1;
    struct problem why;
    file_put(in(&f, ".measure-4711.tmp"), "half");
    file_put(in(&f, "other.tmp"), "not ours");
    assert_true((s = store_lock(in(&f, "card.json"), &why)) >= 0);
    store_unlock(s);
    assert_int_equal(access(in(&f, ".measure-4711.tmp"), F_OK), -1);
    assert_int_equal(access(in(&f, "other.tmp"), F_OK), 0);
    folder_remove(&f);
}

static void two_runs_do_not_mix(void **state) {
    (void)state;
    struct folder f = folder_make();
    int a = -1, b = -1;
    struct problem why;
    assert_true((a = store_lock(in(&f, "card.json"), &why)) >= 0);
    assert_int_equal(store_lock(in(&f, "card.json"), &why), -1);
    assert_non_null(strstr(why.text, "another run is measuring"));
    store_unlock(a);
    assert_true((b = store_lock(in(&f, "card.json"), &why)) >= 0);
    store_unlock(b);
    folder_remove(&f);
}

static void a_missing_folder_is_said(void **state) {
    (void)state;
    struct problem why;
    assert_int_equal(store_lock("/nonexistent/folder/card.json", &why), -1);
    assert_non_null(strstr(why.text, "/nonexistent/folder"));
}

static int fsync_errno; /* 0: it works */

int fsync(int fd) {
    (void)fd;
    errno = fsync_errno;
    return fsync_errno ? -1 : 0;
}

/* A file system that cannot force a file to disk loses no result; a disk that fails does. */
static void a_file_system_without_fsync(void **state) {
    (void)state;
    static const int cannot[] = {EINVAL, ENOTSUP, ENOSYS};
    struct folder f = folder_make();
    struct problem why;
    const char *path = in(&f, "card.json");
    for (size_t i = 0; i < 3; i++) {
        file_put(path, "old");
        fsync_errno = cannot[i];
        assert_true(store_write(path, "new", 3, &why));
        assert_non_null(strstr(why.text, "written, but this file system cannot force it to disk"));
        char *now = file_get(path);
        assert_string_equal(now, "new");
        free(now);
    }
    file_put(path, "old");
    fsync_errno = EIO;
    assert_false(store_write(path, "new", 3, &why));
    assert_non_null(strstr(why.text, "the old file is as it was: Input/output error"));
    char *now = file_get(path);
    assert_string_equal(now, "old");
    free(now);
    fsync_errno = 0;
    assert_true(store_write(path, "new", 3, &why));
    assert_string_equal(why.text, "");
    assert_int_equal(folder_count(&f), 1);
    folder_remove(&f);
}

static int flock_errno;
int flock(int fd, int operation) {
    if (!flock_errno) return (int)syscall(SYS_flock, fd, operation);
    errno = flock_errno;
    return -1;
}

/* One that cannot lock a folder is no reason not to measure; one that another run has locked is. */
static void a_file_system_without_locks(void **state) {
    (void)state;
    static const int cannot[] = {EINVAL, ENOTSUP, ENOSYS, ENOLCK};
    struct folder f = folder_make();
    struct problem why;
    for (size_t i = 0; i < 4; i++) {
        flock_errno = cannot[i];
        int lock = store_lock(in(&f, "card.json"), &why);
        assert_true(lock >= 0);
        store_unlock(lock);
    }
    flock_errno = EWOULDBLOCK;
    assert_int_equal(store_lock(in(&f, "card.json"), &why), -1);
    flock_errno = 0;
    folder_remove(&f);
}

/* What its own disk did not take is written to another folder, under a new name. */
static void what_found_no_room_is_kept(void **state) {
    (void)state;
    struct folder f = folder_make();
    char name[STORE_PATH];
    const char *before = getenv("TMPDIR");
    char *kept_before = before ? strdup(before) : NULL;
    setenv("TMPDIR", f.path, 1);
    assert_true(store_rescue("/full/disk/card.json", "result", 6, name));
    assert_memory_equal(name, f.path, strlen(f.path));
    assert_non_null(strstr(name, "-card.json"));
    char *now = file_get(name);
    assert_string_equal(now, "result");
    free(now);
    assert_true(store_rescue("card.json", "second", 6, name)); /* the first name is taken */
    assert_memory_not_equal(name, f.path, strlen(f.path));
    assert_int_equal(unlink(name), 0);
    if (kept_before)
        setenv("TMPDIR", kept_before, 1);
    else
        unsetenv("TMPDIR");
    free(kept_before);
    folder_remove(&f);
}

/* A link stays a link and its file gets the new text; a pipe stays a pipe. */
static void what_is_no_file_is_not_replaced(void **state) {
    (void)state;
    struct folder f = folder_make();
    struct problem why;
    struct stat st;
    char target[STORE_PATH], got[8] = "";
    file_put(in(&f, "real.json"), "old");
    assert_int_equal(symlink("real.json", in(&f, "link.json")), 0);
    assert_true(store_target(in(&f, "link.json"), target, &why));
    assert_non_null(strstr(target, "/real.json"));
    assert_true(store_write(target, "new", 3, &why));
    assert_int_equal(lstat(in(&f, "link.json"), &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    char *now = file_get(in(&f, "real.json"));
    assert_string_equal(now, "new");
    free(now);
    assert_int_equal(symlink("nowhere", in(&f, "dangling")), 0);
    assert_false(store_target(in(&f, "dangling"), target, &why));
    assert_non_null(strstr(why.text, "a link that leads nowhere"));
    assert_false(store_target(f.path, target, &why));
    assert_non_null(strstr(why.text, "Is a directory"));
    assert_int_equal(mkfifo(in(&f, "pipe"), 0600), 0);
    int reader = open(in(&f, "pipe"), O_RDONLY | O_NONBLOCK);
    assert_true(store_target(in(&f, "pipe"), target, &why));
    assert_true(store_write(target, "text", 4, &why));
    assert_int_equal(read(reader, got, sizeof got), 4);
    assert_string_equal(got, "text");
    close(reader);
    assert_int_equal(lstat(in(&f, "pipe"), &st), 0);
    assert_true(S_ISFIFO(st.st_mode));
    assert_true(store_target(in(&f, "new.json"), target, &why)); /* not there yet */
    assert_string_equal(target, in(&f, "new.json"));
    folder_remove(&f);
}

static void id_is(const struct folder *f, const char *hash, const char *want) {
    char id[STORE_ID];
    store_card_id(f->path, "nvidia-h200", hash, id);
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
                                       cmocka_unit_test(a_file_system_without_fsync),
                                       cmocka_unit_test(a_file_system_without_locks),
                                       cmocka_unit_test(what_found_no_room_is_kept),
                                       cmocka_unit_test(what_is_no_file_is_not_replaced),
                                       cmocka_unit_test(a_missing_folder_is_said),
                                       cmocka_unit_test(equal_cards_get_ids_of_their_own)};
    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
