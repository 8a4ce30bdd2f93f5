/* fuzz_mustache -- a template is compiled and filled with no data, and what is wrong with it printed. */
#include <stdint.h>

#include "render/mustache.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct arena arena = {0};
    struct diags diags = {0};
    struct buf out = {0};
    struct templates templates = {.arena = &arena};
    struct text text = arena_text(&arena, (struct text){(const char *)bytes, size});
    struct source *source = source_load(&arena, TEXT("theme/fuzz.mustache"), text);
    if (templates_add(&templates, TEXT("fuzz"), source, &diags) &&
        templates_check(&templates, &diags))
        if (!template_fill(&templates, "fuzz", data_object(&arena), &out, &diags) && !diags.errors)
            __builtin_trap();
    diags_print(&diags, &out, DIAG_PLAIN);
    buf_free(&out);
    diags_free(&diags);
    arena_free(&arena);
    return 0;
}
