/* markdown_lost -- words that were meant as marks, and other things a reader would miss.
 *
 * lost_words() looks at what one block has left as words: brackets that pair up like a link, `{{`,
 * dollars, and runs of * _ ~ that would be emphasis if Markdown's rule for what may stand beside them
 * let them. Brackets alone are ordinary: arr[3], [1], [sic]. */
#include "page/markdown_parts.h"

#include <stdint.h>
#include <string.h>

enum { BRACKETS_MAX = 256, SHOWN_MAX = 60 };

static bool is_mark(const struct words *words, size_t at, char c) {
    return at < words->text.len && words->text.ptr[at] == c;
}

static size_t width(const struct words *words, size_t from, size_t to) {
    size_t start = words->place[from];
    size_t end = to > from ? words->place[to - 1] + 1 : start;
    return end > start ? end - start : 1;
}

/* What stands in the source between two places of the words. */
static struct text written(const struct reader *reader, size_t from, size_t to) {
    const struct words *words = &reader->words;
    size_t start = words->place[from];
    return text_cut(reader->mask.clean, start, start + (to > from ? width(words, from, to) : 0));
}

static void check_braces(struct reader *reader) {
    const struct words *words = &reader->words;
    struct text text = buf_text(&words->text);
    for (size_t at = text_find(text, "{{", 0); at != SIZE_MAX; at = text_find(text, "{{", at)) {
        bool closed = text_find(text, "}}", at) != SIZE_MAX;
        READER_ERROR(reader, words->place[at], 2,
                     closed ? "write the whole expression on one line; two literal braces are "
                              "written \\{{"
                            : "an expression ends with }}; two literal braces are written \\{{",
                     "{{ without }} on the same line");
        while (is_mark(words, at, '{'))
            at++;
    }
}

/* ---- dollars ----------------------------------------------------------------------------- */

/* A command of TeX stands among the words from..to: \frac, \ell. */
static bool has_command(struct text words) {
    for (size_t i = 0; i + 1 < words.len; i++) {
        char c = words.ptr[i + 1];
        if (words.ptr[i] == '\\' && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) return true;
    }
    return false;
}

static void check_dollars(struct reader *reader) {
    const struct words *words = &reader->words;
    struct text text = buf_text(&words->text);
    struct lex lex = {.text = text};
    size_t open = SIZE_MAX;
    for (size_t i = text_find(text, "$", 0); i != SIZE_MAX; i = text_find(text, "$", i + 1)) {
        bool shell;
        if (is_mark(words, i + 1, '$')) {
            READER_ERROR(reader, words->place[i], 2,
                         "a formula of its own starts its line with $$; among words it is written "
                         "$…$, and two dollars as \\$\\$",
                         "$$ among words");
            return;
        }
        lex_formula(&lex, i, text.len, false, &shell);
        if (shell)
            READER_ERROR(
                reader, words->place[i], 1,
                "names of a shell are code, `$HOME`, and a dollar that is only a dollar is "
                "\\$; a letter behind a formula needs a space or a hyphen before it",
                "two dollars that may be a formula or names of a shell");
        else if (open != SIZE_MAX && has_command(text_cut(text, open, i)))
            READER_ERROR(reader, words->place[open], 1,
                         "no space stands inside the dollars, and no digit right behind them; a "
                         "dollar that is only a dollar is written \\$",
                         "looks like a formula, but is none");
        open = i;
        if (shell) return;
    }
    if (open != SIZE_MAX && has_command(text_cut(text, open, text.len)))
        READER_ERROR(reader, words->place[open], 1,
                     "close it with a dollar; one that is only a dollar is written \\$",
                     "looks like a formula, but is never closed");
}

/* $x_i$ is meant as a formula, "$5 for 6$" is not. */
static bool is_tex(struct text inner) {
    bool space = false;
    for (size_t i = 0; i < inner.len; i++) {
        if (strchr("\\_^{", inner.ptr[i])) return true;
        space = space || inner.ptr[i] == ' ' || inner.ptr[i] == '\t';
    }
    return !space;
}

bool lost_formula(struct text string, struct range *formula) {
    struct lex lex = {.text = string};
    for (size_t at = text_find(string, "$", 0); at != SIZE_MAX;) {
        bool shell;
        size_t end = lex_formula(&lex, at, string.len, false, &shell);
        *formula = (struct range){at, end};
        if (end && is_tex(text_cut(string, at + 1, end - 1))) return true;
        at = text_find(string, "$", end ? end : at + 1);
    }
    return false;
}

/* ---- brackets ---------------------------------------------------------------------------- */

static bool has_space(struct text view) {
    for (size_t i = 0; i < view.len; i++)
        if (strchr(" \t\n", view.ptr[i])) return true;
    return false;
}

/* `[` at `open` and `]` at `close` are words. Where the last byte stands that belongs to them. */
static size_t check_pair(struct reader *reader, size_t open, size_t close) {
    const struct words *words = &reader->words;
    struct text text = buf_text(&words->text), inner = text_cut(text, open + 1, close);
    size_t start = open > 0 && is_mark(words, open - 1, '!') ? open - 1 : open;
    const char *what = start < open ? "image" : "link";
    if (inner.len > 1 && inner.ptr[0] == '^' && !has_space(inner)) {
        READER_ERROR(reader, words->place[open], width(words, open, close + 1),
                     "define it on a line of its own: [^label]: text",
                     "footnote that is not defined");
        return close;
    }
    size_t label_end = link_label(text, close + 1);
    if (is_mark(words, close + 1, '[') && label_end != SIZE_MAX) {
        bool empty = label_end == close + 3;
        struct text label =
            empty ? written(reader, open + 1, close) : written(reader, close + 2, label_end - 1);
        READER_ERROR(reader, words->place[start], width(words, start, label_end),
                     "define it on a line of its own, [label]: address; code is written in "
                     "back-ticks, and a bracket that is only a bracket as \\[",
                     "%s to \"%.*s\", which is not defined", what, TEXT_ARG(label));
        return label_end - 1;
    }
    if (is_mark(words, close + 1, '(') && inner.len) {
        READER_ERROR(reader, words->place[start], width(words, start, close + 2),
                     "an address holds no spaces (write %20 or put it between < and >); code is "
                     "written in back-ticks, and a bracket that is only a bracket as \\[",
                     "looks like %s %s, but is none", *what == 'i' ? "an" : "a", what);
        return close;
    }
    return close;
}

static void check_brackets(struct reader *reader) {
    size_t open[BRACKETS_MAX], depth = 0;
    for (size_t i = 0; i < reader->words.text.len; i++) {
        if (is_mark(&reader->words, i, '[')) {
            if (depth == BRACKETS_MAX) {
                memmove(open, open + 1, sizeof open - sizeof *open);
                depth--;
            }
            open[depth++] = i;
        } else if (is_mark(&reader->words, i, ']') && depth) {
            i = check_pair(reader, open[--depth], i);
        }
    }
}

/* GitHub's alerts and bare addresses: what becomes a box or a link there is words here. */
static void check_github(struct reader *reader) {
    static const char *const alerts[] = {"[!NOTE]", "[!TIP]", "[!IMPORTANT]", "[!WARNING]",
                                         "[!CAUTION]"};
    static const char *const addresses[] = {"https://", "http://", "www."};
    const struct words *words = &reader->words;
    struct text text = buf_text(&words->text);
    for (size_t i = 0; i < sizeof alerts / sizeof *alerts; i++)
        if (text_starts(text, alerts[i]))
            READER_ERROR(reader, words->place[0], strlen(alerts[i]),
                         "write it as words, **Warning.** …", "%s makes a box on GitHub alone",
                         alerts[i]);
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
        for (size_t at = text_find(text, addresses[i], 0); at != SIZE_MAX;
             at = text_find(text, addresses[i], at + 1)) {
            if (at && !strchr(" \t\n(\"'*_~", text.ptr[at - 1])) continue;
            size_t end = at;
            while (end < text.len && !strchr(" \t\n)>\"", text.ptr[end]))
                end++;
            while (end > at && strchr(".,;:!?", text.ptr[end - 1]))
                end--;
            if (end == at + strlen(addresses[i])) continue;
            READER_ERROR(reader, words->place[at], width(words, at, end),
                         "write it between < and >, with https:, or as a link with words; one that "
                         "is only an example stands in back-ticks",
                         "a bare address is no link here");
        }
    }
}

/* ---- emphasis ---------------------------------------------------------------------------- */

struct run {
    size_t from, to;
    bool opens, closes, beside_wide;
};

static bool is_space_at(const struct words *words, size_t at) {
    return at >= words->text.len || strchr(" \t\n", words->text.ptr[at]);
}

static bool is_wide_at(const struct words *words, size_t at) {
    return at < words->text.len && (unsigned char)words->text.ptr[at] >= 0x80;
}

static struct run run_at(const struct words *words, size_t from) {
    struct run run = {.from = from, .to = from};
    while (is_mark(words, run.to, words->text.ptr[from]))
        run.to++;
    run.opens = !is_space_at(words, run.to);
    run.closes = from > 0 && !is_space_at(words, from - 1);
    run.beside_wide = is_wide_at(words, run.to) || (from > 0 && is_wide_at(words, from - 1));
    return run;
}

static void report_run(struct reader *reader, const struct run *run, bool closed) {
    READER_WARNING(reader, reader->words.place[run->from],
                   width(&reader->words, run->from, run->to),
                   closed ? "put a space outside the marks, or move the punctuation out of them; a "
                            "mark that is meant as such is written with a backslash, code in "
                            "back-ticks"
                          : "write the closing mark, or a backslash before a mark that is meant as "
                            "such; code is written in back-ticks",
                   "emphasis marks that did not become emphasis");
}

/* Marks of one kind come in pairs: the first of a pair is reported. Two stars or tildes are hardly
 * ever meant as such. One star, and underscores, are ordinary in code and arithmetic; they count
 * where a wide letter stands beside one of them, since that is what Markdown's rule forgets. */
static void check_runs(struct reader *reader, char mark) {
    const struct words *words = &reader->words;
    struct run open = {0}; /* the last run that may open emphasis; to == 0: there is none */
    for (size_t i = 0; i < words->text.len; i++) {
        if (!is_mark(words, i, mark)) continue;
        struct run run = run_at(words, i);
        size_t length = run.to - run.from, open_length = open.to - open.from;
        i = run.to - 1;
        if (mark == '~' && length != 2) continue;
        bool pairs = open.to && run.closes && length == open_length;
        bool certain = mark != '_' && open_length == 2;
        if (pairs && (certain || run.beside_wide || open.beside_wide)) {
            report_run(reader, &open, true);
            open.to = 0;
        } else if (pairs || !run.opens) {
            open.to = 0;
        } else {
            if (open.to && certain) report_run(reader, &open, true);
            open = open.to && certain ? (struct run){0} : run;
        }
    }
    if (open.to && mark != '_' && open.to - open.from == 2) report_run(reader, &open, false);
}

void lost_words(struct reader *reader) {
    check_braces(reader);
    check_dollars(reader);
    check_brackets(reader);
    check_github(reader);
    check_runs(reader, '*');
    check_runs(reader, '_');
    check_runs(reader, '~');
}

/* ---- HTML, emphasis, pictures and headings that are in the tree ----------------------------- */

void lost_html(struct reader *reader, struct text html, size_t offset) {
    if (text_starts(html, "<!--")) {
        /* Not a word of it: comments are where people leave what nobody else should read. */
        READER_ERROR(reader, offset, 4, "delete it; a note to a reviewer goes into the review",
                     "raw HTML (comment)");
        return;
    }
    size_t end = text_find(html, ">", 0);
    end = end == SIZE_MAX ? html.len : end + 1;
    size_t line_end = text_find(html, "\n", 0);
    if (line_end < end) end = line_end;
    struct text shown = text_cut(html, 0, end < SHOWN_MAX ? end : SHOWN_MAX);
    while (shown.len < end && shown.len && ((unsigned char)html.ptr[shown.len] & 0xc0) == 0x80)
        shown.len--;
    READER_ERROR(reader, offset, end,
                 "write it in Markdown; what is meant as text goes into a code span, or gets a "
                 "backslash: \\<",
                 "raw HTML: %.*s%s", TEXT_ARG(shown), shown.len < end ? "…" : "");
}

static bool is_word_byte(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Stars with no space around them, 16*16*4, are a product and no emphasis; __shared__ is CUDA. */
void lost_emphasis(struct reader *reader, const struct node *node) {
    struct text text = reader->mask.clean;
    size_t end = node->offset + node->length;
    const struct node *word = node->first;
    char mark = text.ptr[node->offset];
    bool inside = node->offset && is_word_byte(text.ptr[node->offset - 1]) && end < text.len &&
                  is_word_byte(text.ptr[end]);
    if (mark == '*' && inside)
        READER_ERROR(reader, node->offset, 1, "write \xc3\x97, \\*, or a code span",
                     "emphasis within a word or a number: its stars would vanish");
    bool alone =
        word && !word->next && word->type == NODE_TEXT && text_find(word->text, " ", 0) == SIZE_MAX;
    if (mark != '_' || node->type != NODE_STRONG || !alone) return;
    const char *hint = arena_printf(&reader->scratch, "`__%.*s__`; bold is written **%.*s**",
                                    TEXT_ARG(word->text), TEXT_ARG(word->text))
                           .ptr;
    READER_WARNING(reader, node->offset, node->length, hint,
                   "a word between underscores made bold; write it as code");
}

void lost_image(struct reader *reader, struct node *image) {
    bool words = false;
    for (const struct node *node = tree_next(image, image); node; node = tree_next(node, image)) {
        if (node->type == NODE_IMAGE || node->type == NODE_LINK || node->type == NODE_NOTE_REF) {
            READER_ERROR(reader, node->offset, node->length, "write plain words there",
                         "%s in the alt text of an image",
                         node->type == NODE_IMAGE  ? "an image"
                         : node->type == NODE_LINK ? "a link"
                                                   : "a footnote");
        }
        if (node->type == NODE_EXPR) words = true;
        if ((node->type == NODE_TEXT || node->type == NODE_CODE) && text_trim(node->text).len)
            words = true;
    }
    if (!words)
        READER_ERROR(reader, image->offset, image->length,
                     "say between [ and ] what the picture shows to somebody who does not see it",
                     "image without alt text");
}

void lost_heading(struct reader *reader, struct node *heading) {
    int level = heading->heading.level;
    size_t at = heading->offset, length = heading->length;
    bool words = false;
    for (const struct node *node = heading; node && !words; node = tree_next(node, heading))
        words = node->type == NODE_EXPR || node->type == NODE_IMAGE ||
                ((node->type == NODE_TEXT || node->type == NODE_CODE) && text_trim(node->text).len);
    if (!words) READER_ERROR(reader, at, length, "write its words, or delete it", "empty heading");
    if (level == 1)
        READER_ERROR(reader, at, length, "start with ##",
                     "heading of level 1: the title comes from the front matter");
    else if (level > reader->heading_level + 1)
        READER_ERROR(reader, at, length,
                     reader->heading_level == 1 ? "start with ##" : "do not leave levels out",
                     "heading of level %d under level %d", level, reader->heading_level);
    reader->heading_level = level;
}
