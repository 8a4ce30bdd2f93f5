/* backend_cuda.cu -- the backend that is a card: questions to the runtime and to NVML, samples by
 * events or by the kernels' own clocks.
 *
 * A sample is: flush the L2 if the probe is cold, stamp every SM's clock, event, launch, event,
 * stamp again, wait. Passes much shorter than the events' own cost (some microseconds) are
 * repeated in one CUDA graph until they fill TARGET_SECONDS, and the time is divided.
 * The SM clock of a sample is cycles over nanoseconds between the two stamps, the median of all
 * SMs; where a kernel counted its own cycles and time, it is taken from those.
 */
#include "backend.h"
#include "build_info.h"
#include "lab.cuh"
#include "nvml.h"

#include <algorithm>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <vector>

static const double TARGET_SECONDS = 1e-3;
static const double EVENT_SECONDS = 2e-4; /* shorter passes are repeated */
enum { STAMP_SLOTS = 1024, MAX_REPEATS = 400, FLUSH_TIMES_L2 = 4 };

struct stamp {
    unsigned long long clock, ns;
};

struct cuda {
    int device;
    struct lab_card card;
    cudaDeviceProp prop;
    char pci[32];
    struct nvml nvml;
    cudaStream_t stream;
    cudaEvent_t begin, finish;
    struct stamp *stamps; /* two rows of STAMP_SLOTS */
    uint4 *flush;
    size_t flush_vectors;
    bool native;       /* machine code of the build, not PTX compiled at start */
    double timer_step; /* seconds between two values of the card's timer */
    /* of the open probe */
    const struct lab *lab;
    int repeats;
    cudaGraphExec_t graph;
};

static const struct {
    const char *name;
    const struct lab *lab;
} known_labs[] = {{"copy", &copy_lab},           {"stride", &stride_lab},
                  {"bank", &bank_lab},           {"transpose", &transpose_lab},
                  {"latency", &latency_lab},     {"registers", &registers_lab},
                  {"local", &local_lab},         {"constant", &constant_lab},
                  {"bandwidth", &bandwidth_lab}, {"sweep", &sweep_lab}};

static const struct lab *find_lab(const char *name, size_t length) {
    for (const auto &l : known_labs)
        if (strlen(l.name) == length && strncmp(l.name, name, length) == 0) return l.lab;
    return NULL;
}

/* ---- kernels of the harness itself ---- */

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

__global__ void timer_kernel(unsigned long long *step) {
    unsigned long long least = ~0ull, last = lab_ns();
    for (int changes = 0; changes < 64;) {
        unsigned long long now = lab_ns();
        if (now != last) {
            least = now - last < least ? now - last : least;
            last = now;
            changes++;
        }
    }
    *step = least;
}

__global__ void spin_kernel(struct lab_span *span, unsigned long long ns) {
    unsigned long long ns0 = lab_ns(), clock0 = lab_clock();
    while (lab_ns() - ns0 < ns) {
    }
    if (threadIdx.x == 0) span[blockIdx.x] = {clock0, lab_clock(), ns0, lab_ns(), lab_sm()};
}

/* ---- starting ---- */

static bool say(struct problem *why, const char *text) {
    snprintf(why->text, sizeof why->text, "%s", text);
    why->fatal = true;
    return false;
}

/* One line for each way in which there is no card (static cudart: 35 stands for "no driver" too,
 * and only the driver version 0 tells the two apart). */
bool cuda_count(int *count, struct problem *why) {
    int driver = 0, runtime = 0;
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    (void)cudaDriverGetVersion(&driver);
    (void)cudaRuntimeGetVersion(&runtime);
    cudaError_t code = cudaGetDeviceCount(count);
    if (code == cudaSuccess && *count > 0) return true;
    if (driver == 0)
        return say(why, "no NVIDIA driver found (libcuda.so.1): install the driver, or in a "
                        "container start it with GPU access");
    if (code == cudaErrorInsufficientDriver) {
        snprintf(why->text, sizeof why->text,
                 "driver supports CUDA %d.%d, this build needs %d.%d: install a newer driver, or "
                 "build with an older toolkit",
                 driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
        return why->fatal = true, false;
    }
    if (code == cudaErrorSystemDriverMismatch)
        return say(why,
                   "the driver and its library differ (updated without a restart?): reboot, or "
                   "reload the nvidia kernel module");
    if (code == cudaErrorNoDevice || code == cudaErrorInvalidDevice || code == cudaSuccess) {
        struct nvml m;
        nvml_start(&m);
        int mig = nvml_mig_cards(&m), cards = nvml_count(&m);
        nvml_stop(&m);
        char seen[40] = "";
        if (cards > 0) snprintf(seen, sizeof seen, "; the driver has %d", cards);
        if (mig > 0)
            snprintf(why->text, sizeof why->text,
                     "MIG mode is on and no slice is visible%s: create one, or name it in "
                     "CUDA_VISIBLE_DEVICES (MIG-<uuid>)",
                     seen);
        else if (visible)
            snprintf(why->text, sizeof why->text,
                     "the driver is there but no card is visible: CUDA_VISIBLE_DEVICES is set to "
                     "\"%.60s\" and may hide it%s",
                     visible, seen);
        else
            snprintf(why->text, sizeof why->text, "the driver is there but finds no card%s", seen);
        return why->fatal = true, false;
    }
    snprintf(why->text, sizeof why->text, "CUDA does not start: %s (code %d)",
             cudaGetErrorString(code), (int)code);
    return why->fatal = true, false;
}

static const int targets[] = {__CUDA_ARCH_LIST__};

static void target_words(char *text, size_t room) {
    size_t used = 0;
    text[0] = '\0';
    for (int t : targets) {
        int n =
            snprintf(text + used, room - used, "%s%d.%d", used ? " " : "", t / 100, t / 10 % 10);
        used = std::min(room - 1, used + (size_t)(n > 0 ? n : 0));
    }
}

/* A kernel that does not exist for this card fails here, before anything is timed. */
static bool check_code(struct cuda *u, struct problem *why) {
    cudaFuncAttributes a;
    cudaError_t code = cudaFuncGetAttributes(&a, stamp_kernel);
    int cc = u->prop.major * 10 + u->prop.minor;
    if (code == cudaErrorNoKernelImageForDevice || code == cudaErrorInvalidDeviceFunction ||
        code == cudaErrorUnsupportedPtxVersion || code == cudaErrorInvalidPtx) {
        char have[80];
        target_words(have, sizeof have);
        snprintf(why->text, sizeof why->text,
                 "these kernels have no code for compute capability %d.%d (built for %s): rebuild "
                 "with make measure NVCC_ARCH=-arch=sm_%d",
                 u->prop.major, u->prop.minor, have, cc);
        return why->fatal = true, false;
    }
    LAB_TRY(code);
    bool native = false;
    for (int t : targets)
        native = native || (t / 100 == u->prop.major && t / 10 % 10 <= u->prop.minor);
    u->native = native;
    if (!native)
        fprintf(stderr,
                "note: no machine code for compute capability %d.%d in this build; the "
                "driver compiles PTX at start\n",
                u->prop.major, u->prop.minor);
    return true;
}

static bool measure_timer(struct cuda *u, struct problem *why) {
    unsigned long long *device, step = 0;
    LAB_TRY(cudaMalloc((void **)&device, sizeof *device));
    timer_kernel<<<1, 1>>>(device);
    LAB_TRY(cudaGetLastError());
    LAB_TRY(cudaMemcpy(&step, device, sizeof step, cudaMemcpyDeviceToHost));
    LAB_TRY(cudaFree(device));
    u->timer_step = (double)step * 1e-9;
    return true;
}

static bool start(struct cuda *u, int device, struct problem *why) {
    int count = 0;
    if (!cuda_count(&count, why)) return false;
    if (device < 0 || device >= count) {
        snprintf(why->text, sizeof why->text, "no card number %d: there %s %d, numbered from 0",
                 device, count == 1 ? "is" : "are", count);
        return why->fatal = true, false;
    }
    u->device = device;
    LAB_TRY(cudaSetDevice(device));
    LAB_TRY(cudaGetDeviceProperties(&u->prop, device));
    LAB_TRY(cudaDeviceGetPCIBusId(u->pci, sizeof u->pci, device));
    u->card.sms = u->prop.multiProcessorCount;
    u->card.l2 = (uint64_t)u->prop.l2CacheSize;
    u->card.shared_sm = u->prop.sharedMemPerMultiprocessor;
    if (!check_code(u, why)) return false;
    if (nvml_start(&u->nvml)) nvml_select(&u->nvml, u->pci);
    LAB_TRY(cudaStreamCreateWithFlags(&u->stream, cudaStreamNonBlocking));
    LAB_TRY(cudaEventCreate(&u->begin));
    LAB_TRY(cudaEventCreate(&u->finish));
    LAB_TRY(cudaMalloc((void **)&u->stamps, 2 * STAMP_SLOTS * sizeof *u->stamps));
    return measure_timer(u, why);
}

/* ---- questions ---- */

static bool no(char text[ANSWER_TEXT], const char *reason) {
    snprintf(text, ANSWER_TEXT, "%s", reason);
    return false;
}

static bool number(char text[ANSWER_TEXT], double value) {
    snprintf(text, ANSWER_TEXT, "%.17g", value);
    return true;
}

static const struct {
    const char *name;
    enum cudaDeviceAttr attribute;
    double scale;
} attributes[] = {{"sms", cudaDevAttrMultiProcessorCount, 1},
                  {"registers", cudaDevAttrMaxRegistersPerMultiprocessor, 1},
                  {"registers.block", cudaDevAttrMaxRegistersPerBlock, 1},
                  {"threads.sm", cudaDevAttrMaxThreadsPerMultiProcessor, 1},
                  {"threads.block", cudaDevAttrMaxThreadsPerBlock, 1},
                  {"blocks.sm", cudaDevAttrMaxBlocksPerMultiprocessor, 1},
                  {"warp", cudaDevAttrWarpSize, 1},
                  {"shared.sm", cudaDevAttrMaxSharedMemoryPerMultiprocessor, 1},
                  {"shared.block", cudaDevAttrMaxSharedMemoryPerBlock, 1},
                  {"shared.optin", cudaDevAttrMaxSharedMemoryPerBlockOptin, 1},
                  {"shared.reserved", cudaDevAttrReservedSharedMemoryPerBlock, 1},
                  {"l2", cudaDevAttrL2CacheSize, 1},
                  {"l2.persisting", cudaDevAttrMaxPersistingL2CacheSize, 1},
                  {"window", cudaDevAttrMaxAccessPolicyWindowSize, 1},
                  {"constant", cudaDevAttrTotalConstantMemory, 1},
                  {"bus", cudaDevAttrGlobalMemoryBusWidth, 1},
                  {"clock.sm", cudaDevAttrClockRate, 1e3},
                  {"clock.memory", cudaDevAttrMemoryClockRate, 1e3},
                  {"ecc", cudaDevAttrEccEnabled, 1}};

static bool ask_fact(struct cuda *u, const char *name, char text[ANSWER_TEXT]) {
    for (const auto &a : attributes) {
        int value = 0;
        if (strcmp(a.name, name) != 0) continue;
        cudaError_t code = cudaDeviceGetAttribute(&value, a.attribute, u->device);
        if (code == cudaSuccess && (value > 0 || a.scale == 1))
            return number(text, value * a.scale);
        (void)cudaGetLastError();
        if (strncmp(name, "clock.", 6) == 0) /* newer drivers leave these to NVML */
            return nvml_ask(&u->nvml, name, text);
        snprintf(text, ANSWER_TEXT, "the runtime does not report it (%s)",
                 cudaGetErrorString(code));
        return false;
    }
    if (strcmp(name, "dram") == 0) return number(text, (double)u->prop.totalGlobalMem);
    if (strcmp(name, "registers.thread") == 0) {
        double value = 0;
        struct problem why = {"", false};
        return registers_lab.property(2, "registers", &value, &why) ? number(text, value)
                                                                    : no(text, why.text);
    }
    return nvml_ask(&u->nvml, name, text);
}

static bool ask_host(char text[ANSWER_TEXT]) {
    struct utsname system;
    char line[256], model[128] = "unknown processor";
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
            snprintf(model, sizeof model, "%.100s", strchr(line, ':') + 2);
            model[strcspn(model, "\n")] = '\0';
            break;
        }
    if (f) fclose(f);
    if (uname(&system) != 0) return no(text, "uname failed");
    snprintf(text, ANSWER_TEXT, "%ld x %s, %.20s %.60s %.20s", sysconf(_SC_NPROCESSORS_ONLN), model,
             system.sysname, system.release, system.machine);
    return true;
}

static bool ask_version(int version, char text[ANSWER_TEXT]) {
    snprintf(text, ANSWER_TEXT, "%d.%d", version / 1000, version % 1000 / 10);
    return true;
}

/* "property.registers.1.blocks": lab, variant, name. */
static bool ask_property(const char *rest, char text[ANSWER_TEXT]) {
    const char *dot = strchr(rest, '.'), *second = dot ? strchr(dot + 1, '.') : NULL;
    const struct lab *lab = dot ? find_lab(rest, (size_t)(dot - rest)) : NULL;
    struct problem why = {"no such property", false};
    double value = 0;
    if (second && lab && lab->property &&
        lab->property((int)strtol(dot + 1, NULL, 10), second + 1, &value, &why))
        return number(text, value);
    return no(text, why.text);
}

/* The flags that made the code which runs here: of all -gencode pairs of the build only the one of
 * this card's machine code (or PTX) is named. */
static bool ask_flags(const struct cuda *u, char text[ANSWER_TEXT]) {
    char ran[32], word[160];
    cudaFuncAttributes a;
    size_t used = 0;
    if (cudaFuncGetAttributes(&a, stamp_kernel) != cudaSuccess)
        return no(text, "the runtime does not say which code it runs");
    snprintf(ran, sizeof ran, u->native ? "code=sm_%d" : "code=compute_%d",
             u->native ? a.binaryVersion : a.ptxVersion);
    text[0] = '\0';
    for (const char *p = build_flags; *p;) {
        bool pair = strncmp(p, "-gencode ", 9) == 0;
        size_t length = strcspn(p + (pair ? 9 : 0), " ") + (pair ? 9 : 0);
        snprintf(word, sizeof word, "%.*s", (int)length, p);
        if (!pair || strstr(word, ran)) {
            int n = snprintf(text + used, ANSWER_TEXT - used, "%s%s", used ? " " : "", word);
            used = std::min((size_t)ANSWER_TEXT - 1, used + (size_t)(n > 0 ? n : 0));
        }
        p += length + strspn(p + length, " ");
    }
    return true;
}

static bool ask_run(struct cuda *u, const char *name, char text[ANSWER_TEXT]) {
    int version = 0;
    if (strcmp(name, "date") == 0) {
        time_t now = time(NULL);
        struct tm t;
        gmtime_r(&now, &t);
        return strftime(text, ANSWER_TEXT, "%Y-%m-%dT%H:%M:%SZ", &t) > 0;
    }
    if (strcmp(name, "cuda") == 0)
        return cudaRuntimeGetVersion(&version) == cudaSuccess && ask_version(version, text);
    if (strcmp(name, "cuda.driver") == 0)
        return cudaDriverGetVersion(&version) == cudaSuccess && ask_version(version, text);
    if (strcmp(name, "compiler") == 0) {
        snprintf(text, ANSWER_TEXT, "nvcc %d.%d.%d", __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__,
                 __CUDACC_VER_BUILD__);
        return true;
    }
    if (strcmp(name, "flags") == 0) return ask_flags(u, text);
    if (strcmp(name, "commit") == 0)
        return build_commit[0] ? snprintf(text, ANSWER_TEXT, "%s", build_commit) > 0
                               : no(text, build_commit_missing);
    if (strcmp(name, "host") == 0) return ask_host(text);
    if (strcmp(name, "timer") == 0) return number(text, u->timer_step);
    return no(text, "not known");
}

static bool ask_card(struct cuda *u, const char *name, char text[ANSWER_TEXT]) {
    if (strcmp(name, "name") == 0) return snprintf(text, ANSWER_TEXT, "%s", u->prop.name) > 0;
    if (strcmp(name, "capability") == 0)
        return snprintf(text, ANSWER_TEXT, "%d.%d", u->prop.major, u->prop.minor) > 0;
    if (strcmp(name, "pci") == 0) return snprintf(text, ANSWER_TEXT, "%s", u->pci) > 0;
    if (strcmp(name, "uuid") == 0) { /* the runtime's: a slice has one of its own */
        for (int i = 0; i < 16; i++)
            snprintf(text + 2 * i, ANSWER_TEXT - 2 * (size_t)i, "%02x",
                     (unsigned char)u->prop.uuid.bytes[i]);
        return true;
    }
    return no(text, "not known");
}

static bool cuda_ask(void *self, const char *name, char text[ANSWER_TEXT]) {
    struct cuda *u = (struct cuda *)self;
    if (strncmp(name, "fact.", 5) == 0) return ask_fact(u, name + 5, text);
    if (strncmp(name, "card.", 5) == 0) return ask_card(u, name + 5, text);
    if (strncmp(name, "run.", 4) == 0) return ask_run(u, name + 4, text);
    if (strncmp(name, "property.", 9) == 0) return ask_property(name + 9, text);
    if (strncmp(name, "sha256.", 7) == 0) {
        for (const struct build_source *s = build_sources; s->file; s++)
            if (strcmp(s->file, name + 7) == 0)
                return snprintf(text, ANSWER_TEXT, "%s", s->sha256) > 0;
        return no(text, "not part of the build");
    }
    if (strcmp(name, "free") == 0) {
        size_t free_now = 0, total = 0;
        if (cudaMemGetInfo(&free_now, &total) != cudaSuccess)
            return no(text, "cudaMemGetInfo failed");
        return number(text, (double)free_now);
    }
    return nvml_ask(&u->nvml, name, text);
}

/* ---- samples ---- */

static double host_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
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
    const struct lab *lab = find_lab(p->lab, strlen(p->lab));
    u->repeats = 0;
    if (strcmp(p->lab, "spin") == 0) return true;
    if (!lab) return say(why, "no such experiment in this build");
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

/* Keeps the card busy for 5 ms and says what clock it ran at. */
static bool spin(struct cuda *u, struct sample *s, struct problem *why) {
    static struct lab_span *span;
    struct lab_time t = {NAN, NAN, NAN};
    if (!span) LAB_TRY(cudaMalloc((void **)&span, (size_t)u->card.sms * sizeof *span));
    spin_kernel<<<u->card.sms, 128, 0, u->stream>>>(span, 5000000);
    LAB_TRY(cudaGetLastError());
    LAB_TRY(cudaStreamSynchronize(u->stream));
    if (!lab_read_spans(span, u->card.sms, false, &t, why)) return false;
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
    double began = host_now();
    bool ok;
    if (strcmp(p->lab, "spin") == 0) {
        ok = spin(u, s, why);
    } else {
        ok = one_sample(u, p, s, why);
        if (ok && u->repeats == 0) ok = settle_repeats(u, p, s->seconds, why);
    }
    s->seconds = digits(s->seconds, 7); /* more than any timer here has */
    s->cycles = digits(s->cycles, 7);
    s->hz = digits(s->hz, 6);
    s->wall = digits(host_now() - began, 2);
    return ok;
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
    if (u->stream) (void)cudaStreamDestroy(u->stream);
    free(u);
}

bool cuda_backend(struct backend *b, int device, struct problem *why) {
    struct cuda *u = (struct cuda *)calloc(1, sizeof *u);
    *b = {};
    if (!u) return say(why, "out of memory");
    if (!start(u, device, why)) {
        if (strstr(why->text, "out of memory"))
            say(why, "too little device memory is free to start CUDA: end what else uses the card");
        nvml_stop(&u->nvml);
        free(u);
        return false;
    }
    *b = {u, cuda_ask, cuda_open, cuda_sample, cuda_close, cuda_watch, cuda_end};
    return true;
}
