/* Nothing is lost silently: one page for each way to lose something, with every message it must
 * give (place, kind, words) and no other; and pages that look suspicious and must give none. */
#include "test_markdown_parts.h"

#include <stdlib.h>

struct expected {
    size_t line, column;
    enum severity severity;
    const char *words;
};

enum { MOST = 5 };
#define E SEVERITY_ERROR
#define W SEVERITY_WARNING

struct loss {
    const char *name, *text;
    struct expected expected[MOST];
};

#define FRONT "---\ntitle: x\n---\n"

static const struct loss losses[] = {
    {"row with too many cells",
     "| a | b |\n| - | - |\n| `c|d` | e |\n",
     {{3, 1, E, "row has 3 cells, header has 2"}}},
    {"row with too few cells",
     "> | a | b |\n> | - | - |\n> | c |\n",
     {{3, 3, E, "row has 1 cell, header has 2"}}},
    {"text under a table",
     "| a | b |\n| - | - |\n| c | d |\nwords\n",
     {{4, 1, E, "row has 1 cell, header has 2"}}},
    {"delimiter row with too few cells",
     "x\n\n| a | b | c |\n| --- | --- |\n| 1 | 2 | 3 |\n",
     {{3, 1, E, "looks like a table: 3 cells in the head, 2 in the delimiter row"}}},
    {"delimiter row with too many cells",
     "x\n| a |\n| --- | --- |\n",
     {{2, 1, E, "looks like a table: 1 cell in the head, 2 in the delimiter row"}}},
    {"delimiter row alone",
     "- x\n\n  | --- | --- |\n  | 1 | 2 |\n",
     {{3, 3, E, "delimiter row of a table without a head"}}},
    {"rows without a delimiter row",
     "| a | b |\n| 1 | 2 |\n",
     {{1, 1, E, "looks like a table: there is no delimiter row"}}},
    {"link to a label that is not defined",
     "x [words][label] y\n",
     {{1, 3, E, "link to a label that is not defined"}}},
    {"link with its words as a label",
     "x [*words*][] y\n",
     {{1, 3, E, "link to a label that is not defined"}}},
    {"image with a label that is not defined",
     "x ![words][label] y\n",
     {{1, 3, E, "link to a label that is not defined"}}},
    {"label in a cell, after an escaped bar",
     "| a |\n| - |\n| \\| [b][c] |\n",
     {{3, 6, E, "link to a label"}}},
    {"link with a space in its address",
     "see [a](b c d) x\n",
     {{1, 5, E, "looks like a link, but is none"}}},
    {"link that is not closed", "see [a](b\n", {{1, 5, E, "looks like a link, but is none"}}},
    {"image with a space in its address",
     "![a](b c d)\n",
     {{1, 1, E, "looks like a link, but is none"}}},
    {"label nearly spelt as defined",
     "[Shared Memory]\n\n[shared-memory]: /u\n",
     {{3, 1, E, "definition that no link uses"}}},
    {"definition not used", "x\n\n> [a]: /u\n", {{3, 3, E, "definition that no link uses"}}},
    {"definition given twice",
     "[a]\n\n[a]: /u\n[A]: /v\n",
     {{4, 1, E, "[A] is already defined in line 3"}}},
    {"definition not used, before words",
     "[a]: /u\nwords\n",
     {{1, 1, E, "definition that no link uses"}}},
    {"footnote not defined", "a[^b] `[^c]`\n", {{1, 2, E, "footnote that is not defined"}}},
    {"footnote not referred to", "a\n\n[^b]: c\n", {{3, 1, E, "footnote that nothing refers to"}}},
    {"footnote of several blocks not referred to",
     "a\n\n[^b]: c\nd\n\n    e\n",
     {{3, 1, E, "footnote that nothing refers to"}}},
    {"footnote given twice",
     "a[^b]\n\n[^b]: c\n[^b]: d\n",
     {{4, 1, E, "footnote [^b] is already given in line 3"}}},
    {"footnote only in a footnote that nothing refers to",
     "a\n\n[^b]: c[^d]\n\n[^d]: e\n",
     {{3, 1, E, "footnote that nothing refers to"}, {5, 1, E, "footnote that nothing refers to"}}},
    {"tag in a line", "A Span<byte> is\n", {{1, 7, E, "raw HTML: <byte>"}}},
    {"tags in a line",
     "x <b class=\"y\">z</b>\n",
     {{1, 3, E, "raw HTML: <b class=\"y\">"}, {1, 17, E, "raw HTML: </b>"}}},
    {"block of HTML", "x\n\n> <div\n> id=x>\n> {{ y }}\n> </div>\n", {{3, 3, E, "raw HTML: <div"}}},
    {"script", "<script>\nalert(1)\n</script>\n", {{1, 1, E, "raw HTML: <script>"}}},
    {"comment", "<!-- secret -->\n", {{1, 1, E, "raw HTML (comment)"}}},
    {"comment in a line", "x <!-- secret --> y\n", {{1, 3, E, "raw HTML (comment)"}}},
    {"processing instruction", "x <?php y ?> z\n", {{1, 3, E, "raw HTML: <?php y ?>"}}},
    {"javascript link", "[a](javascript:x)\n", {{1, 5, E, "a link cannot go to javascript:"}}},
    {"javascript link in disguise",
     "[a](Java&#115;cript:x)\n",
     {{1, 5, E, "a link cannot go to Javascript:"}}},
    {"javascript autolink", "<javascript:x>\n", {{1, 2, E, "a link cannot go to javascript:"}}},
    {"javascript by reference",
     "[a]\n\n> [a]:\n> javascript:x\n",
     {{4, 3, E, "a link cannot go to javascript:"}}},
    {"data link", "[a](data:text/html,x)\n", {{1, 5, E, "a link cannot go to data:"}}},
    {"vbscript link", "[a](<vbscript:x>)\n", {{1, 5, E, "a link cannot go to vbscript:"}}},
    {"file link", "[a](file:///x)\n", {{1, 5, E, "a link cannot go to file:"}}},
    {"control character in an address",
     "[a](&#1;javascript:x)\n",
     {{1, 5, E, "control character in the address"}}},
    {"entities that are no text",
     "a &#7; &#xFFFE; &#65535;\n\n## b &#x85;\n\n| &#x1F; |\n| - |\n",
     {{1, 3, E, "&#7; is a character that a text cannot hold"},
      {1, 8, E, "&#xFFFE; is"},
      {1, 17, E, "&#65535; is"},
      {3, 6, E, "&#x85; is"},
      {5, 3, E, "&#x1F; is"}}},
    {"entities that are no text in a title and an address",
     "[a](/b/ \"c &#7;\") [d](/&#xFFFF;/)\n",
     {{1, 1, E, "a character that a text cannot hold in the title of a link"},
      {1, 23, E, "control character in the address"}}},
    {"empty list items",
     "1. a\n2.\n3. b\n\nx\n\n> -\n\nx\n\n*\n",
     {{2, 1, E, "empty list item"}, {7, 3, E, "empty list item"}, {11, 1, E, "empty list item"}}},
    {"empty quote", "x\n\n>\n>\n", {{3, 1, E, "empty quote"}}},
    {"address of another host without scheme",
     "[a](//x.y)\n",
     {{1, 5, E, "address of another host without its scheme"}}},
    {"image of another host",
     "![a](https://x.y/z.png)\n",
     {{1, 6, E, "an image cannot come from https:"}}},
    {"link without an address", "[a]()\n", {{1, 1, E, "link without an address"}}},
    {"image without an address", "![a](<>)\n", {{1, 1, E, "image without an address"}}},
    {"link without words", "[](/u)\n", {{1, 1, E, "link without words"}}},
    {"expression in an address",
     "[a](/x/{{y}}/)\n",
     {{1, 5, E, "an expression cannot stand in an address"}}},
    {"expression in a title",
     "[a](/x \"{{ y }}\")\n",
     {{1, 1, E, "an expression cannot stand in the title"}}},
    {"expression in the title of a picture in a line",
     "x ![a](b.svg \"{{ y }}\")\n",
     {{1, 3, E, "an expression cannot stand in the title"}}},
    {"fence not closed",
     FRONT "x\n\n````sh\ny\n```\n{{ z\n",
     {{6, 1, E, "code fence is never closed (4 back-ticks opened it, 3 do not close it)"}}},
    {"fence of tildes not closed", "~~~table\n", {{1, 1, E, "code fence is never closed"}}},
    {"fence not closed in a list",
     "- ```\n  x\n\nwords\n",
     {{1, 3, E, "code fence is never closed"}}},
    {"bytes that are not UTF-8",
     "a \xff `\xc3` \xed\xa0\x80\n",
     {{1, 3, E, "byte 0xFF is not UTF-8"},
      {1, 6, E, "byte 0xC3 is not UTF-8"},
      {1, 9, E, "byte 0xED is not UTF-8"},
      {1, 10, E, "byte 0xA0 is not UTF-8"},
      {1, 11, E, "byte 0x80 is not UTF-8"}}},
    {"control characters",
     "a \x0c\n\n```\nx\x08y\n```\n\n`\x1b` \xc2\x85\n",
     {{1, 3, E, "U+000C in text"},
      {4, 2, E, "U+0008 in code"},
      {7, 2, E, "U+001B in code"},
      {7, 5, E, "U+0085 in text"}}},
    {"bold beside wide punctuation",
     "**\xe6\x98\xbe\xe5\xad\x98\xef\xbc\x88"
     "DRAM\xef\xbc\x89**\xe5\x86\xb3\xe5\xae\x9a\n",
     {{1, 1, W, "emphasis marks that did not become emphasis"}}},
    {"emphasis beside wide punctuation",
     "x *\xe6\x98\xbe\xef\xbc\x88"
     "D\xef\xbc\x89*\xe5\x86\xb3\n",
     {{1, 3, W, "emphasis marks that did not become emphasis"}}},
    {"bold not closed", "a **b c\n", {{1, 3, W, "emphasis marks that did not become emphasis"}}},
    {"bold beside an expression",
     "a**{{ b }}**c\n",
     {{1, 2, E, "emphasis within a word or a number"}}},
    {"products between stars",
     "16*16*4 and tile*tile*4, not 2*n*\xc2\xb3\n",
     {{1, 3, E, "emphasis within a word"}, {1, 17, E, "emphasis within a word"}}},
    {"strike not closed", "a ~~b c\n", {{1, 3, W, "emphasis marks that did not become emphasis"}}},
    {"marks in a cell, after an escaped bar",
     "| a |\n| - |\n| \\| **b |\n",
     {{3, 6, W, "emphasis marks that did not become emphasis"}}},
    {"words between underscores made bold",
     "Declare it __shared__, __launch_bounds__(256), __myword__\n",
     {{1, 12, W, "made bold; write it as code"},
      {1, 24, W, "made bold; write it as code"},
      {1, 48, W, "made bold; write it as code"}}},
    {"image without alt text", "![](a.svg)\n", {{1, 1, E, "image without alt text"}}},
    {"image in an alt text",
     "![a ![b](c.svg)](d.svg)\n",
     {{1, 5, E, "an image in the alt text of an image"}}},
    {"link in an alt text",
     "![a [b](/c)](d.svg)\n",
     {{1, 5, E, "a link in the alt text of an image"}}},
    {"heading of level 1",
     "# a\n\nb\n=\n",
     {{1, 1, E, "heading of level 1"}, {3, 1, E, "heading of level 1"}}},
    {"heading that skips a level",
     "## a\n\n#### b\n\n## c\n\n### d\n",
     {{3, 1, E, "heading of level 4 under level 2"}}},
    {"first heading of level 3", "### a\n", {{1, 1, E, "heading of level 3 under level 1"}}},
    {"empty heading", "##\n\n## {#a}\n", {{1, 1, E, "empty heading"}, {3, 1, E, "empty heading"}}},
    {"id with other letters", "## a {#B_c}\n", {{1, 6, E, "not an id of a heading"}}},
    {"id that is empty", "## a {#}\n", {{1, 6, E, "not an id of a heading"}}},
    {"id that is not at the end", "## a {#b} c\n", {{1, 6, E, "not an id of a heading"}}},
    {"id that is not closed", "## a {#b\n", {{1, 6, E, "not an id of a heading"}}},
    {"expression without end", "a {{ b\n", {{1, 3, E, "{{ without }} on the same line"}}},
    {"expression over two lines",
     "> a {{ b\n> c }}\n",
     {{1, 5, E, "{{ without }} on the same line"}}},
    {"expression without end in a cell",
     "| a |\n| - |\n| \\| {{ b |\n",
     {{3, 6, E, "{{ without }} on the same line"}}},
    {"bare addresses",
     "See https://x.y/z, (www.x.y) and `https://code`, <https://x.y>\n",
     {{1, 5, E, "a bare address is no link here"}, {1, 21, E, "a bare address is no link here"}}},
    {"alerts of GitHub", "> [!WARNING]\n> x\n", {{1, 3, E, "makes a box on GitHub"}}},
    {"names of a shell",
     "Set $HOME:$PATH or $(pwd)/$(date), $n$th\n",
     {{1, 5, E, "names of a shell"}, {1, 20, E, "names of a shell"}, {1, 36, E, "of a shell"}}},
    {"private-use character", "a \xee\x80\x81 {{ b }}\n", {{1, 3, E, "U+E001 in text"}}},
    {"footnote in a footnote's line",
     "x[^1]\n\n[^1]: [^1]: a\n\n    c\n",
     {{5, 5, E, "this line would not appear on the page"}}},
};

static const struct loss innocent[] = {
    {"brackets", "arr[3] and [1], [sic], a[i] [x] [ ] (see [0, 1)) ]x[\n", {{0}}},
    {"identifiers", "__syncthreads() and __half2, a_b_c __ldg(p), my__name\n", {{0}}},
    {"arithmetic", "2 * 3, a * b ** c, 8~16 and ~/bin, a*b\n", {{0}}},
    {"escaped marks", "\\*\\*a\\*\\* \\[a]\\[b] \\[^c] \\<b> \\~~a\\~~ \\{{ x }}\n", {{0}}},
    {"marks in code", "`**a` `[a][b]` `[^c]` `<b>` `{{` `~~`\n", {{0}}},
    {"bold words", "**important** **shared** and *__very much__*\n", {{0}}},
    {"a bar in words", "a | b\n\nc | d |\n", {{0}}},
    {"a rule between dashes", "a\n\n---\n\n- - -\n", {{0}}},
    {"definitions in containers", "> [a] [b]\n>\n> [a]: /u\n\n- [b]: /v \"t\n  u\"\n", {{0}}},
    {"links that may stay",
     "[a](mailto:a@b.co) <https://x.y> [b](#c) [d](../e/) ![h](chart:i)\n",
     {{0}}},
    {"wide letters beside good marks",
     "**\xe5\x90\x88\xe5\xb9\xb6**\xef\xbc\x9a\xe7\x9b\xb8 *\xe9\x82\xbb*\n",
     {{0}}},
    {"a bar in an expression", "| a |\n| - |\n| {{ b | c }} |\n", {{0}}},
    {"nested fences", "````\n```\nx\n```\n````\n", {{0}}},
    {"table in every corner",
     "a\n| b |\n| - |\n\n- | c |\n  | :-: |\n  | d |\n\n> e | f\n> --|--\n> g | h\n",
     {{0}}},
};

static void check(void **state) {
    const struct loss *loss = *state;
    size_t body = text_starts(text_of(loss->text), FRONT) ? sizeof FRONT - 1 : 0;
    struct page_under_test page = parse_bytes(loss->text, strlen(loss->text), body);
    size_t wanted = 0;
    for (size_t i = 0; i < MOST && loss->expected[i].words; i++, wanted++) {
        const struct expected *e = &loss->expected[i];
        if (!has_message(&page, e->line, e->column, e->severity, e->words))
            fail_msg("no \"%s\" at %zu:%zu in:\n%s", e->words, e->line, e->column,
                     all_messages(&page));
    }
    if (page.diags.count != wanted)
        fail_msg("%zu messages, not %zu:\n%s", page.diags.count, wanted, all_messages(&page));
    for (size_t i = 0; i < page.diags.count; i++) {
        const struct diag *diag = &page.diags.list[i];
        if (!diag->hint.len) fail_msg("no hint: %.*s", TEXT_ARG(diag->message));
        if (text_find(diag->message, "secret", 0) != SIZE_MAX) fail_msg("a comment is told");
    }
    done(&page);
}

/* What raw HTML holds is in no node, whatever a caller does about the error. */
static void html_is_not_in_the_tree(void **state) {
    (void)state;
    struct page_under_test page = parse(
        "<!-- kiwi -->\n\na <!-- kiwi --> b <i kiwi> c\n\n<div>\nkiwi\n</div>\n\n> <!--\n> kiwi\n");
    struct buf words = {0};
    tree_plain_text(page.document, &words);
    assert_true(words.len > 0);
    assert_true(text_find(buf_text(&words), "kiwi", 0) == SIZE_MAX);
    for (const struct node *node = page.document; node; node = tree_next(node, page.document))
        assert_true(text_find(node->text, "kiwi", 0) == SIZE_MAX);
    buf_free(&words);
    done(&page);
}

enum { LOSSES = sizeof losses / sizeof *losses, INNOCENT = sizeof innocent / sizeof *innocent };

int main(void) {
    struct CMUnitTest tests[LOSSES + INNOCENT + 1] = {{0}};
    for (size_t i = 0; i < LOSSES + INNOCENT; i++) {
        const struct loss *loss = i < LOSSES ? &losses[i] : &innocent[i - LOSSES];
        tests[i] = (struct CMUnitTest){
            .name = loss->name, .test_func = check, .initial_state = (void *)(uintptr_t)loss};
    }
    tests[LOSSES + INNOCENT] = (struct CMUnitTest)cmocka_unit_test(html_is_not_in_the_tree);
    return cmocka_run_group_tests_name("markdown: nothing is lost", tests, NULL, NULL) != 0;
}
