/* test_code -- the languages of code, and code that is cut from files. */
#include "base/sha256.h"
#include "page/fence.h"
#include "tests/page_kit.h"

static const char kernel[] =
    "#include <x.h>\n"
    "\n"
    "// region: strided\n"
    "    __global__ void strided(float *a) {\n"
    "\n"
    "        a[0] = 1;\n"
    "    }\n"
    "// endregion\n"
    "        // region: inner part\n"
    "        a[1] = 1;\n"
    "        // endregion\n"
    "// region: twice\nx\n// endregion\n// region: twice\ny\n// endregion\n"
    "// region: empty\n\n// endregion\n"
    "// region: outer\n// region: inner\nv\n// endregion\nw\n// endregion\n"
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
    assert_string_equal(arena_string(&kit.arena, node->text), "a[1] = 1;\n");
    assert_int_equal(node->code.first_line, 10);
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
               "it has: strided, inner part, twice, twice, empty, outer, inner, open");
    check_code("cuda from=kernels/kit.cu#twice", "",
               "+3:29 error: region twice stands twice, kernels/kit.cu:12 and kernels/kit.cu:15\n",
               NULL);
    check_code("cuda from=kernels/kit.cu#inner", "",
               "+3:29 error: region inner, kernels/kit.cu:22, and the one of kernels/kit.cu:21 "
               "stand in each other\n",
               NULL);
    check_code("cuda from=kernels/kit.cu#outer", "",
               "+3:29 error: region outer, kernels/kit.cu:21, and the one of kernels/kit.cu:22 "
               "stand in each other\n",
               NULL);
    check_code("cuda from=kernels/kit.cu#empty", "",
               "+3:29 error: region empty, kernels/kit.cu:18, is empty\n", NULL);
    check_code("cuda from=kernels/kit.cu#open", "",
               "+3:29 error: region open, kernels/kit.cu:27, has no end\n", NULL);
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

/* An escape in the info string hides the place of its parts: the fence is marked. */
static void escaped_attributes(void **state) {
    (void)state;
    check_code("cuda from=kernels/kit\\.cu#qq", "", "+3:1 error: no region qq in kernels/kit.cu\n",
               NULL);
}

/* An exercise shows code of its own folder; nobody shows what another page says. */
static void own_folder(void **state) {
    (void)state;
    static const struct {
        const char *page, *from, *messages;
    } cases[] = {
        {"content/exercises/sum/index.md", "content/exercises/sum/a.c#a", ""},
        {"content/exercises/sum/index.md", "content/exercises/sums/a.c#a",
         "+1:14 error: code cannot be cut from content/exercises/sums/a.c\n"},
        {"content/exercises/sum/index.md", "content/exercises/sum/b.c#a",
         "+1:14 error: no file content/exercises/sum/b.c\n"},
        {"content/exercises/sum/index.md", "content/exercises/sum/notes.md#a",
         "+1:14 error: code cannot be cut from content/exercises/sum/notes.md\n"},
        {"content/exercises/sum/index.md", "content/exercises/sum/draft.signed#a",
         "+1:14 error: code cannot be cut from content/exercises/sum/draft.signed\n"},
        {"content/exercises/sum/index.md", "content/exercises/sum/draft.signed.sig#a",
         "+1:14 error: code cannot be cut from content/exercises/sum/draft.signed.sig\n"},
        {"content/glossary/kit.md", "gen/tests/golden/kit.MD#a",
         "+1:14 error: code cannot be cut from gen/tests/golden/kit.MD\n"},
        {"content/glossary/kit.md", "content/exercises/sum/a.c#a",
         "+1:14 error: code cannot be cut from content/exercises/sum/a.c\n"},
        {"content/glossary/kit.md", "content/glossary/draft.md#a",
         "+1:14 error: code cannot be cut from content/glossary/draft.md\n"},
        {"content/exercises/sum.md", "content/exercises/other.md#a",
         "+1:14 error: code cannot be cut from content/exercises/other.md\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct kit kit;
        char front[sizeof kit_front];
        memcpy(front, kit_front, sizeof front);
        if (strstr(cases[i].page, "exercises")) {
            memcpy(strstr(front, "term"), "#erm", 4);
            memcpy(strstr(front, "glossary"), "exercise", 8);
        }
        kit_start(&kit);
        kit_write(&kit, "content/exercises/sum/a.c", "// region: a\nint x;\n// endregion\n");
        kit_page_at(&kit, cases[i].page, front,
                    arena_printf(&kit.arena, "```cuda from=%s\n```\n", cases[i].from).ptr);
        assert_messages(&kit, cases[i].messages);
        kit_remove("content/exercises/sum", &kit);
        kit_remove("content/exercises", &kit);
        kit_remove("content", &kit);
        kit_end(&kit);
    }
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

static void check_region(const char *file, const char *code, const char *messages) {
    struct kit kit;
    kit_start(&kit);
    kit_write(&kit, "kernels/kit.cu", file);
    kit_page(&kit, "```cuda from=kernels/kit.cu#a\n```\n");
    assert_messages(&kit, messages);
    assert_string_equal(arena_string(&kit.arena, kit.page->document->first->text), code);
    kit_end(&kit);
}

static void regions(void **state) {
    (void)state;
    check_region("", "", "+1:29 error: no region a in kernels/kit.cu\n");
    check_region("// region: a", "", "+1:29 error: region a, kernels/kit.cu:1, has no end\n");
    check_region("//region:a\n\tx\n\t\ty\n//endregion", "x\n\ty\n", "");
    check_region("// endregion\n// region: a\nx\n// endregion: a\n", "x\n", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_is_cut),
        cmocka_unit_test(code_mistakes),
        cmocka_unit_test(escaped_attributes),
        cmocka_unit_test(own_folder),
        cmocka_unit_test(a_link_is_not_followed),
        cmocka_unit_test(regions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
