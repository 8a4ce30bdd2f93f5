/* path -- one order for a newcomer, and what each page needs before it.
 *
 * content/site.yaml names the pages of the path. A page on it may need those before it and no other, and
 * pages may not need each other in a circle. A page beside the path branches off behind the last step
 * that it needs, itself or by what it needs. */
#pragma once

#include "course/links.h"

/* Fills in course->path, and step and branch of every entry. After the lists of all entries. */
void path_resolve(struct links *links);
