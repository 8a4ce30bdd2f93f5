/* front -- see front.h. What a map may hold is a table of keys; what is wrong is said where it
 * stands.
 *
 * A function that finds a value wrong has said so; a value that is broken already is passed over. */
#include "page/front.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/chars.h"
#include "measure/names.h"
#include "base/reader.h"
#include "base/yaml.h"

/* ---- kinds of pages ---------------------------------------------------------------------- */

const struct page_kind_about page_kinds[KIND_COUNT] = {
    [KIND_GLOSSARY] = {"glossary", "glossary", "Glossary", "Terms"},
    [KIND_LESSON] = {"lesson", "lessons", "Lesson", "Lessons"},
    [KIND_ARTICLE] = {"article", "articles", "Article", "Articles"},
    [KIND_EXERCISE] = {"exercise", "exercises", "Exercise", "Exercises"},
    [KIND_ERROR] = {"error", "errors", "Error message", "Error messages"},
};

const enum page_kind page_kind_order[KIND_COUNT] = {KIND_ARTICLE, KIND_LESSON, KIND_EXERCISE,
                                                    KIND_GLOSSARY, KIND_ERROR};

enum page_kind page_kind_of_word(struct text word) {
    int kind = 0;
    while (kind < KIND_COUNT && !text_is(word, page_kinds[kind].word))
        kind++;
    return (enum page_kind)kind;
}

enum page_kind page_kind_of_folder(struct text folder) {
    int kind = 0;
    while (kind < KIND_COUNT && !text_is(folder, page_kinds[kind].folder))
        kind++;
    return (enum page_kind)kind;
}

const char *page_kind_words(struct arena *arena) {
    struct buf out = {0};
    for (int kind = 0; kind < KIND_COUNT; kind++)
        buf_printf(&out, "%s%s", kind ? " " : "", page_kinds[kind].word);
    return buf_take(&out, arena).ptr;
}

/* ---- the keys of a map ------------------------------------------------------------------- */

struct reader {
    const struct source *source;
    struct arena *arena;   /* of the values */
    struct arena *scratch; /* until the text has been read */
    struct diags *diags;
    bool whole;       /* nothing of the text is lacking: absent keys may be reported */
    size_t from, len; /* where a key that is absent is reported */
};

enum form {
    FORM_LINE,   /* one line of text; expressions in it would reach the reader as typed */
    FORM_WORDS,  /* one line of text that may hold expressions */
    FORM_DAY,    /* a day, or a word such as "pending": the gate judges it */
    FORM_LIST,   /* lines, each of them once */
    FORM_NUMBER, /* a whole number in digits */
    FORM_OTHER   /* maps, which have tables of their own */
};

enum need {
    NEED_NOT, /* but it may not be empty */
    NEED_BE,
    NEED_LATER /* absent or empty as well: the gate judges it */
};

struct key {
    const char *name; /* NULL ends a table */
    enum form form;
    enum need need;
    size_t at;          /* where the value goes in the struct that is filled in */
    unsigned long most; /* the largest number that may be written */
};

static const char *const kind_words[] = {
    [YAML_KIND_TEXT] = "a text", [YAML_KIND_LIST] = "a list", [YAML_KIND_MAP] = "a map of keys"};

/* An empty value has no bytes of its own: a message about it shows its key. */
struct mark {
    size_t offset, length;
};

static struct mark mark_of(const struct yaml *node) {
    return node->length || !node->key_length ? (struct mark){node->offset, node->length}
                                             : (struct mark){node->key_offset, node->key_length};
}

static bool has_kind(struct reader *reader, const struct yaml *node, enum yaml_kind kind,
                     const char *name, const char *hint) {
    struct mark mark = mark_of(node);
    if (node->kind != kind && !node->broken)
        node_error(reader, &mark, hint, "%s has to be %s, not %s", name, kind_words[kind],
                   kind_words[node->kind]);
    return node->kind == kind && !node->broken;
}

/* The result is NULL where the member is absent or wrong. */
static const struct yaml *member(struct reader *reader, const struct yaml *map,
                                 const struct key *key, enum yaml_kind kind) {
    const struct yaml *node = yaml_member(map, key->name);
    const char *hint =
        key->form == FORM_LIST
            ? arena_printf(reader->scratch, "write %s: [first, second]", key->name).ptr
            : NULL;
    if (!node && key->need == NEED_BE && reader->whole)
        reader_error(reader, reader->from, reader->len, NULL, "the key %s is missing", key->name);
    return node && has_kind(reader, node, kind, key->name, hint) ? node : NULL;
}

static bool has_any(struct text text, const char *signs) {
    for (size_t i = 0; i < text.len; i++)
        if (strchr(signs, text.ptr[i])) return true;
    return false;
}

static struct front_text read_text(struct reader *reader, const struct yaml *node,
                                   const struct key *key) {
    struct front_text text = {node->text, node->offset, node->length, node->exact, node->inner};
    if (node->kind == YAML_KIND_TEXT) text.value = arena_text(reader->arena, node->text);
    struct mark mark = mark_of(node);
    size_t braces = key->form == FORM_WORDS ? SIZE_MAX : text_find(text.value, "{{", 0);
    long day;
    if (!has_kind(reader, node, YAML_KIND_TEXT, key->name, NULL)) return (struct front_text){0};
    if (key->need != NEED_LATER && !text_trim(text.value).len)
        node_error(reader, &mark, "write it, or leave the key out", "%s is empty", key->name);
    else if (text_find(text.value, "\n", 0) != SIZE_MAX)
        node_error(reader, &mark, "begin a folded text with >- or write it in one line",
                   "%s has to be one line", key->name);
    else if (braces != SIZE_MAX)
        reader_error(reader, text.exact ? text.inner + braces : text.offset,
                     text.exact ? text.value.len - braces : text.length,
                     "values stand in the title, the term and the summary of a page, and in its "
                     "text",
                     "expressions are not evaluated in %s", key->name);
    else {
        if (key->form == FORM_DAY && has_any(text.value, "0123456789") &&
            !date_read(text.value, &day))
            node_error(reader, &text, "write YYYY-MM-DD, a day that the calendar has, or pending",
                       "%.*s is no day", TEXT_ARG(text.value));
        return text;
    }
    return (struct front_text){0};
}

static struct front_list read_list(struct reader *reader, const struct yaml *node,
                                   const char *name) {
    static const struct key each = {.name = "an item of this list", .form = FORM_WORDS};
    struct front_list list = {ARENA_ARRAY(reader->arena, struct front_text, node->count), 0};
    for (size_t i = 0; i < node->count; i++) {
        struct front_text item = read_text(reader, &node->child[i], &each);
        bool twice = false;
        for (size_t j = 0; item.value.len && j < list.count; j++)
            twice = twice || text_equal(list.item[j].value, item.value);
        if (twice)
            node_error(reader, &item, "name it once", "%.*s stands in %s twice",
                       TEXT_ARG(item.value), name);
        else if (item.value.len)
            list.item[list.count++] = item;
    }
    return list;
}

/* What is absent or wrong leaves the member of the struct at `out` as it is. */
static void read_key(struct reader *reader, const struct yaml *map, const struct key *key,
                     void *out) {
    bool list = key->form == FORM_LIST;
    const struct yaml *node = member(reader, map, key, list ? YAML_KIND_LIST : YAML_KIND_TEXT);
    void *at = (char *)out + key->at;
    if (!node) return;
    struct mark mark = mark_of(node);
    if (list)
        *(struct front_list *)at = read_list(reader, node, key->name);
    else if (key->form != FORM_NUMBER)
        *(struct front_text *)at = read_text(reader, node, key);
    else if (!text_number(node->text, key->most, at))
        node_error(reader, &mark, NULL, "%s has to be a whole number from 0 to %lu", key->name,
                   key->most);
}

static const char *words_of(const struct key *keys, struct arena *arena) {
    struct buf out = {0};
    for (const struct key *key = keys; key->name; key++)
        buf_printf(&out, "%s%s", key == keys ? "" : " ", key->name);
    return buf_take(&out, arena).ptr;
}

static bool is_key(const struct key *keys, struct text name) {
    const struct key *key = keys;
    while (key->name && !text_is(name, key->name))
        key++;
    return key->name;
}

/* Keys that are not in the table are errors. */
static void read_keys(struct reader *reader, const struct yaml *map, const struct key *keys,
                      void *out) {
    for (size_t i = 0; i < map->count; i++) {
        const struct yaml *child = &map->child[i];
        if (!is_key(keys, child->key))
            reader_error(reader, child->key_offset, child->key_length,
                         names_hint(reader->scratch, words_of(keys, reader->scratch), child->key),
                         "unknown key %.*s", TEXT_ARG(child->key));
    }
    for (const struct key *key = keys; key->name; key++)
        if (key->form != FORM_OTHER) read_key(reader, map, key, out);
}

/* Reads one of a list of maps. False means that it is none, or a broken one. */
static bool read_item(const struct reader *reader, const struct yaml *item, const char *name,
                      const struct key *keys, void *out) {
    struct reader inner = *reader;
    inner.from = item->offset;
    inner.len = 1;
    const char *what = arena_printf(reader->scratch, "an item of %s", name).ptr;
    if (!has_kind(&inner, item, YAML_KIND_MAP, what, NULL)) return false;
    read_keys(&inner, item, keys, out);
    return true;
}

/* ---- a page ------------------------------------------------------------------------------ */

static const struct key source_keys[] = {
    {"id", FORM_LINE, NEED_BE, offsetof(struct front_source, id), 0},
    {"title", FORM_LINE, NEED_BE, offsetof(struct front_source, title), 0},
    {"url", FORM_LINE, NEED_NOT, offsetof(struct front_source, url), 0},
    {"checked", FORM_DAY, NEED_LATER, offsetof(struct front_source, checked), 0},
    {"earlier", FORM_LINE, NEED_NOT, offsetof(struct front_source, earlier), 0},
    {0},
};

static const struct key byline_keys[] = {
    {"author", FORM_LINE, NEED_LATER, offsetof(struct front_byline, author), 0},
    {"reviewer", FORM_LINE, NEED_LATER, offsetof(struct front_byline, reviewer), 0},
    {"written", FORM_DAY, NEED_LATER, offsetof(struct front_byline, written), 0},
    {"checked", FORM_DAY, NEED_LATER, offsetof(struct front_byline, checked), 0},
    {0},
};

static const struct key page_keys[] = {
    {"title", FORM_WORDS, NEED_BE, offsetof(struct front, title), 0},
    {"term", FORM_WORDS, NEED_NOT, offsetof(struct front, term), 0},
    {"kind", FORM_LINE, NEED_BE, offsetof(struct front, kind_text), 0},
    {"summary", FORM_WORDS, NEED_BE, offsetof(struct front, summary), 0},
    {"order", FORM_NUMBER, NEED_NOT, offsetof(struct front, order), 999999},
    {"needs", FORM_LIST, NEED_NOT, offsetof(struct front, needs), 0},
    {"related", FORM_LIST, NEED_NOT, offsetof(struct front, related), 0},
    {"lessons", FORM_LIST, NEED_NOT, offsetof(struct front, lessons), 0},
    {"errors", FORM_LIST, NEED_NOT, offsetof(struct front, errors), 0},
    {"aliases", FORM_LIST, NEED_NOT, offsetof(struct front, aliases), 0},
    {"sources", FORM_OTHER, NEED_NOT, 0, 0},
    {"byline", FORM_OTHER, NEED_BE, 0, 0},
    {0},
};

/* The folder below content/ tells the kind; KIND_COUNT means that it tells none. */
static enum page_kind kind_of_path(struct text path) {
    struct text rest = text_drop_start(path, "content/"), folder = text_next(&rest, '/');
    return rest.ptr ? page_kind_of_folder(folder) : KIND_COUNT;
}

static void check_kind(struct reader *reader, struct front *front) {
    const struct front_text *word = &front->kind_text;
    enum page_kind folder = kind_of_path(reader->source->path);
    enum page_kind kind = page_kind_of_word(word->value);
    if (!word->value.len) return;
    if (kind == KIND_COUNT) {
        node_error(reader, word,
                   names_hint(reader->scratch, page_kind_words(reader->scratch), word->value),
                   "there is no kind %.*s", TEXT_ARG(word->value));
        return;
    }
    front->kind = kind;
    if (kind == folder) return;
    node_error(reader, word,
               folder < KIND_COUNT ? arena_printf(reader->arena, "write kind: %s, or move the file",
                                                  page_kinds[folder].word)
                                         .ptr
                                   : "move the file",
               "pages of the kind %s lie in content/%s/", page_kinds[kind].word,
               page_kinds[kind].folder);
}

static void check_source(struct reader *reader, const struct front *front,
                         const struct front_source *source) {
    struct text id = source->id.value, url = source->url.value;
    if (url.len && !text_starts(url, "https://") && !text_starts(url, "http://"))
        node_error(reader, &source->url, NULL, "url has to begin with https:// or http://");
    if (source->earlier.value.len && text_find(source->earlier.value, " ", 0) == SIZE_MAX)
        node_error(reader, &source->earlier,
                   "say in two words or more why the older check counts for this page",
                   "%.*s is no reason", TEXT_ARG(source->earlier.value));
    bool fits = true;
    for (size_t i = 0; i < id.len; i++)
        fits = fits && (is_word(id.ptr[i]) || id.ptr[i] == '-');
    if (!fits)
        node_error(reader, &source->id, "letters, digits, _ and -",
                   "this cannot be the id of a source");
    for (size_t i = 0; id.len && i < front->source_count; i++)
        if (text_equal(front->source[i].id.value, id))
            node_error(reader, &source->id, "give each source an id of its own",
                       "the source %.*s was named on line %zu", TEXT_ARG(id),
                       source_place(reader->source, front->source[i].id.offset).line);
}

static void read_sources(struct reader *reader, const struct yaml *map, struct front *front) {
    static const struct key key = {.name = "sources"};
    const struct yaml *list = member(reader, map, &key, YAML_KIND_LIST);
    if (!list) return;
    front->source = ARENA_ARRAY(reader->arena, struct front_source, list->count);
    for (size_t i = 0; i < list->count; i++) {
        struct front_source *source = &front->source[front->source_count];
        if (!read_item(reader, &list->child[i], key.name, source_keys, source)) continue;
        check_source(reader, front, source);
        front->source_count++;
    }
}

static void read_byline(struct reader *reader, const struct yaml *map, struct front *front) {
    static const struct key key = {.name = "byline", .need = NEED_BE};
    const struct yaml *byline = member(reader, map, &key, YAML_KIND_MAP);
    const struct yaml *any = yaml_member(map, key.name);
    if (any) front->byline.offset = any->key_offset;
    if (byline) read_keys(reader, byline, byline_keys, &front->byline);
}

/* A reason for what is not so would be read as one. The gate asks for those that are needed. */
static void check_earlier(struct reader *reader, const struct front *front) {
    long written, checked;
    if (!date_read(front->byline.written.value, &written)) return;
    for (size_t i = 0; i < front->source_count; i++) {
        const struct front_source *source = &front->source[i];
        if (source->earlier.length && date_read(source->checked.value, &checked) &&
            checked >= written)
            node_error(reader, &source->earlier, "take the key out",
                       "%.*s is not before the page was written, on %.*s",
                       TEXT_ARG(source->checked.value), TEXT_ARG(front->byline.written.value));
    }
}

static bool is_fence(struct text line) {
    return text_starts(line, "---") && text_trim(line).len == 3;
}

/* The block is [*from, *to) between the fences; *body is where the page begins. A second block behind
 * it would become a rule and a heading. */
static bool find_block(const struct reader *reader, size_t *from, size_t *to, size_t *body) {
    const struct source *source = reader->source;
    struct text first = source_line(source, 1);
    bool empty = !text_trim(source->text).len;
    size_t line = 2;
    if (!is_fence(first)) {
        reader_error(reader, 0, empty ? 1 : first.len,
                     "begin the file with a line ---, then title:, kind:, summary: and byline:, "
                     "then a line ---",
                     empty ? "the file is empty" : "the page has no front matter");
        return false;
    }
    while (line <= source->line_count && !is_fence(source_line(source, line)))
        line++;
    if (line > source->line_count) {
        reader_error(reader, 0, 3, "end it with a line ---", "the front matter never ends");
        return false;
    }
    *from = source->line_start[1];
    *to = source->line_start[line - 1];
    *body = line < source->line_count ? source->line_start[line] : source->text.len;
    do
        line++;
    while (line < source->line_count && !text_trim(source_line(source, line)).len);
    struct text rest = source_line(source, line + 1), key = text_next(&rest, ':');
    if (is_fence(source_line(source, line)) && rest.ptr && is_key(page_keys, key))
        reader_error(reader, source->line_start[line - 1], 3, "keep one of the two",
                     "a second front matter begins here");
    return true;
}

static void read_block(struct reader *reader, size_t from, size_t to, struct front *front) {
    const struct yaml *map =
        yaml_read(reader->source, from, to, &reader->whole, reader->scratch, reader->diags);
    read_keys(reader, map, page_keys, front);
    check_kind(reader, front);
    if (front->term.value.len && front->kind_text.value.len && front->kind != KIND_GLOSSARY)
        node_error(reader, &front->term, "remove it", "only a glossary entry has a term");
    read_sources(reader, map, front);
    read_byline(reader, map, front);
    check_earlier(reader, front);
}

bool front_read(struct front *front, const struct source *source, size_t *body, struct arena *arena,
                struct diags *diags) {
    static struct arena kept; /* memory for the next page, so that the system is not asked again */
    struct arena scratch = kept;
    struct reader reader = {
        .source = source, .arena = arena, .scratch = &scratch, .diags = diags, .len = 3};
    size_t errors = diags->errors, from = 0, to = 0;
    enum page_kind folder = kind_of_path(source->path);
    *front = (struct front){.order = FRONT_NO_ORDER,
                            .kind = folder < KIND_COUNT ? folder : KIND_GLOSSARY};
    *body = 0;
    kept = (struct arena){0};
    if (find_block(&reader, &from, &to, body)) read_block(&reader, from, to, front);
    arena_reset(&scratch);
    kept = scratch;
    return diags->errors == errors;
}

static void put_words(struct buf *out, const char *indent, const char *name, struct text value) {
    if (value.len) buf_printf(out, "%s%s: %.*s\n", indent, name, TEXT_ARG(value));
}

/* The tables are gone through, so that a key that is new is covered from its first day. */
static void put_keys(struct buf *out, const char *indent, const struct key *keys,
                     const void *values) {
    for (const struct key *key = keys; key->name; key++) {
        const void *at = (const char *)values + key->at;
        bool is_list = key->form == FORM_LIST;
        const struct front_list *list = at;
        if (key->form == FORM_LINE || key->form == FORM_WORDS)
            put_words(out, indent, key->name, ((const struct front_text *)at)->value);
        else if (key->form == FORM_NUMBER && *(const unsigned long *)at != FRONT_NO_ORDER)
            buf_printf(out, "%s%s: %lu\n", indent, key->name, *(const unsigned long *)at);
        for (size_t i = 0; is_list && i < list->count; i++)
            put_words(out, indent, key->name, list->item[i].value);
    }
}

void front_words(const struct front *front, struct buf *out) {
    put_keys(out, "", page_keys, front);
    for (size_t i = 0; i < front->source_count; i++) {
        buf_str(out, "source:\n");
        put_keys(out, "  ", source_keys, &front->source[i]);
    }
}

/* ---- the site ---------------------------------------------------------------------------- */

enum { FRESH_DAYS = 180, FRESH_DAYS_MAX = 36500 };

static const struct key planned_keys[] = {
    {"path", FORM_LINE, NEED_BE, offsetof(struct site_planned, path), 0},
    {"term", FORM_LINE, NEED_BE, offsetof(struct site_planned, term), 0},
    {0},
};

static const struct key site_keys[] = {
    {"title", FORM_LINE, NEED_BE, offsetof(struct site, title), 0},
    {"summary", FORM_LINE, NEED_NOT, offsetof(struct site, summary), 0},
    {"base", FORM_LINE, NEED_BE, offsetof(struct site, base), 0},
    {"repository", FORM_LINE, NEED_NOT, offsetof(struct site, repository), 0},
    {"home-card", FORM_LINE, NEED_BE, offsetof(struct site, default_card), 0},
    {"cards", FORM_LIST, NEED_NOT, offsetof(struct site, cards), 0},
    {"fresh-days", FORM_NUMBER, NEED_NOT, offsetof(struct site, fresh_days), FRESH_DAYS_MAX},
    {"path", FORM_LIST, NEED_NOT, offsetof(struct site, path), 0},
    {"planned", FORM_OTHER, NEED_NOT, 0, 0},
    {0},
};

/* A path is an address without the slashes at its ends: glossary/registers. */
static bool is_path(struct text path) {
    struct text rest = path, folder = text_next(&rest, '/');
    if (page_kind_of_folder(folder) == KIND_COUNT || !rest.ptr) return false;
    while (rest.ptr) {
        struct text part = text_next(&rest, '/');
        if (!part.len || text_starts(part, ".") || has_any(part, " \\?#%\"<>")) return false;
    }
    return true;
}

/* A base is https://host/ or https://host/folder/: addresses are put behind it. */
static bool is_base(struct text base) {
    struct text host = text_drop_start(text_drop_start(base, "https://"), "http://");
    return host.len < base.len && host.len >= 2 && host.ptr[0] != '/' && text_ends(host, "/") &&
           !has_any(base, " \\?#\"<>");
}

static void read_planned(struct reader *reader, const struct yaml *map, struct site *site) {
    static const struct key key = {.name = "planned"};
    const struct yaml *list = member(reader, map, &key, YAML_KIND_LIST);
    if (!list) return;
    site->planned = ARENA_ARRAY(reader->arena, struct site_planned, list->count);
    for (size_t i = 0; i < list->count; i++) {
        struct site_planned planned = {0};
        if (!read_item(reader, &list->child[i], key.name, planned_keys, &planned)) continue;
        struct text path = planned.path.value;
        if (!path.len || !planned.term.value.len) continue;
        if (!is_path(path))
            node_error(reader, &planned.path, "write it like glossary/registers",
                       "this is not the path of a page");
        for (size_t j = 0; j < site->planned_count; j++)
            if (text_equal(site->planned[j].path.value, path))
                node_error(reader, &planned.path, "keep one of the two",
                           "%.*s was planned on line %zu", TEXT_ARG(path),
                           source_place(reader->source, site->planned[j].path.offset).line);
        site->planned[site->planned_count++] = planned;
    }
}

bool site_read(struct site *site, const struct source *source, struct arena *arena,
               struct diags *diags) {
    struct reader reader = {
        .source = source, .arena = arena, .scratch = arena, .diags = diags, .len = 1};
    size_t errors = diags->errors;
    *site = (struct site){.source = source, .fresh_days = FRESH_DAYS};
    if (!text_trim(source->text).len) {
        reader_error(&reader, 0, 1, "write title:, base: and home-card:", "the file is empty");
        return false;
    }
    const struct yaml *map = yaml_read(source, 0, source->text.len, &reader.whole, arena, diags);
    read_keys(&reader, map, site_keys, site);
    read_planned(&reader, map, site);
    if (site->base.value.len && !is_base(site->base.value))
        node_error(&reader, &site->base, "write it like https://example.org/course/",
                   "this is not the address of a site");
    if (site->repository.value.len && !is_base(site->repository.value))
        node_error(&reader, &site->repository, "write it like https://github.com/owner/name/",
                   "this is not the address of a repository");
    return diags->errors == errors;
}

/* ---- errata ------------------------------------------------------------------------------ */

static const struct key erratum_keys[] = {
    {"page", FORM_LINE, NEED_BE, offsetof(struct erratum, page), 0},
    {"date", FORM_LINE, NEED_BE, offsetof(struct erratum, date), 0},
    {"wrong", FORM_LINE, NEED_BE, offsetof(struct erratum, wrong), 0},
    {"right", FORM_LINE, NEED_BE, offsetof(struct erratum, right), 0},
    {"by", FORM_LINE, NEED_BE, offsetof(struct erratum, by), 0},
    {0},
};

static const struct key errata_keys[] = {{"errata", FORM_OTHER, NEED_BE, 0, 0}, {0}};

bool errata_read(struct errata *errata, const struct source *source, struct arena *arena,
                 struct diags *diags) {
    struct reader reader = {
        .source = source, .arena = arena, .scratch = arena, .diags = diags, .len = 1};
    size_t errors = diags->errors;
    const struct yaml *map = yaml_read(source, 0, source->text.len, &reader.whole, arena, diags);
    const struct yaml *list = member(&reader, map, errata_keys, YAML_KIND_LIST);
    *errata = (struct errata){.source = source};
    read_keys(&reader, map, errata_keys, errata);
    errata->item = ARENA_ARRAY(arena, struct erratum, list ? list->count : 0);
    for (size_t i = 0; list && i < list->count; i++)
        if (read_item(&reader, &list->child[i], errata_keys->name, erratum_keys,
                      &errata->item[errata->count]))
            errata->count++;
    return diags->errors == errors;
}
