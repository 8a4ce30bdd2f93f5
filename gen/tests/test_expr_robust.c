/*
 * test_expr_robust -- bad input, little memory, small buffers, deep nesting.
 *
 * Meant to run under ASan and UBSan, too: what is checked here is above all that nothing is read or
 * written where it should not be, and that every failure is an error with a place in the text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/expr/kit.h"

static struct kit *kit;

static int load(void **state) {
    (void)state;
    kit = kit_load();
    return kit ? 0 : -1;
}

/* A copy of exactly this length, so that ASan sees the first byte read beyond it. */
static char *exact_copy(struct text text) {
    char *copy = malloc(text.len > 0 ? text.len : 1);
    if (!copy) abort();
    if (text.len > 0) memcpy(copy, text.ptr, text.len);
    return copy;
}

static void check_error(const struct expr_error *error, size_t length) {
    char text[512], hint[512];
    assert_int_not_equal(error->code, EXPR_OK);
    assert_true(error->offset <= length && error->length <= length - error->offset);
    assert_true(expr_error_text(error, text, sizeof text) > 0);
    expr_error_hint(error, hint, sizeof hint);
}

/* All that can be done with a text; returns whether it was an expression. */
static bool try_all(const char *text, size_t length) {
    static unsigned char block[EXPR_MEMORY_SIZE];
    struct expr_memory memory = {block, sizeof block, 0};
    struct expr expr;
    struct expr_error error;
    struct expr_value value;
    char out[EXPR_TEXT_MAX];
    if (!expr_parse(text, length, &memory, &expr, &error)) {
        check_error(&error, length);
        assert_null(expr.root);
        assert_int_equal(memory.used, 0);
        return false;
    }
    const struct expr_node *cursor = NULL;
    for (struct expr_reference r; expr_next_reference(&expr, &cursor, &r);) {
        assert_true(r.offset + r.length <= length);
    }
    expr_explain(&expr, &kit->env, out, sizeof out);
    if (!expr_eval(&expr, &kit->env, &value, &error)) {
        check_error(&error, length);
        return true;
    }
    if (value.kind == EXPR_NUMBER) assert_true(value.number - value.number == 0);
    assert_true(expr_format(&value, &expr.form, EXPR_STYLE_PAGE, out, sizeof out) < sizeof out ||
                value.kind == EXPR_TEXT);
    assert_null(strstr(out, "inf"));
    assert_null(strstr(out, "nan"));
    return true;
}

static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static void random_bytes(void **state) {
    uint64_t seed = 11;
    (void)state;
    for (int i = 0; i < 20000; i++) {
        char text[64];
        size_t length = next_random(&seed) % sizeof text;
        for (size_t j = 0; j < length; j++) {
            text[j] = (char)next_random(&seed);
        }
        char *copy = exact_copy((struct text){text, length});
        try_all(copy, length);
        free(copy);
    }
}

/* Random rows of the language's own words get further into the parser than random bytes. */
static void random_words(void **state) {
    static const char *const words[] = {
        "fact.l2",     "copy.rate", "[",      "]",   "read",  "(",        ")",     "+",
        " - ",         "*",         "/",      "-",   "<",     "<=",       "==",    "in",
        "..",          "and",       "or",     "not", "known", "(",        "cited", "model",
        "min",         ",",         "@",      "t4",  "as",    "GB/s",     ".1",    "1",
        "2.5",         "1e9",       "60 MiB", "x",   "%",     "s",        "claim", "if",
        "stride.time", "[8]",       " ",      " ",   " ",     "tlb.time", "0",     "1e308",
        "\xC2",        "."};
    uint64_t seed = 12;
    size_t parsed = 0;
    (void)state;
    for (int i = 0; i < 60000; i++) {
        char text[128];
        size_t length = 0;
        for (size_t n = next_random(&seed) % 10; n > 0; n--) {
            const char *word = words[next_random(&seed) % (sizeof words / sizeof *words)];
            memcpy(text + length, word, strlen(word));
            length += strlen(word);
        }
        char *copy = exact_copy((struct text){text, length});
        parsed += try_all(copy, length);
        free(copy);
    }
    assert_true(parsed > 500); /* or the words are badly chosen */
}

/* Every example with one byte changed, inserted or taken away, and cut at every place. */
static void damaged_examples(void **state) {
    uint64_t seed = 13;
    (void)state;
    for (size_t i = 0; i < kit->example_count; i++) {
        struct text text = kit->examples[i].text;
        for (size_t cut = 0; cut <= text.len; cut++) {
            char *copy = exact_copy((struct text){text.ptr, cut});
            try_all(copy, cut);
            free(copy);
        }
        for (int round = 0; round < 60 && text.len > 0; round++) {
            char *copy = exact_copy(text);
            uint64_t word = next_random(&seed);
            copy[word % text.len] = (word >> 8) % 4 == 0 ? (char)(word >> 16)
                                                         : " .-*/()[]@,<=>0e1x%"[(word >> 16) % 19];
            try_all(copy, text.len);
            free(copy);
        }
    }
}

/* A block of every size from nothing on: an error, until all fits; and never a byte beyond. */
static void memory_of_every_size(void **state) {
    static const char text[] =
        "claim min(stride.time[8] * 2, -3.5 ms) < model(gemm16, h100-sxm).time "
        "and known(fact.l2@t4) or not cited(1 B, a-b) in 1 B..transpose.rate[naive, l2]";
    bool fits = false;
    size_t needed = 0;
    (void)state;
    for (size_t size = 0; !fits; size++) {
        unsigned char *block = malloc(size + 1);
        struct expr_memory memory = {block + (size & 1), size, 0}; /* odd addresses, too */
        struct expr expr;
        struct expr_error error;
        if (!block) abort();
        memset(block, 0xA5, size + 1);
        fits = expr_parse(text, sizeof text - 1, &memory, &expr, &error);
        if (!fits) {
            assert_int_equal(error.code, EXPR_ERROR_COMPLEX);
            assert_int_equal(memory.used, 0);
            assert_null(expr.root);
        }
        assert_int_equal(block[(size & 1) ? 0 : size], 0xA5);
        needed = size;
        free(block);
        assert_true(size < EXPR_MEMORY_SIZE);
    }
    assert_true(needed > 500);
}

static void many_in_one_block(void **state) {
    unsigned char block[EXPR_MEMORY_SIZE];
    struct expr_memory memory = {block, sizeof block, 0};
    struct expr first, other;
    struct expr_error error;
    struct expr_value value;
    (void)state;
    assert_true(expr_parse("1 + 2", 5, &memory, &first, &error));
    size_t count = 0;
    while (expr_parse("fact.l2 * 3", 11, &memory, &other, &error)) {
        count++;
    }
    assert_int_equal(error.code, EXPR_ERROR_COMPLEX);
    assert_true(count > 5);
    assert_true(expr_eval(&first, &kit->env, &value, &error));
    assert_true(value.number == 3);
}

static bool nested(const char *open, const char *middle, const char *close, int depth,
                   enum expr_code *code) {
    char text[4096] = "";
    static unsigned char block[1 << 16];
    struct expr_memory memory = {block, sizeof block, 0};
    struct expr expr;
    struct expr_error error;
    size_t length = 0;
    for (int i = 0; i < 2 * depth + 1; i++) {
        const char *part = i < depth ? open : i == depth ? middle : close;
        memcpy(text + length, part, strlen(part));
        length += strlen(part);
    }
    bool good = expr_parse(text, length, &memory, &expr, &error);
    *code = error.code;
    return good;
}

static void nesting(void **state) {
    static const char *const forms[][3] = {{"(", "1", ")"},
                                           {"-", "1", ""},
                                           {"abs(", "1", ")"},
                                           {"max(1, ", "1", ")"},
                                           {"2 * (1 + ", "1", ")"}};
    enum expr_code code;
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const char *const *f = forms[i];
        assert_true(nested(f[0], f[1], f[2], EXPR_DEPTH_MAX, &code));
        assert_false(nested(f[0], f[1], f[2], EXPR_DEPTH_MAX + 1, &code));
        assert_int_equal(code, EXPR_ERROR_DEEP);
        assert_false(nested(f[0], f[1], f[2], 400, &code));
        assert_int_equal(code, EXPR_ERROR_DEEP);
    }
    assert_true(nested("if not ", "1 < 2", "", 1, &code));
}

/* Long rows are not deep: only the block limits them. */
static void long_rows(void **state) {
    static char text[40000];
    static unsigned char block[1 << 22];
    struct expr_memory memory = {block, sizeof block, 0};
    struct expr expr;
    struct expr_error error;
    struct expr_value value;
    size_t length = 1;
    (void)state;
    text[0] = '1';
    while (length + 5 < sizeof text) {
        memcpy(text + length, " + 1", 4);
        length += 4;
    }
    assert_true(expr_parse(text, length, &memory, &expr, &error));
    assert_true(expr_eval(&expr, &kit->env, &value, &error));
    assert_true(value.number == (double)(1 + length / 4) && value.exact);
    memory = (struct expr_memory){block, EXPR_MEMORY_SIZE, 0};
    assert_false(expr_parse(text, length, &memory, &expr, &error));
    assert_int_equal(error.code, EXPR_ERROR_COMPLEX);
}

static void too_long_a_source(void **state) {
    size_t length = 70000;
    char *text = malloc(length);
    struct expr_memory memory = {NULL, 0, 0};
    struct expr expr;
    struct expr_error error;
    (void)state;
    if (!text) abort();
    memset(text, '1', length);
    assert_false(expr_parse(text, length, &memory, &expr, &error));
    assert_int_equal(error.code, EXPR_ERROR_COMPLEX);
    assert_true(error.whole);
    free(text);
}

/* Whatever the size of the buffer: the same length is returned, what is stored is the start of the
 * text, ended, and cut between characters. */
static void small_buffers(void **state) {
    struct expr_unit unit;
    char whole[64], out[64];
    (void)state;
    assert_true(expr_unit_parse(text_of("us"), &unit));
    struct expr_value value = expr_number(-1234.5e-6, unit.dimension);
    struct expr_form form = {.has_unit = true, .has_digits = true, .digits = 1, .unit = unit};
    size_t length = expr_format(&value, &form, EXPR_STYLE_PAGE, whole, sizeof whole);
    assert_string_equal(whole, "\u22121,234.5\u00A0\u00B5s");
    assert_int_equal(length, strlen(whole));
    for (size_t size = 0; size <= length + 1; size++) {
        memset(out, 'Z', sizeof out);
        assert_int_equal(expr_format(&value, &form, EXPR_STYLE_PAGE, out, size), length);
        assert_int_equal(out[size], 'Z');
        if (size == 0) continue;
        size_t stored = strlen(out);
        assert_true(stored < size);
        assert_memory_equal(out, whole, stored);
        assert_true(((unsigned char)whole[stored] & 0xC0) != 0x80);
        assert_true(size - 1 - stored < 4);
    }
}

/* A callback that breaks its contract must not break more than its own answer. */
static enum expr_found bad_series(void *context, const struct expr_query *query,
                                  struct expr_answer *answer) {
    (void)query;
    switch (*(int *)context) {
    case 0: answer->value = expr_number(strtod("inf", NULL), (struct expr_dimension){{0}}); break;
    case 1: answer->value = expr_number(strtod("nan", NULL), (struct expr_dimension){{0}}); break;
    case 2: answer->index = 99; return EXPR_NO_ARGUMENT;
    case 3: answer->nearest.count = 99; return EXPR_NO_NAME;
    default: return (enum expr_found)77;
    }
    return EXPR_FOUND;
}

static void bad_callbacks(void **state) {
    static const enum expr_code codes[] = {EXPR_ERROR_OVERFLOW, EXPR_ERROR_OVERFLOW,
                                           EXPR_ERROR_ARGUMENT, EXPR_ERROR_NAME, EXPR_ERROR_NAME};
    unsigned char block[EXPR_MEMORY_SIZE];
    struct expr_memory memory = {block, sizeof block, 0};
    struct expr expr;
    struct expr_error error;
    struct expr_value value;
    (void)state;
    assert_true(expr_parse("a.b[c] + 1", 10, &memory, &expr, &error));
    for (int way = 0; way < 5; way++) {
        struct expr_env env = {.context = &way, .series = bad_series};
        assert_false(expr_eval(&expr, &env, &value, &error));
        assert_int_equal(error.code, codes[way]);
        check_error(&error, 10);
    }
    struct expr_env none = {0};
    assert_false(expr_eval(&expr, &none, &value, &error));
    assert_int_equal(error.code, EXPR_ERROR_NAME);
}

static void zero_values(void **state) {
    struct expr expr = {0};
    struct expr_value value = {0};
    struct expr_error error = {0};
    struct expr_unit unit = {0};
    struct expr_env env = {0};
    const struct expr_node *cursor = NULL;
    struct expr_reference reference;
    char out[32];
    (void)state;
    assert_true(expr_eval(&expr, &env, &value, &error));
    assert_int_equal(value.kind, EXPR_MISSING);
    expr_format(&value, NULL, 0, out, sizeof out);
    assert_string_equal(out, "not measured");
    assert_int_equal(expr_error_text(&error, out, sizeof out), 0);
    assert_int_equal(expr_error_hint(&error, out, sizeof out), 0);
    assert_int_equal(expr_unit_text(&unit, out, sizeof out), 0);
    assert_int_equal(expr_explain(&expr, &env, out, sizeof out), 0);
    assert_false(expr_next_reference(&expr, &cursor, &reference));
    assert_false(expr_unit_parse((struct text){NULL, 0}, &unit));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_bytes),      cmocka_unit_test(random_words),
        cmocka_unit_test(damaged_examples),  cmocka_unit_test(memory_of_every_size),
        cmocka_unit_test(many_in_one_block), cmocka_unit_test(nesting),
        cmocka_unit_test(long_rows),         cmocka_unit_test(too_long_a_source),
        cmocka_unit_test(small_buffers),     cmocka_unit_test(bad_callbacks),
        cmocka_unit_test(zero_values),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
