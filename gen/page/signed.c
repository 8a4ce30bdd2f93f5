/* signed -- see signed.h. */
#include "page/signed.h"

#include <stddef.h>
#include <stdint.h>

#include "base/file.h"
#include "base/sha256.h"

/* ---- the text --------------------------------------------------------------------------------- */

/* Behind a space no line of the text can be taken for one that begins a part; an empty one cannot. */
static void put_lines(struct buf *out, struct text lines) {
    while (lines.len) {
        struct text line = text_next(&lines, '\n');
        buf_printf(out, "%s%.*s\n", line.len ? " " : "", TEXT_ARG(line));
    }
}

struct text signed_words(const struct page *page, struct arena *arena) {
    struct buf out = {0};
    const struct node *root = page->document;
    buf_printf(&out, "page: %.*s\n", TEXT_ARG(page->path));
    front_words(&page->front, &out);
    buf_str(&out, "text:\n");
    put_lines(&out, text_cut(page->source->text, page->body, page->source->text.len));
    for (const struct node *node = root; node; node = tree_next(node, root)) {
        if (node->type != NODE_CODE_BLOCK || !node->code.from.len) continue;
        buf_printf(&out, "code %.*s#%.*s:\n", TEXT_ARG(node->code.from),
                   TEXT_ARG(node->code.region));
        put_lines(&out, node->text);
    }
    return buf_take(&out, arena);
}

struct text signed_hash(struct text words, struct arena *arena) {
    char hash[SHA256_HEX];
    struct buf whole = {0};
    buf_printf(&whole, "gpu-memory-hierarchy signed text, version %d\n", SIGNED_VERSION);
    buf_view(&whole, words);
    sha256_hex(buf_text(&whole), hash);
    buf_free(&whole);
    return arena_text(arena, text_of(hash));
}

struct signed_line *signed_lines(const struct page *page, struct text words, struct arena *arena) {
    size_t count = 1, line = 0;
    for (size_t i = 0; i < words.len; i++)
        count += words.ptr[i] == '\n';
    struct signed_line *lines = ARENA_ARRAY(arena, struct signed_line, count);
    struct text path = page->path;
    for (size_t i = 0; i < count; i++) {
        struct text here = text_next(&words, '\n'), region = text_drop_start(here, "code ");
        if (text_is(here, "text:")) line = source_place(page->source, page->body).line - 1;
        if (region.len < here.len) {
            path = text_drop_end(region, ":");
            line = 0;
        }
        lines[i] = (struct signed_line){path, line};
        if (line) line++;
    }
    return lines;
}

/* ---- the file --------------------------------------------------------------------------------- */

struct text signed_path(struct text page, struct arena *arena) {
    return arena_printf(arena, "%.*s.signed", TEXT_ARG(text_drop_end(page, ".md")));
}

struct text signed_seal_path(struct text page, struct arena *arena) {
    return arena_printf(arena, "%.*s.sig", TEXT_ARG(signed_path(page, arena)));
}

/* The lines of the head behind that with the version. */
static const struct {
    const char *key;
    size_t at; /* of the value in struct signature */
    bool may_lack;
} head[] = {
    {"sha256: ", offsetof(struct signature, sha256), false},
    {"site: ", offsetof(struct signature, site), false},
    {"card: ", offsetof(struct signature, card), false},
    {"author: ", offsetof(struct signature, author), true},
    {"reviewer: ", offsetof(struct signature, reviewer), false},
    {"day: ", offsetof(struct signature, day), false},
};
enum { HEAD = sizeof head / sizeof *head };

struct text signed_file(const struct signature *signature, struct arena *arena) {
    struct buf out = {0};
    buf_printf(&out, "version: %lu\n", signature->version);
    for (size_t i = 0; i < HEAD; i++) {
        const struct text *value = (const struct text *)((const char *)signature + head[i].at);
        if (!value->len && head[i].may_lack) continue;
        buf_str(&out, head[i].key);
        buf_view(&out, *value);
        buf_char(&out, '\n');
    }
    buf_str(&out, "---\n");
    buf_view(&out, signature->words);
    return buf_take(&out, arena);
}

/* The value of the next line if that has this key; empty else. */
static struct text next_value(struct text *rest, const char *key) {
    struct text line = text_next(rest, '\n'), value = text_drop_start(line, key);
    return value.len < line.len ? value : (struct text){0};
}

struct signature *signed_head(const struct signature *signature, struct arena *arena) {
    struct signature *copy = ARENA_NEW(arena, struct signature);
    *copy = *signature;
    for (size_t i = 0; i < HEAD; i++) {
        struct text *value = (struct text *)((char *)copy + head[i].at);
        *value = arena_text(arena, *value);
    }
    copy->words = (struct text){0};
    return copy;
}

struct signature *signed_read(struct text bytes, struct arena *arena) {
    struct signature *signature = ARENA_NEW(arena, struct signature);
    struct text rest =
        source_load(arena, TEXT("signed"), bytes)->text; /* git may change line ends */
    unsigned long version = 0;
    if (!text_number(next_value(&rest, "version: "), 1000000, &version)) return signature;
    for (size_t i = 0; i < HEAD; i++) {
        struct text before = rest, value = next_value(&rest, head[i].key);
        if (!value.len && !head[i].may_lack) return signature;
        if (!value.len) rest = before;
        *(struct text *)((char *)signature + head[i].at) = value;
    }
    if (!text_is(text_next(&rest, '\n'), "---")) return signature;
    signature->words = rest;
    signature->version = version;
    return signature;
}

void signed_load(struct page *page, const struct root *root, struct arena *arena,
                 struct diags *diags) {
    struct text path = signed_path(page->path, arena), bytes;
    if (file_exists(root, path) && file_read(root, path, FILE_MAX_TEXT, arena, &bytes, diags))
        page->signature = signed_read(bytes, arena);
    path = signed_seal_path(page->path, arena);
    if (file_exists(root, path) && file_read(root, path, FILE_MAX_TEXT, arena, &bytes, diags))
        page->seal = source_load(arena, path, bytes)->text;
}

/* ---- the question ------------------------------------------------------------------------------ */

bool signed_holds(const struct page *page, struct text *why, struct arena *arena) {
    const struct signature *signature = page->signature;
    const struct front_byline *byline = &page->front.byline;
    *why = page->unsigned_why;
    if (!signature || !page->document) return !why->len;
    if (!signature->version)
        *why = TEXT("the file of the signed text cannot be read");
    else if (signature->version != SIGNED_VERSION)
        *why = arena_printf(arena, "version %lu of the signed text is not known, only version %d",
                            signature->version, SIGNED_VERSION);
    else if (!text_equal(signature->sha256, signed_hash(signature->words, arena)))
        *why = TEXT("the file of the signed text was changed: its hash is another one");
    else if (!text_equal(signature->words, signed_words(page, arena)))
        *why = arena_printf(arena,
                            "changed since review: this is not the text that %.*s signed on "
                            "%.*s",
                            TEXT_ARG(signature->reviewer), TEXT_ARG(signature->day));
    else if (!text_equal(signature->reviewer, byline->reviewer.value) ||
             !text_equal(signature->day, byline->checked.value))
        *why = arena_printf(arena,
                            "the text was signed by %.*s on %.*s, which is not what the byline "
                            "says",
                            TEXT_ARG(signature->reviewer), TEXT_ARG(signature->day));
    else if (signature->author.len && !text_equal(signature->author, byline->author.value))
        *why = arena_printf(arena, "%.*s signed a text by %.*s, and the byline names \"%.*s\"",
                            TEXT_ARG(signature->reviewer), TEXT_ARG(signature->author),
                            TEXT_ARG(byline->author.value));
    return !why->len;
}
