/*
 * expr.h -- the expression language of the course: numbers with units out of measurements.
 *
 * An author writes `{{ stride.time[8] / stride.time[1] as x .1 }}` and the reader sees `5.1×`. This
 * module turns what stands between the braces into a tree (expr_parse), a tree into a value
 * (expr_eval) and a value into text (expr_format). It uses no file, no card and no page: series,
 * facts, variables, model results and sources come through the callbacks of `struct expr_env`.
 *
 * Freestanding: no I/O, no allocation, nothing of libc. The same code is compiled to WebAssembly,
 * and with -ffp-contract=off both give the same bytes.
 *
 *
 * Lifecycle
 *
 *     unsigned char block[EXPR_MEMORY_SIZE];       // on the stack, or from the caller's arena
 *     struct expr_memory memory = {block, sizeof block, 0};
 *     struct expr expr;
 *     struct expr_error error;
 *     struct expr_value value;
 *     if (!expr_parse(text, length, &memory, &expr, &error) ||
 *         !expr_eval(&expr, &env, &value, &error))
 *         report(start + error.offset, expr_error_text(&error, ...), expr_error_hint(&error, ...));
 *     else
 *         expr_format(&value, &expr.form, EXPR_STYLE_PAGE, out, sizeof out);
 *
 * Nothing is freed. A tree points into the source text and into the block; a value and an error
 * point into the source text and into what the callbacks returned. All of these must outlive them.
 * Zero values of every struct are valid. Nothing here aborts, whatever the input; there are no
 * globals, so any number of threads may work at once.
 *
 *
 * The language
 *
 *     what      = expr [ "as" unit ] [ "." digits ]                  EXPR_KIND_VALUE
 *               | "claim" expr | "if" expr                            EXPR_KIND_CLAIM, _IF
 *               | "else" | "end" | "given"                            EXPR_KIND_ELSE, _END, _GIVEN
 *               | "always" reason                                     EXPR_KIND_ALWAYS
 *     expr      = and { "or" and }
 *     and       = not { "and" not }
 *     not       = "not" not | compare
 *     compare   = sum { ( "<" | "<=" | ">" | ">=" | "==" | "!=" ) sum }
 *               | sum "in" sum ".." sum
 *     sum       = product { ( "+" | " - " ) product }
 *     product   = sign { ( "*" | "/" ) sign }
 *     sign      = "-" sign | primary
 *     primary   = number [ unit ] | reference | call | "(" expr ")"
 *     reference = name [ "[" argument { "," argument } "]" ] [ "@" id ]
 *     call      = ( "min" | "max" ) "(" expr { "," expr } ")"
 *               | ( "abs" | "round" | "floor" | "ceil" ) "(" expr ")"
 *               | "known" "(" expr ")"
 *               | "cited" "(" number [ unit ] "," id ")"
 *               | "model" "(" argument { "," argument } ")" "." name
 *     argument  = digits | word, in model( ) also id
 *     name      = word { "." word }
 *     word      = ( letter | "_" ) { letter | digit | "_" }
 *     id        = ( letter | digit | "_" | "-" ) { letter | digit | "_" | "-" }
 *     number    = digits [ "." digits ] [ "e" [ "+" | "-" ] digits ]
 *                 (without point and exponent at most 2^53: a larger one would be rounded silently)
 *
 * The reason of `always` is prose of two words or more, up to the closing braces: why the words that
 * follow hold on every card. Nothing in it is evaluated. gen/page/lint.h says what it is for.
 *
 * A minus between two terms has a space on each side, since ids have hyphens; ids stand only after
 * "@" and in model( ) and cited( ). Numbers have no thousands comma: max(1,024) would be two.
 * `a < b < c` means `a < b and b < c`. `x in a..b` is half-open: a <= x < b. `|` is not in the
 * language, because a table cell ends there. gen/tests/expr/spec.txt shows all of it by example.
 *
 * Texts. Some names stand for words: card.name, run.driver, message.launch.registers (what the
 * runtime answered). They print as they are, take no `as UNIT`, and only known( ) may ask about
 * them. gen/page/lookup.c has the names of card and run.
 *
 * Variables. A name without dot, index and card is first looked up as a variable (bound by
 * `for: s in stride.useful`), then as a series. An id or a word used as an argument or after "@"
 * that is the name of a variable stands for the variable's value. A literal number keeps to units
 * when it can: in `8 B/s`, `s` is the second, whatever variables there are.
 *
 *
 * Units
 *
 * A value has a dimension: exponents of B, s, cycle, FLOP, W, °C; its number is in these base
 * units. Hz is cycle/s: a clock counts cycles, so `latency.cycles / fact.clock.sm` is a time, and
 * a rate over a clock is B/cycle, shown as B/clk. + - and comparisons need equal dimensions.
 *
 *     B  kB MB GB TB PB  KiB MiB GiB TiB PiB, each also with /s;  s ms us µs ns ps;  Hz kHz MHz GHz;
 *     cycle cycles clk;  FLOP, FLOP/s with k M G T P;  W;  °C;  B/clk;  FLOP/B;  x  %  1
 *
 * and any of them over s, cycle, clk, B, FLOP, W, once or twice: FLOP/s/W, FLOP/clk. `x` is a
 * ratio shown with ×, `1` a plain number. Names are case-sensitive, there is no KB and no bit.
 *
 *
 * Missing values and truth
 *
 * A point that was not measured is missing, with a reason. Every operation on a missing value is
 * missing, with the reason of the first operand that is; a comparison with one is unknown; `and`,
 * `or`, `not` are Kleene's; `known(x)` is true or false. Names and units are checked even where a
 * value is missing or a truth is decided without them; a division by zero is not an error where
 * the left side of `and` or `or` has decided (`known(a) and a > 0 s and b / a > 2`).
 *
 *
 * How values print
 *
 * Rounded once, from the double's exact binary value scaled exactly by the unit's powers of ten and
 * two (integer arithmetic, never a division of doubles), half away from zero: 45,000,000 B/s is
 * 0.05 GB/s with two decimals, an exact tie. Thousands have commas, the decimal mark is a point.
 *
 *     as UNIT .D   exactly D decimals: 3,977.7 GiB/s
 *     as UNIT      three significant digits (two for %), but digits before the point are never
 *                  rounded away: 8.89 ms, 4,271 GB/s, 89%, 9.6%
 *     .D           the prefix by size, then D decimals
 *     nothing      the prefix by size, three significant digits, so that 1 <= number < 1000 after
 *                  rounding: 999.6 MB/s is 1.00 GB/s
 *
 * The digits are counted on the value, not on its rounded text: 9.96 is 9.96 and 0.096 is 9.6%; what
 * rounds to a power of ten keeps three digits of that: 9.996 is 10.0, 99.96 is 100.
 *
 * Prefixes by size: B and B/s decimal; bytes marked `capacity` in KiB, MiB, …; times ps ns µs ms s;
 * clocks Hz, kHz, then MHz however large (1,980 MHz, as nvidia-smi does); FLOP and FLOP/s k to P;
 * the rest has none.
 *
 *     60 MiB, 40.5 MiB         capacities, and what is shown in KiB, MiB, …, drop trailing zeros
 *                              where nothing was rounded away
 *     380 B, 32 cycles, 700 W  bytes without prefix, cycles, W, °C and what is per clock print
 *                              whole when they are whole
 *     65,536                   exact numbers without unit print whole
 *     3.35 TB/s, 1,555 GB/s    a number typed with its unit, alone or in cited( ), prints as typed
 *     0 GB/s                   zero is 0, in the unit most used; there is no negative zero
 *     1.23e15 PB/s, 4.56e-10   without .D, from 1e15 or below 1e-9 of the unit shown
 *
 * Infinity and NaN are never printed: division by zero and overflow are errors.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "view.h"

/* A block of this size holds every expression that a person would write on one line. */
#define EXPR_MEMORY_SIZE 8192
/* Deepest nesting of parentheses, calls, signs and `not`. */
#define EXPR_DEPTH_MAX 32
/* Most arguments between [ ] or in model( ). */
#define EXPR_ARGUMENTS_MAX 8
/* Most decimals that `.DIGITS` may ask for. */
#define EXPR_DIGITS_MAX 15
/* Most names that an error offers as nearest. */
#define EXPR_NEAREST_MAX 3
/* No text of expr_format for a number, its '\0' included, is longer than this. */
#define EXPR_TEXT_MAX 512

/* ---- units ------------------------------------------------------------------------------- */

enum expr_base {
    EXPR_BYTE,
    EXPR_SECOND,
    EXPR_CYCLE,
    EXPR_FLOP,
    EXPR_WATT,
    EXPR_CELSIUS,
    EXPR_BASES
};

/* The kind of quantity of a number: the exponent of each base unit. All zero is a plain number. */
struct expr_dimension {
    int8_t of[EXPR_BASES];
};

/* A unit to write numbers in: one of it is 10^ten * 2^two of its dimension's base units. */
struct expr_unit {
    struct expr_dimension dimension;
    int16_t ten, two;
    struct text name; /* as written: "us", "cycle", "x", shown as µs, cycles, × */
};

/* Reads a unit that fills the whole text ("B/s", "GiB/s", "%"). False: no such unit. Use it for the
 * unit of a measurement file too; `unit->name` points into `text`. */
bool expr_unit_parse(struct text text, struct expr_unit *unit) MUST_CHECK;

/* The unit that a value prints in when none is asked for ("GB/s" for 5.63e11 B/s); an axis of a
 * chart passes its largest value. `capacity` as in struct expr_value. The name may be empty (plain
 * numbers, dimensions without a name): ask expr_unit_text. */
struct expr_unit expr_unit_default(double number, struct expr_dimension dimension, bool capacity);

/* Writes the unit as it is shown: "GB/s", "µs", "×", "cycles", "" for plain numbers. Result: see
 * expr_format. */
size_t expr_unit_text(const struct expr_unit *unit, char *out, size_t size);

/* Returns `number` of base units in this unit, for the geometry of charts. It is not for print:
 * expr_format rounds exactly. */
double expr_unit_scale(const struct expr_unit *unit, double number);

bool expr_dimension_equal(struct expr_dimension a, struct expr_dimension b);

/* Returns the unit names, for help and for nearest names; {NULL, 0} from the end on. */
struct text expr_unit_name(size_t index);

/* ---- values ------------------------------------------------------------------------------ */

enum expr_truth { EXPR_FALSE, EXPR_TRUE, EXPR_UNKNOWN };

enum expr_value_kind {
    EXPR_MISSING, /* zero value: missing without a reason */
    EXPR_NUMBER,
    EXPR_TEXT, /* a role that a variable stands for; words of the card, its runtime or its run */
    EXPR_TRUTH
};

/* How to write a number. Zero means by size, with three significant digits. */
struct expr_form {
    bool has_unit, has_digits;
    int8_t digits; /* decimals, 0..EXPR_DIGITS_MAX */
    struct expr_unit unit;
};

struct expr_value {
    enum expr_value_kind kind;
    enum expr_truth truth;
    double number; /* in base units; finite */
    struct expr_dimension dimension;
    bool any_dimension;    /* missing, and the unit is not known either: fits everywhere */
    bool exact;            /* a whole number that is counted, not measured */
    bool capacity;         /* bytes of a memory, not of traffic: prints in KiB, MiB, … */
    bool typed;            /* a number as the author typed it; prints in `form` */
    struct expr_form form; /* only where `typed` */
    struct text text;      /* EXPR_TEXT: the words. EXPR_MISSING: the reason */
};

struct expr_value expr_number(double number, struct expr_dimension dimension);
struct expr_value expr_count(int64_t count);
struct expr_value expr_text(struct text text);
struct expr_value expr_missing(struct text reason, struct expr_dimension dimension);
struct expr_value expr_missing_any(struct text reason); /* where the unit is not known */

/* ---- nearest names ----------------------------------------------------------------------- */

/* The existing names closest to a mistyped one. Start with {.wanted = name} and offer every
 * name that would have been right: the best stay, each once, best first, equals in the order in
 * which they were offered. A name is near with few typing mistakes, a first word left out (l2
 * for fact.l2), or the same first word. The bytes of what is offered must live on. */
struct nearest {
    struct text wanted;
    struct text name[EXPR_NEAREST_MAX];
    unsigned price[EXPR_NEAREST_MAX]; /* sum of the mistakes' prices in each */
    size_t count;
};
void nearest_offer(struct nearest *nearest, struct text candidate);

/* ---- errors ------------------------------------------------------------------------------ */

enum expr_code {
    EXPR_OK,
    /* of the text; expr_parse */
    EXPR_ERROR_EMPTY,          /* whole */
    EXPR_ERROR_NOT_EXPRESSION, /* whole: braces inside, so most likely it is no expression at all */
    EXPR_ERROR_CHARACTER,      /* a character that no expression has */
    EXPR_ERROR_UNEXPECTED,     /* `name` stands where `detail` was expected */
    EXPR_ERROR_UNCLOSED,       /* the bracket at offset */
    EXPR_ERROR_COMMA,          /* 1,024 */
    EXPR_ERROR_NUMBER,         /* too large, too small, too many digits */
    EXPR_ERROR_WHOLE,          /* a whole number above 2^53, which a double rounds */
    EXPR_ERROR_MINUS,          /* a-b, a -b */
    EXPR_ERROR_UNIT,           /* no such unit; nearest, and in `detail` what is often confused */
    EXPR_ERROR_FUNCTION,       /* no such function */
    EXPR_ERROR_ARITY,          /* wrong number of arguments of a function, `detail` says */
    EXPR_ERROR_DIGITS,         /* .99 */
    EXPR_ERROR_CONDITION,      /* a value where a condition is needed */
    EXPR_ERROR_VALUE,          /* a condition where a value is needed */
    EXPR_ERROR_CITED,          /* cited( ) around something that is not a number */
    EXPR_ERROR_DEEP,           /* nested deeper than EXPR_DEPTH_MAX */
    EXPR_ERROR_COMPLEX,        /* the memory block is full */
    /* of names; expr_eval, from the callbacks */
    EXPR_ERROR_NAME,
    EXPR_ERROR_ARGUMENT, /* an axis has no such value, a model no such kernel: `index` says which */
    EXPR_ERROR_ARGUMENTS, /* wrong number of axes or arguments */
    EXPR_ERROR_CARD,
    EXPR_ERROR_SOURCE,
    EXPR_ERROR_FIELD, /* model(…).field */
    /* of units; expr_eval */
    EXPR_ERROR_SUM,      /* B/s + s */
    EXPR_ERROR_COMPARE,  /* B/s < s, also min, max, in */
    EXPR_ERROR_CONVERT,  /* s as GB/s */
    EXPR_ERROR_PLAIN,    /* round(3 ms) */
    EXPR_ERROR_EXPONENT, /* s * s * s … */
    EXPR_ERROR_TEXT,     /* arithmetic with a text */
    /* of numbers; expr_eval. They depend on the card, the others do not */
    EXPR_ERROR_ZERO,
    EXPR_ERROR_OVERFLOW,
    EXPR_ERROR_INTERVAL /* x in 5..4 */
};

/* One argument between [ ] or in model( ). */
struct expr_argument {
    bool is_number;
    int64_t number;
    struct text text; /* the role or id; of a number, its digits as written */
};

/* What is wrong and where. Offsets are bytes from the start of the text given to expr_parse. */
struct expr_error {
    enum expr_code code;
    size_t offset, length;
    bool whole;         /* the mistake concerns the braces as a whole: point at "{{" */
    struct text name;   /* the piece of the source */
    struct text detail; /* what was expected, or the callback's `detail` */
    struct text card;   /* the card in question, where there is one */
    struct expr_dimension left, right;
    struct expr_value value;       /* EXPR_ERROR_ZERO: the operand that is 0 */
    char sign;                     /* EXPR_ERROR_SUM: '+' or '-' */
    struct expr_argument argument; /* EXPR_ERROR_ARGUMENT */
    size_t index, given, wanted;
    struct text hint; /* of the callback */
    struct nearest nearest;
};

/* Returns whether the error depends on the card: division by zero, overflow, empty interval. */
bool expr_error_is_of_card(enum expr_code code);

/* Writes "division by zero: fact.rated is 0 GB/s on kit-card"; one line, no full stop. Result: see
 * expr_format. */
size_t expr_error_text(const struct expr_error *error, char *out, size_t size);
/* Writes the hint, or "" where the message implies it. */
size_t expr_error_hint(const struct expr_error *error, char *out, size_t size);

/* ---- parsing ----------------------------------------------------------------------------- */

/* The caller's block; trees are laid into it one after the other. Set used to 0 to reuse it. */
struct expr_memory {
    unsigned char *block;
    size_t size, used;
};

enum expr_kind {
    EXPR_KIND_VALUE,
    EXPR_KIND_CLAIM,
    EXPR_KIND_IF,
    EXPR_KIND_ELSE,
    EXPR_KIND_END,
    EXPR_KIND_GIVEN,
    EXPR_KIND_ALWAYS
};

struct expr_node; /* private, node.h */

struct expr {
    enum expr_kind kind;
    struct expr_form form; /* `as UNIT .DIGITS` */
    struct text source;
    struct text body; /* the source without `as UNIT .DIGITS`, `claim`, `if`, `always` */
    const struct expr_node *root; /* NULL for else, end, given and always */
    const struct expr_node *references;
};

/* Returns the word that an expression of this kind begins with; "" for a value. */
const char *expr_kind_word(enum expr_kind kind);

/* Parses the text between "{{" and "}}". False: *error is set, and *out is a zero value but for the
 * kind that its first word tells. */
bool expr_parse(const char *text, size_t length, struct expr_memory *memory, struct expr *out,
                struct expr_error *error) MUST_CHECK;

/* ---- evaluation -------------------------------------------------------------------------- */

enum expr_found {
    EXPR_FOUND,          /* answer->value is set; it may be missing */
    EXPR_NO_NAME,        /* no such series, fact, variable, source or field */
    EXPR_NO_CARD,        /* no such card */
    EXPR_NO_ARGUMENT,    /* argument `index` is none of the axis' values */
    EXPR_WRONG_ARGUMENTS /* `wanted` arguments are needed */
};

struct expr_query {
    struct text name; /* "stride.useful", "fact.l2"; of a model the field; the source cited */
    struct text card; /* after "@"; the page's card (env->card) where none is written */
    size_t count;
    struct expr_argument arguments[EXPR_ARGUMENTS_MAX];
};

struct expr_answer {
    struct expr_value value;
    size_t index, wanted;
    struct text detail; /* for the message: the axis' name, or "kernel, fits" */
    struct text hint;   /* what would be right, where no name is near; or empty */
    struct nearest nearest;
};

/* Callbacks may be NULL: nothing has that name. They get a zeroed answer. Texts in the answer must
 * live as long as the value or error is used. A number that is not finite is an overflow. */
struct expr_env {
    void *context;
    struct text card; /* id of the card the text is built for */
    enum expr_found (*series)(void *context, const struct expr_query *query,
                              struct expr_answer *answer);
    enum expr_found (*variable)(void *context, struct text name, struct expr_answer *answer);
    /* model(a, b).field: arguments a, b; query->name is the field. EXPR_NO_NAME: no such field. */
    enum expr_found (*model)(void *context, const struct expr_query *query,
                             struct expr_answer *answer);
    /* cited(number, id): answer->value is preset to the number; query->name is the id. */
    enum expr_found (*cited)(void *context, const struct expr_query *query,
                             struct expr_answer *answer);
};

/* Evaluates. KIND_VALUE gives a number, a text or a missing value, whose unit fits `as UNIT`;
 * CLAIM and IF give a truth; the others give a zero value. False: *error is set. */
bool expr_eval(const struct expr *expr, const struct expr_env *env, struct expr_value *out,
               struct expr_error *error) MUST_CHECK;

/* Explains a condition by every comparison that decided it, with the values of both
 * sides: "stride.time[8] / stride.time[1] is 3.21, not in 4.5..5.5; fact.sms is 84, not > 100".
 * Empty if the expression is no condition or does not evaluate. Result: see expr_format. */
size_t expr_explain(const struct expr *expr, const struct expr_env *env, char *out, size_t size);

/* How far a condition is from the other verdict, as a part of what it compares with: 0.12 for a
 * value of 0.88 under a limit of 1. False: it has no margin; it is unknown, or asks for equal sides. */
bool expr_margin(const struct expr *expr, const struct expr_env *env, double *margin) MUST_CHECK;

/* Returns whether the condition compares something that a card could change: it has a comparison or
 * an `in` with a series, a fact, a variable or a model in it. known(x) alone compares nothing. */
bool expr_compares(const struct expr *expr);

/* ---- references -------------------------------------------------------------------------- */

enum expr_reference_kind { EXPR_REFERENCE_SERIES, EXPR_REFERENCE_MODEL, EXPR_REFERENCE_CITED };

/* A name that an expression takes from outside, as written: variables are not replaced. */
struct expr_reference {
    enum expr_reference_kind kind;
    size_t offset, length;
    struct text name; /* as in expr_query; a name without dot may be a variable's */
    struct text card; /* empty: the page's card */
    size_t count;
    const struct expr_argument *arguments; /* live as long as the tree */
};

/* Returns all references in the order written: pass *cursor = NULL first, until false is returned. A value
 * without any is a number that the author typed, cited( ) being one. */
bool expr_next_reference(const struct expr *expr, const struct expr_node **cursor,
                         struct expr_reference *out);

/* ---- formatting -------------------------------------------------------------------------- */

enum expr_style {
    EXPR_STYLE_TERMINAL = 0, /* plain space before the unit, "-" */
    EXPR_STYLE_PAGE = 1, /* U+00A0 before the unit, U+2212 as minus: one word, spoken as minus */
    EXPR_STYLE_NO_COMMAS = 2, /* flags to add, for CSV, JSON and SVG attributes */
    EXPR_STYLE_NO_UNIT = 4
};

/*
 * Writes the value as UTF-8: "563 GB/s". `form` may be NULL or zero: see "How values print". The
 * form's unit must have the value's dimension (expr_eval has checked it); otherwise the default
 * unit is used. Missing values are "not measured" (the reason is in value->text), texts themselves,
 * truths "true", "false", "unknown".
 *
 * Like all functions here that write text: returns the length without '\0'; writes at most `size`
 * bytes including '\0', cut at a whole character; result >= size means it was cut.
 */
size_t expr_format(const struct expr_value *value, const struct expr_form *form, unsigned style,
                   char *out, size_t size);

/* Writes a bare number with exactly `decimals` decimals (0..EXPR_DIGITS_MAX), by the same rounding.
 * A number that is not finite gives "". */
size_t expr_format_number(double number, int decimals, unsigned style, char *out, size_t size);

/* For the page, which calls no other function here: "4.81 TB/s" of a number of base units, in style
 * PAGE; `in`, which may be empty, is the unit to show it in. No such unit: the number bare. Result: see
 * expr_format. */
size_t WASM_EXPORT(expr_wasm_format)(double number, const char *unit, size_t unit_length,
                                     const char *in, size_t in_length, char *out, size_t size);

/* Returns how each function is called and what it gives, for help; false from the end on. */
bool expr_function(size_t index, struct text *usage, struct text *help);
