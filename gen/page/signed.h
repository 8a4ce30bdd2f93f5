/* signed -- what a reviewer signs: the text, kept beside the page as content/glossary/warp.signed.
 *
 * The signed text is all that the reviewer answers for, in a form that depends on nothing else:
 *
 *     page: content/glossary/warp.md      where it stands
 *     title: What is a warp?              front matter without byline: front_words()
 *     text:
 *      A warp is …                        the Markdown as written, expressions and table blocks
 *     code kernels/kit.cu#add:            included, behind a space
 *      c[i] = a[i] + b[i];                a region of code as it is shown, in the order of the page
 *
 * Numbers of a card are not in it: to measure one changes no text. The hash is SHA-256 over a line that
 * names the version of this form, and the text. */
#pragma once

#include "base/file.h"
#include "page/page.h"

enum { SIGNED_VERSION = 1 };

/* What the file says, a line each in this order, a line --- and the signed text. */
struct signature {
    unsigned long version; /* 0: the file cannot be read as one */
    struct text sha256;
    struct text site;   /* address of the site */
    struct text card;   /* id of the card whose values the reviewer read */
    struct text author; /* of the byline; empty, and not in the file, if nobody was named yet */
    struct text reviewer, day;
    struct text words; /* the signed text */
};

struct text signed_words(const struct page *page, struct arena *arena);
struct text signed_hash(struct text words, struct arena *arena); /* of this version */

/* content/glossary/warp.signed of content/glossary/warp.md, and .signed.sig, where ssh-keygen puts an SSH
 * signature over that file. */
struct text signed_path(struct text page, struct arena *arena);
struct text signed_seal_path(struct text page, struct arena *arena);

/* Reads what lies beside the page. */
void signed_load(struct page *page, const struct root *root, struct arena *arena,
                 struct diags *diags);

/* The file, and what it says. */
struct text signed_file(const struct signature *signature, struct arena *arena);
struct signature *signed_read(struct text bytes, struct arena *arena);
/* A copy without the signed text. */
struct signature *signed_head(const struct signature *signature, struct arena *arena);

/* Whether this is still what was signed. False: *why says what is not, "the text has changed …". */
bool signed_holds(const struct page *page, struct text *why, struct arena *arena);

/* Where each line of a page's signed text stands: in the page, or in a file whose code it shows. */
struct signed_line {
    struct text path;
    size_t line; /* 0: of the front matter, or of a region of code */
};
struct signed_line *signed_lines(const struct page *page, struct text words, struct arena *arena);
