/* output -- the files of a site until they are published; see render.h. */
#include "render/render.h"

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
    output->file =
        arena_grow(arena, output->file, output->count, &output->capacity, sizeof *output->file);
    output->file[output->count++] = file;
    return true;
}

struct text output_bytes(const struct output *output, const struct output_file *file,
                         struct buf *room) {
    if (file->bytes.ptr || !output->spool.file) return file->bytes;
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
