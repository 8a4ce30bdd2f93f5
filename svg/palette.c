/* palette.c -- the palette as data and as CSS; see palette.h and svg.h. */
#include "palette.h"

#include "svg.h"

#include <assert.h>
#include <string.h>

static const struct svg_palette_entry entries[] = {
#define ENTRY(name, css_name, light_hex, dark_hex)                                                 \
    {.css = css_name,                                                                              \
     .light = 0x##light_hex,                                                                       \
     .dark = 0x##dark_hex,                                                                         \
     .paint = "var(--" css_name ",#" #light_hex ")"},
    SVG_PALETTE(ENTRY)
#undef ENTRY
};

const struct svg_palette_entry *svg_palette_entry(enum svg_colour colour) {
    assert((unsigned)colour < SVG_COLOUR_COUNT);
    return &entries[colour];
}

#define LIGHT(name, css_name, light_hex, dark_hex) "--" css_name ":#" #light_hex ";"
#define DARK(name, css_name, light_hex, dark_hex) "--" css_name ":#" #dark_hex ";"

const char *svg_surface(bool dark) {
#define STRINGS(name, css_name, light_hex, dark_hex) {"#" #light_hex, "#" #dark_hex},
    static const char *const colours[][2] = {SVG_PALETTE(STRINGS)};
#undef STRINGS
    return colours[SVG_COLOUR_SURFACE][dark];
}

const char *svg_palette_css(void) {
    return ":root{color-scheme:light;" SVG_PALETTE(
        LIGHT) "}\n"
               "@media screen and (prefers-color-scheme:dark){:root:not([data-theme=\"light\"]){"
               "color-scheme:dark;" SVG_PALETTE(
                   DARK) "}}\n"
                         "@media screen{:root[data-theme=\"dark\"]{color-scheme:dark;" SVG_PALETTE(
                             DARK) "}}\n";
}

const char *svg_layout_css(void) {
    return ".svg-figure{display:block;width:100%;height:auto;margin-inline:auto}\n"
           ".svg-wide{max-width:720px}\n"
           ".svg-narrow{max-width:480px}\n"
           "@media (max-width:759.98px){.svg-wide{display:none}}\n"
           "@media (min-width:760px){.svg-narrow{display:none}}\n";
}

_Static_assert(SVG_COLOUR_LEVEL_DRAM - SVG_COLOUR_LEVEL_REGISTERS == SVG_LEVEL_COUNT - 2 &&
                   SVG_COLOUR_LEVEL_DRAM_SOFT - SVG_COLOUR_LEVEL_REGISTERS_SOFT ==
                       SVG_LEVEL_COUNT - 2,
               "a colour and a tint for each level");

const char *svg_level_name(enum svg_level level) {
    if (level <= SVG_LEVEL_NONE || level >= SVG_LEVEL_COUNT) return "";
    return entries[SVG_COLOUR_LEVEL_REGISTERS + level - SVG_LEVEL_REGISTERS].css + strlen("level-");
}
