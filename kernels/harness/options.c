/* options.c -- see options.h. */
#include "options.h"

#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char options_help[] =
    "usage: measure [OPTION]...\n"
    "Measures the memory hierarchy of an NVIDIA card and writes measurements/CARD.json.\n"
    "\n"
    "  --facts          print what the driver says about the card, and exit\n"
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
    "  --help           this text\n"
    "\n"
    "Exit: 0 done; 1 no card, no memory, file not written; 2 wrong use; 3 written, but figures\n"
    "contradict each other (\"suspect\" in the file); 130 interrupted, nothing written.\n";

static bool wrong(char *message, size_t room, int at, const char *what, const char *argument,
                  const char *hint) {
    snprintf(message, room, "measure: argument %d: error: %s%s%.60s%s; %s", at, what,
             argument[0] ? " \"" : "", argument, argument[0] ? "\"" : "", hint);
    return false;
}

static bool known_series(const char *prefix) {
    for (int i = 0; measure_series_name(i); i++)
        if (strncmp(measure_series_name(i), prefix, strlen(prefix)) == 0) return true;
    return false;
}

/* A whole number below 1024. */
static bool read_small(const char *s, int *value) {
    char *end;
    long n = strtol(s, &end, 10);
    *value = (int)n;
    return s[0] >= '0' && s[0] <= '9' && *end == '\0' && n >= 0 && n < 1024;
}

bool options_parse(struct options *o, int argc, char **argv, char *message, size_t room) {
    *o = (struct options){.device = -1};
    const struct {
        const char *name;
        bool *flag;
        const char **value;
    } known[] = {{"--help", &o->help, NULL},
                 {"--facts", &o->facts, NULL},
                 {"--quick", &o->quick, NULL},
                 {"--all", &o->all, NULL},
                 {"--check", &o->check, NULL},
                 {"--only", NULL, &o->only},
                 {"--counters", &o->counters, NULL},
                 {"--count", &o->count, NULL},
                 {"--fault", NULL, &o->fault},
                 {"--silence", NULL, NULL},
                 {"--output", NULL, &o->output},
                 {"--samples", NULL, &o->samples},
                 {"--record", NULL, &o->record},
                 {"--replay", NULL, &o->replay},
                 {"--device", NULL, NULL}};
    for (int i = 1; i < argc; i++) {
        const char *equals = strchr(argv[i], '=');
        size_t length = equals ? (size_t)(equals - argv[i]) : strlen(argv[i]), k = 0;
        const size_t count = sizeof known / sizeof known[0];
        while (k < count &&
               (strlen(known[k].name) != length || strncmp(known[k].name, argv[i], length) != 0))
            k++;
        if (k == count)
            return wrong(message, room, i, "unknown option", argv[i], "--help lists them");
        if (known[k].flag) {
            if (equals)
                return wrong(message, room, i, "this option takes no value:", argv[i],
                             "leave it out");
            *known[k].flag = true;
            continue;
        }
        const char *value = equals ? equals + 1 : i + 1 < argc ? argv[++i] : "";
        if (!value[0])
            return wrong(message, room, i, "a value is missing after", known[k].name, "see --help");
        if (known[k].value)
            *known[k].value = value;
        else if (strcmp(known[k].name, "--silence") == 0) {
            if (!read_small(value, &o->silence) || o->silence == 0)
                return wrong(message, room, i, "not a number of seconds:", value, "1 to 1023");
        } else if (!read_small(value, &o->device))
            return wrong(message, room, i, "not a card number:", value, "they count from 0");
        if (known[k].value == &o->only && !known_series(value))
            return wrong(message, room, i, "no series begins with", value,
                         "try dram, copy, bandwidth, latency, stride, bank, transpose, registers, "
                         "local, constant, vecadd, gemm, stream, mix, warps, misalign, spill, "
                         "persist, paths, pages, partition, broadcast, cluster, host, limits");
    }
    if (o->all && o->device >= 0)
        return wrong(message, room, 1, "--all and --device exclude each other", "", "drop one");
    if (o->all && o->output)
        return wrong(message, room, 1, "--all writes a file a card", "", "drop --output");
    if (o->replay && (o->record || o->device >= 0 || o->all))
        return wrong(message, room, 1, "--replay needs no card", "",
                     "drop --record, --device and --all");
    return true;
}
