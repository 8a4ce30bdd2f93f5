/* code -- code blocks: known languages, and code cut from marked regions of source files.
 *
 *     ```cuda from=kernels/stride.cu#strided
 *     ```
 *
 * shows the lines between `// region: strided` and `// endregion` of that file, so that the code on
 * the page is the code that was measured. The block itself is empty. Blanks that all lines share
 * are removed; markers of regions inside are left out. Only files below kernels/, gen/ and content/
 * can be shown.
 *
 * Errors are located at the info string: unknown language or block, unknown attribute, no such
 * file, no such region, a region twice or without its end. */
#ifndef PAGE_CODE_H
#define PAGE_CODE_H

#include "base/file.h"
#include "page/tree.h"

/* Checks and fills every NODE_CODE_BLOCK below `document`; table blocks are blocks.h's and must be
 * gone by then. */
void code_read(struct node *document, const struct root *root, const struct source *source,
               struct arena *arena, struct diags *diags);

/* The lines of one region, for tests and for checking files as a whole. */
struct code_region {
    struct text text;         /* common indentation removed, ends with a line end */
    unsigned long first_line; /* from 1 */
};

enum code_problem {
    CODE_FOUND,
    CODE_NO_REGION,
    CODE_TWICE,    /* first_line: of the second one */
    CODE_UNCLOSED, /* first_line: of its start */
    CODE_EMPTY,
};

enum code_problem code_region_find(struct text file, struct text name, struct code_region *region,
                                   struct arena *arena);

#endif
