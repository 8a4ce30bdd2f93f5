/* build_info.h -- what the build knows about itself; written by kernels/rules.mk into
 * build/kernels/build_info.c. */
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
