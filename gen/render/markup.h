/* markup -- changes attributes of finished HTML: for copies of the site whose links or ids differ.
 *
 * The HTML is this program's own: every value stands in double quotes, < and > are written as entities
 * in text and values. Nothing else may be handed in. */
#pragma once

#include "base/buf.h"

struct markup_attribute {
    struct text tag, name, value; /* the value as written, with its entities */
};

/* Writes a new value, as it is to stand between the quotes, and returns true; false: the old one stays. */
typedef bool markup_change(void *context, const struct markup_attribute *attribute,
                           struct buf *out);

void markup_rewrite(struct buf *out, struct text html, markup_change *change, void *context);
