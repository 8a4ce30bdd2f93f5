/* test_blocks -- tables made from a card, and code cut from source files. */
#include "base/sha256.h"
#include "page/blocks.h"
#include "page/code.h"
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
}

/* ---- code -------------------------------------------------------------------------------- */

static const char kernel[] =
    "#include <x.h>\n"
    "\n"
    "// region: strided\n"
    "    __global__ void strided(float *a) {\n"
    "\n"
    "        // region: inner part\n"
    "        a[0] = 1;\n"
    "        // endregion\n"
    "    }\n"
    "// endregion\n"
    "// region: twice\nx\n// endregion\n// region: twice\ny\n// endregion\n"
    "// region: empty\n\n// endregion\n"
    "// region: open\nz\n";

static void code_is_cut(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_write(&kit, "kernels/kit.cu", kernel);
    kit_page(&kit, "```cuda from=kernels/kit.cu#strided\n```\n\n> ```cuda "
                   "from=kernels/kit.cu#inner part\n> ```\n");
    assert_messages(&kit, "");
    const struct node *node = kit.page->document->first;
    char hash[65];
    sha256_hex(text_of(kernel), hash);
    assert_string_equal(arena_string(&kit.arena, node->text),
                        "__global__ void strided(float *a) {\n\n    a[0] = 1;\n}\n");
    assert_true(text_is(node->code.from, "kernels/kit.cu"));
    assert_true(text_is(node->code.region, "strided"));
    assert_true(text_is(node->code.sha256, hash));
    assert_int_equal(node->code.first_line, 4);
    node = node->next->first;
    assert_string_equal(arena_string(&kit.arena, node->text), "a[0] = 1;\n");
    assert_int_equal(node->code.first_line, 7);
    kit_end(&kit);
}

static void check_code(const char *info, const char *body, const char *messages, const char *hint) {
    struct kit kit;
    kit_start(&kit);
    kit_write(&kit, "kernels/kit.cu", kernel);
    kit_write(&kit, "kernels/raw.cu", "// region: a\n\xff\n// endregion\n");
    kit_page(&kit, arena_printf(&kit.arena, "x\n\n```%s\n%s```\n", info, body).ptr);
    assert_true(kit.diags.count > 0);
    if (hint && !text_is(kit.diags.list[0].hint, hint))
        fail_msg("hint %.*s", TEXT_ARG(kit.diags.list[0].hint));
    assert_messages(&kit, messages);
    kit_end(&kit);
}

static void code_mistakes(void **state) {
    (void)state;
    check_code("cuda from=kernels/kti.cu#strided", "", "+3:14 error: no file kernels/kti.cu\n",
               "nearest: kernels/kit.cu");
    check_code("cuda from=kernels/kit.cu#stride", "",
               "+3:29 error: no region stride in kernels/kit.cu\n", "nearest: strided");
    check_code("cuda from=kernels/kit.cu#qqqqqq", "",
               "+3:29 error: no region qqqqqq in kernels/kit.cu\n",
               "it has: strided, inner part, twice, twice, empty, open");
    check_code("cuda from=kernels/kit.cu#twice", "",
               "+3:29 error: region twice stands twice in kernels/kit.cu, again in line 14\n",
               NULL);
    check_code("cuda from=kernels/kit.cu#empty", "",
               "+3:29 error: region empty of kernels/kit.cu is empty\n", NULL);
    check_code("cuda from=kernels/kit.cu#open", "",
               "+3:29 error: region open of kernels/kit.cu has no end; it starts in line 20\n",
               NULL);
    check_code("cuda from=kernels/kit.cu#strided", "int x;\n",
               "+3:9 error: a block with from= has lines of its own\n", NULL);
    check_code("cuda from=kernels/kit.cu", "", "+3:9 error: from= needs a file and a region\n",
               NULL);
    check_code("cuda form=kernels/kit.cu#a", "",
               "+3:9 error: unknown attribute form=kernels/kit.cu#a\n", NULL);
    check_code("cuda from=kernels/../kernels/kit.cu#strided", "",
               "+3:14 error: code cannot be cut from kernels/../kernels/kit.cu\n", NULL);
    check_code("cuda from=/etc/passwd#a", "", "+3:14 error: code cannot be cut from /etc/passwd\n",
               NULL);
    check_code("cuda from=site/theme/page.html#a", "",
               "+3:14 error: code cannot be cut from site/theme/page.html\n", NULL);
    check_code("cuda from=kernels/raw.cu#a", "", "+3:14 error: kernels/raw.cu is not text\n", NULL);
    check_code("Cdua", "int x;\n", "+3:4 error: unknown block or language Cdua\n", "nearest: cuda");
}

static void a_link_is_not_followed(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_write(&kit, "kernels/kit.cu", kernel);
    assert_int_equal(symlinkat("/etc/passwd", kit.root.fd, "kernels/link.cu"), 0);
    kit_page(&kit, "```cuda from=kernels/link.cu#root\n```\n");
    unlinkat(kit.root.fd, "kernels/link.cu", 0);
    assert_true(kit.diags.errors > 0);
    assert_int_equal(kit.page->document->first->text.len, 0);
    kit_end(&kit);
}

static void regions(void **state) {
    (void)state;
    struct arena arena = {0};
    struct code_region region;
    assert_int_equal(code_region_find(TEXT(""), TEXT("a"), &region, &arena), CODE_NO_REGION);
    assert_int_equal(code_region_find(TEXT("// region: a"), TEXT("a"), &region, &arena),
                     CODE_UNCLOSED);
    assert_int_equal(
        code_region_find(TEXT("//region:a\n\tx\n\t\ty\n//endregion"), TEXT("a"), &region, &arena),
        CODE_FOUND);
    assert_true(text_is(region.text, "x\n\ty\n"));
    assert_int_equal(code_region_find(TEXT("// endregion\n// region: a\nx\n// endregion: a\n"),
                                      TEXT("a"), &region, &arena),
                     CODE_FOUND);
    assert_true(text_is(region.text, "x\n"));
    arena_free(&arena);
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
        cmocka_unit_test(code_is_cut),
        cmocka_unit_test(code_mistakes),
        cmocka_unit_test(a_link_is_not_followed),
        cmocka_unit_test(regions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
