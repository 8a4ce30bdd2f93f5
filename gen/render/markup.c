/* markup -- see markup.h. */
#include "render/markup.h"

#include <string.h>

static size_t span(struct text html, size_t at, const char *until) {
    size_t end = at;
    while (end < html.len && !strchr(until, html.ptr[end]))
        end++;
    return end;
}

/* The attributes of a tag, from behind its name to its end, which stays. */
static size_t attributes(struct buf *out, struct text html, size_t at,
                         struct markup_attribute attribute, markup_change *change, void *context) {
    while (at < html.len && html.ptr[at] != '>') {
        size_t end = span(html, at, "=\">");
        if (end + 1 >= html.len || html.ptr[end] != '=' || html.ptr[end + 1] != '"') {
            end += end < html.len && html.ptr[end] != '>';
            buf_view(out, text_cut(html, at, end));
            at = end;
            continue;
        }
        size_t close = span(html, end + 2, "\"");
        attribute.name = text_trim(text_cut(html, at, end));
        attribute.value = text_cut(html, end + 2, close);
        buf_view(out, text_cut(html, at, end + 2));
        if (!change(context, &attribute, out)) buf_view(out, attribute.value);
        at = close;
        if (at < html.len) buf_char(out, html.ptr[at++]);
    }
    return at;
}

void markup_rewrite(struct buf *out, struct text html, markup_change *change, void *context) {
    for (size_t at = 0; at < html.len;) {
        size_t open = span(html, at, "<");
        buf_view(out, text_cut(html, at, open));
        size_t end = span(html, open, " >");
        buf_view(out, text_cut(html, open, end));
        at = attributes(out, html, end,
                        (struct markup_attribute){.tag = text_cut(html, open + 1, end)}, change,
                        context);
    }
}
