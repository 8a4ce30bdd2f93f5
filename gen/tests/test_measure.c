/* test_measure -- cards: what is read, every mistake with its place, files that are no JSON. */
#include "tests/measure_kit.h"

#include "measure/check.h"
#include "measure/date.h"

#define TEXT_OF(array) ((struct text){(array), sizeof(array) - 1})

static void good_card(void **state) {
    (void)state;
    struct kit kit;
    kit_open(&kit);
    kit_write(&kit, "measurements/kit.json", kit_good, sizeof kit_good - 1);
    kit_write(&kit, "measurements/reported/other.json", kit_reported, sizeof kit_reported - 1);
    if (!kit_load(&kit)) fail_msg("%s", kit_all(&kit));
    assert_int_equal(kit.cards.count, 2);
    const struct card *card = cards_find(&kit.cards, TEXT("kit"));
    assert_ptr_equal(card, &kit.cards.list[0]);
    assert_true(text_is(card->name, "Kit Card") && !card->reported);
    assert_true(text_is(card->path, "measurements/kit.json"));
    assert_true(text_is(card->json, kit_good));
    assert_int_equal(card_sha256(card, &kit.arena).len, 64);

    const struct run *run = &card->run;
    assert_true(text_is(run->date, "2026-11-29T18:03:07Z") && text_is(run->commit, "abc"));
    assert_int_equal(run->driver.len, 0);
    assert_int_equal(run->missing_count, 2);
    assert_true(run->merged == 3 && run->merged_cards == 2);
    assert_true(text_is(run->missing[0].name, "driver"));
    assert_true(text_is(run->missing[0].reason, "no NVML"));
    assert_true(text_is(run->missing[1].name, "clocks.memory"));
    assert_true(!run->sm_clock.missing && run->sm_clock.median == 1.98e9);
    assert_true(run->memory_clock.missing && text_is(run->memory_clock.reason, "not sampled"));
    assert_true(!run->power.missing && run->power_limit.median == 700);
    assert_true(!run->temperature.missing && run->temperature.min == -3);
    assert_true(text_is(run->throttle, "During the run the clocks were held back by the software "
                                       "power cap for 1.250 s."));

    const struct fact *l2 = card_fact(card, TEXT("l2"));
    assert_true(l2 && !l2->missing && l2->value == 62914560 && text_is(l2->unit, "B"));
    const struct fact *clock = card_fact(card, TEXT("clock.sm"));
    assert_true(clock && clock->missing && text_is(clock->reason, "the driver does not say"));
    assert_true(text_is(clock->unit, "Hz"));
    const struct fact *warp = card_fact(card, TEXT("warp"));
    assert_true(warp && warp->missing && text_is(warp->reason, "the run did not record it"));
    assert_non_null(card_fact(card, TEXT("own_fact")));
    assert_null(card_fact(card, TEXT("nothing")));

    const struct card_message *message = card_message(card, TEXT("launch.registers"));
    assert_true(message && !message->missing && text_is(message->words, "too many"));
    message = card_message(card, TEXT("launch.own"));
    assert_true(message && message->missing && text_is(message->reason, "no launch"));
    assert_null(card_message(card, TEXT("launch")));
    kit_close(&kit);
}

static void points(void **state) {
    (void)state;
    struct kit kit;
    kit_open(&kit);
    assert_true(kit_load_one(&kit, "measurements/kit.json", TEXT_OF(kit_good)));
    const struct card *card = &kit.cards.list[0];
    const struct series *copy = card_series(card, TEXT("copy.rate"));
    assert_non_null(copy);
    assert_true(copy->origin == ORIGIN_MEASURED && text_is(copy->kernel, "copy.cu"));
    assert_true(text_is(copy->counts, "read") && !copy->suspect.len && !copy->axis[0].numeric);
    struct text read = TEXT("read"), write = TEXT("write");
    const struct point *point = series_point(copy, &read, 1, NULL);
    assert_true(point && !point->missing && point->median == 4.5e12 && point->p95 == 4.6e12);
    assert_true(point->runs == 21 && text_is(point->warning, "clocks moved"));
    assert_true(point->between_runs.known && point->between_runs.greatest == 4.6e12);
    assert_true(point->between_cards.known && point->between_cards.least == 4.5e12);
    point = series_point(copy, &write, 1, NULL);
    assert_true(point && point->missing && text_is(point->reason, "the run was stopped"));

    const struct series *stride = card_series(card, TEXT("stride.time"));
    assert_true(text_is(stride->suspect, "faster than light"));
    assert_true(text_is(stride->title, "Strided reads") && !copy->title.len);
    assert_true(stride->axis[0].numeric && !stride->axis[1].numeric);
    assert_int_equal(stride->point_count, 6);
    for (size_t i = 0; i < 6; i++) { /* last axis fastest, every place once */
        const struct point *p = &stride->point[i];
        assert_true(text_equal(p->at[0], stride->axis[0].value[i / 2]));
        assert_true(text_equal(p->at[1], stride->axis[1].value[i % 2]));
        assert_ptr_equal(series_point(stride, p->at, 2, NULL), p);
        assert_true(p->missing == (i != 3));
        if (p->missing) assert_true(text_is(p->reason, "the run did not measure it"));
    }
    size_t bad = 9;
    struct text at[] = {TEXT("8"), TEXT("l3")};
    assert_null(series_point(stride, at, 2, &bad));
    assert_int_equal(bad, 1);
    at[0] = TEXT("9");
    assert_null(series_point(stride, at, 2, &bad));
    assert_int_equal(bad, 0);
    assert_null(series_point(stride, at, 1, &bad));
    assert_int_equal(bad, 2);
    /* A single reading is its own spread. */
    at[0] = TEXT("1");
    point = series_point(card_series(card, TEXT("kernel.part")), at, 1, NULL);
    assert_true(point && !point->missing && point->median == 7 && point->runs == 1);
    assert_true(point->min == 7 && point->max == 7 && point->p05 == 7 && point->p95 == 7);
    const struct series *rated = card_series(card, TEXT("dram.rated"));
    assert_int_equal(rated->point_count, 1);
    point = series_point(rated, NULL, 0, NULL);
    assert_true(point && point->missing && rated->origin == ORIGIN_DERIVED);
    assert_null(card_series(card, TEXT("copy")));
    assert_string_equal(origin_word(ORIGIN_COUNTED), "counted");
    kit_close(&kit);
}

/* The places of an axis that was not taken are not those of the next one, which may have fewer. */
static void an_axis_begins_anew(void **state) {
    (void)state;
    struct arena arena = {0};
    struct buf many = {0};
    buf_str(&many, "[\"x\", \"x\"");
    for (int i = 2; i < 4096; i++)
        buf_printf(&many, ", %d", i);
    buf_str(&many, "]");
    const struct mistake change = {"[1, \"8\", 32]", many.ptr, "", "", true};
    struct kit kit;
    kit_open(&kit);
    assert_false(
        kit_load_one(&kit, "measurements/kit.json", kit_change(&arena, kit_good, &change)));
    assert_non_null(strstr(kit_all(&kit), "x stands on this axis twice"));
    arena_free(&arena);
    buf_free(&many);
    kit_close(&kit);
}

/* What a driver says that does not know is no value; where 0 is one it stays. */
static void a_fact_of_zero(void **state) {
    (void)state;
    static const struct {
        const char *name;
        bool missing;
    } cases[] = {{"l2", true},   {"bus", true},     {"clock.memory", true},  {"dram", true},
                 {"ecc", false}, {"window", false}, {"l2.persisting", false}};
    struct kit kit;
    kit_open(&kit);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        struct text unit = text_of(strcmp(cases[i].name, "clock.memory") == 0           ? "Hz"
                                   : cases[i].name[0] == 'b' || cases[i].name[0] == 'e' ? "1"
                                                                                        : "B");
        struct text put = arena_printf(&arena, "\"%s\": {\"value\": 0, \"unit\": \"%.*s\"}",
                                       cases[i].name, TEXT_ARG(unit));
        struct mistake change = {"\"l2\": {\"value\": 62914560, \"unit\": \"B\"}", put.ptr, "", "",
                                 true};
        assert_true(
            kit_load_one(&kit, "measurements/kit.json", kit_change(&arena, kit_good, &change)));
        const struct fact *fact = card_fact(&kit.cards.list[0], text_of(cases[i].name));
        assert_true(fact && fact->missing == cases[i].missing);
        if (fact->missing)
            assert_true(text_is(fact->reason, "the driver says 0, which stands for not known"));
        arena_free(&arena);
    }
    kit_close(&kit);
}

static void reported_card(void **state) {
    (void)state;
    struct kit kit;
    kit_open(&kit);
    assert_true(kit_load_one(&kit, "measurements/reported/other.json", TEXT_OF(kit_reported)));
    const struct card *card = &kit.cards.list[0];
    assert_true(card->reported);
    assert_int_equal(card->source_count, 2);
    assert_true(text_is(card->source[1].url, "https://example.org/"));
    assert_true(text_is(card->source[1].status, "measured"));
    assert_true(text_is(card_fact(card, TEXT("l2"))->source, "log"));
    assert_true(text_is(card_fact(card, TEXT("warp"))->reason, "not reported by the source"));
    const struct series *copy = card_series(card, TEXT("copy.rate"));
    assert_true(copy->origin == ORIGIN_REPORTED);
    const struct point *p = &copy->point[0];
    assert_true(p->median == 2.5e11 && p->min == p->median && p->p95 == p->median && !p->runs);
    assert_true(text_is(p->source, "paper"));
    assert_true(text_is(copy->point[1].reason, "not reported by the source"));
    assert_true(card->run.power.missing && card->run.power.reason.len);
    kit_close(&kit);
}

static void expect_mistake(struct kit *kit, const char *file, const char *good,
                           const struct mistake *mistake) {
    struct arena arena = {0};
    struct text changed = kit_change(&arena, good, mistake);
    if (kit_load_one(kit, file, changed)) fail_msg("accepted: %s", mistake->put);
    size_t at = text_find(changed, mistake->at, 0), line = 1, column = 1;
    if (at == SIZE_MAX) fail_msg("no such place: %s", mistake->at);
    for (size_t i = 0; i < at; i++) {
        column = changed.ptr[i] == '\n' ? 1 : column + 1;
        line += changed.ptr[i] == '\n';
    }
    kit_expect(kit, mistake->says, line, column);
    arena_free(&arena);
}

static void mistakes(void **state) {
    (void)state;
    struct kit kit;
    kit_open(&kit);
    for (size_t i = 0; i < sizeof kit_mistakes / sizeof *kit_mistakes; i++)
        expect_mistake(&kit, "measurements/kit.json", kit_good, &kit_mistakes[i]);
    kit_close(&kit);
}

static void reported_mistakes(void **state) {
    (void)state;
    struct kit kit;
    kit_open(&kit);
    for (size_t i = 0; i < sizeof kit_reported_mistakes / sizeof *kit_reported_mistakes; i++)
        expect_mistake(&kit, "measurements/reported/other.json", kit_reported,
                       &kit_reported_mistakes[i]);
    kit_close(&kit);
}

static void nearest_names(void **state) {
    (void)state;
    struct kit kit;
    kit_open(&kit);
    struct mistake mistake = {.find = "\"kernel\": \"copy.cu\"", .put = "\"KERNELS\": \"copy.cu\""};
    struct arena arena = {0};
    struct text changed = kit_change(&arena, kit_good, &mistake);
    assert_false(kit_load_one(&kit, "measurements/kit.json", changed));
    const struct diag *diag = kit_message(&kit, "unknown key KERNELS");
    assert_true(diag && text_starts(diag->hint, "nearest: kernel"));
    arena_free(&arena);
    kit_close(&kit);
}

/* All mistakes of a file, and those of all files, in one run. */
static void all_at_once(void **state) {
    (void)state;
    struct kit kit;
    kit_open(&kit);
    struct arena arena = {0};
    struct mistake first = {.find = "62914560", .put = "-1"};
    struct mistake second = {.find = "4.5e12", .put = "-4.5e12"};
    struct text changed = kit_change(&arena, kit_change(&arena, kit_good, &first).ptr, &second);
    kit_write(&kit, "measurements/kit.json", changed.ptr, changed.len);
    kit_write(&kit, "measurements/half.json", kit_good, 300);
    kit_write(&kit, "measurements/reported/kit.json", "{", 1);
    assert_false(kit_load(&kit));
    assert_non_null(kit_message(&kit, "a fact is never negative"));
    assert_non_null(kit_message(&kit, "a rate is never negative"));
    assert_non_null(kit_message(&kit, "median outside min..max"));
    assert_int_equal(kit.diags.errors, 6); /* and median outside p05..p95, and two halves */
    /* What is whole in a wrong card can be looked up all the same. */
    const struct card *card = cards_find(&kit.cards, TEXT("kit"));
    assert_non_null(card);
    assert_non_null(card_series(card, TEXT("stride.time")));
    arena_free(&arena);
    kit_close(&kit);
}

static void which_files_are_cards(void **state) {
    (void)state;
    struct kit kit;
    kit_open(&kit);
    assert_true(kit_load(&kit));
    assert_int_equal(kit.cards.count, 0);
    kit_write(&kit, "measurements/schema.json", "{}", 2);
    kit_write(&kit, "measurements/.kit.json", "{", 1);
    kit_write(&kit, "measurements/kit.json~", "{", 1);
    kit_write(&kit, "measurements/kit.json.tmp", "{", 1);
    kit_write(&kit, "measurements/reported/.x.json", "{", 1);
    assert_true(kit_load(&kit));
    assert_int_equal(kit.cards.count, 0);
    kit_close(&kit);
}

static void two_cards_of_one_id(void **state) {
    (void)state;
    struct kit kit;
    kit_open(&kit);
    struct arena arena = {0};
    struct mistake same = {.find = "\"other\"", .put = "\"kit\""};
    struct text changed = kit_change(&arena, kit_reported, &same);
    kit_write(&kit, "measurements/kit.json", kit_good, sizeof kit_good - 1);
    kit_write(&kit, "measurements/reported/kit.json", changed.ptr, changed.len);
    assert_false(kit_load(&kit));
    assert_int_equal(kit.diags.errors, 1);
    const struct diag *diag = kit_message(&kit, "the id kit is that of measurements/kit.json too");
    assert_true(diag && text_is(diag->path, "measurements/reported/kit.json"));
    arena_free(&arena);
    kit_close(&kit);
}

static void too_large(void **state) {
    (void)state;
    struct kit kit;
    kit_open(&kit);
    size_t size = 512 * 1024 + 1;
    char *bytes = malloc(size);
    assert_non_null(bytes);
    memset(bytes, ' ', size);
    memcpy(bytes, kit_good, sizeof kit_good - 1);
    assert_true(kit_load_one(&kit, "measurements/kit.json", (struct text){bytes, size - 1}));
    assert_false(kit_load_one(&kit, "measurements/kit.json", (struct text){bytes, size}));
    assert_non_null(kit_message(&kit, "more than the limit of 524288"));
    free(bytes);
    kit_close(&kit);
}

/* Either limit is said before a card is read: these files are none. */
static void too_many(void **state) {
    (void)state;
    struct kit kit;
    kit_open(&kit);
    static char bytes[512 * 1024];
    for (int i = 0; i <= 100; i++) {
        char name[64];
        snprintf(name, sizeof name, "measurements/kit-%03d.json", i);
        kit_write(&kit, name, bytes, i <= 24 ? sizeof bytes : 1);
        if (i != 24 && i != 100) continue;
        assert_false(kit_load(&kit));
        const struct diag *diag =
            kit_message(&kit, i == 24 ? "more than 12 MiB together"
                                      : "this folder holds 101 cards; 100 are possible");
        assert_true(diag && text_is(diag->path, i == 24 ? name : "measurements"));
        assert_int_equal(kit.diags.count, 1);
    }
    kit_close(&kit);
}

/* Most numbers are one division of two exact ones; those on either side of that are the library's. */
static void figures(void **state) {
    (void)state;
    static const char *const texts[] = {"0",
                                        "-0",
                                        "7",
                                        "-12.5",
                                        "0.1",
                                        "0.000286",
                                        "1234.5678",
                                        "1e22",
                                        "2.5E-4",
                                        "4.9e-324",
                                        "9.9999e22",
                                        "9007199254740991",
                                        "123456789.1",
                                        "0.3",
                                        "4503599627370497.5",
                                        "1e+2",
                                        "0.1000000000000000055511151231257827",
                                        "9007199254740992",
                                        "0.0000000000000000000001",
                                        "0.00000000000000000000001",
                                        "-179769313486231570000.25",
                                        "4601234567890.1234",
                                        "8.41421356237309504880168872420969807"};
    struct arena arena = {0};
    struct diags diags = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct text bytes = arena_printf(&arena, "[%s]", texts[i]);
        const struct json *list =
            json_read(source_load(&arena, TEXT("f.json"), bytes), bytes, &arena, &diags);
        const double wanted = strtod(texts[i], NULL);
        assert_non_null(list);
        assert_memory_equal(&list->child[0].number, &wanted, sizeof wanted);
    }
    diags_free(&diags);
    arena_free(&arena);
}

static void encodings(void **state) {
    (void)state;
    struct kit kit;
    kit_open(&kit);
    struct arena arena = {0};
    struct text marked = arena_printf(&arena, "\xEF\xBB\xBF%s", kit_good);
    assert_true(kit_load_one(&kit, "measurements/kit.json", marked));
    assert_true(text_equal(kit.cards.list[0].json, marked));
    struct buf wide = {0}, lines = {0};
    buf_add(&wide, "\xFF\xFE", 2);
    for (const char *c = kit_good; *c; c++) {
        buf_add(&wide, (char[]){*c, 0}, 2);
        buf_str(&lines, *c == '\n' ? "\r\n" : (char[]){*c, 0});
    }
    assert_false(kit_load_one(&kit, "measurements/kit.json", buf_text(&wide)));
    assert_int_equal(kit.diags.errors, 1);
    kit_expect(&kit, "the file is UTF-16 (a shell's > made it); save it as UTF-8", 1, 1);
    assert_true(kit_load_one(&kit, "measurements/kit.json", buf_text(&lines)));
    struct text no_mark = text_cut(buf_text(&wide), 2, wide.len);
    assert_false(kit_load_one(&kit, "measurements/kit.json", no_mark));
    kit_expect(&kit, "the file is UTF-16", 1, 1);
    assert_false(kit_load_one(&kit, "measurements/kit.json", TEXT("{\"a\": \"caf\xE9\"}")));
    kit_expect(&kit, "byte 0xE9 is not UTF-8", 1, 11);
    assert_false(kit_load_one(&kit, "measurements/kit.json", TEXT("{\n\"a\0b\": 1}")));
    kit_expect(&kit, "U+0000 in a card", 2, 3);
    assert_false(kit_load_one(&kit, "measurements/kit.json",
                              TEXT("\x7F"
                                   "ELF\2\1\1\0\0\0")));
    kit_expect(&kit, "U+007F in a card", 1, 1);
    buf_free(&wide);
    buf_free(&lines);
    arena_free(&arena);
    kit_close(&kit);
}

static void no_json(void **state) {
    (void)state;
    const struct {
        struct text bytes;
        const char *says;
        size_t line, column;
    } cases[] = {
        {TEXT(""), "the file is empty", 1, 1},
        {TEXT(" \n\n"), "the file is empty", 1, 1},
        {TEXT("{\n  \"a\": [1, 2\n"), "the file ends inside a list (interrupted run?)", 2, 12},
        {TEXT("{\n  \"a\": {\"b"), "the file ends inside an object (interrupted run?)", 2, 10},
        {TEXT("{\n  \"a\":"), "the file ends inside an object (interrupted run?)", 2, 6},
        {TEXT("{\"a\": 1.5e"), "the file ends inside an object (interrupted run?)", 1, 10},
        {TEXT("{\"é\": NaN}"), "NaN is not JSON; a value that could not be measured is \"missing\"",
         1, 8},
        {TEXT("{\"é\": -Infinity}"), "-Infinity is not JSON", 1, 8},
        {TEXT("{\"a\": nan}"), "nan is not JSON", 1, 7},
        {TEXT("{\"a\": -nan(ind)}"), "-nan(ind) is not", 1, 7},
        {TEXT("{\"é\": 1e999}"), "number too large: 1e999", 1, 8},
        {TEXT("{\"é\": -1e999}"), "number too large: -1e999", 1, 8},
        {TEXT("{\"a\": [1, 2, ]}"), "there is a comma before the closing bracket", 1, 12},
        {TEXT("{\"a\": 1,\n}"), "there is a comma before the closing bracket", 1, 8},
        {TEXT("{\"a\": 1 \"b\": 2}"), "there is no comma before this", 1, 9},
        {TEXT("[1 2]"), "there is no comma before this", 1, 4},
        {TEXT("{\"a\" 1}"), "there is no colon between a key and this", 1, 6},
        {TEXT("{\"a\": 1, \"b\", 2}"), "there is no colon between a key and this", 1, 13},
        {TEXT("{\"a\": True}"), "True is not JSON here", 1, 7},
        {TEXT("{\"a\": 01}"), "01 is not a number in JSON", 1, 7},
        {TEXT("{\"a\": +1}"), "+1 is not a number in JSON", 1, 7},
        {TEXT("{\"a\": .5}"), ".5 is not a number in JSON", 1, 7},
        {TEXT("{\"a\": 0x1F}"), "is not", 1, 7},
        {TEXT("{'a': 1}"), "JSON has no single quotes", 1, 2},
        {TEXT("{a: 1}"), "a is not JSON", 1, 2},
        {TEXT("// x\n{}"), "JSON has no comments", 1, 1},
        {TEXT("{} {}"), "something follows the end of the object", 1, 4},
        {TEXT("{\"a\": \"x\n\"}"), "this text has no closing quote", 1, 7},
        {TEXT("{\"a\": \"\\q\"}"), "an escape that stands for no character", 1, 7},
        {TEXT("{\"a\": \"\\ud800\"}"), "an escape that stands for no character", 1, 7},
        {TEXT("{\"a\": \"\\u0000\"}"), "an escape that stands for no character", 1, 7},
        {TEXT("{\"a\": 1,\n\n \"b\": {\"a\": 2},\n \"a\": 3}"), "\"a\" was set on line 1", 4, 2},
        {TEXT("{\"b\": {\"a\": 2},\n\"a\": 1,\n\"a\": 3}"), "\"a\" was set on line 2", 3, 1},
        {TEXT("{\"x\": {\"k\": 1,\n\"k\": 2}}"), "\"k\" was set on line 1", 2, 1},
        {TEXT("{\"a\": 1, \"b\": 1, \"c\": 1, \"d\": 1, \"e\": 1, \"f\": 1, \"g\": 1,\n"
              "\"h\": 1, \"i\": 1,\n\"b\": 2}"),
         "\"b\" was set on line 1", 3, 1},
        {TEXT("[1]"), "a card is an object, not a list", 1, 1},
        {TEXT("7"), "a card is an object, not a number", 1, 1},
        {TEXT("{\"a\": 1}}"), "something follows the end of the object", 1, 9},
        {TEXT("{\"a\": ]}"), "JSON does not allow ] here", 1, 7},
    };
    struct kit kit;
    kit_open(&kit);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (kit_load_one(&kit, "measurements/kit.json", cases[i].bytes))
            fail_msg("accepted: %s", cases[i].bytes.ptr);
        if (!kit_message(&kit, cases[i].says))
            fail_msg("%s: no \"%s\", but:\n%s", cases[i].bytes.ptr, cases[i].says, kit_all(&kit));
        kit_expect(&kit, cases[i].says, cases[i].line, cases[i].column);
    }
    kit_close(&kit);
}

static void deep_nesting(void **state) {
    (void)state;
    struct kit kit;
    kit_open(&kit);
    struct buf deep = {0};
    for (int i = 0; i < 100000; i++)
        buf_str(&deep, "[");
    assert_false(kit_load_one(&kit, "measurements/kit.json", buf_text(&deep)));
    assert_non_null(kit_message(&kit, "brackets are nested too deeply"));
    buf_clear(&deep);
    for (int i = 0; i < 2000; i++)
        buf_str(&deep, "{\"a\":");
    buf_str(&deep, "1");
    for (int i = 0; i < 2000; i++)
        buf_str(&deep, "}");
    assert_false(kit_load_one(&kit, "measurements/kit.json", buf_text(&deep)));
    buf_free(&deep);
    kit_close(&kit);
}

static void huge_axes(void **state) {
    (void)state;
    struct kit kit;
    kit_open(&kit);
    struct arena arena = {0};
    struct mistake mistake = {.find = "[\"op\", [\"read\", \"write\"]]", .put = NULL};
    struct buf axes = {0};
    for (int a = 0; a < 8; a++) {
        buf_printf(&axes, "%s[\"a%d\", [0", a ? ", " : "", a);
        for (int i = 1; i < 100; i++)
            buf_printf(&axes, ", %d", i);
        buf_str(&axes, "]]");
    }
    mistake.put = axes.ptr;
    struct text changed = kit_change(&arena, kit_good, &mistake);
    assert_false(kit_load_one(&kit, "measurements/kit.json", changed));
    assert_non_null(kit_message(&kit, "the axes span more than 4096 points"));
    buf_free(&axes);
    arena_free(&arena);
    kit_close(&kit);
}

static bool read_bytes(struct text bytes) {
    struct arena arena = {0};
    struct diags diags = {0};
    struct card card = {0};
    const struct source *source = source_load(&arena, TEXT("measurements/kit.json"), bytes);
    card_read(&card, source, bytes, false, &arena, &diags);
    bool fine = !diags.errors;
    diags_free(&diags);
    arena_free(&arena);
    return fine;
}

/* A file full of mistakes is listed up to a limit, and quickly. */
static void many_mistakes(void **state) {
    (void)state;
    struct arena arena = {0};
    struct buf points = {0};
    for (int i = 0; i < 8000; i++)
        buf_printf(&points, "%s{\"at\": [\"r%d\"], \"missing\": \"\"}", i ? "," : "", i);
    struct mistake mistake = {.find = "{\"at\": [\"write\"], \"missing\": \"the run was stopped\"}",
                              .put = points.ptr};
    struct text changed = kit_change(&arena, kit_good, &mistake);
    struct kit kit;
    kit_open(&kit);
    assert_false(kit_load_one(&kit, "measurements/kit.json", changed));
    assert_int_equal(kit.diags.errors, 201);
    assert_non_null(kit_message(&kit, "the file has more than 200 mistakes"));
    kit_close(&kit);
    buf_free(&points);
    arena_free(&arena);
}

/* No cut and no changed byte may do worse than an error. */
static void cuts_and_flips(void **state) {
    (void)state;
    const size_t len = sizeof kit_good - 1;
    char changed[sizeof kit_good];
    assert_true(read_bytes((struct text){kit_good, len - 1})); /* without the last line end */
    for (size_t i = 0; i + 1 < len; i++) {
        /* A copy of that size, so that the sanitizer sees a read behind its end. */
        char *cut = malloc(i ? i : 1);
        assert_non_null(cut);
        memcpy(cut, kit_good, i);
        if (read_bytes((struct text){cut, i})) fail_msg("accepted the first %zu bytes", i);
        free(cut);
    }
    for (size_t i = 0; i < len; i++)
        for (unsigned k = 0; k < 4; k++) {
            memcpy(changed, kit_good, sizeof changed);
            changed[i] = (char)(k == 0   ? changed[i] ^ 1
                                : k == 1 ? "{}[]:,\"\\0\xFF"[i % 10]
                                : k == 2 ? changed[i] ^ 0x80
                                         : ' ');
            read_bytes((struct text){changed, len});
        }
}

static void dates(void **state) {
    (void)state;
    long days = -1;
    assert_true(date_read(TEXT("1970-01-01"), &days) && days == 0);
    assert_true(date_read(TEXT("2000-02-29"), &days) && days == 11016);
    assert_true(date_read(TEXT("2026-11-29"), &days) && days == 20786);
    assert_true(date_read(TEXT("9999-12-31"), &days) && days == 2932896);
    static const char *const wrong[] = {"1969-12-31", "2026-02-29", "1900-02-29", "2100-02-29",
                                        "2026-13-01", "2026-00-10", "2026-04-31", "2026-11-00",
                                        "2026-1-1",   "20261129",   "2026/11/29", "2026-11-29 ",
                                        "pending",    "",           "-026-11-29", "2026-11-2x"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (date_read(text_of(wrong[i]), &days)) fail_msg("accepted %s", wrong[i]);
    assert_true(date_time_read(TEXT("2026-11-29T23:59:60Z"), &days) && days == 20786);
    assert_false(date_time_read(TEXT("2026-11-29T24:00:00Z"), &days));
    assert_false(date_time_read(TEXT("2026-11-29T23:59:00"), &days));
    assert_false(date_time_read(TEXT("2026-11-29 23:59:00Z"), &days));
}

/* A file of very many runs says how many there were. */
static void runs_that_are_only_counted(void **state) {
    (void)state;
    static const struct {
        const char *merged, *message; /* NULL: taken */
    } cases[] = {
        {"{\"runs\": 10000, \"cards\": 8750, \"first\": \"2026-11-29\", \"last\": \"2026-11-30\"}",
         NULL},
        {"{\"runs\": 4, \"cards\": 5, \"first\": \"a\", \"last\": \"b\"}",
         "not the numbers of runs and of their cards"},
        {"{\"runs\": 4, \"cards\": 1.5, \"first\": \"a\", \"last\": \"b\"}",
         "not the numbers of runs and of their cards"},
        {"{\"runs\": 4, \"cards\": 2, \"first\": \"a\"}", "the key last is missing"},
    };
    const struct text good = text_of(kit_good);
    const size_t from = text_find(good, "[{\"date\"", 0),
                 to = text_find(good, ", \"commit\"", from);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct kit kit;
        struct buf text = {0};
        kit_open(&kit);
        buf_view(&text, text_cut(good, 0, from));
        buf_str(&text, cases[i].merged);
        buf_view(&text, text_cut(good, to, good.len));
        assert_int_equal(kit_load_one(&kit, "measurements/kit.json", buf_text(&text)),
                         !cases[i].message);
        if (cases[i].message) {
            kit_expect(&kit, cases[i].message, 10, 28);
        } else {
            assert_int_equal(kit.cards.list[0].run.merged, 10000);
            assert_int_equal(kit.cards.list[0].run.merged_cards, 8750);
        }
        buf_free(&text);
        kit_close(&kit);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_card),
        cmocka_unit_test(points),
        cmocka_unit_test(an_axis_begins_anew),
        cmocka_unit_test(a_fact_of_zero),
        cmocka_unit_test(reported_card),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(reported_mistakes),
        cmocka_unit_test(nearest_names),
        cmocka_unit_test(all_at_once),
        cmocka_unit_test(which_files_are_cards),
        cmocka_unit_test(two_cards_of_one_id),
        cmocka_unit_test(too_large),
        cmocka_unit_test(too_many),
        cmocka_unit_test(encodings),
        cmocka_unit_test(no_json),
        cmocka_unit_test(deep_nesting),
        cmocka_unit_test(huge_axes),
        cmocka_unit_test(figures),
        cmocka_unit_test(many_mistakes),
        cmocka_unit_test(cuts_and_flips),
        cmocka_unit_test(dates),
        cmocka_unit_test(runs_that_are_only_counted),
    };
    return cmocka_run_group_tests_name("measure", tests, NULL, NULL);
}
