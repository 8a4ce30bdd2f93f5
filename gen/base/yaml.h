/* yaml -- the part of YAML that people write by hand, as a tree in which every value has its place.
 *
 * libyaml cuts the text into events; its marks count characters, ours count bytes of the source.
 * Every value stays the text that was written. Refused, all of a text in one run: control characters
 * and bytes that are not UTF-8, anchors, aliases, tags, directives, a second document, a key set
 * twice, keys that are not plain words, and text that begins with {{ without quotes. Where one line
 * alone cannot be read, it is reported and taken out, and reading goes on. A tree lives in the
 * arena. */
#pragma once

#include "base/diag.h"

enum yaml_kind { YAML_KIND_TEXT, YAML_KIND_LIST, YAML_KIND_MAP };

struct yaml {
    enum yaml_kind kind;
    size_t offset, length; /* where the value stands in the source, quotes included */
    struct text text;
    bool exact; /* the text's bytes stand in the source one to one, starting at `inner` */
    size_t inner;
    bool broken;     /* it has been reported: say no more about it */
    struct text key; /* what a member of a map is called */
    size_t key_offset, key_length;
    struct yaml *child; /* elements or members, `count` of them */
    size_t count, capacity;
};

/* Reads the bytes [from, to) of the source. Never NULL, and a map in all cases: what could be read.
 * *whole is false if a part may be missing, so that nothing can be said about absent keys. */
struct yaml *yaml_read(const struct source *source, size_t from, size_t to, bool *whole,
                       struct arena *arena, struct diags *diags);

/* Returns the member called `name`, or NULL. */
const struct yaml *yaml_member(const struct yaml *map, const char *name);
