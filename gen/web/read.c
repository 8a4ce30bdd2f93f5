/* read -- see read.h. */
#include "web/read.h"

#include "page/fence.h"
#include "page/structure.h"
#include "render/own.h"

struct text read_text(const struct json *list, size_t index) {
    return index < list->count ? list->child[index].text : (struct text){0};
}

bool read_flag(const struct json *list, size_t index) {
    return index < list->count && list->child[index].truth;
}

static double read_number(const struct json *list, size_t index) {
    return index < list->count ? list->child[index].number : 0;
}

static size_t read_count(const struct json *list, size_t index) {
    double number = read_number(list, index);
    return number > 0 && number < 1e9 ? (size_t)number : 0;
}

static bool is_list(const struct json *list, size_t index) {
    return index < list->count && list->child[index].kind == JSON_KIND_LIST;
}

/* ---- fields: as put_fields() of own.c wrote them ----------------------------------------------- */

static void set_value(struct node *node, const struct json *from, struct arena *arena) {
    struct text unit = read_text(from, 2);
    node->text = read_text(from, 1);
    node->value.expr = structure_parse(node->text, arena);
    node->value.fixed = read_flag(from, 3);
    if (!unit.len || !node->value.expr) return;
    node->value.bare = node->value.expr->form.has_unit =
        expr_unit_parse(unit, &node->value.expr->form.unit);
}

static void set_cond(struct node *node, const struct json *from, struct arena *arena) {
    struct text source = read_text(from, 1);
    node->cond.always = text_is(source, "always");
    node->cond.given = text_is(source, "given");
    node->cond.block = read_flag(from, 2);
    if (!node->cond.always && !node->cond.given) node->cond.expr = structure_parse(source, arena);
    node->cond.claim = node->cond.expr && node->cond.expr->kind == EXPR_KIND_CLAIM;
}

static void set_loop(struct table_loop *loop, const struct json *from, struct arena *arena) {
    *loop = (struct table_loop){.variable = read_text(from, 0),
                                .series = read_text(from, 1),
                                .axis = read_text(from, 2),
                                .words = read_flag(from, 3)};
    if (from->count <= 4) return;
    loop->pick_count = from->count - 4;
    loop->pick = ARENA_ARRAY(arena, struct text, loop->pick_count);
    for (size_t i = 0; i < loop->pick_count; i++)
        loop->pick[i] = read_text(from, i + 4);
}

static void set_block(struct table_block *block, const struct json *from, struct arena *arena) {
    if (!is_list(from, 0) || !is_list(from, 1)) return;
    const struct json *loops = &from->child[0], *cells = &from->child[1];
    for (size_t i = 0; i < loops->count && i < BLOCKS_MAX_LOOPS; i++)
        set_loop(&block->loop[block->loop_count++], &loops->child[i], arena);
    for (size_t i = 0; i < cells->count && i < BLOCKS_MAX_COLUMNS; i++) {
        struct node *cell = read_tree(&cells->child[i], arena);
        if (cell) block->cell[block->column_count++] = cell;
    }
}

static void set_table(struct node *node, const struct json *from, struct arena *arena) {
    static const char letters[] = "-lcr"; /* enum cell_align */
    struct text align = read_text(from, 1);
    node->table.columns = align.len;
    node->table.align = ARENA_ARRAY(arena, enum cell_align, align.len + 1);
    for (size_t i = 0; i < align.len; i++)
        for (size_t k = 0; letters[k]; k++)
            if (letters[k] == align.ptr[i]) node->table.align[i] = (enum cell_align)k;
    if (!is_list(from, 2)) return;
    node->table.block = ARENA_NEW(arena, struct table_block);
    set_block(node->table.block, &from->child[2], arena);
}

static void set_link(struct node *node, const struct json *from) {
    struct text target = read_text(from, 1);
    node->link.target = text_is(target, "page")       ? LINK_PAGE
                        : text_is(target, "external") ? LINK_EXTERNAL
                                                      : LINK_PLAIN;
    node->link.href = read_text(from, 2);
    node->link.title = read_text(from, 3);
}

static void set_code(struct node *node, const struct json *from) {
    node->text = read_text(from, 1);
    node->code.set = read_text(from, 2);
    node->code.language = read_text(from, 3);
    node->code.from = read_text(from, 4);
    node->code.region = read_text(from, 5);
    node->code.first_line = (unsigned long)read_count(from, 6);
}

/* Returns where the children begin. */
static size_t set_fields(struct node *node, const struct json *from, struct arena *arena) {
    switch (node->type) {
    case NODE_HEADING:
        node->heading.level = (int)read_count(from, 1);
        node->heading.id = read_text(from, 2);
        return 3;
    case NODE_LIST:
        node->list.kind = read_flag(from, 1) ? LIST_ORDERED : LIST_BULLET;
        node->list.start = (unsigned long)read_count(from, 2);
        node->list.tight = read_flag(from, 3);
        return 4;
    case NODE_ITEM: node->item.task = (int)read_number(from, 1); return 2;
    case NODE_CODE_BLOCK: set_code(node, from); return 7;
    case NODE_TABLE: set_table(node, from, arena); return 3;
    case NODE_CELL: node->cell.column = read_count(from, 1); return 2;
    case NODE_TOOL:
        node->tool = ARENA_NEW(arena, struct tool_block);
        node->tool->kind = (enum tool_kind)read_count(from, 1);
        return 2;
    case NODE_NOTE: node->note.number = read_count(from, 1); return 2;
    case NODE_NOTE_REF:
        node->note.number = read_count(from, 1);
        node->note.ordinal = read_count(from, 2);
        return 3;
    case NODE_QUESTION: node->question.own = read_flag(from, 1); return 2;
    case NODE_CHOICE:
        node->choice.cond = is_list(from, 1) ? read_tree(&from->child[1], arena) : NULL;
        return 2;
    case NODE_CODE: node->text = read_text(from, 1); return 2;
    case NODE_LINK: set_link(node, from); return 4;
    case NODE_IMAGE:
        node->link.url = read_text(from, 1);
        node->link.title = read_text(from, 2);
        return 3;
    case NODE_MATH:
        node->math.display = read_flag(from, 1);
        node->math.set = read_text(from, 2);
        node->math.width = read_count(from, 3);
        return 4;
    case NODE_EXPR: set_value(node, from, arena); return 4;
    case NODE_COND: set_cond(node, from, arena); return 3;
    default: return 1;
    }
}

/* ---- trees --------------------------------------------------------------------------------- */

static enum node_type type_of(struct text name) {
    enum node_type type = NODE_DOCUMENT;
    while (type <= NODE_BRANCH && !text_is(name, own_name(type)))
        type++;
    return type;
}

struct node *read_tree(const struct json *value, struct arena *arena) {
    if (value->kind == JSON_KIND_TEXT) {
        struct node *text = node_new(arena, NODE_TEXT, 0, 0);
        text->text = value->text;
        return text;
    }
    if (value->kind != JSON_KIND_LIST) return NULL;
    enum node_type type = type_of(read_text(value, 0));
    if (type > NODE_BRANCH) return NULL;
    struct node *node = node_new(arena, type, 0, 0);
    for (size_t i = set_fields(node, value, arena); i < value->count; i++) {
        struct node *child = read_tree(&value->child[i], arena);
        if (child) node_append(node, child);
    }
    return node;
}

static struct node *read_member(const struct json *value, const char *name,
                                enum node_type otherwise, struct arena *arena) {
    const struct json *member = json_member(value, name);
    struct node *tree = member ? read_tree(member, arena) : NULL;
    return tree ? tree : node_new(arena, otherwise, 0, 0);
}

static void read_sources(struct front *front, const struct json *list, struct arena *arena) {
    if (!list || list->kind != JSON_KIND_LIST) return;
    front->source = ARENA_ARRAY(arena, struct front_source, list->count);
    front->source_count = list->count;
    for (size_t i = 0; i < list->count; i++) {
        front->source[i].id.value = read_text(&list->child[i], 0);
        front->source[i].title.value = read_text(&list->child[i], 1);
        front->source[i].url.value = read_text(&list->child[i], 2);
    }
}

struct page *read_page(const struct json *value, struct arena *arena) {
    struct page *page = ARENA_NEW(arena, struct page);
    const struct json *address = json_member(value, "address"), *kind = json_member(value, "kind");
    if (address) page->address = page->path = address->text;
    if (kind && kind->number >= 0 && kind->number < KIND_COUNT)
        page->front.kind = (enum page_kind)kind->number;
    page->source = source_load(arena, page->path, TEXT(""));
    page->front_ok = true;
    page->title.tree = read_member(value, "title", NODE_PARAGRAPH, arena);
    page->term.tree = read_member(value, "term", NODE_PARAGRAPH, arena);
    page->summary.tree = read_member(value, "summary", NODE_PARAGRAPH, arena);
    page->document = read_member(value, "document", NODE_DOCUMENT, arena);
    read_sources(&page->front, json_member(value, "sources"), arena);
    return page;
}
