/* names -- see names.h. */
#include "measure/names.h"

#include "base/buf.h"
#include "base/nearest.h"

bool names_has(const char *words, struct text word) {
    for (const char *at = words; *at; at += *at == ' ') {
        const char *start = at;
        while (*at && *at != ' ')
            at++;
        if (text_equal((struct text){start, (size_t)(at - start)}, word)) return true;
    }
    return false;
}

const char *names_hint(struct arena *arena, const char *words, struct text word) {
    struct nearest nearest = {.wanted = word};
    struct buf all = {0};
    for (struct text rest = text_of(words); rest.len;) {
        struct text known = text_next(&rest, ' ');
        nearest_offer(&nearest, known);
        buf_printf(&all, "%s%.*s", all.len ? ", " : "known here: ", TEXT_ARG(known));
    }
    return nearest_hint(&nearest, buf_take(&all, arena).ptr, arena);
}
