/* feed -- what machines read: Atom feed, site map, robots.txt.
 *
 * Dates come from the bylines alone, so that the same input gives the same bytes on any day. The
 * review edition has neither feed nor site map, and asks robots to stay away. */
#include "course/address.h"
#include "render/link.h"
#include "render/site.h"

static void element(struct buf *out, const char *indent, const char *tag, struct text text) {
    buf_printf(out, "%s<%s>", indent, tag);
    buf_html(out, text);
    buf_printf(out, "</%s>\n", tag);
}

/* A day as RFC 3339 wants it. */
static void updated(struct buf *out, const char *indent, struct text day) {
    buf_printf(out, "%s<updated>%.*sT00:00:00Z</updated>\n", indent, TEXT_ARG(day));
}

/* With no page published yet, the day on which the card was measured: the site shows its numbers. */
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

static void feed_entry(struct site_build *build, struct buf *out, const struct page *page) {
    struct text url = link_absolute(build->arena, build->course->site.base.value, page->address);
    buf_str(out, "  <entry>\n");
    element(out, "    ", "id", url);
    buf_str(out, "    <title type=\"text\">");
    buf_html(out, site_title(page));
    buf_str(out, "</title>\n    <link rel=\"alternate\" type=\"text/html\" href=\"");
    buf_html(out, url);
    buf_str(out, "\"/>\n");
    updated(out, "    ", page->front.byline.checked.value);
    buf_printf(out, "    <published>%.*sT00:00:00Z</published>\n",
               TEXT_ARG(page->front.byline.written.value));
    buf_str(out, "    <author><name>");
    buf_html(out, page->front.byline.author.value);
    buf_str(out, "</name></author>\n    <summary type=\"text\">");
    buf_html(out, page->summary.shown);
    buf_str(out, "</summary>\n  </entry>\n");
}

static void feed(struct site_build *build) {
    const struct course *course = build->course;
    struct text base = course->site.base.value;
    struct text self = link_absolute(build->arena, base, TEXT("/feed.xml"));
    struct buf out = {0};
    buf_str(&out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                  "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en\">\n");
    element(&out, "  ", "id", link_absolute(build->arena, base, TEXT("/")));
    element(&out, "  ", "title", course->site.title.value);
    element(&out, "  ", "subtitle", course->site.summary.value);
    buf_str(&out, "  <link rel=\"self\" type=\"application/atom+xml\" href=\"");
    buf_html(&out, self);
    buf_str(&out, "\"/>\n  <link rel=\"alternate\" type=\"text/html\" href=\"");
    buf_html(&out, link_absolute(build->arena, base, TEXT("/")));
    buf_str(&out, "\"/>\n");
    updated(&out, "  ", newest(course));
    for (size_t i = 0; i < course->entry_count; i++)
        if (course->entry[i].in_edition) feed_entry(build, &out, course->entry[i].page);
    buf_str(&out, "</feed>\n");
    site_add(build, TEXT("feed.xml"), site_take(build->arena, &out));
}

static void place(struct site_build *build, struct buf *out, struct text address,
                  struct text modified) {
    buf_str(out, "  <url><loc>");
    buf_html(out, link_absolute(build->arena, build->course->site.base.value, address));
    buf_str(out, "</loc>");
    if (modified.len) {
        buf_str(out, "<lastmod>");
        buf_html(out, modified);
        buf_str(out, "</lastmod>");
    }
    buf_str(out, "</url>\n");
}

static void site_map(struct site_build *build) {
    const struct course *course = build->course;
    const struct text none = {0};
    struct buf out = {0};
    buf_str(&out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                  "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    place(build, &out, TEXT("/"), none);
    for (size_t i = 0; i < COURSE_SECTIONS; i++)
        place(build, &out, text_of(course_sections[i].address), none);
    for (size_t i = 0; i < course->cards.count; i++)
        place(build, &out, course_card_address(&course->cards.list[i], build->arena), none);
    for (size_t i = 0; i < course->entry_count; i++)
        if (course->entry[i].in_edition)
            place(build, &out, course->entry[i].page->address,
                  course->entry[i].page->front.byline.checked.value);
    buf_str(&out, "</urlset>\n");
    site_add(build, TEXT("sitemap.xml"), site_take(build->arena, &out));
}

void feed_files(struct site_build *build) {
    struct text map =
        link_absolute(build->arena, build->course->site.base.value, TEXT("/sitemap.xml"));
    if (build->review) {
        site_add(build, TEXT("robots.txt"), TEXT("User-agent: *\nDisallow: /\n"));
        return;
    }
    feed(build);
    site_map(build);
    site_add(build, TEXT("robots.txt"),
             arena_printf(build->arena, "User-agent: *\nAllow: /\nSitemap: %.*s\n", TEXT_ARG(map)));
}
