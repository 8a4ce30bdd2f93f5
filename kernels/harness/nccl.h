/* nccl.h -- NVIDIA's sums over cards, NCCL, for two cards of one process.
 *
 * The library is loaded when it is first asked for: no header of it is needed and nothing links to
 * it. Without it nccl_start returns the reason. */
#pragma once

#include "lab.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NCCL_CARDS = 2 };

struct nccl {
    void *member[NCCL_CARDS]; /* of the group, one a card */
    int (*reduce)(const void *give, void *sum, size_t count, int type, int operation, void *member,
                  void *stream);
    int (*begin)(void), (*end)(void);
    int (*destroy)(void *member);
};

/* Makes a group of these two cards, by number. */
bool nccl_start(struct nccl *n, int first, int second, struct problem *why);

/* Queues sum[i] = give[0] + give[1], `count` floats each, in stream[i] of card i. */
bool nccl_all_reduce(const struct nccl *n, float *const *give, float *const *sum, size_t count,
                     void *const *stream, struct problem *why);

/* A group that was not started stays as it is. */
void nccl_stop(struct nccl *n);

#ifdef __cplusplus
}
#endif
