/* reader -- the context of every pass that reads a source, and the one way to report.
 *
 * The source that offsets count in, the arena in which everything that is made lives, the messages, and
 * the folder below which files that a page cuts code from are found. A reader owns none of them. The
 * passes over a page, which all take the same one, stand in their order in page_read() (page/page.c). */
#pragma once

#include "base/diag.h"
#include "base/file.h"

struct page_reader {
    const struct source *source;
    struct arena *arena;
    struct diags *diags;
    const struct root *root; /* NULL: no files can be shown */
};

/* Reports a message at bytes offset..offset + length of the source; `hint` may be NULL. */
#define reader_report(reader, severity, offset, length, hint, ...)                                 \
    diag_at((reader)->diags, (severity), (reader)->source, (offset), (length), (hint), __VA_ARGS__)
#define reader_error(reader, ...) reader_report((reader), SEVERITY_ERROR, __VA_ARGS__)
/* Returns the offset of a part of the source's text. */
#define text_offset(reader, part) ((size_t)((part).ptr - (reader)->source->text.ptr))
#define text_error(reader, part, ...)                                                              \
    reader_error((reader), text_offset((reader), (part)), (part).len, __VA_ARGS__)
/* Reports a message at all of a node. */
#define node_report(reader, severity, node, ...)                                                   \
    reader_report((reader), (severity), (node)->offset, (node)->length, __VA_ARGS__)
#define node_error(reader, node, ...) node_report((reader), SEVERITY_ERROR, (node), __VA_ARGS__)
