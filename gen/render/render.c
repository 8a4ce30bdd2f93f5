/* render -- see render.h: loads the theme, writes every part, sorts. */
#include "render/render.h"

#include <stdlib.h>

#include "render/site.h"

static int by_path(const void *a, const void *b) {
    return text_compare(((const struct output_file *)a)->path,
                        ((const struct output_file *)b)->path);
}

/* Two parts of the site that want the same file. The course has reported what pages and aliases share;
 * what is left is a file of the theme. */
static void check_paths(const struct output *output, struct diags *diags) {
    for (size_t i = 1; i < output->count; i++)
        if (text_equal(output->file[i - 1].path, output->file[i].path))
            diag_file(diags, SEVERITY_ERROR, output->file[i].path,
                      "give one of the two another name", "two files of the site with one path");
}

bool render_site(struct output *output, const struct course *course, struct arena *arena,
                 struct diags *diags) {
    size_t errors = diags->errors;
    struct site_build build = {
        .course = course,
        .arena = arena,
        .diags = diags,
        .output = output,
        .templates = {.arena = arena},
        .figures = {&course->cards, &build.words, course->card, course->home},
        .review = course->edition == EDITION_REVIEW};
    bool words = words_load(&build.words, course->root, arena, diags);
    if (!templates_load(&build.templates, course->root, TEXT("site/theme/templates"), diags) ||
        !words)
        return false;
    home_page(&build);
    entry_pages(&build);
    list_pages(&build);
    card_pages(&build);
    model_page(&build);
    simulator_page(&build);
    tool_data(&build);
    feed_files(&build);
    asset_files(&build);
    if (output->count) qsort(output->file, output->count, sizeof *output->file, by_path);
    if (!diags->errors) check_paths(output, diags);
    return diags->errors == errors;
}
