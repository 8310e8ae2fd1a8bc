/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One file: what it is, and whether it can be believed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/intake.h"
#include "base/unpack.h"
#include "store/upload_caps.h"

#define HEX (2 * STORE_HASH)
#define DELETION_MAX (1u << 20) /* bytes: 30,000 hashes */

static int digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* 32 lower-case digits. */
static bool parse_hash(const char *text, uint8_t out[STORE_HASH])
{
    for (size_t i = 0; i < STORE_HASH; i++) {
        int high = digit(text[2 * i]), low = high < 0 ? -1 : digit(text[2 * i + 1]);
        if (low < 0)
            return false;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* Whether the name is a hash and that suffix. */
static bool named_by_hash(const char *path, const char *suffix, uint8_t out[STORE_HASH])
{
    const char *name = path_name(path);
    return strlen(name) == HEX + strlen(suffix) && strcmp(name + HEX, suffix) == 0 &&
           parse_hash(name, out);
}

static bool ends(const char *name, const char *suffix)
{
    size_t n = strlen(name), m = strlen(suffix);
    return n > m && strcmp(name + n - m, suffix) == 0;
}

enum intake_kind intake_kind_of(const char *path)
{
    const char *name = path_name(path), *dot = strrchr(name, '.');
    if (name[0] == '.' || !dot)
        return INTAKE_OTHER;
    if (ends(name, ".delete"))
        return INTAKE_DELETION;
    if (ends(name, ".aplog") || ends(name, ".aplog.zst"))
        return INTAKE_LOG;
    return dot - name > 6 && strncmp(dot - 6, ".aplog", 6) == 0 && dot[1] &&
           dot[1 + strspn(dot + 1, "0123456789")] == 0 ? INTAKE_LOG : INTAKE_OTHER;
}

static int unread(struct intake_file *f, const char *what)
{
    f->state = errno == ENOENT ? INTAKE_GONE : INTAKE_UNREAD;
    err_set(&f->why, "%s: %s", what, strerror(errno));
    return -1;
}

static int bad(struct intake_file *f)
{
    f->state = INTAKE_BAD;
    return -1;
}

/* Of its last change, in ns since 1970. */
static int64_t time_of(const struct stat *st)
{
    return st->st_mtim.tv_sec * INT64_C(1000000000) + st->st_mtim.tv_nsec;
}

/* Opens a regular file, and nothing that a link leads to. */
static int open_it(struct intake_file *f)
{
    struct stat st;
    int fd = open(f->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW);
    if (fd < 0 && errno == ELOOP) {
        err_set(&f->why, "is a link");
        return bad(f);
    }
    if (fd < 0)
        return unread(f, "cannot be opened");
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        close(fd);
        err_set(&f->why, "is no file");
        return bad(f);
    }
    f->size = st.st_size;
    f->changed = time_of(&st);
    return fd;
}

/* All its bytes; 0 or -1. */
static int read_bytes(struct intake_file *f, int fd, size_t most, uint8_t **bytes, size_t *size)
{
    size_t have = 0, room = (size_t)f->size;
    if (f->size > (int64_t)most) {
        err_set(&f->why, "larger than %zu bytes", most);
        return bad(f);
    }
    *bytes = malloc(room + 1);
    if (!*bytes) {
        errno = ENOMEM;
        return unread(f, "cannot be read");
    }
    while (have < room) {
        ssize_t got = read(fd, *bytes + have, room - have);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            free(*bytes);
            return unread(f, "cannot be read");
        }
        if (got == 0)
            break;
        have += (size_t)got;
    }
    *size = have;
    return 0;
}

/* The log's bytes, unpacked, and their hash; 0 or -1. */
static int read_log(struct intake_file *f, int fd, intake_limit *limit, uint8_t **bytes,
                    size_t *size)
{
    uint8_t named[STORE_HASH];
    if (limit && f->size <= (int64_t)UNPACK_MAX)
        limit((uint64_t)f->size);
    if (read_bytes(f, fd, UNPACK_MAX, bytes, size) != 0)
        return -1;
    int result = 0;
    if (unpack_is_packed(*bytes, *size)) {
        if (limit)
            limit(*size + unpack_size(*bytes, *size, UNPACK_MAX));
        result = unpack(bytes, size, UNPACK_MAX, &f->why);
    }
    else if (ends(f->path, ".zst"))
        result = err_set(&f->why, "is not compressed by zstd");
    if (result == 0) {
        store_hash(*bytes, *size, f->reduced.hash);
        if ((named_by_hash(f->path, ".aplog.zst", named) || named_by_hash(f->path, ".aplog", named)) &&
            memcmp(named, f->reduced.hash, STORE_HASH) != 0)
            result = err_set(&f->why, "hash wrong: not the content that its name tells of");
    }
    if (result == 0)
        return 0;
    free(*bytes);
    return bad(f);
}

/* Takes over bytes. */
static int reduce(struct intake_file *f, uint8_t *bytes, size_t size, struct err *err)
{
    struct log *log;
    struct log_points *points = NULL;
    f->reduced.size = size;
    if (log_parse(bytes, size, &log, &f->why) != 0)
        return bad(f);
    int made = caps_check(log, &f->why);
    if (made == 0)
        made = log_points_make(log, f->clean, 0, &points, &f->why);
    log_free(log);
    if (made == 0 && caps_check_points(points->n_points, &f->why) != 0) {
        log_points_free(points);
        made = -1;
    }
    if (made != 0)
        return bad(f);
    points->time = query_time(points->header.start_time, f->changed / 1000000000);
    f->state = INTAKE_NEW;
    f->reduced.name = strdup(f->clean);
    return f->reduced.name ? reduced_make(points, &f->reduced, err) : err_memory(err);
}

int intake_look(struct intake_file *f, const struct store *store, struct err *err)
{
    uint8_t named[STORE_HASH];
    struct stat st;
    f->clean = text_clean(path_name(f->path), strlen(path_name(f->path)));
    if (!f->clean)
        return err_memory(err);
    f->state = INTAKE_UNSEEN;
    if (named_by_hash(f->path, ".aplog.zst", named) && store_knows(store, named))
        f->state = INTAKE_KNOWN;
    if (f->state == INTAKE_KNOWN || lstat(f->path, &st) != 0)
        return 0;
    f->size = st.st_size;
    f->changed = time_of(&st);
    if (store_is_quarantined(store, f->clean, f->size, f->changed))
        f->state = INTAKE_BAD_BEFORE;
    return 0;
}

int intake_read(struct intake_file *f, const struct store *store, intake_limit *limit,
                struct err *err)
{
    uint8_t named[STORE_HASH], *bytes;
    size_t size;
    if (!f->clean)
        f->clean = text_clean(path_name(f->path), strlen(path_name(f->path)));
    if (!f->clean)
        return err_memory(err);
    f->state = INTAKE_KNOWN;
    if (named_by_hash(f->path, ".aplog.zst", named) && store_knows(store, named))
        return 0;
    int fd = open_it(f);
    if (fd < 0)
        return 0;
    if (store_is_quarantined(store, f->clean, f->size, f->changed)) {
        f->state = INTAKE_BAD_BEFORE;
        close(fd);
        return 0;
    }
    int result = read_log(f, fd, limit, &bytes, &size);
    close(fd);
    if (result != 0)
        return 0;
    if (store_knows(store, f->reduced.hash)) {
        free(bytes);
        return 0;
    }
    return reduce(f, bytes, size, err) != 0 && f->state != INTAKE_BAD ? -1 : 0;
}

/* One hash a line; anything else spoils it all. */
static bool parse_deletion(const char *text, size_t size, uint8_t (*out)[STORE_HASH], size_t *n)
{
    for (size_t at = 0; at < size; at += HEX + 1) {
        if (size - at < HEX || (size - at > HEX && text[at + HEX] != '\n') ||
            !parse_hash(text + at, out[(*n)++]))
            return false;
    }
    return true;
}

int intake_read_deletion(struct intake_file *f, uint8_t (**out)[STORE_HASH], size_t *n,
                         struct err *err)
{
    uint8_t *bytes, named[STORE_HASH], hash[STORE_HASH];
    size_t size;
    *out = NULL;
    *n = 0;
    f->clean = text_clean(path_name(f->path), strlen(path_name(f->path)));
    if (!f->clean)
        return err_memory(err);
    f->state = INTAKE_NEW;
    int fd = open_it(f), result = fd < 0 ? -1 : read_bytes(f, fd, DELETION_MAX, &bytes, &size);
    if (fd >= 0)
        close(fd);
    if (result != 0)
        return 0;
    *out = calloc(size / HEX + 1, sizeof **out);
    if (!*out) {
        free(bytes);
        return err_memory(err);
    }
    store_hash(bytes, size, hash);
    if (named_by_hash(f->path, ".delete", named) && memcmp(named, hash, STORE_HASH) != 0) {
        err_set(&f->why, "hash wrong: not the content that its name tells of");
        bad(f);
    } else if (!parse_deletion((const char *)bytes, size, *out, n)) {
        err_set(&f->why, "is no list of hashes, one of 32 digits a line");
        bad(f);
    }
    free(bytes);
    return 0;
}

void intake_file_free(struct intake_file *f)
{
    reduced_free(&f->reduced);
    free(f->clean);
    free(f->path);
    *f = (struct intake_file){ 0 };
}

int intake_move(const char *path, const char *folder, struct err *err)
{
    char *to;
    for (unsigned i = 0;; i++) {
        int made = i == 0 ? asprintf(&to, "%s/%s", folder, path_name(path))
                          : asprintf(&to, "%s/%s.%u", folder, path_name(path), i);
        if (made < 0)
            return err_memory(err);
        int result = renameat2(AT_FDCWD, path, AT_FDCWD, to, RENAME_NOREPLACE);
        free(to);
        if (result == 0 || errno == ENOENT)
            return 0;
        if (errno != EEXIST)
            return err_set(err, "cannot be moved to %.100s: %s", folder, strerror(errno));
    }
}
