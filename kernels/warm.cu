/* warm.cu -- how long the clock of an idle card takes to come up.
 *
 * Version
 *   0 warm  a pause, then a kernel on every SM that writes down cycle counter and timer of one SM,
 *           window after window
 *
 * Method  size is the number of windows of 0.2 ms, param the pause before them in milliseconds, in
 *         which nothing runs and the context stays open. The clock of a window is its cycles over
 *         its nanoseconds. It has settled in the first window from which on all are within 2 % of
 *         the median of the last quarter of them; the time is that from the start of the kernel to
 *         the end of that window, so 0.2 ms says that it was up at once. The clock is that of the
 *         first window.
 * Check   the first windows: each ended no sooner than it should have, by a counter that went on.
 * Run     build/measure --only warm
 */
#include "harness/lab.cuh"

#include <algorithm>
#include <math.h>
#include <unistd.h>
#include <vector>

enum { THREADS = 128, WINDOW_NS = 200000, MILLISECOND = 1000 };
static const unsigned CHECKED = 100;
static const double BAND = 0.02;

struct moment {
    unsigned long long clock, ns;
};

// region: warm
__global__ void watch_clock(struct moment *seen, unsigned windows) {
    unsigned long long start = lab_ns();
    for (unsigned i = 0; i <= windows; i++) {
        while (lab_ns() - start < (unsigned long long)i * WINDOW_NS) {
        }
        if (blockIdx.x == 0 && threadIdx.x == 0) seen[i] = {lab_clock(), lab_ns()};
    }
}
// endregion

static struct {
    unsigned windows, pause;
    int blocks;
    struct moment *seen;
    std::vector<struct moment> moment;
} it;

static bool watch(cudaStream_t stream, unsigned windows, struct problem *why) {
    watch_clock<<<it.blocks, THREADS, 0, stream>>>(it.seen, windows);
    LAB_TRY(cudaGetLastError());
    return true;
}

/* Nothing else runs in the pause: the backend has waited for whatever was queued before. */
static bool warm_launch(void *stream, struct problem *why) {
    LAB_TRY(cudaStreamSynchronize((cudaStream_t)stream));
    usleep(it.pause * MILLISECOND);
    return watch((cudaStream_t)stream, it.windows, why);
}

static bool fetch(struct problem *why) {
    LAB_TRY(cudaMemcpy(it.moment.data(), it.seen, it.moment.size() * sizeof *it.seen,
                       cudaMemcpyDeviceToHost));
    return true;
}

static bool warm_open(const struct lab_case *c, const struct lab_card *card, struct problem *why) {
    it.windows = (unsigned)c->size;
    it.blocks = card->sms;
    it.moment.assign(it.windows + 1, {});
    const unsigned checked = it.windows < CHECKED ? it.windows : CHECKED;
    if (!lab_alloc(&it.seen, it.moment.size(), why) ||
        !lab_poison(it.seen, it.moment.size() * sizeof *it.seen, why) || !watch(0, checked, why) ||
        !fetch(why))
        return false;
    for (unsigned i = 0; i < checked; i++) {
        const double ns = (double)(it.moment[i + 1].ns - it.moment[0].ns), due = WINDOW_NS;
        if (!(ns > (i + 0.5) * due) || it.moment[i + 1].clock <= it.moment[i].clock)
            return lab_wrong(why, i, ns, (i + 1) * due);
    }
    it.pause = c->param;
    return true;
}

static bool warm_times(struct lab_time *t, struct problem *why) {
    std::vector<double> hz;
    if (!fetch(why)) return false;
    for (unsigned i = 0; i < it.windows; i++)
        hz.push_back((double)(it.moment[i + 1].clock - it.moment[i].clock) /
                     ((double)(it.moment[i + 1].ns - it.moment[i].ns) * 1e-9));
    std::vector<double> last(hz.end() - std::max<size_t>(1, hz.size() / 4), hz.end());
    std::sort(last.begin(), last.end());
    const double level = last[last.size() / 2];
    size_t settled = hz.size();
    while (settled && fabs(hz[settled - 1] - level) <= BAND * level)
        settled--;
    if (settled == hz.size()) return problem_say(why, "the clock did not settle in the time given");
    t->seconds = (double)(it.moment[settled + 1].ns - it.moment[0].ns) * 1e-9;
    t->cycles = NAN;
    t->hz = hz[0];
    return true;
}

extern "C" const struct lab warm_lab = {"warm.cu", warm_open, warm_launch, warm_times, NULL};
