/* formulas -- see formulas.h. */
#include "course/formulas.h"

#include <stdint.h>
#include <string.h>

#include "base/chars.h"
#include "course/katex.h"
#include "course/map.h"
#include "page/formula.h"

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
    size_t count, capacity;
    struct map known; /* TeX, after a letter for inline or display */
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

/* Without node or KaTeX no formula can be set: the first one says so for all. */
static void report_all(struct setting *setting, const char *why, const char *hint) {
    const struct use *first = setting->use;
    for (size_t i = 1; i < setting->use_count; i++)
        if (text_compare(setting->use[i].source->path, first->source->path) < 0)
            first = &setting->use[i];
    diag_error(setting->diags, first->source, first->math->offset, first->math->length, hint, "%s",
               why);
}

void formulas_set(struct course *course, struct diags *diags) {
    struct setting setting = {.course = course, .diags = diags};
    for (size_t i = 0; i < course->entry_count; i++) {
        const struct page *page = course->entry[i].page;
        for (struct node *node = page->document; node; node = tree_next(node, page->document))
            if (node->type == NODE_MATH) add(&setting, page->source, node);
    }
    if (!setting.count) return;
    const char *hint = NULL;
    const char *why = katex_set(setting.formula, setting.count, &hint, course->arena);
    if (why) {
        report_all(&setting, why, hint);
        return;
    }
    for (size_t i = 0; i < setting.use_count; i++)
        give(&setting, &setting.use[i]);
}
