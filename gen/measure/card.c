/* card -- see card.h: finds the files, reads each, and looks things up. */
#include "measure/card.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/sha256.h"
#include "measure/check.h"

/* Each MiB of cards makes 16 MiB of pages: with all that are allowed, a build ends in two seconds. */
enum { CARDS_MAX = 100, CARD_BYTES_MAX = 512 * 1024, CARDS_BYTES_MAX = 24 * CARD_BYTES_MAX };

static const char format_word[] = "gpu-memory-hierarchy";
enum { FORMAT_VERSION = 1 };

/* The rest of a file is read only if it says that it is a card in the form that is known here. */
static bool is_card(struct check *check, const struct json *file) {
    if (file->kind != JSON_KIND_OBJECT)
        return check_fail(check, file, "measurements/schema.json describes the file",
                          "a card is an object, not %s", json_kind_word(file->kind));
    double version = 0;
    struct text format = check_text(check, file, "format", CHECK_REQUIRED);
    bool versioned = check_number(check, file, "version", CHECK_REQUIRED, &version);
    if (format.len && !text_is(format, format_word))
        return check_fail(check, json_member(file, "format"), "is this file a card at all?",
                          "the format is %.*s, not %s", TEXT_ARG(format), format_word);
    if (versioned && version != FORMAT_VERSION)
        return check_fail(check, json_member(file, "version"), "measure the card again",
                          "only version %d is known here", FORMAT_VERSION);
    return format.len && versioned;
}

static void read_parts(struct check *check, const struct json *file, struct card *card) {
    check_keys(check, file,
               check->reported ? "format version card run facts series sources"
                               : "format version card run facts messages series");
    card_read_about(check, file, card);
    card_read_run(check, file, card);
    card_read_facts(check, file, card);
    card_read_messages(check, file, card);
    card_read_series(check, file, card);
}

bool card_read(struct card *card, const struct source *source, struct text bytes, bool reported,
               struct arena *arena, struct diags *diags) {
    struct check check = {.source = source, .arena = arena, .diags = diags, .reported = reported};
    struct arena tree = {0}; /* eight times the file */
    const struct json *file = json_read_apart(source, bytes, &tree, arena, diags);
    bool known = file && is_card(&check, file);
    card->reported = reported;
    card->path = source->path;
    card->json = bytes;
    if (known) read_parts(&check, file, card);
    arena_free(&tree);
    return known;
}

#define REPORTED "measurements/reported/"

static bool is_in(struct text path, const char *folder) {
    if (!text_starts(path, folder)) return false;
    struct text name = text_cut(path, text_of(folder).len, path.len);
    return text_find(name, "/", 0) == SIZE_MAX && name.ptr[0] != '.';
}

static int order_cards(const void *pa, const void *pb) {
    const struct card *a = pa, *b = pb;
    if (a->reported != b->reported) return a->reported ? 1 : -1;
    return text_compare(a->id, b->id);
}

static void refuse_same_ids(const struct cards *cards, struct diags *diags) {
    for (size_t i = 0; i < cards->count; i++)
        for (size_t j = 0; j < i; j++) {
            const struct card *first = &cards->list[j], *second = &cards->list[i];
            if (text_equal(first->id, second->id))
                diag_file(diags, SEVERITY_ERROR, second->path,
                          "a card is measured or reported, never both: rename one of them",
                          "the id %.*s is that of %.*s too", TEXT_ARG(second->id),
                          TEXT_ARG(first->path));
        }
}

static bool is_card_path(struct text path, struct diags *diags) {
    if (text_is(path, "measurements/schema.json")) return false;
    if (is_in(path, REPORTED) || is_in(path, "measurements/")) return true;
    diag_file(diags, SEVERITY_ERROR, path, "cards lie in measurements/ or in " REPORTED,
              "this folder holds no cards");
    return false;
}

/* The bytes of a card's file, before they are looked at. */
struct found {
    struct text path, bytes;
};

/* Returns how many files are to be read: none where all together are more than may be. */
static size_t find_cards(struct found *found, const struct file_list *files,
                         const struct root *root, struct arena *arena, struct diags *diags) {
    size_t count = 0, total = 0;
    for (size_t i = 0; i < files->count; i++)
        if (is_card_path(files->path[i], diags)) found[count++].path = files->path[i];
    if (count > CARDS_MAX) {
        diag_file(diags, SEVERITY_ERROR, TEXT("measurements"),
                  "take out cards that nobody asks for",
                  "this folder holds %zu cards; %d are possible", count, CARDS_MAX);
        return 0;
    }
    for (size_t i = 0; i < count && total <= CARDS_BYTES_MAX; i++) {
        if (file_read(root, found[i].path, CARD_BYTES_MAX, arena, &found[i].bytes, diags))
            total += found[i].bytes.len;
        if (total > CARDS_BYTES_MAX)
            diag_file(diags, SEVERITY_ERROR, found[i].path, "take out cards that nobody asks for",
                      "this card and those before it have more than %d MiB together",
                      CARDS_BYTES_MAX >> 20);
    }
    return total > CARDS_BYTES_MAX ? 0 : count;
}

bool cards_load(struct cards *cards, const struct root *root, struct arena *arena,
                struct diags *diags) {
    size_t errors = diags->errors;
    struct file_list files = file_walk(root, TEXT("measurements"), ".json", arena, diags);
    struct found *found = ARENA_ARRAY(arena, struct found, files.count);
    size_t count = find_cards(found, &files, root, arena, diags);
    *cards = (struct cards){.list = ARENA_ARRAY(arena, struct card, count)};
    for (size_t i = 0; i < count; i++) {
        if (!found[i].bytes.ptr) continue; /* it was reported */
        const struct source *source = source_load(arena, found[i].path, found[i].bytes);
        struct card *card = &cards->list[cards->count];
        if (card_read(card, source, found[i].bytes, is_in(found[i].path, REPORTED), arena, diags))
            cards->count++;
    }
    if (cards->count) qsort(cards->list, cards->count, sizeof *cards->list, order_cards);
    refuse_same_ids(cards, diags);
    return diags->errors == errors;
}

struct text card_sha256(const struct card *card, struct arena *arena) {
    char hash[65];
    sha256_hex(card->json, hash);
    return arena_text(arena, text_of(hash));
}

const struct card *cards_find(const struct cards *cards, struct text id) {
    for (size_t i = 0; i < cards->count; i++)
        if (text_equal(cards->list[i].id, id)) return &cards->list[i];
    return NULL;
}

const struct fact *card_fact(const struct card *card, struct text name) {
    for (size_t i = 0; i < card->fact_count; i++)
        if (text_equal(card->fact[i].name, name)) return &card->fact[i];
    return NULL;
}

const struct series *card_series(const struct card *card, struct text name) {
    for (size_t i = 0; i < card->series_count; i++)
        if (text_equal(card->series[i].name, name)) return &card->series[i];
    return NULL;
}

bool series_known(const struct series *series) {
    for (size_t i = 0; i < series->point_count; i++)
        if (!series->point[i].missing) return true;
    return false;
}

const struct card_message *card_message(const struct card *card, struct text name) {
    for (size_t i = 0; i < card->message_count; i++)
        if (text_equal(card->message[i].name, name)) return &card->message[i];
    return NULL;
}

size_t axis_find(const struct axis *axis, struct text value) {
    size_t place = 0;
    while (place < axis->count && !text_equal(axis->value[place], value))
        place++;
    return place;
}

const struct point *series_point(const struct series *series, const struct text *at, size_t count,
                                 size_t *bad_axis) {
    size_t ignored, index = 0;
    if (!bad_axis) bad_axis = &ignored;
    *bad_axis = series->axis_count;
    if (count != series->axis_count || !series->point_count) return NULL;
    for (size_t a = 0; a < count; a++) {
        size_t place = axis_find(&series->axis[a], at[a]);
        if (place == series->axis[a].count) {
            *bad_axis = a;
            return NULL;
        }
        index = index * series->axis[a].count + place;
    }
    return &series->point[index];
}

const char *origin_word(enum origin origin) {
    static const char *const words[] = {"measured", "counted", "derived", "reported"};
    return words[origin];
}

const char *card_missing(const struct card *card) {
    return card->reported ? "not reported" : "not measured";
}
