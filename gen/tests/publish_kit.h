/* publish_kit -- a scratch folder, two small sites, and whether one of them is whole. For the tests of
 * publishing. The includer defines _GNU_SOURCE and has included what cmocka needs. */
#pragma once

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "publish/publish.h"

#define TARGET TEXT("site/public")

/* --- a place to publish in ----------------------------------------------------------------- */

struct scratch {
    char path[256];
    struct root root;
    struct diags diags;
    struct publish_report report;
    struct publish_turn turn;
    struct arena arena; /* of it */
};

static inline void scratch_open(struct scratch *scratch) {
    const char *tmp = getenv("TMPDIR");
    *scratch = (struct scratch){0};
    snprintf(scratch->path, sizeof scratch->path, "%s/publish-XXXXXX", tmp ? tmp : "/tmp");
    assert_non_null(mkdtemp(scratch->path));
    assert_true(root_open(&scratch->root, scratch->path, &scratch->diags));
}

static inline void remove_tree(int folder, const char *name) {
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

static inline void scratch_close(struct scratch *scratch) {
    root_close(&scratch->root);
    diags_free(&scratch->diags);
    arena_free(&scratch->arena);
    remove_tree(AT_FDCWD, scratch->path);
}

static inline void messages_clear(struct scratch *scratch) {
    diags_free(&scratch->diags);
}

static inline bool said(struct scratch *scratch, const char *words) {
    struct buf out = {0};
    diags_print(&scratch->diags, &out, DIAG_PLAIN);
    bool found = text_find(buf_text(&out), words, 0) != SIZE_MAX;
    if (!found) printf("# looked for \"%s\" in:\n# %s\n", words, out.ptr ? out.ptr : "");
    buf_free(&out);
    return found;
}

static inline void put(struct scratch *scratch, const char *path, const char *bytes) {
    assert_true(
        file_write(&scratch->root, text_of(path), text_of(bytes), FILE_REPLACE, &scratch->diags));
}

/* --- two sites ----------------------------------------------------------------------------- */

#define OUTPUT_FILE(where, what)                                                                   \
    {                                                                                              \
        .path = {where, sizeof(where) - 1}, .bytes = { what, sizeof(what) - 1 }                    \
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
static struct output_file spare_files[] = {
    OUTPUT_FILE("cards", "a file where folders will be"),
    OUTPUT_FILE("glossary/odd/deep/index.html", "a page that went"),
    OUTPUT_FILE("index.html", "new home"),
    OUTPUT_FILE("style.css", "same in both"),
};
static const struct output old_site = {.file = old_files, .count = 5},
                           new_site = {.file = new_files, .count = 5},
                           spare_site = {.file = spare_files, .count = 4};

static inline size_t count_files(int folder, const char *name) {
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
static inline bool folder_holds(const struct scratch *scratch, const char *folder,
                                const struct output *site) {
    int fd = openat(scratch->root.fd, folder, O_RDONLY | O_DIRECTORY);
    if (fd < 0) return false;
    bool whole = count_files(scratch->root.fd, folder) == site->count + 1;
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

static inline bool holds(const struct scratch *scratch, const struct output *site) {
    return folder_holds(scratch, "site/public", site);
}

static inline bool no_leftovers(const struct scratch *scratch) {
    struct stat info;
    return fstatat(scratch->root.fd, "site/.public.new", &info, 0) != 0 &&
           fstatat(scratch->root.fd, "site/.public.old", &info, 0) != 0;
}

/* Writing out everything that this machine is working on takes long, and proves nothing here. */
static inline int no_sync(int fd) {
    (void)fd;
    return 0;
}

#define REQUEST(scratch)                                                                           \
    ((struct publish_request){&(scratch)->root, TARGET, NULL, NULL, TARGET, NULL})

static inline bool publish_with(const struct publish_calls *calls, struct scratch *scratch,
                                const struct output *site) {
    struct publish_turn *turn = &scratch->turn;
    turn->arena = &scratch->arena;
    bool fine =
        publish_tree(&(struct publish_request){&scratch->root, TARGET, site, calls, TARGET, turn},
                     &scratch->report, &scratch->diags);
    return fine;
}

static inline bool publish(struct scratch *scratch, const struct output *site) {
    struct publish_calls calls = publish_system;
    calls.sync = calls.sync_file = no_sync;
    return publish_with(&calls, scratch, site);
}

static inline void publish_old(struct scratch *scratch) {
    assert_true(publish(scratch, &old_site));
    assert_true(holds(scratch, &old_site));
}

/* With a folder beside it that waits for its turn. */
static inline void publish_old_and_spare(struct scratch *scratch) {
    struct stat info;
    scratch->turn.spares = true;
    assert_true(publish(scratch, &spare_site));
    publish_old(scratch);
    assert_int_equal(fstatat(scratch->root.fd, "site/.public.spare/cards", &info, 0), 0);
}
