/* record.h -- recordings: every question, answer and sample of a run as lines of text.
 *
 * A recording replayed gives the same JSON, byte for byte, on a machine with no card: samples are
 * returned per probe in the order they were taken, limits on time are reckoned in recorded time,
 * and nothing else (clock, host, locale) enters the result. One may be edited by hand: that is how
 * the tests of falling clocks and wrong results are made.
 *
 * Form: a first line RECORDING_HEADER, then one record a line, fields separated by tabs:
 *   ask     NAME  1|0  TEXT                        known or not, value or reason
 *   open    KEY   1|0|2  TEXT                      opened, failed, failed for good
 *   sample  KEY   1    SECONDS CYCLES HZ WALL      "-" stands for not known
 *   sample  KEY   0|2  TEXT
 *   table   KEY   1    NUMBER...                   as many as the probe has cells
 *   table   KEY   0|2  TEXT
 *   watch   -     1    SM_HZ MEMORY_HZ WATTS CELSIUS REASONS OTHERS
 */
#pragma once

#include "backend.h"
#include "base/buf.h"

#define RECORDING_HEADER "gpu-memory-hierarchy recording 1"

/* Wraps `inner` (which must outlive it) and adds every exchange to *out. */
void record_backend(struct backend *b, struct backend *inner, struct buf *out);

/* Reads `data`, which must outlive the backend. `why` names the line of a mistake. */
bool replay_backend(struct backend *b, struct text data, struct problem *why);
