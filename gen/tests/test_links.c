/* The link graph: where links lead, and what is said of those that lead nowhere. Columns are bytes
 * from 1; the body of the page that holds the link starts on line 13. */
#include "course_scratch.h"

static void open_pages(struct scratch *scratch) {
    scratch_open(scratch);
    scratch_page(scratch, "content/glossary/registers.md", "aliases: [/old/registers/]\n",
                 SCRATCH_OPEN_BYLINE, "## Spills\n\n## 显存带宽\n\n## Latência de L2\n");
    scratch_page(scratch, "content/glossary/draft.md", "", SCRATCH_DRAFT_BYLINE, "## Part\n");
    scratch_page(scratch, "content/lessons/day-13.md", "", SCRATCH_OPEN_BYLINE, "Text.\n");
}

static struct entry *read_body(struct scratch *scratch, const char *body) {
    scratch_page(scratch, "content/glossary/kit.md", "", SCRATCH_OPEN_BYLINE, body);
    scratch_read(scratch, EDITION_PUBLIC);
    return scratch_entry(scratch, "/glossary/kit/");
}

static void good_links(void **state) {
    static const struct {
        const char *link;
        enum link_target target;
        const char *href;
    } cases[] = {
        {"[x](/glossary/registers/)", LINK_PAGE, "/glossary/registers/"},
        {"[x](/glossary/registers/#spills)", LINK_PAGE, "/glossary/registers/#spills"},
        {"[x](/glossary/registers/#显存带宽)", LINK_PAGE, "/glossary/registers/#显存带宽"},
        {"[x](/glossary/registers/#%E6%98%BE%E5%AD%98%E5%B8%A6%E5%AE%BD)", LINK_PAGE,
         "/glossary/registers/#显存带宽"},
        {"[x](/glossary/registers/#late\u0302ncia-de-l2)", LINK_PAGE,
         "/glossary/registers/#latência-de-l2"},
        {"[x](/lessons/day-13/)", LINK_PAGE, "/lessons/day-13/"},
        {"[x](#here)\n\n## Here\n", LINK_PAGE, "#here"},
        {"[x](/glossary/kit/#here)\n\n## Here\n", LINK_PAGE, "#here"},
        {"[x](/glossary/kit/)", LINK_PAGE, "/glossary/kit/"},
        {"[x](/)", LINK_PAGE, "/"},
        {"[x](/terms/)", LINK_PAGE, "/terms/"},
        {"[x](/cards/)", LINK_PAGE, "/cards/"},
        {"[x](/model/)", LINK_PAGE, "/model/"},
        {"[x](/cards/kit-home/)", LINK_PAGE, "/cards/kit-home/"},
        {"[x](/cards/kit-home/kit-home.json)", LINK_PAGE, "/cards/kit-home/kit-home.json"},
        {"[x](/glossary/planned-one/)", LINK_PLAIN, ""},
        {"[x](/glossary/planned-one/#any)", LINK_PLAIN, ""},
        {"[x](/glossary/draft/)", LINK_PLAIN, ""},
        {"[x](/glossary/draft/#part)", LINK_PLAIN, ""},
        {"[x](https://example.com/a?b=c#d)", LINK_EXTERNAL, "https://example.com/a?b=c#d"},
        {"[x](HTTP://example.com)", LINK_EXTERNAL, "HTTP://example.com"},
        {"[x](https://example.org)", LINK_PAGE, "/"},
        {"[x](HTTPS://Example.org/glossary/registers/#spills)", LINK_PAGE,
         "/glossary/registers/#spills"},
        {"[x](https://example.org/glossary/draft/)", LINK_PLAIN, ""},
        {"[x](https://example.organ/)", LINK_EXTERNAL, "https://example.organ/"},
        {"[x](mailto:ana@example.org)", LINK_EXTERNAL, "mailto:ana@example.org"},
        {"<https://example.com/>", LINK_EXTERNAL, "https://example.com/"},
        {"[x][r]\n\n[r]: /glossary/registers/#spills\n", LINK_PAGE, "/glossary/registers/#spills"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scratch scratch;
        open_pages(&scratch);
        const struct node *link = scratch_link(read_body(&scratch, cases[i].link), 0);
        scratch_quiet(&scratch);
        if (link->link.target != cases[i].target) fail_msg("%s", cases[i].link);
        scratch_is(link->link.href, cases[i].href);
        scratch_close(&scratch);
    }
}

static void broken_links(void **state) {
    static const struct {
        const char *link, *place, *hint;
    } cases[] = {
        {"[x](/glossary/register/)", "13:5: error: there is no page /glossary/register/",
         "nearest: /glossary/registers/"},
        {"[x](/nothing/near/this/at/all/)", "13:5: error: there is no page", "under planned"},
        {"[x](/glossary/registers)",
         "13:5: error: /glossary/registers is not how the address of a page is written",
         "write /glossary/registers/\n"},
        {"[x](/glossary/registers#spills)", "13:5: error: /glossary/registers is not how",
         "write /glossary/registers/#spills\n"},
        {"[x](/glossary/Registers/)", "13:5: error: /glossary/Registers/ is not how",
         "write /glossary/registers/\n"},
        {"[x](/glossary/registers.md)", "13:5: error: /glossary/registers.md is not how",
         "write /glossary/registers/\n"},
        {"[x](/content/glossary/registers.md)", "13:5: error:", "write /glossary/registers/\n"},
        {"[x](/glossary/registers/index.html)", "13:5: error:", "write /glossary/registers/\n"},
        {"[x](registers.md#spills)", "13:5: error: links inside the site start with /",
         "write /glossary/registers/#spills\n"},
        {"[x](../registers/)", "13:5: error: links inside the site start with /",
         "write /glossary/registers/\n"},
        {"[x](../lessons/day-13.md)", "13:5: error: links inside the site start with /",
         "write /lessons/day-13/\n"},
        {"[x](../../lessons/day-13/)", "13:5: error: links inside the site start with /",
         "write /lessons/day-13/\n"},
        {"[x](../../../../../etc/passwd)", "13:5: error: links inside the site start with /", ""},
        {"[x](nowhere)",
         "13:5: error: links inside the site start with /, and there is no page "
         "nowhere",
         "under planned"},
        {"[x](/old/registers/)", "13:5: error: /old/registers/ is an old address of a page",
         "write /glossary/registers/\n"},
        {"[x](/glossary/registers/#spill)",
         "13:5: error: /glossary/registers/ has no heading with the id \"spill\"",
         "nearest: spills"},
        {"[x](/glossary/registers/#)", "13:5: error: nothing stands behind the #",
         "leave the # out"},
        {"[x](/glossary/registers/#a%zz)", "13:5: error: this % stands for no byte", ""},
        {"[x](/glossary/registers/#Spills)", "has no heading with the id \"Spills\"",
         "nearest: spills"},
        {"[x](#nowhere)", "13:5: error: /glossary/kit/ has no heading with the id \"nowhere\"",
         "that page has no headings"},
        {"[x](/glossary/draft/#prat)",
         "13:5: error: /glossary/draft/ has no heading with the id "
         "\"prat\"",
         "nearest: part"},
        {"[x](/terms/#a)", "13:5: error: /terms/ has no headings that a page may link to", ""},
        {"[x](/glossary/registers/?a=b)", "13:5: error: pages of this site take no query", ""},
        {"[x](/cards/kit-hom/)", "13:5: error: there is no page /cards/kit-hom/",
         "nearest: /cards/kit-home/"},
        {"[x](/models/)", "13:5: error: there is no page /models/", ""},
        {"[x](https://example.org/glossary/register/)",
         "13:5: error: there is no page /glossary/register/", "nearest: /glossary/registers/"},
        {"[x](</glossary/re gisters/>)", "13:5: error: there is a space in this address", ""},
        {"[x](https:///path)", "13:5: error: this address names no host", ""},
        {"[x](https:path)", "13:5: error: this address names no host", ""},
        {"[x](mailto:ana)", "13:5: error: this is not an e-mail address", ""},
        {"![A picture](photo.png)", "error: images are drawn from data", "diagram:NAME"},
        {"[x](javascript:alert(1))", "13:5: error: a link cannot go to javascript:", ""},
        {"[x](//example.org/)", "13:5: error: address of another host without its scheme", ""},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scratch scratch;
        open_pages(&scratch);
        struct entry *entry = read_body(&scratch, cases[i].link);
        scratch_said(&scratch, cases[i].place);
        scratch_said(&scratch, cases[i].hint);
        if (scratch.diags.errors != 1) fail_msg("%s", scratch_messages(&scratch).ptr);
        if (cases[i].link[0] == '[')
            assert_int_equal(scratch_link(entry, 0)->link.target, LINK_UNRESOLVED);
        scratch_close(&scratch);
    }
}

/* Links are checked wherever they stand: in cells behind an escaped pipe, in notes, in words that
 * are not shown on this card, on pages that are not published. */
static void everywhere(void **state) {
    struct scratch scratch;
    (void)state;
    open_pages(&scratch);
    scratch_page(&scratch, "content/glossary/other.md", "", SCRATCH_DRAFT_BYLINE,
                 "[x](/in/a/draft/)\n");
    read_body(&scratch, "| a \\| b | c |\n|---|---|\n| `\\|` \\| | [x](/in/a/cell/) |\n\n"
                        "Text.[^n]\n\n[^n]: [x](/in/a/note/)\n\n"
                        "{{ if dram.read < 1 TB/s }}[x](/in/hidden/words/){{ end }}\n\n"
                        "> - [x](/in/a/list/)\n\n## [x](/in/a/heading/)\n");
    scratch_said(&scratch, "other.md:13:5: error: there is no page /in/a/draft/");
    scratch_said(&scratch, "kit.md:15:17: error: there is no page /in/a/cell/");
    scratch_said(&scratch, "kit.md:19:11: error: there is no page /in/a/note/");
    scratch_said(&scratch, "kit.md:21:32: error: there is no page /in/hidden/words/");
    scratch_said(&scratch, "kit.md:23:9: error: there is no page /in/a/list/");
    scratch_said(&scratch, "kit.md:25:8: error: there is no page /in/a/heading/");
    assert_int_equal(scratch.diags.errors, 6);
    scratch_close(&scratch);
}

/* A heading that is not shown on the card of the build. */
static void hidden_headings(void **state) {
    static const char body[] = "[own](#fast) [other](/glossary/two/#fast)\n\n"
                               "{{ if dram.read > 1 TB/s }}\n\n## Fast\n\n[inner](#fast)\n\n"
                               "{{ end }}\n";
    static const char two[] = "{{ if dram.read > 1 TB/s }}\n\n## Fast\n\n{{ end }}\n";
    (void)state;
    for (int other = 0; other < 2; other++) {
        struct scratch scratch;
        scratch_open(&scratch);
        scratch_card(&scratch, "slow", "1e11", SCRATCH_ZEROS);
        scratch_page(&scratch, "content/glossary/kit.md", "", SCRATCH_OPEN_BYLINE, body);
        scratch_page(&scratch, "content/glossary/two.md", "", SCRATCH_OPEN_BYLINE, two);
        assert_true(scratch_read_as(&scratch, EDITION_PUBLIC, other ? "slow" : NULL));
        const struct entry *entry = scratch_entry(&scratch, "/glossary/kit/");
        if (other) {
            scratch_said(&scratch, "kit.md:13:7: warning: the heading \"fast\" is not shown on the "
                                   "card slow");
            scratch_said(&scratch, "kit.md:13:22: warning: the heading \"fast\"");
            assert_int_equal(scratch.diags.warnings, 2);
            assert_int_equal(scratch_link(entry, 0)->link.target, LINK_PLAIN);
            scratch_is(scratch_link(entry, 1)->link.href, "/glossary/two/");
        } else {
            scratch_quiet(&scratch);
            scratch_is(scratch_link(entry, 0)->link.href, "#fast");
            scratch_is(scratch_link(entry, 1)->link.href, "/glossary/two/#fast");
        }
        assert_int_equal(scratch.diags.errors, 0);
        scratch_close(&scratch);
    }
    struct scratch scratch; /* and on the default card it is a mistake */
    scratch_open(&scratch);
    scratch_page(&scratch, "content/glossary/kit.md", "", SCRATCH_OPEN_BYLINE,
                 "[x](#slow)\n\n{{ if dram.read < 1 TB/s }}\n\n## Slow\n\n{{ end }}\n");
    scratch_read(&scratch, EDITION_PUBLIC);
    scratch_said(&scratch, "kit.md:13:5: error: the heading \"slow\" is not shown on the card "
                           "kit-home");
    scratch_close(&scratch);
}

/* Links in the cells of table blocks, which are in the tree only once there is a card. */
static void table_blocks(void **state) {
    struct scratch scratch;
    (void)state;
    open_pages(&scratch);
    struct entry *entry = read_body(&scratch, "```table\ncaption: Kit\nPage: "
                                              "[x](/glossary/registers/#spills)\nBroken: "
                                              "[y](/glossary/registers/#spils)\n```\n");
    scratch_is(scratch_link(entry, 0)->link.href, "/glossary/registers/#spills");
    scratch_said(&scratch, "kit.md:16:13: error: /glossary/registers/ has no heading with the id "
                           "\"spils\"");
    assert_int_equal(scratch.diags.errors, 1);
    scratch_close(&scratch);
}

/* A file full of broken links: every one is reported, and it does not take for ever. */
static void many_broken_links(void **state) {
    struct scratch scratch;
    struct buf body = {0};
    (void)state;
    open_pages(&scratch);
    for (int i = 0; i < 5000; i++)
        buf_printf(&body, "## H%d\n\n", i);
    for (int i = 0; i < 250; i++) /* as many links as a page may have */
        buf_printf(&body, "[x](#g%d) [y](/glossary/register%d/)\n\n", i, i);
    read_body(&scratch, body.ptr);
    assert_int_equal(scratch.diags.errors, 500);
    buf_free(&body);
    scratch_close(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_links),   cmocka_unit_test(broken_links),
        cmocka_unit_test(everywhere),   cmocka_unit_test(hidden_headings),
        cmocka_unit_test(table_blocks), cmocka_unit_test(many_broken_links),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
