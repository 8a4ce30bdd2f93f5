/* pack -- values as bytes, and back.
 *
 * One function says what belongs to a value, and both writes and reads it: with `out` it writes, else it
 * takes from `in`. Bytes are for the same program on the same machine: who keeps them in a file says which
 * program wrote them. Bytes that are none of these leave `failed`, and zeros for what was not there. */
#pragma once

#include "base/buf.h"

struct pack {
    struct buf *out; /* NULL: it reads */
    struct text in;  /* what is left to be read. Texts that were read are views of it */
    bool failed;
    struct text around; /* a text that is cut out of these bytes is written as its place in them */
};

static inline bool pack_reads(const struct pack *pack) {
    return !pack->out;
}
void pack_number(struct pack *pack, size_t *number);
void pack_flag(struct pack *pack, bool *flag);
/* Keeps apart a text that is empty and one that is not there (ptr NULL). */
void pack_text(struct pack *pack, struct text *text);
/* A number of things that follow, each of which takes a byte at least. */
void pack_count(struct pack *pack, size_t *count);

/* The same at the end of what is only written, such as the inputs of a stamp. */
static inline void pack_add_text(struct buf *out, struct text text) {
    pack_text(&(struct pack){.out = out}, &text);
}
static inline void pack_add_number(struct buf *out, size_t number) {
    pack_number(&(struct pack){.out = out}, &number);
}

/* Of an enum, or a number of another type: *value is read and written as a size_t. */
#define PACK_AS(pack, type, value)                                                                 \
    do {                                                                                           \
        size_t number_ = (size_t) * (value);                                                       \
        pack_number((pack), &number_);                                                             \
        *(value) = (type)number_;                                                                  \
    } while (0)
