/* card_about -- reads what a card is, what its driver reports, where reported figures come from, and the
 * conditions of a run: versions, clocks, power, temperature, throttling. */
#include "measure/check.h"
#include "measure/date.h"
#include "measure/names.h"

enum { ID_MAX = 64 };
#define STATUS_WORDS "spec rule device measured derived secondary"

/* A page may ask any card for these facts; those that a file leaves out are missing. */
static const char common_facts[] =
    "sms registers registers.block registers.thread threads.sm threads.block blocks.sm warp "
    "shared.sm shared.block shared.optin shared.reserved l2 l2.persisting window constant dram "
    "bus clock.sm clock.memory ecc power.limit pcie.generation pcie.width";

/* These facts may be 0; any other fact is 0 where the driver does not know it. */
static const char zero_facts[] = "shared.reserved l2.persisting window ecc";

static bool is_capability(struct text text) {
    unsigned long number;
    struct text rest = text, major = text_next(&rest, '.');
    return text_number(major, 99, &number) && text_number(rest, 99, &number);
}

static void read_sources(struct check *check, const struct json *file, struct card *card) {
    const struct json *sources = check_member(check, file, "sources", JSON_KIND_OBJECT,
                                              check->reported ? CHECK_REQUIRED : CHECK_OPTIONAL);
    if (!sources) return;
    card->source = ARENA_ARRAY(check->arena, struct card_source, sources->count);
    for (size_t i = 0; i < sources->count; i++) {
        const struct json *from = &sources->child[i];
        struct card_source *source = &card->source[card->source_count];
        if (!check_kind(check, from, JSON_KIND_OBJECT)) continue;
        if (!text_is_id(from->key, ID_MAX))
            check_fail(check, from, "small letters, digits and hyphens",
                       "this cannot be the id of a source");
        check_keys(check, from, "title url status checked");
        source->id = from->key;
        source->title = check_text(check, from, "title", CHECK_REQUIRED);
        source->url = check_text(check, from, "url", CHECK_OPTIONAL);
        source->status = check_text(check, from, "status", CHECK_REQUIRED);
        source->checked = check_text(check, from, "checked", CHECK_OPTIONAL);
        card->source_count++;
        long days;
        if (source->url.len && !text_starts(source->url, "https://"))
            check_fail(check, json_member(from, "url"), NULL,
                       "the address has to begin with https://");
        if (source->status.len && !names_has(STATUS_WORDS, source->status))
            check_fail(check, json_member(from, "status"),
                       names_hint(check->arena, STATUS_WORDS, source->status),
                       "there is no such kind of statement");
        if (source->checked.len && !date_read(source->checked, &days))
            check_fail(check, json_member(from, "checked"), "write YYYY-MM-DD",
                       "this is not a day of the calendar");
    }
}

void card_read_about(struct check *check, const struct json *file, struct card *card) {
    const struct json *about = check_member(check, file, "card", JSON_KIND_OBJECT, CHECK_REQUIRED);
    struct text stem = text_drop_end(text_last(check->source->path, '/'), ".json");
    card->id = stem;
    read_sources(check, file, card);
    if (!about) return;
    check_keys(check, about, "id name compute_capability slice uuid_hash pci");
    struct text id = check_text(check, about, "id", CHECK_REQUIRED);
    card->name = check_text(check, about, "name", CHECK_REQUIRED);
    card->compute_capability = check_text(check, about, "compute_capability", CHECK_REQUIRED);
    card->slice = check_text(check, about, "slice", CHECK_OPTIONAL);
    check_text(check, about, "uuid_hash", CHECK_OPTIONAL);
    check_text(check, about, "pci", CHECK_OPTIONAL);
    if (id.len && !text_is_id(id, ID_MAX))
        check_fail(check, json_member(about, "id"),
                   "small letters, digits and hyphens, as it stands in an address",
                   "this cannot be the id of a card");
    else if (id.len && !text_equal(id, stem))
        check_fail(check, json_member(about, "id"),
                   arena_printf(check->arena, "rename the file to %.*s.json, or write \"%.*s\"",
                                TEXT_ARG(id), TEXT_ARG(stem))
                       .ptr,
                   "the id is not the name of the file");
    if (card->compute_capability.len && !is_capability(card->compute_capability))
        check_fail(check, json_member(about, "compute_capability"), "write it like \"9.0\"",
                   "this is not a compute capability");
}

static void read_fact(struct check *check, const struct json *from, const struct json *sources,
                      struct fact *fact) {
    fact->name = from->key;
    check_name(check, from, fact->name, "a fact");
    if (!check_kind(check, from, JSON_KIND_OBJECT)) return;
    const char *wanted = unit_of_fact(fact->name);
    if (wanted) fact->unit = text_of(wanted);
    fact->missing = check_missing(check, from, "unit", &fact->reason);
    if (!fact->missing) {
        check_keys(check, from, check->reported ? "value unit source" : "value unit method");
        fact->missing = !check_number(check, from, "value", CHECK_REQUIRED, &fact->value);
        if (!fact->missing && fact->value < 0)
            fact->missing =
                !check_fail(check, json_member(from, "value"),
                            "a fact that the driver does not report is {\"missing\": \"why\"}",
                            "a fact is never negative");
        fact->reason = text_of("the file is wrong here");
        if (!fact->missing && fact->value == 0 && names_has(common_facts, fact->name) &&
            !names_has(zero_facts, fact->name)) {
            fact->missing = true;
            fact->reason = text_of("the driver says 0, which stands for not known");
        }
        fact->source = check_source(check, from, sources);
        fact->method = check_text(check, from, "method", CHECK_OPTIONAL);
    }
    struct text unit =
        check_text(check, from, "unit", fact->missing ? CHECK_OPTIONAL : CHECK_REQUIRED);
    if (!unit.len) return;
    if (wanted && !text_is(unit, wanted))
        check_fail(check, json_member(from, "unit"), "base units only: give the value in it too",
                   "the unit of %.*s is %s", TEXT_ARG(fact->name), wanted);
    else if (!names_has(UNITS, unit))
        check_fail(check, json_member(from, "unit"), "the units are " UNITS,
                   "a card has no unit %.*s", TEXT_ARG(unit));
    if (text_is(unit, "B") && !fact->missing && fact->value < 1e18 &&
        fact->value != (double)(unsigned long long)fact->value)
        check_fail(check, json_member(from, "value"), NULL, "a number of bytes is whole");
    fact->unit = unit;
}

void card_read_facts(struct check *check, const struct json *file, struct card *card) {
    const struct json *facts = check_member(check, file, "facts", JSON_KIND_OBJECT, CHECK_REQUIRED);
    const struct json *sources = json_member(file, "sources");
    size_t count = facts ? facts->count : 0, capacity = count + sizeof common_facts / 2;
    card->fact = ARENA_ARRAY(check->arena, struct fact, capacity);
    for (size_t i = 0; i < count; i++)
        read_fact(check, &facts->child[i], sources, &card->fact[card->fact_count++]);
    struct text rest = text_of(common_facts);
    while (rest.ptr) {
        struct text name = text_next(&rest, ' ');
        if (card_fact(card, name)) continue;
        card->fact[card->fact_count++] = (struct fact){
            .name = name,
            .unit = text_of(unit_of_fact(name)),
            .missing = true,
            .reason = text_of(check->reported ? "not reported by the source"
                                              : "the run did not record it"),
        };
    }
}

void card_read_messages(struct check *check, const struct json *file, struct card *card) {
    const struct json *messages =
        check->reported ? NULL
                        : check_member(check, file, "messages", JSON_KIND_OBJECT, CHECK_OPTIONAL);
    if (!messages) return;
    card->message = ARENA_ARRAY(check->arena, struct card_message, messages->count);
    for (size_t i = 0; i < messages->count; i++) {
        const struct json *from = &messages->child[i];
        struct card_message *message = &card->message[card->message_count++];
        message->name = from->key;
        check_name(check, from, message->name, "a message");
        message->missing = from->kind == JSON_KIND_OBJECT;
        if (!message->missing && check_kind(check, from, JSON_KIND_TEXT))
            message->words = check_line(check, from);
        else if (message->missing && !check_missing(check, from, "", &message->reason))
            check_fail(check, from, "write the words, or {\"missing\": \"why\"}",
                       "this message has neither words nor a reason why there are none");
    }
}

/* ---- the run ----------------------------------------------------------------------------- */

/* Returns whether the file says that this value is missing, and adds the reason to the run's list. */
static bool is_missing(struct check *check, const struct json *value, const char *name,
                       struct run *run, struct text *reason) {
    const char *beside = text_is(text_of(name), "power") ? "limit" : "";
    if (!check_missing(check, value, beside, reason)) return false;
    run->missing = arena_grow(check->arena, run->missing, run->missing_count,
                              &run->missing_capacity, sizeof *run->missing);
    run->missing[run->missing_count++] = (struct run_missing){text_of(name), *reason};
    return true;
}

/* Reads a text, for which the file may give the reason why there is none. */
static struct text read_text(struct check *check, const struct json *from, const char *name,
                             enum check_need need, struct run *run) {
    const struct json *value = json_member(from, name);
    struct text reason = {0};
    if (!value || value->kind != JSON_KIND_OBJECT) return check_text(check, from, name, need);
    if (!is_missing(check, value, name, run, &reason))
        check_fail(check, value, NULL, "this has to be a text or {\"missing\": \"why\"}");
    return (struct text){0};
}

/* Reads {"min", "median", "max"} in order, or {"missing": "why"}; an absent condition is missing. */
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

/* Writes NVML's name of a counter in words; an unknown name gets spaces for its _. */
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

/* Reads {"REASON": {"before": s, "after": s}, …}: for how long each reason held the clocks back
 * since the driver was loaded. Reasons that grew during the run are put into a sentence. */
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

/* Reads how many runs a file was merged from where they are too many to be listed. */
static void read_counted(struct check *check, const struct json *merged, struct run *run) {
    double runs = 0, cards = 0;
    check_keys(check, merged, "runs cards first last");
    check_text(check, merged, "first", CHECK_REQUIRED);
    check_text(check, merged, "last", CHECK_REQUIRED);
    if (!check_number(check, merged, "runs", CHECK_REQUIRED, &runs) ||
        !check_number(check, merged, "cards", CHECK_REQUIRED, &cards))
        return;
    if (!(cards >= 1 && cards <= runs && runs <= 1e9) || runs != (double)(size_t)runs ||
        cards != (double)(size_t)cards) {
        check_fail(check, merged, "build/measure --merge writes them",
                   "these are not the numbers of runs and of their cards");
        return;
    }
    run->merged = (size_t)runs;
    run->merged_cards = (size_t)cards;
}

/* Reads how many runs a file was merged from, and on how many cards they were made. */
static void read_merged(struct check *check, const struct json *from, struct run *run) {
    const struct json *merged = json_member(from, "merged");
    if (merged && merged->kind == JSON_KIND_OBJECT) {
        read_counted(check, merged, run);
        return;
    }
    merged = check_member(check, from, "merged", JSON_KIND_LIST, CHECK_OPTIONAL);
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
    const struct json *ecc = json_member(from, "ecc"); /* pages ask for the fact of this name */
    if (ecc && !is_missing(check, ecc, "ecc", run, &reason))
        check_kind(check, ecc, JSON_KIND_BOOLEAN);
    read_merged(check, from, run);
}
