/* desk -- see desk.h. */
#include "course/desk.h"

const struct desk_about desk_states[DESK_STATES] = {
    [DESK_MISTAKES] = {"mistakes", "has mistakes, or no text",
                       "a front matter without mistakes and a text below it", "make check"},
    [DESK_AUTHOR] = {"author", "lacks an author", "a named author, with the day of writing",
                     "build/gen sign PAGE --author NAME"},
    [DESK_CHANGED] = {"changed", "changed since its review",
                      "a review of what changed since the last one", "build/gen diff PAGE"},
    [DESK_REVIEW] = {"review", "awaits review", "another named reviewer, with the day of checking",
                     "build/gen sign PAGE --reviewer NAME"},
    [DESK_KEY] = {"key", "awaits the signature of its reviewer",
                  "a signature with the key of the reviewer",
                  "build/gen sign PAGE --reviewer NAME --key FILE"},
    [DESK_SOURCES] = {"sources", "has sources to be looked up",
                      "sources to be looked up, with the day", "build/gen sign PAGE --source ID"},
    [DESK_CODE] = {"code", "shows code that has changed since it was measured",
                   "the default card to be measured again: their code has changed", "make measure"},
    [DESK_CLAIM] = {"claim", "has a claim that is not true on the default card",
                    "a claim that is true on the default card", "make check"},
    [DESK_EXERCISE] = {"exercise", "shows code of an exercise that is not published",
                       "an exercise to be published whose code they show",
                       "build/gen list exercises"},
    [DESK_OTHER] = {"other", "waits for something else", "something else", "build/gen list PAGE"},
    [DESK_STALE] = {"stale", "published, and checked long ago", NULL,
                    "build/gen sign PAGE --reviewer NAME"},
    [DESK_PUBLISHED] = {"published", "published", NULL, NULL},
};

/* Each reason of the gate has a state, a word and, where a page may lack several of a kind, one for
 * many. */
static const struct {
    enum desk_state state;
    const char *one, *many;
} reasons[] = {
    [GATE_FRONT] = {DESK_MISTAKES, "front matter", NULL},
    [GATE_AUTHOR] = {DESK_AUTHOR, "author", NULL},
    [GATE_REVIEWER] = {DESK_REVIEW, "reviewer", NULL},
    [GATE_SAME_PERSON] = {DESK_REVIEW, "second person", NULL},
    [GATE_WRITTEN] = {DESK_AUTHOR, "day written", NULL},
    [GATE_CHECKED] = {DESK_REVIEW, "day checked", NULL},
    [GATE_DATE_ORDER] = {DESK_REVIEW, "days in order", NULL},
    [GATE_FUTURE] = {DESK_REVIEW, "days not to come", NULL},
    [GATE_SOURCE] = {DESK_SOURCES, "source to look up", "sources to look up"},
    [GATE_EARLIER] = {DESK_SOURCES, "source since written", "sources since written"},
    [GATE_EMPTY] = {DESK_MISTAKES, "text", NULL},
    [GATE_CODE_CHANGED] = {DESK_CODE, "measurement of new code", NULL},
    [GATE_FALSE_CLAIM] = {DESK_CLAIM, "true claim", "true claims"},
    [GATE_CHANGED] = {DESK_CHANGED, "review of the changed text", NULL},
    [GATE_SIGNATURE] = {DESK_KEY, "signature with a key", NULL},
    [GATE_EXERCISE] = {DESK_EXERCISE, "published exercise", NULL},
};
enum { REASONS = sizeof reasons / sizeof *reasons, CODES = 8 * sizeof(unsigned) };

/* A code that the table lacks is no lost page. */
static bool is_listed(unsigned code) {
    return code < REASONS && reasons[code].one;
}

static enum desk_state state_of(unsigned code) {
    return is_listed(code) ? reasons[code].state : DESK_OTHER;
}

unsigned desk_codes(const struct gate *gate) {
    unsigned codes = 0;
    for (size_t i = 0; i < gate->count; i++)
        codes |= 1u << gate->reason[i].code;
    return codes;
}

bool desk_waits(const struct gate *gate, enum desk_state state) {
    for (size_t i = 0; i < gate->count; i++)
        if (state_of(gate->reason[i].code) == state) return true;
    return false;
}

enum desk_state desk_state_of(const struct entry *entry) {
    if (entry->gate.open) return entry->stale ? DESK_STALE : DESK_PUBLISHED;
    int state = 0;
    while (state < DESK_OTHER && !desk_waits(&entry->gate, (enum desk_state)state))
        state++;
    return (enum desk_state)state;
}

static const char *kind_of(unsigned code, bool many) {
    if (!is_listed(code)) return gate_code_word((enum gate_code)code);
    return many && reasons[code].many ? reasons[code].many : reasons[code].one;
}

static void add_old(struct texts *list, const struct entry *entry, struct arena *arena) {
    const size_t sources = entry->stale_sources;
    if (!entry->gate.open) return;
    if (entry->stale_check) texts_add(list, TEXT("a new check"), arena);
    if (sources)
        texts_add(
            list,
            arena_printf(arena, "%zu source%s to look up again", sources, sources == 1 ? "" : "s"),
            arena);
}

struct texts desk_lacks(const struct entry *entry, unsigned without, struct arena *arena) {
    const struct gate *gate = &entry->gate;
    struct texts list = {0};
    size_t count[CODES] = {0};
    for (size_t i = 0; i < gate->count; i++)
        count[gate->reason[i].code]++;
    for (unsigned code = 0; code < CODES; code++) {
        if (!count[code] || without >> code & 1) continue;
        const char *words = kind_of(code, count[code] > 1);
        bool counted = is_listed(code) && reasons[code].many;
        texts_add_once(&list,
                       counted ? arena_printf(arena, "%zu %s", count[code], words) : text_of(words),
                       arena);
    }
    add_old(&list, entry, arena);
    return list;
}

struct texts desk_kinds(unsigned codes, struct arena *arena) {
    struct texts list = {0};
    for (unsigned code = 0; code < CODES; code++)
        if (codes >> code & 1) texts_add_once(&list, text_of(kind_of(code, true)), arena);
    return list;
}

unsigned desk_shared(const struct course *course, enum desk_state state) {
    unsigned shared = ~0u;
    size_t pages = 0;
    for (size_t i = 0; i < course->entry_count; i++) {
        const struct entry *entry = &course->entry[i];
        if (desk_state_of(entry) != state) continue;
        shared &= desk_codes(&entry->gate);
        pages++;
    }
    return pages > 1 ? shared : 0;
}
