/* fence_tool -- a ```tool: a part of the tool pages in a page of content. */
#include "model/count.h"
#include "page/fence.h"
#include "page/lookup.h"
#include "measure/predict.h"

static const char *const kinds[TOOL_KINDS] = {"model", "compare", "simulator", "access"};

/* A setting without values is looked at elsewhere. */
static const struct setting {
    const char *name, *values[2], *what, *hint;
} settings[TOOL_SETTINGS] = {
    [TOOL_CARD] = {"card", {NULL, NULL}, NULL, NULL},
    [TOOL_KERNEL] = {"kernel", {NULL, NULL}, NULL, NULL},
    [TOOL_BANDWIDTHS] = {"bandwidths",
                         {"rated", "measured"},
                         "bandwidths",
                         "bandwidths are rated or measured"},
    [TOOL_LOADS] = {"loads",
                    {"4", "16"},
                    "width of loads",
                    "bytes that a lane loads from shared memory at once: 4 or 16"},
};

static void read_value(const struct fence *fence, struct tool_block *block,
                       enum tool_setting number, struct text value) {
    const struct setting *setting = &settings[number];
    struct nearest nearest = predict_near_kernels(value);
    if (number == TOOL_KERNEL && !model_kernel_find(value))
        fence_error(fence, value, nearest_hint(&nearest, NULL, fence->reader->arena),
                    "unknown kernel %.*s", TEXT_ARG(value));
    else if (setting->what && !text_is(value, setting->values[0]) &&
             !text_is(value, setting->values[1]))
        fence_error(fence, value, setting->hint, "unknown %s %.*s", setting->what, TEXT_ARG(value));
    else
        block->set[number] = value;
}

static void read_setting(const struct fence *fence, struct tool_block *block,
                         bool set[TOOL_SETTINGS], struct text line) {
    struct text value = line, key = text_trim(text_next(&value, ':'));
    struct nearest nearest = {.wanted = key};
    enum tool_setting number = 0;
    value = text_trim(value);
    while (number < TOOL_SETTINGS && !text_is(key, settings[number].name))
        nearest_offer(&nearest, text_of(settings[number++].name));
    if (!key.len)
        fence_error(fence, line, "write kernel: gemm16", "a line without a setting");
    else if (number == TOOL_SETTINGS)
        fence_error(fence, key,
                    nearest_hint(&nearest, "settings are card, kernel, bandwidths and loads",
                                 fence->reader->arena),
                    "unknown setting %.*s", TEXT_ARG(key));
    else if (!value.len)
        fence_error(fence, key, "write it behind a colon, or take the line out",
                    "%.*s without a value", TEXT_ARG(key));
    else if (set[number])
        fence_error(fence, key, "one of the two", "%.*s is set twice", TEXT_ARG(key));
    else
        read_value(fence, block, number, value);
    if (number < TOOL_SETTINGS) set[number] = true;
}

static void read_settings(struct fence *fence, struct tool_block *block) {
    bool set[TOOL_SETTINGS] = {0};
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

static enum tool_kind kind_of(const struct fence *fence) {
    static const char all[] =
        "write ```tool model, ```tool compare, ```tool simulator or ```tool access";
    struct text name = fence->more;
    struct nearest nearest = {.wanted = name};
    enum tool_kind kind = 0;
    while (kind < TOOL_KINDS && !text_is(name, kinds[kind]))
        nearest_offer(&nearest, text_of(kinds[kind++]));
    if (kind == TOOL_KINDS && name.len)
        node_error(fence->reader, fence->node, nearest_hint(&nearest, all, fence->reader->arena),
                   "unknown tool %.*s", TEXT_ARG(name));
    else if (kind == TOOL_KINDS)
        node_error(fence->reader, fence->node, all, "a tool block without a name");
    return kind;
}

/* The index of an access is tried on the threads of a warp. */
static void read_index(struct fence *fence, struct tool_block *block) {
    struct text line;
    static struct count count;
    struct count_access access;
    struct count_error error;
    block->commands = TEXT("threadIdx.x");
    if (!fence_next(fence, &line)) return;
    block->commands = line;
    count_start(&count);
    if (!count_access(&count, line, &access, &error))
        fence_error(fence, text_cut(line, error.at < line.len ? error.at : 0, line.len),
                    "write an index as a kernel does: 2 * threadIdx.x", "lane %llu: %s",
                    (unsigned long long)error.lane, error.error);
    if (fence_next(fence, &line))
        fence_error(fence, line, "take it out", "a second line in a tool of one access");
}

/* The page shows what they print; here they are tried. */
static void read_commands(const struct fence *fence, struct tool_block *block) {
    struct buf out = {0};
    block->commands = fence->node->text;
    fence_commands(fence, block->commands, &out);
    buf_free(&out);
}

void fence_tool(struct fence *fence) {
    struct node *tool = fence_node(fence, NODE_TOOL);
    struct tool_block *block = tool->tool = ARENA_NEW(fence->reader->arena, struct tool_block);
    block->kind = kind_of(fence);
    if (block->kind == TOOL_KINDS) {
        fence_replace(fence, NULL);
        return;
    }
    for (const struct node *node = fence->document; node; node = tree_next(node, fence->document))
        if (node->type == NODE_TOOL && node->tool->kind == block->kind)
            node_error(fence->reader, fence->node, "a page holds each tool once",
                       "a second tool %s", kinds[block->kind]);
    if (block->kind == TOOL_ACCESS)
        read_index(fence, block);
    else if (block->kind != TOOL_SIMULATOR)
        read_settings(fence, block);
    else if (text_trim(fence->node->text).len)
        read_commands(fence, block);
    fence_replace(fence, tool);
}

void tool_check(const struct node *tool, const struct page_reader *reader,
                const struct evaluation *evaluation) {
    struct text name = tool->tool->set[TOOL_CARD], rates = tool->tool->set[TOOL_BANDWIDTHS];
    if (!name.len) return;
    const struct card *card = cards_find(evaluation->cards, name);
    if (!card) {
        struct nearest nearest = predict_near_cards(evaluation->cards, name);
        text_error(reader, name, nearest_hint(&nearest, NULL, reader->arena), "unknown card %.*s",
                   TEXT_ARG(name));
        return;
    }
    struct model_card figures = predict_card(card, reader->arena);
    bool measured = figures.measured_shared.known || figures.measured_l2.known ||
                    figures.measured_read.known || figures.measured_copy.known;
    if (text_is(rates, "measured") && !measured)
        text_error(reader, rates, "its bandwidths are rated", "no bandwidth of %.*s was measured",
                   TEXT_ARG(card->name));
}
