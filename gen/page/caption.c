/* caption -- see caption.h. */
#include "page/caption.h"

static bool is_caption(const struct node *node) {
    return node && node->type == NODE_PARAGRAPH && node->first && node->first->type == NODE_TEXT &&
           text_starts(node->first->text, "Table: ");
}

static void take_caption(struct node *table, struct node *paragraph) {
    enum { PREFIX = sizeof "Table: " - 1 };
    struct node *start = paragraph->first;
    start->text = text_cut(start->text, PREFIX, start->text.len);
    start->offset += PREFIX;
    start->length = start->length > PREFIX ? start->length - PREFIX : 0;
    paragraph->type = NODE_CAPTION;
    node_unlink(paragraph);
    struct node *rows = table->first;
    if (!rows) {
        node_append(table, paragraph);
        return;
    }
    node_insert_after(rows, paragraph); /* there is no insert before: caption and head swap */
    node_unlink(rows);
    node_insert_after(paragraph, rows);
}

void captions_find(struct node *root, const struct page_reader *reader) {
    for (struct node *node = root; node; node = tree_next(node, root)) {
        if (node->type != NODE_TABLE) continue;
        if (node->first && node->first->type == NODE_CAPTION) continue;
        if (is_caption(node->previous))
            take_caption(node, node->previous);
        else if (is_caption(node->next))
            take_caption(node, node->next);
    }
    for (struct node *node = root; node; node = tree_next(node, root))
        if (is_caption(node))
            reader_error(reader, node->offset, sizeof "Table:" - 1,
                         "put it right above or below the table, with a blank line between; a "
                         "table has one caption",
                         "a caption without a table");
}
