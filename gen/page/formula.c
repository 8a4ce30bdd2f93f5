/* formula -- see formula.h. */
#include "page/formula.h"

#include <stdint.h>
#include <string.h>

#include "base/chars.h"
#include "measure/names.h"
#include "page/words.h"

/* ---- as words ---------------------------------------------------------------------------- */

enum { DEEP = 64 };

struct saying {
    formula_add *add;
    void *context;
    bool words[DEEP]; /* by depth of braces: they hold words, not mathematics */
    size_t depth;
    bool next_words; /* the next brace does */
    bool space;      /* the last byte was one */
};

static void say(struct saying *saying, const char *text, const struct node *part, size_t index) {
    for (; *text; text++) {
        bool space = *text == ' ' || *text == '\n';
        if (!space || !saying->space) saying->add(saying->context, *text, part, index);
        saying->space = space;
    }
}

static void say_command(struct saying *saying, struct text name, const struct node *part,
                        size_t index) {
    if (names_has("text textrm textsf texttt textbf textit mathrm mathsf mathtt mathbf mathit mbox "
                  "textnormal operatorname",
                  name))
        saying->next_words = true;
    else if (text_is(name, " ") ||
             names_has(", : ; ! > quad qquad thinspace medspace thickspace enspace", name))
        say(saying, " ", part, index);
    else if (text_is(name, "times"))
        say(saying, " \u00d7 ", part, index);
    else if (text_is(name, "%"))
        say(saying, "%", part, index);
    else if (!names_has("left right big Big displaystyle textstyle", name))
        say(saying, (const char[]){FLAT_CODE, 0}, part, index);
}

static void say_part(struct saying *saying, const struct node *part) {
    struct text text = part->text;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        bool words = saying->words[saying->depth];
        if (c == '\\') {
            size_t end = i + 1;
            while (end < text.len && is_letter(text.ptr[end]))
                end++;
            if (end == i + 1) end++;
            say_command(saying, text_cut(text, i + 1, end), part, i);
            i = end - 1;
            continue;
        }
        if (c == '{' && saying->depth + 1 < DEEP) {
            saying->words[++saying->depth] = words || saying->next_words;
        } else if (c == '}' && saying->depth) {
            saying->depth--;
        } else if (c == '~') {
            say(saying, " ", part, i);
        } else if (words || !is_letter(c)) {
            say(saying, (const char[]){c, 0}, part, i);
        } else {
            say(saying, "q", part, i);
        }
        saying->next_words = false;
    }
}

void formula_say(const struct node *math, formula_add *add, void *context) {
    struct saying saying = {.add = add, .context = context};
    for (const struct node *part = math->first; part; part = part->next)
        if (part->type == NODE_EXPR)
            say(&saying, (const char[]){FLAT_VALUE, 0}, part, 0);
        else
            say_part(&saying, part);
}

/* ---- as TeX ------------------------------------------------------------------------------ */

/* The name must not be one that the author has used, since it is looked for in the MathML. */
static struct text value_name(const struct node *math, struct arena *arena) {
    struct text name = TEXT("value");
    for (bool used = true; used;) {
        used = false;
        for (const struct node *part = math->first; part && !used; part = part->next)
            used = part->type == NODE_TEXT && text_find(part->text, name.ptr, 0) != SIZE_MAX;
        if (used) name = arena_printf(arena, "%.*sx", TEXT_ARG(name));
    }
    return name;
}

struct formula_tex formula_tex(const struct node *math, struct arena *arena) {
    struct buf tex = {0};
    struct formula_tex out = {.name = value_name(math, arena)};
    size_t capacity = 0, values = 0;
    for (const struct node *part = math->first; part; part = part->next) {
        size_t from = tex.len;
        if (part->type == NODE_EXPR)
            buf_printf(&tex, "\\text{%.*s%zu.}", TEXT_ARG(out.name), values++);
        else
            buf_view(&tex, part->text);
        for (size_t i = from; i < tex.len; i++) {
            out.place = arena_grow(arena, out.place, i, &capacity, sizeof *out.place);
            out.place[i] = part->offset + (part->type == NODE_EXPR ? 0 : i - from);
        }
    }
    out.place = arena_grow(arena, out.place, tex.len, &capacity, sizeof *out.place);
    out.place[tex.len] = math->math.end;
    out.tex = buf_take(&tex, arena);
    return out;
}

static void escape(struct buf *out, struct text shown) {
    for (size_t i = 0; i < shown.len; i++) {
        char c = shown.ptr[i];
        if (c == '\\')
            buf_str(out, "\\textbackslash{}");
        else if (strchr("%$#&_{}", c))
            buf_printf(out, "\\%c", c);
        else
            buf_char(out, c);
    }
}

struct text formula_source(const struct node *math, struct arena *arena) {
    struct buf out = {0};
    for (const struct node *part = math->first; part; part = part->next) {
        if (part->type == NODE_EXPR) {
            buf_str(&out, "\\text{");
            escape(&out, part->value.shown);
            buf_char(&out, '}');
        } else {
            buf_view(&out, part->text);
        }
    }
    return text_trim(buf_take(&out, arena));
}

const struct node *formula_value(const struct node *math, size_t number) {
    for (const struct node *part = math->first; part; part = part->next)
        if (part->type == NODE_EXPR && number-- == 0) return part;
    return NULL;
}
