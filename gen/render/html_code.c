/* html_code -- code as it is shown, with the file and region that it was cut from. */
#include "render/highlight.h"
#include "render/html.h"

/* A 390 px screen shows this many columns of code; longer lines scroll and need a tab stop. */
enum { CODE_COLUMNS = 38 };

static void code_caption(struct buf *out, const struct node *node) {
    buf_str(out, "<figcaption>");
    html_element(out, node->code.from, "code", NULL);
    if (node->code.region.len) {
        buf_str(out, ", region ");
        html_element(out, node->code.region, "code", NULL);
    }
    if (node->code.first_line) buf_printf(out, ", from line %lu", node->code.first_line);
    buf_str(out, "</figcaption>\n");
}

/* Names it "Code of kernels/stride.cu, region strided", or "Code 3" if it comes from no file. */
static struct text name_of(struct html *html, const struct node *node) {
    struct text region = node->code.region;
    if (!node->code.from.len) return arena_printf(html->arena, "Code %zu", html->code_count);
    return arena_printf(html->arena, "Code of %.*s%s%.*s", TEXT_ARG(node->code.from),
                        region.len ? ", region " : "", TEXT_ARG(region));
}

void html_code(struct html *html, struct buf *out, const struct node *node) {
    bool scrolls = html_line_width(node->text) > CODE_COLUMNS;
    struct text language = node->code.language;
    html->code_count++;
    if (node->code.from.len) {
        buf_str(out, "<figure class=\"code\">\n");
        code_caption(out, node);
    }
    html_tag(out, "pre", "role", scrolls ? "region" : NULL, "tabindex", scrolls ? "0" : NULL,
             "aria-label", scrolls ? name_of(html, node).ptr : NULL, NULL);
    html_tag(out, "code", "class",
             language.len ? arena_printf(html->arena, "language-%.*s", TEXT_ARG(language)).ptr
                          : NULL,
             NULL);
    highlight_code(out, language, node->text);
    buf_str(out, "</code></pre>\n");
    if (node->code.from.len) buf_str(out, "</figure>\n");
}
