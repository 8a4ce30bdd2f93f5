/* card_run -- reads the conditions of a run: versions, clocks, power, temperature, throttling. */
#include "measure/check.h"
#include "measure/date.h"

#define RUN_WORDS                                                                                  \
    "date driver cuda compiler flags host commit ecc clocks power temperature throttle"

static void add_missing(struct check *check, struct run *run, const char *name,
                        struct text reason) {
    struct run_missing *grown =
        ARENA_ARRAY(check->arena, struct run_missing, run->missing_count + 1);
    for (size_t i = 0; i < run->missing_count; i++)
        grown[i] = run->missing[i];
    grown[run->missing_count++] = (struct run_missing){text_of(name), reason};
    run->missing = grown;
}

/* A text, or why there is none. */
static struct text read_text(struct check *check, const struct json *from, const char *name,
                             enum check_need need, struct run *run) {
    const struct json *value = json_member(from, name);
    struct text reason = {0};
    if (value && value->kind == JSON_KIND_OBJECT) {
        if (check_missing(check, value, "", &reason))
            add_missing(check, run, name, reason);
        else
            check_fail(check, value, NULL, "this has to be a text or {\"missing\": \"why\"}");
        return (struct text){0};
    }
    return check_text(check, from, name, need);
}

/* {"min", "median", "max"} in order, or {"missing": "why"}. An absent condition is missing as well. */
static struct condition read_condition(struct check *check, const struct json *from,
                                       const char *name, const char *unit, struct run *run) {
    struct condition condition = {.missing = true, .reason = text_of("the run did not record it")};
    if (!from || !check_kind(check, from, JSON_KIND_OBJECT)) return condition;
    struct text reason = {0};
    bool power = text_is(text_of(name), "power");
    if (check_missing(check, from, power ? "limit" : "", &reason)) {
        add_missing(check, run, name, reason);
        condition.reason = reason;
        return condition;
    }
    check_keys(check, from, power ? "min median max unit limit" : "min median max unit");
    struct text written = check_text(check, from, "unit", CHECK_OPTIONAL);
    if (written.len && !text_is(written, unit))
        check_fail(check, json_member(from, "unit"), NULL, "the unit of %s is %s", name, unit);
    bool min = check_number(check, from, "min", CHECK_REQUIRED, &condition.min);
    bool median = check_number(check, from, "median", CHECK_REQUIRED, &condition.median);
    bool max = check_number(check, from, "max", CHECK_REQUIRED, &condition.max);
    if (!min || !median || !max) return condition;
    if (condition.min > condition.median || condition.median > condition.max) {
        check_fail(check, json_member(from, "median"), NULL, "median outside min..max");
        return condition;
    }
    condition.missing = false;
    return condition;
}

static void never_negative(struct check *check, const struct json *from,
                           const struct condition *condition) {
    if (!condition->missing && condition->min < 0)
        check_fail(check, json_member(from, "min"), NULL, "this is never negative");
}

static void read_clocks(struct check *check, const struct json *from, struct run *run) {
    const struct json *clocks =
        check_member(check, from, "clocks", JSON_KIND_OBJECT, CHECK_OPTIONAL);
    struct text reason = {0};
    if (clocks && check_missing(check, clocks, "", &reason)) {
        run->sm_clock = run->memory_clock = (struct condition){.missing = true, .reason = reason};
        add_missing(check, run, "clocks", reason);
        return;
    }
    if (clocks) check_keys(check, clocks, "sm memory method");
    if (clocks) check_text(check, clocks, "method", CHECK_OPTIONAL);
    const struct json *sm = json_member(clocks, "sm"), *memory = json_member(clocks, "memory");
    run->sm_clock = read_condition(check, sm, "clocks.sm", "Hz", run);
    run->memory_clock = read_condition(check, memory, "clocks.memory", "Hz", run);
    never_negative(check, sm, &run->sm_clock);
    never_negative(check, memory, &run->memory_clock);
}

static void read_power(struct check *check, const struct json *from, struct run *run) {
    const struct json *power = check_member(check, from, "power", JSON_KIND_OBJECT, CHECK_OPTIONAL);
    run->power = read_condition(check, power, "power", "W", run);
    never_negative(check, power, &run->power);
    run->power_limit = (struct condition){.missing = true, .reason = run->power.reason};
    const struct json *limit = json_member(power, "limit");
    if (!limit) return;
    if (limit->kind == JSON_KIND_OBJECT &&
        check_missing(check, limit, "", &run->power_limit.reason)) {
        add_missing(check, run, "power.limit", run->power_limit.reason);
    } else if (check_kind(check, limit, JSON_KIND_NUMBER)) {
        double watts = limit->number;
        if (watts < 0) check_fail(check, limit, NULL, "this is never negative");
        run->power_limit = (struct condition){.min = watts, .median = watts, .max = watts};
    }
}

/* NVML's names of the counters, in words; a name that is not known here with spaces for its _. */
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
    if (!throttle) return;
    if (check_missing(check, throttle, "", &reason)) {
        add_missing(check, run, "throttle", reason);
        return;
    }
    struct buf out = {0};
    for (size_t i = 0; i < throttle->count; i++) {
        const struct json *counter = &throttle->child[i];
        if (!check_kind(check, counter, JSON_KIND_OBJECT)) continue;
        if (check_missing(check, counter, "", &reason)) {
            add_missing(check, run,
                        arena_printf(check->arena, "throttle.%.*s", TEXT_ARG(counter->key)).ptr,
                        reason);
            continue;
        }
        double before = 0, after = 0;
        check_keys(check, counter, "before after unit");
        if (!check_number(check, counter, "before", CHECK_REQUIRED, &before) ||
            !check_number(check, counter, "after", CHECK_REQUIRED, &after))
            continue;
        if (before < 0 || after < before) {
            check_fail(check, counter, "a counter of the driver only grows",
                       "this counter goes back");
            continue;
        }
        double held = after - before;
        if (held <= 0 || held > 1e9) continue;
        unsigned long ms = (unsigned long)(held * 1000 + 0.5);
        buf_str(&out, out.len ? ", " : "During the run the clocks were held back by ");
        buf_str(&out, throttle_words(check, counter->key));
        buf_printf(&out, " for %lu.%03lu s", ms / 1000, ms % 1000);
    }
    if (out.len) buf_char(&out, '.');
    run->throttle = arena_text(check->arena, buf_text(&out));
    buf_free(&out);
}

/* true, false or {"missing": "why"}; the fact of the same name is what pages ask for. */
static void read_ecc(struct check *check, const struct json *from, struct run *run) {
    const struct json *ecc = json_member(from, "ecc");
    struct text reason = {0};
    if (!ecc || ecc->kind == JSON_KIND_BOOLEAN) return;
    if (ecc->kind == JSON_KIND_OBJECT && check_missing(check, ecc, "", &reason))
        add_missing(check, run, "ecc", reason);
    else
        check_kind(check, ecc, JSON_KIND_BOOLEAN);
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
    check_keys(check, from, RUN_WORDS);
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
    const struct json *temperature = json_member(from, "temperature");
    run->temperature = read_condition(check, temperature, "temperature", "celsius", run);
    read_throttle(check, from, run);
    read_ecc(check, from, run);
}
