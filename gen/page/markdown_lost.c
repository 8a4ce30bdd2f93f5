/* markdown_lost -- words that were meant as marks, and other things a reader would miss.
 *
 * lost_leftovers() looks at the bytes of one block that ended up as words: brackets that pair up
 * like a link, `{{`, and runs of * _ ~ that would be emphasis if Markdown's rule for what may stand
 * beside them let them. Brackets alone are ordinary: arr[3], [1], [sic]. */
#include "page/markdown_parts.h"

#include <stdint.h>
#include <string.h>

enum { BRACKETS_MAX = 256, SHOWN_MAX = 60 };

static bool is_word(const struct content *content, size_t at) {
    return at < content->text.len && content->kind[at] == BYTE_TEXT;
}

static bool is_mark(const struct content *content, size_t at, char c) {
    return is_word(content, at) && content->text.ptr[at] == c;
}

static size_t width(const struct content *content, size_t from, size_t to) {
    size_t start = content->place[from];
    size_t end = to > from ? content->place[to - 1] + 1 : start;
    return end > start ? end - start : 1;
}

static void check_braces(struct reader *reader, const struct content *content) {
    size_t last_close = 0;
    for (size_t i = content->text.len; i-- > 1 && !last_close;)
        if (content->text.ptr[i] == '}' && content->text.ptr[i - 1] == '}') last_close = i;
    for (size_t i = 0; i + 1 < content->text.len; i++) {
        bool escaped = content->text.ptr[i] == '{' && content->kind[i] == BYTE_ESCAPED;
        if (escaped && is_mark(content, i + 1, '{')) {
            i++;
            continue;
        }
        if (!is_mark(content, i, '{') || !is_mark(content, i + 1, '{')) continue;
        READER_ERROR(reader, content->place[i], 2,
                     i < last_close
                         ? "write the whole expression on one line; two literal braces are "
                           "written \\{{"
                         : "an expression ends with }}; two literal braces are written \\{{",
                     "{{ without }} on the same line");
        while (is_mark(content, i + 1, '{'))
            i++;
    }
}

static void add_brackets(struct reader *reader, const struct content *content, size_t from,
                         size_t to) {
    reader->use = arena_grow(&reader->scratch, reader->use, reader->use_count,
                             &reader->use_capacity, sizeof *reader->use);
    reader->use[reader->use_count++] = (struct label_use){
        .key = label_key(reader, text_cut(content->text, from + 1, to)),
        .offset = content->place[from],
        .length = width(content, from, to + 1),
    };
}

static bool has_blank(struct text view) {
    for (size_t i = 0; i < view.len; i++)
        if (strchr(" \t\n", view.ptr[i])) return true;
    return false;
}

/* `[` at `open` and `]` at `close` are words. True if what follows belongs to them. */
static size_t check_pair(struct reader *reader, const struct content *content, size_t open,
                         size_t close) {
    struct text text = content->text;
    struct text inner = text_cut(text, open + 1, close);
    size_t start = open > 0 && is_mark(content, open - 1, '!') ? open - 1 : open;
    const char *what = start < open ? "image" : "link";
    if (inner.len > 1 && inner.ptr[0] == '^' && !has_blank(inner)) {
        READER_ERROR(reader, content->place[open], width(content, open, close + 1),
                     "define it on a line of its own: [^label]: text",
                     "footnote that is not defined");
        return close;
    }
    size_t label_end = link_label(text, close + 1);
    if (is_mark(content, close + 1, '[') && label_end != SIZE_MAX) {
        struct text label = text_cut(text, close + 2, label_end - 1);
        if (!label.len) label = inner;
        READER_ERROR(reader, content->place[start], width(content, start, label_end),
                     "define it on a line of its own, [label]: address; code is written in "
                     "back-ticks, and a bracket that is only a bracket as \\[",
                     "%s to \"%.*s\", which is not defined", what, TEXT_ARG(label));
        return label_end - 1;
    }
    if (is_mark(content, close + 1, '(') && inner.len) {
        READER_ERROR(reader, content->place[start], width(content, start, close + 2),
                     "an address holds no blanks (write %20 or put it between < and >); code is "
                     "written in back-ticks, and a bracket that is only a bracket as \\[",
                     "looks like %s %s, but is none", *what == 'i' ? "an" : "a", what);
        return close;
    }
    if (inner.len && inner.len < 100) add_brackets(reader, content, open, close);
    return close;
}

static void check_brackets(struct reader *reader, const struct content *content) {
    size_t open[BRACKETS_MAX];
    size_t depth = 0;
    for (size_t i = 0; i < content->text.len; i++) {
        if (is_mark(content, i, '[')) {
            if (depth == BRACKETS_MAX) memmove(open, open + 1, sizeof open - sizeof *open), depth--;
            open[depth++] = i;
        } else if (is_mark(content, i, ']') && depth) {
            i = check_pair(reader, content, open[--depth], i);
        }
    }
}

static bool is_blank_at(const struct content *content, size_t at) {
    return at >= content->text.len || strchr(" \t\n", content->text.ptr[at]);
}

static bool is_wide_at(const struct content *content, size_t at) {
    return at < content->text.len && (unsigned char)content->text.ptr[at] >= 0x80;
}

struct run {
    size_t from, to;
    bool opens, closes, beside_wide;
};

static struct run run_at(const struct content *content, size_t from) {
    struct run run = {.from = from, .to = from};
    while (is_mark(content, run.to, content->text.ptr[from]))
        run.to++;
    run.opens = !is_blank_at(content, run.to);
    run.closes = from > 0 && !is_blank_at(content, from - 1);
    run.beside_wide = is_wide_at(content, run.to) || (from > 0 && is_wide_at(content, from - 1));
    return run;
}

/* Marks of one kind come in pairs: the first of a pair is reported. Two stars or tildes are hardly
 * ever meant as such. One star, and underscores, are ordinary in code and arithmetic; they count
 * where a wide letter stands beside one of them, since that is what Markdown's rule forgets. */
static void check_runs(struct reader *reader, const struct content *content, char mark) {
    struct run opener = {0};
    bool is_open = false;
    for (size_t i = 0; i < content->text.len; i++) {
        if (!is_mark(content, i, mark)) continue;
        struct run run = run_at(content, i);
        size_t length = run.to - run.from;
        bool certain = mark != '_' && length == 2;
        i = run.to - 1;
        if (mark == '~' && length != 2) continue;
        bool pairs = is_open && run.closes && length == opener.to - opener.from;
        bool report = pairs && (certain || run.beside_wide || opener.beside_wide);
        if (!pairs && run.opens) {
            if (is_open && mark != '_' && opener.to - opener.from == 2) report = true;
            if (!report) opener = run, is_open = true;
            if (!report) continue;
        }
        if (report)
            READER_WARNING(reader, content->place[opener.from],
                           width(content, opener.from, opener.to),
                           "put a blank outside the marks, or move the punctuation out of them; a "
                           "mark that is meant as such is written with a backslash, code in "
                           "back-ticks",
                           "emphasis marks that did not become emphasis");
        is_open = false;
    }
    if (is_open && mark != '_' && opener.to - opener.from == 2)
        READER_WARNING(
            reader, content->place[opener.from], width(content, opener.from, opener.to),
            "write the closing mark, or a backslash before a mark that is meant as such; "
            "code is written in back-ticks",
            "emphasis marks that did not become emphasis");
}

void lost_leftovers(struct reader *reader, const struct content *content) {
    check_braces(reader, content);
    formula_leftovers(reader, content);
    check_brackets(reader, content);
    check_runs(reader, content, '*');
    check_runs(reader, content, '_');
    check_runs(reader, content, '~');
}

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

static bool is_cuda_word(struct text word) {
    static const char *const list[] = {"shared",
                                       "global",
                                       "device",
                                       "host",
                                       "constant",
                                       "managed",
                                       "restrict",
                                       "launch_bounds",
                                       "noinline",
                                       "forceinline",
                                       "inline_hint",
                                       "grid_constant",
                                       "cluster_dims",
                                       "maxnreg",
                                       "block_size",
                                       "syncthreads",
                                       "syncwarp",
                                       "threadfence",
                                       "threadfence_block",
                                       "threadfence_system",
                                       "ldg",
                                       "ldca",
                                       "ldcg",
                                       "ldcs",
                                       "ldcv",
                                       "align",
                                       "volatile",
                                       "asm",
                                       "func",
                                       "pipeline_memcpy_async",
                                       "nanosleep",
                                       "nv_pure"};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (text_is(word, list[i])) return true;
    /* Macros: CUDA_ARCH, CUDACC, FILE, LINE. */
    for (size_t i = 0; i < word.len; i++)
        if (!(word.ptr[i] >= 'A' && word.ptr[i] <= 'Z') && word.ptr[i] != '_') return false;
    return text_starts(word, "CUDA") || text_starts(word, "NV") || text_is(word, "FILE") ||
           text_is(word, "LINE");
}

void lost_strong(struct reader *reader, const struct node *strong) {
    const struct node *word = strong->first;
    if (reader->bytes[strong->offset] != '_' || !word || word->next || word->type != NODE_TEXT ||
        !is_cuda_word(word->text))
        return;
    const char *hint = arena_printf(&reader->scratch, "`__%.*s__`; bold is written **%.*s**",
                                    TEXT_ARG(word->text), TEXT_ARG(word->text))
                           .ptr;
    READER_WARNING(reader, strong->offset, strong->length, hint,
                   "CUDA word made bold; write it as code");
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
