/* packed -- see packed.h. */
#include "page/packed.h"

#include <string.h>

#include "page/fence.h"
#include "page/signed.h"
#include "page/structure.h"

/* A page as it is being packed or unpacked. */
struct packing {
    struct pack pack;
    struct arena *arena; /* of nodes; reading */
    size_t depth;
};

enum { DEPTH_MAX = 512 }; /* no page that was read is as deep */

static struct node *pack_node(struct packing *packing, struct node *node);

/* ---- what nodes have beside their words ------------------------------------------------------- */

static void pack_code(struct pack *pack, struct node *node) {
    pack_flag(pack, &node->code.fenced);
    pack_text(pack, &node->code.info);
    pack_text(pack, &node->code.language);
    pack_text(pack, &node->code.from);
    pack_text(pack, &node->code.region);
    pack_text(pack, &node->code.sha256);
    PACK_AS(pack, unsigned long, &node->code.first_line);
}

static void pack_loop(struct packing *packing, struct table_loop *loop) {
    struct pack *pack = &packing->pack;
    pack_text(pack, &loop->variable);
    pack_text(pack, &loop->series);
    pack_text(pack, &loop->axis);
    pack_flag(pack, &loop->words);
    pack_count(pack, &loop->pick_count);
    if (pack_reads(pack)) loop->pick = ARENA_ARRAY(packing->arena, struct text, loop->pick_count);
    for (size_t i = 0; i < loop->pick_count; i++)
        pack_text(pack, &loop->pick[i]);
}

static void pack_block(struct packing *packing, struct table_block *block) {
    struct pack *pack = &packing->pack;
    pack_count(pack, &block->loop_count);
    pack_count(pack, &block->column_count);
    pack->failed |=
        block->loop_count > BLOCKS_MAX_LOOPS || block->column_count > BLOCKS_MAX_COLUMNS;
    if (pack->failed) block->loop_count = block->column_count = 0;
    for (size_t i = 0; i < block->loop_count; i++)
        pack_loop(packing, &block->loop[i]);
    for (size_t i = 0; i < block->column_count; i++)
        block->cell[i] = pack_node(packing, block->cell[i]);
}

static void pack_table(struct packing *packing, struct node *node) {
    struct pack *pack = &packing->pack;
    bool aligned = node->table.align, block = node->table.block;
    pack_count(pack, &node->table.columns);
    pack_flag(pack, &aligned);
    pack_flag(pack, &block);
    if (pack_reads(pack) && aligned)
        node->table.align = ARENA_ARRAY(packing->arena, enum cell_align, node->table.columns);
    for (size_t i = 0; aligned && i < node->table.columns; i++)
        PACK_AS(pack, enum cell_align, &node->table.align[i]);
    if (pack_reads(pack) && block)
        node->table.block = ARENA_NEW(packing->arena, struct table_block);
    if (block) pack_block(packing, node->table.block);
}

static void pack_tool(struct packing *packing, struct node *node) {
    struct pack *pack = &packing->pack;
    if (pack_reads(pack)) node->tool = ARENA_NEW(packing->arena, struct tool_block);
    PACK_AS(pack, enum tool_kind, &node->tool->kind);
    for (int i = 0; i < TOOL_SETTINGS; i++)
        pack_text(pack, &node->tool->set[i]);
    pack_text(pack, &node->tool->commands);
}

static void pack_link(struct pack *pack, struct node *node) {
    pack_text(pack, &node->link.url);
    pack_text(pack, &node->link.title);
    pack_number(pack, &node->link.url_offset);
}

/* An expression is its text, which is parsed again. */
static void pack_expr(struct packing *packing, struct expr **expr) {
    struct pack *pack = &packing->pack;
    struct text source = *expr ? (*expr)->source : (struct text){0};
    bool there = *expr;
    pack_flag(pack, &there);
    if (!there) return;
    pack_text(pack, &source);
    if (pack_reads(pack)) *expr = structure_parse(source, packing->arena);
    pack->failed |= !*expr;
}

static void pack_value(struct packing *packing, struct node *node) {
    struct pack *pack = &packing->pack;
    pack_expr(packing, &node->value.expr);
    pack_flag(pack, &node->value.bare);
    pack_flag(pack, &node->value.fixed);
    if (!node->value.bare || !node->value.expr) return;
    struct expr_form *form = &node->value.expr->form;
    struct text unit = form->unit.name;
    pack_text(pack, &unit);
    if (pack_reads(pack)) form->has_unit = expr_unit_parse(unit, &form->unit);
}

static void pack_cond(struct packing *packing, struct node *node) {
    struct pack *pack = &packing->pack;
    pack_expr(packing, &node->cond.expr);
    pack_flag(pack, &node->cond.claim);
    pack_flag(pack, &node->cond.always);
    pack_flag(pack, &node->cond.needed);
    pack_flag(pack, &node->cond.given);
    pack_flag(pack, &node->cond.block);
}

static void pack_choice(struct packing *packing, struct node *node) {
    bool there = node->choice.cond;
    pack_flag(&packing->pack, &there);
    if (there) node->choice.cond = pack_node(packing, node->choice.cond);
}

static void pack_note(struct pack *pack, struct node *node) {
    pack_text(pack, &node->note.label);
    pack_number(pack, &node->note.number);
    pack_number(pack, &node->note.ordinal);
    pack_number(pack, &node->note.references);
}

static void pack_heading(struct pack *pack, struct node *node) {
    PACK_AS(pack, int, &node->heading.level);
    pack_text(pack, &node->heading.pinned);
    pack_number(pack, &node->heading.pinned_offset);
}

static void pack_list(struct pack *pack, struct node *node) {
    PACK_AS(pack, enum list_kind, &node->list.kind);
    PACK_AS(pack, unsigned long, &node->list.start);
    pack_flag(pack, &node->list.tight);
}

static void pack_math(struct pack *pack, struct node *node) {
    pack_flag(pack, &node->math.display);
    pack_number(pack, &node->math.end);
    pack_text(pack, &node->math.set);
    pack_number(pack, &node->math.width);
}

static void pack_fields(struct packing *packing, struct node *node) {
    struct pack *pack = &packing->pack;
    switch (node->type) {
    case NODE_HEADING: pack_heading(pack, node); break;
    case NODE_LIST: pack_list(pack, node); break;
    case NODE_ITEM: PACK_AS(pack, int, &node->item.task); break;
    case NODE_CODE_BLOCK: pack_code(pack, node); break;
    case NODE_TABLE: pack_table(packing, node); break;
    case NODE_CELL: pack_number(pack, &node->cell.column); break;
    case NODE_TOOL: pack_tool(packing, node); break;
    case NODE_QUESTION: pack_flag(pack, &node->question.own); break;
    case NODE_CHOICE: pack_choice(packing, node); break;
    case NODE_LINK:
    case NODE_IMAGE: pack_link(pack, node); break;
    case NODE_NOTE:
    case NODE_NOTE_REF: pack_note(pack, node); break;
    case NODE_MATH: pack_math(pack, node); break;
    case NODE_EXPR: pack_value(packing, node); break;
    case NODE_COND: pack_cond(packing, node); break;
    default: break;
    }
}

/* ---- trees ------------------------------------------------------------------------------------- */

static size_t count_children(const struct node *node) {
    size_t count = 0;
    for (const struct node *child = node->first; child; child = child->next)
        count++;
    return count;
}

/* The head of a node. Bytes that are no page may name a type that there is not. */
static struct node *pack_head(struct packing *packing, struct node *node) {
    struct pack *pack = &packing->pack;
    size_t type = node ? node->type : 0, offset = node ? node->offset : 0;
    size_t length = node ? node->length : 0;
    pack_number(pack, &type);
    pack_number(pack, &offset);
    pack_number(pack, &length);
    if (pack_reads(pack)) {
        pack->failed |= type > NODE_BRANCH || packing->depth > DEPTH_MAX;
        node = node_new(packing->arena, pack->failed ? NODE_DOCUMENT : (enum node_type)type, offset,
                        length);
    }
    pack_text(pack, &node->text);
    return node;
}

/* The children that the page has before there is a card: rows of a table block are made for one. */
static struct node *pack_node(struct packing *packing, struct node *node) {
    struct pack *pack = &packing->pack;
    packing->depth++;
    node = pack_head(packing, node);
    if (!pack->failed) pack_fields(packing, node);
    size_t count = count_children(node);
    pack_count(pack, &count);
    struct node *child = node->first;
    for (size_t i = 0; i < count && !pack->failed; i++) {
        struct node *packed = pack_node(packing, child);
        if (pack_reads(pack))
            node_append(node, packed);
        else
            child = child->next;
    }
    packing->depth--;
    return node;
}

/* ---- pages ------------------------------------------------------------------------------------- */

/* The page is written as it is, so that nothing of it changes. */
void page_pack(const struct page *page, struct buf *out) {
    struct packing packing = {.pack = {.out = out}};
    struct pack *pack = &packing.pack;
    struct text source = page->source->text,
                words = page->signature ? page->signature->words : (struct text){0};
    pack_text(pack, &source);
    pack_text(pack, &words);
    pack_flag(pack, &page->document->unpaired);
    pack->around = source;
    pack_node(&packing, page->document);
}

static void keep_signature(struct page *page, struct arena *arena) {
    if (page->document) signed_holds(page, &page->unsigned_why, arena);
    page->signature = signed_head(page->signature, arena);
}

void page_put_aside(struct page *page, struct arena *arena) {
    const struct source *source = page->source;
    uint32_t *lines = ARENA_ARRAY(arena, uint32_t, source->line_count);
    if (page->signature) keep_signature(page, arena);
    if (page->seal.len) page->seal = arena_text(arena, page->seal);
    memcpy(lines, source->line_start, source->line_count * sizeof *lines);
    page->source = ARENA_NEW(arena, struct source);
    *page->source =
        (struct source){page->path, {NULL, source->text.len}, lines, source->line_count};
    page->document = NULL;
}

bool page_unpack(struct page *page, struct text bytes, struct arena *arena) {
    struct packing packing = {.pack = {.in = bytes}, .arena = arena};
    struct pack *pack = &packing.pack;
    struct text words;
    bool unpaired;
    pack_text(pack, &page->source->text);
    pack_text(pack, &words);
    pack_flag(pack, &unpaired);
    pack->around = page->source->text;
    page->document = pack_node(&packing, NULL);
    page->document->unpaired = unpaired;
    if (page->signature) page->signature->words = words;
    if (pack->failed) page->document = node_new(arena, NODE_DOCUMENT, 0, 0);
    return !pack->failed;
}

/* ---- what stays -------------------------------------------------------------------------------- */

static void pack_front_text(struct pack *pack, struct front_text *text) {
    pack_text(pack, &text->value);
    pack_number(pack, &text->offset);
    pack_number(pack, &text->length);
    pack_flag(pack, &text->exact);
    pack_number(pack, &text->inner);
}

static void pack_front_list(struct packing *packing, struct front_list *list) {
    pack_count(&packing->pack, &list->count);
    if (pack_reads(&packing->pack))
        list->item = ARENA_ARRAY(packing->arena, struct front_text, list->count);
    for (size_t i = 0; i < list->count; i++)
        pack_front_text(&packing->pack, &list->item[i]);
}

static void pack_source(struct pack *pack, struct front_source *source) {
    pack_front_text(pack, &source->id);
    pack_front_text(pack, &source->title);
    pack_front_text(pack, &source->url);
    pack_front_text(pack, &source->checked);
    pack_front_text(pack, &source->earlier);
}

static void pack_byline(struct pack *pack, struct front_byline *byline) {
    pack_number(pack, &byline->offset);
    pack_front_text(pack, &byline->author);
    pack_front_text(pack, &byline->reviewer);
    pack_front_text(pack, &byline->written);
    pack_front_text(pack, &byline->checked);
}

static void pack_front(struct packing *packing, struct front *front) {
    struct pack *pack = &packing->pack;
    struct front_list *const lists[] = {&front->needs, &front->related, &front->lessons,
                                        &front->errors, &front->aliases};
    pack_front_text(pack, &front->title);
    pack_front_text(pack, &front->term);
    pack_front_text(pack, &front->summary);
    pack_front_text(pack, &front->kind_text);
    PACK_AS(pack, enum page_kind, &front->kind);
    pack->failed |= front->kind > KIND_COUNT;
    PACK_AS(pack, unsigned long, &front->order);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        pack_front_list(packing, lists[i]);
    pack_count(pack, &front->source_count);
    if (pack_reads(pack))
        front->source = ARENA_ARRAY(packing->arena, struct front_source, front->source_count);
    for (size_t i = 0; i < front->source_count; i++)
        pack_source(pack, &front->source[i]);
    pack_byline(pack, &front->byline);
}

void page_pack_head(struct pack *pack, struct page *page, struct arena *arena) {
    struct packing packing = {.pack = *pack, .arena = arena};
    struct pack *inner = &packing.pack;
    pack_front(&packing, &page->front);
    pack_flag(inner, &page->front_ok);
    pack_flag(inner, &page->shows_exercise);
    pack_flag(inner, &page->asks_cards);
    pack_number(inner, &page->body);
    pack_text(inner, &page->address);
    pack_text(inner, &page->slug);
    pack_text(inner, &page->unsigned_why);
    page->title.tree = pack_node(&packing, page->title.tree);
    page->term.tree = pack_node(&packing, page->term.tree);
    page->summary.tree = pack_node(&packing, page->summary.tree);
    *pack = packing.pack;
}
