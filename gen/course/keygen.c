/* keygen -- see keygen.h. */
#include "course/keygen.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/spawn.h"

enum { SAID_MAX = 64 << 10 }; /* of a signature, and of what ssh-keygen says */

/* ---- the folder -------------------------------------------------------------------------------- */

struct folder {
    struct arena *arena;
    struct root root;
    const char *path;
    struct diags diags; /* its messages name files that nobody knows */
};

static const char *path_of(const struct folder *folder, const char *name) {
    return arena_printf(folder->arena, "%s/%s", folder->path, name).ptr;
}

static bool folder_open(struct folder *folder, struct arena *arena) {
    const char *tmp = getenv("TMPDIR");
    *folder = (struct folder){.arena = arena, .root = {.fd = -1}};
    struct text path = arena_printf(arena, "%s/gen-keys-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    folder->path = mkdtemp((char *)(uintptr_t)path.ptr);
    return folder->path && root_open(&folder->root, folder->path, &folder->diags);
}

static void folder_close(struct folder *folder) {
    DIR *dir = folder->root.fd >= 0 ? opendir(folder->path) : NULL;
    for (struct dirent *file; dir && (file = readdir(dir));)
        if (file->d_name[0] != '.') unlinkat(folder->root.fd, file->d_name, 0);
    if (dir) closedir(dir);
    if (folder->path) rmdir(folder->path);
    root_close(&folder->root);
    diags_free(&folder->diags);
}

static bool put(struct folder *folder, const char *name, struct text bytes) {
    return file_write(&folder->root, text_of(name), bytes, FILE_REPLACE, &folder->diags);
}

static struct text get(struct folder *folder, const char *name) {
    struct text bytes = {0};
    return file_read(&folder->root, text_of(name), SAID_MAX, folder->arena, &bytes, &folder->diags)
               ? bytes
               : (struct text){0};
}

/* ---- what went wrong --------------------------------------------------------------------------- */

static const char *no_folder(const char **hint) {
    *hint = "ssh-keygen reads from a folder below TMPDIR: is there room?";
    return "no temporary files can be made for ssh-keygen";
}

static const char *no_start(int error, const char **hint) {
    *hint = "install openssh-client: make deps";
    return error == ENOENT ? "signatures need ssh-keygen, which is not installed"
                           : "signatures need ssh-keygen, which cannot be started";
}

/* The last line that says something, without the path of the folder. */
static struct text reason(struct folder *folder, struct text said) {
    struct text last = {0};
    for (struct text line; said.len;) {
        line = text_trim(text_next(&said, '\n'));
        if (line.len) last = line;
    }
    struct text within = arena_printf(folder->arena, "%s/", folder->path);
    size_t at = text_find(last, within.ptr, 0);
    if (at < last.len)
        last = arena_printf(folder->arena, "%.*s%.*s", TEXT_ARG(text_cut(last, 0, at)),
                            TEXT_ARG(text_cut(last, at + within.len, last.len)));
    return last.len ? last : TEXT("no key of that name, or not on that day");
}

/* ---- verifying --------------------------------------------------------------------------------- */

/* A process under way; its files are called "7.text", "7.sig" and "7.err". */
struct slot {
    const char *text, *signature, *said;
    pid_t pid;
};

static int start(struct folder *folder, const struct slot *slot, const struct keygen_claim *claim,
                 pid_t *pid) {
    /* Noon: the day itself counts whatever hour an end or a beginning names. */
    struct arena *arena = folder->arena;
    struct text day = claim->day;
    const char *time =
        arena_printf(arena, "verify-time=%.*s%.*s%.*s120000", TEXT_ARG(text_cut(day, 0, 4)),
                     TEXT_ARG(text_cut(day, 5, 7)), TEXT_ARG(text_cut(day, 8, 10)))
            .ptr;
    const char *argv[] = {"ssh-keygen",
                          "-Y",
                          "verify",
                          "-f",
                          path_of(folder, "reviewers"),
                          "-I",
                          arena_string(arena, claim->name),
                          "-n",
                          KEYGEN_NAMESPACE,
                          "-O",
                          time,
                          "-s",
                          path_of(folder, slot->signature),
                          NULL};
    static const char *const environment[] = {"TZ=UTC", "LC_ALL=C", NULL};
    int in = openat(folder->root.fd, slot->text, O_RDONLY | O_CLOEXEC);
    int err = openat(folder->root.fd, slot->said, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    int error = in < 0 || err < 0 ? EIO : 0;
    if (!error)
        error = spawn_start(
            &(struct spawn){
                .argv = argv, .environment = environment, .in = in, .out = -1, .err = err},
            pid);
    file_close(in);
    file_close(err);
    return error;
}

/* Starts as many as there are slots; all have ended when it returns. */
static const char *verify_some(struct folder *folder, struct slot *slot, struct keygen_claim *claim,
                               size_t count, const char **hint) {
    const char *why = NULL;
    size_t started = 0;
    for (; !why && started < count; started++) {
        const struct keygen_claim *one = &claim[started];
        if (!put(folder, slot[started].text, one->message) ||
            !put(folder, slot[started].signature, one->signature))
            why = no_folder(hint);
        int error = why ? 0 : start(folder, &slot[started], one, &slot[started].pid);
        if (error) why = no_start(error, hint);
        if (why) break;
    }
    for (size_t i = 0; i < started; i++) {
        int status = spawn_wait(slot[i].pid);
        claim[i].holds = status == 0;
        if (status == 127 && !why) why = no_start(ENOENT, hint);
        if (!claim[i].holds) claim[i].why = reason(folder, get(folder, slot[i].said));
    }
    return why;
}

static size_t slots(size_t count) {
    enum { MOST = 32 };
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    size_t most = processors < 1 ? 1 : processors > MOST ? MOST : (size_t)processors;
    return count < most ? count : most;
}

const char *keygen_verify(struct text signers, struct keygen_claim *claim, size_t count,
                          const char **hint, struct arena *arena) {
    struct folder folder;
    const char *why = NULL;
    size_t size = slots(count);
    struct slot *slot = ARENA_ARRAY(arena, struct slot, size);
    for (size_t i = 0; i < size; i++)
        slot[i] = (struct slot){.text = arena_printf(arena, "%zu.text", i).ptr,
                                .signature = arena_printf(arena, "%zu.sig", i).ptr,
                                .said = arena_printf(arena, "%zu.err", i).ptr};
    if (!folder_open(&folder, arena) || !put(&folder, "reviewers", signers)) why = no_folder(hint);
    for (size_t from = 0; !why && from < count; from += size)
        why = verify_some(&folder, slot, claim + from, count - from < size ? count - from : size,
                          hint);
    folder_close(&folder);
    return why;
}

/* ---- signing ----------------------------------------------------------------------------------- */

/* All files in one process, which then asks for a passphrase once. What it says goes to the terminal. */
static int sign_all(struct folder *folder, const char *key, size_t count, int *status) {
    static const char *const first[] = {"ssh-keygen",     "-Y", "sign", "-q", "-n",
                                        KEYGEN_NAMESPACE, "-f"};
    enum { FIRST = sizeof first / sizeof *first };
    const char **argv = ARENA_ARRAY(folder->arena, const char *, FIRST + 1 + count + 1);
    memcpy(argv, first, sizeof first);
    argv[FIRST] = key;
    for (size_t i = 0; i < count; i++)
        argv[FIRST + 1 + i] = path_of(folder, arena_printf(folder->arena, "%zu", i).ptr);
    pid_t pid;
    int error = spawn_start(&(struct spawn){.argv = argv, .in = 0, .out = -1, .err = 2}, &pid);
    if (!error) *status = spawn_wait(pid);
    return error;
}

const char *keygen_sign(const char *key, const struct text *message, size_t count,
                        struct text *signature, const char **hint, struct arena *arena) {
    struct folder folder;
    int status = 0;
    bool fine = folder_open(&folder, arena);
    for (size_t i = 0; fine && i < count; i++)
        fine = put(&folder, arena_printf(arena, "%zu", i).ptr, message[i]);
    const char *why = fine ? NULL : no_folder(hint);
    int error = why ? 0 : sign_all(&folder, key, count, &status);
    if (error || status == 127) why = no_start(error ? error : ENOENT, hint);
    for (size_t i = 0; !why && i < count; i++) {
        signature[i] = get(&folder, arena_printf(arena, "%zu.sig", i).ptr);
        if (status == 0 && signature[i].len) continue;
        why = "ssh-keygen did not sign";
        *hint = "--key names the file of the private key, or of the public one that an agent has";
    }
    folder_close(&folder);
    return why;
}
