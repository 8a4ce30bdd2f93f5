/* error.c -- what is wrong, in one line. What to do about it is in hint.c. */
#include "format.h"
#include "unit.h"

bool expr_error_is_of_card(enum expr_code code) {
    return code == EXPR_ERROR_ZERO || code == EXPR_ERROR_OVERFLOW || code == EXPR_ERROR_INTERVAL;
}

static void write_card(struct expr_writer *w, const struct expr_error *error) {
    if (error->card.len == 0) return;
    expr_write_text(w, " on ");
    expr_write_view(w, error->card);
}

static void write_quoted(struct expr_writer *w, struct text text) {
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
    if (error->detail.len == 0) return;
    expr_write_text(w, " (");
    expr_write_view(w, error->detail);
    expr_write_text(w, ")");
}

static void write_character(struct expr_writer *w, const struct expr_error *error) {
    bool printable = error->name.len > 0;
    for (size_t i = 0; i < error->name.len; i++) {
        unsigned char c = (unsigned char)error->name.ptr[i];
        bool alone = error->name.len == 1 && (c < 0x20 || c >= 0x7F);
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
    if (error->name.len > 0) {
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
    if (error->detail.len > 0) {
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
    if (error->detail.len > 0) {
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

/* What stands around the name that an error is about; without `after` the message names nothing. */
static const struct phrase {
    const char *before, *after;
} phrases[] = {
    [EXPR_ERROR_EMPTY] = {"empty expression", NULL},
    [EXPR_ERROR_NOT_EXPRESSION] = {"not an expression", NULL},
    [EXPR_ERROR_UNCLOSED] = {"`", "` is never closed"},
    [EXPR_ERROR_COMMA] = {"", " has a comma"},
    [EXPR_ERROR_NUMBER] = {"", " is too large, too small or too long for a number"},
    [EXPR_ERROR_WHOLE] = {"", " is a whole number above 2^53, which would be rounded"},
    [EXPR_ERROR_MINUS] = {"minus without a space on each side", NULL},
    [EXPR_ERROR_DIGITS] = {"", " asks for more than 15 decimals"},
    [EXPR_ERROR_CONDITION] = {"", " is a value, not a condition"},
    [EXPR_ERROR_VALUE] = {"", " is a condition, not a value"},
    [EXPR_ERROR_CITED] = {"cited( ) takes a number as its source prints it", NULL},
    [EXPR_ERROR_DEEP] = {"nested too deeply", NULL},
    [EXPR_ERROR_COMPLEX] = {"expression too complex", NULL},
    [EXPR_ERROR_CARD] = {"unknown card ", ""},
    [EXPR_ERROR_FIELD] = {"the model has no ", ""},
    [EXPR_ERROR_EXPONENT] = {"", " has a unit with too high a power"},
    [EXPR_ERROR_OVERFLOW] = {"overflow: ", " is too large"},
    [EXPR_ERROR_INTERVAL] = {"empty interval: ", " holds no number"},
};

static void write_phrase(struct expr_writer *w, const struct expr_error *error) {
    if (error->code >= sizeof phrases / sizeof *phrases || !phrases[error->code].before) return;
    expr_write_text(w, phrases[error->code].before);
    if (!phrases[error->code].after) return;
    expr_write_view(w, error->name);
    expr_write_text(w, phrases[error->code].after);
}

static void write_message(struct expr_writer *w, const struct expr_error *error) {
    switch (error->code) {
    case EXPR_ERROR_CHARACTER: write_character(w, error); break;
    case EXPR_ERROR_UNEXPECTED: write_unexpected(w, error); break;
    case EXPR_ERROR_UNIT: write_unknown(w, error, "unit"); break;
    case EXPR_ERROR_FUNCTION: write_unknown(w, error, "function"); break;
    case EXPR_ERROR_NAME: write_unknown(w, error, "name"); break;
    case EXPR_ERROR_SOURCE: write_unknown(w, error, "source"); break;
    case EXPR_ERROR_ARITY:
        expr_write_view(w, error->name);
        expr_write_text(w, " takes ");
        expr_write_view(w, error->detail);
        expr_write_text(w, ", ");
        expr_write_count(w, error->given);
        expr_write_text(w, " given");
        break;
    case EXPR_ERROR_ARGUMENT: write_argument(w, error); break;
    case EXPR_ERROR_ARGUMENTS: write_arguments(w, error); break;
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
    case EXPR_ERROR_TEXT: write_text_error(w, error); break;
    case EXPR_ERROR_ZERO: write_zero(w, error); break;
    default: write_phrase(w, error); break;
    }
}

size_t expr_error_text(const struct expr_error *error, char *out, size_t size) {
    struct expr_writer writer = {out, size, 0};
    write_message(&writer, error);
    return expr_writer_finish(&writer);
}
