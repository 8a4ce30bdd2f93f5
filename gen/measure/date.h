/* date -- days of the Gregorian calendar, as they are written in cards and bylines. */
#pragma once

#include "base/arena.h"

/* Reads YYYY-MM-DD of a real day, 1970 to 9999, as days since 1970-01-01. */
bool date_read(struct text text, long *days);

/* Reads such a day, or a time in UTC: 2026-11-29T18:03:07Z. */
bool date_time_read(struct text text, long *days);

/* YYYY-MM-DD of a day since 1970-01-01. */
struct text date_text(long days, struct arena *arena);
