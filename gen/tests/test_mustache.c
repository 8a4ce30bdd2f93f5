/* Templates: what they print, and what they refuse. Each row is a template and what comes of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "render/mustache.h"

struct row {
    const char *name, *template, *partial, *wanted;
};

/* One context for all rows:
 * title "A & B", html "<b>x</b>", yes, no, empty "", list [{n 1}, {n 2}], none [],
 * words ["p","q"], person {name "Ada", home {city "Turin"}}. */
static struct data *context(struct arena *arena) {
    struct data *root = data_object(arena);
    data_text(root, "title", TEXT("A & \"B\" <c>"));
    data_text(root, "empty", TEXT(""));
    data_html(root, "html", TEXT("<b>x</b>"));
    data_flag(root, "yes", true);
    data_flag(root, "no", false);
    struct data *list = data_put_list(root, "list");
    data_text(data_add(list), "n", TEXT("1"));
    data_text(data_add(list), "n", TEXT("2"));
    data_put_list(root, "none");
    struct data *words = data_put_list(root, "words");
    data_add_text(words, TEXT("p"));
    data_add_text(words, TEXT("<q>"));
    struct data *person = data_object(arena), *home = data_object(arena);
    data_text(person, "name", TEXT("Ada"));
    data_text(person, "title", TEXT("Countess"));
    data_text(home, "city", TEXT("Turin"));
    data_put(person, "home", home);
    data_put(root, "person", person);
    data_text(root, "lines", TEXT("one\ntwo"));
    return root;
}

static const struct row good[] = {
    {"words alone", "plain } text {", NULL, "plain } text {"},
    {"nothing", "", NULL, ""},
    {"escaped", "<h1>{{title}}</h1>", NULL, "<h1>A &amp; &quot;B&quot; &lt;c&gt;</h1>"},
    {"html is escaped by two braces", "{{html}}", NULL, "&lt;b&gt;x&lt;/b&gt;"},
    {"html by three braces", "{{{html}}}", NULL, "<b>x</b>"},
    {"html by ampersand", "{{&html}} {{& html }}", NULL, "<b>x</b> <b>x</b>"},
    {"spaces in tags", "{{  person.name  }}", NULL, "Ada"},
    {"dotted twice", "{{person.home.city}}", NULL, "Turin"},
    {"comment in a line", "a{{! not {this} }}b", NULL, "ab"},
    {"comment over lines", "a\n{{! one\n two }}\nb", NULL, "a\nb"},
    {"flag", "{{#yes}}Y{{/yes}}{{#no}}N{{/no}}", NULL, "Y"},
    {"inverted flag", "{{^yes}}Y{{/yes}}{{^no}}N{{/no}}", NULL, "N"},
    {"text as a section", "{{#title}}t{{/title}}{{#empty}}e{{/empty}}", NULL, "t"},
    {"empty text inverted", "{{^empty}}none{{/empty}}", NULL, "none"},
    {"list", "{{#list}}[{{n}}]{{/list}}", NULL, "[1][2]"},
    {"empty list", "{{#none}}x{{/none}}{{^none}}y{{/none}}", NULL, "y"},
    {"implicit iterator", "{{#words}}({{.}}){{/words}}", NULL, "(p)(&lt;q&gt;)"},
    {"object", "{{#person}}{{name}} of {{home.city}}{{/person}}", NULL, "Ada of Turin"},
    {"inner name wins", "{{#person}}{{title}}{{/person}}", NULL, "Countess"},
    {"outer name is seen", "{{#list}}{{person.name}} {{/list}}", NULL, "Ada Ada "},
    {"sections in sections", "{{#list}}{{#words}}{{n}}{{.}}{{/words}}{{/list}}", NULL,
     "1p1&lt;q&gt;2p2&lt;q&gt;"},
    {"same name inside itself", "{{#yes}}a{{#yes}}b{{/yes}}c{{/yes}}", NULL, "abc"},
    {"standalone section", "a\n{{#yes}}\nb\n{{/yes}}\nc\n", NULL, "a\nb\nc\n"},
    {"standalone, indented", "a\n  {{#yes}}  \n  b\n\t{{/yes}}\nc", NULL, "a\n  b\nc"},
    {"standalone at both ends", "{{#yes}}\nb\n{{/yes}}", NULL, "b\n"},
    {"standalone inverted", "{{^no}}\nb\n{{/no}}\n", NULL, "b\n"},
    {"standalone comment", "a\n  {{! c }}\nb", NULL, "a\nb"},
    {"two tags on a line stay", " {{#yes}} {{/yes}} \n", NULL, "   \n"},
    {"a variable keeps its line", "a\n{{empty}}\nb", NULL, "a\n\nb"},
    {"not standalone beside words", "x {{#yes}}\ny{{/yes}}\n", NULL, "x \ny\n"},
    {"partial", "[{{>p}}]", "in", "[in]"},
    {"partial sees the context", "{{#person}}{{> p }}{{/person}}", "{{name}}", "Ada"},
    {"standalone partial", "a\n{{>p}}\nb", "in\n", "a\nin\nb"},
    {"indented partial", "<\n  {{>p}}\n>", "x\ny\n", "<\n  x\n  y\n>"},
    {"indentation leaves values alone", "  {{>p}}\n", "{{lines}}\nz\n", "  one\ntwo\n  z\n"},
    {"indentation and sections", "  {{>p}}\n", "{{#list}}\n<{{n}}>\n{{/list}}\n", "  <1>\n  <2>\n"},
    {"partial in a line", "  {{>p}}.", "x\ny", "  x\ny."},
    {"names with dashes", "{{#person}}{{person.home.city}}{{/person}}", NULL, "Turin"},
    {"three braces, then one", "{{{html}}}}", NULL, "<b>x</b>}"},
    {"a section may stand on one line", "{{#list}} {{n}}; {{/list}}", NULL, " 1;  2; "},
};

struct bad {
    const char *name, *template, *partial;
    const char *message; /* part of it */
    size_t line, column;
    const char *hint; /* part of it, or NULL */
};

static const struct bad wrong[] = {
    {"unknown name", "a\nbc {{titel}}", NULL, "unknown name titel", 2, 6, "title"},
    {"unknown section", "{{#lists}}{{/lists}}", NULL, "unknown name lists", 1, 4, "list"},
    {"unknown inverted", "{{^lists}}{{/lists}}", NULL, "unknown name lists", 1, 4, "list"},
    {"unknown part", "{{person.nmae}}", NULL, "unknown name nmae", 1, 10, "name"},
    {"part of a text", "{{title.x}}", NULL, "unknown name x", 1, 9, NULL},
    {"not closed", "a\n {{#yes}} b", NULL, "section that is not closed", 2, 2, "{{/yes}}"},
    {"two not closed", "{{#yes}}{{^no}}", NULL, "section that is not closed", 1, 1, NULL},
    {"closed without opening", "a {{/yes}}", NULL, "closing tag without a section", 1, 3, NULL},
    {"closed crosswise", "{{#yes}}\n{{#no}}{{/yes}}{{/no}}{{/yes}}", NULL,
     "closing tag of another section", 2, 8, "{{#no}} of line 2"},
    {"tag without an end", "a {{title", NULL, "tag without an end", 1, 3, NULL},
    {"triple without an end", "a {{{title}}", NULL, "tag without an end", 1, 3, "}}}"},
    {"tag without a name", "{{ }}", NULL, "tag without a name", 1, 1, NULL},
    {"not a name", "{{a b}}", NULL, "not a name", 1, 1, NULL},
    {"dot at the end", "{{a.}}", NULL, "not a name", 1, 1, NULL},
    {"delimiters", "{{=<% %>=}}", NULL, "other delimiters are not supported", 1, 1, NULL},
    {"inheritance", "{{<p}}", "", "template inheritance is not supported", 1, 1, NULL},
    {"blocks", "{{$p}}", "", "blocks to replace are not supported", 1, 1, NULL},
    {"unknown partial", "\n{{>q}}", "x", "unknown partial q", 2, 4, NULL},
    {"unknown partial in a section", "{{#no}}{{>q}}{{/no}}", "x", "unknown partial q", 1, 11, NULL},
    {"list as text", "{{list}}", NULL, "list is not text", 1, 1, NULL},
    {"flag as text", "{{yes}}", NULL, "yes is not text", 1, 1, NULL},
    {"text unescaped", "{{{title}}}", NULL, "has to be escaped", 1, 1, "two braces"},
    {"partial for ever", "{{>p}}", "{{>p}}{{>p}}", "partials nested too deep", 1, 1, NULL},
};

static bool run(const char *template, const char *partial, struct arena *arena, struct buf *out,
                struct diags *diags) {
    struct templates templates = {.arena = arena};
    bool ok = templates_add(&templates, TEXT("t"),
                            source_load(arena, TEXT("t.mustache"), text_of(template)), diags);
    if (partial)
        ok &= templates_add(&templates, TEXT("p"),
                            source_load(arena, TEXT("p.mustache"), text_of(partial)), diags);
    ok = templates_check(&templates, diags) && ok;
    return ok && template_fill(&templates, "t", context(arena), out, diags);
}

static void prints(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct arena arena = {0};
        struct diags diags = {0};
        struct buf out = {0};
        bool ok = run(good[i].template, good[i].partial, &arena, &out, &diags);
        if (!ok || strcmp(out.ptr ? out.ptr : "", good[i].wanted) != 0)
            fail_msg("%s: %s gave \"%s\", not \"%s\"", good[i].name, good[i].template,
                     out.ptr ? out.ptr : "", good[i].wanted);
        assert_int_equal(diags.count, 0);
        buf_free(&out);
        diags_free(&diags);
        arena_free(&arena);
    }
}

static void refuses(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct arena arena = {0};
        struct diags diags = {0};
        struct buf out = {0};
        if (run(wrong[i].template, wrong[i].partial, &arena, &out, &diags))
            fail_msg("%s: accepted", wrong[i].name);
        assert_true(diags.count >= 1);
        diags_sort(&diags);
        const struct diag *diag = &diags.list[0];
        if (!strstr(diag->message.ptr, wrong[i].message) || diag->place.line != wrong[i].line ||
            diag->place.column != wrong[i].column ||
            (wrong[i].hint && !strstr(diag->hint.ptr, wrong[i].hint)))
            fail_msg("%s: %zu:%zu %s (%s)", wrong[i].name, diag->place.line, diag->place.column,
                     diag->message.ptr, diag->hint.ptr);
        buf_free(&out);
        diags_free(&diags);
        arena_free(&arena);
    }
}

/* All mistakes of a file are told at once. */
static void all_at_once(void **state) {
    (void)state;
    struct arena arena = {0};
    struct diags diags = {0};
    struct buf out = {0};
    assert_false(run("{{nope}}\n{{#none}}{{/none}}\n{{never}}", NULL, &arena, &out, &diags));
    assert_int_equal(diags.count, 2);
    buf_free(&out);
    diags_free(&diags);
    arena_free(&arena);
}

/* Deep nesting is an error, not a full stack. */
static void deep(void **state) {
    (void)state;
    struct arena arena = {0};
    struct diags diags = {0};
    struct buf template = {0}, out = {0};
    for (int i = 0; i < 100000; i++)
        buf_str(&template, "{{#yes}}");
    assert_false(run(template.ptr, NULL, &arena, &out, &diags));
    assert_int_equal(diags.count, 1);
    assert_non_null(strstr(diags.list[0].message.ptr, "nested too deep"));
    buf_free(&template);
    buf_free(&out);
    diags_free(&diags);
    arena_free(&arena);
}

/* Any bytes: no crash, and an unknown template is a message. */
static void odd_bytes(void **state) {
    (void)state;
    static const char *const odd[] = {
        "{{",  "{{{",  "{{}}",     "{{{}}}",       "{{#}}", "{{/}}", "{{!",    "{{=}}",
        "{{=", "}}{{", "{{\xff}}", "{{#.}}{{/.}}", "{{.}}", "{{>}}", "{{& }}", "{{{{a}}}}"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        struct arena arena = {0};
        struct diags diags = {0};
        struct buf out = {0};
        run(odd[i], NULL, &arena, &out, &diags);
        buf_free(&out);
        diags_free(&diags);
        arena_free(&arena);
    }
    struct arena arena = {0};
    struct templates none = {.arena = &arena};
    struct diags diags = {0};
    struct buf out = {0};
    assert_false(template_fill(&none, "home", data_object(&arena), &out, &diags));
    assert_int_equal(diags.errors, 1);
    buf_free(&out);
    diags_free(&diags);
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prints), cmocka_unit_test(refuses),   cmocka_unit_test(all_at_once),
        cmocka_unit_test(deep),   cmocka_unit_test(odd_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
