/* hint.c -- what to do about an error, where its message does not say it. */
#include "unit.h"

/* Signs of other languages and of typographers, and what they are here. */
static const struct {
    const char *sign, *hint;
} habits[] = {
    {"=", "write == to compare"},
    {"!", "write `not`, or != to compare"},
    {"&", "write `and`"},
    {"|", "write `or`; a table cell ends at |"},
    {"^", "write the product: a * a"},
    {"*", "there are no powers: write the product, a * a"},
    {";", "one expression stands in one pair of braces"},
    {"\"", "names stand without quotes"},
    {"'", "names stand without quotes"},
    {"\u00D7", "write *, or x for a ratio"},
    {"\u00F7", "write /"},
    {"\u2212", "write the minus of the keyboard, -"},
    {"\u2013", "write the minus of the keyboard, -, or .. for an interval"},
    {"\u2264", "write <="},
    {"\u2265", "write >="},
    {"\u2260", "write !="},
    {"\u00A0", "this is a no-break space: write a plain one"},
};

static void write_habit(struct expr_writer *w, const struct expr_error *error) {
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++) {
        if (expr_view_is(error->name, habits[i].sign)) expr_write_text(w, habits[i].hint);
    }
}

static void write_unexpected(struct expr_writer *w, const struct expr_error *error) {
    struct text name = error->name;
    if (expr_view_is(name, "if")) {
        expr_write_text(w,
                        "`else` and `end` stand alone; for an `else if`, put an `if` with an end "
                        "of its own between them");
    } else if (expr_view_is(name, "elif") || expr_view_is(name, "elseif")) {
        expr_write_text(w, "there is no such word: put an `if` with an end of its own between "
                           "`else` and `end`");
    } else if (expr_view_is(name, "endif")) {
        expr_write_text(w, "write `end`");
    } else if (name.len > 1 && name.ptr[0] == '.' && name.ptr[1] != '.') {
        expr_write_text(w, "a number starts with a digit: 0");
        expr_write_view(w, name);
        expr_write_text(w, "; decimals come last, after a space");
    } else {
        write_habit(w, error);
    }
}

static void write_without_commas(struct expr_writer *w, struct text number) {
    expr_write_text(w, "write ");
    for (size_t i = 0; i < number.len; i++) {
        if (number.ptr[i] != ',') expr_write(w, number.ptr + i, 1);
    }
    expr_write_text(w, "; commas are put in when it is shown");
}

/* 2 beside seconds: most likely the unit was forgotten. */
static void write_same_unit(struct expr_writer *w, const struct expr_error *error) {
    bool left = expr_dimension_is_plain(error->left);
    if (left == expr_dimension_is_plain(error->right)) {
        expr_write_text(w, "both sides need the same unit");
        return;
    }
    expr_write_text(w, "give the plain number its unit, for example 1 ");
    expr_write_dimension(w, left ? error->right : error->left);
}

static const char *fixed_hint(enum expr_code code) {
    switch (code) {
    case EXPR_ERROR_EMPTY:
    case EXPR_ERROR_NOT_EXPRESSION: return "two literal braces in prose are written \\{{";
    case EXPR_ERROR_WHOLE: return "take a larger unit, or write it with a power of ten: 1.23e19";
    case EXPR_ERROR_MINUS: return "write a - b; hyphens stand only in ids, after @ or in model( )";
    case EXPR_ERROR_DIGITS: return "a double has about 16 significant digits";
    case EXPR_ERROR_CONDITION: return "compare it with something: a < b, a in 4..5, known(a)";
    case EXPR_ERROR_VALUE: return "conditions stand in {{ claim ... }} and {{ if ... }}";
    case EXPR_ERROR_FUNCTION: return "`gen list functions` names them";
    case EXPR_ERROR_CARD: return "the cards are the files of measurements/, without .json";
    case EXPR_ERROR_CITED: return "for example cited(3.35 TB/s, hopper-guide)";
    case EXPR_ERROR_DEEP:
    case EXPR_ERROR_COMPLEX: return "split it into smaller expressions";
    case EXPR_ERROR_SOURCE: return "sources are listed in the page's front matter, each with an id";
    case EXPR_ERROR_PLAIN: return "divide by a unit first, for example by 1 ms";
    case EXPR_ERROR_ZERO:
    case EXPR_ERROR_OVERFLOW: return "guard it with an `if`, or correct the measurement";
    case EXPR_ERROR_INTERVAL: return "the lower end comes first: a..b holds a <= x < b";
    default: return "";
    }
}

static void write_nearest(struct expr_writer *w, const struct expr_error *error) {
    for (size_t i = 0; i < error->nearest_count; i++) {
        expr_write_text(w, i == 0 ? "nearest: " : ", ");
        expr_write_view(w, error->nearest[i]);
    }
}

size_t expr_error_hint(const struct expr_error *error, char *out, size_t size) {
    struct expr_writer writer = {out, size, 0};
    if (error->nearest_count > 0) {
        write_nearest(&writer, error);
        return expr_writer_finish(&writer);
    }
    switch (error->code) {
    case EXPR_ERROR_CHARACTER: write_habit(&writer, error); break;
    case EXPR_ERROR_UNEXPECTED: write_unexpected(&writer, error); break;
    case EXPR_ERROR_COMMA: write_without_commas(&writer, error->name); break;
    case EXPR_ERROR_COMPARE:
    case EXPR_ERROR_SUM: write_same_unit(&writer, error); break;
    case EXPR_ERROR_NAME:
        expr_write_text(&writer, "series stand under their own names, facts after `fact.`; "
                                 "`gen list series` and `gen list facts` name them");
        break;
    case EXPR_ERROR_UNIT:
        expr_write_text(&writer, "units are B, s, Hz, cycle, FLOP, W with prefixes, "
                                 "and x, % for ratios");
        break;
    case EXPR_ERROR_CONVERT:
        expr_write_text(&writer, "ask for a unit of ");
        expr_write_dimension(&writer, error->left);
        expr_write_text(&writer, ", or leave `as` out");
        break;
    default: expr_write_text(&writer, fixed_hint(error->code)); break;
    }
    return expr_writer_finish(&writer);
}
