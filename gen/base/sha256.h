/* sha256 -- the hash that identifies a kernel's source and a reviewed text. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include "base/text.h"

/* 64 lower-case hexadecimal digits and a NUL. */
void sha256_hex(struct text bytes, char out[65]);

#endif
