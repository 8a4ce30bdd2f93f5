/* The words of the repository's theme, for tests that run in its folder. Behind cmocka.h. */
#pragma once

#include "render/words.h"

static inline const struct words *theme_words(struct arena *arena) {
    struct words *words = ARENA_NEW(arena, struct words);
    struct diags diags = {0};
    struct root root;
    assert_true(root_open(&root, ".", &diags));
    assert_true(words_load(words, &root, arena, &diags));
    root_close(&root);
    diags_free(&diags);
    return words;
}
