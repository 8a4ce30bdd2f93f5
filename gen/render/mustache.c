/* mustache -- see mustache.h: reading templates into operations, and filling them.
 *
 * Reading is one pass over the text: what stands between tags becomes OP_TEXT, each tag an operation; an open
 * section is the parent of what follows until its closing tag. A closing tag that does not match
 * is reported and passed over, so that one mistake gives one message. */
#include "render/mustache.h"

#include <stdint.h>
#include <string.h>

#include "base/chars.h"
#include "base/nearest.h"
#include "render/theme.h"

enum template_op_type {
    OP_TEXT,
    OP_VARIABLE, /* {{name}} */
    OP_RAW,      /* {{{name}}} */
    OP_SECTION,
    OP_INVERTED,
    OP_PARTIAL,
};

struct template_op {
    enum template_op_type type;
    struct text text;      /* TEXT: the words; others: the name */
    struct text indent;    /* PARTIAL: the spaces before a tag that stands alone */
    size_t offset, length; /* of the tag in the source */
    size_t name_offset;
    struct template_op *first, *next, *parent;
};

/* ---- reading -------------------------------------------------------------------------------- */

struct reader {
    struct arena *arena;
    struct diags *diags;
    const struct source *source;
    struct text text;
    struct template_op *parent; /* the open section, NULL at the top */
    struct template_op **end;   /* where the next operation is hung */
    size_t depth;
    bool ok, stop; /* stop: the rest of the file is not read */
};

/* A tag stands in the text as {{ sigil name }}. */
struct tag {
    size_t from, to; /* with its braces */
    char sigil;      /* # ^ / > ! & { = < $, or 0 */
    struct text name;
    size_t name_offset;
};

static void fail(struct reader *reader, const struct tag *tag, const char *hint,
                 const char *message) {
    diag_error(reader->diags, reader->source, tag->from, tag->to - tag->from, hint, "%s", message);
    reader->ok = false;
}

static bool is_name(struct text name) {
    if (text_is(name, ".")) return true;
    bool after_dot = true;
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i];
        bool first = is_word(c) && !is_digit(c), later = is_word(c) || c == '-' || c == '/';
        if (c == '.' ? after_dot : after_dot ? !first : !later) return false;
        after_dot = c == '.';
    }
    return name.len && !after_dot;
}

static struct template_op *add(struct reader *reader, enum template_op_type type) {
    struct template_op *op = ARENA_NEW(reader->arena, struct template_op);
    op->type = type;
    op->parent = reader->parent;
    *reader->end = op;
    reader->end = &op->next;
    return op;
}

static void add_text(struct reader *reader, size_t from, size_t to) {
    if (from < to) add(reader, OP_TEXT)->text = text_cut(reader->text, from, to);
}

static struct template_op *add_tag(struct reader *reader, enum template_op_type type,
                                   const struct tag *tag) {
    struct template_op *op = add(reader, type);
    op->text = tag->name;
    op->offset = tag->from;
    op->length = tag->to - tag->from;
    op->name_offset = tag->name_offset;
    return op;
}

/* Reads the tag that starts at tag->from; one without an end is reported and gives false. */
static bool read_tag(struct reader *reader, struct tag *tag) {
    struct text text = reader->text;
    size_t at = tag->from + 2;
    tag->sigil = 0;
    if (at < text.len) {
        for (const char *s = "#^/>!&{=<$"; *s; s++)
            if (text.ptr[at] == *s) tag->sigil = *s;
        if (tag->sigil) at++;
    }
    const char *close = tag->sigil == '{' ? "}}}" : tag->sigil == '=' ? "=}}" : "}}";
    size_t end = text_find(text, close, at);
    if (end == SIZE_MAX) {
        tag->to = tag->from + 2;
        fail(reader, tag,
             tag->sigil == '{' ? "end it with }}}" : "end it with }}, or remove the braces",
             "tag without an end");
        return false;
    }
    tag->to = end + (tag->sigil == '{' || tag->sigil == '=' ? 3 : 2);
    struct text inside = text_cut(text, at, end);
    tag->name = text_trim(inside);
    tag->name_offset = tag->name.len ? (size_t)(tag->name.ptr - text.ptr) : at;
    return true;
}

/* A tag that may take its line with it does where nothing but spaces stands beside it: the text before
 * ends and goes on at the line's ends. *indent receives the spaces before it. */
static void widen_standalone(struct text text, const struct tag *tag, size_t *text_end,
                             size_t *next, struct text *indent) {
    size_t start = tag->from, end = tag->to;
    while (start && (text.ptr[start - 1] == ' ' || text.ptr[start - 1] == '\t'))
        start--;
    if (start && text.ptr[start - 1] != '\n') return;
    while (end < text.len && (text.ptr[end] == ' ' || text.ptr[end] == '\t'))
        end++;
    if (end < text.len && text.ptr[end] != '\n') return;
    *indent = text_cut(text, start, tag->from);
    *text_end = start;
    *next = end < text.len ? end + 1 : end;
}

static void open_section(struct reader *reader, const struct tag *tag) {
    struct template_op *op = add_tag(reader, tag->sigil == '#' ? OP_SECTION : OP_INVERTED, tag);
    if (++reader->depth > TEMPLATE_DEPTH_MAX) {
        fail(reader, tag, "move the inner part to a template of its own",
             "sections nested too deep");
        reader->stop = true;
    }
    reader->parent = op;
    reader->end = &op->first;
}

static void close_section(struct reader *reader, const struct tag *tag) {
    struct template_op *open = reader->parent;
    if (!open) {
        fail(reader, tag, "remove it, or open the section before it",
             "closing tag without a section");
        return;
    }
    if (!text_equal(open->text, tag->name)) {
        struct place place = source_place(reader->source, open->offset);
        struct text hint =
            arena_printf(reader->arena, "the section open here is {{%c%.*s}} of line %zu",
                         open->type == OP_SECTION ? '#' : '^', TEXT_ARG(open->text), place.line);
        fail(reader, tag, hint.ptr, "closing tag of another section");
        return;
    }
    reader->depth--;
    reader->parent = open->parent;
    reader->end = &open->next;
}

/* Takes in the text from `done` on and the tag behind it; returns where the text goes on. */
static size_t read_one(struct reader *reader, const struct tag *tag, size_t done) {
    size_t text_end = tag->from, next = tag->to;
    struct text indent = {0};
    const char *unsupported = tag->sigil == '='   ? "other delimiters are not supported"
                              : tag->sigil == '<' ? "template inheritance is not supported"
                              : tag->sigil == '$' ? "blocks to replace are not supported"
                                                  : NULL;
    if (unsupported) {
        fail(reader, tag, "use sections and partials", unsupported);
    } else if (tag->sigil != '!' && !is_name(tag->name)) {
        fail(reader, tag, "a name is letters, digits, _ and -, parts are joined by dots",
             tag->name.len ? "not a name" : "tag without a name");
    }
    if (tag->sigil && tag->sigil != '{' && tag->sigil != '&')
        widen_standalone(reader->text, tag, &text_end, &next, &indent);
    add_text(reader, done, text_end);
    switch (tag->sigil) {
    case 0: add_tag(reader, OP_VARIABLE, tag); break;
    case '{':
    case '&': add_tag(reader, OP_RAW, tag); break;
    case '#':
    case '^': open_section(reader, tag); break;
    case '/': close_section(reader, tag); break;
    case '>': add_tag(reader, OP_PARTIAL, tag)->indent = indent; break;
    default: break;
    }
    return next;
}

bool templates_add(struct templates *templates, struct text name, const struct source *source,
                   struct diags *diags) {
    struct template template = {.name = name, .source = source};
    struct reader reader = {.arena = templates->arena,
                            .diags = diags,
                            .source = source,
                            .text = source->text,
                            .end = &template.first,
                            .ok = true};
    size_t done = 0;
    while (!reader.stop) {
        struct tag tag = {.from = text_find(reader.text, "{{", done)};
        if (tag.from == SIZE_MAX || !read_tag(&reader, &tag)) break;
        done = read_one(&reader, &tag, done);
    }
    add_text(&reader, done, reader.text.len);
    for (const struct template_op *open = reader.stop ? NULL : reader.parent; open;
         open = open->parent) {
        struct text hint =
            arena_printf(templates->arena, "close it with {{/%.*s}}", TEXT_ARG(open->text));
        diag_error(diags, source, open->offset, open->length, hint.ptr,
                   "section that is not closed");
        reader.ok = false;
    }
    templates->list = arena_grow(templates->arena, templates->list, templates->count,
                                 &templates->capacity, sizeof *templates->list);
    size_t at = templates->count++;
    for (; at && text_compare(templates->list[at - 1].name, name) > 0; at--)
        templates->list[at] = templates->list[at - 1];
    templates->list[at] = template;
    return reader.ok;
}

static const struct template *template_find(const struct templates *templates, struct text name) {
    for (size_t i = 0; i < templates->count; i++)
        if (text_equal(templates->list[i].name, name)) return &templates->list[i];
    return NULL;
}

static bool check_partials(const struct templates *templates, const struct template *template,
                           const struct template_op *op, struct diags *diags) {
    bool ok = true;
    for (; op; op = op->next) {
        if (op->type == OP_SECTION || op->type == OP_INVERTED)
            ok &= check_partials(templates, template, op->first, diags);
        if (op->type != OP_PARTIAL || template_find(templates, op->text)) continue;
        struct nearest nearest = {.wanted = op->text};
        for (size_t i = 0; i < templates->count; i++)
            nearest_offer(&nearest, templates->list[i].name);
        const char *otherwise =
            "a partial is a file of the templates folder, named without .mustache";
        diag_error(diags, template->source, op->name_offset, op->text.len,
                   nearest_hint(&nearest, otherwise, templates->arena), "unknown partial %.*s",
                   TEXT_ARG(op->text));
        ok = false;
    }
    return ok;
}

bool templates_check(struct templates *templates, struct diags *diags) {
    bool ok = true;
    for (size_t i = 0; i < templates->count; i++)
        ok &= check_partials(templates, &templates->list[i], templates->list[i].first, diags);
    return ok;
}

bool templates_load(struct templates *templates, const struct root *root, struct text folder,
                    struct diags *diags) {
    size_t errors = diags->errors;
    struct file_list files = file_walk(root, folder, ".mustache", templates->arena, diags);
    for (size_t i = 0; i < files.count; i++) {
        const struct source *source = theme_file(root, files.path[i], templates->arena, diags);
        if (!source) continue;
        struct text name =
            text_cut(files.path[i], folder.len + 1, files.path[i].len - (sizeof ".mustache" - 1));
        templates_add(templates, name, source, diags);
    }
    if (diags->errors == errors) templates_check(templates, diags);
    return diags->errors == errors;
}

/* ---- filling -------------------------------------------------------------------------------- */

/* Names are looked up in these objects, innermost first. */
struct frame {
    const struct data *value;
    const struct frame *outer;
};

/* A partial's lines are indented by `indent`, the spaces of all partials around, outermost first. */
struct filler {
    const struct templates *templates;
    const struct template *template;
    struct buf *out;
    struct diags *diags;
    struct text indent;
    bool line_start;
    size_t depth;
    bool ok, stop; /* stop: nothing more is filled in */
};

static void fill(struct filler *filler, const struct template_op *op, const struct frame *scope);

static void unknown(struct filler *filler, const struct template_op *op, struct text part,
                    const struct frame *where) {
    struct nearest nearest = {.wanted = part};
    for (const struct frame *s = where; s; s = s->outer)
        for (size_t i = 0; s->value->kind == DATA_OBJECT && i < s->value->count; i++)
            nearest_offer(&nearest, text_of(s->value->member[i].name));
    diag_error(filler->diags, filler->template->source,
               op->name_offset + (size_t)(part.ptr - op->text.ptr), part.len,
               nearest_hint(&nearest, "the renderer gives this template no such name",
                            filler->templates->arena),
               "unknown name %.*s", TEXT_ARG(part));
    filler->ok = false;
}

/* NULL: no such name, which is reported. The first part is looked up outwards, the others in what the
 * part before them is. */
static const struct data *look_up(struct filler *filler, const struct template_op *op,
                                  const struct frame *scope) {
    if (text_is(op->text, ".")) return scope->value;
    const struct data *value = NULL;
    struct frame inner;
    for (struct text rest = op->text; rest.len; scope = &inner) {
        struct text part = text_next(&rest, '.');
        value = NULL;
        for (const struct frame *s = scope; s && !value; s = s->outer)
            value = data_member(s->value, part);
        if (!value) {
            unknown(filler, op, part, scope);
            return NULL;
        }
        inner = (struct frame){value, NULL};
    }
    return value;
}

static void indent(struct filler *filler) {
    if (filler->line_start) buf_view(filler->out, filler->indent);
    filler->line_start = false;
}

static void fill_text(struct filler *filler, struct text text) {
    while (text.len) {
        const char *end = memchr(text.ptr, '\n', text.len);
        size_t line = end ? (size_t)(end - text.ptr) + 1 : text.len;
        indent(filler);
        buf_add(filler->out, text.ptr, line);
        filler->line_start = end != NULL;
        text = text_cut(text, line, text.len);
    }
}

static void fill_variable(struct filler *filler, const struct template_op *op,
                          const struct frame *scope) {
    const struct data *value = look_up(filler, op, scope);
    if (!value) return;
    bool raw = op->type == OP_RAW;
    const char *wrong = value->kind != DATA_TEXT && value->kind != DATA_HTML
                            ? "is not text: use it as a section"
                        : raw && value->kind == DATA_TEXT ? "is plain text and has to be escaped"
                                                          : NULL;
    if (wrong) {
        diag_error(filler->diags, filler->template->source, op->offset, op->length,
                   raw && value->kind == DATA_TEXT ? "write it with two braces" : NULL, "%.*s %s",
                   TEXT_ARG(op->text), wrong);
        filler->ok = false;
        return;
    }
    indent(filler);
    if (raw)
        buf_view(filler->out, value->text);
    else
        buf_html(filler->out, value->text);
}

static void fill_section(struct filler *filler, const struct template_op *op,
                         const struct frame *scope) {
    const struct data *value = look_up(filler, op, scope);
    if (!value) return;
    if (op->type == OP_INVERTED) {
        if (!data_true(value)) fill(filler, op->first, scope);
    } else if (value->kind == DATA_LIST) {
        for (size_t i = 0; i < value->count; i++) {
            struct frame inner = {value->item[i], scope};
            fill(filler, op->first, &inner);
        }
    } else if (data_true(value)) {
        struct frame inner = {value, scope};
        fill(filler, op->first, value->kind == DATA_FLAG ? scope : &inner);
    }
}

static void fill_partial(struct filler *filler, const struct template_op *op,
                         const struct frame *scope) {
    const struct template *partial = template_find(filler->templates, op->text);
    if (!partial) return; /* templates_check() has said so */
    if (filler->depth == TEMPLATE_DEPTH_MAX) {
        diag_error(filler->diags, filler->template->source, op->offset, op->length,
                   "a partial that contains itself has to stand in a section that ends",
                   "partials nested too deep");
        filler->stop = true; /* or a template that holds itself twice goes on for ever */
        filler->ok = false;
        return;
    }
    const struct template *template = filler->template;
    struct text outer = filler->indent;
    if (op->indent.len) {
        filler->indent = arena_printf(filler->templates->arena, "%.*s%.*s", TEXT_ARG(outer),
                                      TEXT_ARG(op->indent));
        filler->line_start = true;
    }
    filler->template = partial;
    filler->depth++;
    fill(filler, partial->first, scope);
    filler->depth--;
    filler->template = template;
    filler->indent = outer;
}

static void fill(struct filler *filler, const struct template_op *op, const struct frame *scope) {
    for (; op && !filler->stop; op = op->next) {
        switch (op->type) {
        case OP_TEXT: fill_text(filler, op->text); break;
        case OP_VARIABLE:
        case OP_RAW: fill_variable(filler, op, scope); break;
        case OP_SECTION:
        case OP_INVERTED: fill_section(filler, op, scope); break;
        case OP_PARTIAL: fill_partial(filler, op, scope); break;
        }
    }
}

bool template_fill(const struct templates *templates, const char *name, const struct data *data,
                   struct buf *out, struct diags *diags) {
    const struct template *template = template_find(templates, text_of(name));
    if (!template) {
        diag_file(diags, SEVERITY_ERROR, text_of("site/theme/templates"),
                  "the theme has to bring this file", "no template %s.mustache", name);
        return false;
    }
    struct filler filler = {.templates = templates,
                            .template = template,
                            .out = out,
                            .diags = diags,
                            .line_start = true,
                            .ok = true};
    struct frame scope = {data, NULL};
    fill(&filler, template->first, &scope);
    return filler.ok && !out->overflow;
}
