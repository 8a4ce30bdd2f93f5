/* gen list -- pages: kind, address, whether they may be published and every reason why not. */
#include "cli/cli.h"
#include "course/desk.h"

/* ---- which pages ----------------------------------------------------------------------------- */

/* The argument picks out a kind, one page, or everything. */
struct choice {
    bool all;
    enum page_kind kind; /* KIND_COUNT: no kind */
    const struct entry *entry;
};

/* A page may be named by its address or its file; both become glossary/sector. */
static struct text bare(struct text name) {
    return text_strip(text_drop_end(text_drop_start(name, "content/"), ".md"), '/');
}

static struct choice choose(const struct course *course, struct text argument) {
    struct text name = bare(argument);
    struct choice choice = {.all = !argument.len, .kind = page_kind_of_word(name)};
    if (choice.kind == KIND_COUNT) choice.kind = page_kind_of_folder(name);
    for (size_t i = 0; i < course->entry_count; i++) {
        const struct entry *entry = &course->entry[i];
        if (text_equal(name, bare(entry->page->address)) ||
            text_equal(name, bare(entry->page->path)))
            choice.entry = entry;
    }
    return choice;
}

static bool is_chosen(const struct choice *choice, const struct entry *entry) {
    return choice->all || choice->entry == entry || entry->page->front.kind == choice->kind;
}

static void report_unknown(struct cli_run *run, struct text argument) {
    struct nearest nearest = {.wanted = argument};
    for (int kind = 0; kind < KIND_COUNT; kind++)
        nearest_offer(&nearest, text_of(page_kinds[kind].word));
    for (size_t i = 0; list_names[i].name; i++)
        nearest_offer(&nearest, text_of(list_names[i].name));
    for (size_t i = 0; i < run->course.entry_count; i++)
        nearest_offer(&nearest, bare(run->course.entry[i].page->address));
    struct buf hint = {0};
    buf_str(&hint, "give a page, a kind of page, a series, or one of");
    for (size_t i = 0; list_names[i].name; i++)
        buf_printf(&hint, "%s %s", i ? "," : "", list_names[i].name);
    const char *otherwise = buf_take(&hint, &run->arena).ptr;
    diag_error(&run->diags, source_load(&run->arena, TEXT("argument"), argument), 0, argument.len,
               nearest_hint(&nearest, otherwise, &run->arena), "there is no list of %.*s",
               TEXT_ARG(argument));
}

/* ---- as text --------------------------------------------------------------------------------- */

static void print_reasons(const struct entry *entry, struct buf *out) {
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

static void list_text(const struct course *course, const struct choice *choice, struct buf *out) {
    size_t open = 0, drafts = 0;
    for (size_t i = 0; i < course->entry_count; i++) {
        const struct entry *entry = &course->entry[i];
        if (!is_chosen(choice, entry)) continue;
        buf_printf(out, "%-9s  %-9s  ", entry->gate.open ? "published" : "draft",
                   page_kinds[entry->page->front.kind].word);
        buf_terminal(out, entry->page->address);
        if (!entry->page->front.source_count) buf_str(out, "  (names no source)");
        buf_char(out, '\n');
        print_reasons(entry, out);
        ++*(entry->gate.open ? &open : &drafts);
    }
    buf_printf(out, "%zu published, %zu draft%s\n", open, drafts, drafts == 1 ? "" : "s");
}

/* ---- as JSON --------------------------------------------------------------------------------- */

static void reason_json(const struct entry *entry, const struct gate_reason *reason,
                        struct buf *out) {
    struct place place = source_place(entry->page->source, reason->offset);
    buf_printf(out, "{\"code\": \"%s\", \"line\": %zu, \"column\": %zu",
               gate_code_word(reason->code), place.line, place.column);
    buf_member(out, "message", reason->message);
    buf_member(out, "hint", reason->hint);
    buf_char(out, '}');
}

static void list_json(const struct course *course, const struct choice *choice, struct buf *out) {
    const char *between = "\n  {";
    buf_str(out, "\"pages\": [");
    for (size_t i = 0; i < course->entry_count; i++) {
        const struct entry *entry = &course->entry[i];
        if (!is_chosen(choice, entry)) continue;
        buf_str(out, between);
        between = ",\n  {";
        buf_member(out, "path", entry->page->path);
        buf_member(out, "address", entry->page->address);
        buf_printf(out, ", \"kind\": \"%s\", \"published\": %s, \"state\": \"%s\", \"reasons\": [",
                   page_kinds[entry->page->front.kind].word, entry->gate.open ? "true" : "false",
                   desk_states[desk_state_of(entry)].name);
        for (size_t j = 0; j < entry->gate.count; j++) {
            if (j) buf_str(out, ", ");
            reason_json(entry, &entry->gate.reason[j], out);
        }
        buf_str(out, "]}");
    }
    buf_str(out, "],\n\"planned\": [");
    for (size_t i = 0; choice->all && i < course->site.planned_count; i++) {
        buf_str(out, i ? ", {" : "{");
        buf_member(out, "path", course->site.planned[i].path.value);
        buf_member(out, "term", course->site.planned[i].term.value);
        buf_char(out, '}');
    }
    buf_char(out, ']');
}

void list_pages_json(const struct course *course, struct buf *out) {
    list_json(course, &(struct choice){.all = true}, out);
}

/* ---- the command ------------------------------------------------------------------------------ */

int cli_list(const struct cli_options *options) {
    struct cli_run run;
    struct buf out = {0};
    struct text name = options->argument_count ? text_of(options->argument[0]) : (struct text){0};
    const struct list_names *names = list_names_find(name);
    if (name.len && options->since)
        return cli_wrong_use(options->command, "--since is about all pages:", name.ptr, NULL);
    /* No card was loaded, so nothing was evaluated and the gate has no verdict. */
    bool begun = names ? cli_begin_cards(&run, options)
                       : cli_begin_page(&run, options, name) ||
                             cli_begin(&run, options, EDITION_REVIEW, false);
    if (!begun) return cli_end(&run, &out);
    struct choice choice = choose(&run.course, name);
    if (options->since) {
        list_since(&run, &out);
    } else if (names) {
        list_names_print(names, &run, (struct text){0}, &out);
    } else if (choice.all || choice.entry || choice.kind < KIND_COUNT) {
        if (options->json) buf_char(&out, '{');
        if (options->json)
            list_json(&run.course, &choice, &out);
        else if (choice.all)
            list_desk(&run.course, &out);
        else
            list_text(&run.course, &choice, &out);
        if (options->json) buf_char(&out, '}');
    } else if (list_is_series(&run.course.cards, name)) {
        list_names_print(list_names_find(TEXT("series")), &run, name, &out);
    } else {
        report_unknown(&run, name);
    }
    return cli_end(&run, &out);
}
