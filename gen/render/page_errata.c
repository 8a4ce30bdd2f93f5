/* page_errata -- what pages said and should not have: on the page itself, and of all pages in one list. Of a page
 * that the edition does not hold nothing is said. */
#include "render/site.h"

static void put(struct data *item, const struct erratum *erratum) {
    data_texts(item, {"date", erratum->date.value}, {"wrong", erratum->wrong.value},
               {"right", erratum->right.value}, {"by", erratum->by.value});
}

void errata_of_entry(struct data *page, const struct entry *entry) {
    struct data *list = data_put_list(page, "errata");
    struct text newest = {0};
    for (size_t i = 0; i < entry->erratum_count; i++)
        put(data_add(list), entry->erratum[i]);
    if (entry->erratum_count) newest = entry->erratum[0]->date.value;
    data_text(page, "corrected", newest);
}

void errata_page(struct site_build *build) {
    const struct course *course = build->course;
    struct site_head head = site_own(build, "errata", TEXT("/errata/"));
    head.section = "";
    if (!site_has_errata(course)) return;
    struct data *page = site_page(build, &head);
    struct data *list = data_put_list(page, "errata");
    for (size_t i = 0; i < course->errata.count; i++) {
        const struct entry *entry = course->erratum_of[i];
        if (entry && entry->in_edition)
            put(site_link(build, list, head.address, entry->page->address, site_title(entry->page)),
                &course->errata.item[i]);
    }
    site_write(build, "errata", head.address, page);
}
