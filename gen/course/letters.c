/* letters -- see letters.h. The look-alikes are those of Unicode Technical Standard 39 ("Unicode
 * Security Mechanisms", confusables) whose target is a Latin letter, as far as names need them. */
#include "course/letters.h"

#include <stdlib.h>
#include <utf8proc.h>

#include "base/buf.h"
#include "base/utf8.h"

enum script letters_script(uint32_t code) {
    static const struct {
        uint32_t from, to;
        enum script script;
    } ranges[] = {
        {0x0041, 0x024f, SCRIPT_LATIN},    {0x0250, 0x02af, SCRIPT_LATIN},
        {0x0370, 0x03ff, SCRIPT_GREEK},    {0x0400, 0x052f, SCRIPT_CYRILLIC},
        {0x0531, 0x058a, SCRIPT_ARMENIAN}, {0x13a0, 0x13ff, SCRIPT_CHEROKEE},
        {0x1c80, 0x1c8f, SCRIPT_CYRILLIC}, {0x1e00, 0x1eff, SCRIPT_LATIN},
        {0x1f00, 0x1fff, SCRIPT_GREEK},    {0x2c60, 0x2c7f, SCRIPT_LATIN},
        {0xa640, 0xa69f, SCRIPT_CYRILLIC}, {0xa720, 0xa7ff, SCRIPT_LATIN},
        {0xab70, 0xabbf, SCRIPT_CHEROKEE}, {0xff21, 0xff5a, SCRIPT_LATIN},
    };
    if (!letters_is_letter(code) ||
        utf8proc_category((utf8proc_int32_t)code) == UTF8PROC_CATEGORY_LM)
        return SCRIPT_NONE;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i].from && code <= ranges[i].to) return ranges[i].script;
    return SCRIPT_OTHER;
}

const char *letters_script_word(enum script script) {
    switch (script) {
    case SCRIPT_LATIN: return "Latin";
    case SCRIPT_GREEK: return "Greek";
    case SCRIPT_CYRILLIC: return "Cyrillic";
    case SCRIPT_ARMENIAN: return "Armenian";
    case SCRIPT_CHEROKEE: return "Cherokee";
    default: return "another script";
    }
}

bool letters_is_letter(uint32_t code) {
    switch (utf8proc_category((utf8proc_int32_t)code)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO: return true;
    default: return false;
    }
}

bool letters_is_mark(uint32_t code) {
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)code);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC;
}

bool letters_is_digit(uint32_t code) {
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)code);
    return category == UTF8PROC_CATEGORY_ND || category == UTF8PROC_CATEGORY_NL ||
           category == UTF8PROC_CATEGORY_NO;
}

/* Lower-case letters only: a name key is case folded. A letter whose capital alone looks like a
 * Latin one (В, Н) is listed too, since the name may have been written in capitals. Sorted. */
static const struct look_alike {
    uint16_t code;
    char latin[3];
} look_alikes[] = {
    {0x0030, "o"}, {0x0031, "l"}, {0x00e6, "ae"}, {0x00f0, "d"},  {0x00f8, "o"}, {0x0111, "d"},
    {0x0127, "h"}, {0x0131, "i"}, {0x0142, "l"},  {0x0153, "oe"}, {0x0167, "t"}, {0x0180, "b"},
    {0x0251, "a"}, {0x0261, "g"}, {0x0269, "i"},  {0x028b, "u"},  {0x03b1, "a"}, {0x03b2, "b"},
    {0x03b3, "y"}, {0x03b5, "e"}, {0x03b6, "z"},  {0x03b7, "n"},  {0x03b9, "i"}, {0x03ba, "k"},
    {0x03bc, "m"}, {0x03bd, "v"}, {0x03bf, "o"},  {0x03c1, "p"},  {0x03c4, "t"}, {0x03c5, "u"},
    {0x03c7, "x"}, {0x03f2, "c"}, {0x0430, "a"},  {0x0432, "b"},  {0x0433, "r"}, {0x0435, "e"},
    {0x043a, "k"}, {0x043c, "m"}, {0x043d, "h"},  {0x043e, "o"},  {0x043f, "n"}, {0x0440, "p"},
    {0x0441, "c"}, {0x0442, "t"}, {0x0443, "y"},  {0x0445, "x"},  {0x044c, "b"}, {0x0455, "s"},
    {0x0456, "i"}, {0x0458, "j"}, {0x0475, "v"},  {0x04af, "y"},  {0x04bb, "h"}, {0x04c0, "l"},
    {0x04cf, "l"}, {0x0501, "d"}, {0x051b, "q"},  {0x051d, "w"},  {0x0566, "q"}, {0x056c, "l"},
    {0x0570, "h"}, {0x0578, "n"}, {0x057c, "n"},  {0x057d, "u"},  {0x0581, "g"}, {0x0585, "o"},
};

static int order_codes(const void *key, const void *item) {
    uint32_t code = *(const uint32_t *)key, other = ((const struct look_alike *)item)->code;
    return code < other ? -1 : code > other;
}

static const char *latin_of(uint32_t code) {
    const struct look_alike *found =
        bsearch(&code, look_alikes, sizeof look_alikes / sizeof *look_alikes, sizeof *look_alikes,
                order_codes);
    return found ? found->latin : NULL;
}

struct text letters_skeleton(struct arena *arena, struct text view) {
    utf8proc_uint8_t *apart = NULL;
    utf8proc_ssize_t len =
        utf8proc_map((const utf8proc_uint8_t *)(view.ptr ? view.ptr : ""),
                     (utf8proc_ssize_t)view.len, &apart, UTF8PROC_STABLE | UTF8PROC_DECOMPOSE);
    struct text whole = len < 0 ? view : (struct text){(const char *)apart, (size_t)len};
    struct buf out = {0};
    for (size_t i = 0; i < whole.len;) {
        uint32_t code;
        size_t n = utf8_decode(text_cut(whole, i, whole.len), &code);
        const char *latin = n ? latin_of(code) : NULL;
        if (!n) n = 1;
        if (latin)
            buf_str(&out, latin);
        else if (!letters_is_mark(code))
            buf_add(&out, whole.ptr + i, n);
        i += n;
    }
    struct text skeleton = arena_text(arena, buf_text(&out));
    buf_free(&out);
    free(apart);
    return skeleton;
}

uint32_t letters_mixed(struct text name, enum script *own, enum script *other) {
    enum script word = SCRIPT_NONE;
    for (size_t i = 0; i < name.len;) {
        uint32_t code;
        size_t n = utf8_decode(text_cut(name, i, name.len), &code);
        enum script script = letters_script(code);
        if (!letters_is_letter(code) && !letters_is_mark(code)) word = SCRIPT_NONE;
        if (script != SCRIPT_NONE && word == SCRIPT_NONE) word = script;
        if (script != SCRIPT_NONE && script != word && script != SCRIPT_OTHER &&
            word != SCRIPT_OTHER) {
            /* The stranger is the one that is not Latin: "Аna" has one Cyrillic letter. */
            bool first_is_strange = script == SCRIPT_LATIN;
            *own = first_is_strange ? word : script;
            *other = first_is_strange ? script : word;
            if (!first_is_strange) return code;
            while (i > 0) { /* the last letter before this one is of the word's script */
                i--;
                if (utf8_decode(text_cut(name, i, name.len), &code) && letters_script(code) == word)
                    return code;
            }
        }
        i += n ? n : 1;
    }
    return 0;
}

static bool is_blank(uint32_t code) {
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)code);
    return code == '\t' || code == '\n' || category == UTF8PROC_CATEGORY_ZS ||
           category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}

/* A letter or digit that the compatibility form writes with another code point. */
static bool has_other_form(uint32_t code) {
    utf8proc_int32_t out[32];
    int boundary = 0;
    if (!letters_is_letter(code) && !letters_is_digit(code)) return false;
    utf8proc_ssize_t n = utf8proc_decompose_char((utf8proc_int32_t)code, out, 32,
                                                 UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT, &boundary);
    utf8proc_int32_t canonical[32];
    utf8proc_ssize_t plain = utf8proc_decompose_char((utf8proc_int32_t)code, canonical, 32,
                                                     UTF8PROC_DECOMPOSE, &boundary);
    if (n != plain) return true;
    for (utf8proc_ssize_t i = 0; i < n && i < 32; i++)
        if (out[i] != canonical[i]) return true;
    return false;
}

struct spelling letters_spelling(struct text name, struct arena *arena) {
    struct spelling spelling = {0};
    bool composed = text_equal(name, utf8_compose(arena, name)), blank = false;
    for (size_t i = 0; i < name.len;) {
        uint32_t code;
        size_t n = utf8_decode(text_cut(name, i, name.len), &code);
        const utf8proc_property_t *property = utf8proc_get_property((utf8proc_int32_t)code);
        if (is_blank(code)) {
            if (i == 0) spelling.edge_blank = true;
            if (blank) spelling.double_blank = true;
            if (code != ' ' && !spelling.odd_blank) spelling.odd_blank = code;
        } else if (property->ignorable) {
            if (!spelling.invisible) spelling.invisible = code;
        } else if (code >= 0xff01 && code <= 0xff5e) {
            if (!spelling.wide) spelling.wide = code;
        } else if (has_other_form(code)) {
            if (!spelling.other_form) spelling.other_form = code;
        } else if (!composed && letters_is_mark(code) && !spelling.mark) {
            spelling.mark = code;
        }
        blank = is_blank(code);
        i += n ? n : 1;
    }
    if (blank) spelling.edge_blank = true;
    return spelling;
}
