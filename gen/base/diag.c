/* diag -- see diag.h. */
#include "base/diag.h"

#include <stdlib.h>
#include <string.h>

#include "base/chars.h"
#include "base/utf8.h"

/* ---- sources ----------------------------------------------------------------------------- */

static struct text normalise(struct arena *arena, struct text bytes) {
    if (bytes.len >= 3 && memcmp(bytes.ptr, "\xEF\xBB\xBF", 3) == 0)
        bytes = text_cut(bytes, 3, bytes.len);
    if (!bytes.len || !memchr(bytes.ptr, '\r', bytes.len)) return arena_text(arena, bytes);
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
    struct text rest = source->text;
    for (source->line_count = 1; text_next(&rest, '\n').ptr && rest.ptr;)
        source->line_count++;
    source->line_start = ARENA_ARRAY(arena, uint32_t, source->line_count);
    rest = source->text;
    for (size_t line = 1; line < source->line_count; line++) {
        text_next(&rest, '\n');
        source->line_start[line] = (uint32_t)(rest.ptr - source->text.ptr);
    }
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

/* ---- messages ---------------------------------------------------------------------------- */

void diags_free(struct diags *diags) {
    arena_free(&diags->arena);
    *diags = (struct diags){0};
}

/* Lines are shown whole up to LINE_SHOWN bytes; of a longer one a window around the place is kept, so
 * that a file of one line with a thousand mistakes does not take a thousand times its size. */
enum { LINE_SHOWN = 240, LINE_BEFORE = 100 };

static size_t character_start(struct text line, size_t at) {
    while (at > 0 && at < line.len && is_continuation(line.ptr[at]))
        at--;
    return at;
}

static void keep_line(struct diags *diags, struct diag *diag, struct text line) {
    size_t from = 0, to = line.len, at = diag->place.column - 1;
    if (line.len > LINE_SHOWN) {
        from = at > LINE_BEFORE ? character_start(line, at - LINE_BEFORE) : 0;
        to = from + LINE_SHOWN < line.len ? character_start(line, from + LINE_SHOWN) : line.len;
    }
    diag->line = arena_text(&diags->arena, text_cut(line, from, to));
    diag->line_from = from;
    diag->line_cut = to < line.len;
}

static void keep(struct diags *diags, struct diag diag) {
    diags->list[diags->count++] = diag;
    diags->errors += diag.severity == SEVERITY_ERROR;
    diags->warnings += diag.severity == SEVERITY_WARNING;
}

static void add(struct diags *diags, struct diag diag, struct text path, const char *hint) {
    struct arena *arena = &diags->arena;
    diags->list = arena_grow(arena, diags->list, diags->count, &diags->capacity, sizeof diag);
    diag.path = arena_text(arena, path);
    diag.hint = arena_text(arena, text_of(hint));
    diag.serial = diags->count;
    keep(diags, diag);
}

void diag_at(struct diags *diags, enum severity severity, const struct source *source,
             size_t offset, size_t length, const char *hint, const char *format, ...) {
    struct diag diag = {.severity = severity, .place = source_place(source, offset)};
    va_list args;
    va_start(args, format);
    diag.message = arena_vprintf(&diags->arena, format, args);
    va_end(args);
    struct text line = source->text.ptr ? source_line(source, diag.place.line) : (struct text){0};
    size_t left = line.len >= diag.place.column ? line.len - diag.place.column + 1 : 1;
    diag.length = length > left ? left : length ? length : 1;
    if (line.ptr) keep_line(diags, &diag, line);
    add(diags, diag, source->path, hint);
}

void diags_add(struct diags *diags, const struct diag *diag) {
    struct diag copy = *diag;
    copy.message = arena_text(&diags->arena, diag->message);
    copy.line = arena_text(&diags->arena, diag->line);
    copy.hint = arena_text(&diags->arena, diag->hint);
    add(diags, copy, diag->path, copy.hint.ptr);
}

void diags_add_all(struct diags *diags, const struct diags *from) {
    for (size_t i = 0; i < from->count; i++)
        diags_add(diags, &from->list[i]);
}

void diag_line(struct diags *diags, enum severity severity, struct text path, size_t line,
               const char *hint, const char *format, ...) {
    struct diag diag = {.severity = severity, .place = {line, line > 0}, .length = 1};
    va_list args;
    va_start(args, format);
    diag.message = arena_vprintf(&diags->arena, format, args);
    va_end(args);
    add(diags, diag, path, hint);
}

static int order_sizes(size_t a, size_t b) {
    return (a > b) - (a < b);
}

static int order(const void *pa, const void *pb) {
    const struct diag *a = pa, *b = pb;
    int by = text_compare(a->path, b->path);
    if (!by) by = order_sizes(a->place.line, b->place.line);
    if (!by) by = order_sizes(a->place.column, b->place.column);
    if (!by) by = text_compare(a->message, b->message);
    return by ? by : order_sizes(a->serial, b->serial);
}

static bool same(const struct diag *a, const struct diag *b) {
    return a->severity == b->severity && a->place.line == b->place.line &&
           a->place.column == b->place.column && text_equal(a->path, b->path) &&
           text_equal(a->message, b->message);
}

/* Begins the list anew; returns how many there were, which keep() can put back one by one. */
static size_t restart(struct diags *diags) {
    size_t count = diags->count;
    diags->count = diags->errors = diags->warnings = 0;
    return count;
}

void diags_sort(struct diags *diags) {
    if (!diags->count) return;
    qsort(diags->list, diags->count, sizeof *diags->list, order);
    size_t count = restart(diags);
    for (size_t i = 0; i < count; i++)
        if (!i || !same(&diags->list[diags->count - 1], &diags->list[i]))
            keep(diags, diags->list[i]);
}

void diags_keep_errors(struct diags *diags) {
    size_t count = restart(diags);
    for (size_t i = 0; i < count; i++)
        if (diags->list[i].severity == SEVERITY_ERROR) keep(diags, diags->list[i]);
}

static const struct {
    const char *word, *colour;
} severities[] = {
    [SEVERITY_ERROR] = {"error", "\033[1;31m"},
    [SEVERITY_WARNING] = {"warning", "\033[1;35m"},
    [SEVERITY_NOTE] = {"note", "\033[1;36m"},
};

/* The mark stands under a character as buf_terminal() writes it, which may take several columns. */
static size_t columns_of(struct text bytes, uint32_t code) {
    struct buf shown = {0};
    if (bytes.len && (!utf8_is_hidden(code) || code == '\t')) return (size_t)utf8_width(code);
    buf_terminal(&shown, bytes);
    size_t columns = shown.len;
    buf_free(&shown);
    return columns;
}

/* A line of spaces with ^~~~ under the marked range. A tab before it is copied, so that the mark stands
 * under its text whatever the width of tabs; what has no width of its own is marked under its neighbour. */
static void add_caret(struct buf *out, const struct diag *diag) {
    size_t start = diag->place.column - 1 - diag->line_from, end = start + diag->length;
    if (diag->line_from) buf_char(out, ' '); /* under the "…" that stands for what was left out */
    for (size_t i = 0; i < diag->line.len && i < end;) {
        uint32_t code;
        size_t n = utf8_decode(text_cut(diag->line, i, diag->line.len), &code);
        if (!n) n = 1;
        size_t width = columns_of(text_cut(diag->line, i, i + n), code);
        char mark = i < start ? ' ' : i == start ? '^' : '~';
        if (!width && i >= start) width = i == start || code == '\t';
        if (code == '\t' && i < start) buf_char(out, '\t');
        for (size_t w = 0; w < width; w++)
            buf_char(out, w && mark == '^' ? '~' : mark);
        i += n;
    }
    if (start >= diag->line.len) buf_char(out, '^');
}

static void print_one(const struct diag *diag, struct buf *out, enum diag_style style) {
    bool colour = style == DIAG_COLOUR;
    if (colour) buf_str(out, "\033[1m");
    buf_terminal(out, diag->path);
    if (diag->place.line) buf_printf(out, ":%zu:%zu", diag->place.line, diag->place.column);
    buf_str(out, ": ");
    if (colour) buf_str(out, severities[diag->severity].colour);
    buf_printf(out, "%s: ", severities[diag->severity].word);
    if (colour) buf_str(out, "\033[0m");
    buf_terminal(out, diag->message);
    buf_char(out, '\n');
    if (diag->place.line && diag->line.len) {
        buf_str(out, diag->line_from ? "    …" : "    ");
        buf_terminal(out, diag->line);
        buf_str(out, diag->line_cut ? "…\n    " : "\n    ");
        if (colour) buf_str(out, "\033[1;32m");
        add_caret(out, diag);
        if (colour) buf_str(out, "\033[0m");
        buf_char(out, '\n');
    }
    if (diag->hint.len) {
        buf_str(out, "    ");
        buf_terminal(out, diag->hint);
        buf_char(out, '\n');
    }
}

void diags_print(struct diags *diags, struct buf *out, enum diag_style style) {
    diags_sort(diags);
    for (size_t i = 0; i < diags->count; i++)
        print_one(&diags->list[i], out, style);
    if (diags->errors || diags->warnings)
        buf_printf(out, "%zu error%s, %zu warning%s\n", diags->errors,
                   diags->errors == 1 ? "" : "s", diags->warnings, diags->warnings == 1 ? "" : "s");
}

void diags_json(struct diags *diags, struct buf *out) {
    diags_sort(diags);
    buf_char(out, '[');
    for (size_t i = 0; i < diags->count; i++) {
        const struct diag *diag = &diags->list[i];
        buf_str(out, i ? ",\n  {" : "\n  {");
        buf_member(out, "severity", text_of(severities[diag->severity].word));
        buf_member(out, "path", diag->path);
        buf_printf(out, ", \"line\": %zu, \"column\": %zu, \"length\": %zu", diag->place.line,
                   diag->place.column, diag->length);
        buf_member(out, "message", diag->message);
        buf_member(out, "hint", diag->hint);
        buf_char(out, '}');
    }
    buf_str(out, diags->count ? "\n]" : "]");
}
