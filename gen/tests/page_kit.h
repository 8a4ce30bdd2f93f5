/* page_kit -- pages and cards for the tests of gen/page: a page is written as its body alone, and
 * messages are compared as one text, each "LINE:COLUMN severity: message", lines of the body counted
 * from +1. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <fcntl.h>
#include <unistd.h>

#include <cmocka.h>

#include "page/page.h"

struct kit {
    struct arena arena;
    struct diags diags;
    struct root root;
    char folder[64];
    struct cards cards;
    struct page *page;
    size_t front_lines;
};

static inline void kit_start(struct kit *kit) {
    *kit = (struct kit){.root = {.fd = -1}};
    snprintf(kit->folder, sizeof kit->folder, "/tmp/page-kit-XXXXXX");
    assert_non_null(mkdtemp(kit->folder));
    assert_true(root_open(&kit->root, kit->folder, &kit->diags));
}

static inline void kit_write(struct kit *kit, const char *path, const char *text) {
    assert_true(file_write(&kit->root, text_of(path), text_of(text), FILE_REPLACE, &kit->diags));
}

static inline void kit_remove(const char *folder, struct kit *kit) {
    struct file_list list = file_walk(&kit->root, text_of(folder), "", &kit->arena, &kit->diags);
    for (size_t i = 0; i < list.count; i++)
        unlinkat(kit->root.fd, list.path[i].ptr, 0);
    unlinkat(kit->root.fd, folder, AT_REMOVEDIR);
}

static inline void kit_end(struct kit *kit) {
    kit_remove("kernels", kit);
    kit_remove("measurements/reported", kit);
    kit_remove("measurements", kit);
    root_close(&kit->root);
    rmdir(kit->folder);
    diags_free(&kit->diags);
    arena_free(&kit->arena);
}

static const char kit_front[] = "---\n"
                                "title: Kit page\n"
                                "term: Kit\n"
                                "kind: glossary\n"
                                "summary: A page made for one check.\n"
                                "sources:\n"
                                "  - id: hopper-guide\n"
                                "    title: Hopper Tuning Guide\n"
                                "    url: https://docs.example/hopper\n"
                                "    checked: 2026-11-29\n"
                                "byline:\n"
                                "  author: pending\n"
                                "  reviewer: pending\n"
                                "  written: pending\n"
                                "  checked: pending\n"
                                "---\n";

static inline struct page *kit_page_at(struct kit *kit, const char *path, const char *front,
                                       const char *body) {
    struct text whole = arena_printf(&kit->arena, "%s%s", front, body);
    struct source *source = source_load(&kit->arena, text_of(path), whole);
    kit->front_lines = 0;
    for (const char *c = front; *c; c++)
        kit->front_lines += *c == '\n';
    kit->page = page_read(&kit->root, source, &kit->arena, &kit->diags);
    return kit->page;
}

static inline struct page *kit_page(struct kit *kit, const char *body) {
    return kit_page_at(kit, "content/glossary/kit.md", kit_front, body);
}

/* Every message so far, and forgets them. */
static inline const char *kit_messages(struct kit *kit) {
    struct buf out = {0};
    static const char *const words[] = {"error", "warning", "note"};
    diags_sort(&kit->diags);
    for (size_t i = 0; i < kit->diags.count; i++) {
        const struct diag *diag = &kit->diags.list[i];
        bool body = diag->place.line > kit->front_lines;
        buf_printf(&out, "%s%zu:%zu %s: %.*s\n", body ? "+" : "",
                   diag->place.line - (body ? kit->front_lines : 0), diag->place.column,
                   words[diag->severity], TEXT_ARG(diag->message));
    }
    const char *text = arena_string(&kit->arena, buf_text(&out));
    buf_free(&out);
    diags_free(&kit->diags);
    return text;
}

#define assert_messages(kit, want) assert_string_equal(kit_messages(kit), (want))

/* ---- cards ------------------------------------------------------------------------------- */

static inline struct point kit_point(struct arena *arena, const char *at, double median,
                                     const char *missing) {
    struct point point = {.median = median,
                          .min = median * 0.98,
                          .max = median * 1.03,
                          .p05 = median * 0.99,
                          .p95 = median * 1.01,
                          .runs = 51,
                          .missing = missing != NULL,
                          .reason = text_of(missing)};
    point.at = ARENA_ARRAY(arena, struct text, 2);
    struct text rest = text_of(at);
    for (size_t i = 0; i < 2; i++)
        point.at[i] = text_next(&rest, ',');
    return point;
}

/* One series with one axis (or none: axis NULL), values in `values` separated by commas. */
static inline struct series *kit_series(struct kit *kit, struct card *card, const char *name,
                                        const char *unit, const char *axis, const char *values,
                                        const double *median) {
    struct arena *arena = &kit->arena;
    struct series *series = &card->series[card->series_count++];
    *series = (struct series){.name = text_of(name),
                              .unit = text_of(unit),
                              .kernel = text_of("kit.cu"),
                              .origin = card->reported ? ORIGIN_REPORTED : ORIGIN_MEASURED};
    if (!axis) {
        series->point = ARENA_NEW(arena, struct point);
        series->point[0] = kit_point(arena, "", median[0], NULL);
        series->point_count = 1;
        return series;
    }
    series->axis = ARENA_NEW(arena, struct axis);
    series->axis_count = 1;
    series->axis->name = text_of(axis);
    series->axis->value = ARENA_ARRAY(arena, struct text, 8);
    series->axis->numeric = true;
    series->point = ARENA_ARRAY(arena, struct point, 8);
    for (struct text rest = text_of(values); rest.len;) {
        size_t i = series->axis->count++;
        unsigned long number;
        struct text value = text_next(&rest, ',');
        series->axis->value[i] = value;
        series->axis->numeric = series->axis->numeric && text_number(value, 1000000, &number);
        series->point[series->point_count++] =
            kit_point(arena, arena_string(arena, value), median[i], NULL);
    }
    return series;
}

static inline void kit_fact(struct card *card, const char *name, double value, const char *unit,
                            const char *missing) {
    card->fact[card->fact_count++] = (struct fact){.name = text_of(name),
                                                   .unit = text_of(unit),
                                                   .value = value,
                                                   .missing = missing != NULL,
                                                   .reason = text_of(missing)};
}

/* kit-card, measured, and far-card, reported, which knows less. */
static inline void kit_cards(struct kit *kit) {
    struct arena *arena = &kit->arena;
    struct card *list = ARENA_ARRAY(arena, struct card, 2), *home = list, *far = list + 1;
    for (size_t i = 0; i < 2; i++) {
        list[i].series = ARENA_ARRAY(arena, struct series, 16);
        list[i].fact = ARENA_ARRAY(arena, struct fact, 16);
    }
    home->id = TEXT("kit-card");
    home->name = TEXT("Kit Card");
    home->compute_capability = TEXT("9.0");
    home->run.date = TEXT("2026-11-29T20:11:12Z");
    home->run.driver = TEXT("570.1");
    home->run.cuda = TEXT("12.8");
    home->run.sm_clock = (struct condition){.min = 1.9e9, .median = 1.98e9, .max = 1.98e9};
    home->run.missing = ARENA_NEW(arena, struct run_missing);
    home->run.missing[0] = (struct run_missing){TEXT("host"), TEXT("asked not to")};
    home->run.missing_count = 1;
    home->run.power = (struct condition){.missing = true, .reason = TEXT("no permission")};
    home->message = ARENA_ARRAY(arena, struct card_message, 2);
    home->message[0] =
        (struct card_message){.name = TEXT("launch.threads"), .words = TEXT("too *many* threads")};
    home->message[1] = (struct card_message){
        .name = TEXT("fault.illegal"), .missing = true, .reason = TEXT("the child hung")};
    home->message_count = 2;
    kit_series(kit, home, "stride.time", "s", "stride", "1,2,8", (double[]){1e-3, 1e-3, 5.1e-3});
    kit_series(kit, home, "stride.useful", "B/s", "stride", "1,2,8",
               (double[]){4e12, 4e12, 5.63e11});
    struct series *copy = kit_series(kit, home, "copy.rate", "B/s", "op", "read,write,zero",
                                     (double[]){4.271e12, 3e12, 0});
    copy->counts = TEXT("bytes read");
    kit_series(kit, home, "dram.rated", "B/s", NULL, NULL, (double[]){4.8e12});
    struct series *walk = kit_series(kit, home, "tlb.time", "s", NULL, NULL, (double[]){0});
    walk->point[0].missing = true;
    walk->point[0].reason = TEXT("not run on this card");
    struct series *odd = kit_series(kit, home, "odd.rate", "B/s", NULL, NULL, (double[]){1e9});
    odd->suspect = TEXT("faster than the bus");
    struct series *two =
        kit_series(kit, home, "transpose.rate", "B/s", "kernel", "copy,naive", (double[]){0, 0});
    struct axis *axes = ARENA_ARRAY(arena, struct axis, 2);
    axes[0] = two->axis[0];
    axes[1] = (struct axis){.name = TEXT("fits"), .count = 2};
    axes[1].value = ARENA_ARRAY(arena, struct text, 2);
    axes[1].value[0] = TEXT("l2");
    axes[1].value[1] = TEXT("dram");
    two->axis = axes;
    two->axis_count = 2;
    two->point_count = 4;
    two->point[0] = kit_point(arena, "copy,l2", 8e12, NULL);
    two->point[1] = kit_point(arena, "copy,dram", 4e12, NULL);
    two->point[2] = kit_point(arena, "naive,l2", 1e12, NULL);
    two->point[3] = kit_point(arena, "naive,dram", 0, "out of memory");
    kit_fact(home, "l2", 62914560, "B", NULL);
    kit_fact(home, "registers", 65536, "1", NULL);
    kit_fact(home, "warp", 32, "1", NULL);
    home->fact[home->fact_count - 1].method = TEXT("from a tuning guide");
    kit_fact(home, "rated", 0, "B/s", NULL);
    kit_fact(home, "window", 0, "B", "the driver does not say");

    far->id = TEXT("far-card");
    far->name = TEXT("Far Card");
    far->reported = true;
    far->run.sm_clock = (struct condition){.missing = true, .reason = TEXT("not in the paper")};
    far->source = ARENA_NEW(arena, struct card_source);
    far->source_count = 1;
    far->source[0] = (struct card_source){.id = TEXT("paper"), .title = TEXT("A Paper")};
    struct series *stride =
        kit_series(kit, far, "stride.time", "s", "stride", "1,8", (double[]){2e-3, 4e-3});
    stride->point[0].source = stride->point[1].source = TEXT("paper");
    stride->point[0].runs = stride->point[1].runs = 0;
    stride->kernel = (struct text){0};
    kit_series(kit, far, "latency.cycles", "cycle", "level", "l1,l2", (double[]){32, 188});
    kit_fact(far, "l2", 4194304, "B", NULL);
    kit_fact(far, "l1", 65536, "B", NULL);
    far->fact[0].source = TEXT("paper");
    kit->cards = (struct cards){list, 2};
}

static inline struct evaluation kit_evaluation(struct kit *kit, const char *card) {
    if (!kit->cards.count) kit_cards(kit);
    const struct card *found = cards_find(&kit->cards, text_of(card));
    assert_non_null(found);
    bool home = text_is(found->id, "kit-card");
    return (struct evaluation){.cards = &kit->cards,
                               .card = found,
                               .default_card = cards_find(&kit->cards, TEXT("kit-card")),
                               .home = home,
                               .claims = home ? SEVERITY_ERROR : SEVERITY_WARNING,
                               .diags = &kit->diags};
}

static inline void kit_evaluate(struct kit *kit, const char *card) {
    struct evaluation evaluation = kit_evaluation(kit, card);
    page_evaluate(kit->page, &evaluation, &kit->arena);
}

/* ---- trees as text ----------------------------------------------------------------------- */

static inline void kit_draw_into(struct buf *out, const struct node *node) {
    static const char *const names[] = {[NODE_DOCUMENT] = "doc",    [NODE_PARAGRAPH] = "p",
                                        [NODE_HEADING] = "h",       [NODE_QUOTE] = "quote",
                                        [NODE_LIST] = "list",       [NODE_ITEM] = "item",
                                        [NODE_CODE_BLOCK] = "code", [NODE_RULE] = "rule",
                                        [NODE_TABLE] = "table",     [NODE_CAPTION] = "caption",
                                        [NODE_ROW] = "row",         [NODE_CELL] = "cell",
                                        [NODE_FIGURE] = "figure",   [NODE_TOOL] = "tool",
                                        [NODE_NOTE] = "note",       [NODE_QUESTION] = "question",
                                        [NODE_ASK] = "ask",         [NODE_CHOICE] = "choice",
                                        [NODE_THEN] = "then",       [NODE_SOFTBREAK] = "soft",
                                        [NODE_LINEBREAK] = "break", [NODE_CODE] = "`",
                                        [NODE_EMPH] = "em",         [NODE_STRONG] = "strong",
                                        [NODE_STRIKE] = "strike",   [NODE_LINK] = "a",
                                        [NODE_IMAGE] = "img",       [NODE_NOTE_REF] = "ref",
                                        [NODE_FORMULA] = "formula", [NODE_MATH] = "math",
                                        [NODE_BRANCH] = "branch"};
    if (node->type == NODE_TEXT) {
        buf_printf(out, "'%.*s'", TEXT_ARG(node->text));
        return;
    }
    if (node->type == NODE_EXPR) {
        buf_printf(out, "{%.*s}", TEXT_ARG(text_trim(node->text)));
        return;
    }
    if (node->type == NODE_COND)
        buf_str(out, node->cond.claim    ? "claim"
                     : node->cond.always ? "always"
                     : node->cond.given  ? "given"
                                         : "if");
    else
        buf_str(out, names[node->type]);
    if (!node->first) return;
    buf_char(out, '(');
    for (const struct node *child = node->first; child; child = child->next) {
        if (child != node->first) buf_char(out, ' ');
        kit_draw_into(out, child);
    }
    buf_char(out, ')');
}

/* p('a ' if(branch('b') branch('c')) soft) */
static inline const char *kit_draw(struct kit *kit, const struct node *node) {
    struct buf out = {0};
    kit_draw_into(&out, node);
    const char *text = arena_string(&kit->arena, buf_text(&out));
    buf_free(&out);
    return text;
}

/* What a reader sees below a node: words and values, cells ended by "|", rows by a line end. */
static inline const char *kit_seen(struct kit *kit, const struct node *root) {
    struct buf out = {0};
    for (struct node *node = tree_visible_next(root, root); node;
         node = tree_visible_next(node, root)) {
        if (node->type == NODE_ROW && out.len) buf_char(&out, '\n');
        if (node->type == NODE_CELL && node->cell.column) buf_char(&out, '|');
        if (node->type == NODE_TEXT || node->type == NODE_CODE) buf_view(&out, node->text);
        if (node->type == NODE_SOFTBREAK) buf_char(&out, ' ');
        if (node->type != NODE_EXPR) continue;
        if (node->value.state == VALUE_MISSING)
            buf_printf(&out, "(%.*s: %.*s)", TEXT_ARG(node->value.missing),
                       TEXT_ARG(node->value.shown));
        else if (node->value.state == VALUE_SHOWN)
            buf_view(&out, node->value.shown);
        else
            buf_str(&out, "(failed)");
    }
    const char *text = arena_string(&kit->arena, buf_text(&out));
    buf_free(&out);
    return text;
}

/* What is read of a body on a card, and the messages. */
static inline void check_page(const char *card, const char *body, const char *seen,
                              const char *messages) {
    struct kit kit;
    kit_start(&kit);
    kit_page(&kit, body);
    assert_messages(&kit, "");
    kit_evaluate(&kit, card);
    assert_string_equal(kit_seen(&kit, kit.page->document), seen);
    assert_messages(&kit, messages);
    kit_end(&kit);
}
