/* test_base -- views, arena, buffer, source places, messages, UTF-8, hashes. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/diag.h"
#include "base/print.h"
#include "base/sha256.h"
#include "base/utf8.h"

static void assert_text(struct text got, const char *want) {
    if (!text_is(got, want)) fail_msg("got \"%.*s\", want \"%s\"", TEXT_ARG(got), want);
}

static void views(void **state) {
    (void)state;
    struct text rest = TEXT("a/bc//d");
    assert_text(text_next(&rest, '/'), "a");
    assert_text(text_next(&rest, '/'), "bc");
    assert_text(text_next(&rest, '/'), "");
    assert_non_null(rest.ptr);
    assert_text(text_next(&rest, '/'), "d");
    assert_null(rest.ptr);
    assert_text(text_trim(TEXT(" \t x y\n")), "x y");
    assert_text(text_cut(TEXT("abc"), 1, 9), "bc");
    assert_text(text_cut(TEXT("abc"), 3, 2), "");
    assert_true(text_find(TEXT("aab"), "ab", 0) == 1);
    assert_true(text_find(TEXT("aab"), "ab", 2) == SIZE_MAX);
    assert_true(text_find(TEXT("a"), "abc", 0) == SIZE_MAX);
    assert_true(text_compare(TEXT("a"), TEXT("ab")) < 0);
    assert_true(text_starts(TEXT("ab"), "a") && !text_starts(TEXT("a"), "ab"));
    assert_true(text_ends(TEXT("ab"), "b") && !text_ends(TEXT("b"), "ab"));
    assert_true(text_is_folded(TEXT("HTtp"), "http") && !text_is_folded(TEXT("http"), "https"));
    assert_false(text_is_folded(TEXT("ht{p"), "ht[p"));
    assert_text(text_scheme(TEXT("HTTPS://a:b")), "HTTPS");
    assert_text(text_scheme(TEXT("git+ssh2.x-y:z")), "git+ssh2.x-y");
    assert_text(text_scheme(TEXT("2a:b")), "");
    assert_text(text_scheme(TEXT("a b:c")), "");
    assert_text(text_scheme(TEXT(":c")), "");
    assert_text(text_scheme(TEXT("/glossary/")), "");
}

static void numbers(void **state) {
    (void)state;
    unsigned long n = 7;
    assert_true(text_number(TEXT("0042"), 100, &n) && n == 42);
    assert_true(text_number(TEXT("100"), 100, &n) && n == 100);
    assert_false(text_number(TEXT("101"), 100, &n));
    assert_false(text_number(TEXT(""), 100, &n));
    assert_false(text_number(TEXT("-1"), 100, &n));
    assert_false(text_number(TEXT("1 "), 100, &n));
    assert_false(text_number(TEXT("99999999999999999999999"), UINT32_MAX, &n));
}

static void arena_keeps_everything(void **state) {
    (void)state;
    struct arena arena = {0};
    size_t capacity = 0;
    size_t *list = NULL;
    for (size_t i = 0; i < 100000; i++) {
        list = arena_grow(&arena, list, i, &capacity, sizeof *list);
        list[i] = i;
    }
    for (size_t i = 0; i < 100000; i++)
        assert_true(list[i] == i);
    char *big = arena_alloc(&arena, 1 << 20);
    for (size_t i = 0; i < 1 << 20; i++)
        assert_true(big[i] == 0);
    assert_text(arena_printf(&arena, "%d-%s", 5, "x"), "5-x");
    char *rest = arena_reserve(&arena, 1000);
    memset(rest, 'x', 1000);
    arena_trim(&arena, rest, 10);
    assert_ptr_equal(arena_alloc(&arena, 1), rest + 16);
    assert_int_equal(rest[16], 0); /* zeroed, though it was in use */
    arena_reset(&arena);
    char *first = arena_reserve(&arena, 64);
    memset(first, 'x', 64);
    arena_reset(&arena);
    assert_ptr_equal(arena_alloc(&arena, 64), first);
    assert_int_equal(*first, 0);
    arena_free(&arena);
    arena_free(&arena); /* a zero arena may be freed */
}

/* Two that grow by turns are moved, as each has the other behind it; the last one stays where it is. */
static void buffers_grow_in_an_arena(void **state) {
    (void)state;
    enum { TIMES = 30000 };
    struct arena arena = {0};
    struct buf one = {.arena = &arena}, two = {.arena = &arena}, alone = {.arena = &arena};
    for (int i = 0; i < TIMES; i++) {
        buf_char(&one, (char)('a' + i % 26));
        buf_char(&two, (char)('A' + i % 26));
    }
    buf_str(&alone, "a");
    const char *there = alone.ptr;
    for (int i = 1; i < 1000; i++)
        buf_char(&alone, 'a');
    assert_ptr_equal(alone.ptr, there);
    const struct text a = buf_take(&one, &arena), taken = buf_take(&alone, &arena);
    assert_ptr_equal(taken.ptr, there);
    assert_int_equal(strlen(taken.ptr), 1000);
    assert_ptr_equal(arena_alloc(&arena, 1), there + 1008); /* what was too much is free again */
    for (int i = 0; i < TIMES; i++)
        assert_true(a.ptr[i] == 'a' + i % 26 && two.ptr[i] == 'A' + i % 26);
    assert_int_equal(a.ptr[TIMES], 0);
    buf_free(&two);
    assert_text(buf_take(&two, &arena), "");
    arena_free(&arena);
}

__attribute__((format(printf, 1, 2))) static void check_print(const char *format, ...) {
    char want[64], got[64];
    for (size_t room = 0; room < sizeof want; room++) {
        va_list args, again;
        va_start(args, format);
        va_copy(again, args);
        memset(want, '#', sizeof want);
        memset(got, '#', sizeof got);
        assert_int_equal(print_into(got, room, format, args), vsnprintf(want, room, format, again));
        assert_memory_equal(got, want, sizeof want);
        va_end(again);
        va_end(args);
    }
}

/* With room for all of it, for a part and for nothing the same is written as the library writes. */
static void printing(void **state) {
    (void)state;
    check_print("nothing");
    check_print("%s and %.*s, 100%%", "one", 3, "two of them");
    check_print("%.*s|%.*s|%.*s", 0, "", 5, "a\0b", -1, "all");
    check_print("%d %d %d %c", 0, -7, INT_MIN, 'x');
    check_print("%zu %lu", SIZE_MAX, 0ul);
    check_print("%s%5.2f%04x %s", "a", 1.5, 255u, "behind what it does not know");
}

static void escapes(void **state) {
    (void)state;
    struct buf out = {0};
    buf_html(&out, TEXT("a<b>&\"c'"));
    assert_text(buf_text(&out), "a&lt;b&gt;&amp;&quot;c'");
    buf_clear(&out);
    buf_json(&out, TEXT("</script>\"\\\n\x01é"));
    assert_text(buf_text(&out), "\"\\u003c/script\\u003e\\\"\\\\\\n\\u0001é\"");
    buf_clear(&out);
    buf_json(&out, TEXT("a\xff\xc3\xe2\x82z\u20ac"));
    assert_text(buf_text(&out), "\"a\\ufffd\\ufffd\\ufffd\\ufffdz\u20ac\"");
    buf_clear(&out);
    buf_terminal(&out, TEXT("a\t\x1b[1m\n\xff\xc2\x85\u20ac"));
    assert_text(buf_text(&out), "a\t\\x1B[1m\\x0A\\xFF\\xC2\\x85\u20ac");
    buf_truncate(&out, 4);
    assert_text(buf_text(&out), "a\t\\x");
    assert_true(out.ptr[4] == 0);
    buf_truncate(&out, 9);
    assert_true(out.len == 4);
    buf_clear(&out);
    buf_url(&out, TEXT("/a b/é?x=\"1\"&y=%20"));
    assert_text(buf_text(&out), "/a%20b/%C3%A9?x=%221%22&y=%20");
    buf_free(&out);
}

/* Each byte at each place of texts of each length around sixteen, between others that are as they are. */
static void escapes_everywhere(void **state) {
    (void)state;
    static const struct {
        void (*add)(struct buf *buf, struct text view);
        const char *escaped; /* of ASCII from the blank on */
        size_t around;       /* bytes that stand around the text */
        bool high;           /* other bytes are escaped too */
    } targets[] = {{buf_html, "\"&<>", 0, false},
                   {buf_json, "\"&<>\\\x7f", 2, true},
                   {buf_url, " \"<>\\^`{|}\x7f", 0, true}};
    struct buf out = {0};
    char bytes[] = "abcdefghijklmnopqrstuvwxyz0123456789A";
    for (size_t t = 0; t < sizeof targets / sizeof *targets; t++)
        for (size_t len = 1; len < sizeof bytes; len++)
            for (int byte = 1; byte < 0x100; byte++) {
                const size_t at = (size_t)byte * 7 % len;
                const char before = bytes[at];
                const bool escaped = strchr(targets[t].escaped, byte) ||
                                     (targets[t].high && (byte < 0x20 || byte > 0x7f));
                bytes[at] = (char)byte;
                buf_clear(&out);
                targets[t].add(&out, (struct text){bytes, len});
                assert_true((out.len > len + targets[t].around) == escaped);
                bytes[at] = before;
            }
    buf_free(&out);
}

static void shortest_numbers(void **state) {
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0.1, "0.1"},         {4271.4, "4271.4"},     {1.0 / 3, "0.3333333333333333"},
                 {1e300, "1e+300"},    {62914560, "62914560"}, {0.1 + 0.2, "0.30000000000000004"},
                 {-2.5e-7, "-2.5e-07"}};
    struct buf out = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        buf_clear(&out);
        buf_number(&out, cases[i].value);
        assert_text(buf_text(&out), cases[i].text);
        assert_true(strtod(out.ptr, NULL) == cases[i].value);
    }
    buf_free(&out);
}

static void buffer_has_a_maximum(void **state) {
    (void)state;
    struct buf out = {0};
    out.capacity = BUF_MAX;
    out.len = BUF_MAX - 1; /* as if it had grown: nothing is read below the end */
    buf_add(&out, "ab", 2);
    assert_true(out.overflow);
    assert_true(out.len == BUF_MAX - 1);
    out.len = 0;
    buf_free(&out);
}

static void places(void **state) {
    (void)state;
    struct arena arena = {0};
    struct source *s = source_load(&arena, TEXT("f"),
                                   TEXT("\xEF\xBB\xBF"
                                        "ab\r\nc\rd\n\ne"));
    assert_text(s->text, "ab\nc\nd\n\ne");
    static const struct {
        size_t offset, line, column;
    } want[] = {{0, 1, 1}, {2, 1, 3}, {3, 2, 1}, {5, 3, 1},
                {7, 4, 1}, {8, 5, 1}, {9, 5, 2}, {99, 5, 2}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        struct place place = source_place(s, want[i].offset);
        assert_true(place.line == want[i].line && place.column == want[i].column);
    }
    assert_text(source_line(s, 1), "ab");
    assert_text(source_line(s, 4), "");
    assert_text(source_line(s, 9), "");
    assert_true(source_offset(s, 3, 1) == 5);
    assert_true(source_offset(s, 1, 99) == 2);
    s = source_load(&arena, TEXT("f"), TEXT(""));
    assert_true(s->line_count == 1 && source_place(s, 0).line == 1);
    arena_free(&arena);
}

static void messages(void **state) {
    (void)state;
    struct arena arena = {0};
    struct diags diags = {0};
    struct buf out = {0};
    struct source *s = source_load(&arena, TEXT("b.md"), TEXT("one\n\t宽 {{ x }} \x1b[2J\nthree"));
    diag_error(&diags, s, 9, 7, "try y", "unknown name %s", "x");
    diag_error(&diags, s, 9, 7, "try y", "unknown name %s", "x"); /* the same: once */
    diag_at(&diags, SEVERITY_WARNING, s, 0, 3, NULL, "first");
    diag_file(&diags, SEVERITY_ERROR, TEXT("a.md"), NULL, "cannot read");
    diags_print(&diags, &out, DIAG_PLAIN);
    assert_text(buf_text(&out), "a.md: error: cannot read\n"
                                "b.md:1:1: warning: first\n"
                                "    one\n"
                                "    ^~~\n"
                                "b.md:2:6: error: unknown name x\n"
                                "    \t宽 {{ x }} \\x1B[2J\n"
                                "    \t   ^~~~~~~\n"
                                "    try y\n"
                                "2 errors, 1 warning\n");
    assert_true(diags.errors == 2 && diags.warnings == 1);
    buf_clear(&out);
    diags_json(&diags, &out);
    assert_non_null(
        strstr(out.ptr, "\"path\": \"b.md\", \"line\": 2, \"column\": 6, \"length\": 7"));
    buf_free(&out);
    diags_free(&diags);
    arena_free(&arena);
}

/* What has no width, and what is shown as something else. */
static void carets(void **state) {
    (void)state;
    static const struct {
        const char *line, *shown;
        size_t offset, length;
    } cases[] = {
        {"a\tb", "    a\tb\n     ^\n", 1, 1},
        {"\tb", "    \tb\n    ^~\n", 0, 2},
        {"a\tb", "    a\tb\n    ^~~\n", 0, 3},
        {"ae\u0301b", "    ae\u0301b\n      ^\n", 2, 2},
        {"a\u202Eb c", "    a<U+202E>b c\n              ^\n", 5, 1},
        {"a\u202Eb", "    a<U+202E>b\n     ^~~~~~~~\n", 1, 3},
        {"a\xC2\x85z", "    a\\xC2\\x85z\n             ^\n", 3, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        struct diags diags = {0};
        struct buf out = {0};
        struct source *s = source_load(&arena, TEXT("f"), text_of(cases[i].line));
        diag_error(&diags, s, cases[i].offset, cases[i].length, NULL, "x");
        diags_print(&diags, &out, DIAG_PLAIN);
        if (!strstr(out.ptr, cases[i].shown)) fail_msg("%s\nis not\n%s", out.ptr, cases[i].shown);
        buf_free(&out);
        diags_free(&diags);
        arena_free(&arena);
    }
}

static void long_lines(void **state) {
    (void)state;
    struct arena arena = {0};
    struct diags diags = {0};
    struct buf out = {0}, text = {0};
    for (int i = 0; i < 400; i++)
        buf_str(&text, "é");
    buf_str(&text, "X");
    for (int i = 0; i < 400; i++)
        buf_str(&text, "é");
    struct source *s = source_load(&arena, TEXT("f"), buf_text(&text));
    diag_error(&diags, s, 800, 1, NULL, "here");
    diags_print(&diags, &out, DIAG_PLAIN);
    char *first = strchr(out.ptr, '\n') + 1, *second = strchr(first, '\n') + 1;
    assert_true(strncmp(out.ptr, "f:1:801: error: here\n", 21) == 0);
    assert_true(strncmp(first, "    …é", 9) == 0);
    assert_true(second - first < 300);
    /* The caret stands under the X: as many columns before it as characters before the X. */
    size_t columns = 0;
    for (char *c = first; *c != 'X'; c++)
        columns += ((unsigned char)*c & 0xc0) != 0x80;
    assert_true(second[columns] == '^');
    buf_free(&out);
    buf_free(&text);
    diags_free(&diags);
    arena_free(&arena);
}

static void decoding(void **state) {
    (void)state;
    uint32_t code;
    assert_true(utf8_decode(TEXT("é"), &code) == 2 && code == 0xe9);
    assert_true(utf8_decode(TEXT("\xc0\x80"), &code) == 0);
    assert_true(utf8_decode(TEXT("\xed\xa0\x80"), &code) == 0);
    assert_true(utf8_check(TEXT("a\tb\né"), &code) == SIZE_MAX);
    assert_true(utf8_check(TEXT("ab\xff"), &code) == 2 && code == UINT32_MAX);
    assert_true(utf8_check(TEXT("a\x08"), &code) == 1 && code == 8);
    assert_true(utf8_check(TEXT("a\xc2\x85"), &code) == 1 && code == 0x85);
    /* Many bytes at once: of those that stand alone, beside a line end nothing else passes, wherever it stands. */
    for (size_t at = 0; at < 80; at++)
        for (int byte = 0; byte < 0x100; byte++) {
            char lines[81] = "ab\n\nefgh\njklmn\npqrstuvwxyz~}| 0123456789"
                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ \t!!!!!!!!!!!!";
            lines[at] = (char)byte;
            bool fine = byte == '\t' || byte == '\n' || (byte >= 0x20 && byte < 0x7f);
            assert_true(utf8_check((struct text){lines, 80}, &code) == (fine ? SIZE_MAX : at));
        }
    assert_true(utf8_check(TEXT("a\u202eb"), &code) == 1 && code == 0x202e);
    assert_true(utf8_check(TEXT("é\ufeff"), &code) == 2 && code == 0xfeff);
    assert_true(utf8_check(TEXT("a\u2028"), &code) == 1 && code == 0x2028);
    /* joiners between letters outside ASCII: one family, a Persian word */
    assert_true(utf8_check(TEXT("\U0001F468\u200d\U0001F469 \u0645\u06cc\u200c\u062e"), &code) ==
                SIZE_MAX);
    assert_true(utf8_check(TEXT("a\u200db"), &code) == 1 && code == 0x200d);
    assert_true(utf8_check(TEXT("é\u200d"), &code) == 2 && code == 0x200d);
    assert_true(utf8_check_data(TEXT("f\u2061x"), &code) == SIZE_MAX);
    assert_true(utf8_check_data(TEXT("a\x08"), &code) == 1 && code == 8);
    assert_true(utf8_check(TEXT("\xe2\x80"), &code) == 0 && code == UINT32_MAX);
}

static void slugs(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"Latency", "latency"},
        {"What's \"cold\"? (L2 → DRAM)", "whats-cold-l2--dram"},
        {"C++ & CUDA", "c--cuda"},
        {"显存带宽", "显存带宽"},
        {"Latência de L2", "latência-de-l2"},
        {"🚀", ""},
        {"snake_case-and", "snake_case-and"},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_text(utf8_slug(&arena, text_of(cases[i][0])), cases[i][1]);
    /* Letters that grow, more than a block of the arena holds: what is written past it is found. */
    enum { MANY = 1 << 20 };
    char *large = arena_alloc(&arena, 2 * MANY);
    for (size_t i = 0; i < MANY; i++)
        memcpy(large + 2 * i, "Ⱥ", 2);
    assert_int_equal(utf8_slug(&arena, (struct text){large, 2 * MANY}).len, 3 * MANY);
    arena_free(&arena);
}

static void name_keys(void **state) {
    (void)state;
    static const char *const same[][2] = {
        {"Ana  Lima", "ana lima"},
        {"Ana\xC2\xA0Lima", "Ana Lima"},
        {"Jose\xCC\x81 Nun\xCC\x83"
         "ez",
         "José Nuñez"},
        {"Ａｎａ Lima", "Ana Lima"},
        {"Ana\xE2\x80\x8B Lima", "Ana Lima"},
        {"Strauß", "STRAUSS"},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        struct text a = utf8_name_key(&arena, text_of(same[i][0]));
        struct text b = utf8_name_key(&arena, text_of(same[i][1]));
        assert_true(text_equal(a, b));
    }
    assert_false(
        text_equal(utf8_name_key(&arena, TEXT("Ana")), utf8_name_key(&arena, TEXT("Anna"))));
    arena_free(&arena);
}

static void hash_is(struct text bytes, const char *want) {
    char hex[SHA256_HEX];
    sha256_hex(bytes, hex);
    assert_string_equal(hex, want);
}

/* The examples of FIPS 180-2, appendix B, and the lengths around a block's end. */
static void hashes(void **state) {
    (void)state;
    static char a[1000000];
    memset(a, 'a', sizeof a);
    hash_is((struct text){0}, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    hash_is(TEXT("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    hash_is(TEXT("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    hash_is((struct text){a, sizeof a},
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    hash_is((struct text){a, 55},
            "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
    hash_is((struct text){a, 64},
            "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views),
        cmocka_unit_test(numbers),
        cmocka_unit_test(arena_keeps_everything),
        cmocka_unit_test(buffers_grow_in_an_arena),
        cmocka_unit_test(printing),
        cmocka_unit_test(escapes),
        cmocka_unit_test(escapes_everywhere),
        cmocka_unit_test(shortest_numbers),
        cmocka_unit_test(buffer_has_a_maximum),
        cmocka_unit_test(places),
        cmocka_unit_test(messages),
        cmocka_unit_test(carets),
        cmocka_unit_test(long_lines),
        cmocka_unit_test(decoding),
        cmocka_unit_test(slugs),
        cmocka_unit_test(name_keys),
        cmocka_unit_test(hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
