/* no_cuda.c -- replaces backend_cuda.cu in a build without the CUDA Toolkit: such a build
 * replays recordings and does nothing else. The tests use it. */
#include "backend.h"

#include <stdio.h>

bool cuda_backend(struct backend *b, int device, struct problem *why) {
    (void)device;
    *b = (struct backend){0};
    return problem_fatal(why, "built without CUDA: only --replay works");
}

bool cuda_count(int *count, struct problem *why) {
    struct backend b;
    *count = 0;
    return cuda_backend(&b, 0, why);
}

int cuda_fault(int device, const char *name) {
    (void)device;
    printf("-\t%s: built without CUDA\n", name);
    return 0;
}
