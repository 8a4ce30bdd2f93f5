/* code -- see code.h. */
#include "page/code.h"

#include <stdint.h>

#include "base/nearest.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "page/fence.h"

/* ---- regions ----------------------------------------------------------------------------- */

/* A marker is `// region:` or `// endregion`; *name is what stands behind it. */
static bool is_marker(struct text line, const char *word, struct text *name) {
    line = text_trim(line);
    if (!text_starts(line, "//")) return false;
    line = text_trim(text_cut(line, 2, line.len));
    if (!text_starts(line, word)) return false;
    *name = text_trim(text_cut(line, text_of(word).len, line.len));
    return true;
}

/* On a page lines start at the left, whatever they are indented by in their file. */
static struct text outdent(struct text lines, struct arena *arena) {
    size_t common = SIZE_MAX;
    for (struct text rest = lines; rest.len;) {
        struct text line = text_next(&rest, '\n'), words = text_trim(line);
        size_t indent = (size_t)(words.ptr - line.ptr);
        if (words.len && indent < common) common = indent;
    }
    if (common == SIZE_MAX) return (struct text){0};
    struct buf out = {0};
    for (struct text rest = lines; rest.len;) {
        struct text line = text_next(&rest, '\n');
        buf_printf(&out, "%.*s\n", TEXT_ARG(text_cut(line, common, line.len)));
    }
    return buf_take(&out, arena);
}

enum code_problem code_region_find(struct text file, struct text name, struct code_region *region,
                                   struct arena *arena) {
    const char *from = NULL, *to = NULL;
    unsigned long number = 0, open = 0; /* open: the line that started a region, 0 outside of one */
    bool inside = false;
    *region = (struct code_region){0};
    for (struct text rest = file, here; rest.len;) {
        struct text line = text_next(&rest, '\n');
        number++;
        if (is_marker(line, "region:", &here)) {
            bool wanted = text_equal(here, name), twice = wanted && region->line;
            region->other = wanted && !twice ? open : number;
            if (twice) return CODE_TWICE;
            if (wanted) {
                region->line = number;
                from = rest.ptr;
            }
            if (open && (wanted || inside)) return CODE_NESTED;
            inside = wanted;
            open = number;
        } else if (is_marker(line, "endregion", &here)) {
            if (inside) to = line.ptr;
            inside = false;
            open = 0;
        }
    }
    if (!region->line) return CODE_NO_REGION;
    if (!to) return CODE_UNCLOSED;
    region->text = outdent((struct text){from, (size_t)(to - from)}, arena);
    return text_trim(region->text).len ? CODE_FOUND : CODE_EMPTY;
}

/* ---- languages --------------------------------------------------------------------------- */

static const char *const languages[] = {
    "c",   "cpp",     "cuda", "ptx",   "sass",   "json",       "sh",       "shell", "bash",
    "zsh", "console", "text", "plain", "output", "make",       "yaml",     "toml",  "python",
    "asm", "diff",    "html", "css",   "js",     "javascript", "markdown", "md",    "mermaid"};

#define NAME(name, more) #name,
static const char *const kinds[] = {FENCE_KINDS(NAME)};
#undef NAME

static void check_language(const struct fence *fence) {
    struct text language = fence->node->code.language;
    struct nearest nearest = {.wanted = language};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        nearest_offer(&nearest, text_of(kinds[i]));
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        if (text_is(language, languages[i])) return;
        nearest_offer(&nearest, text_of(languages[i]));
    }
    fence_error(fence, fence->word,
                nearest_hint(&nearest, "the plainest language is text", fence->reader->arena),
                "unknown block or language %.*s", TEXT_ARG(fence->word));
}

/* ---- cutting ----------------------------------------------------------------------------- */

static const char *region_hint(const struct fence *fence, struct text file, struct text wanted) {
    struct nearest nearest = {.wanted = wanted};
    struct buf all = {0};
    for (struct text rest = file, name; rest.len;) {
        if (!is_marker(text_next(&rest, '\n'), "region:", &name)) continue;
        nearest_offer(&nearest, name);
        buf_printf(&all, "%s%.*s", all.len ? ", " : "it has: ", TEXT_ARG(name));
    }
    const char *otherwise = all.len ? buf_take(&all, fence->reader->arena).ptr
                                    : "mark it with // region: NAME and // endregion";
    return nearest_hint(&nearest, otherwise, fence->reader->arena);
}

/* Only exercises have a folder: content/exercises/sum/index.md has content/exercises/sum/. */
static struct text own_folder(struct text page) {
    static const char exercises[] = "content/exercises/";
    size_t slash = text_find(page, "/", sizeof exercises - 1);
    if (!text_starts(page, exercises) || slash == SIZE_MAX) return TEXT("");
    return text_cut(page, 0, slash + 1);
}

static bool may_be_shown(struct text path, struct text page) {
    struct text own = own_folder(page);
    bool place = text_starts(path, "kernels/") || text_starts(path, "gen/") ||
                 (own.len && text_equal(text_cut(path, 0, own.len), own));
    return place && text_find(path, "..", 0) == SIZE_MAX && text_find(path, "//", 0) == SIZE_MAX;
}

/* The hash needs the bytes as they are on disk, the page a source, whose line ends are uniform. */
static const struct source *read_file(const struct fence *fence, struct text path,
                                      struct text *bytes) {
    const struct page_reader *reader = fence->reader;
    if (!reader->root || !may_be_shown(path, reader->source->path)) {
        fence_error(fence, path,
                    "code is shown from kernels/, from gen/, and on the page of an exercise from "
                    "the folder of that page",
                    "code cannot be cut from %.*s", TEXT_ARG(path));
        return NULL;
    }
    if (!file_exists(reader->root, path)) {
        struct text top = text_cut(path, 0, text_find(path, "/", 0));
        struct file_list list = file_walk(reader->root, top, "", reader->arena, reader->diags);
        struct nearest nearest = {.wanted = path};
        for (size_t i = 0; i < list.count; i++)
            if (may_be_shown(list.path[i], reader->source->path))
                nearest_offer(&nearest, list.path[i]);
        fence_error(fence, path, nearest_hint(&nearest, NULL, reader->arena), "no file %.*s",
                    TEXT_ARG(path));
        return NULL;
    }
    if (!file_read(reader->root, path, FILE_MAX_TEXT, reader->arena, bytes, reader->diags))
        return NULL;
    const struct source *file = source_load(reader->arena, path, *bytes);
    uint32_t control;
    if (utf8_check(file->text, &control) == SIZE_MAX) return file;
    fence_error(fence, path, "save it as UTF-8, without control characters", "%.*s is not text",
                TEXT_ARG(path));
    return NULL;
}

static void cut(const struct fence *fence, struct text path, struct text name) {
    struct node *node = fence->node;
    struct arena *arena = fence->reader->arena;
    struct text bytes;
    struct code_region region;
    const struct source *file = read_file(fence, path, &bytes);
    if (!file) return;
    switch (code_region_find(file->text, name, &region, arena)) {
    case CODE_NO_REGION:
        fence_error(fence, name, region_hint(fence, file->text, name), "no region %.*s in %.*s",
                    TEXT_ARG(name), TEXT_ARG(path));
        return;
    case CODE_TWICE:
        fence_error(fence, name, "give each region a name of its own",
                    "region %.*s stands twice, %.*s:%lu and %.*s:%lu", TEXT_ARG(name),
                    TEXT_ARG(path), region.line, TEXT_ARG(path), region.other);
        return;
    case CODE_NESTED:
        fence_error(fence, name, "end one region before the next begins",
                    "region %.*s, %.*s:%lu, and the one of %.*s:%lu stand in each other",
                    TEXT_ARG(name), TEXT_ARG(path), region.line, TEXT_ARG(path), region.other);
        return;
    case CODE_UNCLOSED:
        fence_error(fence, name, "write // endregion after its last line",
                    "region %.*s, %.*s:%lu, has no end", TEXT_ARG(name), TEXT_ARG(path),
                    region.line);
        return;
    case CODE_EMPTY:
        fence_error(fence, name, "move its markers around the lines to show",
                    "region %.*s, %.*s:%lu, is empty", TEXT_ARG(name), TEXT_ARG(path), region.line);
        return;
    case CODE_FOUND: break;
    }
    char hash[65];
    sha256_hex(bytes, hash); /* of the bytes on disk, as the harness takes it */
    node->text = region.text;
    node->code.from = arena_text(arena, path);
    node->code.region = arena_text(arena, name);
    node->code.sha256 = arena_text(arena, text_of(hash));
    node->code.first_line = region.line + 1;
}

void fence_code(struct fence *fence) {
    static const char attribute[] = "from=";
    struct text more = fence->more;
    check_language(fence);
    if (!more.len) return;
    if (!text_starts(more, attribute)) {
        fence_error(fence, more, "after the language only from=FILE#REGION may stand",
                    "unknown attribute %.*s", TEXT_ARG(more));
        return;
    }
    /* The region's name is the rest of the line: names of several words are common. */
    size_t hash = text_find(more, "#", 0);
    struct text path = text_cut(more, sizeof attribute - 1, hash);
    struct text region = text_trim(text_cut(more, hash == SIZE_MAX ? hash : hash + 1, SIZE_MAX));
    if (!path.len || !region.len)
        fence_error(fence, more, "write from=kernels/stride.cu#strided",
                    "from= needs a file and a region");
    else if (text_trim(fence->node->text).len)
        fence_error(fence, more, "leave the block empty: its lines come from the file",
                    "a block with from= has lines of its own");
    else
        cut(fence, path, region);
}
