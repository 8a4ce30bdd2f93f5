/* front_site -- reads content/site.yaml; see front.h. */
#include <stdint.h>
#include <string.h>

#include "page/front_read.h"

enum { FRESH_DAYS = 180, FRESH_DAYS_MAX = 36500 };

/* A path is an address without the slashes at its ends: glossary/registers. */
static bool is_path(struct text path) {
    struct text rest = path, folder = text_next(&rest, '/');
    if (page_kind_of_folder(folder) == KIND_COUNT || !rest.ptr) return false;
    while (rest.ptr) {
        struct text part = text_next(&rest, '/');
        if (!part.len || text_starts(part, ".")) return false;
        for (size_t i = 0; i < part.len; i++)
            if (strchr(" \\?#%\"<>", part.ptr[i])) return false;
    }
    return true;
}

static void read_planned(struct front_reader *reader, const struct yaml *map, struct site *site) {
    const struct yaml *list = front_maps(reader, map, "planned");
    if (!list) return;
    site->planned = ARENA_ARRAY(reader->arena, struct site_planned, list->count);
    for (size_t i = 0; i < list->count; i++) {
        const struct yaml *from = &list->child[i];
        struct front_reader inner;
        if (!front_item(reader, from, "path term", &inner)) continue;
        struct site_planned planned = {
            .path = front_line(&inner, from, "path", FRONT_REQUIRED),
            .term = front_line(&inner, from, "term", FRONT_REQUIRED),
        };
        if (!planned.path.value.len || !planned.term.value.len) continue;
        if (!is_path(planned.path.value))
            node_error(&inner, &planned.path, "write it like glossary/registers",
                       "this is not the path of a page");
        for (size_t j = 0; j < site->planned_count; j++)
            if (text_equal(site->planned[j].path.value, planned.path.value))
                node_error(&inner, &planned.path, "keep one of the two",
                           "%.*s was planned on line %zu", TEXT_ARG(planned.path.value),
                           source_place(reader->source, site->planned[j].path.offset).line);
        site->planned[site->planned_count++] = planned;
    }
}

/* A base is https://host/ or https://host/folder/: addresses are put behind it. */
static bool is_base(struct text base) {
    size_t scheme = text_starts(base, "https://") ? 8 : text_starts(base, "http://") ? 7 : 0;
    if (!scheme || base.len < scheme + 2 || base.ptr[scheme] == '/' || !text_ends(base, "/"))
        return false;
    for (size_t i = 0; i < base.len; i++)
        if (strchr(" \\?#\"<>", base.ptr[i])) return false;
    return true;
}

bool site_read(struct site *site, const struct source *source, struct arena *arena,
               struct diags *diags) {
    size_t errors = diags->errors;
    *site = (struct site){.source = source, .fresh_days = FRESH_DAYS};
    struct front_reader reader = {.source = source, .arena = arena, .diags = diags, .len = 1};
    if (!text_trim(source->text).len) {
        diag_error(diags, source, 0, 1, "write title:, base: and home-card:", "the file is empty");
        return false;
    }
    const struct yaml *map = yaml_read(source, 0, source->text.len, &reader.whole, arena, diags);
    front_keys(&reader, map, "title summary base home-card fresh-days planned");
    site->title = front_line(&reader, map, "title", FRONT_REQUIRED);
    site->summary = front_line(&reader, map, "summary", FRONT_OPTIONAL);
    site->base = front_line(&reader, map, "base", FRONT_REQUIRED);
    site->default_card = front_line(&reader, map, "home-card", FRONT_REQUIRED);
    front_number(&reader, map, "fresh-days", FRESH_DAYS_MAX, &site->fresh_days);
    if (site->base.value.len && !is_base(site->base.value))
        node_error(&reader, &site->base, "write it like https://example.org/course/",
                   "this is not the address of a site");
    read_planned(&reader, map, site);
    return diags->errors == errors;
}
