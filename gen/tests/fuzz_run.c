/* fuzz_run -- runs a fuzz target without the engine: over each file whole, and over variants of it that
 * are cut, changed in a byte, or have a piece twice; the same ones every time. A crash is the failure.
 * `make fuzz` builds the targets with libFuzzer.
 *
 * usage: fuzz_NAME [--lines] FILE...       --lines: each line is an input */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { VARIANTS = 12, LARGEST = 1 << 19 };

static uint64_t random_state = 1;

static size_t random_below(size_t limit) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return limit ? (size_t)(random_state >> 33) % limit : 0;
}

/* On a copy of exactly this size, so that ASan sees the first byte read beyond it. */
static void try_one(const uint8_t *bytes, size_t size) {
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy) abort();
    if (size) memcpy(copy, bytes, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

static void try_variants(const uint8_t *bytes, size_t size) {
    static uint8_t changed[2 * LARGEST];
    try_one(bytes, size);
    for (int i = 0; i < VARIANTS; i++) {
        size_t from = random_below(size), length = random_below(size - from + 1), all = size;
        memcpy(changed, bytes, size);
        if (i % 3 == 0) {
            all = from;
        } else if (i % 3 == 1 && size) {
            changed[from] = (uint8_t)random_below(256);
        } else {
            memcpy(changed + from + length, bytes + from, size - from);
            all = size + length;
        }
        try_one(changed, all);
    }
}

static void try_lines(const uint8_t *bytes, size_t size) {
    for (size_t start = 0, end; start < size; start = end + 1) {
        for (end = start; end < size && bytes[end] != '\n';)
            end++;
        try_variants(bytes + start, end - start);
    }
}

int main(int count, char **argument) {
    static uint8_t bytes[LARGEST];
    int first = count > 1 && strcmp(argument[1], "--lines") == 0 ? 2 : 1;
    for (int i = first; i < count; i++) {
        FILE *file = fopen(argument[i], "rb");
        if (!file) return perror(argument[i]), 1;
        size_t size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        (first == 2 ? try_lines : try_variants)(bytes, size);
    }
    return count == first;
}
