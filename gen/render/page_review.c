/* page_review -- the index of the review edition: all pages by what they wait for, and where claims are false
 * or tight. */
#include "course/desk.h"
#include "render/review.h"

static void put_waiting(struct site_build *build, struct data *list, const struct entry *entry,
                        unsigned shared) {
    struct arena *arena = build->arena;
    const struct page *content = entry->page;
    const struct texts lacks = desk_lacks(entry, shared, arena);
    struct data *item =
        site_link(build, list, TEXT("/review/"), content->address, site_title(content));
    data_texts(item, {"kind", text_of(page_kinds[content->front.kind].title)},
               {"lacks", review_join(&lacks, arena)});
}

static void put_state(struct site_build *build, struct data *states, enum desk_state state) {
    const struct course *course = build->course;
    struct data *item = data_add(states);
    struct data *list = data_put_list(item, "waiting");
    const unsigned shared = desk_shared(course, state);
    const struct texts kinds = desk_kinds(shared, build->arena);
    for (size_t i = 0; i < course->entry_count; i++)
        if (desk_state_of(&course->entry[i]) == state)
            put_waiting(build, list, &course->entry[i], shared);
    struct text words = text_of(desk_states[state].words);
    data_printf(item, "id", THEME_ID "state-%s", desk_states[state].name);
    data_printf(item, "words", "%c%.*s", words.ptr[0] - 'a' + 'A',
                TEXT_ARG(text_cut(words, 1, words.len)));
    data_printf(item, "count", "%zu", list->count);
    data_texts(item, {"shared", review_join(&kinds, build->arena)},
               {"next", text_of(desk_states[state].next)});
}

void review_page(struct site_build *build) {
    if (!build->review) return;
    struct site_head head = site_own(build, "review", TEXT("/review/"));
    head.section = "";
    struct data *page = site_page(build, &head);
    struct data *states = data_put_list(page, "states");
    for (int state = 0; state < DESK_STATES; state++)
        put_state(build, states, (enum desk_state)state);
    review_claim_table(build, page);
    site_write(build, "review", head.address, page);
}
