/* flat -- see flat.h. */
#include "page/flat.h"

#include <stdint.h>

#include "page/formula.h"

static void add_byte(struct flat *flat, char c, const struct node *node, size_t index) {
    flat->origin = arena_grow(&flat->arena, flat->origin, flat->words.len, &flat->capacity,
                              sizeof *flat->origin);
    flat->origin[flat->words.len] = (struct flat_origin){node, index};
    buf_char(&flat->words, c);
}

static void add_said(void *context, char c, const struct node *node, size_t index) {
    add_byte(context, c, node, index);
}

static void add_children(struct flat *flat, const struct node *parent);

static void add_node(struct flat *flat, const struct node *node) {
    switch (node->type) {
    case NODE_TEXT:
        for (size_t i = 0; i < node->text.len; i++)
            add_byte(flat, node->text.ptr[i], node, i);
        break;
    case NODE_SOFTBREAK:
    case NODE_LINEBREAK: add_byte(flat, ' ', node, 0); break;
    case NODE_CODE:
    case NODE_IMAGE: add_byte(flat, FLAT_CODE, node, 0); break;
    case NODE_EXPR: add_byte(flat, FLAT_VALUE, node, 0); break;
    case NODE_COND: {
        const struct node *branch = node->first;
        flat->chosen = flat->chosen || !node->cond.always;
        if (branch && flat->branch && !node->cond.always) branch = branch->next;
        if (branch) add_children(flat, branch);
        break;
    }
    case NODE_MATH: formula_say(node, &(struct formula_reader){add_said, flat}); break;
    case NODE_NOTE_REF: break;
    default: add_children(flat, node); break;
    }
}

static void add_children(struct flat *flat, const struct node *parent) {
    for (const struct node *child = parent->first; child; child = child->next)
        add_node(flat, child);
}

/* ---- the walk ---------------------------------------------------------------------------- */

struct walk {
    void (*each)(const struct flat *flat, void *context);
    void *context;
};

static void hand_out(const struct walk *walk, struct flat *flat) {
    walk->each(flat, walk->context);
    buf_free(&flat->words);
    arena_free(&flat->arena);
}

static void read_text(const struct walk *walk, const struct node *parent) {
    bool chosen = true;
    for (int branch = 0; branch < 2 && chosen; branch++) {
        struct flat flat = {.branch = branch};
        add_children(&flat, parent);
        chosen = flat.chosen;
        hand_out(walk, &flat);
    }
}

static void read_title(const struct walk *walk, const struct node *link) {
    struct flat flat = {0};
    for (size_t i = 0; i < link->link.title.len; i++)
        add_byte(&flat, link->link.title.ptr[i], link, 0);
    hand_out(walk, &flat);
}

void flat_each(const struct node *root, void (*each)(const struct flat *flat, void *context),
               void *context) {
    struct walk walk = {each, context};
    for (const struct node *node = root; node; node = tree_next(node, root)) {
        switch (node->type) {
        case NODE_BRANCH:
            if (!node->parent->cond.block) read_text(&walk, node);
            break;
        case NODE_IMAGE:
            read_text(&walk, node);
            read_title(&walk, node);
            break;
        case NODE_LINK: read_title(&walk, node); break;
        case NODE_PARAGRAPH:
        case NODE_HEADING:
        case NODE_CELL:
        case NODE_CAPTION:
        case NODE_FORMULA:
        case NODE_ASK:
        case NODE_THEN: read_text(&walk, node); break;
        default: break;
        }
    }
}

/* ---- places ------------------------------------------------------------------------------ */

/* Where byte `index` of the node's text stands. Text with entities or escapes is longer in the
 * source: there the same occurrence of the same bytes is looked for. */
static size_t place_of(const struct source *source, const struct flat_origin *origin,
                       struct text bytes) {
    const struct node *node = origin->node;
    if (node->type != NODE_TEXT || node->length == node->text.len)
        return node->offset + origin->index;
    struct arena arena = {0};
    const char *needle = arena_string(&arena, bytes);
    struct text written = text_cut(source->text, node->offset, node->offset + node->length);
    size_t at = text_find(written, needle, 0);
    for (size_t i = text_find(node->text, needle, 0); i < origin->index && at != SIZE_MAX;
         i = text_find(node->text, needle, i + 1))
        at = text_find(written, needle, at + 1);
    arena_free(&arena);
    return node->offset + (at == SIZE_MAX ? 0 : at);
}

static size_t same_node(const struct flat *flat, size_t from, size_t to) {
    size_t end = from + 1;
    while (end < to && flat->origin[end].node == flat->origin[from].node)
        end++;
    return end;
}

struct flat_range flat_place(const struct flat *flat, const struct source *source, size_t first,
                             size_t key, size_t last) {
    const struct flat_origin *origin = &flat->origin[first];
    size_t bytes = same_node(flat, first, key);
    size_t mark = origin->node->length == origin->node->text.len ? last : bytes;
    size_t same = same_node(flat, first, mark), length = same - first;
    if (origin->node->parent && origin->node->parent->type == NODE_MATH) /* said in other bytes */
        length = flat->origin[same - 1].index + 1 - origin->index;
    return (struct flat_range){
        place_of(source, origin, text_cut(buf_text(&flat->words), first, bytes)), length};
}
