/* main -- the program: a table of subcommands. What they do is in gen/cli/. */
#include "cli/cli.h"

static const struct cli_command commands[] = {
    {"build", cli_build, "cdjqt", "build [--drafts] [--card ID]",
     "Builds site/public from what passed the gate, or site/review with every page, and puts it\n"
     "in place of the old one in one step. Lists the pages that were not published, with the\n"
     "reasons.\n"},
    {"check", cli_check, "cjqt", "check [--card ID]",
     "Checks every page, card, link, figure and template as build does. Writes nothing.\n"},
    {"eval", cli_eval, "cja", "eval 'EXPR' [--card ID]",
     "Evaluates what may stand between {{ and }}: value, unit, spread, origin, kernel.\n"
     "Example: gen eval 'stride.useful[8] / stride.useful[1] as %'\n"},
    {"grade", cli_grade, "jax", "grade EXERCISE [--seconds N] COMMAND...", cli_grade_help},
    {"list", cli_list, "cjot", "list [WHAT]",
     "Lists every page with its kind, address and all reasons of the gate, and the planned pages.\n"
     "WHAT: a page (glossary/sector), a kind of page (glossary), or the names that pages may use:\n"
     "series, facts, diagrams, functions, units, or one series or family (stride.useful, "
     "stride).\n"},
    {"new", cli_new, "ax", "new PAGE [TITLE]",
     "Writes content/PAGE.md, a draft that builds, with an example of an expression and a claim.\n"
     "Example: gen new glossary/atomics 'Atomics'\n"},
    {"model", cli_model, "cjqx", "model KERNEL [SIZES] [--card ID] [--measured]", cli_model_help},
    {"simulate", cli_simulate, "jqo", "simulate [FILE]",
     "Runs the commands of the exercise on the memory hierarchy (loads, sweeps, latencies) from "
     "FILE\nor standard input and prints what each costs. Mistakes in the input are lines of the "
     "output.\n"},
};

int main(int argc, char **argv) {
    return cli_main(argc, argv, commands, sizeof commands / sizeof *commands);
}
