/* related -- see related.h. */
#include "course/related.h"

#include "base/utf8.h"
#include "measure/nearest.h"

enum { KINDS = KIND_ERROR + 1, SEARCHES_MAX = 200 };

/* One list of one entry. */
struct list {
    const char *key;
    const struct front_list *names;
    enum page_kind first; /* where a name that is only a last part is looked for first */
    struct entry ***entry;
    size_t *count;
    struct text **plain;
    size_t *plain_count;
};

static struct list list_of(struct entry *entry, int which) {
    const struct front *front = &entry->page->front;
    if (which == 0)
        return (struct list){"related",
                             &front->related,
                             KIND_GLOSSARY,
                             &entry->related,
                             &entry->related_count,
                             &entry->related_plain,
                             &entry->related_plain_count};
    if (which == 1)
        return (struct list){"lessons",
                             &front->lessons,
                             KIND_LESSON,
                             &entry->lessons,
                             &entry->lessons_count,
                             &entry->lessons_plain,
                             &entry->lessons_plain_count};
    return (struct list){"errors",
                         &front->errors,
                         KIND_ERROR,
                         &entry->errors,
                         &entry->errors_count,
                         &entry->errors_plain,
                         &entry->errors_plain_count};
}

/* A written page, or one that is planned; NULL if there is neither. */
static const struct address *at_address(const struct links *links, struct text address) {
    const struct address *found = address_find(links->course, address);
    if (!found || (found->owner != ADDRESS_PAGE && found->owner != ADDRESS_PLANNED)) return NULL;
    return found;
}

static const struct address *find_name(const struct links *links, const struct list *list,
                                       struct text name) {
    struct arena *arena = links->course->arena;
    name = utf8_compose(arena, name);
    if (name.len && name.ptr[0] == '/') return at_address(links, name);
    if (text_find(name, "/", 0) != SIZE_MAX)
        return at_address(links, arena_printf(arena, "/%.*s/", TEXT_ARG(name)));
    const struct address *found = NULL;
    for (int i = -1; i < KINDS && !found; i++) {
        enum page_kind kind = i < 0 ? list->first : (enum page_kind)i;
        found = at_address(
            links, arena_printf(arena, "/%s/%.*s/", page_kind_folder(kind), TEXT_ARG(name)));
    }
    return found;
}

static struct text last_part(struct text address) {
    size_t to = address.len, from;
    if (to && address.ptr[to - 1] == '/') to--;
    for (from = to; from > 0 && address.ptr[from - 1] != '/';)
        from--;
    return text_cut(address, from, to);
}

static const char *nearest_name(struct links *links, struct text name) {
    const struct address_book *book = links->course->book;
    struct nearest nearest = {.wanted = name};
    if (links->searches++ < SEARCHES_MAX)
        for (size_t i = 0; i < book->count; i++)
            if (book->address[i].owner == ADDRESS_PAGE || book->address[i].owner == ADDRESS_PLANNED)
                nearest_offer(&nearest, last_part(book->address[i].address));
    return nearest_hint(&nearest,
                        "pages that are not written yet stand in content/site.yaml under planned",
                        links->course->arena);
}

static void resolve_name(struct links *links, struct entry *entry, struct list *list,
                         const struct front_text *name, struct map *seen) {
    const struct source *source = entry->page->source;
    const struct address *found = find_name(links, list, name->value);
    bool added = true;
    if (!found) {
        diag_error(links->diags, source, name->offset, name->length,
                   nearest_name(links, name->value), "%s: there is no page \"%.*s\"", list->key,
                   TEXT_ARG(name->value));
        return;
    }
    map_add(seen, found->address, 0, &added, links->course->arena);
    if (!added) {
        diag_error(links->diags, source, name->offset, name->length, "remove one of the two",
                   "%s: \"%.*s\" is named twice", list->key, TEXT_ARG(name->value));
    } else if (found->entry == entry) {
        diag_error(links->diags, source, name->offset, name->length, "remove it",
                   "%s: the page names itself", list->key);
    } else if (found->owner == ADDRESS_PLANNED) {
        (*list->plain)[(*list->plain_count)++] = found->term;
    } else if (found->entry->in_edition) {
        (*list->entry)[(*list->count)++] = found->entry;
    }
}

void related_resolve(struct links *links) {
    struct course *course = links->course;
    for (size_t i = 0; i < course->entry_count; i++) {
        struct entry *entry = &course->entry[i];
        for (int which = 0; which < 3; which++) {
            struct list list = list_of(entry, which);
            struct map seen = {0};
            *list.count = *list.plain_count = 0;
            *list.entry = ARENA_ARRAY(course->arena, struct entry *, list.names->count + 1);
            *list.plain = ARENA_ARRAY(course->arena, struct text, list.names->count + 1);
            for (size_t j = 0; j < list.names->count; j++)
                resolve_name(links, entry, &list, &list.names->item[j], &seen);
        }
    }
}

/* --- backlinks ----------------------------------------------------------------------------- */

static void add_backlink(struct course *course, struct entry *to, struct entry *from,
                         size_t *capacity) {
    if (!to || to == from) return;
    /* Entries are gone through in order: the same one twice is the last one twice. */
    if (to->backlink_count && to->backlinks[to->backlink_count - 1] == from) return;
    size_t index = (size_t)(to - course->entry);
    to->backlinks = arena_grow(course->arena, to->backlinks, to->backlink_count, &capacity[index],
                               sizeof *to->backlinks);
    to->backlinks[to->backlink_count++] = from;
}

void related_backlinks(struct links *links) {
    struct course *course = links->course;
    size_t *capacity = ARENA_ARRAY(course->arena, size_t, course->entry_count + 1);
    for (size_t i = 0; i < course->entry_count; i++) {
        course->entry[i].backlinks = NULL;
        course->entry[i].backlink_count = 0;
    }
    for (size_t i = 0; i < course->entry_count; i++) {
        struct entry *from = &course->entry[i];
        const struct node *root = from->page->document;
        if (!from->in_edition) continue;
        for (const struct node *node = root; node; node = tree_visible_next(node, root))
            if (node->type == NODE_LINK)
                add_backlink(course, links_entry(links, node, from), from, capacity);
        for (int which = 0; which < 3; which++) {
            struct list list = list_of(from, which);
            for (size_t j = 0; j < *list.count; j++)
                add_backlink(course, (*list.entry)[j], from, capacity);
        }
    }
}

void related_order(struct course *course) {
    struct entry *last = NULL;
    for (size_t i = 0; i < course->entry_count; i++) {
        struct entry *entry = &course->entry[i];
        entry->previous = entry->next = NULL;
        if (!entry->in_edition) continue;
        if (last && last->page->front.kind == entry->page->front.kind) {
            entry->previous = last;
            last->next = entry;
        }
        last = entry;
    }
}
