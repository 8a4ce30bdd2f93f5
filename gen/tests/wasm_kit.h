/* wasm_kit -- compiles a part of gen/ for wasm32 in a folder of its own. For the suites that compare
 * WebAssembly with native code. The includer has included cmocka. */
#ifndef TESTS_WASM_KIT_H
#define TESTS_WASM_KIT_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static inline bool installed(const char *program) {
    char command[128];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program);
    return system(command) == 0;
}

static inline int shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static inline int shell(const char *format, ...) {
    char command[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    return system(command);
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

#endif
