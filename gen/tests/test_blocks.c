/* test_blocks -- tables made from a card. */
#include "page/fence.h"
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
    check_reading("```table\nfor: 2s in x.y\nA: b\n```\n",
                  "+2:6 error: this is no variable and series\n");
    check_reading("```table\nfor: s in x.y[a b]\nA: b\n```\n",
                  "+2:6 error: this is no variable and series\n");
    check_reading("```table\nfor: s.t in x.y\nA: b\n```\n",
                  "+2:6 error: this is no variable and series\n");
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

/* ---- listed rows ------------------------------------------------------------------------- */

static void listed_rows(void **state) {
    (void)state;
    static const char body[] = "```table\nfor: s in stride.time where s in [8, 1]\nS: {{ s }}\n"
                               "N: {{ s * 2 }}\nT: {{ stride.time[s] as ms .1 }}\n```\n";
    check_page("kit-card", body, "S|N|T\n8|16|5.1\u00A0ms\n1|2|1.0\u00A0ms", "");
    check_page(
        "kit-card",
        "```table\nfor: k in transpose.rate[kernel] where k in [copy]\n"
        "for: f in transpose.rate[fits] where f in [dram, l2]\nK: {{ k }}\nF: {{ f }}\n```\n",
        "K|F\ncopy|dram\ncopy|l2", "");
    /* far-card has no stride 2: the row stands there; that no card has a 3 is a mistake. */
    check_page("far-card",
               "```table\nfor: s in stride.time where s in [1, 2]\nS: {{ s }}\n"
               "T: {{ stride.time[s] as ms .1 }}\n```\n",
               "S|T\n1|2.0\u00A0ms\n2|(not reported: not reported for Far Card)", "");
    check_page("kit-card",
               "```table\nfor: s in stride.time where s in [1, 3, 8]\nS: {{ s }}\n```\n",
               "S\n1\n3\n8", "+2:38 error: stride of stride.time has no value 3\n");
}

static void listed_rows_hint(void **state) {
    (void)state;
    static const struct {
        const char *list, *hint;
    } cases[] = {{"[copi]", "nearest: copy"}, {"[x]", "kernel is one of copy, naive"}};
    for (size_t i = 0; i < 2; i++) {
        struct kit kit;
        kit_start(&kit);
        kit_page(&kit, arena_printf(&kit.arena,
                                    "```table\nfor: k in transpose.rate[kernel] where k in %s\n"
                                    "K: {{ k }}\n```\n",
                                    cases[i].list)
                           .ptr);
        kit_evaluate(&kit, "kit-card");
        assert_int_equal(kit.diags.count, 1);
        assert_string_equal(kit.diags.list[0].hint.ptr, cases[i].hint);
        kit_end(&kit);
    }
}

static void listed_rows_mistakes(void **state) {
    (void)state;
    static const char *const lists[] = {"where s in []",
                                        "[]",
                                        "where s in [1, ]",
                                        "where s in [1",
                                        "where t in [1]",
                                        "where s of [1]",
                                        "s in [1]",
                                        "where s in [1] 2",
                                        "where s in [1] in words",
                                        "in word",
                                        "where s in 1",
                                        "where s in [1] [2]",
                                        "where",
                                        "where s in [,1, 2]"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        char body[128];
        snprintf(body, sizeof body, "```table\nfor: s in x.y %s\nA: b\n```\n", lists[i]);
        check_reading(body, "+2:6 error: this is no variable and series\n");
    }
    check_reading("```table\nfor: s in x.y where s in [1, 2, 1]\nA: b\n```\n",
                  "+2:33 error: 1 is listed twice\n");
}

/* ---- units in heads ---------------------------------------------------------------------- */

static void check_column(const char *card, const char *column, const char *want) {
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit,
             arena_printf(&kit.arena, "```table\nfor: s in stride.time\n%s\n```\n", column).ptr);
    assert_messages(&kit, "");
    kit_evaluate(&kit, card);
    assert_string_equal(kit_seen(&kit, kit.page->document), want);
    assert_messages(&kit, "");
    kit_end(&kit);
}

/* Numbers alone, with one number of decimals: three digits of the largest, two of the smallest. */
static void unit_of_a_column(void **state) {
    (void)state;
    check_column("kit-card", "Time [us]: {{ stride.time[s] }}", "Time [µs]\n1,000\n1,000\n5,100");
    check_column("kit-card", "Time [ms]: {{ stride.time[s] }}", "Time [ms]\n1.00\n1.00\n5.10");
    check_column("kit-card", "Time [s]: {{ stride.time[s] }}",
                 "Time [s]\n0.00100\n0.00100\n0.00510");
    check_column("kit-card", "Time [ms]: {{ stride.time[s] * 100 / s }}", "Time [ms]\n100\n50\n64");
    check_column("kit-card", "Time [ms]: {{ stride.time[1] * 20 / (s * s) }}",
                 "Time [ms]\n20.00\n5.00\n0.31");
    check_column("kit-card", "Time [ms]: {{ stride.time[s] - stride.time[1] }}",
                 "Time [ms]\n0.00\n0.00\n4.10");
    check_column("kit-card", "Time [ns]: {{ stride.time[1] / 3 }}",
                 "Time [ns]\n333,333\n333,333\n333,333");
    check_column("kit-card", "T [ms]: {{ stride.time[s] .3 }}", "T [ms]\n1.000\n1.000\n5.100");
    check_column("kit-card", "T [%]: {{ stride.time[s] / stride.time[8] }}", "T [%]\n20\n20\n100");
    check_column("kit-card", "T [x]: {{ stride.time[s] / stride.time[1] }}",
                 "T [×]\n1.00\n1.00\n5.10");
    check_column("kit-card", "[s]: {{ stride.time[s] }}", "[s]\n0.00100\n0.00100\n0.00510");
    check_column("far-card", "T [ms]: {{ stride.time[s] }}", "T [ms]\n2\n4");
    check_column("kit-card", "T [ms]: {{ 0 s - stride.time[s] }}", "T [ms]\n−1.00\n−1.00\n−5.10");
    check_column("kit-card", "T [ns]: {{ stride.time[s] - stride.time[s] }}", "T [ns]\n0\n0\n0");
    check_column("kit-card", "T \\[ms\\]: {{ stride.time[s] }}",
                 "T [ms]\n1.00\u00A0ms\n1.00\u00A0ms\n5.10\u00A0ms");
    check_column("kit-card", "T [ms]: {{ if s > 1 }}{{ stride.time[s] }}{{ else }}-{{ end }}",
                 "T [ms]\n-\n1.00\n5.10");
}

/* The decimals are those of the card, whichever was evaluated before. */
static void decimals_of_each_card(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "```table\nfor: s in stride.time where s in [1, 2]\nS: {{ s }}\n"
                   "T [ms]: {{ stride.time[s] * 1.25 }}\n```\n");
    for (int i = 0; i < 2; i++) {
        kit_evaluate(&kit, "kit-card");
        assert_string_equal(kit_seen(&kit, kit.page->document), "S|T [ms]\n1|1.25\n2|1.25");
        kit_evaluate(&kit, "far-card");
        assert_string_equal(kit_seen(&kit, kit.page->document),
                            "S|T [ms]\n1|2.50\n2|(not reported: not reported for Far Card)");
    }
    assert_int_equal(kit.page->document->first->table.align[1], ALIGN_RIGHT);
    kit_end(&kit);
}

static void unit_mistakes(void **state) {
    (void)state;
    check_reading("```table\nTime [msec]: {{ a.b }}\n```\n", "+2:7 error: no unit msec\n");
    check_reading("```table\nTime [ms]: words\n```\n",
                  "+2:7 error: a unit for a column without a value\n");
    check_reading("```table\nTime [ms]: {{ a.b as us }}\n```\n",
                  "+2:12 error: a unit of its own in a column whose head has the unit\n");
    check_page("kit-card", "```table\nfor: s in stride.time\nA [GB/s]: {{ stride.time[s] }}\n```\n",
               "A [GB/s]\n(failed)\n(failed)\n(failed)",
               "+3:14 error: the value is in s, which is no GB/s\n");
}

/* ---- nothing known ----------------------------------------------------------------------- */

/* Typed rows are the author's words, whatever is missing in them. */
static void nothing_known_in_typed_rows(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "| a |\n| --- |\n| {{ tlb.time }} |\n");
    kit_evaluate(&kit, "kit-card");
    assert_int_equal(kit.page->document->first->table.nothing.len, 0);
    kit_end(&kit);
}

static void nothing_known(void **state) {
    (void)state;
    static const struct {
        const char *card, *column, *want;
    } cases[] = {
        {"kit-card", "{{ tlb.time }}",
         "Nothing of this table is measured on Kit Card: not run on this card."},
        {"far-card", "{{ stride.useful[s] }}", "Nothing of this table is reported for Far Card."},
        {"far-card", "{{ stride.useful[s] }} of {{ fact.l2 }}", ""},
        {"kit-card", "{{ stride.useful[s] }}", ""},
        {"kit-card", "words", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct kit kit;
        kit_start(&kit);
        kit_page(&kit, arena_printf(&kit.arena,
                                    "```table\ncaption: {{ fact.l2 }}\nfor: s in stride.time\n"
                                    "S: {{ s }}\nT: %s\n```\n",
                                    cases[i].column)
                           .ptr);
        kit_evaluate(&kit, "kit-card");
        kit_evaluate(&kit, "far-card");
        kit_evaluate(&kit, cases[i].card);
        assert_string_equal(arena_string(&kit.arena, kit.page->document->first->table.nothing),
                            cases[i].want);
        kit_end(&kit);
    }
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
        cmocka_unit_test(listed_rows),
        cmocka_unit_test(listed_rows_hint),
        cmocka_unit_test(listed_rows_mistakes),
        cmocka_unit_test(unit_of_a_column),
        cmocka_unit_test(decimals_of_each_card),
        cmocka_unit_test(unit_mistakes),
        cmocka_unit_test(nothing_known),
        cmocka_unit_test(nothing_known_in_typed_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
