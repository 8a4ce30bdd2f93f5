/* tree -- see tree.h. */
#include "page/tree.h"

#include <assert.h>
#include <string.h>

/* Most nodes of a page are words, line ends and what holds them: these are half as large as the others.
 * A node may become one of another type that needs no more. */
static size_t size_of(enum node_type type) {
    switch (type) {
    case NODE_PARAGRAPH:
    case NODE_CAPTION:
    case NODE_ROW:
    case NODE_QUOTE:
    case NODE_RULE:
    case NODE_FIGURE:
    case NODE_TEXT:
    case NODE_SOFTBREAK:
    case NODE_LINEBREAK:
    case NODE_CODE:
    case NODE_EMPH:
    case NODE_STRONG:
    case NODE_STRIKE:
    case NODE_BRANCH: return offsetof(struct node, heading);
    case NODE_CELL: return offsetof(struct node, heading) + sizeof(size_t);
    default: return sizeof(struct node);
    }
}

struct node *node_copy(struct arena *arena, const struct node *from) {
    struct node *node = arena_alloc(arena, size_of(from->type));
    memcpy(node, from, size_of(from->type));
    node->parent = node->first = node->last = node->previous = node->next = NULL;
    return node;
}

struct node *node_new(struct arena *arena, enum node_type type, size_t offset, size_t length) {
    struct node *node = arena_alloc(arena, size_of(type));
    node->type = type;
    node->offset = offset;
    node->length = length;
    if (type == NODE_ITEM) node->item.task = -1;
    return node;
}

void node_insert(struct node *parent, struct node *after, struct node *node) {
    struct node *next = after ? after->next : parent->first;
    assert(!node->parent);
    node->parent = parent;
    node->previous = after;
    node->next = next;
    *(after ? &after->next : &parent->first) = node;
    *(next ? &next->previous : &parent->last) = node;
}

void node_append(struct node *parent, struct node *child) {
    node_insert(parent, parent->last, child);
}

void node_insert_after(struct node *where, struct node *node) {
    assert(where->parent);
    node_insert(where->parent, where, node);
}

void node_unlink(struct node *node) {
    if (!node->parent) return;
    *(node->previous ? &node->previous->next : &node->parent->first) = node->next;
    *(node->next ? &node->next->previous : &node->parent->last) = node->previous;
    node->parent = node->previous = node->next = NULL;
}

bool node_is_block(const struct node *node) {
    if (node->type == NODE_COND) return node->cond.block;
    if (node->type == NODE_BRANCH) return node->parent && node_is_block(node->parent);
    return node->type < NODE_TEXT;
}

static bool is_transparent(const struct node *node) {
    return node->type == NODE_COND || node->type == NODE_BRANCH;
}

/* A reader goes on within `root`: below `node` if `enter`, else behind all of it. */
static struct node *next_visible(const struct node *node, const struct node *root, bool enter) {
    struct node *next;
    do {
        next = !enter ? NULL : node->type == NODE_COND ? node->cond.shown : node->first;
        for (; !next; node = node->parent) {
            if (node == root) return NULL;
            if (node->type != NODE_BRANCH) next = node->next;
        }
        node = next;
        enter = true;
    } while (is_transparent(next));
    return next;
}

/* It is there, and a reader sees it itself. */
static bool is_plain(const struct node *node) {
    return node && !is_transparent(node);
}

/* The next three look first at what it nearly always is. */
struct node *tree_visible_next(const struct node *node, const struct node *root) {
    if (is_plain(node)) {
        if (is_plain(node->first)) return node->first;
        if (!node->first && node != root && is_plain(node->next)) return node->next;
    }
    return next_visible(node, root, true);
}

struct node *tree_visible_child(const struct node *parent) {
    if (is_plain(parent) && (!parent->first || is_plain(parent->first))) return parent->first;
    return next_visible(parent, parent, true);
}

struct node *tree_visible_sibling(const struct node *node) {
    const struct node *root = node->parent;
    if (!root) return NULL;
    if (node->type != NODE_BRANCH && (node->next ? is_plain(node->next) : is_plain(root)))
        return node->next;
    while (is_transparent(root) && root->parent)
        root = root->parent;
    return next_visible(node, root, false);
}

void tree_plain_text(const struct node *root, struct buf *out) {
    const struct node *node = root;
    if (is_transparent(root)) node = tree_visible_next(root, root);
    for (; node; node = tree_visible_next(node, root)) {
        if (node->type == NODE_TEXT || node->type == NODE_CODE || node->type == NODE_CODE_BLOCK)
            buf_view(out, node->text);
        else if (node->type == NODE_EXPR)
            buf_view(out, node->value.shown);
        else if (node->type == NODE_SOFTBREAK || node->type == NODE_LINEBREAK)
            buf_char(out, ' ');
    }
}
