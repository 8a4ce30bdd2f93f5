/* code -- see code.h. */
#include "page/code.h"

#include <stdint.h>

#include "base/buf.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "base/nearest.h"

/* ---- regions ----------------------------------------------------------------------------- */

/* The name after `// region:`; false if the line is no such marker. */
static bool region_start(struct text line, struct text *name) {
    line = text_trim(line);
    if (!text_starts(line, "//")) return false;
    line = text_trim(text_cut(line, 2, line.len));
    if (!text_starts(line, "region:")) return false;
    *name = text_trim(text_cut(line, sizeof "region:" - 1, line.len));
    return true;
}

static bool region_end(struct text line) {
    line = text_trim(line);
    if (!text_starts(line, "//")) return false;
    line = text_trim(text_cut(line, 2, line.len));
    return text_starts(line, "endregion");
}

static size_t indentation(struct text line) {
    size_t n = 0;
    while (n < line.len && (line.ptr[n] == ' ' || line.ptr[n] == '\t'))
        n++;
    return n;
}

/* The lines between two offsets that are code: markers of regions inside are left out. */
static struct text cut_lines(struct text file, size_t from, size_t to, struct arena *arena) {
    struct text inner = text_cut(file, from, to), name;
    size_t common = SIZE_MAX;
    for (struct text rest = inner; rest.len;) {
        struct text line = text_next(&rest, '\n');
        if (!text_trim(line).len || region_start(line, &name) || region_end(line)) continue;
        if (indentation(line) < common) common = indentation(line);
    }
    if (common == SIZE_MAX) return (struct text){0};
    struct buf out = {0};
    for (struct text rest = inner; rest.len;) {
        struct text line = text_next(&rest, '\n');
        if (region_start(line, &name) || region_end(line)) continue;
        buf_view(&out, text_cut(line, common, line.len));
        buf_char(&out, '\n');
    }
    struct text copy = arena_text(arena, buf_text(&out));
    buf_free(&out);
    return copy;
}

enum code_problem code_region_find(struct text file, struct text name, struct code_region *region,
                                   struct arena *arena) {
    size_t from = 0, to = 0, depth = 0; /* depth: regions open inside the wanted one, itself too */
    bool found = false, closed = false;
    unsigned long number = 1;
    *region = (struct code_region){0};
    for (size_t start = 0; start < file.len; number++) {
        size_t end = text_find(file, "\n", start);
        if (end == SIZE_MAX) end = file.len;
        struct text line = text_cut(file, start, end), here;
        if (region_start(line, &here)) {
            bool wanted = text_equal(here, name);
            if (wanted && found) {
                region->first_line = number;
                return CODE_TWICE;
            }
            if (wanted) {
                found = true;
                from = end < file.len ? end + 1 : end;
                region->first_line = number + 1;
            }
            if (found && !closed) depth++;
        } else if (region_end(line) && found && !closed && --depth == 0) {
            closed = true;
            to = start;
        }
        start = end + 1;
    }
    if (!found) return CODE_NO_REGION;
    if (!closed) {
        region->first_line--;
        return CODE_UNCLOSED;
    }
    region->text = cut_lines(file, from, to, arena);
    return text_trim(region->text).len ? CODE_FOUND : CODE_EMPTY;
}

/* ---- the info string --------------------------------------------------------------------- */

static const char *const languages[] = {
    "table",  "simulate", "tool",       "c",        "cpp",    "cuda",    "ptx",  "sass",
    "json",   "sh",       "shell",      "bash",     "zsh",    "console", "text", "plain",
    "output", "make",     "yaml",       "toml",     "python", "asm",     "diff", "html",
    "css",    "js",       "javascript", "markdown", "md",     "mermaid"};

struct code {
    struct node *node;
    const struct root *root;
    const struct source *source;
    struct arena *arena;
    struct diags *diags;
};

/* Where a piece of the info string stands in the source: the fence's line holds it as written
 * unless it has escapes or entities; then the fence is pointed at. */
static size_t place_of(const struct code *code, struct text piece) {
    struct place place = source_place(code->source, code->node->offset);
    struct text line = source_line(code->source, place.line);
    const char *needle = arena_string(code->arena, piece);
    size_t at = text_find(line, needle, place.column - 1);
    return at == SIZE_MAX ? code->node->offset : source_offset(code->source, place.line, at + 1);
}

#define CODE_ERROR(code, piece, hint, ...)                                                         \
    diag_error((code)->diags, (code)->source, place_of((code), (piece)), (piece).len, (hint),      \
               __VA_ARGS__)

static void check_language(const struct code *code, struct text word) {
    struct text language = code->node->code.language;
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (text_is(language, languages[i])) return;
    struct nearest nearest = {.wanted = language};
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        nearest_offer(&nearest, text_of(languages[i]));
    CODE_ERROR(code, word, nearest_hint(&nearest, "the plainest language is text", code->arena),
               "unknown block or language %.*s", TEXT_ARG(word));
}

/* ---- cutting ----------------------------------------------------------------------------- */

static const char *region_hint(const struct code *code, struct text file, struct text wanted) {
    struct nearest nearest = {.wanted = wanted};
    struct buf all = {0};
    for (struct text rest = file, name; rest.len;) {
        if (!region_start(text_next(&rest, '\n'), &name)) continue;
        nearest_offer(&nearest, name);
        buf_printf(&all, "%s%.*s", all.len ? ", " : "it has: ", TEXT_ARG(name));
    }
    const char *otherwise = all.len ? arena_string(code->arena, buf_text(&all))
                                    : "mark it with // region: NAME and // endregion";
    buf_free(&all);
    return nearest_hint(&nearest, otherwise, code->arena);
}

static bool may_be_shown(struct text path) {
    return (text_starts(path, "kernels/") || text_starts(path, "gen/") ||
            text_starts(path, "content/")) &&
           text_find(path, "..", 0) == SIZE_MAX && text_find(path, "//", 0) == SIZE_MAX;
}

/* The file as it is and as a source, which is what a page can show. */
static const struct source *read_file(const struct code *code, struct text path,
                                      struct text *bytes) {
    if (!may_be_shown(path)) {
        CODE_ERROR(code, path, "only files below kernels/, gen/ and content/ can be shown",
                   "code cannot be cut from %.*s", TEXT_ARG(path));
        return NULL;
    }
    if (!file_exists(code->root, path)) {
        struct text top = text_cut(path, 0, text_find(path, "/", 0));
        struct file_list list = file_walk(code->root, top, "", code->arena, code->diags);
        struct nearest nearest = {.wanted = path};
        for (size_t i = 0; i < list.count; i++)
            nearest_offer(&nearest, list.path[i]);
        CODE_ERROR(code, path, nearest_hint(&nearest, NULL, code->arena), "no file %.*s",
                   TEXT_ARG(path));
        return NULL;
    }
    if (!file_read(code->root, path, FILE_MAX_TEXT, code->arena, bytes, code->diags)) return NULL;
    const struct source *file = source_load(code->arena, path, *bytes);
    uint32_t control;
    if (utf8_check(file->text, &control) == SIZE_MAX) return file;
    CODE_ERROR(code, path, "save it as UTF-8, without control characters", "%.*s is not text",
               TEXT_ARG(path));
    return NULL;
}

static void cut(const struct code *code, struct text path, struct text name) {
    struct node *node = code->node;
    struct text bytes;
    const struct source *file = read_file(code, path, &bytes);
    if (!file) return;
    struct code_region region;
    unsigned long line;
    switch (code_region_find(file->text, name, &region, code->arena)) {
    case CODE_NO_REGION:
        CODE_ERROR(code, name, region_hint(code, file->text, name), "no region %.*s in %.*s",
                   TEXT_ARG(name), TEXT_ARG(path));
        return;
    case CODE_TWICE:
        line = region.first_line;
        CODE_ERROR(code, name, "give each region a name of its own",
                   "region %.*s stands twice in %.*s, again in line %lu", TEXT_ARG(name),
                   TEXT_ARG(path), line);
        return;
    case CODE_UNCLOSED:
        line = region.first_line;
        CODE_ERROR(code, name, "write // endregion after its last line",
                   "region %.*s of %.*s has no end; it starts in line %lu", TEXT_ARG(name),
                   TEXT_ARG(path), line);
        return;
    case CODE_EMPTY:
        CODE_ERROR(code, name, "move its markers around the lines to show",
                   "region %.*s of %.*s is empty", TEXT_ARG(name), TEXT_ARG(path));
        return;
    case CODE_FOUND: break;
    }
    char hash[65];
    sha256_hex(bytes, hash); /* of the bytes on disk, as the harness takes it */
    node->text = region.text;
    node->code.from = arena_text(code->arena, path);
    node->code.region = arena_text(code->arena, name);
    node->code.sha256 = arena_text(code->arena, text_of(hash));
    node->code.first_line = region.first_line;
}

static void read_block(const struct code *code) {
    struct text rest = text_trim(code->node->code.info);
    struct text word = text_next(&rest, ' ');
    if (!word.len) return;
    check_language(code, word);
    rest = text_trim(rest);
    if (!rest.len) return;
    if (!text_starts(rest, "from=")) {
        CODE_ERROR(code, rest, "after the language only from=FILE#REGION may stand",
                   "unknown attribute %.*s", TEXT_ARG(rest));
        return;
    }
    /* The region's name is the rest of the line: names of several words are common. */
    struct text region = text_cut(rest, sizeof "from=" - 1, rest.len);
    struct text path = text_next(&region, '#');
    region = text_trim(region);
    if (!path.len || !region.len) {
        CODE_ERROR(code, rest, "write from=kernels/stride.cu#strided",
                   "from= needs a file and a region");
        return;
    }
    if (text_trim(code->node->text).len)
        CODE_ERROR(code, rest, "leave the block empty: its lines come from the file",
                   "a block with from= has lines of its own");
    else
        cut(code, path, region);
}

void code_read(struct node *document, const struct root *root, const struct source *source,
               struct arena *arena, struct diags *diags) {
    struct code code = {.root = root, .source = source, .arena = arena, .diags = diags};
    for (struct node *node = document; node; node = tree_next(node, document)) {
        if (node->type != NODE_CODE_BLOCK) continue;
        code.node = node;
        read_block(&code);
    }
}
