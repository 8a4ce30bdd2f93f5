/* Trees as HTML: each row is Markdown and what a browser gets of it. */
#include "page_kit.h"

#include "course/course.h"
#include "render/html.h"
#include "render/mustache.h"
#include "tests/text_kit.h"
#include "tests/theme_kit.h"

/* What the course does with links, as far as these rows need it. */
static void resolve(struct page *page) {
    for (struct node *node = page->document; node; node = tree_next(node, page->document)) {
        if (node->type != NODE_LINK) continue;
        node->link.href = node->link.url;
        node->link.target = text_starts(node->link.url, "/planned/") ? LINK_PLAIN
                            : text_starts(node->link.url, "http")    ? LINK_EXTERNAL
                                                                     : LINK_PAGE;
    }
}

static const char *html_of(struct kit *kit, const char *body, const char *card, bool review) {
    struct page *page = kit_page(kit, body);
    struct evaluation evaluation = kit_evaluation(kit, card);
    evaluation.claims = SEVERITY_WARNING;
    page_evaluate(page, &evaluation, &kit->arena);
    struct page_ids ids = {0};
    ids_give(&ids, page, &kit->arena, &kit->diags);
    resolve(page);
    struct figures figures = {&kit->cards, theme_words(&kit->arena), evaluation.card,
                              evaluation.home, NULL};
    struct html html = {.arena = &kit->arena,
                        .diags = &kit->diags,
                        .source = page->source,
                        .address = TEXT("/glossary/kit/"),
                        .review = review,
                        .front = &page->front,
                        .figures = &figures};
    struct buf out = {0};
    html_blocks(&html, &out, page->document);
    const char *text = arena_string(&kit->arena, buf_text(&out));
    buf_free(&out);
    return text;
}

struct row {
    const char *name, *body, *wanted;
};

#define LINE_52 "an unbroken line of code of many letters, no fewer."

static const struct row rows[] = {
    {"escapes", "A & B > C, \"d\".\n", "<p>A &amp; B &gt; C, &quot;d&quot;.</p>\n"},
    {"angle brackets", "kernel<<<grid, block>>>(x)\n",
     "<p>kernel&lt;&lt;&lt;grid, block&gt;&gt;&gt;(x)</p>\n"},
    {"inlines", "*a* **b** ~~c~~ `d<e`\n",
     "<p><em>a</em> <strong>b</strong> <del>c</del> <code>d&lt;e</code></p>\n"},
    {"breaks", "a\nb  \nc\n", "<p>a\nb<br>\nc</p>\n"},
    {"heading", "## Reading & *writing*\n",
     "<div class=\"heading\"><h2 id=\"reading--writing\">Reading &amp; <em>writing</em></h2>"
     "<a class=\"self\" href=\"#reading--writing\" "
     "aria-label=\"Link to the section Reading &amp; writing\">#</a></div>\n"},
    {"heading of other letters", "## 显存\n",
     "<div class=\"heading\"><h2 id=\"显存\">显存</h2><a class=\"self\" "
     "href=\"#%E6%98%BE%E5%AD%98\" aria-label=\"Link to the section 显存\">#</a></div>\n"},
    {"tight list", "- a\n- b\n", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"},
    {"loose list", "- a\n\n- b\n",
     "<ul class=\"loose\">\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ul>\n"},
    {"ordered from 3", "3. a\n4. b\n", "<ol start=\"3\">\n<li>a</li>\n<li>b</li>\n</ol>\n"},
    {"list in a list", "- a\n  - b\n", "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>\n"},
    {"tasks", "- [x] a\n- [ ] b\n",
     "<ul>\n<li class=\"task\"><span class=\"task-box task-done\" role=\"img\" "
     "aria-label=\"done\"></span> a</li>\n<li class=\"task\"><span class=\"task-box task-open\" "
     "role=\"img\" aria-label=\"open\"></span> b</li>\n</ul>\n"},
    {"loose tasks", "- [x] a\n\n  b\n",
     "<ul class=\"loose\">\n<li class=\"task\"><p><span class=\"task-box task-done\" role=\"img\" "
     "aria-label=\"done\"></span> a</p>\n<p>b</p>\n</li>\n</ul>\n"},
    {"answer", "> Answer:\n>\n> a *b*\n>\n> - c\n",
     "<details class=\"answer\">\n<summary>Answer</summary>\n<p>a <em>b</em></p>\n<ul>\n"
     "<li>c</li>\n</ul>\n</details>\n"},
    {"no answer", "> Answer:\n> a\n", "<blockquote>\n<p>Answer:\na</p>\n</blockquote>\n"},
    {"no answer either", "> Answer:\n", "<blockquote>\n<p>Answer:</p>\n</blockquote>\n"},
    {"quote", "> a\n", "<blockquote>\n<p>a</p>\n</blockquote>\n"},
    {"rule", "a\n\n---\n", "<p>a</p>\n<hr>\n"},
    {"code", "```c\nint x; // <\n```\n",
     "<div class=\"code\">\n<pre><code class=\"language-c\"><span class=\"hl-t\">int</span> x; "
     "<span class=\"hl-c\">// &lt;</span>\n</code></pre>\n</div>\n"},
    {"long code can be reached by keyboard",
     "```c\nint a_rather_long_line_of_code_for_a_telephone;\n```\n",
     "<div class=\"code\">\n<pre role=\"region\" tabindex=\"0\" aria-label=\"Code 1\">"
     "<code class=\"language-c\"><span class=\"hl-t\">int</span> "
     "a_rather_long_line_of_code_for_a_telephone;\n</code></pre>\n</div>\n"},
    {"code that goes into the margin", "```\n" LINE_52 LINE_52 "\n```\n",
     "<div class=\"code wide\">\n<pre role=\"region\" tabindex=\"0\" aria-label=\"Code "
     "1\"><code>" LINE_52 LINE_52 "\n</code></pre>\n</div>\n"},
    {"link to a page", "[a](/glossary/other/#b)\n", "<p><a href=\"../other/#b\">a</a></p>\n"},
    {"link to this page", "[a](/glossary/kit/)\n", "<p><a href=\"./\">a</a></p>\n"},
    {"link on this page", "[a](#b)\n", "<p><a href=\"#b\">a</a></p>\n"},
    {"link out", "[a](https://e.org/?a=1&b=2)\n",
     "<p><a href=\"https://e.org/?a=1&amp;b=2\" rel=\"external\">a</a></p>\n"},
    {"link to a draft is words", "[a *b*](/planned/x/)\n", "<p>a <em>b</em></p>\n"},
    {"condition that holds", "a {{ if fact.l2 > 1 MiB }}b{{ else }}c{{ end }}.\n", "<p>a b.</p>\n"},
    {"condition that does not", "a {{ if fact.l2 < 1 MiB }}b{{ else }}c{{ end }}.\n",
     "<p>a c.</p>\n"},
    {"paragraph with nothing to show", "a\n\n{{ if fact.l2 < 1 MiB }}b{{ end }}\n\nc\n",
     "<p>a</p>\n<p>c</p>\n"},
    {"blocks under a condition",
     "{{ if fact.l2 > 1 MiB }}\n\n## In\n\na\n\n{{ else }}\n\n## Out\n\nb\n\n{{ end }}\n",
     "<div class=\"heading\"><h2 id=\"in\">In</h2><a class=\"self\" href=\"#in\" "
     "aria-label=\"Link to the section In\">#</a></div>\n<p>a</p>\n"},
    {"table", "| level | rate |\n| --- | ---: |\n| L2 cache | {{ tlb.time as ms .3 }} |\n",
     "<div class=\"scroll\">\n<table>\n<thead>\n<tr><th scope=\"col\">level</th>"
     "<th scope=\"col\" class=\"right\">rate</th></tr>\n</thead>\n<tbody>\n<tr>"
     "<th scope=\"row\" class=\"has-level\"><span class=\"level level-l2\" "
     "aria-hidden=\"true\"></span>L2 cache</th>"
     "<td class=\"right\"><span class=\"missing\">not measured <small>(not run on this "
     "card)</small>"
     "</span></td></tr>\n</tbody>\n</table>\n</div>\n"},
    {"empty corner is no head", "| | a |\n| --- | --- |\n| x | 1 |\n",
     "<div class=\"scroll\">\n<table>\n<thead>\n<tr><td></td><th scope=\"col\" "
     "class=\"right\">a</th></tr>\n"
     "</thead>\n<tbody>\n<tr><th "
     "scope=\"row\">x</th><td class=\"right\">1</td></tr>\n</tbody>\n</table>\n</div>\n"},
    {"variables in words",
     "```table\nfor: f in transpose.rate[fits] in words where f in [dram]\n"
     "for: s in stride.time in words where s in [8]\nA: {{ f }}\nB: {{ s }}\n```\n",
     "<div class=\"scroll\">\n<table>\n<thead>\n<tr><th scope=\"col\">A</th>"
     "<th scope=\"col\" class=\"right\">B</th></tr>\n</thead>\n<tbody>\n<tr>"
     "<th scope=\"row\" class=\"has-level\"><span class=\"level level-dram\" "
     "aria-hidden=\"true\"></span>DRAM only</th>"
     "<td class=\"right\"><span class=\"value\">8</span></td></tr>\n</tbody>\n</table>\n</div>\n"},
    {"variables as they are",
     "```table\nfor: f in transpose.rate[fits] where f in [l2]\nA: {{ f }}\n```\n",
     "<div class=\"scroll\">\n<table>\n<thead>\n<tr><th scope=\"col\">A</th></tr>\n</thead>\n"
     "<tbody>\n<tr><td><span class=\"value\">l2</span></td></tr>\n</tbody>\n</table>\n</div>\n"},
    {"caption names the table", "| a | b |\n| --- | --- |\n| x | 1 |\n\nTable: Two *things*.\n",
     "<div class=\"scroll\">\n<table>\n<caption id=\"G-table-1\">Two <em>things</em>.</caption>\n"
     "<thead>\n<tr><th scope=\"col\">a</th><th scope=\"col\" "
     "class=\"right\">b</th></tr>\n</thead>\n<tbody>\n<tr>"
     "<th scope=\"row\">x</th><td class=\"right\">1</td></tr>\n</tbody>\n</table>\n</div>\n"},
};

static void markdown_to_html(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct kit kit;
        kit_start(&kit);
        const char *html = html_of(&kit, rows[i].body, "kit-card", false);
        if (strcmp(html, rows[i].wanted) != 0)
            fail_msg("%s\ngave   %s\nwanted %s", rows[i].name, html, rows[i].wanted);
        kit_end(&kit);
    }
}

/* No id twice, and every aria-labelledby, aria-describedby and href="#…" goes to one. */
static void assert_ids(const char *html) {
    const char *at = html;
    while ((at = strstr(at, " id=\"")) != NULL) {
        at += 5;
        size_t len = strcspn(at, "\"");
        char id[128];
        assert_true(len > 0 && len < 100);
        snprintf(id, sizeof id, " id=\"%.*s\"", (int)len, at);
        if (count(html, id) != 1) fail_msg("%s stands there %zu times", id, count(html, id));
    }
    static const char *const uses[] = {"aria-labelledby=\"", "aria-describedby=\"", "href=\"#"};
    for (size_t i = 0; i < 3; i++)
        for (at = html; (at = strstr(at, uses[i])) != NULL;) {
            at += strlen(uses[i]);
            size_t len = strcspn(at, "\") ");
            char id[128];
            assert_true(len > 0 && len < 100);
            snprintf(id, sizeof id, " id=\"%.*s\"", (int)len, at);
            if (count(html, id) != 1) fail_msg("nothing has%s", id);
        }
}

/* Two references, two ids, and the note leads back to both; a heading may be called "Fn tlb". */
static void notes(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    const char *html = html_of(&kit,
                               "## Fn tlb\n\nSlow.[^tlb] Cold.[^tlb]\n\n"
                               "[^tlb]: One line *per page*.\n",
                               "kit-card", false);
    assert_has(html, "<a id=\"G-ref-1-1\" href=\"#G-note-1\" aria-label=\"Note 1\">1</a>");
    assert_has(html, "<a id=\"G-ref-1-2\" href=\"#G-note-1\"");
    assert_has(html, "<li id=\"G-note-1\" value=\"1\"><p>One line <em>per page</em>.</p>");
    assert_has(html, "href=\"#G-ref-1-1\" aria-label=\"Back to reference 1 of note 1\"");
    assert_has(html, "href=\"#G-ref-1-2\" aria-label=\"Back to reference 2 of note 1\"");
    assert_has(html, "id=\"fn-tlb\"");
    assert_ids(html);
    kit_end(&kit);
}

/* A note whose only reference stands in words that are not shown is not shown either. */
static void note_of_hidden_words(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    const char *html = html_of(&kit,
                               "a[^b] {{ if fact.l2 < 1 MiB }}c[^d]{{ end }}\n\n[^b]: shown\n\n"
                               "[^d]: hidden\n",
                               "kit-card", false);
    assert_has(html, "shown");
    assert_null(strstr(html, "hidden"));
    assert_ids(html);
    kit_end(&kit);
}

/* Many columns of figures scroll in a box that has a name and a tab stop. */
static void wide_table(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    const char *html = html_of(&kit,
                               "| a | b | c | d | e | f |\n| - | - | - | - | - | - |\n"
                               "| 1 | {{ copy.rate[read] }} | {{ copy.rate[read] }} | "
                               "{{ copy.rate[read] }} | {{ copy.rate[read] }} | "
                               "{{ copy.rate[read] }} |\n",
                               "kit-card", false);
    assert_has(html,
               "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Table 1\">");
    html = html_of(&kit, "| a | b |\n| - | - |\n| 1 | 2 |\n", "kit-card", false);
    assert_null(strstr(html, "tabindex"));
    kit_end(&kit);
}

/* A counter's name is as wide as a telephone: it may break behind underscores, but not at its end. */
static void long_names(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    kit_cards(&kit);
    kit_series(&kit, kit.cards.list, "kit.counters", "1", "counter", "dram_read,my_",
               (double[]){1, 2});
    const char *html =
        html_of(&kit, "```table\nfor: c in kit.counters in words\nA: {{ c }}\nB: 1\n```\n",
                "kit-card", false);
    assert_has(html, "<th scope=\"row\">dram__<wbr>bytes_<wbr>read.sum</th>");
    assert_has(html, "<th scope=\"row\">my_</th>");
    kit_end(&kit);
}

/* A table of sentences is stacked on a telephone: each cell brings its column's name. */
static void table_of_sentences(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    const char *html = html_of(&kit,
                               "| Level | Who | What |\n| - | - | - |\n| Registers | one thread | "
                               "a sentence that is a good deal longer than a cell of a table of "
                               "figures would ever be |\n",
                               "kit-card", false);
    assert_has(html, "<table class=\"stack\">");
    assert_has(html, "<td data-label=\"Who\">one thread</td>");
    assert_has(html, "<span class=\"level level-registers\" aria-hidden=\"true\"></span>Registers");
    assert_null(strstr(html, "tabindex"));
    kit_end(&kit);
}

/* Claims that are false: left out, or marked with the reason in the review edition. */
static void claims(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    const char *body = "It is {{ claim fact.l2 < 1 MiB }}tiny *indeed*{{ end }}.\n\n"
                       "{{ claim fact.l2 < 1 MiB }}\n\nAll of it.\n\n{{ end }}\n";
    const char *html = html_of(&kit, body, "kit-card", false);
    assert_string_equal(html, "<p>It is .</p>\n");
    html = html_of(&kit, body, "kit-card", true);
    assert_has(html, "<mark class=\"claim claim-false\">tiny <em>indeed</em> <small "
                     "class=\"claim-why\">This claim is false on this card: ");
    assert_has(html, "fact.l2 is 60 MiB, not &lt; 1 MiB");
    assert_has(html, "<div class=\"claim claim-false\"><p>All of it.</p>\n");
    kit_end(&kit);
}

/* The number in one piece. What it rests on is told by pages of the site: test_render_site. */
static void values(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    const char *html =
        html_of(&kit, "It is {{ copy.rate[read] as GB/s .0 }}.\n", "kit-card", false);
    assert_string_equal(html, "<p>It is <span class=\"value\">4,271\u00a0GB/s</span>.</p>\n");
    html = html_of(&kit, "{{ 8 * 4 B as B .0 }}\n", "kit-card", false);
    assert_string_equal(html, "<p><span class=\"value\">32\u00a0B</span></p>\n");
    kit_end(&kit);
}

/* Wherever a reported figure shows it says so; measured ones do not. */
static void reported(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    const char *body = "| s | t |\n| - | - |\n| 8 | {{ stride.time[8] }} |\n";
    const char *far = html_of(&kit, body, "far-card", false);
    assert_has(far, "<span class=\"value reported\">");
    assert_has(far,
               "</span><span class=\"dagger\" role=\"img\" aria-label=\"reported\">\u2020</span>");
    assert_null(strstr(html_of(&kit, body, "kit-card", false), "dagger"));
    /* A heading has the mark, but its name is as it was; alt text has the sign. */
    far = html_of(&kit, "## In {{ stride.time[8] }}\n", "far-card", false);
    assert_has(far, "</span><span class=\"dagger\" aria-hidden=\"true\">\u2020</span></h2>");
    assert_null(strstr(far, "aria-label=\"reported\""));
    far = html_of(&kit, "![In {{ stride.time[8] }}](diagram:hierarchy)\n", "far-card", false);
    assert_has(far, "ms\u2020</title>");
    /* What others report is marked on a measured card's pages too; what is computed of it as well. */
    far = html_of(&kit, "{{ 2 * stride.time[8]@far-card }}\n", "kit-card", false);
    assert_has(far, "class=\"dagger\"");
    kit_end(&kit);
}

static void figures(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    const char *html =
        html_of(&kit,
                "![The ladder, first](diagram:hierarchy)\n\n"
                "![By stride](chart:stride.time \"Times & strides. See part 0.5.\")\n\n"
                "![The ladder, again](diagram:hierarchy)\n\n"
                "![Far](chart:stride.time@far-card)\n",
                "kit-card", false);
    assert_messages(&kit, "");
    assert_int_equal(count(html, "<figure class=\"drawing\">"), 4);
    assert_int_equal(count(html, "<svg "), 8); /* wide and narrow */
    assert_int_equal(count(html, ">The ladder, first</title>"), 2);
    assert_int_equal(count(html, ">The ladder, again</title>"), 2);
    assert_int_equal(count(html, ">Times &amp; strides. See part 0.5.</title>"), 2);
    assert_int_equal(count(html, ">By stride</desc>"), 2);
    assert_has(html, "<figcaption><span class=\"caption\">Times &amp; strides. <small>See part "
                     "0.5.</small></span>");
    assert_has(html, "Measured on Kit Card by kit.cu; median of 51 runs");
    assert_has(html, "Reported by the sources named, not measured here, on Far Card");
    assert_has(html, "<summary>The numbers of this figure</summary>");
    assert_ids(html);
    kit_end(&kit);
}

static void figure_mistakes(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    html_of(&kit,
            "![a](diagram:hierarchi)\n\n![b](chart:stride.tim)\n\nWords ![c](chart:copy.rate@t5)\n",
            "kit-card", false);
    assert_messages(&kit, "+1:6 error: unknown diagram hierarchi\n"
                          "+3:6 error: unknown series stride.tim\n"
                          "+5:12 error: unknown card t5\n");
    kit_end(&kit);
}

/* What a page gives a diagram is cited, in bytes, and all that it takes. */
static void figure_given(void **state) {
    (void)state;
    static const struct {
        const char *query, *message;
    } cases[] = {
        {"decode?weights=cited(16.06GB,hopper-guide)&matrix=cited(4096,hopper-guide)*2kB", NULL},
        {"decode", "it needs matrix"},
        {"decode?matrix=cited(1MB,hopper-guide)", "it needs weights"},
        {"decode?matrix=cited(1MB,hopper-guide)&weight=3", "it takes no weight"},
        {"decode?matrix=1MB", "a figure has to be cited: matrix"},
        {"decode?matrix=cited(1MB,hopper-guide)*stride.time[8]",
         "matrix: unknown name stride.time"},
        {"decode?matrix=cited(1MB,other)", "matrix: unknown source other"},
        {"decode?matrix=cited(117,hopper-guide)", "no size in bytes: matrix"},
        {"decode?matrix=cited(1MB,hopper-guide)&matrix=cited(2MB,hopper-guide)",
         "given twice: matrix"},
        {"decode?matrix=cited(1MB)", "matrix: "},
        {"sectors?stride=4", "it takes nothing after ?: stride=4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct kit kit;
        kit_start(&kit);
        const char *body = arena_printf(&kit.arena, "![a](diagram:%s)\n", cases[i].query).ptr;
        const char *html = html_of(&kit, body, "kit-card", false);
        const char *messages = kit_messages(&kit);
        if (cases[i].message) {
            assert_has(messages, "+1:6 error: diagram:");
            assert_has(messages, cases[i].message);
            assert_lacks(html, "<svg");
        } else {
            assert_string_equal(messages, "");
            assert_has(html, ">8.19\u00a0MB<");
        }
        kit_end(&kit);
    }
}

/* A part of a series: of one axis the values named, in that order, of the other a single one. */
static void figure_of_a_part(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    const char *html = html_of(&kit, "![a](chart:transpose.rate?fits=l2&kernel=naive,copy)\n\n",
                               "kit-card", false);
    assert_messages(&kit, "");
    const char *table = strstr(html, "<tbody>");
    assert_non_null(table);
    assert_has(table, "<tr><th scope=\"row\">naive</th>");
    assert_int_equal(count(table, "<tr>"), 2);
    assert_true(strstr(table, ">naive<") < strstr(table, ">copy<"));
    assert_has(table, "8.00\u00a0TB/s");
    assert_has(html, ", data fits in L2</caption>");
    assert_lacks(html, "DRAM only");
    html = html_of(&kit, "![a](chart:transpose.rate?fits=l2&scale=log)\n", "kit-card", false);
    assert_has(html, ", logarithmic</text>");
    assert_lacks(html_of(&kit, "![a](chart:transpose.rate?fits=l2)\n", "kit-card", false),
                 ", logarithmic</text>");
    html = html_of(&kit, "![a](chart:transpose.rate?kernel=naive)\n\n", "kit-card", false);
    assert_has(html, "DRAM only: not measured");
    assert_lacks(html, "8.00\u00a0TB/s");
    assert_lacks(html_of(&kit, "{{ given }}\n\n![a](chart:transpose.rate?fits=l2)\n\n{{ end }}\n",
                         "far-card", false),
                 "<figure");
    kit_end(&kit);
}

static void figure_of_no_part(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    html_of(&kit,
            "![a](chart:transpose.rate?fit=l2)\n\n![b](chart:transpose.rate?fits=l3,dram)\n\n"
            "![c](chart:transpose.rate?fits)\n\n"
            "![d](chart:transpose.rate?fits=l2&fits=dram)\n",
            "kit-card", false);
    assert_messages(&kit, "+1:6 error: transpose.rate has no fit\n"
                          "+3:6 error: transpose.rate has no l3\n"
                          "+5:6 error: transpose.rate has no \n"
                          "+7:6 error: transpose.rate has no fits\n");
    kit_end(&kit);
}

/* Another card may not have the series: the page is built all the same, as with a value. */
static void figure_of_nothing(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    const char *html =
        html_of(&kit, "![By stride](chart:stride.useful \"Times\")\n", "far-card", false);
    assert_messages(&kit,
                    "+1:14 warning: stride.useful has no figures on Far Card: not reported\n");
    assert_has(html,
               "<figure class=\"drawing\">\n<p><span class=\"missing\">not reported</span></p>\n"
               "<figcaption><span class=\"caption\">Times</span></figcaption>\n</figure>\n");
    assert_lacks(html, "<svg");
    html_of(&kit, "Words ![By stride](chart:stride.useful)\n", "far-card", false);
    html_of(&kit, "![By stride](chart:stride.useful@far-card)\n", "kit-card", false);
    assert_has(kit_messages(&kit), "error: stride.useful has no figures on Far Card: not reported");
    kit_end(&kit);
}

static void headings(void **state) {
    (void)state;
    struct kit kit;
    kit_start(&kit);
    struct page *page = kit_page(&kit, "## One `a`\n\n### Two\n\n#### Deep\n\n"
                                       "{{ if fact.l2 < 1 MiB }}\n\n## Hidden\n\n{{ end }}\n");
    kit_evaluate(&kit, "kit-card");
    struct page_ids ids = {0};
    ids_give(&ids, page, &kit.arena, &kit.diags);
    struct data *list = data_put_list(data_object(&kit.arena), "contents");
    html_contents(list, page->document);
    assert_int_equal(list->count, 2);
    assert_true(text_is(data_member(list->item[0], TEXT("words"))->text, "One a"));
    assert_false(data_member(list->item[0], TEXT("inner"))->flag);
    assert_true(text_is(data_member(list->item[1], TEXT("href"))->text, "#two"));
    assert_true(data_member(list->item[1], TEXT("inner"))->flag);
    kit_end(&kit);
}

static void links(void **state) {
    (void)state;
    static const char *const table[][3] = {
        {"/", "/", "./"},
        {"/", "/a/b/", "./a/b/"},
        {"/a/b/", "/", "../../"},
        {"/a/b/", "/a/c/#d", "../c/#d"},
        {"/a/b/", "/a/b/#d", "#d"},
        {"/a/b/", "/a/", "../"},
        {"/a/b/", "/assets/site.css", "../../assets/site.css"},
        {"/a/b/", "#d", "#d"},
        {"/a/b/", "https://e.org/", "https://e.org/"},
        {"/a/b/", "//e.org/", "//e.org/"},
        {"/a/b/", "/a/ü ü/", "../%C3%BC%20%C3%BC/"},
        {"/a/bc/", "/a/bd/", "../bd/"},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct text got = link_text(&arena, text_of(table[i][0]), text_of(table[i][1]));
        if (!text_is(got, table[i][2]))
            fail_msg("%s from %s is %s", table[i][1], table[i][0], got.ptr);
    }
    assert_true(text_is(link_base_path(&arena, TEXT("https://e.org")), "/"));
    assert_true(text_is(link_base_path(&arena, TEXT("https://e.org/c")), "/c/"));
    assert_true(text_is(link_base_path(&arena, TEXT("https://e.org/c/")), "/c/"));
    assert_true(text_is(link_absolute(&arena, TEXT("https://e.org/c/"), TEXT("/a/")),
                        "https://e.org/c/a/"));
    assert_true(link_is_external(TEXT("HTTPS://e.org")));
    assert_false(link_is_external(TEXT("javascript:alert(1)")));
    assert_false(link_is_external(TEXT("data:text/html,x")));
    assert_false(link_is_external(TEXT("https:")));
    arena_free(&arena);
}

/* Every choice opens; only the right one says what was measured, and the other card has no verdict. */
static void questions(void **state) {
    (void)state;
    static const char body[] =
        "```predict\nask: How *long*?\nLess: {{ if stride.time[8] < 5 ms }}\n"
        "More: {{ if stride.time[8] >= 5 ms }}\nthen: It took {{ stride.time[8] }}.\n```\n";
    struct kit kit;
    kit_start(&kit);
    const char *html = html_of(&kit, body, "kit-card", false);
    assert_has(html, "<div class=\"predict\" role=\"group\" aria-labelledby=\"G-ask-1\">\n"
                     "<p class=\"ask\" id=\"G-ask-1\"><strong>Predict.</strong> How "
                     "<em>long</em>?</p>\n<ul class=\"choices\">\n");
    assert_has(html, "<li><details class=\"choice choice-wrong\"><summary>Less</summary>\n"
                     "<p><strong>Not on the Kit Card.</strong> Choose again.</p></details></li>\n");
    assert_has(html, "<summary>More</summary>\n<p><strong>Right on the Kit Card.</strong> It took "
                     "<span class=\"value\"");
    assert_int_equal(count(html, "It took"), 1);
    assert_null(strstr(html, "no verdict"));
    assert_ids(html);
    html = html_of(
        &kit,
        "```predict\nask: a\nLess: {{ if stride.time[8]@kit-card < 5 ms }}\nwhy: The *few*.\n"
        "More: {{ if stride.time[8]@kit-card >= 5 ms }}\nwhy: The many.\nthen: It is.\n```\n",
        "far-card", false);
    assert_has(html, "<summary>Less</summary>\n<p><strong>Not right.</strong> The <em>few</em>.</p>"
                     "</details></li>\n");
    assert_has(html, "<summary>More</summary>\n<p><strong>Right.</strong> It is.</p>\n"
                     "<p>The many.</p></details></li>\n</ul>");
    html =
        html_of(&kit,
                "```predict\nask: How long?\nLess: {{ if transpose.rate[naive, dram] < 1 GB/s }}\n"
                "More: {{ if transpose.rate[naive, dram] >= 1 GB/s }}\nthen: It took.\n```\n",
                "far-card", false);
    assert_has(html, "<ul>\n<li>Less</li>\n<li>More</li>\n</ul>\n<p class=\"ungraded\">What "
                     "decides this is not known for the Far Card");
    assert_null(strstr(html, "It took"));
    html = html_of(
        &kit,
        "```predict\nask: How fast?\nLess: {{ if stride.useful[8] < 1 GB/s }}\n"
        "More: {{ if stride.useful[8] >= 1 GB/s }}\nthen: At {{ stride.useful[8] }}.\n```\n",
        "far-card", false);
    assert_has(html, "<strong>Right on the Kit Card.</strong> At <span class=\"value\"");
    assert_has(html, "</ul>\n<p class=\"ungraded\">What decides this is not known for the Far "
                     "Card: the verdict is that of the Kit Card.</p>\n</div>");
    assert_int_equal(count(html, "ungraded"), 1);
    kit_end(&kit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markdown_to_html),
        cmocka_unit_test(notes),
        cmocka_unit_test(note_of_hidden_words),
        cmocka_unit_test(wide_table),
        cmocka_unit_test(long_names),
        cmocka_unit_test(table_of_sentences),
        cmocka_unit_test(claims),
        cmocka_unit_test(values),
        cmocka_unit_test(reported),
        cmocka_unit_test(figures),
        cmocka_unit_test(figure_mistakes),
        cmocka_unit_test(figure_given),
        cmocka_unit_test(figure_of_a_part),
        cmocka_unit_test(figure_of_no_part),
        cmocka_unit_test(figure_of_nothing),
        cmocka_unit_test(headings),
        cmocka_unit_test(links),
        cmocka_unit_test(questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
