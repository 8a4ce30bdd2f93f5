/* links -- see links.h. */
#include "course/links.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/nearest.h"
#include "base/utf8.h"

enum { LINKS_SEARCHES_MAX = 200, IDS_OFFERED_MAX = 500 };

struct linking {
    struct links *links;
    struct entry *entry; /* the page that the link stands on */
    struct node *node;
    struct arena *arena;
};

static void fault(struct linking *at, const char *hint, struct text message) {
    const struct node *node = at->node;
    size_t offset = node->link.url_offset ? node->link.url_offset : node->offset;
    size_t length = node->link.url_offset && node->link.url.len ? node->link.url.len : node->length;
    diag_error(at->links->diags, at->entry->page->source, offset, length, hint, "%.*s",
               TEXT_ARG(message));
}

#define FAULT(at, hint, ...) fault((at), (hint), arena_printf((at)->arena, __VA_ARGS__))

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/* A letter and its %E6%98%BE become one, composed. Returns false at a % that stands for nothing. */
static bool decode(struct text url, struct text *out, struct arena *arena) {
    char *bytes = arena_alloc(arena, url.len + 1);
    size_t len = 0;
    for (size_t i = 0; i < url.len; i++) {
        if (url.ptr[i] != '%') {
            bytes[len++] = url.ptr[i];
            continue;
        }
        int high = i + 2 < url.len ? hex_digit(url.ptr[i + 1]) : -1;
        int low = high >= 0 ? hex_digit(url.ptr[i + 2]) : -1;
        if (low < 0) return false;
        bytes[len++] = (char)(high * 16 + low);
        i += 2;
    }
    *out = utf8_compose(arena, (struct text){bytes, len});
    return true;
}

/* --- addresses that are not written as they should be ------------------------------------- */

/* Joins as a browser does that reads `path` on a page at `base`, which ends in a slash. */
static struct text join_path(struct text base, struct text path, struct arena *arena) {
    struct buf out = {0};
    buf_view(&out, base);
    for (struct text rest = path; rest.ptr;) {
        struct text part = text_next(&rest, '/');
        if (text_is(part, "..")) {
            if (out.len > 1) out.len--;
            while (out.len && out.ptr[out.len - 1] != '/')
                out.len--;
        } else if (part.len && !text_is(part, ".")) {
            buf_view(&out, part);
            if (rest.ptr) buf_char(&out, '/');
        }
    }
    return buf_take(&out, arena);
}

/* Returns the address that a path was meant to be, NULL if nothing stands there. */
static const struct address *meant(const struct linking *at, struct text path) {
    const struct course *course = at->links->course;
    struct text plain = text_drop_start(path, "/");
    plain = text_drop_start(plain, "content/");
    plain = text_drop_end(text_drop_end(plain, "index.html"), "index.md");
    plain = text_drop_end(text_drop_end(plain, ".md"), ".html");
    plain = text_drop_end(plain, "/");
    struct text address = arena_printf(at->arena, "/%.*s/", TEXT_ARG(plain));
    const size_t *index = map_find(&course->book->folded, utf8_name_key(at->arena, address));
    const struct address *found = index ? &course->book->address[*index] : NULL;
    return found && found->owner == ADDRESS_ALIAS
               ? address_find(course, found->entry->page->address)
               : found;
}

static const char *write_this(const struct linking *at, const struct address *address,
                              struct text fragment) {
    struct text hint = arena_printf(at->arena, "write %.*s%s%.*s", TEXT_ARG(address->address),
                                    fragment.len ? "#" : "", TEXT_ARG(fragment));
    return hint.ptr;
}

const char *links_nearest(struct links *links, struct text wanted, bool last_part) {
    const struct address_book *book = links->course->book;
    struct nearest nearest = {.wanted = wanted};
    for (size_t i = 0; i < book->count && links->searches < LINKS_SEARCHES_MAX; i++) {
        const struct address *address = &book->address[i];
        if (address->owner == ADDRESS_PAGE || address->owner == ADDRESS_PLANNED ||
            (address->owner == ADDRESS_THEME && !last_part))
            nearest_offer(&nearest, last_part ? text_last(text_drop_end(address->address, "/"), '/')
                                              : address->address);
    }
    links->searches++;
    return nearest_hint(&nearest,
                        "pages that are not written yet stand in content/site.yaml under planned",
                        links->course->arena);
}

/* --- names ---------------------------------------------------------------------------------- */

static const struct address *named_address(const struct links *links, struct text address) {
    const struct address *found = address_find(links->course, address);
    if (!found || (found->owner != ADDRESS_PAGE && found->owner != ADDRESS_PLANNED)) return NULL;
    return found;
}

const struct address *links_name(const struct links *links, enum page_kind first,
                                 struct text name) {
    struct arena *arena = links->course->arena;
    name = utf8_compose(arena, name);
    if (name.len && name.ptr[0] == '/') return named_address(links, name);
    if (text_find(name, "/", 0) != SIZE_MAX)
        return named_address(links, arena_printf(arena, "/%.*s/", TEXT_ARG(name)));
    const struct address *found = NULL;
    for (int i = -1; i < KIND_COUNT && !found; i++) {
        enum page_kind kind = i < 0 ? first : (enum page_kind)i;
        found = named_address(
            links, arena_printf(arena, "/%s/%.*s/", page_kinds[kind].folder, TEXT_ARG(name)));
    }
    return found;
}

/* --- fragments ----------------------------------------------------------------------------- */

static const char *nearest_id(struct linking *at, const struct page *page, struct text id) {
    struct nearest nearest = {.wanted = id};
    size_t offered = 0;
    bool search = at->links->searches++ < LINKS_SEARCHES_MAX;
    for (const struct node *node = page->document; node && search && offered < IDS_OFFERED_MAX;
         node = tree_next(node, page->document)) {
        if (node->type != NODE_HEADING) continue;
        nearest_offer(&nearest, node->heading.id);
        offered++;
    }
    return nearest_hint(&nearest, offered ? NULL : "that page has no headings", at->arena);
}

/* Finds the id of a heading of `target`, as it is emitted; what is no id is reported. */
static bool find_id(struct linking *at, const struct entry *target, struct text written,
                    struct text *id) {
    if (!written.len) {
        FAULT(at, "name the heading's id, or leave the # out", "nothing stands behind the #");
        return false;
    }
    if (!decode(written, id, at->arena)) {
        FAULT(at, "write the letter itself, or % and two hexadecimal digits",
              "this %% stands for no byte");
        return false;
    }
    if (map_find(&target->ids.all, *id)) return true;
    FAULT(at, nearest_id(at, target->page, *id), "%.*s has no heading with the id \"%.*s\"",
          TEXT_ARG(target->page->address), TEXT_ARG(*id));
    return false;
}

/* --- one link ------------------------------------------------------------------------------ */

static void set(struct linking *at, enum link_target target, struct text href) {
    at->node->link.target = target;
    at->node->link.href = href;
}

/* Where the address has no #, the fragment's pointer is NULL. */
static void resolve_page(struct linking *at, struct entry *target, struct text fragment) {
    struct text id = {0};
    if (fragment.ptr && !find_id(at, target, fragment, &id)) return;
    struct text address = target->page->address;
    if (target == at->entry && id.len) address.len = 0;
    if (target->in_edition && !id.len)
        set(at, LINK_PAGE, address);
    else if (target->in_edition)
        set(at, LINK_PAGE, arena_printf(at->arena, "%.*s#%.*s", TEXT_ARG(address), TEXT_ARG(id)));
    else
        set(at, LINK_PLAIN, (struct text){0});
}

static void resolve_address(struct linking *at, struct text path, struct text fragment) {
    struct text address;
    const struct address *found =
        decode(path, &address, at->arena) ? address_find(at->links->course, address) : NULL;
    if (!found) {
        const struct address *other = meant(at, path);
        FAULT(at, other ? write_this(at, other, fragment) : links_nearest(at->links, path, false),
              other ? "%.*s is not how the address of a page is written" : "there is no page %.*s",
              TEXT_ARG(path));
        return;
    }
    switch (found->owner) {
    case ADDRESS_PAGE: resolve_page(at, found->entry, fragment); break;
    case ADDRESS_PLANNED: set(at, LINK_PLAIN, (struct text){0}); break;
    case ADDRESS_ALIAS:
        FAULT(
            at,
            write_this(at, address_find(at->links->course, found->entry->page->address), fragment),
            "%.*s is an old address of a page", TEXT_ARG(path));
        break;
    case ADDRESS_THEME:
        if (fragment.ptr)
            FAULT(at, "link to the page alone", "%.*s has no headings that a page may link to",
                  TEXT_ARG(found->address));
        else
            set(at, LINK_PAGE, found->address);
        break;
    }
}

static void resolve_relative(struct linking *at, struct text path, struct text fragment) {
    /* An author may have meant a file beside this one, else what a browser would read. */
    struct text own = at->entry->page->address;
    struct text beside = join_path(join_path(own, TEXT(".."), at->arena), path, at->arena);
    const struct address *found = text_ends(path, ".md") ? meant(at, beside) : NULL;
    if (!found) found = meant(at, join_path(own, path, at->arena));
    if (!found) found = meant(at, beside);
    if (found)
        FAULT(at, write_this(at, found, fragment), "links inside the site start with /");
    else
        FAULT(at, links_nearest(at->links, join_path(TEXT("/"), path, at->arena), false),
              "links inside the site start with /, and there is no page %.*s", TEXT_ARG(path));
}

/* The reader of the Markdown has refused and reported these: see page/markdown_link.c. */
static bool was_refused(struct text url, struct text scheme) {
    for (size_t i = 0; i < url.len; i++)
        if ((unsigned char)url.ptr[i] < 0x20 || url.ptr[i] == 0x7f) return true;
    return !url.len || text_find(url, "{{", 0) != SIZE_MAX || text_starts(url, "//") ||
           text_starts(url, "/\\") ||
           (scheme.len && !text_is_folded(scheme, "http") && !text_is_folded(scheme, "https") &&
            !text_is_folded(scheme, "mailto"));
}

static void resolve_foreign(struct linking *at, struct text scheme) {
    struct text url = at->node->link.url;
    struct text rest = text_cut(url, scheme.len + 1, url.len), host = text_drop_start(rest, "//");
    if (text_is_folded(scheme, "mailto")) {
        if (text_find(rest, "@", 1) != SIZE_MAX)
            set(at, LINK_EXTERNAL, url);
        else
            FAULT(at, "write mailto:name@example.org", "this is not an e-mail address");
    } else if (host.len < rest.len && host.len && host.ptr[0] != '/' && host.ptr[0] != '?' &&
               host.ptr[0] != '#') {
        set(at, LINK_EXTERNAL, url);
    } else {
        FAULT(at, "write https://example.org/path", "this address names no host");
    }
}

/* An absolute address of the site itself is one of its pages: it counts as if it began with the slash. */
static struct text without_base(const struct linking *at, struct text url) {
    struct text base = text_drop_end(at->links->course->site.base.value, "/");
    struct text rest = text_cut(url, base.len, url.len);
    bool own = base.len && url.len >= base.len && strncasecmp(url.ptr, base.ptr, base.len) == 0 &&
               (!rest.len || strchr("/#?", rest.ptr[0]));
    if (!own) return url;
    return rest.len && rest.ptr[0] == '/' ? rest : arena_printf(at->arena, "/%.*s", TEXT_ARG(rest));
}

static void resolve_link(struct linking *at) {
    struct text url = without_base(at, at->node->link.url), scheme = text_scheme(url);
    struct text fragment = url, path = text_next(&fragment, '#');
    at->node->link.target = LINK_UNRESOLVED;
    if (was_refused(url, scheme)) return;
    if (text_find(url, " ", 0) != SIZE_MAX)
        FAULT(at, "write %20 for it, or leave it out", "there is a space in this address");
    else if (scheme.len)
        resolve_foreign(at, scheme);
    else if (text_find(path, "?", 0) != SIZE_MAX)
        FAULT(at, "leave out what stands behind the ?", "pages of this site take no query");
    else if (!path.len)
        resolve_page(at, at->entry, fragment);
    else if (path.ptr[0] == '/')
        resolve_address(at, path, fragment);
    else
        resolve_relative(at, path, fragment);
}

/* Drawings are found and named by who draws them. An image with another scheme was refused. */
static void resolve_image(struct linking *at) {
    struct text url = at->node->link.url;
    if (text_scheme(url).len || was_refused(url, (struct text){0})) return;
    FAULT(at, "write diagram:NAME or chart:SERIES; `gen list diagrams` names them",
          "images are drawn from data: \"%.*s\" is no drawing", TEXT_ARG(url));
}

void links_resolve(struct links *links, struct entry *entry) {
    const struct node *root = entry->page->document;
    struct linking at = {.links = links, .entry = entry, .arena = links->course->arena};
    for (struct node *node = entry->page->document; node; node = tree_next(node, root)) {
        at.node = node;
        if (node->type == NODE_LINK) resolve_link(&at);
        if (node->type == NODE_IMAGE) resolve_image(&at);
    }
}

/* --- what is shown ------------------------------------------------------------------------- */

struct entry *links_entry(const struct links *links, const struct node *link, struct entry *entry,
                          struct text *fragment) {
    *fragment = (struct text){0};
    if (link->link.target != LINK_PAGE) return NULL;
    *fragment = link->link.href;
    struct text address = text_next(fragment, '#');
    return address.len ? course_entry(links->course, address) : entry;
}

void links_see(struct links *links, struct entry *entry) {
    struct course *course = links->course;
    const struct page *page = entry->page;
    for (struct node *node = page->document; node; node = tree_visible_next(node, page->document)) {
        struct text fragment;
        if (node->type != NODE_LINK) continue;
        struct entry *target = links_entry(links, node, entry, &fragment);
        if (!target || !fragment.len || map_find(&target->ids.shown, fragment)) continue;
        size_t offset = node->link.url_offset ? node->link.url_offset : node->offset;
        struct text card = course->card ? course->card->id : TEXT("of this build");
        diag_at(links->diags, course->home ? SEVERITY_ERROR : SEVERITY_WARNING, page->source,
                offset, node->link.url.len,
                "put the link under the condition that the heading is under",
                "the heading \"%.*s\" is not shown on the card %.*s", TEXT_ARG(fragment),
                TEXT_ARG(card));
        node->link.href = target->page->address;
        if (target != entry) continue;
        node->link.target = LINK_PLAIN;
        node->link.href.len = 0;
    }
}
