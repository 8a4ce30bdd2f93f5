/* web -- what the script of a page calls: site/theme/js/own.js. own.h says what for.
 *
 * Texts are handed over in memory that web_room() gave, and answers read from web_output(). Each call throws away
 * what the one before it gave. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Room for a text; it lives on with what is made of it. */
char *web_room(size_t length);
const char *web_output(void);
size_t web_output_length(void);

/* In this order: assets/own.json; the file of each published card; the reader's own; then any number of pages.
 * False: it cannot be read. */
bool web_shared(const char *json, size_t length);
bool web_published(const char *path, size_t path_length, const char *json, size_t length,
                   bool reported);
/* The output is what the pages say of the card, or, if it is refused, what is wrong: diags_json(). May be called
 * again. */
bool web_own(const char *name, size_t name_length, const char *json, size_t length);
/* A page's own.json, and where its edition stands, "/cards/t4" or nothing. The output is an object of HTML. */
bool web_page(const char *json, size_t length, const char *below, size_t below_length);
/* The page of the reader's card and those of its series, by their paths. */
void web_card(void);
/* What the model and the comparison need of all cards, the reader's too: assets/js/model.json, compare.json. */
void web_model(void);
void web_compare(void);
/* What opens at the rows of its page, or of a family of its series: numbers.h. */
void web_numbers(const char *family, size_t family_length);
/* The tables of all cards by rank, as HTML of the page that has them. */
void web_ranks(void);
/* What an access costs on each card, as choices and as rows of the simulator's page. */
void web_simulator(void);
/* What home shows of a card: page_home.c names it. */
void web_home(void);
