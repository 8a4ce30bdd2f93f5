/* list_desk -- the reviewer's desk on a terminal: every page in one line of at most 80 columns, grouped by
 * what it waits for first. What all pages of a group lack stands once, above them. And the same in the
 * few lines that end a build. */
#include "base/utf8.h"
#include "cli/cli.h"
#include "course/desk.h"

enum { COLUMNS = 80, LACKS_AT = 38, MORE = sizeof ", and 32 more" - 1 };

static size_t columns(struct text words) {
    size_t width = 0;
    for (size_t i = 0; i < words.len;) {
        uint32_t code;
        size_t n = utf8_decode(text_cut(words, i, words.len), &code);
        width += n ? (size_t)utf8_width(code) : 1;
        i += n ? n : 1;
    }
    return width;
}

/* Adds as many as fit into the line, which is `at` columns long; the rest is a number. */
static void put_some(struct buf *out, size_t at, const struct texts *list) {
    size_t whole = at;
    for (size_t i = 0; i < list->count; i++)
        whole += columns(list->at[i]) + (i ? 2 : 0);
    for (size_t i = 0; i < list->count; i++) {
        size_t rest = list->count - i, after = at + columns(list->at[i]) + (i ? 2 : 0);
        if (i && whole > COLUMNS && after + MORE > COLUMNS) {
            buf_printf(out, ", and %zu more", rest);
            return;
        }
        buf_printf(out, "%s%.*s", i ? ", " : "", TEXT_ARG(list->at[i]));
        at = after;
    }
}

/* "  glossary/warp      3 sources" */
static void put_line(struct buf *out, struct text name, const struct texts *behind) {
    struct buf shown = {0};
    buf_terminal(&shown, text_strip(name, '/'));
    size_t at = 2 + columns(buf_text(&shown));
    buf_printf(out, "  %.*s", TEXT_ARG(buf_text(&shown)));
    buf_free(&shown);
    if (behind->count) {
        do
            buf_char(out, ' ');
        while (++at < LACKS_AT);
        put_some(out, at, behind);
    }
    buf_char(out, '\n');
}

static void put_state(const struct course *course, enum desk_state state, struct buf *out) {
    struct arena arena = {0};
    const unsigned shared = desk_shared(course, state);
    struct texts kinds = desk_kinds(shared, &arena);
    size_t count = 0;
    for (size_t i = 0; i < course->entry_count; i++)
        count += desk_state_of(&course->entry[i]) == state;
    if (count) buf_printf(out, "%s (%zu)\n", desk_states[state].words, count);
    if (count && kinds.count) {
        buf_str(out, "  all of them: ");
        put_some(out, sizeof "  all of them: " - 1, &kinds);
        buf_char(out, '\n');
    }
    for (size_t i = 0; i < course->entry_count; i++) {
        const struct entry *entry = &course->entry[i];
        if (desk_state_of(entry) != state) continue;
        struct texts lacks = desk_lacks(entry, shared, &arena);
        put_line(out, entry->page->address, &lacks);
    }
    arena_free(&arena);
}

static void put_planned(const struct course *course, struct buf *out) {
    struct arena arena = {0};
    if (course->site.planned_count) buf_printf(out, "planned (%zu)\n", course->site.planned_count);
    for (size_t i = 0; i < course->site.planned_count; i++) {
        struct texts term = {0};
        struct buf shown = {0};
        buf_terminal(&shown, course->site.planned[i].term.value);
        texts_add(&term, buf_take(&shown, &arena), &arena);
        put_line(out, course->site.planned[i].path.value, &term);
    }
    arena_free(&arena);
}

void list_desk(const struct course *course, struct buf *out) {
    size_t open = 0;
    for (int state = 0; state < DESK_STATES; state++)
        put_state(course, (enum desk_state)state, out);
    put_planned(course, out);
    for (size_t i = 0; i < course->entry_count; i++)
        open += course->entry[i].gate.open;
    size_t drafts = course->entry_count - open;
    buf_printf(out, "%zu published, %zu draft%s, %zu planned\n", open, drafts,
               drafts == 1 ? "" : "s", course->site.planned_count);
    if (drafts) buf_str(out, "`build/gen list PAGE` says where, and what to type there\n");
}

/* ---- the summary ------------------------------------------------------------------------------ */

/* A page that waits for several things is counted in the line of each. */
void list_summary(const struct course *course, struct buf *out) {
    size_t waiting[DESK_STATES] = {0}, open = 0, stale = 0;
    for (size_t i = 0; i < course->entry_count; i++) {
        const struct entry *entry = &course->entry[i];
        open += entry->gate.open;
        stale += entry->gate.open && entry->stale;
        for (int state = 0; state < DESK_STATES; state++)
            waiting[state] += desk_waits(&entry->gate, (enum desk_state)state);
    }
    size_t drafts = course->entry_count - open;
    buf_printf(out, "%zu of %zu pages may be published", open, course->entry_count);
    if (stale) buf_printf(out, ", %zu checked long ago", stale);
    buf_printf(out, drafts ? "; %zu wait%s for\n" : "\n", drafts, drafts == 1 ? "s" : "");
    for (int state = 0; state < DESK_STATES; state++)
        if (waiting[state])
            buf_printf(out, "  %4zu  %s\n", waiting[state], desk_states[state].waits);
    if (drafts || stale)
        buf_str(out, "`build/gen list`: a line a page; "
                     "`build/gen list PAGE`: where, and what to type\n");
}
