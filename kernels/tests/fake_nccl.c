/* fake_nccl.c -- stands in for libnccl.so.2 in libraries.test: sums on the CPU at the end of a group,
 * of cards 1 and 0 in that order, without multicast. The function named in FAILS gives status 2. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

int ncclCommInitAll(void **members, int count, const int *cards);
int ncclCommDestroy(void *member);
int ncclGroupStart(void);
int ncclGroupEnd(void);
int ncclAllReduce(const void *give, void *sum, size_t count, int type, int operation, void *member,
                  void *stream);

enum { FAILED = 2, WRONG = 3, FLOAT = 7 };

static struct call {
    const float *give;
    float *sum;
    size_t count;
} call[2];
static int calls = -1; /* outside of a group */

static int status_of(const char *name) {
    const char *fails = getenv("FAILS");
    return fails && strcmp(fails, name) == 0 ? FAILED : 0;
}

int ncclCommInitAll(void **members, int count, const int *cards) {
    const char *multicast = getenv("NCCL_NVLS_ENABLE");
    if (count != 2 || cards[0] != 1 || cards[1] != 0) return WRONG;
    if (!multicast || strcmp(multicast, "0") != 0) return WRONG;
    members[0] = &call[0];
    members[1] = &call[1];
    return status_of("start");
}

int ncclCommDestroy(void *member) {
    return member == &call[0] || member == &call[1] ? 0 : FAILED;
}

int ncclGroupStart(void) {
    calls = 0;
    return status_of("begin");
}

int ncclAllReduce(const void *give, void *sum, size_t count, int type, int operation, void *member,
                  void *stream) {
    if (calls < 0 || member != &call[calls] || !stream || type != FLOAT || operation != 0)
        return WRONG;
    call[calls++] = (struct call){give, sum, count};
    return status_of("reduce");
}

int ncclGroupEnd(void) {
    for (int card = 0; card < 2 && calls == 2; card++)
        for (size_t i = 0; i < call[card].count; i++)
            call[card].sum[i] = call[0].give[i] + call[1].give[i];
    calls = -1;
    return status_of("end");
}
