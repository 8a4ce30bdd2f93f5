/* Formulas: what Markdown makes of dollars, how their TeX is read, and what of KaTeX's markup may
 * stand on a page. */
#include "page_kit.h"

#include "course/formulas.h"
#include "page/formula.h"

struct row {
    const char *body, *tree, *messages;
};

static const struct row rows[] = {
    {"$x$", "doc(p(math('x')))", ""},
    {"$a*b*c$ and $_a_$", "doc(p(math('a*b*c') ' and ' math('_a_')))", ""},
    {"$\\{a\\}\\\\$", "doc(p(math('\\{a\\}\\\\')))", ""},
    {"*a $x*y$ b*", "doc(p(em('a ' math('x*y') ' b')))", ""},
    {"[a $x]y$](#b)", "doc(p(a('a ' math('x]y'))))", ""},
    {"![a $x$](/b.png)", "doc(figure(img('a ' math('x'))))", ""},
    /* dollars that are words */
    {"$5 and $6", "doc(p('$5 and $6'))", ""},
    {"a $ b $ c", "doc(p('a $ b $ c'))", ""},
    {"$x $", "doc(p('$x $'))", ""},
    {"$ x$", "doc(p('$ x$'))", ""},
    {"$x$1", "doc(p('$x$1'))", ""},
    {"\\$x\\$ and \\$$x$", "doc(p('$x$ and $' math('x')))", ""},
    {"$x", "doc(p('$x'))", ""},
    {"`$x$` and ``a $x`` $", "doc(p(` ' and ' ` ' $'))", ""},
    {"$5 `a$b`", "doc(p('$5 ' `))", ""},
    {"```\n$x$\n$$\n```", "doc(code)", ""},
    {"    $$x$$", "doc(code)", ""},
    {"$a\\$b$", "doc(p(math('a\\$b')))", ""},
    {"$a\nb$", "doc(p(math('a\nb')))", ""},
    /* places */
    {"## a $x_i$ {#b}\n", "doc(h('a ' math('x_i')))", ""},
    {"- $x$\n- a\n", "doc(list(item(p(math('x'))) item(p('a'))))", ""},
    {"|a|b|\n|-|-|\n|$x\\|y$|$z$|",
     "doc(table(row(cell('a') cell('b')) row(cell(math('x' '|y')) cell(math('z')))))", ""},
    {"Table: $x$\n\n|a|\n|-|\n|b|",
     "doc(table(caption('' math('x')) row(cell('a')) row(cell('b'))))", ""},
    /* values */
    {"$a_{{ copy.rate[read] }}$", "doc(p(math('a_' {copy.rate[read]})))", ""},
    {"$\\frac{{{ copy.rate[read] }}}{2}$", "doc(p(math('\\frac{' {copy.rate[read]} '}{2}')))", ""},
    {"$x_{a_{b}}$", "doc(p(math('x_{a_{b}}')))", ""},
    {"$\\{{{ copy.rate[read] }}$", "doc(p(math('\\{' {copy.rate[read]})))", ""},
    {"${{ if 1 < 2 }}x{{ end }}$", "doc(p(math({if 1 < 2} 'x' {end})))",
     "+1:2 error: a condition cannot stand in a formula\n"
     "+1:17 error: a condition cannot stand in a formula\n"},
    /* of their own */
    {"$$x$$", "doc(formula(math('x')))", ""},
    {"$$\n+ a\n- b\n# c\n$$", "doc(formula(math('\n+ a\n- b\n# c\n')))", ""},
    {"a\n$$x$$\nb", "doc(p('a') formula(math('x')) p('b'))", ""},
    {"> $$\n> x\n> $$\n", "doc(quote(formula(math('\n' 'x\n'))))", ""},
    {"- a\n\n  $$x$$", "doc(list(item(p('a') formula(math('x')))))", ""},
    {"|a|\n|-|\n|b|\n$$x$$", "doc(table(row(cell('a')) row(cell('b')) row(cell(math('x')))))",
     "+4:1 error: a formula of its own cannot stand in here\n"},
    {"$$\na\\$$\nb$$", "doc(formula(math('\na\\$$\nb')))", ""},
    /* mistakes */
    {"$$\nx\n\ny", "doc(p('y'))", "+1:1 error: formula that is never closed\n"},
    {"> $$\n\n$$", "doc(quote)",
     "+1:3 error: formula that is never closed\n+3:1 error: formula that is never closed\n"},
    {"$$x$$ y", "doc(formula(math('x')))", "+1:7 error: words in the line behind a formula\n"},
    {"$$$$", "doc(formula(math))", "+1:1 error: formula without TeX\n"},
    {"a $$x$$ b", "doc(p('a $$x$$ b'))", "+1:3 error: $$ among words\n"},
    {"$x$$y$", "doc(p('$x$$y$'))", "+1:3 error: $$ among words\n"},
    {"a $\\frac12 $ b", "doc(p('a $\\frac12 $ b'))",
     "+1:3 error: looks like a formula, but is none\n"},
    {"a $\\frac12", "doc(p('a $\\frac12'))",
     "+1:3 error: looks like a formula, but is never closed\n"},
    {"[a](/b \"$x_i$\")", "doc(p(a('a')))",
     "+1:1 error: a formula cannot stand in the title of a link\n"},
    {"[a](/b \"$5 or 6$\")", "doc(p(a('a')))", ""},
};

/* Every byte of TeX is where its node says, since mistakes in it are located by that. */
static void assert_exact(const struct page *page) {
    for (const struct node *node = page->document; node; node = tree_next(node, page->document)) {
        if (!node->parent || node->parent->type != NODE_MATH || node->type != NODE_TEXT) continue;
        assert_int_equal(node->length, node->text.len);
        struct text there = text_cut(page->source->text, node->offset, node->offset + node->length);
        for (size_t i = 0; i < there.len; i++)
            assert_true(there.ptr[i] == node->text.ptr[i] ||
                        (there.ptr[i] == '\\' && node->text.ptr[i] == '|'));
    }
}

static void dollars(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct kit kit;
        kit_start(&kit);
        kit_page(&kit, rows[i].body);
        assert_string_equal(kit_draw(&kit, kit.page->document), rows[i].tree);
        assert_messages(&kit, rows[i].messages);
        assert_exact(kit.page);
        kit_end(&kit);
    }
}

/* ---- as words and as TeX ------------------------------------------------------------------ */

static struct node *only_math(struct kit *kit, const char *body) {
    struct node *root = kit_page(kit, body)->document;
    for (struct node *node = root; node; node = tree_next(node, root))
        if (node->type == NODE_MATH) return node;
    fail_msg("no formula in %s", body);
    return NULL;
}

static void add(void *out, char c, const struct node *part, size_t index) {
    (void)part;
    (void)index;
    buf_char(out, c);
}

static void said(void **state) {
    (void)state;
    static const char *const list[][2] = {
        {"$1.555\\,\\text{TB/s}$", "1.555 TB/s"},
        {"$5\\times n$", "5 \u00d7 q"},
        {"$80\\,\\%$", "80 %"},
        {"$2s + 3\\mathrm{s}$", "2q + 3s"},
        {"$1{,}000\\ \\text{ms \\textbf{or} s}_x$", "1,000 ms or s_q"},
        {"$\\left(\\frac{a}{2}\\right)$", "(\2q2)"},
        {"$x~{{ copy.rate[read] }}$", "q \1"},
        {"$\\alpha\\text{a}b$", "\2aq"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        struct kit kit;
        kit_start(&kit);
        struct buf out = {0};
        formula_say(only_math(&kit, list[i][0]), add, &out);
        assert_string_equal(out.ptr, list[i][1]);
        buf_free(&out);
        kit_end(&kit);
    }
}

static void tex_and_places(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    const char body[] = "|a|\n|-|\n|$v\\|value_{{ copy.rate[read] }}é$|\n";
    struct node *math = only_math(&kit, body);
    struct formula_tex tex = formula_tex(math, &kit.arena);
    assert_string_equal(tex.name.ptr, "valuex"); /* the author has used the first one */
    assert_string_equal(tex.tex.ptr, "v|value_\\text{valuex0.}é");
    size_t start = math->offset + 1; /* where v stands */
    assert_int_equal(tex.place[0], start);
    assert_int_equal(tex.place[1], start + 2);  /* the bar, behind its backslash */
    assert_int_equal(tex.place[2], start + 3);  /* v of value */
    assert_int_equal(tex.place[8], start + 9);  /* the braces, */
    assert_int_equal(tex.place[20], start + 9); /* whatever stands for them */
    assert_int_equal(tex.place[tex.tex.len], math->offset + math->length - 1);
    kit_evaluate(&kit, "kit-card");
    math = NULL;
    for (struct node *node = kit.page->document; node; node = tree_next(node, kit.page->document))
        if (node->type == NODE_MATH) math = node;
    assert_non_null(math);
    assert_string_equal(formula_source(math, &kit.arena).ptr, "v|value_\\text{4.27\u00a0TB/s}é");
    assert_non_null(formula_value(math, 0));
    assert_null(formula_value(math, 1));
    kit_end(&kit);
}

static void values_are_escaped_in_tex(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    struct node *math = only_math(&kit, "${{ copy.rate[read] / dram.rated as % }}$");
    kit_evaluate(&kit, "kit-card");
    assert_string_equal(formula_source(math, &kit.arena).ptr, "\\text{89\\%}");
    kit_end(&kit);
}

/* ---- KaTeX -------------------------------------------------------------------------------- */

#define OUT(inner) "<math><semantics>" inner "\2</semantics></math>"
#define ROW(inner) OUT("<mrow>" inner "</mrow>")
#define CELL(class, inner)                                                                         \
    "<mtd" class "><mstyle scriptlevel=\"0\" displaystyle=\"true\">" inner "</mstyle></mtd>"

static const struct markup {
    const char *tex, *out, *fault;
    size_t width;
} markups[] = {
    {"a", ROW("<mi>a</mi>"), NULL, 1},
    {"\\ell", ROW("<mi mathvariant=\"normal\">\u2113</mi>"), NULL, 1},
    {"\\mathbf{x1}", OUT("<mrow><mi>\U0001D431</mi><mn>\U0001D7CF</mn></mrow>"), NULL, 2},
    {"\\mathbb{R}\\mathscr{L}", ROW("<mi>\u211D</mi><mi>\u2112</mi>"), NULL, 2},
    {"\\bm{x}\\boldsymbol{\\alpha}", ROW("<mi>\U0001D499</mi><mi>\U0001D736</mi>"), NULL, 2},
    {"\\textbf{b}\\texttt{m}",
     ROW("<mtext class=\"bold\">b</mtext><mtext class=\"mono\">m</mtext>"), NULL, 2},
    {"\\text{a\\&value0.b}", ROW("<mtext>a&amp;\0010\1b</mtext>"), NULL, 3},
    {"\\text{value0 value.}", ROW("<mtext>value0\u00a0value.</mtext>"), NULL, 13},
    {"{abc \\atop d}",
     ROW("<mfrac linethickness=\"0px\"><mrow><mi>a</mi><mi>b</mi><mi>c</mi></mrow>"
         "<mi>d</mi></mfrac>"),
     NULL, 3},
    {"a+(\\hspace{1em}",
     ROW("<mi>a</mi><mo>+</mo><mo stretchy=\"false\">(</mo><mspace width=\"1em\"></mspace>"), NULL,
     5},
    {"\\begin{aligned}a&b&c\\end{aligned}",
     OUT("<mtable><mtr>" CELL(" class=\"right\"", "<mi>a</mi>")
             CELL(" class=\"left\"", "<mrow><mrow></mrow><mi>b</mi></mrow>")
                 CELL(" class=\"right\"", "<mi>c</mi>") "</mtr></mtable>"),
     NULL, 3},
    {"\\begin{array}{c}\\end{array}", OUT("<mtable></mtable>"), NULL, 0},
    /* a function and what it is applied to */
    {"\\max x", ROW("<mi>max</mi><mo>\u2061</mo><mspace width=\"0.1667em\"></mspace><mi>x</mi>"),
     NULL, 4},
    {"\\max(", ROW("<mi>max</mi><mo>\u2061</mo><mo stretchy=\"false\">(</mo>"), NULL, 4},
    {"\\max\\nolimits_l x",
     ROW("<msub><mrow><mi>max</mi><mo>\u2061</mo></mrow><mi>l</mi></msub>"
         "<mspace width=\"0.1667em\"></mspace><mi>x</mi>"),
     NULL, 5},
    {"\\frac{\\max x}{y} z",
     ROW("<mfrac><mrow><mi>max</mi><mo>\u2061</mo><mspace width=\"0.1667em\"></mspace>"
         "<mi>x</mi></mrow><mi>y</mi></mfrac><mi>z</mi>"),
     NULL, 5},
    /* what may not stand on a page */
    {"\\color{red}a", NULL, "the attribute mathcolor", 0},
    {"\\colorbox{red}{a}", NULL, "the attribute mathbackground", 0},
    {"\\large a", NULL, "the attribute mathsize", 0},
    {"\\begin{align}a\\end{align}", NULL, "the attribute class", 0},
    {"x\\tag{1}", NULL, "the attribute width", 0},
    {"\\cancel{a}", NULL, "the element menclose", 0},
    {"\\begin{array}{c|c}a&b\\end{array}", NULL, "lines in a table", 0},
    {"\\begin{array}{c}a\\\\ \\hline b\\end{array}", NULL, "lines in a table", 0},
};
enum { MARKUPS = sizeof markups / sizeof *markups };

/* False: there is no KaTeX here, so that nothing can be asked. */
static bool is_set(struct katex_formula *list, size_t count, struct arena *arena) {
    const char *hint = NULL, *why = katex_set(list, count, &hint, arena);
    if (!why) return true;
    assert_non_null(hint);
    print_message("skipped: %s\n", why);
    return false;
}

static void markup(void **state) {
    (void)state;
    struct arena arena = {0};
    struct katex_formula made[MARKUPS] = {0};
    for (size_t i = 0; i < MARKUPS; i++)
        made[i] = (struct katex_formula){.tex = text_of(markups[i].tex),
                                         .name = TEXT("value"),
                                         .display = strstr(markups[i].tex, "align}") ||
                                                    strstr(markups[i].tex, "tag")};
    bool asked = is_set(made, MARKUPS, &arena);
    for (size_t i = 0; asked && i < MARKUPS; i++) {
        const struct markup *row = &markups[i];
        if (row->fault) {
            assert_string_equal(made[i].fault.ptr, row->fault);
            assert_int_equal(made[i].set.len, 0);
            continue;
        }
        assert_int_equal(made[i].fault.len, 0);
        assert_string_equal(made[i].set.ptr, row->out);
        assert_int_equal(made[i].width, row->width);
    }
    arena_free(&arena);
}

static void deep_markup_ends(void **state) {
    (void)state;
    struct arena arena = {0};
    struct buf deep = {0};
    for (int i = 0; i < 300; i++)
        buf_str(&deep, "\\sqrt{");
    for (int i = 0; i < 300; i++)
        buf_char(&deep, '}');
    struct katex_formula formula = {.tex = buf_text(&deep), .name = TEXT("value")};
    if (is_set(&formula, 1, &arena))
        assert_string_equal(formula.fault.ptr, "more than 200 elements in one another");
    buf_free(&deep);
    arena_free(&arena);
}

static void katex(void **state) {
    (void)state;
    struct arena arena = {0};
    struct katex_formula list[] = {
        {.tex = TEXT("\\frac{a}{b}"), .display = true},
        {.tex = TEXT("a < b")},
        {.tex = TEXT("\U0001D431 + é")},
        {.tex = TEXT("\U0001D431 + \\text{é} \\foo")},
        {.tex = TEXT("\\frac{a}{")},
        {.tex = TEXT("a \\url{b}")},
        {.tex = TEXT("a % b")},
    };
    enum { COUNT = sizeof list / sizeof *list };
    if (!is_set(list, COUNT, &arena)) {
        arena_free(&arena);
        return;
    }
    assert_true(text_find(list[0].set, "display=\"block\"", 0) != SIZE_MAX);
    assert_true(text_find(list[1].set, "<mo>&lt;</mo>", 0) != SIZE_MAX);
    static const struct {
        const char *error;
        size_t at;
    } wrong[] = {{"used in math mode", 7},
                 {"Undefined control sequence: \\foo", 17},
                 {"Unexpected end of input", 9},
                 {"\\url is not for these pages", 2},
                 {"a percent sign is written \\%", 2}};
    for (size_t i = 2; i < COUNT; i++) {
        assert_int_equal(list[i].set.len, 0);
        assert_true(text_find(list[i].error, wrong[i - 2].error, 0) != SIZE_MAX);
        assert_int_equal(list[i].at, wrong[i - 2].at);
    }
    arena_free(&arena);
}

/* More than a pipe holds, in both directions. */
static void many_formulas(void **state) {
    (void)state;
    enum { COUNT = 3000 };
    struct arena arena = {0};
    const char *hint = NULL;
    struct katex_formula *list = ARENA_ARRAY(&arena, struct katex_formula, COUNT);
    for (size_t i = 0; i < COUNT; i++)
        list[i].tex = arena_printf(&arena, "x_{%zu} + \\text{some words that make it long}", i);
    if (!katex_set(list, COUNT, &hint, &arena))
        for (size_t i = 0; i < COUNT; i++)
            assert_true(text_find(list[i].set, arena_printf(&arena, "<mn>%zu</mn>", i).ptr, 0) !=
                        SIZE_MAX);
    arena_free(&arena);
}

static void nothing_to_set_with(void **state) {
    (void)state;
    struct arena arena = {0};
    struct katex_formula formula = {.tex = TEXT("a")};
    const char *hint = NULL, *path = getenv("PATH");
    const char *before = arena_string(&arena, text_of(path));
    setenv("KATEX", "/nowhere/katex.js", 1);
    const char *why = katex_set(&formula, 1, &hint, &arena);
    assert_non_null(why);
    assert_non_null(strstr(hint, "make deps"));
    setenv("KATEX", "/dev/null", 1); /* a file that is no KaTeX */
    assert_non_null(katex_set(&formula, 1, &hint, &arena));
    unsetenv("KATEX");
    setenv("PATH", "/nowhere", 1);
    assert_string_equal(katex_set(&formula, 1, &hint, &arena),
                        "formulas need node, which is not installed");
    setenv("PATH", before, 1);
    arena_free(&arena);
}

int main(void) {
    alarm(120);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dollars),
        cmocka_unit_test(said),
        cmocka_unit_test(tex_and_places),
        cmocka_unit_test(values_are_escaped_in_tex),
        cmocka_unit_test(markup),
        cmocka_unit_test(deep_markup_ends),
        cmocka_unit_test(katex),
        cmocka_unit_test(many_formulas),
        cmocka_unit_test(nothing_to_set_with),
    };
    return cmocka_run_group_tests_name("formula", tests, NULL, NULL) != 0;
}
