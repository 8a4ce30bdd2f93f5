/* yaml_error -- see yaml_error.h. */
#include "page/yaml_error.h"

#include <stdint.h>
#include <string.h>

#include "base/utf8.h"

void yaml_clean(struct yaml_input *input) {
    size_t at = 0;
    while (at < input->len) {
        uint32_t code;
        struct text rest = {input->copy + at, input->len - at};
        size_t bad = utf8_check(rest, &code);
        if (bad == SIZE_MAX) return;
        at += bad;
        size_t offset = input->from + at, length = 1;
        if (code == UINT32_MAX) {
            reader_error(input, offset, 1, "save the file as UTF-8", "byte 0x%02X is not UTF-8",
                         (unsigned char)input->copy[at]);
        } else {
            length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
            reader_error(input, offset, length, "delete it; most editors can show it",
                         "U+%04X in text", (unsigned)code);
        }
        memset(input->copy + at, '_', length); /* no mark of YAML */
        at += length;
    }
}

/* All from the offset to the end of its line becomes one word. False if that was tried before. */
static bool take_out(struct yaml_input *input, size_t offset) {
    bool changed = false;
    for (size_t at = offset - input->from; at < input->len && input->copy[at] != '\n'; at++) {
        changed = changed || input->copy[at] != 'x';
        input->copy[at] = 'x';
    }
    return changed;
}

/* A line is cut at its first "key: "; both parts are bytes of the source. */
struct line {
    struct text key, value;
};

static bool split_line(const struct yaml_input *input, size_t offset, struct line *line) {
    struct text whole = source_line(input->source, source_place(input->source, offset).line);
    size_t colon = text_find(whole, ": ", 0);
    if (colon == SIZE_MAX) return false;
    line->key = text_trim(text_cut(whole, 0, colon));
    line->value = text_trim(text_cut(whole, colon + 1, whole.len));
    return line->value.len > 0 && line->key.len > 0;
}

/* The hint shows the line as it would be right: KEY: "VALUE". */
static const char *quoted(const struct yaml_input *input, const struct line *line) {
    struct buf out = {0};
    buf_printf(&out, "put the text in quotes: %.*s: \"", TEXT_ARG(line->key));
    for (size_t i = 0; i < line->value.len; i++) {
        if (strchr("\"\\", line->value.ptr[i])) buf_char(&out, '\\');
        buf_char(&out, line->value.ptr[i]);
    }
    buf_char(&out, '"');
    return buf_take(&out, input->arena).ptr;
}

bool yaml_explain_braces(struct yaml_input *input, size_t offset) {
    struct text rest = text_cut(input->source->text, offset, input->source->text.len);
    struct text value = text_trim(text_next(&rest, '\n'));
    struct line line;
    bool whole = split_line(input, offset, &line) && text_offset(input, line.value) == offset;
    reader_error(input, offset, value.len, whole ? quoted(input, &line) : "write \"{{ … }} …\"",
                 "text that starts with {{ has to be in quotes");
    return whole && take_out(input, offset);
}

void yaml_explain_comment(struct yaml_input *input, size_t offset) {
    struct line line;
    const char *quotes = split_line(input, offset, &line) && text_offset(input, line.value) < offset
                             ? quoted(input, &line)
                             : "put the text in quotes";
    reader_error(
        input, offset, SIZE_MAX,
        arena_printf(input->arena, "%s; a comment stands in a line of its own", quotes).ptr,
        "what stands behind # is a comment: no reader would see it");
}

static char byte_at(const struct yaml_input *input, size_t offset) {
    return offset < input->from || offset - input->from >= input->len
               ? 0
               : input->copy[offset - input->from];
}

/* A line of ... ends a document, and one of % stands before one: no key may follow. */
static bool is_behind_marker(const struct yaml_input *input, size_t offset) {
    struct text above = source_line(input->source, source_place(input->source, offset).line - 1);
    return text_starts(above, "...") || text_starts(above, "%");
}

/* What is wrong is seen in the source where it can be; the library's words are only passed on. */
bool yaml_explain(struct yaml_input *input, const struct yaml_problem *problem) {
    struct line line;
    bool split = split_line(input, problem->at, &line), retry = false;
    char first = split ? line.value.ptr[0] : 0, quote = byte_at(input, problem->context_at);
    size_t colon = first && !strchr("\"'[{|>", first) ? text_find(line.value, ": ", 0) : SIZE_MAX;
    size_t at = problem->at;
    const char *hint, *message;
    if (colon != SIZE_MAX) {
        at = text_offset(input, line.value) + colon;
        hint = quoted(input, &line);
        message = "a colon and a space inside a text that is not in quotes";
        retry = true;
    } else if (first && at == text_offset(input, line.value) && strchr("@`%", first)) {
        hint = quoted(input, &line);
        message = "a text cannot begin with this character";
        retry = true;
    } else if (*problem->context && (quote == '"' || quote == '\'')) {
        at = problem->context_at;
        hint = "close it; inside \"…\" write \\\" for a quote and \\\\ for a backslash";
        message =
            arena_printf(input->arena, "the text in quotes that begins here cannot be read: %s",
                         problem->text)
                .ptr;
    } else if (byte_at(input, at) == '\t') {
        hint = "indent with spaces";
        message = "a tab cannot stand here";
    } else if (is_behind_marker(input, at)) {
        hint = "remove the line above that begins with ... or %";
        message = "no key can stand here: a document of YAML has ended or not begun";
    } else {
        hint = split && text_offset(input, line.value) <= at
                   ? quoted(input, &line)
                   : "write lines of key: value, parts of a list or map indented alike";
        message = arena_printf(input->arena, "this cannot be read as YAML: %s%s%s", problem->text,
                               *problem->context ? " " : "", problem->context)
                      .ptr;
    }
    reader_error(input, at, 1, hint, "%s", message);
    return retry && take_out(input, text_offset(input, line.value));
}
