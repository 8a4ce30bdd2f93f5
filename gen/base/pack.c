/* pack -- see pack.h. Numbers have seven bits a byte, the lowest first; the last byte has no high bit. */
#include "base/pack.h"

#include <stdint.h>

static void write_number(struct buf *out, size_t number) {
    for (; number >= 0x80; number >>= 7)
        buf_char(out, (char)(number | 0x80));
    buf_char(out, (char)number);
}

static size_t fail(struct pack *pack) {
    pack->failed = true;
    pack->in.len = 0;
    return 0;
}

static size_t read_number(struct pack *pack) {
    size_t number = 0;
    for (unsigned shift = 0, i = 0; i < pack->in.len && shift < 64; i++, shift += 7) {
        unsigned char byte = (unsigned char)pack->in.ptr[i];
        number |= (size_t)(byte & 0x7f) << shift;
        if (byte & 0x80) continue;
        pack->in.ptr += i + 1;
        pack->in.len -= i + 1;
        return number;
    }
    return fail(pack);
}

void pack_number(struct pack *pack, size_t *number) {
    if (pack->out)
        write_number(pack->out, *number);
    else
        *number = read_number(pack);
}

void pack_flag(struct pack *pack, bool *flag) {
    size_t number = *flag;
    pack_number(pack, &number);
    *flag = number != 0;
}

void pack_count(struct pack *pack, size_t *count) {
    pack_number(pack, count);
    if (!pack->out && *count > pack->in.len) *count = fail(pack);
}

/* Twice the length, and one more for a text that stands in `around`, or is empty but there. */
static void write_text(struct pack *pack, struct text text) {
    uintptr_t start = (uintptr_t)text.ptr, around = (uintptr_t)pack->around.ptr;
    bool inside = text.len && start >= around && start - around < pack->around.len &&
                  text.len <= pack->around.len - (start - around);
    write_number(pack->out, text.len << 1 | (inside || (text.ptr && !text.len)));
    if (inside)
        write_number(pack->out, start - around);
    else
        buf_view(pack->out, text);
}

static struct text read_text(struct pack *pack) {
    size_t number = read_number(pack), length = number >> 1;
    const bool inside = number & 1;
    const struct text *from = &pack->in;
    size_t at = 0;
    if (!length) return inside ? TEXT("") : (struct text){0};
    if (inside) {
        at = read_number(pack);
        from = &pack->around;
    }
    if (at > from->len || length > from->len - at) {
        fail(pack);
        return (struct text){0};
    }
    struct text text = {from->ptr + at, length};
    if (!inside) pack->in = (struct text){text.ptr + length, pack->in.len - length};
    return text;
}

void pack_text(struct pack *pack, struct text *text) {
    if (pack->out)
        write_text(pack, *text);
    else
        *text = read_text(pack);
}
