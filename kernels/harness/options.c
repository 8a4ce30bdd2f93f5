/* options.c -- see options.h. */
#include "options.h"

#include "experiment.h"

#include "base/chars.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char options_help[] =
    "usage: measure [OPTION]...\n"
    "Measures the memory hierarchy of an NVIDIA card and writes measurements/CARD.json.\n"
    "\n"
    "  --facts          print what the driver says about the card, and exit\n"
    "  --list           name every series with its unit, its file and what is done, and exit\n"
    "  --only SERIES    measure and print the series whose names begin so; write nothing\n"
    "  --quick          fewer samples and smaller buffers: a look, not a measurement\n"
    "  --check          compare every kernel's results with the CPU, one pass each; write nothing\n"
    "  --counters       Nsight Compute's counters too (make measure COUNTERS=1)\n"
    "  --silence N      stop ncu when nothing came from it for N seconds, 60 unless given\n"
    "  --device N       card number N, from 0\n"
    "  --all            every card, one file each\n"
    "  --output FILE    write FILE instead of measurements/CARD.json\n"
    "  --samples FILE   write every sample too, tab-separated\n"
    "  --record FILE    write every answer and sample of the card, for --replay\n"
    "  --replay FILE    run on such a recording instead of a card\n"
    "  --merge FILE...  make one file of the runs on each model of card, from files or folders of "
    "files:\n"
    "                   --output FILE, or measurements/CARD.json; lists cards that are off\n"
    "  --help           this text\n"
    "\n"
    "Exit: 0 done; 1 no card, no memory, file not written; 2 wrong use; 3 written, but figures\n"
    "contradict each other (\"suspect\" in the file); 130 interrupted, nothing written.\n";

/* Reports what is wrong with an argument (from 1), the word that it is about (NULL: none), and what
 * to do. */
static bool wrong(struct options *o, int at, const char *what, const char *word, const char *hint) {
    snprintf(o->message, sizeof o->message,
             word ? "measure: argument %d: error: %s \"%.60s\"; %s"
                  : "measure: argument %d: error: %s%s; %s",
             at, what, word ? word : "", hint);
    return false;
}

static bool known_series(const char *prefix) {
    const struct row *row;
    const char *file;
    for (int i = 0; (row = measure_row(i, &file)); i++)
        if (strncmp(row->name, prefix, strlen(prefix)) == 0) return true;
    return false;
}

/* Lists the first words of all series, each once, in the order of measuring. */
static void name_families(char *out, size_t room) {
    const struct row *row;
    const char *file;
    size_t used = (size_t)snprintf(out, room, "try");
    for (int i = 0; (row = measure_row(i, &file)) && used < room; i++) {
        char word[48];
        snprintf(word, sizeof word, " %.*s,", (int)strcspn(row->name, "."), row->name);
        if (!strstr(out, word)) used += (size_t)snprintf(out + used, room - used, "%s", word);
    }
    if (used < room) out[used - 1] = '\0'; /* the last comma */
}

static bool read_series(struct options *o, int at, const char *value) {
    char families[sizeof o->message / 2];
    if (known_series(value)) return true;
    name_families(families, sizeof families);
    return wrong(o, at, "no series begins with", value, families);
}

/* Reads a whole number below 1024, at least `least`. */
static bool read_small(const char *s, int least, int *value) {
    char *end;
    long n = strtol(s, &end, 10);
    *value = (int)n;
    return is_digit(s[0]) && *end == '\0' && n >= least && n < 1024;
}

enum kind { FLAG, TEXT, SERIES, CARD, SECONDS };

static const struct option {
    const char *name;
    enum kind kind;
    size_t member;
} known[] = {{"--help", FLAG, offsetof(struct options, help)},
             {"--list", FLAG, offsetof(struct options, list)},
             {"--facts", FLAG, offsetof(struct options, facts)},
             {"--quick", FLAG, offsetof(struct options, quick)},
             {"--all", FLAG, offsetof(struct options, all)},
             {"--check", FLAG, offsetof(struct options, check)},
             {"--counters", FLAG, offsetof(struct options, counters)},
             {"--count", FLAG, offsetof(struct options, count)},
             {"--merge", FLAG, offsetof(struct options, merge)},
             {"--only", SERIES, offsetof(struct options, only)},
             {"--fault", TEXT, offsetof(struct options, fault)},
             {"--output", TEXT, offsetof(struct options, output)},
             {"--samples", TEXT, offsetof(struct options, samples)},
             {"--record", TEXT, offsetof(struct options, record)},
             {"--replay", TEXT, offsetof(struct options, replay)},
             {"--silence", SECONDS, offsetof(struct options, silence)},
             {"--device", CARD, offsetof(struct options, device)}};

static const struct option *find(const char *argument, size_t length) {
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        if (strlen(known[k].name) == length && strncmp(known[k].name, argument, length) == 0)
            return &known[k];
    return NULL;
}

static bool set(struct options *o, int at, const struct option *option, const char *value) {
    void *member = (char *)o + option->member;
    switch (option->kind) {
    case FLAG: *(bool *)member = true; return true;
    case SERIES:
        if (!read_series(o, at, value)) return false;
        *(const char **)member = value;
        return true;
    case TEXT: *(const char **)member = value; return true;
    case CARD:
        return read_small(value, 0, member) ||
               wrong(o, at, "not a card number:", value, "they count from 0");
    case SECONDS:
        return read_small(value, 1, member) ||
               wrong(o, at, "not a number of seconds:", value, "1 to 1023");
    }
    return false;
}

/* Reads one option and its value, which may be the next argument; *i moves to the last one read. */
static bool read_option(struct options *o, int argc, char **argv, int *i) {
    const char *argument = argv[*i], *equals = strchr(argument, '=');
    if (o->merge && argument[0] != '-') {
        argv[1 + o->files++] = argv[*i]; /* the names move together, over what has been read */
        return true;
    }
    const struct option *option =
        find(argument, equals ? (size_t)(equals - argument) : strlen(argument));
    if (!option) return wrong(o, *i, "unknown option", argument, "--help lists them");
    if (option->kind == FLAG)
        return equals ? wrong(o, *i, "this option takes no value:", argument, "leave it out")
                      : set(o, *i, option, "");
    const char *value = equals ? equals + 1 : "";
    if (!equals && *i + 1 < argc) value = argv[++*i];
    return value[0] ? set(o, *i, option, value)
                    : wrong(o, *i, "a value is missing after", option->name, "see --help");
}

bool options_parse(struct options *o, int argc, char **argv) {
    *o = (struct options){.device = -1};
    o->file = (const char *const *)argv + 1;
    for (int i = 1; i < argc; i++)
        if (!read_option(o, argc, argv, &i)) return false;
    if (o->all && o->device >= 0)
        return wrong(o, 1, "--all and --device exclude each other", NULL, "drop one");
    if (o->all && o->output)
        return wrong(o, 1, "--all writes a file a card", NULL, "drop --output");
    if (o->merge && !o->files)
        return wrong(o, 1, "--merge takes files, or a folder of them", NULL,
                     "name what build/measure wrote");
    if (o->merge && (o->all || o->only || o->replay || o->record || o->samples || o->counters))
        return wrong(o, 1, "--merge measures nothing", NULL, "give it files and --output alone");
    if (o->replay && (o->record || o->device >= 0 || o->all))
        return wrong(o, 1, "--replay needs no card", NULL, "drop --record, --device and --all");
    return true;
}
