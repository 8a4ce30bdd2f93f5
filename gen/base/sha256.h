/* sha256 -- the hash that identifies a kernel's source and a reviewed text (FIPS 180-4). Needs no
 * library: the harness takes it on machines that have none. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include "base/text.h"

enum { SHA256_HEX = 65 };

/* 64 lower-case hexadecimal digits and a NUL. */
void sha256_hex(struct text bytes, char out[SHA256_HEX]);

#endif
