/* words -- see words.h. Tables only. */
#include "render/words.h"

#include <stdint.h>

struct entry_words {
    const char *name, *words;
};

static const struct entry_words series_words[] = {
    {"dram.rated", "Rated DRAM bandwidth"},
    {"bandwidth.rate", "Read bandwidth of each level"},
    {"bandwidth.clock", "SM clock during the reads"},
    {"bandwidth.slice", "Bytes that one SM reads again and again"},
    {"chase.cycles", "Load latency by footprint, in cycles"},
    {"chase.time", "Load latency by footprint"},
    {"chase.footprint", "Bytes that the chain of loads walks over"},
    {"sweep.read", "Read bandwidth by footprint"},
    {"sweep.footprint", "Bytes that are read again and again"},
    {"triad.rate", "Bandwidth of a triad, a = b + s c"},
    {"copy.rate", "Bandwidth of reading, writing and copying DRAM"},
    {"copy.bytes", "Bytes counted in one pass"},
    {"stride.time", "Time of a strided read, L2 cold"},
    {"stride.useful", "Useful bandwidth of a strided read, L2 cold"},
    {"stride.bytes", "Useful bytes in and out"},
    {"bank.time", "Time of strided reads in shared memory"},
    {"bank.cycles", "Cycles of one warp's read in shared memory"},
    {"transpose.time", "Time of a matrix transpose"},
    {"transpose.rate", "Bandwidth of a matrix transpose"},
    {"transpose.edge", "Edge of the transposed matrix"},
    {"transpose.tile.rate", "Bandwidth of a transpose, by tile"},
    {"transpose.sectors", "Sectors of a store request"},
    {"transpose.conflicts", "Bank conflicts"},
    {"transpose.loads", "Shared-memory loads"},
    {"transpose.wavefronts", "Wavefronts of the shared-memory loads"},
    {"latency.cycles", "Load latency in cycles"},
    {"latency.time", "Load latency"},
    {"latency.footprint", "Bytes that the chain of loads walks over"},
    {"registers.time", "Time of a kernel with few or many registers"},
    {"registers.count", "Registers of a thread"},
    {"registers.blocks", "Blocks resident on one SM"},
    {"registers.occupancy", "Occupancy"},
    {"registers.threads", "Threads of a block"},
    {"local.time", "Time of sums over a private array"},
    {"local.frame", "Local memory of a thread"},
    {"local.registers", "Registers of a thread"},
    {"constant.time", "Time of a 32-tap filter"},
    {"constant.bytes", "Bytes of the taps"},
    {"constant.ratio", "Constant over global memory, time of a 32-tap filter"},
    {"spill.time", "Time with and without a cap on registers"},
    {"spill.registers", "Registers of a thread"},
    {"spill.blocks", "Blocks resident on one SM"},
    {"spill.bytes", "Bytes spilled"},
    {"spill.frame", "Local memory of a thread"},
    {"spill.occupancy", "Occupancy"},
    {"broadcast.cycles", "Cycles of one warp's read, by the words that its lanes share"},
    {"misalign.time", "Time of misaligned reads"},
    {"misalign.useful", "Useful bandwidth of misaligned reads"},
    {"mix.rate", "DRAM bandwidth by the reads among 16 accesses"},
    {"stream.rate", "DRAM bandwidth by accesses of 4 and of 16 bytes"},
    {"warps.rate", "DRAM read bandwidth by the warps on an SM"},
    {"vecadd.time", "Time of a vector addition"},
    {"vecadd.rate", "Bandwidth of a vector addition"},
    {"vecadd.count", "Elements of each vector"},
    {"gemm.time", "Time of a matrix product"},
    {"gemm.flops", "Rate of a matrix product"},
    {"gemm.edge", "Edge of the matrices"},
    {"persist.time", "Time of a hot set read against a stream"},
    {"persist.rate", "Bandwidth of a hot set read against a stream"},
    {"persist.footprint", "Bytes of the hot set and of the stream"},
    {"paths.cycles", "Latency of other ways to read, in cycles"},
    {"paths.time", "Latency of other ways to read"},
    {"paths.footprint", "Bytes that the chain of loads walks over"},
    {"pages.cycles", "Latency of a line of every 2 MiB, in cycles"},
    {"pages.time", "Latency of a line of every 2 MiB"},
    {"pages.footprint", "Bytes that the chain of loads walks over"},
    {"cluster.rate", "Reads from another block's shared memory"},
    {"cluster.blocks", "Blocks that run at once in clusters"},
    {"cluster.slice", "Bytes that each block of a cluster reads"},
    {"cluster.cycles", "Latency of another block's shared memory, in cycles"},
    {"cluster.time", "Latency of another block's shared memory"},
    {"cluster.pair.cycles", "Latency in the nearest and in the farthest pair of blocks"},
    {"host.rate", "Copies between host and card"},
    {"host.bytes", "Bytes of a copy"},
    {"host.cycles", "Latency of the host's memory, in cycles"},
    {"host.time", "Latency of the host's memory"},
    {"host.footprint", "Bytes that the chain of loads walks over"},
    {"partition.cycles", "First reading of a line of the near and of the far L2"},
};

static const struct {
    const char *name, *words, *sentence;
} family_words[] = {
    {"dram", "Rated bandwidth", "What the memory clock and the width of the bus allow."},
    {"bandwidth", "Bandwidth of each level",
     "Every SM reads its own bytes again and again, from as near as they fit."},
    {"chase", "Latency curve",
     "The chain of dependent loads over more and more bytes: the caches show as steps."},
    {"sweep", "Bandwidth curve", "The same bytes read again and again, more and more of them."},
    {"triad", "Triad", "Two arrays read and one written, far outside the L2 cache."},
    {"spill", "Spills", "The same kernel with a cap on its registers and without one."},
    {"copy", "Reading, writing, copying", "Large arrays, far outside the L2 cache."},
    {"stride", "Strided reads",
     "Neighbouring lanes read floats that are this many floats apart; the L2 is cold."},
    {"bank", "Shared-memory banks",
     "The lanes of a warp read words of shared memory that are this many words apart."},
    {"transpose", "Matrix transpose",
     "A copy as the yardstick, then the column walk in global memory, in a shared tile, and in a "
     "padded one."},
    {"broadcast", "Shared words", "Lanes that want one word of a bank get it together."},
    {"misalign", "Misaligned reads", "Adjacent floats from some way past a line on."},
    {"warps", "Loads under way", "One load of 16 bytes for each thread, more and more warps."},
    {"mix", "Reads and writes", "One pass over DRAM in which some accesses read and some write."},
    {"stream", "Width of an access", "One pass over DRAM by 4 or by 16 bytes at a time."},
    {"vecadd", "Vector addition", "Two vectors read, one written, inside the L2 and outside."},
    {"gemm", "Matrix product", "Single precision: naive, in tiles, in tiles with registers."},
    {"persist", "Keeping data in the L2",
     "A hot set between reads of a stream that would push it out."},
    {"paths", "Other ways to read", "The chain of loads by other instructions."},
    {"pages", "Address translation", "Lines that lie in the L2, each in a page of its own."},
    {"cluster", "Clusters", "Blocks of a cluster read what others of it keep."},
    {"host", "The host's memory", "Copies over the bus, and loads that go there from a kernel."},
    {"partition", "The two parts of the L2",
     "Lines that another SM has brought to the L2, read for the first time."},
    {"latency", "Latency", "A chain of dependent loads in random order, nothing else in flight."},
    {"registers", "Registers and occupancy",
     "The same sums by a kernel that holds few registers and by one that holds many."},
    {"local", "Local memory",
     "A private array indexed by constants, and indexed by what is known at run time only."},
    {"constant", "Constant memory",
     "The taps of a filter in constant or in global memory; all lanes read one address, or each "
     "its own."},
};

static const struct entry_words message_words[] = {
    {"launch.registers", "A block that needs too many registers"},
    {"launch.shared", "More shared memory, without opting in"},
    {"launch.optin", "Opting in to more shared memory than there is"},
    {"launch.threads", "A block with too many threads"},
    {"fault.misaligned", "A load from a misaligned address"},
    {"fault.illegal", "A load from an address that is nobody's"},
    {"alloc.memory", "More memory than is free"},
};

static const struct entry_words fact_words[] = {
    {"sms", "Streaming multiprocessors (SMs)"},
    {"registers", "32-bit registers per SM"},
    {"registers.block", "Registers of a block, at most"},
    {"registers.thread", "Registers of a thread, at most"},
    {"threads.sm", "Resident threads per SM"},
    {"threads.block", "Threads of a block, at most"},
    {"blocks.sm", "Resident blocks per SM"},
    {"warp", "Threads of a warp"},
    {"lanes", "FP32 lanes per SM"},
    {"banks", "Banks of shared memory"},
    {"bank.width", "What a bank delivers"},
    {"shared.scalar", "Shared memory or L1 per SM, reached by 4-byte loads"},
    {"shared.vector", "Shared memory or L1 per SM, reached by 16-byte loads"},
    {"l2.width", "What the whole L2 delivers"},
    {"shared.sm", "Shared memory per SM"},
    {"shared.block", "Shared memory of a block, by default"},
    {"shared.optin", "Shared memory of a block, on request"},
    {"shared.reserved", "Shared memory reserved for each block"},
    {"unified.sm", "Shared memory and L1 together, per SM"},
    {"l2", "L2 cache"},
    {"l2.persisting", "L2 that can be set aside for persisting data"},
    {"window", "Access-policy window, at most"},
    {"constant", "Constant memory"},
    {"dram", "Global memory (DRAM)"},
    {"bus", "Width of the memory bus, in bits"},
    {"clock.sm", "SM clock, at most"},
    {"clock.memory", "Memory clock"},
    {"ecc", "Error correction (1: on)"},
    {"power.limit", "Power limit"},
    {"pcie.generation", "PCIe generation"},
    {"pcie.width", "PCIe lanes"},
};

static const struct entry_words axis_words[] = {
    {"op", "operation"},     {"kernel", "kernel"},        {"fits", "data fits in"},
    {"level", "level"},      {"index", "index known at"}, {"memory", "memory"},
    {"lanes", "lanes read"}, {"stride", "stride"},        {"cap", "register cap"},
    {"step", "footprint"},   {"size", "cluster of"},      {"way", "way"},
};

static const struct {
    const char *axis, *value, *words;
    enum svg_rung rung;
} role_words[] = {
    {"level", "register", "Registers", SVG_RUNG_REGISTERS},
    {"level", "registers", "Registers", SVG_RUNG_REGISTERS},
    {"level", "shared", "Shared memory", SVG_RUNG_SHARED},
    {"level", "l1", "L1 cache", SVG_RUNG_L1},
    {"level", "l2", "L2 cache", SVG_RUNG_L2},
    {"level", "constant", "Constant memory", SVG_RUNG_CONSTANT},
    {"level", "local", "Local memory", SVG_RUNG_LOCAL},
    {"level", "dram", "DRAM", SVG_RUNG_DRAM},
    {"fits", "l1", "L1", SVG_RUNG_L1},
    {"fits", "l2", "L2", SVG_RUNG_L2},
    {"fits", "dram", "DRAM only", SVG_RUNG_DRAM},
    {"memory", "constant", "constant memory", SVG_RUNG_CONSTANT},
    {"memory", "global", "global memory", SVG_RUNG_DRAM},
    {"lanes", "same", "one address", SVG_RUNG_NONE},
    {"lanes", "own", "an address each", SVG_RUNG_NONE},
    {"way", "h2d", "host to card", SVG_RUNG_NONE},
    {"way", "d2h", "card to host", SVG_RUNG_NONE},
    {"index", "constant", "constant index", SVG_RUNG_NONE},
    {"index", "runtime", "run-time index", SVG_RUNG_NONE},
    {"op", "memcpy", "cudaMemcpy", SVG_RUNG_NONE},
    {"kernel", "few", "few registers", SVG_RUNG_NONE},
    {"kernel", "many", "many registers", SVG_RUNG_NONE},
};

/* Words at the start of a table's row head. The longer ones first. */
static const struct {
    const char *words;
    enum svg_rung rung;
} rung_words[] = {
    {"shared memory and l1", SVG_RUNG_NONE},
    {"l1 and l2", SVG_RUNG_NONE},
    {"registers", SVG_RUNG_REGISTERS},
    {"register file", SVG_RUNG_REGISTERS},
    {"register", SVG_RUNG_REGISTERS},
    {"shared memory", SVG_RUNG_SHARED},
    {"shared", SVG_RUNG_SHARED},
    {"l1", SVG_RUNG_L1},
    {"l2", SVG_RUNG_L2},
    {"constant memory", SVG_RUNG_CONSTANT},
    {"local memory", SVG_RUNG_LOCAL},
    {"global memory", SVG_RUNG_DRAM},
    {"dram", SVG_RUNG_DRAM},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct text find(const struct entry_words *table, size_t count, struct text name) {
    for (size_t i = 0; i < count; i++)
        if (text_is(name, table[i].name)) return text_of(table[i].words);
    return name;
}

struct text words_series(struct text name) {
    return find(series_words, COUNT(series_words), name);
}

struct text words_message(struct text name) {
    return find(message_words, COUNT(message_words), name);
}

struct text words_fact(struct text name) {
    return find(fact_words, COUNT(fact_words), name);
}

struct text words_axis(struct text name) {
    return find(axis_words, COUNT(axis_words), name);
}

struct text words_family(struct text family, struct text *sentence) {
    *sentence = (struct text){0};
    for (size_t i = 0; i < COUNT(family_words); i++) {
        if (!text_is(family, family_words[i].name)) continue;
        *sentence = text_of(family_words[i].sentence);
        return text_of(family_words[i].words);
    }
    return family;
}

struct text words_role(struct text axis, struct text value) {
    for (size_t i = 0; i < COUNT(role_words); i++)
        if (text_is(axis, role_words[i].axis) && text_is(value, role_words[i].value))
            return text_of(role_words[i].words);
    return value;
}

enum svg_rung words_role_rung(struct text axis, struct text value) {
    for (size_t i = 0; i < COUNT(role_words); i++)
        if (text_is(axis, role_words[i].axis) && text_is(value, role_words[i].value))
            return role_words[i].rung;
    return SVG_RUNG_NONE;
}

/* Compares without the case of ASCII letters; the words have to end there. */
static bool begins(struct text words, struct text with) {
    if (words.len < with.len) return false;
    for (size_t i = 0; i < with.len; i++) {
        char c = words.ptr[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c + 'a' - 'A');
        if (c != with.ptr[i]) return false;
    }
    if (words.len == with.len) return true;
    char after = words.ptr[with.len];
    return after == ' ' || after == ',' || after == '(';
}

enum svg_rung words_rung(struct text words) {
    for (size_t i = 0; i < COUNT(rung_words); i++)
        if (begins(words, text_of(rung_words[i].words))) return rung_words[i].rung;
    return SVG_RUNG_NONE;
}

void words_swatch(struct buf *out, enum svg_rung rung) {
    if (rung != SVG_RUNG_NONE)
        buf_printf(out, "<span class=\"rung rung-%s\" aria-hidden=\"true\"></span>",
                   svg_rung_name(rung));
}

struct text words_first(struct text name) {
    size_t dot = text_find(name, ".", 0);
    return dot == SIZE_MAX ? name : text_cut(name, 0, dot);
}
