/* fresh -- see fresh.h. */
#include "course/fresh.h"

struct seeing {
    const struct course *course;
    const struct course_options *options;
    struct diags *diags;
};

static bool is_old(const struct seeing *seeing, const struct front_text *day) {
    const unsigned long limit = seeing->course->site.fresh_days;
    const long today = seeing->options->today;
    long checked;
    return limit && date_read(day->value, &checked) && checked <= today &&
           (unsigned long)(today - checked) > limit;
}

static void report(const struct seeing *seeing, const struct entry *entry,
                   const struct front_text *day, const char *command, struct text what) {
    const struct page *page = entry->page;
    struct text name = text_drop_end(text_drop_start(page->path, "content/"), ".md");
    if (!seeing->options->fresh || !entry->gate.open) return;
    aside_report(
        seeing->course, entry, seeing->diags, SEVERITY_ERROR, day->offset, day->length,
        arena_printf(seeing->course->arena, "`build/gen sign %.*s %s`", TEXT_ARG(name), command)
            .ptr,
        "%.*s more than %lu days ago", TEXT_ARG(what), seeing->course->site.fresh_days);
}

static void see(const struct seeing *seeing, struct entry *entry) {
    struct arena *arena = seeing->course->arena;
    const struct front *front = &entry->page->front;
    entry->stale_check = is_old(seeing, &front->byline.checked);
    entry->stale_sources = 0;
    entry->stale_source = ARENA_ARRAY(arena, bool, front->source_count + 1);
    if (entry->stale_check)
        report(seeing, entry, &front->byline.checked, "--reviewer NAME",
               TEXT("the page was checked"));
    for (size_t i = 0; i < front->source_count; i++) {
        const struct front_source *source = &front->source[i];
        if (!is_old(seeing, &source->checked)) continue;
        entry->stale_source[i] = true;
        entry->stale_sources++;
        report(
            seeing, entry, &source->checked,
            arena_printf(arena, "--source %.*s", TEXT_ARG(source->id.value)).ptr,
            arena_printf(arena, "the source \"%.*s\" was looked up", TEXT_ARG(source->id.value)));
    }
    entry->stale = entry->stale_check || entry->stale_sources;
}

void fresh_see(struct course *course, const struct course_options *options, struct diags *diags) {
    const struct seeing seeing = {course, options, diags};
    for (size_t i = 0; i < course->entry_count; i++)
        see(&seeing, &course->entry[i]);
}
