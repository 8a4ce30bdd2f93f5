/*
 * test_expr_wasm -- gen/expr is freestanding, and WebAssembly gives the same bytes as native code.
 *
 * Compiles all of gen/expr with clang for wasm32 without any library, links it so that a call to
 * libc would be an undefined symbol, and runs both.h over all examples here and in node. Skipped
 * where clang-14, wasm-ld-14 or node is not installed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/expr/both.h"
#include "tests/expr/kit.h"
#include "tests/wasm_kit.h"

static char folder[] = "/tmp/expr-wasm-XXXXXX";

static const char main_c[] = "#include \"tests/expr/both.h\"\n"
                             "char *text(void);\n"
                             "char *text(void) { return both_text; }\n"
                             "size_t run(size_t length);\n"
                             "size_t run(size_t length) { return both_run(length); }\n";

static const char main_js[] =
    "const fs = require('fs');\n"
    "const wasm = new WebAssembly.Module(fs.readFileSync(process.argv[2]));\n"
    "if (WebAssembly.Module.imports(wasm).length > 0) process.exit(3);\n"
    "const e = new WebAssembly.Instance(wasm).exports;\n"
    "for (const line of fs.readFileSync(process.argv[3], 'latin1').split('\\n').slice(0, -1)) {\n"
    "    const bytes = Buffer.from(line, 'latin1');\n"
    "    new Uint8Array(e.memory.buffer).set(bytes, e.text());\n"
    "    const length = e.run(bytes.length);\n"
    "    process.stdout.write(Buffer.from(e.memory.buffer, e.text(), length));\n"
    "    process.stdout.write('\\n');\n"
    "}\n";

static void compiles_without_a_library(void **state) {
    (void)state;
    skip_without("clang-14 wasm-ld-14");
    write_file(folder, "main.c", main_c, sizeof main_c - 1);
    int status = shell(
        "clang-14 --target=wasm32 -std=c17 -nostdlib -mbulk-memory -O2 -ffp-contract=off -Wall "
        "-Wextra -Werror -Igen -Wl,--stack-first -Wl,--no-entry -Wl,--export=run -Wl,--export=text "
        "-o %s/expr.wasm %s/main.c gen/expr/*.c",
        folder, folder);
    assert_int_equal(status, 0);
}

/* The examples, many numbers in all units, and nesting as deep as the language goes: the stack that
 * wasm-ld gives by default must do, and --stack-first makes it trap where it does not. */
static size_t make_inputs(const struct kit *kit, char *out, size_t size) {
    size_t n = 0;
    for (size_t i = 0; i < kit->example_count; i++) {
        struct text text = kit->examples[i].text;
        n += (size_t)snprintf(out + n, size - n, "%.*s\n", (int)text.len, text.ptr);
    }
    for (size_t i = 0; expr_unit_name(i).ptr; i++) {
        struct text unit = expr_unit_name(i);
        for (int power = -30; power < 30; power++) {
            n += (size_t)snprintf(out + n, size - n, "%d.%de%d %.*s / 7 * 3\n", power + 31,
                                  power + 30, power, (int)unit.len, unit.ptr);
        }
    }
    static const char *const deep[][3] = {
        {"if ", "(1 < 2 and not ", "2 < 1"}, {"", "(1 + 2 * -", "1"}, {"", "max(1, (2 * ", "1"}};
    for (size_t i = 0; i < sizeof deep / sizeof *deep; i++) {
        n += (size_t)snprintf(out + n, size - n, "%s", deep[i][0]);
        for (int d = 0; d < EXPR_DEPTH_MAX / 2; d++) {
            n += (size_t)snprintf(out + n, size - n, "%s", deep[i][1]);
        }
        n += (size_t)snprintf(out + n, size - n, "%s", deep[i][2]);
        for (int d = 0; d < EXPR_DEPTH_MAX / 2; d++) {
            n += (size_t)snprintf(out + n, size - n, "%s", i == 2 ? "))" : ")");
        }
        n += (size_t)snprintf(out + n, size - n, "\n");
    }
    return n;
}

static void gives_the_same_bytes(void **state) {
    static char inputs[1 << 19], want[1 << 20], got[1 << 20];
    const struct kit *kit = kit_load();
    char path[256];
    (void)state;
    skip_without("clang-14 wasm-ld-14 node");
    assert_non_null(kit);
    size_t length = make_inputs(kit, inputs, sizeof inputs);
    size_t n = 0, lines = 0;
    for (size_t start = 0, end = 0; start < length; start = end + 1) {
        for (end = start; inputs[end] != '\n';) {
            end++;
        }
        assert_true(end - start < BOTH_TEXT);
        memcpy(both_text, inputs + start, end - start);
        size_t count = both_run(end - start);
        memcpy(want + n, both_text, count);
        assert_null(
            strstr(both_text, "nested too")); /* the limits themselves are tested elsewhere */
        if (strstr(both_text, "too complex")) fail_msg("%.*s", (int)(end - start), inputs + start);
        n += count;
        want[n++] = '\n';
        lines++;
    }
    write_file(folder, "inputs", inputs, length);
    write_file(folder, "main.js", main_js, sizeof main_js - 1);
    assert_int_equal(
        shell("node %s/main.js %s/expr.wasm %s/inputs > %s/got", folder, folder, folder, folder),
        0);
    snprintf(path, sizeof path, "%s/got", folder);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t have = fread(got, 1, sizeof got, file);
    fclose(file);
    assert_true(lines > 3000);
    assert_int_equal(have, n);
    assert_memory_equal(got, want, n);
}

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    return shell("rm -r %s", folder) == 0 ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compiles_without_a_library),
        cmocka_unit_test(gives_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
