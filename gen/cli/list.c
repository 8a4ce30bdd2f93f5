/* gen list -- every page: kind, address, whether it may be published and why not; planned pages. */
#include "cli/list.h"

static void refused_entry(const struct entry *entry, struct buf *out) {
    const struct page *page = entry->page;
    for (size_t i = 0; i < entry->gate.count; i++) {
        const struct gate_reason *reason = &entry->gate.reason[i];
        struct place place = source_place(page->source, reason->offset);
        buf_str(out, "  ");
        buf_terminal(out, page->path);
        buf_printf(out, ":%zu:%zu: ", place.line, place.column);
        buf_terminal(out, reason->message);
        buf_char(out, '\n');
        if (reason->hint.len) buf_printf(out, "      %.*s\n", TEXT_ARG(reason->hint));
    }
}

size_t list_open(const struct course *course) {
    size_t open = 0;
    for (size_t i = 0; i < course->entry_count; i++)
        open += course->entry[i].gate.open;
    return open;
}

void list_refused(const struct course *course, struct buf *out) {
    for (size_t i = 0; i < course->entry_count; i++) {
        const struct entry *entry = &course->entry[i];
        if (entry->gate.open) continue;
        buf_str(out, "not published: ");
        buf_terminal(out, entry->page->address);
        buf_char(out, '\n');
        refused_entry(entry, out);
    }
}

static void list_text(const struct course *course, struct buf *out) {
    for (size_t i = 0; i < course->entry_count; i++) {
        const struct entry *entry = &course->entry[i];
        buf_printf(out, "%-9s  %-9s  ", entry->gate.open ? "published" : "draft",
                   page_kind_word(entry->page->front.kind));
        buf_terminal(out, entry->page->address);
        if (!entry->page->front.source_count) buf_str(out, "  (names no source)");
        buf_char(out, '\n');
        refused_entry(entry, out);
    }
    for (size_t i = 0; i < course->site.planned_count; i++)
        buf_printf(out, "%-9s  %-9s  /%.*s/  %.*s\n", "planned", "",
                   TEXT_ARG(course->site.planned[i].path.value),
                   TEXT_ARG(course->site.planned[i].term.value));
    size_t open = list_open(course), drafts = course->entry_count - open;
    buf_printf(out, "%zu published, %zu draft%s, %zu planned\n", open, drafts,
               drafts == 1 ? "" : "s", course->site.planned_count);
}

static void reason_json(const struct entry *entry, const struct gate_reason *reason,
                        struct buf *out) {
    struct place place = source_place(entry->page->source, reason->offset);
    buf_printf(out, "{\"code\": \"%s\", \"line\": %zu, \"column\": %zu, \"message\": ",
               gate_code_word(reason->code), place.line, place.column);
    buf_json(out, reason->message);
    buf_str(out, ", \"hint\": ");
    buf_json(out, reason->hint);
    buf_char(out, '}');
}

static void list_json(const struct course *course, struct buf *out) {
    buf_str(out, "{\"pages\": [");
    for (size_t i = 0; i < course->entry_count; i++) {
        const struct entry *entry = &course->entry[i];
        buf_str(out, i ? ",\n  {\"path\": " : "\n  {\"path\": ");
        buf_json(out, entry->page->path);
        buf_str(out, ", \"address\": ");
        buf_json(out, entry->page->address);
        buf_printf(out, ", \"kind\": \"%s\", \"published\": %s, \"reasons\": [",
                   page_kind_word(entry->page->front.kind), entry->gate.open ? "true" : "false");
        for (size_t j = 0; j < entry->gate.count; j++) {
            if (j) buf_str(out, ", ");
            reason_json(entry, &entry->gate.reason[j], out);
        }
        buf_str(out, "]}");
    }
    buf_str(out, "],\n\"planned\": [");
    for (size_t i = 0; i < course->site.planned_count; i++) {
        buf_str(out, i ? ", {\"path\": " : "{\"path\": ");
        buf_json(out, course->site.planned[i].path.value);
        buf_str(out, ", \"term\": ");
        buf_json(out, course->site.planned[i].term.value);
        buf_char(out, '}');
    }
    buf_str(out, "]}");
}

int cli_list(const struct cli_options *options) {
    struct cli_run run;
    struct buf out = {0};
    cli_begin(&run, options, EDITION_REVIEW, CLI_CLAIMS_OF_EDITION);
    int status;
    if (options->json) {
        list_json(&run.course, &out);
        status = cli_end_json(&run, "course", buf_text(&out));
    } else {
        list_text(&run.course, &out);
        cli_write(buf_text(&out));
        status = cli_end(&run);
    }
    buf_free(&out);
    return status;
}
