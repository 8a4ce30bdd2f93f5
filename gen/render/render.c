/* render -- see render.h: loads the theme, writes every part, sorts. Styles, fonts, pictures, scripts, feed
 * and site map are made here. */
#include "render/render.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "course/address.h"
#include "render/own.h"
#include "render/preview.h"
#include "render/take.h"
#include "render/theme.h"
#include "render/tool.h"

/* ---- style sheet, fonts, pictures, scripts -------------------------------------------------- */

/* assets/site.css is the palette and the figure rules of svg/, one @font-face for each font that was built,
 * and then the theme's sheets in the order of their names. Fonts are optional: without build/fonts the
 * pages use the system's. A font of the text that comes late waits for the next page, so that nothing moves
 * under a reader's eyes; a formula has to have its own. The WebAssembly of the tools is optional in the same
 * way: without build/wasm the tool pages are what is written in them. */
static const struct {
    const char *file, *family, *style, *weight, *display;
} fonts[] = {
    {"inter-400.woff2", "Course Sans", "normal", "400", "optional"},
    {"inter-400i.woff2", "Course Sans", "italic", "400", "optional"},
    {"inter-600.woff2", "Course Sans", "normal", "600", "optional"},
    {"mono-400.woff2", "Course Mono", "normal", "400", "optional"},
    {"mono-600.woff2", "Course Mono", "normal", "600", "optional"},
    {"math.woff2", "Formula", "normal", "400", "swap"},
};

/* Reads a file that the build made; one that was cut off would break every page, so it is refused. */
static bool read_built(struct site_build *build, struct text path, bool (*is_whole)(struct text),
                       struct text *bytes) {
    if (!file_read(build->course->root, path, FILE_MAX_TEXT, build->arena, bytes, build->diags))
        return false;
    if (is_whole(*bytes)) return true;
    diag_file(build->diags, SEVERITY_ERROR, path,
              "remove it and run make again: that makes it anew",
              "only a part of this file is there");
    return false;
}

static void font_files(struct site_build *build, struct buf *css) {
    for (size_t i = 0; i < sizeof fonts / sizeof *fonts; i++) {
        struct text path = arena_printf(build->arena, "build/fonts/%s", fonts[i].file), bytes;
        if (!file_exists(build->course->root, path) ||
            !read_built(build, path, theme_is_woff2, &bytes))
            continue;
        buf_printf(css,
                   "@font-face{font-family:\"%s\";font-style:%s;font-weight:%s;font-display:%s;"
                   "src:url(fonts/%s) format(\"woff2\")}\n",
                   fonts[i].family, fonts[i].style, fonts[i].weight, fonts[i].display,
                   fonts[i].file);
        site_add(build, arena_printf(build->arena, "assets/fonts/%s", fonts[i].file), bytes);
    }
}

static void style_sheet(struct site_build *build) {
    const struct root *root = build->course->root;
    struct buf css = {0};
    font_files(build, &css);
    buf_printf(&css, "%s\n%s\n", svg_palette_css(), svg_layout_css());
    struct file_list sheets =
        file_walk(root, TEXT("site/theme/css"), ".css", build->arena, build->diags);
    for (size_t i = 0; i < sheets.count; i++) {
        const struct source *sheet = theme_file(root, sheets.path[i], build->arena, build->diags);
        if (sheet && theme_check_css(sheet, build->diags)) theme_put_css(&css, sheet->text);
    }
    if (!sheets.count)
        diag_file(build->diags, SEVERITY_ERROR, TEXT("site/theme/css"),
                  "the theme has to bring its style sheets", "no style sheet");
    site_add(build, TEXT("assets/site.css"), buf_take(&css, build->arena));
}

/* Adds a file of a folder of the theme below assets/, under the name that it has there. */
static void add_asset(struct site_build *build, const char *where, struct text folder,
                      struct text path, struct text bytes) {
    struct text name = text_cut(path, folder.len + 1, path.len);
    site_add(build, arena_printf(build->arena, "assets/%s%.*s", where, TEXT_ARG(name)), bytes);
}

static void pictures(struct site_build *build) {
    const struct root *root = build->course->root;
    struct text folder = TEXT("site/theme/images");
    struct file_list files = file_walk(root, folder, "", build->arena, build->diags);
    for (size_t i = 0; i < files.count; i++) {
        const bool drawing = text_ends(files.path[i], ".svg");
        struct text bytes = {0};
        const struct source *source =
            drawing ? theme_file(root, files.path[i], build->arena, build->diags) : NULL;
        if (source) bytes = source->text;
        if (source || (!drawing && file_read(root, files.path[i], FILE_MAX_TEXT, build->arena,
                                             &bytes, build->diags)))
            add_asset(build, "", folder, files.path[i], bytes);
    }
}

/* The plain scripts of every page, and the modules of the tools. */
static void scripts(struct site_build *build) {
    const struct root *root = build->course->root;
    struct text folder = TEXT("site/theme/js"), bytes;
    struct file_list files = file_walk(root, folder, ".js", build->arena, build->diags);
    bool built = tool_wasm_is_built(build);
    for (size_t i = 0; i < files.count; i++) {
        const bool desk = text_ends(files.path[i], "/review.js");
        const bool own = text_ends(files.path[i], "/own.js");
        const struct source *script = theme_file(root, files.path[i], build->arena, build->diags);
        if (script && (!desk || build->review) && (!own || build->has_own))
            add_asset(build, "js/", folder, files.path[i], script->text);
    }
    if (built && read_built(build, TEXT(TOOL_WASM), theme_is_wasm, &bytes))
        site_add(build, TEXT("assets/js/model.wasm"), bytes);
}

static void asset_files(struct site_build *build) {
    style_sheet(build);
    pictures(build);
    preview_icons(build);
    scripts(build);
}

/* ---- what machines read: Atom feed, site map, robots.txt ------------------------------------ */

/* Dates come from the bylines alone, so that the same input gives the same bytes on any day. The review
 * edition has neither feed nor site map, and asks robots to stay away. */
static struct text absolute(struct site_build *build, struct text address) {
    return link_absolute(build->arena, build->course->site.base.value, address);
}

/* The day of a card's run; empty if it has none. */
static struct text day_of(const struct card *card) {
    struct text day = site_day(card->run.date);
    long number;
    return date_read(day, &number) ? day : (struct text){0};
}

/* The newest day on which a page of the kind was checked, KIND_COUNT: of any; empty if there is none. */
static struct text newest_of(const struct course *course, enum page_kind kind) {
    struct text day = {0};
    for (size_t i = 0; i < course->entry_count; i++) {
        const struct entry *entry = &course->entry[i];
        const struct front *front = &entry->page->front;
        struct text checked = front->byline.checked.value;
        long number;
        if (entry->in_edition && (kind == KIND_COUNT || front->kind == kind) &&
            date_read(checked, &number) && text_compare(checked, day) > 0)
            day = checked;
    }
    return day;
}

/* Before any page is published the site shows the card's numbers, so the day of its run counts. */
static struct text newest(const struct course *course) {
    struct text run = day_of(course->card), page = newest_of(course, KIND_COUNT);
    struct text day = text_compare(page, run) > 0 ? page : run;
    return day.len ? day : TEXT("1970-01-01");
}

static void feed(struct site_build *build) {
    const struct course *course = build->course;
    struct data *data = data_object(build->arena), *entries = data_put_list(data, "entries");
    data_texts(data, {"home", absolute(build, TEXT("/"))}, {"title", course->site.title.value},
               {"summary", course->site.summary.value},
               {"self", absolute(build, TEXT("/feed.xml"))}, {"updated", newest(course)});
    for (size_t i = 0; i < course->entry_count; i++) {
        const struct page *page = course->entry[i].page;
        const struct front_byline *byline = &page->front.byline;
        if (!course->entry[i].in_edition) continue;
        struct data *item = data_add(entries);
        data_texts(item, {"url", absolute(build, page->address)}, {"title", site_title(page)},
                   {"checked", byline->checked.value}, {"written", byline->written.value},
                   {"author", byline->author.value}, {"summary", page->summary.shown});
    }
    site_write(build, "feed", TEXT("/feed.xml"), data);
}

static void place(struct site_build *build, struct data *places, struct text address,
                  struct text modified) {
    struct data *item = data_add(places);
    data_texts(item, {"url", absolute(build, address)}, {"modified", modified});
}

static void family_places(struct site_build *build, struct data *places, const struct card *card) {
    struct texts families = course_families(card, build->arena);
    for (size_t i = 0; i < families.count; i++)
        place(build, places, course_family_address(card, families.at[i], build->arena),
              day_of(card));
}

static void site_map(struct site_build *build) {
    const struct course *course = build->course;
    struct data *data = data_object(build->arena), *places = data_put_list(data, "places");
    place(build, places, TEXT("/"), newest_of(course, KIND_COUNT));
    for (size_t i = 0; i < COURSE_SECTIONS; i++)
        place(build, places, text_of(course_sections[i].address),
              course_sections[i].kind < KIND_COUNT ? newest_of(course, course_sections[i].kind)
                                                   : (struct text){0});
    if (site_has_errata(course)) place(build, places, TEXT("/errata/"), (struct text){0});
    for (size_t i = 0; i < course->cards.count; i++) {
        const struct card *card = &course->cards.list[i];
        place(build, places, course_card_address(card, build->arena), day_of(card));
        family_places(build, places, card);
    }
    for (size_t i = 0; i < course->entry_count; i++)
        if (course->entry[i].in_edition)
            place(build, places, course->entry[i].page->address,
                  course->entry[i].page->front.byline.checked.value);
    site_write(build, "sitemap", TEXT("/sitemap.xml"), data);
}

static void feed_files(struct site_build *build) {
    struct text map = absolute(build, TEXT("/sitemap.xml"));
    if (build->review) {
        site_add(build, TEXT("robots.txt"), TEXT("User-agent: *\nDisallow: /\n"));
        return;
    }
    feed(build);
    site_map(build);
    take_list(build);
    site_add(build, TEXT("robots.txt"),
             arena_printf(build->arena, "User-agent: *\nAllow: /\nSitemap: %.*s\n", TEXT_ARG(map)));
}

/* ---- the whole ------------------------------------------------------------------------------ */

static int by_path(const void *a, const void *b) {
    return text_compare(((const struct output_file *)a)->path,
                        ((const struct output_file *)b)->path);
}

static bool begin(struct site_build *build) {
    const struct course *course = build->course;
    build->templates.arena = build->arena;
    build->review = course->edition == EDITION_REVIEW;
    index_count(build);
    build->letters = preview_letters(build);
    build->has_own = !build->book && file_exists(course->root, TEXT(OWN_WASM));
    build->has_fonts = file_exists(course->root, TEXT("build/fonts/inter-400.woff2")) &&
                       file_exists(course->root, TEXT("build/fonts/inter-600.woff2"));
    bool words = words_load(&build->words, course->root, build->arena, build->diags);
    return templates_load(&build->templates, course->root, TEXT("site/theme/templates"),
                          build->diags) &&
           words;
}

/* A page whose file is written while it is read has a head and a text that are not of one piece. */
static bool end(struct site_build *build, bool fine) {
    const struct text changed = build->course->aside->changed;
    svg_letters_close(build->letters);
    if (!changed.len) return fine;
    diag_file(build->diags, SEVERITY_ERROR, changed, "build again",
              "this page was changed while the site was built");
    return false;
}

/* From here on pages show the numbers of the card of the course, below an address or at the root. */
static void turn(struct site_build *build, struct text below) {
    const struct course *course = build->course;
    build->card = course->card;
    build->below = below;
    build->figures =
        (struct figures){&course->cards, &build->words, course->card, course->home, NULL};
    again_begin(build);
}

/* A part with a name is made of settings, theme and cards alone: render/again.h. */
struct part {
    void (*make)(struct site_build *build);
    const char *name;
};

/* What a part makes in build->arena goes when it has ended; files are copied. */
static void make(struct site_build *build, const struct part *part) {
    struct arena arena = {0};
    for (build->arena = &arena; part->make; part++) {
        const size_t first = build->output->count, said = build->diags->count;
        if (!part->name || !again_part_stands(build, text_of(part->name))) {
            part->make(build);
            if (part->name)
                again_part_made(build, text_of(part->name), first, build->diags->count > said);
        }
        arena_reset(&arena);
    }
    build->arena = build->kept;
    arena_free(&arena);
}

/* The pages that there are for every card, and the files that there are once. */
static const struct part edition_pages[] = {{entry_pages, NULL},
                                            {kind_pages, NULL},
                                            {model_page, "model"},
                                            {simulator_page, "simulator"},
                                            {NULL, NULL}};
static const struct part other_files[] = {
    {home_page, NULL},          {index_page, NULL},   {not_found_page, NULL},
    {cards_page, "cards"},      {card_pages, "card"}, {review_page, NULL},
    {compare_pages, "compare"}, {errata_page, NULL},  {tool_data, "tools"},
    {search_files, NULL},       {feed_files, NULL},   {asset_files, NULL},
    {own_files, NULL},          {book_file, NULL},    {NULL, NULL}};

static void sort(struct output *output, struct diags *diags) {
    if (output->count) qsort(output->file, output->count, sizeof *output->file, by_path);
    /* The course has reported what pages and aliases share; what is left is a file of the theme. */
    for (size_t i = 1; !diags->errors && i < output->count; i++)
        if (text_equal(output->file[i - 1].path, output->file[i].path))
            diag_file(diags, SEVERITY_ERROR, output->file[i].path,
                      "give one of the two another name", "two files of the site with one path");
}

bool render_site(struct output *output, const struct course *course, struct arena *arena,
                 struct diags *diags) {
    size_t errors = diags->errors;
    struct site_build build = {
        .course = course, .arena = arena, .kept = arena, .diags = diags, .output = output};
    if (output->book) build.book = ARENA_NEW(arena, struct book);
    if (!begin(&build)) return end(&build, false);
    turn(&build, TEXT(""));
    make(&build, edition_pages);
    make(&build, other_files);
    sort(output, diags);
    return end(&build, diags->errors == errors);
}

bool render_editions(struct output *output, struct course *course, struct arena *arena,
                     struct diags *diags) {
    size_t errors = diags->errors;
    struct site_build build = {
        .course = course, .arena = arena, .kept = arena, .diags = diags, .output = output};
    if (!course->other_count || !begin(&build)) return end(&build, diags->errors == errors);
    for (size_t i = 0; i < course->other_count; i++) {
        course_turn(course, course->other[i], diags);
        turn(&build, site_below(&build, course->card));
        make(&build, edition_pages);
    }
    sort(output, diags);
    return end(&build, diags->errors == errors);
}
