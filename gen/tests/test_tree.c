/* The tree itself: building, and walking what a reader sees. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "page/tree.h"

static struct arena arena;

static struct node *add(struct node *parent, enum node_type type, const char *text) {
    struct node *node = node_new(&arena, type, 0, 1);
    node->text = text_of(text);
    if (parent) node_append(parent, node);
    return node;
}

static struct node *add_cond(struct node *parent, bool block) {
    struct node *cond = add(parent, NODE_COND, NULL);
    cond->cond.block = block;
    add(cond, NODE_BRANCH, NULL);
    add(cond, NODE_BRANCH, NULL);
    return cond;
}

static void assert_words(const struct node *root, const char *expected) {
    struct buf out = {0};
    tree_plain_text(root, &out);
    assert_string_equal(out.ptr ? out.ptr : "", expected);
    buf_free(&out);
}

static void links_hold(void **state) {
    (void)state;
    struct node *root = add(NULL, NODE_PARAGRAPH, NULL);
    struct node *a = add(root, NODE_TEXT, "a"), *c = add(root, NODE_TEXT, "c");
    struct node *b = node_new(&arena, NODE_TEXT, 0, 1);
    node_insert_after(a, b);
    assert_ptr_equal(a->next, b);
    assert_ptr_equal(c->previous, b);
    assert_ptr_equal(b->parent, root);
    struct node *d = node_new(&arena, NODE_TEXT, 0, 1);
    node_insert_after(c, d);
    assert_ptr_equal(root->last, d);
    node_unlink(a);
    assert_ptr_equal(root->first, b);
    assert_null(b->previous);
    node_unlink(d);
    assert_ptr_equal(root->last, c);
    node_unlink(b);
    node_unlink(c);
    assert_null(root->first);
    assert_null(root->last);
    node_unlink(c); /* not in a tree: nothing happens */
    node_append(root, c);
    assert_ptr_equal(root->first, c);
}

static void next_is_document_order(void **state) {
    (void)state;
    struct node *root = add(NULL, NODE_DOCUMENT, NULL);
    struct node *p = add(root, NODE_PARAGRAPH, NULL);
    struct node *em = add(p, NODE_EMPH, NULL);
    struct node *a = add(em, NODE_TEXT, "a");
    struct node *q = add(root, NODE_PARAGRAPH, NULL);
    assert_ptr_equal(tree_next(root, root), p);
    assert_ptr_equal(tree_next(p, root), em);
    assert_ptr_equal(tree_next(em, root), a);
    assert_ptr_equal(tree_next(a, root), q);
    assert_null(tree_next(q, root));
    assert_null(tree_next(a, em)); /* does not leave its root */
    assert_null(tree_next(a, a));
}

static void blocks_and_inlines(void **state) {
    (void)state;
    struct node *root = add(NULL, NODE_DOCUMENT, NULL);
    assert_true(node_is_block(root));
    assert_true(node_is_block(add(root, NODE_NOTE, NULL)));
    assert_false(node_is_block(add(root, NODE_TEXT, NULL)));
    struct node *block = add_cond(root, true), *line = add_cond(root, false);
    assert_true(node_is_block(block));
    assert_true(node_is_block(block->first));
    assert_false(node_is_block(line));
    assert_false(node_is_block(line->first));
    assert_int_equal(add(root, NODE_ITEM, NULL)->item.task, -1);
}

static void conditions_are_transparent(void **state) {
    (void)state;
    struct node *p = add(NULL, NODE_PARAGRAPH, NULL);
    add(p, NODE_TEXT, "a");
    struct node *outer = add_cond(p, false);
    struct node *inner = add_cond(outer->first, false);
    add(inner->first, NODE_TEXT, "b");
    add(inner->last, NODE_TEXT, "B");
    add(outer->first, NODE_TEXT, "c");
    add(outer->last, NODE_TEXT, "C");
    struct node *none = add_cond(p, false);
    add(none->first, NODE_TEXT, "never");
    struct node *em = add(p, NODE_EMPH, NULL);
    add(em, NODE_TEXT, "d");
    add(p, NODE_SOFTBREAK, NULL);
    add(p, NODE_CODE, "e");
    assert_words(p, "ad e"); /* nothing evaluated: no branch is shown */
    outer->cond.shown = outer->first;
    assert_words(p, "acd e");
    inner->cond.shown = inner->last;
    assert_words(p, "aBcd e");
    assert_words(outer, "Bc");
    assert_words(outer->first, "Bc");
    assert_words(inner->last, "B");
    assert_words(none, "");
    outer->cond.shown = outer->last;
    assert_words(p, "aCd e");
    for (struct node *node = tree_visible_next(p, p); node; node = tree_visible_next(node, p)) {
        assert_int_not_equal(node->type, NODE_COND);
        assert_int_not_equal(node->type, NODE_BRANCH);
    }
}

static void siblings_leave_branches(void **state) {
    (void)state;
    struct node *p = add(NULL, NODE_PARAGRAPH, NULL);
    struct node *outer = add_cond(p, false);
    struct node *inner = add_cond(outer->first, false);
    struct node *a = add(inner->first, NODE_TEXT, "a");
    struct node *empty = add_cond(p, false);
    struct node *b = add(p, NODE_TEXT, "b");
    outer->cond.shown = outer->first;
    inner->cond.shown = inner->first;
    empty->cond.shown = empty->first; /* a branch without anything in it */
    assert_ptr_equal(tree_visible_child(p), a);
    assert_ptr_equal(tree_visible_sibling(a), b);
    assert_null(tree_visible_sibling(b));
    assert_ptr_equal(tree_visible_child(outer), a);
    assert_null(tree_visible_child(empty));
    assert_null(tree_visible_child(empty->first));
}

static void values_are_words(void **state) {
    (void)state;
    struct node *cell = add(NULL, NODE_CELL, NULL);
    struct node *value = add(cell, NODE_EXPR, "copy.rate");
    value->value.shown = TEXT("563 GB/s");
    add(cell, NODE_LINEBREAK, NULL);
    struct node *link = add(cell, NODE_LINK, NULL);
    add(link, NODE_TEXT, "more");
    assert_words(cell, "563 GB/s more");
    assert_words(value, "563 GB/s");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_hold),
        cmocka_unit_test(next_is_document_order),
        cmocka_unit_test(blocks_and_inlines),
        cmocka_unit_test(conditions_are_transparent),
        cmocka_unit_test(siblings_leave_branches),
        cmocka_unit_test(values_are_words),
    };
    int failed = cmocka_run_group_tests_name("tree", tests, NULL, NULL);
    arena_free(&arena);
    return failed != 0;
}
