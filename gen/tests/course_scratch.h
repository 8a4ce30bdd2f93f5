/* course_scratch -- a repository of a few files in a folder of its own, read as a course. For the
 * suites of gen/course/. */
#pragma once

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "course/address.h"
#include "course/course.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

struct scratch {
    char path[256];
    struct root root;
    struct arena arena;
    struct diags diags;
    struct course course;
};

static inline void scratch_remove(int folder, const char *name) {
    int fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    if (fd < 0) {
        unlinkat(folder, name, 0);
        return;
    }
    DIR *dir = fdopendir(fd);
    for (struct dirent *entry; (entry = readdir(dir));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            scratch_remove(fd, entry->d_name);
    closedir(dir);
    unlinkat(folder, name, AT_REMOVEDIR);
}

static inline void scratch_put(struct scratch *scratch, const char *path, const char *bytes) {
    struct diags diags = {0};
    if (!file_write(&scratch->root, text_of(path), text_of(bytes), FILE_REPLACE, &diags))
        fail_msg("cannot write %s", path);
    diags_free(&diags);
}

/* A card with one series, `kernel` and `sha256` as given. */
static inline void scratch_card(struct scratch *scratch, const char *id, const char *rate,
                                const char *sha256) {
    struct arena arena = {0};
    struct text json = arena_printf(
        &arena,
        "{\"format\": \"gpu-memory-hierarchy\", \"version\": 1,\n"
        " \"card\": {\"id\": \"%s\", \"name\": \"Kit %s\", \"compute_capability\": \"9.0\"},\n"
        " \"run\": {\"date\": \"2026-11-20T10:00:00Z\", \"driver\": \"580\", \"cuda\": \"13.0\",\n"
        "  \"compiler\": \"nvcc\", \"flags\": \"-O3\", \"host\": \"a test\"},\n"
        " \"facts\": {\"l2\": {\"value\": 62914560, \"unit\": \"B\"}},\n"
        " \"messages\": {\"launch.threads\": \"a <b> c\", \"launch.threads.name\": "
        "\"cudaErrorKit\", \"odd\": {\"missing\": \"it hung\"}},\n"
        " \"series\": {\"dram.read\": {\"unit\": \"B/s\", \"origin\": \"measured\",\n"
        "  \"kernel\": \"kit.cu\", \"sha256\": \"%s\", \"method\": \"by hand\", \"axes\": [],\n"
        "  \"points\": [{\"at\": [], \"median\": %s, \"min\": %s, \"max\": %s, \"p05\": %s,\n"
        "   \"p95\": %s, \"runs\": 21}]}}}\n",
        id, id, sha256, rate, rate, rate, rate, rate);
    struct text path = arena_printf(&arena, "measurements/%s.json", id);
    scratch_put(scratch, path.ptr, json.ptr);
    arena_free(&arena);
}

#define SCRATCH_ZEROS "0000000000000000000000000000000000000000000000000000000000000000"

/* Settings and the default card, no pages. */
static inline void scratch_open(struct scratch *scratch) {
    const char *tmp = getenv("TMPDIR");
    *scratch = (struct scratch){0};
    snprintf(scratch->path, sizeof scratch->path, "%s/course-XXXXXX", tmp ? tmp : "/tmp");
    assert_non_null(mkdtemp(scratch->path));
    assert_true(root_open(&scratch->root, scratch->path, &scratch->diags));
    scratch_put(scratch, "content/site.yaml",
                "title: Kit\nsummary: A kit.\nbase: https://example.org/\nhome-card: kit-home\n"
                "fresh-days: 100\nplanned:\n  - path: glossary/planned-one\n    term: Planned one\n"
                "  - path: lessons/day-99\n    term: Day 99\n");
    scratch_card(scratch, "kit-home", "4e12", SCRATCH_ZEROS);
}

/* Settings with a path; `names` are lines of its list. */
static inline void scratch_path(struct scratch *scratch, const char *names) {
    struct arena arena = {0};
    struct text site = arena_printf(&arena,
                                    "title: Kit\nbase: https://example.org/\nhome-card: kit-home\n"
                                    "planned: [{path: lessons/day-99, term: Day 99}]\npath:\n%s",
                                    names);
    scratch_put(scratch, "content/site.yaml", site.ptr);
    arena_free(&arena);
}

static inline void scratch_close(struct scratch *scratch) {
    course_free(&scratch->course);
    root_close(&scratch->root);
    diags_free(&scratch->diags);
    arena_free(&scratch->arena);
    scratch_remove(AT_FDCWD, scratch->path);
}

#define SCRATCH_OPEN_BYLINE                                                                        \
    "byline:\n  author: Ana Lima\n  reviewer: Bo Falk\n  written: 2026-11-20\n"                    \
    "  checked: 2026-11-22\n"
#define SCRATCH_DRAFT_BYLINE                                                                       \
    "byline:\n  author: pending\n  reviewer: pending\n  written: pending\n  checked: pending\n"

/* A page of the glossary: `front` are further lines of the front matter. */
static inline void scratch_page(struct scratch *scratch, const char *path, const char *front,
                                const char *byline, const char *body) {
    struct arena arena = {0};
    const char *kind = strstr(path, "lessons/")  ? "lesson"
                       : strstr(path, "errors/") ? "error"
                                                 : "glossary";
    bool glossary = kind[0] == 'g';
    struct text bytes = arena_printf(
        &arena, "---\ntitle: Title of %s\n%s%s%skind: %s\nsummary: Kit.\n%s%s---\n\n%s", path,
        glossary ? "term: " : "", glossary ? path : "", glossary ? "\n" : "", kind, front, byline,
        body);
    scratch_put(scratch, path, bytes.ptr);
    arena_free(&arena);
}

enum { SCRATCH_TODAY = 20786 }; /* 2026-11-29 */

static inline bool scratch_read_as(struct scratch *scratch, enum edition edition,
                                   const char *card) {
    struct course_options options = {
        .card = text_of(card), .edition = edition, .today = SCRATCH_TODAY};
    bool fine =
        course_load(&scratch->course, &scratch->root, &options, &scratch->arena, &scratch->diags);
    if (fine) course_resolve(&scratch->course, &options, &scratch->diags);
    return fine;
}

static inline void scratch_read(struct scratch *scratch, enum edition edition) {
    if (!scratch_read_as(scratch, edition, NULL)) fail_msg("the course cannot be read");
}

static inline struct text scratch_messages(struct scratch *scratch) {
    struct buf out = {0};
    diags_print(&scratch->diags, &out, DIAG_PLAIN);
    struct text text = arena_text(&scratch->arena, buf_text(&out));
    buf_free(&out);
    return text;
}

/* All messages together hold these words; "L:C: …" of one file is best. */
static inline void scratch_said(struct scratch *scratch, const char *words) {
    struct text messages = scratch_messages(scratch);
    if (words[0] && text_find(messages, words, 0) == SIZE_MAX)
        fail_msg("\"%s\" was not said, but:\n%s", words, messages.ptr);
}

static inline void scratch_quiet(struct scratch *scratch) {
    if (scratch->diags.count) fail_msg("%s", scratch_messages(scratch).ptr);
}

static inline struct entry *scratch_entry(struct scratch *scratch, const char *address) {
    struct entry *entry = course_entry(&scratch->course, text_of(address));
    if (!entry) fail_msg("there is no page %s", address);
    return entry;
}

/* The n-th link (from 0) of a page. */
static inline struct node *scratch_link(const struct entry *entry, size_t n) {
    const struct node *root = entry->page->document;
    for (struct node *node = entry->page->document; node; node = tree_next(node, root))
        if (node->type == NODE_LINK && n-- == 0) return node;
    fail_msg("there are not so many links");
    return NULL;
}

static inline void scratch_is(struct text text, const char *wanted) {
    if (!text_is(text, wanted)) fail_msg("\"%.*s\" is not \"%s\"", TEXT_ARG(text), wanted);
}
