/* estimate -- the commands of the simulator that compute and simulate nothing. Private to gen/model.
 *
 * Latencies are those of enum simulator_level. Each prints its lines, or one line with the error. */
#ifndef MODEL_ESTIMATE_H
#define MODEL_ESTIMATE_H

#include "model/simulator.h"
#include "model/words.h"

#define ESTIMATE_CYCLES_ERROR "cycle total exceeds 64 bits"

/* N TILE. *tile_bytes becomes the shared memory that the two tiles take; after an error it is kept. */
void estimate_matmul(const uint64_t latency[SIMULATOR_LEVELS], struct text *words,
                     uint64_t *tile_bytes, const struct simulator_sink *sink);
/* CYCLES */
void estimate_warps(const uint64_t latency[SIMULATOR_LEVELS], struct text *words,
                    const struct simulator_sink *sink);

#endif
