/* report.h -- the output on the terminal: facts, progress, and the table at the end.
 *
 * Progress goes to standard error, on one line that is rewritten where that is a terminal, and a
 * line an experiment where it is not. Tables go to standard output as plain text. Numbers are
 * written with a point and no thousands mark in every locale. */
#pragma once

#include "result.h"

#include <stdio.h>

struct progress {
    FILE *out;
    bool terminal;
    char experiment[48]; /* the one last named, so that it is named once */
};

void report_progress(struct progress *p, const char *key, double elapsed);
void report_progress_end(struct progress *p);

void report_facts(FILE *out, const struct result *r);
/* Prints all points; bars against the rated figure beside rates; warnings under their figures. */
void report_table(FILE *out, const struct result *r);
/* Prints the conditions that matter to a reader of the figures, one line each. */
void report_conditions(FILE *out, const struct result *r);

/* Writes "4596 GB/s", "1.234 ms", "60.0 MiB", "31.9 cycles" or "132". */
void report_value(double value, const char *unit, char *out, size_t room);
