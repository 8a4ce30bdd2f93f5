/* name_words -- see name_words.h. */
#include "course/name_words.h"

#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "course/letters.h"

struct text name_letter(struct text view, size_t at, uint32_t *code) {
    size_t n = utf8_decode(text_cut(view, at, view.len), code);
    return text_cut(view, at, at + (n ? n : 1));
}

/* An apostrophe inside a name is no word break: O'Brien is one word, with any of its signs. */
static bool joins(uint32_t code) {
    return code == '\'' || code == 0x2019 || code == 0x2018 || code == 0x02bc || code == '`';
}

static bool in_word(uint32_t code) {
    return letters_is_letter(code) || letters_is_mark(code) || letters_is_digit(code);
}

struct name_words name_split(struct text key, struct arena *arena) {
    struct name_words words = {ARENA_ARRAY(arena, struct text, key.len + 1), 0};
    struct buf word = {0};
    for (size_t i = 0; i <= key.len;) {
        uint32_t code = 0;
        struct text letter = name_letter(key, i, &code);
        if (in_word(code) && !joins(code)) {
            buf_view(&word, letter);
        } else if (word.len && !joins(code)) {
            words.word[words.count++] = arena_text(arena, buf_text(&word));
            buf_clear(&word);
        }
        i += letter.len ? letter.len : 1;
    }
    buf_free(&word);
    return words;
}

struct text name_join(const struct name_words *words, const char *between, struct arena *arena) {
    struct buf out = {0};
    for (size_t i = 0; i < words->count; i++) {
        if (i) buf_str(&out, between);
        buf_view(&out, words->word[i]);
    }
    struct text joined = arena_text(arena, buf_text(&out));
    buf_free(&out);
    return joined;
}

bool name_is_one_of(struct text word, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (text_is(word, list[i])) return true;
    return false;
}

/* Addresses may hold letters of any script, whose bytes are negative where char is signed. */
static bool in_address(char c) {
    return (unsigned char)c > ' ' && !strchr("<>()", c);
}

struct text name_take_address(struct text *name, struct arena *arena) {
    size_t at = text_find(*name, "@", 0);
    if (at == SIZE_MAX || at == 0) return (struct text){0};
    size_t from = at, to = at + 1;
    while (from > 0 && in_address(name->ptr[from - 1]))
        from--;
    while (to < name->len && in_address(name->ptr[to]))
        to++;
    if (from == at) return (struct text){0}; /* "@ana": a handle, not an address */
    struct text address = utf8_name_key(arena, text_cut(*name, from, to));
    if (from > 0 && (name->ptr[from - 1] == '<' || name->ptr[from - 1] == '(')) from--;
    if (to < name->len && (name->ptr[to] == '>' || name->ptr[to] == ')')) to++;
    *name = text_trim(arena_printf(arena, "%.*s%.*s", (int)from, name->ptr, (int)(name->len - to),
                                   name->ptr + to));
    return address;
}

bool name_is_single_letter(struct text word) {
    uint32_t code;
    struct text letter = name_letter(word, 0, &code);
    return letter.len == word.len && letters_script(code) != SCRIPT_OTHER;
}
