/* errata -- what published pages said and should not have: content/errata.yaml. */
#pragma once

#include "course/course.h"

#define ERRATA_PATH "content/errata.yaml"

/* Gives every page its errata, the newest first; after the address book was built. A page that is not there,
 * a day that is none or to come, and a name that is none are errors. */
void errata_give(struct course *course, long today, struct diags *diags);
