/* page_path -- where a reader is: how long a page takes, what it needs before, which step of the path it
 * is; and the path as a whole. */
#include "course/address.h"
#include "render/site.h"

/* ---- minutes ----------------------------------------------------------------------------- */

/* A slow reader's rate, since numbers and code are among the words. content/README.md says the rule. */
enum { WORDS_A_MINUTE = 200 };

size_t path_minutes(const struct page *page) {
    return page->words ? (page->words + WORDS_A_MINUTE - 1) / WORDS_A_MINUTE : 1;
}

/* ---- one page ---------------------------------------------------------------------------- */

/* As short as a line of them needs it. */
static struct text name_of(const struct page *page) {
    return page->term.shown.len ? page->term.shown : site_title(page);
}

/* Every item but the last has a sign behind it. */
static void needs(struct site_build *build, struct data *page, const struct entry *entry) {
    const struct entry_list *from = &entry->list[ENTRY_NEEDS];
    struct data *list = data_put_list(page, "first");
    size_t count = from->count + from->plain.count;
    for (size_t i = 0; i < count; i++) {
        struct data *item =
            i < from->count ? site_link(build, list, entry->page->address,
                                        from->page[i]->page->address, name_of(from->page[i]->page))
                            : data_add(list);
        if (i >= from->count)
            data_texts(item, {"href", (struct text){0}},
                       {"words", from->plain.at[i - from->count]});
        data_flag(item, "more", i + 1 < count);
    }
    data_flag(page, "has_first", count > 0);
}

static void neighbour(struct site_build *build, struct data *page, const char *name,
                      struct text from, const struct entry *entry) {
    struct data *list = data_put_list(page, name);
    if (entry) site_link(build, list, from, entry->page->address, site_title(entry->page));
}

/* Where the order of pages begins or ends, a reader goes on to a list. */
struct way_out {
    const char *label, *words, *address;
};

static void put_way_out(struct site_build *build, struct data *page, const char *name,
                        struct text from, const struct way_out *way) {
    struct data *list = data_put_list(page, name);
    if (!way->label) return;
    struct data *item = site_link(build, list, from, text_of(way->address), text_of(way->words));
    data_text(item, "label", text_of(way->label));
}

static void ways_out(struct site_build *build, struct data *page, const struct entry *entry,
                     bool begins, bool ends) {
    const struct section *section = course_section(page_kinds[entry->page->front.kind].folder);
    const bool path = entry->step || entry->branch;
    struct way_out before = {0}, behind = {0};
    if (begins && path)
        before =
            (struct way_out){"The path begins here", "All its steps", "/lessons/#" THEME_ID "path"};
    else if (begins && !ends)
        before = (struct way_out){"The first of", section->words, section->address};
    if (ends && path)
        behind = (struct way_out){"The path ends here", "All lessons", "/lessons/"};
    else if (ends)
        behind = (struct way_out){"The last of", section->words, section->address};
    put_way_out(build, page, "before_all", entry->page->address, &before);
    put_way_out(build, page, "behind_all", entry->page->address, &behind);
}

void path_of_entry(struct site_build *build, struct data *page, const struct entry *entry) {
    const struct course *course = build->course;
    struct text from = entry->page->address;
    size_t last = entry->step ? entry->step - 1 : entry->branch, next = last + (entry->step > 0);
    const struct entry *before = entry->previous, *after = entry->next;
    if (entry->step || entry->branch) {
        before = last ? course->path[last - 1] : NULL;
        after = next == course->path_count ? NULL : course->path[next];
    }
    needs(build, page, entry);
    data_printf(page, "minutes", "%zu", path_minutes(entry->page));
    data_flag(page, "on_path", entry->step > 0);
    data_flag(page, "beside_path", entry->branch > 0);
    data_printf(page, "step", "%zu", entry->step ? entry->step : entry->branch);
    data_printf(page, "steps", "%zu", course->path_count);
    data_text(page, "path_href", site_to(build, from, TEXT("/lessons/#" THEME_ID "path")));
    neighbour(build, page, "previous", from, before);
    neighbour(build, page, "next", from, after);
    ways_out(build, page, entry, !before, !after);
}

/* ---- the path ---------------------------------------------------------------------------- */

/* A time to plan with: "25 minutes", "3 hours and 40 minutes", in steps of five minutes. */
static struct text duration(struct arena *arena, size_t minutes) {
    size_t rounded = (minutes + 4) / 5 * 5, hours = rounded / 60;
    struct text rest = site_count(arena, rounded % 60, "minute", "minutes");
    if (!hours) return rest;
    return arena_printf(arena, rounded % 60 ? "%.*s and %.*s" : "%.*s",
                        TEXT_ARG(site_count(arena, hours, "hour", "hours")), TEXT_ARG(rest));
}

void path_list(struct site_build *build, struct data *page, struct text from) {
    const struct course *course = build->course;
    struct data *list = data_put_list(page, "path");
    size_t sum = 0;
    for (size_t i = 0; i < course->path_count; i++) {
        const struct entry *entry = course->path[i];
        size_t minutes = path_minutes(entry->page);
        struct data *item =
            site_link(build, list, from, entry->page->address, site_title(entry->page));
        data_printf(item, "minutes", "%zu", minutes);
        sum += minutes;
    }
    data_flag(page, "has_path", course->path_count > 0);
    data_text(page, "path_count", site_count(build->arena, course->path_count, "page", "pages"));
    data_text(page, "path_time", duration(build->arena, sum));
    data_text(page, "path_href", site_to(build, from, TEXT("/lessons/#" THEME_ID "path")));
    struct data *first = data_put_list(page, "path_first");
    if (course->path_count)
        site_link(build, first, from, course->path[0]->page->address,
                  site_title(course->path[0]->page));
}
