/* wasm_kit -- compiles a part of gen/ for wasm32 in a folder of its own. For the suites that compare
 * WebAssembly with native code. The includer has included cmocka. */
#pragma once

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static inline int shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static inline int shell(const char *format, ...) {
    char command[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    return system(command);
}

/* Skips the test where one of the programs is not installed, and says which. */
static inline void skip_without(const char *programs) {
    if (shell("for p in %s; do command -v $p >/dev/null || { echo \"# skipped: no $p\"; exit 1; }; "
              "done",
              programs) != 0)
        skip();
}

static inline void write_file(const char *folder, const char *name, const char *bytes,
                              size_t length) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}
