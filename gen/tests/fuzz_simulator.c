/* fuzz_simulator -- commands of the simulator and of the counting exercises, in lines. */
#include <stdint.h>

#include "model/count.h"
#include "model/simulator.h"
#include "base/text.h"

/* Long sweeps are the same load over and over. */
enum { LOADS = 1 << 12 };

static void ignore(void *context, const char *data, size_t length) {
    *(size_t *)context += length + (size_t)data[length - 1];
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static struct simulator simulator;
    static struct count count;
    size_t sum = 0;
    const struct simulator_sink sink = {ignore, &sum};
    struct text rest = {(const char *)bytes, size};
    simulator_start(&simulator);
    count_start(&count);
    while (rest.len) {
        struct text line = text_next(&rest, '\n');
        if (simulator_begin(&simulator, line.ptr, line.len, &sink) &&
            simulator_advance(&simulator, LOADS, &sink))
            return 0;
        count_line(&count, line.ptr, line.len, &sink);
    }
    simulator_finish(&simulator, &sink);
    return 0;
}
