/* test_front -- front matter and site.yaml: values, places in bytes, every mistake in one run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "page/front.h"

struct kit {
    struct arena arena;
    struct diags diags;
    struct source *source;
    struct front front;
    struct site site;
    size_t body;
    bool fine;
};

static void read_as(struct kit *kit, const char *path, struct text bytes) {
    *kit = (struct kit){0};
    kit->source = source_load(&kit->arena, text_of(path), bytes);
    if (text_ends(text_of(path), ".yaml"))
        kit->fine = site_read(&kit->site, kit->source, &kit->arena, &kit->diags);
    else
        kit->fine = front_read(&kit->front, kit->source, &kit->body, &kit->arena, &kit->diags);
    diags_sort(&kit->diags);
    assert_true(kit->fine == (kit->diags.errors == 0));
}

static void close_kit(struct kit *kit) {
    diags_free(&kit->diags);
    arena_free(&kit->arena);
}

static const char *all(struct kit *kit) {
    struct buf out = {0};
    diags_print(&kit->diags, &out, DIAG_PLAIN);
    const char *text = arena_string(&kit->arena, buf_text(&out));
    buf_free(&out);
    return text;
}

static const struct diag *expect(struct kit *kit, const char *says, size_t line, size_t column) {
    for (size_t i = 0; i < kit->diags.count; i++) {
        const struct diag *diag = &kit->diags.list[i];
        bool said = !*says || text_find(diag->message, says, 0) != SIZE_MAX;
        if (said && diag->place.line == line && diag->place.column == column) return diag;
    }
    fail_msg("no message says \"%s\" at %zu:%zu, but:\n%s", says, line, column, all(kit));
    return NULL;
}

#define PAGE "content/glossary/x.md"
#define BYLINE                                                                                     \
    "byline:\n  author: pending\n  reviewer: pending\n  written: pending\n  checked: pending\n"
#define WITH(lines) "---\n" lines BYLINE "---\nText.\n"
#define BASIC "title: T\nkind: glossary\nsummary: S\n"

static void whole_page(void **state) {
    (void)state;
    static const char page[] =
        "---\n"
        "title: What is it?\n"
        "term: \"It\"   # the only word of a draft\n"
        "kind: glossary\n"
        "summary: 'A \"summary\"'\n"
        "order: 12\n"
        "needs: [warp]\nrelated: [registers, shared-memory]\n"
        "lessons:\n  - day-13\n"
        "errors: []\n"
        "aliases: [/old/path/]\n"
        "sources:\n"
        "  - id: guide\n    title: The guide\n    url: https://example.org/\n"
        "    checked: 2026-11-29\n"
        "  - {id: other, title: Other}\n"
        "byline: {author: Ana Lima, reviewer: Bo Falk, written: 2026-11-20, checked: 2026-11-22}\n"
        "---\n"
        "Body\n";
    struct kit kit;
    read_as(&kit, PAGE, text_of(page));
    if (!kit.fine) fail_msg("%s", all(&kit));
    const struct front *front = &kit.front;
    assert_true(text_is(front->title.value, "What is it?"));
    assert_true(front->title.offset == 11 && front->title.exact && front->title.inner == 11);
    assert_true(text_is(front->term.value, "It") && front->term.exact);
    assert_true(front->term.inner == front->term.offset + 1 && front->term.length == 4);
    assert_true(text_is(front->summary.value, "A \"summary\"") && front->summary.exact);
    assert_true(front->kind == KIND_GLOSSARY && text_is(front->kind_text.value, "glossary"));
    assert_int_equal(front->order, 12);
    assert_int_equal(front->needs.count, 1);
    assert_true(text_is(front->needs.item[0].value, "warp"));
    assert_int_equal(front->related.count, 2);
    assert_true(text_is(front->related.item[1].value, "shared-memory"));
    assert_int_equal(front->lessons.count, 1);
    assert_int_equal(front->errors.count, 0);
    assert_true(text_is(front->aliases.item[0].value, "/old/path/"));
    assert_int_equal(front->source_count, 2);
    assert_true(text_is(front->source[0].checked.value, "2026-11-29"));
    assert_true(text_is(front->source[1].title.value, "Other"));
    assert_true(text_is(front->byline.author.value, "Ana Lima"));
    assert_true(text_is(front->byline.checked.value, "2026-11-22"));
    assert_true(text_starts(text_cut(kit.source->text, kit.body, SIZE_MAX), "Body"));
    close_kit(&kit);
}

/* Nothing becomes a number, a truth or nothing. */
static void values_stay_text(void **state) {
    (void)state;
    struct kit kit;
    read_as(
        &kit, PAGE,
        TEXT("---\ntitle: 1.10\nkind: glossary\nsummary: ~\nterm: on\nrelated: [no, off, 0x1F]\n"
             "byline:\n  author: No\n  reviewer: null\n  written: soon\n  checked:\n---\n"));
    if (!kit.fine) fail_msg("%s", all(&kit));
    assert_true(text_is(kit.front.title.value, "1.10") && text_is(kit.front.summary.value, "~"));
    assert_true(text_is(kit.front.related.item[0].value, "no"));
    assert_true(text_is(kit.front.related.item[2].value, "0x1F"));
    assert_true(text_is(kit.front.byline.author.value, "No"));
    assert_true(text_is(kit.front.byline.reviewer.value, "null"));
    assert_true(text_is(kit.front.byline.written.value, "soon")); /* the gate's business */
    assert_int_equal(kit.front.byline.checked.value.len, 0);
    close_kit(&kit);
}

static void texts_not_one_to_one(void **state) {
    (void)state;
    struct kit kit;
    read_as(&kit, PAGE,
            TEXT(WITH(
                "title: \"a\\tb\"\nkind: glossary\nterm: 'it''s'\nsummary: >-\n  two\n  lines\n")));
    assert_true(kit.fine && !kit.front.title.exact && !kit.front.term.exact);
    assert_true(text_is(kit.front.title.value, "a\tb") && text_is(kit.front.term.value, "it's"));
    assert_true(text_is(kit.front.summary.value, "two lines") && !kit.front.summary.exact);
    close_kit(&kit);
    read_as(&kit, PAGE, TEXT(WITH("title: folded\n  plain\nkind: glossary\nsummary: S\n")));
    assert_true(kit.fine && text_is(kit.front.title.value, "folded plain"));
    assert_false(kit.front.title.exact);
    close_kit(&kit);
}

/* Columns are bytes, however wide the characters before. */
static void places_in_bytes(void **state) {
    (void)state;
    struct kit kit;
    read_as(&kit, PAGE,
            TEXT(WITH("title: \"é漢\U0001F600\"\nkind: glossary\nsummary: é漢 x: y\nterm: \"é\" # "
                      "ç\nbad: 1\n")));
    expect(&kit, "a colon and a space inside a text", 4, 17);
    expect(&kit, "unknown key bad", 6, 1);
    assert_int_equal(kit.front.title.length, 11);
    assert_true(text_is(kit.front.term.value, "é") && kit.front.term.exact);
    close_kit(&kit);
    read_as(&kit, PAGE,
            TEXT("---\r\ntitle: é\r\nkind: glossary\r\nsummary: S\r\nbad: é\r\n" BYLINE
                 "---\r\n\r\nText"));
    expect(&kit, "unknown key bad", 5, 1);
    assert_true(text_is(text_cut(kit.source->text, kit.body, SIZE_MAX), "\nText"));
    close_kit(&kit);
    read_as(&kit, PAGE,
            TEXT("\xEF\xBB\xBF---\rtitle: T\rkind: glossary\rsummary: S\r" BYLINE "---\rX"));
    if (!kit.fine) fail_msg("%s", all(&kit));
    assert_true(text_is(text_cut(kit.source->text, kit.body, SIZE_MAX), "X"));
    close_kit(&kit);
    read_as(&kit, PAGE, TEXT(WITH("title: a\U000E0041 b\nkind: glossary\nsummary: S\n")));
    expect(&kit, "U+E0041 in text", 2, 9);
    assert_int_equal(kit.diags.count, 1); /* four bytes, one message */
    close_kit(&kit);
    read_as(&kit, PAGE, TEXT(WITH(BASIC "rel\u00ADated: [x]\nlessons: [\u200Bx]\n")));
    assert_int_equal(kit.diags.count, 2); /* nothing more about the key and the value */
    assert_int_equal(kit.front.lessons.count, 0);
    close_kit(&kit);
}

static void mistakes(void **state) {
    (void)state;
    static const struct {
        const char *page, *says, *hint;
        size_t line, column;
    } cases[] = {
        /* texts that YAML does not read as meant */
        {WITH("title: Shared memory: bank\nkind: glossary\nsummary: S\n"), "a colon and a space",
         "put the text in quotes: title: \"Shared memory: bank\"", 2, 21},
        {WITH("title: A \"b\": c\nkind: glossary\nsummary: S\n"), "a colon and a space",
         "put the text in quotes: title: \"A \\\"b\\\": c\"", 2, 13},
        {WITH("title: T\nkind: glossary\nsummary: {{ fact.l2 as MiB }} of L2\n"),
         "text that starts with {{ has to be in quotes",
         "put the text in quotes: summary: \"{{ fact.l2 as MiB }} of L2\"", 4, 10},
        {WITH("title: T\nkind: glossary\nsummary: {{ fact.l2 as MiB }}\n"),
         "text that starts with {{ has to be in quotes", "put the text in quotes", 4, 10},
        {WITH("title: T\nkind: glossary\nsummary: {{ stride.useful[8] }}\n"),
         "text that starts with {{ has to be in quotes", "put the text in quotes", 4, 10},
        {WITH(BASIC "related:\n  - {{ x }}\n"), "text that starts with {{", "write \"{{", 6, 5},
        {WITH(BASIC "related: [{{ x }}, b]\n"), "text that starts with {{", "write \"{{", 5, 11},
        {WITH("title: @x\nkind: glossary\nsummary: S\n"), "a text cannot begin with this character",
         "put the text in quotes: title: \"@x\"", 2, 8},
        {WITH("title: `x`\nkind: glossary\nsummary: S\n"),
         "a text cannot begin with this character", "put the text in quotes", 2, 8},
        {WITH("title: *x\nkind: glossary\nsummary: S\n"), "aliases (*) are not used here",
         "put it in quotes", 2, 8},
        {WITH("title: &x y\nkind: glossary\nsummary: S\n"), "anchors (&) are not used here",
         "put it in quotes", 2, 8},
        {WITH("title: !x y\nkind: glossary\nsummary: S\n"), "tags (!) are not used here",
         "put it in quotes", 2, 8},
        {WITH("title: !!str y\nkind: glossary\nsummary: S\n"), "tags (!) are not used here", "", 2,
         8},
        {WITH(BASIC "related: &a [x]\n"), "anchors (&) are not used here", "", 5, 10},
        {WITH("title: \"T\nkind: glossary\nsummary: S\n"), "the text in quotes that begins here",
         "", 2, 8},
        {WITH("title: \"T\\q\"\nkind: glossary\nsummary: S\n"),
         "the text in quotes that begins here", "write", 2, 8},
        {WITH("title: \"T\" x\nkind: glossary\nsummary: S\n"), "this cannot be read as YAML", "", 2,
         12},
        {WITH(BASIC "related: [a, b\n"), "this cannot be read as YAML", "", 6, 7},
        {WITH(BASIC "sources:\n\t- id: x\n"), "a tab cannot stand here", "indent with spaces", 6,
         1},
        /* keys */
        {WITH(BASIC "kind: lesson\n"), "kind was set on line 3", "keep one", 5, 1},
        {WITH(BASIC "BYLINE: x\n"), "unknown key BYLINE", "nearest: byline", 5, 1},
        {WITH(BASIC "Title: x\n"), "unknown key Title", "nearest: title", 5, 1},
        {WITH(BASIC "zzzzzz: x\n"), "unknown key zzzzzz", "known here: title, term, kind", 5, 1},
        {WITH(BASIC "? [a]\n: b\n"), "a key has to be a word", "", 5, 3},
        {"---\n" BASIC "byline: {author: A, author: B}\n---\n", "author was set on line 5", "", 5,
         21},
        {"---\n" BASIC "byline:\n  author: A\n  autor: B\n---\n", "unknown key autor",
         "nearest: author", 7, 3},
        {WITH(BASIC "sources:\n  - id: x\n    title: X\n    id: y\n"), "id was set on line 6", "",
         8, 5},
        /* what has to be there */
        {"---\n---\n", "the key title is missing", "", 1, 1},
        {"---\n---\n", "the key kind is missing", "", 1, 1},
        {"---\n---\n", "the key summary is missing", "", 1, 1},
        {"---\n---\n", "the key byline is missing", "", 1, 1},
        {WITH("title:\nkind: glossary\nsummary: S\n"), "title is empty", "", 2, 1},
        {WITH("title: \"\"\nkind: glossary\nsummary: S\n"), "title is empty", "", 2, 8},
        {WITH("title: T\nkind: glossary\nsummary: \" \"\n"), "summary is empty", "", 4, 10},
        {WITH(BASIC "term:\n"), "term is empty", "", 5, 1},
        {WITH(BASIC "sources:\n  - id: x\n"), "the key title is missing", "", 6, 5},
        {WITH(BASIC "sources:\n  - title: x\n"), "the key id is missing", "", 6, 5},
        /* kinds of values */
        {WITH("title: {a: b}\nkind: glossary\nsummary: S\n"),
         "title has to be a text, not a map of keys", "", 2, 8},
        {WITH("title: [a]\nkind: glossary\nsummary: S\n"), "title has to be a text, not a list", "",
         2, 8},
        {WITH(BASIC "related: x\n"), "related has to be a list, not a text",
         "write related: [first, second]", 5, 10},
        {WITH(BASIC "related:\n"), "related has to be a list, not a text", "", 5, 1},
        {WITH(BASIC "related: [x, [y]]\n"), "has to be a text, not a list", "", 5, 14},
        {WITH(BASIC "related: [x, x]\n"), "x stands in related twice", "", 5, 14},
        {WITH(BASIC "related: [x, ]\norder: x\n"), "order has to be a whole number", "", 6, 8},
        {WITH(BASIC "order: 1.5\n"), "order has to be a whole number", "", 5, 8},
        {WITH(BASIC "order: -1\n"), "order has to be a whole number", "", 5, 8},
        {WITH(BASIC "order:\n"), "order has to be a whole number", "", 5, 1},
        {WITH(BASIC "order: 99999999999999999999\n"), "order has to be a whole number", "", 5, 8},
        {"---\n" BASIC "byline: Ana\n---\n", "byline has to be a map of keys, not a text", "", 5,
         9},
        {"---\n" BASIC "byline:\n  author: [A]\n---\n", "author has to be a text, not a list", "",
         6, 11},
        {WITH(BASIC "sources: x\n"), "sources has to be a list, not a text", "", 5, 10},
        {WITH(BASIC "sources: [x]\n"), "an item of sources has to be a map of keys", "", 5, 11},
        {WITH(BASIC "sources:\n  - {id: a b, title: X}\n"), "this cannot be the id of a source", "",
         6, 10},
        {WITH(BASIC "sources: [{id: a, title: X}, {id: a, title: Y}]\n"),
         "the source a was named on line 5", "", 5, 35},
        {WITH(BASIC "sources: [{id: a, title: X, url: 'javascript:alert(1)'}]\n"),
         "url has to begin with https:// or http://", "", 5, 34},
        {WITH("title: T\nkind: lessons\nsummary: S\n"), "there is no kind lessons",
         "nearest: lesson", 3, 7},
        {WITH("title: T\nkind: lesson\nsummary: S\n"),
         "pages of the kind lesson lie in content/lessons/",
         "write kind: glossary, or move the file", 3, 7},
        {WITH("title: |\n  a\n  b\nkind: glossary\nsummary: S\n"), "title has to be one line", "",
         2, 8},
        /* what would be lost, or shown as it was typed */
        {WITH("title: C # and more\nkind: glossary\nsummary: S\n"),
         "what stands behind # is a comment",
         "put the text in quotes: title: \"C # and more\"; a comment", 2, 10},
        {WITH("title: a `b # c` d\nkind: glossary\nsummary: S\n"), "is a comment", "", 2, 13},
        {WITH(BASIC "term: # all of it\n"), "is a comment", "", 5, 7},
        {WITH(BASIC "term: a\t# all of it\n"), "is a comment", "", 5, 9},
        {WITH(BASIC "related:\n  - x # first\n"), "is a comment", "put the text in quotes; ", 6, 7},
        {WITH("title: T\nkind: glossary\nsummary: two\n  lines # lost\n"), "is a comment", "", 5,
         9},
        {WITH(BASIC "sources: [{id: a, title: 'It {{ fact.l2 }}'}]\n"),
         "expressions are not evaluated in title", "values stand in", 5, 30},
        {"---\n" BASIC "byline:\n  author: A {{ x }}\n---\n",
         "expressions are not evaluated in author", "", 6, 13},
        {"---\n" BASIC "byline:\n  written: 2026-02-30\n---\n", "2026-02-30 is no day",
         "write YYYY-MM-DD", 6, 12},
        {"---\n" BASIC "byline:\n  checked: 2026-1-3\n---\n", "2026-1-3 is no day", "", 6, 12},
        {"---\n" BASIC "byline:\n  checked: '30.11.2026'\n---\n", "30.11.2026 is no day", "", 6,
         12},
        {WITH(BASIC "sources: [{id: a, title: X, checked: 2026-11-01, earlier: yes}]\n"),
         "yes is no reason", "say in two words or more why the older check counts for this page", 5,
         59},
        {"---\n" BASIC "sources: [{id: a, title: X, checked: 2026-11-20, earlier: for a twin}]\n"
         "byline: {written: 2026-11-20}\n---\n",
         "2026-11-20 is not before the page was written, on 2026-11-20", "take the key out", 5, 59},
        {WITH(BASIC "sources: [{id: a, title: X, checked: 2026-13-01}]\n"), "2026-13-01 is no day",
         "", 5, 38},
        {"---\n" BASIC BYLINE "---\n\n---\ntitle: Again\n---\n",
         "a second front matter begins here", "keep one of the two", 12, 1},
        /* the block as a whole */
        {"", "the file is empty", "begin the file with a line ---", 1, 1},
        {"\n\n", "the file is empty", "", 1, 1},
        {"Text\n---\n", "the page has no front matter", "", 1, 1},
        {"\n---\n" BASIC "---\n", "the page has no front matter", "", 1, 1},
        {"---\n" BASIC, "the front matter never ends", "end it with a line ---", 1, 1},
        {"---", "the front matter never ends", "", 1, 1},
        {"---\nno map at all\n---\n", "this is not a map of keys", "", 2, 1},
        {"---\n- a\n- b\n---\n", "this is not a map of keys", "", 2, 1},
        {"---\n%YAML 1.1\ntitle: x\n---\n", "no key can stand here", "", 3, 1},
        {"---\n" BASIC BYLINE "...\ntitle: U\n---\n", "no key can stand here",
         "remove the line above", 11, 1},
        /* bytes */
        {WITH("title: a\x10 b\nkind: glossary\nsummary: S\n"), "U+0010 in text", "", 2, 9},
        {WITH("title: caf\xFF b\nkind: glossary\nsummary: S\n"), "byte 0xFF is not UTF-8", "", 2,
         11},
        {WITH("title: a\xC2\x85 b\nkind: glossary\nsummary: S\n"), "U+0085 in text", "", 2, 9},
        {WITH("title: a\u200B b\nkind: glossary\nsummary: S\n"), "U+200B in text", "delete it", 2,
         9},
        {WITH(BASIC "rel\u00ADated: [x]\n"), "U+00AD in text", "", 5, 4},
        {"---\n" BASIC "byline:\n  author: Ana\u202ELima\n---\n", "U+202E in text", "", 6, 14},
        {WITH("title: \"a\\u202E\"\nkind: glossary\nsummary: S\n"), "U+202E in text", "", 2, 8},
        {WITH("title: a\U000E0041\nkind: glossary\nsummary: S\n"), "U+E0041 in text", "", 2, 9},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct kit kit;
        read_as(&kit, PAGE, text_of(cases[i].page));
        if (kit.fine) fail_msg("accepted:\n%s", cases[i].page);
        const struct diag *diag = expect(&kit, cases[i].says, cases[i].line, cases[i].column);
        if (text_find(diag->hint, cases[i].hint, 0) == SIZE_MAX && *cases[i].hint)
            fail_msg("the hint is \"%.*s\", not \"%s\"", TEXT_ARG(diag->hint), cases[i].hint);
        close_kit(&kit);
    }
}

/* What cannot be read in one line does not hide the other mistakes, nor invent any. */
static void all_in_one_run(void **state) {
    (void)state;
    struct kit kit;
    read_as(
        &kit, PAGE,
        TEXT("---\ntitle: A: b\nkind: glossary\nsummary: {{ fact.l2 }} of\nterm: C: d\norder: x\n"
             "bad: 1\nrelated: x\nlessons: [\x01]\nbyline:\n  author: E: f\n  author: "
             "g\n---\nBody"));
    expect(&kit, "a colon and a space", 2, 9);
    expect(&kit, "text that starts with {{", 4, 10);
    expect(&kit, "a colon and a space", 5, 8);
    expect(&kit, "order has to be", 6, 8);
    expect(&kit, "unknown key bad", 7, 1);
    expect(&kit, "related has to be", 8, 10);
    expect(&kit, "U+0001", 9, 11);
    expect(&kit, "a colon and a space", 11, 12);
    expect(&kit, "author was set on line 11", 12, 3);
    assert_int_equal(kit.diags.errors, 9);
    assert_true(text_is(text_cut(kit.source->text, kit.body, SIZE_MAX), "Body"));
    close_kit(&kit);
    /* Where reading ends early, nothing is said about what is absent. */
    read_as(&kit, PAGE, TEXT("---\ntitle: T\nkind: \"glossary\nsummary: S\n---\nBody"));
    assert_int_equal(kit.diags.errors, 1);
    assert_true(text_is(kit.front.title.value, "T") && kit.body > 0);
    close_kit(&kit);
}

static void kinds(void **state) {
    (void)state;
    static const char *const paths[] = {"content/glossary/a.md", "content/lessons/a.md",
                                        "content/articles/a.md", "content/exercises/a/b.md",
                                        "content/errors/a.md"};
    for (int kind = KIND_GLOSSARY; kind <= KIND_ERROR; kind++) {
        struct kit kit;
        struct arena arena = {0};
        struct text page = arena_printf(
            &arena, "---\ntitle: T\nkind: %s\nsummary: S\n" BYLINE "---\n", page_kinds[kind].word);
        for (int folder = KIND_GLOSSARY; folder <= KIND_ERROR; folder++) {
            read_as(&kit, paths[folder], page);
            assert_true(kit.fine == (kind == folder));
            assert_int_equal(kit.front.kind, kind);
            close_kit(&kit);
        }
        read_as(&kit, "content/a.md", page);
        assert_false(kit.fine);
        close_kit(&kit);
        arena_free(&arena);
    }
    struct kit kit;
    read_as(&kit, "content/lessons/a.md",
            TEXT("---\ntitle: T\nkind: lesson\nsummary: S\nterm: X\n" BYLINE "---\n"));
    expect(&kit, "only a glossary entry has a term", 5, 7);
    close_kit(&kit);
    /* The folder says the kind of a page that does not. */
    read_as(&kit, "content/errors/a.md", TEXT("no front matter"));
    assert_true(kit.front.kind == KIND_ERROR && kit.body == 0);
    close_kit(&kit);
}

#define SITE "title: T\nbase: https://example.org/\nhome-card: h200\n"

static void site_file(void **state) {
    (void)state;
    struct kit kit;
    read_as(&kit, "content/site.yaml",
            TEXT("# comment\n" SITE "summary: \"S: s\"\nfresh-days: 30\npath: [a, b/c]\nplanned:\n"
                 "  - path: glossary/registers\n    term: Registers\n"
                 "  - {path: lessons/day-11, term: 'Day 11: coalescing'}\n"));
    if (!kit.fine) fail_msg("%s", all(&kit));
    assert_true(text_is(kit.site.default_card.value, "h200") && kit.site.fresh_days == 30);
    assert_true(text_is(kit.site.base.value, "https://example.org/"));
    assert_true(text_is(kit.site.summary.value, "S: s"));
    assert_int_equal(kit.site.path.count, 2);
    assert_true(text_is(kit.site.path.item[1].value, "b/c"));
    assert_int_equal(kit.site.planned_count, 2);
    assert_true(text_is(kit.site.planned[0].path.value, "glossary/registers"));
    assert_true(text_is(kit.site.planned[1].term.value, "Day 11: coalescing"));
    assert_ptr_equal(kit.site.source, kit.source);
    close_kit(&kit);
    read_as(&kit, "content/site.yaml", TEXT("---\n" SITE));
    assert_true(kit.fine && kit.site.fresh_days == 180);
    close_kit(&kit);
}

static void site_mistakes(void **state) {
    (void)state;
    static const struct {
        const char *file, *says;
        size_t line, column;
    } cases[] = {
        {"", "the file is empty", 1, 1},
        {"title: T\n", "the key base is missing", 1, 1},
        {"title: T\n", "the key home-card is missing", 1, 1},
        {SITE "homecard: x\n", "unknown key homecard", 4, 1},
        {SITE "base: https://b.org/\n", "base was set on line 2", 4, 1},
        {SITE "fresh-days: soon\n", "fresh-days has to be a whole number", 4, 13},
        {"title: T\nbase: example.org\nhome-card: x\n", "this is not the address of a site", 2, 7},
        {"title: T\nbase: https://example.org\nhome-card: x\n", "this is not the address", 2, 7},
        {"title: T\nbase: https:///\nhome-card: x\n", "this is not the address of a site", 2, 7},
        {SITE "repository: kit.git\n", "this is not the address of a repository", 4, 13},
        {SITE "planned: [x]\n", "an item of planned has to be a map of keys", 4, 11},
        {SITE "planned:\n  - path: glossary/a\n", "the key term is missing", 5, 5},
        {SITE "planned:\n  - {path: /glossary/a/, term: A}\n", "this is not the path of a page", 5,
         12},
        {SITE "planned:\n  - {path: a, term: A}\n", "this is not the path of a page", 5, 12},
        {SITE "planned:\n  - {path: glossary/../../etc, term: A}\n", "this is not the path", 5, 12},
        {SITE "planned:\n  - {path: glossary/a, term: A}\n  - {path: glossary/a, term: B}\n",
         "glossary/a was planned on line 5", 6, 12},
        {SITE "planned:\n  - path: glossary/a\n    term: B: c\n", "a colon and a space", 6, 12},
        {SITE "---\ntitle: U\n", "a second YAML document begins here", 4, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct kit kit;
        read_as(&kit, "content/site.yaml", text_of(cases[i].file));
        if (kit.fine) fail_msg("accepted:\n%s", cases[i].file);
        expect(&kit, cases[i].says, cases[i].line, cases[i].column);
        close_kit(&kit);
    }
}

static const char sample[] =
    "---\ntitle: \"What: \\u00e9 {{ fact.l2 }}\"\nterm: 'it''s' # note\nkind: glossary\n"
    "summary: >-\n  folded\n  text\norder: 1\nrelated: [a, {b: c}, \"d\"]\nlessons:\n- x\n- y\n"
    "sources:\n  - id: g\n    title: G: h\n    url: https://e.org/é\n"
    "byline: {author: A, reviewer: B}\n---\nBody {{ x }}\n";

/* A character that nobody sees gets into no value, however it is written. */
static void hidden_by_escapes(void **state) {
    static const char *const escapes[] = {"\\0",     "\\e[31m", "\\x1b",   "\\x7f",   "\\a",
                                          "\\u0000", "\\u001b", "\\u0085", "\\u200b", "\\u200d",
                                          "\\u202e", "\\u2028", "\\uFEFF", "\\N",     "\\L"};
    static const char *const places[][2] = {
        {PAGE, "---\ntitle: %s\nkind: glossary\nsummary: S\n" BYLINE "---\nText.\n"},
        {PAGE, "---\nterm: %s\n" BASIC BYLINE "---\nText.\n"},
        {PAGE, "---\nkind: %s\ntitle: T\nsummary: S\n" BYLINE "---\nText.\n"},
        {PAGE, "---\nsummary: %s\ntitle: T\nkind: glossary\n" BYLINE "---\nText.\n"},
        {PAGE, "---\norder: %s\n" BASIC BYLINE "---\nText.\n"},
        {PAGE, "---\nneeds: [%s]\n" BASIC BYLINE "---\nText.\n"},
        {PAGE, "---\nrelated: [%s]\n" BASIC BYLINE "---\nText.\n"},
        {PAGE, "---\nlessons: [%s]\n" BASIC BYLINE "---\nText.\n"},
        {PAGE, "---\nerrors: [%s]\n" BASIC BYLINE "---\nText.\n"},
        {PAGE, "---\naliases: [%s]\n" BASIC BYLINE "---\nText.\n"},
        {PAGE, "---\nsources: [{id: %s, title: T}]\n" BASIC BYLINE "---\nText.\n"},
        {PAGE, "---\nsources: [{id: a, title: %s}]\n" BASIC BYLINE "---\nText.\n"},
        {PAGE, "---\nsources: [{id: a, title: T, url: %s}]\n" BASIC BYLINE "---\nText.\n"},
        {PAGE, "---\nsources: [{id: a, title: T, checked: %s}]\n" BASIC BYLINE "---\nText.\n"},
        {PAGE, "---\nsources: [{id: a, title: T, earlier: %s}]\n" BASIC BYLINE "---\nText.\n"},
        {PAGE, "---\nbyline: {author: %s}\n" BASIC "---\nText.\n"},
        {PAGE, "---\nbyline: {reviewer: %s}\n" BASIC "---\nText.\n"},
        {PAGE, "---\nbyline: {written: %s}\n" BASIC "---\nText.\n"},
        {PAGE, "---\nbyline: {checked: %s}\n" BASIC "---\nText.\n"},
        {"content/site.yaml", "title: %s\nbase: https://a.example/\nhome-card: c\n"},
        {"content/site.yaml", "base: %s\ntitle: T\nhome-card: c\n"},
        {"content/site.yaml", "home-card: %s\ntitle: T\nbase: https://a.example/\n"},
        {"content/site.yaml", "summary: %s\ntitle: T\nbase: https://a.example/\nhome-card: c\n"},
        {"content/site.yaml", "fresh-days: %s\ntitle: T\nbase: https://a.example/\nhome-card: c\n"},
        {"content/site.yaml", "path: [%s]\ntitle: T\nbase: https://a.example/\nhome-card: c\n"},
        {"content/site.yaml",
         "planned: [{path: %s, term: T}]\ntitle: T\nbase: https://a.example/\nhome-card: c\n"},
        {"content/site.yaml",
         "planned: [{path: a/b, term: %s}]\ntitle: T\nbase: https://a.example/\nhome-card: c\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        for (size_t j = 0; j < sizeof escapes / sizeof *escapes; j++) {
            struct kit kit;
            struct arena arena = {0};
            struct text before = text_of(places[i][1]), after = before;
            size_t at = text_find(before, "%s", 0);
            before.len = at;
            after = text_cut(after, at + 2, after.len);
            read_as(&kit, places[i][0],
                    arena_printf(&arena, "%.*s\"Bo%sFalk\"%.*s", TEXT_ARG(before), escapes[j],
                                 TEXT_ARG(after)));
            size_t found = 0;
            for (size_t k = 0; k < kit.diags.count; k++)
                found += text_starts(kit.diags.list[k].message, "U+") &&
                         kit.diags.list[k].place.line == (i < 19 ? 2 : 1);
            if (!found) fail_msg("%s in %s passes:\n%s", escapes[j], places[i][1], all(&kit));
            close_kit(&kit);
            arena_free(&arena);
        }
}

/* No cut and no changed byte may do worse than an error. */
static void cuts_and_flips(void **state) {
    (void)state;
    const size_t len = sizeof sample - 1;
    char changed[sizeof sample];
    struct kit kit;
    for (size_t i = 0; i <= len; i++) {
        char *cut = malloc(i ? i : 1);
        assert_non_null(cut);
        memcpy(cut, sample, i);
        read_as(&kit, PAGE, (struct text){cut, i});
        close_kit(&kit);
        read_as(&kit, "content/site.yaml", (struct text){cut, i});
        close_kit(&kit);
        free(cut);
    }
    for (size_t i = 0; i < len; i++)
        for (size_t k = 0; k < 16; k++) {
            memcpy(changed, sample, sizeof changed);
            changed[i] = "{}[]:\n\"'&*!-#\xFF\t%"[k];
            read_as(&kit, PAGE, (struct text){changed, len});
            close_kit(&kit);
        }
}

static void hostile_sizes(void **state) {
    (void)state;
    struct kit kit;
    struct buf page = {0};
    buf_str(&page, "---\ntitle: ");
    for (int i = 0; i < 20000; i++)
        buf_str(&page, "[");
    buf_str(&page, "\n---\n");
    read_as(&kit, PAGE, buf_text(&page));
    assert_false(kit.fine);
    close_kit(&kit);
    buf_clear(&page); /* more bad lines than are taken out */
    buf_str(&page, "---\n");
    for (int i = 0; i < 500; i++)
        buf_printf(&page, "k%d: a: b\n", i);
    buf_str(&page, "---\n");
    read_as(&kit, PAGE, buf_text(&page));
    assert_true(kit.diags.errors >= 64);
    close_kit(&kit);
    buf_clear(&page); /* a closing --- far away: one message, not a thousand */
    buf_str(&page, "---\ntitle: T\n");
    for (int i = 0; i < 12000; i++)
        buf_printf(&page, "k%d: [a, b]\n", i);
    buf_str(&page, "---\nBody");
    read_as(&kit, PAGE, buf_text(&page));
    assert_int_equal(kit.diags.errors, 1);
    expect(&kit, "keys and values take more than 128 KiB here", 2, 1);
    close_kit(&kit);
    buf_free(&page);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_page),
        cmocka_unit_test(values_stay_text),
        cmocka_unit_test(texts_not_one_to_one),
        cmocka_unit_test(places_in_bytes),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(all_in_one_run),
        cmocka_unit_test(kinds),
        cmocka_unit_test(site_file),
        cmocka_unit_test(site_mistakes),
        cmocka_unit_test(hidden_by_escapes),
        cmocka_unit_test(cuts_and_flips),
        cmocka_unit_test(hostile_sizes),
    };
    return cmocka_run_group_tests_name("front", tests, NULL, NULL);
}
