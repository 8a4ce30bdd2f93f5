/* signers -- who may review, and whether a key of that person has signed what the page says.
 *
 * content/reviewers names them in OpenSSH's form of allowed signers, a line each: a name in quotes, options,
 * a public key. Where the file is, the reviewer of a page counts only with a signature of such a key over
 * the bytes of PAGE.signed, which lies beside it as PAGE.signed.sig. These bytes name site, page, text,
 * author, reviewer and day, so that no signature fits another one of them. Authors need no key: nothing
 * becomes public by their word alone, and the reviewer signs with their name. */
#pragma once

#include "course/course.h"

#define SIGNERS_PATH "content/reviewers"

/* The pages of a course are read, and not yet judged. Fills in `proof` of each for the gate. Mistakes in the
 * file, and no ssh-keygen to verify with, are errors: nothing is published then. */
void signers_verify(const struct course *course, struct entry *const *entry, size_t count,
                    struct diags *diags);
