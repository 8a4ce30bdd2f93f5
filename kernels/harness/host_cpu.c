/* host_cpu.c -- see host_cpu.h. */
#include "host_cpu.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Reads "Xeon" from "model name\t: Xeon" with the key "model name"; false: another line. */
static bool value_of(const char *line, const char *key, char out[HOST_CPU]) {
    const char *colon = strchr(line, ':');
    if (strncmp(line, key, strlen(key)) != 0 || !colon) return false;
    colon += 1 + strspn(colon + 1, " \t");
    snprintf(out, HOST_CPU, "%.*s", (int)strcspn(colon, "\n"), colon);
    return out[0] != '\0';
}

void host_cpu(const char *cpuinfo, char out[HOST_CPU]) {
    char line[256], maker[HOST_CPU] = "", part[HOST_CPU] = "";
    bool named = false;
    FILE *f = fopen(cpuinfo, "r");
    while (f && !named && !part[0] && fgets(line, sizeof line, f)) {
        named = value_of(line, "model name", out);
        (void)value_of(line, "CPU implementer", maker);
        (void)value_of(line, "CPU part", part);
    }
    if (f) fclose(f);
    if (!named && part[0])
        snprintf(out, HOST_CPU, "Arm, implementer %.30s, part %.30s", maker, part);
    else if (!named)
        snprintf(out, HOST_CPU, "unknown processor");
}
