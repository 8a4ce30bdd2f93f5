/* evaluate -- evaluate_value() and provenance_words() of lookup.h. Most of it says in words where a value
 * comes from:
 *
 *     measured, 51 runs, 5% to 95%: 4,601 to 4,655 GB/s, kernel copy.cu
 *     computed from stride.time[8] and stride.time[1], measured, kernel stride.cu */
#include "page/lookup.h"

static struct text format(const struct expr_value *value, const struct expr_form *form,
                          unsigned style, struct arena *arena) {
    char few[EXPR_TEXT_MAX]; /* numbers fit; a text may be longer */
    size_t length = expr_format(value, form, style, few, sizeof few);
    if (length < sizeof few) return arena_text(arena, (struct text){few, length});
    char *text = arena_alloc(arena, length + 1);
    expr_format(value, form, style, text, length + 1);
    return (struct text){text, length};
}

/* "4,601 to 4,655 GB/s": both ends have the unit that the value is shown in, which is named once. Ends that
 * read the same give no text, because they say nothing. */
static struct text spread_of(const struct point *point, const struct expr_value *value,
                             const struct expr_form *shown, struct arena *arena) {
    struct expr_form form = *shown;
    struct expr_value low = *value, high = *value;
    unsigned bare = EXPR_STYLE_PAGE | EXPR_STYLE_NO_UNIT;
    if (point->p05 == point->p95) return (struct text){0};
    if (!form.has_unit) {
        form.unit = expr_unit_default(value->number, value->dimension, value->capacity);
        form.has_unit = true;
    }
    low.number = point->p05;
    high.number = point->p95;
    struct text from = format(&low, &form, bare, arena);
    if (text_equal(from, format(&high, &form, bare, arena))) return (struct text){0};
    struct text to = format(&high, &form, EXPR_STYLE_PAGE, arena);
    return arena_printf(arena, "%.*s to %.*s", TEXT_ARG(from), TEXT_ARG(to));
}

static void add_source(struct buf *out, const struct card *card, struct text id) {
    for (size_t i = 0; id.len && i < card->source_count; i++)
        if (text_equal(card->source[i].id, id))
            buf_printf(out, " by %.*s", TEXT_ARG(card->source[i].title));
}

static void add_name(struct buf *out, const struct used *used, const struct card *page_card) {
    if (used->cited) {
        buf_view(out, used->cited->title.value);
        return;
    }
    if (used->predicted.len) buf_printf(out, "model(%.*s)", TEXT_ARG(used->predicted));
    if (used->fact) buf_printf(out, "fact.%.*s", TEXT_ARG(used->fact->name));
    if (used->message) buf_printf(out, "message.%.*s", TEXT_ARG(used->message->name));
    if (used->series) {
        buf_view(out, used->series->name);
        for (size_t i = 0; i < used->series->axis_count; i++)
            buf_printf(out, "%s%.*s", i ? ", " : "[", TEXT_ARG(used->point->at[i]));
        if (used->series->axis_count) buf_char(out, ']');
    }
    if (used->card != page_card) buf_printf(out, " of %.*s", TEXT_ARG(used->card->name));
}

/* A fact of a measured card has no origin: the driver reports it and nobody took it. */
static const char *origin_of(const struct used *used) {
    if (used->cited) return "cited";
    if (used->predicted.len) return "predicted";
    if (used->message) return "recorded";
    if (used->series) return origin_word(used->series->origin);
    return used->card->reported ? origin_word(ORIGIN_REPORTED) : NULL;
}

static void describe_one(struct buf *out, const struct provenance *from,
                         const struct card *page_card) {
    const struct used *used = &from->used[0];
    if (used->cited) {
        buf_printf(out, "cited from %.*s", TEXT_ARG(used->cited->title.value));
        return;
    }
    if (used->predicted.len) {
        buf_printf(out, "predicted by the bottleneck model for %.*s", TEXT_ARG(used->predicted));
    } else if (used->message) {
        buf_str(out, "recorded as the runtime answered");
    } else if (used->fact) {
        if (used->fact->method.len)
            buf_view(out, used->fact->method);
        else
            buf_str(out, used->card->reported ? "reported" : "reported by the driver");
        add_source(out, used->card, used->fact->source);
    } else {
        const struct point *point = used->point;
        buf_str(out, origin_word(used->series->origin));
        add_source(out, used->card, point->source);
        if (point->runs) {
            buf_printf(out, ", %lu run%s", point->runs, point->runs == 1 ? "" : "s");
            if (from->spread.len) buf_printf(out, ", 5%% to 95%%: %.*s", TEXT_ARG(from->spread));
        }
        if (used->series->counts.len)
            buf_printf(out, ", counting %.*s", TEXT_ARG(used->series->counts));
        if (used->series->kernel.len)
            buf_printf(out, ", kernel %.*s", TEXT_ARG(used->series->kernel));
        if (point->warning.len) buf_printf(out, "; %.*s", TEXT_ARG(point->warning));
    }
    if (used->card != page_card) buf_printf(out, ", on %.*s", TEXT_ARG(used->card->name));
}

static void add_list(struct buf *out, const char *before, const struct texts *list) {
    for (size_t i = 0; i < list->count; i++)
        buf_printf(out, "%s%.*s", i ? ", " : before, TEXT_ARG(list->at[i]));
}

static void describe_many(struct buf *out, const struct provenance *from,
                          const struct card *page_card, struct arena *arena) {
    struct texts kernels = {0}, origins = {0};
    buf_str(out, "computed from ");
    for (size_t i = 0; i < from->count; i++) {
        const struct used *used = &from->used[i];
        buf_str(out, i == 0 ? "" : i + 1 == from->count ? " and " : ", ");
        add_name(out, used, page_card);
        texts_add_once(&origins, text_of(origin_of(used)), arena);
        if (used->series) texts_add_once(&kernels, used->series->kernel, arena);
    }
    add_list(out, ", ", &origins);
    add_list(out, kernels.count == 1 ? ", kernel " : ", kernels ", &kernels);
}

struct text provenance_words(const struct provenance *from, const struct card *page_card,
                             struct arena *arena) {
    struct buf words = {0};
    if (from->plain)
        describe_one(&words, from, page_card);
    else if (from->count)
        describe_many(&words, from, page_card, arena);
    return buf_take(&words, arena);
}

/* The value of an expression that names one thing is that thing's as long as the number is: then
 * its spread is known. */
static bool is_plain(const struct lookup *lookup, const struct expr_value *value) {
    if (lookup->used_count != 1) return false;
    const struct used *used = &lookup->used[0];
    if (used->cited || used->predicted.len || used->message || value->kind == EXPR_MISSING)
        return true;
    return value->number == (used->fact ? used->fact->value : used->point->median);
}

static bool is_reported(const struct lookup *lookup) {
    for (size_t i = 0; i < lookup->used_count; i++) {
        const struct used *used = &lookup->used[i];
        if (used->cited || (used->card->reported && (used->fact || used->series))) return true;
    }
    return false;
}

struct provenance provenance_plain(const struct used *used, const struct expr_value *value,
                                   const struct expr_form *form, struct arena *arena) {
    struct provenance from = {
        .used = used, .count = 1, .plain = true, .origin = text_of(origin_of(used))};
    if (used->point && used->point->runs) from.spread = spread_of(used->point, value, form, arena);
    return from;
}

static struct provenance provenance_of(const struct lookup *lookup, const struct expr_form *form,
                                       const struct expr_value *value) {
    struct provenance from = {.used = lookup->used, .count = lookup->used_count};
    if (is_plain(lookup, value)) return provenance_plain(lookup->used, value, form, lookup->arena);
    if (from.count) from.origin = text_of(origin_word(ORIGIN_DERIVED));
    return from;
}

bool evaluate_value(struct lookup *lookup, const struct expr *expr, unsigned style,
                    struct evaluated *out, struct expr_error *error) {
    struct expr_env env = lookup_env(lookup);
    *out = (struct evaluated){.state = VALUE_FAILED};
    lookup->used_count = 0;
    lookup->missing = NULL;
    if (!expr_eval(expr, &env, &out->value, error)) return false;
    if (out->value.kind == EXPR_MISSING) {
        out->state = VALUE_MISSING;
        struct text reason = out->value.text;
        out->shown = reason.len ? arena_text(lookup->arena, reason) : TEXT("no reason is given");
        out->missing =
            text_of(lookup->missing ? lookup->missing : card_missing(lookup->evaluation->card));
    } else {
        out->state = VALUE_SHOWN;
        out->shown = format(&out->value, &expr->form, style, lookup->arena);
    }
    out->from = provenance_of(lookup, &expr->form, &out->value);
    out->reported = out->state == VALUE_SHOWN && is_reported(lookup);
    return true;
}
