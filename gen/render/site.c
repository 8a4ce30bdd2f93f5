/* site -- see site.h. */
#include "render/site.h"

#include <errno.h>
#include <string.h>

#include "base/chars.h"
#include "base/utf8.h"
#include "course/address.h"

struct text site_title(const struct page *page) {
    return page->title.shown.len ? page->title.shown : page->front.title.value;
}

bool site_has_errata(const struct course *course) {
    for (size_t i = 0; i < course->errata.count; i++)
        if (course->erratum_of[i] && course->erratum_of[i]->in_edition) return true;
    return false;
}

struct text site_count(struct arena *arena, size_t count, const char *one, const char *many) {
    return arena_printf(arena, "%zu %s", count, count == 1 ? one : many);
}

struct text site_day(struct text date) {
    return text_next(&date, 'T');
}

struct html site_html(struct site_build *build, const struct source *source, struct text address) {
    return (struct html){.arena = build->arena,
                         .diags = build->diags,
                         .source = source,
                         .address = address,
                         .review = build->review,
                         .figures = &build->figures,
                         .build = build};
}

/* ---- editions by card --------------------------------------------------------------------------- */

bool site_is_shared(struct text address) {
    static const char *const shared[] = {"/cards/",  "/compare/", "/assets/",
                                         "/errata/", "/review/",  "/index/"};
    struct text path = text_next(&address, '#');
    bool found = !text_ends(path, "/"); /* a file */
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        found = found || text_starts(path, shared[i]);
    return found;
}

/* Where a page stands in an edition. The card's own page is the home of one that is not at the root. */
static struct text place_in(struct text below, struct text address, struct arena *arena) {
    if (!below.len || !text_starts(address, "/") || site_is_shared(address)) return address;
    return arena_printf(arena, "%.*s%.*s", TEXT_ARG(below), TEXT_ARG(address));
}

struct text site_place(const struct site_build *build, struct text address) {
    return place_in(build->below, address, build->arena);
}

struct text site_to(const struct site_build *build, struct text from, struct text target) {
    return link_text(build->arena, site_place(build, from), site_place(build, target));
}

struct text site_below(const struct site_build *build, const struct card *card) {
    const struct course *course = build->course;
    for (size_t i = 0; i < course->other_count; i++)
        if (course->other[i] == card)
            return arena_printf(build->arena, "/cards/%.*s", TEXT_ARG(card->id));
    return (struct text){0};
}

struct text site_root(const struct site_build *build, struct text from) {
    return link_text(build->arena, site_place(build, from), TEXT("/"));
}

void site_editions(struct site_build *build, struct data *page, struct text address) {
    const struct course *course = build->course;
    struct text from = site_place(build, address);
    struct data *list = data_put_list(page, "editions");
    if (!course->other_count || !address.len || site_is_shared(address)) return;
    for (size_t i = 0; i <= course->other_count; i++) {
        const struct card *card = i ? course->other[i - 1] : course->default_card;
        struct text there = place_in(site_below(build, card), address, build->arena);
        struct data *item = data_add(list);
        data_texts(item, {"href", link_text(build->arena, from, there)}, {"words", card->name});
        data_flag(item, "current", card == build->card);
        data_flag(item, "reported", card->reported);
    }
}

/* ---- parts of a page -------------------------------------------------------------------------- */

struct data *site_link(struct site_build *build, struct data *list, struct text from,
                       struct text address, struct text words) {
    struct data *item = data_add(list);
    data_texts(item, {"href", site_to(build, from, address)}, {"words", words});
    return item;
}

struct data *site_source(struct data *list, struct text id, struct text title, struct text url,
                         struct text checked) {
    struct data *item = data_add(list);
    struct text href = {0};
    if (link_is_external(url)) href = link_text(list->arena, TEXT(""), url);
    data_printf(item, "id", THEME_ID "source-%.*s", TEXT_ARG(id));
    data_texts(item, {"words", title}, {"href", href}, {"checked", checked});
    return item;
}

struct text site_card_line(const struct card *card, struct arena *arena) {
    const struct run *run = &card->run;
    if (card->reported) return arena_printf(arena, "%.*s, reported figures", TEXT_ARG(card->name));
    struct buf line = {.arena = arena};
    buf_view(&line, card->name);
    if (run->driver.len) buf_printf(&line, ", driver %.*s", TEXT_ARG(run->driver));
    if (run->cuda.len) buf_printf(&line, ", CUDA %.*s", TEXT_ARG(run->cuda));
    if (run->date.len) buf_printf(&line, ", measured on %.*s", TEXT_ARG(site_day(run->date)));
    return buf_take(&line, arena);
}

struct text site_href(const struct site_build *build, const struct site_head *head,
                      struct text target) {
    if (!head->base.len) return site_to(build, head->address, target);
    return arena_printf(build->arena, "%.*s%.*s", TEXT_ARG(head->base),
                        TEXT_ARG(text_cut(target, 1, target.len)));
}

/* A section that holds nothing yet is not offered. The index has a place of its own in the head. */
static bool is_offered(const struct site_build *build, const struct section *section) {
    if (section->kind == KIND_COUNT) return !text_is(text_of(section->name), "index");
    return build->listed[section->kind] ||
           (section->kind == KIND_GLOSSARY && (build->terms_in_review || build->terms_planned));
}

static void navigation(struct site_build *build, struct data *page, const struct site_head *head) {
    struct data *list = data_put_list(page, "navigation");
    data_text(page, "index_href", site_href(build, head, TEXT("/index/")));
    for (size_t i = 0; i < COURSE_SECTIONS; i++) {
        const struct section *section = &course_sections[i];
        if (!is_offered(build, section)) continue;
        struct data *item = data_add(list);
        data_texts(item, {"href", site_href(build, head, text_of(section->address))},
                   {"words", text_of(section->words)});
        data_flag(item, "current", text_is(text_of(head->section), section->name));
    }
}

static void json_crumb(struct buf *json, int position, struct text words, struct text url) {
    buf_printf(json, "%s{\"@type\":\"ListItem\",\"position\":%d,\"name\":", position > 1 ? "," : "",
               position);
    buf_json(json, words);
    buf_str(json, ",\"item\":");
    buf_json(json, url);
    buf_char(json, '}');
}

/* The way to a page from home, as links and for search engines: there with the page itself at its end. */
static void crumbs(struct site_build *build, struct data *page, const struct site_head *head) {
    const struct section *section = course_section(head->section);
    const struct site *site = &build->course->site;
    struct text base = site->base.value;
    struct data *list = data_put_list(page, "crumbs");
    struct buf json = {.arena = build->arena};
    if (section && !text_is(head->address, section->address)) {
        struct text home = TEXT("Home"), words = text_of(section->words);
        struct text address = text_of(section->address);
        data_texts(data_add(list), {"href", site_href(build, head, TEXT("/"))}, {"words", home});
        data_texts(data_add(list), {"href", site_href(build, head, address)}, {"words", words});
        buf_str(&json, "{\"@context\":\"https://schema.org\",\"@type\":\"BreadcrumbList\","
                       "\"itemListElement\":[");
        json_crumb(&json, 1, site->title.value, link_absolute(build->arena, base, TEXT("/")));
        json_crumb(&json, 2, words, link_absolute(build->arena, base, address));
        json_crumb(&json, 3, head->title, link_absolute(build->arena, base, head->address));
        buf_str(&json, "]}");
    }
    data_html(page, "json_crumbs", buf_take(&json, build->arena));
}

struct site_head site_own(const struct site_build *build, const char *name, struct text address) {
    return (struct site_head){.address = address,
                              .title = words_of(&build->words, WORDS_TITLES, text_of(name)),
                              .description =
                                  words_listed(&build->words, WORDS_DESCRIPTIONS, text_of(name)),
                              .section = name,
                              .type = "website"};
}

/* Only works have authors and dates: a term is what such a work is about, in the set of all terms. */
static void json_term(struct site_build *build, struct buf *json, struct text term) {
    struct text base = build->course->site.base.value, glossary = TEXT("/glossary/");
    buf_str(json, ",\"mainEntity\":{\"@type\":\"DefinedTerm\",\"name\":");
    buf_json(json, term);
    buf_str(json, ",\"inDefinedTermSet\":{\"@type\":\"DefinedTermSet\",\"name\":");
    buf_json(json, words_of(&build->words, WORDS_TITLES, TEXT("glossary")));
    buf_str(json, ",\"url\":");
    buf_json(json, link_absolute(build->arena, base, glossary));
    buf_str(json, "}}");
}

struct text site_json_ld(struct site_build *build, const struct site_head *head,
                         const struct site_schema *schema) {
    const struct front_byline *byline = schema->byline;
    struct buf json = {.arena = build->arena};
    buf_printf(&json,
               "{\"@context\":\"https://schema.org\",\"@type\":\"%s\",\"name\":", schema->type);
    buf_json(&json, head->title);
    buf_str(&json, ",\"description\":");
    buf_json(&json, head->description);
    buf_str(&json, ",\"url\":");
    buf_json(&json, link_absolute(build->arena, build->course->site.base.value, head->address));
    buf_str(&json, ",\"inLanguage\":\"en\",\"isAccessibleForFree\":true");
    if (schema->term.len) json_term(build, &json, schema->term);
    if (byline) {
        buf_str(&json, ",\"author\":{\"@type\":\"Person\",\"name\":");
        buf_json(&json, byline->author.value);
        buf_str(&json, "},\"datePublished\":");
        buf_json(&json, byline->written.value);
        buf_str(&json, ",\"dateModified\":");
        buf_json(&json, byline->checked.value);
    }
    buf_char(&json, '}');
    return buf_take(&json, build->arena);
}

struct data *site_page(struct site_build *build, const struct site_head *head) {
    struct arena *arena = build->arena;
    const struct site *site = &build->course->site;
    struct data *page = data_object(arena);
    const struct text none = {0};
    struct text description = head->description.len ? head->description : site->summary.value;
    data_texts(page, {"title", head->title}, {"site_title", site->title.value},
               {"site_summary", site->summary.value});
    data_flag(page, "home", text_is(head->address, "/"));
    data_texts(page, {"description", description}, {"type", text_of(head->type)});
    data_flag(page, "review", build->review);
    data_flag(page, "has_fonts", build->has_fonts);
    data_flag(page, "noindex", build->review);
    if (build->review) data_text(page, "review_href", site_href(build, head, TEXT("/review/")));
    data_texts(page, {"canonical", link_absolute(arena, site->base.value, head->address)},
               {"home_href", site_href(build, head, TEXT("/"))},
               {"root", head->base.len ? head->base : site_root(build, head->address)},
               {"below", build->below.len
                             ? arena_printf(build->arena, "%.*s/",
                                            TEXT_ARG(text_drop_start(build->below, "/")))
                             : build->below});
    data_html(page, "json_ld", head->json_ld);
    data_text(page, "markdown_href", (struct text){0}); /* pages of content have one */
    data_text(page, "preview",
              head->preview.len || !build->letters
                  ? head->preview
                  : link_absolute(arena, site->base.value, TEXT("/preview.png")));
    data_texts(page, {"surface", text_of(svg_surface(false))},
               {"surface_dark", text_of(svg_surface(true))});
    navigation(build, page, head);
    crumbs(build, page, head);
    site_editions(build, page, head->address);
    data_texts(page, {"card_line", site_card_line(build->card, arena)},
               {"card_name", build->card->name},
               {"card_href", site_href(build, head, course_card_address(build->card, arena))});
    data_flag(page, "card_reported", build->card->reported);
    data_text(page, "own_href",
              build->has_own ? site_href(build, head, TEXT(COURSE_OWN_CARD)) : none);
    struct text errata = {0};
    if (site_has_errata(build->course)) errata = site_href(build, head, TEXT("/errata/"));
    data_text(page, "errata_href", errata);
    return page;
}

/* Finds the first byte that is no text. A card's file is copied as it is, and its lines may end with CR LF. */
static size_t find_bad(struct text bytes, uint32_t *code) {
    size_t from = 0, bad;
    while ((bad = utf8_check_data(text_cut(bytes, from, bytes.len), code)) != SIZE_MAX) {
        bad += from;
        if (bytes.ptr[bad] != '\r' || bad + 1 == bytes.len || bytes.ptr[bad + 1] != '\n')
            return bad;
        from = bad + 1;
    }
    return SIZE_MAX;
}

/* Whatever way a byte that is no text has taken, it ends here: no parser of HTML, XML or JSON wants it. */
static void check_bytes(struct site_build *build, struct text path, struct text bytes) {
    enum { BEFORE = 40 };
    uint32_t code;
    size_t bad = find_bad(bytes, &code);
    if (bad == SIZE_MAX) return;
    const struct entry *entry =
        course_entry(build->course, arena_printf(build->arena, "/%.*s",
                                                 TEXT_ARG(text_drop_end(path, "index.html"))));
    size_t from = bad > BEFORE ? bad - BEFORE : 0;
    while (from < bad && is_continuation(bytes.ptr[from]))
        from++;
    struct text before = text_last(text_cut(bytes, from, bad), '\n');
    diag_file(build->diags, SEVERITY_ERROR, entry ? entry->page->path : path,
              arena_printf(build->arena, "it stands behind \"%.*s\"", TEXT_ARG(before)).ptr,
              "%s would hold %s", entry ? "the page made of it" : "the file",
              code == UINT32_MAX
                  ? "bytes that are not UTF-8"
                  : arena_printf(build->arena, "the character U+%04X, which is no text", code).ptr);
}

static bool is_binary(struct text path) {
    static const char *const ends[] = {".woff2", ".wasm", ".png", ".ico", ".zip"};
    bool found = false;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        found = found || text_ends(path, ends[i]);
    return found;
}

void site_add(struct site_build *build, struct text path, struct text bytes) {
    if (!is_binary(path)) check_bytes(build, path, bytes);
    path = arena_text(build->kept, path);
    if (!output_add(build->output, path, bytes, build->kept))
        diag_file(build->diags, SEVERITY_ERROR, path, "make room in the folder for temporary files",
                  "cannot keep the finished page: %s", strerror(errno));
}

void site_write(struct site_build *build, const char *template, struct text address,
                const struct data *page) {
    enum { FILE_USUAL = 60000 };
    struct buf out = {0};
    buf_expect(&out, FILE_USUAL);
    if (template_fill(&build->templates, template, page, &out, build->diags)) {
        struct text path = site_place(build, address);
        path = text_cut(path, 1, path.len);
        if (text_ends(address, "/"))
            path = arena_printf(build->arena, "%.*sindex.html", TEXT_ARG(path));
        site_add(build, path, buf_text(&out));
    } else if (out.overflow) {
        diag_file(build->diags, SEVERITY_ERROR, address, NULL, "the page is too large");
    }
    buf_free(&out);
}
