/* words_find -- the rules of words.h over flat text: cut into words, each rule tried at each. */
#include <string.h>

#include "page/words.h"

enum word_kind { WORD, WORD_VALUE, WORD_CODE };

struct word {
    size_t start, end;
    bool joined; /* only blanks stand between it and the word before */
    bool quoted;
};

struct reader {
    struct text text;
    struct word *word;
    size_t count, capacity;
};

/* ---- cutting ----------------------------------------------------------------------------- */

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool stands(struct text text, size_t i, const char *bytes) {
    return text_starts(text_cut(text, i, text.len), bytes);
}

/* Length of the blank at `i`, or 0. */
static size_t blank_length(struct text text, size_t i) {
    static const char *const blanks[] = {" ",        "\n",           "\t",
                                         "\xC2\xA0", "\xE2\x80\x89", "\xE2\x80\xAF"};
    for (size_t k = 0; k < sizeof blanks / sizeof *blanks; k++)
        if (stands(text, i, blanks[k])) return strlen(blanks[k]);
    return 0;
}

/* Length of what belongs to a word at `i`, or 0: letters of any script; - ' and / between letters,
 * so that one-third, isn't and GB/s are one word each. General punctuation (U+2000 to U+203F) ends
 * words, except the typographer's apostrophe. */
static size_t letter_length(struct text text, size_t i) {
    char c = text.ptr[i];
    if (is_letter(c)) return 1;
    bool inside = i > 0 && is_letter(text.ptr[i - 1]);
    if (c == '-' || c == '\'' || c == '/')
        return inside && i + 1 < text.len && is_letter(text.ptr[i + 1]);
    if (stands(text, i, "\xE2\x80\x99")) return inside ? 3 : 0;
    if (stands(text, i, "\xE2\x80") || stands(text, i, "\xC2\xA0")) return 0;
    return (unsigned char)c >= 0x80;
}

/* Length of a quotation mark at `i`, or 0; *opens: it can only open, *closes: only close. */
static size_t quote_length(struct text text, size_t i, bool *opens, bool *closes) {
    *opens = stands(text, i, "\xE2\x80\x9C");
    *closes = stands(text, i, "\xE2\x80\x9D");
    if (*opens || *closes) return 3;
    return text.ptr[i] == '"';
}

static void add_word(struct reader *reader, struct arena *arena, struct word word) {
    reader->word =
        arena_grow(arena, reader->word, reader->count, &reader->capacity, sizeof *reader->word);
    reader->word[reader->count++] = word;
}

static void cut_words(struct reader *reader, struct arena *arena) {
    struct text text = reader->text;
    size_t open = SIZE_MAX; /* the first word behind a mark that is open */
    bool joined = false, opens, closes;
    for (size_t i = 0, length; i < text.len; i += length) {
        if ((length = blank_length(text, i))) continue;
        if (text.ptr[i] == FLAT_VALUE || text.ptr[i] == FLAT_CODE || letter_length(text, i)) {
            size_t end = i;
            if (text.ptr[i] == FLAT_VALUE || text.ptr[i] == FLAT_CODE)
                end++;
            else
                for (size_t more; end < text.len && (more = letter_length(text, end)); end += more)
                    continue;
            add_word(reader, arena, (struct word){i, end, joined, false});
            joined = true;
            length = end - i;
            continue;
        }
        joined = false;
        length = quote_length(text, i, &opens, &closes);
        if (!length) {
            length = 1;
        } else if (open == SIZE_MAX && !closes) {
            open = reader->count;
        } else if (open != SIZE_MAX && !opens) {
            for (size_t k = open; k < reader->count; k++)
                reader->word[k].quoted = true;
            open = SIZE_MAX;
        }
    }
}

/* ---- matching ---------------------------------------------------------------------------- */

static struct text word_at(const struct reader *reader, size_t at) {
    return text_cut(reader->text, reader->word[at].start, reader->word[at].end);
}

static bool same_letters(struct text word, struct text pattern) {
    if (word.len != pattern.len) return false;
    for (size_t i = 0; i < word.len; i++)
        if (lower(word.ptr[i]) != pattern.ptr[i]) return false;
    return true;
}

/* A list is walked in place: this is where the time of the whole lint goes. */
static bool is_listed(struct text word, const char *list) {
    while (*list) {
        size_t same = 0;
        while (same < word.len && list[same] == lower(word.ptr[same]))
            same++;
        if (same == word.len && (list[same] == '|' || !list[same])) return true;
        while (*list && *list != '|')
            list++;
        list += *list == '|';
    }
    return false;
}

static bool is_in(struct text word, struct text name);

/* Whether the word is one of the first part, an optional hyphen and one of the second. */
static bool is_pair(struct text word, struct text first, struct text second) {
    struct text rest = first;
    if (text_starts(first, "@")) rest = text_of(words_list(text_cut(first, 1, first.len)));
    while (rest.len) {
        struct text name = text_next(&rest, '|');
        size_t end = name.len;
        if (end >= word.len || lower(word.ptr[0]) != name.ptr[0] ||
            !same_letters(text_cut(word, 0, end), name))
            continue;
        if (word.ptr[end] == '-') end++;
        if (is_in(text_cut(word, end, word.len), second)) return true;
    }
    return false;
}

/* `name`: a word, @list, or two of these with + between. */
static bool is_in(struct text word, struct text name) {
    size_t plus = text_find(name, "+", 0);
    if (plus != SIZE_MAX)
        return is_pair(word, text_cut(name, 0, plus), text_cut(name, plus + 1, name.len));
    if (!text_starts(name, "@")) return same_letters(word, name);
    return is_listed(word, words_list(text_cut(name, 1, name.len)));
}

static bool fits(struct text word, struct text element) {
    if (text_is(element, "~")) return true;
    for (struct text rest = element; rest.len;) {
        struct text name = text_next(&rest, '|');
        bool may = text_starts(name, "@") || (word.len && name.ptr[0] == lower(word.ptr[0]));
        if (may && is_in(word, name)) return true;
    }
    return false;
}

/* The word behind a match of the whole pattern from word `at` on, or SIZE_MAX. `first`: nothing of
 * the pattern was matched yet, so that the word need not be joined to another one. */
static size_t match(const struct reader *reader, size_t at, struct text pattern, bool first) {
    if (!pattern.len) return at;
    struct text rest = pattern, element = text_next(&rest, ' ');
    bool there = at < reader->count && (first || reader->word[at].joined);
    if (text_is(element, "^"))
        return there && reader->word[at].joined ? SIZE_MAX : match(reader, at, rest, first);
    if (text_is(element, "$")) return there ? SIZE_MAX : match(reader, at, rest, false);
    if (text_starts(element, "*")) {
        size_t most = (size_t)(element.ptr[1] - '0');
        for (size_t skipped = 0; skipped <= most; skipped++, at++) {
            size_t end = match(reader, at, rest, false);
            if (end != SIZE_MAX) return end;
            if (at >= reader->count || !reader->word[at].joined) break;
        }
        return SIZE_MAX;
    }
    if (!there || !fits(word_at(reader, at), element)) return SIZE_MAX;
    return match(reader, at + 1, rest, false);
}

/* ---- first letters ------------------------------------------------------------------------- */

enum { OTHER = WORDS_LETTERS - 1 }; /* no letter, or none there */

static unsigned letter_at(struct text word, size_t i) {
    char c = i < word.len ? lower(word.ptr[i]) : 0;
    return c >= 'a' && c <= 'z' ? (unsigned)(c - 'a') : OTHER;
}

/* `begins`: a word begins with what is named, and may go on behind it. */
static void add_letters(uint32_t second[WORDS_LETTERS], struct text element, bool begins) {
    for (struct text rest = element; rest.len;) {
        struct text name = text_next(&rest, '|');
        size_t plus = text_find(name, "+", 0);
        if (plus != SIZE_MAX)
            add_letters(second, text_cut(name, 0, plus), true);
        else if (text_starts(name, "@"))
            add_letters(second, text_of(words_list(text_cut(name, 1, name.len))), begins);
        else if (begins && name.len == 1)
            second[letter_at(name, 0)] = UINT32_MAX;
        else if (name.len)
            second[letter_at(name, 0)] |= UINT32_C(1) << letter_at(name, 1);
    }
}

struct words_letters words_letters(void) {
    struct words_letters letters = {0};
    for (size_t i = 0; i < words_rule_count; i++) {
        struct text rest = text_of(words_rules[i].pattern), element = text_next(&rest, ' ');
        if (text_is(element, "^")) element = text_next(&rest, ' ');
        add_letters(letters.second[i], element, false);
    }
    return letters;
}

/* ---- where a comparison claims nothing ------------------------------------------------------- */

/* No clause and no sentence is longer; without an end the work would grow with the square. */
enum { CLAUSE_WORDS = 60, SENTENCE_BYTES = 2000 };

static bool is_one_of(const struct reader *reader, size_t at, const char *words) {
    return fits(word_at(reader, at), text_of(words));
}

/* "if it is faster", "whether more than …", "a kernel that is faster". */
static bool is_supposed(const struct reader *reader, size_t at) {
    if (at >= 2 && reader->word[at].joined && reader->word[at - 1].joined &&
        is_one_of(reader, at - 1, "is|are|was|were") && is_one_of(reader, at - 2, "that|which|who"))
        return true;
    for (size_t far = 0; far < CLAUSE_WORDS && at && reader->word[at].joined; far++, at--)
        if (is_one_of(reader, at - 1, "if|when|whenever|whether|unless|until|suppose")) return true;
    return false;
}

static bool is_asked(const struct reader *reader, size_t from) {
    struct text text = reader->text;
    for (size_t i = from; i < text.len && i - from < SENTENCE_BYTES; i++) {
        char c = text.ptr[i];
        if (c != '.' && c != '!' && c != '?') continue;
        if (i + 1 == text.len || blank_length(text, i + 1) || text.ptr[i + 1] == '"')
            return c == '?';
    }
    return false;
}

/* ---- finding ----------------------------------------------------------------------------- */

/* The word behind what the rule finds at word `at`, or SIZE_MAX. */
static size_t apply(const struct reader *reader, const struct words_rule *rule, size_t at) {
    size_t end = match(reader, at, text_of(rule->pattern), true);
    if (end == SIZE_MAX) return end;
    bool behind = at > 0 && reader->word[at].joined;
    bool before = end < reader->count && reader->word[end].joined;
    if (rule->only_behind && (!behind || !is_one_of(reader, at - 1, rule->only_behind)))
        return SIZE_MAX;
    if (rule->only_before && (!before || !is_one_of(reader, end, rule->only_before)))
        return SIZE_MAX;
    if (rule->unless_behind && behind && is_one_of(reader, at - 1, rule->unless_behind))
        return SIZE_MAX;
    if (rule->unless_before && before && is_one_of(reader, end, rule->unless_before))
        return SIZE_MAX;
    if (rule->kind == WORDS_COMPARISON &&
        (is_supposed(reader, at) || is_asked(reader, reader->word[end - 1].end)))
        return SIZE_MAX;
    return end;
}

size_t words_find(struct text words, const struct words_letters *letters, struct arena *arena,
                  struct typed_words **list) {
    struct reader reader = {.text = words};
    size_t count = 0, capacity = 0, last = SIZE_MAX; /* the word behind the one found last */
    *list = NULL;
    cut_words(&reader, arena);
    for (size_t at = 0, next; at < reader.count; at = next) {
        size_t end = SIZE_MAX;
        const struct words_rule *rule = words_rules;
        struct text word = word_at(&reader, at);
        unsigned first = letter_at(word, 0), second = letter_at(word, 1);
        for (size_t i = 0; i < words_rule_count && end == SIZE_MAX && !reader.word[at].quoted; i++)
            if (letters->second[i][first] >> second & 1)
                end = apply(&reader, rule = &words_rules[i], at);
        next = at + 1;
        if (end == SIZE_MAX) continue;
        next = end;
        size_t stop = reader.word[end - 1].end;
        if (last == at && reader.word[at].joined) {
            (*list)[count - 1].end = stop;
        } else {
            *list = arena_grow(arena, *list, count, &capacity, sizeof **list);
            (*list)[count++] = (struct typed_words){reader.word[at].start, stop, rule};
        }
        last = end;
    }
    return count;
}
