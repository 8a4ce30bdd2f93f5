/* reference.c -- see reference.h. */
#include "reference.h"

#include <math.h>
#include <string.h>

void reference_fold(const float *b, size_t n, size_t period, double *s) {
    memset(s, 0, period * n * sizeof *s);
    for (size_t k = 0; k < n; k++) {
        double *sum = s + k % period * n;
        for (size_t j = 0; j < n; j++)
            sum[j] += (double)b[k * n + j];
    }
}

void reference_row(const float *a, const double *s, size_t n, size_t period, double *row) {
    memset(row, 0, n * sizeof *row);
    for (size_t r = 0; r < period && r < n; r++) {
        double factor = (double)a[r];
        for (size_t j = 0; j < n; j++)
            row[j] += factor * s[r * n + j];
    }
}

bool reference_close(double got, double want, double tolerance) {
    return fabs(got - want) <= tolerance * fabs(want);
}

size_t reference_sectors(size_t offset, size_t lanes) {
    const size_t floats = 8; /* of a sector */
    return (offset % floats + lanes + floats - 1) / floats;
}

/* The passes of lanes that are served at once; `places` of what they take go over all banks. */
static size_t passes_of(const unsigned char *number, size_t lanes, size_t places) {
    enum { NUMBERS = 256, PLACES_MOST = 16 };
    bool asked[NUMBERS] = {false};
    size_t of_place[PLACES_MOST] = {0}, most = 0;
    for (size_t i = 0; i < lanes; i++) {
        const size_t place = number[i] % places;
        of_place[place] += !asked[number[i]];
        asked[number[i]] = true;
        most = of_place[place] > most ? of_place[place] : most;
    }
    return most;
}

enum { LANES = 32, ALL_BANKS = 128 };

static unsigned char number_of(enum lane_order order, unsigned lane) {
    switch (order) {
    case ORDER_ONE: return 0;
    case ORDER_ROW: return (unsigned char)lane;
    case ORDER_SECOND: return (unsigned char)(2 * lane);
    case ORDER_TURNED: return number_of(lane < LANES / 2 ? ORDER_LANES1 : ORDER_LANES2, lane);
    default: break;
    }
    /* Without one of the lane's bits, both lanes that differ in it have one number. */
    const unsigned bit = (unsigned)(order - ORDER_LANES1), low = (1U << bit) - 1;
    return (unsigned char)((lane >> (bit + 1) << bit) | (lane & low));
}

void reference_order(enum lane_order order, unsigned char number[LANES]) {
    for (unsigned lane = 0; lane < LANES; lane++)
        number[lane] = number_of(order, lane);
}

size_t reference_bank_cycles(const unsigned char number[LANES], size_t bytes) {
    return passes_of(number, LANES, ALL_BANKS / bytes);
}

/* Returns whether every lane takes the same as the one whose number differs in that bit. */
static bool in_pairs(const unsigned char number[LANES], size_t bit) {
    for (size_t i = 0; i < LANES; i++)
        if (number[i] != number[i ^ bit]) return false;
    return true;
}

size_t reference_wide(const unsigned char number[LANES], size_t bytes) {
    const size_t places = ALL_BANKS / bytes;
    const size_t part = in_pairs(number, 1) || in_pairs(number, 2) ? 2 * places : places;
    size_t passes = 0;
    for (size_t lane = 0; lane < LANES; lane += part)
        passes += passes_of(number + lane, part, places);
    return passes;
}
