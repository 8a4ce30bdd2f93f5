/* lacking -- what the files that are compiled for the page ask of others that need a library, a file or a
 * template: done in another way, or not done. */
#include "base/utf8.h"

#include "base/chars.h"
#include "page/fence.h"
#include "render/highlight.h"
#include "render/html.h"
#include "render/tool.h"

/* What the browser knows of a character. */
enum kind {
    KIND_HIDDEN = 1, /* format characters, line and paragraph separators */
    KIND_NARROW = 2, /* marks without a width of their own */
    KIND_WIDE = 4,   /* it takes two columns */
    KIND_WORD = 8    /* letters, marks and numbers */
};
WASM_IMPORT(kind) unsigned page_kind(uint32_t code);

/* Nothing overlong, no surrogate, nothing above U+10FFFF. */
size_t utf8_decode(struct text view, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    *code = 0;
    if (!view.len) return 0;
    unsigned char first = (unsigned char)view.ptr[0];
    size_t length = first < 0x80   ? 1
                    : first < 0xc2 ? 0
                    : first < 0xe0 ? 2
                    : first < 0xf0 ? 3
                    : first < 0xf5 ? 4
                                   : 0;
    if (!length || length > view.len) return 0;
    uint32_t value = length == 1 ? first : first & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (!is_continuation(view.ptr[i])) return 0;
        value = value << 6 | ((unsigned char)view.ptr[i] & 0x3f);
    }
    if (value < least[length] || (value >= 0xd800 && value < 0xe000) || value > 0x10ffff) return 0;
    *code = value;
    return length;
}

bool utf8_is_hidden(uint32_t code) {
    if (code < 0xa0) return code < 0x20 || code >= 0x7f;
    return page_kind(code) & KIND_HIDDEN;
}

int utf8_width(uint32_t code) {
    if (code < 0x300) return code >= 0x20 && (code < 0x7f || code >= 0xa0);
    unsigned kind = page_kind(code);
    return kind & KIND_WIDE ? 2 : !(kind & (KIND_HIDDEN | KIND_NARROW));
}

bool utf8_in_word(uint32_t code) {
    return page_kind(code) & KIND_WORD;
}

/* Colours were set when the page was built. */
void highlight_code(struct buf *out, struct text language, struct text code) {
    (void)language;
    buf_html(out, code);
}

/* What is asked for are the tools' own WebAssembly: a page that has a tool has it. */
bool file_exists(const struct root *root, struct text path) {
    (void)root, (void)path;
    return true;
}

/* A page holds what it was given in memory. */
bool output_add(struct output *output, struct text path, struct text bytes, struct arena *arena) {
    output->file =
        arena_grow(arena, output->file, output->count, &output->capacity, sizeof *output->file);
    output->file[output->count++] =
        (struct output_file){.path = path, .bytes = arena_text(arena, bytes)};
    return true;
}

/* The comparison is made of the card alone. The others have a script of their own, which begins with the page: the
 * page's script moves them to this place. */
void html_tool(struct html *html, struct buf *out, const struct node *tool) {
    struct site_build *build = html->build;
    if (tool->tool->kind == TOOL_COMPARE) {
        struct data *data = data_object(build->arena);
        data_flag(data, "live", true);
        data_flag(data, "embedded", true);
        data_text(data, "label", TEXT("p"));
        tool_compare(build, data, html->address);
        template_fill(&build->templates, "tool-compare", data, out, build->diags);
        return;
    }
    html_element(out, TEXT(""), "div", "data-tool",
                 arena_printf(html->arena, "%d", (int)tool->tool->kind).ptr, NULL);
    buf_char(out, '\n');
}
