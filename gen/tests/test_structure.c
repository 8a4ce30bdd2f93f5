/* test_structure -- conditions are paired, mistakes in them are found where they are. */
#include "base/reader.h"
#include "page/structure.h"
#include "tests/page_kit.h"

/* The tree of a body without front matter's texts; there must be no message. */
#define assert_tree(body, want)                                                                    \
    do {                                                                                           \
        struct kit kit;                                                                            \
        kit_start(&kit);                                                                           \
        kit_page(&kit, (body));                                                                    \
        assert_messages(&kit, "");                                                                 \
        assert_string_equal(kit_draw(&kit, kit.page->document), (want));                           \
        kit_end(&kit);                                                                             \
    } while (0)

#define assert_errors(body, want)                                                                  \
    do {                                                                                           \
        struct kit kit;                                                                            \
        kit_start(&kit);                                                                           \
        kit_page(&kit, (body));                                                                    \
        assert_messages(&kit, (want));                                                             \
        kit_end(&kit);                                                                             \
    } while (0)

static void inline_conditions(void **state) {
    (void)state;
    assert_tree("About {{ claim a.b > 2 }}twice{{ else }}{{ a.b }} times{{ end }} that.\n",
                "doc(p('About ' claim(branch('twice') branch({a.b} ' times')) ' that.'))");
    assert_tree("{{ if a.b > 2 }}*two*\nlines{{ end }}\n",
                "doc(p(if(branch(em('two') soft 'lines'))))");
    assert_tree("## On {{ if a.b > 1 }}one{{ end }}\n", "doc(h('On ' if(branch('one'))))");
    assert_tree("[{{ if a.b > 1 }}one{{ else }}two{{ end }}](/x/)\n",
                "doc(p(a(if(branch('one') branch('two')))))");
}

/* Words that hold on every card: no condition, no else, never around blocks. */
static void words_that_always_hold(void **state) {
    (void)state;
    assert_tree("Takes {{ always by definition, *not* measured }}*half*{{ end }} of it.\n",
                "doc(p('Takes ' always(branch(em('half'))) ' of it.'))");
    assert_tree(
        "{{ if known(a.b) }}x{{ always so says the spec }}half{{ end }}{{ else }}z{{ end }}\n",
        "doc(p(if(branch('x' always(branch('half'))) branch('z'))))");
    assert_errors("a {{ always }}half{{ end }}\n",
                  "+1:12 error: a reason of two words or more expected before the end\n");
    assert_errors("a {{ always so it is }}half\n",
                  "+1:3 error: no {{ end }} for this {{ always }}\n");
    assert_errors("a {{ always so it is }}{{ end }}\n",
                  "+1:3 error: no words depend on this {{ always }}\n");
    assert_errors("a {{ always so it is }}half{{ else }}b{{ end }}\n",
                  "+1:28 error: an {{ else }} for words that always hold\n");
    assert_errors("{{ always so it is }}\n\nHalf.\n\n{{ end }}\n",
                  "+1:1 error: {{ always }} around whole paragraphs\n");
    check_page("kit-card",
               "## On {{ always so it is }}half{{ end }}\n\n"
               "A {{ always so it is }}*half* {{ fact.warp }}{{ end }} of it.\n",
               "On halfA half 32 of it.", "");
}

/* No condition: the words themselves say what they need. */
static void given(void **state) {
    (void)state;
    assert_tree("It is {{ given }}{{ a.b }}{{ else }}not known{{ end }}.\n",
                "doc(p('It is ' given(branch({a.b}) branch('not known')) '.'))");
    assert_tree("{{ given }}\n\nOf {{ a.b }}.\n\n{{ end }}\n",
                "doc(given(branch(p('Of ' {a.b} '.'))))");
    assert_errors("a {{ given }}{{ a.b }}\n", "+1:3 error: no {{ end }} for this {{ given }}\n");
    assert_errors("a {{ given a.b }}b{{ end }}\n",
                  "+1:12 error: nothing more expected, not `a.b`\n");
    assert_errors("a {{ given }}{{ end }}\n", "+1:3 error: no words depend on this {{ given }}\n");
    assert_errors("a {{ given }}{{ a.b }}{{ else }}{{ end }}\n",
                  "+1:23 error: no words after this {{ else }}\n");
}

/* Words that every card has need no guard. */
static void given_around_nothing(void **state) {
    (void)state;
    static const char nothing[] = "+1:1 error: nothing in this {{ given }} could be missing\n";
    assert_errors("{{ given }}{{ card.name }}{{ end }}\n", nothing);
    assert_errors("{{ given }}{{ 2 * 3 }} {{ cited(1 B, hopper-guide) }}{{ end }}\n", nothing);
    assert_errors("{{ given }}one{{ else }}{{ a.b }}{{ end }}\n", nothing);
    assert_errors("{{ given }}{{ if known(a.b) }}one{{ end }}{{ end }}\n", nothing);
    assert_errors("{{ given }}a {{ given }}{{ a.b }}{{ end }}{{ end }}\n", nothing);
    assert_errors("{{ given }}{{ model(gemm16).time }}{{ end }}\n", "");
    assert_errors("{{ given }}{{ if a.b > 1 }}one{{ end }}{{ end }}\n", "");
    assert_errors("{{ given }}![it](chart:a.b){{ end }}\n", "");
    assert_errors("{{ given }}\n\n```predict\nask: A?\nB: {{ if a.b > 1 }}\nC: {{ if a.b <= 1 }}\n"
                  "then: D.\n```\n\n{{ end }}\n",
                  "");
    assert_errors("{{ given }}\n\n```table\nA: b\n```\n\n{{ end }}\n", "");
}

static void nested_conditions(void **state) {
    (void)state;
    assert_tree("{{ if a > 1 }}x{{ claim b > 1 }}y{{ else }}z{{ end }}{{ else }}{{ if c > 1 "
                "}}w{{ end }}{{ end }}\n",
                "doc(p(if(branch('x' claim(branch('y') branch('z'))) "
                "branch(if(branch('w'))))))");
}

static void cells(void **state) {
    (void)state;
    assert_tree("| a | b |\n| --- | --- |\n| {{ if a > 1 }}x{{ else }}y{{ end }} | z |\n",
                "doc(table(row(cell('a') cell('b')) row(cell(if(branch('x') branch('y'))) "
                "cell('z'))))");
}

static void blocks(void **state) {
    (void)state;
    assert_tree(
        "{{ if known(a.b) }}\n\nOne.\n\n- two\n\n{{ else }}\n\nThree.\n\n{{ end }}\n\nEnd.\n",
        "doc(if(branch(p('One.') list(item(p('two')))) branch(p('Three.'))) p('End.'))");
    assert_tree("- a\n\n  {{ if b > 1 }}\n\n  c\n\n  {{ end }}\n",
                "doc(list(item(p('a') if(branch(p('c'))))))");
    assert_tree("> {{ claim b > 1 }}\n>\n> c\n>\n> {{ end }}\n",
                "doc(quote(claim(branch(p('c')))))");
    assert_tree("{{ if a > 1 }}\n\nx\n\n{{ end }}\n{{ if b > 1 }}\n\ny\n\n{{ end }}\n",
                "doc(if(branch(p('x'))) if(branch(p('y'))))");
    assert_tree("{{ if a > 1 }}\nx\n{{ end }}\n", "doc(p(if(branch(soft 'x' soft))))");
}

static void block_flag(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "{{ if a > 1 }}\n\nx {{ if b > 1 }}y{{ end }}\n\n{{ end }}\n");
    struct node *outer = kit.page->document->first;
    assert_int_equal(outer->type, NODE_COND);
    assert_true(outer->cond.block);
    struct node *inner = outer->first->first->first->next;
    assert_int_equal(inner->type, NODE_COND);
    assert_false(inner->cond.block);
    assert_int_equal(inner->length, strlen("{{ if b > 1 }}y{{ end }}"));
    kit_end(&kit);
}

static void parse_errors(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "带宽 {{ copy.rate[read] as Mb }}.\n\n"
                   "Ranges {{1..3},{7..9}} here.\n\n"
                   "| a |\n| --- |\n| b\\|c {{ 1 + }} |\n\n"
                   "{{ claim 3 }}words{{ end }}\n");
    const char *messages = kit_messages(&kit);
    /* Texts are the expression language's; the places are ours. */
    static const char *const places[] = {"+1:30 error: unknown unit Mb", "+3:8 error: not an",
                                         "+7:15 error: ", "+9:"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (!strstr(messages, places[i])) fail_msg("no \"%s\" in:\n%s", places[i], messages);
    size_t lines = 0;
    for (const char *c = messages; *c; c++)
        lines += *c == '\n';
    if (lines != 4) fail_msg("not 4 messages:\n%s", messages);
    kit_end(&kit);
}

static void broken_opening_still_pairs(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "{{ if a >< 2 }}x{{ else }}y{{ end }}\n");
    assert_string_equal(kit_draw(&kit, kit.page->document), "doc(p(if(branch('x') branch('y'))))");
    assert_null(kit.page->document->first->first->cond.expr);
    assert_int_equal(kit.diags.count, 1);
    kit_end(&kit);
}

static void mismatches(void **state) {
    (void)state;
    assert_errors("words{{ end }}\n",
                  "+1:6 error: {{ end }} without {{ given }}, {{ if … }} or {{ claim … }}\n");
    assert_errors("a{{ else }}b\n",
                  "+1:2 error: {{ else }} without {{ given }}, {{ if … }} or {{ claim … }}\n");
    assert_errors("a\n\nb {{ if a > 1 }}c\n", "+3:3 error: no {{ end }} for this {{ if }}\n");
    assert_errors("{{ if a > 1 }}b{{ else }}c{{ else }}d{{ end }}\n",
                  "+1:27 error: a second {{ else }}, the first is in line 17, column 16\n");
    assert_errors(
        "**{{ claim a > 1 }}b** c{{ end }}\n",
        "+1:25 error: {{ end }} in a paragraph, but its {{ claim }} (line 17, column 3) is "
        "in strong emphasis\n");
    assert_errors(
        "a {{ if b > 1 }}c\n\nd{{ end }}\n",
        "+3:2 error: {{ end }} in a paragraph, but its {{ if }} (line 17, column 3) is in "
        "another: a paragraph\n");
    assert_errors("| a | b |\n| --- | --- |\n| {{ if a > 1 }}x | y{{ end }} |\n",
                  "+3:22 error: {{ end }} in a table cell, but its {{ if }} (line 19, column 3) is "
                  "in another: a table cell\n");
    assert_errors("{{ if a > 1 }}b *c{{ else }}d* e{{ end }}\n",
                  "+1:19 error: {{ else }} in emphasis, but its {{ if }} (line 17, column 1) is in "
                  "a paragraph\n");
    assert_errors(
        "{{ if a > 1 }}\n\nb\n{{ end }}\n",
        "+4:1 error: {{ end }} in a paragraph, but its {{ if }} (line 17, column 1) is in "
        "a paragraph of its own\n");
    /* The inner one is not closed; the outer pair is still seen as one. */
    assert_errors("{{ if a > 1 }}b *{{ if c > 1 }}d* e{{ end }}\n",
                  "+1:18 error: no {{ end }} for this {{ if }}\n");
}

static void no_words(void **state) {
    (void)state;
    assert_errors("a {{ claim a > 1 }} {{ end }}b\n",
                  "+1:3 error: no words depend on this {{ claim }}\n");
    assert_errors("a {{ claim a > 1 }}{{ else }}c{{ end }}b\n",
                  "+1:3 error: no words depend on this {{ claim }}\n");
    assert_errors("a {{ if a > 1 }}{{ end }}b\n", "+1:3 error: no words depend on this {{ if }}\n");
    assert_errors("a {{ claim a > 1 }}b{{ else }}{{ end }}\n",
                  "+1:21 error: no words after this {{ else }}\n");
    assert_tree("a{{ if a > 1 }}{{ else }}b{{ end }}\n", "doc(p('a' if(branch branch('b'))))");
}

static void nothing_is_left_over(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(
        &kit,
        "a{{ else }}b{{ end }}c{{ if a > 1 }}d\n\n{{ end }}\n\n{{ else }}\n\n{{ if b > 1 }}\n");
    for (struct node *node = kit.page->document; node; node = tree_next(node, kit.page->document))
        assert_int_not_equal(node->type, NODE_EXPR);
    kit_end(&kit);
}

static void deep(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    struct buf body = {0};
    for (int i = 0; i < 40; i++)
        buf_str(&body, "{{ if a > 1 }}x");
    for (int i = 0; i < 32; i++)
        buf_str(&body, "{{ end }}");
    kit_page(&kit, body.ptr);
    assert_non_null(strstr(kit_messages(&kit), "conditions nested more than 32 deep"));
    buf_clear(&body);
    for (int i = 0; i < 3000; i++) /* an end must not look through all that is open */
        buf_str(&body, "*{{ if a > 1 }}x* {{ end }}\n");
    kit_page(&kit, body.ptr);
    assert_true(kit.diags.count >= 3000);
    buf_clear(&body);
    for (int i = 0; i < 6000; i++) /* nor a paragraph be read once for each of its markers */
        buf_str(&body, "{{ end }}\n");
    buf_str(&body, "x\n");
    kit_page(&kit, body.ptr);
    assert_true(kit.diags.count >= 3000);
    buf_free(&body);
    kit_end(&kit);
}

static void captions(void **state) {
    (void)state;
    static const char table[] = "| a |\n| --- |\n| b |\n";
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, arena_printf(&kit.arena, "Table: {{ a.b }} above\n\n%s", table).ptr);
    assert_string_equal(kit_draw(&kit, kit.page->document),
                        "doc(table(caption('' {a.b} ' above') row(cell('a')) row(cell('b'))))");
    kit_page(&kit, arena_printf(&kit.arena, "%s\nTable: below\n", table).ptr);
    assert_string_equal(kit_draw(&kit, kit.page->document),
                        "doc(table(caption('below') row(cell('a')) row(cell('b'))))");
    assert_messages(&kit, "");
    kit_page(&kit, "x\n\nTable: nowhere\n\ny\n");
    assert_messages(&kit, "+3:1 error: a caption without a table\n");
    kit_end(&kit);
}

static void front_matter(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    static const char front[] = "---\ntitle: Kit\nterm: Kit\nkind: glossary\n"
                                "summary: \"{{ fact.l2 as Mb }} of L2 {{ end }}\"\n"
                                "byline:\n  author: pending\n  reviewer: pending\n"
                                "  written: pending\n  checked: pending\n---\n";
    kit_page_at(&kit, "content/glossary/kit.md", front, "Text.\n");
    const char *messages = kit_messages(&kit);
    assert_non_null(strstr(messages, "5:25 error: unknown unit Mb"));
    assert_non_null(strstr(messages, "5:37 error: {{ end }} without"));
    kit_end(&kit);
}

/* The hint of the callback wins over the error's own, which stands where the callback knows none. */
static void hints(void **state) {
    (void)state;
    static const struct {
        enum expr_code code;
        const char *given, *shown;
    } cases[] = {
        {EXPR_ERROR_ZERO, NULL, "guard it with an `if`, or correct the measurement"},
        {EXPR_ERROR_ZERO, "leave it out", "leave it out"},
        {EXPR_ERROR_ARGUMENT, "n is 1 or 2", "n is 1 or 2"},
        {EXPR_ERROR_ARGUMENT, NULL, ""},
    };
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "{{ fact.l2 }}\n");
    const struct node *node = kit.page->document->first->first;
    const struct page_reader reader = {kit.page->source, &kit.arena, &kit.diags, NULL};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct expr_error error = {
            .code = cases[i].code, .whole = true, .hint = text_of(cases[i].given)};
        structure_report(node, &error, &reader);
        struct text hint = kit.diags.list[i].hint;
        if (!text_is(hint, cases[i].shown)) fail_msg("case %zu: \"%.*s\"", i, TEXT_ARG(hint));
    }
    kit_end(&kit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inline_conditions),
        cmocka_unit_test(words_that_always_hold),
        cmocka_unit_test(given),
        cmocka_unit_test(given_around_nothing),
        cmocka_unit_test(nested_conditions),
        cmocka_unit_test(cells),
        cmocka_unit_test(blocks),
        cmocka_unit_test(block_flag),
        cmocka_unit_test(parse_errors),
        cmocka_unit_test(hints),
        cmocka_unit_test(broken_opening_still_pairs),
        cmocka_unit_test(mismatches),
        cmocka_unit_test(no_words),
        cmocka_unit_test(nothing_is_left_over),
        cmocka_unit_test(deep),
        cmocka_unit_test(captions),
        cmocka_unit_test(front_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
