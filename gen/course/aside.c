/* aside -- see aside.h. */
#include "course/aside.h"

#include <string.h>

#include "base/stamp.h"
#include "page/packed.h"
#include "page/signed.h"

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

struct aside_page *aside_unread(struct aside *aside, struct page *page, struct text stamp,
                                struct arena *arena) {
    struct aside_page *place = ARENA_NEW(arena, struct aside_page);
    place->stamp = stamp;
    page_put_aside(page, arena);
    arena_reset(&aside->passing);
    return place;
}

/* What reading says was said already. A file that is another one now ends the build later: aside->changed. */
static void read_again(struct aside *aside, const struct aside_page *place, struct page *page) {
    struct arena *arena = &aside->passing;
    struct diags unheard = {0};
    struct text bytes = {0};
    bool fine = file_read(aside->root, page->path, FILE_MAX_TEXT, arena, &bytes, &unheard);
    struct source *source = source_load(arena, page->path, bytes);
    struct page *again = page_read_apart(aside->root, source, arena, arena, &unheard);
    if (!fine || !text_equal(stamp_of(&stamp_no_key, bytes, arena), place->stamp))
        aside->changed = page->path;
    signed_load(again, aside->root, arena, &unheard);
    if (page->signature && again->signature) page->signature->words = again->signature->words;
    page->source->text = text_cut(source->text, 0, page->source->text.len);
    page->document = again->document;
    diags_free(&unheard);
}

void aside_unpack(struct aside *aside, struct aside_page *place, struct page *page) {
    if (!place || place->open++) return;
    aside->open++;
    if (place->stamp.len)
        read_again(aside, place, page);
    else
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
