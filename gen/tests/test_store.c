/* test_store -- what a build keeps for the next one: bytes by name, their stamp, and the files that hold them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/cache.h"
#include "base/file.h"
#include "base/pack.h"
#include "base/recall.h"
#include "base/spool.h"
#include "base/stamp.h"
#include "base/store.h"

static void packing(void **state) {
    static const size_t numbers[] = {0, 1, 127, 128, 16383, 16384, SIZE_MAX};
    struct text source = TEXT("words of a page"), inside = text_cut(source, 6, 8),
                out = TEXT("else");
    struct text none = {0}, empty = TEXT(""), got;
    struct buf bytes = {0};
    struct pack pack = {.out = &bytes, .around = source};
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        pack_number(&pack, &(size_t){numbers[i]});
    pack_text(&pack, &inside);
    assert_true(bytes.len < 27); /* its place, not its letters */
    pack_text(&pack, &out);
    pack_text(&pack, &none);
    pack_text(&pack, &empty);
    pack = (struct pack){.in = buf_text(&bytes), .around = source};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        size_t number;
        pack_number(&pack, &number);
        assert_true(number == numbers[i]);
    }
    pack_text(&pack, &got);
    assert_true(text_is(got, "of") && got.ptr == source.ptr + 6);
    pack_text(&pack, &got);
    assert_true(text_is(got, "else"));
    pack_text(&pack, &got);
    assert_null(got.ptr);
    pack_text(&pack, &got);
    assert_true(got.ptr && !got.len);
    assert_false(pack.failed);
    assert_int_equal(pack.in.len, 0);
    pack_count(&pack, &(size_t){0});
    assert_true(pack.failed);
    buf_free(&bytes);
}

static void put(struct store *store, const char *name, const char *bytes, struct arena *arena) {
    store_put(store, &(struct store_item){text_of(name), text_of(bytes), {0}}, arena);
}

static bool has(const struct store *store, const char *name, const char *bytes) {
    const struct store_item *item = store_find(store, text_of(name));
    return item && text_is(item->bytes, bytes);
}

static void storing(void **state) {
    struct store store = {0}, again;
    struct arena arena = {0};
    struct buf out = {0};
    (void)state;
    put(&store, "b", "two", &arena);
    put(&store, "a", "one", &arena);
    put(&store, "c", "", &arena);
    assert_true(store_write(&store, store_into_buf, &out));
    assert_true(store_read(&again, buf_text(&out), &arena));
    assert_true(has(&again, "a", "one") && has(&again, "b", "two") && has(&again, "c", ""));
    assert_null(store_find(&again, TEXT("d")));
    for (size_t i = 0; i < out.len;
         i++) { /* whatever byte is another one, nothing wrong is found */
        out.ptr[i] ^= 4;
        store_read(&again, buf_text(&out), &arena);
        assert_true(has(&again, "a", "one") || !store_find(&again, TEXT("a")));
        assert_true(has(&again, "b", "two") || !store_find(&again, TEXT("b")));
        out.ptr[i] ^= 4;
        assert_false(store_read(&again, text_cut(buf_text(&out), 0, i), &arena));
    }
    buf_free(&out);
    arena_free(&arena);
}

static void recalling(void **state) {
    struct recall recall = {0};
    struct buf out = {0};
    (void)state;
    assert_true(recall_key(&recall));
    const struct stamp_key key = recall.key;
    recall_keep(&recall, TEXT("page"), TEXT("made of this"), TEXT("result"));
    store_write(&recall.fresh, store_into_buf, &out);
    recall.fresh = (struct store){0};
    assert_true(store_read(&recall.known, buf_text(&out), &recall.arena));
    assert_true(text_is(recall_find(&recall, TEXT("page"), TEXT("made of this")), "result"));
    assert_null(recall_find(&recall, TEXT("page"), TEXT("made of that")).ptr);
    assert_null(recall_find(&recall, TEXT("other"), TEXT("made of this")).ptr);
    memset(&recall.key, 0, sizeof recall.key);
    assert_true(recall_key(&recall));
    assert_memory_equal(&recall.key, &key, sizeof key);
    recall_again(&recall, TEXT("page"));
    struct buf again = {0};
    store_write(&recall.fresh, store_into_buf, &again);
    assert_true(text_equal(buf_text(&out), buf_text(&again)));
    buf_free(&again);
    buf_free(&out);
    arena_free(&recall.arena);
}

/* As OpenSSL has it, which gives the authors' vectors for SipHash-2-4: `openssl mac -macopt hexkey:000102…0f
 * -macopt size:16 -macopt c-rounds:1 -macopt d-rounds:3 SIPHASH` of nothing, and of the bytes 0 to 62. */
static void stamps_are_siphash(void **state) {
    static const char nothing[] =
        "\xe7\x7e\xbc\xb2\x27\x88\xa5\xbe\xfd\x62\xdb\x6a\xdd\x30\x30\x01";
    static const char many[] = "\x4c\x58\x00\xe3\x4e\xfe\x42\x6f\x07\x9f\x6b\x0a\xa7\x52\x60\xad";
    char bytes[63];
    struct stamp_key key, other;
    char stamp[STAMP_SIZE], again[STAMP_SIZE];
    (void)state;
    for (int i = 0; i < STAMP_SIZE; i++)
        key.byte[i] = (unsigned char)i;
    for (int i = 0; i < (int)sizeof bytes; i++)
        bytes[i] = (char)i;
    stamp_into(&key, TEXT(""), stamp);
    assert_memory_equal(stamp, nothing, STAMP_SIZE);
    stamp_into(&key, (struct text){bytes, sizeof bytes}, stamp);
    assert_memory_equal(stamp, many, STAMP_SIZE);
    assert_true(stamp_key_make(&key) && stamp_key_make(&other));
    stamp_into(&key, TEXT("page"), stamp);
    stamp_into(&other, TEXT("page"), again);
    assert_memory_not_equal(stamp, again, STAMP_SIZE);
}

static void stamps(void **state) {
    struct arena arena = {0};
    char bytes[40] = {0};
    struct text seen[4000];
    size_t count = 0;
    (void)state;
    for (size_t length = 0; length <= sizeof bytes; length++) /* each length and each bit tells */
        for (size_t bit = 0; bit < length * 2; bit++) {
            bytes[bit / 2] ^= bit % 2 ? 0x40 : 1;
            seen[count++] = stamp_of(&stamp_no_key, (struct text){bytes, length}, &arena);
            bytes[bit / 2] ^= bit % 2 ? 0x40 : 1;
        }
    for (size_t length = 0; length <= sizeof bytes; length++)
        seen[count++] = stamp_of(&stamp_no_key, (struct text){bytes, length}, &arena);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            assert_false(text_equal(seen[i], seen[j]));
    arena_free(&arena);
}

static void spooling(void **state) {
    struct spool spool = {0};
    size_t one, two;
    char room[8] = "";
    (void)state;
    assert_true(spool_put(&spool, TEXT("first"), &one));
    assert_true(spool_put(&spool, TEXT("second"), &two));
    assert_true(spool_get(&spool, two, room, 6));
    assert_string_equal(room, "second");
    assert_true(spool_get(&spool, one, room, 5));
    assert_memory_equal(room, "firstd", 6);
    assert_false(spool_get(&spool, two, room, 7)); /* there is no more */
    spool_close(&spool);
    assert_null(spool.file);
}

static void cache_write(const char *path, struct text bytes) {
    struct arena arena = {0};
    struct cache_file file = cache_begin(path, &arena);
    assert_true(file.fd >= 0);
    cache_end(&file, file_write_all(file.fd, bytes, write));
    file = cache_begin(path, &arena); /* one that is not whole changes nothing */
    cache_end(&file, false);
    arena_free(&arena);
}

static void caching(void **state) {
    struct arena arena = {0};
    char folder[] = "/tmp/cache-XXXXXX";
    struct stat info;
    (void)state;
    assert_non_null(mkdtemp(folder));
    setenv("XDG_CACHE_HOME", folder, 1);
    const char *path = cache_path("sites/one", &arena);
    assert_non_null(path);
    assert_null(cache_read(path, 100, &arena).ptr);
    cache_write(path, TEXT("kept"));
    assert_true(text_is(cache_read(path, 100, &arena), "kept"));
    assert_null(cache_read(path, 3, &arena).ptr); /* more than is asked for */
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_int_equal(chmod(path, 0666), 0); /* anybody could have written it */
    assert_null(cache_read(path, 100, &arena).ptr);
    cache_write(path, TEXT("anew"));
    assert_true(text_is(cache_read(path, 100, &arena), "anew"));
    for (int i = 0; i < 5; i++) {
        const char *other = cache_path(arena_printf(&arena, "sites/%d", i).ptr, &arena);
        cache_write(other, TEXT("x"));
        const struct timespec time[2] = {{.tv_sec = 1000 + i}, {.tv_sec = 1000 + i}};
        assert_int_equal(utimensat(AT_FDCWD, other, time, 0), 0);
    }
    cache_prune(path, 3);
    assert_non_null(cache_read(path, 100, &arena).ptr);
    assert_null(cache_read(cache_path("sites/2", &arena), 100, &arena).ptr);
    assert_non_null(cache_read(cache_path("sites/3", &arena), 100, &arena).ptr);
    cache_prune(path, 0);
    assert_null(cache_read(path, 100, &arena).ptr);
    unsetenv("XDG_CACHE_HOME");
    const char *nobody = arena_printf(&arena, "%s/none", folder).ptr;
    setenv("HOME", nobody, 1); /* that of a service is not made */
    assert_non_null(cache_path("sites/one", &arena));
    assert_int_not_equal(access(nobody, F_OK), 0);
    setenv("HOME", folder, 1);
    assert_non_null(cache_path("sites/one", &arena));
    assert_int_equal(
        access(arena_printf(&arena, "%s/.cache/gpu-memory-hierarchy/sites", folder).ptr, F_OK), 0);
    unsetenv("HOME");
    assert_null(cache_path("sites/one", &arena));
    static const char *const made[] = {"gpu-memory-hierarchy/sites", "gpu-memory-hierarchy",
                                       ".cache/gpu-memory-hierarchy/sites",
                                       ".cache/gpu-memory-hierarchy", ".cache"};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        assert_int_equal(rmdir(arena_printf(&arena, "%s/%s", folder, made[i]).ptr), 0);
    assert_int_equal(rmdir(folder), 0);
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packing),   cmocka_unit_test(storing),
        cmocka_unit_test(stamps),    cmocka_unit_test(stamps_are_siphash),
        cmocka_unit_test(spooling),  cmocka_unit_test(caching),
        cmocka_unit_test(recalling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
