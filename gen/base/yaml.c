/* yaml -- see yaml.h. A recursive walk over libyaml's events.
 *
 * libyaml reads a copy. A line that it cannot read is explained in the author's words and taken out
 * of the copy, so that the rest can be checked in the same run. */
#include "base/yaml.h"

#include <stdint.h>
#include <string.h>
#include <yaml.h>

#include "base/chars.h"
#include "base/utf8.h"
#include "base/reader.h"

enum { DEPTH_MAX = 16, REPAIRS_MAX = 64, BYTES_MAX = 128 * 1024 };

struct reader {
    const struct source *source;
    struct arena *arena;
    struct diags *diags;
    size_t from; /* where the text begins in the source */
    char *copy;  /* the text, as long; bytes that libyaml would refuse are replaced */
    size_t len;
    yaml_parser_t parser;
    size_t *offset; /* where each character stands in the source; NULL: each is one byte */
    size_t characters;
    bool failed; /* the event stream has ended early */
    bool again;  /* a line was replaced, so the text is read once more */
};

/* ---- what libyaml cannot read ------------------------------------------------------------- */

/* Control characters and bytes that are not UTF-8 are reported and replaced by a letter. */
static void clean(struct reader *reader) {
    uint32_t code;
    for (size_t at = 0, length; at < reader->len; at += length) {
        struct text rest = {reader->copy + at, reader->len - at};
        size_t bad = utf8_check(rest, &code);
        if (bad == SIZE_MAX) return;
        at += bad;
        length = 1;
        if (code == UINT32_MAX) {
            reader_error(reader, reader->from + at, 1, "save the file as UTF-8",
                         "byte 0x%02X is not UTF-8", (unsigned char)reader->copy[at]);
        } else {
            length = utf8_decode(text_cut(rest, bad, rest.len), &code);
            reader_error(reader, reader->from + at, length, "delete it; most editors can show it",
                         "U+%04X in text", (unsigned)code);
        }
        memset(reader->copy + at, '_', length);
    }
}

/* Replaces the rest of the line by one word. The text is read once more unless that was done
 * before. */
static void take_out(struct reader *reader, size_t offset) {
    for (size_t at = offset - reader->from; at < reader->len && reader->copy[at] != '\n'; at++) {
        reader->again = reader->again || reader->copy[at] != 'x';
        reader->copy[at] = 'x';
    }
}

/* A line is cut at its first "key: "; both parts are bytes of the source, and the value is empty where
 * there is none. */
struct line {
    struct text key, value;
    size_t value_at;
};

static struct line line_at(const struct reader *reader, size_t offset) {
    struct text whole = source_line(reader->source, source_place(reader->source, offset).line);
    size_t colon = text_find(whole, ": ", 0);
    struct line line = {.key = text_trim(text_cut(whole, 0, colon)), .value_at = SIZE_MAX};
    if (colon == SIZE_MAX || !line.key.len) return line;
    line.value = text_trim(text_cut(whole, colon + 1, whole.len));
    if (line.value.len) line.value_at = text_offset(reader, line.value);
    return line;
}

/* The hint shows the corrected line: KEY: "VALUE". */
static const char *quoted(const struct reader *reader, const struct line *line) {
    struct buf out = {0};
    buf_printf(&out, "put the text in quotes: %.*s: \"", TEXT_ARG(line->key));
    for (size_t i = 0; i < line->value.len; i++) {
        if (strchr("\"\\", line->value.ptr[i])) buf_char(&out, '\\');
        buf_char(&out, line->value.ptr[i]);
    }
    buf_char(&out, '"');
    return buf_take(&out, reader->arena).ptr;
}

/* YAML takes a text that begins with {{ for a map in a map. */
static bool is_open_expression(struct reader *reader, size_t offset) {
    struct text rest = text_cut(reader->source->text, offset, SIZE_MAX);
    struct line line = line_at(reader, offset);
    if (!text_starts(rest, "{{")) return false;
    bool whole = line.value_at == offset;
    reader_error(reader, offset, text_trim(text_next(&rest, '\n')).len,
                 whole ? quoted(reader, &line) : "write \"{{ … }} …\"",
                 "text that starts with {{ has to be in quotes");
    if (whole) take_out(reader, offset);
    return true;
}

/* A line of ... ends a document, and one of % stands before one, so no key may follow. */
static bool is_behind_marker(const struct reader *reader, size_t offset) {
    struct text above = source_line(reader->source, source_place(reader->source, offset).line - 1);
    return text_starts(above, "...") || text_starts(above, "%");
}

static size_t offset_of(const struct reader *reader, yaml_mark_t mark) {
    size_t index = mark.index < reader->characters ? mark.index : reader->characters;
    return reader->offset ? reader->offset[index] : reader->from + index;
}

static char byte_at(const struct reader *reader, size_t offset) {
    return offset - reader->from < reader->len ? reader->copy[offset - reader->from] : 0;
}

/* The message names what the source shows; the library's words are used only where that fails. */
static void explain(struct reader *reader) {
    const char *problem = reader->parser.problem ? reader->parser.problem : "it cannot be read";
    const char *context = reader->parser.context ? reader->parser.context : "";
    size_t at = offset_of(reader, reader->parser.problem_mark);
    size_t context_at = offset_of(reader, reader->parser.context_mark);
    struct line line = line_at(reader, at);
    char first = line.value.len ? line.value.ptr[0] : 0, quote = byte_at(reader, context_at);
    size_t colon = first && !strchr("\"'[{|>", first) ? text_find(line.value, ": ", 0) : SIZE_MAX;
    bool retry = colon != SIZE_MAX || (first && at == line.value_at && strchr("@`%", first));
    const char *hint = quoted(reader, &line), *message;
    if (colon != SIZE_MAX) {
        at = line.value_at + colon;
        message = "a colon and a space inside a text that is not in quotes";
    } else if (retry) {
        message = "a text cannot begin with this character";
    } else if (*context && (quote == '"' || quote == '\'')) {
        at = context_at;
        hint = "close it; inside \"…\" write \\\" for a quote and \\\\ for a backslash";
        message = arena_printf(reader->arena,
                               "the text in quotes that begins here cannot be read: %s", problem)
                      .ptr;
    } else if (byte_at(reader, at) == '\t') {
        hint = "indent with spaces";
        message = "a tab cannot stand here";
    } else if (is_behind_marker(reader, at)) {
        hint = "remove the line above that begins with ... or %";
        message = "no key can stand here: a document of YAML has ended or not begun";
    } else {
        if (line.value_at > at)
            hint = "write lines of key: value, parts of a list or map indented alike";
        message = arena_printf(reader->arena, "this cannot be read as YAML: %s%s%s", problem,
                               *context ? " " : "", context)
                      .ptr;
    }
    reader_error(reader, at, 1, hint, "%s", message);
    if (retry) take_out(reader, line.value_at);
}

/* ---- values ------------------------------------------------------------------------------- */

static bool next(struct reader *reader, yaml_event_t *event) {
    if (yaml_parser_parse(&reader->parser, event)) return true;
    if (reader->parser.error == YAML_MEMORY_ERROR) memory_failed();
    reader->failed = true;
    explain(reader);
    return false;
}

static void refuse(const struct reader *reader, struct yaml *node, const char *hint,
                   const char *message) {
    node_error(reader, node, hint, "%s", message);
    node->broken = true;
}

static void place(const struct reader *reader, const yaml_event_t *event, struct yaml *node) {
    node->offset = offset_of(reader, event->start_mark);
    size_t end = offset_of(reader, event->end_mark);
    node->length = end > node->offset ? end - node->offset : 0;
}

/* YAML takes all behind " #" for a comment, so a part of a text without quotes would be lost
 * unnoticed. */
static void refuse_comment(struct reader *reader, struct yaml *node) {
    const char *text = reader->source->text.ptr; /* a NUL follows */
    size_t at = node->offset + node->length;
    at += strspn(text + at, " \t");
    if (text[at] != '#') return;
    struct line line = line_at(reader, at);
    const char *quotes = line.value_at < at ? quoted(reader, &line) : "put the text in quotes";
    reader_error(
        reader, at, SIZE_MAX,
        arena_printf(reader->arena, "%s; a comment stands in a line of its own", quotes).ptr,
        "what stands behind # is a comment: no reader would see it");
    node->broken = true;
}

static void read_scalar(struct reader *reader, const yaml_event_t *event, struct yaml *node) {
    yaml_scalar_style_t style = event->data.scalar.style;
    bool plain = style == YAML_PLAIN_SCALAR_STYLE;
    bool block = style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE;
    bool quotes = !plain && !block;
    struct text written = text_cut(reader->source->text, node->offset, node->offset + node->length);
    node->text = arena_text(reader->arena, (struct text){(const char *)event->data.scalar.value,
                                                         event->data.scalar.length});
    /* A block ends where the next value begins, so its line ends carry nothing. */
    while (block && text_ends(node->text, "\n"))
        node->text.len--;
    while (block && (text_ends(written, "\n") || text_ends(written, " ")))
        written.len--;
    node->length = written.len;
    node->inner = node->offset + quotes;
    node->exact = !block && text_equal(text_cut(written, quotes, written.len - quotes), node->text);
    struct text read = {reader->copy + (node->offset - reader->from), written.len};
    if (!text_equal(read, written)) node->broken = true; /* a part was replaced and reported */
    if (plain && !node->broken) refuse_comment(reader, node);
    uint32_t code;
    if (quotes && utf8_check(node->text, &code) != SIZE_MAX) /* "\u202E"; raw ones were replaced */
        refuse(reader, node, "delete it",
               arena_printf(reader->arena, "U+%04X in text", (unsigned)code).ptr);
}

static void read_node(struct reader *reader, yaml_event_t *event, struct yaml *node, int depth);

/* The key at `event`, which is used up, goes into `member`; false if it cannot be one. */
static bool read_key(struct reader *reader, yaml_event_t *event, const struct yaml *map,
                     struct yaml *member, int depth) {
    struct yaml key = {0};
    read_node(reader, event, &key, depth);
    if (reader->failed || key.broken) return false;
    if (key.kind != YAML_KIND_TEXT || !key.text.len) {
        refuse(reader, &key, "write key: value", "a key has to be a word");
        return false;
    }
    member->key = key.text;
    member->key_offset = key.offset;
    member->key_length = key.length;
    const struct yaml *other = yaml_member(map, key.text.ptr);
    if (other)
        node_error(reader, &key, "keep one of the two", "%.*s was set on line %zu",
                   TEXT_ARG(key.text), source_place(reader->source, other->key_offset).line);
    return !other;
}

static void read_children(struct reader *reader, struct yaml *node, int depth) {
    yaml_event_t event;
    while (!reader->failed && next(reader, &event)) {
        if (event.type == YAML_MAPPING_END_EVENT || event.type == YAML_SEQUENCE_END_EVENT) {
            node->length = offset_of(reader, event.end_mark) - node->offset;
            yaml_event_delete(&event);
            return;
        }
        struct yaml child = {0};
        bool keep = true;
        if (node->kind == YAML_KIND_MAP) {
            keep = read_key(reader, &event, node, &child, depth);
            if (reader->failed || !next(reader, &event)) return;
        }
        read_node(reader, &event, &child, depth);
        if (!keep) continue;
        node->child = arena_grow(reader->arena, node->child, node->count, &node->capacity,
                                 sizeof *node->child);
        node->child[node->count++] = child;
    }
}

/* Uses up the event. Anchors, tags and aliases are most often text with missing quotes. */
static void read_node(struct reader *reader, yaml_event_t *event, struct yaml *node, int depth) {
    static const char quote[] = "if it is meant as text, put it in quotes";
    bool scalar = event->type == YAML_SCALAR_EVENT, map = event->type == YAML_MAPPING_START_EVENT;
    place(reader, event, node);
    node->kind = map                                        ? YAML_KIND_MAP
                 : event->type == YAML_SEQUENCE_START_EVENT ? YAML_KIND_LIST
                                                            : YAML_KIND_TEXT;
    if (event->type == YAML_ALIAS_EVENT) {
        refuse(reader, node, quote, "aliases (*) are not used here");
    } else { /* the other three events begin with the same two members */
        if (event->data.scalar.anchor) refuse(reader, node, quote, "anchors (&) are not used here");
        if (event->data.scalar.tag) refuse(reader, node, quote, "tags (!) are not used here");
    }
    if (scalar) read_scalar(reader, event, node);
    if (map && event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE)
        reader->failed = is_open_expression(reader, node->offset);
    yaml_event_delete(event);
    if (node->kind == YAML_KIND_TEXT || reader->failed) return;
    if (depth < DEPTH_MAX) {
        read_children(reader, node, depth + 1);
        return;
    }
    refuse(reader, node, NULL, "lists and maps are nested too deeply");
    reader->failed = true;
}

static void check_start(const struct reader *reader, const yaml_event_t *event, bool second) {
    struct yaml start = {0};
    place(reader, event, &start);
    if (event->data.document_start.version_directive ||
        event->data.document_start.tag_directives.start !=
            event->data.document_start.tag_directives.end)
        refuse(reader, &start, "remove them", "YAML directives (%) are not used here");
    if (second) refuse(reader, &start, "keep one", "a second YAML document begins here");
}

static void read_documents(struct reader *reader, struct yaml *root) {
    yaml_event_t event;
    for (size_t documents = 0; !reader->failed && next(reader, &event);) {
        struct yaml spare = {0}, *node = documents == 1 ? root : &spare;
        switch (event.type) {
        case YAML_SCALAR_EVENT:
        case YAML_ALIAS_EVENT:
        case YAML_SEQUENCE_START_EVENT:
        case YAML_MAPPING_START_EVENT:
            read_node(reader, &event, node, 0);
            if (!reader->failed && node->kind != YAML_KIND_MAP && !node->broken)
                refuse(reader, node, "write lines of key: value", "this is not a map of keys");
            continue;
        case YAML_DOCUMENT_START_EVENT: check_start(reader, &event, documents++); break;
        case YAML_STREAM_END_EVENT: return; /* this event holds nothing to delete */
        default: break;
        }
        yaml_event_delete(&event);
    }
}

static void find_characters(struct reader *reader) {
    size_t wide = 0;
    for (size_t i = 0; i < reader->len; i++)
        wide += is_continuation(reader->copy[i]);
    reader->characters = reader->len - wide;
    reader->offset = NULL;
    if (!wide) return;
    reader->offset = ARENA_ARRAY(reader->arena, size_t, reader->characters + 1);
    for (size_t i = 0, number = 0; i < reader->len; i++)
        if (!is_continuation(reader->copy[i])) reader->offset[number++] = reader->from + i;
    reader->offset[reader->characters] = reader->from + reader->len;
}

static struct yaml *read_once(struct reader *reader) {
    struct yaml *root = ARENA_NEW(reader->arena, struct yaml);
    *root = (struct yaml){.kind = YAML_KIND_MAP, .offset = reader->from};
    reader->failed = reader->again = false;
    find_characters(reader);
    if (!yaml_parser_initialize(&reader->parser)) memory_failed();
    yaml_parser_set_encoding(&reader->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&reader->parser, (const unsigned char *)reader->copy, reader->len);
    read_documents(reader, root);
    yaml_parser_delete(&reader->parser);
    if (root->kind != YAML_KIND_MAP) *root = (struct yaml){.kind = YAML_KIND_MAP, .broken = true};
    return root;
}

struct yaml *yaml_read(const struct source *source, size_t from, size_t to, bool *whole,
                       struct arena *arena, struct diags *diags) {
    struct reader reader = {.source = source, .arena = arena, .diags = diags, .from = from};
    bool too_long = to - from > BYTES_MAX;
    if (too_long)
        diag_error(diags, source, from, 1, "was the closing --- lost?",
                   "keys and values take more than %d KiB here", BYTES_MAX / 1024);
    struct text text = too_long ? TEXT("") : text_cut(source->text, from, to);
    reader.len = text.len;
    reader.copy = memcpy(arena_alloc(arena, text.len + 1), text.ptr ? text.ptr : "", text.len);
    clean(&reader);
    struct yaml *root = read_once(&reader);
    for (size_t i = 0; reader.again && i < REPAIRS_MAX; i++)
        root = read_once(&reader);
    *whole = !too_long && !reader.failed && !root->broken;
    return root;
}

const struct yaml *yaml_member(const struct yaml *map, const char *name) {
    for (size_t i = 0; i < map->count; i++)
        if (text_is(map->child[i].key, name)) return &map->child[i];
    return NULL;
}
