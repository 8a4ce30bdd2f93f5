/* link -- see link.h. */
#include "render/link.h"

#include <stdint.h>

/* Gives the length of the folders that both addresses begin with, their last slash included. */
static size_t common_folders(struct text a, struct text b) {
    size_t common = 0;
    for (size_t i = 0; i < a.len && i < b.len && a.ptr[i] == b.ptr[i]; i++)
        if (a.ptr[i] == '/') common = i + 1;
    return common;
}

void link_relative(struct buf *out, struct text from, struct text target) {
    if (!text_starts(target, "/") || text_starts(target, "//") || !text_starts(from, "/")) {
        buf_url(out, target);
        return;
    }
    size_t hash = text_find(target, "#", 0);
    struct text path = text_cut(target, 0, hash < target.len ? hash : target.len);
    size_t common = common_folders(from, path), up = 0;
    for (size_t i = common; i < from.len; i++)
        up += from.ptr[i] == '/';
    struct text rest = text_cut(path, common, path.len);
    if (!up && !rest.len && path.len < target.len) {
        buf_url(out, text_cut(target, hash, target.len)); /* a place on this page */
        return;
    }
    if (!up) buf_str(out, "./");
    while (up--)
        buf_str(out, "../");
    buf_url(out, rest);
    buf_url(out, text_cut(target, path.len, target.len));
}

struct text link_text(struct arena *arena, struct text from, struct text target) {
    struct buf buf = {0};
    link_relative(&buf, from, target);
    return buf_take(&buf, arena);
}

struct text link_absolute(struct arena *arena, struct text base, struct text address) {
    while (base.len && base.ptr[base.len - 1] == '/')
        base.len--;
    struct buf buf = {0};
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
