/* mustache -- see mustache.h: reading templates into operations, and filling them.
 *
 * Reading is one pass over the text: what stands between tags becomes an operation, and each tag one; an
 * open section is the parent of what follows until its closing tag. A closing tag that does not match
 * is reported and passed over, so that one mistake gives one message. */
#include "render/mustache.h"

#include <stdint.h>
#include <string.h>

#include "base/chars.h"
#include "base/nearest.h"
#include "render/theme.h"

/* An operation is the text between two tags, or a tag, which stands there as {{ sigil name }}. */
struct template_op {
    char sigil;       /* one of # ^ > {, 0 for a name alone, TEXT_BETWEEN */
    struct text text; /* the words between tags, or the name, which is cut out of the source */
    struct text first_part, other_parts; /* of the name */
    uint32_t hash;                       /* of its first part */
    struct text indent;    /* of a partial: the spaces before a tag that stands alone */
    size_t offset, length; /* of the tag in the source, with its braces */
    struct template_op *first, *next, *parent;
};
enum { TEXT_BETWEEN = 't' };

static bool holds_others(const struct template_op *op) {
    return op->sigil == '#' || op->sigil == '^';
}

/* ---- reading -------------------------------------------------------------------------------- */

struct reader {
    struct arena *arena;
    struct diags *diags;
    const struct source *source;
    struct text text;
    struct template_op *parent; /* the open section, NULL at the top */
    struct template_op **end;   /* where the next operation is hung */
    size_t depth;
    bool stop; /* the rest of the file is not read */
};

static void fail(struct reader *reader, const struct template_op *tag, const char *hint,
                 const char *message) {
    diag_error(reader->diags, reader->source, tag->offset, tag->length, hint, "%s", message);
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

static struct template_op *add(struct reader *reader, struct template_op op) {
    struct template_op *added = ARENA_NEW(reader->arena, struct template_op);
    op.parent = reader->parent;
    op.other_parts = op.text;
    op.first_part = text_next(&op.other_parts, '.');
    op.hash = data_hash(op.first_part);
    *added = op;
    *reader->end = added;
    reader->end = &added->next;
    return added;
}

static void add_text(struct reader *reader, size_t from, size_t to) {
    if (from < to)
        add(reader,
            (struct template_op){.sigil = TEXT_BETWEEN, .text = text_cut(reader->text, from, to)});
}

/* Reads the tag that starts at tag->offset; one without an end is reported and gives false. */
static bool read_tag(struct reader *reader, struct template_op *tag) {
    struct text text = reader->text;
    size_t at = tag->offset + 2;
    const char *sigil = at < text.len && text.ptr[at] ? strchr("#^/>!&{=<$", text.ptr[at]) : NULL;
    if (sigil) tag->sigil = text.ptr[at++];
    const char *close = tag->sigil == '{' ? "}}}" : tag->sigil == '=' ? "=}}" : "}}";
    size_t end = text_find(text, close, at);
    if (end == SIZE_MAX) {
        tag->length = 2;
        fail(reader, tag,
             tag->sigil == '{' ? "end it with }}}" : "end it with }}, or remove the braces",
             "tag without an end");
        return false;
    }
    tag->length = end + strlen(close) - tag->offset;
    tag->text = text_trim(text_cut(text, at, end));
    return true;
}

/* A tag that may take its line with it does where nothing but spaces stands beside it: the text before
 * ends and goes on at the line's ends. *indent receives the spaces before it. */
static void widen_standalone(struct text text, const struct template_op *tag, size_t *text_end,
                             size_t *next, struct text *indent) {
    size_t start = tag->offset, end = tag->offset + tag->length;
    while (start && (text.ptr[start - 1] == ' ' || text.ptr[start - 1] == '\t'))
        start--;
    if (start && text.ptr[start - 1] != '\n') return;
    while (end < text.len && (text.ptr[end] == ' ' || text.ptr[end] == '\t'))
        end++;
    if (end < text.len && text.ptr[end] != '\n') return;
    *indent = text_cut(text, start, tag->offset);
    *text_end = start;
    *next = end < text.len ? end + 1 : end;
}

static void open_section(struct reader *reader, const struct template_op *tag) {
    struct template_op *op = add(reader, *tag);
    if (++reader->depth > TEMPLATE_DEPTH_MAX) {
        fail(reader, tag, "move the inner part to a template of its own",
             "sections nested too deep");
        reader->stop = true;
    }
    reader->parent = op;
    reader->end = &op->first;
}

static void close_section(struct reader *reader, const struct template_op *tag) {
    struct template_op *open = reader->parent;
    if (!open) {
        fail(reader, tag, "remove it, or open the section before it",
             "closing tag without a section");
        return;
    }
    if (!text_equal(open->text, tag->text)) {
        struct place place = source_place(reader->source, open->offset);
        struct text hint =
            arena_printf(reader->arena, "the section open here is {{%c%.*s}} of line %zu",
                         open->sigil, TEXT_ARG(open->text), place.line);
        fail(reader, tag, hint.ptr, "closing tag of another section");
        return;
    }
    reader->depth--;
    reader->parent = open->parent;
    reader->end = &open->next;
}

/* Takes in the text from `done` on and the tag behind it; returns where the text goes on. */
static size_t read_one(struct reader *reader, struct template_op *tag, size_t done) {
    size_t text_end = tag->offset, next = tag->offset + tag->length;
    const char *unsupported = tag->sigil == '='   ? "other delimiters are not supported"
                              : tag->sigil == '<' ? "template inheritance is not supported"
                              : tag->sigil == '$' ? "blocks to replace are not supported"
                                                  : NULL;
    if (unsupported) {
        fail(reader, tag, "use sections and partials", unsupported);
    } else if (tag->sigil != '!' && !is_name(tag->text)) {
        fail(reader, tag, "a name is letters, digits, _ and -, parts are joined by dots",
             tag->text.len ? "not a name" : "tag without a name");
    }
    if (tag->sigil == '&') tag->sigil = '{';
    if (tag->sigil && tag->sigil != '{')
        widen_standalone(reader->text, tag, &text_end, &next, &tag->indent);
    add_text(reader, done, text_end);
    if (holds_others(tag))
        open_section(reader, tag);
    else if (tag->sigil == '/')
        close_section(reader, tag);
    else if (!tag->sigil || strchr("{>", tag->sigil))
        add(reader, *tag);
    return next;
}

bool templates_add(struct templates *templates, struct text name, const struct source *source,
                   struct diags *diags) {
    size_t errors = diags->errors, done = 0;
    struct template template = {.name = name, .source = source};
    struct reader reader = {.arena = templates->arena,
                            .diags = diags,
                            .source = source,
                            .text = source->text,
                            .end = &template.first};
    while (!reader.stop) {
        struct template_op tag = {.offset = text_find(reader.text, "{{", done)};
        if (tag.offset == SIZE_MAX || !read_tag(&reader, &tag)) break;
        done = read_one(&reader, &tag, done);
    }
    add_text(&reader, done, reader.text.len);
    for (const struct template_op *open = reader.stop ? NULL : reader.parent; open;
         open = open->parent) {
        struct text hint =
            arena_printf(templates->arena, "close it with {{/%.*s}}", TEXT_ARG(open->text));
        fail(&reader, open, hint.ptr, "section that is not closed");
    }
    templates->list = arena_grow(templates->arena, templates->list, templates->count,
                                 &templates->capacity, sizeof *templates->list);
    templates->list[templates->count++] = template;
    return diags->errors == errors;
}

static const struct template *template_find(const struct templates *templates, struct text name) {
    for (size_t i = 0; i < templates->count; i++)
        if (text_equal(templates->list[i].name, name)) return &templates->list[i];
    return NULL;
}

static void check_partials(const struct templates *templates, const struct template *template,
                           const struct template_op *op, struct diags *diags) {
    for (; op; op = op->next) {
        check_partials(templates, template, op->first, diags);
        if (op->sigil != '>' || !op->text.len || template_find(templates, op->text)) continue;
        struct nearest nearest = {.wanted = op->text};
        for (size_t i = 0; i < templates->count; i++)
            nearest_offer(&nearest, templates->list[i].name);
        const char *otherwise =
            "a partial is a file of the templates folder, named without .mustache";
        diag_error(diags, template->source, (size_t)(op->text.ptr - template->source->text.ptr),
                   op->text.len, nearest_hint(&nearest, otherwise, templates->arena),
                   "unknown partial %.*s", TEXT_ARG(op->text));
    }
}

bool templates_check(struct templates *templates, struct diags *diags) {
    size_t errors = diags->errors;
    for (size_t i = 0; i < templates->count; i++)
        check_partials(templates, &templates->list[i], templates->list[i].first, diags);
    return diags->errors == errors;
}

bool templates_load(struct templates *templates, const struct root *root, struct text folder,
                    struct diags *diags) {
    size_t errors = diags->errors;
    struct file_list files = file_walk(root, folder, ".mustache", templates->arena, diags);
    for (size_t i = 0; i < files.count; i++) {
        const struct source *source = theme_file(root, files.path[i], templates->arena, diags);
        if (!source) continue;
        struct text name = text_cut(files.path[i], folder.len + 1, files.path[i].len);
        templates_add(templates, text_drop_end(name, ".mustache"), source, diags);
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
    bool stop; /* nothing more is filled in */
};

static void fill(struct filler *filler, const struct template_op *op, const struct frame *scope);

static void unknown(struct filler *filler, struct text part, const struct frame *where) {
    struct nearest nearest = {.wanted = part};
    for (const struct frame *s = where; s; s = s->outer)
        for (size_t i = 0; s->value->kind == DATA_OBJECT && i < s->value->count; i++)
            nearest_offer(&nearest, s->value->member[i].name);
    diag_error(filler->diags, filler->template->source,
               (size_t)(part.ptr - filler->template->source->text.ptr), part.len,
               nearest_hint(&nearest, "the renderer gives this template no such name",
                            filler->templates->arena),
               "unknown name %.*s", TEXT_ARG(part));
}

/* NULL: no such name, which is reported. The first part is looked up outwards, the others in what the
 * part before them is. */
static const struct data *look_up(struct filler *filler, const struct template_op *op,
                                  const struct frame *scope) {
    if (text_is(op->text, ".")) return scope->value;
    struct text part = op->first_part, rest = op->other_parts;
    struct frame inner;
    for (uint32_t hash = op->hash;; hash = data_hash(part)) {
        const struct data *value = NULL;
        for (const struct frame *s = scope; s && !value; s = s->outer)
            value = data_find(s->value, part, hash);
        if (!value) unknown(filler, part, scope);
        if (!value || !rest.len) return value;
        inner = (struct frame){value, NULL};
        scope = &inner;
        part = text_next(&rest, '.');
    }
}

static void indent(struct filler *filler) {
    if (filler->line_start) buf_view(filler->out, filler->indent);
    filler->line_start = false;
}

static void fill_text(struct filler *filler, struct text text) {
    if (!filler->indent.len) {
        buf_view(filler->out, text);
        filler->line_start = text_ends(text, "\n");
        return;
    }
    while (text.len) {
        struct text line = text_next(&text, '\n');
        indent(filler);
        buf_view(filler->out, line);
        filler->line_start = text.ptr != NULL; /* a line end stood behind it */
        if (filler->line_start) buf_char(filler->out, '\n');
    }
}

static void fill_variable(struct filler *filler, const struct template_op *op,
                          const struct frame *scope) {
    const struct data *value = look_up(filler, op, scope);
    if (!value) return;
    bool raw = op->sigil == '{';
    const char *wrong = value->kind != DATA_TEXT && value->kind != DATA_HTML
                            ? "is not text: use it as a section"
                        : raw && value->kind == DATA_TEXT ? "is plain text and has to be escaped"
                                                          : NULL;
    if (wrong) {
        diag_error(filler->diags, filler->template->source, op->offset, op->length,
                   raw && value->kind == DATA_TEXT ? "write it with two braces" : NULL, "%.*s %s",
                   TEXT_ARG(op->text), wrong);
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
    if (op->sigil == '^') {
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
        if (op->sigil == TEXT_BETWEEN)
            fill_text(filler, op->text);
        else if (op->sigil == '>')
            fill_partial(filler, op, scope);
        else if (holds_others(op))
            fill_section(filler, op, scope);
        else
            fill_variable(filler, op, scope);
    }
}

bool template_fill(const struct templates *templates, const char *name, const struct data *data,
                   struct buf *out, struct diags *diags) {
    const size_t errors = diags->errors;
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
                            .line_start = true};
    struct frame scope = {data, NULL};
    fill(&filler, template->first, &scope);
    return diags->errors == errors && !out->overflow;
}
