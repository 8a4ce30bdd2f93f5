/* test_words -- gen/tests/words.txt by example, and where words of a page are guarded. */
#include <time.h>

#include "page/words.h"
#include "tests/page_kit.h"

/* ---- the examples ------------------------------------------------------------------------ */

struct example {
    char words[512]; /* flat text: without marks */
    size_t start[16], end[16], count;
};

static void read_example(const char *line, struct example *example) {
    size_t length = 0;
    *example = (struct example){0};
    for (const char *c = line; *c; c++) {
        assert_true(length < sizeof example->words - 1 && example->count < 15);
        if (*c == '[') {
            example->start[example->count] = length;
        } else if (*c == ']') {
            example->end[example->count++] = length;
        } else if (*c == '{' && c[1] == '}') {
            example->words[length++] = FLAT_VALUE;
            c++;
        } else if (*c == '`' && strchr(c + 1, '`')) {
            example->words[length++] = FLAT_CODE;
            c = strchr(c + 1, '`');
        } else {
            example->words[length++] = *c;
        }
    }
}

static void run_example(const char *line, bool *fired) {
    struct example example;
    struct arena arena = {0};
    struct rules_match *list;
    read_example(line, &example);
    size_t count = words_find(text_of(example.words), &arena, &list);
    for (size_t i = 0; i < count; i++) {
        struct text got = text_cut(text_of(example.words), list[i].start, list[i].end);
        if (i >= example.count || list[i].start != example.start[i] ||
            list[i].end != example.end[i])
            fail_msg("found \"%.*s\" in\n%s", TEXT_ARG(got), line);
        fired[list[i].rule - words_rules.rule] = true;
    }
    if (count < example.count) {
        struct text want =
            text_cut(text_of(example.words), example.start[count], example.end[count]);
        fail_msg("\"%.*s\" was not found in\n%s", TEXT_ARG(want), line);
    }
    arena_free(&arena);
}

static void examples(void **state) {
    (void)state;
    static char line[1024];
    static bool fired[256];
    size_t lines = 0;
    FILE *file = fopen("gen/tests/words.txt", "r");
    assert_non_null(file);
    assert_true(words_rules.count <= sizeof fired);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "- ", 2) != 0) continue;
        run_example(line + 2, fired);
        lines++;
    }
    fclose(file);
    assert_true(lines > 40);
    for (size_t i = 0; i < words_rules.count; i++)
        if (!fired[i] && words_rules.rule[i].kind != LINT_NOTHING)
            fail_msg("no example for the rule \"%s\"", words_rules.rule[i].name);
}

/* Text without an end, quarter of the longest page: linear work, and no rule gives up. */
static void endless(void **state) {
    (void)state;
    static const char *const pieces[] = {
        "faster ",  "more a ", "two-",    "\" as ", "almost \1", "a larger ", "a",
        "as many ", "one in ", "faster?", "if ",    "'",         "\xE2\x80",  "more than one "};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        struct buf text = {0};
        struct arena arena = {0};
        struct rules_match *list;
        while (text.len < 1 << 18)
            buf_str(&text, pieces[i]);
        clock_t start = clock(); /* of the processor: the machine may be busy */
        size_t count = words_find(buf_text(&text), &arena, &list);
        if (clock() - start > 8 * CLOCKS_PER_SEC) fail_msg("too long for \"%s\"", pieces[i]);
        for (size_t k = 0; k < count; k++)
            assert_non_null(list[k].rule);
        buf_free(&text);
        arena_free(&arena);
    }
}

/* A pattern whose work grows with the power of two gives up and says so. */
static void tangled(void **state) {
    (void)state;
    static const struct rule rule[] = {{"tangled", "", "(?:a+)+b", 0}};
    static struct rules rules = {"", "", rule, 1, NULL, NULL}; /* kept, as all of them are */
    struct rules_match match;
    assert_true(rules_next(&rules, TEXT("caaab"), 0, &match));
    assert_true(match.rule == rule && match.start == 1 && match.end == 5);
    assert_false(rules_next(&rules, TEXT("c"), 0, &match));
    assert_true(
        rules_next(&rules, TEXT("xxaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaacb"), 1, &match));
    assert_null(match.rule);
    assert_true(match.start == 1);
}

/* ---- pages --------------------------------------------------------------------------------- */

static void check(const char *body, const char *messages) {
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, body);
    assert_messages(&kit, messages);
    kit_end(&kit);
}

#define NUMBER(place, words)                                                                       \
    place " error: \"" words "\" is a number in words that no claim guards\n"
#define COMPARISON(place, words)                                                                   \
    place " error: \"" words "\" is a comparison that no claim guards\n"
#define UNUSED(place) place " error: {{ always }} around nothing that needs a reason\n"

static void places(void **state) {
    (void)state;
    check("It is twice\nas *fast* as the copy.\n", NUMBER("+1:7", "twice as fast as"));
    check("## Faster\n\n| a | b |\n| --- | --- |\n| x \\| y | half |\n",
          COMPARISON("+1:4", "Faster") NUMBER("+5:12", "half"));
    check("- a\n- [doubled](/x/ \"half of it\") ![a third of it](diagram:hierarchy)\n",
          NUMBER("+2:3", "half") NUMBER("+2:4", "doubled") NUMBER("+2:33", "a third"));
    check("Moves more {{ fact.l2 }} `x` than it.\n", COMPARISON("+1:7", "more … … than"));
    check("&amp; half\n", NUMBER("+1:7", "half"));
    check("```table\ncaption: Twice\nHalf: {{ fact.l2 }} doubled\n```\n",
          NUMBER("+2:10", "Twice") NUMBER("+3:1", "Half") NUMBER("+3:21", "doubled"));
    check("```predict\nask: Why half?\nTwice: {{ if fact.l2 > 1 B }}\nLess: {{ if fact.l2 < 1 B "
          "}}\nthen: Doubled.\n```\n",
          NUMBER("+2:10", "half") NUMBER("+5:7", "Doubled"));
    check("`half`\n\n```\nhalf\n```\n\nHalf[^a].\n\n[^a]: doubled\n",
          NUMBER("+7:1", "Half") NUMBER("+9:7", "doubled"));
}

static void guards(void **state) {
    (void)state;
    check("{{ claim fact.l2 > 1 B }}half{{ else }}doubled{{ end }} of it\n", "");
    check("{{ if fact.l2 in 1 B..2 B }}half{{ else }}doubled{{ end }} of it\n", "");
    check("as {{ claim fact.l2 > 1 B }}*fast*{{ end }} as it\n", ""); /* a part is enough */
    check("{{ if fact.l2 > 1 B }}\n\nIt is *half*.\n\n{{ else }}\n\n- twice\n\n{{ end }}\n", "");
    check("{{ if fact.l2 > 1 B }}{{ if known(fact.l2) }}half{{ end }}{{ end }}\n", "");
    check("{{ if known(fact.l2) }}half{{ else }}doubled{{ end }} of it\n",
          NUMBER("+1:24", "half") NUMBER("+1:38", "doubled"));
    check("{{ claim 1 < 2 }}half{{ end }} of it\n", NUMBER("+1:18", "half"));
    check("{{ given }}half of {{ fact.l2 }}{{ else }}doubled{{ end }}\n", /* it is known, no more */
          NUMBER("+1:12", "half") NUMBER("+1:43", "doubled"));
    check("{{ given }}{{ claim fact.l2 > 1 B }}half{{ end }} of it{{ end }}\n", "");
    check("half {{ claim fact.l2 > 1 B }}of{{ end }} it\n", NUMBER("+1:1", "half"));
    check("{{ if known(fact.l2) }}a{{ else }}b{{ if known(fact.l2) }}{{ if known(fact.l2) "
          "}}c{{ else }}doubled{{ end }}{{ end }}{{ end }}\n",
          NUMBER("+1:93", "doubled"));
}

static void reasons(void **state) {
    (void)state;
    check("{{ always by definition, so }}half{{ end }} of it\n", "");
    check("{{ always by definition, so }}*half* and twice{{ end }} of it\n", "");
    check("as {{ always by definition, so }}many passes{{ end }} as it\n", "");
    check("{{ if known(fact.l2) }}{{ always as it is }}half{{ end }}{{ end }}\n", "");
    check("a {{ always by definition, so }}word{{ end }} of it\n", UNUSED("+1:3"));
    check("a {{ always by definition, so }}word{{ end }} of half\n",
          UNUSED("+1:3") NUMBER("+1:50", "half"));
    /* a claim around it is the better guard */
    check("{{ claim fact.l2 > 1 B }}{{ always by definition }}half{{ end }}{{ end }}\n",
          UNUSED("+1:26"));
}

static void front(void **state) {
    (void)state;
    static const char text[] =
        "---\ntitle: Half a page\nterm: Twice\nkind: glossary\nsummary: \"{{ always of two pages }}"
        "Half{{ end }} of it, doubled.\"\nbyline:\n  author: pending\n  reviewer: pending\n  "
        "written: pending\n  checked: pending\n---\n";
    struct kit kit;
    kit_start(&kit);
    struct page *page = kit_page_at(&kit, "content/glossary/kit.md", text, "Words.\n");
    assert_messages(&kit, NUMBER("2:8", "Half") NUMBER("3:7", "Twice") NUMBER("5:57", "doubled"));
    kit_evaluate(&kit, "kit-card");
    assert_true(text_is(page->summary.shown, "Half of it, doubled."));
    kit_end(&kit);
}

/* A word that can begin no match is told by itself, whatever a rule asks of what stands before it. */
static void beginnings(void **state) {
    (void)state;
    static const struct rule rule[] = {{"behind", "", "(?<=[)a] )twice(?! so )", 0},
                                       {"long", "", "more [a-z]+ than", 0}};
    static struct rules rules = {" ", "(?= )", rule, 2, NULL, NULL}; /* kept, as all of them are */
    assert_true(rules_may_start(&rules, TEXT(" twice ")));
    assert_true(rules_may_start(&rules, TEXT(" twice as ")));
    assert_true(rules_may_start(&rules, TEXT(" more ")));
    assert_true(rules_may_start(&rules, TEXT(" more words ")));
    assert_false(rules_may_start(&rules, TEXT(" more , ")));
    assert_false(rules_may_start(&rules, TEXT(" twic ")));
    assert_false(rules_may_start(&rules, TEXT(" than ")));
    /* what was said of two in a row says nothing of them the other way round */
    struct arena arena = {0};
    struct rules_match *list;
    assert_int_equal(words_find(TEXT("the highest"), &arena, &list), 1);
    assert_int_equal(words_find(TEXT("highest the"), &arena, &list), 1);
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples), cmocka_unit_test(endless),    cmocka_unit_test(tangled),
        cmocka_unit_test(places),   cmocka_unit_test(guards),     cmocka_unit_test(reasons),
        cmocka_unit_test(front),    cmocka_unit_test(beginnings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
