/* length -- tree_words(): how long a page is for a reader. */
#include <stdint.h>

#include "base/chars.h"
#include "base/eight.h"
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
    return (*text.ptr & 0x80) && utf8_decode(text, &code) && utf8_in_word(code);
}

/* Returns where a space or a line end stands; `end`: nowhere before it. */
static const char *word_end(const char *at, const char *end) {
    for (; end - at >= 8; at += 8) {
        const uint64_t eight = eight_at(at);
        const uint64_t marks = eight_find(eight, ' ') | eight_find(eight, '\n');
        if (marks) return at + eight_before(marks);
    }
    while (at < end && *at != ' ' && *at != '\n')
        at++;
    return at;
}

static void count_words(struct count *count, struct text text) {
    const char *at = text.ptr, *const end = text.ptr + text.len;
    while (at < end) {
        const struct text rest = {at, (size_t)(end - at)};
        if (count->word || is_letter(*at) || is_digit(*at) || is_wide_letter(rest)) {
            count->word = true;
            at = word_end(at, end);
            if (at < end) end_word(count);
        }
        at++;
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
