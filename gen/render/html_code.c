/* html_code -- code as it is shown, with the file and region that it was cut from. */
#include "render/highlight.h"
#include "render/html.h"

/* Columns of code that a 390 px screen shows; longer lines scroll and need a tab stop. */
enum { CODE_COLUMNS = 38 };

static void code_caption(struct buf *out, const struct node *node) {
    buf_str(out, "<figcaption><code>");
    buf_html(out, node->code.from);
    buf_str(out, "</code>");
    if (node->code.region.len) {
        buf_str(out, ", region <code>");
        buf_html(out, node->code.region);
        buf_str(out, "</code>");
    }
    if (node->code.first_line) buf_printf(out, ", from line %lu", node->code.first_line);
    buf_str(out, "</figcaption>\n");
}

void html_code(struct html *html, struct buf *out, const struct node *node) {
    bool scrolls = html_line_width(node->text) > CODE_COLUMNS;
    html->code_count++;
    if (node->code.from.len) {
        buf_str(out, "<figure class=\"code\">\n");
        code_caption(out, node);
    }
    buf_str(out, "<pre");
    if (scrolls) {
        buf_str(out, " role=\"region\" tabindex=\"0\" aria-label=\"");
        if (node->code.from.len) {
            buf_str(out, "Code of ");
            buf_html(out, node->code.from);
            if (node->code.region.len) {
                buf_str(out, ", region ");
                buf_html(out, node->code.region);
            }
        } else {
            buf_printf(out, "Code %zu", html->code_count);
        }
        buf_char(out, '"');
    }
    buf_str(out, "><code");
    if (node->code.language.len) {
        buf_str(out, " class=\"language-");
        buf_html(out, node->code.language);
        buf_char(out, '"');
    }
    buf_char(out, '>');
    highlight_code(out, node->code.language, node->text);
    buf_str(out, "</code></pre>\n");
    if (node->code.from.len) buf_str(out, "</figure>\n");
}
