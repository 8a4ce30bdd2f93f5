/* names -- see names.h. */
#include "course/names.h"

#include <string.h>

#include "base/utf8.h"

/* As name keys. The first ones are notes, which are found at the end of a part as well. */
enum { NOTES = 4 };
static const char *const placeholders[] = {
    "pending", "tbd",    "todo",     "unknown", "anonymous", "n/a", "none", "nobody",
    "author",  "editor", "reviewer", "name",    "your name", "me",  "you",  "draft",
};

static bool is_placeholder(struct text words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (text_is(words, placeholders[i])) return true;
    return false;
}

/* Drops the signs around a word that are neither letter nor digit: "<name>", "pending." */
static struct text bare(struct text key) {
    size_t from = key.len, to = 0;
    for (size_t i = 0, n; i < key.len; i += n ? n : 1) {
        uint32_t code;
        n = utf8_decode(text_cut(key, i, key.len), &code);
        if (!utf8_in_word(code)) continue;
        if (from == key.len) from = i;
        to = i + n;
    }
    return from < to ? text_cut(key, from, to) : (struct text){0};
}

/* A part ends at a comma, bracket or the like. The note that ends one; empty if there is none. */
static struct text find_note(struct text key) {
    for (size_t from = 0, to; from < key.len; from = to + 1) {
        for (to = from; to < key.len && !strchr(",;:()[]", key.ptr[to]);)
            to++;
        struct text part = bare(text_cut(key, from, to));
        size_t word = part.len;
        while (word > 0 && part.ptr[word - 1] != ' ')
            word--;
        part = text_cut(part, word, part.len);
        if (is_placeholder(part, NOTES)) return part;
    }
    return (struct text){0};
}

bool name_is_real(struct text name, struct text *why, struct arena *arena) {
    struct text key = utf8_name_key(arena, name), core = bare(key), note = find_note(key);
    bool has_letter = false;
    *why = (struct text){0};
    if (!key.len) {
        *why = TEXT("it is empty");
        return false;
    }
    if (is_placeholder(core, sizeof placeholders / sizeof *placeholders))
        *why = arena_printf(arena, "\"%.*s\" is a placeholder", TEXT_ARG(name));
    else if (note.len)
        *why = arena_printf(arena, "\"%.*s\" holds the placeholder \"%.*s\"", TEXT_ARG(name),
                            TEXT_ARG(note));
    for (size_t i = 0, n; i < name.len && !why->len; i += n ? n : 1) {
        uint32_t code;
        n = utf8_decode(text_cut(name, i, name.len), &code);
        has_letter |= utf8_is_letter(code);
        if (utf8_is_hidden(code))
            *why = arena_printf(arena, "it holds U+%04X, which nobody sees", (unsigned)code);
        else if (n == 1 && strchr("@<>{}*|\\`", name.ptr[i]))
            *why = arena_printf(arena, "in \"%.*s\" stands %c; write the name alone",
                                TEXT_ARG(name), name.ptr[i]);
    }
    if (!why->len && !has_letter)
        *why = arena_printf(arena, "\"%.*s\" has no letters", TEXT_ARG(name));
    return !why->len;
}

bool name_is_same(struct text a, struct text b, struct arena *arena) {
    return text_equal(utf8_name_key(arena, a), utf8_name_key(arena, b));
}
