/* offline -- the site for a folder that is opened without a server.
 *
 * A browser shows the listing of a folder where a link ends in a slash, and lets a page that was opened as
 * a file load scripts, but neither modules nor data. So links name index.html, each module becomes
 * the plain script that `make offline` bundled, and what the modules fetch stands in a script. */
#pragma once

#include "render/render.h"

/* Changes the tree that render_site() made. False: a bundle is missing, see `diags`. */
bool render_offline(struct output *output, const struct root *root, struct arena *arena,
                    struct diags *diags);
