/* feed -- what machines read: Atom feed, site map, robots.txt.
 *
 * Dates come from the bylines alone, so that the same input gives the same bytes on any day. The
 * review edition has neither feed nor site map, and asks robots to stay away. */
#include "course/address.h"
#include "render/link.h"
#include "render/site.h"

static struct text absolute(struct site_build *build, struct text address) {
    return link_absolute(build->arena, build->course->site.base.value, address);
}

/* Before any page is published the site shows the card's numbers, so the day of its run counts. */
static struct text newest(const struct course *course) {
    struct text day = site_day(course->card->run.date);
    long is_day;
    if (!date_read(day, &is_day)) day = TEXT("1970-01-01");
    for (size_t i = 0; i < course->entry_count; i++) {
        const struct entry *entry = &course->entry[i];
        struct text checked = entry->page->front.byline.checked.value;
        long number;
        if (entry->in_edition && date_read(checked, &number) && text_compare(checked, day) > 0)
            day = checked;
    }
    return day;
}

static void feed(struct site_build *build) {
    const struct course *course = build->course;
    struct data *data = data_object(build->arena), *entries = data_put_list(data, "entries");
    data_text(data, "home", absolute(build, TEXT("/")));
    data_text(data, "title", course->site.title.value);
    data_text(data, "summary", course->site.summary.value);
    data_text(data, "self", absolute(build, TEXT("/feed.xml")));
    data_text(data, "updated", newest(course));
    for (size_t i = 0; i < course->entry_count; i++) {
        const struct page *page = course->entry[i].page;
        const struct front_byline *byline = &page->front.byline;
        if (!course->entry[i].in_edition) continue;
        struct data *item = data_add(entries);
        data_text(item, "url", absolute(build, page->address));
        data_text(item, "title", site_title(page));
        data_text(item, "checked", byline->checked.value);
        data_text(item, "written", byline->written.value);
        data_text(item, "author", byline->author.value);
        data_text(item, "summary", page->summary.shown);
    }
    site_write(build, "feed", TEXT("/feed.xml"), data);
}

static void place(struct site_build *build, struct data *places, struct text address,
                  struct text modified) {
    struct data *item = data_add(places);
    data_text(item, "url", absolute(build, address));
    data_text(item, "modified", modified);
}

static void site_map(struct site_build *build) {
    const struct course *course = build->course;
    const struct text none = {0};
    struct data *data = data_object(build->arena), *places = data_put_list(data, "places");
    place(build, places, TEXT("/"), none);
    for (size_t i = 0; i < COURSE_SECTIONS; i++)
        place(build, places, text_of(course_sections[i].address), none);
    for (size_t i = 0; i < course->cards.count; i++)
        place(build, places, course_card_address(&course->cards.list[i], build->arena), none);
    for (size_t i = 0; i < course->entry_count; i++)
        if (course->entry[i].in_edition)
            place(build, places, course->entry[i].page->address,
                  course->entry[i].page->front.byline.checked.value);
    site_write(build, "sitemap", TEXT("/sitemap.xml"), data);
}

void feed_files(struct site_build *build) {
    struct text map = absolute(build, TEXT("/sitemap.xml"));
    if (build->review) {
        site_add(build, TEXT("robots.txt"), TEXT("User-agent: *\nDisallow: /\n"));
        return;
    }
    feed(build);
    site_map(build);
    site_add(build, TEXT("robots.txt"),
             arena_printf(build->arena, "User-agent: *\nAllow: /\nSitemap: %.*s\n", TEXT_ARG(map)));
}
