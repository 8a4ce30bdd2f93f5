/* card_series -- reads the series of a card: axes, then every point at its place.
 *
 * The points of a series are laid out as a full grid, last axis fastest, before the file's points
 * are put in: what stays empty is missing. */
#include "measure/check.h"

#include <stdint.h>
#include <string.h>

#include "base/chars.h"
#include "measure/names.h"

enum { POINTS_MAX = 4096, AXES_MAX = 8 };

static const char *statistics[] = {"median", "min", "max", "p05", "p95"};

/* Reads the text by which a value of an axis is looked up: a word, or a whole number's digits. */
static bool axis_value(struct check *check, const struct json *from, struct text *out,
                       bool *whole) {
    if (from->kind == JSON_KIND_NUMBER) {
        double number = from->number;
        if (number < 0 || number > 1e15 || number != (double)(long long)number)
            return check_fail(check, from, "roles are words or whole numbers",
                              "this cannot be a value of an axis");
        *out = arena_printf(check->arena, "%lld", (long long)number);
        return true;
    }
    if (!check_kind(check, from, JSON_KIND_TEXT)) return false;
    *out = from->text;
    if (!text_only(from->text, TEXT_DIGITS)) *whole = false;
    for (size_t i = 0; i < from->text.len; i++)
        if (!is_word(from->text.ptr[i])) out->len = 0;
    return out->len ||
           check_fail(check, from, "letters, digits and _, so that it can be written between [ ]",
                      "this cannot be a value of an axis");
}

/* What an axis before has left there is gone, if that one was not taken. */
static bool read_axis(struct check *check, const struct json *from, struct axis *axis) {
    *axis = (struct axis){0};
    if (!check_kind(check, from, JSON_KIND_LIST)) return false;
    if (from->count != 2)
        return check_fail(check, from, "write [\"stride\", [1, 2, 4]]",
                          "an axis is a name and the list of its values");
    const struct json *name = &from->child[0], *values = &from->child[1];
    if (!check_kind(check, name, JSON_KIND_TEXT) || !check_kind(check, values, JSON_KIND_LIST) ||
        !check_name(check, name, name->text, "an axis"))
        return false;
    if (!values->count) check_fail(check, values, NULL, "an axis without values");
    if (values->count > POINTS_MAX)
        return check_fail(check, values, "split the series", "an axis of more than %d values",
                          POINTS_MAX);
    axis->name = name->text;
    axis->numeric = values->count > 0;
    axis->value = ARENA_ARRAY(check->arena, struct text, values->count);
    bool fine = values->count > 0;
    for (size_t i = 0; i < values->count; i++) {
        struct text value = {0};
        if (!axis_value(check, &values->child[i], &value, &axis->numeric)) {
            fine = false;
        } else if (axis_find(axis, value) < axis->count) {
            check_fail(check, &values->child[i], "name each value once",
                       "%.*s stands on this axis twice", TEXT_ARG(value));
            fine = false;
        } else {
            axis->value[axis->count++] = value;
        }
    }
    return fine;
}

/* Returns false if the grid cannot be built. */
static bool read_axes(struct check *check, const struct json *from, struct series *series) {
    const struct json *axes = check_member(check, from, "axes", JSON_KIND_LIST, CHECK_REQUIRED);
    if (!axes) return false;
    if (axes->count > AXES_MAX) return check_fail(check, axes, NULL, "more than %d axes", AXES_MAX);
    series->axis = ARENA_ARRAY(check->arena, struct axis, axes->count);
    bool fine = true;
    size_t points = 1;
    for (size_t i = 0; i < axes->count; i++) {
        struct axis *axis = &series->axis[series->axis_count];
        if (!read_axis(check, &axes->child[i], axis)) {
            fine = false;
            continue;
        }
        for (size_t j = 0; j < series->axis_count; j++)
            if (text_equal(series->axis[j].name, axis->name)) {
                check_fail(check, &axes->child[i], NULL, "%.*s is an axis already",
                           TEXT_ARG(axis->name));
                fine = false;
            }
        points = axis->count > POINTS_MAX ? POINTS_MAX + 1 : points * axis->count;
        if (points > POINTS_MAX)
            return check_fail(check, axes, "split the series", "the axes span more than %d points",
                              POINTS_MAX);
        series->axis_count++;
    }
    if (fine) series->point_count = points;
    return fine;
}

static void lay_out_points(struct check *check, struct series *series) {
    series->point = ARENA_ARRAY(check->arena, struct point, series->point_count);
    for (size_t i = 0; i < series->point_count; i++) {
        struct point *point = &series->point[i];
        size_t rest = i;
        point->missing = true;
        point->reason =
            text_of(check->reported ? "not reported by the source" : "the run did not measure it");
        point->at = ARENA_ARRAY(check->arena, struct text, series->axis_count);
        for (size_t a = series->axis_count; a-- > 0;) {
            point->at[a] = series->axis[a].value[rest % series->axis[a].count];
            rest /= series->axis[a].count;
        }
    }
}

static const char *nearest_value(struct check *check, const struct axis *axis, struct text value) {
    struct buf words = {0};
    for (size_t i = 0; i < axis->count && i < 64; i++)
        buf_printf(&words, "%s%.*s", i ? " " : "", TEXT_ARG(axis->value[i]));
    return names_hint(check->arena, buf_take(&words, check->arena).ptr, value);
}

/* Returns the point of the grid that `at` names; NULL after a mistake. */
static struct point *find_point(struct check *check, const struct json *at, struct series *series) {
    struct text value[AXES_MAX];
    bool whole;
    size_t bad;
    if (at->count != series->axis_count) {
        check_fail(check, at, NULL, "%zu values for %zu axes", at->count, series->axis_count);
        return NULL;
    }
    for (size_t a = 0; a < at->count; a++)
        if (!axis_value(check, &at->child[a], &value[a], &whole)) return NULL;
    const struct point *point = series_point(series, value, at->count, &bad);
    if (point) return &series->point[point - series->point];
    const struct axis *axis = &series->axis[bad];
    check_fail(check, &at->child[bad],
               check_is_full(check) ? NULL : nearest_value(check, axis, value[bad]),
               "the axis %.*s has no value %.*s", TEXT_ARG(axis->name), TEXT_ARG(value[bad]));
    return NULL;
}

static void check_value(struct check *check, const struct json *value,
                        const struct series *series) {
    struct text unit = series->unit;
    bool share = text_ends(series->name, ".occupancy");
    if (value->number < 0)
        check_fail(check, value, "a value that could not be measured is {\"missing\": \"why\"}",
                   "%s never negative",
                   text_is(unit, "B/s")     ? "a rate is"
                   : text_is(unit, "s")     ? "a time is"
                   : text_is(unit, "cycle") ? "a number of cycles is"
                                            : "this is");
    else if (value->number == 0 && (text_is(unit, "s") || text_is(unit, "cycle")))
        check_fail(check, value, "a value that could not be measured is {\"missing\": \"why\"}",
                   "nothing takes no time at all");
    else if (share && value->number > 1)
        check_fail(check, value, "100 percent is 1", "an occupancy is never more than 1");
}

static void check_order(struct check *check, const struct json *from, const struct point *point) {
    const struct json *median = json_member(from, "median");
    if (point->median < point->min || point->median > point->max)
        check_fail(check, median, NULL, "median outside min..max");
    if (point->median < point->p05 || point->median > point->p95)
        check_fail(check, median, NULL, "median outside p05..p95");
    if (point->p05 < point->min) check_fail(check, json_member(from, "p05"), NULL, "p05 below min");
    if (point->p95 > point->max) check_fail(check, json_member(from, "p95"), NULL, "p95 above max");
}

/* A single reading has no spread, so its four numbers may be left out together. */
static bool single(const struct json *from) {
    const struct json *runs = json_member(from, "runs");
    if (!runs || runs->kind != JSON_KIND_NUMBER || runs->number != 1) return false;
    for (size_t i = 1; i < 5; i++)
        if (json_member(from, statistics[i])) return false;
    return true;
}

static void read_figures(struct check *check, const struct json *from, const struct series *series,
                         struct point *point) {
    double *figure[] = {&point->median, &point->min, &point->max, &point->p05, &point->p95};
    double runs = 0;
    size_t wanted = check->reported || single(from) ? 1 : 5, found = 0;
    check_keys(check, from,
               check->reported ? "at median runs warning source"
                               : "at median min max p05 p95 runs warning between");
    for (size_t i = 0; i < wanted; i++) {
        if (!check_number(check, from, statistics[i], CHECK_REQUIRED, figure[i])) continue;
        check_value(check, json_member(from, statistics[i]), series);
        found++;
    }
    for (size_t i = wanted; i < 5; i++)
        *figure[i] = point->median;
    if (check_number(check, from, "runs", CHECK_REQUIRED, &runs)) {
        const struct json *value = json_member(from, "runs");
        if (runs < 0 || runs > 1e9 || runs != (double)(unsigned long)runs)
            check_fail(check, value, NULL, "this has to be a whole number");
        else if (check->reported && runs != 0)
            check_fail(check, value, "write 0", "a reported figure has no runs of ours");
        else if (!check->reported && runs < 1)
            check_fail(check, value, NULL, "a measured figure has at least one run");
        else
            point->runs = (unsigned long)runs;
    }
    if (found == wanted) check_order(check, from, point);
    if (!found) return;
    point->missing = false;
    point->reason = (struct text){0};
}

/* Reads [least, greatest] of a file that was merged from several. */
static void read_span(struct check *check, const struct json *from, const char *name,
                      struct span *span) {
    const struct json *list = check_member(check, from, name, JSON_KIND_LIST, CHECK_OPTIONAL);
    if (!list) return;
    if (list->count != 2 || list->child[0].kind != JSON_KIND_NUMBER ||
        list->child[1].kind != JSON_KIND_NUMBER || list->child[0].number > list->child[1].number) {
        check_fail(check, list, NULL, "this has to be the least and the greatest median");
        return;
    }
    *span = (struct span){true, list->child[0].number, list->child[1].number};
}

static void read_between(struct check *check, const struct json *from, struct point *point) {
    const struct json *between =
        check_member(check, from, "between", JSON_KIND_OBJECT, CHECK_OPTIONAL);
    if (!between) return;
    check_keys(check, between, "runs cards");
    read_span(check, between, "runs", &point->between_runs);
    read_span(check, between, "cards", &point->between_cards);
}

static void read_point(struct check *check, const struct json *from, const struct json *sources,
                       struct series *series, bool *seen) {
    if (!check_kind(check, from, JSON_KIND_OBJECT)) return;
    const struct json *at = check_member(check, from, "at", JSON_KIND_LIST, CHECK_REQUIRED);
    struct point spare = {0}, *point = at ? find_point(check, at, series) : NULL;
    if (point) {
        size_t index = (size_t)(point - series->point);
        if (seen[index]) {
            check_fail(check, from, "keep one of the two", "a second point at the same place");
            point = NULL;
        } else {
            seen[index] = true;
        }
    }
    /* A point without a place is checked all the same. */
    if (!point) point = &spare;
    if (check_missing(check, from, "at", &point->reason)) return;
    if (!json_member(from, "median")) {
        check_fail(check, from, "write \"missing\": \"why\"",
                   "this point has neither a median nor a reason why it is missing");
        return;
    }
    read_figures(check, from, series, point);
    point->warning = check_text(check, from, "warning", CHECK_OPTIONAL);
    if (!check->reported) read_between(check, from, point);
    if (check->reported) point->source = check_source(check, from, sources);
}

static void read_code(struct check *check, const struct json *from, struct series *series) {
    enum check_need need =
        !check->reported && series->origin != ORIGIN_DERIVED ? CHECK_REQUIRED : CHECK_OPTIONAL;
    series->kernel = check_text(check, from, "kernel", need);
    series->sha256 = check_text(check, from, "sha256", series->kernel.len ? CHECK_REQUIRED : need);
    if (series->kernel.len &&
        (!text_ends(series->kernel, ".cu") || text_find(series->kernel, "/", 0) != SIZE_MAX))
        check_fail(check, json_member(from, "kernel"), "write the file's name alone: stride.cu",
                   "this is not a file of kernels/");
    if (!series->sha256.len) return;
    if (series->sha256.len != 64 || !text_only(series->sha256, TEXT_DIGITS "abcdef"))
        check_fail(check, json_member(from, "sha256"), "64 hexadecimal digits in lower case",
                   "this is not a SHA-256");
}

static void read_origin(struct check *check, const struct json *from, struct series *series) {
    const char *words = check->reported ? "reported derived" : "measured counted derived";
    struct text word = check_text(check, from, "origin", CHECK_REQUIRED);
    series->origin = check->reported ? ORIGIN_REPORTED : ORIGIN_MEASURED;
    if (!word.len) return;
    if (!names_has(words, word)) {
        bool misplaced = names_has("measured counted reported", word);
        check_fail(check, json_member(from, "origin"),
                   misplaced ? "figures of others lie under measurements/reported/"
                             : names_hint(check->arena, words, word),
                   "the origin of a series here cannot be %.*s", TEXT_ARG(word));
        return;
    }
    for (int i = ORIGIN_MEASURED; i <= ORIGIN_REPORTED; i++)
        if (text_is(word, origin_word((enum origin)i))) series->origin = (enum origin)i;
}

static void read_unit(struct check *check, const struct json *from, struct series *series) {
    const char *wanted = unit_of_series(series->name);
    series->unit = check_text(check, from, "unit", CHECK_REQUIRED);
    if (!series->unit.len) return;
    if (!names_has(UNITS, series->unit))
        check_fail(check, json_member(from, "unit"), "base units only: " UNITS,
                   "a card has no unit %.*s", TEXT_ARG(series->unit));
    else if (wanted && !text_is(series->unit, wanted))
        check_fail(check, json_member(from, "unit"), "rename the series, or give it in that unit",
                   "the unit of %.*s is %s", TEXT_ARG(series->name), wanted);
}

/* Conditions describe the card while the series was taken; any may be absent. */
static void check_conditions(struct check *check, const struct json *from) {
    static const struct check_range ranges[] = {{"sm", "Hz", CHECK_REQUIRED},
                                                {"memory", "Hz", CHECK_REQUIRED},
                                                {"power", "W", CHECK_REQUIRED},
                                                {"temperature", "celsius", CHECK_REQUIRED}};
    const struct json *all =
        check_member(check, from, "conditions", JSON_KIND_OBJECT, CHECK_OPTIONAL);
    if (!all) return;
    check_keys(check, all, "sm memory power temperature");
    for (size_t i = 0; i < 4; i++) {
        struct condition ignored;
        const struct json *one =
            check_member(check, all, ranges[i].name, JSON_KIND_OBJECT, CHECK_OPTIONAL);
        if (!one) continue;
        check_keys(check, one, "min median max unit");
        check_range(check, one, &ranges[i], &ignored);
    }
}

static void read_series(struct check *check, const struct json *from, const struct json *sources,
                        struct series *series) {
    series->name = from->key;
    check_name(check, from, series->name, "a series");
    if (!check_kind(check, from, JSON_KIND_OBJECT)) return;
    check_keys(check, from,
               check->reported
                   ? "unit counts origin method title suspect axes points"
                   : "unit counts origin kernel sha256 method title conditions suspect axes "
                     "points");
    read_unit(check, from, series);
    read_origin(check, from, series);
    if (!check->reported) read_code(check, from, series);
    series->counts = check_text(check, from, "counts", CHECK_OPTIONAL);
    series->method =
        check_text(check, from, "method", check->reported ? CHECK_OPTIONAL : CHECK_REQUIRED);
    if (!check->reported) check_conditions(check, from);
    series->title = check_text(check, from, "title", CHECK_OPTIONAL);
    series->suspect = check_text(check, from, "suspect", CHECK_OPTIONAL);
    bool grid = read_axes(check, from, series);
    const struct json *points = check_member(check, from, "points", JSON_KIND_LIST, CHECK_REQUIRED);
    if (!grid) { /* without axes no point has a place */
        series->axis_count = 0;
        return;
    }
    lay_out_points(check, series);
    bool *seen = ARENA_ARRAY(check->arena, bool, series->point_count);
    for (size_t i = 0; points && i < points->count; i++)
        read_point(check, &points->child[i], sources, series, seen);
}

void card_read_series(struct check *check, const struct json *file, struct card *card) {
    const struct json *all = check_member(check, file, "series", JSON_KIND_OBJECT, CHECK_REQUIRED);
    if (!all) return;
    const struct json *sources = json_member(file, "sources");
    card->series = ARENA_ARRAY(check->arena, struct series, all->count);
    for (size_t i = 0; i < all->count; i++)
        read_series(check, &all->child[i], sources, &card->series[card->series_count++]);
}
