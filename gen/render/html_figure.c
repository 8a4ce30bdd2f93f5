/* html_figure -- diagrams and charts in a page; see html.h. */
#include "render/html.h"

#include "render/chart.h"
#include "render/diagram.h"

/* An image asks for a diagram or a chart; what it names has been found. */
struct wanted {
    struct reading reading; /* of the card, for a diagram */
    const struct diagram *diagram;
    struct chart chart; /* its series is NULL where this card has none, but others do */
    struct text name, description, caption;
};

static bool is_drawn(const struct wanted *wanted) {
    return wanted->diagram || wanted->chart.series;
}

static bool unknown(struct html *html, const struct node *node, const struct nearest *nearest,
                    const char *what) {
    const char *otherwise = text_is(text_of(what), "diagram") ? "`gen list diagrams` names them"
                                                              : "`gen list series` names them";
    diag_error(html->diags, html->source, node->link.url_offset, node->link.url.len,
               nearest_hint(nearest, otherwise, html->arena), "unknown %s %.*s", what,
               TEXT_ARG(nearest->wanted));
    return false;
}

static bool others_have(const struct cards *cards, struct text name) {
    for (size_t i = 0; i < cards->count; i++)
        if (card_series(&cards->list[i], name)) return true;
    return false;
}

static void report_lacking(struct html *html, const struct node *node, struct text name,
                           const struct card *card) {
    diag_at(html->diags, html->figures->home ? SEVERITY_ERROR : SEVERITY_WARNING, html->source,
            node->link.url_offset, node->link.url.len,
            html->figures->home ? "put the picture into {{ given }} … {{ end }}, or measure it"
                                : "the page says that it is missing; {{ given }} … {{ end }} would "
                                  "leave the picture out",
            "%.*s has no figures on %.*s: %s", TEXT_ARG(name), TEXT_ARG(card->name),
            card_missing(card));
}

/* Behind a ? stands which part of the series is drawn. NULL: it has no such part, which was said. */
static const struct series *part_of(struct html *html, const struct node *node,
                                    const struct series *series, struct text query) {
    struct series *part = ARENA_ARRAY(html->arena, struct series, 1);
    struct nearest nearest;
    *part = *series;
    if (chart_part(html->arena, html->figures->words, query, part, &nearest)) return part;
    diag_error(html->diags, html->source, node->link.url_offset, node->link.url.len,
               nearest_hint(&nearest, "`gen list series` names axes and values", html->arena),
               "%.*s has no %.*s", TEXT_ARG(series->name), TEXT_ARG(nearest.wanted));
    return NULL;
}

/* "scale=log" at the end of what is asked for is no axis of the series. */
static bool take_scale(struct text *query) {
    static const char scale[] = "scale=log";
    if (!text_ends(*query, scale)) return false;
    size_t rest = query->len - (sizeof scale - 1);
    if (rest && query->ptr[rest - 1] != '&') return false;
    *query = text_cut(*query, 0, rest ? rest - 1 : 0);
    return true;
}

/* Behind a series of the page's own card that of another one is drawn, where there is one: the same part. */
static void set_beside(struct html *html, struct chart *chart, struct text query) {
    const struct card *card = html->figures->beside;
    const struct series *series = card ? card_series(card, chart->series->name) : NULL;
    struct nearest nearest;
    if (!series || !series->point_count) return;
    struct series *part = ARENA_ARRAY(html->arena, struct series, 1);
    *part = *series;
    if (!query.len || chart_part(html->arena, html->figures->words, query, part, &nearest))
        chart_set_beside(chart, card, part);
}

static bool find_chart(struct html *html, const struct node *node, struct text query,
                       struct wanted *wanted) {
    const struct cards *cards = html->figures->cards;
    struct text id = text_next(&query, '?'), name = text_next(&id, '@');
    if (id.ptr) {
        struct nearest nearest = {.wanted = id};
        for (size_t i = 0; i < cards->count; i++)
            nearest_offer(&nearest, cards->list[i].id);
        wanted->reading.card = cards_find(cards, id);
        if (!wanted->reading.card) return unknown(html, node, &nearest, "card");
    }
    const struct card *card = wanted->reading.card;
    const struct series *series = card_series(card, name);
    if (!series && others_have(cards, name)) {
        report_lacking(html, node, name, card);
        return true;
    }
    struct nearest nearest = {.wanted = name};
    for (size_t i = 0; i < card->series_count; i++)
        nearest_offer(&nearest, card->series[i].name);
    if (!series) return unknown(html, node, &nearest, "series");
    if (!series->point_count) return false; /* its file was refused */
    const bool factors = take_scale(&query);
    if (query.len) series = part_of(html, node, series, query);
    if (!series) return false;
    wanted->chart = chart_of(html->arena, html->figures->words, card, series);
    wanted->chart.factors = factors;
    if (!id.ptr) set_beside(html, &wanted->chart, query);
    if (wanted->chart.possible) return true;
    diag_error(html->diags, html->source, node->link.url_offset, node->link.url.len,
               "a chart shows two axes at most, and no more than 8 groups; use a table block",
               "%.*s cannot be drawn as a chart", TEXT_ARG(name));
    return false;
}

/* A caption is the name too; without one the alt text is the name and the numbers describe. */
static void name(struct html *html, const struct node *node, struct wanted *wanted) {
    struct text alt = html_words(html->arena, node);
    struct text title = text_trim(node->link.title);
    if (node->next && node->next->type == NODE_CAPTION) title = html_words(html->arena, node->next);
    wanted->caption = title;
    wanted->name = title.len ? title : alt;
    wanted->description = title.len ? alt : (struct text){0};
    if (wanted->name.len || !is_drawn(wanted)) return;
    wanted->name = wanted->diagram ? diagram_title(wanted->diagram, &wanted->reading)
                                   : words_title(html->figures->words, wanted->chart.series);
}

static bool find(struct html *html, const struct node *node, struct wanted *wanted) {
    struct text url = node->link.url;
    *wanted = (struct wanted){.reading = {.card = html->figures->card, .arena = html->arena}};
    if (text_starts(url, "diagram:")) {
        struct text query = text_cut(url, 8, url.len), name = text_next(&query, '?');
        struct nearest nearest = {.wanted = name};
        wanted->diagram = diagram_find(&nearest);
        if (!wanted->diagram) return unknown(html, node, &nearest, "diagram");
        if (!diagram_given(html, node, wanted->diagram, query, &wanted->reading)) return false;
    } else if (!text_starts(url, "chart:") ||
               !find_chart(html, node, text_cut(url, 6, url.len), wanted)) {
        return false; /* where it is neither a diagram nor a chart, who resolved the links has said so */
    }
    name(html, node, wanted);
    return true;
}

static struct svg_result draw(struct html *html, struct wanted *wanted, enum svg_layout layout) {
    struct text id = arena_printf(html->arena, THEME_ID "fig%zu%c-", html->figure_count,
                                  layout == SVG_WIDE ? 'w' : 'n');
    struct svg_frame frame = {
        .id_prefix = id.ptr, .title = arena_string(html->arena, wanted->name), .layout = layout};
    if (wanted->description.len) frame.desc = arena_string(html->arena, wanted->description);
    if (!frame.desc && !wanted->diagram) frame.desc = chart_sentence(&wanted->chart).ptr;
    return wanted->diagram ? wanted->diagram->draw(&wanted->reading, &frame)
                           : chart_svg(&wanted->chart, &frame);
}

/* Readers may take it along. */
static void keep(struct html *html, const struct node *node, const struct wanted *wanted,
                 const struct svg_result *result) {
    struct svg_result alone = svg_standalone(result);
    if (alone.code == SVG_ERR_MEMORY) memory_failed();
    if (alone.text) {
        html->drawn = arena_grow(html->arena, html->drawn, html->drawn_count, &html->drawn_capacity,
                                 sizeof *html->drawn);
        html->drawn[html->drawn_count++] = (struct html_drawn){
            node, wanted->name, arena_text(html->arena, (struct text){alone.text, alone.length})};
    }
    svg_result_free(&alone);
}

static void drawings(struct html *html, struct buf *out, const struct node *node,
                     struct wanted *wanted) {
    html->figure_count++;
    for (enum svg_layout layout = SVG_WIDE; layout <= SVG_NARROW; layout++) {
        struct svg_result result = draw(html, wanted, layout);
        if (node && layout == SVG_WIDE) keep(html, node, wanted, &result);
        struct text why =
            chart_add(out, html->arena, wanted->diagram ? NULL : &wanted->chart, &result);
        if (why.len && node)
            diag_error(html->diags, html->source, node->link.url_offset, node->link.url.len, NULL,
                       "%.*s cannot be drawn: %.*s", TEXT_ARG(node->link.url), TEXT_ARG(why));
        else if (why.len)
            diag_file(html->diags, SEVERITY_ERROR, wanted->reading.card->path, NULL,
                      "%.*s cannot be drawn: %.*s", TEXT_ARG(wanted->name), TEXT_ARG(why));
    }
}

/* The first sentence says what the picture shows; what follows explains it, in smaller letters. */
static void caption_words(struct buf *out, struct text caption) {
    size_t end = text_find(caption, ". ", 0);
    html_tag(out, "span", "class", "caption", NULL);
    buf_html(out, end == SIZE_MAX ? caption : text_cut(caption, 0, end + 2));
    if (end != SIZE_MAX) html_element(out, text_cut(caption, end + 2, caption.len), "small", NULL);
    html_end(out, "span");
}

static void caption(struct buf *out, const struct wanted *wanted) {
    struct text source = {0};
    if (wanted->diagram)
        source = diagram_provenance(wanted->diagram, &wanted->reading);
    else if (is_drawn(wanted))
        source = chart_provenance(&wanted->chart);
    if (!source.len && !wanted->caption.len) return;
    buf_str(out, "<figcaption>");
    if (wanted->caption.len) caption_words(out, wanted->caption);
    if (wanted->caption.len && source.len) buf_char(out, ' ');
    if (source.len) html_element(out, source, "span", "class", "provenance", NULL);
    buf_str(out, "</figcaption>\n");
}

static void table(struct html *html, struct buf *out, const struct wanted *wanted) {
    if (wanted->diagram && !wanted->diagram->table) return;
    const struct chart *chart = &wanted->chart;
    buf_str(out, "<details class=\"numbers\">\n<summary>The numbers of this figure</summary>\n");
    if (wanted->diagram)
        wanted->diagram->table(html, out, wanted->reading.card);
    else
        chart_table(html, out, chart, words_title(chart->words, chart->series));
    buf_str(out, "</details>\n");
}

/* `node` is the image on a page of content, where mistakes are reported; NULL: on another page. */
static void figure(struct html *html, struct buf *out, const struct node *node,
                   struct wanted *wanted) {
    buf_str(out, "<figure class=\"drawing\">\n");
    if (is_drawn(wanted)) {
        drawings(html, out, node, wanted);
    } else {
        buf_str(out, "<p>");
        html_missing(out, text_of(card_missing(wanted->reading.card)), (struct text){0});
        buf_str(out, "</p>\n");
    }
    caption(out, wanted);
    buf_str(out, "</figure>\n"); /* its caption has to be the last in it */
}

void figure_block(struct html *html, struct buf *out, const struct node *node) {
    struct wanted wanted;
    const struct node *image = node->first;
    if (!image || image->type != NODE_IMAGE || !find(html, image, &wanted)) return;
    figure(html, out, image, &wanted);
    if (is_drawn(&wanted)) table(html, out, &wanted);
}

void figure_inline(struct html *html, struct buf *out, const struct node *node) {
    struct wanted wanted;
    if (!find(html, node, &wanted)) return;
    if (!is_drawn(&wanted)) {
        html_missing(out, text_of(card_missing(wanted.reading.card)), (struct text){0});
        return;
    }
    buf_str(out, "<span class=\"drawing\">\n");
    drawings(html, out, node, &wanted);
    buf_str(out, "</span>");
}

void figure_diagram(struct html *html, struct buf *out, const struct diagram *diagram,
                    const struct card *card, bool numbers) {
    struct wanted wanted = {.reading = {.card = card, .arena = html->arena, .html = html},
                            .diagram = diagram};
    wanted.name = diagram_title(wanted.diagram, &wanted.reading);
    figure(html, out, NULL, &wanted);
    if (numbers) table(html, out, &wanted);
}

void figure_chart(struct html *html, struct buf *out, const struct chart *chart) {
    struct wanted wanted = {.reading = {.card = chart->card},
                            .chart = *chart,
                            .name = words_title(chart->words, chart->series)};
    figure(html, out, NULL, &wanted);
}
