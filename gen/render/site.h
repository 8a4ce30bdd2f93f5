/* site -- what all pages of a build share; private to render/.
 *
 * A page is an object of data that a template is filled with. site_page() starts one with what the
 * head, the navigation and the foot of every page need; site_write() fills the template and puts
 * the file into the output. */
#pragma once

#include "render/html.h"
#include "render/mustache.h"
#include "render/book.h"
#include "render/render.h"
#include "render/search.h"

struct site_build {
    const struct course *course;
    const struct card *card; /* whose numbers the pages show */
    struct text below;       /* "/cards/t4": where its edition stands; empty: at the root */
    struct arena *arena;     /* of the part that is being made, or of the build */
    struct arena *kept;      /* of the build */
    struct diags *diags;
    struct output *output;
    struct templates templates;
    struct words words;
    struct figures figures;
    bool review;
    struct text sixteenth,
        nearly; /* shares on the page of the simulator: the first edition makes them */
    size_t *
        *claims; /* of the entries, how many are false and tight on each card: review_claims.c */
    size_t listed[KIND_COUNT]; /* pages of each kind in the edition */
    size_t terms_in_review,
        terms_planned; /* pages that are not there: the glossary has their terms */
    struct search search;
    struct svg_letters *letters;     /* for previews; NULL: build/fonts has none */
    struct text letters_stamp;       /* of their fonts */
    struct book *book;               /* NULL: none is asked for */
    struct text inputs, part_inputs; /* stamps of what all pages and parts are made of: again.h */
    struct text made_of;             /* that of the page or part at hand */
    struct text *titles;             /* of entries, stamps of what others show of them; or empty */
    bool has_own;                    /* pages can be made for a reader's card: own.h */
    bool
        has_fonts; /* those of the text were built: pages ask for them before their style sheet is read */
};

/* What a page says of itself in its head. */
struct site_head {
    struct text address;     /* /glossary/registers/ */
    struct text title;       /* plain text */
    struct text description; /* plain text; the site's summary where empty */
    const char *section; /* the section of the site that it belongs to: "glossary", "cards", "" */
    const char *type;    /* og:type: "article", "website" */
    struct text json_ld; /* an object, or empty */
    struct text preview; /* the address of its picture; empty: it is that of home */
    struct text base;    /* what links begin with; empty: they are relative to the address */
};

/* Of a page that theme and data make: title and description are those of `name` in the words. */
struct site_head site_own(const struct site_build *build, const char *name, struct text address);

struct text site_href(const struct site_build *build, const struct site_head *head,
                      struct text target);
/* Pages are named by their address in the edition at the root, whatever edition is being built. site_place()
 * is where such a page stands in that edition, site_to() a link between two of them. There is one of each
 * card's page, of comparisons and assets for all editions: these are shared. */
bool site_is_shared(struct text address);
struct text site_place(const struct site_build *build, struct text address);
struct text site_to(const struct site_build *build, struct text from, struct text target);
/* From a page to the root of the site, for its assets. */
struct text site_root(const struct site_build *build, struct text from);
/* Puts the same page in every edition, for a reader to choose from; none where there is one edition alone, of a
 * page that is there once, or for an empty address. */
void site_editions(struct site_build *build, struct data *page, struct text address);
/* "/cards/t4" for a card whose edition stands there, else empty. */
struct text site_below(const struct site_build *build, const struct card *card);
/* What search engines read of a page, an object of schema.org. */
struct site_schema {
    const char *type;                  /* "TechArticle" */
    const struct front_byline *byline; /* NULL: it names nobody */
    struct text term;                  /* the term that the page defines; empty: it defines none */
};
struct text site_json_ld(struct site_build *build, const struct site_head *head,
                         const struct site_schema *schema);
struct data *site_page(struct site_build *build, const struct site_head *head);
/* Adds <address>index.html; an address that names a file (404.html) is that file. */
void site_write(struct site_build *build, const char *template, struct text address,
                const struct data *page);
/* Adds any file; path and bytes are copied. */
void site_add(struct site_build *build, struct text path, struct text bytes);

/* A writer for the trees of one page; `source` NULL where there is no page of content. */
struct html site_html(struct site_build *build, const struct source *source, struct text address);

/* {"href": …, "words": …} at the end of a list; the words are plain text. */
struct data *site_link(struct site_build *build, struct data *list, struct text from,
                       struct text address, struct text words);

/* A source at the end of a list, with the place that links to it name; a URL that leads nowhere on the
 * web is left out. */
struct data *site_source(struct data *list, struct text id, struct text title, struct text url,
                         struct text checked);

/* Has a page of the edition been corrected? Then there is a list of corrections. */
bool site_has_errata(const struct course *course);

/* What a page is called in lists: its title as shown. */
struct text site_title(const struct page *page);
/* Number with noun: "1 term", "3 terms". */
struct text site_count(struct arena *arena, size_t count, const char *one, const char *many);
/* The day of a date with or without time: 2026-11-29 of 2026-11-29T21:14:03Z. */
struct text site_day(struct text date);

/* Names a card in one line: "NVIDIA H200, driver 580.95, CUDA 13.0, measured on 2026-11-29". */
struct text site_card_line(const struct card *card, struct arena *arena);

/* How long the page takes, what it needs before, its step of the path, and where to go from it. */
void path_of_entry(struct site_build *build, struct data *page, const struct entry *entry);
/* About how long a page takes to read. */
size_t path_minutes(const struct page *page);
/* The path as a whole, for a page at `from`. */
void path_list(struct site_build *build, struct data *page, struct text from);

/* What a reviewer has to know of the page, for the panel above its text; nothing in the public edition. */
void review_panel(struct site_build *build, struct data *page, const struct entry *entry);

/* What was corrected on the page: page_errata.c. */
void errata_of_entry(struct data *page, const struct entry *entry);

/* The pages of one kind at the end of a list, each with its summary; terms by the alphabet. */
void kind_entries(struct site_build *build, struct data *list, struct text from,
                  enum page_kind kind);

/* The parts, each in its file. */
void entry_pages(struct site_build *build);
void home_page(struct site_build *build);
/* What the page says of a card: two latencies, its curve and its ladder. */
void home_figures(struct html *html, struct data *page, const struct card *card);
void index_count(struct site_build *build);  /* before any page: which sections hold something */
void kind_pages(struct site_build *build);   /* a list for each kind */
void index_page(struct site_build *build);   /* behind the pages, once for all editions */
void search_files(struct site_build *build); /* behind them: what the search of a page loads */
void not_found_page(struct site_build *build);
void cards_page(struct site_build *build);
/* /compare/, with all cards by rank, and the page of a card beside the one of the build. */
void compare_pages(struct site_build *build);
void compare_data(struct site_build *build); /* assets/js/compare.json alone */
void rank_data(struct site_build *build, struct data *page, struct text from);
struct text compare_address(const struct site_build *build, const struct card *card);
/* From a page at `from` to the course with the numbers of a card, and to it beside the card of the build. */
void card_ways(struct site_build *build, struct data *item, struct text from,
               const struct card *card);
void review_page(struct site_build *build); /* of the review edition alone */
void errata_page(struct site_build *build); /* where there are any */
/* The page of a card and those of its series. */
void card_and_series_pages(struct site_build *around, const struct card *card);
void card_pages(struct site_build *build);
/* What one wants to have at hand of a card, for the top of its page. */
void summary_data(struct site_build *build, struct data *page, const struct card *card);
void model_page(struct site_build *build);
void simulator_page(struct site_build *build);
void tool_data(struct site_build *build); /* assets/js/model.json, for the script of the model */
