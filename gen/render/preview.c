/* preview -- see preview.h. */
#include "render/preview.h"

#include "base/stamp.h"

/* Says why a picture could not be drawn. */
static bool is_drawn(struct site_build *build, struct text path, const struct svg_result *picture) {
    if (picture->text) return true;
    diag_file(build->diags, SEVERITY_ERROR, path, NULL, "the picture cannot be drawn: %s",
              svg_code_text(picture->code));
    return false;
}

/* A picture becomes a file. */
static bool add(struct site_build *build, struct text path, struct svg_result *picture) {
    bool drawn = is_drawn(build, path, picture);
    if (drawn) site_add(build, path, (struct text){picture->text, picture->length});
    svg_result_free(picture);
    return drawn;
}

struct svg_letters *preview_letters(struct site_build *build) {
    static const char *const files[] = {"build/fonts/inter-400.woff2",
                                        "build/fonts/inter-600.woff2"};
    const struct root *root = build->course->root;
    struct svg_bytes font[2];
    struct buf both = {0};
    for (size_t i = 0; i < 2; i++) {
        struct text bytes;
        if (build->review || !file_exists(root, text_of(files[i])) ||
            !file_read(root, text_of(files[i]), FILE_MAX_TEXT, build->arena, &bytes,
                       build->diags)) {
            buf_free(&both);
            return NULL;
        }
        font[i] = (struct svg_bytes){bytes.ptr, bytes.len};
        buf_view(&both, stamp_of(&stamp_no_key, bytes, build->arena));
    }
    build->letters_stamp = buf_take(&both, build->kept);
    return svg_letters_open(font[0], font[1]); /* one that was cut off is said by who adds it */
}

struct text preview_add(struct site_build *build, const struct site_head *head, const char *kind) {
    struct arena *arena = build->arena;
    const struct site *site = &build->course->site;
    struct text address = arena_printf(arena, "%.*spreview.png", TEXT_ARG(head->address));
    if (!build->letters) return (struct text){0};
    if (build->below.len) return link_absolute(arena, site->base.value, address);
    struct svg_preview preview = {.letters = build->letters,
                                  .site = arena_string(arena, site->title.value),
                                  .kind = kind,
                                  .title = arena_string(arena, head->title)};
    struct svg_result picture = svg_preview(&preview);
    if (!add(build, text_cut(address, 1, address.len), &picture)) return (struct text){0};
    return link_absolute(arena, site->base.value, address);
}

/* An icon file of one PNG: Microsoft, "Icons", Evolution of the ICO file format. */
static struct text ico(struct arena *arena, const struct svg_result *png, int size) {
    const unsigned long length = png->length;
    const char head[] = {0,
                         0,
                         1,
                         0,
                         1,
                         0, /* icon, one picture */
                         (char)size,
                         (char)size,
                         0,
                         0,
                         1,
                         0,
                         32,
                         0, /* colours, planes, bits */
                         (char)(length & 0xff),
                         (char)(length >> 8 & 0xff),
                         (char)(length >> 16 & 0xff),
                         (char)(length >> 24 & 0xff),
                         22,
                         0,
                         0,
                         0}; /* where it begins */
    struct buf out = {0};
    buf_add(&out, head, sizeof head);
    buf_add(&out, png->text, png->length);
    return buf_take(&out, arena);
}

void preview_icons(struct site_build *build) {
    enum { TOUCH = 180, SMALL = 32 };
    struct svg_result touch = svg_icon(TOUCH), small = svg_icon(SMALL);
    add(build, TEXT("assets/icon-180.png"), &touch);
    if (is_drawn(build, TEXT("favicon.ico"), &small))
        site_add(build, TEXT("favicon.ico"), ico(build->arena, &small, SMALL));
    svg_result_free(&small);
}
