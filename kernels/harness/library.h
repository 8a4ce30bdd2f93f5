/* library.h -- shared libraries that a machine may have or not, opened at run time. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Opens the first library that the loader finds; NULL: none of them. It stays loaded. */
void *library_open(const char *const *names, size_t count);

/* Stores the function of that name, a pointer of `size` bytes, at *function. False: the library (which may
 * be NULL) has none, and *function is as it was. */
bool library_find(void *library, const char *name, void *function, size_t size);
