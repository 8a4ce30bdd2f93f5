/* said -- messages as bytes, to be said again by a run that takes what an earlier one worked out. */
#pragma once

#include "base/diag.h"
#include "base/pack.h"

/* Writes the messages from number `first` on. */
void said_keep(struct pack *pack, const struct diags *diags, size_t first);
/* Adds them. */
void said_again(struct pack *pack, struct diags *diags);
