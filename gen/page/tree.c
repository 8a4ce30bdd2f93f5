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

/* The first node at or after `node` among its siblings that a reader sees; conditions are entered,
 * and when the siblings of a branch end, those after its condition follow. */
static struct node *visible_from(struct node *node, const struct node *parent) {
    const struct node *holder = parent;
    for (;;) {
        if (!node) {
            if (holder->type != NODE_BRANCH) return NULL;
            const struct node *cond = holder->parent;
            node = cond->next;
            holder = cond->parent;
            if (!holder) return NULL;
        } else if (node->type == NODE_COND) {
            if (node->cond.shown) {
                holder = node->cond.shown;
                node = holder->first;
            } else {
                node = node->next;
            }
        } else {
            return node;
        }
    }
}

struct node *tree_visible_child(const struct node *parent) {
    if (parent->type == NODE_COND) {
        parent = parent->cond.shown;
        if (!parent) return NULL;
    }
    /* The walk must not leave `parent`, not even when it is a branch itself. */
    struct node *first = visible_from(parent->first, parent);
    if (parent->type != NODE_BRANCH) return first;
    for (const struct node *up = first; up; up = up->parent)
        if (up == parent) return first;
    return NULL;
}

struct node *tree_visible_sibling(const struct node *node) {
    return node->parent ? visible_from(node->next, node->parent) : NULL;
}

static bool is_inside(const struct node *node, const struct node *root) {
    while (node && node != root)
        node = node->parent;
    return node == root;
}

struct node *tree_visible_next(const struct node *node, const struct node *root) {
    struct node *next = tree_visible_child(node);
    while (!next && node != root) {
        next = tree_visible_sibling(node);
        if (next) break;
        /* Up to the parent that a reader sees: branches and conditions are not there. */
        node = node->parent;
        while (node && node != root && (node->type == NODE_BRANCH || node->type == NODE_COND))
            node = node->parent;
        if (!node) return NULL;
    }
    return next && next != root && is_inside(next, root) ? next : NULL;
}

void tree_plain_text(const struct node *root, struct buf *out) {
    const struct node *node = root;
    if (root->type == NODE_COND || root->type == NODE_BRANCH) node = tree_visible_next(root, root);
    for (; node; node = tree_visible_next(node, root)) {
        if (node->type == NODE_TEXT || node->type == NODE_CODE || node->type == NODE_CODE_BLOCK)
            buf_view(out, node->text);
        else if (node->type == NODE_EXPR)
            buf_view(out, node->value.shown);
        else if (node->type == NODE_SOFTBREAK || node->type == NODE_LINEBREAK)
            buf_char(out, ' ');
    }
}
