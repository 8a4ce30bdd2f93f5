/* backend_cuda.cu -- the backend that is a card: opens labs and takes samples, by events or by
 * the kernels' own clocks.
 *
 * A sample is: flush the L2 if the probe is cold, stamp every SM's clock, event, launch, event,
 * stamp again, wait. Passes much shorter than the events' own cost (some microseconds) are
 * repeated in one CUDA graph until they fill TARGET_SECONDS, and the time is divided.
 * The SM clock of a sample is cycles over nanoseconds between the two stamps, the median of all
 * SMs; where a kernel counted its own cycles and time, it is taken from those.
 */
#include "backend_cuda.cuh"

#include <algorithm>
#include <cuda_profiler_api.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <vector>

static const double TARGET_SECONDS = 1e-3;
static const double EVENT_SECONDS = 2e-4; /* shorter passes are repeated */
enum { MAX_REPEATS = 400, FLUSH_TIMES_L2 = 4 };

const struct lab *cuda_lab(const char *name, size_t length) {
    for (const struct build_source *const *s = build_sources; *s; s++)
        if (strncmp((*s)->file, name, length) == 0 && strcmp((*s)->file + length, ".cu") == 0)
            return (*s)->lab;
    return NULL;
}

__global__ void stamp_kernel(struct stamp *stamps) {
    if (threadIdx.x == 0 && lab_sm() < STAMP_SLOTS) {
        struct stamp s = {lab_clock(), lab_ns()};
        stamps[lab_sm()] = s;
    }
}

__global__ void flush_kernel(const uint4 *in, size_t vectors, uint32_t never) {
    size_t step = (size_t)gridDim.x * blockDim.x;
    uint32_t sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < vectors; i += step) {
        uint4 v = in[i];
        sum += v.x ^ v.y ^ v.z ^ v.w;
    }
    if (sum == never) ((uint32_t *)in)[0] = sum;
}

__global__ void spin_kernel(struct lab_span *span, unsigned long long ns) {
    unsigned long long ns0 = lab_ns(), clock0 = lab_clock();
    while (lab_ns() - ns0 < ns) {
    }
    if (threadIdx.x == 0) span[blockIdx.x] = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
}

static void cuda_close(void *self, const struct probe *) {
    struct cuda *u = (struct cuda *)self;
    if (u->graph) (void)cudaGraphExecDestroy(u->graph);
    u->graph = NULL;
    u->lab = NULL;
    lab_release();
}

static bool prepare_flush(struct cuda *u, struct problem *why) {
    if (u->flush) return true;
    size_t bytes = (size_t)u->card.l2 * FLUSH_TIMES_L2;
    LAB_TRY(cudaMalloc((void **)&u->flush, bytes));
    LAB_TRY(cudaMemset(u->flush, 0x5a, bytes));
    u->flush_vectors = bytes / sizeof(uint4);
    return true;
}

static bool cuda_open(void *self, const struct probe *p, struct problem *why) {
    struct cuda *u = (struct cuda *)self;
    const struct lab *lab = cuda_lab(p->lab, strlen(p->lab));
    u->repeats = 0;
    if (strcmp(p->lab, "spin") == 0) return true;
    if (!lab) return problem_fatal(why, "no such experiment in this build");
    if ((p->cold && !prepare_flush(u, why)) || !lab->open(&p->c, &u->card, why)) {
        lab_release();
        return false;
    }
    LAB_TRY(cudaDeviceSynchronize());
    u->lab = lab;
    return true;
}

static bool stamp(struct cuda *u, int row, struct problem *why) {
    stamp_kernel<<<2 * u->card.sms, 32, 0, u->stream>>>(u->stamps + row * STAMP_SLOTS);
    LAB_TRY(cudaGetLastError());
    return true;
}

static bool read_clock(struct cuda *u, double *hz, struct problem *why) {
    static struct stamp stamps[2][STAMP_SLOTS];
    std::vector<double> rates;
    LAB_TRY(cudaMemcpy(stamps, u->stamps, sizeof stamps, cudaMemcpyDeviceToHost));
    for (int i = 0; i < STAMP_SLOTS; i++) {
        double ns = (double)(stamps[1][i].ns - stamps[0][i].ns);
        bool both = stamps[0][i].ns && stamps[1][i].ns && stamps[1][i].ns > stamps[0][i].ns;
        if (both && ns * 1e-9 >= 50 * u->timer_step)
            rates.push_back((double)(stamps[1][i].clock - stamps[0][i].clock) / ns * 1e9);
    }
    *hz = NAN;
    if (rates.empty()) return true;
    std::nth_element(rates.begin(), rates.begin() + rates.size() / 2, rates.end());
    *hz = rates[rates.size() / 2];
    return true;
}

/* Chooses how often a short pass is repeated, and builds the graph that does so. */
static bool settle_repeats(struct cuda *u, const struct probe *p, double seconds,
                           struct problem *why) {
    u->repeats = 1;
    if (p->cold || u->lab->read || seconds >= EVENT_SECONDS) return true;
    u->repeats = (int)std::min((double)MAX_REPEATS, ceil(TARGET_SECONDS / std::max(seconds, 1e-6)));
    cudaGraph_t graph;
    LAB_TRY(cudaStreamBeginCapture(u->stream, cudaStreamCaptureModeThreadLocal));
    bool ok = true;
    for (int i = 0; i < u->repeats && ok; i++)
        ok = u->lab->launch(u->stream, why);
    LAB_TRY(cudaStreamEndCapture(u->stream, &graph));
    if (!ok) return false;
    LAB_TRY(cudaGraphInstantiate(&u->graph, graph, 0));
    LAB_TRY(cudaGraphDestroy(graph));
    return true;
}

static bool one_sample(struct cuda *u, const struct probe *p, struct sample *s,
                       struct problem *why) {
    struct lab_time own = {NAN, NAN, NAN};
    float ms = 0;
    LAB_TRY(cudaMemsetAsync(u->stamps, 0, 2 * STAMP_SLOTS * sizeof *u->stamps, u->stream));
    if (p->cold) {
        flush_kernel<<<8 * u->card.sms, 256, 0, u->stream>>>(u->flush, u->flush_vectors, 1);
        LAB_TRY(cudaGetLastError());
    }
    if (!stamp(u, 0, why)) return false;
    LAB_TRY(cudaEventRecord(u->begin, u->stream));
    if (u->graph)
        LAB_TRY(cudaGraphLaunch(u->graph, u->stream));
    else if (!u->lab->launch(u->stream, why))
        return false;
    LAB_TRY(cudaEventRecord(u->finish, u->stream));
    if (!stamp(u, 1, why)) return false;
    LAB_TRY(cudaStreamSynchronize(u->stream));
    LAB_TRY(cudaEventElapsedTime(&ms, u->begin, u->finish));
    if (u->lab->read && !u->lab->read(&own, why)) return false;
    if (!read_clock(u, &s->hz, why)) return false;
    int repeats = u->repeats > 0 && u->graph ? u->repeats : 1;
    s->seconds = isnan(own.seconds) ? (double)ms * 1e-3 / repeats : own.seconds;
    s->cycles = own.cycles;
    if (!isnan(own.hz)) /* both clocks read inside the kernel: the sharper figure */
        s->hz = own.hz;
    return true;
}

/* One launch for a profiler that looks nowhere else. */
static bool counted_launch(struct cuda *u, struct sample *s, struct problem *why) {
    LAB_TRY(cudaProfilerStart());
    if (!u->lab->launch(u->stream, why)) return false;
    LAB_TRY(cudaStreamSynchronize(u->stream));
    LAB_TRY(cudaProfilerStop());
    *s = {NAN, NAN, NAN, NAN};
    return true;
}

/* Keeps the card busy for 5 ms and says what clock it ran at. */
static bool spin(struct cuda *u, struct sample *s, struct problem *why) {
    struct lab_time t = {NAN, NAN, NAN};
    if (!u->spins) LAB_TRY(cudaMalloc((void **)&u->spins, (size_t)u->card.sms * sizeof *u->spins));
    spin_kernel<<<u->card.sms, 128, 0, u->stream>>>(u->spins, 5000000);
    LAB_TRY(cudaGetLastError());
    LAB_TRY(cudaStreamSynchronize(u->stream));
    if (!lab_read_spans(u->spins, u->card.sms, false, &t, why)) return false;
    s->seconds = t.seconds;
    s->cycles = t.cycles;
    s->hz = t.hz;
    return true;
}

/* The value to so many significant digits: recordings and files stay short, and both hold what was
 * really known. */
static double digits(double value, int count) {
    char text[40];
    snprintf(text, sizeof text, "%.*e", count - 1, value);
    return isnan(value) ? value : strtod(text, NULL);
}

static bool cuda_sample(void *self, const struct probe *p, struct sample *s, struct problem *why) {
    struct cuda *u = (struct cuda *)self;
    double began = process_now();
    bool ok;
    if (p->count) return counted_launch(u, s, why);
    if (strcmp(p->lab, "spin") == 0) {
        ok = spin(u, s, why);
    } else {
        ok = one_sample(u, p, s, why);
        if (ok && u->repeats == 0) ok = settle_repeats(u, p, s->seconds, why);
    }
    s->seconds = digits(s->seconds, 7); /* more than any timer here has */
    s->cycles = digits(s->cycles, 7);
    s->hz = digits(s->hz, 6);
    s->wall = digits(process_now() - began, 2);
    return ok;
}

static bool cuda_table(void *, const struct probe *p, struct problem *why) {
    return lab_read_table(p->table, p->cells, why);
}

static void cuda_watch(void *self, struct conditions *c) {
    nvml_watch(&((struct cuda *)self)->nvml, c);
}

static void cuda_end(void *self) {
    struct cuda *u = (struct cuda *)self;
    if (!u) return;
    cuda_close(u, NULL);
    nvml_stop(&u->nvml);
    (void)cudaFree(u->stamps);
    (void)cudaFree(u->flush);
    (void)cudaFree(u->spins);
    if (u->stream) (void)cudaStreamDestroy(u->stream);
    free(u);
}

bool cuda_backend(struct backend *b, int device, struct problem *why) {
    struct cuda *u = (struct cuda *)calloc(1, sizeof *u);
    *b = {};
    if (!u) return problem_fatal(why, "out of memory");
    if (!cuda_start(u, device, why)) {
        if (strstr(why->text, "out of memory"))
            problem_fatal(why, "too little device memory is free to start CUDA: end what else uses "
                               "the card");
        nvml_stop(&u->nvml);
        free(u);
        return false;
    }
    *b = {u, cuda_ask, cuda_open, cuda_sample, cuda_close, cuda_watch, cuda_end, cuda_table};
    return true;
}
