/* dots.c -- see dots.h. The file is PNG 1.2; what is packed in it is deflate (RFC 1951) in a wrapper (RFC 1950). */
#include "dots.h"

#include <string.h>
#include <zlib.h>

enum {
    SHORTEST = 3, /* repetition that has a word of its own */
    LONGEST = SVG_DOTS_LENGTHS - 1,
    END = 256,
    WORDS = 286,
    DEEPEST = 15,
    SUM_BASE = 65521,
    MANY = 8,       /* repetitions of the byte before that are written at once */
    HEAD = 512,     /* bytes before the first row at most, the code among them */
    NOTHING = 0xff, /* before the first row: no dot goes on from there */
};

/* ---- the code -------------------------------------------------------------------------------- */

/* How many bits each word of the code has: bytes, the end, then lengths of repetitions (RFC 1951, 3.2.5). The
 * words are the likelier the shorter in titles of pages; a picture of anything else is right, but larger. */
static const unsigned char depths[WORDS] = {
    4, 6, 6, 6, 6, 6, 6, 6, 6, 7, 6,  6,  6,  6,  7,          6, 6,  6, 6, 6, 6, 6,
    4, 8, 8, 7, 7, 7, 7, 7, 7, 5, 13, 13, 12, 12, [END] = 12, 7, 7,  7, 6, 5, 5, 7,
    7, 6, 7, 7, 7, 7, 7, 8, 8, 8, 8,  8,  9,  8,  7,          8, 10, 8, 7, 9, 9, 2};

/* The words' bits, shortest words first (RFC 1951, 3.2.2), in the order in which they are written. */
static void number_words(struct svg_code_bits word[WORDS]) {
    uint32_t next[DEEPEST + 2] = {0}, first = 0;
    for (size_t i = 0; i < WORDS; i++)
        next[depths[i] + 1] += depths[i] > 0;
    for (unsigned depth = 1; depth <= DEEPEST; depth++)
        next[depth] = first = (first + next[depth]) << 1;
    for (size_t i = 0; i < WORDS; i++) {
        const unsigned depth = depths[i];
        word[i] = (struct svg_code_bits){0, depth};
        for (unsigned bit = 0; bit < depth; bit++)
            word[i].bits |= (next[depth] >> bit & 1) << (depth - 1 - bit);
        next[depth]++;
    }
}

/* Puts `value` behind a word. */
static struct svg_code_bits with_extra(struct svg_code_bits word, size_t value, unsigned count) {
    word.bits |= (uint32_t)value << word.count;
    word.count += count;
    return word;
}

/* Lengths and distances grow alike: `steps` words with a bit more behind each than behind the `steps` before.
 * Returns the word's number from 0; what is written behind it in *value and *count. */
static unsigned graded(size_t offset, unsigned steps, size_t *value, unsigned *count) {
    unsigned grade = 0;
    for (*count = 0; offset >> *count >= 2 * (size_t)steps; grade += steps)
        ++*count;
    *value = offset & (((size_t)1 << *count) - 1);
    return grade + (unsigned)(offset >> *count);
}

/* So many bytes of 0 behind one that is none. */
static struct svg_code_bits gap_of(const struct svg_dots *dots, size_t length) {
    const struct svg_code_bits zero = dots->literal[0];
    struct svg_code_bits gap = zero;
    if (length > SHORTEST) {
        const struct svg_code_bits run = dots->length[length - 1];
        gap = with_extra(with_extra(gap, run.bits, run.count), dots->near.bits, dots->near.count);
    } else {
        while (--length)
            gap = with_extra(gap, zero.bits, zero.count);
    }
    return gap;
}

static void fill_code(struct svg_dots *dots) {
    struct svg_code_bits word[WORDS];
    size_t value;
    unsigned count;
    number_words(word);
    memcpy(dots->literal, word, sizeof dots->literal);
    dots->end = word[END];
    for (size_t length = SHORTEST; length < LONGEST; length++) {
        unsigned index = graded(length - SHORTEST, 4, &value, &count);
        dots->length[length] = with_extra(word[END + 1 + index], value, count);
    }
    dots->length[LONGEST] = word[WORDS - 1];
    dots->above_index = graded(dots->width - 1, 2, &value, &count);
    dots->near = (struct svg_code_bits){0, 1};
    for (size_t length = 1; length <= LONGEST; length++)
        dots->gap[length] = gap_of(dots, length);
    dots->above = with_extra((struct svg_code_bits){1, 1}, value, count);
    for (int i = 0; i < MANY; i++) {
        dots->many = with_extra(dots->many, word[WORDS - 1].bits, word[WORDS - 1].count);
        dots->many = with_extra(dots->many, dots->near.bits, dots->near.count);
    }
}

/* ---- bits and bytes -------------------------------------------------------------------------- */

/* Bits on their way: fewer than eight that make no whole byte yet, and where that byte goes. It is handed around by
 * value, so that the compiler may keep it in registers. */
struct stream {
    uint64_t waiting;
    unsigned count;
    char *to;
};

/* The first of them in the lowest bits. */
static inline uint64_t in_order(uint64_t number) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    number = __builtin_bswap64(number);
#endif
    return number;
}

static inline uint64_t eight(const void *bytes) {
    uint64_t number;
    memcpy(&number, bytes, sizeof number);
    return in_order(number);
}

enum { MOST_BITS = 56, SPARE = 8 };

static inline uint64_t first_bits(uint64_t bits, unsigned count) {
    return bits & (((uint64_t)1 << count) - 1);
}

/* At most MOST_BITS. Eight bytes are written, those behind the whole ones to be written again. */
static inline struct stream add(struct stream stream, uint64_t bits, unsigned count) {
    stream.waiting |= bits << stream.count;
    stream.count += count;
    const uint64_t all = in_order(stream.waiting);
    memcpy(stream.to, &all, sizeof all);
    stream.to += stream.count / 8;
    stream.waiting >>= stream.count / 8 * 8;
    stream.count %= 8;
    return stream;
}

static inline struct stream add_bits(struct stream stream, struct svg_code_bits word) {
    return add(stream, word.bits, word.count);
}

/* Goes on behind what is packed, with room for a row and for the run before it: no byte of them takes more than
 * DEEPEST bits, and no repetition. False: there is none, which the buffer knows. */
static bool stream_open(struct svg_dots *dots, struct stream *stream) {
    if (!svg_buffer_room(&dots->file, 2 * dots->width + dots->again / 64 + HEAD)) return false;
    *stream =
        (struct stream){dots->waiting, dots->waiting_count, dots->file.text + dots->file.length};
    return true;
}

static void stream_close(struct svg_dots *dots, struct stream stream) {
    dots->file.length = (size_t)(stream.to - dots->file.text);
    dots->waiting = stream.waiting;
    dots->waiting_count = stream.count;
}

static void write_number(char bytes[4], uint64_t number) {
    for (int i = 0; i < 4; i++)
        bytes[i] = (char)(number >> (24 - 8 * i) & 0xff);
}

/* Returns where its name begins: its sum goes on from there. */
static size_t begin_chunk(struct svg_buffer *file, const char *name) {
    svg_buffer_add(file, "\0\0\0", 4); /* its length, which is not known yet */
    svg_buffer_add(file, name, 4);
    return file->length - 4;
}

static void end_chunk(struct svg_buffer *file, size_t start) {
    char sum[4];
    if (file->code != SVG_OK) return;
    const size_t length = file->length - start;
    write_number(file->text + start - 4, length - 4);
    write_number(sum, crc32(0, (const unsigned char *)file->text + start, (unsigned)length));
    svg_buffer_add(file, sum, sizeof sum);
}

static void add_chunk(struct svg_buffer *file, const char *name, const char *data, size_t length) {
    const size_t start = begin_chunk(file, name);
    svg_buffer_add(file, data, length);
    end_chunk(file, start);
}

static void add_block_head(struct svg_dots *dots) {
    enum { ORDERS = 19, RUN_ORDERS = 3 };
    static const unsigned char wrapper[] = {0x78, 0x01};
    const unsigned distances = dots->above_index + 1;
    struct stream to;
    if (!stream_open(dots, &to)) return;
    for (size_t i = 0; i < sizeof wrapper; i++)
        to = add(to, wrapper[i], 8);
    to = add(to, 1 | 2 << 1, 3); /* the last block; it brings its code */
    to = add(to, WORDS - 257, 5);
    to = add(to, distances - 1, 5);
    to = add(to, ORDERS - 4, 4);
    for (unsigned i = 0; i < ORDERS; i++) /* depths stand one by one, with 4 bits each */
        to = add(to, i < RUN_ORDERS ? 0 : 4, 3);
    for (unsigned i = 0; i < WORDS + distances; i++) {
        unsigned depth = i < WORDS ? depths[i] : i == WORDS || i == WORDS + distances - 1;
        unsigned reversed = (depth & 1) << 3 | (depth & 2) << 1 | (depth & 4) >> 1 | depth >> 3;
        to = add(to, reversed, 4);
    }
    stream_close(dots, to);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static inline struct stream add_repetition(const struct svg_dots *dots, struct stream to,
                                           size_t length, struct svg_code_bits back) {
    while (length > 0) {
        const size_t now = length <= LONGEST             ? length
                           : length < LONGEST + SHORTEST ? LONGEST - SHORTEST
                                                         : LONGEST;
        to = add_bits(to, with_extra(dots->length[now], back.bits, back.count));
        length -= now;
    }
    return to;
}

/* Writes what goes on as the last byte did: of what is empty there is much, which takes several words at once. */
static inline struct stream end_run(struct svg_dots *dots, struct stream to, unsigned char byte) {
    size_t length = dots->again;
    dots->again = 0;
    for (; length > 0 && length < SHORTEST; length--)
        to = add_bits(to, dots->literal[byte]);
    while (length >= LONGEST + SHORTEST) {
        size_t many = (length - SHORTEST) / LONGEST;
        if (many > MANY) many = MANY;
        const unsigned count = (unsigned)many * (dots->many.count / MANY);
        to = add(to, first_bits(dots->many.bits, count), count);
        length -= many * LONGEST;
    }
    return add_repetition(dots, to, length, dots->near);
}

/* How many bytes are alike, of at most `most`; eight at once, and there are so many behind both. */
static size_t alike(const unsigned char *a, const unsigned char *b, size_t most) {
    for (size_t count = 0; count < most; count += 8) {
        const uint64_t differ = eight(a + count) ^ eight(b + count);
        if (!differ) continue;
        count += (size_t)__builtin_ctzll(differ) / 8;
        return count < most ? count : most;
    }
    return most;
}

static void sum_empty(struct svg_dots *dots, uint64_t count) {
    dots->sums = (dots->sums + count * dots->sum) % SUM_BASE;
}

/* Each byte counts in every sum from its own on. Eight bytes at once, every second of them in a lane of 16 bits;
 * a product has in its highest lane the lanes with the weights of the factor. */
static void sum_bytes(struct svg_dots *dots, const unsigned char *from, const unsigned char *to) {
    const uint64_t lanes = 0x00ff00ff00ff00ff;
    for (; to - from >= 8; from += 8) {
        const uint64_t bytes = eight(from), even = bytes & lanes, odd = bytes >> 8 & lanes;
        dots->sums += 8 * dots->sum;
        if (!bytes) continue;
        dots->sums += (even * 0x0008000600040002 >> 48) + (odd * 0x0007000500030001 >> 48);
        dots->sum += (even + odd) * 0x0001000100010001 >> 48;
    }
    for (; from < to; from++)
        dots->sums += dots->sum += *from;
    dots->sum %= SUM_BASE;
    dots->sums %= SUM_BASE;
}

/* A repetition of the row above costs more bits than one of the last byte: it has to be longer. */
enum { ABOVE_COSTS = 2 };

/* Bytes that are 0. */
static inline struct stream add_zeros(struct svg_dots *dots, struct stream to, unsigned char before,
                                      size_t count) {
    if (count && before) {
        to = add_bits(end_run(dots, to, before), dots->literal[0]);
        count--;
    }
    dots->again += count;
    return to;
}

static struct stream add_bytes(struct svg_dots *dots, struct stream to, const unsigned char *from,
                               const unsigned char *end) {
    while (from < end) {
        const unsigned char *up = from - dots->width;
        const size_t left = (size_t)(end - from);
        const size_t run = *from == from[-1] ? alike(from, from - 1, left) : 0;
        const size_t above = *from == *up && run < left ? alike(from, up, left) : 0;
        if (above >= SHORTEST && above > run + ABOVE_COSTS) {
            to = end_run(dots, to, from[-1]);
            to = add_repetition(dots, to, above, dots->above);
            from += above;
        } else if (run) {
            dots->again += run;
            from += run;
        } else {
            if (dots->again) to = end_run(dots, to, from[-1]);
            to = add_bits(to, dots->literal[*from++]);
        }
    }
    return to;
}

void svg_dots_add(struct svg_dots *dots, int from, int to) {
    unsigned char *row = dots->row, *first = row + 1 + from, *behind = row + 1 + to;
    struct stream stream;
    if (!stream_open(dots, &stream)) return;
    stream = add_zeros(dots, stream, row[-1], (size_t)(first - row));
    stream = add_bytes(dots, stream, first, behind);
    stream = add_zeros(dots, stream, behind[-1], (size_t)(row + dots->width - behind));
    stream_close(dots, stream);
    sum_empty(dots, (size_t)(first - row));
    sum_bytes(dots, first, behind);
    sum_empty(dots, (size_t)(row + dots->width - behind));
    memcpy(row - dots->width, row, dots->width);
    memset(first, 0, (size_t)(to - from));
}

void svg_dots_empty(struct svg_dots *dots, int rows) {
    if (rows <= 0) return;
    const size_t count = (size_t)rows * dots->width;
    struct stream to;
    if (!stream_open(dots, &to)) return;
    stream_close(dots, add_zeros(dots, to, dots->row[-1], count));
    sum_empty(dots, count);
    memset(dots->row - dots->width, 0, dots->width);
}

unsigned char *svg_dots_row(struct svg_dots *dots) {
    return dots->row + 1;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

void svg_dots_begin_pieces(struct svg_dots *dots, int width) {
    *dots = (struct svg_dots){.width = (size_t)width + 1};
    dots->row = dots->rows + dots->width;
    fill_code(dots);
}

static struct svg_dots_piece trim(const unsigned char *row, int width) {
    int from = 0;
    while (width > 0 && !row[width - 1])
        width--;
    while (from < width && !row[from])
        from++;
    return (struct svg_dots_piece){.from = from, .width = (unsigned)(width - from)};
}

struct svg_dots_piece svg_dots_piece(struct svg_dots *dots, const unsigned char *row,
                                     const unsigned char *above, int width) {
    struct svg_dots_piece piece = trim(row, width);
    unsigned char *first = dots->row + 1, *behind = first + piece.width;
    memcpy(first, row + piece.from, piece.width);
    if (above)
        memcpy(first - dots->width, above + piece.from, piece.width);
    else
        memset(first - dots->width, 0, piece.width);
    dots->sum = dots->sums = 0;
    sum_bytes(dots, first, behind);
    piece.sum = dots->sum;
    piece.sums = dots->sums;
    struct stream to;
    if (!stream_open(dots, &to)) return (struct svg_dots_piece){0};
    piece.start = dots->file.length;
    to = add_bytes(dots, to, first, behind);
    to = end_run(dots, to, behind[-1]);
    piece.count = 8 * (unsigned)(to.to - (dots->file.text + piece.start)) + to.count;
    memset(to.to + (to.count > 0), 0, SPARE); /* which may be read as well */
    to = (struct stream){.to = to.to + (to.count > 0)};
    stream_close(dots, to);
    return piece;
}

static inline struct stream add_piece(struct stream to, const char *bits, unsigned count) {
    for (; count > MOST_BITS; count -= MOST_BITS, bits += MOST_BITS / 8)
        to = add(to, first_bits(eight(bits), MOST_BITS), MOST_BITS);
    return add(to, first_bits(eight(bits), count), count);
}

/* The sums of a row of pieces have room for it. */
void svg_dots_put(struct svg_dots *dots, const struct svg_dots_placed *placed, size_t count) {
    size_t column = 0;
    uint64_t sum = dots->sum, sums = dots->sums;
    struct stream to;
    if (!stream_open(dots, &to)) return;
    for (const struct svg_dots_placed *end = placed + count; placed < end; placed++) {
        const struct svg_dots_piece *piece = placed->piece;
        const size_t from = (size_t)placed->x + 1, empty = from - column;
        if (column && empty <= LONGEST)
            to = add_bits(to, dots->gap[empty]);
        else
            to = end_run(dots, add_zeros(dots, to, column ? 1 : dots->row[-1], empty), 0);
        to = add_piece(to, placed->bits + piece->start, piece->count);
        sums += (empty + piece->width) * sum + piece->sums;
        sum += piece->sum;
        column = from + piece->width;
    }
    const size_t empty = dots->width - column;
    stream_close(dots, add_zeros(dots, to, column ? 1 : dots->row[-1], empty));
    dots->sum = sum % SUM_BASE;
    dots->sums = sums;
    sum_empty(dots, empty);
    dots->row[-1] = 0;
}

/* ---- the file -------------------------------------------------------------------------------- */

void svg_dots_begin(struct svg_dots *dots, int width, int height, const unsigned long *palette,
                    size_t count) {
    static const char signature[] = "\x89PNG\r\n\x1a\n";
    char about[13] = {[8] = 8, [9] = 3}; /* 8 bits a dot, an index */
    char colours[3 * SVG_DOTS_COLOURS];
    svg_dots_begin_pieces(dots, width);
    dots->sum = 1;
    memset(dots->rows, NOTHING, dots->width);
    for (size_t i = 0; i < 3 * count; i++)
        colours[i] = (char)(palette[i / 3] >> (16 - 8 * (i % 3)) & 0xff);
    write_number(about, (uint64_t)width);
    write_number(about + 4, (uint64_t)height);
    svg_buffer_add(&dots->file, signature, sizeof signature - 1);
    add_chunk(&dots->file, "IHDR", about, sizeof about);
    add_chunk(&dots->file, "PLTE", colours, 3 * count);
    dots->data = begin_chunk(&dots->file, "IDAT");
    add_block_head(dots);
}

struct svg_result svg_dots_end(struct svg_dots *dots) {
    struct svg_buffer *file = &dots->file;
    struct stream to;
    char sum[4];
    if (stream_open(dots, &to)) {
        to = add_bits(end_run(dots, to, dots->row[-1]), dots->end);
        to.to += to.count > 0;
        stream_close(dots, to);
    }
    write_number(sum, dots->sums << 16 | dots->sum);
    svg_buffer_add(file, sum, sizeof sum);
    end_chunk(file, dots->data);
    add_chunk(file, "IEND", "", 0);
    if (file->code == SVG_OK)
        return (struct svg_result){.text = file->text, .length = file->length};
    struct svg_result failed = {.code = file->code};
    svg_buffer_free(file);
    return failed;
}

void svg_dots_copy(struct svg_dots *to, const struct svg_dots *from) {
    enum { USUAL = 30000 }; /* more bytes of a picture, with the room for what is still to come */
    *to = *from;
    to->row = to->rows + to->width;
    to->file = (struct svg_buffer){.code = from->file.code};
    if (svg_buffer_room(&to->file, from->file.length + USUAL))
        svg_buffer_add(&to->file, from->file.text, from->file.length);
}

void svg_dots_free(struct svg_dots *dots) {
    svg_buffer_free(&dots->file);
}
