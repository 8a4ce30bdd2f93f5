/* markdown_reader -- what every file of markdown asks of its reader: lines, and leave to report. */
#include "page/markdown_parts.h"

bool reader_may_report(struct reader *reader, size_t offset) {
    if (reader->messages == MARKDOWN_MAX_MESSAGES)
        reader_error(reader->page, reader->base + offset, 1, "mend these first",
                     "more than %d messages about this page; the rest is left out",
                     MARKDOWN_MAX_MESSAGES);
    return reader->messages++ < MARKDOWN_MAX_MESSAGES;
}

size_t reader_line_start(const struct reader *reader, size_t line) {
    if (line < 1) return 0;
    return line > reader->text->line_count ? reader->text->text.len
                                           : reader->text->line_start[line - 1];
}

struct text reader_line(const struct reader *reader, size_t line, bool masked) {
    struct text view = source_line(reader->text, line);
    const char *bytes = masked ? reader->mask.masked : reader->mask.clean.ptr;
    return (struct text){bytes + reader_line_start(reader, line), view.len};
}

void cover_lines(struct reader *reader, size_t from, size_t to) {
    for (size_t line = from; line <= to && line <= reader->text->line_count; line++)
        if (line >= 1) reader->covered[line - 1] = true;
}
