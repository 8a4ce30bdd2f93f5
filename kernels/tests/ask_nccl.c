/* ask_nccl.c -- what libraries.test runs: the sums of two cards by nccl.h, or why there are none. */
#include "../harness/nccl.h"

#include <stdio.h>

int main(void) {
    float first[] = {1, 2}, second[] = {10, 20}, sum[NCCL_CARDS][2] = {{0}};
    float *const give[] = {first, second}, *const to[] = {sum[0], sum[1]};
    char streams[NCCL_CARDS];
    void *const stream[] = {&streams[0], &streams[1]};
    struct nccl n;
    struct problem why = {0};
    const bool ok = nccl_start(&n, 1, 0, &why) && nccl_all_reduce(&n, give, to, 2, stream, &why);
    nccl_stop(&n);
    nccl_stop(&n); /* twice is once */
    if (!ok)
        printf("%s\n", why.text);
    else
        printf("%g %g %g %g\n", (double)sum[0][0], (double)sum[0][1], (double)sum[1][0],
               (double)sum[1][1]);
    return !ok;
}
