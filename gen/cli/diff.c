/* gen diff -- the words of a page that changed since a reviewer signed it. */
#include <unistd.h>

#include "cli/cli.h"
#include "base/compare.h"
#include "page/signed.h"

struct comparison {
    const struct page *page;
    struct compared words;
    struct signed_line *origin;
};

/* ---- as text ------------------------------------------------------------------------------------ */

static const struct {
    const char *open, *close, *colour;
} marks[] = {
    [WORD_SAME] = {"", "", ""},
    [WORD_REMOVED] = {"[-", "-]", "\033[31m"},
    [WORD_ADDED] = {"{+", "+}", "\033[32m"},
};

/* A line while it is put together; printed if something in it changed. */
struct printing {
    struct buf *out, line;
    bool colour, changed;
    enum word_how how;
    size_t number; /* of the current text, from 0 */
};

static void turn(struct printing *printing, enum word_how how) {
    if (printing->how == how) return;
    buf_str(&printing->line, marks[printing->how].close);
    if (printing->colour && printing->how) buf_str(&printing->line, "\033[0m");
    if (printing->colour && how) buf_str(&printing->line, marks[how].colour);
    buf_str(&printing->line, marks[how].open);
    printing->how = how;
}

static void end_line(struct printing *printing, const struct signed_line *origin) {
    turn(printing, WORD_SAME);
    if (printing->changed) {
        buf_terminal(printing->out, origin->path);
        if (origin->line) buf_printf(printing->out, ":%zu", origin->line);
        buf_str(printing->out, ": ");
        buf_view(printing->out, text_trim(buf_text(&printing->line)));
        buf_char(printing->out, '\n');
    }
    buf_clear(&printing->line);
    printing->changed = false;
}

static void print(const struct comparison *comparison, struct buf *out) {
    struct printing printing = {.out = out, .colour = cli_color(STDOUT_FILENO)};
    for (size_t i = 0; i < comparison->words.count; i++) {
        const struct word *word = &comparison->words.word[i];
        bool end = text_is(word->text, "\n");
        turn(&printing, word->how);
        printing.changed |= word->how != WORD_SAME;
        if (!end)
            buf_terminal(&printing.line, word->text);
        else if (word->how != WORD_SAME)
            buf_str(&printing.line, "\u00b6"); /* a line end that went or came */
        if (end) end_line(&printing, &comparison->origin[printing.number]);
        if (end && word->how != WORD_REMOVED) printing.number++;
    }
    end_line(&printing, &comparison->origin[printing.number]);
    buf_free(&printing.line);
}

/* ---- as JSON ------------------------------------------------------------------------------------ */

static void change_json(const struct signed_line *origin, struct text removed, struct text added,
                        struct buf *out) {
    buf_char(out, '{');
    buf_member(out, "path", origin->path);
    if (origin->line) buf_printf(out, ", \"line\": %zu", origin->line);
    buf_member(out, "removed", removed);
    buf_member(out, "added", added);
    buf_char(out, '}');
}

/* Words side by side that went and came are one change. Returns how many there are. */
static size_t changes(const struct comparison *comparison, struct buf *out) {
    const struct compared *words = &comparison->words;
    struct buf part[2] = {{0}, {0}};
    size_t count = 0, line = 0;
    for (size_t i = 0; i < words->count;) {
        size_t first = line;
        for (; i < words->count && words->word[i].how != WORD_SAME; i++) {
            const struct word *word = &words->word[i];
            buf_view(&part[word->how == WORD_ADDED], word->text);
            line += word->how == WORD_ADDED && text_is(word->text, "\n");
        }
        if (part[0].len || part[1].len) {
            if (out && count) buf_str(out, ", ");
            if (out)
                change_json(&comparison->origin[first], buf_text(&part[0]), buf_text(&part[1]),
                            out);
            count++;
        }
        buf_clear(&part[0]);
        buf_clear(&part[1]);
        for (; i < words->count && words->word[i].how == WORD_SAME; i++)
            line += text_is(words->word[i].text, "\n");
    }
    buf_free(&part[0]);
    buf_free(&part[1]);
    return count;
}

/* ---- the command -------------------------------------------------------------------------------- */

static void put_json(const struct comparison *comparison, struct buf *out) {
    const struct signature *signature = comparison->page->signature;
    buf_char(out, '{');
    buf_member(out, "path", comparison->page->path);
    buf_printf(out, ", \"version\": %lu", signature->version);
    buf_member(out, "sha256", signature->sha256);
    buf_member(out, "reviewer", signature->reviewer);
    buf_member(out, "day", signature->day);
    buf_str(out, ", \"changes\": [");
    changes(comparison, out);
    buf_str(out, "]}");
}

static void put_text(const struct comparison *comparison, struct buf *out) {
    const struct signature *signature = comparison->page->signature;
    size_t count = changes(comparison, NULL);
    print(comparison, out);
    if (count)
        buf_printf(out, "%zu change%s since ", count, count == 1 ? "" : "s");
    else
        buf_str(out, "no change since ");
    buf_terminal(out, signature->reviewer);
    buf_str(out, " signed on ");
    buf_terminal(out, signature->day);
    buf_char(out, '\n');
}

static bool can_be_compared(struct cli_run *run, const struct page *page) {
    const struct signature *signature = page->signature;
    struct text path = signed_path(page->path, &run->arena);
    if (!signature)
        diag_file(&run->diags, SEVERITY_ERROR, page->path,
                  "`build/gen sign PAGE --reviewer NAME` keeps the text that was signed",
                  "there is no signed text of this page");
    else if (!signature->version)
        diag_file(&run->diags, SEVERITY_ERROR, path,
                  "take it from an earlier version, or sign again", "this is no signed text");
    else if (signature->version != SIGNED_VERSION)
        diag_file(&run->diags, SEVERITY_ERROR, path, "sign again",
                  "version %lu of the signed text is not known, only version %d",
                  signature->version, SIGNED_VERSION);
    else if (!text_equal(signature->sha256, signed_hash(signature->words, &run->arena)))
        diag_file(&run->diags, SEVERITY_ERROR, path,
                  "take it from an earlier version, or sign again",
                  "the signed text was changed: its hash is another one");
    return !run->diags.errors;
}

int cli_diff(const struct cli_options *options) {
    struct cli_run run;
    struct buf out = {0};
    if (!cli_begin(&run, options, EDITION_REVIEW, false)) return cli_end(&run, &out);
    diags_free(&run.diags); /* gen check says what is wrong with the pages */
    const struct entry *entry = cli_entry(&run, text_of(options->argument[0]));
    if (entry && can_be_compared(&run, entry->page)) {
        struct text words = signed_words(entry->page, &run.arena);
        struct comparison comparison = {
            .page = entry->page,
            .words = compare_words(entry->page->signature->words, words, &run.arena),
            .origin = signed_lines(entry->page, words, &run.arena)};
        (options->json ? put_json : put_text)(&comparison, &out);
    }
    return cli_end(&run, &out);
}
