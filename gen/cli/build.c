/* gen build, gen check -- the whole course for one edition, written or only checked. */
#include <stdio.h>

#include "cli/cli.h"
#include "publish/earlier.h"
#include "publish/publish.h"
#include "render/offline.h"

static struct text default_target(const struct cli_options *options) {
    return options->book      ? TEXT("site/book")
           : options->offline ? TEXT("site/offline")
           : options->drafts  ? TEXT("site/review")
                              : TEXT("site/public");
}

/* Where the site goes: a folder of the repository, or that of --output, below the folder around it. */
struct target {
    struct root around;
    struct text path, shown;
    const struct card *card; /* whose pages stand at the root of the site */
};

static bool find_target(struct target *target, struct cli_run *run) {
    const char *output = run->options->output;
    *target = (struct target){.around = run->root};
    target->path = target->shown = default_target(run->options);
    if (!output) return run->root.fd >= 0;
    target->shown = text_of(output);
    target->path = text_last(text_drop_end(target->shown, "/"), '/');
    struct text around = text_cut(target->shown, 0, (size_t)(target->path.ptr - output));
    if (file_part_is_plain(target->path))
        return root_open(&target->around, around.len ? arena_string(&run->arena, around) : ".",
                         &run->diags);
    target->around.fd = -1;
    diag_file(&run->diags, SEVERITY_ERROR, target->shown,
              "name a new folder, or one that an earlier build has made",
              "this is no name of a folder that can be made or replaced");
    return false;
}

static void summary(const struct cli_run *run, const struct target *target,
                    const struct publish_report *report, struct buf *out) {
    const struct course *course = &run->course;
    buf_printf(out, "%.*s: %zu files (%zu written, %zu unchanged, %zu removed) for %.*s",
               TEXT_ARG(target->shown), report->written + report->unchanged, report->written,
               report->unchanged, report->removed, TEXT_ARG(target->card->name));
    if (course->other_count) buf_printf(out, " and %zu more", course->other_count);
    buf_char(out, '\n');
    if (course->edition == EDITION_REVIEW)
        list_desk(course, out);
    else
        list_summary(course, out);
}

static void report_json(const struct cli_run *run, const struct target *target,
                        const struct publish_report *report, size_t stood, struct buf *out) {
    const struct course *course = &run->course;
    buf_char(out, '{');
    buf_member(out, "target", target->shown);
    buf_member(out, "card", target->card->id);
    buf_str(out, ", \"editions\": [");
    for (size_t i = 0; i < course->other_count; i++) {
        buf_str(out, i ? ", " : "");
        buf_json(out, course->other[i]->id);
    }
    buf_char(out, ']');
    buf_printf(
        out, ", \"written\": %zu, \"unchanged\": %zu, \"removed\": %zu, \"pages_not_made\": %zu,\n",
        report->written, report->unchanged, report->removed, stood);
    list_pages_json(&run->course, out);
    buf_char(out, '}');
}

static bool has_old(struct cli_run *run, const struct target *target) {
    return target->around.fd >= 0 &&
           file_exists(&target->around,
                       arena_printf(&run->arena, "%.*s/index.html", TEXT_ARG(target->path)));
}

/* A book has the default card's numbers alone. */
static bool render(struct cli_run *run, struct output *output) {
    bool fine = render_site(output, &run->course, &run->arena, &run->diags);
    if (!fine || run->options->book) return fine;
    return render_editions(output, &run->course, &run->arena, &run->diags) &&
           (!run->options->offline || render_offline(output, &run->root, &run->arena, &run->diags));
}

int cli_build(const struct cli_options *options) {
    enum edition edition = options->drafts ? EDITION_REVIEW : EDITION_PUBLIC;
    struct cli_run run;
    struct target target;
    struct output output = {.book = options->book};
    struct publish_report report = {0};
    struct earlier earlier = {.site = -1};
    bool opened = cli_open(&run, options), found = find_target(&target, &run);
    struct publish_request request = {&target.around, target.path,  &output,
                                      NULL,           target.shown, NULL};
    if (found) publish_recover(&request, &run.diags);
    if (found && !options->book && !options->offline) {
        earlier_open(&earlier, &target.around, target.path, options->anew);
        earlier.turn.spares &=
            !options->output; /* the folder around another target is the user's */
        output.again = &earlier.again;
        request.turn = &earlier.turn;
    }
    /* Rendering goes on after mistakes, so that one run lists them all; publishing does not. */
    bool loaded = opened && cli_load(&run, edition, output.again ? &earlier.recall : NULL);
    target.card = run.course.card;
    bool fine = loaded && render(&run, &output) && run.diags.errors == 0 &&
                publish_tree(&request, &report, &run.diags);
    output_free(&output);
    const size_t stood = earlier.again.stood;
    earlier_close(&earlier, fine);
    struct buf out = {0};
    if (fine && options->json)
        report_json(&run, &target, &report, stood, &out);
    else if (fine && !options->quiet)
        summary(&run, &target, &report, &out);
    else if (!fine && !options->json)
        fputs(has_old(&run, &target) ? "nothing was published; the old site is as it was\n"
                                     : "nothing was published\n",
              stderr);
    if (options->output) root_close(&target.around);
    return cli_end(&run, &out);
}

/* Both editions are rendered, since a link, a figure or a template may be wrong in only one of them. */
int cli_check(const struct cli_options *options) {
    struct cli_run run;
    struct output review = {.paths_alone = true}, published = review;
    if (cli_begin(&run, options, EDITION_REVIEW, true)) {
        render_site(&review, &run.course, &run.arena, &run.diags);
        course_choose(&run.course, EDITION_PUBLIC, &run.diags);
        render_site(&published, &run.course, &run.arena, &run.diags);
    }
    struct buf out = {0};
    size_t pages = run.course.entry_count;
    if (!run.diags.errors && options->json)
        buf_printf(&out, "{\"pages\": %zu}", pages);
    else if (!run.diags.errors && !options->quiet)
        buf_printf(&out, "%zu page%s checked\n", pages, pages == 1 ? "" : "s");
    return cli_end(&run, &out);
}
