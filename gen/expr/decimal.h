/*
 * decimal.h -- the one place where binary and decimal meet. Private to gen/expr.
 *
 * Both directions are exact: they go through integers of up to 2,304 bits and round once.
 */
#pragma once

#include "expr.h"

/* 2^1024 scaled by what units and forms may ask for has fewer digits than this. */
#define EXPR_DIGITS_TEXT 384

/* A whole number in decimal. Zero is the one digit 0; there are no leading zeros. */
struct expr_digits {
    char text[EXPR_DIGITS_TEXT];
    int count;
    bool exact; /* nothing was rounded away */
};

/* |number| * 10^ten * 2^two, rounded to a whole number, halves up. `number` is finite. The product
 * must stay under 2^1200; beyond -360..360 `ten` is cut there, beyond -400..400 `two`. */
void expr_decimal_round(double number, int ten, int two, struct expr_digits *out);

/* digits * 10^ten * 2^two, the first digit not 0, as the nearest double, ties to even. False: not zero, yet outside of the
 * normal doubles, or more than EXPR_DECIMAL_DIGITS digits. */
#define EXPR_DECIMAL_DIGITS 40
bool expr_decimal_read(const char *digits, size_t count, int ten, int two, double *out);

bool expr_is_finite(double number);
