/* measure_paths.c -- experiments on single loads by other paths than the usual one, and on what
 * happens when a kernel wants more than there is. */
#include "experiment.h"

#include <stdio.h>

static const char one_thread[] =
    "one thread, each load waits for the last, lines in random order; clock64 in the kernel";
static const char card_timer[] = "the same samples by the card's timer";

void experiment_paths(struct session *s) {
    enum { STEPS = 4096 };
    static const char *const path[] = {"readonly", "texture", "constant"};
    static const uint64_t footprint_of[] = {16384, 16384, 1024};
    struct series *cycles = experiment_series(s, "paths.cycles", "cycle", "paths.cu", one_thread);
    struct series *time = experiment_series(s, "paths.time", "s", "paths.cu", card_timer);
    struct series *footprint =
        experiment_series(s, "paths.footprint", "B", "paths.cu", "bytes over which the chase goes");
    struct series *const all[] = {cycles, time, footprint};
    experiment_axis(all, 3, "path", 3, path);
    for (int i = 0; i < 3 && (cycles || time || footprint) && !session_over(s); i++) {
        struct probe p = experiment_probe("paths", path[i], "", i);
        struct taken t;
        struct size size = {.value = footprint_of[i], .need = 1 << 20};
        p.c.size = size.value;
        p.c.param = STEPS;
        session_take(s, &p, &size, &t);
        experiment_fill(cycles, i, 0, &t, SAMPLE_CYCLES, 0);
        experiment_fill(time, i, 0, &t, SAMPLE_SECONDS, 0);
        experiment_set_size(footprint, i, 0, &size);
    }
}

void experiment_pages(struct session *s) {
    enum { POINTS = 6, STEPS = 2048 };
    static const char *const step[] = {"1", "2", "3", "4", "5", "6"};
    struct series *cycles =
        experiment_series(s, "pages.cycles", "cycle", "pages.cu",
                          "one thread, each load waits for the last, one line of every 2 MiB, all "
                          "lines in the L2; clock64 in the kernel");
    struct series *time = experiment_series(s, "pages.time", "s", "pages.cu", card_timer);
    struct series *footprint = experiment_series(s, "pages.footprint", "B", "pages.cu",
                                                 "bytes over which the chase goes at that step");
    struct series *const all[] = {cycles, time, footprint};
    experiment_axis(all, 3, "step", POINTS, step);
    for (int i = 0; i < POINTS && (cycles || time || footprint) && !session_over(s); i++) {
        struct probe p = experiment_probe("pages", step[i], "", 0);
        struct taken t;
        session_free_memory(s);
        struct size size = size_pages(&s->sizes, i);
        p.c.size = size.value;
        p.c.param = STEPS;
        session_take(s, &p, &size, &t);
        experiment_fill(cycles, i, 0, &t, SAMPLE_CYCLES, 0);
        experiment_fill(time, i, 0, &t, SAMPLE_SECONDS, 0);
        experiment_set_size(footprint, i, 0, &size);
    }
}

void experiment_partition(struct session *s) {
    enum { LINES = 1024, LINE = 128, CANDIDATES = 16 };
    static const char *const from[] = {"near", "far"};
    struct series *cycles =
        experiment_series(s, "partition.cycles", "cycle", "partition.cu",
                          "first reading of a line that SM 0 has brought to the L2, by an SM of "
                          "the same part and by one of the other part of the L2; its clock");
    if (!cycles) return;
    series_axis(cycles, "from", 2, from);
    for (int i = 0; i < 2 && !session_over(s); i++) {
        struct probe p = experiment_probe("partition", from[i], "", i);
        struct taken t;
        struct size size = {.value = LINES, .need = LINES * LINE * CANDIDATES};
        size.need += 2 * FLUSH_L2 * s->sizes.l2;
        p.c.size = LINES;
        p.cold = true;
        session_take(s, &p, &size, &t);
        experiment_fill(cycles, i, 0, &t, SAMPLE_CYCLES, 0);
    }
}

void experiment_broadcast(struct session *s) {
    enum { STEPS = 6 };
    static const char *const words[] = {"1", "2", "4", "8", "16", "32"};
    static const uint64_t loads_by_effort[] = {8192, 2048, 64};
    struct series *cycles =
        experiment_series(s, "broadcast.cycles", "cycle", "broadcast.cu",
                          "a warp's load of so many different words of one bank, in shared memory; "
                          "SM cycles from barrier to barrier over warps and loads");
    if (!cycles) return;
    series_axis(cycles, "words", STEPS, words);
    for (int i = 0; i < STEPS && !session_over(s); i++) {
        struct probe p = experiment_probe("broadcast", words[i], "", 0);
        struct taken t;
        struct size size = {.value = loads_by_effort[s->sizes.effort], .need = 4 << 20};
        p.c.size = size.value;
        p.c.param = 1u << i;
        session_take(s, &p, &size, &t);
        experiment_fill(cycles, i, 0, &t, SAMPLE_CYCLES, 0);
    }
}

void experiment_spill(struct session *s) {
    static const char *const cap[] = {"none", "32"};
    struct series *time =
        experiment_series(s, "spill.time", "s", "spill.cu",
                          "64 words mixed in 16 rounds by every thread, with as many registers as "
                          "the kernel needs and with 32 at most; by events");
    struct series *registers = experiment_series(s, "spill.registers", "1", "spill.cu",
                                                 "registers a thread, as the runtime reports them");
    struct series *frame = experiment_series(s, "spill.frame", "B", "spill.cu",
                                             "local memory a thread, as the runtime reports it");
    struct series *blocks =
        experiment_series(s, "spill.blocks", "1", "spill.cu",
                          "blocks resident on one SM, as the runtime reports them");
    struct series *occupancy = experiment_series(s, "spill.occupancy", "1", "spill.cu",
                                                 "resident threads over the most that an SM holds");
    struct series *threads =
        experiment_series(s, "spill.threads", "1", "spill.cu", "threads in all");
    struct series *const by_cap[] = {time, registers, frame, blocks, occupancy};
    experiment_axis(by_cap, 5, "cap", 2, cap);
    if (!time && !registers && !frame && !blocks && !occupancy && !threads) return;
    struct size size = size_spill(&s->sizes);
    experiment_set_size(threads, 0, 0, &size);
    for (int i = 0; i < 2 && !session_over(s); i++) {
        struct taken t;
        struct probe p = experiment_probe("spill", cap[i], "", i);
        experiment_property(s, registers, i, "spill", i, "registers");
        experiment_property(s, frame, i, "spill", i, "frame");
        struct answer resident = experiment_property(s, blocks, i, "spill", i, "blocks");
        struct answer a_block = experiment_property(s, NULL, 0, "spill", i, "threads");
        const struct answer *most = experiment_fact(s, "threads.sm");
        if (resident.known && a_block.known && most->known && most->value > 0)
            experiment_set(occupancy, i, 0, resident.value * a_block.value / most->value);
        else
            experiment_miss(occupancy, i, 0, "threads or blocks are not reported");
        if (!time) continue;
        session_free_memory(s);
        size = size_spill(&s->sizes);
        p.c.size = size.value;
        session_take(s, &p, &size, &t);
        experiment_fill(time, i, 0, &t, SAMPLE_SECONDS, 0);
    }
}

/* What the runtime says to each, and the name of the error. */
static void ask_messages(struct session *s) {
    static const struct {
        const char *key[2], *question;
    } asked[] = {{{"launch.registers", "launch.registers.name"}, "registers"},
                 {{"launch.shared", "launch.shared.name"}, "shared"},
                 {{"launch.optin", "launch.optin.name"}, "optin"},
                 {{"launch.threads", "launch.threads.name"}, "threads"},
                 {{"alloc.memory", "alloc.memory.name"}, "memory"},
                 {{"fault.misaligned", "fault.misaligned.name"}, "misaligned"},
                 {{"fault.illegal", "fault.illegal.name"}, "illegal"}};
    for (int i = 0; i < MESSAGES_MOST && !session_over(s); i++) {
        char question[64];
        snprintf(question, sizeof question, "message.%s%s", asked[i / 2].question,
                 i % 2 ? ".name" : "");
        s->result->message[s->result->messages++] =
            (struct message){asked[i / 2].key[i % 2], session_ask(s, question)};
    }
}

/* In the order of limits.cu's versions. */
void experiment_limits(struct session *s) {
    static const char *const memory[] = {"shared", "optin"};
    struct series *registers = experiment_series(
        s, "limits.registers", "1", "limits.cu",
        "registers of the block that was refused: those of a thread times its threads");
    struct series *bytes = experiment_series(s, "limits.bytes", "B", "limits.cu",
                                             "shared memory of the block that was refused, "
                                             "without and with asking for more than usual");
    struct series *threads = experiment_series(s, "limits.threads", "1", "limits.cu",
                                               "threads of the block that was refused");
    series_axis(bytes, "memory", 2, memory);
    if (!registers && !bytes && !threads) return;
    experiment_property(s, registers, 0, "limits", 0, "asked");
    experiment_property(s, bytes, 0, "limits", 1, "asked");
    experiment_property(s, bytes, 1, "limits", 2, "asked");
    experiment_property(s, threads, 0, "limits", 3, "asked");
    ask_messages(s);
}
