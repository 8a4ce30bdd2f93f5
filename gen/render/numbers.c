/* numbers -- see numbers.h. */
#include "render/numbers.h"

#include "course/address.h"
#include "render/site.h"

/* Where the card's page has it, or the page's own list of sources. */
struct text numbers_href(const struct site_build *build, struct text from,
                         const struct used *used) {
    struct arena *arena = build->arena;
    if (used->cited)
        return arena_printf(arena, "#" THEME_ID "source-%.*s", TEXT_ARG(used->cited->id.value));
    struct text place = TEXT("/model/");
    if (!used->predicted.len) {
        struct text card = course_card_address(used->card, arena);
        struct text name = used->fact ? used->fact->name : TEXT(THEME_ID "messages");
        place = used->series ? course_point_address(used->card, used->series, used->point, arena)
                             : arena_printf(arena, "%.*s#%s%.*s", TEXT_ARG(card),
                                            used->fact ? "fact." : "", TEXT_ARG(name));
    }
    return site_to(build, from, place);
}

static struct text href_of(const struct html *html, const struct used *used) {
    return numbers_href(html->build, html->address, used);
}

/* A dotted line below the number says so. */
static bool was_measured(const struct used *used, size_t count) {
    bool measured = false;
    for (size_t i = 0; i < count; i++) {
        const struct series *series = used[i].series;
        measured |= series && series->origin != ORIGIN_REPORTED && !used[i].card->reported;
    }
    return measured;
}

bool numbers_link(struct html *html, struct buf *out, const struct node *node) {
    const struct provenance *from = node->value.from;
    struct numbers *numbers = html->numbers;
    if (!numbers || !from || html->in_link || html->no_numbers) return false;
    numbers->value = arena_grow(html->arena, numbers->value, numbers->count, &numbers->capacity,
                                sizeof *numbers->value);
    numbers->value[numbers->count++] = node;
    struct text href = href_of(html, &from->used[0]);
    const char *class = node->value.reported                    ? "value reported"
                        : was_measured(from->used, from->count) ? "value measured"
                                                                : "value";
    html_tag(out, "a", "class", class, "href", href.ptr, NULL);
    buf_html(out, node->value.shown);
    html_end(out, "a");
    return true;
}

static const char *class_of(const struct used *used) {
    return used->card->reported    ? "value value-row reported"
           : was_measured(used, 1) ? "value value-row measured"
                                   : "value value-row";
}

void numbers_put(struct buf *out, const struct used *used, struct text href, struct text shown) {
    html_tag(out, "a", "class", class_of(used), "href", href.ptr, NULL);
    buf_html(out, shown);
    html_end(out, "a");
}

struct text numbers_row(const struct site_build *build, struct text from, const struct used *used,
                        struct text shown) {
    struct buf out = {.arena = build->arena};
    if (!shown.len) return shown;
    if (used->point || used->fact)
        numbers_put(&out, used, numbers_href(build, from, used), shown);
    else
        buf_html(&out, shown);
    return buf_take(&out, build->arena);
}

struct text numbers_point_href(struct numbers_series *last, const struct site_build *build,
                               struct text from, const struct used *used) {
    const struct series *series = used->series;
    if (!used->point || !series_known(series)) return numbers_href(build, from, used);
    if (last->series != series) {
        const struct text place = course_series_address(used->card, series, build->arena);
        *last = (struct numbers_series){series, site_to(build, from, place)};
    }
    const struct text id = course_point_id(series, used->point, build->arena);
    return arena_printf(build->arena, "%.*s%.*s", TEXT_ARG(last->href),
                        TEXT_ARG(text_cut(id, series->name.len, id.len)));
}

struct svg_link numbers_drawn(const struct reading *reading, const struct reading_point *read) {
    const struct used used = numbers_point(reading->card, read);
    if (!reading->html || !read->point) return (struct svg_link){0};
    return (struct svg_link){.href = href_of(reading->html, &used).ptr, .classes = class_of(&used)};
}

struct used numbers_fact(const struct card *card, const char *name) {
    const struct fact *fact = card_fact(card, text_of(name));
    if (fact && fact->missing) fact = NULL;
    return (struct used){.card = card, .fact = fact};
}

const char *numbers_code_id(struct html *html, const struct node *code) {
    struct numbers *numbers = html->numbers;
    if (!numbers || !text_starts(code->code.from, "kernels/")) return NULL;
    numbers->code = arena_grow(html->arena, numbers->code, numbers->code_count,
                               &numbers->code_capacity, sizeof *numbers->code);
    numbers->code[numbers->code_count++] =
        (struct number_code){code->code.from, html->code_count, code->code.first_line};
    return html_printf(html, THEME_ID "code-%zu", html->code_count);
}
