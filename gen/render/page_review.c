/* page_review -- what a reviewer reads: the panel above the text of each page of the review edition, and the
 * index of all pages by what they wait for. Nothing here is made for the public edition. */
#include "course/desk.h"
#include "page/lookup.h"
#include "render/site.h"

static struct text join(const struct texts *list, struct arena *arena) {
    struct buf out = {0};
    for (size_t i = 0; i < list->count; i++)
        buf_printf(&out, "%s%.*s", i ? ", " : "", TEXT_ARG(list->at[i]));
    return buf_take(&out, arena);
}

/* ---- the panel: reasons ----------------------------------------------------------------------- */

/* Every reason of the gate, with its place and what to type there. */
static void put_reasons(struct data *page, const struct entry *entry) {
    struct data *list = data_put_list(page, "reasons");
    for (size_t i = 0; i < entry->gate.count; i++) {
        const struct gate_reason *reason = &entry->gate.reason[i];
        struct place place = source_place(entry->page->source, reason->offset);
        struct data *item = data_add(list);
        data_texts(item, {"message", reason->message}, {"hint", reason->hint});
        data_printf(item, "place", "%.*s:%zu", TEXT_ARG(entry->page->path), place.line);
    }
}

/* ---- the panel: expressions and claims -------------------------------------------------------- */

/* An expression may stand in several lines; it is one row as long as it gives the same value. */
struct row {
    struct text formula, bound, shown, origin;
    struct buf lines;
    size_t last_line;
    bool missing;
};

struct rows {
    const struct source *source;
    struct arena *arena;
    struct lookup lookup;
    struct row *row;
    size_t count, capacity;
};

/* "stride = 8, n = 4": what the `for:` lines around it bind. */
static struct text bound_by(const struct scope *scope, struct arena *arena) {
    struct buf out = {0};
    for (; scope; scope = scope->outer)
        buf_printf(&out, "%s%.*s = %.*s", out.len ? ", " : "", TEXT_ARG(scope->name),
                   TEXT_ARG(scope->value));
    return buf_take(&out, arena);
}

static struct row *row_of(struct rows *rows, const struct row *wanted) {
    for (size_t i = 0; i < rows->count; i++) {
        struct row *row = &rows->row[i];
        if (text_equal(row->formula, wanted->formula) && text_equal(row->shown, wanted->shown) &&
            text_equal(row->bound, wanted->bound))
            return row;
    }
    rows->row = arena_grow(rows->arena, rows->row, rows->count, &rows->capacity, sizeof *rows->row);
    rows->row[rows->count] = *wanted;
    return &rows->row[rows->count++];
}

/* The value is worked out again, since a cell of a table leaves its unit to the head of the column. */
static void add_row(struct rows *rows, const struct node *node) {
    struct evaluated result;
    struct expr_error error;
    rows->lookup.scope = node->value.scope;
    if (!evaluate_value(&rows->lookup, node->value.expr, EXPR_STYLE_PAGE, &result, &error)) return;
    const struct row wanted = {.formula = text_trim(node->text),
                               .bound = bound_by(node->value.scope, rows->arena),
                               .shown = result.shown,
                               .origin = result.detail,
                               .missing = result.state == VALUE_MISSING};
    struct row *row = row_of(rows, &wanted);
    size_t line = source_place(rows->source, node->offset).line;
    if (line != row->last_line) buf_printf(&row->lines, "%s%zu", row->lines.len ? ", " : "", line);
    row->last_line = line;
}

static void add_rows(struct rows *rows, const struct node *root) {
    for (const struct node *node = root; node; node = tree_next(node, root))
        if (node->type == NODE_EXPR && node->value.expr) add_row(rows, node);
}

static void put_expressions(struct site_build *build, struct data *page,
                            const struct page *content) {
    struct data *list = data_put_list(page, "expressions");
    const struct course *course = build->course;
    const struct evaluation evaluation = {.cards = &course->cards,
                                          .card = build->card,
                                          .default_card = course->default_card,
                                          .home = course->home};
    struct rows rows = {
        .source = content->source,
        .arena = build->arena,
        .lookup = {.evaluation = &evaluation, .page = content, .arena = build->arena}};
    add_rows(&rows, content->title.tree);
    add_rows(&rows, content->term.tree);
    add_rows(&rows, content->summary.tree);
    add_rows(&rows, content->document);
    for (size_t i = 0; i < rows.count; i++) {
        struct row *row = &rows.row[i];
        struct data *item = data_add(list);
        data_texts(item, {"lines", buf_take(&row->lines, build->arena)}, {"formula", row->formula},
                   {"bound", row->bound}, {"shown", row->shown}, {"origin", row->origin});
        data_flag(item, "missing", row->missing);
    }
    data_text(page, "expression_count",
              site_count(build->arena, rows.count, "expression", "expressions"));
}

static const char *verdict_of(const struct node *cond) {
    static const char *const words[] = {
        [EXPR_FALSE] = "false", [EXPR_TRUE] = "true", [EXPR_UNKNOWN] = "unknown"};
    if (cond->cond.claim && cond->cond.verdict == EXPR_FALSE && cond->cond.shown)
        return "false, so its else stands";
    return cond->cond.always ? "by its reason" : words[cond->cond.verdict];
}

/* Claims, and words that an author lets stand on every card for a reason. */
static void put_claims(struct site_build *build, struct data *page, const struct page *content) {
    struct data *list = data_put_list(page, "claims");
    const struct node *root = content->document;
    for (const struct node *node = root; node; node = tree_next(node, root)) {
        if (node->type != NODE_COND || !(node->cond.claim || node->cond.always)) continue;
        if (!node->cond.expr) continue;
        struct data *item = data_add(list);
        data_printf(item, "line", "%zu", source_place(content->source, node->offset).line);
        data_texts(item, {"condition", text_trim(node->cond.expr->body)}, {"why", node->cond.why},
                   {"verdict", text_of(verdict_of(node))});
        data_flag(item, "fails",
                  node->cond.claim && node->cond.verdict != EXPR_TRUE && !node->cond.shown);
    }
    data_text(page, "claim_count", site_count(build->arena, list->count, "claim", "claims"));
}

void review_panel(struct site_build *build, struct data *page, const struct entry *entry) {
    if (!build->review) return;
    struct text claims = {0};
    if (entry->page->false_claims)
        claims = site_count(build->arena, entry->page->false_claims, "claim does", "claims do");
    put_reasons(page, entry);
    put_expressions(build, page, entry->page);
    put_claims(build, page, entry->page);
    data_flag(page, "draft", !entry->gate.open);
    data_text(page, "source_count",
              site_count(build->arena, entry->page->front.source_count, "source", "sources"));
    data_texts(page,
               {"reason_count", site_count(build->arena, entry->gate.count, "thing", "things")},
               {"false_claims", claims});
}

/* ---- the index -------------------------------------------------------------------------------- */

static void put_waiting(struct site_build *build, struct data *list, const struct entry *entry,
                        unsigned shared) {
    struct arena *arena = build->arena;
    const struct page *content = entry->page;
    const struct texts lacks = desk_lacks(&entry->gate, shared, arena);
    struct data *item =
        site_link(build, list, TEXT("/review/"), content->address, site_title(content));
    struct text count = {0};
    if (entry->gate.count) count = site_count(arena, entry->gate.count, "thing", "things");
    data_texts(item, {"kind", text_of(page_kinds[content->front.kind].title)}, {"things", count},
               {"lacks", join(&lacks, arena)});
}

static void put_state(struct site_build *build, struct data *states, enum desk_state state) {
    const struct course *course = build->course;
    struct data *item = data_add(states);
    struct data *list = data_put_list(item, "waiting");
    const unsigned shared = desk_shared(course, state);
    const struct texts kinds = desk_kinds(shared, build->arena);
    for (size_t i = 0; i < course->entry_count; i++)
        if (desk_state_of(&course->entry[i]) == state)
            put_waiting(build, list, &course->entry[i], shared);
    struct text words = text_of(desk_states[state].words);
    data_printf(item, "id", THEME_ID "state-%s", desk_states[state].name);
    data_printf(item, "words", "%c%.*s", words.ptr[0] - 'a' + 'A',
                TEXT_ARG(text_cut(words, 1, words.len)));
    data_printf(item, "count", "%zu", list->count);
    data_text(item, "shared", join(&kinds, build->arena));
}

void review_page(struct site_build *build) {
    if (!build->review) return;
    struct site_head head = site_own(build, "review", TEXT("/review/"));
    head.section = "";
    struct data *page = site_page(build, &head);
    struct data *states = data_put_list(page, "states");
    for (int state = 0; state < DESK_STATES; state++)
        put_state(build, states, (enum desk_state)state);
    site_write(build, "review", head.address, page);
}
