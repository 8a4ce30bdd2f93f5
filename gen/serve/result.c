/* result -- how a build is handed from one process to another on the same machine: see builder.h. */
#include "base/pack.h"
#include "serve/builder.h"

static void pack_file(struct pack *pack, struct result_file *file) {
    pack_text(pack, &file->path);
    pack_flag(pack, &file->same);
    pack_text(pack, &file->bytes);
}

static void pack_formula(struct pack *pack, struct keep_formula *formula) {
    pack_text(pack, &formula->key);
    pack_text(pack, &formula->set);
    pack_number(pack, &formula->width);
}

static void pack_result(struct pack *pack, struct result *result, struct arena *arena) {
    pack_number(pack, &result->errors);
    pack_number(pack, &result->warnings);
    pack_text(pack, &result->messages);
    pack_text(pack, &result->mistakes);
    pack_text(pack, &result->known);
    pack_count(pack, &result->file_count);
    pack_count(pack, &result->formula_count);
    if (pack_reads(pack)) {
        result->file = ARENA_ARRAY(arena, struct result_file, result->file_count);
        result->formula = ARENA_ARRAY(arena, struct keep_formula, result->formula_count);
    }
    for (size_t i = 0; i < result->file_count; i++)
        pack_file(pack, &result->file[i]);
    for (size_t i = 0; i < result->formula_count; i++)
        pack_formula(pack, &result->formula[i]);
}

void result_write(struct result *result, struct buf *out) {
    pack_result(&(struct pack){.out = out}, result, NULL);
}

bool result_read(struct result *result, struct text bytes, struct arena *arena) {
    struct pack pack = {.in = bytes};
    *result = (struct result){0};
    pack_result(&pack, result, arena);
    return !pack.failed && !pack.in.len;
}
