/* aside -- see aside.h. */
#include "course/aside.h"

#include <string.h>

#include "page/packed.h"

bool aside_takes(struct aside *aside, struct text markdown, size_t most) {
    const bool formulas = markdown.len && memchr(markdown.ptr, '$', markdown.len);
    if (!formulas && aside->held + markdown.len > most) return true;
    aside->held += markdown.len;
    return false;
}

struct aside_page *aside_put(struct aside *aside, struct page *page, struct arena *arena) {
    struct aside_page *place = ARENA_NEW(arena, struct aside_page);
    struct buf out = {0};
    page_pack(page, &out);
    place->bytes.len = out.len;
    if (!spool_put(&aside->spool, buf_text(&out), &place->at)) /* no room there: it is kept here */
        place->bytes = arena_text(arena, buf_text(&out));
    buf_free(&out);
    page_put_aside(page, arena);
    arena_reset(&aside->passing);
    return place;
}

/* Where its own file cannot be read again the process ends: nothing has been published. */
static struct text bytes_of(struct aside *aside, const struct aside_page *place) {
    if (place->bytes.ptr) return place->bytes;
    char *room = arena_reserve(&aside->passing, place->bytes.len);
    if (!spool_get(&aside->spool, place->at, room, place->bytes.len)) memory_failed();
    return (struct text){room, place->bytes.len};
}

void aside_unpack(struct aside *aside, struct aside_page *place, struct page *page) {
    if (!place || place->open++) return;
    aside->open++;
    page_unpack(page, bytes_of(aside, place), &aside->passing);
}

void aside_pack(struct aside *aside, struct aside_page *place, struct page *page) {
    if (!place || --place->open) return;
    page->document = NULL;
    page->source->text.ptr = NULL;
    if (!--aside->open) arena_reset(&aside->passing);
}

void aside_free(struct aside *aside) {
    spool_close(&aside->spool);
    arena_free(&aside->passing);
}
