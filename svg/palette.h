/*
 * palette.h -- every colour of the figures and of the site's theme, in one place.
 *
 * Each colour has one line: its name in C, its CSS custom property, the light and the dark value (six
 * hexadecimal digits as a bare token, so that the preprocessor can make text and number of it).
 * The level colours were searched for by program: within a hue of its own for each level, they keep
 * the largest distance (OKLab, also as seen with protanopia, deuteranopia and tritanopia) that
 * leaves 4.5:1 against both surfaces. svg/tests/test_palette.c computes contrast and distance anew.
 */
#pragma once

#define SVG_PALETTE(X)                                                                             \
    X(SURFACE, "surface", ffffff, 15181d)                                                          \
    X(SURFACE_SOFT, "surface-soft", f4f5f7, 1e2229)                                                \
    X(INK, "ink", 1a1e24, e9ebee)                                                                  \
    X(INK_SOFT, "ink-soft", 505863, aab1bb)                                                        \
    X(LINE, "line", d9dde2, 363c45)                                                                \
    X(ON_LEVEL, "on-level", ffffff, 15181d)                                                        \
    X(LEVEL_REGISTERS, "level-registers", a91b16, ee6744)                                          \
    X(LEVEL_SHARED, "level-shared", a06000, fca50f)                                                \
    X(LEVEL_L1, "level-l1", 0b5c3b, c4e9a8)                                                        \
    X(LEVEL_L2, "level-l2", 2c6db4, 2ecbf7)                                                        \
    X(LEVEL_CONSTANT, "level-constant", 631d5d, c273ab)                                            \
    X(LEVEL_LOCAL, "level-local", 6c6d63, b8b1a6)                                                  \
    X(LEVEL_DRAM, "level-dram", 5520a0, 8088fb)                                                    \
    X(LEVEL_REGISTERS_SOFT, "level-registers-soft", fbeae7, 33201c)                                \
    X(LEVEL_SHARED_SOFT, "level-shared-soft", faefdf, 33280f)                                      \
    X(LEVEL_L1_SOFT, "level-l1-soft", e4f1ea, 232d22)                                              \
    X(LEVEL_L2_SOFT, "level-l2-soft", e6eff9, 132b38)                                              \
    X(LEVEL_CONSTANT_SOFT, "level-constant-soft", f5e9f3, 2f202c)                                  \
    X(LEVEL_LOCAL_SOFT, "level-local-soft", efefec, 2a2a29)                                        \
    X(LEVEL_DRAM_SOFT, "level-dram-soft", efeaf8, 22233c)                                          \
    X(MARK_1, "mark-1", 21506b, 9fd0e6)                                                            \
    X(MARK_2, "mark-2", 5f8498, 6793a8)                                                            \
    X(MARK_3, "mark-3", 0e2a3a, dcf1fa)                                                            \
    X(MARK_4, "mark-4", 41697f, 83b2c8)

#define SVG_PALETTE_ENUM(name, css, light, dark) SVG_COLOUR_##name,
/* The levels, and their tints, stand together in the order of enum svg_level. */
enum svg_colour { SVG_PALETTE(SVG_PALETTE_ENUM) SVG_COLOUR_COUNT };
#undef SVG_PALETTE_ENUM

struct svg_palette_entry {
    const char *css;     /* "level-l2": the custom property without its dashes */
    unsigned long light; /* 0xRRGGBB */
    unsigned long dark;  /* 0xRRGGBB */
    const char *paint;   /* "var(--level-l2,#2c6db4)", ready for a fill or stroke */
};

/* Returns the entry of a colour, which must be below SVG_COLOUR_COUNT. */
const struct svg_palette_entry *svg_palette_entry(enum svg_colour colour);
