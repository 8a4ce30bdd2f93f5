/* book -- every page of the edition in one file: the path first, then what is not on it, by kind.
 *
 * Chapters are written from the data of their pages. Ids get the page's address before them, links between
 * pages lead to chapters, all others to the site. Styles, fonts and drawings are in the file; the
 * tools stand as they are without scripts. Private to render/. */
#pragma once

#include "course/course.h"

struct data;       /* mustache.h */
struct site_build; /* site.h */

struct book {
    struct book_part {
        const struct entry *entry;
        struct text html;
    } * chapter;
    size_t count, capacity;
};

/* `page` is the data that the page of the entry was filled in from. */
void book_chapter(struct site_build *build, const struct data *page, const struct entry *entry);
/* After all chapters and styles: where a book is asked for, its file takes the place of all others. */
void book_file(struct site_build *build);
