/* mathml -- see mathml.h. The input is well formed: KaTeX writes every tag and quotes every
 * attribute. What is not, all the same, is a fault. */
#include "course/mathml.h"

#include <stdint.h>
#include <string.h>

#include "base/utf8.h"

enum { DEEP = 200, COLUMNS = 32 };

struct element {
    struct text name;
    size_t width, widest; /* of its children: their sum, and the widest */
    char align[COLUMNS];  /* of a table, by column: l, c, r */
    size_t column;        /* of a row: the next cell */
    bool function;        /* it ends with the name of a function: max, or max with an index */
};

struct making {
    struct text name;
    struct arena *arena;
    struct buf out;
    struct element open[DEEP];
    size_t depth;
    const char *variant; /* of the innermost token */
    const char *fault;
};

static bool is_any(struct text word, const char *const *list) {
    for (; *list; list++)
        if (text_is(word, *list)) return true;
    return false;
}

/* ---- letters ----------------------------------------------------------------------------- */

/* Unicode's mathematical alphabets: where A, a, 0, capital and small alpha stand in each. */
static const struct alphabet {
    const char *variant;
    uint32_t capital, small, digit, greek_capital, greek_small;
} alphabets[] = {
    {"bold", 0x1D400, 0x1D41A, 0x1D7CE, 0x1D6A8, 0x1D6C2},
    {"italic", 0x1D434, 0x1D44E, 0, 0x1D6E2, 0x1D6FC},
    {"bold-italic", 0x1D468, 0x1D482, 0, 0x1D71C, 0x1D736},
    {"double-struck", 0x1D538, 0x1D552, 0x1D7D8, 0, 0},
    {"script", 0x1D49C, 0x1D4B6, 0, 0, 0},
    {"fraktur", 0x1D504, 0x1D51E, 0, 0, 0},
    {"sans-serif", 0x1D5A0, 0x1D5BA, 0x1D7E2, 0, 0},
    {"monospace", 0x1D670, 0x1D68A, 0x1D7F6, 0, 0},
};

/* Letters that had a place in Unicode before the alphabets came. */
static const struct {
    uint32_t would, is;
} older[] = {
    {0x1D455, 0x210E}, {0x1D49D, 0x212C}, {0x1D4A0, 0x2130}, {0x1D4A1, 0x2131}, {0x1D4A3, 0x210B},
    {0x1D4A4, 0x2110}, {0x1D4A7, 0x2112}, {0x1D4A8, 0x2133}, {0x1D4AD, 0x211B}, {0x1D4BA, 0x212F},
    {0x1D4BC, 0x210A}, {0x1D4C4, 0x2134}, {0x1D506, 0x212D}, {0x1D50B, 0x210C}, {0x1D50C, 0x2111},
    {0x1D515, 0x211C}, {0x1D51D, 0x2128}, {0x1D53A, 0x2102}, {0x1D53F, 0x210D}, {0x1D545, 0x2115},
    {0x1D547, 0x2119}, {0x1D548, 0x211A}, {0x1D549, 0x211D}, {0x1D551, 0x2124},
};

static uint32_t moved(uint32_t code, uint32_t from, uint32_t to, uint32_t base) {
    return base && code >= from && code <= to ? base + (code - from) : 0;
}

static uint32_t letter(const char *variant, uint32_t code) {
    for (size_t i = 0; i < sizeof alphabets / sizeof *alphabets; i++) {
        const struct alphabet *alphabet = &alphabets[i];
        if (!variant || strcmp(variant, alphabet->variant) != 0) continue;
        uint32_t found = moved(code, 'A', 'Z', alphabet->capital);
        if (!found) found = moved(code, 'a', 'z', alphabet->small);
        if (!found) found = moved(code, '0', '9', alphabet->digit);
        if (!found) found = moved(code, 0x391, 0x3A9, alphabet->greek_capital);
        if (!found) found = moved(code, 0x3B1, 0x3C9, alphabet->greek_small);
        for (size_t k = 0; k < sizeof older / sizeof *older; k++)
            if (older[k].would == found) found = older[k].is;
        if (found) return found;
    }
    return code;
}

/* ---- text -------------------------------------------------------------------------------- */

/* Length of a value's name at `i`, and its number; 0 if none stands there. */
static size_t value_at(const struct making *making, struct text text, size_t i,
                       struct text *number) {
    if (!text_starts(text_cut(text, i, text.len), making->name.ptr)) return 0;
    size_t from = i + making->name.len, to = from;
    while (to < text.len && text.ptr[to] >= '0' && text.ptr[to] <= '9')
        to++;
    *number = text_cut(text, from, to);
    return number->len && to < text.len && text.ptr[to] == '.' ? to + 1 - i : 0;
}

/* Copies the text between two tags; returns its width. Entities stay as they are. */
static size_t copy_text(struct making *making, struct text text) {
    size_t width = 0;
    for (size_t i = 0; i < text.len;) {
        struct text number;
        size_t value = value_at(making, text, i, &number);
        uint32_t code = 0;
        if (value) {
            buf_printf(&making->out, "%c%.*s%c", MATHML_VALUE, TEXT_ARG(number), MATHML_VALUE);
            i += value;
            continue;
        }
        if (text.ptr[i] == '&') {
            size_t end = text_find(text, ";", i);
            end = end == SIZE_MAX ? text.len : end + 1;
            buf_view(&making->out, text_cut(text, i, end));
            width++;
            i = end;
            continue;
        }
        size_t length = utf8_decode(text_cut(text, i, text.len), &code);
        if (!length) {
            making->fault = "bytes that are not UTF-8";
            return width;
        }
        char bytes[4];
        buf_add(&making->out, bytes, utf8_encode(letter(making->variant, code), bytes));
        bool seen = code < 0x2060 || code > 0x2064;
        width += seen;
        if (!seen) making->open[making->depth - 1].width = 0;
        i += length;
    }
    return width;
}

/* ---- tags -------------------------------------------------------------------------------- */

static const char *const elements[] = {
    "math",   "mrow",  "mi",   "mn",     "mo",      "mtext",    "mspace", "mfrac",
    "msqrt",  "mroot", "msub", "msup",   "msubsup", "munder",   "mover",  "munderover",
    "mtable", "mtr",   "mtd",  "mstyle", "mpadded", "mphantom", NULL};
static const char *const attributes[] = {
    "display", "stretchy", "fence",   "separator", "accent",        "accentunder",  "lspace",
    "rspace",  "minsize",  "maxsize", "largeop",   "movablelimits", "symmetric",    "linethickness",
    "width",   "height",   "depth",   "voffset",   "scriptlevel",   "displaystyle", NULL};
static const char *const dropped[] = {"xmlns", "rowspacing", "columnspacing", NULL};
static const char *const stacks[] = {"mfrac", "munder", "mover", "munderover", "mtable", NULL};

static const char *needs(struct making *making, const char *what, struct text name) {
    return arena_printf(making->arena, "%s %.*s", what, TEXT_ARG(name)).ptr;
}

static void read_columns(struct element *table, struct text value) {
    for (size_t i = 0; i < COLUMNS && value.len; i++)
        table->align[i] = text_next(&value, ' ').ptr[0];
}

static bool is_set_text(const struct making *making) {
    return making->depth && text_is(making->open[making->depth - 1].name, "mtext");
}

static void variant(struct making *making, struct text value) {
    if (text_is(value, "normal")) {
        buf_str(&making->out, is_set_text(making) ? "" : " mathvariant=\"normal\"");
        return;
    }
    if (!is_set_text(making)) {
        making->variant = arena_string(making->arena, value);
        return;
    }
    const char *class = text_is(value, "bold")        ? "bold"
                        : text_is(value, "italic")    ? "italic"
                        : text_is(value, "monospace") ? "mono"
                                                      : "bold italic";
    buf_printf(&making->out, " class=\"%s\"", class);
}

/* One attribute; false: it may not stand on a page. */
static bool attribute(struct making *making, struct text name, struct text value) {
    struct element *element = &making->open[making->depth - 1];
    bool lines = text_is(name, "columnlines") || text_is(name, "rowlines");
    if (text_is(name, "mathvariant")) {
        variant(making, value);
    } else if (text_is(name, "columnalign")) {
        read_columns(element, value);
    } else if (is_any(name, attributes) && text_find(value, "%", 0) == SIZE_MAX) {
        buf_printf(&making->out, " %.*s=\"%.*s\"", TEXT_ARG(name), TEXT_ARG(value));
    } else if (!is_any(name, dropped) && !(lines && text_find(value, "solid", 0) == SIZE_MAX &&
                                           text_find(value, "dashed", 0) == SIZE_MAX)) {
        making->fault = lines ? "lines in a table" : needs(making, "the attribute", name);
        return false;
    }
    return true;
}

static void align_cell(struct making *making) {
    if (making->depth < 3) return;
    struct element *row = &making->open[making->depth - 2];
    const struct element *table = &making->open[making->depth - 3];
    char align = row->column < COLUMNS ? table->align[row->column] : 'c';
    row->column++;
    if (align == 'l' || align == 'r')
        buf_printf(&making->out, " class=\"%s\"", align == 'l' ? "left" : "right");
}

/* A function and what it is applied to stand apart, as in TeX, but not before a parenthesis. Browsers
 * give no room to the invisible operator between them. */
static void apply(struct making *making, const struct element *element, struct text rest) {
    static const char *const rows[] = {"mrow", "mtd", "mstyle", "msqrt", "math", NULL};
    static const char *const scripts[] = {"msub",  "msup",       "msubsup", "munder",
                                          "mover", "munderover", NULL};
    static const char operator[] = "<mo>\u2061</mo>";
    struct element *around = &making->open[making->depth - 1];
    bool function = element->function || text_ends(buf_text(&making->out), operator);
    if (!function) return;
    around->function = is_any(around->name, scripts) || text_is(around->name, "mrow");
    if (is_any(around->name, rows) && !text_starts(rest, "</") && !text_starts(rest, "<mo") &&
        !text_starts(rest, "<mrow><mo fence"))
        buf_str(&making->out, "<mspace width=\"0.1667em\"></mspace>");
}

static void close_tag(struct making *making, struct text rest) {
    struct element *element = &making->open[--making->depth];
    size_t width = is_any(element->name, stacks) ? element->widest : element->width;
    buf_printf(&making->out, "</%.*s>", TEXT_ARG(element->name));
    making->variant = NULL;
    if (!making->depth) {
        making->open[0].width = width;
        return;
    }
    struct element *around = &making->open[making->depth - 1];
    around->width += width;
    if (width > around->widest) around->widest = width;
    apply(making, element, rest);
}

static void open_tag(struct making *making, struct text inside, struct text rest) {
    bool empty = text_ends(inside, "/");
    if (empty) inside.len--;
    struct text name = text_next(&inside, ' ');
    if (!is_any(name, elements)) {
        making->fault = needs(making, "the element", name);
        return;
    }
    if (making->depth == DEEP) {
        making->fault = "more than 200 elements in one another";
        return;
    }
    if (making->depth && text_is(making->open[making->depth - 1].name, "mrow"))
        making->open[making->depth - 1].function = false;
    struct element *element = &making->open[making->depth++];
    /* Around an operator that is no parenthesis there is room for about another letter. */
    bool room = text_is(name, "mspace") || (text_is(name, "mo") && !inside.len);
    *element = (struct element){.name = name, .width = room};
    buf_printf(&making->out, "<%.*s", TEXT_ARG(name));
    while (inside.len) {
        struct text key = text_next(&inside, '=');
        text_next(&inside, '"');
        struct text value = text_next(&inside, '"');
        if (!attribute(making, text_trim(key), value)) return;
    }
    if (text_is(name, "mtd")) align_cell(making);
    buf_char(&making->out, '>');
    if (empty) close_tag(making, rest);
}

/* Passes over the rest of an annotation; `at` is behind its opening tag. */
static size_t skip_annotation(struct text katex, size_t at) {
    static const char end[] = "</annotation>";
    size_t hit = text_find(katex, end, at);
    return hit == SIZE_MAX ? katex.len : hit + sizeof end - 1;
}

struct mathml mathml_read(struct text katex, struct text name, struct arena *arena) {
    struct making making = {.name = name, .arena = arena};
    size_t at = text_find(katex, "<math", 0), stop = text_find(katex, "</math>", 0);
    if (at == SIZE_MAX || stop == SIZE_MAX) making.fault = "MathML";
    while (!making.fault && at < stop + sizeof "</math>" - 1) {
        if (katex.ptr[at] != '<') {
            size_t end = text_find(katex, "<", at);
            if (making.depth)
                making.open[making.depth - 1].width += copy_text(&making, text_cut(katex, at, end));
            at = end;
            continue;
        }
        size_t end = text_find(katex, ">", at);
        struct text inside = text_cut(katex, at + 1, end);
        at = end + 1;
        if (text_starts(inside, "annotation ")) {
            buf_char(&making.out, MATHML_SOURCE);
            at = skip_annotation(katex, at);
        } else if (text_is(inside, "semantics")) {
            buf_str(&making.out, "<semantics>");
        } else if (text_is(inside, "/semantics")) {
            buf_str(&making.out, "</semantics>");
        } else if (inside.len && inside.ptr[0] == '/') {
            if (making.depth) close_tag(&making, text_cut(katex, at, katex.len));
        } else {
            open_tag(&making, inside, text_cut(katex, at, katex.len));
        }
    }
    struct mathml out = {.fault = making.fault, .width = making.open[0].width};
    if (!making.fault) out.set = arena_text(arena, buf_text(&making.out));
    buf_free(&making.out);
    return out;
}
