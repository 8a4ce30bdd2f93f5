/* test_expr_spec -- every example of gen/tests/expr/spec.txt is a test of its name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/expr/kit.h"

static struct kit *kit;

static size_t margin(const struct expr *expr, char *out, size_t size) {
    double part;
    char text[64];
    if (!expr_margin(expr, &kit->env, &part)) return (size_t)snprintf(out, size, "margin: none\n");
    expr_format_number(part * 100, 1, EXPR_STYLE_TERMINAL, text, sizeof text);
    return (size_t)snprintf(out, size, "margin: %s%%\n", text);
}

/* What the example gives, in the lines that the file expects. */
static size_t run(const struct kit_example *example, struct expr_error *error, char *out,
                  size_t size) {
    static unsigned char block[EXPR_MEMORY_SIZE];
    struct expr_memory memory = {block, sizeof block, 0};
    struct expr expr;
    struct expr_value value;
    char text[1024], more[1024];
    if (!expr_parse(example->text.ptr, example->text.len, &memory, &expr, error) ||
        !expr_eval(&expr, &kit->env, &value, error)) {
        expr_error_text(error, text, sizeof text);
        size_t hint = expr_error_hint(error, more, sizeof more);
        return (size_t)snprintf(out, size, hint > 0 ? "error: %s\nhint: %s\n" : "error: %s\n", text,
                                more);
    }
    if (expr.kind == EXPR_KIND_ELSE) return (size_t)snprintf(out, size, "else\n");
    if (expr.kind == EXPR_KIND_END) return (size_t)snprintf(out, size, "end\n");
    if (expr.kind == EXPR_KIND_GIVEN) return (size_t)snprintf(out, size, "given\n");
    if (expr.kind == EXPR_KIND_ALWAYS) {
        return (size_t)snprintf(out, size, "always: %.*s\n", (int)expr.body.len, expr.body.ptr);
    }
    expr_format(&value, &expr.form, EXPR_STYLE_TERMINAL, text, sizeof text);
    size_t why = expr_explain(&expr, &kit->env, more, sizeof more);
    size_t length = (size_t)snprintf(out, size, why > 0 ? "%s\nwhy: %s\n" : "%s\n", text, more);
    return strncmp(example->name, "margin.", 7) == 0
               ? length + margin(&expr, out + length, size - length)
               : length;
}

static void example(void **state) {
    const struct kit_example *example = *state;
    struct expr_error error = {0};
    char out[4096];
    size_t length = run(example, &error, out, sizeof out);
    if (length != example->lines.len || memcmp(out, example->lines.ptr, length) != 0) {
        fail_msg("{{%.*s}}\ngave\n%swanted\n%.*s", (int)example->text.len, example->text.ptr, out,
                 (int)example->lines.len, example->lines.ptr);
    }
    if (error.code == EXPR_OK) return;
    bool whole = example->at == SIZE_MAX;
    if (error.whole != whole ||
        (!whole && (error.offset != example->at || error.length != example->length))) {
        /* At the end of the text there is nothing to underline but the place itself. */
        if (!error.whole && error.length == 0 && example->length == 1 &&
            error.offset == example->at) {
            return;
        }
        fail_msg(
            "{{%.*s}}\nis marked at %zu, length %zu, whole %d; wanted %zu, length %zu, whole %d",
            (int)example->text.len, example->text.ptr, error.offset, error.length, error.whole,
            example->at, example->length, whole);
    }
}

int main(int argc, char **argv) {
    static struct CMUnitTest tests[KIT_EXAMPLES];
    kit = kit_load();
    if (!kit || kit->example_count == 0) {
        printf("1..1\nnot ok 1 - " KIT_SPEC " cannot be read\n");
        return 1;
    }
    for (size_t i = 0; i < kit->example_count; i++) {
        tests[i] = (struct CMUnitTest){.name = kit->examples[i].name,
                                       .test_func = example,
                                       .initial_state = &kit->examples[i]};
    }
    if (argc > 1) cmocka_set_test_filter(argv[1]); /* test_expr_spec 'half*' */
    return _cmocka_run_group_tests("expression spec", tests, kit->example_count, NULL, NULL);
}
