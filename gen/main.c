/* main -- the program: a table of subcommands. What they do is in gen/cli/. */
#include "cli/cli.h"

#ifndef GEN_COMMIT /* the Makefile says it */
#define GEN_COMMIT "unknown"
#endif

static const struct cli_command commands[] = {
    {"build", "build the site, or with --drafts the review edition", cli_build,
     CLI_CARD | CLI_DRAFTS | CLI_FORMAT | CLI_QUIET | CLI_TODAY, "build [--drafts] [--card ID]",
     "Builds site/public from what passed the gate, or site/review with every page, and puts it\n"
     "in place of the old one in one step. Ends with how many pages wait, and for what.\n"},
    {"check", "check every page, card, link and template; write nothing", cli_check,
     CLI_CARD | CLI_FORMAT | CLI_QUIET | CLI_TODAY, "check [--card ID]",
     "Checks every page, card, link, figure and template as build does. Writes nothing.\n"},
    {"count", "count sectors, passes and blocks as the exercises ask", cli_count,
     CLI_ARGUMENT_MAYBE, "count [FILE]",
     "Runs the commands of the counting exercises (global, shared, occupancy, little, tile) from "
     "FILE or\n"
     "standard input and prints what each costs. Mistakes in the input are lines of the output.\n"},
    {"eval", "evaluate an expression as a page would", cli_eval,
     CLI_CARD | CLI_FORMAT | CLI_ARGUMENT, "eval 'EXPR' [--card ID]",
     "Evaluates what may stand between {{ and }}: value, unit, spread, origin, kernel.\n"
     "Example: gen eval 'stride.useful[8] / stride.useful[1] as %'\n"},
    {"grade", "run a solution of an exercise against its cases", cli_grade,
     CLI_FORMAT | CLI_ARGUMENT | CLI_REST, "grade EXERCISE [--seconds N] COMMAND...",
     cli_grade_help},
    {"list", "list pages and why they wait, or the names that a page may use", cli_list,
     CLI_CARD | CLI_FORMAT | CLI_TODAY | CLI_ARGUMENT_MAYBE, "list [WHAT]",
     "Lists every page with its kind, address and all reasons of the gate, and the planned pages.\n"
     "WHAT: a page (glossary/sector), a kind of page (glossary), or the names that pages may use:\n"
     "series, facts, diagrams, functions, units, or one series or family (stride.useful, "
     "stride).\n"},
    {"new", "write a page to start from", cli_new, CLI_ARGUMENT | CLI_REST, "new PAGE [TITLE]",
     "Writes content/PAGE.md, a draft that builds, with an example of an expression and a claim.\n"
     "Example: gen new glossary/atomics 'Atomics'\n"},
    {"model", "predict the time of a kernel on a card", cli_model,
     CLI_CARD | CLI_FORMAT | CLI_QUIET | CLI_REST, "model KERNEL [SIZES] [--card ID] [--measured]",
     cli_model_help},
    {"simulate", "run the exercise's commands on the memory hierarchy", cli_simulate,
     CLI_FORMAT | CLI_QUIET | CLI_ARGUMENT_MAYBE, "simulate [FILE]",
     "Runs the commands of the exercise on the memory hierarchy (loads, sweeps, latencies) from "
     "FILE\nor standard input and prints what each costs. Mistakes in the input are lines of the "
     "output.\n"},
};

int main(int argc, char **argv) {
    static const struct cli cli = {commands, sizeof commands / sizeof *commands,
                                   "gen, commit " GEN_COMMIT};
    return cli_main(&cli, argc, argv);
}
