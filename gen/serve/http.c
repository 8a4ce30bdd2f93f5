/* http -- see http.h. */
#define _GNU_SOURCE
#include "serve/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <microhttpd.h>

#include "base/utf8.h"

enum {
    CONNECTIONS = 4000, /* at once; more wait until one is closed */
    WAITING = 500,      /* of these, for news */
    IDLE_SECONDS = 10,  /* then a connection on which nothing moves is closed */
    PORTS = 20          /* tried in a row before any will do */
};

/* The Makefile writes the bytes of reload.js as numbers. */
static const char script[] = {
#include "build/reload_js.h"
    0};

/* ---- answers --------------------------------------------------------------------------------- */

/* What belongs to every answer. Nothing is kept by a browser without asking again. */
static struct MHD_Response *response_of(struct text bytes, const char *type) {
    struct MHD_Response *response = MHD_create_response_from_buffer(
        bytes.len, (void *)(bytes.len ? bytes.ptr : ""), MHD_RESPMEM_MUST_COPY);
    if (!response) memory_failed();
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-cache");
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
    return response;
}

static enum MHD_Result send_once(struct MHD_Connection *connection, unsigned status,
                                 struct MHD_Response *response) {
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result send_words(struct MHD_Connection *connection, unsigned status,
                                  const char *words) {
    struct MHD_Response *response = response_of(text_of(words), "text/plain; charset=utf-8");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
    return send_once(connection, status, response);
}

static const char *type_of(struct text path) {
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".json", "application/json"},
        {".xml", "application/xml"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".wasm", "application/wasm"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/markdown; charset=utf-8"},
        {".csv", "text/csv; charset=utf-8"},
        {".pdf", "application/pdf"},
        {".webmanifest", "application/manifest+json"},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (text_ends(path, types[i][0])) return types[i][1];
    return "application/octet-stream";
}

/* The page with the script that reloads it. `missing`: what is not there, "page" or "site"; or "". */
static struct MHD_Response *page_response(struct text bytes, size_t from, const char *missing) {
    static const char end[] = "</body>";
    size_t at = bytes.len;
    for (size_t found = 0; (found = text_find(bytes, end, found)) != SIZE_MAX; found++)
        at = found;
    struct buf out = {0};
    buf_view(&out, text_cut(bytes, 0, at));
    buf_printf(&out,
               "<script src=\"/-/reload.js\" data-from=\"%zu\" data-missing=\"%s\"></script>\n",
               from, missing);
    buf_view(&out, text_cut(bytes, at, bytes.len));
    struct MHD_Response *response = response_of(buf_text(&out), type_of(TEXT(".html")));
    buf_free(&out);
    return response;
}

/* Made once: it stays for as long as somebody is being sent it, whatever is shown meanwhile. */
static struct MHD_Response *file_response(const struct shown *shown, struct shown_file *file) {
    char tag[32];
    size_t changed = shown_changed(shown, file);
    if (file->response) return file->response;
    file->response = text_ends(file->path, ".html") ? page_response(file->bytes, changed, "")
                                                    : response_of(file->bytes, type_of(file->path));
    snprintf(tag, sizeof tag, "\"%zu\"", changed);
    MHD_add_response_header(file->response, MHD_HTTP_HEADER_ETAG, tag);
    return file->response;
}

static enum MHD_Result send_file(struct http *http, struct MHD_Connection *connection,
                                 struct shown_file *file) {
    struct MHD_Response *response = file_response(&http->shown, file);
    const char *tag = MHD_get_response_header(response, MHD_HTTP_HEADER_ETAG);
    const char *has =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_IF_NONE_MATCH);
    if (!has || !tag || strcmp(has, tag) != 0)
        return MHD_queue_response(connection, MHD_HTTP_OK, response);
    struct MHD_Response *same = response_of(TEXT(""), type_of(file->path));
    MHD_add_response_header(same, MHD_HTTP_HEADER_ETAG, tag);
    return send_once(connection, MHD_HTTP_NOT_MODIFIED, same);
}

/* A page of the server's own: there is no such file, or no site yet. */
static enum MHD_Result send_missing(struct http *http, struct MHD_Connection *connection,
                                    struct text path) {
    const struct shown *shown = &http->shown;
    const char *title = shown->count   ? "There is no such page"
                        : shown->build ? "There is no site yet"
                                       : "The site is being built";
    struct buf page = {0};
    buf_printf(&page,
               "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
               "<meta name=\"viewport\" content=\"width=device-width\">"
               "<meta name=\"color-scheme\" content=\"light dark\"><title>%s</title></head>\n"
               "<body><h1>%s</h1>\n<p>/",
               title, title);
    buf_html(&page, path);
    buf_str(&page, shown->count ? " is not in the review edition. <a href=\"/\">Home</a></p>\n"
                                : "</p>\n");
    if (shown->messages.len) {
        buf_str(&page, "<pre>");
        buf_html(&page, shown->messages);
        buf_str(&page, "</pre>\n");
    }
    buf_str(&page, "</body></html>\n");
    struct MHD_Response *response =
        page_response(buf_text(&page), shown->build, shown->count ? "page" : "site");
    buf_free(&page);
    return send_once(connection, shown->count ? MHD_HTTP_NOT_FOUND : MHD_HTTP_SERVICE_UNAVAILABLE,
                     response);
}

static enum MHD_Result send_on(struct MHD_Connection *connection, const char *url) {
    struct MHD_Response *response = response_of(TEXT(""), "text/plain; charset=utf-8");
    char place[1024];
    int size = snprintf(place, sizeof place, "%s/", url);
    if (size < 0 || (size_t)size >= sizeof place || strncmp(url, "//", 2) == 0) {
        MHD_destroy_response(response);
        return send_words(connection, MHD_HTTP_NOT_FOUND, "there is no such page\n");
    }
    MHD_add_response_header(response, MHD_HTTP_HEADER_LOCATION, place);
    return send_once(connection, MHD_HTTP_MOVED_PERMANENTLY, response);
}

/* ---- what was asked for ---------------------------------------------------------------------- */

static int hex(char c) {
    const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c | 0x20) : NULL;
    return at && (c >= 'A' || c <= '9') ? (int)(at - digits) : -1;
}

/* Decodes %XX once. False if that is no text: a NUL or another control character, not UTF-8, half a %XX. */
static bool decode(const char *from, char *out, size_t size, struct text *text) {
    size_t length = 0;
    for (; *from; from++) {
        int byte = (unsigned char)*from;
        if (byte == '%') {
            int high = hex(from[1]), low = high < 0 ? -1 : hex(from[2]);
            if (low < 0) return false;
            byte = high * 16 + low;
            from += 2;
        }
        if (length + 1 >= size || byte < ' ' || byte == 0x7f) return false;
        out[length++] = (char)byte;
    }
    uint32_t code;
    *text = (struct text){out, length};
    return utf8_check(*text, &code) == SIZE_MAX;
}

/* The path of a file of the site: that of a folder is its index.html. */
static struct text file_path(struct text address, struct arena *arena) {
    struct text path = text_drop_start(address, "/");
    if (path.len && !text_ends(path, "/")) return path;
    return arena_printf(arena, "%.*sindex.html", TEXT_ARG(path));
}

static enum MHD_Result answer_path(struct http *http, struct MHD_Connection *connection,
                                   const char *url) {
    char room[2048];
    struct text address;
    struct arena arena = {0};
    if (url[0] != '/' || !decode(url, room, sizeof room, &address))
        return send_words(connection, MHD_HTTP_BAD_REQUEST, "this is no address of a page\n");
    struct shown_file *file = shown_find(&http->shown, file_path(address, &arena));
    struct text folder =
        arena_printf(&arena, "%.*s/index.html", TEXT_ARG(text_cut(address, 1, address.len)));
    enum MHD_Result result =
        file ? send_file(http, connection, file)
        : shown_find(&http->shown, folder)
            ? send_on(connection, url)
            : send_missing(http, connection, text_cut(address, 1, address.len));
    arena_free(&arena);
    return result;
}

/* ---- news ------------------------------------------------------------------------------------ */

/* What a page says of itself when it asks for news. */
struct asker {
    char room[2048];
    struct text page;
    size_t from, seen;
    const char *missing;
};

static const char *argument(struct MHD_Connection *connection, const char *name) {
    const char *value = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, name);
    return value ? value : "";
}

static size_t number_of(const char *digits) {
    unsigned long number = 0;
    return text_number(text_of(digits), SIZE_MAX / 2, &number) ? number : 0;
}

static bool read_asker(struct MHD_Connection *connection, struct asker *asker) {
    asker->from = number_of(argument(connection, "from"));
    asker->seen = number_of(argument(connection, "seen"));
    asker->missing = argument(connection, "missing");
    return decode(argument(connection, "page"), asker->room, sizeof asker->room, &asker->page);
}

static bool has_to_reload(const struct http *http, const struct asker *asker) {
    const struct shown *shown = &http->shown;
    struct arena arena = {0};
    if (!shown->count) return false;
    const struct shown_file *file = shown_find(shown, file_path(asker->page, &arena));
    arena_free(&arena);
    if (!file) return strcmp(asker->missing, "page") != 0;
    return *asker->missing || shown_changed(shown, file) > asker->from;
}

static void put_state(const struct http *http, bool reload, struct buf *out) {
    const struct shown *shown = &http->shown;
    buf_printf(out, "{\"build\": %zu, \"reload\": %s, \"errors\": %zu", shown->build,
               reload ? "true" : "false", shown->errors);
    buf_member(out, "ended", text_of(shown->ended));
    buf_str(out, ", \"mistakes\": ");
    buf_view(out, shown->mistakes.len ? shown->mistakes : TEXT("[]"));
    buf_str(out, "}\n");
}

/* `woken`: it has waited, and is answered now whatever there is to say. */
static enum MHD_Result answer_state(struct http *http, struct MHD_Connection *connection,
                                    bool woken, void **state) {
    static char waited;
    struct asker asker;
    if (!read_asker(connection, &asker))
        return send_words(connection, MHD_HTTP_BAD_REQUEST, "this is no address of a page\n");
    bool reload = has_to_reload(http, &asker);
    if (!woken && !reload && asker.seen == http->shown.build) {
        if (http->waiting_count == WAITING)
            return send_words(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "too many pages wait\n");
        MHD_suspend_connection(connection);
        http->waiting[http->waiting_count++] = connection;
        *state = &waited;
        return MHD_YES;
    }
    struct buf json = {0};
    put_state(http, reload, &json);
    struct MHD_Response *response = response_of(buf_text(&json), "application/json");
    buf_free(&json);
    return send_once(connection, MHD_HTTP_OK, response);
}

void http_wake(struct http *http) {
    for (size_t i = 0; i < http->waiting_count; i++)
        MHD_resume_connection(http->waiting[i]);
    http->waiting_count = 0;
}

/* ---- requests -------------------------------------------------------------------------------- */

static bool is_this_machine(const struct http *http, const char *host) {
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    char whole[32];
    for (size_t i = 0; host && i < sizeof names / sizeof *names; i++) {
        snprintf(whole, sizeof whole, "%s:%u", names[i], http->port);
        if (strcasecmp(host, whole) == 0) return true;
    }
    return false;
}

/* The library calls this when the head of a request is there, again for its body, if it has one, and again
 * at its end; and once more when a connection that waited goes on. */
static enum MHD_Result answer(void *closure, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *body,
                              size_t *body_size, void **state) {
    static char begun;
    struct http *http = closure;
    (void)version, (void)body;
    if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0)
        return send_words(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "GET and HEAD only\n");
    if (!*state || *body_size) {
        *state = &begun;
        *body_size = 0; /* a body says nothing here */
        return MHD_YES;
    }
    if (!is_this_machine(
            http, MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST)))
        return send_words(connection, MHD_HTTP_FORBIDDEN,
                          "only http://localhost, with the port, is answered\n");
    if (strcmp(url, "/-/state") == 0)
        return answer_state(http, connection, *state != &begun, state);
    if (strcmp(url, "/-/reload.js") != 0) return answer_path(http, connection, url);
    return send_once(connection, MHD_HTTP_OK,
                     response_of((struct text){script, sizeof script - 1}, type_of(TEXT(".js"))));
}

/* Paths and arguments stay as they were sent: decode() sees every byte, the library would end at a NUL. */
static size_t leave_escapes(void *closure, struct MHD_Connection *connection, char *text) {
    (void)closure, (void)connection;
    return strlen(text);
}

/* ---- the daemon ------------------------------------------------------------------------------ */

/* Returns a socket that listens, or -1 and errno. */
static int listen_on(unsigned port) {
    const struct sockaddr_in here = {.sin_family = AF_INET,
                                     .sin_port = htons((uint16_t)port),
                                     .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1;
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(fd, (const struct sockaddr *)&here, sizeof here) == 0 && listen(fd, SOMAXCONN) == 0)
        return fd;
    file_close(fd);
    return -1;
}

static unsigned port_of(int fd) {
    struct sockaddr_in here = {0};
    socklen_t size = sizeof here;
    return getsockname(fd, (struct sockaddr *)&here, &size) == 0 ? ntohs(here.sin_port) : 0;
}

/* As many connections as files may be open, with some to spare. */
static unsigned connection_limit(void) {
    enum { SPARE = 64 };
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return CONNECTIONS / 10;
    rlim_t wanted = CONNECTIONS + SPARE;
    files.rlim_cur = files.rlim_max < wanted ? files.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &files);
    return files.rlim_cur > 2 * SPARE ? (unsigned)files.rlim_cur - SPARE : SPARE;
}

bool http_open(struct http *http, unsigned port) {
    int fd = listen_on(port);
    for (unsigned i = 1; fd < 0 && errno == EADDRINUSE && i <= PORTS; i++)
        fd = listen_on(i < PORTS ? port + i : 0);
    if (fd < 0) return false;
    *http = (struct http){.port = port_of(fd)};
    http->waiting = memory_need(NULL, WAITING * sizeof(struct MHD_Connection *));
    http->daemon =
        MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, answer, http,
                         MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT,
                         connection_limit(), MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
                         MHD_OPTION_UNESCAPE_CALLBACK, leave_escapes, NULL, MHD_OPTION_END);
    if (!http->daemon) return false;
    http->fd = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
    return true;
}

int http_wait(const struct http *http) {
    enum { LONGEST = 1000 };
    MHD_UNSIGNED_LONG_LONG wait;
    if (MHD_get_timeout(http->daemon, &wait) != MHD_YES || wait > LONGEST) return LONGEST;
    return (int)wait;
}

void http_run(struct http *http) {
    MHD_run(http->daemon);
}

bool http_show(struct http *http, struct text result, const char *ended) {
    bool fine = shown_take(&http->shown, result, ended, MHD_destroy_response);
    http_wake(http);
    return fine;
}

void http_close(struct http *http) {
    http_wake(http);
    http_run(http); /* a connection that waits must go on before the daemon may end */
    MHD_stop_daemon(http->daemon);
    shown_free(&http->shown, MHD_destroy_response);
    free(http->waiting);
}
