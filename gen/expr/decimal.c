/*
 * decimal.c -- double to decimal and back, exactly.
 *
 * A finite double is m * 2^e with an integer m. Scaling it by a power of ten or two and rounding
 * half up needs no fractions: floor(v + 1/2) = (floor(2v) + 1) >> 1, and floor(floor(a / b) / c) =
 * floor(a / (b * c)), so multiplying first and dividing by small numbers afterwards loses nothing.
 * Whether anything was cut off is kept on the side (`rest`).
 */
#include "text.h"

#define LIMBS 72
#define MANTISSA_BITS 53
#define EXPONENT_MAX 1023
#define EXPONENT_MIN (-1022)

/* An unsigned integer, least significant limb first; limbs from `count` on are not used. What does
 * not fit is dropped: callers keep to sizes that do. */
struct big {
    uint32_t limb[LIMBS];
    int count;
};

union bits {
    double number;
    uint64_t word;
};

static void big_set(struct big *big, uint64_t value) {
    big->count = 0;
    for (; value > 0; value >>= 32)
        big->limb[big->count++] = (uint32_t)value;
}

/* Sets big to big * factor + carry. */
static void big_multiply(struct big *big, uint32_t factor, uint32_t carry) {
    uint64_t sum = carry;
    for (int i = 0; i < big->count; i++) {
        sum += (uint64_t)big->limb[i] * factor;
        big->limb[i] = (uint32_t)sum;
        sum >>= 32;
    }
    if (sum > 0 && big->count < LIMBS) big->limb[big->count++] = (uint32_t)sum;
}

/* Sets big to big / divisor; returns the remainder. */
static uint32_t big_divide(struct big *big, uint32_t divisor) {
    uint64_t rest = 0;
    for (int i = big->count; i-- > 0;) {
        rest = rest << 32 | big->limb[i];
        big->limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    while (big->count > 0 && big->limb[big->count - 1] == 0)
        big->count--;
    return (uint32_t)rest;
}

/* Multiplies by 10^power, cut at the point. Returns whether anything was cut off. */
static bool big_tens(struct big *big, int power) {
    enum { MOST = 9 }; /* 10^MOST fits into a limb */
    static const uint32_t tens[MOST + 1] = {1,      10,      100,      1000,      10000,
                                            100000, 1000000, 10000000, 100000000, 1000000000};
    bool rest = false;
    for (int left = power < 0 ? -power : power; left > 0 && big->count > 0; left -= MOST) {
        const uint32_t factor = tens[left < MOST ? left : MOST];
        if (power > 0)
            big_multiply(big, factor, 0);
        else
            rest |= big_divide(big, factor) != 0;
    }
    return rest;
}

/* Multiplies by 2^power, cut at the point: whole limbs first. Returns whether anything was cut off. */
static bool big_shift(struct big *big, int power) {
    const int bits = power < 0 ? -power : power, limbs = bits / 32;
    const uint32_t factor = UINT32_C(1) << bits % 32;
    bool rest = false;
    if (power > 0) {
        big_multiply(big, factor, 0);
        const int count = big->count + limbs < LIMBS ? big->count + limbs : LIMBS;
        for (int i = big->count > 0 ? count : 0; i-- > 0;)
            big->limb[i] = i < limbs ? 0 : big->limb[i - limbs];
        if (big->count > 0) big->count = count;
        return false;
    }
    for (int i = 0; i < limbs && i < big->count; i++)
        rest |= big->limb[i] != 0;
    big->count = big->count > limbs ? big->count - limbs : 0;
    for (int i = 0; i < big->count; i++)
        big->limb[i] = big->limb[i + limbs];
    return (big_divide(big, factor) != 0) | rest;
}

static int big_bits(const struct big *big) {
    if (big->count == 0) return 0;
    int bits = 32 * (big->count - 1);
    for (uint32_t top = big->limb[big->count - 1]; top > 0; top >>= 1)
        bits++;
    return bits;
}

/* Prints the number by dividing it, which leaves it 0. */
static void big_print(struct big *big, struct expr_digits *out) {
    char reversed[EXPR_DIGITS_TEXT];
    int n = 0;
    while (big->count > 0 && n + 9 <= EXPR_DIGITS_TEXT) {
        uint32_t group = big_divide(big, UINT32_C(1000000000));
        for (int i = 0; i < 9 && (big->count > 0 || group > 0); i++) {
            reversed[n++] = (char)('0' + group % 10);
            group /= 10;
        }
    }
    if (n == 0) reversed[n++] = '0';
    out->count = n;
    for (int i = 0; i < n; i++)
        out->text[i] = reversed[n - 1 - i];
}

static int clamp(int value, int limit) {
    return value < -limit ? -limit : value > limit ? limit : value;
}

void expr_decimal_round(double number, int ten, int two, struct expr_digits *out) {
    union bits bits = {.number = number};
    int exponent = (int)(bits.word >> 52 & 0x7FF);
    uint64_t mantissa = bits.word & ((UINT64_C(1) << 52) - 1);
    /* Subnormals have the scale of the smallest normals, without the hidden bit. */
    if (exponent > 0)
        mantissa |= UINT64_C(1) << 52;
    else
        exponent = 1;

    struct big big;
    big_set(&big, mantissa);
    ten = clamp(ten, 360);
    /* One power more than the value, because 2v is what gets floored. */
    int shift = exponent - EXPONENT_MAX - 52 + clamp(two, 400) + 1;

    /* The number is multiplied first, so that nothing is cut off too early. */
    bool rest = false;
    if (ten > 0) big_tens(&big, ten);
    rest |= big_shift(&big, shift);
    if (ten < 0) rest |= big_tens(&big, ten);

    bool odd = big.count > 0 && (big.limb[0] & 1) != 0;
    out->exact = !rest && !odd;
    (void)big_divide(&big, 2);
    if (odd) big_multiply(&big, 1, 1);
    big_print(&big, out);
}

bool expr_decimal_read(const char *digits, size_t count, int ten, int two, double *out) {
    *out = 0;
    if (count == 0) return true;
    /* Such numbers lie far outside of the doubles, so their powers need not be computed. */
    if (count > EXPR_DECIMAL_DIGITS || ten > 320 || ten < -360) return false;

    struct big big = {0};
    for (size_t i = 0; i < count; i++)
        big_multiply(&big, 10, (uint32_t)(digits[i] - '0'));
    if (ten < 0) {
        /* 10^n < 2^(4n): enough extra bits for a quotient of more than 64. */
        int extra = 64 - 4 * ten;
        big_shift(&big, extra);
        two -= extra;
    }
    bool rest = big_tens(&big, ten);

    int drop = big_bits(&big) - (MANTISSA_BITS + 1); /* one bit more, for rounding */
    rest |= big_shift(&big, -drop);
    two += drop + 1;
    uint64_t mantissa = (uint64_t)big.limb[1] << 32 | big.limb[0];
    bool half = (mantissa & 1) != 0;
    mantissa >>= 1;
    if (half && (rest || (mantissa & 1) != 0)) mantissa++;
    if (mantissa >> MANTISSA_BITS) { /* rounded up to the next power of two */
        mantissa >>= 1;
        two++;
    }

    int exponent = two + MANTISSA_BITS - 1;
    if (exponent > EXPONENT_MAX || exponent < EXPONENT_MIN) return false;
    union bits bits = {.word = (uint64_t)(exponent + EXPONENT_MAX) << 52 |
                               (mantissa & ((UINT64_C(1) << 52) - 1))};
    *out = bits.number;
    return true;
}

bool expr_is_finite(double number) {
    union bits bits = {.number = number};
    return (bits.word >> 52 & 0x7FF) != 0x7FF;
}
