/* merge_files.c -- `--merge`: files and folders in, a file for each model of card out. */
#include "options.h"
#include "store.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MODELS_MOST = 64, FAULTS_SHOWN = 20 };

struct files {
    struct merge *model[MODELS_MOST];
    int models, faults;
};

static void fault(struct files *f, const char *text) {
    if (f->faults++ < FAULTS_SHOWN) fprintf(stderr, "measure: %s\n", text);
}

/* Adds a run to the runs of its model. */
static void add_file(struct files *f, const char *path) {
    struct problem why = {0};
    size_t length = 0;
    char *data = store_read(path, MERGE_BYTES, &length, &why);
    if (!data) {
        fault(f, why.text);
        return;
    }
    const struct text document = {data, length};
    int i = 0;
    while (i < f->models && !merge_fits(f->model[i], document))
        i++;
    if (i == MODELS_MOST) {
        problem_say(&why, "%s: a model too many; at most %d in one call", path, MODELS_MOST);
        fault(f, why.text);
    } else {
        if (i == f->models) f->model[f->models++] = merge_begin();
        if (!merge_add(f->model[i], path, document, &why)) fault(f, why.text);
    }
    free(data);
}

static int is_json(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return entry->d_name[0] != '.' && length > 5 && !strcmp(entry->d_name + length - 5, ".json");
}

/* Adds a file, or all files of a folder by name, so that the result does not depend on the file system. */
static void add_named(struct files *f, const char *name) {
    struct stat about;
    if (stat(name, &about) != 0 || !S_ISDIR(about.st_mode)) {
        add_file(f, name);
        return;
    }
    struct dirent **entry = NULL;
    struct problem why = {0};
    int count = scandir(name, &entry, is_json, alphasort);
    if (count <= 0) {
        problem_say(&why, "%s: a folder without a .json file that can be read", name);
        fault(f, why.text);
    }
    for (int i = 0; i < count; i++) {
        char path[STORE_PATH];
        snprintf(path, sizeof path, "%s/%s", name, entry[i]->d_name);
        add_file(f, path);
        free(entry[i]);
    }
    free(entry);
}

static bool is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Writes a model's file to --output, or under the id of its first file in measurements/ or that folder. */
static bool write_model(const struct options *o, struct merge *m, struct problem *why) {
    char path[STORE_PATH], target[STORE_PATH];
    struct buf out = {0}, said = {0};
    const struct text id = merge_id(m);
    snprintf(path, sizeof path, "%s/%.*s.json", o->output ? o->output : "measurements",
             (int)(id.len < STORE_ID ? id.len : 0), id.ptr);
    if (!store_target(o->output && !is_folder(o->output) ? o->output : path, target, why))
        return false;
    merge_write(m, &out, &said);
    int lock = store_lock(target, why);
    bool ok = lock >= 0 && store_write(target, out.ptr, out.len, why);
    store_unlock(lock);
    if (ok && why->text[0]) fprintf(stderr, "note: %s\n", why->text);
    if (ok)
        printf("%s: %d run%s on %d card%s\n%s", target, merge_runs(m),
               merge_runs(m) == 1 ? "" : "s", merge_cards(m), merge_cards(m) == 1 ? "" : "s",
               said.len ? said.ptr : "");
    buf_free(&out);
    buf_free(&said);
    return ok;
}

static void write_models(struct files *f, const struct options *o) {
    struct problem why = {0};
    if (f->models > 1 && o->output && !is_folder(o->output)) {
        problem_say(
            &why,
            "these are runs on %d models of card; --output names one file: leave it out, or "
            "name a folder",
            f->models);
        fault(f, why.text);
    }
    for (int i = 0; i < f->models && !f->faults; i++)
        if (!write_model(o, f->model[i], &why)) fault(f, why.text);
}

int merge_named(const struct options *o) {
    struct files f = {0};
    for (int i = 0; i < o->files; i++)
        add_named(&f, o->file[i]);
    if (!f.faults && f.models == 1 && merge_runs(f.model[0]) == 1)
        fault(&f, "this is one run; --merge takes two files or more");
    if (!f.faults) write_models(&f, o);
    if (f.faults > FAULTS_SHOWN)
        fprintf(stderr, "measure: and %d more; nothing was written\n", f.faults - FAULTS_SHOWN);
    for (int i = 0; i < f.models; i++)
        merge_end(f.model[i]);
    return f.faults ? EXIT_FAILURE : EXIT_SUCCESS;
}
