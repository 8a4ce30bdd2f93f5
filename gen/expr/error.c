/* error.c -- what is wrong, in one line. What to do about it is in hint.c. */
#include "format.h"
#include "unit.h"

bool expr_error_is_of_card(enum expr_code code) {
    return code == EXPR_ERROR_ZERO || code == EXPR_ERROR_OVERFLOW || code == EXPR_ERROR_INTERVAL;
}

static void write_card(struct expr_writer *w, const struct expr_error *error) {
    if (error->card.length == 0) return;
    expr_write_text(w, " on ");
    expr_write_view(w, error->card);
}

static void write_quoted(struct expr_writer *w, struct expr_view text) {
    expr_write_text(w, "`");
    expr_write_view(w, text);
    expr_write_text(w, "`");
}

/* "unknown unit Mb (a bit is no byte)" */
static void write_unknown(struct expr_writer *w, const struct expr_error *error, const char *what) {
    expr_write_text(w, "unknown ");
    expr_write_text(w, what);
    expr_write_text(w, " ");
    expr_write_view(w, error->name);
    write_card(w, error);
    if (error->detail.length == 0) return;
    expr_write_text(w, " (");
    expr_write_view(w, error->detail);
    expr_write_text(w, ")");
}

static void write_character(struct expr_writer *w, const struct expr_error *error) {
    bool printable = error->name.length > 0;
    for (size_t i = 0; i < error->name.length; i++) {
        unsigned char c = (unsigned char)error->name.data[i];
        bool alone = error->name.length == 1 && (c < 0x20 || c >= 0x7F);
        if (alone) printable = false;
    }
    if (printable) {
        write_quoted(w, error->name);
        expr_write_text(w, " stands in no expression");
    } else {
        expr_write_text(w, "a byte that stands in no expression");
    }
}

static void write_unexpected(struct expr_writer *w, const struct expr_error *error) {
    expr_write_view(w, error->detail);
    expr_write_text(w, " expected");
    if (error->name.length > 0) {
        expr_write_text(w, ", not ");
        write_quoted(w, error->name);
    } else {
        expr_write_text(w, " before the end");
    }
}

/* "stride.time has no stride 7" */
static void write_argument(struct expr_writer *w, const struct expr_error *error) {
    expr_write_view(w, error->name);
    expr_write_text(w, " has no ");
    if (error->detail.length > 0) {
        expr_write_view(w, error->detail);
        expr_write_text(w, " ");
    }
    if (error->argument.is_number) {
        struct expr_value number = expr_count(error->argument.number);
        expr_write_value(w, &number, NULL, 0, EXPR_STYLE_NO_COMMAS);
    } else {
        expr_write_view(w, error->argument.text);
    }
    write_card(w, error);
}

static void write_arguments(struct expr_writer *w, const struct expr_error *error) {
    expr_write_view(w, error->name);
    expr_write_text(w, " takes ");
    if (error->wanted == 0) {
        expr_write_text(w, "no value");
    } else {
        expr_write_count(w, error->wanted);
    }
    if (error->wanted > 0) expr_write_text(w, error->wanted == 1 ? " value" : " values");
    if (error->detail.length > 0) {
        expr_write_text(w, " (");
        expr_write_view(w, error->detail);
        expr_write_text(w, ")");
    }
    expr_write_text(w, ", ");
    expr_write_count(w, error->given);
    expr_write_text(w, " given");
}

static void write_dimensions(struct expr_writer *w, const struct expr_error *error,
                             const char *between, const char *after) {
    expr_write_dimension(w, error->left);
    expr_write_text(w, between);
    expr_write_dimension(w, error->right);
    expr_write_text(w, after);
}

static void write_convert(struct expr_writer *w, const struct expr_error *error) {
    expr_write_text(w, "the value is in ");
    expr_write_dimension(w, error->left);
    expr_write_text(w, ", which is no ");
    expr_write_view(w, error->name);
}

static void write_zero(struct expr_writer *w, const struct expr_error *error) {
    expr_write_text(w, "division by zero");
    if (error->value.typed) return;
    expr_write_text(w, ": ");
    expr_write_view(w, error->name);
    expr_write_text(w, " is ");
    expr_write_value(w, &error->value, NULL, 0, EXPR_STYLE_TERMINAL);
    write_card(w, error);
}

static void write_text_error(struct expr_writer *w, const struct expr_error *error) {
    expr_write_view(w, error->name);
    expr_write_text(w, " is the text ");
    expr_write_view(w, error->detail);
    expr_write_text(w, ", not a number");
}

static void write_name(struct expr_writer *w, const char *before, const struct expr_error *error,
                       const char *after) {
    expr_write_text(w, before);
    expr_write_view(w, error->name);
    expr_write_text(w, after);
}

static void write_message(struct expr_writer *w, const struct expr_error *error) {
    switch (error->code) {
    case EXPR_OK: break;
    case EXPR_ERROR_EMPTY: expr_write_text(w, "empty expression"); break;
    case EXPR_ERROR_NOT_EXPRESSION: expr_write_text(w, "not an expression"); break;
    case EXPR_ERROR_CHARACTER: write_character(w, error); break;
    case EXPR_ERROR_UNEXPECTED: write_unexpected(w, error); break;
    case EXPR_ERROR_UNCLOSED: write_name(w, "`", error, "` is never closed"); break;
    case EXPR_ERROR_COMMA: write_name(w, "", error, " has a comma"); break;
    case EXPR_ERROR_NUMBER:
        write_name(w, "", error, " is too large, too small or too long for a number");
        break;
    case EXPR_ERROR_WHOLE:
        write_name(w, "", error, " is a whole number above 2^53, which would be rounded");
        break;
    case EXPR_ERROR_MINUS: expr_write_text(w, "minus without a space on each side"); break;
    case EXPR_ERROR_UNIT: write_unknown(w, error, "unit"); break;
    case EXPR_ERROR_FUNCTION: write_unknown(w, error, "function"); break;
    case EXPR_ERROR_ARITY:
        expr_write_view(w, error->name);
        expr_write_text(w, " takes ");
        expr_write_view(w, error->detail);
        expr_write_text(w, ", ");
        expr_write_count(w, error->given);
        expr_write_text(w, " given");
        break;
    case EXPR_ERROR_DIGITS: write_name(w, "", error, " asks for more than 15 decimals"); break;
    case EXPR_ERROR_CONDITION: write_name(w, "", error, " is a value, not a condition"); break;
    case EXPR_ERROR_VALUE: write_name(w, "", error, " is a condition, not a value"); break;
    case EXPR_ERROR_CITED:
        expr_write_text(w, "cited( ) takes a number as its source prints it");
        break;
    case EXPR_ERROR_DEEP: expr_write_text(w, "nested too deeply"); break;
    case EXPR_ERROR_COMPLEX: expr_write_text(w, "expression too complex"); break;
    case EXPR_ERROR_NAME: write_unknown(w, error, "name"); break;
    case EXPR_ERROR_ARGUMENT: write_argument(w, error); break;
    case EXPR_ERROR_ARGUMENTS: write_arguments(w, error); break;
    case EXPR_ERROR_CARD:
        expr_write_text(w, "unknown card ");
        expr_write_view(w, error->name);
        break;
    case EXPR_ERROR_SOURCE: write_unknown(w, error, "source"); break;
    case EXPR_ERROR_FIELD: write_name(w, "the model has no ", error, ""); break;
    case EXPR_ERROR_SUM:
        write_dimensions(w, error, error->sign == '-' ? " - " : " + ",
                         error->sign == '-' ? " do not subtract" : " do not add");
        break;
    case EXPR_ERROR_COMPARE: write_dimensions(w, error, " and ", " do not compare"); break;
    case EXPR_ERROR_CONVERT: write_convert(w, error); break;
    case EXPR_ERROR_PLAIN:
        expr_write_view(w, error->detail);
        expr_write_text(w, " takes a number without unit, not ");
        expr_write_dimension(w, error->left);
        break;
    case EXPR_ERROR_EXPONENT: write_name(w, "", error, " has a unit with too high a power"); break;
    case EXPR_ERROR_TEXT: write_text_error(w, error); break;
    case EXPR_ERROR_ZERO: write_zero(w, error); break;
    case EXPR_ERROR_OVERFLOW: write_name(w, "overflow: ", error, " is too large"); break;
    case EXPR_ERROR_INTERVAL: write_name(w, "empty interval: ", error, " holds no number"); break;
    }
}

size_t expr_error_text(const struct expr_error *error, char *out, size_t size) {
    struct expr_writer writer = {out, size, 0};
    write_message(&writer, error);
    return expr_writer_finish(&writer);
}
