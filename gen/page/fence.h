/* fence -- the blocks between fences that the generator reads itself, and what they have in common.
 *
 * The first word behind the backticks names the kind. FENCE_KINDS lists all that there are; any
 * other word is the language of code (code.c). fences_read() walks the document once and hands every
 * fence to the function of its kind. A new kind is a line in this list and a file with its function;
 * what may stand behind the backticks, and the words near to a misspelled one, follow from the list.
 *
 * Most kinds are lines of `name: words`, whose words are Markdown of one line; all pieces of a line are
 * bytes of the source, so that their place is known. A name that is lower-case letters alone is a key; anything else is a name of the author's:
 * the head of a column (blocks.h), the words of a choice (question.h). */
#pragma once

#include "page/reader.h"
#include "page/tree.h"

/* KIND(NAME, MORE): ```NAME is read by fence_NAME(). MORE: other words may stand behind the name. */
#define FENCE_KINDS(KIND)                                                                          \
    KIND(table, false)                                                                             \
    KIND(predict, false)                                                                           \
    KIND(simulate, false)                                                                          \
    KIND(tool, true)

/* A fence while it is read. */
struct fence {
    const struct page_reader *reader;
    struct node *document;
    struct node *node; /* its NODE_CODE_BLOCK, which the function may replace */
    /* The kind or language as written, and what stands behind it, trimmed: bytes of the source unless
     * there are escapes in them, whose place is that of the node. */
    struct text word, more;
    size_t line;      /* how many lines were taken */
    struct text rest; /* the lines that were not */
    size_t errors;    /* how many there were before */
};

/* Reads every fence below `document`. Before structure_build(), which pairs the conditions in what
 * they become. */
void fences_read(struct node *document, const struct page_reader *reader);

/* One for each kind, and one for code: turns the fence into what a reader sees. */
void fence_code(struct fence *fence);
#define FENCE_FUNCTION(name, more) void fence_##name(struct fence *fence);
FENCE_KINDS(FENCE_FUNCTION)
#undef FENCE_FUNCTION

/* ---- for these functions ----------------------------------------------------------------- */

#define fence_error(fence, piece, hint, ...)                                                       \
    reader_error((fence)->reader, fence_place((fence), (piece)), (piece).len, (hint), __VA_ARGS__)

size_t fence_place(const struct fence *fence, struct text piece); /* of bytes of the source */

bool fence_failed(const struct fence *fence); /* there was an error since its start */

/* The next line that is not empty, trimmed. False: there is none. */
bool fence_next(struct fence *fence, struct text *line);

/* `node` (NULL: nothing) takes the place of the fence. */
void fence_replace(struct fence *fence, struct node *node);

/* A line in its two parts, both trimmed. False: there is no colon outside of {{ }} and `code` that a
 * space or the end of the line follows, or no name before it. */
bool fence_split(struct text line, struct text *name, struct text *words);

bool fence_is_key(struct text name);

/* Reads the words into a new node of this type: every rule of Markdown holds and every place is
 * right. A block of Markdown is an error. */
struct node *fence_inlines(const struct fence *fence, enum node_type type, struct text words);
