/* html_question -- a question to answer before reading on: each choice opens and says whether it
 * holds on the card of the page. Made of <details>, so that it works by keyboard and without
 * scripts, and nothing is given away before a choice is made. */
#include "render/html.h"

static void choice(struct html *html, struct buf *out, const struct node *node,
                   const struct node *question) {
    bool right = node->choice.cond && node->choice.cond->cond.verdict == EXPR_TRUE;
    if (!question->question.graded) {
        buf_str(out, "<li>");
        html_inlines(html, out, node);
        buf_str(out, "</li>\n");
        return;
    }
    buf_printf(out, "<li><details class=\"choice choice-%s\"><summary>", right ? "right" : "wrong");
    html_inlines(html, out, node);
    buf_printf(out, "</summary>\n<p><strong>%s on the ", right ? "Right" : "Not");
    buf_html(out, question->question.card);
    buf_str(out, right ? ".</strong> " : ".</strong> Choose again.");
    if (right && question->last->type == NODE_THEN) html_inlines(html, out, question->last);
    buf_str(out, "</p></details></li>\n");
}

void html_question(struct html *html, struct buf *out, const struct node *question) {
    size_t number = ++html->question_count;
    buf_printf(out,
               "<div class=\"predict\" role=\"group\" aria-labelledby=\"" THEME_ID "ask-%zu\">\n"
               "<p class=\"ask\" id=\"" THEME_ID "ask-%zu\"><strong>Predict.</strong> ",
               number, number);
    for (const struct node *node = question->first; node; node = node->next)
        if (node->type == NODE_ASK) html_inlines(html, out, node);
    buf_printf(out, "</p>\n<ul%s>\n", question->question.graded ? " class=\"choices\"" : "");
    for (const struct node *node = question->first; node; node = node->next)
        if (node->type == NODE_CHOICE) choice(html, out, node, question);
    buf_str(out, "</ul>\n");
    bool elsewhere = question->question.instead.len > 0;
    if (elsewhere || !question->question.graded) {
        buf_str(out, "<p class=\"ungraded\">What decides this is not known for the ");
        buf_html(out, elsewhere ? question->question.instead : question->question.card);
        if (elsewhere) {
            buf_str(out, ": the verdict is that of the ");
            buf_html(out, question->question.card);
            buf_str(out, ".</p>\n");
        } else {
            buf_str(out, ", so there is no verdict here.</p>\n");
        }
    }
    buf_str(out, "</div>\n");
}
