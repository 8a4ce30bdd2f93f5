/* fuzz_page -- a page, its front matter and its Markdown, is read, and what is wrong with it printed. */
#include <stdint.h>

#include "page/page.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct arena arena = {0};
    struct diags diags = {0};
    struct buf out = {0};
    struct root root;
    if (!root_open(&root, ".", &diags)) __builtin_trap();
    struct text text = arena_text(&arena, (struct text){(const char *)bytes, size});
    struct source *source = source_load(&arena, TEXT("content/glossary/fuzz.md"), text);
    page_read(&root, source, &arena, &diags);
    diags_print(&diags, &out, DIAG_PLAIN);
    buf_free(&out);
    diags_free(&diags);
    root_close(&root);
    arena_free(&arena);
    return 0;
}
