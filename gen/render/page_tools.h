/* page_tools -- the two tool pages; what their parts share. Private to render/.
 *
 * /model/ predicts kernels on cards, /simulator/ runs the exercise's commands. All numbers are filled
 * in here; the scripts of the theme take over what is marked data-…, and where they do not run the
 * pages stand as they were written. */
#ifndef RENDER_PAGE_TOOLS_H
#define RENDER_PAGE_TOOLS_H

#include "page/predict.h"
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

/* "2.18 ms"; "at least 6.71 ms". */
struct text tool_time(struct arena *arena, const struct model_result *result);
struct text tool_seconds(struct arena *arena, double seconds);

/* The figures behind a card's rates as rows: words, value or missing, status, source. */
struct data *tool_figures(struct site_build *build, const struct card *card);

/* Has the build the WebAssembly of the tools? */
bool tool_wasm_is_built(const struct site_build *build);

/* The rows of "predicted beside measured" for the card of the build. */
void tool_compare(struct site_build *build, struct data *page);

void simulator_page(struct site_build *build);
void model_page(struct site_build *build);

#endif
