/* front -- see front.h. */
#include "page/front.h"

#include <stdint.h>

#include "base/chars.h"
#include "measure/names.h"
#include "page/front_read.h"

#define PAGE_KEYS "title term kind summary order related lessons errors aliases sources byline"

/* The folder below content/ tells the kind; KIND_COUNT means that it tells none. */
static enum page_kind kind_of_path(struct text path) {
    if (!text_starts(path, "content/")) return KIND_COUNT;
    struct text rest = text_cut(path, sizeof "content/" - 1, path.len);
    struct text folder = text_next(&rest, '/');
    return rest.ptr ? page_kind_of_folder(folder) : KIND_COUNT;
}

static void read_kind(struct front_reader *reader, const struct yaml *map, struct front *front) {
    struct text path = reader->source->path;
    enum page_kind folder = kind_of_path(path);
    front->kind = folder < KIND_COUNT ? folder : KIND_GLOSSARY;
    front->kind_text = front_line(reader, map, "kind", FRONT_REQUIRED);
    if (!front->kind_text.value.len) return;
    enum page_kind kind = page_kind_of_word(front->kind_text.value);
    if (kind == KIND_COUNT) {
        node_error(
            reader, &front->kind_text,
            names_hint(reader->arena, page_kind_words(reader->arena), front->kind_text.value),
            "there is no kind %.*s", TEXT_ARG(front->kind_text.value));
        return;
    }
    front->kind = kind;
    if (kind == folder || !text_starts(path, "content/")) return;
    node_error(reader, &front->kind_text,
               folder < KIND_COUNT ? arena_printf(reader->arena, "write kind: %s, or move the file",
                                                  page_kinds[folder].word)
                                         .ptr
                                   : "move the file",
               "pages of the kind %s lie in content/%s/", page_kinds[kind].word,
               page_kinds[kind].folder);
}

static bool is_source_id(struct text id) {
    for (size_t i = 0; i < id.len; i++)
        if (!is_word(id.ptr[i]) && id.ptr[i] != '-') return false;
    return true;
}

static void check_address(struct front_reader *reader, const struct front_text *url) {
    if (url->value.len && !text_starts(url->value, "https://") &&
        !text_starts(url->value, "http://"))
        node_error(reader, url, NULL, "url has to begin with https:// or http://");
}

static void read_sources(struct front_reader *reader, const struct yaml *map, struct front *front) {
    const struct yaml *list = front_maps(reader, map, "sources");
    if (!list) return;
    front->source = ARENA_ARRAY(reader->arena, struct front_source, list->count);
    for (size_t i = 0; i < list->count; i++) {
        const struct yaml *from = &list->child[i];
        struct front_reader inner;
        if (!front_item(reader, from, "id title url checked", &inner)) continue;
        struct front_source source = {
            .id = front_line(&inner, from, "id", FRONT_REQUIRED),
            .title = front_line(&inner, from, "title", FRONT_REQUIRED),
            .url = front_line(&inner, from, "url", FRONT_OPTIONAL),
            .checked = front_day(&inner, from, "checked"),
        };
        check_address(&inner, &source.url);
        if (!is_source_id(source.id.value))
            node_error(&inner, &source.id, "letters, digits, _ and -",
                       "this cannot be the id of a source");
        for (size_t j = 0; source.id.value.len && j < front->source_count; j++)
            if (text_equal(front->source[j].id.value, source.id.value))
                node_error(&inner, &source.id, "give each source an id of its own",
                           "the source %.*s was named on line %zu", TEXT_ARG(source.id.value),
                           source_place(reader->source, front->source[j].id.offset).line);
        front->source[front->source_count++] = source;
    }
}

static void read_byline(struct front_reader *reader, const struct yaml *map, struct front *front) {
    const struct yaml *byline = front_map(reader, map, "byline", FRONT_REQUIRED);
    const struct yaml *any = yaml_member(map, "byline");
    if (any) front->byline.offset = any->key_offset;
    if (!byline) return;
    front_keys(reader, byline, "author reviewer written checked");
    front->byline.author = front_line(reader, byline, "author", FRONT_LOOSE);
    front->byline.reviewer = front_line(reader, byline, "reviewer", FRONT_LOOSE);
    front->byline.written = front_day(reader, byline, "written");
    front->byline.checked = front_day(reader, byline, "checked");
}

static void read_front(struct front_reader *reader, const struct yaml *map, struct front *front) {
    front_keys(reader, map, PAGE_KEYS);
    front->title = front_words(reader, map, "title", FRONT_REQUIRED);
    front->term = front_words(reader, map, "term", FRONT_OPTIONAL);
    front->summary = front_words(reader, map, "summary", FRONT_REQUIRED);
    read_kind(reader, map, front);
    front->has_order = front_number(reader, map, "order", 999999, &front->order);
    front->related = front_lines(reader, map, "related");
    front->lessons = front_lines(reader, map, "lessons");
    front->errors = front_lines(reader, map, "errors");
    front->aliases = front_lines(reader, map, "aliases");
    read_sources(reader, map, front);
    read_byline(reader, map, front);
    if (front->term.value.len && front->kind_text.value.len && front->kind != KIND_GLOSSARY)
        node_error(reader, &front->term, "remove it", "only a glossary entry has a term");
}

static bool is_fence(struct text line) {
    return text_starts(line, "---") && text_trim(line).len == 3;
}

/* A second block behind the first one would become a rule and a heading. */
static void refuse_second(const struct source *source, size_t body, struct diags *diags) {
    size_t line = source_place(source, body).line;
    while (line < source->line_count && !text_trim(source_line(source, line)).len)
        line++;
    if (!is_fence(source_line(source, line))) return;
    struct text rest = source_line(source, line + 1), key = text_next(&rest, ':');
    if (rest.ptr && names_has(PAGE_KEYS, key))
        diag_error(diags, source, source->line_start[line - 1], 3, "keep one of the two",
                   "a second front matter begins here");
}

/* The block is [*from, *to) between the fences; *body is where the page begins. */
static bool find_block(const struct source *source, size_t *from, size_t *to, size_t *body,
                       struct diags *diags) {
    static const char hint[] = "begin the file with a line ---, then title:, kind:, summary: and "
                               "byline:, then a line ---";
    struct text first = source_line(source, 1);
    if (!text_trim(source->text).len) {
        diag_error(diags, source, 0, 1, hint, "the file is empty");
        return false;
    }
    if (!is_fence(first)) {
        diag_error(diags, source, 0, first.len, hint, "the page has no front matter");
        return false;
    }
    for (size_t line = 2; line <= source->line_count; line++) {
        if (!is_fence(source_line(source, line))) continue;
        *from = source->line_start[1];
        *to = source->line_start[line - 1];
        *body = line < source->line_count ? source->line_start[line] : source->text.len;
        return true;
    }
    diag_error(diags, source, 0, 3, "end it with a line ---", "the front matter never ends");
    return false;
}

bool front_read(struct front *front, const struct source *source, size_t *body, struct arena *arena,
                struct diags *diags) {
    size_t errors = diags->errors, from = 0, to = 0;
    *front = (struct front){0};
    *body = 0;
    enum page_kind folder = kind_of_path(source->path);
    if (folder < KIND_COUNT) front->kind = folder;
    if (!find_block(source, &from, &to, body, diags)) return false;
    struct front_reader reader = {.source = source, .arena = arena, .diags = diags, .len = 3};
    const struct yaml *map = yaml_read(source, from, to, &reader.whole, arena, diags);
    read_front(&reader, map, front);
    refuse_second(source, *body, diags);
    return diags->errors == errors;
}
