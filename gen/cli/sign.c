/* gen sign -- names and days written into the byline and the sources of pages, and taken back.
 *
 * What would be written is read as a page first and compared: nothing but the values asked for may differ.
 * Only then the files of all pages take their places in one go, with the text that a reviewer signed. */
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/exchange.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "course/keygen.h"
#include "course/signers.h"
#include "page/front_edit.h"
#include "page/signed.h"

struct signing {
    struct cli_run *run;
    const struct cli_sign *as;
    struct text author, reviewer, today;
    struct diags said; /* about the course as it is */
};

/* One page: as it is, and as it will be. */
struct signed_page {
    struct entry *entry, after;
    struct text bytes, fresh;
    struct front_set *set;
    size_t set_count;
};

/* ---- what is wrong --------------------------------------------------------------------------- */

#define argument_error(run, word, hint, ...)                                                       \
    diag_error(&(run)->diags, source_load(&(run)->arena, TEXT("argument"), (word)), 0, (word).len, \
               (hint), __VA_ARGS__)

static bool is_name(struct cli_run *run, struct text name, const char *who) {
    struct text why;
    uint32_t code;
    if (utf8_check(name, &code) != SIZE_MAX)
        why = TEXT("it holds bytes or characters that no text may hold");
    else if (name_is_real(name, &why, &run->arena))
        return true;
    argument_error(run, name, "give the full name of the person who signs",
                   "the %s is not named: %.*s", who, TEXT_ARG(why));
    return false;
}

/* Names of the page that stay are asked as the gate asks them. */
static bool is_another(struct signing *signing, const struct page *page) {
    const struct front_byline *byline = &page->front.byline;
    struct arena *arena = &signing->run->arena;
    struct text own = signing->author.len ? signing->author : signing->reviewer, why;
    const struct front_text *other = signing->author.len ? &byline->reviewer : &byline->author;
    if (!own.len || !name_is_real(other->value, &why, arena) ||
        !name_is_same(own, other->value, arena))
        return true;
    diag_error(&signing->run->diags, page->source, other->offset, other->length,
               "a second person has to check the page",
               "author and reviewer would be the same person: \"%.*s\" and \"%.*s\"", TEXT_ARG(own),
               TEXT_ARG(other->value));
    return false;
}

/* Taken back is what this person signed, nobody else's. */
static bool was_signed_by(struct signing *signing, const struct page *page) {
    const struct front_byline *byline = &page->front.byline;
    struct text own = signing->author.len ? signing->author : signing->reviewer;
    const struct front_text *there = signing->author.len ? &byline->author : &byline->reviewer;
    if (!own.len || name_is_same(own, there->value, &signing->run->arena)) return true;
    diag_error(&signing->run->diags, page->source, there->offset, there->length,
               "--revoke alone takes the reviewer's signature back, whoever signed",
               "\"%.*s\" did not sign this page, but \"%.*s\"", TEXT_ARG(own),
               TEXT_ARG(there->value));
    return false;
}

/* Byline and sources are what signing is about; changed words are what it ends. */
static bool blocks(enum gate_code code) {
    return code == GATE_EMPTY || code == GATE_CODE_CHANGED || code == GATE_FALSE_CLAIM ||
           code == GATE_EXERCISE;
}

static bool may_be_reviewed(struct cli_run *run, const struct entry *entry) {
    const struct page *page = entry->page;
    bool fine = true;
    for (size_t i = 0; i < entry->gate.count; i++) {
        const struct gate_reason *reason = &entry->gate.reason[i];
        if (!blocks(reason->code)) continue;
        fine = false;
        diag_error(
            &run->diags, page->source, reason->offset, reason->length,
            arena_printf(&run->arena, "%.*s; then it can be signed", TEXT_ARG(reason->hint)).ptr,
            "%.*s", TEXT_ARG(reason->message));
    }
    return fine;
}

/* ---- what is set ------------------------------------------------------------------------------ */

/* A source that is named twice is set once. */
static void set(struct signed_page *one, struct text source, const char *key, struct text value) {
    for (size_t i = 0; source.len && i < one->set_count; i++)
        if (text_equal(one->set[i].source, source)) return;
    one->set[one->set_count++] = (struct front_set){source, key, value};
}

static bool set_sources(struct signing *signing, struct signed_page *one, struct text day) {
    const struct page *page = one->entry->page;
    bool fine = true;
    for (struct text rest = text_of(signing->as->source); rest.len;) {
        struct text id = text_trim(text_next(&rest, ','));
        struct nearest nearest = {.wanted = id};
        size_t at = 0;
        for (size_t i = 0; i < page->front.source_count; i++)
            nearest_offer(&nearest, page->front.source[i].id.value);
        while (at < page->front.source_count && !text_equal(page->front.source[at].id.value, id))
            at++;
        if (at < page->front.source_count) {
            set(one, id, "checked", day);
            continue;
        }
        fine = false;
        diag_file(&signing->run->diags, SEVERITY_ERROR, page->path,
                  nearest_hint(&nearest, "the sources of a page stand in its front matter",
                               &signing->run->arena),
                  "the page has no source %.*s", TEXT_ARG(id));
    }
    return fine;
}

static bool choose_sets(struct signing *signing, struct signed_page *one) {
    bool revoke = signing->as->revoke, source = signing->as->source != NULL;
    struct text pending = TEXT("pending"), none = {0}, day = revoke ? pending : signing->today;
    one->set = ARENA_ARRAY(&signing->run->arena, struct front_set,
                           one->entry->page->front.source_count + 2);
    if (signing->author.len) {
        set(one, none, "author", revoke ? pending : signing->author);
        set(one, none, "written", day);
    } else if (signing->reviewer.len || (revoke && !source)) {
        set(one, none, "reviewer", revoke ? pending : signing->reviewer);
        set(one, none, "checked", day);
    }
    return !source || set_sources(signing, one, day);
}

/* ---- one page ---------------------------------------------------------------------------------- */

/* All that is not asked for is as it was: the text, the other values, and what they are read as. */
static bool is_only_that(struct signing *signing, struct signed_page *one) {
    struct arena *arena = &signing->run->arena;
    const struct page *before = one->entry->page, *after = one->after.page;
    const struct front_byline *old = &before->front.byline, *new = &after->front.byline;
    bool author = signing->author.len, reviewer = false, fine = true;
    for (size_t i = 0; i < one->set_count; i++)
        reviewer = reviewer || strcmp(one->set[i].key, "reviewer") == 0;
    fine = text_equal(signed_words(before, arena), signed_words(after, arena)) &&
           before->front.source_count == after->front.source_count;
    if (!author)
        fine = fine && text_equal(old->author.value, new->author.value) &&
               text_equal(old->written.value, new->written.value);
    if (!reviewer)
        fine = fine && text_equal(old->reviewer.value, new->reviewer.value) &&
               text_equal(old->checked.value, new->checked.value);
    for (size_t i = 0; fine && i < one->set_count; i++) {
        const char *key = one->set[i].key;
        struct text value = one->set[i].value, is = {0};
        if (!one->set[i].source.len)
            is = strcmp(key, "author") == 0     ? new->author.value
                 : strcmp(key, "reviewer") == 0 ? new->reviewer.value
                 : strcmp(key, "written") == 0  ? new->written.value
                                                : new->checked.value;
        for (size_t j = 0; j < after->front.source_count; j++)
            if (text_equal(after->front.source[j].id.value, one->set[i].source))
                is = after->front.source[j].checked.value;
        fine = text_equal(is, value);
    }
    if (!fine)
        diag_file(&signing->run->diags, SEVERITY_ERROR, before->path,
                  "write byline and sources with one key a line, as in content/README.md",
                  "this front matter cannot be signed by the program");
    return fine;
}

static struct page *read_page(struct cli_run *run, struct source *source, size_t *errors) {
    struct diags heard = {0};
    struct page *page = page_read(&run->root, source, &run->arena, &heard);
    *errors = heard.errors;
    diags_free(&heard);
    return page;
}

/* The mistakes of a page as it would be: what was said about it, links and values too, but for what
 * reading it said, which reading the new one says again. */
static size_t mistakes(struct signing *signing, struct signed_page *one) {
    struct cli_run *run = signing->run;
    const struct page *page = one->entry->page;
    size_t before, after, said = 0;
    read_page(run, page->source, &before);
    one->after.page = read_page(run, source_load(&run->arena, page->path, one->fresh), &after);
    for (size_t i = 0; i < signing->said.count; i++)
        said += signing->said.list[i].severity == SEVERITY_ERROR &&
                text_equal(signing->said.list[i].path, page->path);
    return said + after - before;
}

/* A reviewer signs no page with mistakes; an author may, for whom the front matter has to be right. */
static bool read_after(struct signing *signing, struct signed_page *one) {
    struct cli_run *run = signing->run;
    size_t body;
    struct front front;
    one->after = *one->entry;
    one->after.aside = NULL;
    size_t count = mistakes(signing, one);
    one->after.page->signature = one->entry->page->signature;
    one->after.page->seal = one->entry->page->seal;
    bool fine = front_read(&front, one->after.page->source, &body, &run->arena, &run->diags);
    if (fine && count && signing->reviewer.len && !signing->as->revoke) {
        fine = false;
        diag_file(&run->diags, SEVERITY_ERROR, one->after.page->path,
                  "`build/gen check` shows them",
                  "a page with mistakes is not signed, and this one has %zu", count);
    }
    return fine && is_only_that(signing, one);
}

static bool prepare(struct signing *signing, struct signed_page *one) {
    struct cli_run *run = signing->run;
    const struct page *page = one->entry->page;
    size_t missing;
    bool revoke = signing->as->revoke;
    bool fine = revoke ? was_signed_by(signing, page) : is_another(signing, page);
    if (signing->reviewer.len && !revoke) fine = may_be_reviewed(run, one->entry) && fine;
    fine = choose_sets(signing, one) && fine;
    if (!fine ||
        !file_read(&run->root, page->path, FILE_MAX_TEXT, &run->arena, &one->bytes, &run->diags))
        return false;
    if (!front_edit(page->source, one->bytes, one->set, one->set_count, &run->arena, &one->fresh,
                    &missing)) {
        diag_file(&run->diags, SEVERITY_ERROR, page->path,
                  "write byline: with author, reviewer, written and checked below it",
                  "there is no byline to sign");
        return false;
    }
    if (!read_after(signing, one)) return false;
    if (signing->reviewer.len && !revoke) {
        struct signature *signature = ARENA_NEW(&run->arena, struct signature);
        struct text words = signed_words(one->after.page, &run->arena);
        struct text author = one->after.page->front.byline.author.value, why;
        *signature = (struct signature){.version = SIGNED_VERSION,
                                        .sha256 = signed_hash(words, &run->arena),
                                        .site = run->course.site.base.value,
                                        .card = run->course.default_card->id,
                                        .reviewer = signing->reviewer,
                                        .day = signing->today,
                                        .words = words};
        if (name_is_real(author, &why, &run->arena)) signature->author = author;
        one->after.page->signature = signature;
    }
    return true;
}

/* ---- keys -------------------------------------------------------------------------------------- */

/* All pages are signed by one call, so that a passphrase is asked for once. */
static bool seal(struct signing *signing, struct signed_page *page, size_t count) {
    struct cli_run *run = signing->run;
    struct arena *arena = &run->arena;
    struct text *message = ARENA_ARRAY(arena, struct text, count);
    struct text *fresh = ARENA_ARRAY(arena, struct text, count);
    const char *key = signing->as->key, *why = NULL, *hint = NULL;
    if (!key) return true;
    for (size_t i = 0; i < count; i++)
        message[i] = signed_file(page[i].after.page->signature, arena);
    if (!file_exists(&run->root, TEXT(SIGNERS_PATH))) {
        why = "there is no " SIGNERS_PATH ", so that no key counts";
        hint = "write it: content/README.md, \"Reviewers with keys\"";
    } else if (access(key, R_OK) != 0) {
        why = arena_printf(arena, "cannot read this file: %s", strerror(errno)).ptr;
        hint = "--key names the file of an SSH key, such as ~/.ssh/id_ed25519";
    } else {
        why = keygen_sign(key, message, count, fresh, &hint, arena);
    }
    if (why) argument_error(run, text_of(key), hint, "%s", why);
    for (size_t i = 0; !why && i < count; i++)
        page[i].after.page->seal = fresh[i];
    return !why;
}

/* What the gate will say. A key that does not count is refused now, and nothing is written. */
static bool judge(struct signing *signing, struct signed_page *page, size_t count) {
    struct cli_run *run = signing->run;
    struct entry **after = ARENA_ARRAY(&run->arena, struct entry *, count);
    for (size_t i = 0; i < count; i++)
        after[i] = &page[i].after;
    signers_verify(&run->course, after, count, &run->diags);
    for (size_t i = 0; i < count; i++) {
        const struct page *signed_page = after[i]->page;
        if (signing->as->key && signed_page->proof != PROOF_HOLDS)
            diag_file(&run->diags, SEVERITY_ERROR, signed_page->path,
                      "`ssh-keygen -l -f FILE` tells which key it is; " SIGNERS_PATH
                      " has the keys that count",
                      "%.*s", TEXT_ARG(signed_page->proof_fault));
        course_judge(&run->course, &page[i].after, run->options->today);
    }
    return !run->diags.errors;
}

/* ---- all pages --------------------------------------------------------------------------------- */

static bool exchange(struct signing *signing, struct signed_page *page, size_t count) {
    struct cli_run *run = signing->run;
    struct exchange *file = ARENA_ARRAY(&run->arena, struct exchange, 3 * count);
    size_t files = 0;
    for (size_t i = 0; i < count; i++) {
        const struct page *before = page[i].entry->page, *after = page[i].after.page;
        file[files++] =
            (struct exchange){.path = before->path, .bytes = page[i].fresh, .was = page[i].bytes};
        if (after->signature != before->signature)
            file[files++] = (struct exchange){.path = signed_path(before->path, &run->arena),
                                              .bytes = signed_file(after->signature, &run->arena)};
        if (signing->as->key)
            file[files++] = (struct exchange){.path = signed_seal_path(before->path, &run->arena),
                                              .bytes = after->seal};
    }
    return exchange_files(&run->root, file, files, &run->diags);
}

/* All that is wrong with any of them is said. */
static bool prepare_all(struct signing *signing, struct signed_page *page) {
    const struct cli_options *options = signing->run->options;
    bool fine = true;
    for (int i = 0; i < options->argument_count; i++) {
        struct text word = text_of(options->argument[i]);
        page[i].entry = cli_entry(signing->run, word);
        for (int j = 0; page[i].entry && j < i; j++)
            if (page[i].entry == page[j].entry) {
                argument_error(signing->run, word, "name it once", "this page was named before");
                page[i].entry = NULL;
            }
        fine = page[i].entry && prepare(signing, &page[i]) && fine;
    }
    return fine;
}

/* ---- what is printed ---------------------------------------------------------------------------- */

static void print_page(const struct signing *signing, const struct signed_page *one,
                       struct buf *out) {
    const struct page *page = one->after.page;
    const struct gate *gate = &one->after.gate;
    buf_printf(out, "%s %.*s:", signing->as->revoke ? "revoked" : "signed", TEXT_ARG(page->path));
    for (size_t i = 0; i < one->set_count; i++) {
        const struct front_set *set = &one->set[i];
        struct text what = set->source.len ? set->source : text_of(set->key);
        buf_printf(out, "%s %s%.*s ", i ? "," : "", set->source.len ? "source " : "",
                   TEXT_ARG(what));
        buf_terminal(out, set->value);
    }
    if (signing->as->key) buf_str(out, ", with a key");
    buf_str(out,
            gate->open ? "\n  it lacks nothing: `make site` publishes it\n" : "\n  it lacks:\n");
    for (size_t i = 0; i < gate->count; i++) {
        const struct gate_reason *reason = &gate->reason[i];
        struct place place = source_place(page->source, reason->offset);
        buf_printf(out, "  %.*s:%zu:%zu: ", TEXT_ARG(page->path), place.line, place.column);
        buf_terminal(out, reason->message);
        buf_printf(out, "\n      %.*s\n", TEXT_ARG(reason->hint));
    }
}

static void print_json(const struct signed_page *page, size_t count, struct buf *out) {
    buf_str(out, "{\"pages\": [");
    for (size_t i = 0; i < count; i++) {
        const struct gate *gate = &page[i].after.gate;
        const struct front_byline *byline = &page[i].after.page->front.byline;
        buf_str(out, i ? ",\n  {" : "\n  {");
        buf_member(out, "path", page[i].after.page->path);
        buf_member(out, "address", page[i].after.page->address);
        buf_member(out, "author", byline->author.value);
        buf_member(out, "written", byline->written.value);
        buf_member(out, "reviewer", byline->reviewer.value);
        buf_member(out, "checked", byline->checked.value);
        buf_printf(out, ", \"published\": %s, \"reasons\": [", gate->open ? "true" : "false");
        for (size_t j = 0; j < gate->count; j++) {
            const struct gate_reason *reason = &gate->reason[j];
            struct place place = source_place(page[i].after.page->source, reason->offset);
            buf_printf(out, "%s{\"code\": \"%s\", \"line\": %zu, \"column\": %zu", j ? ", " : "",
                       gate_code_word(reason->code), place.line, place.column);
            buf_member(out, "message", reason->message);
            buf_member(out, "hint", reason->hint);
            buf_char(out, '}');
        }
        buf_str(out, "]}");
    }
    buf_str(out, "]}");
}

/* ---- the command ------------------------------------------------------------------------------- */

static int wrong_use(const struct cli_options *options) {
    const struct cli_sign *as = &options->sign;
    if (as->author && as->reviewer)
        return cli_wrong_use(options->command, "one person signs at a time: --author or --reviewer",
                             "", NULL);
    if (!as->author && !as->reviewer && !as->source && !as->revoke)
        return cli_wrong_use(options->command,
                             "who signs is missing: --author, --reviewer or --source", "", NULL);
    if (as->key && (!as->reviewer || as->revoke))
        return cli_wrong_use(options->command, "--key signs, and only with --reviewer", "", NULL);
    return CLI_OK;
}

int cli_sign(const struct cli_options *options) {
    struct cli_run run;
    struct buf out = {0};
    size_t count = (size_t)options->argument_count;
    int status = wrong_use(options);
    if (status != CLI_OK) return status;
    if (!cli_begin(&run, options, EDITION_REVIEW, false)) return cli_end(&run, &out);
    struct signing signing = {.run = &run,
                              .as = &options->sign,
                              .author = text_trim(text_of(options->sign.author)),
                              .reviewer = text_trim(text_of(options->sign.reviewer)),
                              .today = date_text(options->today, &run.arena)};
    struct signed_page *page = ARENA_ARRAY(&run.arena, struct signed_page, count);
    signing.said = run.diags; /* gen check says it */
    run.diags = (struct diags){0};
    bool fine = true;
    if (options->sign.author) fine = is_name(&run, signing.author, "author");
    if (options->sign.reviewer) fine = is_name(&run, signing.reviewer, "reviewer");
    fine = fine && prepare_all(&signing, page) && seal(&signing, page, count) &&
           judge(&signing, page, count) && exchange(&signing, page, count);
    if (fine && options->json) print_json(page, count, &out);
    for (size_t i = 0; fine && !options->json && i < count; i++)
        print_page(&signing, &page[i], &out);
    diags_free(&signing.said);
    return cli_end(&run, &out);
}
