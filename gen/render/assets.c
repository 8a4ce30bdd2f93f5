/* assets -- the style sheet, the fonts, the pictures and the scripts of the theme.
 *
 * assets/site.css is the palette and the figure rules of svg/, one @font-face for each font that
 * was built, and then the theme's sheets in the order of their names. Fonts are optional: without
 * build/fonts the pages use the system's. The WebAssembly of the tools is optional in the same way,
 * and the scripts go with it: without build/wasm the tool pages are what is written in them. */
#include "render/tool.h"
#include "render/theme.h"
#include "svg/svg.h"

static const struct {
    const char *file, *family, *style, *weight;
} fonts[] = {
    {"inter-400.woff2", "Inter", "normal", "400"},
    {"inter-400i.woff2", "Inter", "italic", "400"},
    {"inter-600.woff2", "Inter", "normal", "600"},
    {"mono-400.woff2", "JetBrains Mono", "normal", "400"},
    {"math.woff2", "Formula", "normal", "400"},
};

/* Reads a file that the build made; one that was cut off would break every page, so it is refused. */
static bool read_built(struct site_build *build, struct text path, bool (*is_whole)(struct text),
                       struct text *bytes) {
    if (!file_read(build->course->root, path, FILE_MAX_TEXT, build->arena, bytes, build->diags))
        return false;
    if (is_whole(*bytes)) return true;
    diag_file(build->diags, SEVERITY_ERROR, path,
              "remove it and run make again: that makes it anew",
              "only a part of this file is there");
    return false;
}

static void font_files(struct site_build *build, struct buf *css) {
    for (size_t i = 0; i < sizeof fonts / sizeof *fonts; i++) {
        struct text path = arena_printf(build->arena, "build/fonts/%s", fonts[i].file), bytes;
        if (!file_exists(build->course->root, path) ||
            !read_built(build, path, theme_is_woff2, &bytes))
            continue;
        buf_printf(css,
                   "@font-face{font-family:\"%s\";font-style:%s;font-weight:%s;font-display:swap;"
                   "src:url(fonts/%s) format(\"woff2\")}\n",
                   fonts[i].family, fonts[i].style, fonts[i].weight, fonts[i].file);
        site_add(build, arena_printf(build->arena, "assets/fonts/%s", fonts[i].file), bytes);
    }
}

static void style_sheet(struct site_build *build) {
    const struct root *root = build->course->root;
    struct buf css = {0};
    font_files(build, &css);
    buf_printf(&css, "%s\n%s\n", svg_palette_css(), svg_layout_css());
    struct file_list sheets =
        file_walk(root, TEXT("site/theme/css"), ".css", build->arena, build->diags);
    for (size_t i = 0; i < sheets.count; i++) {
        const struct source *sheet = file_source(root, sheets.path[i], build->arena, build->diags);
        if (sheet && theme_check_css(sheet, build->diags)) buf_view(&css, sheet->text);
    }
    if (!sheets.count)
        diag_file(build->diags, SEVERITY_ERROR, TEXT("site/theme/css"),
                  "the theme has to bring its style sheets", "no style sheet");
    site_add(build, TEXT("assets/site.css"), buf_take(&css, build->arena));
}

static void pictures(struct site_build *build) {
    const struct root *root = build->course->root;
    struct text folder = TEXT("site/theme/images");
    struct file_list files = file_walk(root, folder, "", build->arena, build->diags);
    for (size_t i = 0; i < files.count; i++) {
        struct text bytes;
        if (!file_read(root, files.path[i], FILE_MAX_TEXT, build->arena, &bytes, build->diags))
            continue;
        if (text_ends(files.path[i], ".svg"))
            theme_check_text(source_load(build->arena, files.path[i], bytes), build->diags);
        struct text name = text_cut(files.path[i], folder.len + 1, files.path[i].len);
        site_add(build, arena_printf(build->arena, "assets/%.*s", TEXT_ARG(name)), bytes);
    }
}

static void scripts(struct site_build *build) {
    const struct root *root = build->course->root;
    struct text folder = TEXT("site/theme/js"), bytes;
    struct file_list files = file_walk(root, folder, ".js", build->arena, build->diags);
    bool built = tool_wasm_is_built(build);
    for (size_t i = 0; i < files.count; i++) {
        const struct source *script = file_source(root, files.path[i], build->arena, build->diags);
        if (!script || !theme_check_text(script, build->diags) || !built) continue;
        struct text name = text_cut(files.path[i], folder.len + 1, files.path[i].len);
        site_add(build, arena_printf(build->arena, "assets/js/%.*s", TEXT_ARG(name)), script->text);
    }
    if (built && read_built(build, TEXT(TOOL_WASM), theme_is_wasm, &bytes))
        site_add(build, TEXT("assets/js/model.wasm"), bytes);
}

void asset_files(struct site_build *build) {
    style_sheet(build);
    pictures(build);
    scripts(build);
}
