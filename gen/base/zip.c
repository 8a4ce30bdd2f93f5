/* zip -- see zip.h. */
#include "base/zip.h"

#include <stdint.h>

/* The polynomial of IEEE 802.3, lowest bit first: APPNOTE 4.4.7. */
static uint32_t crc32(struct text bytes) {
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < bytes.len; i++) {
        crc ^= (unsigned char)bytes.ptr[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xedb88320) : 0);
    }
    return ~crc;
}

/* Little-endian, `size` bytes. */
static void number(struct buf *out, uint64_t value, int size) {
    for (int i = 0; i < size; i++)
        buf_char(out, (char)(i < 8 ? value >> 8 * i & 0xff : 0));
}

enum {
    VERSION = 20,      /* folders, which a name may hold */
    UTF8_NAMES = 2048, /* bit 11 of the flags */
    FIRST_DAY = 33     /* 1980-01-01 */
};

/* What local header and directory have alike: APPNOTE 4.3.7. */
static void common(struct buf *out, struct text name, struct text bytes, uint32_t crc) {
    number(out, VERSION, 2);
    number(out, UTF8_NAMES, 2);
    number(out, 0, 2); /* stored */
    number(out, 0, 2); /* midnight */
    number(out, FIRST_DAY, 2);
    number(out, crc, 4);
    number(out, bytes.len, 4);
    number(out, bytes.len, 4);
    number(out, name.len, 2);
    number(out, 0, 2); /* no further fields */
}

void zip_add(struct zip *zip, struct text name, struct text bytes) {
    const uint32_t crc = crc32(bytes);
    const size_t at = zip->files.len;
    buf_str(&zip->files, "PK\3\4");
    common(&zip->files, name, bytes, crc);
    buf_view(&zip->files, name);
    buf_view(&zip->files, bytes);
    buf_str(&zip->directory, "PK\1\2");
    number(&zip->directory, VERSION, 2);
    common(&zip->directory, name, bytes, crc);
    number(&zip->directory, 0, 2 + 2 + 2 + 4); /* comment, disk, attributes */
    number(&zip->directory, at, 4);
    buf_view(&zip->directory, name);
    zip->count++;
}

struct text zip_take(struct zip *zip, struct arena *arena) {
    const size_t at = zip->files.len, length = zip->directory.len;
    buf_view(&zip->files, buf_text(&zip->directory));
    buf_str(&zip->files, "PK\5\6");
    number(&zip->files, 0, 2 + 2);
    number(&zip->files, zip->count, 2);
    number(&zip->files, zip->count, 2);
    number(&zip->files, length, 4);
    number(&zip->files, at, 4);
    number(&zip->files, 0, 2);
    buf_free(&zip->directory);
    return buf_take(&zip->files, arena);
}
