/* main.c -- build/measure: options, one run a card, the file it leaves. */
#include "counters.h"
#include "experiment.h"
#include "nvml.h"
#include "options.h"
#include "process.h"
#include "record.h"
#include "report.h"
#include "store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    EXIT_USAGE = 2,
    EXIT_SUSPECT = 3,
    EXIT_INTERRUPTED = 130,
    RECORDING_MOST = 64 << 20,
    LEAST_FREE = 64 << 20
};

static volatile sig_atomic_t stop;

static void on_signal(int number) {
    (void)number;
    stop = 1;
}

/* A write fails then, and the run goes on; programs that it starts get the usual signal. */
static void on_failed_write(int number) {
    (void)number;
}

/* The first signal ends the run after the current sample or throttle counter, a second one at once. */
static void catch_signals(bool count) {
    const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < 3; i++) {
        struct sigaction a = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
        sigaction(numbers[i], &a, NULL);
    }
    if (count) return; /* a run that counts for another one ends with it */
    sigaction(SIGPIPE, &(struct sigaction){.sa_handler = on_failed_write}, NULL);
    sigaction(SIGXFSZ, &(struct sigaction){.sa_handler = on_failed_write}, NULL);
}

static int fail(const char *text) {
    fprintf(stderr, "measure: %s\n", text);
    return EXIT_FAILURE;
}

struct run {
    const struct options *options;
    struct progress progress;
    double began; /* host time, for the terminal alone */
    struct buf samples, recording;
    char output[STORE_PATH], samples_target[STORE_PATH], record_target[STORE_PATH]; /* or "" */
    int lock; /* of the output's folder, or -1 */
};

static void progress(void *context, const char *key) {
    struct run *run = context;
    report_progress(&run->progress, key, process_now() - run->began);
}

static void keep_sample(void *context, const char *key, const struct sample *s) {
    struct buf *t = &((struct run *)context)->samples;
    const double value[] = {s->seconds, s->cycles, s->hz};
    char number[NUMBER_TEXT];
    buf_str(t, key);
    for (size_t i = 0; i < 3; i++) {
        number_text(value[i], number);
        buf_printf(t, "\t%s", number);
    }
    buf_str(t, "\n");
}

/* Finds and locks the place of the card's file, if one is written. All paths of the run are checked
 * now, so that no measurement is lost for one that cannot be written. */
static bool choose_output(struct run *run, struct result *r, struct problem *why) {
    const struct options *o = run->options;
    char id[STORE_ID], path[STORE_ID + 32];
    if ((o->samples && !store_target(o->samples, run->samples_target, why)) ||
        (o->record && !store_target(o->record, run->record_target, why)))
        return false;
    if (o->only || o->check) return true;
    store_card_id("measurements", r->id, r->uuid.text, id);
    if (!o->output && strcmp(id, r->id) != 0)
        fprintf(stderr, "note: measurements/%s.json is another card's; this one is kept as %s\n",
                r->id, id);
    if (!o->output) snprintf(r->id, sizeof r->id, "%s", id);
    snprintf(path, sizeof path, "measurements/%s.json", r->id);
    return store_target(o->output ? o->output : path, run->output, why) &&
           (run->lock = store_lock(run->output, why)) >= 0;
}

/* What cannot be written where it belongs is written elsewhere, or else printed: it took a card and minutes. */
static void rescue(const char *target, const struct buf *data) {
    char name[STORE_PATH];
    if (store_rescue(target, data->ptr ? data->ptr : "", data->len, name)) {
        fprintf(stderr, "measure: it was written to %s: make room and move it to %s\n", name,
                target);
        return;
    }
    fprintf(stderr,
            "measure: no folder takes it: it follows on standard output, and belongs into %s\n",
            target);
    fwrite(data->ptr ? data->ptr : "", 1, data->len, stdout);
}

static bool write_one(const char *target, const struct buf *data, struct problem *why) {
    bool ok = store_write(target, data->ptr ? data->ptr : "", data->len, why);
    if (ok && why->text[0]) fprintf(stderr, "note: %s\n", why->text);
    if (!ok) {
        fail(why->text);
        rescue(target, data);
    }
    return ok;
}

/* Each file is tried, whatever has become of the others. */
static bool write_files(struct run *run, const struct result *r) {
    struct buf json = {0};
    struct problem why = {0};
    bool ok = true;
    if (run->output[0] && !result_json(r, nvml_throttle_name, &json)) {
        fail("the result is too large");
        ok = false;
    } else if (run->output[0]) {
        ok = write_one(run->output, &json, &why);
    }
    buf_free(&json);
    if (run->samples_target[0]) ok = write_one(run->samples_target, &run->samples, &why) && ok;
    if (run->record_target[0]) ok = write_one(run->record_target, &run->recording, &why) && ok;
    return ok;
}

static void throttle(struct session *s, struct answer *to) {
    char name[64];
    for (int i = 0; nvml_throttle_name(i); i++) {
        snprintf(name, sizeof name, "throttle.%s", nvml_throttle_name(i));
        to[i] = session_ask_number(s, name);
        to[i].value *= 1e-9;
    }
}

/* make's own status is 2 whatever failed, so the last line has the program's status. */
static void say_suspects(const struct result *r, int count) {
    fprintf(stderr, "measure: exit status %d, %d series contradict%s the others or the facts:",
            EXIT_SUSPECT, count, count == 1 ? "s" : "");
    for (int i = 0; i < r->series_count; i++)
        if (r->series[i].suspect[0]) fprintf(stderr, " %s", r->series[i].name);
    fputs(" (suspect)\n", stderr);
}

static int finish(struct run *run, struct session *s) {
    struct result *r = s->result;
    report_progress_end(&run->progress);
    if (s->fatal.text[0]) return fail(s->fatal.text);
    if (stop) {
        fprintf(stderr, "measure: interrupted; nothing was written%s%s\n",
                run->output[0] ? ", as it was: " : "", run->output);
        return EXIT_INTERRUPTED;
    }
    /* With --check no time counts, and a sanitizer may make it a thousand times longer. */
    int suspects = run->options->check ? 0 : measure_cross_check(r);
    const bool written = write_files(run, r);
    report_table(stdout, r);
    report_conditions(stderr, r);
    if (!written) return EXIT_FAILURE;
    if (run->output[0])
        printf("%s: %d series in %.0f s%s\n", run->output, r->series_count,
               process_now() - run->began, suspects ? "" : "; exit status 0, no series is suspect");
    /* Before the next card's output on the other stream; a reader that has left, as head does, misses nothing. */
    if (fflush(stdout) != 0 && errno != EPIPE)
        fprintf(stderr, "measure: standard output: %s\n", strerror(errno));
    if (suspects) say_suspects(r, suspects);
    return suspects ? EXIT_SUSPECT : EXIT_SUCCESS;
}

/* The run that started this one under ncu reads these lines. */
static void say_line(void *context, const char *line) {
    (void)context;
    fputs(line, stdout);
    fflush(stdout);
}

/* ncu runs this program again for the counted series, with the same options and --count. */
static void take_counters(const struct options *o, struct session *s) {
    char self[600] = "", device[16];
    struct ncu_call call = {.program = self,
                            .silence = o->silence ? o->silence : COUNT_SILENCE,
                            .most = COUNT_MOST,
                            .stop = &stop};
    int n = 0;
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) self[0] = '\0';
    snprintf(device, sizeof device, "%d", o->device < 0 ? 0 : o->device);
    call.argument[n++] = "--count";
    if (o->quick) call.argument[n++] = "--quick";
    call.argument[n++] = o->replay ? "--replay" : "--device";
    call.argument[n++] = o->replay ? o->replay : device;
    if (o->only) {
        call.argument[n++] = "--only";
        call.argument[n++] = o->only;
    }
    counters_series(s, o->counters ? &call : NULL);
}

static int measure(struct run *run, struct session *s) {
    struct problem why = {0};
    session_facts(s);
    if (run->options->count)
        return counters_launch(s, say_line, NULL) ? EXIT_SUCCESS : fail(s->fatal.text);
    if (run->options->facts) {
        report_facts(stdout, s->result);
        return EXIT_SUCCESS;
    }
    session_free_memory(s);
    if (s->sizes.free < LEAST_FREE) {
        char have[NUMBER_TEXT];
        bytes_text((double)s->sizes.free, have);
        snprintf(why.text, sizeof why.text,
                 "only %s of device memory is free, at least 64 MiB are needed: end what else uses "
                 "the card",
                 have);
        return fail(why.text);
    }
    if (!choose_output(run, s->result, &why)) return fail(why.text);
    fprintf(stderr, "%s, compute capability %s%s\n", s->result->name.text,
            s->result->capability.text, run->options->quick ? ", quick" : "");
    throttle(s, s->result->throttle_before);
    session_warm(s);
    measure_all(s);
    throttle(s, s->result->throttle_after);
    if (!run->options->check) take_counters(run->options, s);
    return finish(run, s);
}

/* A run has one card, or one recording of one. */
static int run_backend(const struct options *o, struct backend *card) {
    static struct series room[SERIES_MOST];
    static struct result result;
    struct backend recorder = {0};
    struct run run = {.options = o, .lock = -1};
    run.progress = (struct progress){.out = stderr, .terminal = isatty(STDERR_FILENO) == 1};
    run.began = process_now();
    memset(&result, 0, sizeof result);
    result.series = room;
    struct session s = {.backend = card,
                        .rule = o->check   ? stop_check
                                : o->quick ? stop_quick
                                           : stop_full,
                        .only = o->only,
                        .stop = &stop,
                        .result = &result,
                        .sizes = {.effort = o->check   ? EFFORT_CHECK
                                            : o->quick ? EFFORT_QUICK
                                                       : EFFORT_FULL},
                        .progress = progress,
                        .raw = o->samples ? keep_sample : NULL,
                        .context = &run};
    if (o->record) {
        record_backend(&recorder, card, &run.recording);
        s.backend = &recorder;
    }
    int status = measure(&run, &s);
    store_unlock(run.lock);
    if (recorder.end) recorder.end(recorder.self);
    buf_free(&run.samples);
    buf_free(&run.recording);
    return status;
}

static int run_replay(const struct options *o) {
    struct problem why = {0};
    struct backend b = {0};
    size_t length = 0;
    char *data = store_read(o->replay, RECORDING_MOST, &length, &why);
    if (!data) return fail(why.text);
    if (!replay_backend(&b, (struct text){data, length}, &why)) {
        fprintf(stderr, "%s:%s\n", o->replay, why.text);
        free(data);
        return EXIT_FAILURE;
    }
    int status = run_backend(o, &b);
    b.end(b.self);
    free(data);
    return status;
}

static int run_card(const struct options *all, int device) {
    struct problem why = {0};
    struct backend b = {0};
    struct options o = *all;
    o.device = device;
    if (!cuda_backend(&b, device, &why)) return fail(why.text);
    int status = run_backend(&o, &b);
    b.end(b.self);
    return status;
}

static int list_series(void) {
    const struct row *row;
    const char *file;
    for (int i = 0; (row = measure_row(i, &file)); i++)
        printf("%-22s %-7s %-18s %s\n", row->name, row->unit, file ? file : "-", row->method);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    struct options o;
    if (!options_parse(&o, argc, argv)) {
        fprintf(stderr, "%s\n", o.message);
        return EXIT_USAGE;
    }
    if (o.help) {
        fputs(options_help, stdout);
        return EXIT_SUCCESS;
    }
    if (o.list) return list_series();
    if (o.merge) return merge_named(&o);
    if (o.fault) return cuda_fault(o.device < 0 ? 0 : o.device, o.fault);
    catch_signals(o.count);
    if (o.replay) return run_replay(&o);
    int cards = 1, worst = EXIT_SUCCESS, first = o.device < 0 ? 0 : o.device;
    struct problem why = {0};
    if (o.all && !cuda_count(&cards, &why)) return fail(why.text);
    for (int i = 0; i < cards && !stop; i++) {
        int status = run_card(&o, first + i);
        worst = status > worst ? status : worst;
    }
    return worst;
}
