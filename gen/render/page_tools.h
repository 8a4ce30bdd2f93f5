/* page_tools -- the two tool pages, and their parts in pages of content. Private to render/.
 *
 * /model/ predicts kernels on cards, /simulator/ runs the exercise's commands. A part is a partial of
 * the theme (tool-model, tool-compare, tool-simulator) and the data that one function here puts
 * into an object: a tool page fills in its own data, html_tool() an object for the block alone.
 * All numbers are filled in here; where the scripts do not run the parts stand as they were written. */
#ifndef RENDER_PAGE_TOOLS_H
#define RENDER_PAGE_TOOLS_H

#include "page/predict.h"
#include "page/tool.h"
#include "render/pipes.h"
#include "render/site.h"

/* A kernel that the tool offers. The sizes are those of model_named(). */
struct tool_kernel {
    const char *name;  /* "gemm128" */
    const char *words; /* "matrix product, blocks of 128 x 128" */
    int kind;          /* enum wasm_kernel */
    double size[7];
};
extern const struct tool_kernel tool_kernels[];
extern const size_t tool_kernel_count;

/* The kernel's traffic with its own sizes; or with others, in the order of enum wasm_kernel. */
struct model_work tool_work(const struct tool_kernel *kernel, const double *sizes,
                            struct model_figure l2);

const struct tool_kernel *tool_kernel(struct text name); /* NULL: there is none */
int tool_sizes(const struct tool_kernel *kernel);        /* how many of size[] it has */

/* What the model's tool shows before anybody chooses. */
struct tool_choice {
    const struct card *card;
    const struct tool_kernel *kernel;
    bool measured;
    enum model_access access;
};
/* As the block says; what it leaves open is the card of the build, a kernel whose bound differs
 * between cards, and measured bandwidths where all that are needed are known. NULL: all is open. */
struct tool_choice tool_choice(const struct site_build *build, const struct tool_block *block);
struct pipes tool_predict(struct arena *arena, const struct tool_choice *choice);

/* "2.18 ms"; "at least 6.71 ms". */
struct text tool_time(struct arena *arena, const struct model_result *result);
struct text tool_seconds(struct arena *arena, double seconds);

/* The figures behind a card's rates as rows: words, value or missing, status, source. */
struct data *tool_figures(struct site_build *build, const struct card *card);

/* "128 B/cycle", the most that the shared memory of an SM delivers; "16,384". */
struct text tool_ceiling(struct arena *arena);
struct text tool_count(struct arena *arena, uint64_t count);

/* Has the build the WebAssembly of the tools? */
bool tool_wasm_is_built(const struct site_build *build);

/* What every part needs: does it run (live), and does it stand in a page of content (embedded)? */
void tool_part(struct site_build *build, struct data *into, bool embedded);
/* The parts, seen from the page at `address`. */
void tool_model(struct site_build *build, struct data *into, struct text address,
                const struct tool_choice *choice);
void tool_compare(struct site_build *build, struct data *into);
/* Without commands those of the theme's example. False if that could not be read. */
bool tool_simulator(struct site_build *build, struct data *into, struct text address,
                    struct text commands);
/* What the simulator prints for these commands. */
struct text tool_simulated(struct arena *arena, struct text commands);

/* assets/js/model.json, for the script. */
void tool_data(struct site_build *build);
void simulator_page(struct site_build *build);
void model_page(struct site_build *build);

#endif
