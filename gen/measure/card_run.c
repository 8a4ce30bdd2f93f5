/* card_run -- reads the conditions of a run: versions, clocks, power, temperature, throttling. */
#include "measure/check.h"
#include "measure/date.h"

/* Whether the file says that the value of this name is missing, and why; the run keeps a list. */
static bool is_missing(struct check *check, const struct json *value, const char *name,
                       struct run *run, struct text *reason) {
    const char *beside = text_is(text_of(name), "power") ? "limit" : "";
    if (!check_missing(check, value, beside, reason)) return false;
    struct run_missing *grown =
        ARENA_ARRAY(check->arena, struct run_missing, run->missing_count + 1);
    for (size_t i = 0; i < run->missing_count; i++)
        grown[i] = run->missing[i];
    grown[run->missing_count++] = (struct run_missing){text_of(name), *reason};
    run->missing = grown;
    return true;
}

/* The file holds a text or the reason why there is none. */
static struct text read_text(struct check *check, const struct json *from, const char *name,
                             enum check_need need, struct run *run) {
    const struct json *value = json_member(from, name);
    struct text reason = {0};
    if (!value || value->kind != JSON_KIND_OBJECT) return check_text(check, from, name, need);
    if (!is_missing(check, value, name, run, &reason))
        check_fail(check, value, NULL, "this has to be a text or {\"missing\": \"why\"}");
    return (struct text){0};
}

/* {"min", "median", "max"} in order, or {"missing": "why"}. An absent condition is missing as well. */
static struct condition read_condition(struct check *check, const struct json *from,
                                       const char *name, const char *unit, struct run *run) {
    struct condition condition = {.missing = true, .reason = text_of("the run did not record it")};
    if (!from || !check_kind(check, from, JSON_KIND_OBJECT) ||
        is_missing(check, from, name, run, &condition.reason))
        return condition;
    bool power = text_is(text_of(name), "power");
    check_keys(check, from, power ? "min median max unit limit" : "min median max unit");
    const struct check_range range = {name, unit, CHECK_OPTIONAL};
    condition.missing = !check_range(check, from, &range, &condition);
    if (!condition.missing && condition.min < 0 && !text_is(text_of(name), "temperature"))
        check_fail(check, json_member(from, "min"), NULL, "this is never negative");
    return condition;
}

static void read_clocks(struct check *check, const struct json *from, struct run *run) {
    const struct json *clocks =
        check_member(check, from, "clocks", JSON_KIND_OBJECT, CHECK_OPTIONAL);
    struct text reason = {0};
    if (is_missing(check, clocks, "clocks", run, &reason)) {
        run->sm_clock = run->memory_clock = (struct condition){.missing = true, .reason = reason};
        return;
    }
    if (clocks) check_keys(check, clocks, "sm memory method");
    if (clocks) check_text(check, clocks, "method", CHECK_OPTIONAL);
    run->sm_clock = read_condition(check, json_member(clocks, "sm"), "clocks.sm", "Hz", run);
    run->memory_clock =
        read_condition(check, json_member(clocks, "memory"), "clocks.memory", "Hz", run);
}

static void read_power(struct check *check, const struct json *from, struct run *run) {
    const struct json *power = check_member(check, from, "power", JSON_KIND_OBJECT, CHECK_OPTIONAL);
    run->power = read_condition(check, power, "power", "W", run);
    run->power_limit = (struct condition){.missing = true, .reason = run->power.reason};
    const struct json *limit = json_member(power, "limit");
    if (!limit || is_missing(check, limit, "power.limit", run, &run->power_limit.reason) ||
        !check_kind(check, limit, JSON_KIND_NUMBER))
        return;
    double watts = limit->number;
    if (watts < 0) check_fail(check, limit, NULL, "this is never negative");
    run->power_limit = (struct condition){.min = watts, .median = watts, .max = watts};
}

/* Says NVML's names of counters in words; a name that is not known here gets spaces for its _. */
static const char *throttle_words(struct check *check, struct text name) {
    static const char *const known[][2] = {
        {"sw_power_cap", "the software power cap"},
        {"sw_thermal_slowdown", "the software thermal limit"},
        {"hw_slowdown", "a hardware slowdown"},
        {"hw_thermal_slowdown", "the hardware thermal limit"},
        {"hw_power_brake", "the power brake"},
        {"sync_boost", "sync boost"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (text_is(name, known[i][0])) return known[i][1];
    char *words = arena_alloc(check->arena, name.len + 1);
    for (size_t i = 0; i < name.len; i++)
        words[i] = name.ptr[i] == '_' ? ' ' : name.ptr[i];
    return words;
}

/* {"REASON": {"before": s, "after": s}, …}: for how long each reason held the clocks back since the
 * driver was loaded. What grew during the run is worth a sentence. */
static void read_throttle(struct check *check, const struct json *from, struct run *run) {
    const struct json *throttle =
        check_member(check, from, "throttle", JSON_KIND_OBJECT, CHECK_OPTIONAL);
    struct text reason = {0};
    if (!throttle || is_missing(check, throttle, "throttle", run, &reason)) return;
    struct buf out = {0};
    for (size_t i = 0; i < throttle->count; i++) {
        const struct json *counter = &throttle->child[i];
        struct text name = arena_printf(check->arena, "throttle.%.*s", TEXT_ARG(counter->key));
        double before = 0, after = 0;
        if (!check_kind(check, counter, JSON_KIND_OBJECT) ||
            is_missing(check, counter, name.ptr, run, &reason))
            continue;
        check_keys(check, counter, "before after unit");
        if (!check_number(check, counter, "before", CHECK_REQUIRED, &before) ||
            !check_number(check, counter, "after", CHECK_REQUIRED, &after))
            continue;
        double held = after - before;
        if (before < 0 || held < 0)
            check_fail(check, counter, "a counter of the driver only grows",
                       "this counter goes back");
        if (before < 0 || held <= 0 || held > 1e9) continue;
        unsigned long ms = (unsigned long)(held * 1000 + 0.5);
        buf_printf(&out, "%s%s for %lu.%03lu s",
                   out.len ? ", " : "During the run the clocks were held back by ",
                   throttle_words(check, counter->key), ms / 1000, ms % 1000);
    }
    if (out.len) buf_char(&out, '.');
    run->throttle = buf_take(&out, check->arena);
}

/* true, false or {"missing": "why"}; the fact of the same name is what pages ask for. */
static void read_ecc(struct check *check, const struct json *from, struct run *run) {
    const struct json *ecc = json_member(from, "ecc");
    struct text reason = {0};
    if (ecc && !is_missing(check, ecc, "ecc", run, &reason))
        check_kind(check, ecc, JSON_KIND_BOOLEAN);
}

/* The runs that a file was merged from, and on how many cards they were made. */
static void read_merged(struct check *check, const struct json *from, struct run *run) {
    const struct json *merged = check_member(check, from, "merged", JSON_KIND_LIST, CHECK_OPTIONAL);
    if (!merged) return;
    run->merged = merged->count;
    for (size_t i = 0; i < merged->count; i++) {
        const struct json *one = &merged->child[i];
        bool seen = false;
        if (!check_kind(check, one, JSON_KIND_OBJECT)) continue;
        check_keys(check, one, "date uuid_hash driver host");
        check_text(check, one, "date", CHECK_REQUIRED);
        struct text card = check_text(check, one, "uuid_hash", CHECK_REQUIRED);
        for (size_t k = 0; k < i && !seen; k++) {
            const struct json *uuid = json_member(&merged->child[k], "uuid_hash");
            seen = uuid && uuid->kind == JSON_KIND_TEXT && text_equal(uuid->text, card);
        }
        run->merged_cards += !seen;
    }
}

void card_read_run(struct check *check, const struct json *file, struct card *card) {
    enum check_need need = check->reported ? CHECK_OPTIONAL : CHECK_REQUIRED;
    const struct json *from = check_member(check, file, "run", JSON_KIND_OBJECT, need);
    struct run *run = &card->run;
    struct text reason =
        text_of(check->reported ? "not reported by the source" : "the run did not record it");
    run->sm_clock = run->memory_clock = run->power = run->temperature = run->power_limit =
        (struct condition){.missing = true, .reason = reason};
    if (!from) return;
    check_keys(check, from,
               "date driver cuda compiler flags host commit ecc clocks power temperature throttle "
               "merged");
    run->date = read_text(check, from, "date", need, run);
    run->driver = read_text(check, from, "driver", need, run);
    run->cuda = read_text(check, from, "cuda", need, run);
    run->compiler = read_text(check, from, "compiler", need, run);
    run->flags = read_text(check, from, "flags", need, run);
    run->host = read_text(check, from, "host", need, run);
    run->commit = read_text(check, from, "commit", CHECK_OPTIONAL, run);
    long days;
    if (run->date.len && !date_time_read(run->date, &days))
        check_fail(check, json_member(from, "date"),
                   "write 2026-11-29 or 2026-11-29T18:03:07Z (UTC)",
                   "this is not a day of the calendar");
    read_clocks(check, from, run);
    read_power(check, from, run);
    run->temperature =
        read_condition(check, json_member(from, "temperature"), "temperature", "celsius", run);
    read_throttle(check, from, run);
    read_ecc(check, from, run);
    read_merged(check, from, run);
}
