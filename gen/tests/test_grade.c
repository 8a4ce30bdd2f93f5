/* test_grade -- outputs compared, and programs that behave badly: each is told apart, and nothing of
 * it is left. The bad programs are this one, started again: `test_grade be KIND MARK`. MARK is made
 * at run time, so that a process that has it on its command line is one of them. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "grade/grade.h"

/* ---- comparing --------------------------------------------------------------------------- */

static void check_compare(struct text want, struct text got, const char *shown, bool ends) {
    struct comparison comparison = compare_outputs(want, got);
    struct buf out = {0};
    compare_show(&comparison, "", &out);
    if (!text_is(buf_text(&out), shown))
        fail_msg("got\n%.*swant\n%s", TEXT_ARG(buf_text(&out)), shown);
    assert_int_equal(comparison.same, !*shown);
    if (comparison.same) assert_int_equal(comparison.ends_differ, ends);
    buf_free(&out);
}

#define CHECK(want, got, shown, ends) check_compare(TEXT(want), TEXT(got), (shown), (ends))

static void outputs(void **state) {
    (void)state;
    CHECK("", "", "", false);
    CHECK("a\nb\n", "a\nb\n", "", false);
    CHECK("a\nb\n", "a\r\nb\r\n", "", true);
    CHECK("a\nb\n", "a\nb", "", true);
    CHECK("a\nb\n", "a\nb\r", "", true);
    CHECK("a\r\nb\n", "a\r\nb\n", "", false);
    CHECK("a b\n", "a\tb\n", "expected  a\u00B7b\nyours     a\u2192b\n           ^\n", false);
    CHECK("a\n", "a \n", "expected  a\nyours     a\u00B7\n           ^\n", false);
    CHECK("a\nb\n", "a\r\nc\r\n", "expected  b\nyours     c\n          ^\n", false);
    CHECK("a\nb\n", "a\n\nb\n", "expected  b\nyours     (an empty line)\n", false);
    CHECK("a\n", "a\n\n", "expected  (the output ends here)\nyours     (an empty line)\n", false);
    CHECK("a\nb\n", "a\n", "expected  b\nyours     (the output ends here)\n", false);
    CHECK("a\0b\n", "a\x1b[1m\xff\n", "expected  a\\x00b\nyours     a\\x1b[1m\\xff\n           ^\n",
          false);
    CHECK("x\u00E9\n", "x\u00E8\n", "expected  x\u00E9\nyours     x\u00E8\n           ^\n", false);
    CHECK("\u00E9\n", "x\n", "expected  \u00E9\nyours     x\n          ^\n", false);
}

/* Of a long line the part around the difference is shown. */
static void long_lines(void **state) {
    (void)state;
    char want[5001], got[5001];
    memset(want, 'a', sizeof want);
    memset(got, 'a', sizeof got);
    want[5000] = got[5000] = '\n';
    got[2500] = 'b';
    struct comparison comparison =
        compare_outputs((struct text){want, 5001}, (struct text){got, 5001});
    struct buf out = {0};
    compare_show(&comparison, "", &out);
    assert_true(out.len < 400);
    const char *b = strchr(strstr(out.ptr, "yours"), 'b');
    const char *caret = strchr(out.ptr, '^'), *line = caret;
    while (line[-1] != '\n')
        line--;
    const char *yours = strstr(out.ptr, "yours");
    assert_int_equal(caret - line, b - yours - 2); /* the sign of what is cut takes 3 bytes */
    buf_free(&out);
}

/* ---- the bad programs -------------------------------------------------------------------- */

static void sleep_long(void) {
    for (int i = 0; i < 30; i++)
        sleep(1);
    _exit(0);
}

static void answer(void) {
    char line[64];
    if (!fgets(line, sizeof line, stdin)) line[0] = '\0';
    fputs("answer\n", stdout);
    fflush(stdout);
}

static void ignore_signals(void) {
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_IGN);
}

static void touch(size_t bytes) {
    static char *volatile memory; /* still held at the end: no leak */
    memory = malloc(bytes);
    if (!memory) _exit(9);
    for (size_t i = 0; i < bytes; i += 4096)
        ((volatile char *)memory)[i] = 1;
}

/* Twice as many again and again; 600 in all, so that a test that fails does no harm. */
static void fork_much(void) {
    int *count = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (count == MAP_FAILED) _exit(9);
    while (__atomic_add_fetch(count, 1, __ATOMIC_RELAXED) < 600)
        fork();
    sleep_long();
}

/* A session of its own, its parent gone, nothing to write to, deaf to all that can be ignored. */
static void start_daemon(void) {
    if (fork() != 0) return;
    setsid();
    if (fork() != 0) _exit(0);
    ignore_signals();
    for (int fd = 0; fd < 10; fd++)
        close(fd);
    sleep_long();
}

static int be(const char *kind, const char *mark) {
    (void)mark;
#define IS(name) (strcmp(kind, (name)) == 0)
    alarm(60); /* should the grader fail, nothing stays for ever */
    if (IS("good")) {
        answer();
    } else if (IS("crlf")) {
        fputs("answer\r\n", stdout);
    } else if (IS("open end")) {
        fputs("answer", stdout);
    } else if (IS("wrong")) {
        fputs("answer \n", stdout);
    } else if (IS("silent")) {
        fputs("no idea\n", stderr);
    } else if (IS("status")) {
        answer();
        return 3;
    } else if (IS("crash")) {
        answer();
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    } else if (IS("hang")) {
        answer();
        sleep_long();
    } else if (IS("deaf")) {
        ignore_signals();
        answer();
        for (;;)
            pause();
    } else if (IS("stop")) {
        raise(SIGSTOP);
    } else if (IS("close")) {
        close(1);
        close(2);
        sleep_long();
    } else if (IS("flood")) {
        for (;;)
            if (puts("answer answer answer") < 0) return 8;
    } else if (IS("flood errors")) {
        for (;;)
            if (fputs("answer answer answer", stderr) < 0) return 8;
    } else if (IS("memory")) {
        for (int i = 0; i < 1024; i++)
            touch(1 << 20);
        sleep_long();
    } else if (IS("memory of many")) {
        for (int i = 0; i < 4; i++)
            if (fork() == 0) {
                touch(24 << 20);
                sleep_long();
            }
        sleep_long();
    } else if (
        IS("shared memory")) { /* 8 times 24 MiB, of which each has next to nothing of its own */
        touch(24 << 20);
        for (int i = 0; i < 8; i++)
            if (fork() == 0) {
                usleep(200000);
                _exit(0);
            }
        for (int i = 0; i < 8; i++)
            wait(NULL);
        answer();
    } else if (IS("forks")) {
        fork_much();
    } else if (IS("forks left")) {
        if (fork() == 0) fork_much();
        answer();
    } else if (IS("daemon")) {
        start_daemon();
        answer();
        pause();
    } else if (IS("daemon left")) {
        start_daemon();
        answer();
    } else if (IS("child left")) {
        if (fork() == 0) sleep_long(); /* holds the output open */
        answer();
    } else if (IS("helper")) {
        if (fork() == 0) {
            usleep(20000);
            _exit(0);
        }
        answer();
    } else if (IS("large file")) {
        FILE *file = tmpfile(); /* has no name any more */
        char bytes[4096] = {0};
        for (int i = 0; file && i < 8192; i++)
            if (fwrite(bytes, 1, sizeof bytes, file) != sizeof bytes) return 7;
    } else {
        return 99;
    }
    return 0;
}

/* ---- grading them ------------------------------------------------------------------------ */

static const struct process_limits limits = {
    .wall_ms = 700, .memory = 64 << 20, .threads = 40, .output = 1 << 16};

struct stand {
    char folder[64];
    struct root root;
    struct arena arena;
    struct diags diags;
    struct grade grade;
};

static void put(struct stand *stand, const char *path, const char *bytes) {
    assert_true(
        file_write(&stand->root, text_of(path), text_of(bytes), FILE_REPLACE, &stand->diags));
}

static void stand_start(struct stand *stand) {
    *stand = (struct stand){.root = {.fd = -1}};
    snprintf(stand->folder, sizeof stand->folder, "/tmp/grade-test-XXXXXX");
    assert_non_null(mkdtemp(stand->folder));
    assert_true(root_open(&stand->root, stand->folder, &stand->diags));
    stand->grade = (struct grade){.root = &stand->root, .arena = &stand->arena, .limits = limits};
    put(stand, "content/exercises/kit/tests/graded/one.in", "question\n");
    put(stand, "content/exercises/kit/tests/graded/one.out", "answer\n");
}

static void stand_end(struct stand *stand) {
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", stand->folder);
    assert_int_equal(system(command), 0);
    diags_free(&stand->diags);
    arena_free(&stand->arena);
    root_close(&stand->root);
}

/* Processes that have `mark` on their command line. One that has ended has no command line. */
static size_t processes_with(const char *mark) {
    size_t count = 0;
    DIR *proc = opendir("/proc");
    assert_non_null(proc);
    for (struct dirent *entry; (entry = readdir(proc)) != NULL;) {
        char path[300], line[4096];
        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        int fd = open(path, O_RDONLY);
        if (fd < 0) continue;
        ssize_t got = read(fd, line, sizeof line);
        close(fd);
        count += got > 0 && memmem(line, (size_t)got, mark, strlen(mark)) != NULL;
    }
    closedir(proc);
    return count;
}

static char self[4096];

static void check_kind(const char *kind, bool passed, const char *remark) {
    struct stand stand;
    struct grade_verdict verdict;
    struct process_limits of_kind = limits;
    if (strncmp(remark, "no end", 6) != 0) of_kind.wall_ms = 20000; /* a busy machine is slow */
    char *command[] = {self, "be", (char *)kind, NULL, NULL};
    stand_start(&stand);
    command[3] = stand.folder;
    assert_true(grade_open(&stand.grade, TEXT("kit"), &stand.diags));
    assert_int_equal(stand.grade.count, 1);
    stand.grade.command = command;
    stand.grade.limits = of_kind;
    assert_true(grade_case(&stand.grade, 0, &verdict, &stand.diags));
    if (!text_is(verdict.remark, remark))
        fail_msg("%s: \"%.*s\", not \"%s\"", kind, TEXT_ARG(verdict.remark), remark);
    assert_int_equal(verdict.passed, passed);
    size_t left = processes_with(stand.folder);
    if (left) fail_msg("%s: %zu processes are left", kind, left);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    stand_end(&stand);
}

static void good_ones(void **state) {
    (void)state;
    check_kind("good", true, "");
    check_kind("helper", true, "");
    check_kind("shared memory", true, "");
    check_kind("crlf", true, "only the line ends differ");
    check_kind("open end", true, "only the line ends differ");
}

static void wrong_ones(void **state) {
    (void)state;
    check_kind("wrong", false, "line 1 differs; it read nothing of its input");
    check_kind("silent", false, "no output; it read nothing of its input");
    check_kind("status", false, "ended with status 3");
    check_kind("crash", false, "crashed: signal 11 (Segmentation fault)");
}

static void without_end(void **state) {
    (void)state;
    check_kind("hang", false, "no end after 0.7 s");
    check_kind("deaf", false, "no end after 0.7 s");
    check_kind("stop", false, "no end after 0.7 s; it read nothing of its input");
    check_kind("close", false,
               "no end after 0.7 s, its output closed; it read nothing of its input");
    check_kind("daemon", false, "no end after 0.7 s");
}

static void too_much(void **state) {
    (void)state;
    static const char unread[] = "; it read nothing of its input";
    char remark[128];
    snprintf(remark, sizeof remark, "more than 64 KiB of output%s", unread);
    check_kind("flood", false, remark);
    check_kind("flood errors", false, remark);
    snprintf(remark, sizeof remark, "more than 64 MiB of memory%s", unread);
    check_kind("memory", false, remark);
    check_kind("memory of many", false, remark);
    snprintf(remark, sizeof remark, "more than 40 processes and threads%s", unread);
    check_kind("forks", false, remark);
    snprintf(remark, sizeof remark, "wrote a file that was too large; no output%s", unread);
    check_kind("large file", false, remark);
}

static void left_behind(void **state) {
    (void)state;
    check_kind("child left", false, "1 process still running after its end");
    check_kind("forks left", false, "more than 40 processes and threads");
    check_kind("daemon left", false, "1 process still running after its end");
}

static bool run(struct stand *stand, char *const command[], struct grade_verdict *verdict) {
    stand->grade.command = command;
    return grade_case(&stand->grade, 0, verdict, &stand->diags);
}

/* What a program sees is as it would be from a shell: no signal is blocked or ignored. */
static void details(void **state) {
    (void)state;
    struct stand stand;
    struct grade_verdict verdict;
    char *command[] = {"sh", "-c", "echo 'one\ttwo'; echo why >&2; exit 2", NULL};
    char *missing[] = {"./no such program", NULL};
    char *script[] = {NULL, NULL};
    stand_start(&stand);
    assert_true(grade_open(&stand.grade, TEXT("kit"), &stand.diags));
    signal(SIGPIPE, SIG_IGN);
    assert_true(run(&stand, command, &verdict));
    assert_string_equal(verdict.remark.ptr, "ended with status 2; line 1 differs; it read nothing "
                                            "of its input");
    assert_string_equal(verdict.details.ptr, "      expected  answer\n"
                                             "      yours     one\u2192two\n"
                                             "                ^\n"
                                             "      said      why\n");
    command[2] = "trap '' TERM; yes answer | head -n 1; kill -TERM $$";
    assert_true(run(&stand, command, &verdict));
    assert_true(verdict.passed);
    signal(SIGPIPE, SIG_DFL);

    assert_true(run(&stand, missing, &verdict));
    assert_int_equal(verdict.end, PROCESS_NO_START);
    assert_string_equal(verdict.remark.ptr, "cannot be run: No such file or directory");
    put(&stand, "script", "#!/bin/sh\nread x\necho answer\n");
    char path[128];
    snprintf(path, sizeof path, "%s/script", stand.folder);
    script[0] = path;
    assert_true(run(&stand, script, &verdict));
    assert_string_equal(verdict.remark.ptr, "cannot be run: Permission denied");
    assert_int_equal(chmod(path, 0755), 0);
    assert_true(run(&stand, script, &verdict));
    assert_true(verdict.passed);
    stand_end(&stand);
}

/* Each reason that the system gives for not starting a program, and what is said for it. */
static void reasons_in_words(void **state) {
    (void)state;
    static const char elf[] = "\177ELF\2\1\1";
    static const struct {
        int error;
        const char *bytes, *hint;
        mode_t mode;
    } rows[] = {
        {ENOEXEC, "print(1)\n", "name what runs it: python3 ", 0755},
        {ENOEXEC, "", "a script that starts with #!", 0755},
        {ENOEXEC, elf, "compiled for another processor or system", 0755},
        {ENOENT, elf, "the loader of shared libraries that it names is not there", 0755},
        {ENOENT, "#!/no/such/sh\n", "its first line names /no/such/sh, which is not there", 0755},
        {EACCES, "#!/etc/passwd\n", "its first line names /etc/passwd, which cannot be run", 0755},
        {EACCES, elf, "mounted noexec: copy it", 0755},
        {EACCES, elf, "chmod +x '", 0644},
        {E2BIG, elf, "too long together", 0755},
        {ETXTBSY, elf, "wait until the compiler has ended", 0755},
        {ELOOP, elf, "a link that leads to itself", 0755},
        {ENOTDIR, elf, "a part of its path is a file", 0755},
        {EAGAIN, elf, "too many processes", 0755},
    };
    struct stand stand;
    char path[128];
    stand_start(&stand);
    snprintf(path, sizeof path, "%s/prog", stand.folder);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        put(&stand, "prog", rows[i].bytes);
        assert_int_equal(chmod(path, rows[i].mode), 0);
        const char *hint = grade_hint(path, rows[i].error, &stand.arena);
        if (!hint || !strstr(hint, rows[i].hint)) fail_msg("%s: %s", rows[i].hint, hint);
    }
    assert_string_equal(grade_hint(stand.folder, EACCES, &stand.arena),
                        "this is a folder: name the program in it");
    assert_string_equal(grade_hint("/nowhere/prog", ENOENT, &stand.arena), "there is no such file");
    stand_end(&stand);
}

static void cases(void **state) {
    (void)state;
    struct stand stand;
    stand_start(&stand);
    put(&stand, "content/exercises/kit/tests/visible/two.in", "");
    put(&stand, "content/exercises/kit/tests/visible/two.out", "");
    put(&stand, "content/exercises/kit/tests/graded/half.in", "");
    assert_false(grade_open(&stand.grade, TEXT("kit"), &stand.diags));
    assert_string_equal(stand.diags.list[0].message.ptr,
                        "a case without its output, content/exercises/kit/tests/graded/half.out");
    diags_free(&stand.diags);
    put(&stand, "content/exercises/kit/tests/graded/half.out", "");
    assert_true(grade_open(&stand.grade, TEXT("kit"), &stand.diags));
    assert_int_equal(stand.grade.count, 3);
    assert_true(text_is(stand.grade.list[0].name, "visible/two"));
    assert_true(text_is(stand.grade.list[1].name, "graded/half"));
    static const char *const others[] = {"", "..", "kit/tests", "/etc", "kti"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_false(grade_open(&stand.grade, text_of(others[i]), &stand.diags));
        assert_int_equal(stand.diags.errors, 1);
        if (strcmp(others[i], "kti") == 0)
            assert_string_equal(stand.diags.list[0].hint.ptr, "nearest: kit");
        diags_free(&stand.diags);
    }
    stand_end(&stand);
}

int main(int argc, char **argv) {
    if (argc == 4 && strcmp(argv[1], "be") == 0) return be(argv[2], argv[3]);
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outputs),     cmocka_unit_test(long_lines),
        cmocka_unit_test(good_ones),   cmocka_unit_test(wrong_ones),
        cmocka_unit_test(without_end), cmocka_unit_test(too_much),
        cmocka_unit_test(left_behind), cmocka_unit_test(details),
        cmocka_unit_test(cases),       cmocka_unit_test(reasons_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
