/* index -- see index.h. */
#include "model/index.h"

struct parser {
    struct text text;
    size_t at;
    const struct index_lane *lane;
    int depth;
    const char *error;
    size_t error_at;
};

static const char beyond[] = "a number beyond 2^47";

static int64_t fail(struct parser *p, size_t at, const char *error) {
    if (!p->error) {
        p->error = error;
        p->error_at = at;
    }
    return 0;
}

/* Such numbers, their sums, and ten times one of them fit into 64 bits. */
static int64_t within(struct parser *p, size_t at, int64_t value) {
    return value > INDEX_MAX || value < -INDEX_MAX ? fail(p, at, beyond) : value;
}

static int64_t multiply(struct parser *p, size_t at, int64_t a, int64_t b) {
    int64_t a_size = a < 0 ? -a : a, b_size = b < 0 ? -b : b;
    return a && b_size > INDEX_MAX / a_size ? fail(p, at, beyond) : a * b;
}

static char peek(struct parser *p) {
    while (p->at < p->text.len && (p->text.ptr[p->at] == ' ' || p->text.ptr[p->at] == '\t'))
        p->at++;
    return p->at < p->text.len ? p->text.ptr[p->at] : '\0';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 16;
}

static int64_t number(struct parser *p) {
    size_t from = p->at;
    int64_t value = 0;
    int base = 10;
    if (p->text.ptr[p->at] == '0' && p->at + 1 < p->text.len && p->text.ptr[p->at + 1] == 'x') {
        base = 16;
        p->at += 2;
    }
    size_t digits = p->at;
    for (int digit; p->at < p->text.len && (digit = digit_of(p->text.ptr[p->at])) < base; p->at++)
        value = within(p, from, value * base + digit);
    if (p->at == digits || (p->at < p->text.len && is_letter(p->text.ptr[p->at])))
        return fail(p, from, "not a number");
    return value;
}

static int64_t name(struct parser *p) {
    const struct {
        const char *name;
        int64_t value;
    } names[] = {
        {"threadIdx.x", p->lane->x},    {"threadIdx.y", p->lane->y}, {"blockDim.x", p->lane->dim_x},
        {"blockDim.y", p->lane->dim_y}, {"x", p->lane->x},           {"y", p->lane->y},
        {"lane", p->lane->lane}};
    size_t from = p->at;
    while (p->at < p->text.len && (is_letter(p->text.ptr[p->at]) || p->text.ptr[p->at] == '.' ||
                                   digit_of(p->text.ptr[p->at]) < 10))
        p->at++;
    struct text word = {p->text.ptr + from, p->at - from};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_is(word, names[i].name)) return names[i].value;
    return fail(p, from, "an unknown name; known are x, y, lane, threadIdx and blockDim");
}

static int64_t binary(struct parser *p, int lowest);

static int64_t unary(struct parser *p) {
    char c = peek(p);
    size_t at = p->at;
    int64_t value;
    if (++p->depth > INDEX_DEPTH_MAX) {
        value = fail(p, at, "nested too deeply");
    } else if (c == '-') {
        p->at++;
        value = -unary(p);
    } else if (c == '(') {
        p->at++;
        value = binary(p, 0);
        if (peek(p) == ')')
            p->at++;
        else
            fail(p, p->at, "a closing parenthesis is missing");
    } else if (c >= '0' && c <= '9') {
        value = number(p);
    } else if (is_letter(c)) {
        value = name(p);
    } else {
        value = fail(p, at, c ? "a value is missing before this" : "a value is missing at the end");
    }
    p->depth--;
    return value;
}

/* The operators go from the weakest to the strongest, as in C. */
static const struct sign {
    char text[3];
    int strength;
} operators[] = {{"|", 0}, {"^", 1}, {"&", 2}, {"<<", 3}, {">>", 3},
                 {"+", 4}, {"-", 4}, {"*", 5}, {"/", 5},  {"%", 5}};

static const struct sign *operator_at(struct parser *p) {
    char c = peek(p), next = p->at + 1 < p->text.len ? p->text.ptr[p->at + 1] : '\0';
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].text[0] == c && (!operators[i].text[1] || operators[i].text[1] == next))
            return &operators[i];
    return NULL;
}

static int64_t shift(struct parser *p, size_t at, bool left, int64_t a, int64_t b) {
    if (b < 0 || b > 46) return fail(p, at, "a shift by less than 0 or more than 46");
    return left ? multiply(p, at, a, (int64_t)1 << b) : a >> b;
}

static int64_t apply(struct parser *p, size_t at, char operation, int64_t a, int64_t b) {
    switch (operation) {
    case '|': return a | b;
    case '^': return a ^ b;
    case '&': return a & b;
    case '<': return shift(p, at, true, a, b);
    case '>': return shift(p, at, false, a, b);
    case '+': return within(p, at, a + b);
    case '-': return within(p, at, a - b);
    case '*': return multiply(p, at, a, b);
    default:
        if (b == 0) return fail(p, at, "a division by 0");
        return operation == '/' ? a / b : a % b;
    }
}

static int64_t binary(struct parser *p, int lowest) {
    int64_t value = unary(p);
    const struct sign *next;
    while (!p->error && (next = operator_at(p)) != NULL && next->strength >= lowest) {
        size_t at = p->at;
        p->at += next->text[1] ? 2 : 1;
        int64_t right = binary(p, next->strength + 1);
        if (!p->error) value = apply(p, at, next->text[0], value, right);
    }
    return value;
}

struct index_result index_eval(struct text expression, const struct index_lane *lane) {
    struct parser p = {.text = expression, .lane = lane};
    int64_t value = binary(&p, 0);
    if (!p.error && peek(&p)) fail(&p, p.at, "an operator is missing before this");
    return (struct index_result){p.error ? 0 : value, p.error, p.error_at};
}
