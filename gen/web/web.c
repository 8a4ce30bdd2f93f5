/* web -- see web.h. */
#include "web/web.h"

#include <stdlib.h>

#include "base/yaml.h"
#include "course/address.h"
#include "measure/check.h"
#include "render/panels.h"
#include "render/site.h"
#include "render/tool.h"
#include "web/read.h"

enum { CARDS_MAX = 256 };

static struct web {
    struct arena kept;  /* of all pages */
    struct arena given; /* of what was handed over last */
    struct card published[CARDS_MAX], list[CARDS_MAX + 1];
    size_t published_count;
    struct text default_id;
    bool review;
    struct card own;
    struct course course;
    struct words words;
    struct templates templates;
    struct diags diags;
    struct buf out;
} web;

char *WASM_EXPORT(web_room)(size_t length) {
    return arena_reserve(&web.kept, length + 1);
}

const char *WASM_EXPORT(web_output)(void) {
    return buf_text(&web.out).ptr;
}

size_t WASM_EXPORT(web_output_length)(void) {
    return web.out.len;
}

static const struct json *read_json(const char *json, size_t length, struct arena *arena) {
    const struct text bytes = {json, length};
    diags_free(&web.diags);
    return json_read(source_load(arena, TEXT("own.json"), bytes), bytes, arena, &web.diags);
}

/* ---- what all pages share ---------------------------------------------------------------- */

static void read_words(const struct json *list) {
    for (size_t i = 0; list && i < list->count && i < WORDS_PARTS; i++) {
        const struct json *from = &list->child[i];
        struct yaml *part = ARENA_NEW(&web.kept, struct yaml);
        part->kind = YAML_KIND_MAP;
        part->count = from->count;
        part->child = ARENA_ARRAY(&web.kept, struct yaml, from->count + 1);
        for (size_t k = 0; k < from->count; k++)
            part->child[k] = (struct yaml){.key = from->child[k].key, .text = from->child[k].text};
        words_set(&web.words, (enum words_part)i, part, &web.kept);
    }
}

static bool read_templates(const struct json *object) {
    web.templates.arena = &web.kept;
    for (size_t i = 0; object && i < object->count; i++) {
        const struct json *from = &object->child[i];
        if (!templates_add(&web.templates, from->key, source_load(&web.kept, from->key, from->text),
                           &web.diags))
            return false;
    }
    return templates_check(&web.templates, &web.diags);
}

bool WASM_EXPORT(web_shared)(const char *json, size_t length) {
    const struct json *file = read_json(json, length, &web.kept);
    const struct json *id = json_member(file, "default");
    const struct json *repository = json_member(file, "repository");
    if (!file) return false;
    const struct json *review = json_member(file, "review");
    if (id) web.default_id = id->text;
    web.review = review && review->truth;
    if (repository) web.course.site.repository.value = repository->text;
    read_words(json_member(file, "words"));
    return read_templates(json_member(file, "templates"));
}

/* ---- cards ------------------------------------------------------------------------------- */

bool WASM_EXPORT(web_published)(const char *path, size_t path_length, const char *json,
                                size_t length, bool reported) {
    const struct text bytes = {json, length};
    if (web.published_count == CARDS_MAX) return false;
    const struct source *source = source_load(&web.kept, (struct text){path, path_length}, bytes);
    struct card *card = &web.published[web.published_count];
    diags_free(&web.diags);
    if (!card_read(card, source, bytes, reported, &web.kept, &web.diags)) return false;
    web.published_count++;
    return true;
}

static int order_cards(const void *pa, const void *pb) {
    const struct card *a = pa, *b = pb;
    if (a->reported != b->reported) return a->reported ? 1 : -1;
    return text_compare(a->id, b->id);
}

/* As if its file lay with the others: in place of the one with its id, if there is one. */
static void list_cards(void) {
    size_t count = 0;
    web.list[count++] = web.own;
    for (size_t i = 0; i < web.published_count; i++)
        if (!text_equal(web.published[i].id, web.own.id)) web.list[count++] = web.published[i];
    qsort(web.list, count, sizeof *web.list, order_cards);
    web.course.cards = (struct cards){web.list, count};
    web.course.card = cards_find(&web.course.cards, web.own.id);
    web.course.default_card = cards_find(&web.course.cards, web.default_id);
    web.course.home = web.course.card == web.course.default_card;
}

/* A file is named as its card is; one that a browser has kept may be called something else. */
static struct text path_of(const struct json *file, struct text name) {
    const struct json *id = json_member(json_member(file, "card"), "id");
    if (!id || !id->text.len) return name;
    return arena_printf(&web.given, "%.*s.json", TEXT_ARG(id->text));
}

bool WASM_EXPORT(web_own)(const char *name, size_t name_length, const char *json, size_t length) {
    const struct text bytes = {json, length};
    const struct source *source = source_load(&web.kept, (struct text){name, name_length}, bytes);
    struct card card = {0};
    diags_free(&web.diags);
    buf_clear(&web.out);
    const struct json *file = json_read(source, bytes, &web.kept, &web.diags);
    if (file) source = source_load(&web.kept, path_of(file, source->path), bytes);
    const bool reported = json_member(file, "sources") != NULL; /* a run has none */
    if (!file || !card_read(&card, source, bytes, reported, &web.kept, &web.diags) ||
        web.diags.errors) {
        diags_json(&web.diags, &web.out);
        return false;
    }
    card.folder = TEXT("yours");
    web.own = card;
    list_cards();
    buf_str(&web.out, "{\"name\":");
    buf_json(&web.out, card.name);
    buf_str(&web.out, ",\"id\":");
    buf_json(&web.out, card.id);
    buf_str(&web.out, ",\"line\":");
    buf_json(&web.out, site_card_line(web.course.card, &web.kept));
    buf_printf(&web.out, ",\"reported\":%s}", reported ? "true" : "false");
    return true;
}

/* ---- pages ------------------------------------------------------------------------------- */

static struct entry *add_entry(struct page *page, bool in_edition) {
    struct arena *arena = &web.given;
    struct address_book *book = web.course.book;
    struct entry *entry = ARENA_NEW(arena, struct entry);
    bool added;
    entry->page = page;
    entry->in_edition = in_edition;
    book->address =
        arena_grow(arena, book->address, book->count, &book->capacity, sizeof *book->address);
    book->address[book->count] =
        (struct address){.address = page->address, .owner = ADDRESS_PAGE, .entry = entry};
    map_add(&book->exact, page->address, book->count, &added, arena);
    book->count++;
    return entry;
}

static void evaluate(struct page *page) {
    const struct evaluation evaluation = {.cards = &web.course.cards,
                                          .card = web.course.card,
                                          .default_card = web.course.default_card,
                                          .home = web.course.home,
                                          .claims = SEVERITY_WARNING,
                                          .brief = true,
                                          .diags = &web.diags};
    page_evaluate(page, &evaluation, &web.given);
}

/* The card whose edition it is: charts have its series beside the reader's. */
static const struct card *card_of(struct text below) {
    struct text id = below.len ? text_drop_start(below, "/cards/") : web.default_id;
    const struct card *card = cards_find(&web.course.cards, id);
    return card == web.course.card ? NULL : card;
}

static struct site_build build_of(struct text below) {
    return (struct site_build){
        .course = &web.course,
        .card = web.course.card,
        .review = web.review,
        .below = below,
        .arena = &web.given,
        .kept = &web.given,
        .diags = &web.diags,
        .words = web.words,
        .templates = web.templates,
        .figures = {&web.course.cards, &web.words, web.course.card, web.course.home,
                    card_of(below)},
    };
}

static void member(const char *name, struct text value) {
    buf_printf(&web.out, "%s\"%s\":", web.out.len > 1 ? ",\n" : "", name);
    buf_json(&web.out, value);
}

static struct text inlines(struct html *html, const struct node *tree) {
    struct buf out = {0};
    html_inlines(html, &out, tree);
    return buf_take(&out, html->arena);
}

static void put_contents(const struct node *document) {
    struct data *list = data_put_list(data_object(&web.given), "contents");
    html_contents(list, document);
    buf_str(&web.out, ",\n\"contents\":[");
    for (size_t i = 0; list->count >= CONTENTS_FROM && i < list->count; i++) {
        const struct data *item = list->item[i];
        buf_str(&web.out, i ? ",[" : "[");
        buf_json(&web.out, data_member(item, TEXT("href"))->text);
        buf_char(&web.out, ',');
        buf_json(&web.out, data_member(item, TEXT("words"))->text);
        buf_printf(&web.out, ",%s]", data_member(item, TEXT("inner"))->flag ? "true" : "false");
    }
    buf_char(&web.out, ']');
}

/* In the order of entry_page(): marks and notes are counted. */
static void put_page(struct site_build *build, struct page *page) {
    struct html html = site_html(build, page->source, page->address);
    struct numbers numbers = {0};
    struct buf body = {0};
    html.front = &page->front;
    html.numbers = &numbers;
    buf_clear(&web.out);
    buf_char(&web.out, '{');
    member("title", page->title.shown);
    html.marks.in_heading = true;
    member("heading", inlines(&html, page->title.tree));
    html.marks.in_heading = false;
    member("lede", inlines(&html, page->summary.tree));
    html_blocks(&html, &body, page->document);
    member("body", buf_take(&body, &web.given));
    put_contents(page->document);
    member("terms", html_terms(&html));
    member("numbers", panels_script(&html));
    buf_printf(&web.out, ",\n\"marked\":%s,\"left_out\":%zu,\"minutes\":%zu}",
               html.marks.seen ? "true" : "false", page->false_claims, path_minutes(page));
}

bool WASM_EXPORT(web_page)(const char *json, size_t length, const char *below,
                           size_t below_length) {
    const struct json *file = read_json(json, length, &web.given);
    buf_clear(&web.out);
    if (!file) return false;
    web.course.book = ARENA_NEW(&web.given, struct address_book);
    const struct json *terms = json_member(file, "terms");
    for (size_t i = 0; terms && i < terms->count; i++) {
        struct page *term = read_page(&terms->child[i], &web.given);
        evaluate(term);
        add_entry(term, true);
    }
    struct page *page = read_page(file, &web.given);
    add_entry(page, true);
    evaluate(page);
    struct site_build build = build_of((struct text){below, below_length});
    put_page(&build, page);
    web.course.book = NULL;
    arena_reset(&web.given);
    return true;
}

/* ---- pages that are made of the card alone -------------------------------------------------- */

void WASM_EXPORT(web_card)(void) {
    struct output output = {0};
    struct site_build build = build_of(TEXT(""));
    build.output = &output;
    card_and_series_pages(&build, web.course.card);
    buf_clear(&web.out);
    buf_char(&web.out, '{');
    for (size_t i = 0; i < output.count; i++)
        if (text_ends(output.file[i].path, ".html"))
            member(arena_string(&web.given, output.file[i].path), output.file[i].bytes);
    buf_char(&web.out, '}');
    arena_reset(&web.given);
}

static void data_alone(void (*part)(struct site_build *)) {
    struct output output = {0};
    struct site_build build = build_of(TEXT(""));
    build.output = &output;
    part(&build);
    buf_clear(&web.out);
    for (size_t i = 0; i < output.count; i++)
        buf_view(&web.out, output.file[i].bytes);
    arena_reset(&web.given);
}

void WASM_EXPORT(web_model)(void) {
    data_alone(tool_data);
}

void WASM_EXPORT(web_compare)(void) {
    data_alone(compare_data);
}

void WASM_EXPORT(web_numbers)(const char *family, size_t family_length) {
    struct site_build build = build_of(TEXT(""));
    const struct text name = {family, family_length}, address = TEXT(COURSE_OWN_CARD);
    const struct html html = site_html(&build, NULL, address);
    buf_clear(&web.out);
    buf_view(&web.out, panels_rows(&html, web.course.card, name));
    arena_reset(&web.given);
}

/* Puts templates filled with the data of a part of the page at `from`, each by its name. */
static void filled(void (*part)(struct site_build *, struct data *, struct text), struct text from,
                   const char *const *templates) {
    struct site_build build = build_of(TEXT(""));
    struct data *page = data_object(&web.given);
    part(&build, page, from);
    buf_clear(&web.out);
    buf_char(&web.out, '{');
    for (; *templates; templates++) {
        struct buf out = {0};
        template_fill(&build.templates, *templates, page, &out, &web.diags);
        member(*templates, buf_take(&out, &web.given));
    }
    buf_char(&web.out, '}');
    arena_reset(&web.given);
}

void WASM_EXPORT(web_ranks)(void) {
    filled(rank_data, TEXT("/compare/"), (const char *const[]){"ranks", NULL});
}

void WASM_EXPORT(web_simulator)(void) {
    filled(tool_costs, TEXT("/simulator/"),
           (const char *const[]){"cost-options", "cost-rows", NULL});
}

void WASM_EXPORT(web_home)(void) {
    struct site_build build = build_of(TEXT(""));
    struct html html = site_html(&build, NULL, TEXT("/"));
    struct data *page = data_object(&web.given);
    home_figures(&html, page, web.course.card);
    buf_clear(&web.out);
    buf_char(&web.out, '{');
    for (size_t i = 0; i < page->count; i++) {
        const struct data *value = page->member[i].value;
        if (value->kind == DATA_TEXT || value->kind == DATA_HTML)
            member(page->member[i].name.ptr, value->text);
    }
    buf_char(&web.out, '}');
    arena_reset(&web.given);
}
