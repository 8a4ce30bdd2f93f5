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
    struct entry_link *link;
    struct arena *arena;
};

/* Where the link is written: its address, or all of it. */
static size_t place_of(const struct entry_link *link) {
    return link->url_offset ? link->url_offset : link->offset;
}

static void fault(struct linking *at, const char *hint, struct text message) {
    const struct entry_link *link = at->link;
    const struct course *course = at->links->course;
    size_t length = link->url_offset && link->url.len ? link->url.len : link->length;
    aside_report(course, at->entry, at->links->diags, SEVERITY_ERROR, place_of(link), length, hint,
                 "%.*s", TEXT_ARG(message));
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

static const char *nearest_id(struct linking *at, const struct texts *ids, struct text id) {
    struct nearest nearest = {.wanted = id};
    size_t offered = 0;
    bool search = at->links->searches++ < LINKS_SEARCHES_MAX;
    for (; search && offered < ids->count && offered < IDS_OFFERED_MAX; offered++)
        nearest_offer(&nearest, ids->at[offered]);
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
    FAULT(at, nearest_id(at, &target->ids.in_order, *id),
          "%.*s has no heading with the id \"%.*s\"", TEXT_ARG(target->page->address),
          TEXT_ARG(*id));
    return false;
}

/* --- one link ------------------------------------------------------------------------------ */

static void set(struct linking *at, enum link_target target, struct text href) {
    at->link->target = target;
    at->link->href = href;
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
    struct text url = at->link->url;
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
    struct text url = without_base(at, at->link->url), scheme = text_scheme(url);
    struct text fragment = url, path = text_next(&fragment, '#');
    at->link->target = LINK_UNRESOLVED;
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
static void check_image(struct linking *at) {
    struct text url = at->link->url;
    if (text_scheme(url).len || was_refused(url, (struct text){0})) return;
    FAULT(at, "write diagram:NAME or chart:SERIES; `gen list diagrams` names them",
          "images are drawn from data: \"%.*s\" is no drawing", TEXT_ARG(url));
}

void links_resolve(struct links *links, struct entry *entry) {
    struct linking at = {.links = links, .entry = entry, .arena = links->course->arena};
    for (size_t i = 0; i < entry->link_count; i++) {
        at.link = &entry->link[i];
        resolve_link(&at);
    }
}

/* --- between a document and its entry -------------------------------------------------------- */

static struct entry_link link_of(const struct node *node) {
    return (struct entry_link){.url = node->link.url,
                               .url_offset = node->link.url_offset,
                               .offset = node->offset,
                               .length = node->length};
}

static void add_link(struct entry *entry, struct node *node, struct arena *arena) {
    entry->link = arena_grow(arena, entry->link, entry->link_count, &entry->link_capacity,
                             sizeof *entry->link);
    struct entry_link *link = &entry->link[entry->link_count];
    *link = link_of(node);
    if (entry->aside) link->url = arena_text(arena, link->url);
    node->link.number = entry->link_count++;
}

void links_see(struct links *links, struct entry *entry) {
    struct node *root = entry->page->document;
    struct linking at = {.links = links, .entry = entry, .arena = links->course->arena};
    entry->link_count = 0;
    for (struct node *node = root; node; node = tree_next(node, root)) {
        struct entry_link image;
        if (node->type == NODE_LINK) add_link(entry, node, at.arena);
        if (node->type != NODE_IMAGE) continue;
        image = link_of(node);
        at.link = &image;
        check_image(&at);
    }
    for (struct node *node = root; entry->link_count && node; node = tree_visible_next(node, root))
        if (node->type == NODE_LINK) entry->link[node->link.number].shown = true;
}

void links_set(const struct entry *entry) {
    struct node *root = entry->page->document;
    size_t number = 0;
    for (struct node *node = root; node && number < entry->link_count;
         node = tree_next(node, root)) {
        if (node->type != NODE_LINK) continue;
        node->link.target = entry->link[number].target;
        node->link.href = entry->link[number++].href;
    }
}

/* --- what is shown ------------------------------------------------------------------------- */

struct entry *links_entry(const struct links *links, const struct entry_link *link,
                          struct entry *entry, struct text *fragment) {
    *fragment = (struct text){0};
    if (link->target != LINK_PAGE) return NULL;
    *fragment = link->href;
    struct text address = text_next(fragment, '#');
    return address.len ? course_entry(links->course, address) : entry;
}

static void report_not_shown(struct links *links, struct entry *entry,
                             const struct entry_link *link, struct text fragment) {
    const struct course *course = links->course;
    struct text card = course->card ? course->card->id : TEXT("of this build");
    aside_report(
        course, entry, links->diags, course->home ? SEVERITY_ERROR : SEVERITY_WARNING,
        place_of(link), link->url.len, "put the link under the condition that the heading is under",
        "the heading \"%.*s\" is not shown on the card %.*s", TEXT_ARG(fragment), TEXT_ARG(card));
}

void links_check_shown(struct links *links, struct entry *entry) {
    for (size_t i = 0; i < entry->link_count; i++) {
        struct entry_link *link = &entry->link[i];
        struct text fragment;
        if (!link->shown) continue;
        struct entry *target = links_entry(links, link, entry, &fragment);
        if (!target || !fragment.len || map_find(&target->ids.shown, fragment)) continue;
        report_not_shown(links, entry, link, fragment);
        link->href = target->page->address;
        if (target != entry) continue;
        link->target = LINK_PLAIN;
        link->href.len = 0;
    }
}
