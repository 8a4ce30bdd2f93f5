/* gen new -- writes a page that builds: front matter for its kind, an example with a claim.
 *
 * The example is taken from the default card, so that the claim holds there. The new text
 * is read as a page first: if no page may have its title, that is reported and nothing is written. */
#include <stdint.h>
#include <string.h>

#include "base/chars.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "course/address.h"

struct new_page {
    enum page_kind kind;
    struct text slug, path, address;
    struct text title; /* as given; else made of the slug */
};

enum { SLUG_MAX = 80 };

/* ---- where ------------------------------------------------------------------------------------ */

/* A page without a title takes it from its slug: local-memory becomes "Local memory". */
static struct text title_of(struct text slug, struct arena *arena) {
    char *bytes = arena_alloc(arena, slug.len + 1);
    for (size_t i = 0; i < slug.len; i++)
        bytes[i] = slug.ptr[i] == '-' ? ' ' : slug.ptr[i];
    if (is_letter(bytes[0])) bytes[0] = (char)(bytes[0] - 'a' + 'A'); /* a slug is lower case */
    return (struct text){bytes, slug.len};
}

static const char *folder_hint(struct text folder, struct arena *arena) {
    struct nearest nearest = {.wanted = folder};
    for (int kind = 0; kind < KIND_COUNT; kind++)
        nearest_offer(&nearest, text_of(page_kinds[kind].folder));
    return nearest_hint(&nearest,
                        "the folders are glossary, lessons, articles, exercises and errors", arena);
}

/* Reads "glossary/atomics"; slashes around it, content/ and .md are allowed. */
static bool read_where(struct cli_run *run, struct text given, struct new_page *page) {
    struct source *source = source_load(&run->arena, TEXT("argument"), given);
    struct text rest = text_drop_start(text_drop_start(given, "/"), "content/");
    rest = text_drop_end(text_drop_end(rest, "/"), ".md");
    struct text folder = text_next(&rest, '/');
    page->kind = page_kind_of_folder(folder);
    if (page->kind == KIND_COUNT) {
        diag_error(&run->diags, source, 0, given.len, folder_hint(folder, &run->arena),
                   "there is no folder %.*s for pages", TEXT_ARG(folder));
        return false;
    }
    if (!text_is_id(rest, SLUG_MAX) || text_find(rest, "--", 0) != SIZE_MAX) {
        diag_error(&run->diags, source, 0, given.len,
                   "small letters a to z, digits and single hyphens, as in glossary/local-memory",
                   "this cannot be the address of a page");
        return false;
    }
    page->slug = rest;
    page->path = arena_printf(&run->arena, "content/%.*s/%.*s%s.md", TEXT_ARG(folder),
                              TEXT_ARG(rest), page->kind == KIND_EXERCISE ? "/index" : "");
    page->address = arena_printf(&run->arena, "/%.*s/%.*s/", TEXT_ARG(folder), TEXT_ARG(rest));
    return true;
}

/* Another page or one of its aliases may have the address. A planned page is the one being written. */
static bool is_free(struct cli_run *run, const struct new_page *page) {
    const struct address *taken = address_find(&run->course, page->address);
    if (!taken || taken->owner == ADDRESS_PLANNED) return true;
    diag_file(&run->diags, SEVERITY_ERROR, page->path, "choose another name, or edit that file",
              "the address %.*s is taken by %.*s", TEXT_ARG(page->address), TEXT_ARG(taken->where));
    return false;
}

/* The lints of a page find other mistakes; names in expressions are checked once a card is loaded. */
static bool is_title(struct cli_run *run, const struct new_page *page) {
    uint32_t code;
    if (text_find(page->title, "{{", 0) == SIZE_MAX && utf8_check(page->title, &code) == SIZE_MAX &&
        text_find(page->title, "\n", 0) == SIZE_MAX)
        return true;
    diag_file(&run->diags, SEVERITY_ERROR, page->path,
              "give plain words; an expression can be written into the file afterwards",
              "this title cannot be used");
    return false;
}

/* ---- what ------------------------------------------------------------------------------------- */

/* Quotes are needed where YAML would read the value as something else. */
static void put_value(struct buf *out, struct text value) {
    bool quoted = !value.len || !is_letter(value.ptr[0]);
    for (size_t i = 0; i < value.len; i++)
        quoted |=
            !is_letter(value.ptr[i]) && !is_digit(value.ptr[i]) && !strchr(" -()?", value.ptr[i]);
    if (quoted) buf_char(out, '"');
    for (size_t i = 0; i < value.len; i++) {
        if (value.ptr[i] == '"' || value.ptr[i] == '\\') buf_char(out, '\\');
        buf_char(out, value.ptr[i]);
    }
    if (quoted) buf_char(out, '"');
}

/* A claim compares two points: finds two with different values, the larger one first. */
static bool find_pair(const struct series *series, const struct point *pair[2]) {
    const struct point *first = NULL;
    for (size_t i = 0; i < series->point_count; i++) {
        const struct point *point = &series->point[i];
        if (point->missing) continue;
        if (!first) first = point;
        bool larger = point->median > first->median;
        pair[0] = larger ? point : first;
        pair[1] = larger ? first : point;
        if (pair[0]->median > pair[1]->median) return true;
    }
    return false;
}

/* Examples use a series that most cards have, or else the first usable one. */
static const struct series *find_series(const struct card *card, const struct point *pair[2]) {
    const struct series *usual = card_series(card, TEXT("copy.rate"));
    if (usual && find_pair(usual, pair)) return usual;
    for (size_t i = 0; i < card->series_count; i++)
        if (!text_is(card->series[i].unit, "1") && find_pair(&card->series[i], pair))
            return &card->series[i];
    return NULL;
}

static struct text name_of(const struct series *series, const struct point *point,
                           struct arena *arena) {
    struct buf out = {0};
    buf_view(&out, series->name);
    for (size_t i = 0; i < series->axis_count; i++)
        buf_printf(&out, "%s%.*s", i ? ", " : "[", TEXT_ARG(point->at[i]));
    buf_str(&out, "]");
    return buf_take(&out, arena);
}

static void put_body(struct cli_run *run, struct buf *out) {
    const struct point *pair[2];
    const struct series *series = find_series(run->course.default_card, pair);
    buf_str(out, "\nSay here, in a sentence or two, what it is.\n");
    if (!series) return;
    struct text first = name_of(series, pair[0], &run->arena);
    struct text second = name_of(series, pair[1], &run->arena);
    buf_printf(out,
               "\n## Measured\n\n{{ given }}\n\n"
               "On the {{ card.name }}, `%.*s` is {{ %.*s }} and\n"
               "`%.*s` is {{ %.*s }}:\n"
               "{{ claim %.*s > %.*s }}the first is the larger one{{ else }}the\n"
               "first is not the larger one{{ end }}.\n\n{{ end }}\n",
               TEXT_ARG(first), TEXT_ARG(first), TEXT_ARG(second), TEXT_ARG(second),
               TEXT_ARG(first), TEXT_ARG(second));
}

static void put_page(struct cli_run *run, const struct new_page *page, struct buf *out) {
    buf_str(out, "---\ntitle: ");
    put_value(out, page->title);
    if (page->kind == KIND_GLOSSARY) {
        buf_str(out, "\nterm: ");
        put_value(out, page->title);
    }
    buf_printf(out,
               "\nkind: %s\n"
               "summary: One sentence for lists and search.\n"
               "byline:\n"
               "  author: pending\n"
               "  reviewer: pending\n"
               "  written: pending\n"
               "  checked: pending\n"
               "---\n",
               page_kinds[page->kind].word);
    put_body(run, out);
}

/* ---- the command ------------------------------------------------------------------------------ */

static bool write_page(struct cli_run *run, const struct new_page *page) {
    struct buf text = {0};
    put_page(run, page, &text);
    struct source *source = source_load(&run->arena, page->path, buf_text(&text));
    page_read(&run->root, source, &run->arena, &run->diags);
    bool fine = !run->diags.errors &&
                file_write(&run->root, page->path, buf_text(&text), FILE_NEW, &run->diags);
    buf_free(&text);
    return fine;
}

int cli_new(const struct cli_options *options) {
    struct cli_run run;
    struct new_page page = {0};
    struct buf out = {0};
    cli_begin(&run, options, EDITION_REVIEW, false);
    bool fine = run.course.default_card != NULL;
    if (fine) diags_free(&run.diags); /* gen check reports the mistakes of other pages */
    fine = fine && read_where(&run, text_of(options->argument[0]), &page) && is_free(&run, &page);
    if (options->argument_count > 1) page.title = text_trim(text_of(options->argument[1]));
    if (!page.title.len && fine) page.title = title_of(page.slug, &run.arena);
    fine = fine && is_title(&run, &page) && write_page(&run, &page);
    if (fine && options->json) {
        buf_char(&out, '{');
        buf_member(&out, "path", page.path);
        buf_member(&out, "address", page.address);
        buf_char(&out, '}');
    } else if (fine) {
        buf_printf(&out, "%.*s is written. `make drafts` builds it as site/review%.*s\n",
                   TEXT_ARG(page.path), TEXT_ARG(page.address));
    }
    return cli_end(&run, &out);
}
