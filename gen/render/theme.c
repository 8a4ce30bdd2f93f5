/* theme -- see theme.h. */
#include "render/theme.h"

#include <stdint.h>
#include <string.h>

#include "base/utf8.h"

bool theme_check_text(const struct source *source, struct diags *diags) {
    static const char back[] = "restore the file of the theme";
    uint32_t code;
    size_t bad = utf8_check(source->text, &code);
    if (bad != SIZE_MAX) {
        unsigned byte = (unsigned char)source->text.ptr[bad];
        if (code == UINT32_MAX)
            diag_error(diags, source, bad, 1, back, "byte 0x%02X is not UTF-8", byte);
        else
            diag_error(diags, source, bad, 1, back, "U+%04X in text", (unsigned)code);
        return false;
    }
    if (!text_trim(source->text).len) {
        diag_error(diags, source, 0, 1, back, "the file is empty");
        return false;
    }
    if (text_ends(source->text, "\n")) return true;
    diag_error(diags, source, source->text.len, 1,
               "was it cut off? restore it, or end its last line",
               "the file does not end with a line end");
    return false;
}

/* Gives the end of the comment or string at `at`, SIZE_MAX if it has none. */
static size_t skip(struct text css, size_t at) {
    char quote = css.ptr[at];
    if (quote == '/') {
        size_t end = text_find(css, "*/", at + 2);
        return end == SIZE_MAX ? end : end + 2;
    }
    for (size_t i = at + 1; i < css.len && css.ptr[i] != '\n'; i++) {
        if (css.ptr[i] == quote) return i + 1;
        if (css.ptr[i] == '\\') i++;
    }
    return SIZE_MAX;
}

bool theme_check_css(const struct source *source, struct diags *diags) {
    enum { DEEP = 8 };
    size_t open[DEEP], depth = 0;
    struct text css = source->text;
    if (!theme_check_text(source, diags)) return false;
    for (size_t at = 0; at < css.len;) {
        char c = css.ptr[at];
        bool comment = c == '/' && at + 1 < css.len && css.ptr[at + 1] == '*';
        if (comment || c == '"' || c == '\'') {
            size_t end = skip(css, at);
            if (end == SIZE_MAX) {
                diag_error(diags, source, at, 1, "close it",
                           comment ? "comment without an end" : "string without an end");
                return false;
            }
            at = end;
            continue;
        }
        if ((c == '{' && depth == DEEP) || (c == '}' && !depth)) {
            diag_error(diags, source, at, 1, "each { has one }",
                       c == '{' ? "blocks nested too deep" : "} without {");
            return false;
        }
        if (c == '{') open[depth++] = at;
        depth -= c == '}';
        at++;
    }
    if (!depth) return true;
    diag_error(diags, source, open[depth - 1], 1, "close it with }", "block that is not closed");
    return false;
}

/* ---- files of the build: W3C "WOFF File Format 2.0", 4.1; "WebAssembly Core", 5.5 ------------- */

static bool begins(struct text file, const char *magic, size_t length) {
    return file.len >= length && memcmp(file.ptr, magic, length) == 0;
}

bool theme_is_woff2(struct text file) {
    enum { LENGTH_AT = 8, HEADER = 48 };
    uint32_t length = 0;
    if (file.len < HEADER || !begins(file, "wOF2", 4)) return false;
    for (size_t i = 0; i < 4; i++)
        length = length << 8 | (unsigned char)file.ptr[LENGTH_AT + i];
    return length == file.len;
}

bool theme_is_wasm(struct text file) {
    size_t at = 8;
    if (!begins(file, "\0asm\1\0\0\0", at)) return false;
    while (at < file.len) {
        uint64_t size = 0;
        unsigned char byte = 0x80;
        at++; /* the section's kind */
        for (unsigned shift = 0; at < file.len && byte & 0x80 && shift < 35; shift += 7) {
            byte = (unsigned char)file.ptr[at++];
            size |= (uint64_t)(byte & 0x7f) << shift;
        }
        if (byte & 0x80 || size > file.len - at) return false;
        at += size;
    }
    return at > 8;
}
