/* question -- see question.h. */
#include "page/question.h"

#include "page/fence.h"
#include "page/markdown.h"
#include "page/structure.h"

struct reader {
    struct fence_reader fence;
    struct node *ask, *then; /* NULL: not there yet */
    struct node *choice[QUESTION_MAX_CHOICES];
    size_t choices;
    bool failed;
};

#define READ_ERROR(reader, piece, hint, ...)                                                       \
    ((reader)->failed = true, diag_error((reader)->fence.diags, (reader)->fence.source,            \
                                         (piece).offset, (piece).text.len, (hint), __VA_ARGS__))

/* ---- the lines --------------------------------------------------------------------------- */

static void read_key(struct reader *reader, struct fence_piece name, struct fence_piece words) {
    bool ask = text_is(name.text, "ask");
    struct node **part = ask ? &reader->ask : &reader->then;
    if (!ask && !text_is(name.text, "then")) {
        READ_ERROR(reader, name,
                   "keys are ask and then; a choice starts with anything but a lower-case word",
                   "unknown key %.*s", TEXT_ARG(name.text));
    } else if (*part) {
        READ_ERROR(reader, name, "make two blocks of it", "a second %s: in one question",
                   ask ? "ask" : "then");
    } else if (!words.text.len) {
        READ_ERROR(reader, name, "write the words after it", "%s: without words",
                   ask ? "ask" : "then");
    } else {
        *part =
            node_new(reader->fence.arena, ask ? NODE_ASK : NODE_THEN, words.offset, words.text.len);
        reader->failed |= !fence_inlines(&reader->fence, words, *part);
    }
}

/* `{{ if COND }}` becomes a condition of its own with one word in it, so that parsing, messages and
 * evaluation are those of every condition. It hangs beside the tree: what it decides is no text. */
static struct node *read_condition(struct reader *reader, struct fence_piece words) {
    struct arena *arena = reader->fence.arena;
    struct node *paragraph = node_new(arena, NODE_CHOICE, words.offset, words.text.len);
    if (!fence_inlines(&reader->fence, words, paragraph)) return NULL;
    struct node *open = paragraph->first;
    struct text rest = open && open->type == NODE_EXPR ? text_trim(open->text) : TEXT("");
    if (!open || open->next || !text_is(text_next(&rest, ' '), "if")) {
        READ_ERROR(reader, words, "write {{ if COND }} after the colon, and nothing else",
                   "a choice without a condition of its own");
        return NULL;
    }
    struct node *word = node_new(arena, NODE_TEXT, words.offset, words.text.len);
    struct node *end = node_new(arena, NODE_EXPR, words.offset, words.text.len);
    word->text = TEXT("right");
    end->text = TEXT(" end ");
    node_append(paragraph, word);
    node_append(paragraph, end);
    structure_build(paragraph, reader->fence.source, arena, reader->fence.diags);
    struct node *cond = paragraph->first;
    if (cond) node_unlink(cond);
    return cond;
}

static void read_choice(struct reader *reader, struct fence_piece name, struct fence_piece words) {
    if (reader->choices == QUESTION_MAX_CHOICES) {
        READ_ERROR(reader, name, "make two questions of it", "more than %d choices",
                   QUESTION_MAX_CHOICES);
        return;
    }
    struct node *choice = node_new(reader->fence.arena, NODE_CHOICE, name.offset, name.text.len);
    reader->failed |= !fence_inlines(&reader->fence, name, choice);
    choice->choice.cond = read_condition(reader, words.text.len ? words : name);
    reader->failed |= !choice->choice.cond;
    reader->choice[reader->choices++] = choice;
}

static void read_line(struct reader *reader, struct fence_piece line) {
    struct fence_piece name, words;
    line = fence_trim(line);
    if (!line.text.len) return;
    if (!fence_split(line, &name, &words))
        READ_ERROR(reader, line, "a line is ask: TEXT, Words: {{ if COND }} or then: TEXT",
                   "this line of the question is no key and no choice");
    else if (fence_is_key(name.text))
        read_key(reader, name, words);
    else
        read_choice(reader, name, words);
}

static struct node *read_fence(struct reader *reader, const struct node *fence) {
    struct node *question =
        node_new(reader->fence.arena, NODE_QUESTION, fence->offset, fence->length);
    struct text rest = fence->text;
    for (size_t n = 0; rest.len; n++) {
        struct text line = text_next(&rest, '\n');
        size_t offset = markdown_code_line_offset(reader->fence.source, fence, n);
        read_line(reader, (struct fence_piece){line, offset});
    }
    if (!reader->failed && (!reader->ask || !reader->then || reader->choices < 2))
        diag_error(reader->fence.diags, reader->fence.source, fence->offset, fence->length,
                   "it has ask: TEXT, two choices or more, Words: {{ if COND }}, and then: TEXT",
                   "a question without %s",
                   !reader->ask    ? "ask:"
                   : !reader->then ? "then:"
                                   : "two choices");
    if (reader->ask) node_append(question, reader->ask);
    for (size_t i = 0; i < reader->choices; i++)
        node_append(question, reader->choice[i]);
    if (reader->then) node_append(question, reader->then);
    return question;
}

void questions_read(struct node *document, const struct source *source, struct arena *arena,
                    struct diags *diags) {
    for (struct node *node = document, *next; node; node = next) {
        next = tree_next(node, document);
        if (node->type != NODE_CODE_BLOCK || !text_is(node->code.language, "predict")) continue;
        struct text rest = text_trim(node->code.info);
        text_next(&rest, ' ');
        if (text_trim(rest).len)
            diag_error(diags, source, node->offset, node->length,
                       "keys and choices stand in lines of the block",
                       "a predict block takes nothing after the word predict");
        struct reader reader = {.fence = {source, arena, diags}};
        node_insert_after(node, read_fence(&reader, node));
        node_unlink(node);
    }
}

/* ---- grading ----------------------------------------------------------------------------- */

/* What the verdicts of the choices are. */
struct tally {
    size_t choices, right;
    const struct node *unknown; /* the first one that is not known, or NULL */
    bool broken;                /* one does not parse or has no value, and that was reported */
};

static struct tally tally(const struct node *question) {
    struct tally t = {0};
    for (const struct node *node = question->first; node; node = node->next) {
        if (node->type != NODE_CHOICE) continue;
        const struct node *cond = node->choice.cond;
        t.choices++;
        if (!cond || !cond->cond.expr || !cond->cond.why.len)
            t.broken = true;
        else if (cond->cond.verdict == EXPR_UNKNOWN && !t.unknown)
            t.unknown = node;
        else
            t.right += cond->cond.verdict == EXPR_TRUE;
    }
    return t;
}

bool question_grade(struct node *question, const struct evaluation *evaluation) {
    struct tally t = tally(question);
    question->question.card = evaluation->card->name;
    question->question.instead = (struct text){0};
    question->question.graded = !t.broken && !t.unknown && t.right == 1;
    return t.broken || !t.unknown;
}

void question_report(const struct node *question, const struct source *source,
                     const struct evaluation *evaluation) {
    struct tally t = tally(question);
    struct text card = evaluation->card->name;
    if (t.broken || !t.choices) return;
    if (t.unknown) {
        const struct node *cond = t.unknown->choice.cond;
        diag_at(evaluation->diags, evaluation->home ? SEVERITY_ERROR : SEVERITY_WARNING, source,
                cond->offset, cond->length,
                evaluation->home
                    ? "put the question into {{ given }} … {{ end }}, or measure it"
                    : "the page says so, and gives no verdict",
                "whether this choice is right is not known on %.*s: %.*s", TEXT_ARG(card),
                TEXT_ARG(cond->cond.why));
    } else if (t.right != 1) {
        diag_at(evaluation->diags, evaluation->home ? SEVERITY_ERROR : evaluation->claims, source,
                question->offset, question->length,
                "conditions that touch and do not overlap, such as < 2, in 2..4 and >= 4, leave "
                "one on every card",
                "%zu of the %zu choices are right on %.*s, and one has to be", t.right, t.choices,
                TEXT_ARG(card));
    }
}
