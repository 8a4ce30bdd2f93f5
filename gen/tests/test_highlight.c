/* Code colours: what each language marks, and that nothing of the code is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "render/highlight.h"

/* [k:for] stands for <span class="hl-k">for</span>. */
static const struct {
    const char *language, *code, *wanted;
} rows[] = {
    {"c", "for (int i = 0; i < 4; i++)", "[k:for] ([t:int] i = [n:0]; i &lt; [n:4]; i++)"},
    {"cuda", "__global__ void f(float *x)", "[q:__global__] [t:void] f([t:float] *x)"},
    {"cuda", "f<<<grid, 256>>>(x);", "f&lt;&lt;&lt;grid, [n:256]&gt;&gt;&gt;(x);"},
    {"c", "// a \"b\"\nx", "[c:// a &quot;b&quot;]\nx"},
    {"c", "/* a\n b */ y", "[c:/* a]\n[c: b */] y"},
    {"c", "/* open", "[c:/* open]"},
    {"c", "// a\\\nb\nc", "[c:// a\\]\n[c:b]\nc"},
    {"c", "\"a // b\\\"c\" 'x'", "[s:&quot;a // b\\&quot;c&quot;] [s:'x']"},
    {"c", "\"open\nint", "[s:&quot;open]\n[t:int]"},
    {"c", "0x1Fu 1.5e-3f 1-2 .5 a1", "[n:0x1Fu] [n:1.5e-3f] [n:1]-[n:2] [n:.5] a1"},
    {"c", "0xe+1", "[n:0xe]+[n:1]"},
    {"c", "#include <cuda.h>\n  # define N 4\na # b",
     "[p:#include] &lt;cuda.h&gt;\n  [p:# define] N [n:4]\na # b"},
    {"c", "integer formats", "integer formats"},
    {"ptx", "ld.global.f32 %f1, [%rd4+8]; // x",
     "[k:ld][q:.global][t:.f32] %f1, [%rd4+[n:8]]; [c:// x]"},
    {"json", "{\"a\": [1.5e+3, true, null]}",
     "{[s:&quot;a&quot;]: [[n:1.5e+3], [k:true], [k:null]]}"},
    {"sh", "make site # now\necho a#b 'c\\' \"$d\"",
     "make site [c:# now]\necho a#b [s:'c\\'] [s:&quot;$d&quot;]"},
    {"sh", "a;#b\n'c\nd' set-e \\#", "a;[c:#b]\n[s:'c]\n[s:d'] set-e \\#"},
    {"ptx", "mov %tid.x, 0f3F800000;", "[k:mov] %tid.x, [n:0f3F800000];"},
    {"json", "// 'a'", "// 'a'"},
    {"c", "1'000'f' /*/ x", "[n:1'000'f][s:' /*/ x]"},
    {"text", "for (int i)", "for (int i)"},
    {"", "a < b & c", "a &lt; b &amp; c"},
    {"c", "", ""},
    {"c", "'", "[s:']"},
    {"c", "\"\\", "[s:&quot;\\]"},
    {"sh", "\\", "\\"},
    {"sh", "a\\if if-3 \\\"x 7", "a\\if if-3 \\&quot;x [n:7]"},
    {"c", "x1y2\"3\" u8'c' z9", "x1y2[s:&quot;3&quot;] u8[s:'c'] z9"},
};

/* [k:word] to the span that it stands for. */
static char *expand(const char *short_form) {
    struct buf out = {0};
    bool open = false;
    for (const char *c = short_form; *c; c++) {
        if (*c == '[' && c[1] >= 'a' && c[1] <= 'z' && c[2] == ':') {
            buf_printf(&out, "<span class=\"hl-%c\">", c[1]);
            c += 2;
            open = true;
        } else if (*c == ']' && open) {
            buf_str(&out, "</span>");
            open = false;
        } else {
            buf_char(&out, *c);
        }
    }
    buf_char(&out, 0);
    return out.ptr;
}

static void marks(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct buf out = {0};
        highlight_code(&out, text_of(rows[i].language), text_of(rows[i].code));
        char *wanted = expand(rows[i].wanted);
        if (strcmp(out.ptr ? out.ptr : "", wanted) != 0)
            fail_msg("%s: %s\ngave   %s\nwanted %s", rows[i].language, rows[i].code, out.ptr,
                     wanted);
        free(wanted);
        buf_free(&out);
    }
}

/* Without its tags and entities the output is the code, whatever the code is. */
static void loses_nothing(void **state) {
    (void)state;
    static const char *const languages[] = {"cuda", "ptx", "json", "sh", "text"};
    static const char alphabet[] = "ab0.\"'\\/*#\n <>&%_-+eE$;x";
    unsigned long random = 1;
    for (int round = 0; round < 2000; round++) {
        char code[40];
        size_t len = 0;
        for (; len < sizeof code - 1; len++) {
            random = (random * 1103515245UL + 12345UL) & 0x7fffffffUL;
            code[len] = alphabet[(random >> 12) % (sizeof alphabet - 1)];
        }
        code[len] = 0;
        struct buf out = {0}, back = {0};
        highlight_code(&out, text_of(languages[round % 5]), (struct text){code, len});
        for (size_t i = 0; i < out.len; i++) {
            if (out.ptr[i] == '<') {
                while (out.ptr[i] != '>')
                    i++;
            } else if (out.ptr[i] == '&') {
                buf_char(&back, strncmp(out.ptr + i, "&lt;", 4) == 0    ? '<'
                                : strncmp(out.ptr + i, "&gt;", 4) == 0  ? '>'
                                : strncmp(out.ptr + i, "&amp;", 5) == 0 ? '&'
                                                                        : '"');
                while (out.ptr[i] != ';')
                    i++;
            } else {
                buf_char(&back, out.ptr[i]);
            }
        }
        assert_string_equal(back.ptr, code);
        buf_free(&out);
        buf_free(&back);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(marks), cmocka_unit_test(loses_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
