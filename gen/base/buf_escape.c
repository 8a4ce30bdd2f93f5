/* buf_escape -- text for HTML, JSON, addresses and terminals; see buf.h. It is apart from buf.c, which
 * needs no library and is part of the harness too. */
#include "base/buf.h"

#include <string.h>

#include "base/chars.h"
#include "base/eight.h"
#include "base/utf8.h"

static const char *const entities[256] = {
    ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};

/* Where the next character stands that becomes an entity. & and " differ in one bit, and so do < and >. */
static size_t next_entity(struct text view, size_t at) {
    for (; at + 8 <= view.len; at += 8) {
        const uint64_t eight = eight_at(view.ptr + at);
        const uint64_t marks = eight_find(eight | EIGHT_EACH * ('&' ^ '"'), '&') |
                               eight_find(eight | EIGHT_EACH * ('<' ^ '>'), '>');
        if (marks) return at + eight_before(marks);
    }
    while (at < view.len && !entities[(unsigned char)view.ptr[at]])
        at++;
    return at;
}

void buf_html(struct buf *buf, struct text view) {
    size_t done = 0, at;
    for (; (at = next_entity(view, done)) < view.len; done = at + 1) {
        buf_add(buf, view.ptr + done, at - done);
        buf_str(buf, entities[(unsigned char)view.ptr[at]]);
    }
    buf_add(buf, view.ptr + done, view.len - done);
}

/* Whether a byte is of a set of ASCII: one bit for each character, in two numbers. */
static bool is_of(unsigned long long first, unsigned long long second, unsigned char byte) {
    return byte < 128 && (byte < 64 ? first >> byte : second >> (byte - 64)) & 1;
}

/* All from the blank to ~ but " & < > and \. */
static bool is_json(unsigned char byte) {
    return is_of(0xafffffbb00000000ULL, 0x7fffffffefffffffULL, byte);
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
    while (at < view.len) {
        const unsigned char byte = (unsigned char)view.ptr[at];
        if (is_json(byte)) {
            at++;
        } else if (byte >= 0x80 && (length = utf8_decode(text_cut(view, at, view.len), &code))) {
            at += length;
        } else {
            buf_add(buf, view.ptr + done, at - done);
            put_escape(buf, byte);
            done = ++at;
        }
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

/* Letters, digits and -._~:/?#[]@!$&'()*+,;=%. */
static bool is_of_url(char byte) {
    return is_of(0xaffffffa00000000ULL, 0x47fffffeafffffffULL, (unsigned char)byte);
}

void buf_url(struct buf *buf, struct text view) {
    for (size_t i = 0; i < view.len; i++) {
        const size_t from = i;
        while (i < view.len && is_of_url(view.ptr[i]))
            i++;
        buf_add(buf, view.ptr + from, i - from);
        if (i < view.len) buf_printf(buf, "%%%02X", (unsigned char)view.ptr[i]);
    }
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
