/* Pages that are put aside: whatever is made of a course is the same with all trees in memory and with none. */
#include "course_scratch.h"

#include "base/pack.h"
#include "course/signers.h"
#include "page/packed.h"
#include "render/render.h"

struct made {
    struct arena arena;
    struct diags diags;
    struct course course;
    struct output output;
};

/* The review edition, and its pages for one more card. */
static void make(struct made *made, const struct root *root, bool small) {
    const struct course_options options = {
        .edition = EDITION_REVIEW, .today = SCRATCH_TODAY, .small = small};
    *made = (struct made){0};
    if (!course_load(&made->course, root, &options, &made->arena, &made->diags)) return;
    course_resolve(&made->course, &options, &made->diags);
    if (made->course.other_count > 1) made->course.other_count = 1;
    if (render_site(&made->output, &made->course, &made->arena, &made->diags))
        render_editions(&made->output, &made->course, &made->arena, &made->diags);
}

static void release(struct made *made) {
    output_free(&made->output);
    course_free(&made->course);
    diags_free(&made->diags);
    arena_free(&made->arena);
}

static size_t count_aside(const struct course *course) {
    size_t count = 0;
    for (size_t i = 0; i < course->entry_count; i++) {
        count += course->entry[i].aside != NULL;
        if (course->entry[i].aside) assert_null(course->entry[i].page->document);
    }
    return count;
}

static void same_messages(struct diags *a, struct diags *b) {
    struct buf first = {0}, second = {0};
    diags_print(a, &first, DIAG_PLAIN);
    diags_print(b, &second, DIAG_PLAIN);
    assert_string_equal(buf_text(&first).ptr, buf_text(&second).ptr);
    buf_free(&first);
    buf_free(&second);
}

static void same_files(const struct output *a, const struct output *b) {
    struct buf room[2] = {{0}, {0}};
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        assert_true(text_equal(a->file[i].path, b->file[i].path));
        if (!text_equal(output_bytes(a, &a->file[i], &room[0]),
                        output_bytes(b, &b->file[i], &room[1])))
            fail_msg("%.*s differs", TEXT_ARG(a->file[i].path));
    }
    buf_free(&room[0]);
    buf_free(&room[1]);
}

static void compare(const struct root *root, size_t least_aside) {
    struct made whole, aside;
    make(&whole, root, false);
    make(&aside, root, true);
    assert_int_equal(count_aside(&whole.course), 0);
    assert_true(count_aside(&aside.course) >= least_aside);
    same_messages(&whole.diags, &aside.diags);
    same_files(&whole.output, &aside.output);
    release(&whole);
    release(&aside);
}

/* Every kind of page, node and fence that the course has. */
static void the_course(void **state) {
    struct root root;
    struct diags diags = {0};
    (void)state;
    assert_true(root_open(&root, ".", &diags));
    compare(&root, 20);
    root_close(&root);
}

/* Messages that come when the page is no longer there show its lines all the same. */
static void mistakes(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_page(&scratch, "content/glossary/a.md",
                 "aliases: [/glossary/b/, /old/]\nrelated: [nothing, b]\n", SCRATCH_DRAFT_BYLINE,
                 "## One\n\nTo [b](/glossary/b/#none), [c](/glossary/c/), [one](#oen), "
                 "![no drawing](picture.png).\n");
    scratch_page(&scratch, "content/glossary/b.md", "aliases: [/old/]\nneeds: [a]\n",
                 SCRATCH_OPEN_BYLINE,
                 "## Two {#one}\n\n## Three {#one}\n\n[a](/glossary/a/#one) and [b](b.md).\n");
    scratch_page(&scratch, "content/lessons/c.md", "", SCRATCH_OPEN_BYLINE, "Typed: 12 GB/s.\n");
    compare(&scratch.root, 2);
    scratch_close(&scratch);
}

/* The same course with what the last recall has kept. */
static void make_again(struct made *made, const struct root *root, struct recall *recall,
                       long today) {
    const struct course_options options = {
        .edition = EDITION_REVIEW, .today = today, .recall = recall};
    *made = (struct made){0};
    assert_true(course_load(&made->course, root, &options, &made->arena, &made->diags));
    course_resolve(&made->course, &options, &made->diags);
}

static void pass_on(struct recall *recall, struct buf *bytes) {
    struct recall next = {.program = TEXT("this")};
    assert_true(store_write(&recall->fresh, store_into_buf, bytes));
    arena_free(&recall->arena);
    assert_true(store_read(&next.known, buf_text(bytes), &next.arena));
    assert_true(recall_key(&next));
    *recall = next;
}

/* Of a page that did not change only the head is taken, with its messages; it is read when it is opened, and then it
 * must be what it was. */
static void pages_not_read(void **state) {
    struct recall recall = {.program = TEXT("this")};
    struct made first, second;
    struct scratch scratch;
    struct buf bytes = {0}, more = {0};
    (void)state;
    scratch_open(&scratch);
    scratch_page(&scratch, "content/glossary/a.md", "related: [b]\n", SCRATCH_OPEN_BYLINE,
                 "## One\n\nTo [b](/glossary/b/#two), {{ dram.read }}.\n\nTyped: 12 GB/s.\n");
    scratch_page(&scratch, "content/glossary/b.md", "", SCRATCH_DRAFT_BYLINE,
                 "## Two\n\nWords, and [a](/glossary/a/#one).\n");
    assert_true(recall_key(&recall));
    make_again(&first, &scratch.root, &recall, SCRATCH_TODAY);
    assert_non_null(first.course.entry[0].page->document);
    pass_on(&recall, &bytes);
    make_again(&second, &scratch.root, &recall, SCRATCH_TODAY);
    assert_int_equal(count_aside(&second.course), 2);
    assert_true(second.course.entry[0].unseen && first.diags.errors == 1);
    assert_true(text_equal(first.course.entry[0].page->front.title.value,
                           second.course.entry[0].page->front.title.value));
    same_messages(&first.diags, &second.diags);
    struct entry *entry = &second.course.entry[0];
    course_open(&second.course, entry);
    assert_non_null(entry->page->document);
    assert_false(second.course.aside->changed.len);
    course_close(&second.course, entry);
    scratch_page(&scratch, "content/glossary/a.md", "", SCRATCH_OPEN_BYLINE,
                 "## One\n\nOthers: {{ dram.read }}.\n");
    course_open(&second.course, entry);
    assert_true(text_is(second.course.aside->changed, "content/glossary/a.md"));
    course_close(&second.course, entry);
    release(&second);
    pass_on(&recall, &more);
    make_again(&second, &scratch.root, &recall, SCRATCH_TODAY); /* it is another page now */
    assert_int_equal(count_aside(&second.course), 1);
    assert_true(!second.course.entry[0].unseen && second.course.entry[1].unseen);
    assert_int_equal(second.diags.errors, 0);
    release(&second);
    release(&first);
    arena_free(&recall.arena);
    buf_free(&bytes);
    buf_free(&more);
    scratch_close(&scratch);
}

/* What the gate said counts for the day, the card and the signatures that it was asked for. */
static void gates_taken(void **state) {
    static const struct {
        long today;
        const char *rate;
        size_t false_claims, reasons;
        bool unseen;
    } steps[] = {
        {SCRATCH_TODAY, "4e12", 0, 0, false},      {SCRATCH_TODAY, "4e12", 0, 0, true},
        {SCRATCH_TODAY - 30, "4e12", 0, 2, false}, /* both days are to come */
        {SCRATCH_TODAY, "4e12", 0, 0, false},      {SCRATCH_TODAY, "1e12", 1, 1, false},
        {SCRATCH_TODAY, "1e12", 1, 1, true},
    };
    struct recall recall = {.program = TEXT("this")};
    struct buf bytes[sizeof steps / sizeof *steps] = {{0}};
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_page(&scratch, "content/glossary/a.md", "", SCRATCH_OPEN_BYLINE,
                 "{{ claim dram.read > 3 TB/s }}It is fast.{{ end }} Words.\n");
    assert_true(recall_key(&recall));
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct made made;
        scratch_card(&scratch, "kit-home", steps[i].rate, SCRATCH_ZEROS);
        make_again(&made, &scratch.root, &recall, steps[i].today);
        const struct entry *entry = &made.course.entry[0];
        assert_int_equal(entry->gate.count, steps[i].reasons);
        assert_int_equal(entry->gate.open, steps[i].reasons == 0);
        assert_int_equal(entry->page->false_claims, steps[i].false_claims);
        assert_int_equal(made.diags.warnings, steps[i].false_claims);
        assert_int_equal(entry->unseen, steps[i].unseen);
        release(&made);
        pass_on(&recall, &bytes[i]);
    }
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        buf_free(&bytes[i]);
    arena_free(&recall.arena);
    scratch_close(&scratch);
}

/* Bytes that are no page, or only a part of one, are refused and do not crash. */
static void broken_bytes(void **state) {
    struct scratch scratch;
    struct arena arena = {0};
    struct buf bytes = {0};
    (void)state;
    scratch_open(&scratch);
    scratch_page(
        &scratch, "content/glossary/a.md", "", SCRATCH_OPEN_BYLINE,
        "# One\n\n| a | b |\n|---|--:|\n| 1 | [x](/glossary/a/) |\n\n1. `c`\n2. *d*[^n]\n\n"
        "[^n]: {{ card.name }}\n");
    scratch_read(&scratch, EDITION_REVIEW);
    struct page *page = scratch.course.entry[0].page;
    page_pack(page, &bytes);
    struct buf again = {0};
    assert_true(page_unpack(page, buf_text(&bytes), &arena));
    page_pack(page, &again);
    assert_true(text_equal(buf_text(&bytes), buf_text(&again)));
    for (size_t length = 0; length < bytes.len; length++)
        assert_false(page_unpack(page, text_cut(buf_text(&bytes), 0, length), &arena));
    for (size_t i = 0; i < bytes.len; i++) {
        char *copy = (char *)arena_string(&arena, buf_text(&bytes));
        copy[i] ^= 0x55;
        page_unpack(page, (struct text){copy, bytes.len}, &arena);
        assert_non_null(page->document);
    }
    buf_free(&again);
    buf_free(&bytes);
    arena_free(&arena);
    scratch_close(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_course),     cmocka_unit_test(mistakes),
        cmocka_unit_test(pages_not_read), cmocka_unit_test(gates_taken),
        cmocka_unit_test(broken_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
