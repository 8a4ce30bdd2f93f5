/* test_evaluate -- values, verdicts and origins of a page for one card. */
#include "page/lookup.h"
#include "tests/page_kit.h"

static void values(void **state) {
    (void)state;
    check_page("kit-card", "{{ stride.useful[8] }}, {{ stride.time[8] as ms .2 }}\n",
               "563\u00A0GB/s, 5.10\u00A0ms", "");
    check_page("kit-card", "{{ stride.time[8] / stride.time[1] as x .1 }}\n", "5.1×", "");
    check_page("kit-card",
               "{{ fact.l2 }} {{ fact.l2 as MB .1 }} {{ fact.registers }} {{ fact.warp }}\n",
               "60\u00A0MiB 62.9\u00A0MB 65,536 32", "");
    check_page("kit-card", "{{ transpose.rate[copy, dram] / dram.rated as % }}\n", "83%", "");
    check_page("kit-card", "{{ cited(3.35 TB/s, hopper-guide) }}\n", "3.35\u00A0TB/s", "");
    check_page("kit-card",
               "{{ latency.cycles[l1]@far-card }}, {{ stride.time[8] / "
               "stride.time[8]@far-card .2 }}\n",
               "32\u00A0cycles, 1.28", "");
    check_page("far-card", "{{ fact.l2 }}\n", "4\u00A0MiB", "");
}

static void run_and_card(void **state) {
    (void)state;
    check_page("kit-card",
               "{{ card.name }} ({{ card.id }}, {{ card.cc }}), driver {{ run.driver }}, CUDA "
               "{{ run.cuda }}, {{ run.date }}, {{ run.clock.sm }}\n",
               "Kit Card (kit-card, 9.0), driver 570.1, CUDA 12.8, 2026-11-29, 1,980\u00A0MHz", "");
    check_page(
        "kit-card",
        "| a |\n| --- |\n| {{ run.power }} |\n| {{ run.flags }} |\n| {{ run.host }} |\n",
        "a\n(not measured: no permission)\n(not measured: not recorded in the run on Kit Card)\n"
        "(not measured: asked not to)",
        "");
    check_page(
        "far-card", "| a |\n| --- |\n| {{ run.driver }} |\n| {{ run.clock.sm }} |\n",
        "a\n(not reported: not among the figures reported for Far Card)\n(not reported: not in "
        "the paper)",
        "");
}

/* The runtime's words are data: no Markdown in them. A reported card has none, for a reason. */
static void runtime_messages(void **state) {
    (void)state;
    check_page("kit-card", "It said *{{ message.launch.threads }}*.\n",
               "It said too *many* threads.", "");
    check_page("kit-card", "{{ message.fault.illegal }}\n", "(not measured: the child hung)",
               "+1:1 error: message.fault.illegal has no value on Kit Card: the child hung\n");
    check_page("kit-card",
               "{{ if known(message.launch.threads) }}a{{ end }}"
               "{{ if known(message.fault.illegal) }}b{{ else }}c{{ end }}\n",
               "ac", "");
    check_page("far-card", "| a |\n| --- |\n| {{ message.launch.threads }} |\n",
               "a\n(not reported: not among the figures reported for Far Card)", "");
    check_page("far-card", "{{ message.launch.threads@kit-card }}\n", "too *many* threads", "");
    check_page("kit-card", "{{ message.launch.threads[1] }} {{ message.launch.threads as ms }}\n",
               "(failed) (failed)",
               "+1:4 error: message.launch.threads takes no value, 1 given\n"
               "+1:36 error: message.launch.threads is the text too *many* threads, not a "
               "number\n");
}

/* Any card's messages are near, whatever card the page is for. */
static void unknown_messages(void **state) {
    (void)state;
    static const char *const cards[] = {"kit-card", "far-card"};
    for (size_t i = 0; i < 2; i++) {
        struct kit kit;
        kit_start(&kit);
        kit_page(&kit, "{{ message.launch.thread }}\n");
        kit_evaluate(&kit, cards[i]);
        assert_int_equal(kit.diags.count, 1);
        assert_true(text_is(kit.diags.list[0].hint, "nearest: message.launch.threads"));
        assert_messages(&kit, "+1:4 error: unknown name message.launch.thread\n");
        kit_end(&kit);
    }
}

/* In a title or a term the words have to stand on every card: the card asked is named. */
static void message_as_term(void **state) {
    (void)state;
    static const char front[] =
        "---\ntitle: \"{{ message.launch.threads@kit-card }}\"\nterm: "
        "\"{{ message.launch.threads@kit-card }}\"\nkind: glossary\nsummary: s\nbyline:\n  author: "
        "pending\n  reviewer: pending\n  written: pending\n  checked: pending\n---\n";
    struct kit kit;
    kit_start(&kit);
    struct page *page = kit_page_at(&kit, "content/glossary/kit.md", front, "Words.\n");
    kit_evaluate(&kit, "far-card");
    assert_messages(&kit, "");
    assert_true(text_is(page->term.shown, "too *many* threads"));
    assert_true(text_is(page->title.shown, "too *many* threads"));
    kit_end(&kit);
}

static void unknown_names(void **state) {
    (void)state;
    check_page("kit-card", "lazy {{ copy.rat[read] }}\n", "lazy (failed)",
               "+1:9 error: unknown name copy.rat\n");
    check_page("kit-card", "| a | b |\n| --- | --- |\n| x\\|y | {{ fact.l3 }} |\n",
               "a|b\nx|y|(failed)", "+3:13 error: unknown name fact.l3\n");
    check_page("kit-card", "{{ fact.l2@kit-crad }}\n", "(failed)",
               "+1:12 error: unknown card kit-crad\n");
    check_page("kit-card", "{{ cited(3 TB/s, hoper-guide) }}\n", "(failed)",
               "+1:18 error: unknown source hoper-guide\n");
    check_page("kit-card", "{{ model(gemm61, kit-card).time }}\n", "(failed)",
               "+1:10 error: model has no kernel gemm61\n");
    check_page("kit-card", "{{ fact.l2[1] }}\n", "(failed)",
               "+1:4 error: fact.l2 takes no value, 1 given\n");
}

/* Each is reported, and near names are looked for while that is of use. */
static void many_unknown_names(void **state) {
    (void)state;
    struct kit kit;
    struct buf body = {0};
    kit_start(&kit);
    for (int i = 0; i < 700; i++)
        buf_printf(&body, "{{ copy.rat%d }}\n", i);
    kit_page(&kit, buf_take(&body, &kit.arena).ptr);
    kit_evaluate(&kit, "kit-card");
    assert_int_equal(kit.diags.errors, 700);
    assert_true(text_is(kit.diags.list[0].hint, "nearest: copy.rate"));
    assert_false(text_starts(kit.diags.list[699].hint, "nearest"));
    kit_end(&kit);
}

static void axes(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "{{ stride.useful[3] }}\n\n{{ stride.useful }}\n\n{{ transpose.rate[l2, copy] "
                   "}}\n");
    kit_evaluate(&kit, "kit-card");
    diags_sort(&kit.diags);
    assert_int_equal(kit.diags.count, 3);
    assert_true(text_is(kit.diags.list[0].hint, "stride is one of 1, 2, 8"));
    assert_true(text_is(kit.diags.list[2].hint, "kernel is one of copy, naive"));
    const char *messages = kit_messages(&kit);
    assert_non_null(strstr(messages, "+1:18 error: stride.useful has no stride 3"));
    assert_non_null(strstr(messages, "+3:4 error: stride.useful "));
    assert_non_null(strstr(messages, "+5:19 error: transpose.rate has no kernel l2"));
    kit_end(&kit);
}

static void units(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "Mixed: {{ copy.rate[read] + fact.l2 as GB/s .0 }}\n\n{{ copy.rate[read] / "
                   "fact.rated as % .1 }}\n");
    kit_evaluate(&kit, "kit-card");
    const char *messages = kit_messages(&kit);
    assert_non_null(strstr(messages, "+1:11 error: B/s + B"));
    assert_non_null(
        strstr(messages, "+3:22 error: division by zero: fact.rated is 0 GB/s on kit-card"));
    kit_end(&kit);
}

/* A name that another card has is no mistake, and an axis value that only another card has. */
static void known_elsewhere(void **state) {
    (void)state;
    check_page(
        "kit-card", "| a |\n| --- |\n| {{ latency.cycles[l1] }} |\n| {{ fact.l1 }} |\n",
        "a\n(not measured: not measured on Kit Card)\n(not measured: not measured on Kit Card)",
        "");
    check_page(
        "far-card", "| a |\n| --- |\n| {{ stride.time[2] as ms }} |\n| {{ copy.rate[read] }} |\n",
        "a\n(not reported: not reported for Far Card)\n(not reported: not reported for Far Card)",
        "");
    check_page("far-card", "{{ if known(copy.rate[read]) }}a{{ else }}b{{ end }}\n", "b", "");
    check_page("far-card", "| a |\n| --- |\n| {{ copy.rate[raed] }} |\n", "a\n(failed)",
               "+3:16 error: copy.rate has no op raed\n");
}

static void missing_values(void **state) {
    (void)state;
    check_page("kit-card", "| a |\n| --- |\n| x {{ tlb.time as ms }} |\n",
               "a\nx (not measured: not run on this card)", "");
    /* The words are those of the card that lacks the value, whatever card the page is for. */
    check_page("kit-card", "| a |\n| --- |\n| {{ copy.rate[read]@far-card / copy.rate[read] }} |\n",
               "a\n(not reported: not reported for Far Card)", "");
    check_page("far-card", "| a |\n| --- |\n| {{ tlb.time@kit-card as ms }} |\n",
               "a\n(not measured: not run on this card)", "");
    static const char prose[] = "## On {{ tlb.time }}\n\nThe {{ fact.window }} here.\n";
    check_page("kit-card", prose,
               "On (not measured: not run on this card)The (not measured: the driver does not "
               "say) here.",
               "+1:7 error: tlb.time has no value on Kit Card: not run on this card\n"
               "+3:5 error: fact.window has no value on Kit Card: the driver does not say\n");
    check_page(
        "far-card", "The {{ fact.registers }} here.\n",
        "The (not reported: not reported for Far Card) here.",
        "+1:5 warning: fact.registers has no value on Far Card: not reported for Far Card\n");
    check_page("kit-card", "a{{ if known(tlb.time) }} {{ tlb.time }}{{ end }}.\n", "a.", "");
    check_page("kit-card", "![alt {{ tlb.time }}](diagram:hierarchy)\n",
               "alt (not measured: not run on this card)",
               "+1:7 error: tlb.time has no value on Kit Card: not run on this card\n");
}

static void claims(void **state) {
    (void)state;
    static const char plain[] =
        "It is {{ claim stride.time[8] / stride.time[1] in 4.5..5.5 }}fivefold{{ end }}.\n";
    check_page("kit-card", plain, "It is fivefold.", "");
    check_page("far-card", plain, "It is .",
               "+1:7 warning: left out, since the claim is false on Far Card: stride.time[8] / "
               "stride.time[1] is 2.00, not in 4.5..5.5\n");
    static const char other[] = "It is {{ claim stride.time[8] / stride.time[1] in 4.5..5.5 "
                                "}}fivefold{{ else }}{{ stride.time[8] / stride.time[1] as x .1 "
                                "}}{{ end }}.\n";
    check_page("far-card", other, "It is 2.0×.", "");
    check_page("kit-card", "a {{ claim fact.l2 > 61 MiB }}b{{ end }}\n", "a ",
               "+1:3 error: this claim is false on Kit Card: fact.l2 is 60 MiB, not > 61 MiB\n");
    check_page("kit-card", "a {{ claim tlb.time > 1 s }}b{{ else }}c{{ end }}\n", "a c", "");
    check_page("kit-card", "a {{ claim copy.rate[read] / copy.rate[zero] > 2 }}b{{ end }}\n", "a ",
               "+1:30 error: division by zero: copy.rate[zero] is 0 GB/s on kit-card\n");
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit,
             "a {{ claim tlb.time > 1 s }}b{{ end }}\n\n{{ claim fact.l2 > 1 GiB }}\n\nc\n\n{{ "
             "end }}\n");
    struct evaluation evaluation = kit_evaluation(&kit, "kit-card");
    evaluation.claims = SEVERITY_WARNING;
    page_evaluate(kit.page, &evaluation, &kit.arena);
    assert_int_equal(kit.page->false_claims, 2);
    const char *messages = kit_messages(&kit);
    assert_non_null(strstr(messages, "+1:3 warning: whether this claim holds is not known"));
    assert_non_null(strstr(messages, "+3:1 warning: this claim is false on Kit Card: "));
    kit_end(&kit);
}

static void ifs(void **state) {
    (void)state;
    check_page("kit-card", "a{{ if tlb.time > 1 s }}b{{ else }}c{{ end }}d\n", "ad", "");
    check_page("kit-card", "a{{ if fact.l2 > 61 MiB }}b{{ else }}c{{ end }}d\n", "acd", "");
    check_page("kit-card", "a{{ if fact.l2 > 61 MiB }}b{{ end }}d\n", "ad", "");
    check_page("kit-card", "{{ if fact.l2 > 1 MiB }}\n\nx\n\n- y\n\n{{ else }}\n\nz\n\n{{ end }}\n",
               "xy", "");
}

static void branches_not_shown(void **state) {
    (void)state;
    /* names and units are checked, numbers are not; what follows is shown again */
    check_page("kit-card",
               "{{ if fact.l2 < 1 MiB }}{{ copy.raet[read] }} {{ tlb.time }} {{ 1 / fact.rated }} "
               "{{ claim fact.l2 < 1 MiB }}x{{ end }}{{ else }}ok{{ end }} {{ fact.l2 }}\n",
               "ok 60\u00A0MiB", "+1:28 error: unknown name copy.raet\n");
    check_page("kit-card",
               "{{ if fact.l2 > 1 MiB }}ok{{ else }}{{ fact.l2 + stride.time[1] }}{{ end }} "
               "{{ tlb.time }}\n",
               "ok (not measured: not run on this card)",
               "+1:40 error: B + s do not add\n"
               "+1:77 error: tlb.time has no value on Kit Card: not run on this card\n");
}

/* The review edition shows what a claim refuses, with the values that it would have had. */
static void refused_words(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "a {{ claim fact.l2 > 1 GiB }}b {{ stride.time[8] }}, {{ tlb.time }}, "
                   "{{ 1 / fact.rated }}, {{ odd.rate }}, {{ claim fact.l2 > 2 GiB }}c{{ end }}"
                   "{{ end }}\n");
    kit_evaluate(&kit, "kit-card");
    assert_int_equal(kit.page->false_claims, 1);
    const struct node *claim = kit.page->document->first->first->next;
    assert_true(claim->cond.reached);
    assert_null(claim->cond.shown);
    assert_string_equal(kit_seen(&kit, claim->first),
                        "b 5.10\u00A0ms, (not measured: not run on this card), (failed), "
                        "1.00\u00A0GB/s, ");
    const struct node *inner = claim->first->last;
    assert_int_equal(inner->type, NODE_COND);
    assert_false(inner->cond.reached);
    assert_int_equal(inner->cond.verdict, EXPR_FALSE);
    assert_messages(&kit, "+1:3 error: this claim is false on Kit Card: fact.l2 is 60 MiB, not > 1 "
                          "GiB\n");
    kit_end(&kit);
}

/* Conditions may take away all that stood in a heading or a picture's alt text. */
static void emptied(void **state) {
    (void)state;
    static const char page[] = "## {{ if fact.l2 > 9 MiB }}Big{{ end }}\n\n"
                               "[{{ if fact.l2 > 9 MiB }}a{{ end }}](/x/) and\n"
                               "[b{{ if fact.l2 > 9 MiB }}c{{ end }}](/x/)\n\n"
                               "![{{ if fact.l2 > 9 MiB }}d{{ end }}](diagram:hierarchy)\n\n"
                               "{{ if fact.l2 > 9 MiB }}\n\n## {{ if fact.l2 > 99 MiB }}e{{ end }}"
                               "\n\n{{ end }}\n";
    check_page("far-card", page, " and b",
               "+1:1 warning: heading without words on Far Card\n"
               "+3:1 warning: link without words on Far Card\n"
               "+6:1 warning: alt text without words on Far Card\n");
    check_page("kit-card", page, "Biga and bcd",
               "+10:1 error: heading without words on Kit Card\n");
}

static void suspects(void **state) {
    (void)state;
    check_page("kit-card", "a {{ odd.rate }} {{ if odd.rate > 1 GB/s }}x{{ else }}y{{ end }}\n",
               "a 1.00\u00A0GB/s y",
               "+1:3 error: odd.rate of Kit Card is suspect: faster than the bus\n"
               "+1:18 error: odd.rate of Kit Card is suspect: faster than the bus\n");
}

static const struct node *first_expr(const struct page *page) {
    for (struct node *node = page->document; node; node = tree_next(node, page->document))
        if (node->type == NODE_EXPR) return node;
    return NULL;
}

static void check_origin(const char *card, const char *expr, const char *origin,
                         const char *detail) {
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, arena_printf(&kit.arena, "{{ %s }}\n", expr).ptr);
    kit_evaluate(&kit, card);
    assert_messages(&kit, "");
    const struct node *node = first_expr(kit.page);
    struct evaluation evaluation = kit_evaluation(&kit, card);
    struct lookup lookup = {.evaluation = &evaluation, .page = kit.page, .arena = &kit.arena};
    struct evaluated evaluated;
    struct expr_error error;
    assert_true(evaluate_value(&lookup, node->value.expr, EXPR_STYLE_PAGE, &evaluated, &error));
    assert_string_equal(arena_string(&kit.arena, evaluated.from.origin), origin);
    struct text words = {0};
    if (node->value.from) words = provenance_words(node->value.from, evaluation.card, &kit.arena);
    assert_string_equal(arena_string(&kit.arena, words), detail);
    bool others = strstr(expr, "far-card") || strstr(expr, "cited") || !strcmp(card, "far-card");
    assert_int_equal(node->value.reported, others && !strstr(expr, "message"));
    kit_end(&kit);
}

static void origins(void **state) {
    (void)state;
    check_origin("kit-card", "copy.rate[read] as GB/s", "measured",
                 "measured, 51 runs, 5% to 95%: 4,228 to 4,314\u00A0GB/s, counting bytes "
                 "read, kernel kit.cu");
    check_origin("kit-card", "stride.time[8]", "measured",
                 "measured, 51 runs, 5% to 95%: 5.05 to 5.15\u00A0ms, kernel kit.cu");
    check_origin("kit-card", "stride.time[8] as ms .0", "measured", /* 5 to 5 says nothing */
                 "measured, 51 runs, kernel kit.cu");
    check_origin("far-card", "stride.time[8]", "reported", "reported by A Paper");
    check_origin("kit-card", "stride.time[8]@far-card", "reported",
                 "reported by A Paper, on Far Card");
    check_origin("kit-card", "fact.l2", "", "reported by the driver");
    check_origin("kit-card", "fact.warp", "", "from a tuning guide");
    check_origin("kit-card", "message.launch.threads", "recorded",
                 "recorded as the runtime answered");
    check_origin("far-card", "message.launch.threads@kit-card", "recorded",
                 "recorded as the runtime answered, on Kit Card");
    check_origin("far-card", "fact.l2", "reported", "reported by A Paper");
    check_origin("kit-card", "stride.time[8] / stride.time[1] as x .1", "derived",
                 "computed from stride.time[8] and stride.time[1], measured, kernel kit.cu");
    check_origin("kit-card", "stride.time[8] + stride.time[8]", "derived",
                 "computed from stride.time[8], measured, kernel kit.cu");
    check_origin("kit-card", "stride.time[8] / stride.time[8]@far-card", "derived",
                 "computed from stride.time[8] and stride.time[8] of Far Card, measured, reported, "
                 "kernel kit.cu");
    check_origin("kit-card", "cited(3.35 TB/s, hopper-guide)", "cited",
                 "cited from Hopper Tuning Guide");
    check_origin("kit-card", "2 * 3", "", "");
}

static void front_matter(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    static const char front[] = "---\ntitle: \"The {{ card.name }}\"\nterm: Kit\nkind: glossary\n"
                                "summary: \"{{ fact.l2 }} of L2, {{ tlb.time }}\"\n"
                                "byline:\n  author: pending\n  reviewer: pending\n"
                                "  written: pending\n  checked: pending\n---\n";
    kit_page_at(&kit, "content/glossary/kit.md", front, "Text.\n");
    kit_evaluate(&kit, "kit-card");
    assert_true(text_is(kit.page->title.shown, "The Kit Card"));
    assert_true(text_is(kit.page->term.shown, "Kit"));
    assert_true(text_starts(kit.page->summary.shown, "60\u00A0MiB of L2, "));
    assert_messages(&kit, "5:32 error: tlb.time has no value on Kit Card: not run on this card\n");
    kit_evaluate(&kit, "far-card");
    assert_true(text_is(kit.page->title.shown, "The Far Card"));
    kit_end(&kit);
}

static void another_card(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "{{ fact.l2 }}{{ claim fact.l2 > 5 MiB }} large{{ end }}{{ if tlb.time > 0 s "
                   "}}x{{ end }}\n");
    for (int i = 0; i < 3; i++) {
        kit_evaluate(&kit, "kit-card");
        assert_string_equal(kit_seen(&kit, kit.page->document), "60\u00A0MiB large");
        assert_int_equal(kit.page->false_claims, 0);
        kit_evaluate(&kit, "far-card");
        assert_string_equal(kit_seen(&kit, kit.page->document), "4\u00A0MiB");
        assert_int_equal(kit.page->false_claims, 1);
    }
    kit_end(&kit);
}

static void a_model(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "{{ model(vecadd).flops }}\n\n| a |\n| - |\n| {{ model(vecadd).time * 2 }} |\n"
                   "| {{ run.power * model(vecadd).time }} |\n");
    kit_evaluate(&kit, "kit-card");
    assert_non_null(strstr(kit_seen(&kit, kit.page->document), "FLOP"));
    /* Nobody measures a prediction; where a measurement is missing first, that is said. */
    const struct node *last = kit.page->document->last->last;
    assert_true(text_is(last->previous->first->first->value.missing, "not predicted"));
    assert_true(text_is(last->first->first->value.missing, "not measured"));
    assert_messages(&kit, "");
    kit_end(&kit);
}

/* ---- given: words that stand where nothing in them is missing ------------------------------- */

static void given_values(void **state) {
    (void)state;
    static const char body[] =
        "{{ given }}It takes {{ tlb.time }}, {{ stride.time[8] }}.{{ else }}Unknown.{{ end }}\n";
    check_page("kit-card", body, "Unknown.", "");
    check_page("kit-card", "{{ given }}*{{ stride.time[8] }}*{{ else }}b{{ end }}\n", "5.10 ms",
               "");
    check_page("far-card", "A{{ given }} [{{ stride.time[2] }}](/x/){{ end }}.\n", "A.", "");
    /* Only what stands inside: the same value outside is an error as ever. */
    check_page("kit-card", "{{ given }}{{ tlb.time }}{{ end }}{{ tlb.time }}\n",
               "(not measured: not run on this card)",
               "+1:35 error: tlb.time has no value on Kit Card: not run on this card\n");
    check_page("far-card", "{{ given }}{{ dram.rated }}{{ else }}{{ dram.rated }}{{ end }}\n",
               "(not reported: not reported for Far Card)",
               "+1:38 warning: dram.rated has no value on Far Card: not reported for Far Card\n");
    /* What is wrong on every card is said of words that do not show, once. */
    check_page("kit-card", "{{ given }}{{ tlb.time }} {{ tlb.tim }}{{ end }}\n", "",
               "+1:30 error: unknown name tlb.tim\n");
}

/* A condition counts with what decides it; the branch that it leaves out does not. */
static void given_conditions(void **state) {
    (void)state;
    static const char claim[] = "{{ given }}a{{ claim stride.time[2] < 1 s }}b{{ end }}{{ end }}\n";
    check_page("kit-card", claim, "ab", "");
    check_page("far-card", claim, "", "");
    check_page(
        "kit-card",
        "{{ given }}{{ if stride.time[2] > 1 s }}{{ tlb.time }}{{ else }}b{{ end }}{{ end }}\n",
        "b", "");
    check_page(
        "kit-card",
        "{{ given }}{{ if stride.time[2] < 1 s }}{{ tlb.time }}{{ else }}b{{ end }}{{ end }}\n", "",
        "");
    check_page("kit-card",
               "{{ given }}{{ fact.l2 }}{{ if known(tlb.time) }}b{{ else }}c{{ end }}{{ end }}\n",
               "60 MiBc", "");
    check_page("far-card",
               "{{ given }}{{ fact.l2 }} is {{ always so it is }}half of {{ dram.rated }}{{ end "
               "}}{{ end }}\n",
               "", "");
    /* A claim that is false stays an error within. */
    check_page("kit-card", "{{ given }}{{ claim stride.time[8] < 1 ms }}b{{ end }}{{ end }}\n", "",
               "+1:12 error: this claim is false on Kit Card: stride.time[8] is 5.10 ms, not < 1 "
               "ms\n");
    /* The verdict counts, not each name: it stands whatever the one that is not known would be. */
    check_page("kit-card",
               "{{ given }}{{ if fact.l2 > 1 B or tlb.time > 1 s }}a{{ end }}{{ else }}c{{ end }}, "
               "{{ given }}{{ if known(tlb.time) and tlb.time > 1 s }}a{{ else }}b{{ end "
               "}}{{ else }}c{{ end }}, {{ given }}{{ if fact.l2 > 1 B and tlb.time > 1 s }}"
               "a{{ end }}{{ else }}c{{ end }}.\n",
               "a, b, c.", "");
}

/* One within another guards itself. */
static void given_in_given(void **state) {
    (void)state;
    check_page("kit-card",
               "{{ given }}{{ fact.l2 }}{{ given }} and {{ tlb.time }}{{ else }} alone{{ end }}"
               "{{ end }}.\n",
               "60 MiB alone.", "");
    check_page("kit-card",
               "{{ given }}{{ tlb.time }}{{ given }} and {{ fact.l2 }}{{ end }}{{ end }}.\n", ".",
               "");
    check_page("kit-card",
               "{{ given }}{{ tlb.time }}{{ else }}{{ given }}{{ fact.l2 }}{{ end }}{{ end }}.\n",
               "60 MiB.", "");
}

static void given_everywhere(void **state) {
    (void)state;
    check_page("kit-card",
               "## On {{ given }}{{ tlb.time }}{{ else }}time{{ end }}\n\n"
               "| a |\n| --- |\n| {{ given }}{{ tlb.time }}{{ else }}-{{ end }} |\n\n"
               "Table: Of{{ given }} {{ tlb.time }}{{ else }} a card{{ end }}\n",
               "On timeOf a card\na\n-", "");
    check_page("far-card", "![Alt{{ given }} {{ dram.rated }}{{ end }}.](diagram:hierarchy)\n",
               "Alt.", "");
}

/* In whole blocks: cells have room, a chart needs a point, a question a verdict. */
static void given_blocks(void **state) {
    (void)state;
    check_page("far-card",
               "{{ given }}\n\nOf {{ dram.rated }}.\n\n- b\n\n{{ else }}\n\nc\n\n{{ end }}\n", "c",
               "");
    static const char one[] = "{{ given }}\n\n| a |\n| --- |\n| {{ tlb.time }} |\n"
                              "| {{ fact.warp }} |\n\n{{ end }}\n";
    check_page("kit-card", one, "a\n(not measured: not run on this card)\n32", "");
    check_page("far-card", one, "", "");
    check_page("kit-card",
               "{{ given }}\n\n```table\nfor: s in stride.time\nT: {{ stride.useful[s] "
               "}}\n```\n\n{{ end }}\n",
               "T\n4.00 TB/s\n4.00 TB/s\n563 GB/s", "");
    check_page("far-card",
               "{{ given }}\n\n```table\nfor: s in stride.time\nT: {{ stride.useful[s] "
               "}}\n```\n\n{{ end }}\n",
               "", "");
    check_page("far-card", /* that a variable is known says nothing */
               "{{ given }}\n\n```table\nfor: s in stride.time\nS: {{ s }}\n"
               "T: {{ copy.rate[read] }}\n```\n\n{{ end }}\n",
               "", "");
    check_page("kit-card", "{{ given }}\n\n![One](chart:stride.time)\n\n{{ end }}\n", "One", "");
    check_page("far-card", "{{ given }}\n\n![One](chart:copy.rate)\n\n{{ end }}\n", "", "");
    check_page("far-card", "{{ given }}\n\n![One](chart:copy.rate@kit-card)\n\n{{ end }}\n", "One",
               "");
    check_page("kit-card", "{{ given }}\n\n![One](chart:tlb.time)\n\n{{ end }}\n", "", "");
    /* A table without values says the same on every card, but its caption is prose. */
    check_page("kit-card",
               "{{ given }}\n\n| a |\n| --- |\n| b |\n\nTable: {{ fact.warp }}\n\n{{ end }}\n",
               "32\na\nb", "");
    check_page("kit-card",
               "{{ given }}\n\n| a |\n| --- |\n| {{ fact.warp }} |\n\nTable: {{ tlb.time }}\n\n"
               "{{ end }}\n",
               "", "");
    /* A name that no card has is shown to who draws it, for the message. */
    check_page("kit-card", "{{ given }}\n\n![One](chart:copy.rat)\n\n{{ end }}\n", "One", "");
    check_page("far-card",
               "{{ given }}\n\n```predict\nask: Which?\nA: {{ if fact.l2 > 1 B }}\n"
               "B: {{ if fact.l2 <= 1 B }}\nthen: {{ dram.rated }}.\n```\n\n{{ end }}\n",
               "", "");
    static const char asked[] =
        "{{ given }}\n\n```predict\nask: Which?\nA: {{ if copy.rate[read] > 1 GB/s }}\n"
        "B: {{ if copy.rate[read] <= 1 GB/s }}\nthen: It.\n```\n\n{{ else }}\n\nc\n\n{{ end }}\n";
    check_page("kit-card", asked, "Which?ABIt.", "");
    check_page("far-card", asked, "c", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(run_and_card),
        cmocka_unit_test(runtime_messages),
        cmocka_unit_test(unknown_messages),
        cmocka_unit_test(message_as_term),
        cmocka_unit_test(unknown_names),
        cmocka_unit_test(many_unknown_names),
        cmocka_unit_test(axes),
        cmocka_unit_test(units),
        cmocka_unit_test(known_elsewhere),
        cmocka_unit_test(missing_values),
        cmocka_unit_test(claims),
        cmocka_unit_test(ifs),
        cmocka_unit_test(branches_not_shown),
        cmocka_unit_test(refused_words),
        cmocka_unit_test(emptied),
        cmocka_unit_test(suspects),
        cmocka_unit_test(origins),
        cmocka_unit_test(front_matter),
        cmocka_unit_test(another_card),
        cmocka_unit_test(a_model),
        cmocka_unit_test(given_values),
        cmocka_unit_test(given_conditions),
        cmocka_unit_test(given_in_given),
        cmocka_unit_test(given_everywhere),
        cmocka_unit_test(given_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
