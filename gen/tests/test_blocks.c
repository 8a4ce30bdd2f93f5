/* test_blocks -- tables made from a card, and code cut from source files. */
#include "page/blocks.h"
#include "tests/page_kit.h"

/* What reading alone finds. */
static void check_reading(const char *body, const char *messages) {
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, body);
    assert_messages(&kit, messages);
    kit_end(&kit);
}

static const char stride[] = "```table\n"
                             "caption: Stride and *useful* bandwidth of {{ card.name }}\n"
                             "for: s in stride.useful\n"
                             "Stride: {{ s }}\n"
                             "Useful, in {{ card.id }}: {{ stride.useful[s] }}\n"
                             "```\n";

static void rows_of_an_axis(void **state) {
    (void)state;
    check_page("kit-card", stride,
               "Stride and useful bandwidth of Kit Card\nStride|Useful, in kit-card\n"
               "1|4.00\u00A0TB/s\n2|4.00\u00A0TB/s\n8|563\u00A0GB/s",
               "");
}

static void another_card(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "```table\nfor: s in stride.time\nS: {{ s }}{{ if s > 1 }}!{{ end }}\nT: {{ "
                   "stride.time[s] as ms .1 }}\n```\n");
    for (int i = 0; i < 2; i++) {
        kit_evaluate(&kit, "kit-card");
        assert_string_equal(kit_seen(&kit, kit.page->document),
                            "S|T\n1|1.0\u00A0ms\n2!|1.0\u00A0ms\n8!|5.1\u00A0ms");
        kit_evaluate(&kit, "far-card");
        assert_string_equal(kit_seen(&kit, kit.page->document),
                            "S|T\n1|2.0\u00A0ms\n8!|4.0\u00A0ms");
    }
    assert_messages(&kit, "");
    kit_end(&kit);
}

static void two_axes(void **state) {
    (void)state;
    check_page(
        "kit-card",
        "```table\nfor: k in transpose.rate[kernel]\nfor: f in transpose.rate[fits]\nKernel: {{ k "
        "}}\nFits: `{{` {{ f }}\nRate: {{ transpose.rate[k, f] }}\n```\n",
        "Kernel|Fits|Rate\ncopy|{{ l2|8.00\u00A0TB/s\ncopy|{{ dram|4.00\u00A0TB/s\n"
        "naive|{{ l2|1.00\u00A0TB/s\nnaive|{{ dram|(not measured: out of memory)",
        "");
}

static void one_row(void **state) {
    (void)state;
    check_page("kit-card", "```table\n\nSize: [{{ fact.l2 }}](/x/) **L2**\n**b**: c: d\n```\n",
               "Size|b\n60\u00A0MiB L2|c: d", "");
}

static void a_series_of_another_card(void **state) {
    (void)state;
    check_page(
        "kit-card",
        "```table\nfor: l in latency.cycles\nLevel: {{ l }}\nCycles: {{ latency.cycles[l] }}\n"
        "There: {{ latency.cycles[l]@far-card }}\n```\n",
        "Level|Cycles|There\nl1|(not measured: not measured on Kit Card)|32\u00A0cycles\n"
        "l2|(not measured: not measured on Kit Card)|188\u00A0cycles",
        "");
}

static void alignment(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, stride);
    const struct node *table = kit.page->document->first;
    assert_int_equal(table->type, NODE_TABLE);
    assert_int_equal(table->table.columns, 2);
    assert_int_equal(table->table.align[0], ALIGN_NONE);
    assert_int_equal(table->table.align[1], ALIGN_RIGHT);
    assert_int_equal(table->first->type, NODE_CAPTION);
    kit_end(&kit);
}

static void places(void **state) {
    (void)state;
    check_page(
        "kit-card",
        "- x\n\n  ```table\n  for: s in stride.useful\n  Stride: {{ s }} {{ stride.uesful[s] "
        "}}\n  ```\n",
        "x\nStride\n1 (failed)\n2 (failed)\n8 (failed)",
        "+5:22 error: unknown name stride.uesful\n");
    check_page("kit-card", "```table\nfor: s in stride.uesful\nStride: {{ s }}\n```\n", "Stride",
               "+2:11 error: unknown series stride.uesful\n");
    check_page("kit-card", "```table\nfor: s in transpose.rate\nStride: {{ s }}\n```\n", "Stride",
               "+2:11 error: one axis has to be named: transpose.rate[kernel]\n");
    check_page("kit-card", "```table\nfor: s in transpose.rate[size]\nStride: {{ s }}\n```\n",
               "Stride", "+2:26 error: transpose.rate has no axis size\n");
    check_page("kit-card", "```table\nfor: s in dram.rated\nStride: {{ s }}\n```\n", "Stride",
               "+2:11 error: dram.rated has no axis to go along\n");
    check_page("kit-card", "```table\nfor: s in stride.time\nA: {{ ss }}\nB: {{ s }}\n```\n",
               "A|B\n(failed)|1\n(failed)|2\n(failed)|8", "+3:7 error: unknown name ss\n");
}

static void mistakes(void **state) {
    (void)state;
    check_reading("```table\ncaptoin: x\nA: b\n```\n", "+2:1 error: unknown key captoin\n");
    check_reading("```table\ncaption: x\n```\n", "+1:1 error: a table without columns\n");
    check_reading("```table\n```\n", "+1:1 error: a table without columns\n");
    check_reading("```table\njust words\nA: b\n```\n",
                  "+2:1 error: this line of the table is no key and no column\n");
    check_reading("```table\nfor: s on x.y\nA: b\n```\n",
                  "+2:6 error: this is no variable and series\n");
    check_reading("```table\nfor:\nA: b\n```\n", "+2:1 error: this is no variable and series\n");
    check_reading("```table\nfor: s in x.y[\nA: b\n```\n",
                  "+2:6 error: this is no variable and series\n");
    check_reading("```table\nfor: s in x.y\nfor: s in x.z\nA: b\n```\n",
                  "+3:6 error: the variable s is bound twice\n");
    check_reading("```table\ncaption: x\ncaption: y\nA: b\n```\n",
                  "+3:1 error: a second caption\n");
    check_reading("```table\n  A:\nB: c\n```\n", "+2:3 error: a column without a cell\n");
    check_reading("```table\nA: - b\n```\n",
                  "+2:4 error: only words, links, code and values may stand here, no block of "
                  "Markdown\n");
    check_reading("```table\nA: b {{ if c > 1 }}d\n```\n",
                  "+2:6 error: no {{ end }} for this {{ if }}\n");
    check_reading("```table\nA: {{ end }}\n```\n",
                  "+2:4 error: {{ end }} without {{ given }}, {{ if … }} or {{ claim … }}\n");
    check_reading("```table x\nA: b\n```\n",
                  "+1:1 error: a table block takes nothing after the word table\n");
    check_reading("```table\nA: takes 5 ms\n```\n",
                  "+2:10 error: 5 ms is typed: it has to be an expression or cited(…)\n");
    check_reading("> ```table\n> A: b\n> Bc <i>d: <b>e\n> ```\n",
                  "+3:6 error: raw HTML: <i>\n+3:12 error: raw HTML: <b>\n");
    check_reading("```tabel\nA: b\n```\n", "+1:4 error: unknown block or language tabel\n");
    check_reading("```predit\nA: b\n```\n", "+1:4 error: unknown block or language predit\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_an_axis),
        cmocka_unit_test(another_card),
        cmocka_unit_test(two_axes),
        cmocka_unit_test(one_row),
        cmocka_unit_test(a_series_of_another_card),
        cmocka_unit_test(alignment),
        cmocka_unit_test(places),
        cmocka_unit_test(mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
