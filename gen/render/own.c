/* own -- see own.h. What is written here is read by gen/web/read.c. */
#include "render/own.h"

#include "base/yaml.h"
#include "course/address.h"
#include "page/fence.h"
#include "render/highlight.h"
#include "render/site.h"
#include "render/theme.h"

/* ---- nodes --------------------------------------------------------------------------------- */

const char *own_name(enum node_type type) {
    static const char *const names[NODE_BRANCH + 1] = {[NODE_DOCUMENT] = "document",
                                                       [NODE_PARAGRAPH] = "paragraph",
                                                       [NODE_HEADING] = "heading",
                                                       [NODE_QUOTE] = "quote",
                                                       [NODE_LIST] = "list",
                                                       [NODE_ITEM] = "item",
                                                       [NODE_CODE_BLOCK] = "lines",
                                                       [NODE_RULE] = "rule",
                                                       [NODE_TABLE] = "table",
                                                       [NODE_CAPTION] = "caption",
                                                       [NODE_ROW] = "row",
                                                       [NODE_CELL] = "cell",
                                                       [NODE_FIGURE] = "figure",
                                                       [NODE_FORMULA] = "formula",
                                                       [NODE_TOOL] = "tool",
                                                       [NODE_NOTE] = "note",
                                                       [NODE_QUESTION] = "question",
                                                       [NODE_ASK] = "ask",
                                                       [NODE_CHOICE] = "choice",
                                                       [NODE_WHY] = "why",
                                                       [NODE_THEN] = "then",
                                                       [NODE_TEXT] = "text",
                                                       [NODE_SOFTBREAK] = "softbreak",
                                                       [NODE_LINEBREAK] = "linebreak",
                                                       [NODE_CODE] = "code",
                                                       [NODE_EMPH] = "emph",
                                                       [NODE_STRONG] = "strong",
                                                       [NODE_STRIKE] = "strike",
                                                       [NODE_LINK] = "link",
                                                       [NODE_IMAGE] = "image",
                                                       [NODE_NOTE_REF] = "reference",
                                                       [NODE_MATH] = "math",
                                                       [NODE_EXPR] = "value",
                                                       [NODE_COND] = "condition",
                                                       [NODE_BRANCH] = "branch"};
    return names[type];
}

static void put(struct buf *out, struct text text) {
    buf_char(out, ',');
    buf_json(out, text);
}

static void put_number(struct buf *out, size_t number) {
    buf_printf(out, ",%zu", number);
}

static void put_flag(struct buf *out, bool flag) {
    buf_str(out, flag ? ",true" : ",false");
}

static void put_node(struct buf *out, const struct node *node);

static void put_block(struct buf *out, const struct table_block *block) {
    buf_str(out, ",[[");
    for (size_t i = 0; i < block->loop_count; i++) {
        const struct table_loop *loop = &block->loop[i];
        buf_str(out, i ? ",[" : "[");
        buf_json(out, loop->variable);
        put(out, loop->series);
        put(out, loop->axis);
        put_flag(out, loop->words);
        for (size_t k = 0; k < loop->pick_count; k++)
            put(out, loop->pick[k]);
        buf_char(out, ']');
    }
    buf_str(out, "],[");
    for (size_t i = 0; i < block->column_count; i++) {
        if (i) buf_char(out, ',');
        put_node(out, block->cell[i]);
    }
    buf_str(out, "]]");
}

static void put_table(struct buf *out, const struct node *table) {
    size_t count = table->table.columns;
    struct buf align = {0};
    for (size_t i = 0; i < count; i++)
        buf_char(&align, "-lcr"[table->table.align ? table->table.align[i] : ALIGN_NONE]);
    put(out, buf_text(&align));
    buf_free(&align);
    if (table->table.block)
        put_block(out, table->table.block);
    else
        buf_str(out, ",null");
}

static void put_cond(struct buf *out, const struct node *cond) {
    put(out, cond->cond.always  ? TEXT("always")
             : cond->cond.given ? TEXT("given")
             : cond->cond.expr  ? cond->cond.expr->source
                                : TEXT(""));
    put_flag(out, cond->cond.block);
}

static void put_value(struct buf *out, const struct node *value) {
    put(out, value->text);
    if (value->value.bare && value->value.expr)
        put(out, value->value.expr->form.unit.name);
    else
        put(out, TEXT(""));
    put_flag(out, value->value.fixed);
}

static void put_link(struct buf *out, const struct node *link) {
    static const char *const targets[] = {"", "external", "page", ""};
    const char *target = targets[link->link.target];
    put(out, text_of(target));
    put(out, *target ? link->link.href : TEXT("")); /* not where a page lies that nobody may see */
    put(out, link->link.title);
}

static void put_code(struct buf *out, const struct node *code) {
    struct buf set = {0};
    highlight_code(&set, code->code.language, code->text);
    put(out, code->text);
    put(out, buf_text(&set));
    buf_free(&set);
    put(out, code->code.language);
    put(out, code->code.from);
    put(out, code->code.region);
    put_number(out, code->code.first_line);
}

static void put_fields(struct buf *out, const struct node *node) {
    switch (node->type) {
    case NODE_HEADING:
        put_number(out, (size_t)node->heading.level);
        put(out, node->heading.id);
        break;
    case NODE_LIST:
        put_flag(out, node->list.kind == LIST_ORDERED);
        put_number(out, node->list.start);
        put_flag(out, node->list.tight);
        break;
    case NODE_ITEM: buf_printf(out, ",%d", node->item.task); break;
    case NODE_CODE_BLOCK: put_code(out, node); break;
    case NODE_TABLE: put_table(out, node); break;
    case NODE_CELL: put_number(out, node->cell.column); break;
    case NODE_TOOL: put_number(out, node->tool->kind); break;
    case NODE_NOTE: put_number(out, node->note.number); break;
    case NODE_NOTE_REF:
        put_number(out, node->note.number);
        put_number(out, node->note.ordinal);
        break;
    case NODE_QUESTION: put_flag(out, node->question.own); break;
    case NODE_CHOICE:
        if (!node->choice.cond) buf_str(out, ",null");
        if (!node->choice.cond) break;
        buf_char(out, ',');
        put_node(out, node->choice.cond);
        break;
    case NODE_CODE: put(out, node->text); break;
    case NODE_LINK: put_link(out, node); break;
    case NODE_IMAGE:
        put(out, node->link.url);
        put(out, node->link.title);
        break;
    case NODE_MATH:
        put_flag(out, node->math.display);
        put(out, node->math.set);
        put_number(out, node->math.width);
        break;
    case NODE_EXPR: put_value(out, node); break;
    case NODE_COND: put_cond(out, node); break;
    default: break;
    }
}

/* The rows of a table block are those of an earlier card. */
static bool is_made(const struct node *child) {
    const struct node *table = child->parent;
    return table->type == NODE_TABLE && table->table.block && child->previous &&
           child->previous->type == NODE_ROW;
}

static bool is_row_made(const struct node *child) {
    for (const struct node *node = child; node; node = node->previous)
        if (is_made(node)) return true;
    return false;
}

static void put_node(struct buf *out, const struct node *node) {
    if (node->type == NODE_TEXT) {
        buf_json(out, node->text);
        return;
    }
    buf_printf(out, "[\"%s\"", own_name(node->type));
    put_fields(out, node);
    for (const struct node *child = node->first; child; child = child->next) {
        if (is_row_made(child)) break;
        buf_char(out, ',');
        put_node(out, child);
    }
    buf_char(out, ']');
}

/* ---- a page -------------------------------------------------------------------------------- */

static void put_tree(struct buf *out, const char *name, const struct node *tree) {
    buf_printf(out, ",\n\"%s\":", name);
    if (tree)
        put_node(out, tree);
    else
        buf_str(out, "null");
}

static void put_sources(struct buf *out, const struct front *front) {
    buf_str(out, ",\n\"sources\":[");
    for (size_t i = 0; i < front->source_count; i++) {
        buf_str(out, i ? ",[" : "[");
        buf_json(out, front->source[i].id.value);
        put(out, front->source[i].title.value);
        put(out, front->source[i].url.value);
        buf_char(out, ']');
    }
    buf_char(out, ']');
}

static bool adds_term(const struct site_build *build, const struct page *page, struct text href,
                      struct texts *seen) {
    struct text address = text_next(&href, '#');
    const struct entry *entry = course_entry(build->course, address);
    size_t count = seen->count;
    if (!entry || !entry->in_edition || entry->page == page) return false;
    texts_add_once(seen, address, build->arena);
    return seen->count > count;
}

/* The pages that it links to, for what its margin and previews say of them. */
static void put_terms(struct site_build *build, struct buf *out, const struct page *page) {
    struct texts seen = {0};
    buf_str(out, ",\n\"terms\":[");
    for (const struct node *node = page->document; node; node = tree_next(node, page->document)) {
        if (node->type != NODE_LINK || node->link.target != LINK_PAGE ||
            !adds_term(build, page, node->link.href, &seen))
            continue;
        const struct page *term = course_entry(build->course, seen.at[seen.count - 1])->page;
        buf_str(out, seen.count > 1 ? ",\n{\"address\":" : "\n{\"address\":");
        buf_json(out, term->address);
        buf_printf(out, ",\"kind\":%d", (int)term->front.kind);
        put_tree(out, "title", term->title.tree);
        put_tree(out, "term", term->term.tree);
        put_tree(out, "summary", term->summary.tree);
        buf_char(out, '}');
    }
    buf_char(out, ']');
}

static void page_data(struct site_build *build, const struct page *page) {
    struct buf out = {0};
    buf_str(&out, "{\"address\":");
    buf_json(&out, page->address);
    buf_printf(&out, ",\"kind\":%d", (int)page->front.kind);
    put_sources(&out, &page->front);
    put_tree(&out, "title", page->title.tree);
    put_tree(&out, "term", page->term.tree);
    put_tree(&out, "summary", page->summary.tree);
    put_tree(&out, "document", page->document);
    put_terms(build, &out, page);
    buf_str(&out, "}\n");
    struct text path = text_cut(page->address, 1, page->address.len);
    site_add(build, arena_printf(build->arena, "%.*sown.json", TEXT_ARG(path)),
             buf_take(&out, build->arena));
}

void own_page(struct site_build *build, struct data *data, const struct entry *entry, bool asks) {
    const struct page *page = entry->page;
    struct text own = {0};
    if (build->has_own && asks)
        own = arena_printf(
            build->arena, "%.*sown.json",
            TEXT_ARG(link_text(build->arena, site_place(build, page->address), page->address)));
    data_texts(data, {"own", own}, {"below", build->below});
    if (own.len && !build->below.len) page_data(build, page);
}

/* ---- what all pages share ------------------------------------------------------------------ */

static void put_words(struct buf *out, const struct words *words) {
    buf_str(out, ",\n\"words\":[");
    for (int i = 0; i < WORDS_PARTS; i++) {
        const struct yaml *part = words->part[i];
        buf_str(out, i ? ",\n{" : "{");
        for (size_t k = 0; part && k < part->count; k++) {
            if (k) buf_char(out, ',');
            buf_json(out, part->child[k].key);
            buf_char(out, ':');
            buf_json(out, part->child[k].text);
        }
        buf_char(out, '}');
    }
    buf_char(out, ']');
}

static void put_templates(struct buf *out, const struct templates *templates) {
    buf_str(out, ",\n\"templates\":{");
    for (size_t i = 0; i < templates->count; i++) {
        buf_str(out, i ? ",\n" : "\n");
        buf_json(out, templates->list[i].name);
        buf_char(out, ':');
        buf_json(out, templates->list[i].source->text);
    }
    buf_char(out, '}');
}

static void put_cards(struct site_build *build, struct buf *out) {
    const struct cards *cards = &build->course->cards;
    buf_str(out, ",\n\"cards\":[");
    for (size_t i = 0; i < cards->count; i++) {
        const struct card *card = &cards->list[i];
        struct text address = course_card_json_address(card, build->arena);
        buf_str(out, i ? ",\n[" : "[");
        buf_json(out, text_cut(address, 1, address.len));
        put(out, card->path);
        put_flag(out, card->reported);
        buf_char(out, ']');
    }
    buf_char(out, ']');
}

static void shared_data(struct site_build *build) {
    const struct course *course = build->course;
    struct buf out = {0};
    buf_str(&out, "{\"repository\":");
    buf_json(&out, course->site.repository.value);
    buf_str(&out, ",\"default\":");
    buf_json(&out, course->default_card ? course->default_card->id : TEXT(""));
    buf_printf(&out, ",\"review\":%s", build->review ? "true" : "false");
    put_words(&out, &build->words);
    put_templates(&out, &build->templates);
    put_cards(build, &out);
    buf_str(&out, "}\n");
    site_add(build, TEXT("assets/own.json"), buf_take(&out, build->arena));
}

void own_files(struct site_build *build) {
    struct text bytes;
    if (!build->has_own || !file_read(build->course->root, TEXT(OWN_WASM), FILE_MAX_TEXT,
                                      build->arena, &bytes, build->diags))
        return;
    if (!theme_is_wasm(bytes))
        diag_file(build->diags, SEVERITY_ERROR, TEXT(OWN_WASM),
                  "remove it and run make again: that makes it anew",
                  "only a part of this file is there");
    site_add(build, TEXT("assets/own.wasm"), bytes);
    shared_data(build);
    struct site_head head = site_own(build, "yours", TEXT(COURSE_OWN_CARD));
    head.section = "cards";
    site_write(build, "yours", head.address, site_page(build, &head));
}
