/* cards_kit -- the cards of the repository, for the suites that ask things of all of them. */
#pragma once

#include "measure/card.h"

static struct suite {
    struct arena arena;
    struct diags diags;
    struct root root;
    struct cards cards;
} suite;

static inline int suite_open(void **state) {
    (void)state;
    return root_open(&suite.root, ".", &suite.diags) &&
                   cards_load(&suite.cards, &suite.root, &suite.arena, &suite.diags)
               ? 0
               : -1;
}

static inline int suite_close(void **state) {
    (void)state;
    root_close(&suite.root);
    diags_free(&suite.diags);
    arena_free(&suite.arena);
    return 0;
}
