/* course -- course_resolve(): evaluation, gate, ids, formulas, links, lists, order. */
#include "course/course.h"

#include "course/formulas.h"
#include "course/related.h"

/* The gate judges the page as it is on the default card; what it says to a false claim there is a
 * reason, so that the messages of that evaluation are not needed a second time. */
static void evaluate(struct course *course, struct entry *entry,
                     const struct course_options *options, struct diags *diags) {
    struct page *page = entry->page;
    struct diags unheard = {0};
    struct evaluation evaluation = {
        .cards = &course->cards,
        .card = course->default_card,
        .default_card = course->default_card,
        .home = true,
        .claims = options->strict || options->edition == EDITION_PUBLIC ? SEVERITY_ERROR
                                                                        : SEVERITY_WARNING,
        .diags = course->home ? diags : &unheard,
    };
    if (course->default_card) page_evaluate(page, &evaluation, course->arena);
    entry->gate = gate_decide(page, course->default_card, options->today, course->arena);
    diags_free(&unheard);
    if (course->home || !course->card) return;
    evaluation.card = course->card;
    evaluation.home = false;
    evaluation.claims = options->strict ? SEVERITY_ERROR : SEVERITY_WARNING;
    evaluation.diags = diags;
    page_evaluate(page, &evaluation, course->arena);
}

static bool is_stale(const struct course *course, const struct page *page, long today) {
    long checked;
    return course->site.fresh_days && date_read(page->front.byline.checked.value, &checked) &&
           checked <= today && (unsigned long)(today - checked) > course->site.fresh_days;
}

void course_choose(struct course *course, enum edition edition, struct diags *diags) {
    struct links links = {.course = course, .diags = diags};
    course->edition = edition;
    for (size_t i = 0; i < course->entry_count; i++)
        course->entry[i].in_edition = edition == EDITION_REVIEW || course->entry[i].gate.open;
    for (size_t i = 0; i < course->entry_count; i++)
        links_resolve(&links, &course->entry[i]);
    for (size_t i = 0; i < course->entry_count; i++)
        links_see(&links, &course->entry[i]);
    related_resolve(&links);
    related_backlinks(&links);
    related_order(course);
}

void course_resolve(struct course *course, const struct course_options *options,
                    struct diags *diags) {
    address_book_build(course, diags);
    for (size_t i = 0; i < course->entry_count; i++) {
        struct entry *entry = &course->entry[i];
        evaluate(course, entry, options, diags);
        entry->stale = is_stale(course, entry->page, options->today);
        ids_give(&entry->ids, entry->page, course->arena, diags);
        ids_see(&entry->ids, entry->page, course->arena);
    }
    formulas_set(course, diags);
    course_choose(course, options->edition, diags);
}
