/* formulas -- see formulas.h.
 *
 * Node gets the formulas as an unnamed file, so that only its answer has to be waited for, and that
 * not for ever. */
#define _GNU_SOURCE
#include "course/formulas.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/chars.h"
#include "base/spawn.h"
#include "course/map.h"
#include "measure/json.h"
#include "page/fence.h"
#include "page/formula.h"

enum { LIMIT_MS = 60000 };

/* The Makefile writes the bytes of katex.js as numbers. */
static const char script[] = {
#include "build/katex_js.h"
    0};

/* ---- the process ------------------------------------------------------------------------- */

/* Returns the end of the pipe on which node answers, or -1 and errno. */
static int start(pid_t *pid, const char *katex, FILE *input) {
    int out[2];
    if (pipe2(out, O_CLOEXEC) != 0) return -1;
    const char *argv[] = {"node", "-e", script, katex, NULL};
    int error = spawn_start(
        &(struct spawn){.argv = argv, .in = fileno(input), .out = out[1], .err = -1}, pid);
    close(out[1]);
    if (!error) return out[0];
    close(out[0]);
    errno = error;
    return -1;
}

/* Returns false when node took too long. */
static bool receive(int fd, struct buf *out) {
    static char bytes[1 << 16];
    for (;;) {
        struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
        int ready = poll(&poll_fd, 1, LIMIT_MS);
        ssize_t got = ready > 0 ? read(fd, bytes, sizeof bytes) : ready;
        if (got < 0 && errno == EINTR) continue;
        if (ready <= 0) return false;
        if (got <= 0) return true;
        buf_add(out, bytes, (size_t)got);
    }
}

/* ---- what is asked and answered ---------------------------------------------------------- */

static void ask(const struct katex_formula *formula, size_t count, struct buf *out) {
    buf_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        buf_str(out, i ? ",{" : "{");
        buf_member(out, "tex", formula[i].tex);
        buf_member(out, "name", formula[i].name);
        buf_printf(out, ", \"display\": %s}", formula[i].display ? "true" : "false");
    }
    buf_char(out, ']');
}

static struct text member_text(const struct json *answer, const char *name) {
    const struct json *member = json_member(answer, name);
    return member ? member->text : (struct text){0};
}

/* Returns false when this is no answer. */
static bool take(struct katex_formula *formula, const struct json *answer) {
    const struct json *width = json_member(answer, "width");
    formula->set = member_text(answer, "set");
    formula->fault = member_text(answer, "fault");
    formula->error = member_text(answer, "error");
    formula->at = member_text(answer, "before").len;
    if (formula->at > formula->tex.len) formula->at = formula->tex.len;
    if (width) formula->width = (size_t)width->number;
    return formula->set.len || formula->fault.len || formula->error.len;
}

static const char *no(const char *why, const char *advice, const char **hint) {
    *hint = advice;
    return why;
}

static const char *read_answer(struct katex_formula *formula, size_t count, struct text bytes,
                               const char **hint, struct arena *arena) {
    struct diags unheard = {0};
    const struct source *source = source_load(arena, TEXT("katex"), bytes);
    const struct json *answer = json_read(source, bytes, arena, &unheard);
    diags_free(&unheard);
    const struct json *missing = answer ? json_member(answer, "missing") : NULL;
    if (missing)
        return no(arena_printf(arena, "formulas need KaTeX, and %.*s cannot be loaded",
                               TEXT_ARG(missing->text))
                      .ptr,
                  "install libjs-katex: make deps", hint);
    bool fine = answer && answer->kind == JSON_KIND_LIST && answer->count == count;
    for (size_t i = 0; fine && i < count; i++)
        fine = take(&formula[i], &answer->child[i]);
    return fine ? NULL
                : no("node gave no answer that holds all formulas",
                     "try make deps; node and KaTeX of the distribution are known to work", hint);
}

/* Returns NULL and errno when there is no room for a file. */
static FILE *input_of(const struct katex_formula *formula, size_t count) {
    FILE *file = tmpfile();
    if (!file) return NULL;
    struct buf text = {0};
    ask(formula, count, &text);
    bool fine = fwrite(text.ptr, 1, text.len, file) == text.len && fflush(file) == 0;
    int number = errno;
    buf_free(&text);
    rewind(file);
    if (fine) return file;
    fclose(file);
    errno = number;
    return NULL;
}

const char *katex_set(struct katex_formula *formula, size_t count, const char **hint,
                      struct arena *arena) {
    static const char absent[] = "formulas need node, which is not installed";
    static const char install[] = "install nodejs: make deps";
    const char *katex = getenv("KATEX");
    if (!katex || !*katex) katex = "/usr/share/javascript/katex/katex.js";
    FILE *input = input_of(formula, count);
    if (!input)
        return no(arena_printf(arena, "no temporary file can be made: %s", strerror(errno)).ptr,
                  "formulas are handed to node in a temporary file", hint);
    pid_t pid;
    int answer = start(&pid, katex, input), error = errno;
    fclose(input);
    if (answer < 0)
        return no(error == ENOENT ? absent : "formulas need node, which cannot be started", install,
                  hint);
    struct buf out = {0};
    bool in_time = receive(answer, &out);
    if (!in_time) kill(pid, SIGKILL);
    close(answer);
    const char *why;
    if (spawn_wait(pid) == 127) /* not every posix_spawn can say so */
        why = no(absent, install, hint);
    else if (in_time)
        why = read_answer(formula, count, buf_text(&out), hint, arena);
    else
        why = no("node took more than a minute over the formulas",
                 "is there a formula that never ends?", hint);
    buf_free(&out);
    return why;
}

/* ---- the formulas of a course ------------------------------------------------------------ */

/* A formula where it stands; `same` is the one that is set for it. */
struct use {
    const struct source *source;
    struct node *math;
    struct formula_tex tex;
    size_t same;
};

struct setting {
    struct course *course;
    struct diags *diags;
    struct use *use;
    size_t use_count, use_capacity;
    struct katex_formula *formula;
    struct text *key; /* of each: its TeX, after a letter for inline or display */
    size_t count, capacity, key_capacity;
    struct map known; /* key -> index */
};

static void add(struct setting *setting, const struct source *source, struct node *math) {
    struct arena *arena = setting->course->arena;
    if (!math->first) return; /* it was empty, which was reported */
    setting->use = arena_grow(arena, setting->use, setting->use_count, &setting->use_capacity,
                              sizeof *setting->use);
    struct use *use = &setting->use[setting->use_count++];
    *use = (struct use){.source = source, .math = math, .tex = formula_tex(math, arena)};
    struct text key =
        arena_printf(arena, "%c%.*s", math->math.display ? 'd' : 'i', TEXT_ARG(use->tex.tex));
    bool added;
    use->same = *map_add(&setting->known, key, setting->count, &added, arena);
    if (!added) return;
    setting->formula = arena_grow(arena, setting->formula, setting->count, &setting->capacity,
                                  sizeof *setting->formula);
    setting->key =
        arena_grow(arena, setting->key, setting->count, &setting->key_capacity, sizeof key);
    setting->key[setting->count] = key;
    setting->formula[setting->count++] =
        (struct katex_formula){use->tex.tex, use->tex.name, .display = math->math.display};
}

/* A mistake at a command marks the command, else one character. */
static size_t marked(const struct use *use, size_t at) {
    struct text tex = use->tex.tex;
    size_t end = at + 1;
    if (at >= tex.len) return 1;
    if (tex.ptr[at] == '\\')
        while (end < tex.len && is_letter(tex.ptr[end]))
            end++;
    while (end < tex.len && is_continuation(tex.ptr[end]))
        end++;
    return use->tex.place[end - 1] + 1 - use->tex.place[at];
}

static struct text lower_first(struct text words, struct arena *arena) {
    if (words.len < 2 || words.ptr[0] < 'A' || words.ptr[0] > 'Z' || !is_letter(words.ptr[1]) ||
        words.ptr[1] < 'a')
        return words;
    return arena_printf(arena, "%c%.*s", words.ptr[0] - 'A' + 'a',
                        TEXT_ARG(text_cut(words, 1, words.len)));
}

/* KaTeX sets these, but a page does not have them. */
static const char *const refused[] = {
    "\\boxed",        "\\fbox",           "\\cancel",        "\\bcancel",         "\\xcancel",
    "\\sout",         "\\phase",          "\\angl",          "\\color",           "\\textcolor",
    "\\colorbox",     "\\fcolorbox",      "\\rule",          "\\hline",           "\\hdashline",
    "\\tiny",         "\\scriptsize",     "\\small",         "\\large",           "\\Large",
    "\\LARGE",        "\\huge",           "\\Huge",          "\\footnotesize",    "\\tag",
    "\\begin{align}", "\\begin{alignat}", "\\begin{gather}", "\\begin{equation}",
};

/* For some of these there is better advice than the general one. */
static const char *const advice[][2] = {
    {"\\tag", "formulas have no numbers: say in words which one is meant"},
    {"\\begin{align}", "it numbers its lines: write \\begin{aligned}"},
    {"\\begin{alignat}", "it numbers its lines: write \\begin{alignedat}"},
    {"\\begin{gather}", "it numbers its lines: write \\begin{gathered}"},
    {"\\begin{equation}", "it numbers its line: the $$ are enough"},
    {"\\\\", "outside of a table nothing breaks a line: write \\begin{aligned}, or two formulas"},
};

static const char *advice_for(const char *command) {
    for (size_t i = 0; i < sizeof advice / sizeof *advice; i++)
        if (strcmp(command, advice[i][0]) == 0) return advice[i][1];
    return "formulas hold letters, operators, fractions, roots, indices and plain tables; color, "
           "size, boxes and lines are the theme's";
}

/* Returns the first one in the TeX and its place; NULL if it holds none. */
static const char *find_refused(struct text tex, size_t *at) {
    for (*at = 0; *at < tex.len; ++*at) {
        struct text here = text_cut(tex, *at, tex.len);
        if (here.ptr[0] != '\\') continue;
        for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
            size_t length = strlen(refused[i]);
            bool letter = is_letter(refused[i][length - 1]);
            if (text_starts(here, refused[i]) &&
                !(letter && here.len > length && is_letter(here.ptr[length])))
                return refused[i];
        }
        ++*at; /* the sign behind it belongs to it */
    }
    return NULL;
}

static void report_fault(struct setting *setting, const struct use *use, struct text fault) {
    size_t at;
    const char *command = find_refused(use->tex.tex, &at);
    if (!command && text_find(fault, "linebreak", 0) != SIZE_MAX) {
        command = "\\\\";
        at = text_find(use->tex.tex, command, 0);
    }
    if (command && at < use->tex.tex.len)
        diag_error(setting->diags, use->source, use->tex.place[at], strlen(command),
                   advice_for(command), "%s is not for the formulas of a page", command);
    else /* a macro of KaTeX's made it */
        diag_error(setting->diags, use->source, use->math->offset, use->math->length,
                   advice_for(""), "a formula on a page cannot have %.*s", TEXT_ARG(fault));
}

static void report(struct setting *setting, const struct use *use) {
    const struct katex_formula *formula = &setting->formula[use->same];
    if (formula->error.len)
        diag_error(setting->diags, use->source, use->tex.place[formula->at],
                   marked(use, formula->at), NULL, "formula: %.*s",
                   TEXT_ARG(lower_first(formula->error, setting->course->arena)));
    else
        report_fault(setting, use, formula->fault);
}

/* Browsers do not break a formula in two lines; tables scroll. */
static bool is_too_wide(const struct node *math) {
    enum { SCREEN = 34 }; /* letters that a 390 px screen has room for */
    const struct node *around = math->parent;
    while (around && around->type != NODE_CELL)
        around = around->parent;
    return !math->math.display && !around && math->math.width > SCREEN;
}

static void give(struct setting *setting, const struct use *use) {
    const struct katex_formula *formula = &setting->formula[use->same];
    use->math->math.set = formula->set;
    use->math->math.width = formula->width;
    if (!formula->set.len)
        report(setting, use);
    else if (is_too_wide(use->math))
        diag_error(setting->diags, use->source, use->math->offset, use->math->length,
                   "give it a line of its own: $$ … $$",
                   "a formula among words that is wider than a telephone's screen");
}

/* Sets those that no earlier build has set. NULL, or why none could be. */
static const char *set_all(struct setting *setting, const char **hint) {
    struct course_keep *keep = setting->course->keep;
    struct arena *arena = setting->course->arena;
    struct katex_formula *fresh = ARENA_ARRAY(arena, struct katex_formula, setting->count);
    size_t *from = ARENA_ARRAY(arena, size_t, setting->count), count = 0;
    for (size_t i = 0; i < setting->count; i++) {
        const struct keep_formula *kept = keep ? keep_formula(keep, setting->key[i]) : NULL;
        if (kept) {
            setting->formula[i].set = kept->set;
            setting->formula[i].width = kept->width;
        } else {
            from[count] = i;
            fresh[count++] = setting->formula[i];
        }
    }
    const char *why = count ? katex_set(fresh, count, hint, arena) : NULL;
    for (size_t i = 0; !why && i < count; i++) {
        setting->formula[from[i]] = fresh[i];
        if (keep && fresh[i].set.len)
            keep_formula_add(keep, setting->key[from[i]], fresh[i].set, fresh[i].width);
    }
    return why;
}

/* Without node or KaTeX no formula can be set: the first one says so for all. */
static void report_all(struct setting *setting, const char *why, const char *hint) {
    const struct use *first = setting->use;
    for (size_t i = 1; i < setting->use_count; i++)
        if (text_compare(setting->use[i].source->path, first->source->path) < 0)
            first = &setting->use[i];
    diag_error(setting->diags, first->source, first->math->offset, first->math->length, hint, "%s",
               why);
}

/* The cells of a table block stand beside the tree. */
static void add_below(struct setting *setting, const struct source *source, struct node *root) {
    for (struct node *node = root; node; node = tree_next(node, root)) {
        const struct table_block *block = node->type == NODE_TABLE ? node->table.block : NULL;
        if (node->type == NODE_MATH) add(setting, source, node);
        for (size_t i = 0; block && i < block->column_count; i++)
            add_below(setting, source, block->cell[i]);
    }
}

void formulas_set(struct course *course, struct diags *diags) {
    struct setting setting = {.course = course, .diags = diags};
    for (size_t i = 0; i < course->entry_count; i++)
        add_below(&setting, course->entry[i].page->source, course->entry[i].page->document);
    if (!setting.count) return;
    const char *hint = NULL;
    const char *why = set_all(&setting, &hint);
    if (why) {
        report_all(&setting, why, hint);
        return;
    }
    for (size_t i = 0; i < setting.use_count; i++)
        give(&setting, &setting.use[i]);
}
