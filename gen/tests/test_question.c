/* test_question -- questions to answer before the numbers: read, graded, wrong ones reported. */
#include "page/fence.h"
#include "tests/page_kit.h"

#define ASK "```predict\nask: How long at `8`?\n"
#define THEN "then: It took {{ stride.time[8] / stride.time[1] as x .1 }}.\n```\n"

static struct node *question_of(struct kit *kit, const char *body, const char *card) {
    kit_page(kit, body);
    kit_evaluate(kit, card);
    struct node *node = kit->page->document->first;
    while (node && node->type != NODE_QUESTION)
        node = tree_next(node, kit->page->document);
    return node;
}

/* The choice whose condition is true; -1: none. */
static int right_one(const struct node *question) {
    int index = 0;
    for (const struct node *node = question->first; node; node = node->next) {
        if (node->type != NODE_CHOICE) continue;
        if (node->choice.cond && node->choice.cond->cond.verdict == EXPR_TRUE) return index;
        index++;
    }
    return -1;
}

static const char two_or_six[] =
    ASK "Up to 2 times: {{ if stride.time[8] / stride.time[1] < 2 }}\n"
        "*Some* times: {{ if stride.time[8] / stride.time[1] in 2..6 }}\n"
        "Longer than 6 times, say 7×: {{ if stride.time[8] / stride.time[1] >= 6 }}\n" THEN;

static void the_card_decides(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    struct node *question = question_of(&kit, two_or_six, "kit-card");
    assert_messages(&kit, "");
    assert_true(question->question.graded);
    assert_int_equal(right_one(question), 1);
    assert_int_equal(question->first->type, NODE_ASK);
    assert_int_equal(question->last->type, NODE_THEN);
    struct buf words = {0};
    tree_plain_text(question->last, &words);
    assert_true(text_is(buf_text(&words), "It took 5.1×."));
    buf_clear(&words);
    tree_plain_text(question->first->next->next, &words);
    assert_true(text_is(buf_text(&words), "Some times"));
    buf_free(&words);
    kit_end(&kit);

    kit_start(&kit);
    question = question_of(&kit,
                           ASK "Less: {{ if stride.time[8]@far-card < 5 ms }}\n"
                               "More: {{ if stride.time[8]@far-card >= 5 ms }}\n" THEN,
                           "kit-card");
    assert_messages(&kit, "");
    assert_int_equal(right_one(question), 0);
    kit_end(&kit);
}

static void not_measured(void **state) {
    (void)state;
    static const char body[] = ASK "Little: {{ if transpose.rate[naive, dram] < 1 GB/s }}\n"
                                   "Much: {{ if transpose.rate[naive, dram] >= 1 GB/s }}\n"
                                   "then: {{ transpose.rate[naive, dram] }}\n```\n";
    struct kit kit;
    kit_start(&kit);
    struct node *question = question_of(&kit, body, "kit-card");
    assert_false(question->question.graded);
    assert_messages(&kit, "+3:9 error: whether this choice is right is not known on Kit Card: "
                          "transpose.rate[naive, dram] has no value (out of memory)\n");
    kit_end(&kit);

    kit_start(&kit);
    question = question_of(&kit, body, "far-card");
    assert_false(question->question.graded);
    assert_int_equal(kit.diags.errors, 0);
    assert_int_equal(kit.diags.count, 1); /* `then` has no value either, and nobody reads it */
    assert_true(text_is(question->question.card, "Far Card"));
    kit_end(&kit);

    kit_start(&kit);
    kit_page(&kit, "{{ if known(transpose.rate[naive, dram]) }}\n\n```predict\nask: a\n"
                   "Little: {{ if transpose.rate[naive, dram] < 1 GB/s }}\n"
                   "Much: {{ if transpose.rate[naive, dram] >= 1 GB/s }}\nthen: b\n```\n\n"
                   "{{ end }}\n");
    kit_evaluate(&kit, "kit-card");
    assert_messages(&kit, "");
    kit_end(&kit);
}

/* far-card has no stride.useful: kit-card decides, and `then` tells of kit-card. */
static void the_default_card_instead(void **state) {
    (void)state;
    static const char body[] = "```predict\nask: {{ stride.time[8] as ms .1 }}?\n"
                               "Little: {{ if stride.useful[8] < 1 GB/s }}\n"
                               "Much: {{ if stride.useful[8] >= 1 GB/s }}\n"
                               "why: For {{ stride.useful[8] }}.\n"
                               "then: {{ stride.useful[8] }}\n```\n\nAfter "
                               "{{ stride.time[8] as ms .1 }}.\n";
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, body);
    for (int by_home = 1; by_home >= 0; by_home--) {
        struct evaluation evaluation = kit_evaluation(&kit, "far-card");
        if (!by_home) evaluation.default_card = NULL;
        page_evaluate(kit.page, &evaluation, &kit.arena);
        const struct node *question = kit.page->document->first;
        struct buf words = {0};
        if (by_home) {
            assert_messages(&kit, "");
            tree_plain_text(question->last, &words);
            tree_plain_text(question->last->previous, &words);
            assert_true(text_is(buf_text(&words), "563\u00A0GB/sFor 563\u00A0GB/s."));
            assert_true(text_is(question->question.card, "Kit Card"));
            assert_true(text_is(question->question.instead, "Far Card"));
            assert_int_equal(right_one(question), 1);
        } else {
            assert_false(question->question.graded);
            assert_int_equal(question->question.instead.len, 0);
            assert_true(text_is(question->question.card, "Far Card"));
        }
        buf_clear(&words);
        tree_plain_text(question->first, &words);
        assert_true(text_is(buf_text(&words), "4.0\u00A0ms?"));
        buf_clear(&words);
        tree_plain_text(question->next, &words);
        assert_true(text_is(buf_text(&words), "After 4.0\u00A0ms."));
        buf_free(&words);
    }
    kit_end(&kit);
}

/* What stands below a choice belongs to it, wherever ask: and then: stand. */
static void reasons(void **state) {
    (void)state;
    static const char body[] =
        "```predict\nA: {{ if stride.time[8] < 5 ms }}\n"
        "why: Since {{ stride.time[8] }}.\nask: a\n"
        "B: {{ if stride.time[8] >= 5 ms }}\n"
        "why: {{ if stride.time[8] > 1 ms }}*So*{{ else }}not{{ end }}.\nthen: b\n```\n";
    static const enum node_type types[] = {NODE_ASK,    NODE_CHOICE, NODE_WHY,
                                           NODE_CHOICE, NODE_WHY,    NODE_THEN};
    struct kit kit;
    struct buf words = {0};
    kit_start(&kit);
    const struct node *question = question_of(&kit, body, "kit-card"), *node = question->first;
    assert_messages(&kit, "");
    for (size_t i = 0; i < sizeof types / sizeof *types; i++, node = node->next) {
        assert_int_equal(node->type, types[i]);
        if (node->type == NODE_WHY) tree_plain_text(node, &words);
    }
    assert_null(node);
    assert_true(text_is(buf_text(&words), "Since 5.10\u00A0ms.So."));
    buf_free(&words);
    kit_end(&kit);
}

/* The verdict of a question names the card if another card could have another one. */
static void whose_verdict(void **state) {
    (void)state;
    static const struct {
        const char *condition;
        bool own;
    } rows[] = {
        {"stride.time[8] < 1 s or stride.time[8]@kit-card > 0 s", true},
        {"stride.time[8] > 0 s", true},
        {"model(gemm16).time > 0 s", true},
        {"model(gemm16, rated).time > 0 s", true},
        {"model(gemm16, kit-card).time > 0 s", false},
        {"model(gemm16, kit-card, rated).time > 0 s", false},
        {"stride.time[8]@kit-card > 1 s and 2 > 1", false},
        {"1 < 2", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct kit kit;
        kit_start(&kit);
        const char *body = arena_printf(&kit.arena, ASK "A: {{ if %s }}\nB: {{ if 1 > 2 }}\n" THEN,
                                        rows[i].condition)
                               .ptr;
        assert_int_equal(question_of(&kit, body, "kit-card")->question.own, rows[i].own);
        kit_end(&kit);
    }
}

static void one_is_right(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    struct node *question = question_of(&kit,
                                        ASK "Few: {{ if stride.time[8] < 9 ms }}\n"
                                            "Some: {{ if stride.time[8] > 1 ms }}\n" THEN,
                                        "kit-card");
    assert_false(question->question.graded);
    assert_messages(&kit, "+1:1 error: 2 of the 2 choices are right on Kit Card, and one has to "
                          "be\n");
    kit_end(&kit);

    kit_start(&kit);
    question_of(&kit,
                ASK "Few: {{ if stride.time[8] > 9 ms }}\nSome: {{ if stride.time[8] < 1 ms "
                    "}}\n" THEN,
                "kit-card");
    assert_messages(&kit, "+1:1 error: 0 of the 2 choices are right on Kit Card, and one has to "
                          "be\n");
    kit_end(&kit);
}

static void mistakes(void **state) {
    (void)state;
    static const struct {
        const char *body, *messages;
    } rows[] = {
        {"```predict\n```\n", "+1:1 error: a question without ask:\n"},
        {"```predict\nask: a\nA: {{ if 1 < 2 }}\nthen: b\n```\n",
         "+1:1 error: a question without two choices\n"},
        {"```predict\nask: a\nA: {{ if 1 < 2 }}\nB: {{ if 1 > 2 }}\n```\n",
         "+1:1 error: a question without then:\n"},
        {"```predict x\nask: a\nA: {{ if 1 < 2 }}\nB: {{ if 1 > 2 }}\nthen: b\n```\n",
         "+1:1 error: a predict block takes nothing after the word predict\n"},
        {"```predict\nask: a\nask: b\nthen:\nhint: c\nwords\n```\n",
         "+3:1 error: a second ask: in one question\n+4:1 error: then: without words\n"
         "+5:1 error: unknown key hint\n"
         "+6:1 error: this line of the question is no key and no choice\n"},
        {"```predict\nask: a\nA: yes\nB: {{ 1 < 2 }}\nC: {{ if 1 < 2 }} x\nD:\n```\n",
         "+3:4 error: a choice without a condition of its own\n"
         "+4:4 error: a choice without a condition of its own\n"
         "+5:4 error: a choice without a condition of its own\n"
         "+6:1 error: a choice without a condition of its own\n"},
        {"```predict\nask: a\nA: {{ if fact.l3 < 2 }}\nB: {{ if 1 > 2 }}\nthen: b\n```\n",
         "+3:10 error: unknown name fact.l3\n"},
        {"```predict\nask: a\nwhy: x\nA: {{ if 1 < 2 }}\nwhy:\nwhy: y\nwhy: z\nB: {{ if 1 > 2 }}\n"
         "then: b\nwhy: It ran at 8 GB/s.\n```\n",
         "+3:1 error: why: without a choice above it\n+5:1 error: why: without words\n"
         "+7:1 error: a second why: for one choice\n+10:1 error: why: without a choice above it\n"},
        {"```predict\nask: a\nA: {{ if 1 < 2 }}\nwhy: It is twice as long at 8 GB/s.\n"
         "B: {{ if 1 > 2 }}\nwhy: {{ fact.l3 }}\nthen: b\n```\n",
         "+4:12 error: \"twice\" is a number in words that no claim guards\n"
         "+4:29 error: 8 GB/s is typed: it has to be an expression or cited(…)\n"
         "+6:9 error: unknown name fact.l3\n"},
        {"```predict\nask: It ran at 8 GB/s?\nA: {{ if 1 < 2 }}\nB: {{ if 1 > 2 }}\n"
         "then: At 9 GB/s.\n```\n",
         "+2:16 error: 8 GB/s is typed: it has to be an expression or cited(…)\n"
         "+5:10 error: 9 GB/s is typed: it has to be an expression or cited(…)\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct kit kit;
        kit_start(&kit);
        kit_page(&kit, rows[i].body);
        kit_evaluate(&kit, "kit-card");
        assert_messages(&kit, rows[i].messages);
        kit_end(&kit);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_card_decides),
        cmocka_unit_test(not_measured),
        cmocka_unit_test(the_default_card_instead),
        cmocka_unit_test(reasons),
        cmocka_unit_test(whose_verdict),
        cmocka_unit_test(one_is_right),
        cmocka_unit_test(mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
