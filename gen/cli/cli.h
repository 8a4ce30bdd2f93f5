/* cli -- the subcommands of the program: options in, one run of the layers below, text out.
 *
 * Every subcommand returns the exit status: 0 fine, 1 mistakes in the input (all listed on standard
 * error, nothing published) or output that could not be written, 2 wrong use of the program.
 * Messages go to standard error, results to standard output. With --format=json both are one document
 * on standard output, of the same shape for every subcommand:
 *
 *     {"command": "list", "diagnostics": [{"severity", "path", "line", …}], "result": {…}}
 *
 * The result is an object, or null where there is none: the diagnostics then say why. Keys are small
 * letters with _ between words; numbers are in base units, what is not known is null or left out. Wrong
 * use is reported as text on standard error, since the requested format is not known then. */
#pragma once

#include "base/nearest.h"
#include "course/course.h"
#include "model/catalog.h"

struct cli_command;

/* What `gen model` is asked for, besides the kernel's name. */
struct cli_model {
    double size[MODEL_SIZES]; /* by the sizes of a matrix product, which has all; 0: not given */
    double amount[MODEL_LEVELS];
    bool has_amount, unpadded;
    struct model_how how;
};

/* Who signs what, for `gen sign`; NULL: not asked for. */
struct cli_sign {
    const char *author, *reviewer, *source, *key;
    bool revoke;
};

struct cli_options {
    const char *root;   /* --root DIR: the repository; the working directory otherwise */
    const char *card;   /* --card ID, or NULL */
    bool drafts;        /* --drafts: the review edition */
    bool offline;       /* --offline: for a folder that is opened without a server */
    bool book;          /* --book: one file that holds every page */
    bool anew;          /* --anew: nothing of an earlier build is taken */
    const char *output; /* --output DIR, or NULL: a folder of site/ */
    bool json;          /* --format=json */
    bool quiet;         /* --quiet: errors only; never changes the exit status */
    bool strict;        /* --strict: a published page that was checked long ago is an error */
    long today;         /* --today, else SOURCE_DATE_EPOCH, else the clock; days since 1970-01-01 */
    unsigned long seconds; /* --seconds, or 0 */
    unsigned long port;    /* --port, or 0 */
    const char *since;     /* --since FILE, or NULL */
    struct cli_model model;
    struct cli_sign sign;
    char **argument; /* the arguments that are no options, in the order written */
    int argument_count;
    const struct cli_command *command;
};

enum { CLI_OK = 0, CLI_INPUT = 1, CLI_USAGE = 2 };

int cli_build(const struct cli_options *options);
int cli_check(const struct cli_options *options);
int cli_count(const struct cli_options *options);
int cli_eval(const struct cli_options *options);
int cli_grade(const struct cli_options *options);
int cli_list(const struct cli_options *options);
int cli_new(const struct cli_options *options);
int cli_model(const struct cli_options *options);
int cli_simulate(const struct cli_options *options);
int cli_sign(const struct cli_options *options);
int cli_diff(const struct cli_options *options);
int cli_serve(const struct cli_options *options);

/* What a subcommand takes; every one takes --root and --format. */
enum cli_accepts {
    CLI_CARD = 1 << 0,
    CLI_DRAFTS = 1 << 1,
    CLI_QUIET = 1 << 2,
    CLI_TODAY = 1 << 3,
    CLI_SECONDS = 1 << 4,
    CLI_MODEL = 1 << 5,
    CLI_SIGN = 1 << 6,
    CLI_SINCE = 1 << 7,
    CLI_STRICT = 1 << 8,
    CLI_PORT = 1 << 9,
    CLI_COMMON = 1 << 10
};

/* Most arguments of a command; CLI_ANY: those after the least belong to another program. */
enum { CLI_ANY = -1, CLI_MANY = 10000 };

struct cli_command {
    const char *name, *summary; /* in the list of commands: "build the site" */
    int (*run)(const struct cli_options *options);
    unsigned accepts;
    int least, most; /* arguments */
    const char *usage, *help;
};

struct cli {
    const struct cli_command *command;
    size_t count;
    const char *version; /* the line that --version prints */
};

/* Prints "gen: WHAT WHICH", the nearest names (NULL: none) and the usage; returns CLI_USAGE. */
int cli_wrong_use(const struct cli_command *command, const char *what, const char *which,
                  const struct nearest *nearest);

/* Runs the command that argv names. Options stand before or behind its name. */
int cli_main(const struct cli *cli, int argc, char **argv);

/* ---- what every subcommand does first and last: run.c -------------------------------------- */

struct cli_run {
    const struct cli_options *options;
    struct root root;
    struct arena arena;
    struct diags diags;
    struct course course;
};

/* Begins a run without opening the repository. */
void cli_start(struct cli_run *run, const struct cli_options *options);
/* Begins a run and opens the repository: --root, or else the working directory or the nearest
 * folder above it that holds content/site.yaml. */
bool cli_open(struct cli_run *run, const struct cli_options *options);
/* Behind it: loads and resolves the course for one edition, with what the build before worked out. */
bool cli_load(struct cli_run *run, enum edition edition, struct recall *recall);
/* Opens the root and loads and resolves the course for one edition. `strict`: a claim that leaves its
 * words out is an error everywhere; else in the public edition for the default card, and a warning
 * elsewhere. False: there is nothing to go on with. True does not mean that there were no mistakes: ask
 * run->diags.errors. */
bool cli_begin(struct cli_run *run, const struct cli_options *options, enum edition edition,
               bool strict);
/* The same for the review edition with one page alone, as far as the gate asks: see course_options. False:
 * there is no such page, or what the gate says of it hangs on others. Nothing has begun then. */
bool cli_begin_page(struct cli_run *run, const struct cli_options *options, struct text name);
/* Begins a run with the cards alone: no page is read, and mistakes of the site or of other cards
 * are not reported. False: there is no such card; the messages say so. */
bool cli_begin_cards(struct cli_run *run, const struct cli_options *options);
/* Prints messages and result, frees both and everything else, returns the status. The result is text, or
 * one JSON object; where it is empty there is none. */
int cli_end(struct cli_run *run, struct buf *result);

/* Returns whether output to this stream may be colored: it is a terminal, and NO_COLOR is not set. */
bool cli_color(int stream);
/* Writes to standard output. A closed reader is no failure; any other failure is reported at once,
 * and cli_end() returns its status too. */
int cli_write(struct text bytes);

/* The entry that an argument names by address or file: "glossary/warp", "content/glossary/warp.md". NULL: a
 * message says which are near. */
struct entry *cli_entry(struct cli_run *run, struct text argument);

/* ---- lists: list.c, of the desk list_desk.c, and of names list_names.c ---------------------- */

/* Prints in at most 11 lines how many pages are published, what others wait for, what to ask next. */
void list_summary(const struct course *course, struct buf *out);
/* Every page in a line of at most 80 columns, by what it waits for first. */
void list_desk(const struct course *course, struct buf *out);
/* Writes the members "pages" and "planned" of a JSON object, with every reason of the gate. */
void list_pages_json(const struct course *course, struct buf *out);

/* What has become of the pages that were published before: list_since.c. */
void list_since(struct cli_run *run, struct buf *out);

/* A list of names: the series, the functions, and so on. The last one of list_names has no name. */
struct listing;
struct list_names {
    const char *name;
    void (*put)(struct listing *listing);
};
extern const struct list_names list_names[];
/* Returns NULL if there is no such list. */
const struct list_names *list_names_find(struct text name);
/* Prints a list; of the series, those that `only` names, a series or a family, or all. As JSON it
 * is an object with one member that has the list's name. */
void list_names_print(const struct list_names *list, struct cli_run *run, struct text only,
                      struct buf *out);
/* Returns whether the name is a series, or the first word of some ("stride"). */
bool list_is_series(const struct cards *cards, struct text name);
