/* The gate: a table of bylines with every reason that each gets, in order, with its place. The
 * front matter of each case starts on line 1; "today" is 2026-11-29. */
#include "course_scratch.h"
#include "page/signed.h"

/* "CODE LINE:COLUMN CODE LINE:COLUMN …", "" when the gate is open. */
static struct text reasons(struct scratch *scratch, const struct gate *gate,
                           const struct page *page) {
    struct buf out = {0};
    for (size_t i = 0; i < gate->count; i++) {
        struct place place = source_place(page->source, gate->reason[i].offset);
        buf_printf(&out, "%s%s %zu:%zu", i ? " " : "", gate_code_word(gate->reason[i].code),
                   place.line, place.column);
        assert_true(gate->reason[i].message.len > 0 && gate->reason[i].hint.len > 0);
    }
    struct text text = arena_text(&scratch->arena, buf_text(&out));
    buf_free(&out);
    assert_int_equal(gate->open, gate->count == 0);
    return text;
}

static struct page *page_of(struct scratch *scratch, const char *bytes) {
    struct source *source =
        source_load(&scratch->arena, TEXT("content/glossary/kit.md"), text_of(bytes));
    return page_read(&scratch->root, source, &scratch->arena, &scratch->diags);
}

static struct gate decide(struct scratch *scratch, const struct page *page) {
    return gate_decide(page, NULL, SCRATCH_TODAY, &scratch->arena);
}

#define HEAD "---\ntitle: Kit\nterm: Kit\nkind: glossary\nsummary: Kit.\n"
#define BYLINE(author, reviewer, written, checked)                                                 \
    "byline:\n  author: " author "\n  reviewer: " reviewer "\n  written: " written                 \
    "\n  checked: " checked "\n---\n\nText.\n"

static void bylines(void **state) {
    static const struct {
        const char *front, *reasons;
    } cases[] = {
        {BYLINE("Ana Lima", "Bo Falk", "2026-11-20", "2026-11-22"), ""},
        {BYLINE("No", "Yes", "2026-11-20", "2026-11-22"), ""},
        {BYLINE("Ana Lima", "Bo Falk", "2026-11-29", "2026-11-29"), ""},
        {BYLINE("Ana Lima", "Bo Falk", "2024-02-29", "2026-11-22"), ""},
        {BYLINE("pending", "pending", "pending", "pending"),
         "author 7:11 reviewer 8:13 written 9:12 checked 10:12"},
        {BYLINE("Ana Lima", "tbd", "2026-11-20", "2026-11-22"), "reviewer 8:13"},
        {BYLINE("Ana Lima", "", "2026-11-20", "~"), "reviewer 8:12 checked 10:12"},
        {BYLINE("\"?\"", "Bo Falk", "2026-11-20", "2026-11-22"), "author 7:11"},
        {BYLINE("\"\\u200b\"", "Bo Falk", "2026-11-20", "2026-11-22"),
         "front-matter 1:1 author 6:1"},
        {BYLINE("\"Ana  Lima\"", "ana lima", "2026-11-20", "2026-11-22"), "same-person 8:13"},
        {BYLINE("Ana Lima", "Bo Falk (pending)", "2026-11-20", "2026-11-22"), "reviewer 8:13"},
        {BYLINE("\"Ana\\u200b Lima\"", "Bo Falk", "2026-11-20", "2026-11-22"),
         "front-matter 1:1 author 6:1"},
        {BYLINE("Ana Lima", "Bo Falk", "2026-11-22", "2026-11-20"), "date-order 10:12"},
        {BYLINE("Ana Lima", "Bo Falk", "2026-11-20", "2026-11-30"), "future 10:12"},
        {BYLINE("Ana Lima", "Bo Falk", "2026-12-01", "2026-12-02"), "future 9:12 future 10:12"},
        {BYLINE("Ana Lima", "Bo Falk", "2026-12-01", "2026-11-22"), "date-order 10:12 future 9:12"},
        {BYLINE("Ana Lima", "Bo Falk", "some day", "2026-11-22"), "written 9:12"},
        {BYLINE("Ana Lima", "Bo Falk", "2025-02-29", "2026-13-01"),
         "front-matter 1:1 written 9:12 checked 10:12"},
        {BYLINE("Ana Lima", "Bo Falk", "20.11.2026", "22 Nov 2026"),
         "front-matter 1:1 written 9:12 checked 10:12"},
        {BYLINE("Ana Lima", "Bo Falk", "2026-11-20T10:00:00Z", "2026-11-2"),
         "front-matter 1:1 written 9:12 checked 10:12"},
        {BYLINE("Ana Lima", "Bo Falk", "\"2026-11-20 \"", "２０２６-11-22"),
         "front-matter 1:1 written 9:12 checked 10:12"},
        {"sources:\n  - {id: w, title: W, url: \"https://example.org/\", checked: 2026-11-20}\n"
         "  - {id: x, title: X, url: \"https://example.org/\", checked: pending}\n"
         "  - {id: y, title: Y, url: \"https://example.org/\", checked: 2026-11-31}\n"
         "  - {id: z, title: Z, url: \"https://example.org/\", checked: 2026-12-24}\n" BYLINE(
             "Ana Lima", "Bo Falk", "2026-11-20", "2026-11-22"),
         "front-matter 1:1 source 8:61 source 9:61 future 10:61"},
        {"sources:\n  - {id: w, title: W, checked: 2026-11-19}\n"
         "  - {id: x, title: X, checked: 2026-11-19, earlier: checked for another page}\n"
         "  - {id: y, title: Y, checked: 2026-11-20}\n" BYLINE("Ana Lima", "Bo Falk", "2026-11-20",
                                                               "2026-11-22"),
         "source-earlier 7:32"},
        {"sources:\n  - {id: w, title: W, checked: 2026-11-19}\n" BYLINE("Ana Lima", "Bo Falk",
                                                                         "pending", "2026-11-22"),
         "written 11:12"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scratch scratch = {.root = {.fd = -1}};
        struct text whole = arena_printf(&scratch.arena, HEAD "%s", cases[i].front);
        struct page *page = page_of(&scratch, whole.ptr);
        struct gate gate = decide(&scratch, page);
        struct text found = reasons(&scratch, &gate, page);
        if (!text_is(found, cases[i].reasons))
            fail_msg("%s\n\"%.*s\" is not \"%s\"", whole.ptr, TEXT_ARG(found), cases[i].reasons);
        diags_free(&scratch.diags);
        arena_free(&scratch.arena);
    }
}

static void says(struct scratch *scratch, const struct gate *gate, const char *words) {
    for (size_t i = 0; i < gate->count; i++)
        if (text_is(gate->reason[i].message, words)) return;
    for (size_t i = 0; i < gate->count; i++)
        printf("# %.*s\n", TEXT_ARG(gate->reason[i].message));
    arena_free(&scratch->arena);
    fail_msg("\"%s\" is no reason", words);
}

static void messages(void **state) {
    struct scratch scratch = {.root = {.fd = -1}};
    (void)state;
    struct gate gate = decide(
        &scratch, page_of(&scratch, HEAD BYLINE("pending", "\"\"", "pending", "2026-11-30")));
    says(&scratch, &gate, "the author is not named: \"pending\" is a placeholder");
    says(&scratch, &gate, "the reviewer is not named: it is empty");
    says(&scratch, &gate, "\"pending\" is not a day on which the page was written");
    says(&scratch, &gate,
         "the page was checked on a day to come: 2026-11-30, and today is "
         "2026-11-29");
    gate = decide(&scratch, page_of(&scratch, HEAD BYLINE("\"Ana  Lima\"", "ana lima", "2026-11-22",
                                                          "2026-11-20")));
    says(&scratch, &gate,
         "author and reviewer are the same person: \"Ana  Lima\" and \"ana lima\" "
         "differ only in case, signs, white space or Unicode form");
    says(&scratch, &gate,
         "the page was checked on 2026-11-20, before it was written on 2026-11-22");
    gate = decide(&scratch, page_of(&scratch, HEAD
                                    "sources:\n  - {id: w, title: W, checked: 2026-08-30}\n" BYLINE(
                                        "Ana Lima", "Bo Falk", "2026-11-20", "2026-11-22")));
    says(&scratch, &gate,
         "the source \"w\" was checked on 2026-08-30, before the page was written on 2026-11-20");
    diags_free(&scratch.diags);
    arena_free(&scratch.arena);
}

/* The file beside a page says what was signed, by whom and when; all of it has to be so still. */
static void signatures(void **state) {
    static const char signed_page[] =
        HEAD BYLINE("Ana Lima", "Bo Falk", "2026-11-20", "2026-11-22");
    static const char other_name[] =
        HEAD BYLINE("Ana Lima", "Bo Faulk", "2026-11-20", "2026-11-22");
    static const char taken_back[] = HEAD BYLINE("Ana Lima", "pending", "2026-11-20", "pending");
    struct scratch scratch = {.root = {.fd = -1}};
    (void)state;
    struct page *page = page_of(&scratch, signed_page);
    struct text words = signed_words(page, &scratch.arena);
    struct signature signature = {.version = SIGNED_VERSION,
                                  .sha256 = signed_hash(words, &scratch.arena),
                                  .site = TEXT("https://example.org/"),
                                  .card = TEXT("kit-home"),
                                  .author = TEXT("Ana Lima"),
                                  .reviewer = TEXT("Bo Falk"),
                                  .day = TEXT("2026-11-22"),
                                  .words = words};
    struct text file = signed_file(&signature, &scratch.arena);
    page->signature = signed_read(file, &scratch.arena);
    assert_true(decide(&scratch, page).open);

    struct page *changed =
        page_of(&scratch, arena_printf(&scratch.arena, "%sMore.\n", signed_page).ptr);
    changed->signature = page->signature;
    struct gate gate = decide(&scratch, changed);
    assert_int_equal(gate.count, 1);
    says(&scratch, &gate,
         "changed since review: this is not the text that Bo Falk signed on 2026-11-22");

    struct page *renamed = page_of(&scratch, other_name);
    renamed->signature = page->signature;
    gate = decide(&scratch, renamed);
    assert_int_equal(gate.count, 1);
    says(&scratch, &gate,
         "the text was signed by Bo Falk on 2026-11-22, which is not what the byline says");

    struct page *revoked = page_of(&scratch, taken_back);
    revoked->signature = page->signature;
    gate = decide(&scratch, revoked);
    scratch_is(reasons(&scratch, &gate, revoked), "reviewer 8:13 checked 10:12");

    for (size_t cut = 0; cut + words.len < file.len;
         cut++) { /* a file of which the end is missing */
        page->signature = signed_read(text_cut(file, 0, cut), &scratch.arena);
        assert_false(decide(&scratch, page).open);
    }
    diags_free(&scratch.diags);
    arena_free(&scratch.arena);
}

/* What is missing or broken closes the gate as well, each with a place in the file. */
static void nothing_there(void **state) {
    static const char *const pages[] = {
        "",
        "Text without front matter.\n",
        "---\ntitle: Kit\n",
        "---\n---\nText.\n",
        "---\ntitle: Kit\nkind: glossary\nsummary: Kit.\n---\n",
        "---\ntitle: Kit\nkind: glossary\nsummary: Kit.\nbyline: pending\n---\n",
        "---\ntitle: Kit\nkind: glossary\nsummary: Kit.\nbyline:\n  author: [Ana]\n---\n",
        "---\ntitle: [\nbyline:\n  author: Ana Lima\n  reviewer: Bo Falk\n---\n",
        "---\ntitle: Kit\nkind: glossary\nsummary: K\nbyline: {author: Ana, author: Bo}\n---\n",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(pages); i++) {
        struct scratch scratch = {.root = {.fd = -1}};
        struct page *page = page_of(&scratch, pages[i]);
        struct gate gate = decide(&scratch, page);
        assert_false(gate.open);
        assert_int_equal(gate.reason[0].code, GATE_FRONT);
        for (size_t j = 0; j < gate.count; j++)
            assert_true(gate.reason[j].offset <= page->source->text.len);
        assert_true(scratch.diags.errors > 0);
        diags_free(&scratch.diags);
        arena_free(&scratch.arena);
    }
    /* A key that is left out is shown at the byline. */
    struct scratch scratch = {.root = {.fd = -1}};
    struct page *page =
        page_of(&scratch, HEAD "byline:\n  author: Ana Lima\n  written: 2026-11-20\n"
                               "  checked: 2026-11-22\n---\n");
    struct gate gate = decide(&scratch, page);
    scratch_is(reasons(&scratch, &gate, page), "reviewer 6:1 empty 2:8");
    says(&scratch, &gate, "there is no text below the front matter");
    says(&scratch, &gate, "the reviewer is not named: there is no such key");
    diags_free(&scratch.diags);
    arena_free(&scratch.arena);
}

/* Code on the page that is not the code that was measured. */
static void code_that_changed(void **state) {
    static const char body[] = "```cuda from=kernels/kit.cu#sum\n```\n";
    static const char kernel[] = "// region: sum\nint sum;\n// endregion\n";
    struct scratch scratch;
    (void)state;
    for (int changed = 0; changed < 2; changed++) {
        scratch_open(&scratch);
        scratch_put(&scratch, "kernels/kit.cu", kernel);
        scratch_page(&scratch, "content/glossary/kit.md", "", SCRATCH_OPEN_BYLINE, body);
        scratch_read(&scratch, EDITION_REVIEW);
        const struct entry *entry = scratch_entry(&scratch, "/glossary/kit/");
        scratch_is(reasons(&scratch, &entry->gate, entry->page), "code-changed 13:1");
        says(&scratch, &entry->gate,
             "kernels/kit.cu is not the code that was measured: dram.read of kit-home comes from "
             "another version");
        /* The same again with the hash of the file that is there. */
        const struct node *node = entry->page->document;
        while (node->type != NODE_CODE_BLOCK)
            node = tree_next(node, entry->page->document);
        char sha256[65] = "";
        memcpy(sha256, node->code.sha256.ptr, 64);
        scratch_card(&scratch, "kit-home", "4e12", sha256);
        if (changed)
            scratch_put(&scratch, "kernels/kit.cu", "// region: sum\nint sum;\n// endregion\n\n");
        scratch_read(&scratch, EDITION_REVIEW);
        entry = scratch_entry(&scratch, "/glossary/kit/");
        scratch_is(reasons(&scratch, &entry->gate, entry->page),
                   changed ? "code-changed 13:1" : "");
        scratch_close(&scratch);
    }
}

static void false_claims(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_page(&scratch, "content/glossary/kit.md", "", SCRATCH_OPEN_BYLINE,
                 "It is {{ claim dram.read < 1 TB/s }}slow{{ end }} and\n"
                 "{{ claim dram.read > 9 TB/s }}quick{{ else }}not quick{{ end }} and\n"
                 "so {{ claim dram.read > 8 TB/s }}quick{{ end }}.\n"
                 /* A claim that no reader meets is no reason. */
                 "{{ if dram.read > 9 TB/s }}{{ claim dram.read > 8 TB/s }}q{{ end }}{{ end }}\n");
    scratch_read(&scratch, EDITION_REVIEW);
    const struct entry *entry = scratch_entry(&scratch, "/glossary/kit/");
    scratch_is(reasons(&scratch, &entry->gate, entry->page), "false-claim 13:7 false-claim 15:4");
    assert_int_equal(scratch.diags.errors, 0); /* the review edition shows a banner */
    assert_int_equal(scratch.diags.warnings, 2);
    diags_free(&scratch.diags);
    scratch_read(&scratch, EDITION_PUBLIC);
    assert_int_equal(scratch.diags.errors, 2);
    scratch_close(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bylines),       cmocka_unit_test(messages),
        cmocka_unit_test(nothing_there), cmocka_unit_test(code_that_changed),
        cmocka_unit_test(false_claims),  cmocka_unit_test(signatures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
