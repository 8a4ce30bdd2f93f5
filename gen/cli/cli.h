/* cli -- the subcommands of the program: options in, one run of the layers below, text out.
 *
 * Every subcommand returns the exit status: 0 fine, 1 mistakes in the input (all listed on standard
 * error, nothing published) or output that could not be written, 2 wrong use of the program.
 * Messages go to standard error, results to standard output; with --format=json both are one JSON
 * document on standard output. */
#pragma once

#include "base/nearest.h"
#include "course/course.h"

struct cli_command;

struct cli_options {
    const char *root; /* --root DIR: the repository; the working directory otherwise */
    const char *card; /* --card ID, or NULL */
    bool drafts;      /* --drafts: the review edition */
    bool json;        /* --format=json */
    bool quiet;       /* --quiet: errors only; never changes the exit status */
    long today;       /* --today, else SOURCE_DATE_EPOCH, else the clock; days since 1970-01-01 */
    const char *argument; /* the one positional argument, or NULL */
    char **rest;          /* what is left to the subcommand, in the order written */
    int rest_count;
    const struct cli_command *command;
};

enum { CLI_OK = 0, CLI_INPUT = 1, CLI_USAGE = 2 };

int cli_build(const struct cli_options *options);
int cli_check(const struct cli_options *options);
int cli_count(const struct cli_options *options);
int cli_eval(const struct cli_options *options);
int cli_grade(const struct cli_options *options);
extern const char cli_grade_help[];
int cli_list(const struct cli_options *options);
int cli_new(const struct cli_options *options);
int cli_model(const struct cli_options *options);
extern const char cli_model_help[];
int cli_simulate(const struct cli_options *options);

/* What a subcommand takes; every one takes --root. */
enum cli_accepts {
    CLI_CARD = 1 << 0,
    CLI_DRAFTS = 1 << 1,
    CLI_FORMAT = 1 << 2,
    CLI_QUIET = 1 << 3,
    CLI_TODAY = 1 << 4,
    CLI_ROOT = 1 << 5,
    CLI_ARGUMENT = 1 << 6,       /* one argument */
    CLI_ARGUMENT_MAYBE = 1 << 7, /* one or none */
    CLI_REST = 1 << 8            /* what is none of these is left to the subcommand */
};

struct cli_command {
    const char *name, *summary; /* in the list of commands: "build the site" */
    int (*run)(const struct cli_options *options);
    unsigned accepts;
    const char *usage, *help;
};

struct cli {
    const struct cli_command *command;
    size_t count;
    const char *version; /* the line that --version prints */
};

/* Says "gen: WHAT WHICH", what may have been meant (NULL: nothing), and the usage; returns CLI_USAGE. */
int cli_wrong_use(const struct cli_command *command, const char *what, const char *which,
                  const struct nearest *nearest);

/* Runs the command that argv names. Options stand before or behind its name. */
int cli_main(const struct cli *cli, int argc, char **argv);

/* What every subcommand does first and last. */
struct cli_run {
    const struct cli_options *options;
    struct root root;
    struct arena arena;
    struct diags diags;
    struct course course;
};

/* Opens the repository: --root, or else the working directory or the nearest folder above it that
 * holds content/site.yaml. The root's path lives in the arena. */
bool cli_open_root(struct root *root, const struct cli_options *options, struct arena *arena,
                   struct diags *diags);
/* Opens the root and loads and resolves the course for one edition. `strict`: a claim that leaves its
 * words out is an error everywhere; else in the public edition for the default card, and a warning
 * elsewhere. False: there is nothing to go on with. True does not mean that there were no mistakes: ask
 * run->diags.errors. */
bool cli_begin(struct cli_run *run, const struct cli_options *options, enum edition edition,
               bool strict);
/* The same with the cards alone: no page is read, and what is wrong with the site or with other cards
 * is not asked. False: there is no such card; the messages say so. */
bool cli_begin_cards(struct cli_run *run, const struct cli_options *options);
/* Prints the messages (text form to standard error), frees everything, returns the status. */
int cli_end(struct cli_run *run);
/* The same with a result, which is freed: text, or for {"diagnostics": […], KEY: VALUE} the value of
 * KEY (NULL: there is none). */
int cli_end_with(struct cli_run *run, const char *key, struct buf *out);

/* To standard output. A reader that has gone is no failure; any other is told at once, and the status
 * of cli_end() says it too. */
int cli_write(struct text bytes);
