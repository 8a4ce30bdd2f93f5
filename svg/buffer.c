/* buffer.c -- see buffer.h. */
#include "buffer.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

void svg_buffer_free(struct svg_buffer *buffer) {
    free(buffer->text);
    *buffer = (struct svg_buffer){0};
}

bool svg_buffer_grow(struct svg_buffer *buffer, size_t more) {
    if (buffer->code != SVG_OK) return false;
    if (more > SVG_BUFFER_MAX - buffer->length) {
        buffer->code = SVG_ERR_LIMIT;
        return false;
    }
    size_t need = buffer->length + more + 1;
    if (need <= buffer->capacity) return true;
    size_t capacity = buffer->capacity < 2048 ? 4096 : buffer->capacity * 2;
    if (capacity < need) capacity = need;
    char *text = realloc(buffer->text, capacity);
    if (text == NULL) {
        buffer->code = SVG_ERR_MEMORY;
        return false;
    }
    buffer->text = text;
    buffer->capacity = capacity;
    return true;
}

void svg_buffer_all(struct svg_buffer *buffer, const char *const *texts) {
    for (; *texts != NULL; texts++)
        svg_buffer_str(buffer, *texts);
}

static const char *entity_of(char c) {
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

void svg_buffer_escaped(struct svg_buffer *buffer, const char *text, size_t length) {
    size_t plain = 0; /* start of the run not yet written */
    for (size_t i = 0; i < length; i++) {
        const char *entity = entity_of(text[i]);
        if (entity == NULL) continue;
        svg_buffer_add(buffer, text + plain, i - plain);
        svg_buffer_str(buffer, entity);
        plain = i + 1;
    }
    svg_buffer_add(buffer, text + plain, length - plain);
}

static char *put_whole(char *out, unsigned long long whole) {
    if (whole >= 10) out = put_whole(out, whole / 10);
    *out = (char)('0' + whole % 10);
    return out + 1;
}

void svg_buffer_number(struct svg_buffer *buffer, double value) {
    enum { LONGEST = 16 }; /* -1000000000.25 */
    assert(fabs(value) <= 1e9);
    const unsigned long long hundredths = (unsigned long long)(fabs(value) * 100 + 0.5);
    const unsigned fraction = (unsigned)(hundredths % 100);
    if (!svg_buffer_room(buffer, LONGEST)) return;
    char *out = buffer->text + buffer->length;
    if (value < 0 && hundredths != 0) *out++ = '-';
    out = put_whole(out, hundredths / 100);
    if (fraction != 0) *out++ = '.';
    if (fraction != 0) *out++ = (char)('0' + fraction / 10);
    if (fraction % 10 != 0) *out++ = (char)('0' + fraction % 10);
    *out = '\0';
    buffer->length = (size_t)(out - buffer->text);
}
