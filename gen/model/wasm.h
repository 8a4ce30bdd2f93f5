/* wasm -- the model and the simulator as the page calls them: numbers and memory, no structs.
 *
 * Compiled to WebAssembly these are the exports of model.wasm, under their names here; there are no
 * imports. In any other program they are plain functions. There is one model and one simulator.
 *
 * The page owns the memory from __heap_base on and may grow it: input, output and the arrays that
 * are filled here lie there. 64-bit numbers arrive as BigInt. An unknown figure is NaN. */
#pragma once

#include "model/catalog.h"
#include "model/count.h"
#include "model/simulator.h"

/* ---- the model --------------------------------------------------------------------------- */

/* The figures are in the order of model_figures[]; an unknown one has its words there as its reason. */
void WASM_EXPORT(wasm_figure_set)(int figure, double value);

/* `kernel` is an enum model_kind. Sizes have to be within the bounds of kernel.h. False: no such kernel. */
bool WASM_EXPORT(wasm_predict)(int kernel, const double *sizes, bool measured, int access);

/* The parts of the latest prediction for a level. */
enum wasm_value { WASM_AMOUNT, WASM_RATE, WASM_SECONDS, WASM_BUSY };
double WASM_EXPORT(wasm_value)(int value, int level);
/* The time of the whole kernel is NaN where a level that is used is not known. */
double WASM_EXPORT(wasm_time)(void);
double WASM_EXPORT(wasm_at_least)(void);
int WASM_EXPORT(wasm_bound)(void);
/* Returns why the time is unknown: text that lives as long as the program. */
const char *WASM_EXPORT(wasm_reason)(void);
size_t WASM_EXPORT(wasm_reason_length)(void);

/* ---- the simulator ----------------------------------------------------------------------- */

/* Sets the state in which the exercise begins; output is written to output[0 … size). */
void WASM_EXPORT(wasm_simulator_start)(void);
/* Sets and empties the place of the output that follows. */
void WASM_EXPORT(wasm_output)(char *output, size_t size);
size_t WASM_EXPORT(wasm_output_length)(void);

/* No line's output is longer than the line by more than this. */
enum { WASM_OUTPUT_ROOM = 512 };

/* Executes the lines of the text and returns the bytes done with. Ends early after `work` steps, a
 * step being a load or another line that prints something, and where the next line might need more
 * room for its output than there is. A sweep that is under way goes on first. */
size_t WASM_EXPORT(wasm_simulator_run)(const char *text, size_t length, uint32_t work);
/* Returns whether a sweep is under way. */
bool WASM_EXPORT(wasm_simulator_busy)(void);
/* Writes the line `total: …`. */
void WASM_EXPORT(wasm_simulator_finish)(void);

enum { WASM_STATE = 16 };
/* The state is accesses, cycles, loads, l1, l2, dram; address, line, level, cycles of the
 * latest load; loads of the sweep and how many are left; lines read; lines that L1, L2 have
 * room for; shared memory that the largest tiles of a matmul so far would take. */
void WASM_EXPORT(wasm_simulator_state)(uint64_t state[WASM_STATE]);
/* Writes line and stamp of what L1 (0) or L2 (1) holds, most recently used first; returns how many. */
int WASM_EXPORT(wasm_cache)(int level, uint64_t pairs[2 * CACHE_LINES_MAX]);

/* ---- one access of a warp ---------------------------------------------------------------- */

/* The settings are element, base, X, Y, warp, as the commands of count.h set them. */
enum { WASM_ACCESS_SETTINGS = 5, WASM_ACCESS = 7 + COUNT_LANES };
/* Fills lanes, sectors, lines, bytes used, passes, the least of them, the lanes that take part (a bit
 * each), and 32 addresses. False: a setting is refused (lane 32), or the index of a lane is: out[0] is the
 * lane and out[1] the byte of the expression. */
bool WASM_EXPORT(wasm_access)(const char *expression, size_t length,
                              const uint64_t settings[WASM_ACCESS_SETTINGS],
                              uint64_t out[WASM_ACCESS]);
/* Returns what is wrong with the latest access that was refused. */
const char *WASM_EXPORT(wasm_access_error)(void);
size_t WASM_EXPORT(wasm_access_error_length)(void);
