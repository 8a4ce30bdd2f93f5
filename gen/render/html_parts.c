/* html_parts -- see html_parts.h. */
#include "render/html_parts.h"

#include <stdint.h>

#include "base/utf8.h"

void html_tag_with(struct buf *out, const char *tag, const char *const *attributes) {
    buf_char(out, '<');
    buf_str(out, tag);
    for (; *attributes; attributes += 2) {
        if (!attributes[1]) continue;
        buf_char(out, ' ');
        buf_str(out, attributes[0]);
        buf_str(out, "=\"");
        buf_html(out, text_of(attributes[1]));
        buf_char(out, '"');
    }
    buf_char(out, '>');
}

void html_element_with(struct buf *out, struct text words, const char *tag,
                       const char *const *attributes) {
    html_tag_with(out, tag, attributes);
    buf_html(out, words);
    html_end(out, tag);
}

void html_end(struct buf *out, const char *tag) {
    buf_str(out, "</");
    buf_str(out, tag);
    buf_char(out, '>');
}

void html_table_open(struct buf *out, const struct html_table_about *table) {
    struct buf id = {0}, name = {0};
    buf_printf(&id, THEME_ID "table-%zu", table->number);
    buf_printf(&name, "Table %zu", table->number);
    bool named = table->scrolls && table->caption.len, numbered = table->scrolls && !named;
    html_tag(out, "div", "class", "scroll", "role", table->scrolls ? "region" : NULL, "tabindex",
             table->scrolls ? "0" : NULL, "aria-labelledby", named ? id.ptr : NULL, "aria-label",
             numbered ? name.ptr : NULL, NULL);
    buf_char(out, '\n');
    html_tag(out, "table", "class", table->class, NULL);
    buf_char(out, '\n');
    if (table->caption.len) {
        html_tag(out, "caption", "id", id.ptr, NULL);
        buf_view(out, table->caption);
        buf_str(out, "</caption>\n");
    }
    buf_str(out, table->headless ? "<tbody>\n" : "<thead>\n<tr>");
    buf_free(&id);
    buf_free(&name);
}

void html_table_body(struct buf *out) {
    buf_str(out, "</tr>\n</thead>\n<tbody>\n");
}

void html_table_close(struct buf *out) {
    buf_str(out, "</tbody>\n</table>\n</div>\n");
}

void html_swatch(struct buf *out, enum svg_level level) {
    if (level != SVG_LEVEL_NONE)
        buf_printf(out, "<span class=\"level level-%s\" aria-hidden=\"true\"></span>",
                   svg_level_name(level));
}

void html_row_head(struct buf *out, enum svg_level level, struct text words) {
    html_tag(out, "th", "scope", "row", "class", level ? "has-level" : NULL, NULL);
    html_swatch(out, level);
    buf_html(out, words);
    html_end(out, "th");
}

void html_shown(struct html_marks *marks, struct buf *out, struct text shown, bool reported) {
    html_element(out, shown, "span", "class", reported ? "value reported" : "value", NULL);
    if (reported) html_dagger(marks, out);
}

void html_dagger(struct html_marks *marks, struct buf *out) {
    marks->seen = true;
    html_element(out, TEXT(MARK_REPORTED), "span", "class", "dagger", "aria-hidden",
                 marks->in_heading ? "true" : NULL, "role", marks->in_heading ? NULL : "img",
                 "aria-label", marks->in_heading ? NULL : "reported", NULL);
}

void html_missing(struct buf *out, struct text missing, struct text reason) {
    bool same = text_equal(text_cut(reason, 0, missing.len), missing);
    buf_str(out, "<span class=\"missing\">");
    buf_html(out, same ? reason : missing);
    if (!same && reason.len) {
        buf_str(out, " <small>(");
        buf_html(out, reason);
        buf_str(out, ")</small>");
    }
    buf_str(out, "</span>");
}

struct text html_only_text(const struct node *parent) {
    const struct node *only = parent->first;
    const bool alone = only && !only->next && parent->type != NODE_COND;
    return alone && only->type == NODE_TEXT ? only->text : (struct text){0};
}

struct text html_words(struct arena *arena, const struct node *node) {
    const struct text only = html_only_text(node);
    if (only.ptr) return text_trim(only);
    struct buf words = {.arena = arena};
    tree_plain_text(node, &words);
    return text_trim(buf_take(&words, arena));
}

size_t html_width(struct text text, bool words) {
    size_t longest = 0, now = 0;
    for (size_t i = 0; i < text.len;) {
        uint32_t code = (unsigned char)text.ptr[i];
        if (code > 0x20 && code < 0x7f) {
            if (++now > longest) longest = now;
            i++;
            continue;
        }
        size_t n = code < 0x80 ? 1 : utf8_decode(text_cut(text, i, text.len), &code);
        if (code == '\n' || (words && code == ' '))
            now = 0;
        else
            now += n && (code < 0x20 || code > 0x7e) ? (size_t)utf8_width(code) : 1;
        if (now > longest) longest = now;
        i += n ? n : 1;
    }
    return longest;
}

/* Gives the length of the folders that both addresses begin with, their last slash included. */
static size_t common_folders(struct text a, struct text b) {
    size_t common = 0;
    for (size_t i = 0; i < a.len && i < b.len && a.ptr[i] == b.ptr[i]; i++)
        if (a.ptr[i] == '/') common = i + 1;
    return common;
}

struct text link_text(struct arena *arena, struct text from, struct text target) {
    struct buf out = {.arena = arena};
    if (!text_starts(target, "/") || text_starts(target, "//") || !text_starts(from, "/")) {
        buf_url(&out, target);
        return buf_take(&out, arena);
    }
    struct text rest = target, path = text_next(&rest, '#');
    const size_t common = common_folders(from, path);
    for (size_t i = common; i < from.len; i++)
        if (from.ptr[i] == '/') buf_str(&out, "../");
    const bool up = out.len > 0;
    const bool here = !up && common == path.len && path.len < target.len; /* a place on this page */
    if (!up && !here) buf_str(&out, "./");
    buf_url(&out, text_cut(target, common, target.len));
    return buf_take(&out, arena);
}

struct text link_absolute(struct arena *arena, struct text base, struct text address) {
    while (base.len && base.ptr[base.len - 1] == '/')
        base.len--;
    struct buf buf = {.arena = arena};
    buf_view(&buf, base);
    buf_url(&buf, address);
    return buf_take(&buf, arena);
}

struct text link_base_path(struct arena *arena, struct text base) {
    size_t scheme = text_find(base, "://", 0);
    size_t path = scheme == SIZE_MAX ? SIZE_MAX : text_find(base, "/", scheme + 3);
    if (path == SIZE_MAX) return TEXT("/");
    return link_absolute(arena, text_cut(base, path, base.len), TEXT("/"));
}

bool link_is_external(struct text href) {
    struct text scheme = text_scheme(href), rest = text_cut(href, scheme.len + 1, href.len);
    bool host = text_starts(rest, "//") && rest.len > 2;
    return text_is_folded(scheme, "mailto")
               ? rest.len > 0
               : host && (text_is_folded(scheme, "http") || text_is_folded(scheme, "https"));
}
