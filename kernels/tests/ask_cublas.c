/* ask_cublas.c -- what libraries.test runs: a product of 2 x 2 by cublas.h, or why there is none. */
#include "../harness/cublas.h"

#include <stdio.h>
#include <string.h>

int main(int count, char **argument) {
    static const float left[] = {1, 2, 3, 4}, right[] = {5, 6, 7, 8};
    const enum cublas_math math =
        count > 1 && strcmp(argument[1], "tf32") == 0 ? CUBLAS_TF32 : CUBLAS_FP32;
    float out[] = {0, 0, 0, 0};
    char workspace[8], stream;
    struct cublas b;
    struct problem why = {0};
    const bool ok = cublas_start(&b, math, workspace, sizeof workspace, &why) &&
                    cublas_multiply(&b, &stream, 2, left, right, out, &why);
    cublas_stop(&b);
    cublas_stop(&b); /* twice is once */
    if (!ok)
        printf("%s\n", why.text);
    else
        printf("%g %g %g %g\n", (double)out[0], (double)out[1], (double)out[2], (double)out[3]);
    return !ok;
}
