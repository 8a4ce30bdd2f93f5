/* zip -- an archive of a few files, stored as they are: the same files give the same bytes.
 *
 * PKWARE's "APPNOTE.TXT" 6.3.10, 4.3: local headers with their files, the central directory, its end. Names
 * are UTF-8. Every file has the first day that the format knows, since the day of a build says nothing.
 * Files and the archive have to stay below 4 GiB. */
#pragma once

#include "base/buf.h"

struct zip {
    struct buf files, directory; /* the archive without its end; the directory so far */
    size_t count;                /* at most 65,535 */
};

void zip_add(struct zip *zip, struct text name, struct text bytes);
/* Returns the archive and frees what it was made of. */
struct text zip_take(struct zip *zip, struct arena *arena);
