/* nearest -- see nearest.h. */
#include "base/nearest.h"

#include "base/buf.h"

const char *nearest_hint(const struct nearest *nearest, const char *otherwise,
                         struct arena *arena) {
    if (!nearest->count) return otherwise;
    struct buf out = {0};
    for (size_t i = 0; i < nearest->count; i++)
        buf_printf(&out, "%s%.*s", i ? ", " : "nearest: ", TEXT_ARG(nearest->name[i]));
    return buf_take(&out, arena).ptr;
}
