/* sha256 -- the hash that identifies a kernel's source and a reviewed text (FIPS 180-4). Needs no
 * library: the harness takes it on machines that have none. */
#pragma once

#include "base/text.h"

enum { SHA256_HEX = 65 };

/* Writes 64 lower-case hexadecimal digits and a NUL. */
void sha256_hex(struct text bytes, char out[SHA256_HEX]);
