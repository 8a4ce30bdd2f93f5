/* library.c -- see library.h. */
#include "library.h"

#include <dlfcn.h>
#include <string.h>

void *library_open(const char *const *names, size_t count) {
    void *loaded = NULL;
    for (size_t i = 0; i < count && !loaded; i++)
        loaded = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return loaded;
}

/* POSIX lets a data pointer from dlsym be a function; ISO C has no cast for it, so it is copied. */
bool library_find(void *library, const char *name, void *function, size_t size) {
    void *p = library ? dlsym(library, name) : NULL;
    if (p) memcpy(function, &p, size);
    return p != NULL;
}
