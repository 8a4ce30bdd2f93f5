/* sha256.h -- SHA-256 (FIPS 180-4), so that a machine with a card needs no library for it.
 *
 * sha256_hex writes 64 hexadecimal digits and a NUL of the bytes (data, length). */
#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>

enum { SHA256_HEX = 65 };

void sha256_hex(const void *data, size_t length, char out[SHA256_HEX]);

#endif
