/* words -- see words.h. */
#include "render/words.h"

#include <limits.h>
#include <stdint.h>

#include "measure/names.h"
#include "base/yaml.h"
#include "render/quantity.h"
#include "render/theme.h"

/* The pages that theme and data make. */
#define WORDS_PAGES                                                                                \
    "lessons articles exercises glossary errors cards compare yours model simulator index errata " \
    "review"

/* A part has to hold just these keys; NULL lets it hold any. */
static const struct {
    const char *name, *keys;
} parts[WORDS_PARTS] = {
    [WORDS_SERIES] = {"series", NULL},
    [WORDS_FAMILIES] = {"families", NULL},
    [WORDS_SENTENCES] = {"sentences", NULL},
    [WORDS_MESSAGES] = {"messages", NULL},
    [WORDS_FACTS] = {"facts", NULL},
    [WORDS_SUMMARY] = {"summary", NULL},
    [WORDS_AXES] = {"axes", NULL},
    [WORDS_ROLES] = {"roles", NULL},
    [WORDS_TITLES] = {"titles", WORDS_PAGES " not-found"},
    [WORDS_DESCRIPTIONS] = {"descriptions", WORDS_PAGES},
};

struct reading_words {
    const struct source *source;
    struct arena *arena;
    struct diags *diags;
};

/* Every key of the map has to be one of `keys`, and every one of `keys` has to be there. */
static void check_keys(const struct reading_words *reading, const struct yaml *map,
                       const char *keys) {
    for (size_t i = 0; i < map->count; i++) {
        const struct yaml *child = &map->child[i];
        if (!names_has(keys, child->key))
            diag_error(reading->diags, reading->source, child->key_offset, child->key_length,
                       names_hint(reading->arena, keys, child->key), "unknown key %.*s",
                       TEXT_ARG(child->key));
    }
    for (struct text rest = text_of(keys); rest.len;) {
        const char *key = arena_string(reading->arena, text_next(&rest, ' '));
        if (!yaml_member(map, key))
            diag_error(reading->diags, reading->source, map->offset, 1, "add a line for it",
                       "the key %s is missing", key);
    }
}

static void check_part(const struct reading_words *reading, const struct yaml *part,
                       const char *keys) {
    if (part->kind != YAML_KIND_MAP) {
        diag_error(reading->diags, reading->source, part->offset, part->length,
                   "write lines of NAME: WORDS below it", "%.*s holds no names",
                   TEXT_ARG(part->key));
        return;
    }
    if (keys) check_keys(reading, part, keys);
    for (size_t i = 0; i < part->count; i++) {
        const struct yaml *value = &part->child[i];
        if (value->broken || (value->kind == YAML_KIND_TEXT && text_trim(value->text).len &&
                              text_find(value->text, "\n", 0) == SIZE_MAX))
            continue;
        diag_error(reading->diags, reading->source, value->key_offset, value->key_length,
                   "write its words on the same line", "%.*s has to be one line of text",
                   TEXT_ARG(value->key));
    }
}

struct word {
    struct text key, words; /* without a key: free */
    enum svg_level level;   /* that the words name, of a role */
};

/* FNV-1a, which goes on where it was. */
static uint32_t hash(uint32_t before, struct text text) {
    for (size_t i = 0; i < text.len; i++)
        before = (before ^ (unsigned char)text.ptr[i]) * UINT32_C(16777619);
    return before;
}

/* The key of a role is AXIS.VALUE; other names have no axis. */
static bool is_key(struct text key, struct text axis, struct text name) {
    if (!axis.ptr) return text_equal(key, name);
    return key.len == axis.len + 1 + name.len && key.ptr[axis.len] == '.' &&
           text_equal(text_cut(key, 0, axis.len), axis) &&
           text_equal(text_cut(key, axis.len + 1, key.len), name);
}

/* The slot of a name, or the free one where it belongs. */
static struct word *place(const struct words_table *table, struct text axis, struct text name) {
    uint32_t h = UINT32_C(2166136261);
    if (axis.ptr) h = hash(hash(h, axis), TEXT("."));
    size_t at = hash(h, name) & table->mask;
    while (table->slot[at].key.ptr && !is_key(table->slot[at].key, axis, name))
        at = (at + 1) & table->mask;
    return &table->slot[at];
}

void words_set(struct words *words, enum words_part which, const struct yaml *part,
               struct arena *arena) {
    struct words_table *table = &words->table[which];
    size_t slots = 8;
    while (slots < 2 * part->count)
        slots *= 2;
    *table = (struct words_table){ARENA_ARRAY(arena, struct word, slots), slots - 1};
    for (size_t i = 0; i < part->count; i++) {
        const struct text key = part->child[i].key, text = part->child[i].text;
        const bool role = which == WORDS_ROLES;
        *place(table, (struct text){0}, key) =
            (struct word){key, text, role ? words_level(text) : SVG_LEVEL_NONE};
    }
    words->part[which] = part;
}

bool words_load(struct words *words, const struct root *root, struct arena *arena,
                struct diags *diags) {
    size_t errors = diags->errors;
    const struct source *source = theme_file(root, TEXT("site/theme/words.yaml"), arena, diags);
    *words = (struct words){0};
    if (!source) return false;
    const struct reading_words reading = {source, arena, diags};
    bool whole;
    const struct yaml *file = yaml_read(source, 0, source->text.len, &whole, arena, diags);
    struct buf keys = {0};
    for (int i = 0; i < WORDS_PARTS; i++)
        buf_printf(&keys, "%s%s", i ? " " : "", parts[i].name);
    const char *all = buf_take(&keys, arena).ptr;
    if (whole) check_keys(&reading, file, all);
    for (int i = 0; i < WORDS_PARTS; i++) {
        const struct yaml *part = yaml_member(file, parts[i].name);
        if (!part || part->broken) continue;
        check_part(&reading, part, whole ? parts[i].keys : NULL);
        if (part->kind == YAML_KIND_MAP) words_set(words, (enum words_part)i, part, arena);
    }
    return diags->errors == errors;
}

/* NULL where the part does not list it. */
static const struct word *find(const struct words *words, enum words_part which, struct text axis,
                               struct text name) {
    const struct words_table *table = &words->table[which];
    const struct word *word = table->slot ? place(table, axis, name) : NULL;
    return word && word->key.ptr ? word : NULL;
}

struct text words_listed(const struct words *words, enum words_part which, struct text name) {
    const struct word *word = find(words, which, (struct text){0}, name);
    return word ? word->words : (struct text){0};
}

struct text words_of(const struct words *words, enum words_part part, struct text name) {
    struct text found = words_listed(words, part, name);
    return found.len ? found : name;
}

struct text words_title(const struct words *words, const struct series *series) {
    return series->title.len ? series->title : words_of(words, WORDS_SERIES, series->name);
}

/* Sizes are counted in the unit that names their axis. Returns 0 for any other axis. */
static double bytes_of_axis(struct text axis) {
    static const struct {
        const char *name;
        double bytes;
    } units[] = {{"kib", 1024}, {"mib", 1048576}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (text_is(axis, units[i].name)) return units[i].bytes;
    return 0;
}

struct text words_role(const struct words *words, struct arena *arena, struct text axis,
                       struct text value) {
    const struct word *role = find(words, WORDS_ROLES, axis, value);
    double bytes = bytes_of_axis(axis);
    unsigned long number;
    if (role && role->words.len) return role->words;
    if (bytes <= 0 || !text_number(value, ULONG_MAX, &number)) return value;
    return quantity_capacity(arena, TEXT("B"), (double)number * bytes);
}

struct text words_place(const struct words *words, struct arena *arena, const struct axis *axis,
                        struct text value) {
    struct text role = words_role(words, arena, axis->name, value);
    if (!axis->numeric || !text_equal(role, value)) return role;
    return arena_printf(arena, "%.*s %.*s", TEXT_ARG(words_of(words, WORDS_AXES, axis->name)),
                        TEXT_ARG(role));
}

enum svg_level words_role_level(const struct words *words, struct text axis, struct text value) {
    const struct word *role = find(words, WORDS_ROLES, axis, value);
    return role ? role->level : SVG_LEVEL_NONE;
}

/* A table's row head may begin with these words; the longer ones come first. */
static const struct {
    const char *words;
    enum svg_level level;
} level_words[] = {
    {"shared memory and l1", SVG_LEVEL_NONE},
    {"l1 and l2", SVG_LEVEL_NONE},
    {"registers", SVG_LEVEL_REGISTERS},
    {"register file", SVG_LEVEL_REGISTERS},
    {"register", SVG_LEVEL_REGISTERS},
    {"reg", SVG_LEVEL_REGISTERS},
    {"shared memory", SVG_LEVEL_SHARED},
    {"shared", SVG_LEVEL_SHARED},
    {"l1", SVG_LEVEL_L1},
    {"l2", SVG_LEVEL_L2},
    {"constant memory", SVG_LEVEL_CONSTANT},
    {"local memory", SVG_LEVEL_LOCAL},
    {"global memory", SVG_LEVEL_DRAM},
    {"dram", SVG_LEVEL_DRAM},
};

/* Compares without the case of ASCII letters; the words have to end there. */
static bool begins(struct text words, struct text with) {
    if (!text_is_folded(text_cut(words, 0, with.len), with.ptr)) return false;
    char after = words.len > with.len ? words.ptr[with.len] : ' ';
    return after == ' ' || after == ',' || after == '(';
}

static enum svg_level first_level(struct text words) {
    const char first = words.len ? (char)(words.ptr[0] | 0x20) : 0; /* of a letter, the small one */
    for (size_t i = 0; i < sizeof level_words / sizeof *level_words; i++)
        if (level_words[i].words[0] == first && begins(words, text_of(level_words[i].words)))
            return level_words[i].level;
    return SVG_LEVEL_NONE;
}

enum svg_level words_level(struct text words) {
    enum svg_level level = first_level(words), other;
    while (words.ptr) {
        text_next(&words, ',');
        other = words.ptr ? first_level(text_trim(words)) : SVG_LEVEL_NONE;
        if (other != SVG_LEVEL_NONE && other != level) return SVG_LEVEL_NONE;
    }
    return level;
}

struct text words_first(struct text name) {
    return text_next(&name, '.');
}

void words_put(const struct words *words, struct buf *out) {
    for (int i = 0; i < WORDS_PARTS; i++) {
        const struct yaml *part = words->part[i];
        for (size_t k = 0; part && k < part->count; k++) {
            buf_json(out, part->child[k].key);
            buf_json(out, part->child[k].text);
        }
        buf_char(out, '\n');
    }
}
