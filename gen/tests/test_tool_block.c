/* test_tool_block -- parts of the tool pages in a page: what a block says, and what is wrong in it. */
#include "page/fence.h"
#include "tests/page_kit.h"

static const struct tool_block *tool_of(const struct node *node) {
    assert_int_equal(node->type, NODE_TOOL);
    assert_true(node_is_block(node));
    return node->tool;
}

static void settings(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit,
             "Before.\n\n"
             "```tool model\ncard: kit-card\n\n  kernel :  gemm16 \nbandwidths: rated\nloads: 16\n"
             "```\n\n> ```tool compare\n> ```\n\n```tool simulator\nload 0\nlode 4\n```\n");
    assert_messages(&kit, "");
    const struct node *node = kit.page->document->first->next;
    const struct tool_block *block = tool_of(node);
    assert_int_equal(block->kind, TOOL_MODEL);
    assert_true(text_is(block->set[TOOL_CARD], "kit-card"));
    assert_true(text_is(block->set[TOOL_KERNEL], "gemm16"));
    assert_true(text_is(block->set[TOOL_BANDWIDTHS], "rated"));
    assert_true(text_is(block->set[TOOL_LOADS], "16"));
    node = node->next;
    assert_int_equal(node->type, NODE_QUOTE);
    assert_int_equal(tool_of(node->first)->kind, TOOL_COMPARE);
    block = tool_of(node->next);
    assert_int_equal(block->kind, TOOL_SIMULATOR);
    assert_true(text_is(block->commands, "load 0\nlode 4\n"));
    kit_end(&kit);
}

static void what_is_left_open(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "```tool model\n```\n\n```tool simulator\n\n```\n");
    assert_messages(&kit, "");
    const struct tool_block *block = tool_of(kit.page->document->first);
    for (int i = 0; i < TOOL_SETTINGS; i++)
        assert_int_equal(block->set[i].len, 0);
    assert_int_equal(tool_of(kit.page->document->last)->commands.len, 0);
    kit_end(&kit);
}

static void mistakes(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "```tool\n```\n\n```tool modell\n```\n\n"
                   "```tool model\nkernle: gemm16\nkernel: gemm17\nbandwidths: best\nloads: 8\n"
                   "card:\nkernel: copy\n: x\n```\n\n"
                   "```tool model\n```\n\n```tool compare\n\nkernel: copy\n```\n\n"
                   "```tol\n```\n");
    assert_messages(&kit, "+1:1 error: a tool block without a name\n"
                          "+4:1 error: unknown tool modell\n"
                          "+8:1 error: unknown setting kernle\n"
                          "+9:9 error: unknown kernel gemm17\n"
                          "+10:13 error: unknown bandwidths best\n"
                          "+11:8 error: unknown width of loads 8\n"
                          "+12:1 error: card without a value\n"
                          "+13:1 error: kernel is set twice\n"
                          "+14:1 error: a line without a setting\n"
                          "+17:1 error: a second tool model\n"
                          "+22:1 error: tool compare takes no settings\n"
                          "+25:4 error: unknown block or language tol\n");
    kit_end(&kit);
}

/* A card that there is not, and one that has no bandwidths of its own; each on every card. */
static void cards(void **state) {
    (void)state;
    static const char *const on[] = {"kit-card", "far-card"};
    struct kit kit;
    kit_start(&kit);
    kit_cards(&kit);
    kit_page(&kit, "```tool model\ncard: fat-card\n```\n\n```tool simulator\n```\n");
    assert_messages(&kit, "");
    for (int i = 0; i < 2; i++) {
        kit_evaluate(&kit, on[i]);
        assert_messages(&kit, "+2:7 error: unknown card fat-card\n");
    }
    kit_page(&kit, "```tool model\nbandwidths: measured\ncard: far-card\n```\n");
    kit_evaluate(&kit, "kit-card");
    assert_messages(&kit, "+2:13 error: no bandwidth of Far Card was measured\n");
    kit_page(&kit, "```tool model\nbandwidths: measured\n```\n");
    kit_evaluate(&kit, "far-card"); /* of the build: rated ones are shown */
    assert_messages(&kit, "");
    kit_end(&kit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings),
        cmocka_unit_test(what_is_left_open),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
