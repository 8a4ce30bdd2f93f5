/* theme -- see theme.h. */
#include "render/theme.h"

#include <stdint.h>
#include <string.h>

#include "base/utf8.h"
#include "base/rules.h"

static bool is_whole(const struct source *source, struct diags *diags) {
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

const struct source *theme_file(const struct root *root, struct text path, struct arena *arena,
                                struct diags *diags) {
    const struct source *source = file_source(root, path, arena, diags);
    return source && is_whole(source, diags) ? source : NULL;
}

static const struct rule css_signs[] = {
    {"closed", "", "/\\*(?:[^*]|\\*(?!/))*+\\*/|([\"'])(?:(?s:\\\\.)|(?!\\1)[^\\\\\n])*+\\1", 0},
    {"comment", "", "/\\*", '*'},
    {"string", "", "[\"']", '"'},
    {"open", "", "\\{", '{'},
    {"close", "", "\\}", '}'},
};
static struct rules css_rules = {"",   "",  css_signs, sizeof css_signs / sizeof *css_signs,
                                 NULL, NULL};

bool theme_check_css(const struct source *source, struct diags *diags) {
    enum { DEEP = 8 };
    size_t open[DEEP], depth = 0;
    struct rules_match sign = {0};
    while (rules_next(&css_rules, source->text, sign.end, &sign) && sign.rule) {
        const int kind = sign.rule->kind;
        const char *wrong = kind == '*'                    ? "comment without an end"
                            : kind == '"'                  ? "string without an end"
                            : kind == '{' && depth == DEEP ? "blocks nested too deep"
                            : kind == '}' && !depth        ? "} without {"
                                                           : NULL;
        if (wrong) {
            diag_error(diags, source, sign.start, 1,
                       kind == '{' || kind == '}' ? "each { has one }" : "close it", "%s", wrong);
            return false;
        }
        if (kind == '{') open[depth++] = sign.start;
        depth -= kind == '}';
    }
    if (!depth) return true;
    diag_error(diags, source, open[depth - 1], 1, "close it with }", "block that is not closed");
    return false;
}

static size_t behind_string(struct text css, size_t at) {
    const char quote = css.ptr[at++];
    while (at < css.len && css.ptr[at] != quote)
        at += css.ptr[at] == '\\' ? 2 : 1;
    return at < css.len ? at + 1 : css.len;
}

void theme_put_css(struct buf *out, struct text css) {
    static const char joins[] = "{};,";
    bool space = false;
    for (size_t at = 0, end; at < css.len; at = end) {
        const char c = css.ptr[at];
        end = at + 1;
        if (text_starts(text_cut(css, at, css.len), "/*")) {
            end = text_find(css, "*/", at + 2) + 2;
            continue;
        }
        if (strchr(" \n\t", c)) {
            space = true;
            continue;
        }
        const char last = out->len ? out->ptr[out->len - 1] : '\n';
        if (last == '}' && c != '}')
            buf_char(out, '\n');
        else if (space && last != '\n' && !strchr(joins, last) && !strchr(joins, c))
            buf_char(out, ' ');
        if (c == '"' || c == '\'') end = behind_string(css, at);
        buf_view(out, text_cut(css, at, end));
        space = false;
    }
    if (out->len) buf_char(out, '\n');
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
