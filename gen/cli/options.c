/* options -- reading the command line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"

static const struct option {
    char letter;
    const char *name, *help;
} option_list[] = {
    {'c', "--card", "--card ID         the card to build for (default: the home card)"},
    {'d', "--drafts", "--drafts          the review edition, site/review"},
    {'j', "--format", "--format=json     results and messages as one JSON document"},
    {'q', "--quiet", "--quiet           print errors only"},
    {'t', "--today", "--today DATE      the day for the gate, YYYY-MM-DD"},
    {'r', "--root", "--root DIR        the repository (default: the working directory)"},
};
enum { OPTIONS = sizeof option_list / sizeof *option_list };

static int wrong_use(const struct cli_command *command, const char *what, const char *which) {
    fprintf(stderr, "gen: %s%s%s\n", what, which ? " " : "", which ? which : "");
    if (command)
        fprintf(stderr, "usage: gen %s\n", command->usage);
    else
        fputs("see gen --help\n", stderr);
    return CLI_USAGE;
}

static void show_help(const struct cli_command *command) {
    printf("usage: gen %s\n\n%s\n", command->usage, command->help);
    for (size_t i = 0; i < OPTIONS; i++)
        if (option_list[i].letter == 'r' || strchr(command->accepts, option_list[i].letter))
            printf("  %s\n", option_list[i].help);
    puts("\nexit status: 0 fine, 1 mistakes in the input, 2 wrong use");
}

static void show_commands(const struct cli_command *commands, size_t count) {
    puts("gen -- builds the course from Markdown and measurements\n");
    for (size_t i = 0; i < count; i++)
        printf("  gen %s\n", commands[i].usage);
    puts("\ngen COMMAND --help says more.");
}

static bool set_option(struct cli_options *options, char letter, const char *value) {
    switch (letter) {
    case 'c': options->card = value; return true;
    case 'r': options->root = value; return true;
    case 't': return date_read(text_of(value), &options->today);
    default:
        return strcmp(value, "json") == 0 ? (options->json = true) : strcmp(value, "text") == 0;
    }
}

/* The arguments that are left over move to the front: there is room, they were read before. */
static void leave(struct cli_options *options, char *argument) {
    options->rest[options->rest_count++] = argument;
}

/* Reads the option argv[*at], with its value behind "=" or in the next argument. */
static int read_option(struct cli_options *options, const struct cli_command *command, int argc,
                       char **argv, int *at) {
    const char *word = argv[*at], *value = strchr(word, '=');
    size_t length = value ? (size_t)(value - word) : strlen(word);
    for (size_t i = 0; i < OPTIONS; i++) {
        char letter = option_list[i].letter;
        if (strlen(option_list[i].name) != length || memcmp(option_list[i].name, word, length) != 0)
            continue;
        if (letter != 'r' && !strchr(command->accepts, letter)) break;
        if (letter == 'd' || letter == 'q') {
            if (value) return wrong_use(command, "no value belongs to", option_list[i].name);
            *(letter == 'd' ? &options->drafts : &options->quiet) = true;
            return CLI_OK;
        }
        if (value)
            value++;
        else if (*at + 1 < argc)
            value = argv[++*at];
        else
            return wrong_use(command, "a value is missing after", option_list[i].name);
        if (!*value || !set_option(options, letter, value))
            return wrong_use(command, "this value is not understood:", argv[*at]);
        return CLI_OK;
    }
    if (!strchr(command->accepts, 'x')) return wrong_use(command, "unknown option", word);
    leave(options, argv[*at]);
    return CLI_OK;
}

/* The day of the build: SOURCE_DATE_EPOCH where it is set, the clock (UTC) otherwise. */
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

int cli_main(int argc, char **argv, const struct cli_command *commands, size_t count) {
    const struct cli_command *command = NULL;
    struct cli_options options = {.root = "."};
    bool only_argument = false;
    if (argc < 2) return wrong_use(NULL, "a command is missing", NULL);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        show_commands(commands, count);
        return CLI_OK;
    }
    for (size_t i = 0; i < count; i++)
        if (strcmp(argv[1], commands[i].name) == 0) command = &commands[i];
    if (!command) return wrong_use(NULL, "unknown command", argv[1]);
    if (!default_today(&options.today))
        return wrong_use(
            command, "SOURCE_DATE_EPOCH is not a number of seconds:", getenv("SOURCE_DATE_EPOCH"));

    options.rest = argv + 2;
    for (int at = 2; at < argc; at++) {
        if (!only_argument && strcmp(argv[at], "--help") == 0) {
            show_help(command);
            return CLI_OK;
        }
        if (!only_argument && strcmp(argv[at], "--") == 0) {
            only_argument = true;
        } else if (!only_argument && argv[at][0] == '-' && argv[at][1] == '-') {
            int status = read_option(&options, command, argc, argv, &at);
            if (status != CLI_OK) return status;
        } else if (strpbrk(command->accepts, "ao") && !options.argument) {
            options.argument = argv[at];
        } else if (strchr(command->accepts, 'x')) {
            leave(&options, argv[at]);
        } else {
            return wrong_use(command, "too many arguments:", argv[at]);
        }
    }
    if (strchr(command->accepts, 'a') && !options.argument)
        return wrong_use(command, "an argument is missing", NULL);
    return command->run(&options);
}
