/* page -- one Markdown file: front matter, tree, and what evaluation made of it for one card. */
#pragma once

#include "measure/card.h"
#include "page/front.h"
#include "page/tree.h"

/* A text of the front matter that may hold expressions: a NODE_PARAGRAPH of TEXT and EXPR nodes. */
struct page_text {
    struct node *tree;
    struct text shown; /* after evaluation, plain text */
};

struct signature; /* signed.h */

/* Whether the reviewer's key has signed what the page says; course/signers.h finds out. */
enum page_proof {
    PROOF_NOT_ASKED, /* no key is asked for: the name in the byline counts */
    PROOF_HOLDS,
    PROOF_FAILS
};

struct page {
    struct source *source;
    struct text path;    /* content/glossary/registers.md */
    struct text address; /* /glossary/registers/ */
    struct text slug;    /* registers: the last part */
    struct front front;
    bool front_ok;
    bool shows_exercise; /* it may: the folder of one is named in it */
    bool asks_cards;     /* it may: there is something in it that is not words */
    struct text stamp; /* of all files that it was read from, with the key of a recall; or empty */
    size_t body;       /* where the text begins in the source, behind the front matter */
    struct signature *signature; /* what was signed; NULL: no file beside the page says it */
    struct text seal;            /* an SSH signature over it; empty: there is none */
    enum page_proof proof;
    struct text proof_fault; /* PROOF_FAILS: why */
    struct page_text title, term, summary;
    struct node *document;    /* NULL: the page was put aside (packed.h) */
    struct text unsigned_why; /* of a page that was: what signed_holds() says of it */
    size_t false_claims;      /* on the card of this build: claims without words that may stand */
    size_t missing_values;    /* on that card: values that prose, a heading or alt text lacks */
    size_t words;             /* on that card: those of text and code that a reader reads */
};

/* Reads and checks one file, independent of any card. Never NULL; mistakes are in `diags`. Kernel
 * files that code blocks are cut from are read below `root`. */
struct page *page_read(const struct root *root, struct source *source, struct arena *arena,
                       struct diags *diags);
/* The same, but what page_pack() writes lives in `passing`, which may hold the text of the source too. */
struct page *page_read_apart(const struct root *root, struct source *source, struct arena *arena,
                             struct arena *passing, struct diags *diags);

struct evaluation {
    const struct cards *cards;
    const struct card *card;         /* the card of this build */
    const struct card *default_card; /* decides questions that `card` cannot; NULL: nothing does */
    bool home;            /* it is the default card: false claims and missing prose are errors */
    enum severity claims; /* of the message about a claim that leaves its words out */
    bool brief;           /* nobody asks why a claim holds that does: see cond.why */
    bool again; /* for the card of the last time: title, term and summary are as they were left */
    struct diags *diags;
};

/* Fills in every value and verdict of the page. May be called again with another card. What it makes of the
 * document lives in `passing`, the rest in `arena`. */
void page_evaluate_apart(struct page *page, const struct evaluation *evaluation,
                         struct arena *arena, struct arena *passing);
void page_evaluate(struct page *page, const struct evaluation *evaluation, struct arena *arena);
