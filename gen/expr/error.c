/*
 * error.c -- the message for an error, in one line, and a hint where the message does not imply it.
 *
 * Both are templates, in which a $ and a letter stand for a part of the error; see write_part().
 */
#include "text.h"

#define BRACES "two literal braces in prose are written \\{{"
#define SPLIT "split it into smaller expressions"
#define GUARD "guard it with an `if`, or correct the measurement"
static const struct template {
    const char *text, *hint;
}
templates[] = {
    [EXPR_ERROR_EMPTY] = {"empty expression", BRACES},
    [EXPR_ERROR_NOT_EXPRESSION] = {"not an expression", BRACES},
    [EXPR_ERROR_CHARACTER] = {"$q stands in no expression", "$h"},
    [EXPR_ERROR_UNEXPECTED] = {"$d expected$i", "$h"},
    [EXPR_ERROR_UNCLOSED] = {"`$n` is never closed", ""},
    [EXPR_ERROR_COMMA] = {"$n has a comma", "write $k; commas are put in when it is shown"},
    [EXPR_ERROR_NUMBER] = {"$n is too large, too small or too long for a number", ""},
    [EXPR_ERROR_WHOLE] = {"$n is a whole number above 2^53, which would be rounded",
                          "take a larger unit, or write it with a power of ten: 1.23e19"},
    [EXPR_ERROR_MINUS] = {"minus without a space on each side",
                          "write a - b; hyphens stand only in ids, after @ or in model( )"},
    [EXPR_ERROR_UNIT] = {"unknown unit $n$c$p",
                         "units are B, s, Hz, cycle, FLOP, W with prefixes, and x, % for ratios"},
    [EXPR_ERROR_FUNCTION] = {"unknown function $n$c$p", "`gen list functions` names them"},
    [EXPR_ERROR_ARITY] = {"$n takes $d, $g given", ""},
    [EXPR_ERROR_DIGITS] = {"$n asks for more than 15 decimals",
                           "a double has about 16 significant digits"},
    [EXPR_ERROR_CONDITION] = {"$n is a value, not a condition",
                              "compare it with something: a < b, a in 4..5, known(a)"},
    [EXPR_ERROR_VALUE] = {"$n is a condition, not a value",
                          "conditions stand in {{ claim ... }} and {{ if ... }}"},
    [EXPR_ERROR_CITED] = {"cited( ) takes a number as its source prints it",
                          "for example cited(3.35 TB/s, hopper-guide)"},
    [EXPR_ERROR_DEEP] = {"nested too deeply", SPLIT},
    [EXPR_ERROR_COMPLEX] = {"expression too complex", SPLIT},
    [EXPR_ERROR_NAME] = {"unknown name $n$c$p",
                         "series stand under their own names, facts after `fact.`; "
                         "`gen list series` and `gen list facts` name them"},
    [EXPR_ERROR_ARGUMENT] = {"$n has no $a$c", ""},
    [EXPR_ERROR_ARGUMENTS] = {"$n takes $w$p, $g given", ""},
    [EXPR_ERROR_CARD] = {"unknown card $n",
                         "the cards are the files of measurements/, without .json"},
    [EXPR_ERROR_SOURCE] = {"unknown source $n$c$p",
                           "sources are listed in the page's front matter, each with an id"},
    [EXPR_ERROR_FIELD] = {"the model has no $n", ""},
    [EXPR_ERROR_SUM] = {"$l $s $r do not $v", "$u"},
    [EXPR_ERROR_COMPARE] = {"$l and $r do not compare", "$u"},
    [EXPR_ERROR_CONVERT] = {"the value is in $l, which is no $n",
                            "ask for a unit of $l, or leave `as` out"},
    [EXPR_ERROR_PLAIN] = {"$d takes a number without unit, not $l",
                          "divide by a unit first, for example by 1 ms"},
    [EXPR_ERROR_EXPONENT] = {"$n has a unit with too high a power", ""},
    [EXPR_ERROR_TEXT] = {"$n is the text $d, not a number", ""},
    [EXPR_ERROR_ZERO] = {"division by zero$z", GUARD},
    [EXPR_ERROR_OVERFLOW] = {"overflow: $n is too large", GUARD},
    [EXPR_ERROR_INTERVAL] = {"empty interval: $n holds no number",
                             "the lower end comes first: a..b holds a <= x < b"},
};

/* Words and signs of other languages and of typographers, with what the course has instead. */
#define ELIF "there is no such word: put an `if` with an end of its own between `else` and `end`"
#define QUOTE "names stand without quotes"
static const struct {
    const char *name, *hint;
} habits[] = {
    {"if", "`else` and `end` stand alone; for an `else if`, put an `if` with an end of its own "
           "between them"},
    {"elif", ELIF},
    {"elseif", ELIF},
    {"endif", "write `end`"},
    {"=", "write == to compare"},
    {"!", "write `not`, or != to compare"},
    {"&", "write `and`"},
    {"|", "write `or`; a table cell ends at |"},
    {"^", "write the product: a * a"},
    {"*", "there are no powers: write the product, a * a"},
    {";", "one expression stands in one pair of braces"},
    {"\"", QUOTE},
    {"'", QUOTE},
    {"\u00D7", "write *, or x for a ratio"},
    {"\u00F7", "write /"},
    {"\u2212", "write the minus of the keyboard, -"},
    {"\u2013", "write the minus of the keyboard, -, or .. for an interval"},
    {"\u2264", "write <="},
    {"\u2265", "write >="},
    {"\u2260", "write !="},
    {"\u00A0", "this is a no-break space: write a plain one"},
};

static void write_habit(struct expr_writer *w, struct text name) {
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++)
        if (text_is(name, habits[i].name)) expr_write_text(w, habits[i].hint);
    if (name.len > 1 && name.ptr[0] == '.' && name.ptr[1] != '.')
        expr_print(w, "a number starts with a digit: 0%v; decimals come last, after a space", name);
}

static void write_character(struct expr_writer *w, struct text name) {
    bool printable = name.len == 1 ? name.ptr[0] >= 0x20 && name.ptr[0] < 0x7F : name.len > 1;
    expr_print(w, printable ? "`%v`" : "a byte that", name);
}

static void write_argument(struct expr_writer *w, const struct expr_error *error) {
    if (error->detail.len > 0) expr_print(w, "%v ", error->detail);
    if (error->argument.is_number) {
        struct expr_value number = expr_count(error->argument.number);
        expr_write_value(w, &number, NULL, 0, EXPR_STYLE_NO_COMMAS);
    } else {
        expr_write_view(w, error->argument.text);
    }
}

static void write_zero(struct expr_writer *w, const struct expr_error *error) {
    if (error->value.typed) return;
    expr_print(w, ": %v is ", error->name);
    expr_write_value(w, &error->value, NULL, 0, EXPR_STYLE_TERMINAL);
    if (error->card.len > 0) expr_print(w, " on %v", error->card);
}

static void write_without_commas(struct expr_writer *w, struct text number) {
    for (size_t i = 0; i < number.len; i++)
        if (number.ptr[i] != ',') expr_write(w, number.ptr + i, 1);
}

/* Where a plain number stands beside seconds, its unit was most likely forgotten. */
static void write_same_unit(struct expr_writer *w, const struct expr_error *error) {
    bool left = expr_dimension_is_plain(error->left);
    if (left == expr_dimension_is_plain(error->right)) {
        expr_write_text(w, "both sides need the same unit");
        return;
    }
    expr_write_text(w, "give the plain number its unit, for example 1 ");
    expr_write_dimension(w, left ? error->right : error->left);
}

static void write_part(struct expr_writer *w, const struct expr_error *error, char part) {
    bool minus = error->sign == '-';
    switch (part) {
    case 'n': expr_write_view(w, error->name); break;
    case 'd': expr_write_view(w, error->detail); break;
    case 'g': expr_write_count(w, error->given); break;
    case 'l': expr_write_dimension(w, error->left); break;
    case 'r': expr_write_dimension(w, error->right); break;
    case 's': expr_write_text(w, minus ? "-" : "+"); break;
    case 'v': expr_write_text(w, minus ? "subtract" : "add"); break;
    case 'p':
        if (error->detail.len > 0) expr_print(w, " (%v)", error->detail);
        break;
    case 'c':
        if (error->card.len > 0) expr_print(w, " on %v", error->card);
        break;
    case 'i':
        expr_print(w, error->name.len > 0 ? ", not `%v`" : " before the end", error->name);
        break;
    case 'w':
        if (error->wanted == 0)
            expr_write_text(w, "no value");
        else
            expr_print(w, error->wanted == 1 ? "%n value" : "%n values", error->wanted);
        break;
    case 'a': write_argument(w, error); break;
    case 'h': write_habit(w, error->name); break;
    case 'k': write_without_commas(w, error->name); break;
    case 'q': write_character(w, error->name); break;
    case 'u': write_same_unit(w, error); break;
    case 'z': write_zero(w, error); break;
    }
}

static size_t write_pattern(const struct expr_error *error, const char *pattern, char *out,
                            size_t size) {
    struct expr_writer writer = {out, size, 0};
    for (; *pattern; pattern++)
        if (*pattern == '$')
            write_part(&writer, error, *++pattern);
        else
            expr_write(&writer, pattern, 1);
    return expr_writer_finish(&writer);
}

static struct template template_of(enum expr_code code) {
    bool known = code > EXPR_OK && code < sizeof templates / sizeof *templates;
    return known ? templates[code] : (struct template){"", ""};
}

size_t expr_error_text(const struct expr_error *error, char *out, size_t size) {
    return write_pattern(error, template_of(error->code).text, out, size);
}

size_t expr_error_hint(const struct expr_error *error, char *out, size_t size) {
    if (error->nearest.count == 0 && error->hint.len == 0)
        return write_pattern(error, template_of(error->code).hint, out, size);
    struct expr_writer writer = {out, size, 0};
    if (error->nearest.count == 0) expr_print(&writer, "%v", error->hint);
    for (size_t i = 0; i < error->nearest.count; i++)
        expr_print(&writer, i == 0 ? "nearest: %v" : ", %v", error->nearest.name[i]);
    return expr_writer_finish(&writer);
}
