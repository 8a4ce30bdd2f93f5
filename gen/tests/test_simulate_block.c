/* test_simulate_block -- examples whose output the build makes. */
#include "tests/page_kit.h"

static void output_is_made(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "Before.\n\n```simulate\nload 0\nload 4 # a neighbour\nlode 8\n```\n\n"
                   "> ```simulate\n> reg 2\n> ```\n\nAfter.\n");
    assert_messages(&kit, "");
    const struct node *input = kit.page->document->first->next;
    assert_int_equal(input->type, NODE_CODE_BLOCK);
    assert_true(text_is(input->code.language, "text"));
    assert_true(text_is(input->text, "load 0\nload 4 # a neighbour\nlode 8\n"));
    struct buf words = {0};
    tree_plain_text(input->next, &words);
    assert_true(text_is(buf_text(&words), "Output:"));
    buf_free(&words);
    const struct node *output = input->next->next;
    assert_int_equal(output->type, NODE_CODE_BLOCK);
    assert_true(text_is(output->code.language, "output"));
    assert_true(text_is(output->text, "load 0: line 0, dram, 600 cycles\n"
                                      "load 4: line 0, l1, 30 cycles\n"
                                      "error: unknown command lode\n"
                                      "total: 2 accesses, 630 cycles; 2 loads, l1 1 (50.0%), l2 0, "
                                      "dram 1 line (128 bytes)\n"));
    const struct node *quote = output->next;
    assert_int_equal(quote->type, NODE_QUOTE);
    assert_true(text_starts(quote->last->text, "reg: 2 accesses, 2 cycles\ntotal: "));
    assert_true(text_is(quote->first->text, "reg 2\n"));
    assert_int_equal(quote->next->type, NODE_PARAGRAPH);
    kit_end(&kit);
}

static void mistakes(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "```simulate\n```\n\n```simulate from=kernels/kit.cu#a\nload 0\n```\n\n"
                   "```simulat\nload 0\n```\n");
    assert_messages(&kit, "+1:1 error: a simulate block without commands\n"
                          "+4:1 error: a simulate block takes nothing after the word simulate\n"
                          "+8:4 error: unknown block or language simulat\n");
    kit_end(&kit);
}

/* Blocks of any number may not hold up a build, and a sweep is ended at the page's share. */
static void loads_are_limited(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "```simulate\nsweep 0 4000000 4\n```\n\n```simulate\nload 0\n"
                   "sweep 0 16777216 0\nsweep 0 16777216 0\n```\n\n```simulate\nload 0\n```\n");
    assert_messages(&kit,
                    "+5:1 error: the commands of this page simulate more than 4194304 loads\n");
    kit_end(&kit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_is_made),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(loads_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
