/* highlight -- see highlight.h: the tokens of a language are rules, its words are lists. */
#include "render/highlight.h"

#include <stdint.h>

#include "base/chars.h"
#include "base/rules.h"
#include "course/map.h"
#include "measure/names.h"

static const char c_keywords[] =
    "alignas alignof asm auto break case catch class const constexpr continue decltype default "
    "delete do else enum extern false for friend goto if inline mutable namespace new noexcept "
    "nullptr operator private protected public register reinterpret_cast restrict return sizeof "
    "static static_cast struct switch template this throw true try typedef typename union using "
    "virtual volatile while NULL static_assert _Alignas _Alignof _Atomic _Noreturn _Static_assert";
static const char c_types[] =
    "bool char double float int long short signed unsigned void size_t ptrdiff_t int8_t int16_t "
    "int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t half float2 float3 "
    "float4 double2 int2 int3 int4 uint2 uint3 uint4 uchar4 dim3 __half __half2 cudaError_t "
    "cudaStream_t cudaEvent_t clock_t";
static const char cuda_qualifiers[] =
    "__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ __noinline__ "
    "__forceinline__ __launch_bounds__ __grid_constant__ __cluster_dims__ threadIdx blockIdx "
    "blockDim gridDim warpSize __syncthreads __syncwarp __ldg __shfl_sync __shfl_down_sync "
    "__shfl_xor_sync __shfl_up_sync __threadfence __pipeline_commit clock64 clock cudaMalloc "
    "cudaMemcpy cudaFree";
static const char ptx_keywords[] =
    "add and atom bar bra call cp cvt cvta div ex2 exit fma ld ldu mad max membar min mov mul neg "
    "not or prefetch rcp red rem ret selp set setp shfl shl shr sqrt st sub xor mbarrier";
static const char ptx_types[] =
    ".b8 .b16 .b32 .b64 .u8 .u16 .u32 .u64 .s8 .s16 .s32 .s64 .f16 .f32 .f64 .pred .v2 .v4 .bf16 "
    ".tf32";
static const char ptx_qualifiers[] =
    ".version .target .address_size .visible .entry .func .param .reg .local .shared .global "
    ".const .align .extern .maxntid .minnctapersm .pragma .loc .file";
static const char sh_keywords[] =
    "if then else elif fi for in do done while until case esac function return exit export local "
    "set cd";

/* A rule is named by the class of its tokens; "w" is a word, which the lists tell apart, and "-" stays
 * plain. A word that begins with a letter or an underscore needs no rule, and most tokens are such words. What
 * nothing takes is plain too. A token that is not closed goes to the end of its line, a comment
 * to that of the code. A sign belongs to a number only after its exponent: 0x1F, 1.5e-3f, 1'000, 64ull. */
#define SLASHES "//(?:\\\\\n|[^\n])*+|/\\*(?:[^*]|\\*(?!/))*+(?:\\*/)?"
#define QUOTED(quote) quote "(?:\\\\[^\n]|[^" quote "\n])*+" quote "?"
#define DIGITS(exponent) "(?:[\\w.]|'(?=\\w)|(?<=" exponent ")[+-](?=\\w))*+"
#define NUMBER "0[xX]" DIGITS("[pP]") "|\\.?\\d" DIGITS("[eE]")

static const struct rule c_rules[] = {
    {"c", "", SLASHES, 0},
    {"p", "", "#[ \\t]*+\\w*+", 0}, /* at the beginning of a line */
    {"s", "", QUOTED("\"") "|" QUOTED("'"), 0},
    {"n", "", NUMBER, 0},
};
static const struct rule ptx_rules[] = {
    {"c", "", SLASHES, 0},
    {"s", "", QUOTED("\""), 0},
    {"n", "", NUMBER, 0},
    {"w", "", "[.%$]\\w*+", 0}, /* .f32, %tid.x */
};
static const struct rule json_rules[] = {
    {"s", "", QUOTED("\""), 0},
    {"n", "", NUMBER, 0},
};
/* In a shell strings may hold line ends. */
static const struct rule sh_rules[] = {
    {"c", "", "(?<![^ \\t\n;])#[^\n]*+", 0},
    {"s", "", "'[^']*+'?|\"(?:\\\\[^\n]|[^\"])*+\"?", 0},
    {"-", "", "(?s:\\\\.)", 0},
    {"n", "", NUMBER, 0},
};
#define RULES(list)                                                                                \
    { "", "", (list), sizeof(list) / sizeof *(list), NULL, NULL }

static struct language {
    const char
        *names; /* of the language; this and the lists behind are words with spaces between */
    struct rules rules;
    const char *keywords, *types, *qualifiers;
    bool hyphens;       /* stand inside of words */
    struct map classes; /* word -> its class; made when it is first used */
} languages[] = {
    {"c h cpp c++ cc cxx cuda cu cuh hpp",
     RULES(c_rules),
     c_keywords,
     c_types,
     cuda_qualifiers,
     false,
     {0}},
    {"ptx", RULES(ptx_rules), ptx_keywords, ptx_types, ptx_qualifiers, false, {0}},
    {"json", RULES(json_rules), "true false null", "", "", false, {0}},
    {"sh shell bash console", RULES(sh_rules), sh_keywords, "", "", true, {0}},
};

static struct language *language_of(struct text name) {
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (names_has(languages[i].names, name)) return &languages[i];
    return NULL;
}

/* The first list that has a word counts. Kept for as long as the process runs, like the rules. */
static void read_classes(struct language *language) {
    static struct arena kept;
    const struct {
        char class;
        const char *words;
    } lists[] = {{'q', language->qualifiers}, {'t', language->types}, {'k', language->keywords}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (struct text rest = text_of(lists[i].words); rest.len;)
            map_add(&language->classes, text_next(&rest, ' '), (size_t)lists[i].class, NULL, &kept);
}

static char word_class(struct language *language, struct text word) {
    if (!language->classes.count) read_classes(language);
    const size_t *class = map_find(&language->classes, word);
    return class ? (char)*class : '-';
}

/* Writes a span for each line of the token, because no span may cross a line end. */
static void put(struct buf *out, char class, struct text token) {
    while (token.len) {
        struct text line = text_next(&token, '\n');
        if (line.len) {
            buf_str(out, "<span class=\"hl-");
            buf_char(out, class);
            buf_str(out, "\">");
            buf_html(out, line);
            buf_str(out, "</span>");
        }
        if (token.ptr) buf_char(out, '\n'); /* of this line; behind the last one there is none */
    }
}

struct token {
    size_t start, end;
    char class;
};

struct lexer {
    struct language *language;
    struct text code;
    size_t at;                  /* behind the token before */
    const unsigned char *first; /* rules_first() */
    bool asked;
    struct rules_match ruled; /* what a rule takes next, unless it begins before */
};

static bool is_begin(const struct lexer *lexer, size_t at) {
    const unsigned char c = (unsigned char)lexer->code.ptr[at];
    return !lexer->first || lexer->first[c / 8] >> c % 8 & 1;
}

/* Is there nothing but blanks before it on its line? */
static bool begins_line(struct text code, size_t at) {
    while (at && (code.ptr[at - 1] == ' ' || code.ptr[at - 1] == '\t'))
        at--;
    return !at || code.ptr[at - 1] == '\n';
}

/* Asks the rules for what begins at `at` or behind it, unless that is known from before. */
static bool is_ruled(struct lexer *lexer, size_t at, struct token *token) {
    struct rules_match *ruled = &lexer->ruled;
    if ((!lexer->asked || ruled->start < at) &&
        (!rules_next(&lexer->language->rules, lexer->code, at, ruled) || !ruled->rule))
        ruled->start = SIZE_MAX;
    lexer->asked = true;
    if (ruled->start != at) return false;
    *token = (struct token){at, ruled->end, *ruled->rule->name};
    if (token->class == 'p' && !begins_line(lexer->code, at))
        *token = (struct token){at, at + 1, '-'};
    return true;
}

static bool is_first_of_word(char c) {
    return is_word(c) && !is_digit(c);
}

/* A rule may have found a digit inside of a word: then it is asked again behind that. */
static bool next_token(struct lexer *lexer, struct token *token) {
    const struct text code = lexer->code;
    for (size_t at = lexer->at; at < code.len; at++) {
        if (is_first_of_word(code.ptr[at])) {
            *token = (struct token){at, at + 1, 'w'};
            while (token->end < code.len &&
                   (is_word(code.ptr[token->end]) ||
                    (code.ptr[token->end] == '-' && lexer->language->hyphens)))
                token->end++;
        } else if (!is_begin(lexer, at) || !is_ruled(lexer, at, token)) {
            continue;
        }
        lexer->at = token->end;
        return true;
    }
    return false;
}

void highlight_code(struct buf *out, struct text name, struct text code) {
    struct lexer lexer = {.language = language_of(name), .code = code};
    struct token token;
    if (lexer.language) lexer.first = rules_first(&lexer.language->rules);
    size_t plain = 0; /* where the text begins that is not written yet */
    while (lexer.language && next_token(&lexer, &token)) {
        struct text words = text_cut(code, token.start, token.end);
        char class = token.class == 'w' ? word_class(lexer.language, words) : token.class;
        if (class == '-') continue;
        buf_html(out, text_cut(code, plain, token.start));
        put(out, class, words);
        plain = token.end;
    }
    buf_html(out, text_cut(code, plain, code.len));
}
