/* test_model_wasm -- gen/model is freestanding, and WebAssembly gives the same bytes as native code.
 *
 * Compiles gen/model for wasm32 without any library, links it so that a call to libc would be an
 * undefined symbol, and runs both.h over the exercise's cases and random GEMMs here and in node.
 * Skipped where clang-14, wasm-ld-14 or node is not installed. */
#include <unistd.h>

#include "tests/model/both.h"
#include "tests/model/kit.h"
#include "tests/wasm_kit.h"

static char folder[] = "/tmp/model-wasm-XXXXXX";

static const char main_c[] = "#include \"tests/model/both.h\"\n"
                             "char *text(void);\n"
                             "char *text(void) { return both_text; }\n"
                             "size_t run(size_t length);\n"
                             "size_t run(size_t length) { return both_run(length); }\n";

/* Inputs and outputs are stored one after the other, each after its length in 4 bytes. */
static const char main_js[] =
    "const fs = require('fs');\n"
    "const wasm = new WebAssembly.Module(fs.readFileSync(process.argv[2]));\n"
    "if (WebAssembly.Module.imports(wasm).length > 0) process.exit(3);\n"
    "const e = new WebAssembly.Instance(wasm).exports;\n"
    "const input = fs.readFileSync(process.argv[3]), output = [];\n"
    "for (let at = 0; at < input.length;) {\n"
    "    const size = input.readUInt32LE(at);\n"
    "    new Uint8Array(e.memory.buffer).set(input.subarray(at + 4, at + 4 + size), e.text());\n"
    "    const length = e.run(size), head = Buffer.alloc(4);\n"
    "    head.writeUInt32LE(length);\n"
    "    output.push(head, Buffer.from(e.memory.buffer.slice(e.text(), e.text() + length)));\n"
    "    at += 4 + size;\n"
    "}\n"
    "fs.writeFileSync(process.argv[4], Buffer.concat(output));\n";

static void compiles_without_a_library(void **state) {
    (void)state;
    skip_without("clang-14 wasm-ld-14");
    write_file(folder, "main.c", main_c, sizeof main_c - 1);
    int status = shell(
        "clang-14 --target=wasm32 -std=c17 -nostdlib -mbulk-memory -O2 -ffp-contract=off -Wall "
        "-Wextra -Werror -Igen -Wl,--stack-first -Wl,--no-entry -Wl,--export=run -Wl,--export=text "
        "-o %s/model.wasm %s/main.c gen/model/*.c",
        folder, folder);
    assert_int_equal(status, 0);
}

static void add_record(struct bytes *list, const char *data, size_t length) {
    const char size[] = {(char)(length & 255), (char)(length >> 8 & 255),
                         (char)(length >> 16 & 255), 0};
    bytes_add(list, size, 4);
    bytes_add(list, data, length);
}

/* Runs it here and keeps both sides. */
static void add_input(const char *data, size_t length, struct bytes *inputs, struct bytes *want) {
    assert_true(length < BOTH_TEXT);
    memcpy(both_text, data, length);
    add_record(inputs, data, length);
    size_t given = both_run(length);
    assert_true(given > 0 && given < BOTH_TEXT);
    add_record(want, both_text, given);
}

static void add_double(struct bytes *text, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    bytes_printf(text, "%016" PRIx64, bits);
}

static size_t add_models(struct bytes *inputs, struct bytes *want) {
    uint64_t random = 42;
    struct bytes text = {0};
    for (int run = 0; run < 500; run++) {
        static const double scale[14] = {200,  128,  3e9,  200, 9000, 1e13, 1e8,
                                         9000, 9000, 9000, 200, 200,  16,   16};
        text.length = 0;
        bytes_add(&text, "m", 1);
        for (int i = 0; i < 14; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            double share = (double)(random >> 11) / 9007199254740992.0;
            bool whole = i < 2 || i > 6;
            double number = 1 + share * scale[i];
            add_double(&text, whole ? (double)(uint64_t)number : number);
        }
        add_input(text.data, text.length, inputs, want);
    }
    free(text.data);
    return 500;
}

static size_t add_cases(struct bytes *inputs, struct bytes *want) {
    size_t count = 0;
    struct bytes text = {0};
    for (struct example example = {0}; example_next(&example); count++) {
        text.length = 0;
        bytes_add(&text, "s", 1);
        bytes_add(&text, example.input.data, example.input.length);
        add_input(text.data, text.length, inputs, want);
    }
    free(text.data);
    return count;
}

static void gives_the_same_bytes(void **state) {
    (void)state;
    skip_without("clang-14 wasm-ld-14 node");
    struct bytes inputs = {0}, want = {0}, got = {0};
    assert_true(add_cases(&inputs, &want) + add_models(&inputs, &want) > 540);
    write_file(folder, "in", inputs.data, inputs.length);
    write_file(folder, "main.js", main_js, sizeof main_js - 1);
    assert_int_equal(
        shell("node %s/main.js %s/model.wasm %s/in %s/out", folder, folder, folder, folder), 0);
    char path[256], piece[4096];
    snprintf(path, sizeof path, "%s/out", folder);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    for (size_t n; (n = fread(piece, 1, sizeof piece, file)) > 0;)
        bytes_add(&got, piece, n);
    fclose(file);
    assert_true(bytes_equal(&got, &want));
    free(inputs.data);
    free(want.data);
    free(got.data);
}

static int set_up(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    return shell("rm -rf %s", folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compiles_without_a_library),
        cmocka_unit_test(gives_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
