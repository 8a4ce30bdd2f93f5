/* output -- the files of a site until they are published; see render.h. */
#include "render/render.h"

static void add(struct output *output, const struct output_file *file, struct arena *arena) {
    output->file =
        arena_grow(arena, output->file, output->count, &output->capacity, sizeof *output->file);
    output->file[output->count++] = *file;
}

bool output_add(struct output *output, struct text path, struct text bytes, struct arena *arena) {
    struct output_file file = {.path = path, .bytes = {NULL, bytes.len}};
    if (output->paths_alone) {
        file.bytes.len = 0;
    } else if (output->held + bytes.len <= OUTPUT_HELD_MAX || !bytes.len) {
        file.bytes = arena_text(arena, bytes);
        output->held += bytes.len;
    } else if (!spool_put(&output->spool, bytes, &file.offset)) {
        return false;
    }
    add(output, &file, arena);
    return true;
}

void output_add_same(struct output *output, struct text path, size_t size, struct arena *arena) {
    add(output, &(struct output_file){.path = path, .bytes = {NULL, size}, .same = true}, arena);
}

struct text output_bytes(const struct output *output, const struct output_file *file,
                         struct buf *room) {
    if (file->bytes.ptr || file->same || !output->spool.file) return file->bytes;
    buf_clear(room);
    char *bytes = buf_room(room, file->bytes.len);
    if (!bytes || !spool_get(&output->spool, file->offset, bytes, file->bytes.len))
        return (struct text){0};
    return (struct text){bytes, file->bytes.len};
}

void output_free(struct output *output) {
    spool_close(&output->spool);
    *output = (struct output){0};
}
