/* tool -- see tool.h. */
#include "page/tool.h"

#include "base/nearest.h"
#include "model/catalog.h"
#include "page/markdown.h"
#include "page/predict.h"

static const char *const kinds[TOOL_KINDS] = {"model", "compare", "simulator"};

struct reader {
    const struct source *source;
    struct arena *arena;
    struct diags *diags;
    const struct node *fence;
    struct tool_block *block;
    bool set[4]; /* which settings were given */
};

#define READ_ERROR(reader, offset, length, hint, ...)                                              \
    diag_error((reader)->diags, (reader)->source, (offset), (length), (hint), __VA_ARGS__)

/* ---- settings ---------------------------------------------------------------------------- */

enum setting { SET_CARD, SET_KERNEL, SET_BANDWIDTHS, SET_LOADS, SETTINGS };
static const char *const settings[SETTINGS] = {"card", "kernel", "bandwidths", "loads"};

static void read_kernel(struct reader *reader, struct text value, size_t offset) {
    struct nearest nearest = {.wanted = value};
    for (size_t i = 0; model_kernel_name(i); i++) {
        nearest_offer(&nearest, text_of(model_kernel_name(i)));
        if (text_is(value, model_kernel_name(i))) reader->block->kernel = value;
    }
    if (!reader->block->kernel.len)
        READ_ERROR(reader, offset, value.len, nearest_hint(&nearest, NULL, reader->arena),
                   "unknown kernel %.*s", TEXT_ARG(value));
}

static void read_value(struct reader *reader, enum setting setting, struct text value,
                       size_t offset) {
    struct tool_block *block = reader->block;
    switch (setting) {
    case SET_CARD:
        block->card = value;
        block->card_offset = offset;
        break;
    case SET_KERNEL: read_kernel(reader, value, offset); break;
    case SET_BANDWIDTHS:
        block->bandwidths_offset = offset;
        block->bandwidths = text_is(value, "rated")      ? TOOL_BANDWIDTHS_RATED
                            : text_is(value, "measured") ? TOOL_BANDWIDTHS_MEASURED
                                                         : TOOL_BANDWIDTHS_BEST;
        if (block->bandwidths == TOOL_BANDWIDTHS_BEST)
            READ_ERROR(reader, offset, value.len, "bandwidths are rated or measured",
                       "unknown bandwidths %.*s", TEXT_ARG(value));
        break;
    case SET_LOADS:
        block->loads = text_is(value, "4") ? 4 : text_is(value, "16") ? 16 : 0;
        if (!block->loads)
            READ_ERROR(reader, offset, value.len,
                       "bytes that a lane loads from shared memory at once: 4 or 16",
                       "unknown width of loads %.*s", TEXT_ARG(value));
        break;
    case SETTINGS: break;
    }
}

static void read_setting(struct reader *reader, struct text line, size_t offset) {
    size_t colon = text_find(line, ":", 0);
    struct text key = text_trim(text_cut(line, 0, colon));
    struct text value =
        text_trim(text_cut(line, colon == SIZE_MAX ? line.len : colon + 1, line.len));
    size_t at = offset + (size_t)(key.len ? key.ptr - line.ptr : 0);
    enum setting setting = 0;
    struct nearest nearest = {.wanted = key};
    while (setting < SETTINGS && !text_is(key, settings[setting]))
        nearest_offer(&nearest, text_of(settings[setting++]));
    if (!key.len)
        READ_ERROR(reader, offset, line.len, "write kernel: gemm16", "a line without a setting");
    else if (setting == SETTINGS)
        READ_ERROR(reader, at, key.len,
                   nearest_hint(&nearest, "settings are card, kernel, bandwidths and loads",
                                reader->arena),
                   "unknown setting %.*s", TEXT_ARG(key));
    else if (!value.len)
        READ_ERROR(reader, at, key.len, "write it behind a colon, or take the line out",
                   "%.*s without a value", TEXT_ARG(key));
    else if (reader->set[setting])
        READ_ERROR(reader, at, key.len, "one of the two", "%.*s is set twice", TEXT_ARG(key));
    else
        read_value(reader, setting, value, offset + (size_t)(value.ptr - line.ptr));
    if (setting < SETTINGS) reader->set[setting] = true;
}

static void read_settings(struct reader *reader) {
    struct text rest = reader->fence->text;
    for (size_t n = 0; rest.len; n++) {
        struct text line = text_next(&rest, '\n');
        if (!text_trim(line).len) continue;
        size_t offset = markdown_code_line_offset(reader->source, reader->fence, n);
        if (reader->block->kind == TOOL_MODEL) {
            read_setting(reader, line, offset);
            continue;
        }
        READ_ERROR(reader, offset, line.len, "leave the block empty: it is about the page's card",
                   "tool %s takes no settings", kinds[reader->block->kind]);
        return;
    }
}

/* ---- fences ------------------------------------------------------------------------------ */

static enum tool_kind kind_of(struct reader *reader) {
    const struct node *fence = reader->fence;
    struct text name = text_trim(fence->code.info);
    text_next(&name, ' ');
    name = text_trim(name);
    struct nearest nearest = {.wanted = name};
    for (int i = 0; i < TOOL_KINDS; i++) {
        if (text_is(name, kinds[i])) return (enum tool_kind)i;
        nearest_offer(&nearest, text_of(kinds[i]));
    }
    static const char all[] = "write ```tool model, ```tool compare or ```tool simulator";
    if (name.len)
        READ_ERROR(reader, fence->offset, fence->length, nearest_hint(&nearest, all, reader->arena),
                   "unknown tool %.*s", TEXT_ARG(name));
    else
        READ_ERROR(reader, fence->offset, fence->length, all, "a tool block without a name");
    return TOOL_KINDS;
}

static struct node *read_fence(struct reader *reader, bool seen[TOOL_KINDS]) {
    const struct node *fence = reader->fence;
    struct tool_block *block = ARENA_NEW(reader->arena, struct tool_block);
    struct node *tool = node_new(reader->arena, NODE_TOOL, fence->offset, fence->length);
    reader->block = tool->tool = block;
    for (int i = 0; i < SETTINGS; i++)
        reader->set[i] = false;
    block->kind = kind_of(reader);
    if (block->kind == TOOL_KINDS) return NULL;
    if (seen[block->kind])
        READ_ERROR(reader, fence->offset, fence->length, "a page holds each tool once",
                   "a second tool %s", kinds[block->kind]);
    seen[block->kind] = true;
    if (block->kind == TOOL_SIMULATOR)
        block->commands = text_trim(fence->text).len ? fence->text : (struct text){0};
    else
        read_settings(reader);
    return tool;
}

void tool_read(struct node *document, const struct source *source, struct arena *arena,
               struct diags *diags) {
    struct reader reader = {.source = source, .arena = arena, .diags = diags};
    bool seen[TOOL_KINDS] = {0};
    for (struct node *node = document, *next; node; node = next) {
        next = tree_next(node, document);
        if (node->type != NODE_CODE_BLOCK || !text_is(node->code.language, "tool")) continue;
        reader.fence = node;
        struct node *tool = read_fence(&reader, seen);
        if (tool) node_insert_after(node, tool);
        node_unlink(node);
    }
}

/* ---- cards ------------------------------------------------------------------------------- */

void tool_check(const struct node *tool, const struct source *source,
                const struct evaluation *evaluation, struct arena *arena) {
    const struct tool_block *block = tool->tool;
    if (!block->card.len) return;
    const struct card *card = cards_find(evaluation->cards, block->card);
    if (!card) {
        struct nearest nearest = {.wanted = block->card};
        for (size_t i = 0; i < evaluation->cards->count; i++)
            nearest_offer(&nearest, evaluation->cards->list[i].id);
        diag_error(evaluation->diags, source, block->card_offset, block->card.len,
                   nearest_hint(&nearest, NULL, arena), "unknown card %.*s", TEXT_ARG(block->card));
        return;
    }
    struct model_card figures = predict_card(card, arena);
    bool measured = figures.measured_shared.known || figures.measured_l2.known ||
                    figures.measured_read.known || figures.measured_copy.known;
    if (block->bandwidths == TOOL_BANDWIDTHS_MEASURED && !measured)
        diag_error(evaluation->diags, source, block->bandwidths_offset, sizeof "measured" - 1,
                   "its bandwidths are rated", "no bandwidth of %.*s was measured",
                   TEXT_ARG(card->name));
}
