/* cuda_ask.cu -- every question about the card, the build and the host, answered with text. */
#include "backend_cuda.cuh"

#include <algorithm>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

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

/* The store that L1 and shared memory are parts of; from NVIDIA's tuning guides for Ampere (A100),
 * Ada, Hopper and Blackwell. No call of the runtime returns it. */
static const struct {
    int major, minor;
    double bytes;
} unified[] = {{8, 0, 192 << 10}, {8, 9, 128 << 10}, {9, 0, 256 << 10}, {10, 0, 256 << 10}};

static bool ask_unified(const struct cuda *u, char text[ANSWER_TEXT]) {
    for (const auto &e : unified)
        if (e.major == u->prop.major && e.minor == u->prop.minor) return number(text, e.bytes);
    return no(text, "the runtime does not tell, and no table here has this compute capability");
}

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
    if (strcmp(name, "unified.sm") == 0) return ask_unified(u, text);
    if (strcmp(name, "dram") == 0) return number(text, (double)u->prop.totalGlobalMem);
    if (strcmp(name, "registers.thread") == 0) {
        double value = 0;
        struct problem why = {"", false};
        const struct lab *lab = cuda_lab("registers", strlen("registers"));
        return lab->property(2, "registers", &value, &why) ? number(text, value)
                                                                    : no(text, why.text);
    }
    return nvml_ask(&u->nvml, name, text);
}

static bool ask_host(char text[ANSWER_TEXT]) {
    struct utsname system;
    char model[HOST_CPU];
    host_cpu("/proc/cpuinfo", model);
    if (uname(&system) != 0) return no(text, "uname failed");
    snprintf(text, ANSWER_TEXT, "%ld x %s, %.20s %.60s %.20s", sysconf(_SC_NPROCESSORS_ONLN), model,
             system.sysname, system.release, system.machine);
    return true;
}

/* "property.registers.1.blocks": lab, variant, name. */
static bool ask_property(const char *rest, char text[ANSWER_TEXT]) {
    const char *dot = strchr(rest, '.'), *second = dot ? strchr(dot + 1, '.') : NULL;
    const struct lab *lab = dot ? cuda_lab(rest, (size_t)(dot - rest)) : NULL;
    struct problem why = {"no such property", false};
    double value = 0;
    if (second && lab && lab->property &&
        lab->property((int)strtol(dot + 1, NULL, 10), second + 1, &value, &why))
        return number(text, value);
    return no(text, why.text);
}

/* "message.shared" and "message.shared.name": the runtime's text for that error, and its name. */
static bool ask_message(const struct cuda *u, const char *rest, char text[ANSWER_TEXT]) {
    static const char *const faults[] = {"misaligned", "illegal"};
    char name[32];
    const char *dot = strchr(rest, '.');
    snprintf(name, sizeof name, "%.*s", (int)strcspn(rest, "."), rest);
    for (const char *fault : faults)
        if (strcmp(name, fault) == 0)
            return fault_message(u->device, name, dot != NULL, text, ANSWER_TEXT);
    return limits_message(name, dot != NULL, text, ANSWER_TEXT);
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
        return cudaRuntimeGetVersion(&version) == cudaSuccess &&
               snprintf(text, ANSWER_TEXT, "%d.%d", version / 1000, version % 1000 / 10) > 0;
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

bool cuda_ask(void *self, const char *name, char text[ANSWER_TEXT]) {
    struct cuda *u = (struct cuda *)self;
    if (strncmp(name, "fact.", 5) == 0) return ask_fact(u, name + 5, text);
    if (strncmp(name, "card.", 5) == 0) return ask_card(u, name + 5, text);
    if (strncmp(name, "run.", 4) == 0) return ask_run(u, name + 4, text);
    if (strncmp(name, "message.", 8) == 0) return ask_message(u, name + 8, text);
    if (strncmp(name, "property.", 9) == 0) return ask_property(name + 9, text);
    if (strncmp(name, "sha256.", 7) == 0) {
        for (const struct build_source *const *s = build_sources; *s; s++)
            if (strcmp((*s)->file, name + 7) == 0)
                return snprintf(text, ANSWER_TEXT, "%s", (*s)->sha256) > 0;
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
