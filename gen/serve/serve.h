/* serve -- the preview: builds the review edition, watches what it is made of, and shows it in a browser that
 * reloads itself.
 *
 * The site lies in memory; nothing is written. One process answers and watches, another one builds
 * (builder.h). A build with mistakes, or one that crashed, leaves the last good site where it was. */
#pragma once

#include "serve/builder.h"

struct serve {
    const struct root *root; /* and the working directory */
    const char *card;
    long today;
    unsigned port; /* the first to try */
};

/* Until SIGINT, SIGTERM or SIGHUP. False if it could not begin: a message says why. */
bool serve_run(const struct serve *serve, struct diags *diags);
