/* fence -- the blocks between fences that the generator reads itself. content/README.md says what an
 * author may write in each.
 *
 * The first word behind the backticks names the kind; any word that is none is the language of code.
 * fences_read() walks the document once and hands every fence to the function of its kind. A new kind
 * is a line in the table of fence.c and a function.
 *
 * Most kinds are lines of `name: words`, whose words are Markdown of one line; all pieces of a line are
 * bytes of the source, so that their place is known. A name that is lower-case letters alone is a key;
 * anything else is a name of the author's: the head of a column, the words of a choice. */
#pragma once

#include "page/page.h"
#include "base/reader.h"

/* Reads every fence below `document`. Before structure_build(), which pairs the conditions in what
 * they become. */
void fences_read(struct node *document, const struct page_reader *reader);

/* ---- tables whose rows are made from a card: fence_table.c, expand.c --------------------------- */

#define BLOCKS_MAX_COLUMNS 32
#define BLOCKS_MAX_LOOPS 4
#define BLOCKS_MAX_ROWS 2000
#define BLOCKS_MAX_PICKS 64

/* A `for:` line. Its texts are bytes of the page's source. */
struct table_loop {
    struct text variable, series, axis; /* axis: empty where none is written */
    struct text *pick;                  /* in the order written; none: all values of the axis */
    size_t pick_count;
    bool words; /* the values are shown by what readers call them */
};

/* The fence becomes a NODE_TABLE that holds caption and head. The cells are templates, with their
 * conditions paired. */
struct table_block {
    struct table_loop loop[BLOCKS_MAX_LOOPS]; /* they nest, the last one fastest */
    size_t loop_count;
    struct node *cell[BLOCKS_MAX_COLUMNS]; /* NODE_CELL without a parent: the templates */
    size_t column_count;
};

struct lookup; /* lookup.h */

/* For a NODE_TABLE with a block: throws away the rows of an earlier card and makes those of this one.
 * A `for` over something unknown is reported and gives no rows. */
void blocks_expand(struct node *table, const struct page_reader *reader, struct lookup *lookup);

/* ---- questions that the card grades: fence_question.c ------------------------------------------ */

#define QUESTION_MAX_CHOICES 8

/* Grades a NODE_QUESTION from the verdicts of its choices, which are there already. False: they are
 * not known on this card. */
bool question_grade(struct node *question, const struct evaluation *evaluation);

/* Says what is wrong with a question that was graded last. Exactly one choice has to be right. */
void question_report(const struct node *question, const struct page_reader *reader,
                     const struct evaluation *evaluation);

/* ---- parts of the tool pages: fence_tool.c ----------------------------------------------------- */

enum tool_kind { TOOL_MODEL, TOOL_COMPARE, TOOL_SIMULATOR, TOOL_ACCESS, TOOL_KINDS };
enum tool_setting { TOOL_CARD, TOOL_KERNEL, TOOL_BANDWIDTHS, TOOL_LOADS, TOOL_SETTINGS };

/* Of a NODE_TOOL. A page holds each tool once, since their ids are those of the tool pages. */
struct tool_block {
    enum tool_kind kind;
    struct text set[TOOL_SETTINGS]; /* of the model, bytes of the source; empty: not set */
    struct text commands; /* of the simulator; empty: those of its page; of an access the index */
};

/* What only the cards can tell: a card that there is not, or one without measured bandwidths. */
void tool_check(const struct node *tool, const struct page_reader *reader,
                const struct evaluation *evaluation);

/* Loads that the commands of a page may simulate, all together: a tenth of a second. */
enum { SIMULATE_LOADS_MAX = 1 << 22 };

struct simulator;
/* Runs the commands of the memory hierarchy, one a line; what they print goes to `out`. *loads counts the
 * loads; at SIMULATE_LOADS_MAX the run ends, and false is returned. */
bool simulate_run(struct simulator *simulator, struct text commands, uint64_t *loads,
                  struct buf *out);

/* ---- for the functions that read a kind -------------------------------------------------------- */

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

/* One for each kind, and one for code: turns the fence into what a reader sees. */
void fence_table(struct fence *fence);
void fence_predict(struct fence *fence);
void fence_simulate(struct fence *fence);
void fence_tool(struct fence *fence);
void fence_code(struct fence *fence);

/* What the simulator prints for the commands of a block, within what the page may simulate. */
void fence_commands(const struct fence *fence, struct text commands, struct buf *out);

#define fence_error(fence, piece, hint, ...)                                                       \
    reader_error((fence)->reader, fence_place((fence), (piece)), (piece).len, (hint), __VA_ARGS__)

size_t fence_place(const struct fence *fence, struct text piece); /* of bytes of the source */

bool fence_failed(const struct fence *fence); /* there was an error since its start */

/* The next line that is not empty, trimmed. False: there is none. */
bool fence_next(struct fence *fence, struct text *line);

/* A node that stands where the fence does. */
struct node *fence_node(const struct fence *fence, enum node_type type);

/* `node` (NULL: nothing) takes the place of the fence. */
void fence_replace(struct fence *fence, struct node *node);

/* A line in its two parts, both trimmed. False: there is no colon outside of {{ }} and `code` that a
 * space or the end of the line follows, or no name before it. */
bool fence_split(struct text line, struct text *name, struct text *words);

bool fence_is_key(struct text name);

/* Reads the words into a new node of this type: every rule of Markdown holds and every place is
 * right. A block of Markdown is an error. */
struct node *fence_inlines(const struct fence *fence, enum node_type type, struct text words);
