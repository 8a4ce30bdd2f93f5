/* Publishing when something goes wrong: whatever fails and wherever the process ends, a reader finds
 * the whole old site or the whole new one, and the next run finds nothing in its way. */
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "publish_kit.h"

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
static int bad_open(int folder, const char *name, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
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
static int bad_link(int folder, const char *name, int new_folder, const char *new_name, int flags) {
    return hit() ? -1 : after(publish_system.link(folder, name, new_folder, new_name, flags));
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
static int bad_lock(int fd, int how) {
    return hit() ? -1 : after(publish_system.lock(fd, how));
}

static const struct publish_calls bad_calls = {
    bad_mkdir,     bad_open,     bad_write,  bad_close,  bad_link, bad_sync,
    bad_sync_file, bad_exchange, bad_rename, bad_unlink, bad_lock,
};

static bool publish_badly(struct scratch *scratch, const struct output *site) {
    return publish_with(&bad_calls, scratch, site);
}

/* The ways in which a new site takes the place of the old one. */
enum { NO_EXCHANGE = 1, TURNS = 2, WAYS = 4 };

static void begin(struct scratch *scratch, int way) {
    scratch_open(scratch);
    (way & TURNS ? publish_old_and_spare : publish_old)(scratch);
    memset(&fault, 0, sizeof fault);
    fault.no_exchange = way & NO_EXCHANGE;
}

/* How many calls a run makes that nothing happens to. */
static int calls_of_a_run(int way) {
    struct scratch scratch;
    begin(&scratch, way);
    assert_true(publish_badly(&scratch, &new_site));
    assert_true(holds(&scratch, &new_site));
    assert_true(no_leftovers(&scratch));
    scratch_close(&scratch);
    return fault.count;
}

/* --- tests --------------------------------------------------------------------------------- */

static void time_kept_without_links(void **state) {
    struct scratch scratch;
    struct stat info;
    (void)state;
    struct publish_calls no_links = publish_system;
    no_links.link = bad_link;
    scratch_open(&scratch);
    scratch.turn.spares = true;
    publish_old(&scratch);
    utimensat(scratch.root.fd, "site/public/style.css", (struct timespec[2]){{1000, 7}, {1000, 7}},
              0);
    memset(&fault, 0, sizeof fault);
    fault.at = 1, fault.error = EPERM, fault.all_after = true;
    assert_true(publish_with(&no_links, &scratch, &new_site));
    assert_int_equal(fault.count, 1); /* style.css; the mark lists other files now */
    assert_true(holds(&scratch, &new_site));
    assert_int_equal(scratch.report.unchanged, 1);
    assert_int_equal(fstatat(scratch.root.fd, "site/public/style.css", &info, 0), 0);
    assert_int_equal(info.st_mtim.tv_sec, 1000);
    assert_int_not_equal(fstatat(scratch.root.fd, "site/.public.spare", &info, 0),
                         0); /* it shares nothing */
    scratch_close(&scratch);
}

/* Every call fails once, each with several errors: old site whole or new site whole, and what the
 * function returns is the truth. */
static void every_call_fails(void **state) {
    static const int errors[] = {ENOSPC, EIO, EACCES, EINVAL, EROFS};
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        int calls = calls_of_a_run(way);
        assert_true(calls > 40);
        for (int at = 1; at <= calls; at++) {
            struct scratch scratch;
            int error = errors[at % 5];
            begin(&scratch, way);
            fault.at = at, fault.error = error;
            bool fine = publish_badly(&scratch, &new_site);
            if (fine != holds(&scratch, &new_site) || fine == holds(&scratch, &old_site))
                fail_msg("way %d, call %d, errno %d: not what was returned (%d)", way, at, error,
                         fine);
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
    for (int way = NO_EXCHANGE; way < WAYS; way += TURNS) {
        int calls = calls_of_a_run(way);
        for (int at = 1; at <= calls; at++) {
            struct scratch scratch;
            begin(&scratch, way);
            fault.at = at, fault.error = EIO, fault.all_after = true;
            bool fine = publish_badly(&scratch, &new_site);
            bool is_old = holds(&scratch, &old_site), is_new = holds(&scratch, &new_site);
            if (fine && !is_new) fail_msg("call %d: said fine, and it is not", at);
            if (!fine && !scratch.diags.errors) fail_msg("call %d: no message", at);
            messages_clear(&scratch);
            assert_true(publish_recover(&REQUEST(&scratch), &scratch.diags));
            if (!is_old && !is_new && !holds(&scratch, &old_site))
                fail_msg("call %d: the old site did not come back", at);
            assert_true(no_leftovers(&scratch));
            scratch_close(&scratch);
        }
    }
}

/* The process ends before or after each of its calls. */
static void killed_anywhere(void **state) {
    int gaps = 0;
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        int calls = calls_of_a_run(way);
        for (int at = 1; at <= calls; at++)
            for (int when = -1; when <= 0; when++) {
                struct scratch scratch;
                int status = 0;
                begin(&scratch, way);
                fflush(NULL);
                pid_t child = fork();
                if (child == 0) {
                    fault.at = at, fault.error = when;
                    publish_badly(&scratch, &new_site);
                    _exit(0); /* the call was not reached */
                }
                assert_true(child > 0 && waitpid(child, &status, 0) == child);
                assert_int_equal(WEXITSTATUS(status), 99);
                bool is_old = holds(&scratch, &old_site), is_new = holds(&scratch, &new_site);
                if (!is_old && !is_new) {
                    gaps++;
                    if (!(way & NO_EXCHANGE)) fail_msg("call %d: neither old nor new", at);
                }
                assert_true(publish_recover(&REQUEST(&scratch), &scratch.diags));
                if (is_new ? !holds(&scratch, &new_site) : !holds(&scratch, &old_site))
                    fail_msg("call %d: recovery changed what was there", at);
                assert_true(no_leftovers(&scratch));
                assert_true(publish(&scratch, &new_site));
                assert_true(holds(&scratch, &new_site) && no_leftovers(&scratch));
                scratch_close(&scratch);
            }
    }
    /* Between the two renames, where the file system cannot exchange: after the first one, before
     * the second one; with a spare folder and without. */
    assert_int_equal(gaps, 4);
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
    assert_false(publish_with(&calls, &scratch, &old_site));
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_kept_without_links),
        cmocka_unit_test(every_call_fails),
        cmocka_unit_test(everything_fails_from_here),
        cmocka_unit_test(killed_anywhere),
        cmocka_unit_test(first_time_killed),
        cmocka_unit_test(closing_fails),
        cmocka_unit_test(says_that_it_cannot_exchange),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
