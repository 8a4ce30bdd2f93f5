/* nvml.c -- see nvml.h. Numbers of fields and codes are those of NVIDIA's nvml.h (CUDA 13.0). */
#include "nvml.h"

#include "library.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NVML_OK = 0, NVML_INVALID = 2, NVML_NO_FUNCTION = 13, NVML_MIG_ON = 1 };
enum { CLOCK_SM = 1, CLOCK_MEMORY = 2, TEMPERATURE_GPU = 0 };

/* These have the layout of nvmlFieldValue_t and of the process list's entries. */
union field_number {
    double d;
    unsigned int u;
    unsigned long ul;
    unsigned long long ull;
};
struct field {
    unsigned int id, scope;
    long long timestamp, latency;
    int type, code;
    union field_number value;
};
struct process {
    unsigned int pid;
    unsigned long long memory;
    unsigned int gpu_instance, compute_instance;
};

static const struct {
    const char *name;
    unsigned int field;
} throttles[] = {{"sw_power_cap", 74},
                 {"sync_boost", 76},
                 {"sw_thermal_slowdown", 251},
                 {"hw_thermal_slowdown", 252},
                 {"hw_power_brake", 253}};
enum { THROTTLES = (int)(sizeof throttles / sizeof throttles[0]) };

const char *nvml_throttle_name(int i) {
    return i >= 0 && i < THROTTLES ? throttles[i].name : NULL;
}

#define FIND(m, name, f) library_find((m)->library, (name), &(f), sizeof(f))

static const char *code_text(const struct nvml *m, int code, char *text, size_t room) {
    const char *(*words)(int);
    snprintf(text, room, "NVML: %d (%s)", code,
             FIND(m, "nvmlErrorString", words) ? words(code) : "?");
    return text;
}

bool nvml_start(struct nvml *m) {
    int (*init)(void);
    *m = (struct nvml){0};
    m->library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!m->library || !FIND(m, "nvmlInit_v2", init)) {
        snprintf(m->reason, sizeof m->reason, "NVML: library libnvidia-ml.so.1 not found");
        return false;
    }
    int code = init();
    if (code != NVML_OK) {
        code_text(m, code, m->reason, sizeof m->reason);
        return false;
    }
    m->ready = true;
    return true;
}

void nvml_stop(struct nvml *m) {
    int (*stop)(void);
    if (m->ready && FIND(m, "nvmlShutdown", stop)) stop();
    if (m->library) dlclose(m->library);
    *m = (struct nvml){0};
}

bool nvml_select(struct nvml *m, const char *pci) {
    int (*by_address)(const char *, void **);
    if (!m->ready) return false;
    int code = FIND(m, "nvmlDeviceGetHandleByPciBusId_v2", by_address) ? by_address(pci, &m->device)
                                                                       : NVML_NO_FUNCTION;
    if (code == NVML_OK) return true;
    m->device = NULL;
    code_text(m, code, m->reason, sizeof m->reason);
    return false;
}

int nvml_count(struct nvml *m) {
    int (*count)(unsigned int *);
    unsigned int n = 0;
    if (!m->ready || !FIND(m, "nvmlDeviceGetCount_v2", count) || count(&n) != NVML_OK) return -1;
    return (int)n;
}

int nvml_mig_cards(struct nvml *m) {
    int (*by_index)(unsigned int, void **);
    int (*mode)(void *, unsigned int *, unsigned int *);
    int count = nvml_count(m), on = 0;
    if (count <= 0 || !FIND(m, "nvmlDeviceGetHandleByIndex_v2", by_index) ||
        !FIND(m, "nvmlDeviceGetMigMode", mode))
        return 0;
    for (int i = 0; i < count; i++) {
        void *device;
        unsigned int now = 0, later = 0;
        if (by_index((unsigned int)i, &device) == NVML_OK &&
            mode(device, &now, &later) == NVML_OK && now == NVML_MIG_ON)
            on++;
    }
    return on;
}

/* Most questions have the form f(device, &number). */
static int ask_unsigned(const struct nvml *m, const char *function, unsigned int *value) {
    int (*f)(void *, unsigned int *);
    return FIND(m, function, f) ? f(m->device, value) : NVML_NO_FUNCTION;
}

static int ask_clock(const struct nvml *m, const char *function, int which, unsigned int *mhz) {
    int (*f)(void *, int, unsigned int *);
    return FIND(m, function, f) ? f(m->device, which, mhz) : NVML_NO_FUNCTION;
}

static int ask_text(const struct nvml *m, const char *function, char text[ANSWER_TEXT]) {
    int (*f)(void *, char *, unsigned int);
    return FIND(m, function, f) ? f(m->device, text, ANSWER_TEXT) : NVML_NO_FUNCTION;
}

static int ask_throttle(const struct nvml *m, const char *name, char text[ANSWER_TEXT]) {
    int (*f)(void *, int, struct field *);
    if (!FIND(m, "nvmlDeviceGetFieldValues", f)) return NVML_NO_FUNCTION;
    for (int i = 0; i < THROTTLES; i++) {
        if (strcmp(name, throttles[i].name) != 0) continue;
        struct field v = {.id = throttles[i].field};
        int code = f(m->device, 1, &v);
        code = code == NVML_OK ? v.code : code;
        snprintf(text, ANSWER_TEXT, "%llu", v.value.ull);
        return code;
    }
    return NVML_INVALID;
}

/* A whole number answers these questions; its scale turns it into base units. */
static const struct {
    const char *name, *function;
    int clock; /* 0: it is not asked for one */
    double scale;
} questions[] = {{"clock.sm", "nvmlDeviceGetMaxClockInfo", CLOCK_SM, 1e6},
                 {"clock.memory", "nvmlDeviceGetMaxClockInfo", CLOCK_MEMORY, 1e6},
                 {"power.limit", "nvmlDeviceGetEnforcedPowerLimit", 0, 1e-3},
                 {"pcie.generation", "nvmlDeviceGetMaxPcieLinkGeneration", 0, 1},
                 {"pcie.width", "nvmlDeviceGetMaxPcieLinkWidth", 0, 1}};

static int ask_number(const struct nvml *m, const char *name, char text[ANSWER_TEXT]) {
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        unsigned int value = 0;
        const char *function = questions[i].function;
        if (strcmp(name, questions[i].name) != 0) continue;
        int code = questions[i].clock ? ask_clock(m, function, questions[i].clock, &value)
                                      : ask_unsigned(m, function, &value);
        snprintf(text, ANSWER_TEXT, "%.17g", value * questions[i].scale);
        return code;
    }
    return NVML_INVALID;
}

static int ask_driver(const struct nvml *m, char text[ANSWER_TEXT]) {
    int (*f)(char *, unsigned int);
    return FIND(m, "nvmlSystemGetDriverVersion", f) ? f(text, ANSWER_TEXT) : NVML_NO_FUNCTION;
}

bool nvml_ask(struct nvml *m, const char *name, char text[ANSWER_TEXT]) {
    if (!m->ready || !m->device) {
        snprintf(text, ANSWER_TEXT, "%s", m->reason[0] ? m->reason : "NVML: not started");
        return false;
    }
    int code = strcmp(name, "driver") == 0          ? ask_driver(m, text)
               : strcmp(name, "uuid") == 0          ? ask_text(m, "nvmlDeviceGetUUID", text)
               : strncmp(name, "throttle.", 9) == 0 ? ask_throttle(m, name + 9, text)
                                                    : ask_number(m, name, text);
    if (code != NVML_OK) code_text(m, code, text, ANSWER_TEXT);
    return code == NVML_OK;
}

static int other_processes(const struct nvml *m) {
    int (*f)(void *, unsigned int *, struct process *);
    struct process list[64];
    unsigned int count = 64;
    if (!FIND(m, "nvmlDeviceGetComputeRunningProcesses_v3", f) ||
        f(m->device, &count, list) != NVML_OK)
        return -1;
    /* In a container process ids are those of the host, so ours cannot be told by id: one
     * process is taken to be this one. */
    return count > 1 ? (int)count - 1 : 0;
}

void nvml_watch(struct nvml *m, struct conditions *c) {
    unsigned int value;
    int (*temperature)(void *, int, unsigned int *);
    int (*reasons)(void *, unsigned long long *);
    unsigned long long mask = 0;
    *c = (struct conditions){NAN, NAN, NAN, NAN, 0, -1};
    if (!m->ready || !m->device) return;
    if (ask_clock(m, "nvmlDeviceGetClockInfo", CLOCK_SM, &value) == NVML_OK) c->sm_hz = value * 1e6;
    if (ask_clock(m, "nvmlDeviceGetClockInfo", CLOCK_MEMORY, &value) == NVML_OK)
        c->memory_hz = value * 1e6;
    if (ask_unsigned(m, "nvmlDeviceGetPowerUsage", &value) == NVML_OK) c->watts = value * 1e-3;
    if (FIND(m, "nvmlDeviceGetTemperature", temperature) &&
        temperature(m->device, TEMPERATURE_GPU, &value) == NVML_OK)
        c->celsius = value;
    if ((FIND(m, "nvmlDeviceGetCurrentClocksEventReasons", reasons) ||
         FIND(m, "nvmlDeviceGetCurrentClocksThrottleReasons", reasons)) &&
        reasons(m->device, &mask) == NVML_OK)
        c->reasons = mask;
    c->others = other_processes(m);
}

bool nvml_reason_words(uint64_t reasons, char *text, size_t room) {
    static const struct {
        uint64_t bit;
        const char *words;
    } known[] = {{0x04, "software power cap"},
                 {0x08, "hardware slowdown"},
                 {0x10, "sync boost"},
                 {0x20, "software thermal slowdown"},
                 {0x40, "hardware thermal slowdown"},
                 {0x80, "hardware power brake"}};
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (!(reasons & known[i].bit) || used >= room) continue;
        int n = snprintf(text + used, room - used, "%s%s", used ? ", " : "", known[i].words);
        used += n > 0 ? (size_t)n : 0;
    }
    return used > 0;
}
