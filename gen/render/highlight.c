/* highlight -- see highlight.h. One lexer; a language is a row of what it has. */
#include "render/highlight.h"

#include <string.h>

#include "base/chars.h"
#include "measure/names.h"

struct language {
    const char *names; /* of the language; this and the lists below are words with spaces between */
    const char *keywords, *types, *qualifiers;
    bool slashes;      /* // and block comments */
    bool hash;         /* # begins a comment */
    bool preprocessor; /* # at the start of a line begins a directive */
    bool single;       /* 'x' is a string, too */
    bool raw_single;   /* … without escapes */
    bool dots;         /* a word may begin with . or % and hold dots: .f32, %tid.x */
};

static const char c_keywords[] =
    "alignas alignof asm auto break case catch class const constexpr continue decltype "
    "default delete do else enum extern false for friend goto if inline mutable namespace new "
    "noexcept nullptr operator private protected public register reinterpret_cast restrict "
    "return sizeof static static_cast struct switch template this throw true try typedef "
    "typename union using virtual volatile while NULL static_assert _Alignas _Alignof _Atomic "
    "_Noreturn _Static_assert";
static const char c_types[] =
    "bool char double float int long short signed unsigned void size_t ptrdiff_t int8_t "
    "int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t half "
    "float2 float3 float4 double2 int2 int3 int4 uint2 uint3 uint4 uchar4 dim3 __half __half2 "
    "cudaError_t cudaStream_t cudaEvent_t clock_t";
static const char cuda_qualifiers[] =
    "__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ "
    "__noinline__ __forceinline__ __launch_bounds__ __grid_constant__ __cluster_dims__ "
    "threadIdx blockIdx blockDim gridDim warpSize __syncthreads __syncwarp __ldg __shfl_sync "
    "__shfl_down_sync __shfl_xor_sync __shfl_up_sync __threadfence __pipeline_commit clock64 "
    "clock cudaMalloc cudaMemcpy cudaFree";
static const char ptx_keywords[] =
    "add and atom bar bra call cp cvt cvta div ex2 exit fma ld ldu mad max membar min mov mul "
    "neg not or prefetch rcp red rem ret selp set setp shfl shl shr sqrt st sub xor mbarrier";
static const char ptx_types[] =
    ".b8 .b16 .b32 .b64 .u8 .u16 .u32 .u64 .s8 .s16 .s32 .s64 .f16 .f32 .f64 .pred .v2 .v4 "
    ".bf16 .tf32";
static const char ptx_qualifiers[] =
    ".version .target .address_size .visible .entry .func .param .reg .local .shared .global "
    ".const .align .extern .maxntid .minnctapersm .pragma .loc .file";
static const char sh_keywords[] =
    "if then else elif fi for in do done while until case esac function return exit export "
    "local set cd";

static const struct language languages[] = {
    {"c h cpp c++ cc cxx cuda cu cuh hpp", c_keywords, c_types, cuda_qualifiers, .slashes = true,
     .preprocessor = true, .single = true},
    {"ptx", ptx_keywords, ptx_types, ptx_qualifiers, .slashes = true, .dots = true},
    {"json", "true false null", "", "", .slashes = false},
    {"sh shell bash console", sh_keywords, "", "", .hash = true, .single = true,
     .raw_single = true},
};

/* Writes a span for each line of the token, because no span may cross a line end. */
static void put(struct buf *out, const char *name, struct text token) {
    while (token.len) {
        size_t end = text_find(token, "\n", 0);
        struct text line = text_cut(token, 0, end < token.len ? end : token.len);
        if (line.len) {
            buf_printf(out, "<span class=\"hl-%s\">", name);
            buf_html(out, line);
            buf_str(out, "</span>");
        }
        if (line.len == token.len) return;
        buf_char(out, '\n');
        token = text_cut(token, line.len + 1, token.len);
    }
}

/* Each of these functions gives the end of the token that begins at `at`. */
static size_t line_end(struct text code, size_t at, bool continued) {
    for (; at < code.len && code.ptr[at] != '\n'; at++)
        if (continued && code.ptr[at] == '\\' && at + 1 < code.len && code.ptr[at + 1] == '\n')
            at++;
    return at;
}

static size_t block_comment_end(struct text code, size_t at) {
    size_t end = text_find(code, "*/", at + 2);
    return end < code.len ? end + 2 : code.len;
}

static size_t string_end(const struct language *language, struct text code, size_t at) {
    char quote = code.ptr[at++];
    bool escapes = !(quote == '\'' && language->raw_single);
    bool lines = language->hash; /* in a shell a string may hold line ends */
    for (; at < code.len && code.ptr[at] != quote; at++) {
        if (code.ptr[at] == '\n' && !lines) return at;
        if (escapes && code.ptr[at] == '\\' && at + 1 < code.len && code.ptr[at + 1] != '\n') at++;
    }
    return at < code.len ? at + 1 : at;
}

/* 0x1F, 1.5e-3f, 1'000, 0f3F800000, 64ull. A sign belongs to a number only after its exponent. */
static size_t number_end(struct text code, size_t at) {
    bool hex = code.ptr[at] == '0' && at + 1 < code.len && (code.ptr[at + 1] | 32) == 'x';
    for (; at < code.len; at++) {
        char c = code.ptr[at];
        bool more = at + 1 < code.len && is_word(code.ptr[at + 1]);
        if (is_word(c) || c == '.' || (c == '\'' && more)) continue;
        char before = (char)(code.ptr[at - 1] | 32);
        if ((c == '+' || c == '-') && more && before == (hex ? 'p' : 'e')) continue;
        return at;
    }
    return at;
}

static size_t word_end(const struct language *language, struct text code, size_t at) {
    at++;
    while (at < code.len &&
           (is_word(code.ptr[at]) || (!language->dots && language->hash && code.ptr[at] == '-')))
        at++;
    return at;
}

static const char *word_class(const struct language *language, struct text word) {
    return names_has(language->qualifiers, word) ? "q"
           : names_has(language->types, word)    ? "t"
           : names_has(language->keywords, word) ? "k"
                                                 : NULL;
}

static bool starts_word(const struct language *language, char c) {
    return (is_word(c) && !is_digit(c)) || (language->dots && (c == '.' || c == '%' || c == '$'));
}

/* Only the name of a directive is marked; a string or comment in it is read as usual. */
static size_t directive_end(struct text code, size_t at) {
    at++;
    while (at < code.len && (code.ptr[at] == ' ' || code.ptr[at] == '\t'))
        at++;
    while (at < code.len && is_word(code.ptr[at]))
        at++;
    return at;
}

static const struct language *language_of(struct text name) {
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (names_has(languages[i].names, name)) return &languages[i];
    return NULL;
}

/* Gives the end of the token at `at` and its class, which is NULL where it is left plain. */
static size_t read_token(const struct language *language, struct text code, size_t at,
                         bool line_start, const char **class) {
    char c = code.ptr[at], next = at + 1 < code.len ? code.ptr[at + 1] : 0;
    char before = at ? code.ptr[at - 1] : '\n';
    *class = "c";
    if (language->slashes && c == '/' && next == '/') return line_end(code, at, true);
    if (language->slashes && c == '/' && next == '*') return block_comment_end(code, at);
    if (language->hash && c == '#' && strchr(" \t\n;", before)) return line_end(code, at, false);
    *class = "p";
    if (language->preprocessor && c == '#' && line_start) return directive_end(code, at);
    *class = "s";
    if (c == '"' || (c == '\'' && language->single)) return string_end(language, code, at);
    *class = NULL;
    if (language->hash && c == '\\' && next) return at + 2;
    *class = "n";
    if (is_digit(c) || (c == '.' && is_digit(next))) return number_end(code, at);
    *class = NULL;
    if (!starts_word(language, c)) return at + 1;
    size_t end = word_end(language, code, at);
    *class = word_class(language, text_cut(code, at, end));
    return end;
}

void highlight_code(struct buf *out, struct text name, struct text code) {
    const struct language *language = language_of(name);
    bool line_start = true; /* only spaces stand before on this line */
    size_t plain = 0;       /* where the text begins that is not written yet */
    for (size_t at = 0; language && at < code.len;) {
        const char *class;
        size_t end = read_token(language, code, at, line_start, &class);
        if (class) {
            buf_html(out, text_cut(code, plain, at));
            put(out, class, text_cut(code, at, end));
            plain = end;
        }
        for (; at < end; at++)
            line_start = code.ptr[at] == '\n' || (line_start && strchr(" \t", code.ptr[at]));
    }
    buf_html(out, text_cut(code, plain, code.len));
}
