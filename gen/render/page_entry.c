/* page_entry -- the page of one entry, and the pages at its old addresses. */
#include "course/address.h"
#include "page/signed.h"
#include "page/structure.h"
#include "render/panels.h"
#include "render/own.h"
#include "render/preview.h"
#include "render/take.h"

/* A list of the entry holds pages of the edition, and terms of planned pages, which have no link. */
static void lists(struct site_build *build, struct data *page, const struct entry *entry) {
    struct arena *arena = build->arena;
    for (int which = 0; which < ENTRY_LISTS; which++) {
        const struct entry_list *from = &entry->list[which];
        const char *name = entry_list_names[which];
        struct data *section = data_object(arena);
        struct data *list = data_put_list(section, "pages");
        struct data *terms = data_put_list(section, "planned");
        for (size_t i = 0; i < from->count; i++)
            site_link(build, list, entry->page->address, from->page[i]->page->address,
                      site_title(from->page[i]->page));
        for (size_t i = 0; i < from->plain.count; i++)
            data_add_text(terms, from->plain.at[i]);
        data_put(page, name, section);
        data_flag(page, arena_printf(arena, "has_%s", name).ptr, from->count || from->plain.count);
    }
}

static void sources(struct data *page, const struct entry *entry) {
    const struct front *front = &entry->page->front;
    struct data *list = data_put_list(page, "sources");
    for (size_t i = 0; i < front->source_count; i++) {
        const struct front_source *source = &front->source[i];
        long day;
        bool dated = date_read(source->checked.value, &day);
        struct data *item =
            site_source(list, source->id.value, source->title.value, source->url.value,
                        dated ? source->checked.value : (struct text){0});
        data_flag(item, "stale", entry->stale_source[i]);
    }
}

static void contents(struct data *page, const struct node *document) {
    struct data *list = data_put_list(page, "contents");
    html_contents(list, document);
    data_flag(page, "has_contents", list->count >= CONTENTS_FROM);
}

/* A word such as "pending" is no day. */
static struct text day_of(const struct front_text *value) {
    long day;
    return date_read(value->value, &day) ? value->value : (struct text){0};
}

/* Who wrote and checked the page, and what is old about that. */
static void put_byline(struct site_build *build, struct data *page, const struct entry *entry) {
    const struct front_byline *byline = &entry->page->front.byline;
    struct text sources = {0}, old = {0};
    if (entry->stale_sources)
        sources = site_count(build->arena, entry->stale_sources, "of its sources was",
                             "of its sources were");
    if (entry->stale_check) old = byline->checked.value;
    data_texts(page, {"author", byline->author.value}, {"reviewer", byline->reviewer.value},
               {"written", day_of(&byline->written)}, {"checked", day_of(&byline->checked)},
               {"stale_check", old}, {"stale_sources", sources});
    data_printf(page, "fresh_days", "%lu", build->course->site.fresh_days);
}

/* What the reviewer signed, and whether with a key. */
static void put_signature(struct site_build *build, struct data *page, const struct page *content) {
    const struct signature *signature = content->signature;
    struct text why, sha256 = {0}, card = {0};
    bool named = name_is_real(content->front.byline.reviewer.value, &why, build->arena);
    data_flag(page, "key_signed", named && content->proof == PROOF_HOLDS);
    data_flag(page, "named_only", named && content->proof == PROOF_NOT_ASKED);
    if (signature && signed_holds(content, &why, build->arena)) {
        const struct card *read = cards_find(&build->course->cards, signature->card);
        sha256 = signature->sha256;
        card = read ? read->name : signature->card;
    }
    data_texts(page, {"signed_hash", sha256}, {"signed_card", card});
}

/* The card whose numbers decided the claims of the page. */
static void put_judged(struct site_build *build, struct data *page, const struct page *content) {
    const struct card *card = build->course->default_card;
    struct text name = {0}, href = {0}, day = {0};
    if (card) {
        name = card->name;
        href = site_to(build, content->address, course_card_address(card, build->arena));
        day = site_day(card->run.date);
    }
    data_texts(page, {"judged_name", name}, {"judged_href", href}, {"judged_day", day});
}

static struct text inlines(struct site_build *build, struct html *html,
                           const struct page_text *text) {
    struct buf out = {.arena = build->arena};
    if (text->tree)
        html_inlines(html, &out, text->tree);
    else
        buf_html(&out, text->shown);
    return buf_take(&out, build->arena);
}

/* A page loads the scripts of the tools that it shows. */
static void scripts(struct data *page, const struct html *html) {
    struct data *list = data_put_list(page, "scripts");
    if (html->script_model) data_add_text(list, TEXT("model.js"));
    if (html->script_simulator) data_add_text(list, TEXT("simulator.js"));
    if (html->script_access) data_add_text(list, TEXT("access.js"));
}

/* A page would look the same on every card if it asked none for a number. */
static bool asks_card(const struct node *root) {
    for (const struct node *node = root; node; node = tree_next(node, root))
        if (node->type == NODE_IMAGE || node->type == NODE_TOOL ||
            (node->type == NODE_EXPR && node->value.expr &&
             structure_asks_own_card(node->value.expr)))
            return true;
    return false;
}

static struct site_head entry_head(struct site_build *build, const struct page *content) {
    struct site_head head = {.address = content->address,
                             .title = site_title(content),
                             .description = content->summary.shown,
                             .section = page_kinds[content->front.kind].folder,
                             .type = "article"};
    const struct site_schema schema = {.type = "TechArticle",
                                       .byline = build->review ? NULL : &content->front.byline,
                                       .term = content->term.shown};
    head.json_ld = site_json_ld(build, &head, &schema);
    head.preview = preview_add(build, &head, page_kinds[content->front.kind].title);
    return head;
}

/* In place of a page whose claims do not all hold on the card of the edition: what was read and signed
 * would not be what stands there. */
static void left_out_page(struct site_build *build, const struct entry *entry) {
    const struct page *content = entry->page;
    struct site_head head = entry_head(build, content);
    struct data *page = site_page(build, &head);
    data_flag(page, "noindex", true);
    data_text(page, "kind", text_of(page_kinds[content->front.kind].title));
    data_text(page, "default_card", build->course->default_card->name);
    data_text(page, "default_href",
              link_text(build->arena, site_place(build, content->address), content->address));
    site_write(build, "left-out", content->address, page);
}

static void entry_page(struct site_build *build, const struct entry *entry) {
    const struct page *content = entry->page;
    struct arena *arena = build->arena;
    struct site_head head = entry_head(build, content);
    struct data *page = site_page(build, &head);
    const bool asks = asks_card(content->document);
    if (!asks) site_editions(build, page, TEXT(""));
    struct html html = site_html(build, content->source, content->address);
    struct numbers numbers = {0};
    html.front = &content->front;
    html.numbers = &numbers;
    data_text(page, "kind", text_of(page_kinds[content->front.kind].title));
    html.marks.in_heading = true;
    data_html(page, "heading", inlines(build, &html, &content->title));
    html.marks.in_heading = false;
    data_html(page, "lede", inlines(build, &html, &content->summary));
    put_byline(build, page, entry);
    put_signature(build, page, content);
    put_judged(build, page, content);
    errata_of_entry(page, entry);
    review_panel(build, page, entry);
    contents(page, content->document);
    enum { BODY_USUAL = 30000 };
    struct buf body = {.arena = arena};
    buf_expect(&body, BODY_USUAL);
    html_blocks(&html, &body, content->document);
    if (!build->below.len) search_add(&build->search, entry, build->kept, build->arena);
    data_html(page, "body", buf_take(&body, arena));
    data_flag(page, "marked", html.marks.seen);
    data_flag(page, "noted", html.marks.seen || (asks && build->has_own));
    scripts(page, &html);
    data_html(page, "terms", html_terms(&html));
    take_along(build, page, &html, entry);
    own_page(build, page, entry, asks);
    data_flag(page, "numbers", numbers.count > 0 || html.script_numbers);
    panels_add(&html);
    lists(build, page, entry);
    sources(page, entry);
    path_of_entry(build, page, entry);
    site_write(build, "entry", content->address, page);
    if (build->book) book_chapter(build, page, entry);
}

/* An old address gets a page that leads on from it. */
static void alias_page(struct site_build *build, const struct page *content, struct text alias) {
    struct data *page = data_object(build->arena);
    data_texts(page, {"title", site_title(content)},
               {"href", link_text(build->arena, alias, content->address)},
               {"canonical",
                link_absolute(build->arena, build->course->site.base.value, content->address)});
    site_write(build, "alias", alias, page);
}

static void make_page(struct site_build *build, struct entry *entry) {
    const bool whole = !build->below.len || build->review || !entry->page->false_claims;
    const size_t first = build->output->count, said = build->diags->count;
    course_open(build->course, entry);
    (whole ? entry_page : left_out_page)(build, entry);
    course_close(build->course, entry);
    again_made(build, entry, first, build->diags->count > said);
}

void entry_pages(struct site_build *build) {
    const struct course *course = build->course;
    for (size_t i = 0; i < course->entry_count; i++) {
        struct entry *entry = &course->entry[i];
        if (!entry->in_edition) continue;
        if (!again_stands(build, entry)) make_page(build, entry);
        arena_reset(build->arena); /* of one page, or all would be there at once */
    }
    for (size_t i = 0; !build->below.len && i < course->book->count; i++) {
        const struct address *address = &course->book->address[i];
        if (address->owner == ADDRESS_ALIAS && address->entry->in_edition)
            alias_page(build, address->entry->page, address->address);
    }
}
