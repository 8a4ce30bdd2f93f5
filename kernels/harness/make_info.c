/* make_info.c -- run by the build: writes build_info.c, what the build knows about itself.
 *
 * usage: make_info FLAGS COMMIT COMMIT_MISSING FILE.cu... > build_info.c */
#include "store.h"

#include "base/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE_MOST = 1 << 20, LAB_NAME = 64 };

static int sources;

static void put_string(const char *name, const char *s) {
    printf("const char %s[] = \"", name);
    for (; *s; s++)
        printf(*s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
    puts("\";");
}

/* The lab that a source defines, "NAME_lab"; empty: none. */
static void find_lab(const char *source, char name[LAB_NAME]) {
    static const char definition[] = "extern \"C\" const struct lab ";
    const char *at = strstr(source, definition);
    at = at ? at + strlen(definition) : "";
    snprintf(name, LAB_NAME, "%.*s", (int)strcspn(at, " "), at);
}

static bool put_source(const char *path) {
    struct problem why = {0};
    size_t length;
    char hex[SHA256_HEX], lab[LAB_NAME], *data = store_read(path, SOURCE_MOST, &length, &why);
    const char *slash = strrchr(path, '/');
    if (!data) {
        fprintf(stderr, "make_info: %s\n", why.text);
        return false;
    }
    sha256_hex((struct text){data, length}, hex);
    find_lab(data, lab);
    free(data);
    if (lab[0]) printf("extern const struct lab %s;\n", lab);
    printf("static const struct build_source source_%d = {\"%s\", \"%s\", %s%s};\n", sources++,
           slash ? slash + 1 : path, hex, lab[0] ? "&" : "", lab[0] ? lab : "NULL");
    return true;
}

int main(int argc, char **argv) {
    if (argc < 5) {
        fputs("usage: make_info FLAGS COMMIT COMMIT_MISSING FILE.cu...\n", stderr);
        return 2;
    }
    puts("/* made by kernels/rules.mk */\n#include \"kernels/harness/build_info.h\"\n#include "
         "<stddef.h>");
    put_string("build_flags", argv[1]);
    put_string("build_commit", argv[2]);
    put_string("build_commit_missing", argv[3]);
    for (int i = 4; i < argc; i++)
        if (!put_source(argv[i])) return 1;
    puts("const struct build_source *const build_sources[] = {");
    for (int i = 0; i < sources; i++)
        printf("    &source_%d,\n", i);
    puts("    NULL};");
    return 0;
}
