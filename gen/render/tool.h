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
#include "measure/predict.h"
#include "page/fence.h"
#include "render/numbers.h"
#include "render/quantity.h"
#include "render/site.h"

/* ---- pipes ---------------------------------------------------------------------------------- */

/* The levels of a card as pipes, with what a kernel moves through them.
 *
 * A pipe is thicker by the same step for each factor of ten of its level's rate, on one scale for all cards, so that
 * cards can be compared and DRAM can be seen beside registers. Its packets move as fast as it is busy. The packets stand still here: the page's script sets them going, and
 * changes the drawing for another card or kernel by its classes and data- attributes:
 *
 *     svg.pipes                     data-full: thickness of a petabyte a second; data-centre
 *     g.pipe[data-level]            .pipe-body (a rect), .packets (a path), .rate, .busy, .mark
 *
 * Colours are by class; each level is also named and numbered in words. */
struct pipes {
    struct model_work work;
    struct model_rates rates;
    struct model_result result;
    bool about[MODEL_LEVELS]; /* the rate is by an estimate */
    struct text estimate;     /* a sentence that says where it is from; empty: there is none */
    struct text title, description; /* the drawing's accessible name and what it says */
};

/* For wide and for narrow screens. */
void pipes_svg(struct buf *out, const struct pipes *pipes, struct arena *arena);

/* "401 TB/s", "about 401 TB/s"; "94%", a dash: as the drawing and the tables say it. What is not known is "not known". */
struct text pipes_rate(struct arena *arena, const struct pipes *pipes, enum model_level level);
struct text pipes_share(struct arena *arena, struct model_figure amount, struct model_figure busy);

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
struct pipes tool_predict(const struct site_build *build, const struct tool_choice *choice);

/* "2.18 ms"; "about 2.18 ms" with an estimate; "at least 6.71 ms" where there is none either. */
struct text tool_time(struct arena *arena, const struct pipes *pipes);

/* An estimate stands for a figure that a card does not have; `words` are a sentence that says where it is from. */
struct tool_estimate {
    int figure; /* of model_figures[] */
    enum model_level level;
    bool measured; /* it stands for a measured bandwidth */
    double value;
    struct text words;
};
enum { TOOL_ESTIMATES = MODEL_FIGURES };
#define TOOL_ONLY_16 "Measured are loads of 16 bytes a lane alone: they stand for those of 4."
size_t tool_estimates(const struct site_build *build, const struct card *card,
                      struct tool_estimate out[TOOL_ESTIMATES]);
/* Sets rates, result and estimate for the work in `pipes`; with estimates where the time is not known without. */
void tool_answer(const struct site_build *build, const struct card *card, struct model_how how,
                 struct pipes *pipes);

/* How long the kernel took on the card, with its own sizes: 0 where that was not measured; and what says so, of none
 * where it was computed. */
struct tool_timed {
    double seconds;
    struct used used;
};
struct tool_timed tool_measured(const struct card *card, const struct model_kernel *kernel,
                                struct arena *arena);

/* What a card has of a figure of model_figures[], told by its place in struct model_card: a fact or a point; of none
 * where it follows from something else. */
struct used tool_used(const struct card *card, size_t offset);
int tool_figure(size_t offset); /* its index */

/* Puts the figures behind a card's rates as rows: words, value or missing, status, source; `shown` is the value with
 * the way from the page at `from` to its row, which `href` is alone. */
void tool_figures(struct site_build *build, struct data *into, struct text from,
                  const struct card *card);

/* Has the build the WebAssembly of the tools? */
#define TOOL_WASM "build/wasm/model.wasm"
bool tool_wasm_is_built(const struct site_build *build);
/* What tools are made of beside templates and cards, for a stamp: the examples of the simulator. */
void tool_inputs(struct site_build *build, struct buf *out);

/* What every tool needs: does it run (live), and does it stand in a page of content (embedded)? */
void tool_part(struct site_build *build, struct data *into, bool embedded);

/* ---- the tools, each in its file ------------------------------------------------------------- */

/* Seen from the page at `address`. */
void tool_model(struct site_build *build, struct data *into, struct text address,
                const struct tool_choice *choice);
void tool_compare(struct site_build *build, struct data *into, struct text address);
/* Without commands those of the theme's example. False if that could not be read. */
bool tool_simulator(struct site_build *build, struct data *into, struct text commands);
/* What an access costs on each card of which enough is known: a command for the simulator, and a row of figures, for the
 * page at `from`. */
void tool_costs(struct site_build *build, struct data *page, struct text from);
/* One access of a warp with this index: what it costs, its lines and its banks. */
void tool_access(struct data *into, struct text expression);
