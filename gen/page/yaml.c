/* yaml -- see yaml.h. A recursive walk over libyaml's events. */
#include "page/yaml.h"

#include <stdint.h>
#include <string.h>
#include <yaml.h>

#include "base/utf8.h"
#include "page/yaml_error.h"

enum { DEPTH_MAX = 16, REPAIRS_MAX = 64, BYTES_MAX = 128 * 1024 };

struct reader {
    struct yaml_input *input;
    yaml_parser_t parser;
    size_t *byte; /* of every character, one more for the end */
    size_t characters;
    bool failed; /* the event stream has ended early */
    bool again;  /* a line was taken out: read once more */
};

static size_t byte_of(const struct reader *reader, yaml_mark_t mark) {
    size_t index = mark.index < reader->characters ? mark.index : reader->characters;
    return reader->input->from + reader->byte[index];
}

static void count_characters(struct reader *reader) {
    const struct yaml_input *input = reader->input;
    reader->byte = ARENA_ARRAY(input->arena, size_t, input->len + 1);
    reader->characters = 0;
    for (size_t i = 0; i < input->len; i++)
        if (((unsigned char)input->copy[i] & 0xc0) != 0x80) reader->byte[reader->characters++] = i;
    reader->byte[reader->characters] = input->len;
}

static bool next(struct reader *reader, yaml_event_t *event) {
    if (yaml_parser_parse(&reader->parser, event)) return true;
    const yaml_parser_t *parser = &reader->parser;
    reader->failed = true;
    if (parser->error == YAML_MEMORY_ERROR) memory_failed();
    struct yaml_problem problem = {
        .text = parser->problem ? parser->problem : "it cannot be read",
        .at = parser->error == YAML_READER_ERROR ? reader->input->from + parser->problem_offset
                                                 : byte_of(reader, parser->problem_mark),
        .context = parser->context ? parser->context : "",
        .context_at = byte_of(reader, parser->context_mark),
    };
    reader->again = yaml_explain(reader->input, &problem);
    return false;
}

static void refuse(const struct reader *reader, struct yaml *node, const char *hint,
                   const char *message) {
    node_error(reader->input, node, hint, "%s", message);
    node->broken = true;
}

/* Anchors, tags and aliases are most often text that lacks its quotes. */
static void refuse_mark(const struct reader *reader, struct yaml *node, const void *mark,
                        const char *message) {
    if (mark) refuse(reader, node, "if it is meant as text, put it in quotes", message);
}

static void refuse_properties(const struct reader *reader, struct yaml *node, const void *anchor,
                              const void *tag) {
    refuse_mark(reader, node, anchor, "anchors (&) are not used here");
    refuse_mark(reader, node, tag, "tags (!) are not used here");
}

static void place(const struct reader *reader, const yaml_event_t *event, struct yaml *node) {
    node->offset = byte_of(reader, event->start_mark);
    size_t end = byte_of(reader, event->end_mark);
    node->length = end > node->offset ? end - node->offset : 0;
}

/* To YAML all that stands behind " #" is a comment. Behind a text without quotes nobody would miss it. */
static void refuse_comment(struct reader *reader, struct yaml *node) {
    const struct source *source = reader->input->source;
    size_t at = node->offset + node->length;
    while (at < source->text.len && strchr(" \t", source->text.ptr[at]))
        at++;
    if (at >= source->text.len || source->text.ptr[at] != '#') return;
    yaml_explain_comment(reader->input, at);
    node->broken = true;
}

/* The end of a text in a block is the start of what follows; its line ends say nothing. */
static void trim_block(const struct yaml_input *input, struct yaml *node) {
    struct text written = text_cut(input->source->text, node->offset, node->offset + node->length);
    while (node->text.len && node->text.ptr[node->text.len - 1] == '\n')
        node->text.len--;
    while (written.len && strchr(" \n", written.ptr[written.len - 1]))
        written.len--;
    node->length = written.len;
}

static void read_scalar(struct reader *reader, const yaml_event_t *event, struct yaml *node) {
    const struct yaml_input *input = reader->input;
    struct text value = {(const char *)event->data.scalar.value, event->data.scalar.length};
    yaml_scalar_style_t style = event->data.scalar.style;
    bool plain = style == YAML_PLAIN_SCALAR_STYLE;
    bool quoted =
        style == YAML_SINGLE_QUOTED_SCALAR_STYLE || style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    node->kind = YAML_KIND_TEXT;
    node->text = arena_text(input->arena, value);
    if (!plain && !quoted) trim_block(input, node);
    node->inner = node->offset + quoted;
    struct text shown = text_cut(input->source->text, node->inner, node->inner + node->text.len);
    node->exact = (plain || quoted) && node->length == node->text.len + 2 * quoted &&
                  text_equal(shown, node->text);
    node->broken = node->broken || /* part of it was replaced, which was reported */
                   memcmp(input->copy + (node->offset - input->from),
                          input->source->text.ptr + node->offset, node->length) != 0;
    refuse_properties(reader, node, event->data.scalar.anchor, event->data.scalar.tag);
    if (plain && !node->broken) refuse_comment(reader, node);
    uint32_t code;
    if (quoted && utf8_check(node->text, &code) != SIZE_MAX) /* "\u202E"; raw ones were replaced */
        refuse(reader, node, "delete it",
               arena_printf(input->arena, "U+%04X in text", (unsigned)code).ptr);
}

static void read_node(struct reader *reader, yaml_event_t *event, struct yaml *node, int depth);

/* The key at `event` goes into `member`; false if it cannot be one. The event is used up. */
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
    for (size_t i = 0; i < map->count; i++) {
        const struct yaml *other = &map->child[i];
        if (!text_equal(other->key, key.text)) continue;
        node_error(reader->input, &key, "keep one of the two", "%.*s was set on line %zu",
                   TEXT_ARG(key.text), source_place(reader->input->source, other->key_offset).line);
        return false;
    }
    return true;
}

static void read_children(struct reader *reader, struct yaml *node, int depth) {
    bool map = node->kind == YAML_KIND_MAP;
    yaml_event_t event;
    while (!reader->failed && next(reader, &event)) {
        if (event.type == YAML_MAPPING_END_EVENT || event.type == YAML_SEQUENCE_END_EVENT) {
            size_t end = byte_of(reader, event.end_mark);
            node->length = end > node->offset ? end - node->offset : 1;
            yaml_event_delete(&event);
            return;
        }
        struct yaml child = {0};
        bool keep = true;
        if (map) {
            keep = read_key(reader, &event, node, &child, depth + 1);
            if (reader->failed || !next(reader, &event)) return;
        }
        read_node(reader, &event, &child, depth + 1);
        if (!keep) continue;
        node->child = arena_grow(reader->input->arena, node->child, node->count, &node->capacity,
                                 sizeof *node->child);
        node->child[node->count++] = child;
    }
}

/* Text that starts with {{ is a map in a map to YAML: that is said, and read again without it. */
static bool is_open_expression(struct reader *reader, const struct yaml *node) {
    struct text rest =
        text_cut(reader->input->source->text, node->offset, reader->input->source->text.len);
    if (!text_starts(rest, "{{")) return false;
    reader->again = yaml_explain_braces(reader->input, node->offset);
    return true;
}

static void read_node(struct reader *reader, yaml_event_t *event, struct yaml *node, int depth) {
    place(reader, event, node);
    switch (event->type) {
    case YAML_SCALAR_EVENT: read_scalar(reader, event, node); break;
    case YAML_ALIAS_EVENT: refuse_mark(reader, node, event, "aliases (*) are not used here"); break;
    case YAML_SEQUENCE_START_EVENT:
        node->kind = YAML_KIND_LIST;
        refuse_properties(reader, node, event->data.sequence_start.anchor,
                          event->data.sequence_start.tag);
        break;
    case YAML_MAPPING_START_EVENT:
        node->kind = YAML_KIND_MAP;
        refuse_properties(reader, node, event->data.mapping_start.anchor,
                          event->data.mapping_start.tag);
        if (event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE &&
            is_open_expression(reader, node))
            reader->failed = true;
        break;
    default: break; /* no other event stands where a value is read */
    }
    yaml_event_delete(event);
    if (node->kind == YAML_KIND_TEXT || reader->failed) return;
    if (depth >= DEPTH_MAX) {
        refuse(reader, node, NULL, "lists and maps are nested too deeply");
        reader->failed = true;
        return;
    }
    read_children(reader, node, depth);
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
    size_t documents = 0;
    bool more = true;
    while (more && !reader->failed && next(reader, &event)) {
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
        case YAML_STREAM_END_EVENT: more = false; break;
        default: break;
        }
        yaml_event_delete(&event);
    }
}

static struct yaml *read_once(struct reader *reader) {
    const struct yaml_input *input = reader->input;
    struct yaml *root = ARENA_NEW(input->arena, struct yaml);
    reader->failed = reader->again = false;
    count_characters(reader);
    if (!yaml_parser_initialize(&reader->parser)) memory_failed();
    yaml_parser_set_encoding(&reader->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&reader->parser, (const unsigned char *)input->copy, input->len);
    root->kind = YAML_KIND_MAP;
    root->offset = input->from;
    read_documents(reader, root);
    yaml_parser_delete(&reader->parser);
    if (root->kind != YAML_KIND_MAP) *root = (struct yaml){.kind = YAML_KIND_MAP, .broken = true};
    return root;
}

struct yaml *yaml_read(const struct source *source, size_t from, size_t to, bool *whole,
                       struct arena *arena, struct diags *diags) {
    struct yaml_input input = {.source = source, .arena = arena, .diags = diags, .from = from};
    struct reader reader = {.input = &input};
    bool too_long = to - from > BYTES_MAX;
    if (too_long)
        diag_error(diags, source, from, 1, "was the closing --- lost?",
                   "keys and values take more than %d KiB here", BYTES_MAX / 1024);
    input.len = too_long ? 0 : to - from;
    input.copy = arena_alloc(arena, input.len + 1);
    if (input.len) memcpy(input.copy, source->text.ptr + from, input.len);
    yaml_clean(&input);
    struct yaml *root = read_once(&reader);
    for (size_t i = 0; reader.again && i < REPAIRS_MAX; i++)
        root = read_once(&reader);
    *whole = !too_long && !reader.failed && !root->broken;
    return root;
}

const struct yaml *yaml_member(const struct yaml *map, const char *name) {
    if (!map || map->kind != YAML_KIND_MAP) return NULL;
    for (size_t i = 0; i < map->count; i++)
        if (text_is(map->child[i].key, name)) return &map->child[i];
    return NULL;
}
