/* html_question -- a question to answer before reading on: each choice opens and says whether it
 * holds on the card of the page. Made of <details>, so that it works by keyboard and without
 * scripts, and nothing is given away before a choice is made. */
#include "render/html.h"

static void choice(struct html *html, struct buf *out, const struct node *node,
                   const struct node *question) {
    bool right = node->choice.cond && node->choice.cond->cond.verdict == EXPR_TRUE;
    buf_str(out, "<li>");
    if (!question->question.graded) {
        html_inlines(html, out, node);
        buf_str(out, "</li>\n");
        return;
    }
    html_tag(out, "details", "class", right ? "choice choice-right" : "choice choice-wrong", NULL);
    buf_str(out, "<summary>");
    html_inlines(html, out, node);
    buf_str(out,
            right ? "</summary>\n<p><strong>Right on the " : "</summary>\n<p><strong>Not on the ");
    buf_html(out, question->question.card);
    buf_str(out, right ? ".</strong> " : ".</strong> Choose again.");
    if (right && question->last->type == NODE_THEN) html_inlines(html, out, question->last);
    buf_str(out, "</p></details></li>\n");
}

/* Says why there is no verdict, or why it is that of another card. */
static void ungraded(struct buf *out, const struct node *question) {
    struct text instead = question->question.instead, card = question->question.card;
    if (!instead.len && question->question.graded) return;
    buf_str(out, "<p class=\"ungraded\">What decides this is not known for the ");
    buf_html(out, instead.len ? instead : card);
    buf_str(out, instead.len ? ": the verdict is that of the " : ", so there is no verdict here");
    if (instead.len) buf_html(out, card);
    buf_str(out, ".</p>\n");
}

void html_question(struct html *html, struct buf *out, const struct node *question) {
    const char *id = arena_printf(html->arena, THEME_ID "ask-%zu", ++html->question_count).ptr;
    html_tag(out, "div", "class", "predict", "role", "group", "aria-labelledby", id, NULL);
    buf_char(out, '\n');
    html_tag(out, "p", "class", "ask", "id", id, NULL);
    buf_str(out, "<strong>Predict.</strong> ");
    for (const struct node *node = question->first; node; node = node->next)
        if (node->type == NODE_ASK) html_inlines(html, out, node);
    buf_str(out, "</p>\n");
    html_tag(out, "ul", "class", question->question.graded ? "choices" : NULL, NULL);
    buf_char(out, '\n');
    for (const struct node *node = question->first; node; node = node->next)
        if (node->type == NODE_CHOICE) choice(html, out, node, question);
    buf_str(out, "</ul>\n");
    ungraded(out, question);
    buf_str(out, "</div>\n");
}
