/* desk -- see desk.h. */
#include "course/desk.h"

#define REASON(name) (1u << GATE_##name)

const struct desk_about desk_states[DESK_STATES] = {
    [DESK_MISTAKES] = {"mistakes", "has mistakes, or no text", REASON(FRONT) | REASON(EMPTY)},
    [DESK_AUTHOR] = {"author", "lacks an author", REASON(AUTHOR) | REASON(WRITTEN)},
    [DESK_CHANGED] = {"changed", "changed since its review", REASON(CHANGED)},
    [DESK_REVIEW] = {"review", "awaits review",
                     REASON(REVIEWER) | REASON(SAME_PERSON) | REASON(CHECKED) | REASON(DATE_ORDER) |
                         REASON(FUTURE) | REASON(SIGNATURE)},
    [DESK_SOURCES] = {"sources", "has sources to be looked up", REASON(SOURCE) | REASON(EARLIER)},
    [DESK_CODE] = {"code", "shows code that has changed since it was measured",
                   REASON(CODE_CHANGED)},
    [DESK_CLAIM] = {"claim", "has a claim that is not true on the default card",
                    REASON(FALSE_CLAIM)},
    [DESK_OTHER] = {"other", "waits for something else", ~0u},
    [DESK_STALE] = {"stale", "published, and checked long ago", 0},
    [DESK_PUBLISHED] = {"published", "published", 0},
};

/* One word for each reason, and where a page may lack several of a kind, many. */
static const struct {
    const char *one, *many;
} kinds[] = {
    [GATE_FRONT] = {"front matter", NULL},
    [GATE_AUTHOR] = {"author", NULL},
    [GATE_REVIEWER] = {"reviewer", NULL},
    [GATE_SAME_PERSON] = {"second person", NULL},
    [GATE_WRITTEN] = {"day written", NULL},
    [GATE_CHECKED] = {"day checked", NULL},
    [GATE_DATE_ORDER] = {"days in order", NULL},
    [GATE_FUTURE] = {"days not to come", NULL},
    [GATE_SOURCE] = {"source to look up", "sources to look up"},
    [GATE_EARLIER] = {"source since written", "sources since written"},
    [GATE_EMPTY] = {"text", NULL},
    [GATE_CODE_CHANGED] = {"measurement of new code", NULL},
    [GATE_FALSE_CLAIM] = {"true claim", "true claims"},
    [GATE_CHANGED] = {"review of the changed text", NULL},
    [GATE_SIGNATURE] = {"signature with a key", NULL},
    [GATE_EXERCISE] = {"published exercise", NULL},
};
enum { KINDS = sizeof kinds / sizeof *kinds, CODES = 8 * sizeof(unsigned) };

unsigned desk_codes(const struct gate *gate) {
    unsigned codes = 0;
    for (size_t i = 0; i < gate->count; i++)
        codes |= 1u << gate->reason[i].code;
    return codes;
}

enum desk_state desk_state_of(const struct entry *entry) {
    const unsigned codes = desk_codes(&entry->gate);
    if (entry->gate.open) return entry->stale ? DESK_STALE : DESK_PUBLISHED;
    int state = 0;
    while (state < DESK_OTHER && !(desk_states[state].codes & codes))
        state++;
    return (enum desk_state)state;
}

static const char *kind_of(unsigned code, bool many) {
    if (code >= KINDS || !kinds[code].one) return gate_code_word((enum gate_code)code);
    return many && kinds[code].many ? kinds[code].many : kinds[code].one;
}

struct texts desk_lacks(const struct gate *gate, unsigned without, struct arena *arena) {
    struct texts list = {0};
    size_t count[CODES] = {0};
    for (size_t i = 0; i < gate->count; i++)
        count[gate->reason[i].code]++;
    for (unsigned code = 0; code < CODES; code++) {
        if (!count[code] || without >> code & 1) continue;
        const char *words = kind_of(code, count[code] > 1);
        bool counted = code < KINDS && kinds[code].many;
        texts_add_once(&list,
                       counted ? arena_printf(arena, "%zu %s", count[code], words) : text_of(words),
                       arena);
    }
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
