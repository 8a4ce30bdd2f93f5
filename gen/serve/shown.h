/* shown -- what the preview shows now: the last site without mistakes, and the mistakes of the last build.
 *
 * Builds are numbered by the clock, so that a page that an earlier server gave out is older than any of this
 * one. A file remembers the build that changed it last: a page in a browser is reloaded only if it, a
 * style, a script or a picture is another one now. */
#pragma once

#include "serve/builder.h"

struct MHD_Response;

struct shown_file {
    struct text path, bytes;
    size_t changed;                /* number of a build */
    struct MHD_Response *response; /* made when it is asked for first; http.c */
};

struct shown {
    size_t build;            /* the last one, with or without mistakes */
    size_t assets;           /* the last one that changed something below assets/ */
    struct shown_file *file; /* sorted by path */
    size_t count;            /* 0: there was no site without mistakes yet */
    size_t errors;
    struct text mistakes; /* JSON array */
    struct text messages; /* the same as text, for a browser without scripts */
    const char *ended;    /* how the build ended, if it ended badly; or NULL */
    struct arena arena, site_arena;
};

/* Takes a result; `ended` says how the build ended instead, or is NULL. `release` is called with every
 * response that is not needed any more. Returns false if the bytes are no result. */
bool shown_take(struct shown *shown, struct text result, const char *ended,
                void (*release)(struct MHD_Response *));
void shown_free(struct shown *shown, void (*release)(struct MHD_Response *));
/* NULL if there is none; "glossary/warp/index.html". */
struct shown_file *shown_find(const struct shown *shown, struct text path);
/* The build since which a browser has the newest of this file. */
size_t shown_changed(const struct shown *shown, const struct shown_file *file);
