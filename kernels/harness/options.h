/* options.h -- the command line. It is pure but for the message. */
#pragma once

#include "merge.h"

struct options {
    bool help, list, facts, quick, check, all, counters;
    bool count;          /* this is the run under ncu; not in the help */
    const char *fault;   /* this is the run that breaks that rule; not in the help */
    int device;          /* -1: not given */
    int silence;         /* seconds after which a silent ncu hangs; 0: not given */
    const char *only;    /* prefix of the series */
    const char *output;  /* NULL: measurements/ID.json */
    const char *samples; /* file for the raw samples */
    const char *record;
    const char *replay;
    bool merge;
    const char *const *file; /* that --merge reads: files, or folders of them */
    int files;
    char message[640]; /* of what is wrong */
};

extern const char options_help[];

/* False: o->message names the argument ("argument 2: error: ...") and what to do. The strings of
 * `o` are those of argv. */
bool options_parse(struct options *o, int argc, char **argv);

/* Merges the runs that --merge names: a file for each model of card. Returns the exit status; every file
 * that cannot be merged is said on the error stream, and then nothing is written. */
int merge_named(const struct options *o);
