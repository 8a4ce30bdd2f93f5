/* little.c -- where to start: one command is read; the law is missing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// region: little
/* Bytes in flight for a rate in GB/s and a latency in ns. This is yours to write. */
static unsigned long long in_flight(unsigned long long rate, unsigned long long latency) {
    (void)latency;
    return rate;
}
// endregion

int main(void) {
    char line[256], *end;
    while (fgets(line, sizeof line, stdin)) {
        unsigned long long n[4] = {0}; /* rate, latency, bytes of a load, SMs */
        int read = 0;
        const char *at = line + strcspn(line, " ");
        for (; read < 4; read++, at = end) {
            n[read] = strtoull(at, &end, 10);
            if (end == at) break;
        }
        if (strncmp(line, "little ", 7) != 0 || read < 4 || n[2] == 0 || n[3] == 0) {
            printf("error: little: RATE LATENCY BYTES SMS (GB/s, ns, bytes a load)\n");
            continue;
        }
        unsigned long long flying = in_flight(n[0], n[1]), loads = flying / n[2]; /* rounded up? */
        printf("little: %llu bytes in flight, %llu loads, %llu on each SM\n", flying, loads,
               loads / n[3]);
    }
    return 0;
}
