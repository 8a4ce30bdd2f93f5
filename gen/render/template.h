/* template -- what mustache.c reads and template_fill() walks; private to these two files. */
#pragma once

#include "render/mustache.h"

enum template_op_type {
    OP_TEXT,
    OP_VARIABLE, /* {{name}} */
    OP_RAW,      /* {{{name}}} */
    OP_SECTION,
    OP_INVERTED,
    OP_PARTIAL,
};

struct template_op {
    enum template_op_type type;
    struct text text;      /* TEXT: the words; others: the name */
    struct text indent;    /* PARTIAL: the spaces before a tag that stands alone */
    size_t offset, length; /* of the tag in the source */
    size_t name_offset;
    struct template_op *first, *next, *parent;
};

const struct template *template_find(const struct templates *templates, struct text name);
