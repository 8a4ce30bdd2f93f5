/* diagram_access -- diagrams of how a warp's loads and stores lie in memory: sectors,
 * banks, and both in a transpose through a tile. */
#include "render/diagram.h"
#include "svg/diagrams.h"

enum { LANES = 32, WORD = 4, SECTOR = 32, LINE = 128 };

/* ---- sectors --------------------------------------------------------------------------------- */

static const size_t strides[] = {1, 2, 8};
enum { STRIDES = sizeof strides / sizeof *strides };

/* Names the lanes of each line: LANES / stride of them find their word in one line of 128 bytes. */
static const char *const *lanes_of_lines(struct arena *arena, size_t stride) {
    const char **out = arena_alloc(arena, stride * sizeof *out);
    size_t each = LANES / stride;
    for (size_t i = 0; i < stride; i++)
        out[i] = arena_printf(arena, "%zu\u2013%zu", i * each, (i + 1) * each - 1).ptr;
    return out;
}

static struct svg_sectors_load load_of(const struct reading *reading, size_t stride) {
    const char *name = reading_printf(reading, "%zu", stride);
    const size_t sectors = LANES * WORD * stride / SECTOR;
    struct text fetched = quantity_alone(reading->arena, TEXT("1"), (double)(sectors * SECTOR));
    struct svg_sectors_load load = {
        .name = reading_printf(reading, "Stride %s", name),
        .counted = reading_printf(reading, "%zu sectors, %d of %s bytes used", sectors,
                                  LANES * WORD, fetched.ptr),
        .stride = stride,
        .lanes = lanes_of_lines(reading->arena, stride),
    };
    const char *rate = reading_point(reading, "stride.useful", name, NULL).note.text;
    if (rate) load.measured = reading_printf(reading, "%s useful", rate);
    return load;
}

static struct svg_result sectors_draw(struct reading *reading, struct svg_frame *frame) {
    struct svg_sectors_load loads[STRIDES];
    struct buf words = {0};
    for (size_t i = 0; i < STRIDES; i++) {
        loads[i] = load_of(reading, strides[i]);
        buf_printf(&words, "%s%s: %s", i ? " " : "", loads[i].name, loads[i].counted);
        if (loads[i].measured) buf_printf(&words, ", %s", loads[i].measured);
        buf_char(&words, '.');
    }
    const struct svg_sectors in = {
        .loads = loads,
        .load_count = STRIDES,
        .lanes = "lanes",
        .sector = "32 bytes",
        .used = "word that a lane wants",
        .fetched = "comes along, unused",
        .note = "Each row is a line of 128 bytes, each box a sector, each small square a word of "
                "4 bytes.",
    };
    reading->nothing_known = !loads[0].measured;
    diagram_describe(reading, frame, &words);
    return svg_sectors(&in, frame);
}

const struct diagram diagram_sectors = {
    .name = "sectors",
    .shows = "what warp loads of stride 1, 2 and 8 touch, sector by sector",
    .needs = "stride.useful for the rates",
    .title = "The sectors that one load of a warp fetches",
    .measured = "sectors counted from the addresses, rates measured",
    .draw = sectors_draw,
};

/* ---- banks ----------------------------------------------------------------------------------- */

enum { COLUMN = 5 }; /* of the tile: the one that the text works out by hand */

/* Says "66.0 cycles a warp load" of a column, whose stride is the length of a row. */
static const char *column_cycles(const struct reading *reading, const char *stride) {
    const char *cycles = reading_point(reading, "bank.cycles", stride, NULL).note.text;
    return cycles ? reading_printf(reading, "%s a warp load", cycles) : NULL;
}

static struct svg_result banks_draw(struct reading *reading, struct svg_frame *frame) {
    const char *without = column_cycles(reading, "32"), *with = column_cycles(reading, "33");
    struct buf words = {0};
    buf_printf(&words,
               "A column of a tile with rows of 32 words has all its words in bank 5%s%s. "
               "With rows of 33 words each word is in a bank of its own%s%s.",
               without ? ": " : "", without ? without : "", with ? ": " : "", with ? with : "");
    const struct svg_banks_tile tiles[] = {
        {.name = "Rows of 32 words",
         .counted = "32 words of bank 5, one after the other",
         .measured = without,
         .row = 32},
        {.name = "Rows of 33 words",
         .counted = "one word of each bank, all at once",
         .measured = with,
         .row = 33},
    };
    const struct svg_banks in = {
        .tiles = tiles,
        .tile_count = sizeof tiles / sizeof *tiles,
        .column = COLUMN,
        .first = "bank 0",
        .last = "bank 31",
        .wanted = "column 5 of the tile",
        .padding = "padding",
        .note = "Words lie in rows of 32 banks. The bars below count the words that each bank has "
                "to give.",
    };
    reading->nothing_known = !without && !with;
    diagram_describe(reading, frame, &words);
    return svg_banks(&in, frame);
}

const struct diagram diagram_banks = {
    .name = "banks",
    .shows = "a column of a tile in shared memory, without and with padding",
    .needs = "bank.cycles for the times",
    .title = "A column of a tile over the banks, without and with padding",
    .measured = "banks counted from the addresses, cycles measured",
    .draw = banks_draw,
};

/* ---- a transpose through a tile --------------------------------------------------------------- */

/* Gives NULL where a rate is not known: the three are there to be compared. */
static const char *transpose_rates(const struct reading *reading) {
    const char *naive = reading_point(reading, "transpose.rate", "naive", "dram").note.text;
    const char *tiled = reading_point(reading, "transpose.rate", "tiled", "dram").note.text;
    const char *padded = reading_point(reading, "transpose.rate", "padded", "dram").note.text;
    if (!naive || !tiled || !padded) return NULL;
    return reading_printf(
        reading,
        "A matrix in DRAM: %s without a tile, %s through a tile, %s through a padded tile.", naive,
        tiled, padded);
}

static struct svg_result tile_draw(struct reading *reading, struct svg_frame *frame) {
    const char *rates = transpose_rates(reading);
    struct buf words = {0};
    buf_printf(
        &words,
        "A warp reads a row of the input, 4 sectors, and stores it as a row of the tile. A warp "
        "then reads a column of the tile and writes it as a row of the output, 4 sectors "
        "again.%s%s",
        rates ? " " : "", rates ? rates : "");
    const struct svg_transpose in = {
        .input = "Input matrix",
        .tile = "Tile in shared memory",
        .output = "Output matrix",
        .load = "1. A warp reads a row: 32 words in 4 sectors.",
        .store = "2. It stores them as a row of the tile: 32 banks.",
        .fetch = "3. After the barrier a warp reads a column: 32 banks only if rows are padded.",
        .write = "4. It writes them as a row: 4 sectors again.",
        .measured = rates,
        .note = "Without the tile, the words of step 1 would be written as a column: 32 words in "
                "32 sectors.",
    };
    reading->nothing_known = !rates;
    diagram_describe(reading, frame, &words);
    return svg_transpose(&in, frame);
}

const struct diagram diagram_tile = {
    .name = "tile",
    .shows = "a matrix transpose through a tile of shared memory",
    .needs = "transpose.rate for the rates",
    .title = "A transpose through a tile of shared memory",
    .measured = "sectors and banks counted from the addresses, rates measured",
    .draw = tile_draw,
};
