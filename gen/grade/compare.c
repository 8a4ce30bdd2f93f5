/* compare -- see compare.h. */
#include "grade/compare.h"

#include "base/chars.h"
#include "base/utf8.h"

/* Of a long line so many bytes before the difference are shown, and so many columns in all. */
enum { BEFORE = 40, COLUMNS = 84 };

/* ---- comparing --------------------------------------------------------------------------- */

static bool ends_open(struct text output) {
    return output.len && !text_ends(output, "\n");
}

struct comparison compare_outputs(struct text want, struct text got) {
    struct comparison result = {.ends_differ = ends_open(want) != ends_open(got)};
    while (want.len || got.len) {
        result.line++;
        result.has_want = want.len > 0;
        result.has_got = got.len > 0;
        result.want = text_next(&want, '\n');
        result.got = text_next(&got, '\n');
        if (!result.has_want || !result.has_got) return result;
        if (text_equal(result.want, result.got)) continue;
        if (!text_equal(result.want, text_drop_end(result.got, "\r"))) {
            result.got = text_drop_end(result.got, "\r");
            return result;
        }
        result.ends_differ = true;
    }
    result.same = true;
    return result;
}

/* ---- showing ----------------------------------------------------------------------------- */

/* Writes one character and returns its length in bytes; *columns grows by what it takes. */
static size_t show_character(struct text line, struct buf *out, size_t *columns) {
    uint32_t code;
    size_t length = utf8_decode(line, &code);
    *columns += 1;
    if (code == ' ') {
        buf_str(out, "\u00B7");
    } else if (code == '\t') {
        buf_str(out, "\u2192");
    } else if (!length || code < 0x20 || (code >= 0x7F && code < 0xA0)) {
        buf_printf(out, "\\x%02x", (unsigned char)line.ptr[0]);
        *columns += 3;
        return 1;
    } else {
        buf_view(out, text_cut(line, 0, length));
    }
    return length;
}

/* Shows the line from byte `from` on and returns the column at which byte `mark` stands. */
static size_t show_line(struct text line, size_t from, size_t mark, struct buf *out) {
    size_t columns = from > 0, at = from, marked = 0;
    if (from) buf_str(out, "\u2026");
    while (at < line.len && columns < COLUMNS) {
        if (at <= mark) marked = columns;
        at += show_character(text_cut(line, at, line.len), out, &columns);
    }
    if (at <= mark) marked = columns;
    if (at < line.len) buf_str(out, "\u2026");
    return marked;
}

/* Returns what is said instead of a line that is empty or not there, or NULL. */
static const char *instead(bool there, struct text line) {
    return !there ? "(the output ends here)" : !line.len ? "(an empty line)" : NULL;
}

void compare_show(const struct comparison *comparison, const char *indent, struct buf *out) {
    struct text want = comparison->want, got = comparison->got;
    size_t mark = 0;
    if (comparison->same) return;
    while (mark < want.len && mark < got.len && want.ptr[mark] == got.ptr[mark])
        mark++;
    while (mark && ((mark < want.len && is_continuation(want.ptr[mark])) ||
                    (mark < got.len && is_continuation(got.ptr[mark]))))
        mark--;
    size_t from = mark > BEFORE ? mark - BEFORE : 0;
    while (from && is_continuation(want.ptr[from]))
        from--;
    const char *no_want = instead(comparison->has_want, want);
    const char *no_got = instead(comparison->has_got, got);
    size_t column = 0;
    buf_printf(out, "%sexpected  %s", indent, no_want ? no_want : "");
    if (!no_want) column = show_line(want, from, mark, out);
    buf_printf(out, "\n%syours     %s", indent, no_got ? no_got : "");
    if (!no_got) show_line(got, from, mark, out);
    buf_char(out, '\n');
    if (!no_want && !no_got) buf_printf(out, "%s          %*s^\n", indent, (int)column, "");
}
