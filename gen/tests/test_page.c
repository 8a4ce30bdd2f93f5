/* test_page -- a file as a page: its address, its name, and that nothing in it stops the others. */
#include "base/rules.h"
#include "tests/page_kit.h"

static void addresses(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    struct page *page =
        kit_page_at(&kit, "content/glossary/shared-memory.md", kit_front, "Text.\n");
    assert_true(text_is(page->address, "/glossary/shared-memory/"));
    assert_true(text_is(page->slug, "shared-memory"));
    assert_true(page->front_ok);
    page = kit_page_at(&kit, "content/glossary/week-1/lat\u00EAncia.md", kit_front, "Text.\n");
    assert_true(text_is(page->address, "/glossary/week-1/lat\u00EAncia/"));
    assert_true(text_is(page->slug, "lat\u00EAncia"));
    assert_messages(&kit, "");
    kit_end(&kit);
}

static void address_is(const char *path, const char *address) {
    struct kit kit;
    kit_start(&kit);
    struct page *page = kit_page_at(&kit, path, "", "");
    if (!text_is(page->address, address)) fail_msg("%s: %.*s", path, TEXT_ARG(page->address));
    kit_end(&kit);
}

/* A page may be a folder with index.md in it; right below a kind's folder that is a name like any other. */
static void addresses_of_exercises(void **state) {
    (void)state;
    address_is("content/exercises/sum/index.md", "/exercises/sum/");
    address_is("content/exercises/sum.md", "/exercises/sum/");
    address_is("content/exercises/sum/hints.md", "/exercises/sum/hints/");
    address_is("content/exercises/sum/part/index.md", "/exercises/sum/part/");
    address_is("content/exercises/index.md", "/exercises/index/");
    address_is("content/exercises/sum-index.md", "/exercises/sum-index/");
    address_is("content/glossary/sum/index.md", "/glossary/sum/");
}

static void check_name(const char *path, const char *message, const char *hint) {
    struct kit kit;
    kit_start(&kit);
    kit_page_at(&kit, path, kit_front, "Text.\n");
    assert_int_equal(kit.diags.count, 1);
    if (!text_is(kit.diags.list[0].message, message) || !text_is(kit.diags.list[0].hint, hint))
        fail_msg("%.*s: %.*s", TEXT_ARG(kit.diags.list[0].message),
                 TEXT_ARG(kit.diags.list[0].hint));
    kit_end(&kit);
}

static void names(void **state) {
    (void)state;
    static const char hint[] = "lower-case letters, digits and hyphens make a name";
    check_name("content/glossary/late\u0302ncia.md", "the name is not in composed form (NFC)",
               "rename it from late<CC><82>ncia to lat<C3><AA>ncia");
    check_name("content/glossary/Registers.md", "\"Registers\" cannot be part of an address", hint);
    check_name("content/glossary/two words.md", "\"two words\" cannot be part of an address", hint);
    check_name("content/glossary/a_b.md", "\"a_b\" cannot be part of an address", hint);
    check_name("content/glossary/.md", "\"\" cannot be part of an address", hint);
}

/* One mistake of each part of reading, all listed in one run. */
static void all_are_listed(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "{{ 1 + }} {{ end }}\n\n```tabel\n```\n\n```table\nkey: x\n```\n\n5 ms\n");
    assert_messages(&kit,
                    "+1:8 error: a value expected before the end\n"
                    "+1:11 error: {{ end }} without {{ given }}, {{ if … }} or {{ claim … }}\n"
                    "+3:4 error: unknown block or language tabel\n"
                    "+7:1 error: unknown key key\n"
                    "+10:1 error: 5 ms is typed: it has to be an expression or cited(…)\n");
    kit_end(&kit);
}

/* A mistake of one pass hides none of another; only conditions that do not pair keep their words from
 * being searched for numbers and comparisons. */
static void none_hides_another(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, "It is slower.[^x] <b>twice as fast</b>\n\n![](diagram:banks)\n");
    assert_messages(&kit, "+1:7 error: \"slower\" is a comparison that no claim guards\n"
                          "+1:14 error: footnote that is not defined\n"
                          "+1:19 error: raw HTML: <b>\n"
                          "+1:22 error: \"twice\" is a number in words that no claim guards\n"
                          "+1:35 error: raw HTML: </b>\n"
                          "+3:1 error: image without alt text\n");
    kit_page(&kit, "{{ claim 1 < 2 }}It is slower, in 5 ms.\n");
    assert_messages(&kit, "+1:1 error: no {{ end }} for this {{ claim }}\n"
                          "+1:35 error: 5 ms is typed: it has to be an expression or cited(…)\n");
    kit_end(&kit);
}

static void any_bytes(void **state) {
    (void)state;
    static const char *const bodies[] = {
        "",
        "---",
        "---\n---\n",
        "---\n---\n{{",
        "---\n---\n{{ if",
        "---\n---\n```table",
        "---\n---\n```table\n:",
        "---\n---\n```table\n: \n{{\nA: {{\nfor: : :\n\xff: \xfe\n",
        "---\n---\n```cuda from=\n",
        "---\n---\n```cuda from=#\n",
        "---\n---\n```cuda from=kernels/#a\n```",
        "---\n---\nTable: \n\n| a |\n|-|\n",
        "---\ntitle: \"{{ end\n---\n{{ end }}\n",
        "\xff\xfe\x00",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct kit kit;
        kit_start(&kit);
        kit_page_at(&kit, "content/glossary/kit.md", "", bodies[i]);
        assert_true(kit.diags.errors > 0);
        kit_evaluate(&kit, "kit-card");
        kit_evaluate(&kit, "far-card");
        kit_end(&kit);
    }
}

/* Every prefix of a page is a page with mistakes at most. */
static void truncated(void **state) {
    (void)state;
    static const char whole[] =
        "A {{ claim fact.l2 > 1 MiB }}b{{ else }}{{ fact.l2 as MiB }}{{ end }} c.\n\n"
        "{{ if known(tlb.time) }}\n\n```table\ncaption: x {{ card.name }}\nfor: s in stride.time\n"
        "S: {{ s }}\nT: {{ stride.time[s] }}{{ if s > 1 }}y{{ end }}\n```\n\n{{ else }}\n\n- d "
        "**{{ cited(1 ms, hopper-guide) }}**\n\n{{ end }}\n";
    for (size_t n = 0; n < sizeof whole; n++) {
        struct kit kit;
        kit_start(&kit);
        kit_page(&kit, arena_printf(&kit.arena, "%.*s", (int)n, whole).ptr);
        kit_evaluate(&kit, "far-card");
        kit_evaluate(&kit, "kit-card");
        if (n + 1 == sizeof whole) assert_messages(&kit, "");
        kit_end(&kit);
    }
}

/* A pattern of bytes: groups that took no part have no place, empty ones have. */
static void patterns(void **state) {
    (void)state;
    static struct pattern form = {"\\A(a*)(b)?(\\d+)", NULL};
    struct text part[PATTERN_PARTS], text = TEXT("12\xff");
    assert_true(pattern_find(&form, text, part));
    assert_true(text_is(part[0], "12") && part[0].ptr == text.ptr);
    assert_true(part[1].ptr == text.ptr && part[1].len == 0);
    assert_true(part[2].ptr == NULL && part[4].ptr == NULL);
    assert_true(text_is(part[3], "12"));
    assert_true(pattern_find(&form, TEXT("aab7"), NULL));
    assert_false(pattern_find(&form, TEXT("x1"), part));
    assert_true(part[0].ptr == NULL);
    assert_false(pattern_find(&form, (struct text){0}, NULL));
    static struct pattern any = {"^(b*)", NULL}; /* a place in no text is one in an empty one */
    assert_true(pattern_find(&any, (struct text){0}, part) && part[1].ptr && part[1].len == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses),
        cmocka_unit_test(addresses_of_exercises),
        cmocka_unit_test(names),
        cmocka_unit_test(all_are_listed),
        cmocka_unit_test(none_hides_another),
        cmocka_unit_test(any_bytes),
        cmocka_unit_test(truncated),
        cmocka_unit_test(patterns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
