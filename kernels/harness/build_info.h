/* build_info.h -- facts about the build; written by kernels/rules.mk into build_info.c
 * and compiled.c of the build folder. */
#pragma once

struct lab;

struct build_source {
    const char *file;      /* "stride.cu" */
    const char *sha256;    /* of its bytes when it was compiled, 64 hexadecimal digits */
    const struct lab *lab; /* NULL: it defines none */
};

extern const struct build_source *const build_sources[]; /* ends with NULL */
extern const char build_flags[];                         /* the flags that nvcc was given */
extern const char build_commit[];                        /* empty: not known */
extern const char build_commit_missing[];                /* why not */

/* The compiler's report on a kernel (ptxas -v), in bytes of a thread, for the files that rules.mk
 * names. */
struct build_compiled {
    const char *kernel; /* as the object names it */
    int sm;             /* the machine that the code is for: 90 */
    int registers, frame, stores, loads;
};

extern const struct build_compiled build_compiled[]; /* ends with a kernel of NULL */
