/* review_panel -- what a reviewer reads above the text of each page of the review edition: what it lacks and
 * what to type, the words that changed, every expression and claim with its values, every source. */
#include <stdint.h>
#include <string.h>

#include "base/compare.h"
#include "course/desk.h"
#include "page/lookup.h"
#include "page/signed.h"
#include "render/review.h"

/* ---- reasons ---------------------------------------------------------------------------------- */

/* The command with this in place of a word of it. */
static struct text filled(struct text command, const char *word, struct text with,
                          struct arena *arena) {
    struct buf out = {0};
    size_t from = 0;
    for (size_t at; (at = text_find(command, word, from)) != SIZE_MAX; from = at + strlen(word)) {
        buf_view(&out, text_cut(command, from, at));
        buf_view(&out, with);
    }
    buf_view(&out, text_cut(command, from, command.len));
    return buf_take(&out, arena);
}

/* What `gen sign` and `gen diff` call the page. */
static struct text name_of(const struct entry *entry) {
    return text_strip(entry->page->address, '/');
}

/* Every reason of the gate, with its place and what to type there. */
static void put_reasons(struct data *page, const struct entry *entry) {
    struct data *list = data_put_list(page, "reasons");
    for (size_t i = 0; i < entry->gate.count; i++) {
        const struct gate_reason *reason = &entry->gate.reason[i];
        struct place place = source_place(entry->page->source, reason->offset);
        struct data *item = data_add(list);
        data_texts(item, {"message", reason->message},
                   {"hint", filled(reason->hint, "PAGE", name_of(entry), page->arena)});
        data_printf(item, "place", "%.*s:%zu", TEXT_ARG(entry->page->path), place.line);
    }
}

/* Sources without a day; of a page that waits for none of them, those that were looked up too long ago. */
static struct text sources_of(const struct entry *entry, struct arena *arena) {
    const struct front *front = &entry->page->front;
    struct buf ids = {0};
    long day;
    for (size_t i = 0; i < front->source_count; i++)
        if (entry->gate.open ? entry->stale_source[i]
                             : !date_read(front->source[i].checked.value, &day))
            buf_printf(&ids, "%s%.*s", ids.len ? "," : "", TEXT_ARG(front->source[i].id.value));
    return ids.len ? buf_take(&ids, arena) : TEXT("ID");
}

/* Whether the next command of a state is of use to the page. Who reads what changed signs it then. */
static bool is_asked_for(const struct entry *entry, enum desk_state state) {
    if (desk_waits(&entry->gate, state)) return true;
    if (state == DESK_SOURCES) return entry->gate.open && entry->stale_sources;
    if (state == DESK_REVIEW)
        return desk_waits(&entry->gate, DESK_CHANGED) || (entry->gate.open && entry->stale_check);
    return false;
}

static void put_commands(struct data *page, const struct entry *entry) {
    struct arena *arena = page->arena;
    struct data *list = data_put_list(page, "commands");
    struct texts commands = {0};
    for (int state = 0; state < DESK_STATES; state++) {
        struct text command = text_of(desk_states[state].next);
        if (!command.len || !is_asked_for(entry, (enum desk_state)state)) continue;
        command = filled(command, "PAGE", name_of(entry), arena);
        if (state == DESK_SOURCES) command = filled(command, "ID", sources_of(entry, arena), arena);
        texts_add_once(&commands, command, arena);
    }
    for (size_t i = 0; i < commands.count; i++)
        data_add_text(list, commands.at[i]);
}

/* ---- the words that changed since the signature ------------------------------------------------ */

/* A line while it is put together; it is kept if something in it changed. */
struct change {
    struct data *list;
    const struct signed_line *line;
    struct buf words;
    enum word_how how;
    bool changed;
};

static void turn(struct change *change, enum word_how how) {
    static const char *const open[] = {"", "<del>", "<ins>"}, *const close[] = {"", "</del>",
                                                                                "</ins>"};
    if (change->how == how) return;
    buf_str(&change->words, close[change->how]);
    buf_str(&change->words, open[how]);
    change->how = how;
}

static void end_line(struct change *change) {
    const struct signed_line *line = change->line;
    turn(change, WORD_SAME);
    if (change->changed) {
        struct data *item = data_add(change->list);
        data_html(item, "words", arena_text(item->arena, text_trim(buf_text(&change->words))));
        if (line->line)
            data_printf(item, "place", "%.*s:%zu", TEXT_ARG(line->path), line->line);
        else
            data_text(item, "place", line->path);
    }
    buf_clear(&change->words);
    change->changed = false;
}

static void put_words(struct change *change, const struct compared *compared) {
    for (size_t i = 0; i < compared->count; i++) {
        const struct word *word = &compared->word[i];
        const bool end = text_is(word->text, "\n");
        turn(change, word->how);
        change->changed |= word->how != WORD_SAME;
        if (!end)
            buf_html(&change->words, word->text);
        else if (word->how != WORD_SAME)
            buf_str(&change->words, "\u00b6"); /* a line end that went or came */
        if (end) end_line(change);
        change->line += end && word->how != WORD_REMOVED;
    }
    end_line(change);
    buf_free(&change->words);
}

static void put_changes(struct site_build *build, struct data *page, const struct page *content) {
    const struct signature *signature = content->signature;
    struct data *list = data_put_list(page, "changes");
    struct text since = {0};
    if (signature && signature->version == SIGNED_VERSION &&
        text_equal(signature->sha256, signed_hash(signature->words, build->arena))) {
        struct text words = signed_words(content, build->arena);
        const struct compared compared = compare_words(signature->words, words, build->arena);
        struct change change = {.list = list, .line = signed_lines(content, words, build->arena)};
        put_words(&change, &compared);
        since = arena_printf(build->arena, "%.*s signed on %.*s", TEXT_ARG(signature->reviewer),
                             TEXT_ARG(signature->day));
    }
    data_texts(page,
               {"change_count",
                site_count(build->arena, list->count, "line has changed", "lines have changed")},
               {"changed_since", since});
}

/* ---- expressions ------------------------------------------------------------------------------- */

/* An expression may stand in several lines; it is one row as long as it gives the same value. */
struct row {
    struct text formula, bound, shown, spread, origin, from;
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

static struct text source_title(const struct card *card, struct text id) {
    for (size_t i = 0; id.len && i < card->source_count; i++)
        if (text_equal(card->source[i].id, id)) return card->source[i].title;
    return (struct text){0};
}

static void add_used(struct texts *from, const struct used *used, const struct card *own,
                     bool alone, struct arena *arena) {
    const struct card *card = used->card;
    const struct point *point = used->series ? used->point : NULL;
    struct text source = {0}, kernel = {0};
    if (used->cited) texts_add_once(from, used->cited->title.value, arena);
    if (used->cited) return;
    const struct text day = site_day(card->run.date);
    if (point) kernel = used->series->kernel;
    if (point || used->fact)
        source = source_title(card, point ? point->source : used->fact->source);
    if (kernel.len)
        texts_add_once(from, arena_printf(arena, "kernel %.*s", TEXT_ARG(kernel)), arena);
    if (used->fact)
        texts_add_once(from,
                       used->fact->method.len ? used->fact->method
                       : card->reported       ? TEXT("reported")
                                              : TEXT("from the driver"),
                       arena);
    if (source.len) texts_add_once(from, source, arena);
    if (alone && point && point->runs)
        texts_add(from, arena_printf(arena, "%lu run%s", point->runs, point->runs == 1 ? "" : "s"),
                  arena);
    if (point && used->series->counts.len)
        texts_add_once(from, arena_printf(arena, "counting %.*s", TEXT_ARG(used->series->counts)),
                       arena);
    if (card != own) texts_add_once(from, card->name, arena);
    if (point && point->warning.len) texts_add_once(from, point->warning, arena);
    if (day.len && card != own && !used->predicted.len)
        texts_add_once(from, arena_printf(arena, "run of %.*s", TEXT_ARG(day)), arena);
}

/* "kernel stride.cu, 51 runs": what the value of the last evaluation was taken from. The day of the run is told
 * of other cards than that of the build, of which it stands above the table. */
static struct text taken_from(const struct lookup *lookup) {
    struct texts from = {0};
    for (size_t i = 0; i < lookup->used_count; i++)
        add_used(&from, &lookup->used[i], lookup->evaluation->card, lookup->used_count == 1,
                 lookup->arena);
    return review_join(&from, lookup->arena);
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
    if (node->value.scope && !rows->lookup.used_count) return; /* the variable of a `for:` line */
    const struct row wanted = {.formula = text_trim(node->text),
                               .bound = bound_by(node->value.scope, rows->arena),
                               .shown = result.shown,
                               .spread = result.from.spread,
                               .origin = result.from.origin,
                               .from = taken_from(&rows->lookup),
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

static void put_rows(struct site_build *build, struct data *page, struct rows *rows) {
    struct data *list = data_put_list(page, "expressions");
    for (size_t i = 0; i < rows->count; i++) {
        struct row *row = &rows->row[i];
        struct data *item = data_add(list);
        data_texts(item, {"lines", buf_take(&row->lines, build->arena)}, {"formula", row->formula},
                   {"bound", row->bound}, {"shown", row->shown}, {"spread", row->spread},
                   {"origin", row->origin}, {"from", row->from});
        data_flag(item, "missing", row->missing);
    }
    data_text(page, "expression_count",
              site_count(build->arena, rows->count, "expression", "expressions"));
}

static void put_expressions(struct site_build *build, struct data *page,
                            const struct page *content) {
    const struct course *course = build->course;
    const struct evaluation evaluation = {.cards = &course->cards,
                                          .card = course->card,
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
    put_rows(build, page, &rows);
}

/* ---- the whole --------------------------------------------------------------------------------- */

void review_panel(struct site_build *build, struct data *page, const struct entry *entry) {
    /* A page is reviewed with the numbers of the default card; what other cards say stands there too. */
    const bool here = build->review && !build->below.len;
    data_flag(page, "reviewed_here", here);
    if (!here) return;
    struct text claims = {0};
    if (entry->page->false_claims)
        claims = site_count(build->arena, entry->page->false_claims, "claim does", "claims do");
    put_reasons(page, entry);
    put_commands(page, entry);
    put_changes(build, page, entry->page);
    put_expressions(build, page, entry->page);
    review_claims(build, page, entry);
    data_flag(page, "draft", !entry->gate.open);
    data_text(page, "source_count",
              site_count(build->arena, entry->page->front.source_count, "source", "sources"));
    data_texts(page,
               {"reason_count", site_count(build->arena, entry->gate.count, "thing", "things")},
               {"false_claims", claims});
}
