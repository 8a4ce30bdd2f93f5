/* fake_driver.c -- stands in for libcuda.so.1 in driver.test: a driver without cards, of the version
 * in DRIVER_VERSION, whose start fails with the code in DRIVER_CODE. */
#include <stdlib.h>
#include <string.h>

int cuInit(unsigned int flags);
int cuDriverGetVersion(int *version);
int cuDeviceGetCount(int *count);
int cuGetExportTable(const void **table, const void *id);
int cuGetProcAddress(const char *name, void **address, int version, unsigned long long flags);
int cuGetProcAddress_v2(const char *name, void **address, int version, unsigned long long flags,
                        int *status);

enum { NOT_FOUND = 500 };

static int from_environment(const char *name, int otherwise) {
    const char *value = getenv(name);
    return value ? (int)strtol(value, NULL, 10) : otherwise;
}

int cuInit(unsigned int flags) {
    (void)flags;
    return from_environment("DRIVER_CODE", 0);
}

int cuDriverGetVersion(int *version) {
    *version = from_environment("DRIVER_VERSION", 13000);
    return 0;
}

int cuDeviceGetCount(int *count) {
    *count = 0;
    return from_environment("DRIVER_CODE", 0);
}

int cuGetExportTable(const void **table, const void *id) {
    (void)id;
    *table = NULL;
    return NOT_FOUND;
}

static int anything(void) {
    return from_environment("DRIVER_CODE", NOT_FOUND);
}

int cuGetProcAddress(const char *name, void **address, int version, unsigned long long flags) {
    (void)version;
    (void)flags;
    if (strcmp(name, "cuInit") == 0)
        *address = (void *)cuInit;
    else if (strcmp(name, "cuDriverGetVersion") == 0)
        *address = (void *)cuDriverGetVersion;
    else if (strcmp(name, "cuDeviceGetCount") == 0)
        *address = (void *)cuDeviceGetCount;
    else if (strncmp(name, "cuGetProcAddress", 16) == 0)
        *address = (void *)cuGetProcAddress;
    else
        *address = (void *)anything;
    return 0;
}

int cuGetProcAddress_v2(const char *name, void **address, int version, unsigned long long flags,
                        int *status) {
    if (status) *status = 0;
    return cuGetProcAddress(name, address, version, flags);
}
