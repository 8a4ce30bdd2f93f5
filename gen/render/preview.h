/* preview -- the pictures of dots: what a link to a page looks like elsewhere, and the icons. Private to
 * render/. */
#pragma once

#include "render/site.h"

/* The fonts that the words are set in, those of the pages. */
struct svg_letters *preview_letters(struct site_build *build);

/* Adds the preview of a page that is published, once for all editions, and returns its absolute address; empty without
 * fonts, and in the review edition, to whose pages nobody shall link. */
struct text preview_add(struct site_build *build, const struct site_head *head, const char *kind);

void preview_icons(struct site_build *build);
