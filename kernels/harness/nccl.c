/* nccl.c -- see nccl.h. Numbers of types, operations and codes are those of NVIDIA's nccl.h. */
#include "nccl.h"

#include "library.h"

#include <stdlib.h>

enum { NCCL_OK = 0, NCCL_FLOAT = 7, NCCL_SUM = 0 };

/* The last ones are the toolkit's folder, which the loader may not search. */
static const char *const names[] = {"libnccl.so.2", "libnccl.so",
                                    "/usr/local/cuda/lib64/libnccl.so.2"};

/* The library stays loaded, as it has threads of its own. It shall not take multicast (NVLS), which two
 * cards gain nothing by, and which is the whole host's when it fails. */
static void *library(void) {
    static void *loaded;
    if (!loaded) (void)setenv("NCCL_NVLS_ENABLE", "0", 1);
    if (!loaded) loaded = library_open(names, sizeof names / sizeof names[0]);
    return loaded;
}

static bool find(const char *name, void *function, size_t size, struct problem *why) {
    return library_find(library(), name, function, size) ||
           problem_say(why, "NCCL has no function %s: version 2.2 or newer is needed", name);
}
#define FIND(name, f, why) find((name), &(f), sizeof(f), (why))

static bool worked(int code, const char *what, struct problem *why) {
    return code == NCCL_OK || problem_say(why, "NCCL: %s gave status %d", what, code);
}

bool nccl_start(struct nccl *n, int first, int second, struct problem *why) {
    const int cards[NCCL_CARDS] = {first, second};
    int (*start)(void **members, int count, const int *cards) = NULL;
    *n = (struct nccl){.reduce = NULL};
    if (!library())
        return problem_say(why, "NCCL was not found: no libnccl.so.2 where the loader looks "
                                "(LD_LIBRARY_PATH)");
    if (!FIND("ncclCommInitAll", start, why) || !FIND("ncclCommDestroy", n->destroy, why) ||
        !FIND("ncclAllReduce", n->reduce, why) || !FIND("ncclGroupStart", n->begin, why) ||
        !FIND("ncclGroupEnd", n->end, why))
        return false;
    return worked(start(n->member, NCCL_CARDS, cards), "ncclCommInitAll", why);
}

bool nccl_all_reduce(const struct nccl *n, float *const *give, float *const *sum, size_t count,
                     void *const *stream, struct problem *why) {
    if (!worked(n->begin(), "ncclGroupStart", why)) return false;
    bool ok = true;
    for (int i = 0; i < NCCL_CARDS && ok; i++)
        ok =
            worked(n->reduce(give[i], sum[i], count, NCCL_FLOAT, NCCL_SUM, n->member[i], stream[i]),
                   "ncclAllReduce", why);
    return ok && worked(n->end(), "ncclGroupEnd", why);
}

void nccl_stop(struct nccl *n) {
    for (int i = 0; i < NCCL_CARDS; i++)
        if (n->member[i]) (void)n->destroy(n->member[i]);
    *n = (struct nccl){.reduce = NULL};
}
