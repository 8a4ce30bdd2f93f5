#define _GNU_SOURCE /* strcasestr */
/* Whole sites out of small repositories: what is in which edition, and how it is written down. */
#include "course_scratch.h"

#include "render/offline.h"
#include "render/site.h"
#include "tests/text_kit.h"

struct built {
    struct scratch scratch;
    struct output output;
};

/* The theme of the repository that the tests run in, copied: it must not be left by a link. */
static void copy_folder(struct scratch *scratch, const char *folder, const char *suffix) {
    struct root here = {.fd = -1};
    struct diags diags = {0};
    struct arena arena = {0};
    assert_true(root_open(&here, ".", &diags));
    struct file_list files = file_walk(&here, text_of(folder), suffix, &arena, &diags);
    assert_true(files.count >= 5);
    for (size_t i = 0; i < files.count; i++) {
        struct text bytes;
        assert_true(file_read(&here, files.path[i], FILE_MAX_TEXT, &arena, &bytes, &diags));
        assert_true(file_write(&scratch->root, files.path[i], bytes, FILE_REPLACE, &diags));
    }
    root_close(&here);
    diags_free(&diags);
    arena_free(&arena);
}

/* The fonts of the build, without which there are no previews. */
static void copy_fonts(struct scratch *scratch) {
    copy_folder(scratch, "build/fonts", ".woff2");
}

static void start(struct built *built) {
    *built = (struct built){0};
    scratch_open(&built->scratch);
    copy_folder(&built->scratch, "site/theme", "");
}

static bool build_as(struct built *built, enum edition edition, bool book) {
    struct scratch *scratch = &built->scratch;
    built->output = (struct output){.book = book};
    scratch_read(scratch, edition);
    return render_site(&built->output, &scratch->course, &scratch->arena, &scratch->diags) &&
           (book ||
            render_editions(&built->output, &scratch->course, &scratch->arena, &scratch->diags));
}

static bool build(struct built *built, enum edition edition) {
    return build_as(built, edition, false);
}

static void must_build(struct built *built, enum edition edition) {
    if (!build(built, edition)) fail_msg("%s", scratch_messages(&built->scratch).ptr);
}

static const struct output_file *file_of(const struct built *built, const char *path) {
    for (size_t i = 0; i < built->output.count; i++)
        if (text_is(built->output.file[i].path, path)) return &built->output.file[i];
    return NULL;
}

static const char *bytes_of(const struct built *built, const char *path) {
    const struct output_file *file = file_of(built, path);
    if (!file) fail_msg("there is no %s", path);
    return file->bytes.ptr;
}

/* Any letter case, in any file or its name. */
static size_t found_anywhere(const struct built *built, const char *needle) {
    size_t found = 0;
    for (size_t i = 0; i < built->output.count; i++) {
        const struct output_file *file = &built->output.file[i];
        found += strcasestr(file->bytes.ptr, needle) != NULL;
        found += strcasestr(file->path.ptr, needle) != NULL;
    }
    return found;
}

/* ---- editions -------------------------------------------------------------------------------- */

/* A page that may be read, and drafts that it names in every way there is. */
static void pages_around_drafts(struct scratch *scratch) {
    scratch_page(scratch, "content/glossary/kit-first.md",
                 "order: 1\nneeds: [kit-middle]\nerrors: [walrus-error]\nlessons: [walrus-lesson]\n"
                 "related: [kit-middle, kit-last, planned-one]\n",
                 SCRATCH_OPEN_BYLINE,
                 "Before [the middle one](/glossary/kit-middle/) and its "
                 "[part](/glossary/kit-middle/#walrus-part).\n\n"
                 "## [Heading](/lessons/walrus-lesson/)\n\n- [item](/errors/walrus-error/)[^1]\n\n"
                 "| [cell](/exercises/walrus-exercise/) |\n| --- |\n| x |\n\n"
                 "[^1]: [note](/glossary/kit-middle/)\n");
    scratch_put(scratch, "content/site.yaml",
                "title: Kit\nbase: https://example.org/\nhome-card: kit-home\n"
                "planned: [{path: glossary/planned-one, term: Planned one}]\n"
                "path: [lessons/walrus-lesson, exercises/walrus-exercise]\n");
    scratch_page(scratch, "content/lessons/walrus-lesson.md", "", SCRATCH_DRAFT_BYLINE,
                 "Walrus.\n");
    scratch_page(scratch, "content/errors/walrus-error.md", "", SCRATCH_DRAFT_BYLINE,
                 "```tool simulator\n```\n\nWalrus.\n");
    scratch_put(scratch, "content/exercises/walrus-exercise/walrus.c",
                "// region: walrus\nint walrus_region;\n// endregion\n");
    scratch_put(scratch, "content/exercises/walrus-exercise/index.md",
                "---\ntitle: Walrus\nkind: exercise\nsummary: Walrus.\n" SCRATCH_DRAFT_BYLINE
                "---\n\n```c from=content/exercises/walrus-exercise/walrus.c#walrus\n```\n");
    scratch_put(scratch, "content/glossary/kit-middle.md",
                "---\ntitle: walrus-title\nterm: Kit middle\nkind: glossary\n"
                "summary: walrus-summary\norder: 2\naliases: [/old/walrus-alias/, "
                "/old/walrus.html]\nsources:\n"
                "  - {id: w, title: walrus-source, url: \"https://example.org/walrus-url\", "
                "checked: 2026-11-20}\n" SCRATCH_DRAFT_BYLINE
                "---\n\n## Walrus part\n\nwalrus-body ![walrus-alt](diagram:hierarchy)\n\n"
                "```c\nint walrus_code;\n```\n");
    scratch_page(scratch, "content/glossary/kit-last.md", "order: 3\n", SCRATCH_OPEN_BYLINE,
                 "After it.\n");
}

static void a_draft_between_two(void **state) {
    (void)state;
    struct built built;
    start(&built);
    pages_around_drafts(&built.scratch);
    must_build(&built, EDITION_PUBLIC);
    assert_int_equal(found_anywhere(&built, "walrus"), 0);
    assert_int_equal(found_anywhere(&built, "kit-middle"), 0);
    assert_int_equal(found_anywhere(&built, "class=\"standing review\""), 0);
    assert_int_equal(found_anywhere(&built, "Kit middle"), 1); /* the list of terms in review */
    assert_has(bytes_of(&built, "glossary/index.html"), "<li>Kit middle</li>");
    const char *first = bytes_of(&built, "glossary/kit-first/index.html");
    assert_has(first, "Before the middle one and its part.");
    assert_has(first, "<a class=\"next\" href=\"../kit-last/\" rel=\"next\">");
    assert_has(first, "<li><a href=\"../kit-last/\">");
    assert_has(first, "<li class=\"planned\">Planned one <small>planned</small></li>");
    assert_has(bytes_of(&built, "glossary/kit-last/index.html"),
               "<a class=\"previous\" href=\"../kit-first/\" rel=\"prev\">");
    assert_null(strcasestr(bytes_of(&built, "robots.txt"), "disallow"));

    must_build(&built, EDITION_REVIEW);
    const char *middle = bytes_of(&built, "glossary/kit-middle/index.html");
    assert_has(middle, "<meta name=\"robots\" content=\"noindex\">");
    assert_has(middle,
               "<details class=\"standing review\">\n<summary>Draft: 4 things missing</summary>");
    assert_has(middle, "<li>the author is not named: &quot;pending&quot; is a placeholder <code "
                       "class=\"place\">content/glossary/kit-middle.md:11</code> <span "
                       "class=\"hint\">byline.author: the full name of who wrote the page</span>");
    assert_has(bytes_of(&built, "glossary/kit-first/index.html"),
               "<summary>Published: nothing missing</summary>");
    assert_has(bytes_of(&built, "old/walrus-alias/index.html"), "url=../../glossary/kit-middle/");
    assert_has(bytes_of(&built, "old/walrus.html"), "url=../glossary/kit-middle/");
    assert_has(bytes_of(&built, "glossary/kit-first/index.html"),
               "<a href=\"../kit-middle/#walrus-part\">part</a>");
    assert_string_equal(bytes_of(&built, "robots.txt"), "User-agent: *\nDisallow: /\n");
    assert_null(file_of(&built, "feed.xml"));
    assert_null(file_of(&built, "sitemap.xml"));
    scratch_close(&built.scratch);
}

/* The index has every page once, under the first thing that it waits for; the public edition has none. */
static void the_index_of_a_review(void **state) {
    (void)state;
    struct built built;
    start(&built);
    scratch_page(&built.scratch, "content/glossary/open.md", "", SCRATCH_OPEN_BYLINE, "A.\n");
    scratch_page(&built.scratch, "content/glossary/both.md", "", SCRATCH_DRAFT_BYLINE, "");
    scratch_page(&built.scratch, "content/glossary/one.md", "", SCRATCH_DRAFT_BYLINE, "B.\n");
    scratch_page(
        &built.scratch, "content/glossary/two.md",
        "sources:\n  - {id: w, title: Walrus, url: \"https://example.org/\", checked: no}\n"
        "  - {id: v, title: Vole, url: \"https://example.org/\", checked: no}\n",
        SCRATCH_DRAFT_BYLINE, "C.\n");
    scratch_page(&built.scratch, "content/lessons/wait.md", "",
                 "byline: {author: Ana Lima, reviewer: pending, written: 2026-11-20, checked: "
                 "2026-11-22}\n",
                 "D.\n");
    must_build(&built, EDITION_REVIEW);
    const char *index = bytes_of(&built, "review/index.html");
    assert_has(index,
               "<li><a href=\"#G-state-author\">Lacks an author</a> <span class=\"value\">2<");
    assert_has(index,
               "<li class=\"none\">Has sources to be looked up <span class=\"value\">0</span>");
    assert_has(index, ">All of them lack: author, reviewer, day written, day checked.</p>");
    assert_has(index, ">Next: <code>build/gen sign PAGE --author NAME</code></p>");
    assert_has(index, "two.md</a> <span class=\"label\">Glossary</span> <span>2 sources to look "
                      "up</span>");
    assert_has(index, "wait.md</a> <span class=\"label\">Lesson</span> <span>reviewer</span>");
    assert_null(strstr(index, "G-claims")); /* no page has any */
    assert_has(bytes_of(&built, "assets/js/review.js"), "narrow");
    static const char *const once[] = {"glossary/open/", "glossary/both/", "glossary/one/",
                                       "glossary/two/", "lessons/wait/"};
    for (size_t i = 0; i < COUNT(once); i++) {
        const char *first = strstr(index, once[i]);
        if (!first || strstr(first + 1, once[i])) fail_msg("%s is not there once", once[i]);
    }
    assert_true(strstr(index, "glossary/both/") < strstr(index, "id=\"G-state-author\""));
    assert_true(strstr(index, "id=\"G-state-review\"") < strstr(index, "lessons/wait/"));
    assert_true(strstr(index, "id=\"G-state-published\"") < strstr(index, "glossary/open/"));
    assert_has(bytes_of(&built, "glossary/open/index.html"), "<a href=\"../../review/\">all pages");
    must_build(&built, EDITION_PUBLIC);
    assert_null(file_of(&built, "review/index.html"));
    assert_int_equal(found_anywhere(&built, "review/"), 0);
    assert_int_equal(found_anywhere(&built, "G-state"), 0);
    scratch_close(&built.scratch);
}

/* Opened, the panel has every expression with its unit, every claim with both sides, every source. */
static void the_panel_of_a_review(void **state) {
    (void)state;
    struct built built;
    start(&built);
    scratch_card(&built.scratch, "slow", "1e11", SCRATCH_ZEROS);
    scratch_page(
        &built.scratch, "content/glossary/one.md",
        "sources:\n  - {id: w, title: Walrus, url: \"https://example.org/w\", checked: no}\n",
        SCRATCH_DRAFT_BYLINE,
        "It is {{ fact.l2 }}, and {{ claim fact.l2 > 60 MB }}large{{ end }}, "
        "{{ claim dram.read > 3 TB/s }}fast{{ end }}.\n"
        "Again {{ fact.l2 }}, {{ claim fact.l2 > 1 GB }}vast{{ else }}not vast{{ end }}, "
        "{{ claim fact.l2 > 2 GB }}huge{{ end }}.\n\n"
        "```table\ncaption: Rates\nRate [GB/s]: {{ dram.read }}\n```\n");
    must_build(&built, EDITION_REVIEW);
    const char *page = bytes_of(&built, "glossary/one/index.html");
    assert_has(page,
               "<td><code>fact.l2</code></td><td><span class=\"value\">60\u00a0MiB</span></td>"
               "<td></td><td></td><td>from the driver</td>");
    assert_has(page,
               "<code>dram.read</code></td><td><span class=\"value\">4,000\u00a0GB/s</span></td>"
               "<td></td><td>measured</td><td>kernel kit.cu, 21 runs</td>");
    assert_has(page, "<code>fact.l2 &gt; 60 MB</code></td><td><span class=\"verdict tight\">holds "
                     "by 4.9%</span> fact.l2 is 60 MiB, &gt; 60 MB</td>");
    assert_has(page, "1 GB</code></td><td><span class=\"verdict else\">its else stands</span> "
                     "fact.l2 is ");
    assert_has(page, "2 GB</code></td><td><span class=\"verdict false\">false by 97%</span> "
                     "fact.l2 is ");
    assert_has(page, "3 TB/s</code></td><td><span class=\"verdict holds\">holds by 33%</span> "
                     "dram.read is 4.00 TB/s, &gt; 3 TB/s</td><td><p><span class=\"verdict false\">"
                     "false by 97%</span> Kit slow: dram.read is 100 GB/s, not &gt; 3 TB/s</p>");
    assert_has(page, "<td class=\"verdict holds\">33%</td><td class=\"verdict false\">false</td>");
    assert_has(page, "<code>build/gen sign glossary/one --author NAME&#10;"
                     "build/gen sign glossary/one --reviewer NAME&#10;"
                     "build/gen sign glossary/one --source w&#10;make check&#10;</code>");
    assert_has(page,
               "<a href=\"https://example.org/w\" rel=\"external\">Walrus</a> <small>not looked");
    const char *index = bytes_of(&built, "review/index.html");
    assert_has(index, "<th scope=\"row\"><a href=\"../glossary/one/#G-claims\">Title of ");
    assert_has(index, "<td class=\"verdict false\">1 false, 1 tight</td>"
                      "<td class=\"verdict false\">2 false, 1 tight</td></tr>");
    assert_has(page, "<input type=\"checkbox\">");
    scratch_page(&built.scratch, "content/glossary/one.md", "", SCRATCH_OPEN_BYLINE,
                 "It is {{ fact.l2 }}, and {{ claim fact.l2 > 1 MB }}large{{ end }}.\n");
    must_build(&built, EDITION_PUBLIC);
    assert_int_equal(found_anywhere(&built, "<code>fact.l2 &gt;"), 0);
    scratch_close(&built.scratch);
}

/* What was corrected stands on the page and in a list, what is old on the page; of a draft nothing does. */
static void what_happens_after(void **state) {
    static const char erratum[] = "  - {page: %s, date: 2026-11-2%d, wrong: %s-wrong, right: "
                                  "%s-right, by: Bo Falk}\n";
    (void)state;
    struct built built;
    start(&built);
    struct scratch *scratch = &built.scratch;
    struct text draft = arena_printf(&scratch->arena, erratum, "draft", 3, "walrus", "walrus");
    struct text open = arena_printf(&scratch->arena, erratum, "open", 1, "it", "it");
    scratch_page(scratch, "content/glossary/draft.md", "", SCRATCH_DRAFT_BYLINE, "x\n");
    scratch_page(scratch, "content/glossary/open.md",
                 "sources:\n  - {id: w, title: W, url: \"https://example.org/\", checked: "
                 "2026-06-01, earlier: it is old}\n",
                 "byline: {author: Ana Lima, reviewer: Bo Falk, written: 2026-06-02, checked: "
                 "2026-06-03}\n",
                 "A.\n");
    scratch_put(scratch, "content/errata.yaml",
                arena_printf(&scratch->arena, "errata:\n%.*s", TEXT_ARG(draft)).ptr);
    must_build(&built, EDITION_PUBLIC);
    assert_null(file_of(&built, "errata/index.html"));
    assert_int_equal(found_anywhere(&built, "walrus") + found_anywhere(&built, "errata/"), 0);
    scratch_put(
        scratch, "content/errata.yaml",
        arena_printf(&scratch->arena, "errata:\n%.*s%.*s", TEXT_ARG(draft), TEXT_ARG(open)).ptr);
    must_build(&built, EDITION_PUBLIC);
    const char *list = bytes_of(&built, "errata/index.html");
    assert_has(list, "<a href=\"../glossary/open/\">Title of content/glossary/open.md</a>");
    assert_has(list, "<del>it-wrong</del>");
    assert_int_equal(found_anywhere(&built, "walrus"), 0);
    assert_has(bytes_of(&built, "sitemap.xml"), "https://example.org/errata/");
    const char *page = bytes_of(&built, "glossary/open/index.html");
    assert_has(page, "<p class=\"notice\">Last checked on 2026-06-03, more than 100 days ago.</p>");
    assert_has(page, "<p class=\"notice\">1 of its sources was last looked up more than 100 days "
                     "ago.</p>");
    assert_has(page, "Corrected on 2026-11-21: <a href=\"#G-corrections\">");
    assert_has(page, "<ins>it-right</ins></p>\n<p class=\"erratum\"><small>2026-11-21, Bo Falk<");
    assert_has(page, "<dd>Bo Falk, 2026-06-03</dd>");
    assert_has(page, "<dt>Reviewer</dt><dd>named, not signed</dd>");
    assert_has(page, "are true on the <a href=\"../../cards/kit-home/\">Kit kit-home</a>, measured "
                     "on 2026-11-20</dd>");
    must_build(&built, EDITION_REVIEW);
    assert_has(bytes_of(&built, "errata/index.html"), "walrus-right");
    assert_has(bytes_of(&built, "review/index.html"),
               "<span>a new check, 1 source to look up again</span>");
    const char *panel = bytes_of(&built, "glossary/open/index.html");
    assert_has(panel,
               "looked up 2026-06-01</small> <small class=\"badge\">more than 100 days ago<");
    assert_has(panel, "build/gen sign glossary/open --reviewer NAME&#10;"
                      "build/gen sign glossary/open --source w&#10;</code>");
    scratch_close(scratch);
}

/* `count` words of the text, with a table and an answer, which are not counted. */
static void put_words(struct built *built, const char *path, const char *front, size_t count) {
    struct buf body = {0};
    buf_str(&body, "| one two |\n| --- |\n| three four |\n\n```predict\nask: Is it?\n"
                   "Yes: {{ if 1 < 2 }}\nwhy: Not counted.\nNo: {{ if 1 > 2 }}\nthen: Neither.\n"
                   "```\n\n");
    for (size_t i = 0; i + 4 < count; i++) /* "Is it? Yes No" are four */
        buf_str(&body, i % 3 ? "word " : "`code` - ");
    buf_str(&body, "\n");
    scratch_page(&built->scratch, path, front, SCRATCH_OPEN_BYLINE, buf_text(&body).ptr);
    buf_free(&body);
}

static void where_a_reader_is(void **state) {
    (void)state;
    struct built built;
    start(&built);
    scratch_path(&built.scratch, "  - lessons/one\n  - glossary/two\n");
    put_words(&built, "content/lessons/one.md", "", 400);
    put_words(&built, "content/glossary/two.md", "needs: [one]\n", 401);
    scratch_page(&built.scratch, "content/glossary/aside.md", "needs: [one, day-99]\n",
                 SCRATCH_OPEN_BYLINE, "x\n");
    scratch_page(&built.scratch, "content/glossary/loose.md", "needs: [aside]\n",
                 SCRATCH_OPEN_BYLINE, "x\n");
    scratch_page(&built.scratch, "content/glossary/other.md", "", SCRATCH_OPEN_BYLINE, "x\n");
    must_build(&built, EDITION_PUBLIC);
    const char *page = bytes_of(&built, "lessons/one/index.html");
    assert_has(page, "<p class=\"orientation\">2 min to read · <a href=\"../#G-path\">step 1 of 2"
                     "</a> for newcomers</p>");
    assert_has(page,
               "<nav class=\"neighbours\" aria-label=\"Reading order\">\n<a class=\"previous\" "
               "href=\"../#G-path\"><span class=\"label\">The path begins here</span> All its steps"
               "</a>\n<a class=\"next\" href=\"../../glossary/two/\" rel=\"next\"><span "
               "class=\"label\">Next</span> ");
    page = bytes_of(&built, "glossary/two/index.html");
    assert_has(page,
               "3 min to read · <a href=\"../../lessons/#G-path\">step 2 of 2</a> for newcomers "
               "· read first: <a href=\"../../lessons/one/\">");
    assert_has(page, "href=\"../../lessons/\"><span class=\"label\">The path ends here</span>");
    page = bytes_of(&built, "glossary/aside/index.html");
    assert_has(page, "1 min to read · after <a href=\"../../lessons/#G-path\">step 1 of 2</a> for "
                     "newcomers · read first: <a href=\"../../lessons/one/\">Title of "
                     "content/lessons/one.md</a>; Day 99</p>");
    assert_has(page, "href=\"../two/\" rel=\"next\"><span class=\"label\">The path goes on with");
    page = bytes_of(&built, "glossary/loose/index.html");
    assert_has(page, "read first: <a href=\"../aside/\">content/glossary/aside.md</a></p>");
    assert_has(page, "href=\"../../lessons/one/\" rel=\"prev\"><span class=\"label\">Before, on");
    page = bytes_of(&built, "glossary/other/index.html");
    assert_has(page, "<p class=\"orientation\">1 min to read</p>");
    assert_has(page, "<span class=\"label\">Previous</span>");
    page = bytes_of(&built, "lessons/index.html");
    assert_has(page, "<h2 id=\"G-path\">");
    assert_has(page, "<p>2 pages in this order, 5 minutes of reading");
    assert_has(page,
               "<li><a href=\"./one/\">Title of content/lessons/one.md</a> <small>2 min</small>");
    assert_has(bytes_of(&built, "index.html"),
               "<a href=\"./lessons/one/\"><b>Read</b> from the start</a>");
    scratch_close(&built.scratch);

    start(&built); /* without a path nothing is said of one */
    scratch_page(&built.scratch, "content/glossary/a.md", "", SCRATCH_OPEN_BYLINE, "x\n");
    must_build(&built, EDITION_PUBLIC);
    assert_null(strstr(bytes_of(&built, "index.html"), "Where to begin"));
    assert_null(strstr(bytes_of(&built, "lessons/index.html"), "G-path"));
    assert_has(bytes_of(&built, "glossary/a/index.html"),
               "aria-label=\"Reading order\">\n<a class=\"next\" href=\"../\"><span "
               "class=\"label\">The last of</span> Glossary</a>\n</nav>");
    scratch_close(&built.scratch);
}

/* Every page of the review edition asks robots to stay away; none of the public one does but the
 * one that is served where there is no page. */
static void noindex(void **state) {
    (void)state;
    struct built built;
    start(&built);
    scratch_page(&built.scratch, "content/glossary/a.md", "", SCRATCH_OPEN_BYLINE, "A.\n");
    for (enum edition edition = EDITION_PUBLIC; edition <= EDITION_REVIEW; edition++) {
        must_build(&built, edition);
        size_t pages = 0;
        for (size_t i = 0; i < built.output.count; i++) {
            const struct output_file *file = &built.output.file[i];
            if (!text_ends(file->path, ".html")) continue;
            bool asks = strstr(file->bytes.ptr, "<meta name=\"robots\" content=\"noindex\">");
            bool wanted = edition == EDITION_REVIEW || text_is(file->path, "404.html") ||
                          text_is(file->path, "terms/index.html");
            if (asks != wanted) fail_msg("%s", file->path.ptr);
            pages++;
        }
        assert_true(pages >= 6);
    }
    scratch_close(&built.scratch);
}

/* ---- escaping -------------------------------------------------------------------------------- */

static void a_title_with_everything(void **state) {
    (void)state;
    struct built built;
    start(&built);
    scratch_put(&built.scratch, "content/glossary/kit-amp.md",
                "---\ntitle: 'Stores & loads: \"wide\" <x> don''t </script> ]]> é'\n"
                "term: 'Loads & stores'\nkind: glossary\nsummary: 'AT&T & <b>'\n"
                "aliases: [/old/]\n" SCRATCH_OPEN_BYLINE "---\n\nText.\n");
    must_build(&built, EDITION_PUBLIC);
    static const char html[] =
        "Stores &amp; loads: &quot;wide&quot; &lt;x&gt; don't &lt;/script&gt; ]]&gt; é";
    const char *page = bytes_of(&built, "glossary/kit-amp/index.html");
    struct buf wanted = {0};
    buf_printf(&wanted, "<title>%s · Kit</title>", html);
    assert_has(page, wanted.ptr);
    buf_clear(&wanted);
    buf_printf(&wanted, "<h1>%s</h1>", html);
    assert_has(page, wanted.ptr);
    buf_clear(&wanted);
    buf_printf(&wanted, "<meta property=\"og:title\" content=\"%s\">", html);
    assert_has(page, wanted.ptr);
    assert_has(page, "<meta name=\"description\" content=\"AT&amp;T &amp; &lt;b&gt;\">");
    assert_has(page, "\"name\":\"Stores \\u0026 loads: \\\"wide\\\" \\u003cx\\u003e don't "
                     "\\u003c/script\\u003e ]]\\u003e é\"");
    buf_clear(&wanted);
    buf_printf(&wanted, "<title type=\"text\">%s</title>", html);
    assert_has(bytes_of(&built, "feed.xml"), wanted.ptr);
    assert_has(bytes_of(&built, "glossary/index.html"),
               "<a href=\"./kit-amp/\">Loads &amp; stores");
    assert_has(bytes_of(&built, "old/index.html"), html);
    assert_int_equal(found_anywhere(&built, "&amp;amp;"), 0);
    assert_int_equal(found_anywhere(&built, "&amp;lt;"), 0);
    buf_free(&wanted);
    scratch_close(&built.scratch);
}

/* ---- machines -------------------------------------------------------------------------------- */

static void feed_and_map(void **state) {
    (void)state;
    struct built built;
    start(&built);
    must_build(&built, EDITION_PUBLIC); /* no page yet: the day of the card */
    assert_has(bytes_of(&built, "feed.xml"), "  <updated>2026-11-20T00:00:00Z</updated>\n</feed>");
    copy_fonts(&built.scratch);
    scratch_page(&built.scratch, "content/glossary/one.md", "order: 1\n", SCRATCH_OPEN_BYLINE,
                 "A.\n");
    scratch_page(&built.scratch, "content/glossary/two.md", "order: 2\n",
                 "byline:\n  author: Ana Lima\n  reviewer: Bo Falk\n  written: 2026-11-01\n"
                 "  checked: 2026-11-02\n",
                 "B.\n");
    must_build(&built, EDITION_PUBLIC);
    const char *feed = bytes_of(&built, "feed.xml");
    assert_has(feed, "  <updated>2026-11-22T00:00:00Z</updated>\n  <entry>");
    assert_has(feed, "<id>https://example.org/glossary/two/</id>");
    assert_has(feed, "    <updated>2026-11-02T00:00:00Z</updated>");
    assert_has(feed, "<author><name>Ana Lima</name></author>");
    const char *map = bytes_of(&built, "sitemap.xml");
    assert_has(map,
               "<url><loc>https://example.org/glossary/one/</loc><lastmod>2026-11-22</lastmod>");
    assert_has(map,
               "<url><loc>https://example.org/cards/kit-home/</loc><lastmod>2026-11-20</lastmod>");
    assert_has(bytes_of(&built, "robots.txt"), "Sitemap: https://example.org/sitemap.xml");
    assert_has(map, "<url><loc>https://example.org/</loc><lastmod>2026-11-22</lastmod></url>");
    assert_has(map, "<url><loc>https://example.org/errors/</loc></url>");
    const char *one = bytes_of(&built, "glossary/one/index.html");
    assert_has(one,
               "property=\"og:image\" content=\"https://example.org/glossary/one/preview.png\"");
    assert_non_null(file_of(&built, "glossary/one/preview.png"));
    assert_has(bytes_of(&built, "model/index.html"), "content=\"https://example.org/preview.png\"");
    assert_has(one,
               "\"mainEntity\":{\"@type\":\"DefinedTerm\",\"name\":\"content/glossary/one.md\","
               "\"inDefinedTermSet\":{\"@type\":\"DefinedTermSet\",\"name\":\"Glossary\","
               "\"url\":\"https://example.org/glossary/\"}},\"author\":{\"@type\":\"Person\"");
    assert_has(bytes_of(&built, "index.html"), "\"@type\":\"Course\",\"name\":\"Kit\"");
    assert_memory_equal(file_of(&built, "favicon.ico")->bytes.ptr, "\0\0\1\0\1\0\x20\x20", 8);
    must_build(&built, EDITION_REVIEW);
    assert_null(strstr(bytes_of(&built, "glossary/one/index.html"), "og:image"));
    assert_null(file_of(&built, "preview.png"));
    scratch_close(&built.scratch);
}

/* Nothing is loaded from another host, and no script stands in a page. */
static void self_contained(void **state) {
    (void)state;
    struct built built;
    start(&built);
    scratch_page(&built.scratch, "content/glossary/one.md", "", SCRATCH_OPEN_BYLINE,
                 "![Rate](chart:dram.read)\n\n```cuda\n__global__ void f();\n```\n");
    must_build(&built, EDITION_PUBLIC);
    static const char *const never[] = {" src=\"http",
                                        " src=\"data",
                                        "url(http",
                                        "url(\"http",
                                        "@import",
                                        "<script>",
                                        " onclick",
                                        "javascript:",
                                        "<iframe",
                                        " style=",
                                        "stylesheet\" href=\"http",
                                        "rel=\"icon\" href=\"http"};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        for (size_t f = 0; f < built.output.count; f++)
            if (strstr(built.output.file[f].bytes.ptr, never[i]))
                fail_msg("%s in %s", never[i], built.output.file[f].path.ptr);
    assert_has(bytes_of(&built, "assets/site.css"), "--level-l2");
    assert_has(bytes_of(&built, "assets/site.css"), ".svg-narrow");
    for (size_t f = 0; f < built.output.count; f++)
        if (text_ends(built.output.file[f].path, "/index.html") &&
            !text_is(built.output.file[f].path, "terms/index.html"))
            assert_has(built.output.file[f].bytes.ptr,
                       "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';");
    scratch_close(&built.scratch);
}

/* Code leads to its file and line where the site names its repository. */
static void code_leads_to_its_file(void **state) {
    (void)state;
    struct built built;
    static const char *const wanted[] = {
        "<figcaption><code>kernels/k.cu</code>, region <code>r</code>, from line 2<",
        "<figcaption><a href=\"https://git.example/course/blob/HEAD/"
        "kernels/k.cu#L2\" rel=\"external\"><code>"};
    for (int named = 0; named < 2; named++) {
        start(&built);
        if (named)
            scratch_put(&built.scratch, "content/site.yaml",
                        "title: Kit\nbase: https://example.org/\nhome-card: kit-home\n"
                        "repository: https://git.example/course/\n");
        scratch_put(&built.scratch, "kernels/k.cu", "// region: r\nint x;\n// endregion: r\n");
        scratch_page(&built.scratch, "content/glossary/one.md", "", SCRATCH_OPEN_BYLINE,
                     "```cuda from=kernels/k.cu#r\n```\n");
        must_build(&built, EDITION_PUBLIC);
        assert_has(bytes_of(&built, "glossary/one/index.html"), wanted[named]);
        scratch_close(&built.scratch);
    }
}

/* Each kind has a list of its own, which the navigation offers where it holds something; home has all. */
static void sections_list_their_kinds(void **state) {
    (void)state;
    struct built built;
    start(&built);
    scratch_page(&built.scratch, "content/glossary/one.md", "", SCRATCH_OPEN_BYLINE, "A term.\n");
    scratch_page(&built.scratch, "content/lessons/two.md", "", SCRATCH_OPEN_BYLINE, "A lesson.\n");
    must_build(&built, EDITION_PUBLIC);
    const char *terms = bytes_of(&built, "glossary/index.html");
    const char *lessons = bytes_of(&built, "lessons/index.html");
    const char *home = bytes_of(&built, "index.html");
    assert_has(terms, "href=\"./one/\"");
    assert_null(strstr(terms, "lessons/two/"));
    assert_has(lessons, "href=\"./two/\"");
    assert_null(strstr(lessons, "glossary/one/"));
    assert_true(strstr(home, "./lessons/two/") < strstr(home, "./glossary/one/"));
    assert_has(bytes_of(&built, "lessons/two/index.html"),
               "<a href=\"../\" aria-current=\"true\">Lessons</a>");
    assert_has(bytes_of(&built, "sitemap.xml"), "/lessons/</loc>");
    assert_null(strstr(home, "./exercises/"));
    assert_has(bytes_of(&built, "exercises/index.html"), "No page of this kind");
    assert_has(bytes_of(&built, "terms/index.html"), "url=../glossary/");
    assert_has(
        bytes_of(&built, "lessons/two/index.html"),
        "<nav class=\"crumbs\" aria-label=\"Breadcrumbs\">\n<ol>\n<li><a href=\"../../\">Home"
        "</a></li>\n<li><a href=\"../\">Lessons</a></li>\n</ol>");
    assert_has(bytes_of(&built, "lessons/two/index.html"),
               "\"BreadcrumbList\",\"itemListElement\":[{\"@type\":\"ListItem\",\"position\":1,"
               "\"name\":\"Kit\",\"item\":\"https://example.org/\"}");
    scratch_close(&built.scratch);
}

/* The search and the index find terms, headings, names of the platform and error numbers, in words that are
 * shown, of pages in the edition. */
static void what_is_found(void **state) {
    (void)state;
    struct built built;
    start(&built);
    scratch_put(&built.scratch, "content/errors/kit-bad.md",
                "---\ntitle: a bad thing\nkind: error\nsummary: Bad & <b>.\n" SCRATCH_OPEN_BYLINE
                "---\n\nEnded with error 700, `cudaErrorKit`, on 700 lines of kit_name.\n\n"
                "## How it looks\n\n- Ask `l1tex__kit_bytes.sum` and `__syncthreads()` or "
                "{{ if 1 > 2 }}cudaHidden{{ end }}.\n");
    scratch_page(&built.scratch, "content/glossary/kit-term.md", "aliases: [/old/]\n",
                 SCRATCH_OPEN_BYLINE,
                 "See [bad](/errors/kit-bad/) `cudaErrorKit`, and [this](/glossary/kit-term/).\n");
    scratch_put(&built.scratch, "build/search/lunr.min.js", "lunr\n//# sourceMappingURL=x.map");
    must_build(&built, EDITION_PUBLIC);
    const char *data = bytes_of(&built, "assets/search-data.js");
    assert_has(data,
               "[\"Error message\",\"errors/kit-bad/\",\"a bad thing\",\"\",\"Bad \\u0026 "
               "\\u003cb\\u003e.\",[[\"how-it-looks\",\"How it looks\"]],[[\"error 700\",0,\"Ended "
               "with error 700, cudaErrorKit, on 700 lines of kit_name.\"],[\"cudaErrorKit\",0,");
    assert_has(data, "[\"l1tex__kit_bytes.sum\",1,");
    assert_has(data, "[\"__syncthreads\",1,");
    assert_null(strstr(data, "Hidden"));
    assert_null(strstr(data, "[\"kit_name"));
    assert_string_equal(bytes_of(&built, "assets/lunr.min.js"), "lunr\n");
    const char *index = bytes_of(&built, "index/index.html");
    assert_has(index, "<li><code>cudaErrorKit</code> <a href=\"../glossary/kit-term/\">");
    assert_has(index, "<a href=\"../errors/kit-bad/\">a bad thing</a></li>");
    assert_has(index, "<code>__syncthreads</code> <a href=\"../errors/kit-bad/#how-it-looks\">");
    assert_true(strstr(index, ">E</h2>") < strstr(index, "<li>error 700 <a href"));
    assert_true(strstr(index, "__syncthreads") > strstr(index, ">S</h2>"));
    assert_has(bytes_of(&built, "glossary/kit-term/index.html"),
               "id=\"G-terms\">{\"./\":[\"content/glossary/kit-term.md\",");
    scratch_close(&built.scratch);
}

/* A second card, whose edition is published. */
static void publish_other(struct built *built) {
    scratch_card(&built->scratch, "kit-b", "1e12", SCRATCH_ZEROS);
    scratch_put(&built->scratch, "content/site.yaml",
                "title: Kit\nbase: https://example.org/\nhome-card: kit-home\ncards: [kit-b]\n");
}

/* The same pages stand below /cards/ID/ with that card's numbers; links stay there, the canonical page is the
 * default card's. A page with a claim that is false there says so in its place. */
static void editions_by_card(void **state) {
    (void)state;
    struct built built;
    start(&built);
    publish_other(&built);
    scratch_page(&built.scratch, "content/glossary/one.md", "aliases: [/old/one/]\n",
                 SCRATCH_OPEN_BYLINE, "{{ dram.read }} and [two](/glossary/two/).\n");
    scratch_page(&built.scratch, "content/glossary/two.md", "", SCRATCH_OPEN_BYLINE,
                 "It is {{ claim dram.read > 2 TB/s }}walrus{{ end }}.\n");
    scratch_page(&built.scratch, "content/lessons/plain.md", "", SCRATCH_OPEN_BYLINE, "Words.\n");
    scratch_page(&built.scratch, "content/lessons/draft.md", "", SCRATCH_DRAFT_BYLINE, "Hidden.\n");
    must_build(&built, EDITION_PUBLIC);
    scratch_said(&built.scratch, "content/glossary/two.md:");
    const char *home = bytes_of(&built, "glossary/one/index.html");
    const char *other = bytes_of(&built, "cards/kit-b/glossary/one/index.html");
    assert_has(home, "4.00");
    assert_has(home, "<a href=\"./\" aria-current=\"true\">Kit kit-home</a>");
    assert_has(home, "<a href=\"../../cards/kit-b/glossary/one/\">Kit kit-b</a>");
    assert_has(other, "1.00");
    assert_has(other, "<a href=\"../../../../glossary/one/\">Kit kit-home</a>");
    assert_has(other, "<link rel=\"canonical\" href=\"https://example.org/glossary/one/\">");
    assert_has(other, "href=\"../two/\">two</a>");
    assert_has(other, "<a class=\"brand\" href=\"../../\">");
    assert_has(other, "href=\"../../../../assets/site.css\"");
    assert_has(bytes_of(&built, "glossary/two/index.html"), "walrus");
    const char *left_out = bytes_of(&built, "cards/kit-b/glossary/two/index.html");
    assert_null(strstr(left_out, "It is"));
    assert_has(left_out, "Not with the numbers of the Kit kit-b");
    assert_has(left_out, "<a href=\"../../../../glossary/two/\">The page with");
    assert_null(strstr(bytes_of(&built, "lessons/plain/index.html"), "class=\"editions\""));
    assert_non_null(file_of(&built, "cards/kit-b/lessons/plain/index.html"));
    assert_null(file_of(&built, "cards/kit-b/lessons/draft/index.html"));
    assert_null(file_of(&built, "cards/kit-b/old/one/index.html"));
    assert_has(bytes_of(&built, "cards/kit-b/index.html"), "href=\"./lessons/\"");
    assert_null(strstr(bytes_of(&built, "sitemap.xml"), "kit-b/glossary"));

    must_build(&built, EDITION_REVIEW); /* where a reviewer sees what is false there */
    assert_has(bytes_of(&built, "cards/kit-b/glossary/two/index.html"),
               "class=\"claim claim-false\"");
    scratch_close(&built.scratch);
}

/* A number is a link to its place on the page of its card, and what it rests on lies beside the page, once, for
 * the numbers in their order. What stands in a link, or names nothing, is none of them. */
static void numbers_that_answer(void **state) {
    (void)state;
    struct built built;
    start(&built);
    publish_other(&built);
    scratch_put(&built.scratch, "kernels/kit.cu", "// region: a\nint a;\n// endregion\n");
    scratch_page(&built.scratch, "content/glossary/one.md", "", SCRATCH_OPEN_BYLINE,
                 "At {{ dram.read }}, {{ fact.l2 }} and {{ 2 * dram.read }}; [{{ dram.read }}]"
                 "(/glossary/two/) is {{ dram.read }}. {{ 2 * 3 }}\n");
    scratch_page(&built.scratch, "content/glossary/two.md", "", SCRATCH_OPEN_BYLINE, "Words.\n");
    scratch_page(&built.scratch, "content/lessons/draft.md", "", SCRATCH_DRAFT_BYLINE,
                 "{{ dram.read }}\n\n```cuda from=kernels/kit.cu#a\n```\n");
    must_build(&built, EDITION_PUBLIC);
    const char *page = bytes_of(&built, "cards/kit-b/glossary/one/index.html");
    assert_has(
        page,
        "At <a class=\"value measured\" href=\"../../series/dram/#dram.read\">1.00\u00a0TB/s</a>, "
        "<a class=\"value\" href=\"../../#fact.l2\">60\u00a0MiB</a>");
    assert_has(page, "<a href=\"../two/\"><span class=\"value\">1.00");
    assert_has(page, "<span class=\"value\">6</span>");
    assert_has(page, "<script defer src=\"../../../../assets/js/numbers.js\"></script>");
    const char *script = bytes_of(&built, "cards/kit-b/glossary/one/numbers.js");
    assert_has(script, "pageNumbers({\"of\":[0,1,2,0],\"panels\":[\n{\"how\": \"measured\"");
    assert_has(script, "[[\"spread\",\"none in these digits, 21 runs\"],[\"kernel\",\"kit.cu\"],"
                       "[\"card\",\"Kit kit-b, measured on 2026-11-20\"],"
                       "[\"other cards\",\"Kit kit-home 4.00\u00a0TB/s\"]]");
    assert_has(script, "{\"how\": \"computed from the figures below\"");
    assert_has(script, ",\"1.00\u00a0TB/s\",\"../../series/dram/#dram.read\"]");
    assert_has(bytes_of(&built, "cards/kit-b/index.html"), "<tr id=\"fact.l2\">");
    assert_null(file_of(&built, "glossary/two/numbers.js"));
    assert_null(file_of(&built, "lessons/draft/numbers.js"));
    assert_null(strstr(bytes_of(&built, "glossary/two/index.html"), "numbers.js"));

    must_build(&built, EDITION_REVIEW); /* the kernel is on the page, or in the repository */
    assert_has(bytes_of(&built, "lessons/draft/numbers.js"), "\"kit.cu\",\"#G-code-1\"");
    assert_has(bytes_of(&built, "lessons/draft/index.html"),
               "<figure class=\"code\" id=\"G-code-1\">");
    scratch_put(&built.scratch, "content/site.yaml",
                "title: Kit\nbase: https://example.org/\nhome-card: kit-home\n"
                "repository: https://example.org/kit/\n");
    must_build(&built, EDITION_REVIEW);
    assert_has(bytes_of(&built, "lessons/draft/numbers.js"),
               "\"https://example.org/kit/blob/HEAD/kernels/kit.cu#L2\"");
    scratch_close(&built.scratch);
}

/* A figure of the tables by rank, with its place and the way to its row. */
static void assert_rank(const char *page, int place, const char *link, const char *value) {
    char wanted[256];
    snprintf(wanted, sizeof wanted,
             "rank </span>%d</span> <b><a class=\"value value-row%s\">%s</a>", place, link, value);
    assert_has(page, wanted);
}

/* What both cards have stands side by side with its ratio; what only one has does not. The list of cards
 * leads there. */
static void two_cards(void **state) {
    (void)state;
    struct built built;
    start(&built);
    must_build(&built, EDITION_PUBLIC); /* one card has nobody to be compared with */
    assert_null(file_of(&built, "compare/index.html"));
    assert_null(strstr(bytes_of(&built, "cards/index.html"), "compare/"));
    publish_other(&built);
    scratch_put(
        &built.scratch, "measurements/reported/kit-c.json",
        "{\"format\": \"gpu-memory-hierarchy\", \"version\": 1, \"card\": {\"id\": \"kit-c\", "
        "\"name\": \"Kit kit-c\", \"compute_capability\": \"9.0\"}, \"facts\": {\"l2\": "
        "{\"value\": 31457280, \"unit\": \"B\", \"source\": \"s\"}, \"dram\": {\"value\": "
        "150109880320, "
        "\"unit\": \"B\", \"source\": \"s\"}}, \"series\": {"
        "\"latency.cycles\": {\"unit\": \"cycle\", \"origin\": \"reported\", \"axes\": "
        "[[\"level\", [\"dram\"]]], "
        "\"points\": [{\"at\": [\"dram\"], \"median\": 296, \"runs\": 0, \"source\": \"s\"}]}, "
        "\"kit.time\": "
        "{\"unit\": \"s\", \"origin\": \"reported\", \"axes\": [], \"points\": [{\"at\": [], "
        "\"median\": 1, \"runs\": 0, \"source\": \"s\"}]}}, \"sources\": {\"s\": {\"title\": "
        "\"A walrus\", \"status\": \"secondary\"}}}\n");
    scratch_put(
        &built.scratch, "measurements/reported/kit-d.json",
        "{\"format\": \"gpu-memory-hierarchy\", \"version\": 1, \"card\": {\"id\": \"kit-d\", "
        "\"name\": \"Kit kit-d\", \"compute_capability\": \"9.0\"}, \"facts\": {\"dram\": "
        "{\"value\": 150109945856, \"unit\": \"B\", \"source\": \"s\"}}, \"series\": {"
        "\"latency.cycles\": {\"unit\": \"cycle\", \"origin\": \"reported\", \"axes\": "
        "[[\"level\", [\"dram\"]]], "
        "\"points\": [{\"at\": [\"dram\"], \"median\": 900, \"runs\": 0, \"source\": \"s\"}]}}, "
        "\"sources\": {\"s\": {\"title\": \"A walrus\", \"status\": \"secondary\"}}}\n");
    must_build(&built, EDITION_PUBLIC);
    const char *pair = bytes_of(&built, "compare/kit-b/index.html");
    assert_has(pair, "<h1>Kit kit-home and Kit kit-b</h1>");
    assert_has(pair,
               "href=\"../../cards/kit-home/series/dram/#dram.read\">4.00\u00a0TB/s</a></td><td "
               "class=\"right\"><a class=\"value value-row measured\" "
               "href=\"../../cards/kit-b/series/dram/#dram.read\">1.00\u00a0TB/s</a></td><td "
               "class=\"right\">0.250×</td>");
    const char *other = bytes_of(&built, "compare/kit-c/index.html");
    assert_has(other, "href=\"../../cards/kit-home/#fact.l2\">60\u00a0MiB</a></td><td "
                      "class=\"right\"><a class=\"value value-row reported\" "
                      "href=\"../../cards/kit-c/#fact.l2\">30\u00a0MiB</a></td><td "
                      "class=\"right\">0.500×</td>");
    assert_null(strstr(other, "kit.time"));
    const char *all = bytes_of(&built, "assets/js/compare.json");
    assert_has(all, "[\"L2\",[62914560,\"60\u00a0MiB\",\"./cards/kit-b/#fact.l2\"],[62914560,");
    assert_null(strstr(all, "kit.time")); /* one card alone has it */
    /* by rank: equal figures share a place, as those do that are printed alike, and a card without any is
     * named apart */
    const char *ranks = bytes_of(&built, "compare/index.html");
    assert_has(ranks,
               "data-label=\"L2\" data-sort=\"31457280\"><span class=\"rank\"><span "
               "class=\"hidden\">rank </span>3</span> <b><a class=\"value value-row reported\" "
               "href=\"../cards/kit-c/#fact.l2\">30\u00a0MiB</a></b><span class=\"dagger\"");
    assert_rank(ranks, 1, "\" href=\"../cards/kit-home/#fact.l2", "60\u00a0MiB");
    assert_rank(ranks, 1, "\" href=\"../cards/kit-b/#fact.l2", "60\u00a0MiB");
    assert_rank(ranks, 1, " reported\" href=\"../cards/kit-c/#fact.dram", "140\u00a0GiB");
    assert_rank(ranks, 1, " reported\" href=\"../cards/kit-d/#fact.dram", "140\u00a0GiB");
    /* the shortest wait is the best */
    assert_rank(ranks, 1, " reported\" href=\"../cards/kit-c/series/latency/#latency.cycles-dram",
                "296\u00a0cycles");
    assert_rank(ranks, 2, " reported\" href=\"../cards/kit-d/series/latency/#latency.cycles-dram",
                "900\u00a0cycles");
    assert_has(ranks, "Nothing of this is known of");
    const char *list = bytes_of(&built, "cards/index.html");
    assert_has(list, "href=\"../compare/kit-c/\"");
    assert_has(list, "href=\"./kit-b/lessons/\"");
    assert_has(list, "data-label=\"architecture\" data-sort=\"2022\">Hopper, 2022</td>");
    assert_has(list, "href=\"./kit-c/#fact.l2\">30\u00a0MiB</a> <small>by a third party</small>");
    assert_has(list, "2 figures: latency, kit");
    scratch_close(&built.scratch);
}

/* Every relative link of every page goes to a file of the tree. */
static void links_go_somewhere(void **state) {
    (void)state;
    struct built built;
    start(&built);
    publish_other(&built);
    scratch_page(&built.scratch, "content/glossary/one.md", "aliases: [/old/deep/one/]\n",
                 SCRATCH_OPEN_BYLINE, "See [two](/lessons/two/).\n");
    scratch_page(&built.scratch, "content/lessons/two.md", "", SCRATCH_OPEN_BYLINE,
                 "See [cards](/cards/kit-home/).\n");
    must_build(&built, EDITION_PUBLIC);
    size_t checked = 0;
    for (size_t f = 0; f < built.output.count; f++) {
        const struct output_file *file = &built.output.file[f];
        if (!text_ends(file->path, ".html") || text_is(file->path, "404.html")) continue;
        for (const char *at = file->bytes.ptr; (at = strstr(at, " href=\"")) != NULL;) {
            at += 7;
            struct text href = {at, strcspn(at, "\"#")};
            if (!href.len || text_starts(href, "http")) continue;
            char path[512] = "";
            size_t len = 0;
            for (size_t i = 0; i < file->path.len; i++)
                if (file->path.ptr[i] == '/') len = i + 1;
            memcpy(path, file->path.ptr, len);
            while (href.len) {
                if (text_starts(href, "../")) {
                    if (!len) fail_msg("%s leads out of the site from %s", at, file->path.ptr);
                    for (len--; len && path[len - 1] != '/';)
                        len--;
                    href = text_cut(href, 3, href.len);
                } else if (text_starts(href, "./")) {
                    href = text_cut(href, 2, href.len);
                } else {
                    memcpy(path + len, href.ptr, href.len);
                    len += href.len;
                    href.len = 0;
                }
            }
            snprintf(path + len, sizeof path - len, "%s",
                     !len || path[len - 1] == '/' ? "index.html" : "");
            if (!file_of(&built, path)) fail_msg("%s has a link to %s", file->path.ptr, path);
            checked++;
        }
    }
    assert_true(checked > 40);
    scratch_close(&built.scratch);
}

/* Beside a page lie its Markdown, tables and drawings, with a way to cite it where it is published. */
static void what_is_taken_along(void **state) {
    (void)state;
    struct built built;
    start(&built);
    scratch_put(&built.scratch, "content/site.yaml",
                "title: Kit\nsummary: A kit.\nbase: https://example.org/\nhome-card: kit-home\n"
                "repository: https://example.org/o/r/\n");
    scratch_page(&built.scratch, "content/glossary/one.md", "", SCRATCH_OPEN_BYLINE,
                 "It is {{ fact.l2 }} of *a_b* [c](/glossary/one/#d-1), `x|y`[^n] and \\*.\n\n"
                 "[^n]: A note.\n\n## D 1\n\n1. one\n2. two\n\n   - in\n\n> said\n\n"
                 "| A | B |\n| --- | ---: |\n| `x\\|y` | \"{{ dram.read }}\" |\n\n"
                 "![Rates](diagram:hierarchy)\n\n$$\na_b\n$$\n\n"
                 "```predict\nask: Is it?\nYes: {{ if 1 < 2 }}\nwhy: Not here.\n"
                 "No: {{ if 1 > 2 }}\nthen: So.\n```\n\n```c\nint `x`;\n```\n");
    scratch_page(&built.scratch, "content/glossary/draft.md", "", SCRATCH_DRAFT_BYLINE,
                 "Hidden.\n");
    must_build(&built, EDITION_PUBLIC);
    assert_string_equal(
        bytes_of(&built, "glossary/one/one.md"),
        "# Title of content/glossary/one.md\n\nKit.\n\nFrom <https://example.org/glossary/one/>. "
        "Numbers: "
        "Kit "
        "kit-home. Written by Ana Lima on 2026-11-20, reviewed by Bo Falk, checked on 2026-11-22."
        "\n\nIt is 60\u00a0MiB of *a_b* [c](https://example.org/glossary/one/#d-1), `x|y`[^1] and "
        "\\*.\n\n## D 1\n\n1. one\n\n2. two\n\n   - in\n\n> said\n\n| A | B |\n| --- | ---: |\n"
        "| `x\\|y` | \"4.00\u00a0TB/s\" |\n\n![Rates](figure-1.svg)\n\n$$\na_b\n$$\n\n"
        "**Predict.** Is it?\n\n- Yes\n- No\n\n> Answer: Yes. So.\n\n```c\nint `x`;\n```\n\n"
        "[^1]: A note.\n\n");
    assert_string_equal(bytes_of(&built, "glossary/one/table-1.csv"),
                        "\"A\",\"B\"\n\"x|y\",\"\"\"4.00 TB/s\"\"\"\n");
    assert_has(bytes_of(&built, "glossary/one/figure-1.svg"), "</desc>\n<style>\n:root{");
    const char *page = bytes_of(&built, "glossary/one/index.html");
    assert_has(page, "<link rel=\"alternate\" type=\"text/markdown\" href=\"./one.md\">");
    assert_has(page, "<li><a href=\"table-1.csv\" download>Table 1</a></li>");
    assert_has(page, "<pre><code>@misc{one-2026,\n  author = {Ana Lima},\n  title = "
                     "{{Title of content/glossary/one.md}},\n");
    assert_has(page, "href=\"https://example.org/o/r/blob/HEAD/content/glossary/one.md\"");
    assert_has(bytes_of(&built, "llms.txt"),
               "# Kit\n\n> A kit.\n\n## Terms\n\n- [Title of content/glossary/one.md]"
               "(https://example.org/glossary/one/one.md): Kit.\n");
    assert_int_equal(found_anywhere(&built, "draft/"), 0);
    must_build(&built, EDITION_REVIEW);
    assert_has(bytes_of(&built, "glossary/draft/draft.md"), "A draft, not reviewed.");
    assert_null(strstr(bytes_of(&built, "glossary/draft/index.html"), "@misc"));
    assert_null(file_of(&built, "llms.txt"));
    scratch_put(&built.scratch, "content/site.yaml",
                "title: Kit\nbase: https://example.org/\nhome-card: kit-home\nrepository: o/r\n");
    scratch_read(&built.scratch, EDITION_REVIEW);
    scratch_said(&built.scratch, "site.yaml:4:13: error: this is not the address of a repository");
    scratch_close(&built.scratch);
}

/* An exercise is taken along as one archive: the task, the start, the visible cases, never the graded ones. */
static void archive_of_an_exercise(void **state) {
    (void)state;
    static const char ex[] = "content/exercises/sum/";
    struct built built;
    struct arena arena = {0};
    start(&built);
    scratch_put(&built.scratch, "content/exercises/sum/index.md",
                "---\ntitle: Sum\nkind: exercise\nsummary: A sum.\n" SCRATCH_OPEN_BYLINE
                "---\n\nAdd.\n");
    static const char *const files[] = {"starter/sum.c", "tests/visible/a.in",
                                        "tests/visible/a.out", "tests/graded/walrus.in",
                                        "tests/graded/walrus.out"};
    for (size_t i = 0; i < COUNT(files); i++)
        scratch_put(&built.scratch, arena_printf(&arena, "%s%s", ex, files[i]).ptr, "123456789");
    must_build(&built, EDITION_PUBLIC);
    const struct output_file *zip = file_of(&built, "exercises/sum/sum.zip");
    assert_non_null(zip);
    assert_memory_equal(zip->bytes.ptr, "PK\3\4\x14\0\0\x08\0\0\0\0\x21\0", 14);
    assert_true(text_find(zip->bytes, "sum/starter/sum.c123456789PK", 0) != SIZE_MAX);
    assert_true(text_find(zip->bytes, "sum/tests/visible/a.out", 0) != SIZE_MAX);
    assert_true(text_find(zip->bytes, "walrus", 0) == SIZE_MAX);
    /* 0xcbf43926 is the check value of this CRC for 123456789. */
    size_t at = text_find(zip->bytes, "sum/starter", 0);
    assert_memory_equal(zip->bytes.ptr + at - 16, "\x26\x39\xf4\xcb\x09\0\0\0\x09\0\0\0", 12);
    assert_has(bytes_of(&built, "exercises/sum/index.html"), "<a href=\"sum.zip\" download>");
    arena_free(&arena);
    scratch_close(&built.scratch);
}

/* One file with every page of the edition: links lead to chapters or to the site, no id comes twice. */
static void every_page_in_one_file(void **state) {
    (void)state;
    struct built built;
    start(&built);
    scratch_path(&built.scratch, "  - lessons/two\n");
    scratch_page(&built.scratch, "content/glossary/one.md", "", SCRATCH_OPEN_BYLINE,
                 "See [two](/lessons/two/#same), [here](#same), [cards](/cards/kit-home/) and "
                 "[hidden](/glossary/hidden/).\n\n## Same\n\n![Rates](diagram:hierarchy)\n");
    scratch_page(&built.scratch, "content/lessons/two.md", "", SCRATCH_OPEN_BYLINE,
                 "See [one](/glossary/one/).\n\n## Same\n");
    scratch_page(&built.scratch, "content/glossary/hidden.md", "", SCRATCH_DRAFT_BYLINE,
                 "Walrus.\n");
    scratch_put(&built.scratch, "build/fonts/inter-400.woff2",
                "wOF2"); /* too short: said, and not put in */
    assert_false(build_as(&built, EDITION_PUBLIC, true));
    scratch_remove(built.scratch.root.fd, "build");
    if (!build_as(&built, EDITION_PUBLIC, true))
        fail_msg("%s", scratch_messages(&built.scratch).ptr);
    assert_int_equal(built.output.count, 1);
    const char *book = bytes_of(&built, "index.html");
    assert_has(book,
               "<a href=\"#lessons-two-same\">two</a>, <a href=\"#glossary-one-same\">here</a>, "
               "<a href=\"https://example.org/cards/kit-home/\">cards</a> and hidden.");
    assert_has(book, "See <a href=\"#glossary-one\">one</a>.");
    assert_has(book, "<h2 id=\"glossary-one-same\">");
    assert_has(book, "aria-labelledby=\"glossary-one-G-fig1w--title\"");
    assert_true(strstr(book, "id=\"lessons-two\"") < strstr(book, "id=\"glossary-one\""));
    assert_true(strstr(book, "For newcomers, in this order") <
                strstr(book, "data-chapter=\"lessons-two"));
    assert_has(book, "--level-l2");
    assert_null(strcasestr(book, "walrus"));
    assert_null(strstr(book, "<script"));
    scratch_close(&built.scratch);
}

/* Links name files, modules are plain scripts, what they fetch is in one. */
static void without_a_server(void **state) {
    (void)state;
    struct built built;
    struct scratch *scratch = &built.scratch;
    start(&built);
    scratch_page(scratch, "content/glossary/one.md", "aliases: [/old/]\n", SCRATCH_OPEN_BYLINE,
                 "See [cards](/cards/kit-home/), [two](/glossary/two/#a) and "
                 "[that](https://example.net/x/).\n");
    scratch_page(scratch, "content/glossary/two.md", "", SCRATCH_OPEN_BYLINE, "## A\n");
    must_build(&built, EDITION_PUBLIC);
    const struct text files[][2] = {
        {TEXT("assets/js/kit.js"), TEXT("module")},
        {TEXT("assets/js/kit.wasm"), TEXT("ab<\"")},
        {TEXT("kit/index.html"),
         TEXT("<script type=\"module\" src=\"../assets/js/kit.js\"></script>")}};
    for (size_t i = 0; i < COUNT(files); i++)
        assert_true(output_add(&built.output, files[i][0], files[i][1], &scratch->arena));
    assert_false(render_offline(&built.output, &scratch->root, &scratch->arena, &scratch->diags));
    scratch_said(scratch, "build/offline/kit.js: error: the plain script of a module is missing");
    must_build(&built, EDITION_PUBLIC);
    for (size_t i = 0; i < COUNT(files); i++)
        assert_true(output_add(&built.output, files[i][0], files[i][1], &scratch->arena));
    for (size_t i = 0; i < built.output.count; i++) {
        struct text module = text_drop_start(built.output.file[i].path, "assets/js/");
        if (module.len < built.output.file[i].path.len && text_ends(module, ".js"))
            scratch_put(scratch,
                        arena_printf(&scratch->arena, "build/offline/%.*s", TEXT_ARG(module)).ptr,
                        "plain");
    }
    assert_true(render_offline(&built.output, &scratch->root, &scratch->arena, &scratch->diags));
    assert_string_equal(bytes_of(&built, "assets/js/kit.js"), "plain");
    assert_string_equal(bytes_of(&built, "assets/js/files.js"),
                        "globalThis.siteFiles = {\n\"kit.wasm\": \"YWI8Ig==\",\n};\n");
    const char *page = bytes_of(&built, "glossary/one/index.html");
    assert_has(page, "See <a href=\"../../cards/kit-home/index.html\">cards</a>, <a "
                     "href=\"../two/index.html#a\">two</a> and <a href=\"https://example.net/x/\"");
    assert_has(page, "<link rel=\"canonical\" href=\"https://example.org/glossary/one/\">");
    assert_null(strstr(page, "Content-Security-Policy"));
    assert_has(bytes_of(&built, "old/index.html"), "content=\"0; url=../glossary/one/index.html\"");
    assert_string_equal(bytes_of(&built, "kit/index.html"),
                        "<script defer src=\"../assets/js/files.js\"></script>\n<script defer "
                        "src=\"../assets/js/kit.js\"></script>");
    assert_null(file_of(&built, "404.html"));
    scratch_close(scratch);
}

/* ---- cards ----------------------------------------------------------------------------------- */

static void card_page(void **state) {
    (void)state;
    struct built built;
    start(&built);
    scratch_put(
        &built.scratch, "measurements/reported/old-card.json",
        "{\"format\": \"gpu-memory-hierarchy\", \"version\": 1,\n"
        " \"card\": {\"id\": \"old-card\", \"name\": \"Old Card\", \"compute_capability\": "
        "\"7.5\"},\n \"facts\": {\"l2\": {\"value\": 4194304, \"unit\": \"B\", "
        "\"source\": \"paper\"}},\n"
        " \"sources\": {\"paper\": {\"title\": \"A paper\", \"status\": \"secondary\"}},\n"
        " \"series\": {\"copy.rate\": {\"unit\": \"B/s\", \"origin\": \"reported\", "
        "\"axes\": [[\"op\", [\"read\", \"write\"]]],\n  \"points\": [{\"at\": [\"read\"], "
        "\"median\": 232900000000, \"runs\": 0, \"source\": \"paper\"}, "
        "{\"at\": [\"write\"], \"missing\": \"not in the paper\"}]},\n"
        " \"copy.loads\": {\"unit\": \"1\", \"origin\": \"reported\", \"axes\": [[\"op\", "
        "[\"read\", \"write\"]]], \"points\": [{\"at\": [\"read\"], \"median\": 4, \"runs\": "
        "0, \"source\": \"paper\"}, {\"at\": [\"write\"], \"median\": 8, \"runs\": 0, "
        "\"source\": \"paper\"}]},\n"
        " \"latency.cycles\": {\"unit\": \"cycle\", \"origin\": \"reported\", "
        "\"axes\": [[\"level\", [\"dram\"]]], \"points\": [{\"at\": [\"dram\"], "
        "\"missing\": \"not in the paper\"}]}}}\n");
    scratch_page(&built.scratch, "content/glossary/marked.md", "", SCRATCH_OPEN_BYLINE,
                 "It was {{ copy.rate[read]@old-card }}.\n");
    scratch_page(&built.scratch, "content/glossary/plain.md", "", SCRATCH_OPEN_BYLINE,
                 "It is {{ fact.l2 }}.\n");
    must_build(&built, EDITION_PUBLIC);
    const char *page = bytes_of(&built, "cards/kit-home/index.html");
    assert_has(page, "Measured card");
    assert_has(page, "2026-11-20, 10:00:00 UTC");
    assert_has(page, "<code>fact.l2</code>");
    assert_has(page, "60\u00a0MiB");
    assert_has(page, "What the runtime answered");
    assert_has(page,
               "<span>A block with too many threads</span> <code>message.launch.threads</code>"
               "</span></th><td>a &lt;b&gt; c <small class=\"source\"><code "
               "class=\"hash\">cudaErrorKit</code></small></td>");
    assert_lacks(page, "message.launch.threads.name");
    assert_has(page,
               "<code>message.odd</code></span></th><td><span class=\"missing\">it hung</span>");
    /* A series has a row with a link to its place on its family's page. */
    assert_has(page, "<li id=\"dram.read\"><a href=\"./series/dram/#dram.read\">");
    const char *family = bytes_of(&built, "cards/kit-home/series/dram/index.html");
    assert_has(family, "<section class=\"series\" id=\"dram.read\">");
    assert_has(family, "4.00\u00a0TB/s");
    assert_has(family, "<code>kit.cu</code></dt><dd>SHA-256 <code class=\"hash\">" SCRATCH_ZEROS);
    assert_has(family, "by hand"); /* the method */
    const struct output_file *json = file_of(&built, "cards/kit-home/kit-home.json");
    assert_non_null(json);
    const struct card *card = cards_find(&built.scratch.course.cards, TEXT("kit-home"));
    assert_true(text_equal(json->bytes, card->json));
    assert_has(page, card_sha256(card, &built.scratch.arena).ptr);

    const char *old = bytes_of(&built, "cards/old-card/index.html");
    assert_has(old, "Reported card");
    assert_has(old, "No kernel of this course ran on this card");
    family = bytes_of(&built, "cards/old-card/series/copy/index.html");
    assert_has(
        family,
        "233\u00a0GB/s</a><span class=\"dagger\" role=\"img\" aria-label=\"reported\">\u2020");
    assert_has(family, "href=\"../../#G-source-paper\"");
    /* Rows are what numbers of pages lead to. Counts that never change are not drawn. */
    assert_has(family, "<tr id=\"copy.rate-read\"><th scope=\"row\">");
    assert_has(family, "<tr id=\"copy.loads-write\"><th scope=\"row\">");
    /* Beside it lies what opens at each. */
    const char *opens = bytes_of(&built, "cards/old-card/series/copy/numbers.js");
    assert_has(opens,
               "{\"id\": \"copy.rate\", \"how\": \"reported\", \"name\": \"Bandwidth of reading, "
               "writing and copying DRAM\", \"more\": \"Its row in the series\"");
    assert_has(opens, "\"at\": {\"-read\":[\", ");
    assert_has(family, ">Bandwidth of reading, writing and copying DRAM</title>");
    assert_lacks(family, ">copy.loads</title>");
    /* What is not known stands once, with the reason; what has no figure has its place there, and no page. */
    assert_has(old, "<dt>not in the paper</dt><dd><span>");
    assert_has(old, ", 1 of 2 figures</span>; <span id=\"latency.cycles\">");
    assert_lacks(old, "./series/latency/");
    assert_null(file_of(&built, "cards/old-card/series/latency/index.html"));
    /* A page that has a mark says what it means, others do not. */
    assert_has(old, "Figures marked");
    assert_has(bytes_of(&built, "glossary/marked/index.html"), "Figures marked");
    assert_lacks(bytes_of(&built, "glossary/plain/index.html"), "Figures marked");
    assert_has(old, "href=\"#G-source-paper\"");
    assert_lacks(old, "Measured on Old Card");
    assert_lacks(old, "What the runtime answered");
    assert_has(bytes_of(&built, "cards/index.html"), "<a href=\"./old-card/\">Old Card</a>");
    scratch_close(&built.scratch);
}

#define SUMMARY_SERIES(name, unit, axes, points)                                                   \
    "\"" name "\": {\"unit\": \"" unit "\", \"origin\": \"reported\", \"axes\": [" axes "], "      \
    "\"points\": [" points "]}"
#define SUMMARY_POINT(at, number)                                                                  \
    "{\"at\": [" at "], \"median\": " number ", \"runs\": 0, \"source\": \"p\"}"
#define SUMMARY_FACT(name, number, unit)                                                           \
    "\"" name "\": {\"value\": " number ", \"unit\": \"" unit "\", \"source\": \"p\"}"

/* A reported card with these facts and series, each out of one paper. */
static void put_summary_card(struct built *built, const char *id, const char *facts,
                             const char *series) {
    struct buf json = {0};
    struct arena arena = {0};
    buf_printf(
        &json,
        "{\"format\": \"gpu-memory-hierarchy\", \"version\": 1,\n \"card\": {\"id\": \"%s\", "
        "\"name\": \"Card %s\", \"compute_capability\": \"9.0\"},\n \"facts\": {%s},\n"
        " \"series\": {%s},\n"
        " \"sources\": {\"p\": {\"title\": \"A paper\", \"status\": \"measured\"}}}\n",
        id, id, facts, series);
    scratch_put(&built->scratch, arena_printf(&arena, "measurements/reported/%s.json", id).ptr,
                json.ptr);
    buf_free(&json);
    arena_free(&arena);
}

/* The row of the summary with these words has this value, which is marked as reported; figures in it lead on. */
static void summary_row(const char *page, const char *words, const char *value) {
    struct buf head = {0}, shown = {0};
    buf_printf(&head, "<th scope=\"row\">%s</th><td>", words);
    const char *cell = strstr(page, head.ptr);
    assert_non_null(cell);
    cell += head.len;
    const char *end = strstr(cell, "<span class=\"dagger\"");
    assert_non_null(end);
    for (; cell < end; cell++)
        if (*cell == '<')
            cell = strchr(cell, '>');
        else
            buf_char(&shown, *cell);
    assert_string_equal(buf_text(&shown).ptr, value);
    buf_free(&head);
    buf_free(&shown);
}

static void summary_of_a_card(void **state) {
    (void)state;
    struct built built;
    start(&built);
    put_summary_card(
        &built, "full",
        SUMMARY_FACT("sms", "100", "1") "," SUMMARY_FACT(
            "registers", "65536",
            "1") "," SUMMARY_FACT("shared.sm", "233472",
                                  "B") "," SUMMARY_FACT("unified.sm", "262144",
                                                        "B") "," SUMMARY_FACT("dram", "85899345920",
                                                                              "B"),
        SUMMARY_SERIES("dram.rated", "B/s", "",
                       SUMMARY_POINT("", "2e12")) "," SUMMARY_SERIES("copy.rate", "B/s",
                                                                     "[\"op\", [\"read\", "
                                                                     "\"copy\"]]",
                                                                     SUMMARY_POINT("\"read\"", "1."
                                                                                               "5e1"
                                                                                               "2") "," SUMMARY_POINT("\"copy\"", "1e12")) "," SUMMARY_SERIES("latency.cycles",
                                                                                                                                                              "cycle",
                                                                                                                                                              "[\"level\", [\"dram\"]]",
                                                                                                                                                              "{\"at\": [\"dram\"], \"median\": 600, \"runs\": 0, "
                                                                                                                                                              "\"source\": \"p\", "
                                                                                                                                                              "\"warning\": \"with a TLB hit\"}") "," SUMMARY_SERIES("latency.time", "s", "[\"level\", [\"dram\"]]", "{\"at\": [\"dram\"], \"median\": 4e-7, \"runs\": 0, \"source\": \"p\", \"warning\": \"of one run\"}") "," SUMMARY_SERIES("stride.sectors",
                                                                                                                                                                                                                                                                                                                                                                                               "1",
                                                                                                                                                                                                                                                                                                                                                                                               "[\"stride\", [1, 8]], [\"way\", [\"load\"]]",
                                                                                                                                                                                                                                                                                                                                                                                               SUMMARY_POINT(
                                                                                                                                                                                                                                                                                                                                                                                                   "1, \"load\"", "4") "," SUMMARY_POINT("8, \"load\"", "32")) "," SUMMARY_SERIES("bank.loads",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                  "1",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                  "[\"stride\", [2, 33]]",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                  SUMMARY_POINT("2",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                "10") "," SUMMARY_POINT("33",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        "10")) "," SUMMARY_SERIES("bank.wavefronts", "1", "[\"stride\", [2, 33]]", SUMMARY_POINT("2", "20") "," SUMMARY_POINT("33", "10.6")) "," SUMMARY_SERIES("carveout.shared.bytes",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                "B",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                "[\"carveout\", [\"default\", 1, 2, 3]]",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                SUMMARY_POINT("\"default\"", "233472") "," SUMMARY_POINT("1", "8192") "," SUMMARY_POINT("2", "16384") "," SUMMARY_POINT("3", "233472")) "," SUMMARY_SERIES("partition.sms",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                           "1",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                           "[\"part\", [0, 1]]",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                           SUMMARY_POINT(
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                               "0",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                               "60") "," SUMMARY_POINT("1",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                       "40")));
    put_summary_card(&built, "some", SUMMARY_FACT("l2", "4194304", "B"), "");
    put_summary_card(&built, "none", SUMMARY_FACT("threads.sm", "1024", "1"), "");
    /* One knows the width of its L2; the other has as many bytes for each SM in the model, and says so. */
    put_summary_card(&built, "wide",
                     SUMMARY_FACT("sms", "50", "1") "," SUMMARY_FACT("l2.width", "2000", "B/cycle"),
                     "");
    put_summary_card(&built, "narrow",
                     "\"clock.sm\": {\"value\": 1e9, \"unit\": \"Hz\", \"source\": \"p\"}, "
                     "\"bank.width\": {\"value\": 4, \"unit\": \"B/cycle\", \"source\": \"p\"}, "
                     "\"lanes\": {\"value\": 64, \"unit\": \"1\", \"source\": \"p\"}, "
                     "\"banks\": {\"value\": 32, \"unit\": \"1\", \"source\": \"p\"}, "
                     "\"sms\": {\"value\": 20, \"unit\": \"1\", \"source\": \"p\"}",
                     "");
    scratch_page(&built.scratch, "content/glossary/tool.md", "", SCRATCH_OPEN_BYLINE,
                 "```tool model\ncard: narrow\n```\n");
    must_build(&built, EDITION_PUBLIC);
    const char *page = bytes_of(&built, "cards/full/index.html");
    assert_true(strstr(page, "id=\"G-summary\"") < strstr(page, "id=\"G-facts\""));
    assert_has(page, "data-label=\"in an SM\">256\u00a0KiB<");
    assert_has(page, "data-label=\"in the card\">25\u00a0MiB<"); /* registers of 100 SMs */
    assert_has(
        page, "data-label=\"the card reads\"><a class=\"value value-row reported\" "
              "href=\"./series/copy/#copy.rate-read\">1.50\u00a0TB/s<"); /* by the pass over DRAM */
    assert_has(page, "<small class=\"warning\">with a TLB hit</small>");
    assert_has(page, "<small class=\"warning\">of one run</small>");
    summary_row(page, "Sectors of a load, every eighth float", "32");
    summary_row(page, "Passes, every second word", "2");
    summary_row(page, "Passes, every 33rd word (a padded column)", "1.1");
    summary_row(page, "Carve-outs for shared memory", "8, 16 or 228\u00a0KiB");
    summary_row(page, "Rate times time, in the card", "600\u00a0kB"); /* 1.5 TB/s for 400 ns */
    summary_row(page, "In each SM", "6.00\u00a0kB");
    summary_row(page, "As loads of 16 bytes a lane, warps in each SM", "12"); /* of 512 B */
    summary_row(page, "Reached by reading, and its share", "1.50\u00a0TB/s, 75%");
    summary_row(page, "Reached by copying, and its share", "1.00\u00a0TB/s, 50%");
    summary_row(page, "SMs near each part", "60 and 40");
    assert_lacks(page, "every second float"); /* nobody counted it */
    page = bytes_of(&built, "cards/some/index.html");
    assert_has(page, "data-label=\"in the card\"><a class=\"value value-row reported\" "
                     "href=\"#fact.l2\">4\u00a0MiB<");
    assert_lacks(page, "What DRAM needs under way");
    assert_lacks(page, "What a warp pays");
    assert_lacks(page, "The two parts of the L2");
    assert_lacks(bytes_of(&built, "cards/none/index.html"), "G-summary");
    assert_has(bytes_of(&built, "glossary/tool/index.html"),
               "taken is 40\u00a0B/clk for each SM, as the one card with the same compute "
               "capability.");
    scratch_close(&built.scratch);
}

/* ---- the same again, and mistakes ------------------------------------------------------------ */

static void same_bytes(void **state) {
    (void)state;
    struct built built, again;
    for (struct built *b = &built;; b = &again) {
        start(b);
        scratch_page(&b->scratch, "content/glossary/one.md", "", SCRATCH_DRAFT_BYLINE,
                     "![Rate](chart:dram.read) a[^b]\n\n[^b]: c\n");
        must_build(b, EDITION_REVIEW);
        if (b == &again) break;
    }
    assert_int_equal(built.output.count, again.output.count);
    for (size_t i = 0; i < built.output.count; i++) {
        const struct output_file *a = &built.output.file[i], *b = &again.output.file[i];
        if (i) assert_true(text_compare(built.output.file[i - 1].path, a->path) < 0);
        assert_true(text_equal(a->path, b->path));
        if (!text_equal(a->bytes, b->bytes)) fail_msg("%s differs", a->path.ptr);
    }
    scratch_close(&built.scratch);
    scratch_close(&again.scratch);
}

/* What may happen to a file of the theme, and what is said then. */
static void broken_theme(void **state) {
    (void)state;
    static const struct {
        const char *path, *bytes, *said;
    } rows[] = {
        {"templates/cards.mustache", "{{> head}}\n{{titel}}\n",
         "cards.mustache:2:3: error: unknown name titel"},
        {"templates/cards.mustache", "{{#groups}}\n",
         "cards.mustache:1:1: error: section that is not closed"},
        {"templates/cards.mustache", "<p>a</p>\n{{> hed}}\n",
         "cards.mustache:2:5: error: unknown partial hed"},
        {"templates/404.mustache", "", "404.mustache:1:1: error: the file is empty"},
        {"templates/404.mustache", "ab\xff\n", "404.mustache:1:3: error: byte 0xFF is not UTF-8"},
        {"templates/404.mustache", "a\nb\001\n", "404.mustache:2:2: error: U+0001 in text"},
        {"templates/404.mustache", "<p>cut o", "404.mustache:1:9: error: the file does not end"},
        {"css/20-page.css", "a {\n  color: red;\n",
         "20-page.css:1:3: error: block that is not closed"},
        {"css/20-page.css", "a {}\n/* b\n", "20-page.css:2:1: error: comment without an end"},
        {"css/20-page.css", "a { content: \"}\n}\n",
         "20-page.css:1:14: error: string without an end"},
        {"css/20-page.css", "a {}}\n", "20-page.css:1:5: error: } without {"},
        {"css/20-page.css", "{{{{{{{{{}}}}}}}}}\n",
         "20-page.css:1:9: error: blocks nested too deep"},
        {"css/20-page.css", "a { content: '\\'}\n",
         "20-page.css:1:14: error: string without an end"},
        {"css/20-page.css", "\n", "20-page.css:1:1: error: the file is empty"},
        {"words.yaml", "series:\n  a.b: [c, d]\n",
         "words.yaml:2:3: error: a.b has to be one line of"},
        {"words.yaml", "facts: all\n", "words.yaml:1:8: error: facts holds no names"},
        {"words.yaml", "axes: {}\nfact: {}\n", "words.yaml:2:1: error: unknown key fact"},
        {"words.yaml", "axes: {}\n", "error: the key titles is missing"},
        {"words.yaml", "titles:\n  cards: Cards\n  card: A\n",
         "words.yaml:3:3: error: unknown key card"},
        {"words.yaml", "titles:\n  cards: Cards\n", "error: the key glossary is missing"},
        {"words.yaml", "series:\n  a.b: c\n  a.b: d\n", "words.yaml:3:3: error: a.b was set on"},
        {"images/icon.svg", "\x89PNG\n", "icon.svg:1:1: error: byte 0x89 is not UTF-8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct built built;
        start(&built);
        char path[128];
        snprintf(path, sizeof path, "site/theme/%s", rows[i].path);
        scratch_put(&built.scratch, path, rows[i].bytes);
        if (build(&built, EDITION_PUBLIC)) fail_msg("accepted: %s", rows[i].said);
        scratch_said(&built.scratch, rows[i].said);
        scratch_close(&built.scratch);
    }
    struct built built;
    start(&built);
    assert_int_equal(unlinkat(built.scratch.root.fd, "site/theme/templates/404.mustache", 0), 0);
    assert_false(build(&built, EDITION_PUBLIC));
    scratch_said(&built.scratch, "no template 404.mustache");
    scratch_close(&built.scratch);
}

/* Where every reader of an input has let such a byte pass, what is written is still checked. */
static void bytes_that_are_no_text(void **state) {
    (void)state;
    struct built built;
    start(&built);
    struct scratch *scratch = &built.scratch;
    scratch_page(scratch, "content/glossary/one.md", "", SCRATCH_DRAFT_BYLINE, "Words.\n");
    must_build(&built, EDITION_REVIEW);
    struct site_build build = {.course = &scratch->course,
                               .arena = &scratch->arena,
                               .diags = &scratch->diags,
                               .kept = &scratch->arena,
                               .output = &built.output};
    site_add(&build, TEXT("glossary/one/index.html"), TEXT("<p>\n<b>a\x07\n"));
    site_add(&build, TEXT("feed.xml"), TEXT("<id>\xef\xbf\xbe</id>"));
    site_add(&build, TEXT("assets/js/model.json"), TEXT("\"\xfe"));
    site_add(&build, TEXT("assets/fonts/a.woff2"), TEXT("\xfe"));
    scratch_said(scratch, "content/glossary/one.md: error: the page made of it would hold the "
                          "character U+0007");
    scratch_said(scratch, "it stands behind \"<b>a\"");
    scratch_said(scratch, "feed.xml: error: the file would hold the character U+FFFE");
    scratch_said(scratch, "model.json: error: the file would hold bytes that are not UTF-8");
    assert_int_equal(scratch->diags.errors, 3);
    scratch_close(scratch);
}

/* Line ends and a byte order mark that an editor may leave make no difference. */
static void theme_from_windows(void **state) {
    (void)state;
    struct built built, other;
    start(&built);
    must_build(&built, EDITION_PUBLIC);
    start(&other);
    struct text theme = {0};
    struct arena arena = {0};
    struct diags diags = {0};
    assert_true(file_read(&other.scratch.root, TEXT("site/theme/templates/head.mustache"),
                          FILE_MAX_TEXT, &arena, &theme, &diags));
    struct buf crlf = {0};
    buf_str(&crlf, "\xef\xbb\xbf");
    for (size_t i = 0; i < theme.len; i++) {
        if (theme.ptr[i] == '\n') buf_char(&crlf, '\r');
        buf_char(&crlf, theme.ptr[i]);
    }
    scratch_put(&other.scratch, "site/theme/templates/head.mustache", crlf.ptr);
    must_build(&other, EDITION_PUBLIC);
    assert_string_equal(bytes_of(&built, "index.html"), bytes_of(&other, "index.html"));
    buf_free(&crlf);
    diags_free(&diags);
    arena_free(&arena);
    scratch_close(&built.scratch);
    scratch_close(&other.scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_draft_between_two),
        cmocka_unit_test(the_index_of_a_review),
        cmocka_unit_test(the_panel_of_a_review),
        cmocka_unit_test(what_happens_after),
        cmocka_unit_test(where_a_reader_is),
        cmocka_unit_test(noindex),
        cmocka_unit_test(a_title_with_everything),
        cmocka_unit_test(feed_and_map),
        cmocka_unit_test(self_contained),
        cmocka_unit_test(code_leads_to_its_file),
        cmocka_unit_test(sections_list_their_kinds),
        cmocka_unit_test(what_is_found),
        cmocka_unit_test(editions_by_card),
        cmocka_unit_test(numbers_that_answer),
        cmocka_unit_test(two_cards),
        cmocka_unit_test(links_go_somewhere),
        cmocka_unit_test(what_is_taken_along),
        cmocka_unit_test(archive_of_an_exercise),
        cmocka_unit_test(without_a_server),
        cmocka_unit_test(every_page_in_one_file),
        cmocka_unit_test(card_page),
        cmocka_unit_test(summary_of_a_card),
        cmocka_unit_test(same_bytes),
        cmocka_unit_test(broken_theme),
        cmocka_unit_test(bytes_that_are_no_text),
        cmocka_unit_test(theme_from_windows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
