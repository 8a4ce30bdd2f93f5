/* front_edit -- see front_edit.h. The places are those of the YAML tree, which count bytes of the
 * source; line ends of the file are found again when the pieces are put together. */
#include "page/front_edit.h"

#include <stdlib.h>
#include <string.h>

#include "base/chars.h"
#include "base/yaml.h"

struct edit {
    size_t offset, length; /* of the source */
    struct text bytes;
    size_t serial; /* of two at one place the first asked for comes first */
};

/* ---- one value ------------------------------------------------------------------------------- */

/* Plain where YAML reads it as it is written, in the maps of one line between braces too. */
static bool is_plain(struct text value) {
    bool plain = value.len > 0;
    for (size_t i = 0; i < value.len; i++) {
        unsigned char c = (unsigned char)value.ptr[i];
        bool letter = is_letter((char)c) || c >= 0x80;
        plain = plain && (letter || (i > 0 && (is_digit((char)c) || strchr(" -.'", c))));
    }
    return plain || text_only(value, TEXT_DIGITS "-"); /* a day */
}

/* In quotes of this sort; 0: in quotes where it has to be. */
static struct text written(struct text value, char quote, struct arena *arena) {
    struct buf out = {0};
    if (!quote && is_plain(value)) return value;
    if (!quote) quote = '"';
    buf_char(&out, quote);
    for (size_t i = 0; i < value.len; i++) {
        char c = value.ptr[i];
        if (quote == '"' && (c == '"' || c == '\\')) buf_char(&out, '\\');
        if (quote == '\'' && c == quote) buf_char(&out, c);
        buf_char(&out, c);
    }
    buf_char(&out, quote);
    return buf_take(&out, arena);
}

/* A folded text ends behind its line end, which stays. */
static size_t value_end(const struct source *source, const struct yaml *node) {
    size_t end = node->offset + node->length;
    while (end > node->offset && text_trim(text_cut(source->text, end - 1, end)).len == 0)
        end--;
    return end;
}

static char at(const struct source *source, size_t offset) {
    return offset < source->text.len ? source->text.ptr[offset] : '\n';
}

/* Quotes stay, since a comment behind a text without any is a mistake: see yaml.h. */
static struct edit replace(const struct source *source, const struct yaml *node, struct text value,
                           struct arena *arena) {
    size_t end = value_end(source, node), from = node->key_offset + node->key_length;
    char first = at(source, node->offset);
    if (end > node->offset)
        return (struct edit){node->offset, end - node->offset,
                             written(value, first == '"' || first == '\'' ? first : 0, arena), 0};
    /* A key without a value: "author:", "author:   # who", "{author, …}". */
    bool colon = at(source, from) == ':', blank = colon && at(source, from + 1) == ' ';
    size_t next = from += (size_t)colon + (size_t)blank;
    while (at(source, next) == ' ')
        next++;
    struct text text = written(value, at(source, next) == '#' ? '"' : 0, arena);
    return (struct edit){from, 0,
                         arena_printf(arena, "%s%.*s%s",
                                      blank   ? ""
                                      : colon ? " "
                                              : ": ",
                                      TEXT_ARG(text), at(source, from) == '#' ? " " : ""),
                         0};
}

/* Behind the last key of the map, or before its first one where the last value has lines of its own. */
static struct edit insert(const struct source *source, const struct yaml *map, const char *key,
                          struct text value, struct arena *arena) {
    const struct yaml *first = &map->child[0], *last = &map->child[map->count - 1];
    size_t end = value_end(source, last);
    size_t line = source_place(source, last->key_offset).line;
    struct text rest = source_line(source, line);
    if (at(source, map->offset) == '{')
        return (struct edit){end > last->offset ? end : last->key_offset + last->key_length, 0,
                             arena_printf(arena, ", %s: %.*s", key, TEXT_ARG(value)), 0};
    size_t column = source_place(source, first->key_offset).column - 1;
    bool own_lines =
        source_place(source, end).line != line || strchr(">|", at(source, last->offset));
    if (own_lines)
        return (struct edit){
            first->key_offset, 0,
            arena_printf(arena, "%s: %.*s\n%*s", key, TEXT_ARG(value), (int)column, ""), 0};
    return (struct edit){
        (size_t)(rest.ptr - source->text.ptr) + rest.len, 0,
        arena_printf(arena, "\n%*s%s: %.*s", (int)column, "", key, TEXT_ARG(value)), 0};
}

/* ---- where ----------------------------------------------------------------------------------- */

static const struct yaml *front_map(const struct source *source, struct arena *arena) {
    struct diags unheard = {0}; /* whoever reads the result as a page hears it */
    bool whole;
    size_t line = 2;
    while (line < source->line_count && !(text_starts(source_line(source, line), "---") &&
                                          text_trim(source_line(source, line)).len == 3))
        line++;
    if (source->line_count < 2) return NULL;
    const struct yaml *map = yaml_read(source, source->line_start[1], source->line_start[line - 1],
                                       &whole, arena, &unheard);
    diags_free(&unheard);
    return map;
}

/* The map of a source, or the byline; NULL if there is none, or one without keys. */
static const struct yaml *find_map(const struct yaml *front, struct text source) {
    const struct yaml *top = front ? yaml_member(front, source.len ? "sources" : "byline") : NULL;
    if (top && !source.len) return top->kind == YAML_KIND_MAP && top->count ? top : NULL;
    for (size_t i = 0; top && top->kind == YAML_KIND_LIST && i < top->count; i++) {
        const struct yaml *map = &top->child[i];
        const struct yaml *id = map->kind == YAML_KIND_MAP ? yaml_member(map, "id") : NULL;
        if (id && text_equal(id->text, source)) return map;
    }
    return NULL;
}

/* ---- the file --------------------------------------------------------------------------------- */

static int in_order(const void *pa, const void *pb) {
    const struct edit *a = pa, *b = pb;
    if (a->offset != b->offset) return a->offset < b->offset ? -1 : 1;
    return (a->serial > b->serial) - (a->serial < b->serial);
}

/* A place in the file while the source is gone through: see source_load(). */
struct walk {
    struct text bytes;
    size_t at, offset; /* in the file, in the source */
};

static void walk_to(struct walk *walk, size_t offset, struct buf *out) {
    size_t from = walk->at;
    for (; walk->offset < offset && walk->at < walk->bytes.len; walk->offset++)
        walk->at += text_starts(text_cut(walk->bytes, walk->at, walk->bytes.len), "\r\n") ? 2 : 1;
    if (out) buf_view(out, text_cut(walk->bytes, from, walk->at));
}

static struct text put_together(struct text bytes, const struct edit *edit, size_t count,
                                struct arena *arena) {
    struct buf out = {0};
    struct walk walk = {.bytes = bytes, .at = text_starts(bytes, "\xef\xbb\xbf") ? 3 : 0};
    struct text first = bytes;
    bool crlf = text_ends(text_next(&first, '\n'), "\r");
    buf_view(&out, text_cut(bytes, 0, walk.at));
    for (size_t i = 0; i < count; i++) {
        walk_to(&walk, edit[i].offset, &out);
        for (size_t j = 0; j < edit[i].bytes.len; j++)
            buf_str(&out, edit[i].bytes.ptr[j] != '\n' ? (char[]){edit[i].bytes.ptr[j], 0}
                          : crlf                       ? "\r\n"
                                                       : "\n");
        walk_to(&walk, edit[i].offset + edit[i].length, NULL);
    }
    buf_view(&out, text_cut(bytes, walk.at, bytes.len));
    return buf_take(&out, arena);
}

bool front_edit(const struct source *source, struct text bytes, const struct front_set *set,
                size_t count, struct arena *arena, struct text *out, size_t *missing) {
    const struct yaml *front = front_map(source, arena);
    struct edit *edit = ARENA_ARRAY(arena, struct edit, count);
    for (size_t i = 0; i < count; i++) {
        const struct yaml *map = find_map(front, set[i].source);
        const struct yaml *node = map ? yaml_member(map, set[i].key) : NULL;
        *missing = i;
        if (!map) return false;
        edit[i] = node ? replace(source, node, set[i].value, arena)
                       : insert(source, map, set[i].key, written(set[i].value, 0, arena), arena);
        edit[i].serial = i;
    }
    qsort(edit, count, sizeof *edit, in_order);
    *out = put_together(bytes, edit, count, arena);
    return true;
}
