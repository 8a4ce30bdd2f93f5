/* markdown_link -- labels of links, and where links may go. */
#include "page/markdown_parts.h"

#include <stdint.h>
#include <string.h>

#include "base/utf8.h"

enum { LABEL_MAX = 1000 };

static bool is_escape(struct text content, size_t at) {
    return content.ptr[at] == '\\' && at + 1 < content.len &&
           strchr("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", content.ptr[at + 1]);
}

size_t link_label(struct text content, size_t at) {
    if (at >= content.len || content.ptr[at] != '[') return SIZE_MAX;
    for (size_t i = at + 1; i < content.len && i - at <= LABEL_MAX; i++) {
        if (is_escape(content, i))
            i++;
        else if (content.ptr[i] == '[')
            return SIZE_MAX;
        else if (content.ptr[i] == ']')
            return i + 1;
    }
    return SIZE_MAX;
}

struct text label_key(struct reader *reader, struct text label) {
    return utf8_name_key(&reader->scratch, label);
}

static bool has_control(struct text url) {
    for (size_t i = 0; i < url.len; i++)
        if ((unsigned char)url.ptr[i] < 0x20 || url.ptr[i] == 0x7f) return true;
    return false;
}

static bool is_any(struct text word, const char *const *list) {
    for (; *list; list++)
        if (text_is_folded(word, *list)) return true;
    return false;
}

static void check_address(struct reader *reader, const struct node *link) {
    static const char *const for_links[] = {"http", "https", "mailto", NULL};
    static const char *const for_images[] = {"diagram", "chart", NULL};
    bool image = link->type == NODE_IMAGE;
    const char *what = image ? "image" : "link";
    struct text url = link->link.url;
    size_t at = link->link.url_offset;
    size_t length = url.len ? url.len : 1;
    struct text scheme = text_scheme(url);
    if (!url.len) {
        READER_ERROR(reader, link->offset, link->length, "write the address between ( and )",
                     "%s without an address", what);
    } else if (has_control(url)) {
        READER_ERROR(reader, at, length, "delete it", "control character in the address of a %s",
                     what);
    } else if (text_find(url, "{{", 0) != SIZE_MAX) {
        READER_ERROR(reader, at, length, "write the address out",
                     "an expression cannot stand in an address");
    } else if (text_starts(url, "//") || text_starts(url, "/\\")) {
        READER_ERROR(reader, at, length, "write https: before it",
                     "address of another host without its scheme");
    } else if (scheme.len && image && !is_any(scheme, for_images)) {
        READER_ERROR(reader, at, length,
                     "pictures are drawn from data: write diagram:NAME or chart:SERIES",
                     "an image cannot come from %.*s:", TEXT_ARG(scheme));
    } else if (scheme.len && !image && !is_any(scheme, for_links)) {
        READER_ERROR(reader, at, length, "links go to pages of the site, https:, http: or mailto:",
                     "a link cannot go to %.*s:", TEXT_ARG(scheme));
    }
}

static bool has_words(const struct node *link) {
    for (const struct node *node = tree_next(link, link); node; node = tree_next(node, link)) {
        if (node->type == NODE_EXPR || node->type == NODE_IMAGE) return true;
        if ((node->type == NODE_TEXT || node->type == NODE_CODE) && text_trim(node->text).len)
            return true;
    }
    return false;
}

/* The title of a figure is its caption, and captions may hold expressions. It stands between the
 * address and the end of the image, one byte for one unless it has escapes. */
static void make_caption(const struct page_reader *page, struct node *image) {
    struct text title = image->link.title;
    size_t end = image->offset + image->length, inner = SIZE_MAX;
    struct text range = text_cut(page->source->text, image->offset, end);
    for (size_t at = text_find(range, title.ptr, 0); at != SIZE_MAX;
         at = text_find(range, title.ptr, at + 1))
        inner = image->offset + at;
    bool exact = inner != SIZE_MAX;
    struct node *caption =
        markdown_inline_text(page, title, exact ? inner : 0, exact, image->offset);
    caption->type = NODE_CAPTION;
    node_append(image->parent, caption);
    image->link.title = (struct text){0};
}

/* A title has lost its backslashes by now, so that TeX would be another one. */
static void check_title(struct reader *reader, struct node *link) {
    const struct page_reader *page = reader->page;
    const char *what = link->type == NODE_IMAGE ? "picture" : "link";
    struct range formula;
    bool value = text_find(link->link.title, "{{", 0) != SIZE_MAX;
    if (lost_formula(link->link.title, &formula) && reader_may_report(reader, 0))
        reader_error(page, link->offset, link->length, FORMULA_HINT,
                     "a formula cannot stand in the title of a %s", what);
    if (value && link->parent->type == NODE_FIGURE)
        make_caption(page, link);
    else if (value && reader_may_report(reader, 0))
        reader_error(page, link->offset, link->length, "put it into the text",
                     "an expression cannot stand in the title of a %s%s", what,
                     *what == 'p' ? " within a line" : "");
}

void link_titles(struct reader *reader, struct node *document) {
    for (struct node *node = document; node; node = tree_next(node, document))
        if (node->type == NODE_IMAGE || node->type == NODE_LINK) check_title(reader, node);
}

void link_check(struct reader *reader, struct node *link) {
    check_address(reader, link);
    if (link->type == NODE_LINK && !has_words(link))
        READER_ERROR(reader, link->offset, link->length, "write what it leads to between [ and ]",
                     "link without words");
}
