/* said -- see said.h. */
#include "base/said.h"

static void pack_message(struct pack *pack, struct diag *diag) {
    PACK_AS(pack, enum severity, &diag->severity);
    pack_text(pack, &diag->path);
    pack_number(pack, &diag->place.line);
    pack_number(pack, &diag->place.column);
    pack_number(pack, &diag->length);
    pack_text(pack, &diag->line);
    pack_number(pack, &diag->line_from);
    pack_flag(pack, &diag->line_cut);
    pack_text(pack, &diag->message);
    pack_text(pack, &diag->hint);
}

void said_keep(struct pack *pack, const struct diags *diags, size_t first) {
    size_t count = diags->count - first;
    pack_count(pack, &count);
    for (size_t i = first; i < diags->count; i++)
        pack_message(pack, &diags->list[i]);
}

void said_again(struct pack *pack, struct diags *diags) {
    size_t count = 0;
    pack_count(pack, &count);
    for (size_t i = 0; i < count && !pack->failed; i++) {
        struct diag diag = {0};
        pack_message(pack, &diag);
        if (!pack->failed) diags_add(diags, &diag);
    }
}
