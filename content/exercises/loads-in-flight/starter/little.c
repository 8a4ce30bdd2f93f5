/* little.c -- where to start: one command is read; the law is missing. */
#include <stdio.h>

// region: little
/* Bytes in flight for a rate in GB/s and a latency in ns. This is yours to write. */
static unsigned long long in_flight(unsigned long long rate, unsigned long long latency) {
    (void)latency;
    return rate;
}
// endregion

int main(void) {
    unsigned long long rate, latency, bytes, sms;
    char line[256], more;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "little %llu %llu %llu %llu %c", &rate, &latency, &bytes, &sms, &more) != 4) {
            printf("error: little: RATE LATENCY BYTES SMS (GB/s, ns, bytes a load)\n");
            continue;
        }
        unsigned long long flying = in_flight(rate, latency), loads = flying / bytes; /* rounded up? */
        printf("little: %llu bytes in flight, %llu loads, %llu on each SM\n", flying, loads,
               loads / sms);
    }
    return 0;
}
