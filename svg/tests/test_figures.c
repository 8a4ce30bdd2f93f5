/* What holds of every figure: ids, names, escaping, the same bytes always, hostile input. */
#define _POSIX_C_SOURCE 200809L /* setenv */

#include "../dots.h"
#include "figure.h"
#include "mock.h"
#include "mock_diagrams.h"

#include <math.h>
#include <unistd.h>
#include <zlib.h>

static const enum svg_layout layouts[] = {SVG_WIDE, SVG_NARROW};

enum { DIAGRAMS = 6, KINDS = DIAGRAMS + MOCK_DIAGRAMS };

static struct svg_result draw(size_t kind, const struct svg_frame *frame) {
    if (kind >= DIAGRAMS) return mock_diagrams[kind - DIAGRAMS](frame);
    struct svg_hierarchy ladder = kind == 0 ? mock_h200() : mock_t4(96 * KIB);
    struct svg_bars bars = kind == 2 ? mock_bars() : mock_groups();
    struct svg_lines lines = kind == 4 ? mock_one_line() : mock_sweep();
    return kind < 2   ? svg_hierarchy(&ladder, frame)
           : kind < 4 ? svg_bars(&bars, frame)
                      : svg_lines(&lines, frame);
}

/* ---- names and ids --------------------------------------------------------------------------- */

static void test_name_and_description(void **state) {
    (void)state;
    for (size_t kind = 0; kind < KINDS; kind++) {
        struct svg_frame frame = mock_frame("fig-7_a", SVG_WIDE);
        frame.title = "The ladder, first";
        struct figure figure = figure_check(draw(kind, &frame), "fig-7_a");
        const struct element *root = &figure.elements[0];
        const bool linked =
            count_class(&figure, "to-row") > 0; /* what is in a picture is no link */
        assert_true(slice_is(attribute_of(root, "role"), linked ? "group" : "img"));
        assert_true(slice_is(attribute_of(root, "xmlns"), "http://www.w3.org/2000/svg"));
        assert_true(slice_is(attribute_of(root, "aria-labelledby"), "fig-7_a-title"));
        assert_true(slice_is(attribute_of(root, "aria-describedby"), "fig-7_a-desc"));
        assert_true(slice_is(figure.elements[1].name, "title"));
        assert_true(slice_is(figure.elements[1].content, "The ladder, first"));
        assert_true(slice_is(attribute_of(&figure.elements[1], "id"), "fig-7_a-title"));
        assert_true(slice_is(figure.elements[2].name, "desc"));
        struct slice fonts = attribute_of(root, "font-family");
        assert_memory_equal(fonts.text + fonts.length - 10, "sans-serif", 10);
        figure_free(&figure);
    }
}

static void test_view_box_is_the_size(void **state) {
    (void)state;
    for (size_t kind = 0; kind < KINDS; kind++)
        for (size_t l = 0; l < 2; l++) {
            struct svg_frame frame = mock_frame("fig", layouts[l]);
            struct figure figure = figure_check(draw(kind, &frame), "fig");
            char box[64];
            snprintf(box, sizeof box, "0 0 %.0f %.0f", figure.width, figure.height);
            assert_true(slice_is(attribute_of(&figure.elements[0], "viewBox"), box));
            assert_true(figure.width == (layouts[l] == SVG_WIDE ? 720 : 358));
            assert_true(slice_has(attribute_of(&figure.elements[0], "class"),
                                  layouts[l] == SVG_WIDE ? "svg-wide" : "svg-narrow"));
            figure_free(&figure);
        }
}

/* Three figures in one page, two of them of the same input: no id stands twice. */
static void test_ids_of_three_figures(void **state) {
    (void)state;
    static const char *const prefixes[] = {"f1", "f2", "f10"};
    static const size_t kinds[] = {3, 0, 3};
    struct figure figures[3];
    for (size_t i = 0; i < 3; i++) {
        struct svg_frame frame = mock_frame(prefixes[i], SVG_WIDE);
        figures[i] = figure_check(draw(kinds[i], &frame), prefixes[i]);
    }
    size_t ids = 0;
    for (size_t i = 0; i < 3; i++)
        for (size_t a = 0; a < figures[i].count; a++) {
            struct slice id = attribute_of(&figures[i].elements[a], "id");
            ids += id.length > 0;
            for (size_t k = i + 1; k < 3 && id.length > 0; k++)
                for (size_t b = 0; b < figures[k].count; b++) {
                    struct slice other = attribute_of(&figures[k].elements[b], "id");
                    assert_false(id.length == other.length &&
                                 memcmp(id.text, other.text, id.length) == 0);
                }
        }
    assert_int_equal(ids, 6); /* a title and a desc each */
    for (size_t i = 0; i < 3; i++)
        figure_free(&figures[i]);
}

static void test_colours_are_variables_with_fallback(void **state) {
    (void)state;
    for (size_t kind = 0; kind < KINDS; kind++) {
        struct svg_frame frame = mock_frame("fig", SVG_WIDE);
        struct figure figure = figure_check(draw(kind, &frame), "fig");
        static const char *const names[] = {"fill", "stroke"};
        for (size_t i = 0; i < figure.count; i++)
            for (size_t k = 0; k < 2; k++) {
                struct slice value = attribute_of(&figure.elements[i], names[k]);
                if (value.length == 0 || slice_is(value, "none")) continue;
                assert_memory_equal(value.text, "var(--", 6);
                assert_true(slice_has(value, ",#"));
            }
        assert_null(strstr(figure.result.text, "<style"));
        assert_null(strstr(figure.result.text, " style="));
        figure_free(&figure);
    }
}

static char *read_font(const char *path, struct svg_bytes *font) {
    enum { MOST = 1 << 20 };
    char *bytes = malloc(MOST);
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s is missing: make makes it", path);
    *font = (struct svg_bytes){bytes, fread(bytes, 1, MOST, file)};
    fclose(file);
    return bytes;
}

/* A PNG of the size that others ask for; what is wrong is said as for figures. */
static void test_pictures_of_dots(void **state) {
    (void)state;
    static const char head[] = "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x04\xb0\0\0\x02\x76\x08\x03";
    char words[SVG_MAX_TEXT + 2];
    memset(words, 'w', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    struct svg_bytes font[2];
    char *file[] = {read_font("build/fonts/inter-400.woff2", &font[0]),
                    read_font("build/fonts/inter-600.woff2", &font[1])};
    assert_null(svg_letters_open(font[0], (struct svg_bytes){"wOF2", 4}));
    struct svg_letters *letters = svg_letters_open(font[0], font[1]);
    assert_non_null(letters);
    struct svg_preview preview = {letters, .site = "Kit", .title = "What is a sector?"};
    struct svg_result one = svg_preview(&preview), again = svg_preview(&preview);
    assert_memory_equal(one.text, head, sizeof head - 1);
    assert_int_equal(one.length, again.length);
    assert_memory_equal(one.text, again.text, one.length);
    svg_result_free(&again);
    preview.title = words + 1; /* as long as it may be: four lines of it are shown */
    again = svg_preview(&preview);
    assert_memory_equal(again.text, head, sizeof head - 1);
    assert_true(again.length > one.length);
    svg_result_free(&again);
    svg_result_free(&one);
    preview.title = words;
    assert_int_equal(svg_preview(&preview).code, SVG_ERR_TEXT);
    preview.title = "a\nb";
    assert_int_equal(svg_preview(&preview).code, SVG_ERR_TEXT);
    preview.title = NULL;
    assert_int_equal(svg_preview(&preview).code, SVG_ERR_MISSING);
    svg_letters_close(letters);
    preview = (struct svg_preview){.site = "Kit", .title = "A"};
    assert_int_equal(svg_preview(&preview).code, SVG_ERR_MISSING);
    free(file[0]);
    free(file[1]);
    one = svg_icon(180);
    assert_memory_equal(one.text + 16, "\0\0\0\xb4\0\0\0\xb4", 8);
    svg_result_free(&one);
}

static const unsigned long colours[SVG_DOTS_COLOURS] = {0x15181d};

/* zlib, which did not write them, gives the dots back, and finds both sums right. */
static void check_dots(struct svg_result file, const unsigned char *want, size_t size) {
    const unsigned char *data = (unsigned char *)file.text + 8 + 25 + 12 + SVG_DOTS_COLOURS * 3;
    size_t length = (size_t)data[2] << 8 | data[3];
    uLongf count = size;
    unsigned char *got = malloc(size);
    assert_memory_equal(data + 4, "IDAT", 4);
    assert_int_equal(uncompress(got, &count, data + 8, length), Z_OK);
    assert_int_equal(count, size);
    assert_memory_equal(got, want, count);
    const unsigned char *sum = data + 8 + length;
    assert_int_equal(crc32(0, data + 4, (unsigned)length + 4),
                     (unsigned long)sum[0] << 24 | (unsigned long)sum[1] << 16 |
                         (unsigned long)sum[2] << 8 | sum[3]);
    free(got);
    svg_result_free(&file);
}

static void test_dots_come_back(void **state) {
    (void)state;
    enum { HIGH = 40 };
    static unsigned char want[HIGH * (SVG_DOTS_WIDE + 1)];
    for (int width = 32; width <= SVG_DOTS_WIDE; width += width == 32 ? 1 : SVG_DOTS_WIDE - 33) {
        struct svg_dots dots;
        uint32_t random = 1;
        svg_dots_begin(&dots, width, HIGH, colours, SVG_DOTS_COLOURS);
        memset(want, 0, sizeof want);
        for (int y = 0; y < HIGH; y++) {
            unsigned char *row = want + y * (width + 1) + 1;
            int from = y % 7, to = y % 3 ? width - y % 5 : width / 2;
            for (int x = from; x < to; x++) {
                random = random * 1664525 + 1013904223; /* a third goes on as before or above */
                row[x] = random >> 30 == 0            ? (unsigned char)(random >> 16 & 31)
                         : random >> 30 == 1 && y > 0 ? row[x - width - 1]
                         : x > 0                      ? row[x - 1]
                                                      : 35;
            }
            if (y % 10 > 7) { /* two rows where nothing is */
                memset(row, 0, (size_t)width);
                svg_dots_empty(&dots, 1);
                continue;
            }
            memcpy(svg_dots_row(&dots), row, (size_t)width);
            svg_dots_add(&dots, from, to);
        }
        check_dots(svg_dots_end(&dots), want, (size_t)HIGH * (size_t)(width + 1));
    }
}

/* Three letters again and again, one behind the other and apart. Above one stands another, nothing or itself. */
static void test_pieces_come_back(void **state) {
    (void)state;
    enum { WIDTH = 200, LETTERS = 3, LARGE = 20, HIGH = 3 * (LARGE + 1) };
    static unsigned char want[HIGH * (WIDTH + 1)], letter[LETTERS][LARGE * LARGE];
    struct svg_dots_piece piece[LETTERS][LARGE];
    struct svg_dots pieces, dots;
    uint32_t random = 1;
    svg_dots_begin_pieces(&pieces, WIDTH);
    svg_dots_begin(&dots, WIDTH, HIGH, colours, SVG_DOTS_COLOURS);
    for (int i = 0; i < LETTERS; i++)
        for (int y = 0; y < LARGE; y++) {
            unsigned char *row = letter[i] + y * LARGE;
            for (int x = i * y % 4; x < LARGE - y % 3; x++) {
                random = random * 1664525 + 1013904223;
                row[x] = random >> 30 == 0            ? (unsigned char)(random >> 16 & 31)
                         : random >> 30 == 1 && y > 0 ? row[x - LARGE]
                         : x > 0                      ? row[x - 1]
                                                      : 0;
            }
            piece[i][y] = svg_dots_piece(&pieces, row, y ? row - LARGE : NULL, LARGE);
        }
    for (int y = 0; y < HIGH; y++) {
        unsigned char *row = want + y * (WIDTH + 1) + 1;
        const int line = y % (LARGE + 1), gap = y / (LARGE + 1) * 15;
        if (line == LARGE) {
            svg_dots_empty(&dots, 1);
            continue;
        }
        struct svg_dots_placed placed[WIDTH / LARGE];
        size_t count = 0;
        for (int i = 0, x = gap; x + LARGE < WIDTH; i++, x += LARGE + gap) {
            const struct svg_dots_piece *put = &piece[i % LETTERS][line];
            memcpy(row + x, letter[i % LETTERS] + line * LARGE, LARGE);
            if (put->width)
                placed[count++] = (struct svg_dots_placed){put, pieces.file.text, x + put->from};
        }
        svg_dots_put(&dots, placed, count);
    }
    check_dots(svg_dots_end(&dots), want, sizeof want);
    svg_dots_free(&pieces);
}

static void test_standalone_brings_its_palette(void **state) {
    (void)state;
    for (size_t kind = 0; kind < KINDS; kind++) {
        struct svg_frame frame = mock_frame("fig", SVG_WIDE);
        struct svg_result inlined = draw(kind, &frame), result = svg_standalone(&inlined);
        assert_non_null(result.text);
        assert_non_null(strstr(result.text, "<style>"));
        assert_non_null(strstr(result.text, svg_palette_css()));
        /* Its style sheet aside it is the same figure. */
        char *sheet = strstr(result.text, "<style>"), *end = strstr(result.text, "</style>\n") + 9;
        memmove(sheet, end, strlen(end) + 1);
        assert_string_equal(result.text, inlined.text);
        svg_result_free(&result);
        svg_result_free(&inlined);
    }
}

/* ---- escaping -------------------------------------------------------------------------------- */

#define MARKUP "</text><script>x&y\"'</script>"
#define ESCAPED "&lt;/text&gt;&lt;script&gt;x&amp;y&quot;&#39;&lt;/script&gt;"

static void test_markup_is_escaped(void **state) {
    (void)state;
    struct svg_frame frame = mock_frame("fig", SVG_WIDE);
    frame.title = frame.desc = MARKUP;
    struct svg_cell cell = {.value = 1, .text = MARKUP};
    struct svg_bar_row row = {.label = MARKUP, .cells = &cell};
    struct svg_bars bars = {.axis = {.label = MARKUP},
                            .rows = &row,
                            .row_count = 1,
                            .reference = {.label = MARKUP, .value = 2}};
    struct figure figure = figure_check(svg_bars(&bars, &frame), "fig");
    assert_true(slice_is(figure.elements[1].content, ESCAPED));
    assert_null(strstr(figure.result.text, "<script"));
    assert_non_null(by_text(&figure, ESCAPED));
    figure_free(&figure);

    struct svg_hierarchy ladder = mock_h200();
    ladder.l2.name = ladder.l2.measured.text = ladder.note = MARKUP;
    figure = figure_check(svg_hierarchy(&ladder, &frame), "fig");
    assert_null(strstr(figure.result.text, "<script"));
    assert_non_null(by_text(&figure, ESCAPED));
    figure_free(&figure);

    struct svg_lines lines = mock_sweep();
    lines.x.label = lines.y.label = lines.reference.label = MARKUP;
    figure = figure_check(svg_lines(&lines, &frame), "fig");
    assert_null(strstr(figure.result.text, "<script"));
    figure_free(&figure);
}

static void test_bad_frames_are_errors(void **state) {
    (void)state;
    static const char *const prefixes[] = {NULL, "",    "1a", "-a",  "a b", "a\"b",
                                           "a'", "a<b", "ä",  "a.b", "a:b", "a#"};
    struct svg_frame frame;
    struct svg_result result;
    for (size_t i = 0; i < MOCK_COUNT(prefixes); i++) {
        frame = mock_frame(prefixes[i], SVG_WIDE);
        result = draw(0, &frame);
        assert_int_equal(result.code, SVG_ERR_ID);
        assert_string_equal(result.where, "id_prefix");
        assert_null(result.text);
    }
    char prefix[SVG_MAX_PREFIX + 2];
    memset(prefix, 'a', sizeof prefix);
    prefix[SVG_MAX_PREFIX + 1] = '\0';
    frame = mock_frame(prefix, SVG_WIDE);
    assert_int_equal(draw(0, &frame).code, SVG_ERR_ID);
    prefix[SVG_MAX_PREFIX] = '\0';
    result = draw(0, &frame);
    assert_int_equal(result.code, SVG_OK);
    svg_result_free(&result);

    frame = mock_frame("fig", SVG_WIDE);
    frame.title = NULL;
    assert_int_equal(draw(2, &frame).code, SVG_ERR_MISSING);
    frame.title = "   ";
    assert_int_equal(draw(2, &frame).code, SVG_ERR_MISSING);
    frame.title = "a\nb";
    assert_int_equal(draw(2, &frame).code, SVG_ERR_TEXT);
    frame.title = "a";
    frame.desc = "\xc3";
    assert_int_equal(draw(4, &frame).code, SVG_ERR_TEXT);
    frame.desc = "";
    assert_string_equal(draw(4, &frame).where, "desc");
    frame.desc = "a";
    frame.layout = (enum svg_layout)5;
    assert_string_equal(draw(4, &frame).where, "layout");

    char *text = malloc(SVG_MAX_TEXT + 2);
    assert_non_null(text);
    memset(text, 'a', SVG_MAX_TEXT + 1);
    text[SVG_MAX_TEXT + 1] = '\0';
    frame = mock_frame("fig", SVG_WIDE);
    frame.desc = text;
    assert_int_equal(draw(0, &frame).code, SVG_ERR_TEXT);
    text[SVG_MAX_TEXT] = '\0';
    result = draw(0, &frame);
    assert_int_equal(result.code, SVG_OK);
    svg_result_free(&result);
    free(text);

    struct svg_result zero = {0};
    svg_result_free(&zero);
    for (int code = SVG_OK; code <= SVG_ERR_CAIRO; code++)
        assert_true(strlen(svg_code_text((enum svg_code)code)) > 5);
}

/* ---- the same bytes ---------------------------------------------------------------------------- */

static void test_same_bytes_without_fonts_and_home(void **state) {
    (void)state;
    struct svg_result first[KINDS][2];
    for (size_t kind = 0; kind < KINDS; kind++)
        for (size_t l = 0; l < 2; l++) {
            struct svg_frame frame = mock_frame("fig", layouts[l]);
            first[kind][l] = draw(kind, &frame);
            assert_non_null(first[kind][l].text);
            assert_null(strstr(first[kind][l].text, "glyph"));
        }
    setenv("FONTCONFIG_FILE", "/nonexistent", 1);
    setenv("XDG_CACHE_HOME", "/proc", 1);
    setenv("LC_ALL", "de_DE.UTF-8", 1);
    unsetenv("HOME");
    for (size_t kind = KINDS; kind-- > 0;) /* in another order, too */
        for (size_t l = 0; l < 2; l++) {
            struct svg_frame frame = mock_frame("fig", layouts[l]);
            struct svg_result again = draw(kind, &frame);
            assert_int_equal(again.length, first[kind][l].length);
            assert_memory_equal(again.text, first[kind][l].text, again.length);
            svg_result_free(&again);
            svg_result_free(&first[kind][l]);
        }
}

/* ---- anything at all ---------------------------------------------------------------------------- */

static uint64_t seed;

static uint64_t dice(uint64_t sides) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed % sides;
}

static const char *any_text(void) {
    static const char *const texts[] = {
        "read",
        "a somewhat longer label",
        "4,271 GB/s",
        "漢字のラベル",
        "e\xcc\x81\xcc\x81\xcc\x81",
        "<&>\"'",
        "x",
        "anunbrokenwordthatislongerthananycolumncouldeverbewithoutbreakingitsomewhereinthemiddle",
        "many short words in a row that go on and on and on and on and on and on and on and on",
        NULL,
        "",
        " ",
        "\xff",
        "a\tb",
    };
    return texts[dice(dice(20) == 0 ? MOCK_COUNT(texts) : 9)];
}

static double any_number(void) {
    static const double odd[] = {0,    -1,   1e-9, 1e15, 1e16, 1e-300, 1e300, 0.5,
                                 1e-5, 1e14, NAN,  1,    1024, 255.5,  3,     INFINITY};
    if (dice(12) == 0) return odd[dice(dice(8) == 0 ? MOCK_COUNT(odd) : 4)];
    return (double)dice(100000) / (double)(1 + dice(1000));
}

static enum svg_level any_level(void) {
    return (enum svg_level)dice(dice(200) == 0 ? 20 : SVG_LEVEL_COUNT);
}

static struct svg_axis any_axis(void) {
    return (struct svg_axis){.label = any_text(),
                             .scale = (enum svg_scale)dice(dice(100) == 0 ? 5 : 3),
                             .ticks = (enum svg_ticks)dice(3)};
}

static struct svg_reference any_reference(void) {
    return (struct svg_reference){.label = dice(2) ? any_text() : NULL, .value = any_number()};
}

/* Either a whole figure that keeps all promises, or an error that names its place. */
static bool take(struct svg_result result) {
    if (result.code != SVG_OK) {
        assert_null(result.text);
        assert_true(result.where[0] != '\0' || result.code == SVG_ERR_LIMIT);
        return false;
    }
    struct figure figure = figure_check(result, "f");
    figure_free(&figure);
    return true;
}

static bool any_bars(const struct svg_frame *frame) {
    struct svg_cell cells[12][SVG_MAX_SERIES];
    struct svg_bar_row rows[12];
    struct svg_series series[SVG_MAX_SERIES];
    struct svg_bars in = {.axis = any_axis(),
                          .rows = rows,
                          .row_count = dice(12) + (dice(50) != 0),
                          .series = series,
                          .series_count = dice(4) ? 0 : dice(SVG_MAX_SERIES + 1),
                          .reference = any_reference()};
    for (size_t i = 0; i < SVG_MAX_SERIES; i++)
        series[i] = (struct svg_series){.name = any_text(), .level = any_level()};
    for (size_t i = 0; i < 12; i++) {
        rows[i] =
            (struct svg_bar_row){.label = any_text(), .level = any_level(), .cells = cells[i]};
        for (size_t k = 0; k < SVG_MAX_SERIES; k++) {
            double low = any_number();
            cells[i][k] = (struct svg_cell){.value = any_number(),
                                            .text = dice(4) ? any_text() : NULL,
                                            .has_spread = dice(3) == 0,
                                            .low = low,
                                            .high = dice(20) ? low * 1.25 : any_number(),
                                            .missing = dice(6) ? NULL : any_text()};
        }
    }
    return take(svg_bars(&in, frame));
}

static bool any_lines(const struct svg_frame *frame) {
    struct svg_point points[SVG_MAX_SERIES][10];
    struct svg_line lines[SVG_MAX_SERIES];
    struct svg_reference marks[SVG_MAX_SERIES];
    const double knee = any_number();
    const struct svg_zone zones[] = {{any_text(), any_level(), knee / 8, knee},
                                     {any_text(), any_level(), knee, knee * 8}};
    struct svg_lines in = {.x = any_axis(),
                           .y = any_axis(),
                           .lines = lines,
                           .line_count = 1 + dice(SVG_MAX_SERIES),
                           .reference = any_reference(),
                           .marks = marks,
                           .mark_count = dice(4) ? 0 : dice(SVG_MAX_SERIES + 1),
                           .zones = zones,
                           .zone_count = dice(3) ? 0 : dice(3),
                           .stems = dice(4) == 0};
    for (size_t i = 0; i < SVG_MAX_SERIES; i++) {
        double x = any_number();
        marks[i] = (struct svg_reference){.label = any_text(), .value = any_number()};
        lines[i] = (struct svg_line){.name = any_text(),
                                     .level = any_level(),
                                     .points = points[i],
                                     .point_count = 1 + dice(10)};
        for (size_t k = 0; k < 10; k++) {
            double low = any_number();
            points[i][k] = (struct svg_point){.x = x,
                                              .y = any_number(),
                                              .has_spread = dice(3) == 0,
                                              .low = low,
                                              .high = low * 1.5,
                                              .missing = dice(6) ? NULL : any_text(),
                                              .text = dice(3) ? NULL : any_text(),
                                              .title = dice(3) ? NULL : any_text(),
                                              .roof = dice(3) ? 0 : any_number()};
            x = dice(100) ? x * (1.1 + (double)dice(10)) + 1e-3 : any_number();
        }
    }
    return take(svg_lines(&in, frame));
}

static struct svg_level_words any_words(void) {
    return (struct svg_level_words){
        .name = any_text(),
        .scope = dice(3) ? any_text() : NULL,
        .capacity = {.text = dice(3) ? any_text() : NULL, .missing = dice(3) ? any_text() : NULL},
        .measured = {.text = dice(3) ? any_text() : NULL, .missing = dice(3) ? any_text() : NULL}};
}

static bool any_hierarchy(const struct svg_frame *frame) {
    struct svg_hierarchy in = {.sm_name = any_text(),
                               .sm_share = any_text(),
                               .sm_count = dice(50) ? dice(300) : dice(2 * SVG_MAX_SMS),
                               .registers_bytes = any_number(),
                               .shared_bytes = any_number(),
                               .registers = any_words(),
                               .shared = any_words(),
                               .l1 = any_words(),
                               .l2 = any_words(),
                               .dram = any_words(),
                               .constant = any_words(),
                               .local = any_words(),
                               .measured_head = any_text(),
                               .off_chip = any_text(),
                               .note = any_text()};
    in.unified_bytes =
        dice(3) == 0 ? 0 : in.shared_bytes * (1 + (double)dice(4)) - (dice(30) == 0 ? 1 : 0);
    return take(svg_hierarchy(&in, frame));
}

static void test_random_input(void **state) {
    (void)state;
    seed = 20261129;
    size_t drawn[3] = {0, 0, 0};
    const size_t rounds = 1500;
    for (size_t i = 0; i < rounds; i++) {
        struct svg_frame frame = {
            .id_prefix = "f", .title = "title", .desc = "desc", .layout = (enum svg_layout)dice(2)};
        drawn[i % 3] += i % 3 == 0   ? any_bars(&frame)
                        : i % 3 == 1 ? any_lines(&frame)
                                     : any_hierarchy(&frame);
    }
    /* The dice are fair enough that each kind is both drawn and refused. */
    for (size_t k = 0; k < 3; k++)
        assert_true(drawn[k] > rounds / 60 && drawn[k] < rounds / 3);
}

/* ---- large ---------------------------------------------------------------------------------------- */

static void test_largest_charts(void **state) {
    (void)state;
    static struct svg_cell cells[SVG_MAX_ROWS][SVG_MAX_SERIES];
    static struct svg_bar_row rows[SVG_MAX_ROWS];
    static struct svg_point points[SVG_MAX_ROWS];
    struct svg_series series[SVG_MAX_SERIES];
    char *text = malloc(SVG_MAX_TEXT + 1);
    assert_non_null(text);
    for (size_t i = 0; i < SVG_MAX_TEXT; i++)
        text[i] = i % 7 == 6 ? ' ' : 'w';
    text[SVG_MAX_TEXT] = '\0';
    for (size_t k = 0; k < SVG_MAX_SERIES; k++)
        series[k] = (struct svg_series){.name = "series"};
    for (size_t i = 0; i < SVG_MAX_ROWS; i++) {
        rows[i] = (struct svg_bar_row){.label = "row", .cells = cells[i]};
        points[i] = (struct svg_point){.x = (double)i, .y = (double)(i % 17)};
        for (size_t k = 0; k < SVG_MAX_SERIES; k++)
            cells[i][k] = (struct svg_cell){.value = (double)(i + k), .text = "value"};
    }
    struct svg_frame frame = mock_frame("fig", SVG_NARROW);
    struct svg_bars bars = {.axis = {.label = "s"},
                            .rows = rows,
                            .row_count = SVG_MAX_ROWS,
                            .series = series,
                            .series_count = SVG_MAX_SERIES};
    struct svg_result result = svg_bars(&bars, &frame);
    assert_int_equal(result.code, SVG_OK);
    svg_result_free(&result);

    struct svg_line line = {.points = points, .point_count = SVG_MAX_ROWS};
    struct svg_lines lines = {
        .x = {.label = "s"}, .y = {.label = "s"}, .lines = &line, .line_count = 1};
    result = svg_lines(&lines, &frame);
    assert_int_equal(result.code, SVG_OK);
    svg_result_free(&result);

    /* Every text as long as it may be: too large to draw is an error like any other. */
    for (size_t i = 0; i < SVG_MAX_ROWS; i++) {
        rows[i].label = text;
        for (size_t k = 0; k < SVG_MAX_SERIES; k++)
            cells[i][k].text = text;
    }
    result = svg_bars(&bars, &frame);
    assert_int_equal(result.code, SVG_ERR_LIMIT);
    assert_null(result.text);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_name_and_description),
        cmocka_unit_test(test_view_box_is_the_size),
        cmocka_unit_test(test_ids_of_three_figures),
        cmocka_unit_test(test_colours_are_variables_with_fallback),
        cmocka_unit_test(test_standalone_brings_its_palette),
        cmocka_unit_test(test_dots_come_back),
        cmocka_unit_test(test_pieces_come_back),
        cmocka_unit_test(test_pictures_of_dots),
        cmocka_unit_test(test_markup_is_escaped),
        cmocka_unit_test(test_bad_frames_are_errors),
        cmocka_unit_test(test_random_input),
        cmocka_unit_test(test_largest_charts),
        cmocka_unit_test(test_same_bytes_without_fonts_and_home),
    };
    return cmocka_run_group_tests_name("svg figures", tests, NULL, NULL);
}
