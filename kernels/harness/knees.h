/* knees.h -- plateaus and knees: where a curve over footprints is level, and where it leaves.
 *
 * A curve is the cost of one access against the bytes of the footprint: cycles, or one over a
 * rate. While a footprint fits a level of the hierarchy the cost stays; past it, it climbs to the
 * next level's.
 *
 * Cost. The median; but where the samples of a point differ by more than PLACES_DIFFER (sweep and
 *   chase measure some footprints at several places in memory), the least: at some place it fits.
 * Plateau. The longest run of neighboring points whose costs lie within BAND of each other and
 *   which does not climb as it goes (SLOPE); then the longest on either side of it, and so on.
 *   Neighboring plateaus that differ by less than STEP are one: noise and the slow drift of DRAM
 *   do not make levels. A single point is no plateau, nor are a few that lie within SPAN of each other.
 * Knee. The footprint at which the cost has gone a fifth (SHARE) of the way from one plateau to the
 *   next, between the two measured points on either side of it, read off on logarithmic axes. A
 *   fifth of the way a level is clearly full, and the blur beyond (hashing, sets) has no say.
 * Bracket. The last measured footprint on the plateau (at most LEFT above its cost) and the measured
 *   one after it: the level ends somewhere between the two, and no figure says where more exactly.
 *   The knee need not lie between them: where a curve climbs slowly it is reached later.
 * Names. The driver says how large the L2 and the L1 (shared memory, all SMs or one) are; they only
 *   tell which plateau is which. What lies between the L2's first plateau and DRAM is called mixed:
 *   in an L2 of two parts an SM's loads go through the near one. A footprint larger than that part
 *   leaves some lines that only DRAM has and some that the far part still holds, so the level is a
 *   mean of two latencies and that of no load (latency.histogram, partition.hit). Where the knees
 *   lie is the curve's own answer, so the two can be compared: knees_check, knees_notes.
 *
 * The functions on curves are pure. Points come in ascending order of footprint, all above zero.
 */
#pragma once

#include "session.h"

enum { CURVE_MOST = 128, PLATEAUS_MOST = 12 };

struct curve {
    size_t count;
    double footprint[CURVE_MOST]; /* bytes */
    double cost[CURVE_MOST];      /* of one access, in any unit */
};

struct plateau {
    size_t first, last; /* points of the curve, both belong to it */
    double cost;        /* median */
};

/* Plateaus in order of footprint; returns how many. */
size_t knees_plateaus(const struct curve *c, struct plateau out[PLATEAUS_MOST]);

struct knee {
    double at, low, high; /* bytes; low and high were measured on either side of it */
};

/* Finds the knee between a plateau and a later one: false if the cost does not rise that far. */
bool knees_between(const struct curve *c, const struct plateau *from, const struct plateau *to,
                   struct knee *out);

/* The levels of one curve. */
enum { AT_L1, AT_L2, AT_MIXED, AT_DRAM, LEVELS };

struct ladder {
    size_t count;
    struct plateau plateau[PLATEAUS_MOST];
    int at[LEVELS]; /* index of the level's plateau, or -1 */
};

/* l1 and l2 are the driver's sizes in bytes; where one is 0 nothing is found. */
void knees_ladder(const struct curve *c, double l1, double l2, struct ladder *out);

/* Fills plateau.read, plateau.cycles, knee.footprint, knee.within and knee.beyond, from sweep.read,
 * and from chase.cycles with edge.cycles. */
void knees_series(struct session *s, struct series *const *made);

/* Marks knee.footprint as suspect if the end of the L2 lies neither within a fifth of what the
 * driver says nor of half of it (a card of two partitions), even allowing for the steps that were
 * measured. Returns how many series it marked. */
int knees_check(struct result *r);

/* The notes compare knees with facts, a line each. */
enum { KNEE_NOTE = 160, KNEE_NOTES = 6 };
struct knee_notes {
    int count;
    char line[KNEE_NOTES][KNEE_NOTE];
};
struct knee_notes knees_notes(const struct result *r);
