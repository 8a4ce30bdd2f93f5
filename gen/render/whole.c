/* whole -- see whole.h. Formats: W3C "WOFF File Format 2.0", 4.1; "WebAssembly Core", 5.5. */
#include "render/whole.h"

#include <stdint.h>
#include <string.h>

static bool begins(struct text file, const char *magic, size_t length) {
    return file.len >= length && memcmp(file.ptr, magic, length) == 0;
}

bool whole_woff2(struct text file) {
    enum { LENGTH_AT = 8, HEADER = 48 };
    uint32_t length = 0;
    if (file.len < HEADER || !begins(file, "wOF2", 4)) return false;
    for (size_t i = 0; i < 4; i++)
        length = length << 8 | (unsigned char)file.ptr[LENGTH_AT + i];
    return length == file.len;
}

bool whole_wasm(struct text file) {
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
