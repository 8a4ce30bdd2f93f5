/* fuzz_card -- a measurement file is read and checked, and what is wrong with it printed. */
#include <stdint.h>

#include "measure/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct arena arena = {0};
    struct diags diags = {0};
    struct buf out = {0};
    struct card card = {0};
    struct text text = arena_text(&arena, (struct text){(const char *)bytes, size});
    struct source *source = source_load(&arena, TEXT("measurements/kit-card.json"), text);
    if (!card_read(&card, source, text, false, &arena, &diags) && !diags.errors) __builtin_trap();
    diags_print(&diags, &out, DIAG_PLAIN);
    buf_free(&out);
    diags_free(&diags);
    arena_free(&arena);
    return 0;
}
