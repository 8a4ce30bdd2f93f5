/* fence -- what the blocks between fences have in common: lines of `name: words`, each piece with
 * its place, and words that are Markdown of one line.
 *
 * A name that is lower-case letters alone is a key; anything else is a name of the author's: the
 * head of a column (blocks.h), the words of a choice (question.h). */
#ifndef PAGE_FENCE_H
#define PAGE_FENCE_H

#include "page/tree.h"

/* Who reads the fence. */
struct fence_reader {
    const struct source *source;
    struct arena *arena;
    struct diags *diags;
};

/* A piece of one line of the fence. */
struct fence_piece {
    struct text text;
    size_t offset; /* in the source */
};

struct fence_piece fence_cut(struct fence_piece piece, size_t from, size_t to);
struct fence_piece fence_trim(struct fence_piece piece);

/* A line in its two parts, both trimmed. False: there is no colon outside of {{ }} and `code` that a
 * blank or the end of the line follows, or no name before it. */
bool fence_split(struct fence_piece line, struct fence_piece *name, struct fence_piece *words);

bool fence_is_key(struct text name);

/* Reads the words into `into` as inlines: every rule of Markdown holds and every place is right. A
 * block of Markdown is an error. False after any error. */
bool fence_inlines(const struct fence_reader *reader, struct fence_piece piece, struct node *into);

#endif
