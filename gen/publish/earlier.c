/* earlier -- see earlier.h. */
#include "publish/earlier.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/pack.h"
#include "base/stamp.h"
#include "publish/mark.h"

enum { FILE_MAX = 512 << 20, SITES_KEPT = 16 };

/* What is known of the folders stands among the pages; no page has this name. */
static const char folders[] = "published";

static void pack_turn(struct pack *pack, struct publish_turn *turn) {
    size_t count = turn->differ.count;
    PACK_AS(pack, time_t, &turn->since.tv_sec);
    PACK_AS(pack, long, &turn->since.tv_nsec);
    pack_count(pack, &count);
    for (size_t i = 0; i < count; i++) {
        struct text path = {0};
        if (!pack_reads(pack)) path = turn->differ.at[i];
        pack_text(pack, &path);
        if (pack_reads(pack)) texts_add(&turn->differ, path, turn->arena);
    }
}

static bool is_there(const struct again *again, struct text path, size_t size) {
    const struct earlier *earlier = again->there;
    size_t found;
    return file_stands(earlier->site, path, &earlier->turn.since, &found) && found == size;
}

/* Which program this is; empty where the system does not say. */
static struct text program(struct arena *arena) {
    struct stat info;
    if (stat("/proc/self/exe", &info) != 0) return (struct text){0};
    return arena_printf(arena, "%lu %lu %ld %ld.%09ld", (unsigned long)info.st_dev,
                        (unsigned long)info.st_ino, (long)info.st_size, (long)info.st_mtim.tv_sec,
                        (long)info.st_mtim.tv_nsec);
}

/* The same folder has the same name here, whatever way leads to it. */
static const char *path_of(const struct root *around, struct text target, struct arena *arena) {
    struct stat info;
    struct buf name = {0};
    char parent[256];
    int fd = file_open_parent(around, target, parent, false);
    bool fine = fd >= 0 && fstat(fd, &info) == 0;
    file_close(fd);
    if (!fine) return NULL;
    buf_printf(&name, "%lu %lu %s", (unsigned long)info.st_dev, (unsigned long)info.st_ino, parent);
    struct text stamp = stamp_of(&stamp_no_key, buf_text(&name), arena);
    buf_clear(&name);
    buf_str(&name, "sites/");
    for (size_t i = 0; i < stamp.len; i++)
        buf_printf(&name, "%02x", (unsigned char)stamp.ptr[i]);
    const char *path = cache_path(buf_text(&name).ptr, arena);
    buf_free(&name);
    return path;
}

/* Files that came into the site with their folder, from a copy or from the site before this one, are as old as they
 * were: the folder tells. A time that is yet to come tells nothing. */
static bool is_as_left(const struct earlier *earlier) {
    struct arena arena = {0};
    struct timespec now;
    const struct owned owned = owned_read(earlier->site, &arena);
    clock_gettime(CLOCK_REALTIME, &now);
    bool as_left = earlier->turn.since.tv_sec <= now.tv_sec &&
                   owned_untouched(earlier->site, &owned, &earlier->turn.since);
    arena_free(&arena);
    return as_left;
}

static void read_known(struct earlier *earlier) {
    struct recall *recall = &earlier->recall;
    struct text bytes = cache_read(earlier->path, FILE_MAX, &recall->arena);
    if (!bytes.ptr || !store_read(&recall->known, bytes, &recall->arena)) return;
    struct pack pack = {.in = recall_find(recall, text_of(folders), recall->program)};
    if (!pack.in.ptr) return;
    pack_turn(&pack, &earlier->turn);
    if (pack.failed || !is_as_left(earlier)) earlier->turn.since = (struct timespec){0};
}

void earlier_open(struct earlier *earlier, const struct root *around, struct text target,
                  bool anew) {
    struct recall *recall = &earlier->recall;
    *earlier = (struct earlier){.site = -1};
    earlier->again = (struct again){.recall = recall, .is_there = is_there, .there = earlier};
    earlier->turn.arena = &recall->arena;
    recall->program = program(&recall->arena);
    if (recall->program.len) earlier->path = path_of(around, target, &recall->arena);
    if (earlier->path && !anew) {
        earlier->site = openat(around->fd, arena_string(&recall->arena, target), OPEN_FOLDER);
        if (earlier->site >= 0) read_known(earlier);
    }
    if (!recall_key(recall)) earlier->path = NULL;
    earlier->turn.spares = earlier->path != NULL;
}

static bool put_bytes(void *file, struct text bytes) {
    return file_write_all(((const struct cache_file *)file)->fd, bytes, write);
}

static void write_known(struct earlier *earlier) {
    struct recall *recall = &earlier->recall;
    struct cache_file file = cache_begin(earlier->path, &recall->arena);
    struct buf out = {0};
    if (file.fd < 0) return;
    pack_turn(&(struct pack){.out = &out}, &earlier->turn);
    recall_keep(recall, text_of(folders), recall->program, buf_text(&out));
    cache_end(&file, store_write(&recall->fresh, put_bytes, &file));
    cache_prune(earlier->path, SITES_KEPT);
    buf_free(&out);
}

void earlier_close(struct earlier *earlier, bool published) {
    if (published && earlier->path) write_known(earlier);
    file_close(earlier->site);
    arena_free(&earlier->recall.arena);
}
