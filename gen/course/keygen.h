/* keygen -- signatures of SSH keys, made and verified by ssh-keygen.
 *
 * What it reads lies in a folder of its own, made for each call and removed after it: nobody can exchange a
 * file between the check and the use. A signature is over a message and this namespace, so that none that
 * was made for git or for mail fits. */
#pragma once

#include "base/arena.h"

#define KEYGEN_NAMESPACE "review@gpu-memory-hierarchy"

/* One signature, and what it is said to be. */
struct keygen_claim {
    struct text name,
        day; /* who signed, and on which day (YYYY-MM-DD): the key has to be valid on it */
    struct text message, signature;
    bool holds;
    struct text why; /* it does not: what ssh-keygen says */
};

/* Fills in `holds` and `why` of each. `signers`: the bytes of an allowed_signers file. Returns NULL, or why
 * nothing could be verified at all; *hint then says what to do. Several run at a time. */
const char *keygen_verify(struct text signers, struct keygen_claim *claim, size_t count,
                          const char **hint, struct arena *arena);

/* Signs all messages with the key in the file `key` (the public half will do where an agent has the other
 * one). ssh-keygen asks for a passphrase, once, and for a touch of the key on the terminal. */
const char *keygen_sign(const char *key, const struct text *message, size_t count,
                        struct text *signature, const char **hint, struct arena *arena);
