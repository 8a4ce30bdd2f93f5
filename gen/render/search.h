/* search -- what of each page can be found: its title and term, its headings, and the names that stand in
 * its text. Names are those of the platform: of the runtime (cudaErrorIllegalAddress, cudaMalloc), of the
 * profiler's counters (l1tex__t_sectors), of what the compiler knows (__syncthreads), and error numbers.
 *
 * The search in the page and the index on paper are made of the same lists. Pages of the edition alone
 * are added, so that no list can name a draft. */
#pragma once

#include "course/course.h"

struct search_heading {
    struct text id, words;
};

struct search_name {
    struct text name, passage; /* the words around it where it stands first */
    size_t heading;            /* above it, from 1; 0: none */
};

struct search_page {
    const struct entry *entry;
    struct search_heading *heading;
    struct search_name *name;
    size_t heading_count, heading_capacity, name_count, name_capacity;
};

struct search {
    struct search_page *page;
    size_t count, capacity;
};

/* After page_evaluate(). What is found is copied to `kept`, so that the page's tree may go, and what was made
 * in `arena` with it. */
void search_add(struct search *search, const struct entry *entry, struct arena *kept,
                struct arena *arena);

/* Room for one more page. */
struct search_page *search_new(struct search *search, struct arena *kept);

/* How lists by the alphabet call a page: its term, else its title. */
struct text search_title(const struct page *page);
