/* corpus -- a course of N entries to measure builds with: `corpus FOLDER N [FORM]`.
 *
 * Each entry has about 600 words in sections, a table of 6 rows, a block of code and 6 links to others, and
 * its byline lets it pass the gate. With the form `values`, 10 expressions and 2 claims are added. Other forms
 * have entries that are made to be slow: `links` (to 499 others), `all` (links to all), `names` (5,000 unknown
 * names) and `title` (one definition with a title of 5,000 letters, used 499 times). Text is drawn from a
 * generator with a fixed start, so that the same N gives the same bytes on every machine. The folder has to
 * be there; its content/ is made, nothing else (the theme and the cards are copied by who calls). */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* %s is a thing, and no word here is one that the lints report. */
static const char *const sentences[] = {
    "A %s holds what the threads of a block have to exchange before the %s can be read again.",
    "When a warp asks for a %s, the request travels through the %s and waits there for its turn.",
    "The compiler decides where a %s is kept, and the programmer sees the answer in the %s.",
    "Nothing in the source says how a %s is mapped; the hardware chooses a %s for it.",
    "Every access to the %s is served by the %s that owns the address, whoever asked for it.",
    "An address that lies in the %s has to be translated before the %s can answer.",
    "All blocks of the grid share the %s, so a write to the *%s* has to be made visible.",
    "It helps to draw the %s on paper first and to mark in it each **%s** that a warp touches.",
    "If the loop is unrolled by hand, the %s stays in place while the %s moves on by a stride.",
    "Tools report the %s under another name, so look for the `%s` in their tables too.",
    "This is why a kernel that reads its %s in order leaves the %s free for others.",
    "The scheduler picks a warp whose operands are ready, and the %s of the others wait in the %s.",
    "What is evicted from the %s is written back to the %s only where it was changed.",
    "A barrier keeps the %s apart from the %s, which would otherwise meet in the same phase.",
    "Programs that copy a %s into the %s by hand do what a cache would do without being asked.",
    "Here the %s is addressed by the thread's own index, and the %s by that of its block.",
};
static const char *const things[] = {
    "shared tile",   "register file",     "cache line",   "memory bank",
    "sector table",  "load queue",        "store buffer", "page entry",
    "constant bank", "texture path",      "local array",  "launch grid",
    "copy engine",   "write-back policy", "tag array",    "warp slot",
};
static const char *const headings[] = {"What it is", "How it is reached", "What to look for",
                                       "Where it shows in a profile"};
#define COUNT(list) (sizeof(list) / sizeof *(list))

/* xorshift64 (Marsaglia, 2003). */
static size_t draw(uint64_t *state, size_t count) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (size_t)(*state >> 33) % count;
}

static const char *thing(uint64_t *state) {
    return things[draw(state, COUNT(things))];
}

/* Wraps behind a sentence, as editors do behind a word. */
static void paragraph(FILE *out, uint64_t *state, size_t entries) {
    for (int i = 0; i < 4; i++) {
        const char *const first = thing(state), *const second = thing(state);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        fprintf(out, sentences[draw(state, COUNT(sentences))], first, second);
#pragma GCC diagnostic pop
        fputc('\n', out);
    }
    if (entries) {
        size_t to = draw(state, entries);
        fprintf(out, "More is said in [the entry on part %zu](/glossary/part-%05zu/).\n", to, to);
    }
    fputc('\n', out);
}

static void front_matter(FILE *out, size_t number, uint64_t *state) {
    fprintf(out,
            "---\ntitle: What is part %zu?\nterm: Part %zu\nkind: glossary\n"
            "summary: What the %s of part %zu does, and where a program meets it.\norder: %zu\n"
            "sources:\n  - id: guide\n    title: The programming guide\n"
            "    url: https://guide.example/part/%zu\n    checked: 2026-11-20\n"
            "byline:\n  author: Ada Lovelace\n  reviewer: Grace Hopper\n"
            "  written: 2026-11-10\n  checked: 2026-11-20\n---\n\n",
            number, number, thing(state), number, number + 1, number);
}

static void table(FILE *out, uint64_t *state) {
    fputs("| part | where it is | who reads it |\n| --- | --- | ---: |\n", out);
    for (int i = 0; i < 6; i++) {
        const char *const first = thing(state), *const second = thing(state);
        fprintf(out, "| %s | in the %s | `%s` of a block |\n", first, second, thing(state));
    }
    fputc('\n', out);
}

static void code(FILE *out, size_t number) {
    fprintf(out,
            "```cuda\n// Part %zu: each thread moves its own element.\n"
            "__global__ void move_part_%zu(float *out, const float *in, int n) {\n"
            "    __shared__ float tile[32][33];\n"
            "    const int first = blockDim.x * blockIdx.x, i = first + threadIdx.x;\n"
            "    if (i < n) tile[threadIdx.y][threadIdx.x] = in[i];\n"
            "    __syncthreads();\n"
            "    for (int k = 0; k < 4; k++) out[i] += 0.5f * tile[threadIdx.x][k];\n}\n```\n\n",
            number, number);
}

static void values(FILE *out) {
    fputs(
        "Here it moves {{ copy.rate[copy] }}, of which {{ copy.rate[copy] / dram.rated as % }} is "
        "what was promised.\nWith a stride the rates are {{ stride.useful[1] }}, "
        "{{ stride.useful[2] }}, {{ stride.useful[4] }} and {{ stride.useful[8] }};\n"
        "{{ claim stride.useful[8] < stride.useful[1] / 3 }}less than a third is left{{ end }}, "
        "and {{ claim stride.useful[1] > stride.useful[2] }}the first is the faster one{{ end }}.\n"
        "The times are {{ stride.time[1] as ms .3 }}, {{ stride.time[8] as ms .3 }} and "
        "{{ stride.time[8] / stride.time[1] as x .1 }} apart; the cache holds {{ fact.l2 }}.\n\n",
        out);
}

static void entry(FILE *out, size_t number, size_t entries, int with_values) {
    uint64_t state = 0x9E3779B97F4A7C15u + number;
    for (int i = 0; i < 8; i++)
        draw(&state, 1); /* neighbours begin alike */
    front_matter(out, number, &state);
    for (size_t i = 0; i < COUNT(headings); i++) {
        fprintf(out, "## %s\n\n", headings[i]);
        paragraph(out, &state, entries);
        paragraph(out, &state, i < 2 ? entries : 0);
        if (i == 1) table(out, &state);
        if (i == 2) code(out, number);
    }
    if (with_values) values(out);
}

static void links(FILE *out, size_t number, size_t entries, size_t count) {
    for (size_t i = 1; i <= count; i++)
        fprintf(out, "[part %zu](/glossary/part-%05zu/)\n%s", i, (number + i) % entries,
                i % 10 ? "" : "\n");
}

static void names(FILE *out, size_t number) {
    for (size_t i = 0; i < 5000; i++)
        fprintf(out, "{{ stride.usefl%zu }}\n%s", number * 5000 + i, i % 20 ? "" : "\n");
}

static void title(FILE *out) {
    for (size_t i = 0; i < 499; i++)
        fprintf(out, "[part]\n%s", i % 10 ? "" : "\n");
    fputs("\n[part]: /glossary/part-00000/ \"", out);
    for (size_t i = 0; i < 500; i++)
        fputs("this part ", out);
    fputs("\"\n", out);
}

/* Returns false if the form has ordinary entries. */
static int slow_entry(FILE *out, size_t number, size_t entries, const char *form) {
    uint64_t state = 0x9E3779B97F4A7C15u + number;
    if (!*form || strcmp(form, "values") == 0) return 0;
    front_matter(out, number, &state);
    if (strcmp(form, "links") == 0) links(out, number, entries, 499);
    if (strcmp(form, "all") == 0) links(out, number, entries, entries);
    if (strcmp(form, "names") == 0) names(out, number);
    if (strcmp(form, "title") == 0) title(out);
    return 1;
}

/* Ends the process where the file cannot be made. */
static FILE *create(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/content/%s", folder, name);
    FILE *out = fopen(path, "w");
    if (out) return out;
    perror(path);
    exit(EXIT_FAILURE);
}

static void make_folder(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/content%s", folder, name);
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return;
    perror(path);
    exit(EXIT_FAILURE);
}

int main(int argc, char **argv) {
    size_t entries = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    if (!entries) {
        fputs("usage: corpus FOLDER N [values|links|all|names|title]\n", stderr);
        return EXIT_FAILURE;
    }
    const char *form = argc > 3 ? argv[3] : "";
    make_folder(argv[1], "");
    make_folder(argv[1], "/glossary");
    FILE *site = create(argv[1], "site.yaml");
    fputs("title: Parts\nsummary: A course to measure builds with.\nbase: https://parts.example/\n"
          "home-card: nvidia-h200\nfresh-days: 180\nplanned: []\n",
          site);
    fclose(site);
    for (size_t i = 0; i < entries; i++) {
        char name[64];
        snprintf(name, sizeof name, "glossary/part-%05zu.md", i);
        FILE *out = create(argv[1], name);
        if (!slow_entry(out, i, entries, form)) entry(out, i, entries, *form != 0);
        if (fclose(out) != 0) {
            perror(name);
            return EXIT_FAILURE;
        }
    }
    return EXIT_SUCCESS;
}
