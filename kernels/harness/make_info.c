/* make_info.c -- run by the build: writes build_info.c, what the build knows about itself.
 *
 * usage: make_info FLAGS COMMIT COMMIT_MISSING FILE.cu... > build_info.c */
#include "store.h"

#include "base/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE_MOST = 1 << 20 };

static void put_string(const char *name, const char *s) {
    printf("const char %s[] = \"", name);
    for (; *s; s++)
        printf(*s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
    puts("\";");
}

int main(int argc, char **argv) {
    if (argc < 5)
        return fputs("usage: make_info FLAGS COMMIT COMMIT_MISSING FILE.cu...\n", stderr), 2;
    puts("/* made by kernels/rules.mk */\n#include \"kernels/harness/build_info.h\"\n#include "
         "<stddef.h>");
    put_string("build_flags", argv[1]);
    put_string("build_commit", argv[2]);
    put_string("build_commit_missing", argv[3]);
    puts("const struct build_source build_sources[] = {");
    for (int i = 4; i < argc; i++) {
        struct problem why = {0};
        size_t length;
        char hex[SHA256_HEX], *data = store_read(argv[i], SOURCE_MOST, &length, &why);
        const char *slash = strrchr(argv[i], '/');
        if (!data) return fprintf(stderr, "make_info: %s\n", why.text), 1;
        sha256_hex((struct text){data, length}, hex);
        printf("    {\"%s\", \"%s\"},\n", slash ? slash + 1 : argv[i], hex);
        free(data);
    }
    puts("    {NULL, NULL}};");
    return 0;
}
