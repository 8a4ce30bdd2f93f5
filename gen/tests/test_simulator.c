/* test_simulator -- the exercise's simulator: every case of tests/model/exercise.txt byte for byte, a
 * plain second implementation on random inputs, and what must hold for any input. */
#include "tests/model/kit.h"

#include "model/line.h"

/* ---- cases ------------------------------------------------------------------------------- */

static void all_cases(void **state) {
    (void)state;
    size_t count = 0, failed = 0;
    struct bytes got = {0};
    for (struct example example = {0}; example_next(&example); count++) {
        simulate(example.input.data, example.input.length, &got);
        if (bytes_equal(&got, &example.output)) continue;
        print_error("%s\n  want %.*s\n  got  %.*s\n", example.name, (int)example.output.length,
                    example.output.data, (int)got.length, got.data);
        failed++;
    }
    free(got.data);
    assert_int_equal(failed, 0);
    assert_true(count >= 40);
}

/* A sweep done in pieces prints what it prints in one. */
static void all_cases_in_pieces(void **state) {
    (void)state;
    struct bytes got = {0};
    for (struct example example = {0}; example_next(&example);) {
        got.length = 0;
        simulate_pieces(example.input.data, example.input.length, 3, &got);
        if (!bytes_equal(&got, &example.output)) fail_msg("%s", example.name);
    }
    free(got.data);
}

/* A sweep that stays where it is is many loads of one address, in what it counts and in what the caches hold. */
static void sweeps_in_place(void **state) {
    (void)state;
    static const char before[] = "l1 2\nlatency l1 7\nload 0\nload 500\n",
                      sweep[] = "sweep 0 5 0\n";
    struct simulator swept, loaded;
    struct bytes got = {0};
    const struct simulator_sink sink = {bytes_sink, &got};
    struct simulator *const both[] = {&swept, &loaded};
    for (size_t i = 0; i < 2; i++) {
        simulator_start(both[i]);
        for (const char *line = before; *line; line = strchr(line, '\n') + 1)
            simulator_line(both[i], line, (size_t)(strchr(line, '\n') - line), &sink);
    }
    simulator_line(&swept, sweep, sizeof sweep - 2, &sink);
    for (int i = 0; i < 5; i++)
        simulator_line(&loaded, "load 0", 6, &sink);
    assert_memory_equal(&swept.now, &loaded.now, sizeof swept.now);
    free(got.data);
}

/* ---- a second implementation ------------------------------------------------------------- */

/* Straight from the rules: a list of lines, searched from end to end; the smallest stamp goes. */
struct plain_cache {
    unsigned capacity, count;
    uint64_t line[64], stamp[64];
};

static bool plain_hit(struct plain_cache *cache, uint64_t line, uint64_t now) {
    for (unsigned i = 0; i < cache->count; i++) {
        if (cache->line[i] != line) continue;
        cache->stamp[i] = now;
        return true;
    }
    return false;
}

static void plain_insert(struct plain_cache *cache, uint64_t line, uint64_t now) {
    unsigned at = cache->count;
    if (at < cache->capacity) {
        cache->count++;
    } else {
        at = 0;
        for (unsigned i = 1; i < cache->count; i++)
            if (cache->stamp[i] < cache->stamp[at]) at = i;
    }
    cache->line[at] = line;
    cache->stamp[at] = now;
}

static uint64_t random_state;

static uint64_t random_below(uint64_t limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state % limit;
}

static const char *plain_load(struct plain_cache *l1, struct plain_cache *l2, uint64_t address,
                              uint64_t now) {
    uint64_t line = address / 128;
    if (plain_hit(l1, line, now)) return "l1";
    bool in_l2 = plain_hit(l2, line, now);
    if (!in_l2) plain_insert(l2, line, now);
    plain_insert(l1, line, now);
    return in_l2 ? "l2" : "dram";
}

/* Addresses that meet again: strides, neighbours, and lines whose hashes are far apart or equal. */
static uint64_t random_address(uint64_t spread) {
    uint64_t line = random_below(spread);
    if (random_below(4) == 0) line = UINT64_MAX / 128 - line;
    if (random_below(4) == 0) line <<= 50;
    return line * 128 + random_below(128);
}

static void random_loads(void **state) {
    (void)state;
    struct bytes got = {0}, want = {0}, input = {0};
    random_state = 88172645463325252u;
    for (int run = 0; run < 300; run++) {
        struct plain_cache l1 = {.capacity = 4}, l2 = {.capacity = 16};
        uint64_t spread = 1 + random_below(200), now = 0;
        input.length = want.length = 0;
        for (int i = 0; i < 400; i++) {
            if (random_below(60) == 0) {
                struct plain_cache *cache = random_below(2) ? &l1 : &l2;
                unsigned lines = 1 + (unsigned)random_below(64);
                const char *s = lines == 1 ? "" : "s", *name = cache == &l1 ? "l1" : "l2";
                *cache = (struct plain_cache){.capacity = lines};
                bytes_printf(&input, "%s %u\n", name, lines);
                bytes_printf(&want, "%s: %u line%s of 128 bytes, empty\n", name, lines, s);
                continue;
            }
            uint64_t address = random_address(spread);
            const char *level = plain_load(&l1, &l2, address, ++now);
            bytes_printf(&input, "load %" PRIu64 "\n", address);
            bytes_printf(&want, "load %" PRIu64 ": line %" PRIu64 ", %s, %s cycles\n", address,
                         address / 128, level,
                         strcmp(level, "l1") == 0   ? "30"
                         : strcmp(level, "l2") == 0 ? "200"
                                                    : "600");
        }
        simulate(input.data, input.length, &got);
        assert_true(got.length > want.length);
        if (memcmp(got.data, want.data, want.length) != 0) {
            size_t at = 0;
            while (got.data[at] == want.data[at])
                at++;
            fail_msg("run %d, byte %zu:\n%.60s\n%.60s", run, at, got.data + at, want.data + at);
        }
    }
    free(got.data);
    free(want.data);
    free(input.data);
}

/* ---- what holds for any input ------------------------------------------------------------ */

static void feed(struct simulator *simulator, const char *line) {
    struct bytes out = {0};
    struct simulator_sink sink = {bytes_sink, &out};
    simulator_line(simulator, line, strlen(line), &sink);
    free(out.data);
}

static void a_sweep_is_its_loads(void **state) {
    (void)state;
    random_state = 7;
    for (int run = 0; run < 200; run++) {
        struct simulator whole, each;
        char line[128];
        uint64_t start = 1000000 + random_below(1000), count = random_below(300);
        int64_t stride = (int64_t)random_below(1000) - 500;
        simulator_start(&whole);
        simulator_start(&each);
        snprintf(line, sizeof line, "sweep %" PRIu64 " %" PRIu64 " %" PRId64, start, count, stride);
        feed(&whole, line);
        for (uint64_t i = 0; i < count; i++) {
            snprintf(line, sizeof line, "load %" PRIu64, start + i * (uint64_t)stride);
            feed(&each, line);
        }
        assert_memory_equal(&whole.now, &each.now, sizeof whole.now);
        const struct simulator_totals *total = &whole.now.total;
        assert_int_equal(total->l1 + total->l2 + total->dram, total->loads);
        assert_int_equal(total->loads, count);
    }
}

/* With more lines nothing that hit L1 misses it: LRU has the stack property. */
static void more_lines_never_hurt(void **state) {
    (void)state;
    for (unsigned seed = 1; seed < 20; seed++) {
        uint64_t before = 0;
        for (int lines = 1; lines <= 64; lines++) {
            struct simulator simulator;
            char line[64];
            simulator_start(&simulator);
            snprintf(line, sizeof line, "l1 %d", lines);
            feed(&simulator, line);
            random_state = seed * 1000003u;
            for (int i = 0; i < 500; i++) {
                snprintf(line, sizeof line, "load %" PRIu64, random_below(40 * 128));
                feed(&simulator, line);
            }
            assert_true(simulator.now.total.l1 >= before);
            before = simulator.now.total.l1;
        }
        assert_int_equal(before, 500 - 40); /* all fit: each line misses once */
    }
}

/* The list of use and the stamps say the same; the hash finds all of the list. */
static void stamps_and_list_agree(void **state) {
    (void)state;
    static struct cache cache;
    cache_resize(&cache, 64);
    random_state = 99;
    for (uint64_t now = 1; now < 20000; now++) {
        uint64_t line = random_below(100) * (now % 3 ? 1 : (uint64_t)1 << 40), last = now + 1;
        if (!cache_hit(&cache, line, now)) cache_insert(&cache, line, now);
        unsigned count = 0;
        for (const struct cache_line *at = NULL; (at = cache_next(&cache, at)) != NULL; count++) {
            assert_true(at->stamp < last);
            last = at->stamp;
        }
        assert_int_equal(count, cache.count);
    }
    struct cache before = cache;
    for (const struct cache_line *at = NULL; (at = cache_next(&before, at)) != NULL;)
        assert_true(cache_hit(&cache, at->line, 30000));
}

static void a_cache_of_no_lines_holds_nothing(void **state) {
    (void)state;
    struct cache cache = {0};
    cache_insert(&cache, 1, 1);
    assert_false(cache_hit(&cache, 1, 2));
    assert_null(cache_next(&cache, NULL));
}

static void percentages_are_exact(void **state) {
    (void)state;
    for (uint64_t whole = 1; whole < 400; whole++) {
        for (uint64_t part = 0; part <= whole; part++) {
            struct bytes got = {0};
            struct simulator_sink sink = {bytes_sink, &got};
            char want[32];
            uint64_t tenths = part * 1000 / whole;          /* cut … */
            if (part * 1000 % whole * 2 >= whole) tenths++; /* … and a half goes up */
            snprintf(want, sizeof want, "%" PRIu64 ".%" PRIu64 "%%\n", tenths / 10, tenths % 10);
            print_line(&sink, "%p", part, whole);
            assert_int_equal(got.length, strlen(want));
            assert_memory_equal(got.data, want, got.length);
            free(got.data);
        }
    }
}

static void state_for_the_page(void **state) {
    (void)state;
    struct simulator simulator;
    struct bytes out = {0};
    struct simulator_sink sink = {bytes_sink, &out};
    simulator_start(&simulator);
    assert_true(simulator_begin(&simulator, "sweep 100 10 64", 15, &sink));
    assert_int_equal(simulator.sweep.left, 10);
    assert_true(simulator_advance(&simulator, 1, &sink));
    assert_int_equal(simulator.now.last.address, 100);
    assert_int_equal(simulator.now.last.level, SIMULATOR_DRAM);
    assert_true(simulator_advance(&simulator, 8, &sink));
    assert_int_equal(simulator.now.last.address, 612);
    assert_int_equal(out.length, 0);
    assert_false(simulator_advance(&simulator, 1, &sink));
    assert_true(out.length > 0);
    assert_false(simulator_begin(&simulator, "matmul 512 256", 14, &sink));
    assert_int_equal(simulator.tile_bytes, 524288);
    assert_false(simulator_begin(&simulator, "", 0, &sink));
    assert_int_equal(simulator.tile_bytes, 0);
    assert_int_equal(simulator.lines, 3);
    free(out.data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_cases),
        cmocka_unit_test(all_cases_in_pieces),
        cmocka_unit_test(sweeps_in_place),
        cmocka_unit_test(random_loads),
        cmocka_unit_test(a_sweep_is_its_loads),
        cmocka_unit_test(more_lines_never_hurt),
        cmocka_unit_test(stamps_and_list_agree),
        cmocka_unit_test(a_cache_of_no_lines_holds_nothing),
        cmocka_unit_test(percentages_are_exact),
        cmocka_unit_test(state_for_the_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
