/* gen eval -- one expression for one card: value, unit, spread, origin, kernel; or why it is wrong. */
#include "cli/cli.h"
#include "page/lookup.h"

/* The question and its answer stand together, since every step reads one and fills the other. */
struct answer {
    struct cli_run *run;
    const struct source *source;
    struct text text; /* the expression: the source, or its part between {{ and }} */
    size_t shift;     /* bytes that were put before it */
    struct lookup lookup;
    struct expr expr;
    struct text value; /* as on a page; "true", "false", "unknown" for a condition */
    struct text why;   /* a condition: the values of both sides; missing: the reason */
    struct text origin, detail;
    struct expr_value raw;
    size_t used_count; /* values of the lookup that it was computed from */
    bool condition;
};

/* A mistake gets the same hint as on a page. */
static bool report(const struct answer *answer, const struct expr_error *error) {
    const struct source *source = answer->source;
    char message[1024], hint[1024];
    expr_error_text(error, message, sizeof message);
    expr_error_hint(error, hint, sizeof hint);
    size_t before = (size_t)(answer->text.ptr - source->text.ptr);
    size_t offset = error->offset > answer->shift ? error->offset - answer->shift : 0;
    diag_error(&answer->run->diags, source, error->whole ? 0 : before + offset,
               error->whole ? source->text.len : error->length, hint, "%s", message);
    return false;
}

static struct text explain(struct answer *answer) {
    enum { ROOM = 4096 };
    struct expr_env env = lookup_env(&answer->lookup);
    char *out = arena_alloc(&answer->run->arena, ROOM);
    size_t length = expr_explain(&answer->expr, &env, out, ROOM);
    return (struct text){out, length < ROOM ? length : ROOM - 1};
}

/* Authors copy an expression out of a page with its braces, which are removed here. */
static struct text without_braces(struct text text) {
    struct text trimmed = text_trim(text);
    if (!text_starts(trimmed, "{{") || !text_ends(trimmed, "}}") || trimmed.len < 4) return text;
    return text_cut(trimmed, 2, trimmed.len - 2);
}

/* A condition alone has no value, so it is read as `if CONDITION`. */
static bool parse(struct answer *answer) {
    struct arena *arena = &answer->run->arena;
    struct expr_memory memory = {arena_alloc(arena, 4 * EXPR_MEMORY_SIZE), 4 * EXPR_MEMORY_SIZE, 0};
    struct expr_error error;
    struct text text = answer->text;
    if (expr_parse(text.ptr, text.len, &memory, &answer->expr, &error)) return true;
    if (error.code == EXPR_ERROR_VALUE) {
        text = arena_printf(arena, "if %.*s", TEXT_ARG(text));
        answer->shift = 3;
        memory.used = 0;
        if (expr_parse(text.ptr, text.len, &memory, &answer->expr, &error)) return true;
    }
    return report(answer, &error);
}

static bool answer_condition(struct answer *answer) {
    static const char *const truths[] = {"false", "true", "unknown"};
    struct expr_env env = lookup_env(&answer->lookup);
    struct expr_error error;
    if (!expr_eval(&answer->expr, &env, &answer->raw, &error)) return report(answer, &error);
    answer->condition = true;
    answer->value = text_of(truths[answer->raw.truth]);
    answer->used_count = answer->lookup.used_count; /* explaining looks names up again */
    answer->why = explain(answer);
    return true;
}

static bool answer_value(struct answer *answer) {
    struct expr_error error;
    struct evaluated evaluated = {0};
    if (!evaluate_value(&answer->lookup, &answer->expr, EXPR_STYLE_TERMINAL, &evaluated, &error))
        return report(answer, &error);
    bool missing = evaluated.state == VALUE_MISSING;
    answer->used_count = answer->lookup.used_count;
    answer->raw = evaluated.value;
    answer->value = missing ? evaluated.missing : evaluated.shown;
    if (missing) answer->why = evaluated.shown;
    answer->origin = evaluated.from.origin;
    answer->detail =
        provenance_words(&evaluated.from, answer->lookup.evaluation->card, answer->lookup.arena);
    return true;
}

static bool find_answer(struct answer *answer) {
    if (!parse(answer)) return false;
    enum expr_kind kind = answer->expr.kind;
    if (kind == EXPR_KIND_VALUE) return answer_value(answer);
    if (kind == EXPR_KIND_CLAIM || kind == EXPR_KIND_IF) return answer_condition(answer);
    diag_error(&answer->run->diags, answer->source, 0, answer->source->text.len,
               "give a value or a condition", "there is nothing to evaluate");
    return false;
}

static void answer_text(const struct answer *answer, struct buf *out) {
    /* The reason "not reported by the source" repeats the value "not reported". */
    bool said = text_equal(text_cut(answer->why, 0, answer->value.len), answer->value);
    buf_view(out, said ? answer->why : answer->value);
    if (!said && answer->why.len) buf_printf(out, ": %.*s", TEXT_ARG(answer->why));
    buf_char(out, '\n');
    if (answer->detail.len) buf_printf(out, "    %.*s\n", TEXT_ARG(answer->detail));
}

static void point_json(const struct used *used, struct buf *out) {
    const struct series *series = used->series;
    const struct point *point = used->point;
    buf_member(out, "series", series->name);
    buf_str(out, ", \"at\": [");
    for (size_t i = 0; i < series->axis_count; i++) {
        if (i) buf_str(out, ", ");
        buf_json(out, point->at[i]);
    }
    buf_char(out, ']');
    buf_member(out, "unit", series->unit);
    buf_member(out, "origin", text_of(origin_word(series->origin)));
    buf_member(out, "kernel", series->kernel);
    if (point->missing) return;
    static const char *const keys[] = {"median", "min", "max", "p05", "p95"};
    double values[] = {point->median, point->min, point->max, point->p05, point->p95};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        buf_key(out, keys[i]);
        buf_number(out, values[i]);
    }
    buf_printf(out, ", \"runs\": %lu", point->runs);
}

/* Statistics are in base units, since a program that reads them computes on. */
static void used_json(const struct used *used, struct buf *out) {
    buf_char(out, '{');
    buf_member(out, "card", used->card ? used->card->id : (struct text){0});
    if (used->fact) buf_member(out, "fact", used->fact->name);
    if (used->message) buf_member(out, "message", used->message->name);
    if (used->predicted.len) buf_member(out, "model", used->predicted);
    if (used->series) point_json(used, out);
    buf_char(out, '}');
}

static void answer_json(const struct answer *answer, struct buf *out) {
    buf_char(out, '{');
    buf_member(out, "card", answer->run->course.card->id);
    buf_member(out, "shown", answer->value);
    if (answer->why.len) buf_member(out, answer->condition ? "because" : "missing", answer->why);
    if (answer->raw.kind == EXPR_NUMBER) {
        buf_key(out, "number");
        buf_number(out, answer->raw.number);
        char unit[64];
        struct expr_unit base = {.dimension = answer->raw.dimension};
        size_t length = expr_unit_text(&base, unit, sizeof unit);
        buf_member(out, "unit", length && length < sizeof unit ? text_of(unit) : TEXT("1"));
    }
    buf_member(out, "origin", answer->origin);
    buf_member(out, "detail", answer->detail);
    buf_str(out, ", \"from\": [");
    for (size_t i = 0; i < answer->used_count; i++) {
        buf_str(out, i ? ",\n  " : "\n  ");
        used_json(&answer->lookup.used[i], out);
    }
    buf_str(out, "]}");
}

int cli_eval(const struct cli_options *options) {
    struct cli_run run;
    struct buf out = {0};
    if (!cli_begin_cards(&run, options)) return cli_end(&run, &out);
    struct evaluation evaluation = {
        .cards = &run.course.cards, .card = run.course.card, .diags = &run.diags};
    struct answer answer = {.run = &run,
                            .lookup = {.evaluation = &evaluation, .arena = &run.arena}};
    answer.source = source_load(&run.arena, TEXT("expression"), text_of(options->argument[0]));
    answer.text = without_braces(answer.source->text);
    if (find_answer(&answer)) (options->json ? answer_json : answer_text)(&answer, &out);
    return cli_end(&run, &out);
}
