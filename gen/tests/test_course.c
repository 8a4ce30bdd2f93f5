/* The course: loading, heading ids, addresses, lists and order, and what a draft leaves behind. */
#include "course_scratch.h"

/* --- ids ----------------------------------------------------------------------------------- */

/* The ids of a page's headings in order, with a space behind each. */
static struct text ids_of(struct scratch *scratch, const char *address) {
    struct buf out = {0};
    const struct node *root = scratch_entry(scratch, address)->page->document;
    for (const struct node *node = root; node; node = tree_next(node, root))
        if (node->type == NODE_HEADING) {
            buf_view(&out, node->heading.id);
            buf_char(&out, ' ');
        }
    struct text ids = arena_text(&scratch->arena, buf_text(&out));
    buf_free(&out);
    return ids;
}

static void heading_ids(void **state) {
    static const struct {
        const char *body, *ids;
    } cases[] = {
        {"## Latency\n\n## Latency\n\n## Latency 1\n\n## Latency\n",
         "latency latency-1 latency-1-1 latency-2 "},
        {"## A 1\n\n## A\n\n## A\n", "a-1 a a-2 "},
        {"## 显存带宽\n\n## Latência de L2\n\n## What's \"cold\"? (L2 → DRAM)\n\n## C++ & CUDA\n",
         "显存带宽 latência-de-l2 whats-cold-l2--dram c--cuda "},
        {"## Late\u0302ncia\n", "latência "},
        {"## 🚀\n\n## 🚀 🚀\n\n## Section\n\n## ***\n", "section section-1 section-2 section-3 "},
        {"## Pinned {#here}\n\n## Here\n", "here here-1 "},
        {"## `cudaMalloc` and *more*\n", "cudamalloc-and-more "},
        {"## Reads at {{ dram.read }} from DRAM\n", "reads-at-from-dram "},
        {"## {{ dram.read }}\n", "section "},
        {"## It is {{ if dram.read > 1 TB/s }}fast{{ else }}slow{{ end }}\n", "it-is "},
        {"## G-note-1\n\nText.[^a]\n\n[^a]: Note.\n", "g-note-1 "},
        {"Setext *one*\n===\n\n> ## Quoted\n\n- ## In a list\n", "setext-one quoted in-a-list "},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scratch scratch;
        scratch_open(&scratch);
        scratch_page(&scratch, "content/glossary/kit.md", "", SCRATCH_DRAFT_BYLINE, cases[i].body);
        scratch_read(&scratch, EDITION_REVIEW);
        scratch_is(ids_of(&scratch, "/glossary/kit/"), cases[i].ids);
        scratch_close(&scratch);
    }
}

static void pinned_ids(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_page(&scratch, "content/glossary/kit.md", "", SCRATCH_DRAFT_BYLINE,
                 "## Latency\n\n## Latency\n\n## Latency 1\n\n## Pinned {#latency-1}\n");
    scratch_read(&scratch, EDITION_REVIEW);
    scratch_said(&scratch, "kit.md:19:11: error: id latency-1 is taken by line 15");
    assert_int_equal(scratch.diags.errors, 1);
    /* Found all the same, and no id is emitted twice. */
    scratch_is(ids_of(&scratch, "/glossary/kit/"), "latency latency-1 latency-1-1 latency-1-2 ");
    scratch_close(&scratch);
}

static void many_headings(void **state) {
    struct scratch scratch;
    struct buf body = {0};
    (void)state;
    for (int i = 0; i < 20000; i++)
        buf_str(&body, "# a\n");
    scratch_open(&scratch);
    scratch_page(&scratch, "content/glossary/kit.md", "", SCRATCH_DRAFT_BYLINE, body.ptr);
    scratch_read(&scratch, EDITION_REVIEW);
    assert_int_equal(scratch_entry(&scratch, "/glossary/kit/")->ids.all.count, 20000);
    buf_free(&body);
    scratch_close(&scratch);
}

/* --- what is read -------------------------------------------------------------------------- */

static void files_of_content(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_page(&scratch, "content/glossary/kit.md", "", SCRATCH_DRAFT_BYLINE, "Text.\n");
    scratch_put(&scratch, "content/glossary/photo.png", "PNG");
    scratch_put(&scratch, "content/site.yml", "title: x\n");
    scratch_put(&scratch, "content/exercises/sum/starter.cu", "int x;\n");
    scratch_put(&scratch, "content/exercises/sum/tests/one.txt", "1\n");
    scratch_put(&scratch, "content/exercises/loose.cu", "int x;\n");
    scratch_put(&scratch, "content/glossary/.kit.md.swp", "editor");
    scratch_put(&scratch, "content/glossary/kit.md~", "editor");
    scratch_read(&scratch, EDITION_REVIEW);
    scratch_said(&scratch, "content/exercises/loose.cu: error: this file would not become part");
    scratch_said(&scratch, "content/glossary/photo.png: error: this file would not become part");
    scratch_said(&scratch, "content/site.yml: error: this file would not become part");
    scratch_said(&scratch, "the settings are called content/site.yaml");
    assert_int_equal(scratch.diags.errors, 3);
    assert_int_equal(scratch.course.entry_count, 1);
    scratch_close(&scratch);
}

static void no_settings(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    unlinkat(scratch.root.fd, "content/site.yaml", 0);
    scratch_page(&scratch, "content/glossary/kit.md", "nonsense: x\n", SCRATCH_DRAFT_BYLINE, "");
    assert_false(scratch_read_as(&scratch, EDITION_PUBLIC, NULL));
    scratch_said(&scratch, "content/site.yaml: error:");
    scratch_said(&scratch, "content/glossary/kit.md:6:1: error:"); /* all of a run are listed */
    scratch_close(&scratch);
}

static void which_card(void **state) {
    static const struct {
        const char *wanted, *id, *message;
    } cases[] = {
        {"", "kit-home", NULL},
        {"kit-home", "kit-home", NULL},
        {"a100-sxm-40", "a100-sxm-40", NULL},
        {"Kit a100-sxm-40", "a100-sxm-40", NULL},
        {"SXM-40", "a100-sxm-40", NULL},
        {"a100", NULL,
         "error: \"a100\" fits 2 cards\n    choose one of a100-sxm-40, a100-sxm-80\n"},
        {"a10", NULL, "error: there is no card \"a10\"\n"},
        {"kit-hone", NULL, "there is no card \"kit-hone\"\n    nearest: kit-home\n"},
        {"zzz", NULL, "the cards are the files of measurements/, without .json"},
        {"../kit-home", NULL, "there is no card \"../kit-home\""},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct scratch scratch;
        scratch_open(&scratch);
        scratch_card(&scratch, "a100-sxm-40", "1e12", SCRATCH_ZEROS);
        scratch_card(&scratch, "a100-sxm-80", "2e12", SCRATCH_ZEROS);
        if (scratch_read_as(&scratch, EDITION_PUBLIC, cases[i].wanted) != (cases[i].id != NULL))
            fail_msg("\"%s\"", cases[i].wanted);
        if (cases[i].id)
            scratch_is(scratch.course.card->id, cases[i].id);
        else
            scratch_said(&scratch, cases[i].message);
        assert_int_equal(scratch.course.home, i < 2);
        scratch_close(&scratch);
    }
}

static void unknown_default_card(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_put(&scratch, "content/site.yaml",
                "title: Kit\nsummary: A kit.\nbase: https://example.org/\nhome-card: kit-hom\n");
    assert_false(scratch_read_as(&scratch, EDITION_PUBLIC, NULL));
    scratch_said(&scratch, "content/site.yaml:4:12: error: there is no card \"kit-hom\"");
    scratch_said(&scratch, "nearest: kit-home");
    scratch_close(&scratch);
}

/* The cards of editions are other cards that exist; a build for one of them has its own pages alone. */
static void cards_of_editions(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_card(&scratch, "kit-b", "1e12", SCRATCH_ZEROS);
    scratch_put(&scratch, "content/site.yaml",
                "title: Kit\nbase: https://example.org/\nhome-card: kit-home\n"
                "cards: [kit-b, kit-home, kit-c]\n");
    assert_true(scratch_read_as(&scratch, EDITION_PUBLIC, NULL));
    scratch_said(&scratch, "content/site.yaml:4:16: error: cards: kit-home is the default card");
    scratch_said(&scratch, "content/site.yaml:4:26: error: cards: there is no card \"kit-c\"");
    assert_int_equal(scratch.course.other_count, 1);
    assert_true(scratch_read_as(&scratch, EDITION_PUBLIC, "kit-b"));
    assert_int_equal(scratch.course.other_count, 0);
    scratch_close(&scratch);
}

/* A file that was refused has said why; that there is no such card would be a second message. */
static void broken_default_card(void **state) {
    (void)state;
    for (int named = 0; named < 2; named++) {
        struct scratch scratch;
        scratch_open(&scratch);
        scratch_put(&scratch, "measurements/kit-home.json", "{\n");
        assert_false(scratch_read_as(&scratch, EDITION_PUBLIC, named ? "kit-home" : NULL));
        assert_int_equal(scratch.diags.errors, 1);
        scratch_said(&scratch, "measurements/kit-home.json:1:1: error: the file ends inside an");
        scratch_close(&scratch);
    }
}

/* --- addresses ----------------------------------------------------------------------------- */

/* What is the same to a reader of lists, in the same kind of page. */
static void twins(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    static const char *const page =
        "---\ntitle: %s\n%skind: %s\nsummary: Kit.\n" SCRATCH_DRAFT_BYLINE "---\n\nText.\n";
    static const struct {
        const char *path, *title, *term, *kind;
    } pages[] = {
        {"content/glossary/a.md", "A sector", "term: Sector\n", "glossary"},
        {"content/glossary/b.md", "a  Sector", "term: SECTOR\n", "glossary"},
        {"content/glossary/c.md", "Another", "term: A sector\n", "glossary"},
        {"content/lessons/d.md", "A sector", "", "lesson"},
    };
    for (size_t i = 0; i < 4; i++)
        scratch_put(
            &scratch, pages[i].path,
            arena_printf(&scratch.arena, page, pages[i].title, pages[i].term, pages[i].kind).ptr);
    scratch_read(&scratch, EDITION_REVIEW);
    scratch_said(&scratch, "b.md:2:8: warning: content/glossary/a.md:2 has the same title");
    scratch_said(&scratch, "b.md:3:7: warning: content/glossary/a.md:3 has the same term");
    assert_int_equal(scratch.diags.count, 2);
    scratch_close(&scratch);
}

static void aliases(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_page(
        &scratch, "content/glossary/a.md",
        "aliases:\n  - /old/a/\n  - /Old/A/\n  - /glossary/b/\n  - old\n  - /cards/x/\n"
        "  - /terms/\n  - /../etc/\n  - /x/../y/\n  - /\n  - /two//parts/\n  - /latência/\n",
        SCRATCH_DRAFT_BYLINE, "Text.\n");
    scratch_page(&scratch, "content/glossary/b.md",
                 "aliases: [/old/a/, /old/b/, \"/late\u0302ncia/\", /glossary/planned-one/]\n",
                 SCRATCH_DRAFT_BYLINE, "Text.\n");
    scratch_page(&scratch, "content/glossary/c.md",
                 "aliases:\n  - /old/page.html\n  - /old/index.html\n  - /404.html\n  - /old/con/\n"
                 "  - /old/page.htm\n",
                 SCRATCH_DRAFT_BYLINE, "Text.\n");
    scratch_read(&scratch, EDITION_REVIEW);
    scratch_said(&scratch, "c.md:8:5: error: \"/old/index.html\" cannot be an alias");
    scratch_said(&scratch, "c.md:9:5: error: \"/404.html\" cannot be an alias");
    scratch_said(&scratch, "c.md:10:5: error: \"/old/con/\" cannot be an alias");
    scratch_said(&scratch, "c.md:11:5: error: \"/old/page.htm\" cannot be an alias");
    assert_null(strstr(scratch_messages(&scratch).ptr, "page.html\""));
    scratch_said(&scratch,
                 "a.md:8:5: error: the address /Old/A/ is taken by content/glossary/a.md:7 "
                 "(they differ only in case or Unicode form)");
    scratch_said(&scratch, "a.md:9:5: error: the address /glossary/b/ is taken by "
                           "content/glossary/b.md\n");
    scratch_said(&scratch, "a.md:10:5: error: \"old\" cannot be an alias");
    scratch_said(&scratch, "a.md:11:5: error: \"/cards/x/\" cannot be an alias");
    scratch_said(&scratch, "a.md:12:5: error: \"/terms/\" cannot be an alias");
    scratch_said(&scratch, "a.md:13:5: error: \"/../etc/\" cannot be an alias");
    scratch_said(&scratch, "a.md:14:5: error: \"/x/../y/\" cannot be an alias");
    scratch_said(&scratch, "a.md:15:5: error: \"/\" cannot be an alias");
    scratch_said(&scratch, "a.md:16:5: error: \"/two//parts/\" cannot be an alias");
    scratch_said(&scratch, "b.md:6:11: error: the address /old/a/ is taken by "
                           "content/glossary/a.md:7\n");
    scratch_said(&scratch, "b.md:6:29: error: the address /late\u0302ncia/ is taken by "
                           "content/glossary/a.md:17\n");
    scratch_said(&scratch, "site.yaml:7:11: error: the address /glossary/planned-one/ is taken by "
                           "content/glossary/b.md:6");
    assert_int_equal(scratch.diags.errors, 16);
    scratch_close(&scratch);
}

static void planned_and_written(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_page(&scratch, "content/glossary/planned-one.md", "", SCRATCH_DRAFT_BYLINE, "Text.\n");
    scratch_read(&scratch, EDITION_REVIEW);
    scratch_said(&scratch, "content/site.yaml:7:11: warning: /glossary/planned-one/ is written: "
                           "content/glossary/planned-one.md");
    assert_int_equal(scratch.diags.errors, 0);
    scratch_close(&scratch);
}

/* Two names that some disks keep apart and others do not. */
static void names_that_look_the_same(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_page(&scratch, "content/glossary/latência.md", "", SCRATCH_DRAFT_BYLINE, "Text.\n");
    scratch_page(&scratch, "content/glossary/late\u0302ncia.md", "", SCRATCH_DRAFT_BYLINE, "x\n");
    scratch_page(&scratch, "content/glossary/kit.md", "", SCRATCH_DRAFT_BYLINE,
                 "[it](/glossary/latência/)\n");
    scratch_page(&scratch, "content/glossary/Kit.md", "", SCRATCH_DRAFT_BYLINE, "x\n");
    scratch_read(&scratch, EDITION_REVIEW);
    scratch_said(&scratch, "the address /glossary/latência/ is taken by content/glossary/lat");
    scratch_said(&scratch, "the address /glossary/kit/ is taken by content/glossary/Kit.md (they "
                           "differ only in case or Unicode form)");
    scratch_close(&scratch);
}

/* --- lists and order ----------------------------------------------------------------------- */

static void related_lists(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_page(&scratch, "content/glossary/a.md",
                 "related: [b, planned-one, lessons/day-1, no, off]\nlessons: [day-1, day-99]\n"
                 "errors: [b]\n",
                 SCRATCH_OPEN_BYLINE, "[b](/glossary/b/) and [b](/glossary/b/)\n");
    scratch_page(&scratch, "content/glossary/b.md", "", SCRATCH_OPEN_BYLINE,
                 "[a](/glossary/a/) [a](#own)\n\n## Own\n");
    scratch_page(&scratch, "content/glossary/no.md", "", SCRATCH_OPEN_BYLINE, "x\n");
    scratch_page(&scratch, "content/glossary/off.md", "", SCRATCH_OPEN_BYLINE, "x\n");
    scratch_page(&scratch, "content/errors/b.md", "", SCRATCH_OPEN_BYLINE, "x\n");
    scratch_page(&scratch, "content/lessons/day-1.md", "", SCRATCH_OPEN_BYLINE, "x\n");
    scratch_read(&scratch, EDITION_PUBLIC);
    scratch_quiet(&scratch);
    const struct entry *a = scratch_entry(&scratch, "/glossary/a/");
    const struct entry *b = scratch_entry(&scratch, "/glossary/b/");
    assert_int_equal(a->list[ENTRY_RELATED].count, 4);
    scratch_is(a->list[ENTRY_RELATED].page[0]->page->address, "/glossary/b/");
    scratch_is(a->list[ENTRY_RELATED].page[1]->page->address, "/lessons/day-1/");
    scratch_is(a->list[ENTRY_RELATED].page[2]->page->address, "/glossary/no/");
    scratch_is(a->list[ENTRY_RELATED].page[3]->page->address, "/glossary/off/");
    assert_int_equal(a->list[ENTRY_RELATED].plain.count, 1);
    scratch_is(a->list[ENTRY_RELATED].plain.at[0], "Planned one");
    assert_int_equal(a->list[ENTRY_LESSONS].count, 1);
    scratch_is(a->list[ENTRY_LESSONS].page[0]->page->address, "/lessons/day-1/");
    assert_int_equal(a->list[ENTRY_LESSONS].plain.count, 1);
    scratch_is(a->list[ENTRY_LESSONS].plain.at[0], "Day 99");
    assert_int_equal(a->list[ENTRY_ERRORS].count, 1);
    scratch_is(a->list[ENTRY_ERRORS].page[0]->page->address, "/errors/b/");
    assert_int_equal(b->list[ENTRY_BACKLINKS].count, 1);
    assert_ptr_equal(b->list[ENTRY_BACKLINKS].page[0], a);
    assert_int_equal(a->list[ENTRY_BACKLINKS].count, 1);
    assert_ptr_equal(a->list[ENTRY_BACKLINKS].page[0], b);
    assert_int_equal(scratch_entry(&scratch, "/lessons/day-1/")->list[ENTRY_BACKLINKS].count, 1);
    scratch_close(&scratch);
}

static void related_mistakes(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_page(&scratch, "content/glossary/registers.md",
                 "related: [shared-memry, shared-memory, /glossary/shared-memory/, registers]\n"
                 "lessons:\n  - day-98\n",
                 SCRATCH_DRAFT_BYLINE, "Text.\n");
    scratch_page(&scratch, "content/glossary/shared-memory.md", "", SCRATCH_DRAFT_BYLINE, "x\n");
    scratch_read(&scratch, EDITION_REVIEW);
    scratch_said(&scratch, "registers.md:6:11: error: related: there is no page \"shared-memry\"");
    scratch_said(&scratch, "    nearest: shared-memory\n");
    scratch_said(&scratch, "registers.md:6:40: error: related: \"/glossary/shared-memory/\" is "
                           "named twice");
    scratch_said(&scratch, "registers.md:6:66: error: related: the page names itself");
    scratch_said(&scratch, "registers.md:8:5: error: lessons: there is no page \"day-98\"");
    scratch_said(&scratch, "    nearest: day-99\n");
    assert_int_equal(scratch.diags.errors, 4);
    scratch_close(&scratch);
}

/* STEP/BRANCH of some pages of the glossary, by their last parts. */
static void steps_are(struct scratch *scratch, const char *names, const char *wanted) {
    struct text rest = text_of(names);
    struct buf out = {0};
    while (rest.ptr) {
        struct text name = text_next(&rest, ' ');
        const struct entry *entry = scratch_entry(
            scratch, arena_printf(&scratch->arena, "/glossary/%.*s/", TEXT_ARG(name)).ptr);
        buf_printf(&out, "%s%zu/%zu", out.len ? " " : "", entry->step, entry->branch);
    }
    scratch_is(buf_text(&out), wanted);
    buf_free(&out);
}

static void path_steps(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_path(&scratch, "  - glossary/a\n  - day-99\n  - b\n  - day-1\n  - c\n");
    scratch_page(&scratch, "content/glossary/a.md", "", SCRATCH_OPEN_BYLINE, "x\n");
    scratch_page(&scratch, "content/glossary/b.md", "", SCRATCH_DRAFT_BYLINE, "x\n");
    scratch_page(&scratch, "content/glossary/c.md", "needs: [a, day-1]\n", SCRATCH_OPEN_BYLINE,
                 "x\n");
    scratch_page(&scratch, "content/lessons/day-1.md", "needs: [b, day-99]\n", SCRATCH_OPEN_BYLINE,
                 "x\n");
    scratch_page(&scratch, "content/glossary/f.md", "needs: [e]\n", SCRATCH_OPEN_BYLINE, "x\n");
    scratch_page(&scratch, "content/glossary/e.md", "needs: [a, d]\n", SCRATCH_OPEN_BYLINE, "x\n");
    scratch_page(&scratch, "content/glossary/d.md", "needs: [day-1]\n", SCRATCH_OPEN_BYLINE, "x\n");
    scratch_page(&scratch, "content/glossary/g.md", "", SCRATCH_OPEN_BYLINE, "x\n");
    scratch_read(&scratch, EDITION_REVIEW);
    scratch_quiet(&scratch);
    steps_are(&scratch, "a b c d e f g", "1/0 2/0 4/0 0/3 0/3 0/3 0/0");
    assert_int_equal(scratch.course.path_count, 4);
    scratch_is(scratch.course.path[2]->page->address, "/lessons/day-1/");
    const struct entry_list *needs = &scratch_entry(&scratch, "/lessons/day-1/")->list[ENTRY_NEEDS];
    assert_int_equal(needs->count, 1);
    scratch_is(needs->plain.at[0], "Day 99");
    /* A draft is no step of the public edition. */
    course_choose(&scratch.course, EDITION_PUBLIC, &scratch.diags);
    scratch_quiet(&scratch);
    steps_are(&scratch, "a b c d e f g", "1/0 0/0 3/0 0/2 0/2 0/2 0/0");
    assert_int_equal(scratch.course.path_count, 3);
    scratch_close(&scratch);
}

static void path_mistakes(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_path(&scratch, "  - b\n  - glossry\n  - glossary/a\n  - /glossary/b/\n");
    scratch_page(&scratch, "content/glossary/a.md", "needs: [b, c]\n", SCRATCH_DRAFT_BYLINE, "x\n");
    scratch_page(&scratch, "content/glossary/b.md", "needs: [a, nn]\n", SCRATCH_DRAFT_BYLINE,
                 "x\n");
    scratch_page(&scratch, "content/glossary/c.md", "", SCRATCH_DRAFT_BYLINE, "x\n");
    scratch_read(&scratch, EDITION_REVIEW);
    scratch_said(&scratch, "site.yaml:7:5: error: path: there is no page \"glossry\"");
    scratch_said(&scratch, "site.yaml:9:5: error: path: \"/glossary/b/\" is named twice");
    scratch_said(&scratch, "b.md:6:12: error: needs: there is no page \"nn\"");
    scratch_said(&scratch, "b.md:6:9: error: needs: \"a\" comes later on the path");
    scratch_said(&scratch, "a.md:6:12: error: needs: \"c\" is not on the path, and this page is");
    scratch_said(&scratch,
                 "a.md:6:9: error: needs: \"b\" needs this page, itself or by what it needs");
    assert_int_equal(scratch.diags.errors, 6);
    scratch_close(&scratch);

    scratch_open(&scratch); /* z needs the circle and stands behind it */
    scratch_page(&scratch, "content/glossary/a.md", "needs: [d, b]\n", SCRATCH_DRAFT_BYLINE, "x\n");
    scratch_page(&scratch, "content/glossary/b.md", "needs: [c]\n", SCRATCH_DRAFT_BYLINE, "x\n");
    scratch_page(&scratch, "content/glossary/c.md", "needs: [a]\n", SCRATCH_DRAFT_BYLINE, "x\n");
    scratch_page(&scratch, "content/glossary/d.md", "", SCRATCH_DRAFT_BYLINE, "x\n");
    scratch_page(&scratch, "content/glossary/y.md", "needs: [a]\n", SCRATCH_DRAFT_BYLINE, "x\n");
    scratch_page(&scratch, "content/glossary/z.md", "needs: [y]\n", SCRATCH_DRAFT_BYLINE, "x\n");
    scratch_read(&scratch, EDITION_REVIEW);
    assert_int_equal(scratch.diags.errors, 1);
    scratch_said(&scratch, "needs this page, itself or by what it needs");
    assert_null(strstr(scratch_messages(&scratch).ptr, "y.md"));
    assert_null(strstr(scratch_messages(&scratch).ptr, "z.md"));
    scratch_close(&scratch);
}

static void reading_order(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_page(&scratch, "content/glossary/z.md", "order: 1\n", SCRATCH_OPEN_BYLINE, "x\n");
    scratch_page(&scratch, "content/glossary/y.md", "order: 2\n", SCRATCH_DRAFT_BYLINE, "x\n");
    scratch_page(&scratch, "content/glossary/c.md", "order: 10\n", SCRATCH_OPEN_BYLINE, "x\n");
    scratch_page(&scratch, "content/glossary/b.md", "", SCRATCH_OPEN_BYLINE, "x\n");
    scratch_page(&scratch, "content/glossary/a.md", "", SCRATCH_OPEN_BYLINE, "x\n");
    scratch_page(&scratch, "content/lessons/a.md", "order: 1\n", SCRATCH_OPEN_BYLINE, "x\n");
    scratch_read(&scratch, EDITION_PUBLIC);
    static const char *const order[] = {"/glossary/z/", "/glossary/y/", "/glossary/c/",
                                        "/glossary/a/", "/glossary/b/", "/lessons/a/"};
    for (size_t i = 0; i < COUNT(order); i++)
        scratch_is(scratch.course.entry[i].page->address, order[i]);
    const struct entry *entry = scratch.course.entry;
    assert_null(entry[0].previous);
    assert_ptr_equal(entry[0].next, &entry[2]);
    assert_ptr_equal(entry[2].previous, &entry[0]);
    assert_null(entry[1].previous);
    assert_null(entry[1].next);
    assert_ptr_equal(entry[3].next, &entry[4]);
    assert_null(entry[4].next);
    assert_null(entry[5].previous);
    scratch_close(&scratch);
}

/* A draft in the middle: nothing that another page holds leads to it. */
static void draft_between_two(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_page(&scratch, "content/glossary/kit-first.md",
                 "order: 901\nrelated: [kit-middle, kit-last]\n", SCRATCH_OPEN_BYLINE,
                 "Before [the middle one](/glossary/kit-middle/) and its "
                 "[part](/glossary/kit-middle/#walrus-part).\n");
    scratch_page(&scratch, "content/glossary/kit-middle.md",
                 "order: 902\naliases: [/old/walrus/]\nrelated: [kit-first]\n",
                 SCRATCH_DRAFT_BYLINE, "## Walrus part\n\n[first](/glossary/kit-first/)\n");
    scratch_page(&scratch, "content/glossary/kit-last.md", "order: 903\n", SCRATCH_OPEN_BYLINE,
                 "x\n");
    scratch_read(&scratch, EDITION_PUBLIC);
    scratch_quiet(&scratch);
    const struct entry *first = scratch_entry(&scratch, "/glossary/kit-first/");
    const struct entry *last = scratch_entry(&scratch, "/glossary/kit-last/");
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(scratch_link(first, i)->link.target, LINK_PLAIN);
        assert_int_equal(scratch_link(first, i)->link.href.len, 0);
    }
    assert_int_equal(first->list[ENTRY_RELATED].count, 1);
    assert_ptr_equal(first->list[ENTRY_RELATED].page[0], last);
    assert_int_equal(first->list[ENTRY_RELATED].plain.count, 0);
    assert_int_equal(first->list[ENTRY_BACKLINKS].count, 0);
    assert_ptr_equal(first->next, last);
    assert_ptr_equal(last->previous, first);
    assert_false(scratch_entry(&scratch, "/glossary/kit-middle/")->in_edition);
    assert_int_equal(scratch_entry(&scratch, "/glossary/kit-middle/")->gate.count, 4);
    diags_free(&scratch.diags);

    /* The same folder for a reviewer. */
    scratch_read(&scratch, EDITION_REVIEW);
    first = scratch_entry(&scratch, "/glossary/kit-first/");
    scratch_is(scratch_link(first, 1)->link.href, "/glossary/kit-middle/#walrus-part");
    assert_int_equal(first->list[ENTRY_RELATED].count, 2);
    assert_int_equal(first->list[ENTRY_BACKLINKS].count, 1);
    scratch_close(&scratch);
}

/* A row without a word or a folder, twice in the order of lists, or in a section that the site lacks. */
static void kinds_of_pages(void **state) {
    (void)state;
    struct arena arena = {0};
    bool listed[KIND_COUNT] = {false};
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        const struct page_kind_about *about = &page_kinds[kind];
        const struct section *section = course_section(about->folder);
        assert_non_null(section);
        assert_int_equal(section->kind, kind);
        assert_int_equal(page_kind_of_word(text_of(about->word)), kind);
        assert_int_equal(page_kind_of_folder(text_of(about->folder)), kind);
        assert_true(*about->title && *about->list);
        assert_false(listed[page_kind_order[kind]]);
        listed[page_kind_order[kind]] = true;
    }
    assert_int_equal(page_kind_of_word(TEXT("glossar")), KIND_COUNT);
    assert_int_equal(page_kind_of_folder(TEXT("")), KIND_COUNT);
    assert_true(text_starts(text_of(page_kind_words(&arena)), "glossary lesson "));
    arena_free(&arena);
}

/* --- the gate and the cards ---------------------------------------------------------------- */

/* A claim that is false on the default card closes the gate whatever card is built for; one that is
 * false on another card does not. */
static void gate_reads_the_default_card(void **state) {
    (void)state;
    for (int other = 0; other < 2; other++) {
        struct scratch scratch;
        scratch_open(&scratch);
        scratch_card(&scratch, "slow", "1e11", SCRATCH_ZEROS);
        scratch_page(&scratch, "content/glossary/home-false.md", "", SCRATCH_OPEN_BYLINE,
                     "It is {{ claim dram.read < 1 TB/s }}slow{{ end }}.\n");
        scratch_page(&scratch, "content/glossary/home-true.md", "", SCRATCH_OPEN_BYLINE,
                     "It is {{ claim dram.read > 1 TB/s }}fast{{ end }}.\n");
        assert_true(scratch_read_as(&scratch, EDITION_REVIEW, other ? "slow" : NULL));
        const struct entry *is_false = scratch_entry(&scratch, "/glossary/home-false/");
        assert_false(is_false->gate.open);
        assert_int_equal(is_false->gate.count, 1);
        assert_int_equal(is_false->gate.reason[0].code, GATE_FALSE_CLAIM);
        assert_true(scratch_entry(&scratch, "/glossary/home-true/")->gate.open);
        assert_int_equal(scratch.diags.errors, 0);
        diags_free(&scratch.diags);
        /* What is published for another card has no errors: the words are left out there. */
        assert_true(scratch_read_as(&scratch, EDITION_PUBLIC, other ? "slow" : NULL));
        assert_int_equal(scratch.diags.errors, other ? 0 : 1);
        scratch_close(&scratch);
    }
}

/* Headings under a condition: ids do not depend on the card. */
/* A page beside that of an exercise may show its code only when the exercise is published. */
static void code_of_a_draft_exercise(void **state) {
    static const char front[] = "---\ntitle: %s\nkind: exercise\nsummary: Kit.\n%s---\n\nText.\n\n"
                                "```c from=content/exercises/sum/a.c#a\n```\n";
    (void)state;
    for (int published = 0; published < 2; published++) {
        struct scratch scratch;
        scratch_open(&scratch);
        const char *own = published ? SCRATCH_OPEN_BYLINE : SCRATCH_DRAFT_BYLINE;
        scratch_put(&scratch, "content/exercises/sum/a.c", "// region: a\nint x;\n// endregion\n");
        scratch_put(&scratch, "content/exercises/sum/index.md",
                    arena_printf(&scratch.arena, front, "Sum", own).ptr);
        scratch_put(&scratch, "content/exercises/sum/more.md",
                    arena_printf(&scratch.arena, front, "More", SCRATCH_OPEN_BYLINE).ptr);
        scratch_read(&scratch, EDITION_PUBLIC);
        scratch_quiet(&scratch);
        const struct gate *gate = &scratch_entry(&scratch, "/exercises/sum/more/")->gate;
        assert_int_equal(gate->open, published);
        assert_int_equal(scratch_entry(&scratch, "/exercises/sum/more/")->in_edition, published);
        if (!published) {
            assert_int_equal(gate->count, 1);
            assert_string_equal(gate_code_word(gate->reason[0].code), "exercise-draft");
            scratch_is(gate->reason[0].message, "content/exercises/sum/a.c belongs to "
                                                "/exercises/sum/, which is not published");
        }
        scratch_close(&scratch);
    }
}

static void ids_on_two_cards(void **state) {
    static const char body[] = "{{ if dram.read > 1 TB/s }}\n\n## Same\n\n{{ else }}\n\n## Same\n\n"
                               "{{ end }}\n\n## Same\n\n[one](#same-2)\n";
    (void)state;
    for (int other = 0; other < 2; other++) {
        struct scratch scratch;
        scratch_open(&scratch);
        scratch_card(&scratch, "slow", "1e11", SCRATCH_ZEROS);
        scratch_page(&scratch, "content/glossary/kit.md", "", SCRATCH_DRAFT_BYLINE, body);
        assert_true(scratch_read_as(&scratch, EDITION_REVIEW, other ? "slow" : NULL));
        scratch_quiet(&scratch);
        scratch_is(ids_of(&scratch, "/glossary/kit/"), "same same-1 same-2 ");
        const struct entry *entry = scratch_entry(&scratch, "/glossary/kit/");
        assert_int_equal(map_find(&entry->ids.shown, TEXT("same")) != NULL, !other);
        assert_int_equal(map_find(&entry->ids.shown, TEXT("same-1")) != NULL, other);
        scratch_close(&scratch);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heading_ids),
        cmocka_unit_test(pinned_ids),
        cmocka_unit_test(many_headings),
        cmocka_unit_test(files_of_content),
        cmocka_unit_test(no_settings),
        cmocka_unit_test(which_card),
        cmocka_unit_test(unknown_default_card),
        cmocka_unit_test(cards_of_editions),
        cmocka_unit_test(broken_default_card),
        cmocka_unit_test(twins),
        cmocka_unit_test(aliases),
        cmocka_unit_test(planned_and_written),
        cmocka_unit_test(names_that_look_the_same),
        cmocka_unit_test(related_lists),
        cmocka_unit_test(related_mistakes),
        cmocka_unit_test(path_steps),
        cmocka_unit_test(path_mistakes),
        cmocka_unit_test(reading_order),
        cmocka_unit_test(draft_between_two),
        cmocka_unit_test(kinds_of_pages),
        cmocka_unit_test(gate_reads_the_default_card),
        cmocka_unit_test(code_of_a_draft_exercise),
        cmocka_unit_test(ids_on_two_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
