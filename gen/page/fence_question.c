/* fence_question -- a ```predict, what a reader shall predict before the numbers, and its grading. */
#include "page/fence.h"
#include "page/structure.h"

/* Whether a figure decides that the card of the page has, and not one that the question names. */
static bool asks_own_card(const struct node *question) {
    for (const struct node *node = question->first; node; node = node->next) {
        const struct node *cond = node->type == NODE_CHOICE ? node->choice.cond : NULL;
        if (cond && cond->cond.expr && structure_asks_own_card(cond->cond.expr)) return true;
    }
    return false;
}

/* A tally counts the verdicts of the choices. */
struct tally {
    size_t choices, right;
    const struct node *unknown; /* the first condition that is not known, or NULL */
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
            t.unknown = cond;
        else
            t.right += cond->cond.verdict == EXPR_TRUE;
    }
    return t;
}

static struct node *child_of(const struct node *question, enum node_type type) {
    struct node *child = question->first;
    while (child && child->type != type)
        child = child->next;
    return child;
}

/* Of the lines read so far, the one that is lowest on the page. */
static struct node *lowest(const struct node *question) {
    struct node *found = question->first;
    for (struct node *node = found; node; node = node->next)
        if (node->offset > found->offset) found = node;
    return found;
}

/* The reason of a choice is the node behind it. */
static void read_why(const struct fence *fence, struct node *question, struct text name,
                     struct text words) {
    struct node *above = lowest(question);
    enum node_type type = above ? above->type : NODE_QUESTION;
    if (type == NODE_WHY)
        fence_error(fence, name, "write all of it in one line", "a second why: for one choice");
    else if (type != NODE_CHOICE)
        fence_error(fence, name, "write it right below the choice that it is about",
                    "why: without a choice above it");
    else if (!words.len)
        fence_error(fence, name, "write the words after it", "why: without words");
    else
        node_insert(question, above, fence_inlines(fence, NODE_WHY, words));
}

/* The question stands first and what it was last, wherever they are written. */
static void read_key(const struct fence *fence, struct node *question, struct text name,
                     struct text words) {
    bool ask = text_is(name, "ask");
    enum node_type type = ask ? NODE_ASK : NODE_THEN;
    if (text_is(name, "why"))
        read_why(fence, question, name, words);
    else if (!ask && !text_is(name, "then"))
        fence_error(fence, name,
                    "keys are ask, why and then; a choice starts with anything but a lower-case "
                    "word",
                    "unknown key %.*s", TEXT_ARG(name));
    else if (child_of(question, type))
        fence_error(fence, name, "make two blocks of it", "a second %.*s: in one question",
                    TEXT_ARG(name));
    else if (!words.len)
        fence_error(fence, name, "write the words after it", "%.*s: without words", TEXT_ARG(name));
    else
        node_insert(question, ask ? NULL : question->last, fence_inlines(fence, type, words));
}

static void add(const struct fence *fence, struct node *paragraph, enum node_type type,
                struct text text) {
    struct node *node = node_new(fence->reader->arena, type, paragraph->offset, paragraph->length);
    node->text = text;
    node_append(paragraph, node);
}

/* `{{ if COND }}` becomes a condition of its own with one word in it, so that parsing, messages and
 * evaluation are those of every condition. It hangs beside the tree: what it decides is no text. */
static struct node *read_condition(const struct fence *fence, struct text words) {
    size_t errors = fence->reader->diags->errors;
    struct node *paragraph = fence_inlines(fence, NODE_CHOICE, words);
    struct node *open = paragraph->first;
    struct text rest = open && open->type == NODE_EXPR ? text_trim(open->text) : TEXT("");
    if (fence->reader->diags->errors > errors) return NULL;
    if (!open || open->next || !text_is(text_next(&rest, ' '), "if")) {
        fence_error(fence, words, "write {{ if COND }} after the colon, and nothing else",
                    "a choice without a condition of its own");
        return NULL;
    }
    add(fence, paragraph, NODE_TEXT, TEXT("right"));
    add(fence, paragraph, NODE_EXPR, TEXT(" end "));
    structure_build(paragraph, fence->reader);
    struct node *cond = paragraph->first;
    if (cond) node_unlink(cond);
    return cond;
}

static void read_choice(const struct fence *fence, struct node *question, struct text name,
                        struct text words) {
    struct node *last = question->last;
    if (tally(question).choices == QUESTION_MAX_CHOICES) {
        fence_error(fence, name, "make two questions of it", "more than %d choices",
                    QUESTION_MAX_CHOICES);
        return;
    }
    struct node *choice = fence_inlines(fence, NODE_CHOICE, name);
    choice->choice.cond = read_condition(fence, words.len ? words : name);
    node_insert(question, last && last->type == NODE_THEN ? last->previous : last, choice);
}

static void read_line(const struct fence *fence, struct node *question, struct text line) {
    struct text name, words;
    if (!fence_split(line, &name, &words))
        fence_error(fence, line,
                    "a line is ask: TEXT, Words: {{ if COND }}, why: TEXT or then: TEXT",
                    "this line of the question is no key and no choice");
    else if (fence_is_key(name))
        read_key(fence, question, name, words);
    else
        read_choice(fence, question, name, words);
}

void fence_predict(struct fence *fence) {
    struct node *question = fence_node(fence, NODE_QUESTION);
    struct text line;
    while (fence_next(fence, &line))
        read_line(fence, question, line);
    const char *lack = !child_of(question, NODE_ASK)    ? "ask:"
                       : !child_of(question, NODE_THEN) ? "then:"
                       : tally(question).choices < 2    ? "two choices"
                                                        : NULL;
    if (lack && !fence_failed(fence))
        node_error(fence->reader, fence->node,
                   "it has ask: TEXT, two choices or more, Words: {{ if COND }}, and then: TEXT",
                   "a question without %s", lack);
    question->question.own = asks_own_card(question);
    fence_replace(fence, question);
}

bool question_grade(struct node *question, const struct evaluation *evaluation) {
    struct tally t = tally(question);
    question->question.card = evaluation->card->name;
    question->question.instead = (struct text){0};
    question->question.graded = !t.broken && !t.unknown && t.right == 1;
    return t.broken || !t.unknown;
}

void question_report(const struct node *question, const struct page_reader *reader,
                     const struct evaluation *evaluation) {
    struct tally t = tally(question);
    struct text card = evaluation->card->name;
    bool home = evaluation->home;
    if (t.broken || !t.choices) return;
    if (t.unknown)
        node_report(reader, home ? SEVERITY_ERROR : SEVERITY_WARNING, t.unknown,
                    home ? "put the question into {{ given }} … {{ end }}, or measure it"
                         : "the page says so, and gives no verdict",
                    "whether this choice is right is not known on %.*s: %.*s", TEXT_ARG(card),
                    TEXT_ARG(t.unknown->cond.why));
    else if (t.right != 1)
        node_report(
            reader, home ? SEVERITY_ERROR : evaluation->claims, question,
            "conditions that touch and do not overlap, such as < 2, in 2..4 and >= 4, leave "
            "one on every card",
            "%zu of the %zu choices are right on %.*s, and one has to be", t.right, t.choices,
            TEXT_ARG(card));
}
