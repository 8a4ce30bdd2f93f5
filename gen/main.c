/* main -- the program: a table of subcommands. What they do is in gen/cli/. */
#include "cli/cli.h"

#ifndef GEN_COMMIT /* the Makefile says it */
#define GEN_COMMIT "unknown"
#endif

static const struct cli_command commands[] = {
    {"build", "build the site, or with --drafts the review edition", cli_build,
     CLI_CARD | CLI_DRAFTS | CLI_QUIET | CLI_TODAY, 0, 0,
     "build [--drafts] [--offline] [--book] [--card ID] [--output DIR]",
     "Builds site/public from what passed the gate, or site/review with every page, and puts it\n"
     "in place of the old one in one step. Ends with how many pages wait, and for what; with\n"
     "--drafts, with a line for each page. With --offline the tree can be opened without a web\n"
     "server: links name files, and the tools run from plain scripts. With --book every page is in "
     "one\n"
     "file, site/book/index.html.\n"},
    {"check", "check every page, card, link and template; write nothing", cli_check,
     CLI_CARD | CLI_QUIET | CLI_TODAY | CLI_STRICT, 0, 0, "check [--card ID] [--strict]",
     "Checks every page, card, link, figure and template as build does. Writes nothing.\n"},
    {"count", "count sectors, passes and blocks as the exercises ask", cli_count, 0, 0, 1,
     "count [FILE]",
     "Runs the commands of the counting exercises (global, shared, occupancy, little, tile) from "
     "FILE\n"
     "or standard input and prints what each costs. Mistakes in the input are lines of the "
     "output.\n"},
    {"eval", "evaluate an expression as a page would", cli_eval, CLI_CARD, 1, 1,
     "eval 'EXPR' [--card ID]",
     "Evaluates what may stand between {{ and }}: value, unit, spread, origin, kernel.\n"
     "Example: gen eval 'stride.useful[8] / stride.useful[1] as %'\n"},
    {"grade", "run a solution of an exercise against its cases", cli_grade, CLI_SECONDS, 2, CLI_ANY,
     "grade EXERCISE [--seconds N] COMMAND...",
     "Runs COMMAND (any program, with arguments) with each case of the exercise on its standard\n"
     "input and compares what it prints. Time, memory, processes and output are limited, and\n"
     "what it started is ended with its case. That guards against mistakes, not against\n"
     "malice: COMMAND runs as you, and may read and write what you may.\n"
     "Cases: content/exercises/EXERCISE/tests/visible/ and graded/, NAME.in and NAME.out.\n"},
    {"list", "list pages and why they wait, or the names that a page may use", cli_list,
     CLI_CARD | CLI_TODAY | CLI_SINCE, 0, 1, "list [WHAT | --since FILE]",
     "Lists every page in a line, by what it waits for first, and the planned pages.\n"
     "WHAT: a page (glossary/sector) or a kind of page (glossary), with all reasons of the gate; "
     "or\n"
     "the names that pages may use: series, facts, diagrams, functions, units, or one series or\n"
     "family (stride.useful, stride).\n"
     "With --since the exit status is 1 if a page that was published in that list is none any "
     "more.\n"},
    {"new", "write a page to start from", cli_new, 0, 1, 2, "new PAGE ['TITLE']",
     "Writes content/PAGE.md, a draft that builds, with an example of an expression and a claim.\n"
     "Example: gen new glossary/atomics 'Atomics'\n"},
    {"model", "predict the time of a kernel on a card", cli_model, CLI_CARD | CLI_QUIET | CLI_MODEL,
     0, 1, "model KERNEL [SIZES] [--card ID] [--measured]",
     "Predicts the time of a kernel on a card, the level that sets it, and how busy the others "
     "are.\n"
     "\n"
     "  vecadd --n N, copy --n N      c = a + b, b = a of N floats\n"
     "  transpose --n N [--unpadded]  an N x N matrix by tiles in shared memory\n"
     "  gemm --m M --n N --k K --bm BM --bn BN --tm TM --tn TN\n"
     "                                C = A B in blocks of BM x BN, TM x TN results a thread\n"
     "  free --flops F --bytes LEVEL=N   any other; LEVEL is registers, shared, l2 or dram\n"
     "  vecadd, copy, transpose, transpose_tiled, gemm16, gemm32, gemm64, gemm128, gemm256\n"
     "                                with the sizes of the course\n"},
    {"serve", "show the review edition in a browser, anew as files change", cli_serve,
     CLI_CARD | CLI_TODAY | CLI_PORT, 0, 0, "serve [--port N] [--card ID]",
     "Builds the review edition in memory and shows it on this machine alone, at\n"
     "http://localhost:8000/ or the next free port. Whatever changes in content, measurements, "
     "kernels\n"
     "or theme is built at once, and the page reloads where it was; mistakes stand above the last\n"
     "good site. Ctrl-C ends it.\n"},
    {"sign", "sign pages as author or reviewer, or a source as looked up", cli_sign,
     CLI_TODAY | CLI_SIGN, 1, CLI_MANY,
     "sign PAGE... --author NAME | --reviewer NAME [--key FILE] | --source ID [--revoke]",
     "Writes a name and today into the byline of each page, or today behind a source; nothing "
     "else\n"
     "in the file changes. All pages or none. A reviewer is another person than the author, and\n"
     "signs only what the gate has no other reason against than byline and sources. The text that\n"
     "was signed is kept beside the page as PAGE.signed; when it changes, the page is a draft.\n"
     "Where content/reviewers names the keys of reviewers, a name counts only with --key, which "
     "puts "
     "an\nSSH signature beside that, PAGE.signed.sig.\n"
     "--revoke alone takes the reviewer's signature back, with --author, --reviewer or --source "
     "that "
     "one.\n"
     "Example: gen sign glossary/warp glossary/sector --reviewer 'Grace Hopper'\n"},
    {"diff", "show the words of a page that changed since it was signed", cli_diff, 0, 1, 1,
     "diff PAGE",
     "Compares the page, and the code that it shows, with the text signed last, which lies beside\n"
     "it as PAGE.signed: [-words that went-] and {+words that came+}, with colours on a "
     "terminal.\n"},
    {"simulate", "run the exercise's commands on the memory hierarchy", cli_simulate, CLI_QUIET, 0,
     1, "simulate [FILE]",
     "Runs the commands of the exercise on the memory hierarchy (loads, sweeps, latencies) from "
     "FILE\nor standard input and prints what each costs. Mistakes in the input are lines of the "
     "output.\n"},
};

int main(int argc, char **argv) {
    static const struct cli cli = {commands, sizeof commands / sizeof *commands,
                                   "gen, commit " GEN_COMMIT};
    return cli_main(&cli, argc, argv);
}
