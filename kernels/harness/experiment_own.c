/* experiment_own.c -- experiments that are no walk over axes: what is computed from facts, and what
 * the runtime says when it refuses. */
#include "experiment.h"

#include <stdio.h>

void experiment_rated(struct session *s, struct series *const *made) {
    double clock = result_fact(s->result, "clock.memory"), bus = result_fact(s->result, "bus");
    struct point *p = series_point(made[0], 0, 0);
    if (s->result->slice)
        point_miss(p, "a MIG slice: bus width and clock are those of the whole card");
    else if (!(clock > 0))
        point_miss(p, result_answer(s->result, "clock.memory")->text);
    else if (!(bus > 0))
        point_miss(p, result_answer(s->result, "bus")->text);
    else
        point_set(p, 2 * clock * bus / 8);
}

/* Pages show what the runtime says to each of these mistakes, and the name of the error. */
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

/* The questions stand in the order of limits.cu's versions. */
void experiment_limits(struct session *s, struct series *const *made) {
    static const struct { int row, at; } asked[] = {{0, 0}, {1, 0}, {1, 1}, {2, 0}};
    for (int i = 0; i < 4; i++) {
        struct answer a = experiment_property(s, "limits", i, "asked");
        point_answer(series_point(made[asked[i].row], asked[i].at, 0), &a);
    }
    ask_messages(s);
}
