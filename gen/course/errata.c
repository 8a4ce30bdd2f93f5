/* errata -- see errata.h. */
#include "course/errata.h"

#include <stdlib.h>

#include "course/links.h"

static int newest_first(const void *pa, const void *pb) {
    const struct erratum *a = pa, *b = pb;
    int by = text_compare(b->date.value, a->date.value);
    size_t first = a->page.offset, second = b->page.offset;
    return by ? by : (first > second) - (first < second); /* of a day, as they are written */
}

static void report(const struct links *links, const struct front_text *at, const char *hint,
                   struct text message) {
    diag_error(links->diags, links->course->errata.source, at->offset, at->length, hint, "%.*s",
               TEXT_ARG(message));
}

/* The page that an erratum is about, or NULL after a message. A value that is missing was reported. */
static struct entry *page_of(struct links *links, const struct erratum *erratum) {
    struct arena *arena = links->course->arena;
    const struct front_text *name = &erratum->page;
    const struct address *found =
        name->value.len ? links_name(links, KIND_GLOSSARY, name->value) : NULL;
    if (!name->value.len) return NULL;
    if (!found)
        report(links, name, links_nearest(links, name->value, true),
               arena_printf(arena, "there is no page \"%.*s\"", TEXT_ARG(name->value)));
    else if (found->owner == ADDRESS_PLANNED)
        report(links, name, "take it out: what was not published needs no correction",
               arena_printf(arena, "\"%.*s\" is planned, not written", TEXT_ARG(name->value)));
    return found && found->owner != ADDRESS_PLANNED ? found->entry : NULL;
}

static void check(const struct links *links, const struct erratum *erratum, long today) {
    struct arena *arena = links->course->arena;
    const struct front_text *date = &erratum->date, *by = &erratum->by;
    struct text why;
    long day;
    if (date->value.len && !date_read(date->value, &day))
        report(links, date, "write YYYY-MM-DD, a day that the calendar has",
               arena_printf(arena, "%.*s is no day", TEXT_ARG(date->value)));
    else if (date->value.len && day > today)
        report(links, date, "write the day on which it was found",
               arena_printf(arena, "%.*s is a day to come, and today is %.*s",
                            TEXT_ARG(date->value), TEXT_ARG(date_text(today, arena))));
    if (by->value.len && !name_is_real(by->value, &why, arena))
        report(links, by, "by: the full name of who corrected it",
               arena_printf(arena, "who corrected it is not named: %.*s", TEXT_ARG(why)));
}

static void add(struct entry *entry, const struct erratum *erratum, const struct errata *errata,
                struct arena *arena) {
    if (!entry->erratum) entry->erratum = ARENA_ARRAY(arena, const struct erratum *, errata->count);
    entry->erratum[entry->erratum_count++] = erratum;
}

void errata_give(struct course *course, long today, struct diags *diags) {
    struct links links = {.course = course, .diags = diags};
    const struct errata *errata = &course->errata;
    if (!errata->count) return;
    qsort(errata->item, errata->count, sizeof *errata->item, newest_first);
    course->erratum_of = ARENA_ARRAY(course->arena, struct entry *, errata->count);
    for (size_t i = 0; i < errata->count; i++) {
        struct entry *entry = page_of(&links, &errata->item[i]);
        course->erratum_of[i] = entry;
        check(&links, &errata->item[i], today);
        if (entry) add(entry, &errata->item[i], errata, course->arena);
    }
}
