/* signers -- see signers.h. */
#include "course/signers.h"

#include <stdint.h>
#include <string.h>

#include "base/nearest.h"
#include "base/sha256.h"
#include "course/keygen.h"
#include "course/known.h"
#include "page/signed.h"

/* ---- the file ---------------------------------------------------------------------------------- */

struct signer {
    struct text name, key;
    size_t line;
};

struct signers {
    const struct source *source; /* NULL: there is no such file */
    struct signer *signer;
    size_t count, capacity;
    struct arena *arena;
    struct diags *diags;
};

static const char form[] = "a line for each person: \"Grace Hopper\" namespaces=\"" KEYGEN_NAMESPACE
                           "\" ssh-ed25519 AAAA… "
                           "(the name as bylines have it, and what stands in KEY.pub)";

/* The next word of a line; blanks inside quotes belong to it. */
static struct text next_word(struct text *rest) {
    size_t end = 0;
    bool quoted = false;
    *rest = text_trim(*rest);
    for (; end < rest->len && (quoted || !strchr(" \t", rest->ptr[end])); end++)
        quoted ^= rest->ptr[end] == '"';
    struct text word = text_cut(*rest, 0, end);
    *rest = text_cut(*rest, end, rest->len);
    return word;
}

/* What is wrong with the words in front of a key; empty if nothing is. ssh-keygen takes them for a list of
 * patterns, by which one key might sign as anybody. */
static struct text name_fault(struct text name, struct arena *arena) {
    struct text why;
    for (size_t i = 0; i < name.len; i++)
        if (strchr(",*?!", name.ptr[i]))
            return arena_printf(arena, "%c makes \"%.*s\" a pattern, and a line is for one person",
                                name.ptr[i], TEXT_ARG(name));
    if (name_is_real(name, &why, arena)) return (struct text){0};
    return arena_printf(arena, "no name of a reviewer: %.*s", TEXT_ARG(why));
}

static bool is_key_type(struct text word) {
    return text_starts(word, "ssh-") || text_starts(word, "ecdsa-") || text_starts(word, "sk-");
}

static bool is_option(struct text word) {
    return text_find(word, "=", 0) != SIZE_MAX || text_is(word, "cert-authority");
}

/* Nobody may sign with the key of another one. */
static struct text key_fault(const struct signers *signers, struct text name, struct text key) {
    if (!key.len)
        return arena_printf(signers->arena, "there is no key behind \"%.*s\"", TEXT_ARG(name));
    for (size_t i = 0; i < signers->count; i++) {
        const struct signer *other = &signers->signer[i];
        if (text_equal(other->key, key) && !text_equal(other->name, name))
            return arena_printf(signers->arena, "this key is that of \"%.*s\" in line %zu",
                                TEXT_ARG(other->name), other->line);
    }
    return (struct text){0};
}

static void read_line(struct signers *signers, size_t number) {
    const struct source *source = signers->source;
    struct text line = text_trim(source_line(source, number)), rest = line, word, key;
    if (!line.len || line.ptr[0] == '#') return;
    struct text quoted = next_word(&rest), name = text_strip(quoted, '"');
    size_t at = (size_t)(quoted.ptr - source->text.ptr);
    struct text fault = name_fault(name, signers->arena);
    while ((word = next_word(&rest)).len && !is_key_type(word))
        if (!fault.len && !is_option(word))
            fault =
                arena_printf(signers->arena, "%.*s is no option: names of two words are in quotes",
                             TEXT_ARG(word));
    key = next_word(&rest);
    if (!fault.len) fault = key_fault(signers, name, key);
    if (fault.len)
        diag_error(signers->diags, source, at, quoted.len, form, "%.*s", TEXT_ARG(fault));
    signers->signer = arena_grow(signers->arena, signers->signer, signers->count,
                                 &signers->capacity, sizeof *signers->signer);
    signers->signer[signers->count++] = (struct signer){name, key, number};
}

/* False: the file is there and has mistakes. */
static bool read_signers(struct signers *signers, const struct root *root) {
    size_t errors = signers->diags->errors;
    if (!file_exists(root, TEXT(SIGNERS_PATH))) return true;
    signers->source = file_source(root, TEXT(SIGNERS_PATH), signers->arena, signers->diags);
    for (size_t line = 1; signers->source && line <= signers->source->line_count; line++)
        read_line(signers, line);
    return signers->diags->errors == errors;
}

/* ---- one page ---------------------------------------------------------------------------------- */

static void fails(struct page *page, struct text why) {
    page->proof = PROOF_FAILS;
    page->proof_fault = why;
}

/* NULL, or why this name cannot have signed. */
static const char *unknown(const struct signers *signers, struct text name) {
    struct nearest nearest = {.wanted = name};
    for (size_t i = 0; i < signers->count; i++) {
        if (text_equal(signers->signer[i].name, name)) return NULL;
        nearest_offer(&nearest, signers->signer[i].name);
    }
    const char *near = nearest_hint(&nearest, NULL, signers->arena);
    return arena_printf(signers->arena, "%.*s has no key in " SIGNERS_PATH "%s%s", TEXT_ARG(name),
                        near ? "; " : "", near ? near : "")
        .ptr;
}

/* Everything but the key: whether there is something to verify. */
static bool can_hold(const struct signers *signers, const struct course *course,
                     struct page *page) {
    const struct front_byline *byline = &page->front.byline;
    const struct signature *signature = page->signature;
    struct text name = byline->reviewer.value, base = course->site.base.value, why;
    struct arena *arena = signers->arena;
    const char *no_name = unknown(signers, name);
    long day;
    if (no_name)
        fails(page, text_of(no_name));
    else if (!signature || !page->seal.len)
        fails(page,
              arena_printf(arena, "%.*s has not signed this text with a key: there is no %.*s",
                           TEXT_ARG(name), TEXT_ARG(signed_seal_path(page->path, arena))));
    else if (!signed_holds(page, &why, arena) || !date_read(signature->day, &day))
        fails(page,
              TEXT("what was signed is not what is there")); /* for which is a reason of its own */
    else if (!text_equal(signature->site, base))
        fails(page, arena_printf(arena, "it was signed for the site %.*s, and this is %.*s",
                                 TEXT_ARG(signature->site), TEXT_ARG(base)));
    else
        return true;
    return false;
}

/* ---- all pages --------------------------------------------------------------------------------- */

/* What was asked: the pages, and for each the claim at the same place. */
struct asking {
    struct signers signers;
    struct page **page;
    struct keygen_claim *claim;
    size_t count;
};

static void ask(struct asking *asking, const struct course *course, const struct entry *entry) {
    struct page *page = entry->page;
    const struct signature *signature = page->signature;
    aside_unpack(course->aside, entry->aside, page); /* for the words that were signed */
    asking->page[asking->count] = page;
    asking->claim[asking->count++] =
        (struct keygen_claim){.name = signature->reviewer,
                              .day = signature->day,
                              .message = signed_file(signature, asking->signers.arena),
                              .signature = page->seal};
    aside_pack(course->aside, entry->aside, entry->page);
}

/* All that the verdict depends on, each behind its length. */
static struct text hash_of(struct text signers, const struct keygen_claim *claim,
                           struct arena *arena) {
    const struct text part[] = {signers, claim->name, claim->day, claim->message, claim->signature};
    char hash[SHA256_HEX];
    struct buf all = {0};
    buf_str(&all, KEYGEN_NAMESPACE);
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        buf_printf(&all, "\n%zu ", part[i].len);
        buf_view(&all, part[i]);
    }
    sha256_hex(buf_text(&all), hash);
    buf_free(&all);
    return arena_text(arena, text_of(hash));
}

static void conclude(struct asking *asking) {
    struct arena *arena = asking->signers.arena;
    for (size_t i = 0; i < asking->count; i++) {
        const struct keygen_claim *claim = &asking->claim[i];
        if (claim->holds)
            asking->page[i]->proof = PROOF_HOLDS;
        else
            fails(asking->page[i],
                  arena_printf(
                      arena, "the signature beside the page is none of %.*s over this text: %.*s",
                      TEXT_ARG(claim->name),
                      TEXT_ARG(claim->why.len ? claim->why : TEXT("it was not verified"))));
    }
}

/* Those that are not known already are put in front, and verified. */
static void verify(struct asking *asking) {
    struct arena *arena = asking->signers.arena;
    struct text file = asking->signers.source->text;
    struct known known;
    known_open(&known, arena);
    struct text *hash = ARENA_ARRAY(arena, struct text, asking->count);
    size_t fresh = 0;
    for (size_t i = 0; i < asking->count; i++) {
        struct keygen_claim *claim = &asking->claim[i];
        struct text one = hash_of(file, claim, arena);
        claim->holds = known_has(&known, one);
        if (claim->holds) {
            asking->page[i]->proof = PROOF_HOLDS;
            continue;
        }
        asking->page[fresh] = asking->page[i];
        hash[fresh] = one;
        asking->claim[fresh++] = *claim;
    }
    asking->count = fresh;
    const char *hint = NULL, *why = NULL;
    if (fresh) why = keygen_verify(file, asking->claim, fresh, &hint, arena);
    if (why) diag_error(asking->signers.diags, asking->signers.source, 0, 1, hint, "%s", why);
    for (size_t i = 0; i < fresh; i++)
        if (asking->claim[i].holds) known_add(&known, hash[i]);
    known_close(&known);
    conclude(asking);
}

/* Without the file nothing is asked for; a signature shows that it was there. */
static void without_file(struct page *page) {
    if (page->seal.len)
        fails(page, TEXT("it was signed with a key, and there is no " SIGNERS_PATH
                         " that says whose key counts"));
}

void signers_verify(const struct course *course, struct entry *const *entry, size_t count,
                    struct diags *diags) {
    struct arena *arena = course->arena;
    struct asking asking = {.signers = {.arena = arena, .diags = diags}};
    bool fine = read_signers(&asking.signers, course->root);
    asking.page = ARENA_ARRAY(arena, struct page *, count);
    asking.claim = ARENA_ARRAY(arena, struct keygen_claim, count);
    for (size_t i = 0; i < count; i++) {
        struct page *page = entry[i]->page;
        page->proof = PROOF_NOT_ASKED;
        if (!fine)
            fails(page, TEXT(SIGNERS_PATH " has mistakes"));
        else if (!asking.signers.source)
            without_file(page);
        else if (can_hold(&asking.signers, course, page))
            ask(&asking, course, entry[i]);
    }
    if (asking.count) verify(&asking);
}
