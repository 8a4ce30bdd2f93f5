/* shown -- see shown.h. */
#define _GNU_SOURCE
#include "serve/shown.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static size_t next_build(const struct shown *shown) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    size_t number = (size_t)now.tv_sec * 1000 + (size_t)now.tv_nsec / 1000000;
    return number > shown->build ? number : shown->build + 1;
}

static int order(const void *key, const void *file) {
    return text_compare(*(const struct text *)key, ((const struct shown_file *)file)->path);
}

struct shown_file *shown_find(const struct shown *shown, struct text path) {
    if (!shown->count) return NULL;
    return bsearch(&path, shown->file, shown->count, sizeof *shown->file, order);
}

size_t shown_changed(const struct shown *shown, const struct shown_file *file) {
    return file->changed > shown->assets ? file->changed : shown->assets;
}

static bool is_asset(struct text path) {
    return text_starts(path, "assets/");
}

static void drop_site(struct shown *shown, void (*release)(struct MHD_Response *)) {
    for (size_t i = 0; i < shown->count; i++) {
        if (shown->file[i].response) release(shown->file[i].response);
        free((char *)shown->file[i].bytes.ptr);
    }
    arena_free(&shown->site_arena);
}

static struct text copy_of(struct text bytes) {
    char *copy = memory_need(NULL, bytes.len);
    if (bytes.len) memcpy(copy, bytes.ptr, bytes.len);
    return (struct text){copy, bytes.len};
}

/* Whether the last result had all that this one leaves out. */
static bool is_whole(const struct shown *shown, const struct result *result) {
    bool whole = true;
    for (size_t i = 0; i < result->file_count; i++)
        whole = whole && (!result->file[i].same || shown_find(shown, result->file[i].path));
    return whole;
}

static void take_site(struct shown *shown, const struct result *result,
                      void (*release)(struct MHD_Response *)) {
    struct shown next = {
        .build = shown->build, .assets = shown->assets, .count = result->file_count};
    size_t kept_assets = 0, old_assets = 0;
    next.file = ARENA_ARRAY(&next.site_arena, struct shown_file, next.count);
    for (size_t i = 0; i < next.count; i++) {
        const struct result_file *from = &result->file[i];
        struct shown_file *old = shown_find(shown, from->path), *to = &next.file[i];
        *to = (struct shown_file){arena_text(&next.site_arena, from->path), {0}, next.build, NULL};
        if (old && (from->same || text_equal(old->bytes, from->bytes))) {
            to->bytes = old->bytes;
            to->changed = old->changed;
            to->response = old->response;
            old->bytes = (struct text){0};
            old->response = NULL;
            kept_assets += is_asset(to->path);
            continue;
        }
        to->bytes = copy_of(from->bytes);
        if (is_asset(to->path)) next.assets = next.build;
    }
    for (size_t i = 0; i < shown->count; i++)
        old_assets += is_asset(shown->file[i].path);
    if (old_assets > kept_assets) next.assets = next.build;
    /* A response says since when its page is what it is, and with other assets it is another one. */
    for (size_t i = 0; next.assets == next.build && i < next.count; i++) {
        if (next.file[i].response) release(next.file[i].response);
        next.file[i].response = NULL;
    }
    drop_site(shown, release);
    shown->file = next.file;
    shown->count = next.count;
    shown->assets = next.assets;
    shown->site_arena = next.site_arena;
}

bool shown_take(struct shown *shown, struct text bytes, const char *ended,
                void (*release)(struct MHD_Response *)) {
    struct arena reading = {0};
    struct result result = {0};
    bool fine = ended || (result_read(&result, bytes, &reading) && is_whole(shown, &result));
    arena_free(&shown->arena);
    shown->build = next_build(shown);
    shown->ended = ended ? arena_string(&shown->arena, text_of(ended)) : NULL;
    shown->errors = result.errors;
    shown->mistakes = arena_text(&shown->arena, result.mistakes);
    shown->messages = arena_text(&shown->arena, result.messages);
    if (fine && !ended && !result.errors) take_site(shown, &result, release);
    arena_free(&reading);
    return fine;
}

void shown_free(struct shown *shown, void (*release)(struct MHD_Response *)) {
    drop_site(shown, release);
    arena_free(&shown->arena);
    *shown = (struct shown){0};
}
