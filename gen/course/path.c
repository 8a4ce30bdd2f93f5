/* path -- see path.h. */
#include "course/path.h"

/* ---- steps ------------------------------------------------------------------------------- */

static void add_step(struct links *links, struct map *seen, const struct front_text *name) {
    struct course *course = links->course;
    const struct source *site = course->site.source;
    const struct address *found = links_name(links, KIND_GLOSSARY, name->value);
    bool added = true;
    if (found) map_add(seen, found->address, 0, &added, course->arena);
    if (!found)
        diag_error(links->diags, site, name->offset, name->length,
                   links_nearest(links, name->value, true), "path: there is no page \"%.*s\"",
                   TEXT_ARG(name->value));
    else if (!added)
        diag_error(links->diags, site, name->offset, name->length, "remove one of the two",
                   "path: \"%.*s\" is named twice", TEXT_ARG(name->value));
    else if (found->owner == ADDRESS_PAGE && found->entry->in_edition)
        course->path[course->path_count++] = found->entry;
}

static void take_steps(struct links *links) {
    struct course *course = links->course;
    const struct front_list *names = &course->site.path;
    struct map seen = {0};
    course->path = ARENA_ARRAY(course->arena, struct entry *, names->count);
    course->path_count = 0;
    for (size_t i = 0; i < course->entry_count; i++)
        course->entry[i].step = course->entry[i].branch = 0;
    for (size_t i = 0; i < names->count; i++)
        add_step(links, &seen, &names->item[i]);
    for (size_t i = 0; i < course->path_count; i++)
        course->path[i]->step = i + 1;
}

/* What a page needs of a page beside the path is what that needs: told on, until nothing changes. */
static void find_branches(struct course *course) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < course->entry_count; i++) {
            struct entry *entry = &course->entry[i];
            const struct entry_list *needs = &entry->list[ENTRY_NEEDS];
            for (size_t j = 0; j < needs->count && !entry->step; j++) {
                const struct entry *need = needs->page[j];
                size_t last = need->step ? need->step : need->branch;
                changed = changed || last > entry->branch;
                if (last > entry->branch) entry->branch = last;
            }
        }
    }
}

/* ---- order ------------------------------------------------------------------------------- */

static void report(struct links *links, const struct entry *entry, const struct entry *need,
                   const char *hint, const char *what) {
    const struct front_list *names = &entry->page->front.needs;
    for (size_t i = 0; i < names->count; i++) {
        const struct front_text *name = &names->item[i];
        const struct address *found = links_name(links, KIND_GLOSSARY, name->value);
        if (!found || found->entry != need) continue;
        aside_report(links->course, entry, links->diags, SEVERITY_ERROR, name->offset, name->length,
                     hint, "needs: \"%.*s\" %s", TEXT_ARG(name->value), what);
        return;
    }
}

static void check_steps(struct links *links, const struct entry *entry) {
    const struct entry_list *needs = &entry->list[ENTRY_NEEDS];
    for (size_t i = 0; i < needs->count && entry->step; i++) {
        const struct entry *need = needs->page[i];
        if (need->step && need->step < entry->step) continue;
        report(links, entry, need,
               "take it out, or put it before this page in path: of content/site.yaml",
               need->step ? "comes later on the path" : "is not on the path, and this page is");
    }
}

/* The first page that this one needs and that was not placed; NULL: none is left. */
static const struct entry *unplaced(const struct course *course, const bool *placed,
                                    const struct entry *entry) {
    const struct entry_list *needs = &entry->list[ENTRY_NEEDS];
    for (size_t i = 0; i < needs->count; i++)
        if (!placed[needs->page[i] - course->entry]) return needs->page[i];
    return NULL;
}

/* A page is placed when all that it needs is. Pages that never are stand in a circle or behind one. */
static void check_circles(struct links *links) {
    const struct course *course = links->course;
    bool *placed = ARENA_ARRAY(course->arena, bool, course->entry_count);
    const struct entry *left = NULL;
    for (bool changed = true; changed;) {
        changed = false;
        left = NULL;
        for (size_t i = 0; i < course->entry_count; i++) {
            if (placed[i]) continue;
            placed[i] = !unplaced(course, placed, &course->entry[i]);
            changed = changed || placed[i];
            if (!placed[i]) left = &course->entry[i];
        }
    }
    if (!left) return;
    for (size_t i = 0; i < course->entry_count; i++) /* then it is in the circle, not behind it */
        left = unplaced(course, placed, left);
    report(links, left, unplaced(course, placed, left), "take one of them out",
           "needs this page, itself or by what it needs");
}

void path_resolve(struct links *links) {
    struct course *course = links->course;
    take_steps(links);
    find_branches(course);
    check_circles(links);
    for (size_t i = 0; i < course->entry_count; i++)
        check_steps(links, &course->entry[i]);
}
