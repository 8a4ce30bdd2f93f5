/* measure_kit -- for the tests of cards: a good card, a table of one-place mistakes in it, and a
 * folder on disk to read cards from. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "measure/card.h"

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"

static const char kit_good[] =
    "{ \"format\": \"gpu-memory-hierarchy\", \"version\": 1,\n"
    "  \"card\": {\"id\": \"kit\", \"name\": \"Kit Card\", \"compute_capability\": \"9.0\"},\n"
    "  \"run\": {\"date\": \"2026-11-29T18:03:07Z\", \"driver\": {\"missing\": \"no NVML\"},\n"
    "    \"cuda\": \"13.0\", \"compiler\": \"nvcc\", \"flags\": \"-O3\", \"host\": \"kit\",\n"
    "    \"clocks\": {\"sm\": {\"min\": 1.9e9, \"median\": 1.98e9, \"max\": 1.98e9, \"unit\": "
    "\"Hz\"}, \"memory\": {\"missing\": \"not sampled\"}},\n"
    "    \"power\": {\"min\": 90, \"median\": 400, \"max\": 700, \"limit\": 700},\n"
    "    \"temperature\": {\"min\": -3, \"median\": 40, \"max\": 50},\n"
    "    \"throttle\": {\"sw_power_cap\": {\"before\": 1, \"after\": 2.25, \"unit\": \"s\"},\n"
    "      \"sync_boost\": {\"before\": 4, \"after\": 4}},\n"
    "    \"ecc\": true, \"merged\": [{\"date\": \"2026-11-29\", \"uuid_hash\": \"u1\"},\n"
    "      {\"date\": \"2026-11-30\", \"uuid_hash\": \"u1\"}, {\"date\": \"2026-11-30\",\n"
    "       \"uuid_hash\": \"u2\", \"host\": \"h\"}], \"commit\": \"abc\"},\n"
    "  \"facts\": {\n"
    "    \"l2\": {\"value\": 62914560, \"unit\": \"B\"},\n"
    "    \"clock.sm\": {\"missing\": \"the driver does not say\"},\n"
    "    \"own_fact\": {\"value\": 7, \"unit\": \"1\"} },\n"
    "  \"series\": {\n"
    "    \"copy.rate\": {\"unit\": \"B/s\", \"counts\": \"read\", \"origin\": \"measured\",\n"
    "      \"kernel\": \"copy.cu\", \"sha256\": \"" ZEROS "\",\n"
    "      \"method\": \"made up\", \"axes\": [[\"op\", [\"read\", \"write\"]]], \"points\": [\n"
    "      {\"at\": [\"read\"], \"median\": 4.5e12, \"min\": 4.4e12, \"max\": 4.7e12, \"p05\": "
    "4.45e12, \"p95\": 4.6e12, \"runs\": 21, \"between\": {\"runs\": [4.4e12, 4.6e12], \"cards\": "
    "[4.5e12, 4.5e12]}, \"warning\": \"clocks moved\"},\n"
    "      {\"at\": [\"write\"], \"missing\": \"the run was stopped\"} ]},\n"
    "    \"stride.time\": {\"unit\": \"s\", \"origin\": \"measured\", \"kernel\": \"stride.cu\",\n"
    "      \"sha256\": \"" ZEROS "\", \"method\": \"made up\",\n"
    "      \"conditions\": {\"sm\": {\"min\": 1e9, \"median\": 1.4e9, \"max\": 1.75e9, \"unit\": "
    "\"Hz\"}, \"temperature\": {\"min\": 30, \"median\": 31, \"max\": 33, \"unit\": "
    "\"celsius\"}},\n"
    "      \"title\": \"Strided reads\", \"suspect\": \"faster than light\",\n"
    "      \"axes\": [[\"stride\", [1, \"8\", 32]], [\"fits\", [\"l2\", \"dram\"]]], \"points\": "
    "[\n"
    "      {\"at\": [8, \"dram\"], \"median\": 0.002, \"min\": 0.001, \"max\": 0.003, \"p05\": "
    "0.001, \"p95\": 0.003, \"runs\": 51} ]},\n"
    "    \"dram.rated\": {\"unit\": \"B/s\", \"origin\": \"derived\", \"method\": \"clock x "
    "bus\",\n"
    "      \"axes\": [], \"points\": [{\"at\": [], \"missing\": \"the clock is missing\"}]},\n"
    "    \"kernel.part\": {\"unit\": \"1\", \"origin\": \"measured\", \"kernel\": \"p.cu\",\n"
    "      \"sha256\": \"" ZEROS "\", \"method\": \"a reading each\",\n"
    "      \"axes\": [[\"sm\", [0, 1]]], \"points\": [\n"
    "      {\"at\": [1], \"median\": 7, \"runs\": 1} ]},\n"
    "    \"kernel.occupancy\": {\"unit\": \"1\", \"origin\": \"counted\", \"kernel\": \"o.cu\",\n"
    "      \"sha256\": \"" ZEROS "\", \"method\": \"counter\", \"axes\": [], \"points\": [\n"
    "      {\"at\": [], \"median\": 0.5, \"min\": 0.5, \"max\": 0.5, \"p05\": 0.5, \"p95\": 0.5, "
    "\"runs\": 1}]}\n"
    "  },\n"
    "  \"messages\": {\"launch.registers\": \"too many\", \"launch.own\": {\"missing\": \"no "
    "launch\"}} "
    "}\n";

static const char kit_reported[] =
    "{ \"format\": \"gpu-memory-hierarchy\", \"version\": 1,\n"
    "  \"card\": {\"id\": \"other\", \"name\": \"Other\", \"compute_capability\": \"7.5\"},\n"
    "  \"facts\": { \"l2\": {\"value\": 4194304, \"unit\": \"B\", \"source\": \"log\"} },\n"
    "  \"series\": {\n"
    "    \"copy.rate\": {\"unit\": \"B/s\", \"origin\": \"reported\",\n"
    "      \"axes\": [[\"op\", [\"read\", \"write\"]]], \"points\": [\n"
    "      {\"at\": [\"read\"], \"median\": 2.5e11, \"runs\": 0, \"source\": \"paper\"} ]} },\n"
    "  \"sources\": {\n"
    "    \"log\": {\"title\": \"A log\", \"status\": \"device\"},\n"
    "    \"paper\": {\"title\": \"A paper\", \"url\": \"https://example.org/\", \"status\": "
    "\"measured\", \"checked\": \"2026-11-28\"} } }\n";

/* One change to a good card: the first `find` becomes `put`. The message has to hold `says` and to
 * stand where `at` begins in the changed text. */
struct mistake {
    const char *find, *put, *says, *at;
    bool beyond_schema; /* a schema cannot say it */
};

static const struct mistake kit_mistakes[] = {
    {"gpu-memory", "gpu-memoir", "the format is gpu-memoir-hierarchy", "\"gpu-memoir", false},
    {"\"version\": 1", "\"version\": 2", "only version 1 is known", "2,", false},
    {"\"version\": 1", "\"version\": \"1\"", "version: this has to be a number, not a text",
     "\"1\"", false},
    {" \"version\": 1,", "", "the key version is missing", "{ \"format", false},
    {"\"id\": \"kit\"", "\"id\": \"Kit\"", "card.id: this cannot be the id of a card", "\"Kit\"",
     false},
    {"\"id\": \"kit\"", "\"id\": \"kit2\"", "the id is not the name of the file", "\"kit2\"", true},
    {"\"name\": \"Kit Card\", ", "", "card: the key name is missing", "{\"id\"", false},
    {"\"Kit Card\"", "\" \"", "card.name: the text is empty", "\" \"", false},
    {"\"Kit Card\"", "\"a\\nb\"", "holds a line end", "\"a\\nb\"", false},
    {"\"Kit Card\"", "[]", "card.name: this has to be a text, not a list", "[]", false},
    {"\"9.0\"", "\"90\"", "this is not a compute capability", "\"90\"", false},
    {"\"name\"", "\"nmae\"", "card: unknown key nmae", "\"nmae\"", false},
    {"\"run\"", "\"rum\"", "unknown key rum", "\"rum\"", false},
    {"T18:03:07Z", "T25:03:07Z", "run.date: this is not a day of the calendar", "\"2026", true},
    {"2026-11-29T18:03:07Z", "2026-02-29", "this is not a day of the calendar", "\"2026-02-29",
     true},
    {"\"host\": \"kit\"", "\"hots\": \"kit\"", "run: unknown key hots", "\"hots\"", false},
    {", \"host\": \"kit\"", "", "run: the key host is missing", "{\"date\"", false},
    {"{\"missing\": \"no NVML\"}", "{}", "this has to be a text or {\"missing\": \"why\"}", "{},",
     false},
    {"{\"missing\": \"no NVML\"}", "{\"missing\": \"\"}", "run.driver.missing: the text is empty",
     "\"\"}", false},
    {"\"median\": 1.98e9, \"max\": 1.98e9", "\"median\": 2e9, \"max\": 1.98e9",
     "run.clocks.sm.median: median outside min..max", "2e9", true},
    {"\"min\": 1.9e9", "\"min\": -1", "run.clocks.sm.min: this is never negative", "-1,", false},
    {"\"Hz\"", "\"MHz\"", "the unit of clocks.sm is Hz", "\"MHz\"", false},
    {"\"limit\": 700", "\"limit\": -7", "run.power.limit: this is never negative", "-7}", false},
    {"\"limit\": 700", "\"limit\": true", "run.power.limit: this has to be a number", "true}",
     false},
    {"\"min\": -3, ", "", "run.temperature: the key min is missing", "{\"median\": 40", false},
    {"\"after\": 2.25", "\"after\": 0.5", "this counter goes back", "{\"before\": 1,", true},
    {"\"before\": 4, ", "", "run.throttle.sync_boost: the key before is missing", "{\"after\": 4}",
     false},
    {"\"ecc\": true", "\"ecc\": 1", "run.ecc: this has to be true or false, not a number",
     "1, \"merged\"", false},
    {"\"too many\"", "7", "this has to be a text, not a number", "7, \"launch.own", false},
    {"\"too many\"", "\"\"", "the text is empty", "\"\", \"launch.own", false},
    {"{\"missing\": \"no launch\"}", "{}", "neither words nor a reason", "{}}", false},
    {"launch.own", "Launch", "cannot be the name of a message", "\"Launch", false},
    {"62914560", "-1", "facts.l2.value: a fact is never negative", "-1,", false},
    {"62914560", "9007199254740993", "facts.l2.value: a whole number above 2^53 would be rounded",
     "9007199254740993", true},
    {"62914560", "62914560.5", "facts.l2.value: a number of bytes is whole", "62914560.5", true},
    {"62914560", "-10000000000000000", "a whole number above 2^53", "-10000", false},
    {"62914560", "\"60 MiB\"", "facts.l2.value: this has to be a number, not a text", "\"60 MiB\"",
     false},
    {"\"unit\": \"B\"}", "\"unit\": \"1\"}", "the unit of l2 is B", "\"1\"}", false},
    {"\"unit\": \"B\"}", "\"unit\": \"KiB\"}", "the unit of l2 is B", "\"KiB\"", false},
    {"7, \"unit\": \"1\"", "7, \"unit\": \"bit\"", "a card has no unit bit", "\"bit\"", false},
    {"\"own_fact\"", "\"Own-Fact\"", "\"Own-Fact\" cannot be the name of a fact", "\"Own-Fact\"",
     false},
    {"\"value\": 7", "\"value\": 7, \"source\": \"x\"", "facts.own_fact: unknown key source",
     "\"source\"", false},
    {"\"the driver does not say\"", "\"why\", \"value\": 1", "stands beside \"missing\"", "1},",
     false},
    {"\"unit\": \"B/s\", \"counts\"", "\"unit\": \"GB/s\", \"counts\"", "a card has no unit GB/s",
     "\"GB/s\"", false},
    {"\"unit\": \"B/s\", \"counts\"", "\"unit\": \"B\", \"counts\"",
     "series.\"copy.rate\".unit: the unit of copy.rate is B/s", "\"B\", \"counts", false},
    {"\"origin\": \"measured\"", "\"origin\": \"mesured\"", "the origin of a series here cannot be",
     "\"mesured\"", false},
    {"\"origin\": \"measured\"", "\"origin\": \"reported\"", "here cannot be reported",
     "\"reported\"", false},
    {"\"kernel\": \"copy.cu\"", "\"kernel\": \"../copy.cu\"", "this is not a file of kernels/",
     "\"../copy.cu\"", false},
    {"      \"kernel\": \"copy.cu\", ", "", "series.\"copy.rate\": the key kernel is missing",
     "{\"unit\": \"B/s\", \"counts", false},
    {"\"sha256\": \"0000", "\"sha256\": \"000", "this is not a SHA-256", "\"000", false},
    {"\"sha256\": \"0", "\"sha256\": \"G", "this is not a SHA-256", "\"G000", false},
    {"\"method\": \"made up\", \"axes\"", "\"axes\"", "the key method is missing",
     "{\"unit\": \"B/s\", \"counts", false},
    {"{\"min\": 1e9", "{\"min\": 1.6e9", "median outside min..max", "1.4e9", true},
    {"\"max\": 1.75e9, ", "", "conditions.sm: the key max is missing", "{\"min\": 1e9", false},
    {"33, \"unit\": \"celsius\"", "33, \"unit\": \"Hz\"", "the unit of temperature is celsius",
     "\"Hz\"}}", false},
    {"\"temperature\": {\"min\": 30", "\"warmth\": {\"min\": 30", "unknown key warmth", "\"warmth",
     false},
    {"\"title\": \"Strided reads\"", "\"title\": \"\"", "title: the text is empty",
     "\"\", \"suspect", false},
    {"\"suspect\": \"faster than light\"", "\"suspect\": 1", "suspect: this has to be a text",
     "1,\n      \"axes\": [[\"stride", false},
    {"\"axes\": [[\"op\", [\"read\", \"write\"]]]", "\"axes\": [[\"op\", \"read\"]]",
     "axes[0][1]: this has to be a list, not a text", "\"read\"]]", false},
    {"\"axes\": [[\"op\", [\"read\", \"write\"]]]", "\"axes\": [[\"op\"]]",
     "an axis is a name and the list of its values", "[\"op\"]]", false},
    {"[\"op\", [\"read\", \"write\"]]", "[\"op\", []]", "an axis without values", "[]]", false},
    {"[\"read\", \"write\"]", "[\"read\", \"read\"]", "read stands on this axis twice",
     "\"read\"]]", false},
    {"[\"read\", \"write\"]", "[\"read\", \"wr-ite\"]", "this cannot be a value of an axis",
     "\"wr-ite\"", false},
    {"[1, \"8\", 32]", "[1, 8.5, 32]", "this cannot be a value of an axis", "8.5", false},
    {"[1, \"8\", 32]", "[1, -8, 32]", "this cannot be a value of an axis", "-8", false},
    {"[\"fits\", [", "[\"stride\", [", "stride is an axis already", "[\"stride\", [\"l2", true},
    {"{\"at\": [\"read\"]", "{\"at\": [\"raed\"]", "the axis op has no value raed", "\"raed\"",
     true},
    {"{\"at\": [\"read\"]", "{\"at\": [\"write\"]", "a second point at the same place",
     "{\"at\": [\"write\"], \"missing", true},
    {"{\"at\": [\"read\"]", "{\"at\": []", "0 values for 1 axes", "[], \"median\": 4.5e12", true},
    {"{\"at\": [\"read\"], ", "{", "points[0]: the key at is missing", "{\"median\": 4.5e12",
     false},
    {"4.5e12", "-4.5e12", "series.\"copy.rate\".points[0].median: a rate is never negative",
     "-4.5e12", false},
    {"4.5e12", "4.8e12", "median outside min..max", "4.8e12", true},
    {"\"median\": 4.5e12", "\"median\": 4.44e12", "median outside p05..p95", "4.44e12", true},
    {"\"p05\": 4.45e12", "\"p05\": 4.3e12", "p05 below min", "4.3e12", true},
    {"\"p95\": 4.6e12", "\"p95\": 4.9e12", "p95 above max", "4.9e12", true},
    {"\"median\": 4.5e12, ", "", "this point has neither a median nor a reason why it is missing",
     "{\"at\": [\"read\"]", false},
    {"\"p95\": 4.6e12, ", "", "points[0]: the key p95 is missing", "{\"at\": [\"read\"]", false},
    {"\"runs\": 21", "\"runs\": 0", "at least one run", "0, \"between", false},
    {"[4.4e12, 4.6e12]", "[4.6e12, 4.4e12]", "the least and the greatest median", "[4.6e12", true},
    {"[4.4e12, 4.6e12]", "[4.4e12]", "the least and the greatest median", "[4.4e12]", false},
    {"\"cards\": [4.5", "\"card\": [4.5", "unknown key card", "\"card\": [4.5", false},
    {"\"uuid_hash\": \"u2\"", "\"uuid\": \"u2\"", "merged[2]: unknown key uuid", "\"uuid\": \"u2",
     false},
    {"\"median\": 7, \"runs\": 1", "\"median\": 7, \"runs\": 2",
     "points[0]: the key min is missing", "{\"at\": [1]", false},
    {"\"median\": 7, \"runs\": 1", "\"median\": 7, \"max\": 7, \"runs\": 1",
     "points[0]: the key min is missing", "{\"at\": [1]", false},
    {"\"runs\": 21", "\"runs\": 2.5", "this has to be a whole number", "2.5", false},
    {"\"missing\": \"the run was stopped\"", "\"missing\": \"why\", \"median\": 1",
     "this stands beside \"missing\"", "1} ]},\n    \"stride", false},
    {"\"missing\": \"the run was stopped\"", "\"missing\": null",
     "points[1].missing: this has to be a text, not null", "null", false},
    {"\"median\": 0.002", "\"median\": 0", "nothing takes no time at all", "0, \"min\": 0.001",
     false},
    {"\"median\": 0.5", "\"median\": 1.5", "an occupancy is never more than 1", "1.5", false},
    {"\"warning\": \"clocks", "\"waring\": \"clocks", "points[0]: unknown key waring", "\"waring\"",
     false},
    {"\"axes\": [], \"points\": [{", "\"points\": [{",
     "series.\"dram.rated\": the key axes is missing", "{\"unit\": \"B/s\", \"origin\": \"derived",
     false},
    {"\"series\": {", "\"series\": 0, \"x\": {", "series: this has to be an object, not a number",
     "0, \"x\"", false},
};

static const struct mistake kit_reported_mistakes[] = {
    {"  \"series\"", "  \"messages\": {}, \"series\"", "unknown key messages", "\"messages", false},
    {", \"source\": \"log\"", "", "facts.l2: the key source is missing", "{\"value\"", false},
    {", \"source\": \"paper\"", "", "points[0]: the key source is missing", "{\"at\"", false},
    {"\"source\": \"log\"", "\"source\": \"lok\"", "there is no source lok", "\"lok\"", true},
    {"\"runs\": 0", "\"runs\": 21", "a reported figure has no runs of ours", "21,", false},
    {"\"runs\": 0", "\"runs\": 0, \"min\": 1", "points[0]: unknown key min", "\"min\"", false},
    {"\"origin\": \"reported\"", "\"origin\": \"measured\"", "here cannot be measured",
     "\"measured\",", false},
    {"\"origin\": \"reported\"", "\"origin\": \"reported\", \"kernel\": \"a.cu\"",
     "unknown key kernel", "\"kernel\"", false},
    {"\"status\": \"device\"", "\"status\": \"unverified\"", "there is no such kind of statement",
     "\"unverified\"", false},
    {"\"title\": \"A log\", ", "", "sources.log: the key title is missing", "{\"status\"", false},
    {"https://", "http://", "the address has to begin with https://", "\"http://", false},
    {"2026-11-28", "28.11.2026", "this is not a day of the calendar", "\"28.11.2026", false},
    {"\"log\": {\"title\"", "\"Log\": {\"title\"", "this cannot be the id of a source",
     "{\"title\": \"A log", false},
};

/* A card with one mistake; `out` in the arena. */
static inline struct text kit_change(struct arena *arena, const char *good,
                                     const struct mistake *mistake) {
    struct text whole = text_of(good);
    size_t at = text_find(whole, mistake->find, 0);
    if (at == SIZE_MAX) fail_msg("the good card does not hold %s", mistake->find);
    return arena_printf(arena, "%.*s%s%s", (int)at, good, mistake->put,
                        good + at + strlen(mistake->find));
}

struct kit {
    char folder[64];
    struct root root;
    struct arena arena;
    struct diags diags;
    struct cards cards;
    char written[101][64];
    size_t count;
};

static inline void kit_path(const struct kit *kit, const char *name, char out[256]) {
    snprintf(out, 256, "%s/%s", kit->folder, name);
}

static inline void kit_open(struct kit *kit) {
    const char *base = getenv("TMPDIR");
    char path[256];
    *kit = (struct kit){0};
    snprintf(kit->folder, sizeof kit->folder, "%.40s/card-XXXXXX", base && *base ? base : "/tmp");
    assert_non_null(mkdtemp(kit->folder));
    kit_path(kit, "measurements", path);
    assert_int_equal(mkdir(path, 0777), 0);
    kit_path(kit, "measurements/reported", path);
    assert_int_equal(mkdir(path, 0777), 0);
    assert_true(root_open(&kit->root, kit->folder, &kit->diags));
}

static inline void kit_write(struct kit *kit, const char *name, const void *bytes, size_t len) {
    char path[256];
    kit_path(kit, name, path);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, len, file), len);
    assert_int_equal(fclose(file), 0);
    for (size_t i = 0; i < kit->count; i++)
        if (strcmp(kit->written[i], name) == 0) return;
    assert_true(kit->count < sizeof kit->written / sizeof *kit->written);
    snprintf(kit->written[kit->count++], 64, "%s", name);
}

/* Reads all cards anew. */
static inline bool kit_load(struct kit *kit) {
    diags_free(&kit->diags);
    arena_free(&kit->arena);
    bool fine = cards_load(&kit->cards, &kit->root, &kit->arena, &kit->diags);
    diags_sort(&kit->diags);
    return fine;
}

static inline bool kit_load_one(struct kit *kit, const char *name, struct text bytes) {
    kit_write(kit, name, bytes.ptr, bytes.len);
    return kit_load(kit);
}

/* The message that holds `words`, or NULL. */
static inline const struct diag *kit_message(const struct kit *kit, const char *words) {
    for (size_t i = 0; i < kit->diags.count; i++)
        if (text_find(kit->diags.list[i].message, words, 0) != SIZE_MAX) return &kit->diags.list[i];
    return NULL;
}

static inline const char *kit_all(struct kit *kit) {
    struct buf out = {0};
    diags_print(&kit->diags, &out, DIAG_PLAIN);
    const char *all = arena_string(&kit->arena, buf_text(&out));
    buf_free(&out);
    return all;
}

static inline void kit_expect(struct kit *kit, const char *words, size_t line, size_t column) {
    const struct diag *diag = kit_message(kit, words);
    if (!diag) fail_msg("no message says \"%s\", but:\n%s", words, kit_all(kit));
    if (diag->place.line != line || diag->place.column != column)
        fail_msg("\"%s\" stands at %zu:%zu, not at %zu:%zu", words, diag->place.line,
                 diag->place.column, line, column);
}

static inline void kit_close(struct kit *kit) {
    char path[256];
    for (size_t i = 0; i < kit->count; i++) {
        kit_path(kit, kit->written[i], path);
        unlink(path);
    }
    kit_path(kit, "measurements/reported", path);
    rmdir(path);
    kit_path(kit, "measurements", path);
    rmdir(path);
    assert_int_equal(rmdir(kit->folder), 0);
    root_close(&kit->root);
    diags_free(&kit->diags);
    arena_free(&kit->arena);
}
