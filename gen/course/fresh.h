/* fresh -- how long ago the pages were checked and their sources looked up.
 *
 * What was right stays published when it grows old: the page says so, the desk lists it, and `gen check
 * --strict` makes it an error. The limit is `fresh-days` of content/site.yaml; with 0 nothing grows old. */
#pragma once

#include "course/course.h"

/* Sets what is stale of every entry. With options->fresh each published page that is stale is an error, at
 * the day that is too old. */
void fresh_see(struct course *course, const struct course_options *options, struct diags *diags);
