/* fuzz_model -- the arguments of `gen model`, one a line, for the card of a golden site. */
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

#include "cli/cli.h"

enum { ARGUMENTS = 32 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static const struct cli_command command = {
        "model", "", cli_model, CLI_CARD | CLI_QUIET | CLI_MODEL, 0, 1, "model", ""};
    static const struct cli cli = {&command, 1, ""};
    static int quiet = -1;
    struct arena arena = {0};
    char *argv[ARGUMENTS + 5] = {"gen", "model", "--root", "gen/tests/golden/numbers"};
    int argc = 4, said[2] = {dup(1), dup(2)};
    struct text rest = {(const char *)bytes, size};
    if (quiet < 0) quiet = open("/dev/null", O_WRONLY);
    while (rest.len && argc < ARGUMENTS + 4)
        argv[argc++] = (char *)(uintptr_t)arena_string(&arena, text_next(&rest, '\n'));
    for (int i = 0; i < 2; i++)
        dup2(quiet, i + 1);
    int status = cli_main(&cli, argc, argv);
    for (int i = 0; i < 2; i++) {
        dup2(said[i], i + 1);
        close(said[i]);
    }
    if (status < CLI_OK || status > CLI_USAGE) __builtin_trap();
    arena_free(&arena);
    return 0;
}
