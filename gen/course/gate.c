/* gate -- see gate.h. Each rule adds its reasons; the gate is open when none was added. */
#include "course/gate.h"

#include <string.h>

#include "base/utf8.h"
#include "page/signed.h"

/* ---- names ------------------------------------------------------------------------------- */

/* As name keys. The first ones are notes, which are found at the end of a part as well. */
enum { NOTES = 4 };
static const char *const placeholders[] = {
    "pending", "tbd",    "todo",     "unknown",        "anonymous", "n/a", "none", "nobody",
    "author",  "editor", "reviewer", "name",           "your name", "me",  "you",  "draft",
    "tba",     "t.b.d",  "n.a",      "pending review",
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

/* Letters that look alike stand in these three scripts; one word of a name is of one of them. */
enum script { OTHER, LATIN, GREEK, CYRILLIC };

static enum script script_of(uint32_t letter) {
    if (!utf8_is_letter(letter)) return OTHER;
    if (letter < 0x250 || (letter >= 0x1e00 && letter < 0x1f00)) return LATIN;
    if ((letter >= 0x370 && letter < 0x400) || (letter >= 0x1f00 && letter < 0x2000)) return GREEK;
    return letter >= 0x400 && letter < 0x530 ? CYRILLIC : OTHER;
}

/* What is wrong with a letter or sign of the name; empty if nothing is. *word is the script of the word so
 * far. */
static struct text sign_fault(struct text name, uint32_t code, enum script *word,
                              struct arena *arena) {
    enum script script = script_of(code), before = *word;
    *word = !utf8_in_word(code) ? OTHER : script ? script : before;
    if (utf8_is_hidden(code))
        return arena_printf(arena, "it holds U+%04X, which nobody sees", (unsigned)code);
    if (code && code < 0x80 && strchr("@<>{}*|\\`", (int)code))
        return arena_printf(arena, "in \"%.*s\" stands %c; write the name alone", TEXT_ARG(name),
                            (int)code);
    if (before && script && script != before)
        return arena_printf(arena, "\"%.*s\" has U+%04X, of another script, inside of a word",
                            TEXT_ARG(name), (unsigned)code);
    return (struct text){0};
}

bool name_is_real(struct text name, struct text *why, struct arena *arena) {
    struct text key = utf8_name_key(arena, name), core = bare(key), note = find_note(key);
    enum script word = OTHER;
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
        *why = sign_fault(name, code, &word, arena);
    }
    if (!why->len && !has_letter)
        *why = arena_printf(arena, "\"%.*s\" has no letters", TEXT_ARG(name));
    return !why->len;
}

/* The letters and digits of a name. */
static struct text letters(struct text name, struct arena *arena) {
    struct text key = utf8_name_key(arena, name);
    struct buf out = {0};
    for (size_t i = 0, n; i < key.len; i += n ? n : 1) {
        uint32_t code;
        n = utf8_decode(text_cut(key, i, key.len), &code);
        if (utf8_in_word(code)) buf_view(&out, text_cut(key, i, i + n));
    }
    return buf_take(&out, arena);
}

bool name_is_same(struct text a, struct text b, struct arena *arena) {
    return text_equal(letters(a, arena), letters(b, arena));
}

/* ---- reasons ----------------------------------------------------------------------------- */

/* Every reason has a word for programs and a hint for authors. */
static const struct {
    const char *word, *hint;
} codes[] = {
    [GATE_FRONT] = {"front-matter", "correct what the messages about it say"},
    [GATE_AUTHOR] = {"author", "byline.author: the full name of who wrote the page"},
    [GATE_REVIEWER] = {"reviewer",
                       "byline.reviewer: the full name of another person, who checked it"},
    [GATE_SAME_PERSON] = {"same-person", "a second person has to check the page"},
    [GATE_WRITTEN] = {"written", "byline.written: YYYY-MM-DD"},
    [GATE_CHECKED] = {"checked", "byline.checked: YYYY-MM-DD, by the reviewer"},
    [GATE_DATE_ORDER] = {"date-order", "the reviewer has to check the page as it is now"},
    [GATE_FUTURE] = {"future", "write the day on which it was done"},
    [GATE_SOURCE] = {"source", "look it up again and write the day: checked: YYYY-MM-DD"},
    [GATE_EARLIER] = {"source-earlier",
                      "look it up again and write that day; or write why the older "
                      "check counts for this page: earlier: REASON"},
    [GATE_EMPTY] = {"empty", "write the page, or name it under planned: in content/site.yaml"},
    [GATE_CODE_CHANGED] = {"code-changed",
                           "measure the default card again, or take the change back"},
    [GATE_FALSE_CLAIM] = {"false-claim", "correct the words, or give the claim an else"},
    [GATE_CHANGED] = {"changed", "`build/gen diff PAGE` shows what; read it, then "
                                 "`build/gen sign PAGE --reviewer NAME`"},
    [GATE_SIGNATURE] = {"signature", "the reviewer reads the page, then `build/gen sign PAGE "
                                     "--reviewer NAME --key FILE`"},
    [GATE_EXERCISE] = {"exercise-draft", "publish the page of that exercise first, or take the "
                                         "code block out"},
};

const char *gate_code_word(enum gate_code code) {
    return codes[code].word;
}

struct ruling {
    struct gate gate;
    size_t capacity;
    const struct page *page;
    long today;
    bool has_reviewer; /* a person is named */
    struct arena *arena;
};

/* Front matter starts with ---, so that no value stands at 0. */
static bool is_written(const struct front_text *value) {
    return value->offset > 0;
}

/* A reason about a value of the front matter. One that is not written at all is shown at the byline;
 * NULL stands for the whole file. */
static void add(struct ruling *ruling, enum gate_code code, const struct front_text *value,
                struct text message) {
    struct gate *gate = &ruling->gate;
    struct gate_reason reason = {code, 0, 1, message, text_of(codes[code].hint)};
    if (value) {
        reason.offset = is_written(value) ? value->offset : ruling->page->front.byline.offset;
        if (value->length) reason.length = value->length;
    }
    gate->reason = arena_grow(ruling->arena, gate->reason, gate->count, &ruling->capacity,
                              sizeof *gate->reason);
    gate->reason[gate->count++] = reason;
}

static void add_node(struct ruling *ruling, enum gate_code code, const struct node *node,
                     struct text message) {
    add(ruling, code, &(struct front_text){.offset = node->offset, .length = node->length},
        message);
}

static bool check_name(struct ruling *ruling, enum gate_code code, const struct front_text *value) {
    struct text why;
    if (name_is_real(value->value, &why, ruling->arena)) return true;
    if (!is_written(value)) why = TEXT("there is no such key");
    add(ruling, code, value,
        arena_printf(ruling->arena, "the %s is not named: %.*s", codes[code].word, TEXT_ARG(why)));
    return false;
}

static void check_people(struct ruling *ruling) {
    const struct front_byline *byline = &ruling->page->front.byline;
    struct text a = byline->author.value, b = byline->reviewer.value;
    bool author = check_name(ruling, GATE_AUTHOR, &byline->author);
    ruling->has_reviewer = check_name(ruling, GATE_REVIEWER, &byline->reviewer);
    if (!author || !ruling->has_reviewer || !name_is_same(a, b, ruling->arena)) return;
    const char *how =
        text_equal(a, b) ? "" : " differ only in case, signs, white space or Unicode form";
    add(ruling, GATE_SAME_PERSON, &byline->reviewer,
        arena_printf(ruling->arena,
                     "author and reviewer are the same person: \"%.*s\" and \"%.*s\"%s",
                     TEXT_ARG(a), TEXT_ARG(b), how));
}

/* The day that a value of the front matter names. If it names none, a reason is added at `place`, in
 * which `what` says what was done on that day: "the page was written". */
static bool check_day(struct ruling *ruling, enum gate_code code, struct text value,
                      const struct front_text *place, struct text what, long *day) {
    if (date_read(value, day)) return true;
    add(ruling, code, place,
        value.len ? arena_printf(ruling->arena, "\"%.*s\" is not a day on which %.*s",
                                 TEXT_ARG(value), TEXT_ARG(what))
                  : arena_printf(ruling->arena, "there is no day on which %.*s", TEXT_ARG(what)));
    return false;
}

static void check_future(struct ruling *ruling, const struct front_text *value, long day,
                         const char *what) {
    if (day <= ruling->today) return;
    add(ruling, GATE_FUTURE, value,
        arena_printf(ruling->arena, "%s on a day to come: %.*s, and today is %.*s", what,
                     TEXT_ARG(value->value), TEXT_ARG(date_text(ruling->today, ruling->arena))));
}

static void check_dates(struct ruling *ruling) {
    const struct front_byline *byline = &ruling->page->front.byline;
    const struct front_text *written = &byline->written, *checked = &byline->checked;
    long written_day = 0, checked_day = 0;
    bool has_written = check_day(ruling, GATE_WRITTEN, written->value, written,
                                 TEXT("the page was written"), &written_day);
    bool has_checked = check_day(ruling, GATE_CHECKED, checked->value, checked,
                                 TEXT("the page was checked"), &checked_day);
    if (has_written && has_checked && checked_day < written_day)
        add(ruling, GATE_DATE_ORDER, checked,
            arena_printf(ruling->arena,
                         "the page was checked on %.*s, before it was written on %.*s",
                         TEXT_ARG(checked->value), TEXT_ARG(written->value)));
    if (has_written) check_future(ruling, written, written_day, "the page was written");
    if (has_checked) check_future(ruling, checked, checked_day, "the page was checked");
}

static void check_sources(struct ruling *ruling) {
    const struct front_text *written = &ruling->page->front.byline.written;
    long written_day = 0;
    bool has_written = date_read(written->value, &written_day);
    for (size_t i = 0; i < ruling->page->front.source_count; i++) {
        const struct front_source *source = &ruling->page->front.source[i];
        const struct front_text *name = source->id.length ? &source->id : &source->title;
        const struct front_text *place = is_written(&source->checked) ? &source->checked : name;
        struct text what =
            arena_printf(ruling->arena, "the source \"%.*s\" was checked", TEXT_ARG(name->value));
        long day = 0;
        if (!check_day(ruling, GATE_SOURCE, source->checked.value, place, what, &day)) continue;
        check_future(ruling, place, day, "a source was checked");
        if (has_written && day < written_day && !is_written(&source->earlier))
            add(ruling, GATE_EARLIER, place,
                arena_printf(ruling->arena, "%.*s on %.*s, before the page was written on %.*s",
                             TEXT_ARG(what), TEXT_ARG(source->checked.value),
                             TEXT_ARG(written->value)));
    }
}

/* Returns the first series that was measured with another version of this code, or NULL. */
static const struct series *other_version(const struct card *card, const struct node *code) {
    for (size_t i = 0; i < card->series_count; i++) {
        const struct series *series = &card->series[i];
        if (series->sha256.len && series->kernel.len &&
            text_equal(text_last(series->kernel, '/'), text_last(code->code.from, '/')) &&
            !text_equal(series->sha256, code->code.sha256))
            return series;
    }
    return NULL;
}

static void check_code(struct ruling *ruling, const struct card *card) {
    const struct node *root = ruling->page->document;
    for (const struct node *node = root; node && card; node = tree_next(node, root)) {
        if (node->type != NODE_CODE_BLOCK || !node->code.from.len) continue;
        const struct series *series = other_version(card, node);
        if (!series) continue;
        add_node(ruling, GATE_CODE_CHANGED, node,
                 arena_printf(ruling->arena,
                              "%.*s is not the code that was measured: %.*s of %.*s comes from "
                              "another version",
                              TEXT_ARG(node->code.from), TEXT_ARG(series->name),
                              TEXT_ARG(card->id)));
    }
}

static bool is_false_claim(const struct node *node) {
    return node->type == NODE_COND && node->cond.claim && node->cond.reached &&
           node->cond.verdict != EXPR_TRUE && !node->cond.shown;
}

static void check_claims(struct ruling *ruling) {
    const struct page *page = ruling->page;
    size_t found = 0;
    if (!page->false_claims) return;
    for (const struct node *node = page->document; node; node = tree_next(node, page->document)) {
        if (!is_false_claim(node)) continue;
        struct text why = node->cond.why;
        add_node(ruling, GATE_FALSE_CLAIM, node,
                 arena_printf(ruling->arena, "a claim is %s on the default card%s%.*s",
                              node->cond.verdict == EXPR_FALSE ? "false" : "unknown",
                              why.len ? ": " : "", TEXT_ARG(why)));
        found++;
    }
    if (!found)
        add(ruling, GATE_FALSE_CLAIM, NULL, TEXT("a claim is not true on the default card"));
}

/* A byline that names no reviewer or no day has its own reason: it was taken back. */
static void check_signature(struct ruling *ruling) {
    const struct front_byline *byline = &ruling->page->front.byline;
    struct text why;
    long day;
    if (!ruling->has_reviewer || !date_read(byline->checked.value, &day)) return;
    if (!signed_holds(ruling->page, &why, ruling->arena))
        add(ruling, GATE_CHANGED, &byline->reviewer, why);
    else if (ruling->page->proof == PROOF_FAILS)
        add(ruling, GATE_SIGNATURE, &byline->reviewer, ruling->page->proof_fault);
}

struct gate gate_decide(const struct page *page, const struct card *card, long today,
                        struct arena *arena) {
    struct ruling ruling = {.page = page, .today = today, .arena = arena};
    if (!page->front_ok) add(&ruling, GATE_FRONT, NULL, TEXT("the front matter has errors"));
    check_people(&ruling);
    check_dates(&ruling);
    check_sources(&ruling);
    if (!tree_visible_child(page->document))
        add(&ruling, GATE_EMPTY, &page->front.title,
            TEXT("there is no text below the front matter"));
    check_code(&ruling, card);
    check_claims(&ruling);
    check_signature(&ruling);
    ruling.gate.open = ruling.gate.count == 0;
    return ruling.gate;
}

/* ---- exercises ----------------------------------------------------------------------------- */

/* "/exercises/sum/" of content/exercises/sum/starter/a.c; empty for what belongs to no exercise. */
static struct text exercise_of(struct text from, struct arena *arena) {
    struct text rest = text_drop_start(from, "content/exercises/");
    if (rest.len == from.len) return (struct text){0};
    struct text name = text_next(&rest, '/');
    return arena_printf(arena, "/exercises/%.*s/", TEXT_ARG(name));
}

void gate_check_exercises(struct gate *gate, const struct page *page, gate_asks *is_published,
                          const void *context, struct arena *arena) {
    struct ruling ruling = {.gate = *gate, .capacity = gate->count, .page = page, .arena = arena};
    const struct node *root = page->document;
    for (const struct node *node = root; node; node = tree_next(node, root)) {
        if (node->type != NODE_CODE_BLOCK || !node->code.from.len) continue;
        struct text exercise = exercise_of(node->code.from, arena);
        if (!exercise.len || text_equal(exercise, page->address) || is_published(context, exercise))
            continue;
        add_node(&ruling, GATE_EXERCISE, node,
                 arena_printf(arena, "%.*s belongs to %.*s, which is not published",
                              TEXT_ARG(node->code.from), TEXT_ARG(exercise)));
    }
    *gate = ruling.gate;
    gate->open = gate->count == 0;
}
