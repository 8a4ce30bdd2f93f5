/* test_desk -- what the review edition knows of pages: their state, how old they are, their claims on every card,
 * and what was corrected in them. */
#include "course_scratch.h"

#include "course/claims.h"
#include "course/desk.h"

/* Each page has one state, that of what is dealt with first; a reason that no state has is no lost page. */
static void states_of_the_desk(void **state) {
    (void)state;
    static const struct {
        enum gate_code code[3];
        size_t count;
        size_t stale_sources;
        enum desk_state state;
        const char *lacks;
    } rows[] = {
        {{GATE_AUTHOR, GATE_REVIEWER, GATE_FRONT},
         3,
         0,
         DESK_MISTAKES,
         "front matter, author, reviewer"},
        {{GATE_EMPTY}, 1, 0, DESK_MISTAKES, "text"},
        {{GATE_REVIEWER, GATE_WRITTEN}, 2, 0, DESK_AUTHOR, "reviewer, day written"},
        {{GATE_CHANGED, GATE_CHECKED},
         2,
         0,
         DESK_CHANGED,
         "day checked, review of the changed text"},
        {{GATE_EXERCISE}, 1, 0, DESK_EXERCISE, "published exercise"},
        {{GATE_SOURCE, GATE_SAME_PERSON, GATE_SOURCE},
         3,
         0,
         DESK_REVIEW,
         "second person, 2 sources to look up"},
        {{GATE_EARLIER, GATE_FALSE_CLAIM},
         2,
         0,
         DESK_SOURCES,
         "1 source since written, 1 true claim"},
        {{GATE_CODE_CHANGED, GATE_FALSE_CLAIM},
         2,
         0,
         DESK_CODE,
         "measurement of new code, 1 true claim"},
        {{GATE_FALSE_CLAIM, GATE_FALSE_CLAIM}, 2, 0, DESK_CLAIM, "2 true claims"},
        {{0}, 0, 2, DESK_STALE, "2 sources to look up again"},
        {{0}, 0, 0, DESK_PUBLISHED, ""},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct gate_reason reason[3] = {{.code = GATE_FRONT}};
        for (size_t j = 0; j < rows[i].count; j++)
            reason[j].code = rows[i].code[j];
        const struct entry entry = {
            .gate = {.open = !rows[i].count, .reason = reason, .count = rows[i].count},
            .stale = rows[i].stale_sources > 0,
            .stale_sources = rows[i].stale_sources};
        assert_int_equal(desk_state_of(&entry), rows[i].state);
        struct texts lacks = desk_lacks(&entry, 0, &arena);
        struct buf joined = {0};
        for (size_t j = 0; j < lacks.count; j++)
            buf_printf(&joined, "%s%.*s", j ? ", " : "", TEXT_ARG(lacks.at[j]));
        scratch_is(buf_take(&joined, &arena), rows[i].lacks);
    }
    arena_free(&arena);
}

/* ---- freshness ------------------------------------------------------------------------------ */

#define BYLINE_OF(day)                                                                             \
    "byline: {author: Ana Lima, reviewer: Bo Falk, written: 2026-08-01, checked: " day "}\n"

static void read_strictly(struct scratch *scratch) {
    const struct course_options options = {
        .edition = EDITION_PUBLIC, .today = SCRATCH_TODAY, .fresh = true};
    assert_true(
        course_load(&scratch->course, &scratch->root, &options, &scratch->arena, &scratch->diags));
    course_resolve(&scratch->course, &options, &scratch->diags);
}

/* The limit is 100 days. What is old stays published; only who asks for it gets an error. */
static void stale_pages(void **state) {
    static const char sources[] =
        "sources:\n  - {id: a, title: A, url: \"https://example.org/\", checked: 2026-08-21}\n"
        "  - {id: b, title: B, url: \"https://example.org/\", checked: 2026-08-20}\n";
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_page(&scratch, "content/glossary/new.md", "", BYLINE_OF("2026-08-21"), "x\n");
    scratch_page(&scratch, "content/glossary/old.md", "", BYLINE_OF("2026-08-20"), "x\n");
    scratch_page(&scratch, "content/glossary/source.md", sources, BYLINE_OF("2026-11-20"), "x\n");
    scratch_page(&scratch, "content/glossary/draft.md", sources, SCRATCH_DRAFT_BYLINE, "x\n");
    scratch_read(&scratch, EDITION_PUBLIC);
    scratch_quiet(&scratch);
    const struct entry *old = scratch_entry(&scratch, "/glossary/old/");
    const struct entry *source = scratch_entry(&scratch, "/glossary/source/");
    assert_false(scratch_entry(&scratch, "/glossary/new/")->stale);
    assert_true(old->stale && old->stale_check && old->in_edition);
    assert_true(source->stale && !source->stale_check && source->in_edition);
    assert_int_equal(source->stale_sources, 1);
    assert_int_equal(desk_state_of(source), DESK_STALE);
    read_strictly(&scratch);
    assert_int_equal(scratch.diags.errors, 2); /* none for the draft */
    scratch_said(&scratch, "content/glossary/old.md:6:77: error: the page was checked more than "
                           "100 days ago");
    scratch_said(&scratch, "`build/gen sign glossary/old --reviewer NAME`");
    scratch_said(&scratch, "content/glossary/source.md:8:61: error: the source \"b\" was looked up "
                           "more than 100 days ago");
    scratch_said(&scratch, "`build/gen sign glossary/source --source b`");
    scratch_close(&scratch);
}

/* ---- claims --------------------------------------------------------------------------------- */

/* The default card reads 4 TB/s, the slow one 0.1, and an old one nothing. */
static const struct claim_row {
    const char *body;
    enum claim_state home, slow, old;
} claim_rows[] = {
    {"{{ claim dram.read > 1 TB/s }}fast{{ end }}", CLAIM_HOLDS, CLAIM_FALSE, CLAIM_UNKNOWN},
    {"{{ claim dram.read > 1 TB/s }}fast{{ else }}slow{{ end }}", CLAIM_HOLDS, CLAIM_ELSE,
     CLAIM_ELSE},
    {"{{ claim dram.read > 3.9 TB/s }}fast{{ end }}", CLAIM_TIGHT, CLAIM_FALSE, CLAIM_UNKNOWN},
    {"{{ claim dram.read > 0.09 TB/s }}fast{{ end }}", CLAIM_HOLDS, CLAIM_HOLDS, CLAIM_UNKNOWN},
    {"{{ if dram.read > 1 TB/s }}{{ claim dram.read > 3.9 TB/s }}a{{ end }}{{ end }}", CLAIM_TIGHT,
     CLAIM_UNREAD, CLAIM_UNREAD},
    {"{{ if dram.read > 1 TB/s }}a{{ else }}{{ claim dram.read > 3.9 TB/s }}b{{ end }}{{ end }}",
     CLAIM_UNREAD, CLAIM_FALSE, CLAIM_UNREAD},
    {"{{ given }}{{ dram.read }} {{ claim dram.read > 1 TB/s }}a{{ end }}{{ end }}", CLAIM_HOLDS,
     CLAIM_FALSE, CLAIM_UNREAD},
    {"{{ always for a reason }}{{ claim dram.read > 1 TB/s }}a{{ end }}{{ end }}", CLAIM_HOLDS,
     CLAIM_FALSE, CLAIM_UNKNOWN},
    {"{{ claim dram.read@kit-home > 3.9 TB/s }}a{{ end }}", CLAIM_TIGHT, CLAIM_TIGHT, CLAIM_TIGHT},
};

static void claims_on_cards(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_card(&scratch, "kit-slow", "1e11", SCRATCH_ZEROS);
    scratch_put(&scratch, "measurements/reported/kit-old.json",
                "{\"format\": \"gpu-memory-hierarchy\", \"version\": 1, \"card\": {\"id\": "
                "\"kit-old\", \"name\": \"Kit old\", \"compute_capability\": \"7.5\"}, "
                "\"facts\": {}, \"series\": {}, \"sources\": {}}\n");
    struct buf body = {0};
    for (size_t i = 0; i < COUNT(claim_rows); i++)
        buf_printf(&body, "It is %s.\n\n", claim_rows[i].body);
    scratch_page(&scratch, "content/glossary/kit.md", "", SCRATCH_OPEN_BYLINE, buf_text(&body).ptr);
    buf_free(&body);
    assert_true(scratch_read_as(&scratch, EDITION_REVIEW, "kit-slow"));
    const struct page *page = scratch_entry(&scratch, "/glossary/kit/")->page;
    const struct claims claims = claims_of(&scratch.course, page, &scratch.arena);
    assert_int_equal(scratch.course.cards.count, 3);
    assert_int_equal(claims.count, COUNT(claim_rows));
    for (size_t i = 0; i < claims.count; i++) {
        const struct claim_on *on = claims.claim[i].on;
        if (on[0].state != claim_rows[i].home || on[1].state != claim_rows[i].slow ||
            on[2].state != claim_rows[i].old)
            fail_msg("%s: %d %d %d", claim_rows[i].body, on[0].state, on[1].state, on[2].state);
    }
    assert_true(claims.claim[0].on[0].has_margin && claims.claim[0].on[0].margin == 3);
    scratch_is(claims.claim[0].on[0].why, "");
    scratch_is(claims.claim[0].on[1].why, "dram.read is 100 GB/s, not > 1 TB/s");
    assert_int_equal(claims_count(&claims, 0, CLAIM_TIGHT), 2);
    assert_int_equal(claims_count(&claims, 1, CLAIM_TIGHT), 1); /* of the card of the build */
    assert_int_equal(claims_count(&claims, 2, CLAIM_TIGHT), 0); /* the same as there */
    scratch_close(&scratch);
}

/* ---- errata --------------------------------------------------------------------------------- */

static void corrected_pages(void **state) {
    struct scratch scratch;
    (void)state;
    scratch_open(&scratch);
    scratch_page(&scratch, "content/glossary/kit.md", "", SCRATCH_OPEN_BYLINE, "x\n");
    scratch_put(&scratch, "content/errata.yaml",
                "errata:\n"
                "  - {page: glossary/kit, date: 2026-11-22, wrong: a, right: b, by: Ana Lima}\n"
                "  - {page: /glossary/kit/, date: 2026-11-23, wrong: c, right: d, by: Bo Falk}\n"
                "  - {page: kit, date: 2026-11-22, wrong: e, right: f, by: Bo Falk}\n");
    scratch_read(&scratch, EDITION_PUBLIC);
    scratch_quiet(&scratch);
    const struct entry *entry = scratch_entry(&scratch, "/glossary/kit/");
    assert_int_equal(entry->erratum_count, 3);
    scratch_is(entry->erratum[0]->wrong.value, "c"); /* the newest first, then as written */
    scratch_is(entry->erratum[1]->right.value, "b");
    scratch_is(entry->erratum[2]->by.value, "Bo Falk");
    scratch_close(&scratch);
}

static void mistakes_in_errata(void **state) {
    static const struct {
        const char *yaml, *said;
    } rows[] = {
        {"errata: {}\n", "1:9: error: errata has to be a list, not a map"},
        {"corrections: []\n", "1:1: error: unknown key corrections"},
        {"corrections: []\n", "error: the key errata is missing"},
        {"errata:\n  - {page: kit, date: 2026-11-22, wrong: a, right: b}\n",
         "2:5: error: the key by is missing"},
        {"errata:\n  - {page: kti, date: 2026-11-22, wrong: a, right: b, by: Bo Falk}\n",
         "2:12: error: there is no page \"kti\""},
        {"errata:\n  - {page: day-99, date: 2026-11-22, wrong: a, right: b, by: Bo Falk}\n",
         "2:12: error: \"day-99\" is planned, not written"},
        {"errata:\n  - {page: kit, date: 2026-02-30, wrong: a, right: b, by: Bo Falk}\n",
         "2:23: error: 2026-02-30 is no day"},
        {"errata:\n  - {page: kit, date: 2026-11-30, wrong: a, right: b, by: Bo Falk}\n",
         "2:23: error: 2026-11-30 is a day to come, and today is 2026-11-29"},
        {"errata:\n  - {page: kit, date: 2026-11-22, wrong: a, right: b, by: tbd}\n",
         "2:59: error: who corrected it is not named: \"tbd\" is a placeholder"},
        {"errata:\n  - {page: kit, date: 2026-11-22, wrong: a, right: \"{{ b }}\", by: Bo Falk}\n",
         "2:53: error: expressions are not evaluated in right"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct scratch scratch;
        scratch_open(&scratch);
        scratch_page(&scratch, "content/glossary/kit.md", "", SCRATCH_OPEN_BYLINE, "x\n");
        scratch_put(&scratch, "content/errata.yaml", rows[i].yaml);
        scratch_read(&scratch, EDITION_PUBLIC);
        scratch_said(&scratch, rows[i].said);
        scratch_said(&scratch, "content/errata.yaml:");
        scratch_close(&scratch);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_of_the_desk), cmocka_unit_test(stale_pages),
        cmocka_unit_test(claims_on_cards),    cmocka_unit_test(corrected_pages),
        cmocka_unit_test(mistakes_in_errata),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
