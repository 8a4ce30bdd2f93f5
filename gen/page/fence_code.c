/* fence_code -- code blocks: known languages, code cut from marked regions of source files, and the
 * commands of the memory hierarchy with what they print.
 *
 *     ```cuda from=kernels/stride.cu#strided
 *     ```
 *
 * shows the lines between `// region: strided` and `// endregion` of that file, so that the code on
 * the page is the code that was measured. Regions do not nest, and each name stands once in its file.
 * Neither other pages nor code of other exercises is shown: those that are not published would show
 * through. No other fence, image or formula reads a file. */
#include "page/fence.h"

#include <stdint.h>

#include "base/nearest.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "model/simulator.h"
#include "base/rules.h"

/* ---- regions ----------------------------------------------------------------------------- */

/* A marker is `// region: NAME` or `// endregion`, whose name is of no interest. */
static bool is_marker(struct text line, bool *starts, struct text *name) {
    static struct pattern form = {"\\A\\s*//\\s*(?:(region:)|endregion)\\s*(.*?)\\s*\\z", NULL};
    struct text part[PATTERN_PARTS];
    if (!pattern_find(&form, line, part)) return false;
    *starts = part[1].ptr != NULL;
    *name = part[2];
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

struct region {
    struct text text;   /* ends with a line end; empty: a message was written */
    unsigned long line; /* of the marker that starts it, from 1; the text begins one below */
};

static void report_unknown(const struct fence *fence, const struct source *file,
                           struct text wanted) {
    struct nearest nearest = {.wanted = wanted};
    struct buf all = {0};
    bool starts;
    for (struct text rest = file->text, name; rest.len;) {
        if (!is_marker(text_next(&rest, '\n'), &starts, &name) || !starts) continue;
        nearest_offer(&nearest, name);
        buf_printf(&all, "%s%.*s", all.len ? ", " : "it has: ", TEXT_ARG(name));
    }
    const char *otherwise = all.len ? buf_take(&all, fence->reader->arena).ptr
                                    : "mark it with // region: NAME and // endregion";
    fence_error(fence, wanted, nearest_hint(&nearest, otherwise, fence->reader->arena),
                "no region %.*s in %.*s", TEXT_ARG(wanted), TEXT_ARG(file->path));
}

static struct region find_region(const struct fence *fence, const struct source *file,
                                 struct text name) {
    struct region region = {0};
    struct text path = file->path, lines = {0};
    unsigned long number = 0, open = 0; /* open: the line that started a region, 0 outside of one */
    bool inside = false, ended = false, starts;
    for (struct text rest = file->text, here; rest.len;) {
        struct text line = text_next(&rest, '\n');
        number++;
        if (!is_marker(line, &starts, &here)) continue;
        bool wanted = starts && text_equal(here, name);
        if (wanted && region.line) {
            fence_error(fence, name, "give each region a name of its own",
                        "region %.*s stands twice, %.*s:%lu and %.*s:%lu", TEXT_ARG(name),
                        TEXT_ARG(path), region.line, TEXT_ARG(path), number);
            return region;
        }
        if (wanted) {
            region.line = number;
            lines = rest;
        } else if (inside && !starts) {
            ended = true;
            lines.len = (size_t)(line.ptr - lines.ptr);
        }
        if (open && (wanted || (starts && inside))) {
            fence_error(fence, name, "end one region before the next begins",
                        "region %.*s, %.*s:%lu, and the one of %.*s:%lu stand in each other",
                        TEXT_ARG(name), TEXT_ARG(path), region.line, TEXT_ARG(path),
                        wanted ? open : number);
            return region;
        }
        inside = wanted;
        open = starts ? number : 0;
    }
    if (ended) region.text = outdent(lines, fence->reader->arena);
    if (!region.line)
        report_unknown(fence, file, name);
    else if (!ended)
        fence_error(fence, name, "write // endregion after its last line",
                    "region %.*s, %.*s:%lu, has no end", TEXT_ARG(name), TEXT_ARG(path),
                    region.line);
    else if (!region.text.len)
        fence_error(fence, name, "move its markers around the lines to show",
                    "region %.*s, %.*s:%lu, is empty", TEXT_ARG(name), TEXT_ARG(path), region.line);
    return region;
}

/* ---- files ------------------------------------------------------------------------------- */

/* Only exercises have a folder: content/exercises/sum/index.md has content/exercises/sum/. Markdown is
 * never code, and what was signed of it is not either: beside the page of an exercise other pages may lie,
 * each with a gate of its own. */
static bool may_be_shown(struct text path, struct text page) {
    static struct pattern folder = {"\\Acontent/exercises/[^/]*/", NULL};
    static struct pattern code = {"\\A(?:kernels|gen)/", NULL},
                          other = {"\\.\\.|//|(?i:\\.md|\\.signed|\\.sig)\\z", NULL};
    struct text own[PATTERN_PARTS];
    bool is_own =
        pattern_find(&folder, page, own) && text_equal(text_cut(path, 0, own[0].len), own[0]);
    return (is_own || pattern_find(&code, path, NULL)) && !pattern_find(&other, path, NULL);
}

/* The hash needs the bytes as they are on disk, the page a source, whose line ends are uniform. */
static const struct source *read_file(const struct fence *fence, struct text path,
                                      struct text *bytes) {
    const struct page_reader *reader = fence->reader;
    if (!reader->root || !may_be_shown(path, reader->source->path)) {
        fence_error(fence, path,
                    "code is shown from kernels/, from gen/, and on the page of an exercise from "
                    "the folder of that page; Markdown is no code",
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
    const struct source *file = read_file(fence, path, &bytes);
    struct region region = file ? find_region(fence, file, name) : (struct region){0};
    char hash[65];
    if (!region.text.len) return;
    sha256_hex(bytes, hash); /* of the bytes on disk, as the harness takes it */
    node->text = region.text;
    node->code.from = arena_text(arena, path);
    node->code.region = arena_text(arena, name);
    node->code.sha256 = arena_text(arena, text_of(hash));
    node->code.first_line = region.line + 1;
}

/* ---- code -------------------------------------------------------------------------------- */

void fence_code(struct fence *fence) {
    static const char attribute[] = "from=";
    struct text more = fence->more;
    if (!more.len) return;
    if (!text_starts(more, attribute)) {
        fence_error(fence, more, "after the language only from=FILE#REGION may stand",
                    "unknown attribute %.*s", TEXT_ARG(more));
        return;
    }
    /* The region's name is the rest of the line: names of several words are common. */
    struct text region = text_drop_start(more, attribute), path = text_next(&region, '#');
    region = text_trim(region);
    if (!path.len || !region.len)
        fence_error(fence, more, "write from=kernels/stride.cu#strided",
                    "from= needs a file and a region");
    else if (text_trim(fence->node->text).len)
        fence_error(fence, more, "leave the block empty: its lines come from the file",
                    "a block with from= has lines of its own");
    else
        cut(fence, path, region);
}

/* ---- commands ---------------------------------------------------------------------------- */

static void write_text(void *context, const char *data, size_t length) {
    buf_add(context, data, length);
}

bool simulate_run(struct simulator *simulator, struct text commands, uint64_t *loads,
                  struct buf *out) {
    const struct simulator_sink sink = {write_text, out};
    simulator_start(simulator);
    while (commands.len && *loads < SIMULATE_LOADS_MAX) {
        uint64_t before = simulator->now.total.loads, left = SIMULATE_LOADS_MAX - *loads;
        struct text line = text_next(&commands, '\n');
        if (simulator_begin(simulator, line.ptr, line.len, &sink))
            simulator_advance(simulator, left, &sink);
        *loads += simulator->now.total.loads - before;
    }
    simulator_finish(simulator, &sink);
    return *loads < SIMULATE_LOADS_MAX;
}

void fence_commands(const struct fence *fence, struct text commands, struct buf *out) {
    struct simulator simulator;
    uint64_t *loads = &fence->document->loads;
    if (*loads < SIMULATE_LOADS_MAX && !simulate_run(&simulator, commands, loads, out))
        node_error(fence->reader, fence->node,
                   "sweep less: a few times the lines of the cache show what all the others would",
                   "the commands of this page simulate more than %d loads", SIMULATE_LOADS_MAX);
}

/* The fence becomes two code blocks with a line between them. A command with a mistake in it shows the
 * simulator's own message, because an example may be about just that. */
void fence_simulate(struct fence *fence) {
    struct buf out = {0};
    struct node *input = fence->node, *label = fence_node(fence, NODE_PARAGRAPH);
    struct node *words = fence_node(fence, NODE_TEXT), *output = fence_node(fence, NODE_CODE_BLOCK);
    if (!text_trim(input->text).len)
        node_error(fence->reader, input, "write a command a line: load 0",
                   "a simulate block without commands");
    words->text = TEXT("Output:");
    node_append(label, words);
    fence_commands(fence, input->text, &out);
    output->text = buf_take(&out, fence->reader->arena);
    output->code.fenced = true;
    output->code.info = output->code.language = TEXT("output");
    input->code.info = input->code.language = TEXT("text");
    node_insert_after(input, label);
    node_insert_after(label, output);
}
