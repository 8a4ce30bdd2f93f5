/* floor -- the least that a generator of these pages can do: `floor FROM TO`.
 *
 * One thread: each *.md of the folder FROM is read, its front matter dropped, parsed by cmark-gfm with the
 * extensions that the generator uses, rendered as HTML by the library, and written into TO with one call.
 * What `gen build` takes is told as a multiple of this in the same run. */
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char bytes[1 << 20];

/* Ends the process where something fails. */
static size_t read_page(int folder, const char *name) {
    int file = openat(folder, name, O_RDONLY);
    ssize_t count = file < 0 ? -1 : read(file, bytes, sizeof bytes - 1);
    if (count < 0) {
        perror(name);
        exit(EXIT_FAILURE);
    }
    close(file);
    bytes[count] = 0;
    return (size_t)count;
}

static void write_page(int folder, const char *name, const char *html) {
    int file = openat(folder, name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    size_t count = strlen(html);
    if (file < 0 || write(file, html, count) != (ssize_t)count || close(file) != 0) {
        perror(name);
        exit(EXIT_FAILURE);
    }
}

static char *to_html(const char *text, size_t count) {
    static const char *const names[] = {"table", "strikethrough", "tasklist"};
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_FOOTNOTES);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(names[i]));
    cmark_parser_feed(parser, text, count);
    cmark_node *root = cmark_parser_finish(parser);
    char *html =
        cmark_render_html(root, CMARK_OPT_FOOTNOTES, cmark_parser_get_syntax_extensions(parser));
    cmark_node_free(root);
    cmark_parser_free(parser);
    return html;
}

int main(int argc, char **argv) {
    DIR *from = argc == 3 ? opendir(argv[1]) : NULL;
    int to = argc == 3 ? open(argv[2], O_RDONLY | O_DIRECTORY) : -1;
    if (!from || to < 0) {
        fputs("usage: floor FROM TO (two folders)\n", stderr);
        return EXIT_FAILURE;
    }
    cmark_gfm_core_extensions_ensure_registered();
    for (struct dirent *found; (found = readdir(from));) {
        size_t length = strlen(found->d_name);
        char name[300];
        if (length < 4 || strcmp(found->d_name + length - 3, ".md") != 0) continue;
        size_t count = read_page(dirfd(from), found->d_name);
        const char *body = strncmp(bytes, "---\n", 4) == 0 ? strstr(bytes + 4, "\n---\n") : NULL;
        body = body ? body + 5 : bytes;
        char *html = to_html(body, count - (size_t)(body - bytes));
        snprintf(name, sizeof name, "%.*s.html", (int)(length - 3), found->d_name);
        write_page(to, name, html);
        free(html);
    }
    closedir(from);
    return EXIT_SUCCESS;
}
