/* length -- tree_words(): how long a page is for a reader. */
#include "base/chars.h"
#include "base/utf8.h"
#include "page/tree.h"

/* Spaces and line ends part words, and a word has a letter or a digit. */
struct count {
    size_t words;
    bool word; /* one has begun */
};

static void end_word(struct count *count) {
    count->words += count->word;
    count->word = false;
}

/* A continuation alone is no letter. */
static bool is_wide_letter(struct text text) {
    uint32_t code;
    return utf8_decode(text, &code) && utf8_in_word(code);
}

enum { OTHER, PARTS, IN_WORD, WIDE }; /* what a byte is; other signs begin and end nothing */

static const unsigned char *kinds_of_bytes(void) {
    static unsigned char kind[256];
    if (kind[' ']) return kind;
    for (int c = 0; c < 256; c++)
        kind[c] = c >= 0x80                                 ? WIDE
                  : c == '\n' || c == ' '                   ? PARTS
                  : is_letter((char)c) || is_digit((char)c) ? IN_WORD
                                                            : OTHER;
    return kind;
}

static void count_words(struct count *count, struct text text) {
    const unsigned char *const kind = kinds_of_bytes();
    const char *at = text.ptr, *const end = text.ptr + text.len;
    while (at < end) {
        const unsigned char first = kind[(unsigned char)*at];
        if (!count->word && first != IN_WORD) {
            count->word = first == WIDE && is_wide_letter((struct text){at, (size_t)(end - at)});
            at++;
            continue;
        }
        count->word = true;
        while (at < end && kind[(unsigned char)*at] != PARTS)
            at++;
        if (at < end) end_word(count);
    }
}

/* The words of text and code that stand on the page when it opens. A table is looked up, not read. */
static void count_below(struct count *count, const struct node *parent) {
    for (const struct node *node = tree_visible_child(parent); node;
         node = tree_visible_sibling(node)) {
        switch (node->type) {
        case NODE_TABLE:
        case NODE_WHY:
        case NODE_THEN: break;
        case NODE_TEXT:
        case NODE_CODE:
        case NODE_CODE_BLOCK: count_words(count, node->text); break;
        case NODE_EXPR: count_words(count, node->value.shown); break;
        case NODE_SOFTBREAK:
        case NODE_LINEBREAK: end_word(count); break;
        default: count_below(count, node); break;
        }
        if (node_is_block(node)) end_word(count);
    }
}

size_t tree_words(const struct node *root) {
    struct count count = {0};
    count_below(&count, root);
    end_word(&count);
    return count.words;
}
