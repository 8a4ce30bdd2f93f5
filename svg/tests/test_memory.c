/*
 * Out of memory at every allocation in turn: an error, nothing drawn half, nothing lost.
 *
 * The two files of the library that allocate are compiled into this program with their allocator
 * replaced; the linker then takes nothing else for them from the library.
 */
#include "figure.h"
#include "mock.h"
#include "mock_diagrams.h"

static size_t allocations; /* so far */
static size_t failing;     /* which of them fails, counted from 1; 0: none */

static bool fails(void) {
    allocations++;
    return allocations == failing;
}

static void *test_bench_realloc(void *block, size_t size) {
    return fails() ? NULL : realloc(block, size);
}

static void *test_bench_calloc(size_t count, size_t size) {
    return fails() ? NULL : calloc(count, size);
}

#define realloc test_bench_realloc
#define calloc test_bench_calloc
#include "../buffer.c"

#include "../bars.c"
#undef realloc
#undef calloc

enum { DIAGRAMS = 4, KINDS = DIAGRAMS + MOCK_DIAGRAMS };

static struct svg_result draw_kind(size_t kind) {
    const struct svg_frame frame = mock_frame("fig", kind % 2 ? SVG_NARROW : SVG_WIDE);
    if (kind >= DIAGRAMS) return mock_diagrams[kind - DIAGRAMS](&frame);
    const struct svg_hierarchy ladder = mock_h200();
    const struct svg_bars bars = mock_bars(), groups = mock_groups();
    const struct svg_lines lines = mock_one_line();
    return kind == 0   ? svg_hierarchy(&ladder, &frame)
           : kind == 1 ? svg_bars(&bars, &frame)
           : kind == 2 ? svg_bars(&groups, &frame)
                       : svg_lines(&lines, &frame);
}

static void test_each_allocation_fails(void **state) {
    (void)state;
    for (size_t kind = 0; kind < KINDS; kind++) {
        allocations = failing = 0;
        struct svg_result result = draw_kind(kind);
        assert_int_equal(result.code, SVG_OK);
        svg_result_free(&result);
        const size_t needed = allocations;
        assert_true(needed >= 2);
        for (size_t n = 1; n <= needed; n++) {
            allocations = 0;
            failing = n;
            result = draw_kind(kind);
            assert_int_equal(result.code, SVG_ERR_MEMORY);
            assert_null(result.text);
            assert_int_equal(result.length, 0);
        }
    }
    failing = 0;
}

/* A buffer stays in its error and at its limit, and may be freed and used again. */
static void test_buffer_errors_stick(void **state) {
    (void)state;
    struct svg_buffer buffer = {0};
    svg_buffer_free(&buffer);
    svg_buffer_str(&buffer, "kept");
    allocations = 0;
    failing = 1;
    char *large = malloc(SVG_BUFFER_MAX);
    assert_non_null(large);
    memset(large, 'x', SVG_BUFFER_MAX);
    svg_buffer_add(&buffer, large, 100000);
    assert_int_equal(buffer.code, SVG_ERR_MEMORY);
    failing = 0;
    svg_buffer_str(&buffer, "ignored");
    assert_string_equal(buffer.text, "kept");
    svg_buffer_free(&buffer);

    svg_buffer_add(&buffer, large, SVG_BUFFER_MAX);
    assert_int_equal(buffer.code, SVG_OK);
    svg_buffer_str(&buffer, "x");
    assert_int_equal(buffer.code, SVG_ERR_LIMIT);
    assert_int_equal(buffer.length, SVG_BUFFER_MAX);
    svg_buffer_free(&buffer);
    svg_buffer_str(&buffer, "again");
    assert_string_equal(buffer.text, "again");
    svg_buffer_free(&buffer);
    free(large);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_allocation_fails),
        cmocka_unit_test(test_buffer_errors_stick),
    };
    return cmocka_run_group_tests_name("svg memory", tests, NULL, NULL);
}
