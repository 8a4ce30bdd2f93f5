/* code -- code blocks: known languages, and code cut from marked regions of source files.
 *
 *     ```cuda from=kernels/stride.cu#strided
 *     ```
 *
 * shows the lines between `// region: strided` and `// endregion` of that file, so that the code on
 * the page is the code that was measured. The block itself is empty. White space that all lines
 * share at their start is removed. Regions do not nest, and each name stands once in its file.
 *
 * Code comes from kernels/, from gen/ and, on the page of an exercise with a folder of its own, from
 * that folder: pages that are not published would else show through in others.
 *
 * Errors are located at the info string: unknown language or block, unknown attribute, no such
 * file, no such region, a region twice, in another one or without its end. */
#pragma once

#include "base/arena.h"

struct code_region {
    struct text text;    /* common indentation removed, ends with a line end */
    unsigned long line;  /* of the marker that starts it, from 1; the text begins one below */
    unsigned long other; /* TWICE: of the second one; NESTED: of the one inside or around */
};

enum code_problem {
    CODE_FOUND,
    CODE_NO_REGION,
    CODE_TWICE,
    CODE_NESTED,
    CODE_UNCLOSED,
    CODE_EMPTY,
};

enum code_problem code_region_find(struct text file, struct text name, struct code_region *region,
                                   struct arena *arena);
