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

/* Frees the pattern. */
static void *compile_pattern(struct buf *pattern, uint32_t options) {
    int error;
    size_t at;
    void *code = pcre2_compile((PCRE2_SPTR)pattern->ptr, pattern->len, options, &error, &at, NULL);
    if (!code) {
        unsigned char why[128];
        pcre2_get_error_message(error, why, sizeof why);
        fprintf(stderr, "gen: a rule does not compile: %s at %s\n", why, pattern->ptr + at);
        abort();
    }
    pcre2_jit_compile(code, PCRE2_JIT_COMPLETE); /* without the JIT the same is found, slower */
    buf_free(pattern);
    return code;
}

static void compile(struct rules *rules) {
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
    rules->code = compile_pattern(&pattern, PCRE2_MATCH_INVALID_UTF);
    if (!found_at && !(found_at = pcre2_match_data_create(2, NULL))) memory_failed();
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
    match->rule = &rules->rule[strtoul((const char *)pcre2_get_mark(found_at), NULL, 10)];
    return true;
}

bool pattern_find(struct pattern *pattern, struct text text, struct text *part) {
    static pcre2_match_data *parts;
    if (!parts && !(parts = pcre2_match_data_create(PATTERN_PARTS, NULL))) memory_failed();
    if (!pattern->code) {
        struct buf bytes = {0};
        buf_str(&bytes, pattern->bytes);
        pattern->code = compile_pattern(&bytes, 0);
    }
    int found = pcre2_match(pattern->code, (PCRE2_SPTR)(text.ptr ? text.ptr : ""), text.len, 0, 0,
                            parts, NULL);
    const size_t *place = pcre2_get_ovector_pointer(parts);
    for (int i = 0; part && i < PATTERN_PARTS; i++) {
        part[i] = (struct text){0};
        if (i >= found || place[2 * i] == PCRE2_UNSET) continue;
        part[i].ptr = text.ptr + place[2 * i];
        part[i].len = place[2 * i + 1] - place[2 * i];
    }
    return found > 0;
}
