/* rules -- see rules.h. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "base/rules.h"

#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"

/* No search may take more steps than this. A paragraph of ordinary text needs a thousandth of it. */
enum { MATCH_LIMIT = 1000000 };

/* The last search left its match here, and the group that a rule may have. */
static pcre2_match_data *found_at;

static void *allocate(size_t size, void *unused) {
    (void)unused;
    return memory_need(NULL, size);
}

static void release(void *bytes, void *unused) {
    (void)unused;
    free(bytes);
}

/* The library never sees an allocation that failed: what writes its machine code would write to address 0. */
static pcre2_general_context *memory(void) {
    static pcre2_general_context *kept;
    if (!kept) kept = pcre2_general_context_create(allocate, release, NULL);
    return kept;
}

static pcre2_match_data *match_data(uint32_t pairs) {
    return pcre2_match_data_create(pairs, memory());
}

/* Frees the pattern. */
static void *compile_pattern(struct buf *pattern, uint32_t options, uint32_t jit) {
    int error;
    size_t at;
    static pcre2_compile_context *with;
    if (!with) with = pcre2_compile_context_create(memory());
    void *code = pcre2_compile((PCRE2_SPTR)pattern->ptr, pattern->len, options, &error, &at, with);
    if (!code) {
        unsigned char why[128];
        pcre2_get_error_message(error, why, sizeof why);
        fprintf(stderr, "gen: a rule does not compile: %s at %s\n", why, pattern->ptr + at);
        abort();
    }
    pcre2_jit_compile(code, jit); /* without the JIT the same is found, slower */
    buf_free(pattern);
    return code;
}

static struct buf write_pattern(const struct rules *rules) {
    struct buf pattern = {0};
    const char *start = NULL;
    buf_printf(&pattern, "(*LIMIT_MATCH=%d)%s(?|", MATCH_LIMIT, rules->before);
    for (size_t i = 0; i < rules->count; i++) {
        const struct rule *rule = &rules->rule[i];
        bool same = start && strcmp(rule->start, start) == 0;
        start = rule->start;
        if (same)
            buf_char(&pattern, '|');
        else
            buf_printf(&pattern, "%s%s(?|", i ? ")|" : "", start);
        buf_printf(&pattern, "(?:%s)(*:%zu)", rule->pattern, i);
    }
    buf_printf(&pattern, "))%s", rules->behind);
    return pattern;
}

static void compile(struct rules *rules) {
    struct buf pattern = write_pattern(rules);
    rules->code = compile_pattern(&pattern, PCRE2_MATCH_INVALID_UTF, PCRE2_JIT_COMPLETE);
    if (!found_at) found_at = match_data(2);
}

const unsigned char *rules_first(struct rules *rules) {
    const unsigned char *first = NULL;
    if (!rules->code) compile(rules);
    pcre2_pattern_info(rules->code, PCRE2_INFO_FIRSTBITMAP, &first);
    return first;
}

bool rules_next(struct rules *rules, struct text text, size_t from, struct rules_match *match) {
    if (!rules->code) compile(rules);
    *match = (struct rules_match){.start = from, .end = text.len};
    int found = pcre2_match(rules->code, (PCRE2_SPTR)(text.ptr ? text.ptr : ""), text.len, from, 0,
                            found_at, NULL);
    if (found == PCRE2_ERROR_NOMATCH) return false;
    if (found < 0) return true;
    const size_t *place = pcre2_get_ovector_pointer(found_at);
    match->start = match->part = place[0];
    match->end = match->part_end = place[1];
    if (found > 1) {
        match->part = place[2];
        match->part_end = place[3];
    }
    size_t index = 0;
    for (PCRE2_SPTR mark = pcre2_get_mark(found_at); *mark; mark++)
        index = index * 10 + (*mark - '0');
    match->rule = &rules->rule[index];
    return true;
}

/* Returns the end of the group that opens at `at`. */
static size_t group_end(struct text pattern, size_t at) {
    size_t depth = 0;
    for (bool in_class = false; at < pattern.len; at++) {
        char c = pattern.ptr[at];
        if (c == '\\')
            at++;
        else if (in_class || c == '[')
            in_class = c != ']';
        else if (c == '(')
            depth++;
        else if (c == ')' && --depth == 0)
            return at + 1;
    }
    return at;
}

/* What stands before the bytes is not known: all that looks back there is taken out of the pattern. */
static void compile_beginning(struct rules *rules) {
    struct buf whole = write_pattern(rules), pattern = {0};
    struct text text = buf_text(&whole);
    for (size_t at = 0; at < text.len;) {
        struct text rest = text_cut(text, at, text.len);
        if (text_starts(rest, "(?<=") || text_starts(rest, "(?<!"))
            at = group_end(text, at);
        else
            buf_char(&pattern, text.ptr[at++]);
    }
    buf_free(&whole);
    rules->beginning =
        compile_pattern(&pattern, PCRE2_MATCH_INVALID_UTF | PCRE2_ANCHORED, PCRE2_JIT_PARTIAL_HARD);
}

bool rules_may_start(struct rules *rules, struct text bytes) {
    if (!rules->code) compile(rules);
    if (!rules->beginning) compile_beginning(rules);
    return pcre2_match(rules->beginning, (PCRE2_SPTR)bytes.ptr, bytes.len, 0, PCRE2_PARTIAL_HARD,
                       found_at, NULL) != PCRE2_ERROR_NOMATCH;
}

bool pattern_find(struct pattern *pattern, struct text text, struct text *part) {
    static pcre2_match_data *parts;
    if (!parts) parts = match_data(PATTERN_PARTS);
    if (!pattern->code) {
        struct buf bytes = {0};
        buf_str(&bytes, pattern->bytes);
        pattern->code = compile_pattern(&bytes, 0, PCRE2_JIT_COMPLETE);
    }
    const char *from = text.ptr ? text.ptr : ""; /* no text is an empty one */
    int found = pcre2_match(pattern->code, (PCRE2_SPTR)from, text.len, 0, 0, parts, NULL);
    const size_t *place = pcre2_get_ovector_pointer(parts);
    for (int i = 0; part && i < PATTERN_PARTS; i++) {
        part[i] = (struct text){0};
        if (i >= found || place[2 * i] == PCRE2_UNSET) continue;
        part[i].ptr = from + place[2 * i];
        part[i].len = place[2 * i + 1] - place[2 * i];
    }
    return found > 0;
}
