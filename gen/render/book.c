/* book -- see book.h. */
#include "render/book.h"

#include <stdint.h>

#include "render/markup.h"
#include "render/site.h"

/* ---- a chapter ------------------------------------------------------------------------------- */

/* "glossary-sector" of /glossary/sector/: what stands before the ids of its chapter. */
static struct text prefix_of(struct arena *arena, struct text address) {
    struct text name = arena_text(arena, text_strip(address, '/'));
    struct buf out = {0};
    for (size_t i = 0; i < name.len; i++)
        buf_char(&out, name.ptr[i] == '/' ? '-' : name.ptr[i]);
    return buf_take(&out, arena);
}

struct chapter {
    const struct course *course;
    struct arena *arena;
    struct text address, prefix;
};

/* The address that a page calls `href`: ../sector/ on /glossary/warp/ is /glossary/sector/. */
static struct text resolve(const struct chapter *chapter, struct text href) {
    struct text folder = chapter->address;
    while (href.len) {
        if (text_starts(href, "../")) {
            folder = text_cut(folder, 0, folder.len - 1);
            while (folder.len && folder.ptr[folder.len - 1] != '/')
                folder = text_cut(folder, 0, folder.len - 1);
            href = text_cut(href, 3, href.len);
        } else if (text_starts(href, "./")) {
            href = text_cut(href, 2, href.len);
        } else {
            break;
        }
    }
    return arena_printf(chapter->arena, "%.*s%.*s", TEXT_ARG(folder), TEXT_ARG(href));
}

static void put_link(const struct chapter *chapter, struct text href, struct buf *out) {
    struct text fragment = href, path = text_next(&fragment, '#');
    struct text address = path.len ? resolve(chapter, path) : chapter->address;
    const struct entry *entry = course_entry(chapter->course, address);
    struct text base = chapter->course->site.base.value;
    if (entry && entry->in_edition) {
        buf_printf(out, "#%.*s", TEXT_ARG(prefix_of(chapter->arena, address)));
        if (fragment.ptr) buf_printf(out, "-%.*s", TEXT_ARG(fragment));
        return;
    }
    buf_view(out, link_absolute(chapter->arena, base, address));
    if (fragment.ptr) buf_printf(out, "#%.*s", TEXT_ARG(fragment));
}

/* Ids with spaces between them, each behind the chapter's own. */
static void put_ids(const struct chapter *chapter, struct text ids, struct buf *out) {
    for (bool first = true; ids.ptr; first = false) {
        struct text id = text_next(&ids, ' ');
        buf_printf(out, "%s%.*s-%.*s", first ? "" : " ", TEXT_ARG(chapter->prefix), TEXT_ARG(id));
    }
}

static bool change(void *context, const struct markup_attribute *attribute, struct buf *out) {
    static const char *const ids[] = {
        "id", "for", "aria-labelledby", "headers", "aria-describedby", "aria-controls"};
    const struct chapter *chapter = context;
    struct text value = attribute->value;
    if (text_is(value, THEME_ID "chapter")) { /* a link to the page leads here */
        buf_view(out, chapter->prefix);
        return true;
    }
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (text_is(attribute->name, ids[i])) {
            put_ids(chapter, value, out);
            return true;
        }
    bool link = text_is(attribute->name, "href") || text_is(attribute->name, "xlink:href");
    if (!link || link_is_external(value)) return false;
    if (text_is(attribute->tag, "a"))
        put_link(chapter, value, out);
    else /* of a drawing too: <use> */
        buf_printf(out, "#%.*s-%.*s", TEXT_ARG(chapter->prefix),
                   TEXT_ARG(text_cut(value, 1, value.len)));
    return true;
}

void book_chapter(struct site_build *build, const struct data *page, const struct entry *entry) {
    struct book *book = build->book;
    struct buf html = {0}, out = {0};
    struct text address = entry->page->address;
    struct chapter chapter = {build->course, build->arena, address,
                              prefix_of(build->arena, address)};
    if (!template_fill(&build->templates, "chapter", page, &html, build->diags)) return;
    markup_rewrite(&out, buf_text(&html), change, &chapter);
    buf_free(&html);
    book->chapter =
        arena_grow(build->kept, book->chapter, book->count, &book->capacity, sizeof *book->chapter);
    book->chapter[book->count++] = (struct book_part){entry, buf_take(&out, build->kept)};
}

/* ---- the file -------------------------------------------------------------------------------- */

static struct text file_of(const struct site_build *build, struct text path) {
    struct buf room = {0};
    struct text bytes = {0};
    for (size_t i = 0; i < build->output->count; i++)
        if (text_equal(build->output->file[i].path, path))
            bytes = arena_text(build->arena,
                               output_bytes(build->output, &build->output->file[i], &room));
    buf_free(&room);
    return bytes;
}

/* The style sheet with its fonts in it. */
static struct text styles(struct site_build *build) {
    static const char url[] = "url(fonts/";
    struct text css = file_of(build, TEXT("assets/site.css"));
    struct buf out = {0};
    for (size_t at = 0, found; at < css.len; at = found) {
        found = text_find(css, url, at);
        if (found == SIZE_MAX) found = css.len;
        buf_view(&out, text_cut(css, at, found));
        if (found == css.len) break;
        size_t end = text_find(css, ")", found);
        struct text name = text_cut(css, found + 4, end); /* behind url( */
        buf_str(&out, "url(data:font/woff2;base64,");
        buf_base64(&out, file_of(build, arena_printf(build->arena, "assets/%.*s", TEXT_ARG(name))));
        found = end;
    }
    return buf_take(&out, build->arena);
}

/* Puts a part of the contents, and its chapters into the text: those of the path, or those of a kind that
 * are not on it. */
static void put_part(struct site_build *build, struct data *parts, struct buf *text,
                     enum page_kind kind) {
    const struct course *course = build->course;
    const struct book *book = build->book;
    struct data *list = NULL;
    for (size_t step = 0; step < (kind == KIND_COUNT ? course->path_count : 1); step++)
        for (size_t i = 0; i < book->count; i++) {
            const struct book_part *chapter = &book->chapter[i];
            const struct page *page = chapter->entry->page;
            bool here = kind == KIND_COUNT ? chapter->entry == course->path[step]
                                           : page->front.kind == kind && !chapter->entry->step;
            if (!here) continue;
            if (!list) {
                struct data *part = data_add(parts);
                data_text(part, "words",
                          kind == KIND_COUNT ? TEXT("For newcomers, in this order")
                                             : text_of(page_kinds[kind].list));
                list = data_put_list(part, "chapters");
            }
            struct data *item = data_add(list);
            data_texts(item, {"id", prefix_of(build->arena, page->address)},
                       {"words", site_title(page)});
            buf_view(text, chapter->html);
        }
}

void book_file(struct site_build *build) {
    if (!build->book) return;
    struct site_head head = {.address = TEXT("/"),
                             .title = build->course->site.title.value,
                             .description = build->course->site.summary.value,
                             .section = "",
                             .type = "book"};
    struct data *page = site_page(build, &head), *parts = data_put_list(page, "parts");
    struct buf text = {0};
    put_part(build, parts, &text, KIND_COUNT);
    for (int k = 0; k < KIND_COUNT; k++)
        put_part(build, parts, &text, page_kind_order[k]);
    data_html(page, "styles", styles(build));
    data_html(page, "chapters", buf_take(&text, build->arena));
    build->output->count = 0;
    site_write(build, "book", TEXT("/"), page);
}
