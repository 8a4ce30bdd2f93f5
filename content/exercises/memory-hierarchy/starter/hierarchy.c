/* hierarchy -- the memory hierarchy of the exercise: commands on standard input, costs on standard
 * output. Reading is done: lines, words, numbers. So are `load`, `reg` and `shared`. What is left is
 * marked TODO: the caches (every load misses as it stands), the percentage, and five commands.
 *
 *     cc -std=c17 -Wall -Wextra -o hierarchy hierarchy.c
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 128, LINES_MAX = 64, WORDS_MAX = 16 };
enum level { REG, SHARED, L1, L2, DRAM, LEVELS };

static const char *const level_names[LEVELS] = {"reg", "shared", "l1", "l2", "dram"};

// region: caches
/* One cache: the lines it holds, each with the moment of its last use. */
struct cache {
    unsigned lines; /* how many it can hold */
    unsigned used;  /* how many it holds */
    uint64_t line[LINES_MAX];
    uint64_t stamp[LINES_MAX];
};

/* TODO: is the line there? If so, its stamp becomes `now`. */
static bool cache_hit(struct cache *cache, uint64_t line, uint64_t now) {
    (void)cache;
    (void)line;
    (void)now;
    return false;
}

/* TODO: the line comes in; where there is no room, the one with the oldest stamp goes. */
static void cache_insert(struct cache *cache, uint64_t line, uint64_t now) {
    (void)cache;
    (void)line;
    (void)now;
}
// endregion

/* ---- the hierarchy ----------------------------------------------------------------------- */

static struct {
    uint64_t latency[LEVELS];
    struct cache l1, l2;
    uint64_t accesses, cycles, loads, hits[LEVELS];
} now = {.latency = {1, 20, 30, 200, 600}, .l1 = {.lines = 4}, .l2 = {.lines = 16}};

static const char *plural(uint64_t count, const char *one, const char *many) {
    return count == 1 ? one : many;
}

// region: load
/* One load: where it was found, and what follows from that. */
static enum level load(uint64_t address) {
    uint64_t line = address / LINE_BYTES;
    enum level level = L1;
    now.loads++;
    if (!cache_hit(&now.l1, line, now.loads)) {
        level = L2;
        if (!cache_hit(&now.l2, line, now.loads)) {
            level = DRAM;
            cache_insert(&now.l2, line, now.loads);
        }
        cache_insert(&now.l1, line, now.loads);
    }
    now.hits[level]++;
    now.accesses++;
    now.cycles += now.latency[level];
    return level;
}
// endregion

/* TODO: hits of loads in tenths of a per cent, half up. Whole numbers only: see the statement. */
static uint64_t tenths(uint64_t hits, uint64_t loads) {
    (void)hits;
    (void)loads;
    return 0;
}

/* ---- words and numbers ------------------------------------------------------------------- */

struct word {
    const char *text;
    size_t length;
};

static bool is(struct word word, const char *text) {
    return word.length == strlen(text) && memcmp(word.text, text, word.length) == 0;
}

/* Decimal digits, or 0x and hexadecimal ones; false where it does not fit into 64 bits. */
static bool number(struct word word, uint64_t *value) {
    static const char digits[] = "0123456789abcdef";
    bool hex = word.length > 2 && word.text[0] == '0' && word.text[1] == 'x';
    uint64_t base = hex ? 16 : 10;
    *value = 0;
    for (size_t i = hex ? 2 : 0; i < word.length; i++) {
        char c = word.text[i];
        if (c >= 'A' && c <= 'F') c = (char)(c - 'A' + 'a');
        const char *digit = c ? strchr(digits, c) : NULL;
        if (!digit || (uint64_t)(digit - digits) >= base) return false;
        uint64_t next = (uint64_t)(digit - digits);
        if (*value > (UINT64_MAX - next) / base) return false;
        *value = *value * base + next;
    }
    return word.length > 0;
}

/* Up to WORDS_MAX words; what is more counts, so that it is seen. A `#` ends the line. */
static size_t split(const char *line, size_t length, struct word *words) {
    size_t count = 0;
    for (size_t i = 0; i < length && line[i] != '#';) {
        size_t from = i;
        while (i < length && line[i] != ' ' && line[i] != '\t' && line[i] != '#')
            i++;
        if (i > from) {
            if (count < WORDS_MAX) words[count] = (struct word){line + from, i - from};
            count++;
        }
        while (i < length && (line[i] == ' ' || line[i] == '\t'))
            i++;
    }
    return count;
}

/* ---- commands ---------------------------------------------------------------------------- */

static void do_load(const struct word *words, size_t count) {
    uint64_t address;
    if (count != 2 || !number(words[1], &address)) {
        puts("error: load: ADDR");
        return;
    }
    enum level level = load(address);
    uint64_t cost = now.latency[level];
    printf("load %" PRIu64 ": line %" PRIu64 ", %s, %" PRIu64 " %s\n", address,
           address / LINE_BYTES, level_names[level], cost, plural(cost, "cycle", "cycles"));
}

static void do_accesses(const struct word *words, size_t count, enum level level) {
    uint64_t times;
    if (count != 2 || !number(words[1], &times)) {
        printf("error: %s: COUNT\n", level_names[level]);
        return;
    }
    uint64_t cost = times * now.latency[level]; /* TODO: what if that takes more than 64 bits? */
    now.accesses += times;
    now.cycles += cost;
    printf("%s: %" PRIu64 " %s, %" PRIu64 " %s\n", level_names[level], times,
           plural(times, "access", "accesses"), cost, plural(cost, "cycle", "cycles"));
}

static void do_line(const char *line, size_t length) {
    struct word words[WORDS_MAX];
    if (length && line[length - 1] == '\r') length--;
    size_t count = split(line, length, words);
    if (!count) return;
    if (is(words[0], "load")) {
        do_load(words, count);
    } else if (is(words[0], "reg")) {
        do_accesses(words, count, REG);
    } else if (is(words[0], "shared")) {
        do_accesses(words, count, SHARED);
    } else { /* TODO: latency, l1 and l2, sweep, matmul, warps */
        fputs("error: unknown command ", stdout);
        fwrite(words[0].text, 1, words[0].length, stdout);
        putchar('\n');
    }
}

static void print_total(void) {
    uint64_t share = tenths(now.hits[L1], now.loads), lines = now.hits[DRAM];
    printf("total: %" PRIu64 " %s, %" PRIu64 " %s; %" PRIu64 " loads, l1 %" PRIu64 " (%" PRIu64
           ".%" PRIu64 "%%), l2 %" PRIu64 ", dram %" PRIu64 " %s (%" PRIu64 " bytes)\n",
           now.accesses, plural(now.accesses, "access", "accesses"), now.cycles,
           plural(now.cycles, "cycle", "cycles"), now.loads, now.hits[L1], share / 10, share % 10,
           now.hits[L2], lines, plural(lines, "line", "lines"), lines * LINE_BYTES);
}

/* All of standard input: a line may be long, and may hold any byte. */
static char *read_all(size_t *length) {
    size_t capacity = 1 << 16, got;
    char *bytes = malloc(capacity);
    *length = 0;
    while (bytes && (got = fread(bytes + *length, 1, capacity - *length, stdin)) > 0) {
        *length += got;
        if (*length < capacity) continue;
        char *more = realloc(bytes, capacity *= 2);
        if (!more) free(bytes);
        bytes = more;
    }
    return bytes;
}

int main(void) {
    size_t length;
    char *bytes = read_all(&length);
    if (!bytes) return 1;
    for (size_t from = 0; from < length;) {
        const char *end = memchr(bytes + from, '\n', length - from);
        size_t size = end ? (size_t)(end - (bytes + from)) : length - from;
        do_line(bytes + from, size);
        from += size + 1;
    }
    print_total();
    free(bytes);
    return 0;
}
