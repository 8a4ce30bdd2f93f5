/* panels -- see panels.h.
 *
 *     pageNumbers({"of": [0, 1, 0], "panels": [{"how": "measured", "name": "…", "rows": [["kernel", "stride.cu",
 *     "#G-code-2"], …], "more": "…"}, …]})
 *
 * `of` says for each link which panel is its own: one number may stand in many places.
 *
 *     pageNumbers({"rows": [{"id": "copy.rate", "how": "measured", "name": "rate of a copy", "rows": [["kernel",
 *     "copy.cu", "…"], …], "more": "…", "at": {"-read": [", reads", [["spread", "…"]], [["other cards", "…"]]]}}, …]})
 *
 * lies beside the page with the rows of a card: what its points share, and for each of them the end of its id, the
 * rest of its name, and the rows that come before and behind. */
#include "render/panels.h"

#include "course/address.h"
#include "page/lookup.h"
#include "render/chart.h"
#include "render/compare.h"
#include "render/quantity.h"
#include "render/site.h"

enum {
    OTHERS_MAX = 6
}; /* cards whose figure stands in a panel; there is a page that compares them */

/* Another card that has the same fact or series. */
struct other {
    const struct card *card;
    const struct fact *fact;
    const struct series *series;
    bool same_grid; /* its points stand where those of this card do */
    struct quantity quantity;
};

/* The panel of one value. */
struct panel {
    const struct html *html;
    const struct expr_form *form; /* NULL: by size */
    struct buf *out;
    size_t rows;
    struct quantity quantity;   /* that its rows are of */
    const struct series *sizes; /* of its steps, of a series */
    struct other *other;        /* in the order of all cards, the measured ones first */
    size_t other_count;
};

/* ---- rows --------------------------------------------------------------------------------------- */

/* Adds ["head", "words", "href"]; a row without words is none. */
static void row(struct panel *panel, struct text head, struct text words, struct text href) {
    if (!words.len) return;
    buf_str(panel->out, panel->rows++ ? "],[" : "[[");
    buf_json(panel->out, head);
    buf_char(panel->out, ',');
    buf_json(panel->out, words);
    if (!href.len) return;
    buf_char(panel->out, ',');
    buf_json(panel->out, href);
}

static void plain_row(struct panel *panel, const char *head, struct text words) {
    row(panel, text_of(head), words, (struct text){0});
}

static void end_rows(struct panel *panel) {
    buf_str(panel->out, panel->rows ? "]]" : "[]");
    panel->rows = 0;
}

/* ", stride 8"; a step of sizes by its size: ", 32 KiB" */
static void add_places(const struct panel *panel, struct buf *name, const struct used *used,
                       const struct series *sizes) {
    struct arena *arena = panel->html->arena;
    for (size_t i = 0; i < used->series->axis_count; i++) {
        const struct axis *axis = &used->series->axis[i];
        const struct text at = used->point->at[i];
        struct text place;
        if (sizes && !i)
            place = quantity_capacity(arena, sizes->unit, sizes->point[axis_find(axis, at)].median);
        else
            place = words_place(panel->html->figures->words, arena, axis, at);
        buf_printf(name, ", %.*s", TEXT_ARG(place));
    }
}

/* "time of a strided copy, stride 8"; of all points of a series what they share. */
static struct text name_of(const struct panel *panel, const struct used *used) {
    const struct words *words = panel->html->figures->words;
    struct buf name = {0};
    if (used->cited) buf_view(&name, used->cited->title.value);
    if (used->predicted.len) buf_printf(&name, "model(%.*s)", TEXT_ARG(used->predicted));
    if (used->fact) buf_view(&name, words_of(words, WORDS_FACTS, used->fact->name));
    if (used->message) buf_view(&name, words_of(words, WORDS_MESSAGES, used->message->name));
    if (used->series) buf_view(&name, words_title(words, used->series));
    if (used->point) add_places(panel, &name, used, chart_sizes(used->card, used->series));
    return buf_take(&name, panel->html->arena);
}

/* Where the code of a kernel can be read: in the repository, at the line of what the page shows of it, or on the
 * page alone. */
static struct text kernel_href(const struct panel *panel, struct text kernel) {
    const struct html *html = panel->html;
    struct text repository = html->build->course->site.repository.value;
    const struct number_code *code = NULL;
    for (size_t i = 0; html->numbers && !code && i < html->numbers->code_count; i++)
        if (text_equal(text_drop_start(html->numbers->code[i].from, "kernels/"), kernel))
            code = &html->numbers->code[i];
    struct buf href = {0};
    if (repository.len)
        buf_printf(&href, "%.*sblob/HEAD/kernels/%.*s", TEXT_ARG(repository), TEXT_ARG(kernel));
    if (repository.len && code)
        buf_printf(&href, "#L%lu", code->line);
    else if (code)
        buf_printf(&href, "#" THEME_ID "code-%zu", code->number);
    return buf_take(&href, html->arena);
}

static void kernel_row(struct panel *panel, struct text kernel) {
    row(panel, TEXT("kernel"), kernel, kernel_href(panel, kernel));
}

/* The clock tells what a cycle was; facts have none. */
static void card_rows(struct panel *panel, const struct card *card, bool ran) {
    struct arena *arena = panel->html->arena;
    const struct condition *clock = &card->run.sm_clock;
    if (ran && !card->reported && !clock->missing)
        plain_row(panel, "SM clock", quantity_alone(arena, TEXT("Hz"), clock->median));
    struct text day = {0}, words;
    if (!card->reported) day = site_day(card->run.date);
    words = arena_printf(arena, "%.*s, measured on %.*s", TEXT_ARG(card->name), TEXT_ARG(day));
    plain_row(panel, "card", day.len ? words : card->name);
}

static void source_row(struct panel *panel, const struct card *card, struct text id) {
    struct arena *arena = panel->html->arena;
    for (size_t i = 0; id.len && i < card->source_count; i++) {
        const struct card_source *source = &card->source[i];
        if (!text_equal(source->id, id)) continue;
        struct text href = {0};
        if (link_is_external(source->url)) href = link_text(arena, TEXT(""), source->url);
        row(panel, TEXT("source"), source->title, href);
    }
}

/* ---- what other cards have ------------------------------------------------------------------------ */

static struct text unit_used(const struct fact *fact, const struct series *series) {
    return fact ? fact->unit : series->unit;
}

static struct quantity quantity_used(const struct fact *fact, const struct series *series) {
    return quantity_of(unit_used(fact, series), fact || series_is_capacity(series));
}

static struct expr_value value_of(const struct quantity *quantity, struct text unit,
                                  double number) {
    struct expr_value value = expr_number(number, quantity->dimension);
    value.capacity = quantity->capacity && text_is(unit, "B");
    value.exact = text_is(unit, "1") && number == (double)(int64_t)number;
    return value;
}

static bool is_same_grid(const struct series *a, const struct series *b) {
    if (a->axis_count != b->axis_count || a->point_count != b->point_count) return false;
    for (size_t i = 0; i < a->axis_count; i++) {
        if (a->axis[i].count != b->axis[i].count) return false;
        for (size_t k = 0; k < a->axis[i].count; k++)
            if (!text_equal(a->axis[i].value[k], b->axis[i].value[k])) return false;
    }
    return true;
}

/* Finds once who else has what the rows are of. */
static void find_others(struct panel *panel, const struct used *used) {
    const struct cards *cards = panel->html->figures->cards;
    panel->other = ARENA_ARRAY(panel->html->arena, struct other, cards->count);
    panel->other_count = 0;
    panel->quantity = quantity_used(used->fact, used->series);
    if (used->series && compare_is_own(used->series)) return;
    for (size_t i = 0; i < cards->count; i++) {
        struct other other = {.card = &cards->list[i]};
        if (other.card == used->card) continue;
        if (used->fact)
            other.fact = card_fact(other.card, used->fact->name);
        else
            other.series = card_series(other.card, used->series->name);
        if (!other.fact && !other.series) continue;
        other.same_grid = other.series && is_same_grid(other.series, used->series);
        const bool same_unit =
            text_equal(unit_used(other.fact, other.series), unit_used(used->fact, used->series));
        other.quantity = same_unit ? panel->quantity : quantity_used(other.fact, other.series);
        panel->other[panel->other_count++] = other;
    }
}

/* Gives the same figure of another card; false: it has none. */
static bool figure_of(const struct other *other, const struct used *used, double *number) {
    if (other->fact) {
        *number = other->fact->value;
        return !other->fact->missing;
    }
    const struct series *series = used->series;
    const struct point *point =
        other->same_grid ? &other->series->point[used->point - series->point]
                         : series_point(other->series, used->point->at, series->axis_count, NULL);
    if (point) *number = point->median;
    return point && !point->missing;
}

/* Adds it in the form of this one. */
static void add_figure(const struct panel *panel, struct buf *words, const struct other *other,
                       double number) {
    const struct text unit = unit_used(other->fact, other->series);
    const struct expr_value value = value_of(&other->quantity, unit, number);
    const struct text shown =
        quantity_value(panel->html->arena, &value, panel->form, EXPR_STYLE_PAGE);
    buf_printf(words, "%s%.*s %.*s%s", words->len ? "\n" : "", TEXT_ARG(other->card->name),
               TEXT_ARG(shown), other->card->reported ? MARK_REPORTED : "");
}

static void others_row(struct panel *panel, const struct used *used) {
    struct buf words = {0};
    size_t known = 0;
    double number;
    for (size_t i = 0; i < panel->other_count; i++)
        if (figure_of(&panel->other[i], used, &number) && known++ < OTHERS_MAX)
            add_figure(panel, &words, &panel->other[i], number);
    if (known > OTHERS_MAX) buf_printf(&words, "\nand %zu more", known - OTHERS_MAX);
    plain_row(panel, "other cards", buf_take(&words, panel->html->arena));
}

/* ---- panels --------------------------------------------------------------------------------------- */

static void spread_row(struct panel *panel, const struct point *point, struct text spread) {
    struct arena *arena = panel->html->arena;
    if (!point->runs) return;
    struct text runs = site_count(arena, point->runs, "run", "runs");
    if (spread.len)
        runs = arena_printf(arena, "%.*s, 5%% to 95%% of %.*s", TEXT_ARG(spread), TEXT_ARG(runs));
    else if (point->runs > 1)
        runs = arena_printf(arena, "none in these digits, %.*s", TEXT_ARG(runs));
    plain_row(panel, "spread", runs);
}

static void point_rows(struct panel *panel, const struct used *used, struct text spread) {
    spread_row(panel, used->point, spread);
    plain_row(panel, "note", used->point->warning);
    source_row(panel, used->card, used->point->source);
}

static void series_rows(struct panel *panel, const struct series *series) {
    plain_row(panel, "counting", series->counts);
    kernel_row(panel, series->kernel);
}

/* The value is the figure of one thing. */
static void rows_of_one(struct panel *panel, const struct provenance *from) {
    const struct used *used = &from->used[0];
    if (used->cited) {
        struct text url = used->cited->url.value, href = {0};
        if (link_is_external(url)) href = link_text(panel->html->arena, TEXT(""), url);
        row(panel, TEXT("source"), used->cited->title.value, href);
        return;
    }
    if (used->series) point_rows(panel, used, from->spread);
    if (used->series) series_rows(panel, used->series);
    if (used->fact) plain_row(panel, "from", used->fact->method);
    if (used->fact) source_row(panel, used->card, used->fact->source);
    if (used->card) card_rows(panel, used->card, used->series != NULL);
    if (!used->fact && !used->series) return;
    find_others(panel, used);
    others_row(panel, used);
}

/* A figure that a computed value used, in its default form. */
static struct text figure_used(const struct panel *panel, const struct used *used) {
    struct arena *arena = panel->html->arena;
    if (used->fact) return quantity_fact(arena, used->fact);
    if (used->message) return used->message->words;
    if (!used->series || used->point->missing) return (struct text){0};
    return quantity_alone(arena, used->series->unit, used->point->median);
}

static void rows_of_many(struct panel *panel, const struct provenance *from) {
    struct arena *arena = panel->html->arena;
    struct texts kernels = {0};
    const struct card *card = NULL;
    bool ran = false;
    for (size_t i = 0; i < from->count; i++) {
        const struct used *used = &from->used[i];
        struct text figure = figure_used(panel, used);
        if (!figure.len) figure = used->cited ? TEXT("cited") : TEXT("predicted");
        bool other = used->card && used->card != panel->html->figures->card;
        if (other)
            figure =
                arena_printf(arena, "%.*s%s on the %.*s", TEXT_ARG(figure),
                             used->card->reported ? MARK_REPORTED : "", TEXT_ARG(used->card->name));
        if (!other && used->card) card = used->card;
        ran |= !other && used->series;
        row(panel, name_of(panel, used), figure,
            numbers_href(panel->html->build, panel->html->address, used));
        if (used->series && used->series->kernel.len)
            texts_add_once(&kernels, used->series->kernel, arena);
    }
    for (size_t i = 0; i < kernels.count; i++)
        kernel_row(panel, kernels.at[i]);
    if (card) card_rows(panel, card, ran);
}

/* "measured", "reported by the driver", "computed" */
static struct text how(const struct provenance *from) {
    const struct used *used = &from->used[0];
    if (!from->plain) return TEXT("computed from the figures below");
    if (used->fact && !from->origin.len)
        return used->fact->method.len ? TEXT("not measured") : TEXT("reported by the driver");
    if (used->predicted.len) return TEXT("predicted by the bottleneck model");
    if (used->message) return TEXT("recorded as the runtime answered");
    return from->origin;
}

/* What the link leads to. */
static const char *more(const struct used *used) {
    return used->cited           ? "In the list of sources"
           : used->predicted.len ? "The model"
           : used->message       ? "What the runtime answered"
           : used->fact          ? "All facts of the card"
                                 : "Its row in the series";
}

static struct text panel_of(const struct html *html, const struct node *node) {
    const struct provenance *from = node->value.from;
    struct buf out = {0};
    struct panel panel = {
        .html = html, .form = node->value.expr ? &node->value.expr->form : NULL, .out = &out};
    buf_char(&out, '{');
    buf_member(&out, "how", how(from));
    buf_member(&out, "name", from->plain ? name_of(&panel, &from->used[0]) : (struct text){0});
    buf_member(&out, "more", text_of(more(&from->used[0])));
    buf_key(&out, "rows");
    (from->plain ? rows_of_one : rows_of_many)(&panel, from);
    end_rows(&panel);
    buf_char(&out, '}');
    return buf_take(&out, html->arena);
}

struct text panels_script(const struct html *html) {
    const struct numbers *numbers = html->numbers;
    struct texts panels = {0};
    struct buf out = {0};
    buf_str(&out, "pageNumbers({\"of\":[");
    for (size_t i = 0; i < numbers->count; i++) {
        struct text panel = panel_of(html, numbers->value[i]);
        texts_add_once(&panels, panel, html->arena);
        size_t at = 0;
        while (!text_equal(panels.at[at], panel))
            at++;
        buf_printf(&out, "%s%zu", i ? "," : "", at);
    }
    buf_str(&out, "],\"panels\":[\n");
    for (size_t i = 0; i < panels.count; i++) {
        if (i) buf_str(&out, ",\n");
        buf_view(&out, panels.at[i]);
    }
    buf_str(&out, "]})\n");
    return buf_take(&out, html->arena);
}

/* ---- beside the rows of a card --------------------------------------------------------------------- */

/* What the points of a series share, or of a fact all. */
static void begin_series(struct panel *panel, struct text id, const struct used *used) {
    const struct provenance from = provenance_plain(used, NULL, NULL, panel->html->arena);
    buf_str(panel->out, panel->out->ptr[panel->out->len - 1] == '[' ? "\n{" : ",\n{");
    buf_member(panel->out, "id", id);
    buf_member(panel->out, "how", how(&from));
    buf_member(panel->out, "name", name_of(panel, used));
    buf_member(panel->out, "more", text_of(more(used)));
    buf_key(panel->out, "rows");
    if (used->fact) plain_row(panel, "from", used->fact->method);
    if (used->fact) source_row(panel, used->card, used->fact->source);
    if (used->series) series_rows(panel, used->series);
    card_rows(panel, used->card, used->series != NULL);
    end_rows(panel);
    panel->sizes = used->series ? chart_sizes(used->card, used->series) : NULL;
    find_others(panel, used);
    buf_key(panel->out, "at");
    buf_char(panel->out, '{');
}

static void end_series(struct panel *panel) {
    buf_str(panel->out, "}}");
}

static void put_point(struct panel *panel, struct text id, const struct used *used) {
    struct arena *arena = panel->html->arena;
    const struct text unit = unit_used(used->fact, used->series);
    const double number = used->fact ? used->fact->value : used->point->median;
    const struct expr_value value = value_of(&panel->quantity, unit, number);
    const struct provenance from = provenance_plain(used, &value, &(struct expr_form){0}, arena);
    struct buf places = {0};
    if (used->series) add_places(panel, &places, used, panel->sizes);
    if (panel->out->ptr[panel->out->len - 1] != '{') buf_char(panel->out, ',');
    buf_json(panel->out, id);
    buf_str(panel->out, ":[");
    buf_json(panel->out, buf_take(&places, arena));
    buf_char(panel->out, ',');
    if (used->series) point_rows(panel, used, from.spread);
    end_rows(panel);
    buf_char(panel->out, ',');
    others_row(panel, used);
    end_rows(panel);
    buf_char(panel->out, ']');
}

static void put_facts(struct panel *panel, const struct card *card) {
    for (size_t i = 0; i < card->fact_count; i++) {
        const struct used used = {.card = card, .fact = &card->fact[i]};
        if (used.fact->missing) continue;
        begin_series(
            panel, arena_printf(panel->html->arena, "fact.%.*s", TEXT_ARG(used.fact->name)), &used);
        put_point(panel, TEXT(""), &used);
        end_series(panel);
    }
}

static void put_series(struct panel *panel, const struct card *card, const struct series *series) {
    struct used used = {.card = card, .series = series};
    begin_series(panel, series->name, &used);
    for (size_t i = 0; i < series->point_count; i++) {
        used.point = &series->point[i];
        if (used.point->missing) continue;
        struct text id = course_point_id(series, used.point, panel->html->arena);
        put_point(panel, text_cut(id, series->name.len, id.len), &used);
    }
    end_series(panel);
}

struct text panels_rows(const struct html *html, const struct card *card, struct text family) {
    struct buf out = {0};
    struct panel panel = {.html = html, .out = &out};
    buf_str(&out, "pageNumbers({\"rows\":[");
    if (!family.len) put_facts(&panel, card);
    for (size_t i = 0; family.len && i < card->series_count; i++)
        if (text_equal(words_first(card->series[i].name), family) && series_known(&card->series[i]))
            put_series(&panel, card, &card->series[i]);
    buf_str(&out, "]})\n");
    return buf_take(&out, html->arena);
}

static void add_beside(const struct html *html, struct text script) {
    struct site_build *build = html->build;
    struct text folder = site_place(build, html->address);
    struct text path =
        arena_printf(build->arena, "%.*snumbers.js", TEXT_ARG(text_cut(folder, 1, folder.len)));
    site_add(build, path, script);
}

void panels_add(const struct html *html) {
    if (!html->numbers->count) return;
    add_beside(html, html->build->output->paths_alone ? TEXT("") : panels_script(html));
}

void panels_add_rows(const struct html *html, const struct card *card, struct text family) {
    add_beside(html, html->build->output->paths_alone ? TEXT("") : panels_rows(html, card, family));
}
