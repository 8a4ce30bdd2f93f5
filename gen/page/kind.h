/* kind -- the kinds of pages: what each is called and where it stands.
 *
 * The table is the only list of them. Another kind is a name in the enum and a row in kind.c; its
 * pages then lie in a folder of content/ of their own, have addresses below it, and are listed in
 * their section of the site. */
#pragma once

#include "base/arena.h"

enum page_kind {
    KIND_GLOSSARY,
    KIND_LESSON,
    KIND_ARTICLE,
    KIND_EXERCISE,
    KIND_ERROR,
    KIND_COUNT /* also: no kind */
};

struct page_kind_about {
    const char *word;    /* what the front matter says: "glossary" */
    const char *folder;  /* below content/, and the first part of the address: "glossary" */
    const char *title;   /* above a page of it: "Glossary" */
    const char *list;    /* above a list of its pages: "Terms" */
    const char *section; /* of the site, as course/address.h names them: "terms" */
    const char *schema;  /* schema.org's type: "DefinedTerm" */
};
extern const struct page_kind_about page_kinds[KIND_COUNT];

/* All kinds in the order in which lists show them. */
extern const enum page_kind page_kind_order[KIND_COUNT];

/* KIND_COUNT if no kind has this word, or this folder. */
enum page_kind page_kind_of_word(struct text word);
enum page_kind page_kind_of_folder(struct text folder);
/* All words with a space between them, for hints. */
const char *page_kind_words(struct arena *arena);
