/* tree -- a page as the generator sees it: blocks and inlines, each with its place in the source.
 *
 * markdown_read() builds the tree (cmark-gfm parses), structure_build() pairs the conditions,
 * page_evaluate() makes the rows of table blocks and fills in values for one card, course resolves
 * links and ids, render writes HTML. Nodes live in the page's arena. `offset`/`length` are bytes of
 * the page's source and are right for every node that a message can point at.
 *
 * Where the rest of the tree is concerned a NODE_COND is transparent: its children are two
 * NODE_BRANCH (the second one may be absent), whose children are what stands there: inlines or
 * blocks. Words in {{ always REASON }} … {{ end }} are a NODE_COND too, whose one branch is always
 * shown. After evaluation `cond.shown` is the branch to read, or NULL for none. Use
 * tree_visible_child(), …_sibling() and …_next() to walk what a reader sees. */
#pragma once

#include "base/diag.h"
#include "expr/expr.h"

enum node_type {
    /* blocks */
    NODE_DOCUMENT,
    NODE_PARAGRAPH,
    NODE_HEADING,
    NODE_QUOTE,
    NODE_LIST,
    NODE_ITEM,
    NODE_CODE_BLOCK,
    NODE_RULE,
    NODE_TABLE, /* children: optional NODE_CAPTION, then rows; the first row is the head */
    NODE_CAPTION,
    NODE_ROW,
    NODE_CELL,
    NODE_FIGURE,  /* a paragraph that held one image alone; children: that image, and a NODE_CAPTION
                    if the image's title held expressions */
    NODE_FORMULA, /* a display formula; its one child is a NODE_MATH */
    NODE_TOOL,    /* a part of the tool pages: fence.h */
    NODE_NOTE,    /* the text of a footnote, in order of first reference, at the end */
    NODE_QUESTION, /* children: a NODE_ASK, the NODE_CHOICEs, a NODE_THEN: fence.h. Behind a choice
                      may stand its NODE_WHY */
    NODE_ASK,
    NODE_CHOICE,
    NODE_WHY,
    NODE_THEN,
    /* inlines */
    NODE_TEXT,
    NODE_SOFTBREAK,
    NODE_LINEBREAK,
    NODE_CODE,
    NODE_EMPH,
    NODE_STRONG,
    NODE_STRIKE,
    NODE_LINK,
    NODE_IMAGE, /* children: the alt text */
    NODE_NOTE_REF,
    NODE_MATH, /* a formula; children: its TeX as NODE_TEXT, each byte for byte as in the source, and
                  values as NODE_EXPR. Who does not know it shows the TeX. */
    /* expressions */
    NODE_EXPR, /* {{ … }} as it stands; structure_build() leaves only values */
    NODE_COND, /* claim, if, given or always, inline or block */
    NODE_BRANCH,
};

enum list_kind { LIST_BULLET, LIST_ORDERED };
enum cell_align { ALIGN_NONE, ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT };

/* Where a link goes, filled in by course. */
enum link_target {
    LINK_UNRESOLVED,
    LINK_EXTERNAL, /* http, https, mailto */
    LINK_PAGE,     /* an address of this site, with or without a fragment */
    LINK_PLAIN,    /* the page is not published: the words stay, the link goes */
};

/* Stands behind a figure that others report. */
#define MARK_REPORTED "\u2020"

/* What evaluation found for one NODE_EXPR. */
enum value_state { VALUE_NONE, VALUE_SHOWN, VALUE_MISSING, VALUE_FAILED };

struct provenance; /* lookup.h */

struct node {
    enum node_type type;
    bool unpaired; /* of a root: some of the conditions in it did not pair, which was reported */
    struct node *parent, *first, *last, *previous, *next;
    size_t offset, length;
    struct text
        text; /* TEXT, CODE, CODE_BLOCK: the literal; EXPR: what stands between the braces */
    union { /* nodes of a type that has none of these are made without it: node_copy() copies them */
        uint64_t loads; /* DOCUMENT: that the commands of its blocks have simulated: fence.h */
        struct {
            int level;          /* 1 to 6 */
            struct text pinned; /* {#id}: the id, else empty */
            size_t pinned_offset;
            struct text id; /* the id that is emitted, given by course */
        } heading;
        struct {
            enum list_kind kind;
            unsigned long start;
            bool tight;
        } list;
        struct {
            int task; /* -1: no task item; 0: open; 1: done */
        } item;
        struct {
            bool fenced;              /* between fences, else indented */
            struct text info;         /* the whole info string */
            struct text language;     /* its first word, lower case */
            struct text from;         /* kernels/stride.cu when the code was cut from there */
            struct text region;       /* strided */
            struct text sha256;       /* of the whole file that the region was cut from */
            unsigned long first_line; /* of the region in that file */
            struct text set; /* its HTML with colours, where that was made before; or empty */
        } code;
        struct {
            enum cell_align *align;
            size_t columns;
            struct table_block *block; /* rows are made for each card: fence.h; else NULL */
            struct text nothing;       /* the sentence in place of a table whose values are all */
                                       /* missing on the card; else empty */
        } table;
        struct {
            size_t column;
        } cell;
        struct tool_block *tool; /* TOOL */
        struct {
            bool graded;         /* one choice is right on the card that decides */
            bool own;            /* figures of the page's card decide: other cards may differ */
            struct text card;    /* its name: the one that was evaluated last, */
            struct text instead; /* or the default card, and this is the name of the other one */
        } question;
        struct {
            struct node *cond; /* a NODE_COND beside the tree, or NULL after a message */
        } choice;
        struct {
            struct text url; /* as written, entities and escapes resolved */
            struct text title;
            size_t url_offset; /* where the destination stands in the source */
            size_t number;     /* of a LINK: in struct entry */
            enum link_target target;
            struct text href; /* what is emitted; not yet escaped for HTML */
        } link;               /* LINK and IMAGE */
        struct {
            struct text label;
            size_t number;     /* from 1, order of first reference */
            size_t ordinal;    /* NOTE_REF: from 1, among the references to its note */
            size_t references; /* NOTE: how many there are */
        } note;                /* NOTE and NOTE_REF */
        struct {
            bool display;    /* $$ … $$, else $ … $ */
            size_t end;      /* where the closing dollars stand */
            struct text set; /* MathML, made by the course: course/formulas.h; empty: it failed */
            size_t width;    /* of `set` in letters, without its values */
        } math;
        struct {
            struct expr *expr;         /* NULL: it did not parse, which was reported */
            const struct scope *scope; /* variables of the table block it came from, or NULL */
            bool bare;  /* in a column whose head has the unit: it is written as a number alone */
            bool fixed; /* bare, and its decimals were typed: they are not the column's */
            enum value_state state;
            struct text shown;   /* the value as text, or the reason why it is missing */
            struct text missing; /* MISSING: "not measured", or "not reported" of a reported card */
            bool reported;       /* somebody else's figure is in it: it is shown with a mark */
            const struct provenance *from; /* lookup.h; NULL: it rests on nothing that has a name */
        } value;
        struct {
            struct expr *expr; /* NULL: it did not parse, which was reported */
            const struct scope *scope;
            bool claim;   /* else an if */
            bool always;  /* no condition: the words stand on every card, for a reason */
            bool needed;  /* an always: something in it needs the reason, see lint.h */
            bool given;   /* no condition: the words stand where nothing in them is missing */
            bool block;   /* its branches hold blocks, else inlines */
            bool reached; /* every branch around it is shown: only then does it count */
            enum expr_truth verdict;
            struct node *shown; /* the branch, or NULL */
            struct text why;    /* values of both sides, for messages and the review edition */
        } cond;
    };
};

/* A variable bound by a `for:` line, and those bound around it. */
struct scope {
    struct text name;
    struct text value; /* an axis value: a role, or the digits of a whole number */
    bool numeric;
    struct text axis; /* the value is shown by its words on this axis; empty: as it is */
    const struct scope *outer;
};

struct node *node_new(struct arena *arena, enum node_type type, size_t offset, size_t length);
/* Copies a node without what hangs on it. */
struct node *node_copy(struct arena *arena, const struct node *from);
/* `after` NULL: it becomes the first child. */
void node_insert(struct node *parent, struct node *after, struct node *node);
void node_append(struct node *parent, struct node *child);
void node_insert_after(struct node *where, struct node *node);
void node_unlink(struct node *node);
bool node_is_block(const struct node *node);

/* The next node in document order within `root`, children first. NULL at the end. */
static inline struct node *tree_next(const struct node *node, const struct node *root) {
    if (node->first) return node->first;
    while (node != root && !node->next)
        node = node->parent;
    return node == root ? NULL : node->next;
}

/* The same over what is shown after evaluation: a NODE_COND is passed over and its shown branch
 * entered, a branch not shown is skipped. Conditions and branches themselves are not returned. */
struct node *tree_visible_next(const struct node *node, const struct node *root);
struct node *tree_visible_child(const struct node *parent);
struct node *tree_visible_sibling(const struct node *node); /* the next one; leaves branches */

/* The words of a subtree after evaluation: text, code, values; breaks are spaces. */
void tree_plain_text(const struct node *root, struct buf *out);
/* How many words of text and code stand there when the page opens. */
size_t tree_words(const struct node *root);
