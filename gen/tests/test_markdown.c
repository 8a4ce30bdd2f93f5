/* What markdown_read() makes of good pages: types, fields, and the bytes that every node covers. */
#include "test_markdown_parts.h"

static void assert_clean(struct page_under_test *page) {
    if (page->diags.count) fail_msg("%s", all_messages(page));
}

static void blocks(void **state) {
    (void)state;
    struct page_under_test page =
        parse("Words.\n\n## Head *x* ##\n\n> quoted\n\n* * *\n\nSet\next\n---\n");
    assert_clean(&page);
    assert_int_equal(page.document->type, NODE_DOCUMENT);
    assert_text(written(&page, nth(&page, NODE_PARAGRAPH, 0)), "Words.");
    struct node *heading = nth(&page, NODE_HEADING, 0);
    assert_int_equal(heading->heading.level, 2);
    assert_text(written(&page, heading), "## Head *x* ##");
    assert_text(written(&page, nth(&page, NODE_EMPH, 0)), "*x*");
    assert_text(written(&page, nth(&page, NODE_QUOTE, 0)), "> quoted");
    assert_text(written(&page, nth(&page, NODE_RULE, 0)), "* * *");
    assert_text(written(&page, nth(&page, NODE_HEADING, 1)), "Set\next");
    done(&page);
}

static void inlines(void **state) {
    (void)state;
    struct page_under_test page = parse("a \\* b &lt;&amp; *em **st*** ~~no~~ 8~16 `co\nde` [li "
                                        "`x`](/u \"t\") <https://x.y/?a&b>\\\nend  \nof");
    assert_clean(&page);
    assert_text(nth(&page, NODE_TEXT, 0)->text, "a * b <& ");
    assert_text(written(&page, nth(&page, NODE_TEXT, 0)), "a \\* b &lt;&amp; ");
    assert_text(written(&page, nth(&page, NODE_EMPH, 0)), "*em **st***");
    assert_text(written(&page, nth(&page, NODE_STRONG, 0)), "**st**");
    assert_text(written(&page, nth(&page, NODE_STRIKE, 0)), "~~no~~");
    assert_text(nth(&page, NODE_CODE, 0)->text, "co de");
    assert_text(written(&page, nth(&page, NODE_CODE, 0)), "`co\nde`");
    struct node *link = nth(&page, NODE_LINK, 0);
    assert_text(written(&page, link), "[li `x`](/u \"t\")");
    assert_text(link->link.url, "/u");
    assert_text(link->link.title, "t");
    assert_text(text_cut(page.source->text, link->link.url_offset, link->link.url_offset + 2),
                "/u");
    link = nth(&page, NODE_LINK, 1);
    assert_text(written(&page, link), "<https://x.y/?a&b>");
    assert_text(link->link.url, "https://x.y/?a&b");
    assert_text(written(&page, link->first), "https://x.y/?a&b");
    assert_text(written(&page, nth(&page, NODE_LINEBREAK, 0)), "\\\n");
    assert_text(written(&page, nth(&page, NODE_LINEBREAK, 1)), "  \n");
    assert_text(written(&page, nth(&page, NODE_TEXT, count(&page, NODE_TEXT) - 1)), "of");
    done(&page);
}

static void quotes_and_dashes_stay(void **state) {
    (void)state;
    struct page_under_test page = parse("See x.y/z, :a@b.co -- \"so\"...");
    assert_clean(&page);
    assert_int_equal(count(&page, NODE_LINK), 0);
    assert_text(nth(&page, NODE_TEXT, 0)->text, "See x.y/z, :a@b.co -- \"so\"...");
    done(&page);
}

static void expressions(void **state) {
    (void)state;
    struct page_under_test page =
        parse("{{ a*b*c }} *{{ _d_[8] }}* [{{ e[1] < 2 }}](/u) ![{{ f }}](diagram:x) `{{ code }}`\n"
              "\n## {{ h }}\n\n```\n{{ block }}\n```\n\n| {{ i }} |\n| - |\n| x \\| {{ j as \"q\" "
              "}} |\n");
    assert_clean(&page);
    static const char *const expected[] = {" a*b*c ", " _d_[8] ", " e[1] < 2 ",  " f ",
                                           " h ",     " i ",      " j as \"q\" "};
    assert_int_equal(count(&page, NODE_EXPR), 7);
    for (size_t i = 0; i < 7; i++) {
        struct node *expr = nth(&page, NODE_EXPR, i);
        assert_text(expr->text, expected[i]);
        char whole[40];
        snprintf(whole, sizeof whole, "{{%s}}", expected[i]);
        assert_text(written(&page, expr), whole);
    }
    assert_int_equal(nth(&page, NODE_EXPR, 3)->parent->type, NODE_IMAGE);
    assert_text(nth(&page, NODE_CODE, 0)->text, "{{ code }}");
    done(&page);
}

static void literal_braces(void **state) {
    (void)state;
    struct page_under_test page = parse("a \\{{1..3},{7..9}} b \\{{{ c }} d \\\\{{ e }} {f} }}\n");
    assert_clean(&page);
    assert_int_equal(count(&page, NODE_EXPR), 1);
    assert_text(nth(&page, NODE_EXPR, 0)->text, " e ");
    assert_text(nth(&page, NODE_TEXT, 0)->text, "a {{1..3},{7..9}} b {{{ c }} d \\");
    done(&page);
}

static void pinned_headings(void **state) {
    (void)state;
    struct page_under_test page = parse("## Title *x* {#tile-size}\n\n## Plain\n\n## "
                                        "`{#code}`\n\nSet {#b2}\n---\n\n## C {#c} ##\n");
    assert_clean(&page);
    struct node *heading = nth(&page, NODE_HEADING, 0);
    assert_text(heading->heading.pinned, "tile-size");
    assert_text(text_cut(page.source->text, heading->heading.pinned_offset,
                         heading->heading.pinned_offset + 9),
                "tile-size");
    struct buf words = {0};
    tree_plain_text(heading, &words);
    assert_string_equal(words.ptr, "Title x");
    buf_free(&words);
    assert_text(nth(&page, NODE_HEADING, 1)->heading.pinned, "");
    assert_text(nth(&page, NODE_HEADING, 2)->heading.pinned, "");
    assert_text(nth(&page, NODE_HEADING, 3)->heading.pinned, "b2");
    assert_text(nth(&page, NODE_HEADING, 3)->first->text, "Set");
    assert_text(nth(&page, NODE_HEADING, 4)->heading.pinned, "c");
    done(&page);
}

static void lists(void **state) {
    (void)state;
    struct page_under_test page =
        parse("- a\n- b\n\n7. c\n\n   d\n8. e\n\n* [x] f\n* [ ] g\n* h\n");
    assert_clean(&page);
    struct node *list = nth(&page, NODE_LIST, 0);
    assert_int_equal(list->list.kind, LIST_BULLET);
    assert_true(list->list.tight);
    list = nth(&page, NODE_LIST, 1);
    assert_int_equal(list->list.kind, LIST_ORDERED);
    assert_int_equal(list->list.start, 7);
    assert_false(list->list.tight);
    list = nth(&page, NODE_LIST, 2);
    assert_int_equal(list->first->item.task, 1);
    assert_int_equal(list->first->next->item.task, 0);
    assert_int_equal(list->last->item.task, -1);
    assert_text(written(&page, list->first->first), "f");
    done(&page);
    /* Where the library does not know a task: the box is not left in the words. */
    page = parse("> - [x] a\n> - [ ] *b*\n> - [x](/u)\n\n1. - [X] {{ c }}\n");
    assert_clean(&page);
    static const int tasks[] = {1, 0, -1, -1, 1};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(nth(&page, NODE_ITEM, i)->item.task, tasks[i]);
    assert_text(written(&page, nth(&page, NODE_PARAGRAPH, 0)), "a");
    assert_text(written(&page, nth(&page, NODE_TEXT, 0)), "a");
    assert_int_equal(nth(&page, NODE_PARAGRAPH, 1)->first->type, NODE_EMPH);
    assert_text(written(&page, nth(&page, NODE_EXPR, 0)), "{{ c }}");
    done(&page);
}

static void tables(void **state) {
    (void)state;
    struct page_under_test page = parse("Line one.\nLine \\| two.\n| a | b\\|c | d "
                                        "|\n|:--|:-:|--:|\n| `x\\|y` | \\|*e* | |\n f | g | h\n");
    assert_clean(&page);
    assert_text(nth(&page, NODE_PARAGRAPH, 0)->last->text, "Line | two.");
    assert_text(written(&page, nth(&page, NODE_PARAGRAPH, 0)), "Line one.\nLine \\| two.");
    struct node *table = nth(&page, NODE_TABLE, 0);
    assert_int_equal(table->table.columns, 3);
    assert_int_equal(table->table.align[0], ALIGN_LEFT);
    assert_int_equal(table->table.align[1], ALIGN_CENTRE);
    assert_int_equal(table->table.align[2], ALIGN_RIGHT);
    assert_int_equal(count(&page, NODE_ROW), 3);
    assert_text(written(&page, table->first), "| a | b\\|c | d |");
    assert_text(written(&page, table->last), "f | g | h");
    static const char *const cells[] = {"a", "b\\|c", "d", "`x\\|y`", "\\|*e*"};
    for (size_t i = 0; i < 5; i++)
        assert_text(written(&page, nth(&page, NODE_CELL, i)), cells[i]);
    assert_int_equal(nth(&page, NODE_CELL, 4)->cell.column, 1);
    assert_null(nth(&page, NODE_CELL, 5)->first);
    assert_text(nth(&page, NODE_CODE, 0)->text, "x|y");
    assert_text(nth(&page, NODE_CELL, 1)->first->text, "b|c");
    assert_text(written(&page, nth(&page, NODE_EMPH, 0)), "*e*");
    done(&page);
}

static void table_in_containers(void **state) {
    (void)state;
    struct page_under_test page =
        parse("> - | a | {{ b }} |\n>   | - | - |\n>   | {{ c }} | d |\n");
    assert_clean(&page);
    assert_text(written(&page, nth(&page, NODE_EXPR, 0)), "{{ b }}");
    assert_text(written(&page, nth(&page, NODE_EXPR, 1)), "{{ c }}");
    done(&page);
}

static void code_blocks(void **state) {
    (void)state;
    struct page_under_test page = parse(
        "> ~~~ CUDA from=kernels/a.cu#b\n>  int x;\n> \n>\ty\n> ~~~\n\n- ```\n  one\n\n  ```\n");
    assert_clean(&page);
    struct node *code = nth(&page, NODE_CODE_BLOCK, 0);
    assert_true(code->code.fenced);
    assert_text(code->code.info, "CUDA from=kernels/a.cu#b");
    assert_text(code->code.language, "cuda");
    assert_text(code->text, " int x;\n\n  y\n");
    assert_text(written(&page, code), "~~~ CUDA from=kernels/a.cu#b\n>  int x;\n> \n>\ty\n> ~~~");
    static const size_t lines[] = {2, 3, 4, 5}, columns[] = {3, 3, 3, 6};
    for (size_t i = 0; i < 4; i++) {
        struct place place =
            source_place(page.source, markdown_code_line_offset(page.source, code, i));
        assert_int_equal(place.line, lines[i]);
        assert_int_equal(place.column, columns[i]);
    }
    code = nth(&page, NODE_CODE_BLOCK, 1);
    assert_text(code->text, "one\n\n");
    struct place place = source_place(page.source, markdown_code_line_offset(page.source, code, 0));
    assert_int_equal(place.line, 8);
    assert_int_equal(place.column, 3);
    done(&page);
}

static void indented_code(void **state) {
    (void)state;
    struct page_under_test page = parse("Words.\n\n    ```\n    {{ x }}\n\n      y\n");
    assert_clean(&page);
    struct node *code = nth(&page, NODE_CODE_BLOCK, 0);
    assert_false(code->code.fenced);
    assert_text(code->text, "```\n{{ x }}\n\n  y\n");
    struct place place = source_place(page.source, markdown_code_line_offset(page.source, code, 3));
    assert_int_equal(place.line, 6);
    assert_int_equal(place.column, 5);
    done(&page);
}

static void figures(void **state) {
    (void)state;
    struct page_under_test page = parse(
        "![The ladder](diagram:hierarchy \"Caption\")\n\nBeside ![an *icon*](a.svg) words.\n");
    assert_clean(&page);
    assert_int_equal(count(&page, NODE_FIGURE), 1);
    struct node *image = nth(&page, NODE_FIGURE, 0)->first;
    assert_int_equal(image->type, NODE_IMAGE);
    assert_text(image->link.url, "diagram:hierarchy");
    assert_text(image->link.title, "Caption");
    assert_text(written(&page, nth(&page, NODE_IMAGE, 1)), "![an *icon*](a.svg)");
    done(&page);
    /* Captions may hold expressions. */
    page = parse("![a](diagram:b \"On the {{ card.name }}: *x*\")\n");
    assert_clean(&page);
    struct node *caption = nth(&page, NODE_FIGURE, 0)->last;
    assert_int_equal(caption->type, NODE_CAPTION);
    assert_text(caption->first->text, "On the ");
    assert_text(written(&page, nth(&page, NODE_EXPR, 0)), "{{ card.name }}");
    assert_text(caption->last->text, ": *x*");
    assert_text(nth(&page, NODE_IMAGE, 0)->link.title, "");
    done(&page);
}

static void footnotes(void **state) {
    (void)state;
    struct page_under_test page =
        parse("[^b]: Later *one*.\n\nA[^a] b[^b] c![^a].\n\n[^a]: First.\n\n    - more\n");
    assert_clean(&page);
    struct node *note = page.document->last;
    assert_int_equal(note->type, NODE_NOTE);
    assert_text(note->note.label, "b");
    assert_int_equal(note->note.number, 2);
    assert_int_equal(note->note.references, 1);
    assert_text(written(&page, note), "[^b]");
    note = note->previous;
    assert_text(note->note.label, "a");
    assert_int_equal(note->note.number, 1);
    assert_int_equal(note->note.references, 2);
    assert_int_equal(note->last->type, NODE_LIST);
    static const size_t numbers[] = {1, 2, 1}, ordinals[] = {1, 1, 2};
    static const char *const marks[] = {"[^a]", "[^b]", "[^a]"};
    for (size_t i = 0; i < 3; i++) {
        struct node *ref = nth(&page, NODE_NOTE_REF, i);
        assert_int_equal(ref->note.number, numbers[i]);
        assert_int_equal(ref->note.ordinal, ordinals[i]);
        assert_text(written(&page, ref), marks[i]);
    }
    done(&page);
}

static void reference_links(void **state) {
    (void)state;
    struct page_under_test page = parse("[a][Label One] [label  one][] [LABEL one] "
                                        "![b][two]\n\n[label one]: /u\n[two]:\n  /v\n  \"t\"\n");
    assert_clean(&page);
    static const char *const all[] = {"[a][Label One]", "[label  one][]", "[LABEL one]"};
    for (size_t i = 0; i < 3; i++) {
        struct node *link = nth(&page, NODE_LINK, i);
        assert_text(written(&page, link), all[i]);
        assert_text(text_cut(page.source->text, link->link.url_offset, page.source->text.len - 18),
                    "/u\n");
    }
    struct node *image = nth(&page, NODE_IMAGE, 0);
    assert_text(image->link.url, "/v");
    assert_text(image->link.title, "t");
    struct place place = source_place(page.source, image->link.url_offset);
    assert_int_equal(place.line, 5);
    assert_int_equal(place.column, 3);
    done(&page);
}

static void angle_brackets_in_prose(void **state) {
    (void)state;
    struct page_under_test page = parse("kernel<<<grid, block>>>(x) and <cuda.h>, a < b > c\n");
    assert_clean(&page);
    assert_text(nth(&page, NODE_TEXT, 0)->text,
                "kernel<<<grid, block>>>(x) and <cuda.h>, a < b > c");
    done(&page);
}

static void front_matter_is_not_read(void **state) {
    (void)state;
    static const char text[] = "---\ntitle: <b> {{ x\n---\n\nA {{ e }}.\n";
    struct page_under_test page = parse_bytes(text, sizeof text - 1, 24);
    assert_clean(&page);
    struct place place = source_place(page.source, nth(&page, NODE_EXPR, 0)->offset);
    assert_int_equal(place.line, 5);
    assert_int_equal(place.column, 3);
    done(&page);
}

static void strings_of_front_matter(void **state) {
    (void)state;
    struct page_under_test page = parse("title: a *b* {{ c }} \\{{ d }}{{e}}\n");
    struct text value = text_cut(page.source->text, 7, page.source->text.len - 1);
    struct page_reader reader = {.source = page.source, .arena = &page.arena, .diags = &page.diags};
    struct node *tree = markdown_inline_text(&reader, value, 7, true, 0);
    assert_text(tree->first->text, "a *b* ");
    struct node *expr = tree->first->next;
    assert_int_equal(expr->type, NODE_EXPR);
    assert_text(expr->text, " c ");
    assert_text(written(&page, expr), "{{ c }}");
    assert_text(expr->next->text, " {{ d }}");
    assert_text(written(&page, expr->next), " \\{{ d }}");
    assert_text(tree->last->text, "e");
    assert_text(written(&page, tree->last), "{{e}}");
    tree = markdown_inline_text(&reader, value, 7, false, 3);
    for (const struct node *node = tree; node; node = tree_next(node, tree))
        assert_int_equal(node->offset, 3);
    assert_int_equal(page.diags.count, 0);
    markdown_inline_text(&reader, TEXT("a {{ b"), 7, true, 0);
    assert_true(has_message(&page, 1, 10, SEVERITY_ERROR, "{{ without }}"));
    markdown_inline_text(&reader, TEXT("a\bb"), 0, false, 4);
    assert_true(has_message(&page, 1, 5, SEVERITY_ERROR, "U+0008 in text"));
    tree = markdown_inline_text(&reader, TEXT(""), 7, true, 0);
    assert_null(tree->first);
    done(&page);
}

static void nothing_and_almost_nothing(void **state) {
    (void)state;
    static const char *const pages[] = {"", "\n", "x", " ", "\n\n\n", "|", "[", "{{}}", "\\"};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        struct page_under_test page = parse(pages[i]);
        assert_int_equal(page.document->type, NODE_DOCUMENT);
        assert_clean(&page);
        done(&page);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks),
        cmocka_unit_test(inlines),
        cmocka_unit_test(quotes_and_dashes_stay),
        cmocka_unit_test(expressions),
        cmocka_unit_test(literal_braces),
        cmocka_unit_test(pinned_headings),
        cmocka_unit_test(lists),
        cmocka_unit_test(tables),
        cmocka_unit_test(table_in_containers),
        cmocka_unit_test(code_blocks),
        cmocka_unit_test(indented_code),
        cmocka_unit_test(figures),
        cmocka_unit_test(footnotes),
        cmocka_unit_test(reference_links),
        cmocka_unit_test(angle_brackets_in_prose),
        cmocka_unit_test(front_matter_is_not_read),
        cmocka_unit_test(strings_of_front_matter),
        cmocka_unit_test(nothing_and_almost_nothing),
    };
    return cmocka_run_group_tests_name("markdown", tests, NULL, NULL) != 0;
}
