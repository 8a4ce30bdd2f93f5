/* Names in a byline: placeholders, and one person in two spellings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "course/letters.h"
#include "course/names.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

static void names(void **state) {
    static const char *const real[] = {
        "Ana Lima",
        "No",
        "Yes",
        "Na",
        "Null Island",
        "Christopher Null",
        "José Núñez",
        "李",
        "王小明",
        "O'Brien",
        "Ōe Kenzaburō",
        "Анна Ахматова",
        "Γιώργος Σεφέρης",
        "Kim Na",
        "J. R. R. Tolkien",
        "Ana Lima <ana@example.org>",
        "@analima",
        "Nobody Else",
        "Mx Author Smith",
        "Bo",
        "Ng",
        "Test Person",
        "X Æ A-12 Musk",
        "Kealiʻi Reichel",
        "Նարեկ",
        "True Love",
        "Someone Else Ltd",
        "محمد",
        "D'Angelo",
        "Maria da Silva-Pereira",
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

static void placeholders(void **state) {
    static const char *const refused[][2] = {
        {"pending", "is a placeholder"},
        {"Pending", "is a placeholder"},
        {"PENDING.", "is a placeholder"},
        {"(pending)", "is a placeholder"},
        {"<name>", "is a placeholder"},
        {"[author]", "is a placeholder"},
        {"  tbd  ", "is a placeholder"},
        {"T.B.D.", "is no more than initials"},
        {"TBD, ask Bo", "is a placeholder"},
        {"TODO: Ana?", "is a placeholder"},
        {"anonymous", "is a placeholder"},
        {"Anon", "is a placeholder"},
        {"n/a", "is a placeholder"},
        {"N/A", "is a placeholder"},
        {"NA", "is a placeholder"},
        {"na", "is a placeholder"},
        {"none", "is a placeholder"},
        {"null", "is a placeholder"},
        {"unknown", "is a placeholder"},
        {"nobody", "is a placeholder"},
        {"Someone", "is a placeholder"},
        {"the author", "is a placeholder"},
        {"reviewer", "is a placeholder"},
        {"your name here", "is a placeholder"},
        {"Author's Name", "is a placeholder"},
        {"name", "is a placeholder"},
        {"me", "is a placeholder"},
        {"xxx", "is a placeholder"},
        {"ｐｅｎｄｉｎｇ", "is a placeholder"},
        {"pen\u00adding", "is a placeholder"},
        {"to  be\u00a0determined", "is a placeholder"},
        {"{{ author }}", "is a placeholder"},
        {"x", "is no more than initials"},
        {"A. L.", "is no more than initials"},
        {"", "it is empty"},
        {"   ", "it is empty"},
        {"\u200b\u2060", "it is empty"},
        {"?", "has no letters"},
        {"???", "has no letters"},
        {"-", "has no letters"},
        {"…", "has no letters"},
        {"~", "has no letters"},
        {"12345", "has no letters"},
        {"2026-11-20", "has no letters"},
        {"\u0301", "has no letters"},
        {"ana@example.org", "is an address, not a name"},
        {"<ana@example.org>", "is an address, not a name"},
        {"Аna Lima", "a Cyrillic letter (U+0410) stands in a word of Latin letters"},
        {"Ana Limа", "a Cyrillic letter (U+0430) stands in a word of Latin letters"},
        {"Bο Falk", "a Greek letter (U+03BF) stands in a word of Latin letters"},
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
        enum same_person verdict;
        const char *how;
    } cases[] = {
        {"Ana Lima", "Ana Lima", PERSON_SAME, "both are"},
        {"Ana  Lima", "ana lima", PERSON_SAME, "differ only in two blanks, capital letters"},
        {"Ana Lima", "ANA LIMA", PERSON_SAME, "differ only in capital letters"},
        {"José Núñez", "Jose\u0301 Nu\u0301n\u0303ez", PERSON_SAME,
         "differ only in decomposed letters (U+0301)"},
        {"Ａｎａ Lima", "Ana Lima", PERSON_SAME, "differ only in full-width letters (U+FF21)"},
        {"Ana\u00a0Lima", "Ana Lima", PERSON_SAME, "differ only in a no-break space (U+00A0)"},
        {"Ana\u3000Lima", "Ana Lima", PERSON_SAME, "another kind of blank (U+3000)"},
        {"Ana\u200b Lima", "Ana Lima", PERSON_SAME,
         "differ only in an invisible character (U+200B)"},
        {" Ana Lima", "Ana Lima", PERSON_SAME, "differ only in a blank at the end"},
        {"Ana Lima <ana@example.org>", "Ana Lima", PERSON_SAME, "differ in an e-mail address"},
        {"Ana Lima ana@example.org", "Ana Lima", PERSON_SAME, "differ in an e-mail address"},
        {"Ana Lima <a@example.org>", "A. Santos <A@example.org>", PERSON_SAME,
         "have the same e-mail address"},
        {"Ana Lima <josé@example.org>", "Bo Falk <josé@example.org>", PERSON_SAME,
         "have the same e-mail address"},
        {"Straße Ito", "STRASSE ITO", PERSON_SAME, "differ only in capital letters"},
        {"ﬁona Ash", "Fiona Ash", PERSON_SAME, "letters of another form (U+FB01)"},
        {"Lima, Ana", "Ana Lima", PERSON_SAME, "differ only in the order of their parts"},
        {"Ana-Lima", "Ana Lima", PERSON_SAME, "differ only in punctuation or titles"},
        {"AnaLima", "Ana Lima", PERSON_SAME, "differ only in punctuation or titles"},
        {"Dr. Ana Lima", "Ana Lima", PERSON_SAME, "differ only in punctuation or titles"},
        {"Sean O'Brien", "Sean O’Brien", PERSON_SAME, "differ only in punctuation or titles"},
        {"@analima", "Ana Lima", PERSON_SAME, "differ only in punctuation or titles"},
        {"Ana Lima", "Аna Lima", PERSON_ALIKE,
         "look alike: U+0410 in the second is a Cyrillic letter"},
        {"Αna Lima", "Ana Lima", PERSON_ALIKE, "look alike: U+0391 in the first is a Greek letter"},
        {"José Núñez", "Jose Nunez", PERSON_ALIKE, "differ only in accents"},
        {"Søren Łoś", "Soren Los", PERSON_ALIKE, "differ only in accents"},
        {"Ana L1ma", "Ana Llma", PERSON_ALIKE, "letters that look alike"},
        {"A. Lima", "Ana Lima", PERSON_ALIKE, "may be short and long for one name"},
        {"Lima, A.", "Ana Lima", PERSON_ALIKE, "may be short and long for one name"},
        {"Ana M. Lima", "Ana Lima", PERSON_ALIKE, "may be short and long for one name"},
        {"Ana Maria Lima", "Ana M Lima", PERSON_ALIKE, "may be short and long for one name"},
        {"Ana", "Ana Lima", PERSON_ALIKE, "may be short and long for one name"},
        {"Ana Lima", "Ana Lim", PERSON_OTHER, ""},
        {"Ana Lima", "Bo Falk", PERSON_OTHER, ""},
        {"Ana Lima", "Bo Lima", PERSON_OTHER, ""},
        {"Ana Lima", "B. Lima", PERSON_OTHER, ""},
        {"Ana Lima", "Ana Falk", PERSON_OTHER, ""},
        {"No", "Yes", PERSON_OTHER, ""},
        {"Ana Lima", "Ана Лима", PERSON_OTHER, ""},
        {"Dr. Ana Lima", "Dr. Bo Falk", PERSON_OTHER, ""},
        {"王小明", "王小红", PERSON_OTHER, ""},
        {"Ana Lima <ana@example.org>", "Bo Falk <bo@example.org>", PERSON_OTHER, ""},
        {"Ana Lima <a@übung.example>", "Bo Falk <a@öl.example>", PERSON_OTHER, ""},
    };
    struct arena arena = {0};
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct text a = text_of(cases[i].author), b = text_of(cases[i].reviewer), how;
        enum same_person verdict = name_compare(a, b, &how, &arena);
        if (verdict != cases[i].verdict ||
            (cases[i].how[0] && text_find(how, cases[i].how, 0) == SIZE_MAX))
            fail_msg("\"%s\", \"%s\": %d %.*s", cases[i].author, cases[i].reviewer, (int)verdict,
                     TEXT_ARG(how));
        if (name_compare(b, a, &how, &arena) != verdict)
            fail_msg("\"%s\", \"%s\": not the same the other way round", cases[i].author,
                     cases[i].reviewer);
    }
    arena_free(&arena);
}

/* Whatever the bytes: an answer, and no reading past the end. */
static void any_bytes(void **state) {
    struct arena arena = {0};
    unsigned seed = 1;
    char bytes[24];
    (void)state;
    for (int round = 0; round < 4000; round++) {
        static const char alphabet[] = "Aa .@<>(\xc3\xa9\xcc\x81\xff\xe2\x80\x8b'-\xd0\x90";
        struct text half[2], why;
        for (size_t i = 0; i < sizeof bytes; i++) {
            seed = seed * 1103515245u + 12345u;
            bytes[i] = alphabet[seed / 65536 % (sizeof alphabet - 1)];
        }
        half[0] = (struct text){bytes, seed / 131072 % 13};
        half[1] = (struct text){bytes + 12, 12};
        name_is_real(half[0], &why, &arena);
        enum same_person verdict = name_compare(half[0], half[1], &why, &arena);
        assert_true((verdict == PERSON_OTHER) == (why.len == 0));
        assert_int_equal(name_compare(half[0], half[0], &why, &arena), PERSON_SAME);
    }
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(placeholders),
        cmocka_unit_test(pairs),
        cmocka_unit_test(any_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
