/* test_schema -- measurements/schema.json: every card of the repository is valid, and what the
 * generator refuses in a card the schema refuses too, unless a schema cannot say it. */
#include "tests/measure_kit.h"
#include "tests/schema_kit.h"

struct suite {
    struct arena arena;
    struct diags diags;
    struct root root;
    const struct json *schema;
};

static int set_up(void **state) {
    static struct suite suite;
    suite = (struct suite){0};
    *state = &suite;
    if (!root_open(&suite.root, ".", &suite.diags)) return -1;
    struct text bytes;
    struct text path = TEXT("measurements/schema.json");
    if (!file_read(&suite.root, path, FILE_MAX_TEXT, &suite.arena, &bytes, &suite.diags)) return -1;
    const struct source *source = source_load(&suite.arena, path, bytes);
    suite.schema = json_read(source, bytes, &suite.arena, &suite.diags);
    return suite.schema ? 0 : -1;
}

static int tear_down(void **state) {
    struct suite *suite = *state;
    root_close(&suite->root);
    diags_free(&suite->diags);
    arena_free(&suite->arena);
    return 0;
}

/* The words of the first violation; empty if the text is a valid card. */
static struct text violation(const struct suite *suite, struct text bytes, struct arena *arena) {
    struct diags diags = {0};
    struct buf why = {0};
    const struct source *source = source_load(arena, TEXT("card.json"), bytes);
    const struct json *card = json_read(source, bytes, arena, &diags);
    if (!card) fail_msg("not JSON: %.*s", TEXT_ARG(bytes));
    struct validator validator = {.root = suite->schema, .arena = arena, .why = &why};
    bool fine = schema_valid(&validator, suite->schema, card);
    if (validator.unknown) fail_msg("the schema has %s", validator.unknown);
    assert_true(fine == (why.len == 0));
    struct text words = arena_text(arena, buf_text(&why));
    buf_free(&why);
    diags_free(&diags);
    return words;
}

static void cards_of_the_repository(void **state) {
    struct suite *suite = *state;
    struct file_list files =
        file_walk(&suite->root, TEXT("measurements"), ".json", &suite->arena, &suite->diags);
    size_t cards = 0, reported = 0;
    for (size_t i = 0; i < files.count; i++) {
        struct text bytes;
        if (text_is(files.path[i], "measurements/schema.json")) continue;
        assert_true(file_read(&suite->root, files.path[i], FILE_MAX_TEXT, &suite->arena, &bytes,
                              &suite->diags));
        struct text why = violation(suite, bytes, &suite->arena);
        if (why.len) fail_msg("%.*s: %.*s", TEXT_ARG(files.path[i]), TEXT_ARG(why));
        reported += text_starts(files.path[i], "measurements/reported/");
        cards++;
    }
    assert_true(reported >= 2 && cards >= reported);
    /* The generator agrees. */
    struct cards loaded;
    bool fine = cards_load(&loaded, &suite->root, &suite->arena, &suite->diags);
    if (!fine) fail_msg("%.*s", TEXT_ARG(suite->diags.list[0].message));
    assert_int_equal(loaded.count, cards);
}

/* A reported card names a source for every figure, and takes none that nobody checked. */
static void reported_figures_have_sources(void **state) {
    struct suite *suite = *state;
    struct cards cards;
    assert_true(cards_load(&cards, &suite->root, &suite->arena, &suite->diags));
    size_t figures = 0;
    for (size_t c = 0; c < cards.count; c++) {
        const struct card *card = &cards.list[c];
        for (size_t s = 0; s < card->series_count; s++)
            for (size_t p = 0; p < card->series[s].point_count; p++) {
                const struct point *point = &card->series[s].point[p];
                assert_true(point->missing == (point->reason.len > 0));
                if (!card->reported || point->missing) continue;
                assert_true(point->source.len > 0);
                figures++;
            }
    }
    assert_true(figures > 50);
}

static void good_cards(void **state) {
    struct arena arena = {0};
    struct text why = violation(*state, text_of(kit_good), &arena);
    if (why.len) fail_msg("the good card: %s", why.ptr);
    why = violation(*state, text_of(kit_reported), &arena);
    if (why.len) fail_msg("the good reported card: %s", why.ptr);
    arena_free(&arena);
}

static void refuse(const struct suite *suite, const char *good, const struct mistake *mistake) {
    struct arena arena = {0};
    struct text changed = kit_change(&arena, good, mistake);
    bool refused = violation(suite, changed, &arena).len > 0;
    if (refused == mistake->beyond_schema)
        fail_msg("%s -> %s (%s): the schema %s it", mistake->find, mistake->put, mistake->says,
                 refused ? "can say" : "accepts");
    arena_free(&arena);
}

static void same_refusals(void **state) {
    for (size_t i = 0; i < sizeof kit_mistakes / sizeof *kit_mistakes; i++)
        refuse(*state, kit_good, &kit_mistakes[i]);
    for (size_t i = 0; i < sizeof kit_reported_mistakes / sizeof *kit_reported_mistakes; i++)
        refuse(*state, kit_reported, &kit_reported_mistakes[i]);
}

/* The validator itself: an unknown keyword is never passed over. */
static void unknown_keywords(void **state) {
    (void)state;
    struct arena arena = {0};
    struct diags diags = {0};
    struct text bytes = TEXT("{\"type\": \"object\", \"minLenght\": 3}");
    const struct source *source = source_load(&arena, TEXT("s.json"), bytes);
    const struct json *schema = json_read(source, bytes, &arena, &diags);
    assert_non_null(schema);
    struct validator validator = {.root = schema, .arena = &arena};
    assert_false(schema_valid(&validator, schema, schema));
    assert_string_equal(validator.unknown, "minLenght");
    diags_free(&diags);
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_of_the_repository),
        cmocka_unit_test(reported_figures_have_sources),
        cmocka_unit_test(good_cards),
        cmocka_unit_test(same_refusals),
        cmocka_unit_test(unknown_keywords),
    };
    return cmocka_run_group_tests_name("schema", tests, set_up, tear_down);
}
