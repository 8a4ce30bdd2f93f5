/* take -- see take.h. */
#include "render/take.h"

#include <stdint.h>
#include <string.h>

#include "base/pack.h"
#include "base/zip.h"
#include "course/address.h"
#include "render/html.h"

/* A file beside the page at `address`: /glossary/sector/ and table-1.csv. */
static struct text beside(struct arena *arena, struct text address, const char *name) {
    return arena_printf(arena, "%.*s%s", TEXT_ARG(text_cut(address, 1, address.len)), name);
}

/* ---- tables as CSV: RFC 4180 ----------------------------------------------------------------- */

static void quoted(struct buf *out, struct text text) {
    size_t done = 0;
    buf_char(out, '"');
    for (size_t i = 0; i < text.len; i++) {
        const bool quote = text.ptr[i] == '"';
        const bool space = text.ptr[i] == '\xc2' && i + 1 < text.len && text.ptr[i + 1] == '\xa0';
        if (!quote && !space) continue;
        buf_add(out, text.ptr + done, i + quote - done);
        buf_char(out, quote ? '"' : ' '); /* no no-break space between number and unit */
        done = i + 1 + space;
        i += space;
    }
    buf_add(out, text.ptr + done, text.len - done);
    buf_char(out, '"');
}

static void field(const struct html *html, struct buf *out, const struct node *cell) {
    const struct text only = html_only_text(cell);
    if (only.ptr) {
        quoted(out, text_trim(only));
        return;
    }
    struct buf words = {.arena = html->arena};
    for (const struct node *node = tree_visible_child(cell); node;
         node = tree_visible_next(node, cell)) {
        if (node->type == NODE_EXPR && node->value.state == VALUE_MISSING)
            buf_view(&words, node->value.missing);
        else if (node->type == NODE_EXPR)
            buf_view(&words, html_value_words(html, node));
        else if (node->type == NODE_SOFTBREAK || node->type == NODE_LINEBREAK)
            buf_char(&words, ' ');
        else if (node->type == NODE_TEXT || node->type == NODE_CODE)
            buf_view(&words, node->text);
    }
    quoted(out, text_trim(buf_text(&words)));
    buf_free(&words);
}

static struct text csv(const struct html *html, const struct node *table) {
    struct buf out = {.arena = html->arena};
    for (const struct node *row = tree_visible_child(table); row; row = tree_visible_sibling(row)) {
        if (row->type != NODE_ROW) continue;
        bool first = true;
        for (const struct node *cell = tree_visible_child(row); cell;
             cell = tree_visible_sibling(cell), first = false) {
            if (!first) buf_char(&out, ',');
            field(html, &out, cell);
        }
        buf_char(&out, '\n');
    }
    return buf_take(&out, html->arena);
}

static struct text caption_of(struct arena *arena, const struct node *table) {
    for (const struct node *node = tree_visible_child(table); node;
         node = tree_visible_sibling(node))
        if (node->type == NODE_CAPTION) return html_words(arena, node);
    return (struct text){0};
}

enum { NAME_MOST = 90 };

/* The first sentence, or as many words of it as a line of a list holds. */
static struct text short_name(struct arena *arena, struct text words) {
    size_t end = text_find(words, ". ", 0);
    if (end != SIZE_MAX) words = text_cut(words, 0, end);
    if (words.len <= NAME_MOST) return words;
    for (end = NAME_MOST; end && words.ptr[end] != ' ';)
        end--;
    return arena_printf(arena, "%.*s …", TEXT_ARG(text_cut(words, 0, end)));
}

static void offer(struct data *list, const char *name, struct text words) {
    data_texts(data_add(list), {"href", text_of(name)}, {"words", short_name(list->arena, words)});
}

static void tables(struct site_build *build, struct data *page, const struct html *html,
                   const struct node *document) {
    struct data *list = data_put_list(page, "take_tables");
    for (const struct node *node = tree_visible_next(document, document); node;
         node = tree_visible_next(node, document)) {
        if (node->type != NODE_TABLE || node->table.nothing.len) continue;
        const char *name = arena_printf(build->arena, "table-%zu.csv", list->count + 1).ptr;
        struct text words = caption_of(build->arena, node);
        site_add(build, beside(build->arena, html->address, name), csv(html, node));
        if (!words.len) words = arena_printf(build->arena, "Table %zu", list->count + 1);
        offer(list, name, words);
    }
}

/* ---- drawings, exercises --------------------------------------------------------------------- */

static void drawings(struct site_build *build, struct data *page, const struct html *html) {
    struct data *list = data_put_list(page, "take_drawings");
    for (size_t i = 0; i < html->drawn_count; i++) {
        const char *name = arena_printf(build->arena, "figure-%zu.svg", i + 1).ptr;
        site_add(build, beside(build->arena, html->address, name), html->drawn[i].svg);
        offer(list, name, html->drawn[i].name);
    }
}

/* What of the folder of an exercise is handed out: the code to start from and the visible cases; the graded ones are for
 * the grader. */
static const char *const handed_out[] = {"starter", "tests/visible"};
enum { HANDED_OUT = sizeof handed_out / sizeof *handed_out };

static bool is_handed_out(const struct page *content) {
    return content->front.kind == KIND_EXERCISE && text_ends(content->path, "/index.md");
}

static struct file_list files_of(struct site_build *build, const struct page *content,
                                 size_t part) {
    struct text folder = arena_printf(build->arena, "content/exercises/%.*s/%s",
                                      TEXT_ARG(content->slug), handed_out[part]);
    return file_walk(build->course->root, folder, "", build->arena, build->diags);
}

/* By the names that they have below content/exercises/. */
static bool pack(struct site_build *build, struct zip *zip, const struct file_list *files) {
    static const char above[] = "content/exercises/";
    for (size_t i = 0; i < files->count; i++) {
        struct text bytes;
        if (!file_read(build->course->root, files->path[i], FILE_MAX_TEXT, build->arena, &bytes,
                       build->diags))
            return false;
        zip_add(zip, text_cut(files->path[i], sizeof above - 1, files->path[i].len), bytes);
    }
    return files->count > 0;
}

void take_inputs(struct site_build *build, const struct page *content, struct buf *out) {
    for (size_t part = 0; is_handed_out(content) && part < HANDED_OUT; part++) {
        const struct file_list files = files_of(build, content, part);
        for (size_t i = 0; i < files.count; i++) {
            struct text bytes = {0};
            if (!file_read(build->course->root, files.path[i], FILE_MAX_TEXT, build->arena, &bytes,
                           build->diags))
                continue;
            pack_add_text(out, files.path[i]);
            pack_add_text(out, bytes);
        }
    }
}

/* The task, and what is handed out with it. */
static void archive(struct site_build *build, struct data *page, const struct page *content,
                    struct text markdown) {
    struct arena *arena = build->arena;
    struct text slug = content->slug, name = {0}, size = {0};
    struct zip zip = {0};
    if (is_handed_out(content)) {
        zip_add(&zip, arena_printf(arena, "%.*s/%.*s.md", TEXT_ARG(slug), TEXT_ARG(slug)),
                markdown);
        bool more = false;
        for (size_t part = 0; part < HANDED_OUT; part++) {
            const struct file_list files = files_of(build, content, part);
            more |= pack(build, &zip, &files);
        }
        struct text bytes = zip_take(&zip, arena);
        if (more) {
            name = arena_printf(arena, "%.*s.zip", TEXT_ARG(slug));
            size = arena_printf(arena, "%zu KiB", (bytes.len + 1023) / 1024);
            site_add(build, beside(arena, content->address, name.ptr), bytes);
        }
    }
    data_texts(page, {"archive", name}, {"archive_size", size});
}

/* ---- citing ---------------------------------------------------------------------------------- */

/* TeX would take these signs for its own. */
static void tex(struct buf *out, struct text text) {
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c == '\\')
            buf_str(out, "{\\textbackslash}");
        else if (c == '~' || c == '^')
            buf_printf(out, "\\%c{}", c);
        else {
            if (c && strchr("{}&%$#_", c)) buf_char(out, '\\');
            buf_char(out, c);
        }
    }
}

static void tex_field(struct buf *out, const char *name, struct text value) {
    buf_printf(out, "  %s = {", name);
    tex(out, value);
    buf_str(out, "},\n");
}

/* Only what is published has somebody to cite. */
static void cite(struct site_build *build, struct data *page, const struct entry *entry) {
    const struct site *site = &build->course->site;
    const struct page *content = entry->page;
    const struct front_byline *byline = &content->front.byline;
    struct text author = byline->author.value, checked = byline->checked.value;
    struct text url = link_absolute(build->arena, site->base.value, content->address);
    struct text title = site_title(content);
    struct buf words = {.arena = build->arena}, bib = {.arena = build->arena};
    if (entry->gate.open) {
        buf_printf(&words, "%.*s, “%.*s”, %.*s, checked on %.*s, %.*s", TEXT_ARG(author),
                   TEXT_ARG(title), TEXT_ARG(site->title.value), TEXT_ARG(checked), TEXT_ARG(url));
        buf_printf(&bib, "@misc{%.*s-%.4s,\n", TEXT_ARG(content->slug), byline->written.value.ptr);
        tex_field(&bib, "author", author);
        buf_str(&bib, "  title = {{");
        tex(&bib, title);
        buf_str(&bib, "}},\n");
        tex_field(&bib, "howpublished", site->title.value);
        buf_printf(&bib, "  year = {%.4s},\n", checked.ptr);
        buf_printf(&bib, "  url = {%.*s},\n", TEXT_ARG(url));
        tex_field(&bib, "note",
                  arena_printf(build->arena, "Checked on %.*s; numbers of the %.*s",
                               TEXT_ARG(checked), TEXT_ARG(build->card->name)));
        buf_str(&bib, "}\n");
    }
    data_text(page, "cite", buf_take(&words, build->arena));
    data_text(page, "bibtex", buf_take(&bib, build->arena));
}

/* ---- where the page is written --------------------------------------------------------------- */

static void repository(struct site_build *build, struct data *page, const struct page *content) {
    struct text at = build->course->site.repository.value, source = {0}, report = {0};
    if (at.len) {
        struct buf issue = {.arena = build->arena};
        source =
            arena_printf(build->arena, "%.*sblob/HEAD/%.*s", TEXT_ARG(at), TEXT_ARG(content->path));
        buf_printf(&issue, "%.*sissues/new?title=", TEXT_ARG(at));
        buf_url(&issue, content->path);
        report = buf_take(&issue, build->arena);
    }
    data_texts(page, {"source_href", source}, {"report_href", report});
}

void take_along(struct site_build *build, struct data *page, const struct html *html,
                const struct entry *entry) {
    const struct page *content = entry->page;
    data_flag(page, "take", !build->below.len);
    data_text(page, "archive", (struct text){0});
    if (build->below.len) return;
    struct text markdown = take_markdown(build, html, entry);
    struct text address = take_markdown_address(content, build->arena);
    site_add(build, text_cut(address, 1, address.len), markdown);
    data_text(page, "markdown_href", link_text(build->arena, html->address, address));
    tables(build, page, html, content->document);
    drawings(build, page, html);
    archive(build, page, content, markdown);
    cite(build, page, entry);
    repository(build, page, content);
}

/* ---- llms.txt -------------------------------------------------------------------------------- */

void take_list(struct site_build *build) {
    const struct course *course = build->course;
    const struct site *site = &course->site;
    struct buf out = {0};
    buf_printf(&out, "# %.*s\n\n> %.*s\n", TEXT_ARG(site->title.value),
               TEXT_ARG(site->summary.value));
    for (int k = 0; k < KIND_COUNT; k++) {
        enum page_kind kind = page_kind_order[k];
        if (build->listed[kind]) buf_printf(&out, "\n## %s\n\n", page_kinds[kind].list);
        for (size_t i = 0; i < course->entry_count; i++) {
            const struct page *page = course->entry[i].page;
            if (!course->entry[i].in_edition || page->front.kind != kind) continue;
            struct text url = link_absolute(build->arena, site->base.value,
                                            take_markdown_address(page, build->arena));
            buf_printf(&out, "- [%.*s](%.*s): %.*s\n", TEXT_ARG(site_title(page)), TEXT_ARG(url),
                       TEXT_ARG(page->summary.shown));
        }
    }
    site_add(build, TEXT("llms.txt"), buf_take(&out, build->arena));
}
