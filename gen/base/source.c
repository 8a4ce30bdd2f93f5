/* source -- see source.h. */
#include "base/source.h"

#include <string.h>

static struct text normalise(struct arena *arena, struct text bytes) {
    if (bytes.len >= 3 && memcmp(bytes.ptr, "\xEF\xBB\xBF", 3) == 0)
        bytes = text_cut(bytes, 3, bytes.len);
    char *out = arena_alloc(arena, bytes.len + 1);
    size_t len = 0;
    for (size_t i = 0; i < bytes.len; i++) {
        char c = bytes.ptr[i];
        if (c == '\r') {
            if (i + 1 < bytes.len && bytes.ptr[i + 1] == '\n') continue;
            c = '\n';
        }
        out[len++] = c;
    }
    return (struct text){out, len};
}

struct source *source_load(struct arena *arena, struct text path, struct text bytes) {
    struct source *source = ARENA_NEW(arena, struct source);
    source->path = arena_text(arena, path);
    source->text = normalise(arena, bytes);
    size_t lines = 1;
    for (size_t i = 0; i < source->text.len; i++)
        lines += source->text.ptr[i] == '\n';
    source->line_start = ARENA_ARRAY(arena, size_t, lines);
    source->line_count = lines;
    size_t line = 1;
    for (size_t i = 0; i < source->text.len; i++)
        if (source->text.ptr[i] == '\n') source->line_start[line++] = i + 1;
    return source;
}

struct place source_place(const struct source *source, size_t offset) {
    if (offset > source->text.len) offset = source->text.len;
    size_t low = 0, high = source->line_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (source->line_start[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return (struct place){low + 1, offset - source->line_start[low] + 1};
}

struct text source_line(const struct source *source, size_t line) {
    if (line < 1 || line > source->line_count) return (struct text){0};
    size_t from = source->line_start[line - 1];
    size_t to = line < source->line_count ? source->line_start[line] - 1 : source->text.len;
    return (struct text){source->text.ptr + from, to - from};
}

size_t source_offset(const struct source *source, size_t line, size_t column) {
    if (line < 1) return 0;
    if (line > source->line_count) return source->text.len;
    size_t length = source_line(source, line).len;
    size_t within = column < 1 ? 0 : column - 1;
    return source->line_start[line - 1] + (within < length ? within : length);
}
