/* http -- answers requests for what is shown (shown.h), on the loopback interface alone.
 *
 * Nothing is read from the disk for a request: a path is looked up among the files of the site in memory, so
 * that no path can lead anywhere else. GET and HEAD only. A request whose Host is not this machine
 * is refused: a page of another site may have had its own name point here (DNS rebinding).
 *
 *     /any/path/          a file of the site; into HTML goes a script, in front of </body>
 *     /-/reload.js        the script (reload.js)
 *     /-/state?…          JSON, as soon as something is new for the page that asks:
 *                         page=/its/address/  from=BUILD of its bytes  seen=BUILD it knows  missing=…
 *
 * No thread: the caller polls `fd` for at most http_wait() and then calls http_run(). */
#pragma once

#include "serve/shown.h"

struct MHD_Daemon;
struct MHD_Connection;

struct http {
    struct shown shown;
    struct MHD_Daemon *daemon;
    int fd;
    unsigned port;
    struct MHD_Connection **waiting; /* for news */
    size_t waiting_count;
};

/* Listens on the first free port from `port` on, or on any. False and errno. */
bool http_open(struct http *http, unsigned port);
int http_wait(const struct http *http); /* milliseconds, for poll() */
void http_run(struct http *http);
/* Takes the result of a build, and answers those that wait for news. */
bool http_show(struct http *http, struct text result, const char *ended);
/* Answers all that wait, so that those which have gone are noticed. */
void http_wake(struct http *http);
void http_close(struct http *http);
