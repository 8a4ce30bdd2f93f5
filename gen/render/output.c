/* output -- the files of a site until they are published; see render.h. */
#include "render/render.h"

#include <errno.h>
#include <unistd.h>

static bool spool(struct output *output, struct output_file *file, struct text bytes) {
    if (!output->spool && !(output->spool = tmpfile())) return false;
    if (fwrite(bytes.ptr, 1, bytes.len, output->spool) != bytes.len) return false;
    file->offset = output->spooled;
    output->spooled += bytes.len;
    return true;
}

bool output_add(struct output *output, struct text path, struct text bytes, struct arena *arena) {
    struct output_file file = {.path = path, .bytes = {NULL, bytes.len}};
    if (output->paths_alone) {
        file.bytes.len = 0;
    } else if (output->held + bytes.len <= OUTPUT_HELD_MAX || !bytes.len) {
        file.bytes = arena_text(arena, bytes);
        output->held += bytes.len;
    } else if (!spool(output, &file, bytes)) {
        return false;
    }
    output->file =
        arena_grow(arena, output->file, output->count, &output->capacity, sizeof *output->file);
    output->file[output->count++] = file;
    return true;
}

struct text output_bytes(const struct output *output, const struct output_file *file,
                         struct buf *room) {
    if (file->bytes.ptr || !output->spool) return file->bytes;
    buf_clear(room);
    for (char part[16384]; room->len < file->bytes.len;) {
        size_t wanted = file->bytes.len - room->len;
        if (wanted > sizeof part) wanted = sizeof part;
        ssize_t got = pread(fileno(output->spool), part, wanted, (off_t)(file->offset + room->len));
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) errno = EIO;
        if (got <= 0) return (struct text){0};
        buf_add(room, part, (size_t)got);
    }
    return buf_text(room);
}

void output_free(struct output *output) {
    if (output->spool) fclose(output->spool);
    *output = (struct output){0};
}
