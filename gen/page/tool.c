/* tool -- see tool.h. */
#include "page/tool.h"

#include <stdint.h>

#include "page/fence.h"
#include "page/predict.h"

static const char *const kinds[TOOL_KINDS] = {"model", "compare", "simulator"};

/* ---- settings ---------------------------------------------------------------------------- */

enum setting { SET_CARD, SET_KERNEL, SET_BANDWIDTHS, SET_LOADS, SETTINGS };
static const char *const settings[SETTINGS] = {"card", "kernel", "bandwidths", "loads"};

static void read_kernel(const struct fence *fence, struct tool_block *block, struct text value) {
    struct nearest nearest = predict_near_kernels(value);
    if (model_kernel_find(value)) block->kernel = value;
    if (!block->kernel.len)
        fence_error(fence, value, nearest_hint(&nearest, NULL, fence->reader->arena),
                    "unknown kernel %.*s", TEXT_ARG(value));
}

/* The result is 1 for the first word, 2 for the second and 0 after a message. */
static int read_choice(const struct fence *fence, struct text value, const char *const words[2],
                       const char *hint, const char *what) {
    for (int i = 0; i < 2; i++)
        if (text_is(value, words[i])) return i + 1;
    fence_error(fence, value, hint, "unknown %s %.*s", what, TEXT_ARG(value));
    return 0;
}

static void read_value(const struct fence *fence, struct tool_block *block, enum setting setting,
                       struct text value) {
    static const char *const rates[] = {"rated", "measured"}, *const widths[] = {"4", "16"};
    static const int loads[] = {0, 4, 16};
    switch (setting) {
    case SET_CARD: block->card = value; break;
    case SET_KERNEL: read_kernel(fence, block, value); break;
    case SET_BANDWIDTHS:
        block->bandwidths_at = value;
        block->bandwidths = (enum tool_bandwidths)read_choice(
            fence, value, rates, "bandwidths are rated or measured", "bandwidths");
        break;
    case SET_LOADS:
        block->loads = loads[read_choice(
            fence, value, widths, "bytes that a lane loads from shared memory at once: 4 or 16",
            "width of loads")];
        break;
    case SETTINGS: break;
    }
}

static void read_setting(const struct fence *fence, struct tool_block *block, bool set[SETTINGS],
                         struct text line) {
    size_t colon = text_find(line, ":", 0);
    struct text key = text_trim(text_cut(line, 0, colon));
    struct text value = text_trim(text_cut(line, colon == SIZE_MAX ? colon : colon + 1, SIZE_MAX));
    enum setting setting = 0;
    struct nearest nearest = {.wanted = key};
    while (setting < SETTINGS && !text_is(key, settings[setting]))
        nearest_offer(&nearest, text_of(settings[setting++]));
    if (!key.len)
        fence_error(fence, line, "write kernel: gemm16", "a line without a setting");
    else if (setting == SETTINGS)
        fence_error(fence, key,
                    nearest_hint(&nearest, "settings are card, kernel, bandwidths and loads",
                                 fence->reader->arena),
                    "unknown setting %.*s", TEXT_ARG(key));
    else if (!value.len)
        fence_error(fence, key, "write it behind a colon, or take the line out",
                    "%.*s without a value", TEXT_ARG(key));
    else if (set[setting])
        fence_error(fence, key, "one of the two", "%.*s is set twice", TEXT_ARG(key));
    else
        read_value(fence, block, setting, value);
    if (setting < SETTINGS) set[setting] = true;
}

static void read_settings(struct fence *fence, struct tool_block *block) {
    bool set[SETTINGS] = {0};
    struct text line;
    while (fence_next(fence, &line)) {
        if (block->kind == TOOL_MODEL) {
            read_setting(fence, block, set, line);
            continue;
        }
        fence_error(fence, line, "leave the block empty: it is about the page's card",
                    "tool %s takes no settings", kinds[block->kind]);
        return;
    }
}

/* ---- the fence --------------------------------------------------------------------------- */

static enum tool_kind kind_of(const struct fence *fence) {
    static const char all[] = "write ```tool model, ```tool compare or ```tool simulator";
    struct text name = fence->more;
    struct nearest nearest = {.wanted = name};
    for (int i = 0; i < TOOL_KINDS; i++) {
        if (text_is(name, kinds[i])) return (enum tool_kind)i;
        nearest_offer(&nearest, text_of(kinds[i]));
    }
    if (name.len)
        node_error(fence->reader, fence->node, nearest_hint(&nearest, all, fence->reader->arena),
                   "unknown tool %.*s", TEXT_ARG(name));
    else
        node_error(fence->reader, fence->node, all, "a tool block without a name");
    return TOOL_KINDS;
}

static bool stands_already(const struct node *document, enum tool_kind kind) {
    for (const struct node *node = document; node; node = tree_next(node, document))
        if (node->type == NODE_TOOL && node->tool->kind == kind) return true;
    return false;
}

void fence_tool(struct fence *fence) {
    const struct node *node = fence->node;
    struct tool_block *block = ARENA_NEW(fence->reader->arena, struct tool_block);
    struct node *tool = node_new(fence->reader->arena, NODE_TOOL, node->offset, node->length);
    tool->tool = block;
    block->kind = kind_of(fence);
    if (block->kind == TOOL_KINDS) {
        fence_replace(fence, NULL);
        return;
    }
    if (stands_already(fence->document, block->kind))
        node_error(fence->reader, fence->node, "a page holds each tool once", "a second tool %s",
                   kinds[block->kind]);
    if (block->kind == TOOL_SIMULATOR)
        block->commands = text_trim(node->text).len ? node->text : (struct text){0};
    else
        read_settings(fence, block);
    fence_replace(fence, tool);
}

/* ---- cards ------------------------------------------------------------------------------- */

void tool_check(const struct node *tool, const struct page_reader *reader,
                const struct evaluation *evaluation) {
    const struct tool_block *block = tool->tool;
    if (!block->card.len) return;
    const struct card *card = cards_find(evaluation->cards, block->card);
    if (!card) {
        struct nearest nearest = predict_near_cards(evaluation->cards, block->card);
        text_error(reader, block->card, nearest_hint(&nearest, NULL, reader->arena),
                   "unknown card %.*s", TEXT_ARG(block->card));
        return;
    }
    struct model_card figures = predict_card(card, reader->arena);
    bool measured = figures.measured_shared.known || figures.measured_l2.known ||
                    figures.measured_read.known || figures.measured_copy.known;
    if (block->bandwidths == TOOL_BANDWIDTHS_MEASURED && !measured)
        text_error(reader, block->bandwidths_at, "its bandwidths are rated",
                   "no bandwidth of %.*s was measured", TEXT_ARG(card->name));
}
