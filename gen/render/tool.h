/* tool -- what the tools of the model and the simulator share, and the tools themselves. Private to
 * render/.
 *
 * /model/ predicts kernels on cards, /simulator/ runs the exercise's commands. A tool is a partial of
 * the theme (tool-model, tool-compare, tool-simulator) and the data that one function here puts
 * into an object: a page of the site fills in its own data, html_tool() an object for the block
 * alone. All numbers are filled in here; where the scripts do not run the tools stand as they were
 * written. What tools share is in tool.c, which calls none of them. */
#pragma once

#include "model/catalog.h"
#include "page/predict.h"
#include "page/fence.h"
#include "render/pipes.h"
#include "render/site.h"

/* ---- what they share ------------------------------------------------------------------------- */

/* What the model's tool shows before anybody chooses. */
struct tool_choice {
    const struct card *card;
    const struct model_kernel *kernel;
    bool measured;
    enum model_access access;
};
/* As the block says; what it leaves open is the card of the build, a kernel whose bound differs
 * between cards, and measured bandwidths where all that are needed are known. NULL: all is open. */
struct tool_choice tool_choice(const struct site_build *build, const struct tool_block *block);
struct pipes tool_predict(struct arena *arena, const struct tool_choice *choice);

/* "2.18 ms"; "at least 6.71 ms". */
struct text tool_time(struct arena *arena, const struct model_result *result);

/* The figures behind a card's rates as rows: words, value or missing, status, source. */
struct data *tool_figures(struct site_build *build, const struct card *card);

/* "128 B/cycle", the most that the shared memory of an SM delivers. */
struct text tool_ceiling(struct arena *arena);

/* Has the build the WebAssembly of the tools? */
#define TOOL_WASM "build/wasm/model.wasm"
bool tool_wasm_is_built(const struct site_build *build);

/* What every tool needs: does it run (live), and does it stand in a page of content (embedded)? */
void tool_part(struct site_build *build, struct data *into, bool embedded);

/* ---- the tools, each in its file ------------------------------------------------------------- */

/* Seen from the page at `address`. */
void tool_model(struct site_build *build, struct data *into, struct text address,
                const struct tool_choice *choice);
void tool_compare(struct site_build *build, struct data *into);
/* Without commands those of the theme's example. False if that could not be read. */
bool tool_simulator(struct site_build *build, struct data *into, struct text commands);
/* What the simulator prints for these commands. */
struct text tool_simulated(struct arena *arena, struct text commands);
