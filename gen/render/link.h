/* link -- addresses of the site as links that work below any base path and from a folder.
 *
 * An address begins with "/" at the site's root and ends with "/" for a page: /glossary/registers/.
 * Links between pages are relative ("../shared-memory/"), so that the same files can be served at
 * any place. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"

/* How the page at `from` calls `target` (an address, perhaps with a fragment; a fragment alone; or
 * anything else, which stays as it is). Percent-encoded, not yet escaped for HTML. */
void link_relative(struct buf *out, struct text from, struct text target);

/* The same as text in an arena. */
struct text link_text(struct arena *arena, struct text from, struct text target);

/* Base address and address joined: https://example.org/course + /glossary/ . */
struct text link_absolute(struct arena *arena, struct text base, struct text address);

/* The path part of a base address with a slash at its end: "/" or "/course/". */
struct text link_base_path(struct arena *arena, struct text base);

/* Is it a link that may leave the site: http, https or mailto? */
bool link_is_external(struct text href);
