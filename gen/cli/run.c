/* run -- what the subcommands share: loading the course, printing the messages. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

void cli_start(struct cli_run *run, const struct cli_options *options) {
    *run = (struct cli_run){.options = options, .root = {.fd = -1}};
}

bool cli_open(struct cli_run *run, const struct cli_options *options) {
    enum { HIGHEST = 64, UP = 3 }; /* "../" */
    static const char site[] = "content/site.yaml";
    char path[HIGHEST * UP + sizeof site] = "";
    const char *root = options->root;
    cli_start(run, options);
    bool here = strcmp(root, ".") == 0;
    for (size_t length = 0; here && length < HIGHEST * UP; length += UP) {
        memcpy(path + length, site, sizeof site);
        here = access(path, F_OK) != 0;
        if (!here && length > 0) root = arena_string(&run->arena, (struct text){path, length});
        memcpy(path + length, "../", UP);
    }
    return root_open(&run->root, root, &run->diags);
}

static void end(struct cli_run *run) {
    course_free(&run->course);
    diags_free(&run->diags);
    arena_free(&run->arena);
    root_close(&run->root);
}

static bool load(struct cli_run *run, const struct course_options *options) {
    if (!course_load(&run->course, &run->root, options, &run->arena, &run->diags)) return false;
    course_resolve(&run->course, options, &run->diags);
    return true;
}

static struct course_options options_of(const struct cli_options *options, enum edition edition) {
    return (struct course_options){.fresh = options->strict,
                                   .card = text_of(options->card),
                                   .edition = edition,
                                   .today = options->today};
}

bool cli_load(struct cli_run *run, enum edition edition, struct recall *recall) {
    struct course_options course = options_of(run->options, edition);
    course.recall = recall;
    return load(run, &course);
}

bool cli_begin(struct cli_run *run, const struct cli_options *options, enum edition edition,
               bool strict) {
    struct course_options course = options_of(options, edition);
    course.strict = strict;
    return cli_open(run, options) && load(run, &course);
}

bool cli_begin_cards(struct cli_run *run, const struct cli_options *options) {
    struct course_options course = {
        .card = text_of(options->card), .edition = EDITION_REVIEW, .cards_only = true};
    if (!cli_open(run, options)) return false;
    course_load(&run->course, &run->root, &course, &run->arena, &run->diags);
    if (!run->course.card) return false;
    diags_free(&run->diags);
    return true;
}

/* A page may be named by its address or its file: both become glossary/sector. */
static struct text bare(struct text name) {
    name = text_strip(text_drop_end(text_drop_start(name, "content/"), ".md"), '/');
    return text_drop_end(name, "/index");
}

/* The path of the page's file, empty if there is none. */
static struct text path_of(struct cli_run *run, struct text name) {
    static const char *const endings[] = {".md", "/index.md"};
    for (size_t i = 0; name.len && i < sizeof endings / sizeof *endings; i++) {
        struct text path =
            arena_printf(&run->arena, "content/%.*s%s", TEXT_ARG(bare(name)), endings[i]);
        if (file_exists(&run->root, path)) return path;
    }
    return (struct text){0};
}

/* Of code from the folder of an exercise the gate asks whether that one is published. */
static bool shows_exercise(const struct page *page) {
    for (const struct node *node = page->document; node; node = tree_next(node, page->document))
        if (node->type == NODE_CODE_BLOCK && text_starts(node->code.from, "content/")) return true;
    return false;
}

bool cli_begin_page(struct cli_run *run, const struct cli_options *options, struct text name) {
    struct course_options course = {
        .card = text_of(options->card), .edition = EDITION_REVIEW, .today = options->today};
    if (cli_open(run, options)) {
        course.only = path_of(run, name);
        if (course.only.len &&
            course_load(&run->course, &run->root, &course, &run->arena, &run->diags) &&
            run->course.entry_count && !shows_exercise(run->course.entry->page)) {
            course_resolve(&run->course, &course, &run->diags);
            return true;
        }
    }
    end(run);
    return false;
}

struct entry *cli_entry(struct cli_run *run, struct text argument) {
    struct course *course = &run->course;
    struct nearest nearest = {.wanted = bare(argument)};
    for (size_t i = 0; i < course->entry_count; i++) {
        struct entry *entry = &course->entry[i];
        if (text_equal(nearest.wanted, bare(entry->page->address))) {
            course_open(course, entry); /* for as long as the program runs */
            return entry;
        }
        nearest_offer(&nearest, bare(entry->page->address));
    }
    diag_error(&run->diags, source_load(&run->arena, TEXT("argument"), argument), 0, argument.len,
               nearest_hint(&nearest, "`build/gen list` lists the pages", &run->arena),
               "there is no page %.*s", TEXT_ARG(argument));
    return NULL;
}

int cli_write(struct text bytes) {
    signal(SIGPIPE, SIG_IGN);
    bool fine = fwrite(bytes.ptr ? bytes.ptr : "", 1, bytes.len, stdout) == bytes.len;
    if (fflush(stdout) == 0 && fine && !ferror(stdout)) return CLI_OK;
    if (errno == EPIPE) { /* the reader has closed the pipe, as head does */
        clearerr(stdout);
        return CLI_OK;
    }
    fprintf(stderr, "gen: standard output: %s\n", strerror(errno));
    return CLI_INPUT;
}

bool cli_color(int stream) {
    const char *term = getenv("TERM"), *no = getenv("NO_COLOR");
    return isatty(stream) && term && !text_is(text_of(term), "dumb") && !(no && *no);
}

/* The text form prints messages to another stream than the result. */
static void print_messages(struct cli_run *run) {
    struct buf out = {0};
    if (run->options->quiet) diags_keep_errors(&run->diags);
    diags_print(&run->diags, &out, cli_color(STDERR_FILENO) ? DIAG_COLOUR : DIAG_PLAIN);
    fwrite(buf_text(&out).ptr, 1, out.len, stderr);
    buf_free(&out);
}

static void print_document(struct cli_run *run, struct text result) {
    struct buf out = {0};
    buf_printf(&out, "{\"command\": \"%s\",\n\"diagnostics\": ", run->options->command->name);
    diags_json(&run->diags, &out);
    buf_str(&out, ",\n\"result\": ");
    buf_view(&out, result.len ? result : TEXT("null"));
    buf_str(&out, "}\n");
    cli_write(buf_text(&out));
    buf_free(&out);
}

int cli_end(struct cli_run *run, struct buf *result) {
    if (run->options->json) {
        print_document(run, buf_text(result));
    } else {
        cli_write(buf_text(result));
        print_messages(run);
    }
    buf_free(result);
    size_t errors = run->diags.errors;
    end(run);
    return errors || ferror(stdout) ? CLI_INPUT : CLI_OK;
}
