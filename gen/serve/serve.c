/* serve -- see serve.h: the loop that waits for requests, changes, results and signals. */
#define _GNU_SOURCE
#include "serve/serve.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "serve/http.h"
#include "serve/watch.h"

enum {
    PORT = 8000,
    SETTLE_MS = 30,       /* editors change several files in a row */
    BUILD_MS = 60 * 1000, /* a build that takes longer never ends */
    WAKE_MS = 20 * 1000
};

struct server {
    struct http http;
    struct builder builder;
    struct watch watch;
    int signals;
    struct news news;   /* that no build knows yet */
    long long news_at;  /* when the last of it came */
    long long asked_at; /* when the running build began; 0: none runs */
    long long saved_at; /* when the news came that this build is about; 0: it is the first */
    long long woken_at;
    bool ended_late; /* the running build was killed because it took too long */
};

static long long now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- steps of the loop ----------------------------------------------------------------------- */

static void say(const struct server *server, const char *ended, long long took) {
    const struct shown *shown = &server->http.shown;
    if (ended) fprintf(stderr, "the build ended with %s; the site is the last good one\n", ended);
    fwrite(shown->messages.ptr ? shown->messages.ptr : "", 1, shown->messages.len, stderr);
    if (!ended && !shown->errors)
        printf("built in %lld ms\n", took);
    else if (!shown->count)
        fputs("there is no site yet\n", stderr);
    fflush(stdout);
}

static void take_answer(struct server *server) {
    struct arena arena = {0};
    struct text result = {0};
    const char *ended = builder_answer(&server->builder, &arena, &result);
    if (ended && server->ended_late) ended = "no result after a minute";
    if (!http_show(&server->http, result, ended)) ended = "a result that cannot be read";
    long long from = server->saved_at ? server->saved_at : server->asked_at;
    server->asked_at = 0;
    server->ended_late = false;
    say(server, ended, now_ms() - from);
    arena_free(&arena);
}

/* Starts a build if there is news that has settled and none runs. */
static void ask(struct server *server) {
    long long now = now_ms();
    if (!server->news.any || server->asked_at || now - server->news_at < SETTLE_MS) return;
    bool asked = builder_ask(&server->builder, server->news.drop);
    if (!asked) { /* the old builder has died meanwhile, or no process can be started: once more */
        struct arena arena = {0};
        struct text none;
        if (server->builder.pid) builder_answer(&server->builder, &arena, &none);
        arena_free(&arena);
        server->news_at = now;
        return;
    }
    server->saved_at = server->news_at;
    server->asked_at = now;
    server->news = (struct news){0};
}

static void look(struct server *server) {
    struct news news = {0};
    watch_read(&server->watch, &news);
    if (!news.any) return;
    server->news.any = true;
    server->news.drop |= news.drop;
    server->news_at = now_ms();
}

/* Milliseconds until something has to be done that no file announces. */
static int longest_wait(const struct server *server) {
    int wait = http_wait(&server->http);
    if (!server->news.any || server->asked_at) return wait;
    long long left = server->news_at + SETTLE_MS - now_ms();
    return left < 0 ? 0 : left < wait ? (int)left : wait;
}

static void tick(struct server *server) {
    long long now = now_ms();
    if (server->asked_at && now - server->asked_at > BUILD_MS && !server->ended_late) {
        server->ended_late = true;
        builder_kill(&server->builder);
    }
    if (now - server->woken_at > WAKE_MS) {
        server->woken_at = now;
        http_wake(&server->http);
    }
}

static void loop(struct server *server) {
    for (;;) {
        struct pollfd fds[] = {{server->signals, POLLIN, 0},
                               {server->builder.fd, POLLIN, 0},
                               {server->watch.fd, POLLIN, 0},
                               {server->http.fd, POLLIN, 0}};
        if (poll(fds, sizeof fds / sizeof *fds, longest_wait(server)) < 0 && errno != EINTR) return;
        if (fds[0].revents) return;
        if (fds[1].revents) take_answer(server);
        if (fds[2].revents) look(server);
        ask(server);
        tick(server);
        http_run(&server->http);
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Signals that end the server are read from a file; the builder takes its own again. */
static int open_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static bool failed(struct diags *diags, const char *what) {
    diag_file(diags, SEVERITY_ERROR, TEXT("serve"), NULL, "%s: %s", what, strerror(errno));
    return false;
}

bool serve_run(const struct serve *serve, struct diags *diags) {
    struct server server = {.signals = open_signals(), .news = {true, 0}};
    server.builder =
        (struct builder){.root = serve->root, .card = serve->card, .today = serve->today};
    if (server.signals < 0) return failed(diags, "signals cannot be waited for");
    if (!watch_open(&server.watch)) return failed(diags, "files cannot be watched");
    if (!builder_open(&server.builder)) return failed(diags, "memory cannot be shared");
    if (!http_open(&server.http, serve->port ? serve->port : PORT))
        return failed(diags, "no port of 127.0.0.1 can be opened");
    printf("http://localhost:%u/ shows the review edition; Ctrl-C ends it\n", server.http.port);
    fflush(stdout);
    loop(&server);
    builder_close(&server.builder);
    http_close(&server.http);
    watch_close(&server.watch);
    close(server.signals);
    return true;
}
