/* Pages that are too big, too deep or hostile: a located error or a normal answer, soon. A limit of
 * processor time ends the program when something takes far longer than it may. */
#include "test_markdown_parts.h"

#include <stdlib.h>
#include <sys/resource.h>

#include "base/utf8.h"

static struct buf repeat(const char *head, const char *piece, size_t times) {
    struct buf out = {0};
    buf_str(&out, head);
    for (size_t i = 0; i < times; i++)
        buf_str(&out, piece);
    return out;
}

static struct page_under_test parse_buf(struct buf *text) {
    struct page_under_test page = parse_bytes(text->ptr, text->len, 0);
    buf_free(text);
    return page;
}

static bool told(const struct page_under_test *page, const char *words) {
    for (size_t i = 0; i < page->diags.count; i++)
        if (text_find(page->diags.list[i].message, words, 0) != SIZE_MAX) return true;
    return false;
}

static struct buf table_of(size_t columns, size_t rows) {
    struct buf out = {0};
    for (size_t row = 0; row < rows + 2; row++) {
        for (size_t column = 0; column < columns; column++)
            buf_str(&out, row == 1 ? "|-" : "|a");
        buf_str(&out, "|\n");
    }
    return out;
}

static void columns_and_rows(void **state) {
    (void)state;
    struct buf text = table_of(MARKDOWN_MAX_COLUMNS, 2);
    struct page_under_test page = parse_buf(&text);
    assert_int_equal(page.diags.count, 0);
    assert_int_equal(count(&page, NODE_CELL), MARKDOWN_MAX_COLUMNS * 3);
    done(&page);
    text = table_of(MARKDOWN_MAX_COLUMNS + 1, 2);
    page = parse_buf(&text);
    assert_true(has_message(&page, 2, 1, SEVERITY_ERROR, "table of 65 columns; 64 are possible"));
    assert_null(page.document->first);
    done(&page);
    text = table_of(1, MARKDOWN_MAX_ROWS - 1);
    page = parse_buf(&text);
    assert_int_equal(page.diags.count, 0);
    done(&page);
    text = table_of(1, MARKDOWN_MAX_ROWS + 1);
    page = parse_buf(&text);
    assert_true(has_message(&page, 2, 1, SEVERITY_ERROR, "table of 2001 rows; 2000 are possible"));
    assert_int_equal(page.diags.count, 1);
    done(&page);
}

static void short_rows_of_wide_tables(void **state) {
    (void)state;
    struct buf text = {0};
    for (int i = 0; i < 20; i++) {
        struct buf head = table_of(60, 0);
        buf_view(&text, buf_text(&head));
        for (int row = 0; row < 1900; row++)
            buf_str(&text, "|\n");
        buf_str(&text, "\n");
        buf_free(&head);
    }
    struct page_under_test page = parse_buf(&text);
    assert_true(told(&page, "the tables of this page have more than 100000 cells"));
    assert_null(page.document->first);
    done(&page);
}

static void size_and_line(void **state) {
    (void)state;
    struct buf text = repeat("", "words\n", MARKDOWN_MAX_BYTES / 6 + 1);
    struct page_under_test page = parse_buf(&text);
    assert_true(has_message(&page, 1, 1, SEVERITY_ERROR, "page of 1048578 bytes"));
    done(&page);
    text = repeat("x\n\n", "a", MARKDOWN_MAX_LINE + 1);
    page = parse_buf(&text);
    assert_true(has_message(&page, 3, 1, SEVERITY_ERROR, "line of 32769 bytes"));
    done(&page);
    text = repeat("x\n\n", "a", MARKDOWN_MAX_LINE);
    page = parse_buf(&text);
    assert_int_equal(page.diags.count, 0);
    done(&page);
}

static void depth(void **state) {
    (void)state;
    static const char *const markers[] = {"> ", "- ", "1. ", ">"};
    for (size_t i = 0; i < 4; i++) {
        struct buf text = repeat("x\n\n", markers[i], MARKDOWN_MAX_DEPTH + 1);
        buf_str(&text, "a\n");
        struct page_under_test page = parse_buf(&text);
        assert_true(has_message(&page, 3, 1, SEVERITY_ERROR, "nested more than 64 deep"));
        done(&page);
        text = repeat("", markers[i], 20);
        buf_str(&text, "a\n");
        page = parse_buf(&text);
        assert_int_equal(page.diags.count, 0);
        done(&page);
    }
    struct buf text = {0};
    for (int i = 0; i < 200; i++)
        buf_printf(&text, "%*s- a\n", i * 2, "");
    struct page_under_test page = parse_buf(&text);
    assert_true(told(&page, "nested more than 64 deep"));
    assert_int_equal(page.diags.count, 1);
    done(&page);
    text = repeat("", "*a **b ", 100);
    buf_str(&text, "x");
    for (int i = 0; i < 100; i++)
        buf_str(&text, "** *");
    page = parse_buf(&text);
    assert_true(page.diags.count > 0);
    done(&page);
}

static void messages_end(void **state) {
    (void)state;
    struct buf text = repeat("", "<b>\n\n", 3000);
    struct page_under_test page = parse_buf(&text);
    assert_int_equal(page.diags.count, MARKDOWN_MAX_MESSAGES + 1);
    assert_true(told(&page, "more than 1000 messages about this page"));
    done(&page);
    text = repeat("", "\x01\n", 500);
    page = parse_buf(&text);
    assert_int_equal(page.diags.count, 101);
    assert_true(
        has_message(&page, 101, 1, SEVERITY_ERROR, "400 more bytes that text may not hold"));
    done(&page);
}

static void hostile(void **state) {
    (void)state;
    static const char *const pieces[] = {"_",
                                         "*",
                                         "_a ",
                                         "*a **a ",
                                         "[",
                                         "]",
                                         "![",
                                         "[a](b",
                                         "[a](",
                                         "![a](",
                                         "[a][b]",
                                         "](b) ",
                                         "`",
                                         "<",
                                         "<!--",
                                         "<?",
                                         "<![CDATA[",
                                         "<a ",
                                         "&amp;",
                                         "&",
                                         "\\",
                                         "\\*",
                                         "{{",
                                         "{",
                                         "{{ a }} ",
                                         "{{ a\n",
                                         "a\n",
                                         "a\\\n",
                                         "> a\n",
                                         "- a\n",
                                         "a|",
                                         "|\n",
                                         "~~a ",
                                         "~",
                                         "[^a]",
                                         "[^a]: b\n",
                                         "[a]: /b\n",
                                         "## a\n",
                                         "a**b",
                                         ":a@b.co ",
                                         "\t",
                                         "\"",
                                         "<div>\n\n",
                                         "| - ",
                                         "```\n",
                                         "    a\n\n",
                                         "\xe5\xb8\xa6*",
                                         "$",
                                         "$a ",
                                         "$a$",
                                         "$$",
                                         "$$a\n",
                                         "$$a$$\n",
                                         "$a{{",
                                         "$\\",
                                         "$a{{b}}",
                                         "\\$",
                                         "$a`",
                                         "| $a\\| ",
                                         "\xff"};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        struct buf text = {0};
        while (text.len < 150000) {
            size_t line = text.len + 20000;
            while (text.len < line)
                buf_str(&text, pieces[i]);
            buf_str(&text, i % 2 ? "\n" : "\n\n");
        }
        struct page_under_test page = parse_buf(&text);
        assert_int_equal(page.document->type, NODE_DOCUMENT);
        done(&page);
    }
}

static void many_labels(void **state) {
    (void)state;
    struct buf text = {0};
    for (int i = 0; i < 8000; i++)
        buf_printf(&text, "[%d b] x[^%d]\n\n[^%d]: y\n\n", i, i, i);
    struct page_under_test page = parse_buf(&text);
    assert_int_equal(page.diags.count, 0);
    assert_int_equal(page.document->last->note.number, 8000);
    done(&page);
}

/* In paragraphs, quotes, cells and notes, of every form; what only looks like one in code does not count. Notes
 * come last, wherever they stand. */
static void many_links(void **state) {
    (void)state;
    static const char *const forms[] = {"[a](/b/)", "<https://c.example/>", "![d](/e.svg)",
                                        "[f]\n"};
    for (int over = 0; over < 2; over++) {
        struct buf text = {0};
        buf_str(&text, "`[a](/b/)`\n\n> [q](/b/)\n\n| [t](/b/) |\n| --- |\n| u[^n] |\n\n"
                       "[^n]: [v](/b/)\n\n[f]: /g/\n\n");
        for (int i = 3; i < MARKDOWN_MAX_LINKS + over; i++)
            buf_str(&text, forms[i % 4]);
        struct page_under_test page = parse_buf(&text);
        size_t links = count(&page, NODE_LINK) + count(&page, NODE_IMAGE);
        assert_int_equal(links, over ? 0 : MARKDOWN_MAX_LINKS);
        assert_int_equal(page.diags.count, over);
        assert_true(!over || has_message(&page, 9, 1, SEVERITY_ERROR,
                                         "more than 500 links and pictures in one page"));
        done(&page);
    }
}

/* Back-ticks in runs of every length: the library remembers where none of a length follows. */
static void many_ticks(void **state) {
    (void)state;
    struct buf text = {0};
    for (int i = 1; i < 500; i++) {
        for (int k = 0; k < i; k++)
            buf_char(&text, '`');
        buf_str(&text, i % 40 ? "e" : "e\n");
    }
    struct page_under_test page = parse_buf(&text);
    assert_int_equal(page.diags.count, 0);
    done(&page);
}

/* Expressions that are not closed, in formulas: the rest of the line is looked through once. */
static void braces_in_formulas(void **state) {
    (void)state;
    static const char *const around[][2] = {{"$x", "\n\n"}, {"$x", "$\n\n"}, {"$$\n", "\n$$\n\n"}};
    for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
        struct buf text = {0};
        while (text.len < 900000) {
            buf_str(&text, around[i][0]);
            for (int k = 0; k < 10000; k++)
                buf_str(&text, "{{a");
            buf_str(&text, around[i][1]);
        }
        struct page_under_test page = parse_buf(&text);
        assert_int_equal(page.document->type, NODE_DOCUMENT);
        done(&page);
    }
}

static void binary(void **state) {
    (void)state;
    char bytes[4096];
    uint64_t random = 1;
    for (int round = 0; round < 50; round++) {
        for (size_t i = 0; i < sizeof bytes; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            bytes[i] = (char)(random >> 40);
            if (round % 2 && bytes[i] < ' ') bytes[i] = 'a'; /* words between the bad bytes */
        }
        struct page_under_test page = parse_bytes(bytes, sizeof bytes, (size_t)round * 3);
        assert_true(page.diags.errors > 0);
        for (const struct node *node = page.document; node; node = tree_next(node, page.document)) {
            uint32_t code = 0;
            assert_true(utf8_check(node->text, &code) == SIZE_MAX);
        }
        done(&page);
    }
    struct page_under_test page = parse_bytes("a\0b", 3, 0);
    assert_true(has_message(&page, 1, 2, SEVERITY_ERROR, "U+0000 in text"));
    done(&page);
}

int main(void) {
    setrlimit(RLIMIT_CPU, &(struct rlimit){120, 120});
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_and_rows), cmocka_unit_test(short_rows_of_wide_tables),
        cmocka_unit_test(size_and_line),    cmocka_unit_test(depth),
        cmocka_unit_test(messages_end),     cmocka_unit_test(hostile),
        cmocka_unit_test(many_labels),      cmocka_unit_test(many_links),
        cmocka_unit_test(many_ticks),       cmocka_unit_test(braces_in_formulas),
        cmocka_unit_test(binary),
    };
    return cmocka_run_group_tests_name("markdown: limits", tests, NULL, NULL) != 0;
}
