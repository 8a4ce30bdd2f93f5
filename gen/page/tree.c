/* tree -- see tree.h. */
#include "page/tree.h"

#include <assert.h>

struct node *node_new(struct arena *arena, enum node_type type, size_t offset, size_t length) {
    struct node *node = ARENA_NEW(arena, struct node);
    node->type = type;
    node->offset = offset;
    node->length = length;
    if (type == NODE_ITEM) node->item.task = -1;
    return node;
}

void node_append(struct node *parent, struct node *child) {
    assert(!child->parent);
    child->parent = parent;
    child->previous = parent->last;
    if (parent->last)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
}

void node_insert_after(struct node *where, struct node *node) {
    assert(where->parent && !node->parent);
    node->parent = where->parent;
    node->previous = where;
    node->next = where->next;
    if (where->next)
        where->next->previous = node;
    else
        where->parent->last = node;
    where->next = node;
}

void node_unlink(struct node *node) {
    if (!node->parent) return;
    if (node->previous)
        node->previous->next = node->next;
    else
        node->parent->first = node->next;
    if (node->next)
        node->next->previous = node->previous;
    else
        node->parent->last = node->previous;
    node->parent = node->previous = node->next = NULL;
}

bool node_is_block(const struct node *node) {
    if (node->type == NODE_COND) return node->cond.block;
    if (node->type == NODE_BRANCH) return node->parent && node_is_block(node->parent);
    return node->type < NODE_TEXT;
}

struct node *tree_next(const struct node *node, const struct node *root) {
    if (node->first) return node->first;
    while (node != root && !node->next)
        node = node->parent;
    return node == root ? NULL : node->next;
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

struct node *tree_visible_next(const struct node *node, const struct node *root) {
    return next_visible(node, root, true);
}

struct node *tree_visible_child(const struct node *parent) {
    return next_visible(parent, parent, true);
}

struct node *tree_visible_sibling(const struct node *node) {
    const struct node *root = node->parent;
    if (!root) return NULL;
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
