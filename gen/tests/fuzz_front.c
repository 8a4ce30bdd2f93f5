/* fuzz_front -- front matter is read as that of a page and as site.yaml, and what is wrong with it printed. */
#include <stdint.h>

#include "page/front.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct arena arena = {0};
    struct diags diags = {0};
    struct buf out = {0};
    struct front front;
    struct site site;
    struct text text = arena_text(&arena, (struct text){(const char *)bytes, size});
    struct text page = arena_printf(&arena, "---\n%.*s\n---\n", TEXT_ARG(text));
    size_t body, errors;
    bool fine = front_read(&front, source_load(&arena, TEXT("content/glossary/fuzz.md"), page),
                           &body, &arena, &diags);
    if (!fine && !diags.errors) __builtin_trap();
    front_words(&front, &out);
    errors = diags.errors;
    fine = site_read(&site, source_load(&arena, TEXT("content/site.yaml"), text), &arena, &diags);
    if (!fine && diags.errors == errors) __builtin_trap();
    diags_print(&diags, &out, DIAG_PLAIN);
    buf_free(&out);
    diags_free(&diags);
    arena_free(&arena);
    return 0;
}
