/* sha256 -- see sha256.h; libcrypto does the work. */
#include "base/sha256.h"

#include <openssl/evp.h>
#include <stdio.h>

#include "base/arena.h"

void sha256_hex(struct text bytes, char out[65]) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int length = 0;
    if (!EVP_Digest(bytes.ptr ? bytes.ptr : "", bytes.len, digest, &length, EVP_sha256(), NULL))
        memory_failed();
    for (unsigned int i = 0; i < 32; i++)
        snprintf(out + 2 * i, 3, "%02x", digest[i]);
}
