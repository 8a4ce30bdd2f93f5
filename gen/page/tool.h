/* tool -- a part of the tool pages in a page of content:
 *
 *     ```tool model
 *     card: a100-sxm-40      the card of the build where it is left out
 *     kernel: gemm16         else gemm128
 *     bandwidths: rated      or measured; else measured where the card has them
 *     loads: 4               bytes a lane loads from shared memory, 4 or 16; else the ceiling
 *     ```
 *
 *     ```tool compare
 *     ```
 *
 *     ```tool simulator
 *     load 0
 *     sweep 0 32 128
 *     ```
 *
 * `model` is the tool of /model/ and begins with these settings. `compare` is the table and the
 * chart of predicted beside measured, for the card of the build; it takes no settings. `simulator`
 * is the tool of /simulator/ and begins with these commands, or with those of that page where the
 * block is empty; commands with mistakes are allowed, because an example may be about one.
 *
 * The fence becomes a NODE_TOOL. A page holds each tool once, since their ids are those of the tool
 * pages; a second one, and unknown tools, settings and kernels, are errors where they stand. */
#pragma once

#include "page/page.h"
#include "page/reader.h"

enum tool_kind { TOOL_MODEL, TOOL_COMPARE, TOOL_SIMULATOR, TOOL_KINDS };
enum tool_bandwidths { TOOL_BANDWIDTHS_BEST, TOOL_BANDWIDTHS_RATED, TOOL_BANDWIDTHS_MEASURED };

struct tool_block {
    enum tool_kind kind;
    struct text card, kernel;  /* empty: not set */
    struct text bandwidths_at; /* the word in the source */
    enum tool_bandwidths bandwidths;
    int loads;            /* 4, 16; 0: not set */
    struct text commands; /* of the simulator; empty: not set */
};

/* What only the cards can tell: a card that there is not, or one without measured bandwidths. */
void tool_check(const struct node *tool, const struct page_reader *reader,
                const struct evaluation *evaluation);
