/* front_read -- see front_read.h. */
#include "page/front_read.h"

#include <stdint.h>

#include "base/chars.h"
#include "measure/names.h"

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

void front_keys(struct front_reader *reader, const struct yaml *map, const char *words) {
    for (size_t i = 0; i < map->count; i++) {
        const struct yaml *member = &map->child[i];
        if (!names_has(words, member->key))
            reader_error(reader, member->key_offset, member->key_length,
                         names_hint(reader->arena, words, member->key), "unknown key %.*s",
                         TEXT_ARG(member->key));
    }
}

static const struct yaml *member_of(struct front_reader *reader, const struct yaml *map,
                                    const char *name, enum yaml_kind kind, enum front_need need,
                                    const char *hint) {
    const struct yaml *member = yaml_member(map, name);
    if (!member) {
        if (need == FRONT_REQUIRED && reader->whole)
            reader_error(reader, reader->from, reader->len, hint, "the key %s is missing", name);
        return NULL;
    }
    if (member->broken) return NULL;
    if (member->kind == kind) return member;
    if (need == FRONT_LOOSE && member->kind == YAML_KIND_TEXT && !member->length) return NULL;
    struct mark mark = mark_of(member);
    node_error(reader, &mark, hint, "%s has to be %s, not %s", name, kind_words[kind],
               kind_words[member->kind]);
    return NULL;
}

static struct front_text line_from(struct front_reader *reader, const struct yaml *node,
                                   const char *name, bool may_be_empty) {
    struct mark mark = mark_of(node);
    if (node->kind != YAML_KIND_TEXT)
        node_error(reader, &mark, NULL, "%s has to be a text, not %s", name,
                   kind_words[node->kind]);
    else if (!may_be_empty && !text_trim(node->text).len)
        node_error(reader, &mark, "write it, or leave the key out", "%s is empty", name);
    else if (text_find(node->text, "\n", 0) != SIZE_MAX)
        node_error(reader, &mark, "begin a folded text with >- or write it in one line",
                   "%s has to be one line", name);
    else
        return (struct front_text){.value = node->text,
                                   .offset = node->offset,
                                   .length = node->length,
                                   .exact = node->exact,
                                   .inner = node->inner};
    return (struct front_text){0};
}

struct front_text front_words(struct front_reader *reader, const struct yaml *map, const char *name,
                              enum front_need need) {
    const struct yaml *member = member_of(reader, map, name, YAML_KIND_TEXT, need, NULL);
    return member ? line_from(reader, member, name, need == FRONT_LOOSE) : (struct front_text){0};
}

struct front_text front_line(struct front_reader *reader, const struct yaml *map, const char *name,
                             enum front_need need) {
    struct front_text text = front_words(reader, map, name, need);
    size_t braces = text_find(text.value, "{{", 0);
    if (braces == SIZE_MAX) return text;
    reader_error(reader, text.exact ? text.inner + braces : text.offset,
                 text.exact ? text.value.len - braces : text.length,
                 "values stand in the title, the term and the summary of a page, and in its text",
                 "expressions are not evaluated in %s", name);
    return (struct front_text){0};
}

struct front_text front_day(struct front_reader *reader, const struct yaml *map, const char *name) {
    struct front_text text = front_line(reader, map, name, FRONT_LOOSE);
    bool digits = false;
    long day;
    for (size_t i = 0; i < text.value.len; i++)
        digits = digits || is_digit(text.value.ptr[i]);
    if (digits && !date_read(text.value, &day))
        node_error(reader, &text, "write YYYY-MM-DD, a day that the calendar has, or pending",
                   "%.*s is no day", TEXT_ARG(text.value));
    return text;
}

struct front_list front_lines(struct front_reader *reader, const struct yaml *map,
                              const char *name) {
    struct front_list list = {0};
    const char *hint = arena_printf(reader->arena, "write %s: [first, second]", name).ptr;
    const struct yaml *member = member_of(reader, map, name, YAML_KIND_LIST, FRONT_OPTIONAL, hint);
    if (!member) return list;
    list.item = ARENA_ARRAY(reader->arena, struct front_text, member->count);
    for (size_t i = 0; i < member->count; i++) {
        const struct yaml *from = &member->child[i];
        if (from->broken) continue;
        struct front_text item = line_from(reader, from, "an item of this list", false);
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

bool front_number(struct front_reader *reader, const struct yaml *map, const char *name,
                  unsigned long max, unsigned long *out) {
    const struct yaml *member = member_of(reader, map, name, YAML_KIND_TEXT, FRONT_OPTIONAL, NULL);
    if (!member) return false;
    if (text_number(member->text, max, out)) return true;
    struct mark mark = mark_of(member);
    node_error(reader, &mark, NULL, "%s has to be a whole number from 0 to %lu", name, max);
    return false;
}

const struct yaml *front_map(struct front_reader *reader, const struct yaml *map, const char *name,
                             enum front_need need) {
    return member_of(reader, map, name, YAML_KIND_MAP, need, NULL);
}

const struct yaml *front_maps(struct front_reader *reader, const struct yaml *map,
                              const char *name) {
    const struct yaml *member = member_of(reader, map, name, YAML_KIND_LIST, FRONT_OPTIONAL, NULL);
    for (size_t i = 0; member && i < member->count; i++) {
        const struct yaml *item = &member->child[i];
        struct mark mark = mark_of(item);
        if (item->kind != YAML_KIND_MAP && !item->broken)
            node_error(reader, &mark, NULL, "an item of %s has to be a map of keys, not %s", name,
                       kind_words[item->kind]);
    }
    return member;
}

bool front_item(const struct front_reader *reader, const struct yaml *item, const char *words,
                struct front_reader *inner) {
    if (item->kind != YAML_KIND_MAP || item->broken) return false;
    *inner = *reader;
    inner->from = item->offset;
    inner->len = 1;
    front_keys(inner, item, words);
    return true;
}
