/* card_about -- reads what a card is, what its driver reports, and where reported figures come from.
 */
#include "measure/check.h"
#include "measure/date.h"
#include "measure/names.h"
#include "measure/units.h"

#define STATUS_WORDS "spec rule device measured derived secondary"

/* Every fact that a page may ask any card for; what a file leaves out is missing. */
static const char common_facts[] =
    "sms registers registers.block registers.thread threads.sm threads.block blocks.sm warp "
    "shared.sm shared.block shared.optin shared.reserved l2 l2.persisting window constant dram "
    "bus clock.sm clock.memory ecc power.limit pcie.generation pcie.width";

/* These may be 0; any other fact is 0 where the driver does not know it. */
static const char zero_facts[] = "shared.reserved l2.persisting window ecc";

static bool is_id(struct text id) {
    for (size_t i = 0; i < id.len; i++) {
        char c = id.ptr[i];
        bool word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (!word && (c != '-' || i == 0 || i + 1 == id.len)) return false;
    }
    return id.len > 0 && id.len <= 64;
}

static struct text file_stem(struct text path) {
    struct text name = {0};
    while (path.len)
        name = text_next(&path, '/');
    return text_cut(name, 0, name.len - 5); /* ".json" */
}

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
        if (!is_id(from->key))
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
    struct text stem = file_stem(check->source->path);
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
    if (id.len && !is_id(id))
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
