/* name_real -- name_is_real() of names.h: what people write where a name should stand. */
#include "base/utf8.h"
#include "course/letters.h"
#include "course/name_words.h"
#include "course/names.h"

/* Whole values, as words of a key. */
static const char *const placeholders[] = {
    "pending",
    "tbd",
    "tba",
    "tbc",
    "todo",
    "to do",
    "fixme",
    "wip",
    "draft",
    "anonymous",
    "anon",
    "na",
    "n a", /* n/a */
    "none",
    "null",
    "nil",
    "nan",
    "unknown",
    "not known",
    "undefined",
    "unnamed",
    "nameless",
    "unassigned",
    "not assigned",
    "nobody",
    "no one",
    "noone",
    "no name",
    "someone",
    "somebody",
    "anyone",
    "anybody",
    "everyone",
    "author",
    "the author",
    "authors",
    "an author",
    "reviewer",
    "the reviewer",
    "reviewers",
    "a reviewer",
    "editor",
    "the editor",
    "name",
    "the name",
    "your name",
    "my name",
    "author name",
    "author s name",
    "authors name",
    "reviewer name",
    "reviewers name",
    "name here",
    "your name here",
    "full name",
    "first last",
    "first name last name",
    "firstname lastname",
    "me",
    "myself",
    "i",
    "you",
    "self",
    "same",
    "the same",
    "same as author",
    "same as above",
    "ditto",
    "see above",
    "xx",
    "xxx",
    "xxxx",
    "placeholder",
    "to be determined",
    "to be decided",
    "to be announced",
    "to be confirmed",
    "to be done",
    "to be named",
    "not yet",
    "not yet known",
    "not applicable",
    "not reviewed",
    "unreviewed",
    "in review",
    "under review",
    "waiting",
    "missing",
    "empty",
    "example",
    "test",
    "foo",
    "bar",
    "foo bar",
    "asdf",
    "lorem ipsum",
    "admin",
    "administrator",
    "root",
    "user",
    "guest",
    "staff",
    "team",
    "the team",
    "true",
    "false",
};

/* What starts with one of these is a note to somebody, not a name: "TBD, ask Bo". */
static const char *const openings[] = {
    "pending", "tbd", "tba", "tbc", "todo", "fixme", "placeholder", "anonymous", "unknown",
};

static bool only_single_letters(const struct name_words *words) {
    for (size_t i = 0; i < words->count; i++)
        if (!name_is_single_letter(words->word[i])) return false;
    return true;
}

static bool has_letter(struct text view) {
    for (size_t i = 0; i < view.len;) {
        uint32_t code;
        i += name_letter(view, i, &code).len;
        if (letters_is_letter(code)) return true;
    }
    return false;
}

bool name_is_real(struct text name, struct text *why, struct arena *arena) {
    struct text rest = text_trim(name);
    struct text address = name_take_address(&rest, arena);
    struct name_words words = name_split(utf8_name_key(arena, rest), arena);
    struct text joined = name_join(&words, " ", arena);
    *why = (struct text){0};
    if (!text_trim(utf8_name_key(arena, name)).len)
        *why = TEXT("it is empty");
    else if (address.len && !has_letter(joined))
        *why = arena_printf(arena, "\"%.*s\" is an address, not a name", TEXT_ARG(name));
    else if (!has_letter(joined))
        *why = arena_printf(arena, "\"%.*s\" has no letters", TEXT_ARG(name));
    else if (text_is(rest, "Na"))
        return true; /* a surname; "NA" and "na" are not */
    else if (NAME_IS_ONE_OF(joined, placeholders) || NAME_IS_ONE_OF(words.word[0], openings))
        *why = arena_printf(arena, "\"%.*s\" is a placeholder", TEXT_ARG(name));
    else if (only_single_letters(&words))
        *why = arena_printf(arena, "\"%.*s\" is no more than initials", TEXT_ARG(name));
    if (why->ptr) return false;

    enum script own, other;
    uint32_t strange = letters_mixed(rest, &own, &other);
    if (strange)
        *why =
            arena_printf(arena, "in \"%.*s\" a %s letter (U+%04X) stands in a word of %s letters",
                         TEXT_ARG(name), letters_script_word(own), (unsigned)strange,
                         letters_script_word(other));
    return !why->ptr;
}
