/* diagram -- see diagram.h. */
#include "render/diagram.h"

#include "expr/expr.h"
#include "page/front.h"

#define DIAGRAM_LIST(name) &diagram_##name,
const struct diagram *const diagram_list[] = {DIAGRAMS(DIAGRAM_LIST) NULL};

const struct diagram *diagram_find(struct nearest *nearest) {
    for (size_t i = 0; diagram_list[i]; i++) {
        if (text_is(nearest->wanted, diagram_list[i]->name)) return diagram_list[i];
        nearest_offer(nearest, text_of(diagram_list[i]->name));
    }
    return NULL;
}

void diagram_describe(const struct reading *reading, struct svg_frame *frame, struct buf *words) {
    const char *description = buf_take(words, reading->arena).ptr;
    if (!frame->desc) frame->desc = description;
}

struct text diagram_title(const struct diagram *diagram, const struct reading *reading) {
    if (!diagram->of_card) return text_of(diagram->title);
    return arena_printf(reading->arena, "%s %.*s", diagram->title, TEXT_ARG(reading->card->name));
}

struct text diagram_provenance(const struct diagram *diagram, const struct reading *reading) {
    const struct card *card = reading->card;
    const char *from = reading->nothing_known ? diagram->unmeasured : diagram->measured;
    if (!from) return (struct text){0};
    if (card->reported)
        return arena_printf(reading->arena,
                            "%.*s. The figures are reported by the sources named on its page, not "
                            "measured here.",
                            TEXT_ARG(card->name));
    return arena_printf(reading->arena, "%.*s: %s.", TEXT_ARG(card->name), from);
}

/* ---- the figures that a page gives ------------------------------------------------------------ */

struct giving {
    struct html *html;
    const struct node *image;
    const struct diagram *diagram;
};

static bool wrong(const struct giving *giving, const char *hint, const char *what,
                  struct text about) {
    diag_error(giving->html->diags, giving->html->source, giving->image->link.url_offset,
               giving->image->link.url.len, hint, "diagram:%s: %s%.*s", giving->diagram->name, what,
               TEXT_ARG(about));
    return false;
}

static enum expr_found ask_cited(void *context, const struct expr_query *query,
                                 struct expr_answer *answer) {
    const struct giving *giving = context;
    const struct front *front = giving->html->front;
    (void)answer; /* its value is the number already */
    for (size_t i = 0; front && i < front->source_count; i++)
        if (text_equal(front->source[i].id.value, query->name)) return EXPR_FOUND;
    return EXPR_NO_NAME;
}

/* A figure without a source would be typed; anything else that is named belongs to a card. */
static bool only_cited(const struct expr *expr) {
    const struct expr_node *cursor = NULL;
    struct expr_reference reference;
    bool any = false;
    while (expr_next_reference(expr, &cursor, &reference)) {
        if (reference.kind != EXPR_REFERENCE_CITED) return false;
        any = true;
    }
    return any;
}

static bool is_bytes(const struct expr_value *value) {
    struct expr_unit bytes;
    return value->kind == EXPR_NUMBER && expr_unit_parse(text_of("B"), &bytes) &&
           expr_dimension_equal(value->dimension, bytes.dimension);
}

static bool evaluate(struct giving *giving, struct text name, struct text words,
                     struct reading_given *given) {
    struct arena *arena = giving->html->arena;
    struct expr_memory memory = {arena_alloc(arena, EXPR_MEMORY_SIZE), EXPR_MEMORY_SIZE, 0};
    const struct expr_env env = {.context = giving, .cited = ask_cited};
    struct expr expr;
    struct expr_error error;
    struct expr_value value;
    if (!expr_parse(words.ptr, words.len, &memory, &expr, &error) ||
        !expr_eval(&expr, &env, &value, &error)) {
        char why[256];
        expr_error_text(&error, why, sizeof why);
        return wrong(giving, "write NAME=cited(NUMBER UNIT,SOURCE)",
                     arena_printf(arena, "%.*s: ", TEXT_ARG(name)).ptr, text_of(why));
    }
    if (!only_cited(&expr))
        return wrong(giving, "take it from a source: cited(NUMBER UNIT,SOURCE)",
                     "a figure has to be cited: ", name);
    if (!is_bytes(&value) || value.number <= 0)
        return wrong(giving, "write its unit: B, MB, GB, MiB …", "no size in bytes: ", name);
    *given = (struct reading_given){value.number,
                                    quantity_value(arena, &value, &expr.form, EXPR_STYLE_PAGE)};
    return true;
}

static size_t parameter_of(const struct diagram *diagram, struct text name) {
    size_t i = 0;
    while (diagram->parameters[i] && !text_is(name, diagram->parameters[i]))
        i++;
    return i;
}

bool diagram_given(struct html *html, const struct node *image, const struct diagram *diagram,
                   struct text query, struct reading *reading) {
    struct giving giving = {html, image, diagram};
    if (!diagram->parameters)
        return !query.len || wrong(&giving, "delete it", "it takes nothing after ?: ", query);
    size_t count = parameter_of(diagram, (struct text){0});
    struct reading_given *given = ARENA_ARRAY(html->arena, struct reading_given, count);
    while (query.len) {
        struct text value = text_next(&query, '&');
        struct text name = text_next(&value, '=');
        size_t at = parameter_of(diagram, name);
        if (!diagram->parameters[at])
            return wrong(&giving, "see gen/render/diagram.h", "it takes no ", name);
        if (given[at].number > 0) return wrong(&giving, "delete one", "given twice: ", name);
        if (!evaluate(&giving, name, value, &given[at])) return false;
    }
    for (size_t i = 0; diagram->parameters[i]; i++)
        if (given[i].number <= 0)
            return wrong(&giving,
                         "write ?NAME=cited(NUMBER UNIT,SOURCE) after its name, more after &",
                         "it needs ", text_of(diagram->parameters[i]));
    reading->given = given;
    return true;
}
