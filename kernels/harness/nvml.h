/* nvml.h -- the few answers of NVIDIA's management library that a measurement needs.
 *
 * libnvidia-ml.so.1 comes with the driver and is loaded by name at run time with prototypes of
 * our own, so nothing of it is needed to build, and a container without it still measures: each
 * answer is then missing with the reason.
 *
 * Lifecycle: nvml_start, nvml_select once, any number of questions, nvml_stop. A zeroed struct is
 * valid: every question is answered with "not started".
 */
#pragma once

#include "backend.h"

struct nvml {
    void *library;
    void *device;
    char reason[96]; /* why there is no answer, empty while all is well */
    bool ready;
};

/* Loads and initializes; false and m->reason when that fails. */
bool nvml_start(struct nvml *m);
/* Finds the card by its PCI address ("0000:65:00.0"). */
bool nvml_select(struct nvml *m, const char *pci);
void nvml_stop(struct nvml *m);

/* Returns the number of cards that the driver has, hidden ones included; -1 unknown. */
int nvml_count(struct nvml *m);
/* Returns the number of cards with MIG mode on; 0 when unknown. */
int nvml_mig_cards(struct nvml *m);

/* Answers questions by name, in base units: driver, uuid, clock.sm, clock.memory, power.limit,
 * pcie.generation, pcie.width, and throttle.NAME (nanoseconds since the driver was loaded). */
bool nvml_ask(struct nvml *m, const char *name, char text[ANSWER_TEXT]);
void nvml_watch(struct nvml *m, struct conditions *c);

/* Returns the counters that nvml_ask("throttle.NAME") knows, NULL past the end. */
const char *nvml_throttle_name(int i);

/* Writes a mask of clock event reasons that slow a card down in words; idle and settings are left
 * out. Returns false when none is set. */
bool nvml_reason_words(uint64_t reasons, char *text, size_t room);
