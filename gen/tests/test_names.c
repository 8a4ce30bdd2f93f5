/* Names in a byline: what is no name, and one name in two spellings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "course/gate.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

static void names(void **state) {
    static const char *const real[] = {
        "Ana Lima",
        "No",
        "Yes",
        "Na",
        "Nil",
        "Nan",
        "Ng",
        "Null Island",
        "José Núñez",
        "李",
        "王小明",
        "O'Brien",
        "Ōe Kenzaburō",
        "Анна Ахматова",
        "Γιώργος Σεφέρης",
        "Նարեկ",
        "محمد",
        "Kealiʻi Reichel",
        "J. R. R. Tolkien",
        "X Æ A-12 Musk",
        "Anonymous Bosch",
        "Pending Ma",
        "Draft Bo",
        "Wip Ong",
        "Nobody Else",
        "Mx Author Smith",
        "You Jin",
        "Jin You",
        "You, Jin",
        "Bo Falk (Lund)",
        "Ana Lima, Bo Falk",
        "Todor Unknownsson",
    };
    struct arena arena = {0};
    (void)state;
    for (size_t i = 0; i < COUNT(real); i++) {
        struct text why;
        if (!name_is_real(text_of(real[i]), &why, &arena))
            fail_msg("\"%s\": %.*s", real[i], TEXT_ARG(why));
        assert_int_equal(why.len, 0);
    }
    arena_free(&arena);
}

static void no_names(void **state) {
    static const char *const refused[][2] = {
        {"pending", "\"pending\" is a placeholder"},
        {"PENDING.", "is a placeholder"},
        {"(pending)", "is a placeholder"},
        {"<name>", "is a placeholder"},
        {"[author]", "is a placeholder"},
        {"{{ author }}", "is a placeholder"},
        {"  tbd  ", "is a placeholder"},
        {"Todo", "is a placeholder"},
        {"anonymous", "is a placeholder"},
        {"N/A", "is a placeholder"},
        {"none", "is a placeholder"},
        {"unknown", "is a placeholder"},
        {"Nobody", "is a placeholder"},
        {"reviewer", "is a placeholder"},
        {"Your\u00a0 Name", "is a placeholder"},
        {"me", "is a placeholder"},
        {"you", "is a placeholder"},
        {"draft", "is a placeholder"},
        {"ｐｅｎｄｉｎｇ", "is a placeholder"},
        {"Bo Falk (pending)", "holds the placeholder \"pending\""},
        {"Bo Falk TBD", "holds the placeholder \"tbd\""},
        {"review pending", "holds the placeholder \"pending\""},
        {"TBD, ask Bo", "holds the placeholder \"tbd\""},
        {"TODO: Ana?", "holds the placeholder \"todo\""},
        {"Ana Lima [review pending]", "holds the placeholder \"pending\""},
        {"Ana Lima <ana@example.org>", "stands <; write the name alone"},
        {"ana@example.org", "stands @; write the name alone"},
        {"<b>Bo Falk</b>", "stands <"},
        {"**Bo Falk**", "stands *"},
        {"{{ fact.l2 }}", "stands {"},
        {"", "it is empty"},
        {" \u3000", "it is empty"},
        {"\u200b\u2060", "it is empty"},
        {"?", "\"?\" has no letters"},
        {"…", "has no letters"},
        {"12345", "has no letters"},
        {"2026-11-20", "has no letters"},
        {"\u0301", "has no letters"},
        {"Ana\u200bLima", "it holds U+200B, which nobody sees"},
        {"Ana \u202eLima", "it holds U+202E"},
        {"pen\u00adding", "is a placeholder"},
        {"Ana\a Lima", "it holds U+0007"},
        {"Ana\tLima", "it holds U+0009"},
        {"Ana\u200dLima", "it holds U+200D"},
        {"pending review", "is a placeholder"},
        {"T.B.D.", "is a placeholder"},
        {"Bo Falk - pending", "holds the placeholder \"pending\""},
        {"\u0410na Lima", "has U+006E, of another script, inside of a word"},
        {"Ana Lim\u0430", "has U+0430, of another script"},
        {"B\u03bf Falk", "has U+03BF, of another script"},
    };
    struct arena arena = {0};
    (void)state;
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct text why;
        if (name_is_real(text_of(refused[i][0]), &why, &arena))
            fail_msg("\"%s\" passed for a name", refused[i][0]);
        if (text_find(why, refused[i][1], 0) == SIZE_MAX)
            fail_msg("\"%s\": %.*s, not \"%s\"", refused[i][0], TEXT_ARG(why), refused[i][1]);
    }
    arena_free(&arena);
}

static void pairs(void **state) {
    static const struct {
        const char *author, *reviewer;
        bool same;
    } cases[] = {
        {"Ana Lima", "Ana Lima", true},
        {"Ana  Lima", " ana lima", true},
        {"José Núñez", "Jose\u0301 Nu\u0301n\u0303ez", true},
        {"Ａｎａ Lima", "Ana\u00a0Lima", true},
        {"Ana\u3000Lima", "ANA LIMA", true},
        {"Straße Ito", "STRASSE ITO", true},
        {"ﬁona Ash", "Fiona Ash", true},
        {"Ana\u200b Lima", "Ana Lima", true},
        {"Ana Lima", "Ana-Lima.", true},
        {"Ana Lima", "AnaLima", true},
        {"Conan O'Brien", "Conan O\u2019Brien", true},
        {"Ana Lima", "Bo Falk", false},
        {"Ana Lima", "Ana Lim", false},
        {"A. Lima", "Ana Lima", false},
        {"José Núñez", "Jose Nunez", false},
        {"Ana Lima", "Ана Лима", false},
        {"王小明", "王小红", false},
    };
    struct arena arena = {0};
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct text a = text_of(cases[i].author), b = text_of(cases[i].reviewer);
        if (name_is_same(a, b, &arena) != cases[i].same ||
            name_is_same(b, a, &arena) != cases[i].same)
            fail_msg("\"%s\", \"%s\": not %d", cases[i].author, cases[i].reviewer, cases[i].same);
    }
    arena_free(&arena);
}

/* Whatever the bytes: an answer, and no reading past the end. */
static void any_bytes(void **state) {
    struct arena arena = {0};
    unsigned seed = 1;
    char bytes[12];
    (void)state;
    for (int round = 0; round < 4000; round++) {
        static const char alphabet[] = "Aa .@<>(\xc3\xa9\xcc\x81\xff\xe2\x80\x8b'-\xd0\x90";
        struct text name = {bytes, seed / 131072 % 13}, why;
        for (size_t i = 0; i < sizeof bytes; i++) {
            seed = seed * 1103515245u + 12345u;
            bytes[i] = alphabet[seed / 65536 % (sizeof alphabet - 1)];
        }
        assert_true(name_is_real(name, &why, &arena) == (why.len == 0));
        assert_true(name_is_same(name, name, &arena));
    }
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(no_names),
        cmocka_unit_test(pairs),
        cmocka_unit_test(any_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
