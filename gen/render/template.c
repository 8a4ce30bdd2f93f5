/* template -- filling a template with data; see mustache.h. */
#include "render/template.h"

#include <string.h>

#include "base/nearest.h"

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

/* ---- names ----------------------------------------------------------------------------------- */

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

/* ---- output ---------------------------------------------------------------------------------- */

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
