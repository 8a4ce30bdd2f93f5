/* offline -- see offline.h. */
#include "render/offline.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "render/html_parts.h"
#include "render/markup.h"

#define SCRIPTS "assets/js/"

/* ---- links ----------------------------------------------------------------------------------- */

/* "../sector/#use" and "0; url=../sector/": the folder gets the name of its file. */
static bool name_file(void *context, const struct markup_attribute *attribute, struct buf *out) {
    (void)context;
    struct text value = attribute->value, rest = value;
    bool moved = text_is(attribute->name, "content") && text_starts(value, "0; url=");
    if (!moved && !text_is(attribute->name, "href")) return false;
    struct text path = text_next(&rest, '#');
    if (!text_ends(path, "/") || link_is_external(path)) return false;
    buf_printf(out, "%.*sindex.html", TEXT_ARG(path));
    if (rest.ptr) buf_printf(out, "#%.*s", TEXT_ARG(rest));
    return true;
}

/* ---- scripts --------------------------------------------------------------------------------- */

static bool is_module(const struct output_file *file) {
    return text_starts(file->path, SCRIPTS) && text_ends(file->path, ".js");
}

/* The modules' data by their names: globalThis.siteFiles = {"model.wasm": "AGFzbQ…"}. */
static struct text data_script(const struct output *output, struct arena *arena) {
    struct buf out = {0}, room = {0};
    buf_str(&out, "globalThis.siteFiles = {");
    for (size_t i = 0; i < output->count; i++) {
        const struct output_file *file = &output->file[i];
        if (!text_starts(file->path, SCRIPTS) || is_module(file)) continue;
        buf_str(&out, "\n");
        buf_json(&out, text_cut(file->path, sizeof SCRIPTS - 1, file->path.len));
        buf_str(&out, ": \"");
        buf_base64(&out, output_bytes(output, file, &room));
        buf_str(&out, "\",");
    }
    buf_str(&out, "\n};\n");
    buf_free(&room);
    return buf_take(&out, arena);
}

static bool bundle(struct text *bytes, struct text module, const struct root *root,
                   struct arena *arena, struct diags *diags) {
    struct text name = text_cut(module, sizeof SCRIPTS - 1, module.len);
    struct text path = arena_printf(arena, "build/offline/%.*s", TEXT_ARG(name));
    if (file_exists(root, path)) return file_read(root, path, FILE_MAX_TEXT, arena, bytes, diags);
    diag_file(diags, SEVERITY_ERROR, path, "`make offline` makes it, with esbuild",
              "the plain script of a module is missing");
    return false;
}

/* Each module is asked for as a plain script, behind the one with the data. */
static struct text plain_scripts(struct text html, struct arena *arena) {
    static const char module[] = "<script type=\"module\" src=\"";
    struct buf out = {0};
    for (size_t at = 0, found; at < html.len; at = found) {
        found = text_find(html, module, at);
        if (found == SIZE_MAX) found = html.len;
        buf_view(&out, text_cut(html, at, found));
        if (found == html.len) break;
        found += sizeof module - 1;
        size_t end = text_find(html, SCRIPTS, found);
        struct text root = text_cut(html, found, end == SIZE_MAX ? found : end);
        buf_printf(&out,
                   "<script defer src=\"%.*s" SCRIPTS "files.js\"></script>\n<script defer src=\"",
                   TEXT_ARG(root));
    }
    return buf_take(&out, arena);
}

/* To a browser each file is a host of its own, and the policy of the site would forbid all the others. */
static struct text without_policy(struct text html, struct arena *arena) {
    static const char policy[] = "<meta http-equiv=\"Content-Security-Policy\"";
    size_t from = text_find(html, policy, 0), end = SIZE_MAX;
    if (from != SIZE_MAX) end = text_find(html, "\n", from);
    if (end == SIZE_MAX) return html;
    return arena_printf(arena, "%.*s%.*s", (int)from, html.ptr,
                        TEXT_ARG(text_cut(html, end + 1, html.len)));
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* The page for what is not there needs a server, since its links begin at the root of one; so does what makes pages for
 * a reader's card, which they fetch. */
static bool needs_server(const struct output_file *file) {
    return text_is(file->path, "404.html") || text_is(file->path, "assets/own.wasm") ||
           (text_ends(file->path, "/own.json") && !text_starts(file->path, "cards/"));
}

struct copying {
    const struct root *root;
    struct output from, to;
    struct arena *arena; /* of the finished files */
    struct diags *diags;
};

static bool add(struct copying *copying, struct text path, struct text bytes) {
    if (output_add(&copying->to, path, bytes, copying->arena)) return true;
    diag_file(copying->diags, SEVERITY_ERROR, path, "make room in the folder for temporary files",
              "cannot keep the finished page: %s", strerror(errno));
    return false;
}

/* What is made of one file lives as long as `arena`. */
static bool copy(struct copying *copying, const struct output_file *file, struct arena *arena) {
    struct buf room = {0}, out = {0};
    struct text bytes = output_bytes(&copying->from, file, &room);
    bool fine = true;
    if (text_ends(file->path, ".html")) {
        struct text html = without_policy(plain_scripts(bytes, arena), arena);
        markup_rewrite(&out, html, name_file, NULL);
        bytes = buf_text(&out);
    } else if (is_module(file)) {
        fine = bundle(&bytes, file->path, copying->root, arena, copying->diags);
    }
    fine = fine && add(copying, file->path, bytes);
    buf_free(&room);
    buf_free(&out);
    return fine;
}

bool render_offline(struct output *output, const struct root *root, struct arena *arena,
                    struct diags *diags) {
    const struct text data = TEXT(SCRIPTS "files.js");
    struct copying copying = {root, *output, {0}, arena, diags};
    struct arena one = {0};
    bool fine = true, added = false;
    for (size_t i = 0; i <= output->count; i++) {
        bool last = i == output->count;
        if (!added && (last || text_compare(output->file[i].path, data) > 0)) {
            added = true; /* the list stays sorted */
            fine = add(&copying, data, data_script(output, &one)) && fine;
        }
        if (!last && !needs_server(&output->file[i]))
            fine = copy(&copying, &output->file[i], &one) && fine;
        arena_reset(&one);
    }
    arena_free(&one);
    output_free(output);
    *output = copying.to;
    return fine;
}
