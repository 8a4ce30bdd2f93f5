/* markdown_lost -- words that were meant as marks, and other things a reader would miss.
 *
 * lost_words() looks at what one block has left as words: brackets that pair up like a link, `{{`,
 * dollars, addresses, and runs of * _ ~ that would be emphasis if Markdown's rule for what may stand
 * beside them let them. Brackets alone are ordinary: arr[3], [1], [sic]. */
#include "page/markdown_parts.h"

#include <stdint.h>
#include <string.h>

#include "base/chars.h"
#include "base/rules.h"

enum { SHOWN_MAX = 60 };

/* ---- words that were meant as marks --------------------------------------------------------- */

enum lost {
    LOST_BRACES,
    LOST_DOLLARS,
    LOST_SHELL,
    LOST_FORMULA,
    LOST_CLOSING,
    LOST_ALERT,
    LOST_ADDRESS,
    LOST_NOTE,
    LOST_LABEL,
    LOST_LINK,
    LOST_EMPHASIS,
};

static const struct {
    const char *message, *hint;
} lost[] = {
    [LOST_BRACES] = {"{{ without }} on the same line",
                     "write the whole expression on one line, with }} at its end; two literal "
                     "braces are written \\{{"},
    [LOST_DOLLARS] = {"$$ among words",
                      "a formula of its own starts its line with $$; among words it is written "
                      "$…$, and two dollars as \\$\\$"},
    [LOST_SHELL] = {"two dollars that may be a formula or names of a shell",
                    "names of a shell are code, `$HOME`, and a dollar that is only a dollar is "
                    "\\$; a letter behind a formula needs a space or a hyphen before it"},
    [LOST_FORMULA] = {"looks like a formula, but is none",
                      "no space stands inside the dollars, and no digit right behind them; a "
                      "dollar that is only a dollar is written \\$"},
    [LOST_CLOSING] = {"looks like a formula, but is never closed",
                      "close it with a dollar; one that is only a dollar is written \\$"},
    [LOST_ALERT] = {"this makes a box on GitHub alone", "write it as words: **Warning.** …"},
    [LOST_ADDRESS] = {"a bare address is no link here",
                      "write it between < and >, with https:, or as a link with words; one that is "
                      "only an example stands in back-ticks"},
    [LOST_NOTE] = {"footnote that is not defined",
                   "define it on a line of its own: [^label]: text"},
    [LOST_LABEL] = {"link to a label that is not defined",
                    "define it on a line of its own, [label]: address; code is written in "
                    "back-ticks, and a bracket that is only a bracket as \\["},
    [LOST_LINK] = {"looks like a link, but is none",
                   "an address holds no spaces (write %20 or put it between < and >); code is "
                   "written in back-ticks, and a bracket that is only a bracket as \\["},
    [LOST_EMPHASIS] =
        {"emphasis marks that did not become emphasis",
         "close them, with a space outside of them or the punctuation out of them; a "
         "mark that is meant as such is written with a backslash, code in back-ticks"},
};

#define WIDE "[^\\x00-\\x7f]"
#define BRACKETS "\\[(?:[^][]|\\[[^][]*\\])*\\]"
/* One star, and underscores, are ordinary in code and arithmetic; they count where a wide letter
 * stands beside one of a pair, since that is what Markdown's rule forgets. */
#define OPEN(mark, sign) "(?<!" sign ")(" mark ")(?!" sign "|\\s)"
#define UP_TO(sign) "(?:(?!" sign ")[\\s\\S])*+(?<!\\s)"
#define BESIDE_WIDE(mark, sign)                                                                    \
    OPEN(mark, sign)                                                                               \
    "(?:(?<=" WIDE mark ")|(?=" WIDE "))" UP_TO(sign) mark "(?!" sign ")|" OPEN(mark, sign)        \
        UP_TO(sign) "(?:(?<=" WIDE ")" mark "|" mark "(?=" WIDE "))(?!" sign ")"

static const struct rule rules[] = {
    {"braces", "", "(\\{\\{)\\{*+", LOST_BRACES},
    {"dollars", "", "(\\$\\$)(?:[^$]*\\$\\$)?", LOST_DOLLARS},
    {"shell", "",
     "(\\$)(?=[^\\s$])(?:[^$]*[^\\s$]\\$(?=[A-Za-z_])|\\([^$]*[^\\s$]\\$(?=\\()|\\{[^$]*[^\\s$]\\$("
     "?=\\{))",
     LOST_SHELL},
    {"formula", "", "(\\$)[^$]*?\\\\[A-Za-z][^$]*(?=\\$)", LOST_FORMULA},
    {"closing", "", "(\\$)[^$]*?\\\\[A-Za-z][^$]*\\z", LOST_CLOSING},
    {"alert", "", "\\A\\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\\]", LOST_ALERT},
    {"address", "", "(?<![^\\s(\"'*_~\4])(?:https?://|www\\.)[^\\s)>\"\4]*[^\\s)>\".,;:!?*_~\4]",
     LOST_ADDRESS},
    {"note", "", "\\[\\^[^][\\s]+\\]", LOST_NOTE},
    {"label", "", "!?" BRACKETS "\\[[^][]*\\]", LOST_LABEL},
    {"link", "", "!?\\[(?:[^][]|\\[[^][]*\\])+\\]\\(", LOST_LINK},
    /* Two stars or tildes are hardly ever meant as such. */
    {"stars", "", "(?<!\\*)(\\*\\*)(?![*\\s]|\\z)[^*]*(?:\\*\\*)?", LOST_EMPHASIS},
    {"tildes", "", "(?<!~)(~~)(?![~\\s]|\\z)[^~]*(?:~~)?", LOST_EMPHASIS},
    {"star", "", BESIDE_WIDE("\\*", "\\*"), LOST_EMPHASIS},
    {"underscore", "", BESIDE_WIDE("_", "_"), LOST_EMPHASIS},
    {"underscores", "", BESIDE_WIDE("__", "_"), LOST_EMPHASIS},
};

static struct rules lost_rules = {"(?=[{$!*_~hw]|\\[)",         "",   rules,
                                  sizeof rules / sizeof *rules, NULL, NULL};

/* Every rule needs one of these signs, and that for addresses `://` or `www.`. A NUL stands behind the words. */
static bool may_be_lost(struct text words) {
    return strpbrk(words.ptr, "[{$!*_~") || strstr(words.ptr, "://") || strstr(words.ptr, "www.");
}

void lost_words(struct reader *reader) {
    struct text words = buf_text(&reader->words);
    struct rules_match found = {0};
    if (!may_be_lost(words)) return;
    while (rules_next(&lost_rules, words, found.end, &found)) {
        if (!found.rule) return; /* too tangled to be searched, and to be read */
        size_t at = word_place(reader, found.part);
        size_t end = word_place(reader, found.part_end - 1) + 1;
        READER_REPORT(reader, found.rule->kind == LOST_EMPHASIS ? SEVERITY_WARNING : SEVERITY_ERROR,
                      at, end > at ? end - at : 1, lost[found.rule->kind].hint, "%s",
                      lost[found.rule->kind].message);
    }
}

/* $x_i$ is meant as a formula, "$5 for 6$" is not. */
static bool is_tex(struct text inner) {
    static struct pattern form = {"[\\\\_^{]|\\A[^ \\t]*\\z", NULL};
    return pattern_find(&form, inner, NULL);
}

bool lost_formula(struct text string, struct range *formula) {
    struct lex lex = {.text = string};
    for (size_t at = text_find(string, "$", 0); at != SIZE_MAX;) {
        size_t end = lex_formula(&lex, at, string.len, false);
        *formula = (struct range){at, end};
        if (end && is_tex(text_cut(string, at + 1, end - 1))) return true;
        at = text_find(string, "$", end ? end : at + 1);
    }
    return false;
}

/* ---- HTML, emphasis, pictures and headings that are in the tree ----------------------------- */

bool has_words(const struct node *root, bool pictures) {
    for (const struct node *node = tree_next(root, root); node; node = tree_next(node, root))
        if (node->type == NODE_EXPR || (pictures && node->type == NODE_IMAGE) ||
            ((node->type == NODE_TEXT || node->type == NODE_CODE) && text_trim(node->text).len))
            return true;
    return false;
}

void lost_html(struct reader *reader, struct text html, size_t offset) {
    static struct pattern tag = {"\\A[^>\\n]*+>?", NULL};
    struct text part[PATTERN_PARTS];
    if (text_starts(html, "<!--")) {
        /* Not a word of it: comments are where people leave what nobody else should read. */
        READER_ERROR(reader, offset, 4, "delete it; a note to a reviewer goes into the review",
                     "raw HTML (comment)");
        return;
    }
    pattern_find(&tag, html, part);
    size_t end = part[0].len;
    struct text shown = text_cut(html, 0, end < SHOWN_MAX ? end : SHOWN_MAX);
    while (shown.len < end && shown.len && is_continuation(html.ptr[shown.len]))
        shown.len--;
    READER_ERROR(reader, offset, end,
                 "write it in Markdown; what is meant as text goes into a code span, or gets a "
                 "backslash: \\<",
                 "raw HTML: %.*s%s", TEXT_ARG(shown), shown.len < end ? "…" : "");
}

/* Stars with no space around them, 16*16*4, are a product and no emphasis; __shared__ is CUDA. */
void lost_emphasis(struct reader *reader, const struct node *node) {
    struct text text = reader->mask.clean;
    size_t end = node->offset + node->length;
    const struct node *word = node->first;
    char mark = text.ptr[node->offset];
    bool inside = node->offset && is_word(text.ptr[node->offset - 1]) && end < text.len &&
                  is_word(text.ptr[end]);
    if (mark == '*' && inside)
        READER_ERROR(reader, node->offset, 1, "write \xc3\x97, \\*, or a code span",
                     "emphasis within a word or a number: its stars would vanish");
    bool alone =
        word && !word->next && word->type == NODE_TEXT && text_find(word->text, " ", 0) == SIZE_MAX;
    if (mark != '_' || node->type != NODE_STRONG || !alone) return;
    const char *hint = arena_printf(&reader->scratch, "`__%.*s__`; bold is written **%.*s**",
                                    TEXT_ARG(word->text), TEXT_ARG(word->text))
                           .ptr;
    READER_REPORT(reader, SEVERITY_WARNING, node->offset, node->length, hint,
                  "a word between underscores made bold; write it as code");
}

void lost_image(struct reader *reader, struct node *image) {
    for (const struct node *node = tree_next(image, image); node; node = tree_next(node, image)) {
        const char *what = node->type == NODE_IMAGE      ? "an image"
                           : node->type == NODE_LINK     ? "a link"
                           : node->type == NODE_NOTE_REF ? "a footnote"
                                                         : NULL;
        if (what)
            READER_ERROR(reader, node->offset, node->length, "write plain words there",
                         "%s in the alt text of an image", what);
    }
    if (!has_words(image, false))
        READER_ERROR(reader, image->offset, image->length,
                     "say between [ and ] what the picture shows to somebody who does not see it",
                     "image without alt text");
}

void lost_heading(struct reader *reader, struct node *heading) {
    int level = heading->heading.level;
    size_t at = heading->offset, length = heading->length;
    if (!has_words(heading, true))
        READER_ERROR(reader, at, length, "write its words, or delete it", "empty heading");
    if (level == 1)
        READER_ERROR(reader, at, length, "start with ##",
                     "heading of level 1: the title comes from the front matter");
    else if (level > reader->heading_level + 1)
        READER_ERROR(reader, at, length,
                     reader->heading_level == 1 ? "start with ##" : "do not leave levels out",
                     "heading of level %d under level %d", level, reader->heading_level);
    reader->heading_level = level;
}

/* A page shows nothing for it, and the items behind it would get other numbers. A definition may stand alone in
 * one. */
void lost_container(struct reader *reader, const struct node *container, const char *what) {
    struct text text = reader->mask.clean,
                whole = {text.ptr + container->offset, container->length};
    static struct pattern marks = {"\\A(?:[-*+>]|[0-9]+[.)]|\\s)*\\z", NULL};
    if (!container->first && pattern_find(&marks, whole, NULL))
        READER_ERROR(reader, container->offset, container->length, "write its words, or delete it",
                     "empty %s", what);
}
