/* units -- see units.h. */
#include "measure/units.h"

#include "measure/names.h"

struct rule {
    const char *unit, *words;
};

static const struct rule last_word[] = {
    {"s", "time"},
    {"B/s", "rate rated useful read write"},
    {"cycle", "cycles"},
    {"B", "bytes footprint frame slice"},
    {"FLOP/s", "flops"},
    {"W", "power"},
    {"Hz", "clock"},
    {"1", "count registers blocks threads occupancy edge ratio sectors wavefronts conflicts loads"},
};

static const struct rule facts[] = {
    {"1", "sms registers registers.block registers.thread threads.sm threads.block blocks.sm warp "
          "lanes banks bus ecc pcie.generation pcie.width"},
    {"B", "shared.sm shared.block shared.optin shared.reserved unified.sm l2 l2.persisting window "
          "constant dram"},
    {"B/cycle", "bank.width shared.scalar shared.vector l2.width"},
    {"Hz", "clock.sm clock.memory"},
    {"W", "power.limit"},
};

const char *unit_of_series(struct text name) {
    size_t from = name.len;
    while (from && name.ptr[from - 1] != '.')
        from--;
    for (size_t i = 0; i < sizeof last_word / sizeof *last_word; i++)
        if (names_has(last_word[i].words, text_cut(name, from, name.len))) return last_word[i].unit;
    return NULL;
}

const char *unit_of_fact(struct text name) {
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (names_has(facts[i].words, name)) return facts[i].unit;
    return NULL;
}
