/* options -- reading the command line: a table of options, and help made from it.
 *
 * Numbers of `gen model` are read as expressions, so that 64*1024 and "1.5 GB" work too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"

enum type { FLAG, WORD, DAY, FORMAT, SECONDS, PORT, SIZE, WIDTH, FLOPS, BYTES };
enum { SECONDS_MAX = 600, PORT_MAX = 65535 };

#define IN(member) offsetof(struct cli_options, member)
#define SIZE_OPTION(name, index)                                                                   \
    { CLI_MODEL, name, "N", "a whole number from 1 to 2^40", NULL, SIZE, IN(model.size[index]) }
static const struct option {
    unsigned mask; /* in cli_command.accepts */
    const char *name;
    const char *value;  /* placeholder of its value in the help; NULL: it takes none */
    const char *wanted; /* what the value has to be */
    const char *help;   /* NULL: the command's help explains it */
    enum type type;
    size_t offset; /* in struct cli_options */
} option_list[] = {
    SIZE_OPTION("--m", 0),
    SIZE_OPTION("--n", 1),
    SIZE_OPTION("--k", 2),
    SIZE_OPTION("--bm", 3),
    SIZE_OPTION("--bn", 4),
    SIZE_OPTION("--tm", 5),
    SIZE_OPTION("--tn", 6),
    {CLI_MODEL, "--flops", "F", "a number", NULL, FLOPS, IN(model.amount[MODEL_COMPUTE])},
    {CLI_MODEL, "--bytes", "LEVEL=N", "LEVEL=N, LEVEL one of registers, shared, l2, dram", NULL,
     BYTES, IN(model.amount)},
    {CLI_MODEL, "--unpadded", NULL, NULL, NULL, FLAG, IN(model.unpadded)},
    {CLI_MODEL, "--measured", NULL, NULL,
     "by the bandwidths measured on the card, not the rated ones", FLAG, IN(model.how.measured)},
    {CLI_MODEL, "--width", "BYTES", "4 or 16",
     "4 or 16: what loads of so many bytes a lane reach in shared memory", WIDTH,
     IN(model.how.access)},
    {CLI_SECONDS, "--seconds", "N", "a whole number from 1 to 600",
     "time for a case (default: 5); what stands behind COMMAND is its own", SECONDS, IN(seconds)},
    {CLI_PORT, "--port", "N", "a whole number from 1 to 65535",
     "the first port to try (default: 8000)", PORT, IN(port)},
    {CLI_SIGN, "--author", "NAME", "the name of who wrote the page",
     "sign as author: sets author and written", WORD, IN(sign.author)},
    {CLI_SIGN, "--reviewer", "NAME", "the name of who checked the page",
     "sign as reviewer: sets reviewer and checked, keeps the text", WORD, IN(sign.reviewer)},
    {CLI_SIGN, "--key", "FILE", "the file of an SSH key",
     "with --reviewer: sign with this SSH key, that of content/reviewers", WORD, IN(sign.key)},
    {CLI_SIGN, "--source", "ID", "the id of a source, or several with commas",
     "the source was looked up: sets its checked (ID,ID for several)", WORD, IN(sign.source)},
    {CLI_SIGN, "--revoke", NULL, NULL, "put pending back: of the reviewer, or of what is named",
     FLAG, IN(sign.revoke)},
    {CLI_SINCE, "--since", "FILE", "the file of an earlier list",
     "what a change puts back to draft: FILE is an earlier list as JSON", WORD, IN(since)},
    {CLI_CARD, "--card", "ID", "the id of a card",
     "the card to build for (default: that of site.yaml)", WORD, IN(card)},
    {CLI_DRAFTS, "--drafts", NULL, NULL, "the review edition, site/review", FLAG, IN(drafts)},
    {CLI_STRICT, "--strict", NULL, NULL, "a published page that was checked long ago is an error",
     FLAG, IN(strict)},
    {CLI_DRAFTS, "--offline", NULL, NULL, "site/offline, to be opened without a web server", FLAG,
     IN(offline)},
    {CLI_DRAFTS, "--book", NULL, NULL, "site/book, every page in one file", FLAG, IN(book)},
    {CLI_DRAFTS, "--anew", NULL, NULL, "make every page, also those that would be as they are",
     FLAG, IN(anew)},
    {CLI_COMMON, "--format", "json", "text or json", "results and messages as one JSON document",
     FORMAT, IN(json)},
    {CLI_QUIET, "--quiet", NULL, NULL, "print errors only", FLAG, IN(quiet)},
    {CLI_TODAY, "--today", "DATE", "a day, YYYY-MM-DD", "the day for the gate, YYYY-MM-DD", DAY,
     IN(today)},
    {CLI_DRAFTS, "--output", "DIR", "a folder",
     "where the site goes (default: site/public or site/review)", WORD, IN(output)},
    {CLI_COMMON, "--root", "DIR", "a folder", "the repository (default: this folder or one above)",
     WORD, IN(root)},
};
enum { OPTIONS = sizeof option_list / sizeof *option_list };

static bool accepts(const struct cli_command *command, unsigned mask) {
    return (command->accepts | CLI_COMMON) & mask;
}

/* ---- what is wrong --------------------------------------------------------------------------- */

int cli_wrong_use(const struct cli_command *command, const char *what, const char *which,
                  const struct nearest *nearest) {
    struct arena arena = {0};
    const char *hint = nearest ? nearest_hint(nearest, NULL, &arena) : NULL;
    fprintf(stderr, "gen: %s%s%s\n", what, which && *which ? " " : "", which ? which : "");
    if (hint) fprintf(stderr, "%s\n", hint);
    if (command)
        fprintf(stderr, "usage: gen %s\n", command->usage);
    else
        fputs("gen --help lists the commands\n", stderr);
    arena_free(&arena);
    return CLI_USAGE;
}

static int unknown_command(const struct cli *cli, const char *name) {
    struct nearest nearest = {.wanted = text_of(name)};
    for (size_t i = 0; i < cli->count; i++)
        nearest_offer(&nearest, text_of(cli->command[i].name));
    return cli_wrong_use(NULL, "unknown command", name, &nearest);
}

static int unknown_option(const struct cli_command *command, const char *argument) {
    struct text value = text_of(argument);
    struct nearest nearest = {.wanted = text_next(&value, '=')};
    char what[160];
    for (size_t i = 0; i < OPTIONS; i++) {
        if (text_is(nearest.wanted, option_list[i].name)) {
            snprintf(what, sizeof what, "%s takes no", command->name);
            return cli_wrong_use(command, what, option_list[i].name, NULL);
        }
        if (accepts(command, option_list[i].mask))
            nearest_offer(&nearest, text_of(option_list[i].name));
    }
    return cli_wrong_use(command, "unknown option", argument, &nearest);
}

/* ---- help ------------------------------------------------------------------------------------ */

static void show_options(unsigned mask) {
    for (size_t i = 0; i < OPTIONS; i++) {
        const struct option *option = &option_list[i];
        char name[32];
        const char *separator = !option->value ? "" : option->type == FORMAT ? "=" : " ";
        snprintf(name, sizeof name, "%s%s%s", option->name, separator,
                 option->value ? option->value : "");
        if (mask & option->mask && option->help) printf("  %-15s %s\n", name, option->help);
    }
}

static const char exit_statuses[] = "\nexit status: 0 fine, 1 mistakes in the input, 2 wrong use\n";

static int show_help(const struct cli_command *command) {
    printf("usage: gen %s\n\n%s\n", command->usage, command->help);
    show_options(command->accepts | CLI_COMMON);
    fputs(exit_statuses, stdout);
    return cli_write((struct text){0}); /* help may fail to be written, too */
}

static int show_commands(const struct cli *cli) {
    puts("gen -- builds the course from Markdown and measurements\n\nusage: gen COMMAND …\n");
    for (size_t i = 0; i < cli->count; i++)
        printf("  %-9s %s\n", cli->command[i].name, cli->command[i].summary);
    puts("\nOptions of most commands:\n");
    show_options(CLI_CARD | CLI_QUIET | CLI_COMMON);
    fputs(exit_statuses, stdout);
    puts("with --format=json every command prints one document, but on wrong use none:\n"
         "  {\"command\": NAME, \"diagnostics\": [{\"severity\": …, \"path\": …, …}],\n"
         "   \"result\": {…}, or null where the diagnostics say why there is none}\n");
    puts("gen help COMMAND says more; gen --version says which program this is.");
    return cli_write((struct text){0});
}

/* ---- options --------------------------------------------------------------------------------- */

/* Reads a number without a unit or in `base`; with EXPR_BASES a unit is refused. */
static bool read_amount(const char *text, enum expr_base base, double *out) {
    unsigned char block[EXPR_MEMORY_SIZE];
    struct expr_memory memory = {block, sizeof block, 0};
    struct expr_env env = {0};
    struct expr expr;
    struct expr_error error;
    struct expr_value value;
    struct expr_dimension plain = {{0}}, unit = {{0}};
    if (!expr_parse(text, strlen(text), &memory, &expr, &error) || expr.kind != EXPR_KIND_VALUE ||
        !expr_eval(&expr, &env, &value, &error) || value.kind != EXPR_NUMBER)
        return false;
    if (base < EXPR_BASES) unit.of[base] = 1;
    *out = value.number;
    return value.number >= 0 && (expr_dimension_equal(value.dimension, plain) ||
                                 expr_dimension_equal(value.dimension, unit));
}

static bool read_size(const char *text, double *out) {
    return read_amount(text, EXPR_BASES, out) && *out >= 1 && *out <= MODEL_SIZE_MAX &&
           *out == (double)(long long)*out;
}

/* Reads "dram=3 GB" into the amounts of the levels. */
static bool read_bytes(const char *text, double *amount) {
    struct text value = text_of(text), name = text_next(&value, '=');
    enum model_level level = model_level_of(name);
    return level < MODEL_COMPUTE && value.ptr && read_amount(value.ptr, EXPR_BYTE, &amount[level]);
}

static bool set_option(const struct option *option, struct cli_options *options,
                       const char *value) {
    void *place = (char *)options + option->offset;
    double width;
    switch (option->type) {
    case FLAG: *(bool *)place = true; return true;
    case WORD: *(const char **)place = value; return *value != 0;
    case DAY: return date_read(text_of(value), place);
    case FORMAT:
        *(bool *)place = strcmp(value, "json") == 0;
        return *(bool *)place || strcmp(value, "text") == 0;
    case SECONDS: return text_number(text_of(value), SECONDS_MAX, place) && *(unsigned long *)place;
    case PORT: return text_number(text_of(value), PORT_MAX, place) && *(unsigned long *)place;
    case SIZE: return read_size(value, place);
    case WIDTH:
        if (!read_size(value, &width)) return false;
        *(enum model_access *)place = width == 4 ? MODEL_ACCESS_4 : MODEL_ACCESS_16;
        return width == 4 || width == 16;
    case FLOPS:
    case BYTES:
        options->model.has_amount = true;
        return option->type == BYTES ? read_bytes(value, place)
                                     : read_amount(value, EXPR_FLOP, place);
    }
    return false;
}

static const struct option *find_option(struct text name) {
    for (size_t i = 0; i < OPTIONS; i++)
        if (text_is(name, option_list[i].name)) return &option_list[i];
    return NULL;
}

/* The state of the reader of the command line. */
struct line {
    char **argv;
    int argc, at;
    const struct cli_command *command;
    struct cli_options options;
    bool help; /* help was asked for, so nothing else counts */
};

/* Reads the option argv[at], with its value behind "=" or in the next argument. */
static int read_option(struct line *line) {
    const struct cli_command *command = line->command;
    struct text value = text_of(line->argv[line->at]), name = text_next(&value, '=');
    const struct option *option = find_option(name);
    if (!option || !accepts(command, option->mask))
        return unknown_option(command, line->argv[line->at]);
    if (!option->value && value.ptr)
        return cli_wrong_use(command, "no value belongs to", option->name, NULL);
    if (option->value && !value.ptr) {
        if (line->at + 1 == line->argc)
            return cli_wrong_use(command, "a value is missing after", option->name, NULL);
        value = text_of(line->argv[++line->at]);
    }
    if (set_option(option, &line->options, value.ptr ? value.ptr : "")) return CLI_OK;
    char what[160];
    snprintf(what, sizeof what, "%s is %s, not", option->name, option->wanted);
    return cli_wrong_use(command, what, value.len ? value.ptr : "nothing", NULL);
}

/* Arguments move to the front of argv, over those that were read before. */
static int read_argument(struct line *line) {
    struct cli_options *options = &line->options;
    char *argument = line->argv[line->at];
    if (line->command->most != CLI_ANY && options->argument_count == line->command->most)
        return cli_wrong_use(line->command, "too many arguments:", argument, NULL);
    options->argument[options->argument_count++] = argument;
    return CLI_OK;
}

/* Builds that are to be repeated set SOURCE_DATE_EPOCH; otherwise the clock (UTC) gives the day. */
static bool default_today(long *today) {
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    unsigned long seconds;
    if (epoch && *epoch) {
        if (!text_number(text_of(epoch), 253402300799ul, &seconds)) return false;
        *today = (long)(seconds / 86400);
    } else {
        *today = (long)(time(NULL) / 86400);
    }
    return true;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static bool is_help(const char *argument) {
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

static const struct cli_command *find_command(const struct cli *cli, const char *name) {
    for (size_t i = 0; i < cli->count; i++)
        if (strcmp(name, cli->command[i].name) == 0) return &cli->command[i];
    return NULL;
}

/* Options may stand before the command; returns its place in argv, or argc. */
static int command_at(int argc, char **argv) {
    int at = 1;
    while (at < argc && argv[at][0] == '-' && !is_help(argv[at])) {
        const struct option *option = find_option(text_of(argv[at]));
        at += option && option->value ? 2 : 1; /* its value is the next argument */
    }
    return at < argc ? at : argc;
}

static int read_line(struct line *line, int name_at) {
    const struct cli_command *command = line->command;
    bool only_arguments = false;
    for (line->at = 1; line->at < line->argc; line->at++) {
        const char *argument = line->argv[line->at];
        bool option = !only_arguments && strncmp(argument, "--", 2) == 0;
        int status = CLI_OK;
        if (line->at == name_at) continue;
        line->help = !only_arguments && is_help(argument);
        if (line->help) return CLI_OK;
        if (option && !argument[2])
            only_arguments = true;
        else
            status = option ? read_option(line) : read_argument(line);
        if (status != CLI_OK) return status;
        /* Arguments behind the graded program are its own options. */
        if (command->most == CLI_ANY && line->options.argument_count == command->least)
            only_arguments = true;
    }
    line->options.argument[line->options.argument_count] = NULL; /* gen grade runs them */
    if (line->options.argument_count < command->least)
        return cli_wrong_use(command, "an argument is missing", "", NULL);
    return CLI_OK;
}

int cli_main(const struct cli *cli, int argc, char **argv) {
    int name_at = command_at(argc, argv);
    for (int i = 1; i < name_at; i++)
        if (strcmp(argv[i], "--version") == 0 || strcmp(argv[i], "-V") == 0) {
            puts(cli->version);
            return cli_write((struct text){0});
        }
    if (name_at == argc) {
        return cli_wrong_use(NULL, "a command is missing", "", NULL);
    }
    bool help = is_help(argv[name_at]) || strcmp(argv[name_at], "help") == 0;
    if (help && name_at + 1 == argc) return show_commands(cli);
    const char *name = argv[help ? name_at + 1 : name_at];
    struct line line = {.argv = argv,
                        .argc = argc,
                        .command = find_command(cli, name),
                        .options = {.root = ".", .argument = argv + 1}};
    line.options.command = line.command;
    if (!line.command) return unknown_command(cli, name);
    if (!default_today(&line.options.today))
        return cli_wrong_use(line.command, "SOURCE_DATE_EPOCH is not a number of seconds:",
                             getenv("SOURCE_DATE_EPOCH"), NULL);
    int status = help ? CLI_OK : read_line(&line, name_at);
    if (status != CLI_OK) return status;
    return help || line.help ? show_help(line.command) : line.command->run(&line.options);
}
