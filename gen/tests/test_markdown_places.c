/* Places, tried on documents made at random: words, marks and expressions in quotes, lists, tables,
 * headings and footnotes, with tabs, lazy lines, escapes, entities and wide letters. Every expression
 * carries a number of its own, so that its place in the source is known without the parser; and
 * every other node must cover bytes that look like it. The generator writes only pages without a
 * mistake: a message is a failure too. */
#include "test_markdown_parts.h"

#include <stdlib.h>

enum { DOCUMENTS = 400, DEEPEST = 4 };

struct writer {
    struct buf out;
    char prefix[64]; /* what every line of the container starts with */
    uint64_t state;  /* of the random numbers */
    int tokens, codes, notes;
    bool plain_lines; /* no lazy lines here: a table or heading follows */
};

static unsigned roll(struct writer *writer, unsigned sides) {
    writer->state = writer->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(writer->state >> 33) % sides;
}

static void word(struct writer *writer) {
    static const char *const words[] = {"bank",
                                        "stride",
                                        "\xe5\xb8\xa6\xe5\xae\xbd",
                                        "L2",
                                        "caf\xc3\xa9",
                                        "\\*",
                                        "&amp;",
                                        "a_b",
                                        "8~16",
                                        "&lt;b&gt;",
                                        "\\[x\\]",
                                        "<<<g, b>>>",
                                        "&#42;",
                                        "\xf0\x9f\x9a\x80",
                                        "it's",
                                        "\\{{",
                                        "x\\\\y",

                                        "&",
                                        "\"q\"",
                                        "{x}"};
    buf_str(&writer->out, words[roll(writer, sizeof words / sizeof *words)]);
}

static void token(struct writer *writer) {
    static const char *const inner[] = {"e%d",           "e%d * 2 * 3", "e%d[8]", "e%d < _x_",
                                        "e%d as \"%%\"", "e%d `",       "e%d ]("};
    char text[48];
    /* The formats are the ones above. */
    snprintf(text, sizeof text, inner[roll(writer, 7)], writer->tokens++);
    buf_printf(&writer->out, "{{ %s }}", text);
}

static void spans(struct writer *writer, int depth, bool in_link, bool in_cell);

static void span(struct writer *writer, int depth, bool in_link, bool in_cell) {
    struct buf *out = &writer->out;
    switch (roll(writer, depth > 2 ? 4 : 12)) {
    default: word(writer); return;
    case 1: token(writer); return;
    case 2: buf_printf(out, "`{{ c%d }}`", writer->codes++); return;
    case 3: buf_str(out, in_cell ? "`x\\|y`" : "``x`y``"); return;
    case 4:
        buf_str(out, "*w ");
        spans(writer, depth + 1, in_link, in_cell);
        buf_str(out, " w*");
        return;
    case 5:
        buf_str(out, "**w ");
        spans(writer, depth + 1, in_link, in_cell);
        buf_str(out, " w**");
        return;
    case 6:
        buf_str(out, "~~w ");
        spans(writer, depth + 1, in_link, in_cell);
        buf_str(out, " w~~");
        return;
    case 7:
        buf_str(out, "![alt ");
        spans(writer, 9, true, in_cell);
        buf_str(out, "](a.svg)");
        return;
    case 8:
        if (in_link) return;
        buf_str(out, "[w ");
        spans(writer, depth + 1, true, in_cell);
        buf_str(out, roll(writer, 2) ? " w](/u/(v) 'ti\\'t')" : " w](</u v>)");
        return;
    case 9:
        if (!in_link) buf_str(out, roll(writer, 2) ? "<https://x.y/?a&amp;b>" : "[w][ref]");
        return;
    case 10:
        if (in_cell) buf_str(out, "\\|");
        return;
    case 11:
        if (in_link || in_cell) return;
        buf_printf(out, "[^n%d]", writer->notes++);
        return;
    }
}

static void spans(struct writer *writer, int depth, bool in_link, bool in_cell) {
    for (unsigned n = roll(writer, 4) + 1; n > 0; n--) {
        span(writer, depth, in_link, in_cell);
        if (n > 1) buf_char(&writer->out, ' ');
    }
}

/* Ends a line of a paragraph and starts the next one, sometimes without what the containers want. */
static void next_line(struct writer *writer) {
    static const char *const ends[] = {"\n", "\n", "  \n", "\\\n", " \n"};
    buf_str(&writer->out, ends[roll(writer, 5)]);
    size_t length = strlen(writer->prefix);
    if (!writer->plain_lines && roll(writer, 3) == 0) length = 0;
    buf_add(&writer->out, writer->prefix, length);
    if (roll(writer, 4) == 0) buf_str(&writer->out, roll(writer, 2) ? "  " : "\t");
    buf_str(&writer->out, "then ");
}

static void paragraph(struct writer *writer) {
    buf_str(&writer->out, "Words ");
    for (unsigned n = roll(writer, 3); n > 0; n--) {
        spans(writer, 0, false, false);
        next_line(writer);
    }
    spans(writer, 0, false, false);
    buf_char(&writer->out, '\n');
}

static void table(struct writer *writer) {
    unsigned columns = roll(writer, 3) + 1;
    bool bars = columns == 1 || roll(writer, 2);
    if (roll(writer, 3) == 0) {
        writer->plain_lines = true;
        paragraph(writer);
        writer->plain_lines = false;
        buf_str(&writer->out, writer->prefix);
    }
    for (unsigned row = 0; row < 4; row++) {
        if (row) buf_str(&writer->out, writer->prefix);
        if (row && roll(writer, 3) == 0) buf_str(&writer->out, "  ");
        if (bars) buf_str(&writer->out, "| ");
        for (unsigned column = 0; column < columns; column++) {
            if (column) buf_str(&writer->out, roll(writer, 2) ? " | " : "|");
            if (row == 1)
                buf_str(&writer->out, ":--");
            else {
                buf_str(&writer->out, "w ");
                spans(writer, 1, false, true);
            }
        }
        if (bars) buf_str(&writer->out, " |");
        buf_char(&writer->out, '\n');
    }
}

static void code(struct writer *writer) {
    buf_str(&writer->out, "```c\n");
    for (unsigned n = roll(writer, 3); n > 0; n--)
        buf_printf(&writer->out, "%s%s{{ c%d }} x\n", writer->prefix, roll(writer, 2) ? " " : "\t",
                   writer->codes++);
    buf_printf(&writer->out, "%s```\n", writer->prefix);
}

static void blocks(struct writer *writer, int depth);

static void container(struct writer *writer, int depth, const char *first, const char *rest) {
    size_t length = strlen(writer->prefix);
    buf_str(&writer->out, first);
    snprintf(writer->prefix + length, sizeof writer->prefix - length, "%s", rest);
    blocks(writer, depth + 1);
    writer->prefix[length] = '\0';
}

static void block(struct writer *writer, int depth) {
    switch (roll(writer, depth < DEEPEST ? 10 : 6)) {
    default: paragraph(writer); return;
    case 2: table(writer); return;
    case 3: code(writer); return;
    case 4:
        buf_str(&writer->out, "## w ");
        spans(writer, 1, false, false);
        buf_str(&writer->out, roll(writer, 2) ? " {#pin} ##\n" : "\n");
        return;
    case 5:
        buf_str(&writer->out, "Set ");
        spans(writer, 1, false, false);
        buf_printf(&writer->out, "\n%s---\n", writer->prefix);
        return;
    case 6: container(writer, depth, "> ", "> "); return;
    case 7: container(writer, depth, "- ", "  "); return;
    case 8: container(writer, depth, "12. ", "    "); return;
    case 9:
        if (depth)
            container(writer, depth, "+ [x] ", "  ");
        else
            container(writer, depth, "*\t", "\t");
        return;
    }
}

static void blocks(struct writer *writer, int depth) {
    if (depth && roll(writer, 2))
        paragraph(writer); /* what follows a task's box is a paragraph */
    else if (depth)
        buf_str(&writer->out, "w\n");
    else
        buf_str(&writer->out, "w\n");
    for (unsigned n = roll(writer, 3) + 1; n > 0; n--) {
        buf_printf(&writer->out, "%s\n%s", writer->prefix, writer->prefix);
        block(writer, depth);
    }
}

static void write_document(struct writer *writer) {
    blocks(writer, 0);
    int notes = writer->notes;
    for (int i = 0; i < notes; i++) {
        buf_printf(&writer->out, "\n[^n%d]: ", i);
        snprintf(writer->prefix, sizeof writer->prefix, "    ");
        paragraph(writer);
        writer->prefix[0] = '\0';
    }
    for (int i = notes; i < writer->notes; i++) /* those that the notes refer to */
        buf_printf(&writer->out, "\n[^n%d]: w\n", i);
    buf_str(&writer->out, "\n[w][ref]\n\n[ref]: /u\n");
}

/* Whether what is written reads as the text: equal but for escapes, entities and breaks. */
static bool reads_as(struct text source, struct text text) {
    size_t i = 0, k = 0;
    while (i < source.len && k < text.len) {
        if (source.ptr[i] == '&' && text_find(source, ";", i) != SIZE_MAX &&
            source.ptr[i + 1] != ' ') {
            i = text_find(source, ";", i) + 1;
            k++;
            continue;
        }
        if (source.ptr[i] == '\\' && i + 1 < source.len && source.ptr[i + 1] == text.ptr[k]) i++;
        if (source.ptr[i++] != text.ptr[k++]) return false;
    }
    return i == source.len && k == text.len;
}

static const char *fault_of(const struct page_under_test *page, const struct node *node) {
    struct text source = written(page, node);
    switch (node->type) {
    case NODE_TEXT: return reads_as(source, node->text) ? NULL : "words";
    case NODE_CODE: return text_starts(source, "`") && text_ends(source, "`") ? NULL : "code";
    case NODE_EMPH:
        return text_starts(source, "*w ") && text_ends(source, " w*") ? NULL : "emphasis";
    case NODE_STRONG:
        return text_starts(source, "**w ") && text_ends(source, " w**") ? NULL : "bold";
    case NODE_STRIKE:
        return text_starts(source, "~~w ") && text_ends(source, " w~~") ? NULL : "strike";
    case NODE_IMAGE:
        return text_starts(source, "![alt ") && text_ends(source, "](a.svg)") ? NULL : "image";
    case NODE_NOTE_REF:
        return text_starts(source, "[^n") && text_ends(source, "]") ? NULL : "footnote";
    case NODE_SOFTBREAK:
    case NODE_LINEBREAK: return text_ends(source, "\n") ? NULL : "break";
    case NODE_HEADING:
        return text_starts(source, "## ") || text_starts(source, "Set ") ? NULL : "heading";
    case NODE_TABLE:
    case NODE_ROW: return text_starts(source, "| w") || text_starts(source, "w") ? NULL : "row";
    case NODE_CELL: return text_starts(source, "w") && !text_ends(source, " ") ? NULL : "cell";
    case NODE_CODE_BLOCK:
        return text_starts(source, "```c\n") && text_ends(source, "```") ? NULL : "code block";
    case NODE_PARAGRAPH:
        return text_starts(source, "w") || text_starts(source, "Words") ||
                       text_starts(source, "[w]")
                   ? NULL
                   : "paragraph";
    case NODE_NOTE: return text_starts(source, "[^n") ? NULL : "note";
    case NODE_LINK: {
        bool automatic = text_starts(source, "<https:") && text_ends(source, ">");
        bool other =
            text_starts(source, "[w") && (text_ends(source, ")") || text_ends(source, "][ref]"));
        char at = page->source->text.ptr[node->link.url_offset];
        return (automatic && at == 'h') || (other && (at == '/' || at == '<')) ? NULL : "link";
    }
    default: return NULL;
    }
}

static void one_document(uint64_t seed) {
    struct writer writer = {.state = seed * 2654435761u + 1};
    write_document(&writer);
    assert_false(writer.out.overflow);
    struct page_under_test page = parse_bytes(writer.out.ptr, writer.out.len, 0);
    if (page.diags.count)
        fail_msg("seed %d: %s\n%s", (int)seed, all_messages(&page), writer.out.ptr);
    bool *seen = ARENA_ARRAY(&page.arena, bool, (size_t)writer.tokens + 1);
    int found = 0;
    for (const struct node *node = page.document; node; node = tree_next(node, page.document)) {
        struct text source = written(&page, node);
        const char *fault = fault_of(&page, node);
        if (fault)
            fail_msg("seed %d: %s at \"%.*s\" in\n%s", (int)seed, fault, TEXT_ARG(source),
                     writer.out.ptr);
        if (node->type != NODE_EXPR) continue;
        char whole[64], number[16];
        snprintf(whole, sizeof whole, "{{%.*s}}", TEXT_ARG(node->text));
        if (!text_is(source, whole))
            fail_msg("seed %d: %s is at \"%.*s\" in\n%s", (int)seed, whole, TEXT_ARG(source),
                     writer.out.ptr);
        size_t digits = 2;
        while (digits < node->text.len && node->text.ptr[digits] >= '0' &&
               node->text.ptr[digits] <= '9')
            digits++;
        unsigned long token = 0;
        assert_true(
            text_number(text_cut(node->text, 2, digits), (unsigned long)writer.tokens, &token));
        snprintf(number, sizeof number, "%lu", token);
        assert_false(seen[token]);
        seen[token] = true;
        found++;
    }
    if (found != writer.tokens)
        fail_msg("seed %d: %d of %d expressions in\n%s", (int)seed, found, writer.tokens,
                 writer.out.ptr);
    buf_free(&writer.out);
    done(&page);
}

static void random_documents(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= DOCUMENTS; seed++)
        one_document(seed);
}

/* Pieces of syntax in any order: most of it is broken Markdown, but what the parser makes of it must
 * still stand where its place says. */
static void soup(void **state) {
    (void)state;
    static const char *const pieces[] = {
        "a",     " ",         "\n",      "\n\n",        "*",       "**",
        "_",     "__",        "~~",      "`",           "``",      "[",
        "]",     "(",         ")",       "](",          "][",      "![",
        "[^1]",  "\n[^1]: ",  "[r]",     "\n[r]: /u\n", "\\",      "\\|",
        "|",     "\n|-|-|\n", "&amp;",   "<",           "<b>",     "<http://x.y>",
        ">",     "\n> ",      "\n- ",    "\n1. ",       "    ",    "\t",
        "\n## ", "{#id}",     "\n===\n", "\n---\n",     "\n```\n", "{{",
        "}}",    "{{ e }}",   "\\{{",    "\xc3\xa9",    "!",       "<!--",
        "-->",   "\n- [x] ",  "\\\n",    "  \n",        "\xff"};
    struct writer writer = {.state = 7};
    for (int i = 0; i < 1500; i++) {
        buf_clear(&writer.out);
        for (unsigned n = roll(&writer, 40) + 1; n > 0; n--)
            buf_str(&writer.out, pieces[roll(&writer, sizeof pieces / sizeof *pieces)]);
        struct page_under_test page = parse_bytes(writer.out.ptr, writer.out.len, 0);
        for (const struct node *node = page.document; node; node = tree_next(node, page.document)) {
            struct text source = written(&page, node);
            bool fits = node->offset + node->length <= page.source->text.len + 1;
            bool plain = node->type == NODE_TEXT && !memchr(source.ptr, '&', source.len) &&
                         !memchr(source.ptr, '\\', source.len) &&
                         !memchr(source.ptr, '\xff', source.len);
            if (plain) fits = text_equal(source, node->text);
            if (node->type == NODE_EXPR)
                fits = text_starts(source, "{{") && text_ends(source, "}}");
            if (node->type == NODE_EMPH) fits = source.len > 2 && strchr("*_", *source.ptr);
            if (node->type == NODE_CODE) fits = text_starts(source, "`") && text_ends(source, "`");
            if (node->type == NODE_LINK)
                fits = text_starts(source, "[") || text_starts(source, "<");
            if (node->type == NODE_IMAGE) fits = text_starts(source, "![");
            if (node->type == NODE_NOTE_REF) fits = text_is(source, "[^1]");
            if (!fits) fail_msg("round %d: \"%.*s\" in\n%s", i, TEXT_ARG(source), writer.out.ptr);
        }
        done(&page);
    }
    buf_free(&writer.out);
}

/* The places of the field case: a lazy line, a tab, an item meant as nested, wide letters. */
static void nested_places(void **state) {
    (void)state;
    struct page_under_test page =
        parse("- item one\n  goes on\n  - deeper\nlazy line {{ a }}\n\n> 1. quoted\n>\n>    "
              "\tafter a tab {{ b }}\n\n"
              "1. first\n  1. meant as nested {{ c }}\n\n\xe5\xb8\xa6\xe5\xae\xbd {{ d }}\n");
    static const size_t lines[] = {4, 8, 11, 13}, columns[] = {11, 19, 22, 8};
    assert_int_equal(count(&page, NODE_EXPR), 4);
    for (size_t i = 0; i < 4; i++) {
        struct place place = source_place(page.source, nth(&page, NODE_EXPR, i)->offset);
        assert_int_equal(place.line, lines[i]);
        assert_int_equal(place.column, columns[i]);
    }
    done(&page);
}

/* Behind a heading of definitions alone the library takes a line of the front matter for the place of a
 * paragraph: what it says is nowhere near, but the place has to be one of the page. */
static void place_in_the_front(void **state) {
    (void)state;
    static const char text[] = "}\n[r]:u\n-\n}|||\n-|-\n|||\n-|-";
    struct page_under_test page = parse_bytes(text, sizeof text - 1, 2);
    for (const struct node *node = page.document; node; node = tree_next(node, page.document))
        assert_true(node->offset < sizeof text);
    assert_int_equal(count(&page, NODE_PARAGRAPH), 1);
    done(&page);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested_places),
        cmocka_unit_test(place_in_the_front),
        cmocka_unit_test(random_documents),
        cmocka_unit_test(soup),
    };
    return cmocka_run_group_tests_name("markdown: places", tests, NULL, NULL) != 0;
}
