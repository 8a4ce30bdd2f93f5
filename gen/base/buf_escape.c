/* buf_escape -- text for HTML, JSON, addresses and terminals; see buf.h. It is apart from buf.c, which
 * needs no library and is part of the harness too. */
#include "base/buf.h"

#include <string.h>

#include "base/chars.h"
#include "base/sixteen.h"
#include "base/utf8.h"

static const char *const entities[256] = {
    ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};

/* " and & differ in one bit, and so do < and >. */
static inline sixteen are_entities(sixteen some) {
    return sixteen_find(some, '"' ^ '&', '&') | sixteen_find(some, '<' ^ '>', '>');
}

void buf_html(struct buf *buf, struct text view) {
    size_t done = 0, at;
    for (; (at = sixteen_next(view, done, are_entities)) < view.len; done = at + 1) {
        buf_add(buf, view.ptr + done, at - done);
        buf_str(buf, entities[(unsigned char)view.ptr[at]]);
    }
    buf_add(buf, view.ptr + done, view.len - done);
}

/* All but those from the blank to ~, and of these " & < > and \. */
static inline sixteen are_not_json(sixteen some) {
    return ~(sixteen)(some - ' ' <= '~' - ' ') | are_entities(some) | sixteen_find(some, 0, '\\');
}

static void put_escape(struct buf *buf, unsigned char byte) {
    static const char digits[] = "0123456789abcdef";
    const char code[] = {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]};
    const char sign[] = {'\\', byte == '\n' ? 'n' : (char)byte};
    if (byte >= 0x80)
        buf_str(buf, "\\ufffd");
    else if (byte == '"' || byte == '\\' || byte == '\n')
        buf_add(buf, sign, sizeof sign);
    else
        buf_add(buf, code, sizeof code);
}

void buf_json(struct buf *buf, struct text view) {
    size_t done = 0, at = 0, length;
    uint32_t code;
    buf_char(buf, '"');
    while ((at = sixteen_next(view, at, are_not_json)) < view.len) {
        const unsigned char byte = (unsigned char)view.ptr[at];
        if (byte >= 0x80 && (length = utf8_decode(text_cut(view, at, view.len), &code))) {
            at += length;
            continue;
        }
        buf_add(buf, view.ptr + done, at - done);
        put_escape(buf, byte);
        done = ++at;
    }
    buf_add(buf, view.ptr + done, at - done);
    buf_char(buf, '"');
}

void buf_key(struct buf *buf, const char *key) {
    bool first = !buf->len || buf->ptr[buf->len - 1] == '{';
    buf_printf(buf, "%s\"%s\": ", first ? "" : ", ", key);
}

void buf_member(struct buf *buf, const char *key, struct text value) {
    buf_key(buf, key);
    buf_json(buf, value);
}

/* All but letters, digits and -._~:/?#[]@!$&'()*+,;=%. */
static inline sixteen are_not_of_url(sixteen some) {
    return ~(sixteen)(some - '!' <= '~' - '!') | sixteen_find(some, 0, '"') |
           sixteen_find(some, '<' ^ '>', '>') | sixteen_find(some, '\\' ^ '^', '^') |
           sixteen_find(some, 0, '`') | (sixteen)(some - '{' <= '}' - '{');
}

void buf_url(struct buf *buf, struct text view) {
    size_t done = 0, at;
    for (; (at = sixteen_next(view, done, are_not_of_url)) < view.len; done = at + 1) {
        buf_add(buf, view.ptr + done, at - done);
        buf_printf(buf, "%%%02X", (unsigned char)view.ptr[at]);
    }
    buf_add(buf, view.ptr + done, view.len - done);
}

void buf_terminal(struct buf *buf, struct text view) {
    for (size_t i = 0; i < view.len;) {
        uint32_t code;
        size_t n = utf8_decode(text_cut(view, i, view.len), &code);
        if (n && code >= 0xa0 && utf8_is_hidden(code)) {
            buf_printf(buf, "<U+%04X>", (unsigned)code);
            i += n;
        } else if (!n || (utf8_is_hidden(code) && code != '\t')) {
            buf_printf(buf, "\\x%02X", (unsigned char)view.ptr[i]);
            i++;
        } else {
            buf_add(buf, view.ptr + i, n);
            i += n;
        }
    }
}

void buf_base64(struct buf *buf, struct text bytes) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < bytes.len; i += 3) {
        uint32_t three = 0;
        size_t have = bytes.len - i < 3 ? bytes.len - i : 3;
        for (size_t k = 0; k < 3; k++)
            three = three << 8 | (k < have ? (unsigned char)bytes.ptr[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            buf_char(buf, k <= have ? digits[three >> (18 - 6 * k) & 63] : '=');
    }
}
