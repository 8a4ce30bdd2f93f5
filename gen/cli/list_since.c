/* list_since -- what a change does to the pages that were published before it: for a team's continuous
 * integration. `FILE` is what `gen list --format=json` printed before the change. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "measure/json.h"

enum { LIST_MAX = 64 << 20 };

/* ---- the list of before ------------------------------------------------------------------------ */

static const char hint[] = "--since names what `gen list --format=json` printed before a change";

static bool read_file(struct cli_run *run, const char *name, struct text *out) {
    struct stat info;
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    bool fine = fd >= 0 && fstat(fd, &info) == 0;
    if (fine && info.st_size > LIST_MAX) {
        errno = EFBIG;
        fine = false;
    }
    if (fine) {
        char *bytes = arena_alloc(&run->arena, (size_t)info.st_size + 1);
        fine = file_read_all(fd, bytes, (size_t)info.st_size, &out->len);
        out->ptr = bytes;
    }
    if (!fine)
        diag_file(&run->diags, SEVERITY_ERROR, text_of(name), hint, "cannot read this file: %s",
                  strerror(errno));
    file_close(fd);
    return fine;
}

/* The files of the pages that were published, in the order of that list. */
static bool read_before(struct cli_run *run, struct texts *published) {
    struct text bytes;
    if (!read_file(run, run->options->since, &bytes)) return false;
    const struct source *source = source_load(&run->arena, text_of(run->options->since), bytes);
    const struct json *file = json_read(source, bytes, &run->arena, &run->diags);
    if (!file) return false;
    const struct json *result = json_member(file, "result");
    const struct json *pages = result ? json_member(result, "pages") : NULL;
    if (!pages || pages->kind != JSON_KIND_LIST) {
        diag_error(&run->diags, source, 0, 1, hint, "this is no list of pages");
        return false;
    }
    for (size_t i = 0; i < pages->count; i++) {
        const struct json *path = json_member(&pages->child[i], "path");
        const struct json *is = json_member(&pages->child[i], "published");
        if (path && is && is->truth) texts_add(published, path->text, &run->arena);
    }
    return true;
}

/* ---- what has become of them ------------------------------------------------------------------- */

/* Every reason is an error where it stands, which editors and services for code review show there. */
static void report(struct cli_run *run, struct text path, const struct entry *entry) {
    if (!entry)
        diag_file(&run->diags, SEVERITY_ERROR, path,
                  "a page that moved names its old address under aliases: and is signed anew",
                  "this page was published, and is gone");
    for (size_t i = 0; entry && i < entry->gate.count; i++) {
        const struct gate_reason *reason = &entry->gate.reason[i];
        aside_report(&run->course, entry, &run->diags, SEVERITY_ERROR, reason->offset,
                     reason->length, arena_string(&run->arena, reason->hint),
                     "this page was published, and is a draft again: %.*s",
                     TEXT_ARG(reason->message));
    }
}

static void put_json(const char *key, const struct texts *list, struct buf *out) {
    buf_printf(out, "\"%s\": [", key);
    for (size_t i = 0; i < list->count; i++) {
        if (i) buf_str(out, ", ");
        buf_json(out, list->at[i]);
    }
    buf_char(out, ']');
}

static void put_text(const char *what, const struct texts *list, struct buf *out) {
    for (size_t i = 0; i < list->count; i++) {
        buf_printf(out, "%-9s  ", what);
        buf_terminal(out, list->at[i]);
        buf_char(out, '\n');
    }
}

void list_since(struct cli_run *run, struct buf *out) {
    struct arena *arena = &run->arena;
    struct texts before = {0}, drafts = {0}, published = {0};
    struct map now = {0}, then = {0};
    if (!read_before(run, &before)) return;
    for (size_t i = 0; i < run->course.entry_count; i++)
        map_add(&now, run->course.entry[i].page->path, i, NULL, arena);
    for (size_t i = 0; i < before.count; i++) {
        const size_t *at = map_find(&now, before.at[i]);
        const struct entry *entry = at ? &run->course.entry[*at] : NULL;
        map_add(&then, before.at[i], 0, NULL, arena);
        if (entry && entry->gate.open) continue;
        texts_add(&drafts, before.at[i], arena);
        report(run, before.at[i], entry);
    }
    for (size_t i = 0; i < run->course.entry_count; i++) {
        const struct entry *entry = &run->course.entry[i];
        if (entry->gate.open && !map_find(&then, entry->page->path))
            texts_add(&published, entry->page->path, arena);
    }
    if (run->options->json) {
        buf_char(out, '{');
        put_json("drafts", &drafts, out);
        buf_str(out, ", ");
        put_json("published", &published, out);
        buf_char(out, '}');
        return;
    }
    put_text("draft", &drafts, out);
    put_text("published", &published, out);
    buf_printf(out, "%zu draft%s again, %zu newly published\n", drafts.count,
               drafts.count == 1 ? "" : "s", published.count);
}
