/* html_blocks -- blocks with a shape of their own: code, formulas, notes, questions. */

#include "course/formulas.h"
#include "page/formula.h"
#include "render/highlight.h"
#include "render/html.h"
#include "render/numbers.h"
#include "render/site.h"

/* ---- code ----------------------------------------------------------------------------------- */

/* A 390 px screen shows this many columns of code; longer lines scroll and need a tab stop. */
enum { CODE_COLUMNS = 38 };
/* The column of text and figures holds this many; longer lines go on below the notes of the margin. */
enum { CODE_COLUMN = 80 };

/* The file at its line in the repository of the site, where site.yaml names one. */
static const char *code_href(struct html *html, const struct node *node) {
    struct text at = html->build ? html->build->course->site.repository.value : (struct text){0};
    struct buf href = {.arena = html->arena};
    if (!at.len) return NULL;
    buf_printf(&href, "%.*sblob/HEAD/", TEXT_ARG(at));
    buf_url(&href, node->code.from);
    if (node->code.first_line) buf_printf(&href, "#L%lu", node->code.first_line);
    return buf_take(&href, html->arena).ptr;
}

static void code_caption(struct html *html, struct buf *out, const struct node *node) {
    const char *href = code_href(html, node);
    buf_str(out, "<figcaption>");
    if (href) html_tag(out, "a", "href", href, "rel", "external", NULL);
    html_element(out, node->code.from, "code", NULL);
    if (href) html_end(out, "a");
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
    const size_t width = html_width(node->text, false);
    bool scrolls = width > CODE_COLUMNS;
    struct text language = node->code.language;
    const char *box = node->code.from.len ? "figure" : "div";
    html->code_count++;
    html_tag(out, box, "class", width > CODE_COLUMN ? "code wide" : "code", "id",
             numbers_code_id(html, node), NULL);
    buf_char(out, '\n');
    if (node->code.from.len) code_caption(html, out, node);
    html_tag(out, "pre", "role", scrolls ? "region" : NULL, "tabindex", scrolls ? "0" : NULL,
             "aria-label", scrolls ? name_of(html, node).ptr : NULL, NULL);
    html_tag(out, "code", "class",
             language.len ? html_printf(html, "language-%.*s", TEXT_ARG(language)) : NULL, NULL);
    if (node->code.set.len)
        buf_view(out, node->code.set);
    else
        highlight_code(out, language, node->text);
    buf_str(out, "</code></pre>\n");
    buf_printf(out, "</%s>\n", box);
}

/* ---- formulas ------------------------------------------------------------------------------- */

/* A 390 px screen shows this many letters of a formula, some of which are wide; more scroll. */
enum { FORMULA_LETTERS = 26 };

size_t html_formula_width(const struct node *math) {
    size_t sum = math->math.width;
    for (const struct node *part = math->first; part; part = part->next)
        if (part->type == NODE_EXPR)
            sum += html_width(part->value.shown, false) + part->value.reported;
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
            html->no_numbers = true;
            if (part) html_value(html, out, part);
            html->no_numbers = false;
            i = end;
        } else {
            buf_char(out, c);
        }
    }
}

void html_formula(struct html *html, struct buf *out, const struct node *node) {
    bool scrolls = node->first && html_formula_width(node->first) > FORMULA_LETTERS;
    const char *name = html_printf(html, "Formula %zu", ++html->formula_count);
    html_tag(out, "div", "class", "formula", "role", scrolls ? "region" : NULL, "tabindex",
             scrolls ? "0" : NULL, "aria-label", scrolls ? name : NULL, NULL);
    html_inlines(html, out, node);
    buf_str(out, "</div>\n");
}

/* ---- notes ---------------------------------------------------------------------------------- */

static struct text decimal(struct html *html, size_t number) {
    return arena_printf(html->arena, "%zu", number);
}

static size_t references(const struct html *html, size_t number) {
    size_t count = 0;
    for (size_t i = 0; i < html->reference_count; i++)
        count += html->reference[i].number == number;
    return count;
}

void html_note_ref(struct html *html, struct buf *out, const struct node *node) {
    size_t number = node->note.number;
    html->reference = arena_grow(html->arena, html->reference, html->reference_count,
                                 &html->reference_capacity, sizeof *html->reference);
    html->reference[html->reference_count++] = (struct html_reference){number, node->note.ordinal};
    buf_str(out, "<sup class=\"note-ref\">");
    html_element(out, decimal(html, number), "a", "id",
                 html_printf(html, THEME_ID "ref-%zu-%zu", number, node->note.ordinal), "href",
                 html_printf(html, "#" THEME_ID "note-%zu", number), "aria-label",
                 html_printf(html, "Note %zu", number), NULL);
    html_end(out, "sup");
}

static void back_links(struct html *html, struct buf *out, size_t number) {
    buf_str(out, "<span class=\"note-back\">");
    for (size_t i = 0; i < html->reference_count; i++) {
        if (html->reference[i].number != number) continue;
        size_t ordinal = html->reference[i].ordinal;
        struct text href = arena_printf(html->arena, "#" THEME_ID "ref-%zu-%zu", number, ordinal);
        struct text name =
            arena_printf(html->arena, "Back to reference %zu of note %zu", ordinal, number);
        buf_char(out, ' ');
        html_tag(out, "a", "href", href.ptr, "aria-label", name.ptr, NULL);
        buf_str(out, "\u21a9");
        if (references(html, number) > 1) html_element(out, decimal(html, ordinal), "sup", NULL);
        html_end(out, "a");
    }
    html_end(out, "span");
}

/* A note is left out if its reference stands in words that are not shown. */
void html_notes(struct html *html, struct buf *out, const struct node *parent) {
    bool open = false;
    for (const struct node *node = parent->first; node; node = node->next) {
        if (node->type != NODE_NOTE || !references(html, node->note.number)) continue;
        if (!open) {
            html_tag(out, "section", "class", "notes", "aria-labelledby", THEME_ID "notes", NULL);
            buf_char(out, '\n');
            html_element(out, TEXT("Notes"), "h2", "id", THEME_ID "notes", NULL);
            buf_str(out, "\n<ol>\n");
        }
        open = true;
        size_t number = node->note.number;
        html_tag(out, "li", "id", html_printf(html, THEME_ID "note-%zu", number), "value",
                 decimal(html, number).ptr, NULL);
        html_inlines(html, out, node);
        back_links(html, out, number);
        buf_str(out, "</li>\n");
    }
    if (open) buf_str(out, "</ol>\n</section>\n");
}

/* ---- questions ------------------------------------------------------------------------------ */

/* Each choice of a question opens and says whether it holds, on the card of the page where that can
 * differ, and why one would choose it. It is made of <details>, so that it works by keyboard and without
 * scripts, and nothing is given away before a choice is made. */
static void choice(struct html *html, struct buf *out, const struct node *node,
                   const struct node *question) {
    bool right = node->choice.cond && node->choice.cond->cond.verdict == EXPR_TRUE;
    buf_str(out, "<li>");
    if (!question->question.graded) {
        html_inlines(html, out, node);
        buf_str(out, "</li>\n");
        return;
    }
    const struct node *why = node->next && node->next->type == NODE_WHY ? node->next : NULL;
    html_tag(out, "details", "class", right ? "choice choice-right" : "choice choice-wrong", NULL);
    buf_str(out, "<summary>");
    html->no_numbers = true;
    html_inlines(html, out, node);
    html->no_numbers = false;
    buf_str(out, right ? "</summary>\n<p><strong>Right" : "</summary>\n<p><strong>Not");
    if (question->question.own) {
        buf_str(out, " on the ");
        buf_html(out, question->question.card);
    } else if (!right)
        buf_str(out, " right");
    buf_str(out, ".</strong> ");
    if (right && question->last->type == NODE_THEN) html_inlines(html, out, question->last);
    if (right && why) buf_str(out, "</p>\n<p>");
    if (why) html_inlines(html, out, why);
    if (!right && !why) buf_str(out, "Choose again.");
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
    const char *id = html_printf(html, THEME_ID "ask-%zu", ++html->question_count);
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
