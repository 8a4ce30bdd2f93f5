/* html_formula -- formulas as the course has set them, with the values and the TeX in their places. */
#include <stdint.h>

#include "course/formulas.h"
#include "page/formula.h"
#include "render/html.h"

/* A 390 px screen shows this many letters of a formula, some of which are wide; more scroll. */
enum { FORMULA_LETTERS = 26 };

size_t html_formula_width(const struct node *math) {
    size_t sum = math->math.width;
    for (const struct node *part = math->first; part; part = part->next)
        if (part->type == NODE_EXPR)
            sum += html_line_width(part->value.shown) + part->value.reported;
    return sum;
}

void html_math(struct html *html, struct buf *out, const struct node *node) {
    struct text rest = node->math.set;
    if (!rest.len) { /* it failed, which was reported; or no course has seen it */
        html_element(out, formula_source(node, html->arena), "code", "class", "value-failed", NULL);
        return;
    }
    for (size_t i = 0; i < rest.len; i++) {
        char c = rest.ptr[i];
        if (c == KATEX_SOURCE) {
            html_element(out, formula_source(node, html->arena), "annotation", "encoding",
                         "application/x-tex", NULL);
        } else if (c == KATEX_VALUE) {
            size_t end = text_find(rest, (const char[]){KATEX_VALUE, 0}, i + 1);
            unsigned long number = 0;
            text_number(text_cut(rest, i + 1, end), 1000000, &number);
            const struct node *part = formula_value(node, number);
            if (part) html_value(html, out, part);
            i = end;
        } else {
            buf_char(out, c);
        }
    }
}

void html_formula(struct html *html, struct buf *out, const struct node *node) {
    bool scrolls = node->first && html_formula_width(node->first) > FORMULA_LETTERS;
    const char *name = arena_printf(html->arena, "Formula %zu", ++html->formula_count).ptr;
    html_tag(out, "div", "class", "formula", "role", scrolls ? "region" : NULL, "tabindex",
             scrolls ? "0" : NULL, "aria-label", scrolls ? name : NULL, NULL);
    html_inlines(html, out, node);
    buf_str(out, "</div>\n");
}
