/* SPDX-License-Identifier: MIT
 *
 * The logs of a spool, and which of them have a living writer. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "common/dead_logs.h"

#include "machine.h"
#include "spool.h"

int spool_folder_of(const struct spool *spool, const struct spool_log *log)
{
    return log->in_run ? spool->run : spool->out;
}

int spool_open_log(const struct spool *spool, const struct spool_log *log, bool *held)
{
    struct stat st;
    int fd = openat(spool_folder_of(spool, log), log->file,
                    (log->in_run ? O_RDWR : O_RDONLY) | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    *held = false;
    if (fd < 0)
        return -1;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
        *held = flock(fd, LOCK_EX | LOCK_NB) != 0;
        /* A program may have removed it meanwhile, and counted it. */
        if (!*held && fstat(fd, &st) == 0 && st.st_nlink > 0)
            return fd;
    }
    close(fd);
    return -1;
}

/* Field 22 of /proc/PID/stat; the name before may have blanks and brackets.  False: no
 * such process. */
static bool process_start(unsigned long pid, unsigned long long *start)
{
    char path[64], text[2048];
    snprintf(path, sizeof path, "/proc/%lu/stat", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    if (n <= 0)
        return false;
    text[n] = '\0';
    const char *at = strrchr(text, ')');
    for (int field = 2; at && field < 22; field++)
        at = strchr(at + 1, ' ');
    *start = at ? strtoull(at, NULL, 10) : 0;
    return at != NULL;
}

/* "ID.aplog" or "ID.dead.aplog", and in run "ID.PID.START.aplog".  pid 0: without them. */
static bool parse_name(const char *name, struct spool_log *log, unsigned long *pid,
                       unsigned long long *start)
{
    char tail[16];
    int end = 0;
    if (strlen(name) >= sizeof log->file ||
        strspn(name, "0123456789abcdef") != ASPOOL_ID_DIGITS)
        return false;
    memcpy(log->id, name, ASPOOL_ID_DIGITS);
    log->id[ASPOOL_ID_DIGITS] = '\0';
    strcpy(log->file, name);
    name += ASPOOL_ID_DIGITS;
    *pid = 0;
    log->dead = strcmp(name, ASPOOL_DEAD_SUFFIX) == 0;
    if (!log->in_run)
        return log->dead || strcmp(name, ASPOOL_LOG_SUFFIX) == 0;
    return isdigit((unsigned char)name[1]) &&
           sscanf(name, ".%9lu.%20llu%15s%n", pid, start, tail, &end) == 3 && name[end] == '\0' &&
           *pid > 0 && strcmp(tail, ASPOOL_LOG_SUFFIX) == 0;
}

/* Held, or its writer runs (and lost the lock: some programs close all they can). */
static bool is_alive(const struct spool *spool, const struct spool_log *log, unsigned long pid,
                     unsigned long long start)
{
    unsigned long long now = 0;
    bool held;
    if (process_start(pid, &now) && now == start)
        return true;
    int fd = spool_open_log(spool, log, &held);
    if (fd >= 0)
        close(fd);
    return held;
}

static int add_log(const struct spool *spool, struct spool_list *list, size_t *room,
                   const char *name, bool in_run)
{
    struct spool_log log = { .in_run = in_run };
    unsigned long pid;
    unsigned long long start;
    struct stat st;
    if (!parse_name(name, &log, &pid, &start) ||
        fstatat(spool_folder_of(spool, &log), name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(st.st_mode) || st.st_uid != geteuid())
        return 0;
    log.alive = in_run && is_alive(spool, &log, pid, start);
    log.dead = log.dead || (in_run && !log.alive);
    log.changed = (int64_t)st.st_mtim.tv_sec;
    log.size = (uint64_t)st.st_size;
    if (list->n == *room) {
        *room = *room ? 2 * *room : 64;
        struct spool_log *more = realloc(list->logs, *room * sizeof *more);
        if (!more)
            return -1;
        list->logs = more;
    }
    list->logs[list->n++] = log;
    return 0;
}

static int list_folder(const struct spool *spool, struct spool_list *list, size_t *room, bool in_run)
{
    int at = in_run ? spool->run : spool->out;
    int fd = at < 0 ? -1 : openat(at, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), result = 0;
    if (at < 0)
        return 0;
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    if (!folder) {
        if (fd >= 0)
            close(fd);
        return -1;
    }
    errno = 0;
    for (struct dirent *entry; result == 0 && (entry = readdir(folder)); errno = 0)
        result = add_log(spool, list, room, entry->d_name, in_run);
    if (errno != 0)
        result = -1;
    closedir(folder);
    return result;
}

static int compare_logs(const void *a, const void *b)
{
    const struct spool_log *x = a, *y = b;
    if (x->changed != y->changed)
        return x->changed < y->changed ? -1 : 1;
    return strcmp(x->id, y->id);
}

int spool_list(const struct spool *spool, struct spool_list *list, struct err *err)
{
    size_t room = 0;
    *list = (struct spool_list){ 0 };
    if (list_folder(spool, list, &room, true) != 0 || list_folder(spool, list, &room, false) != 0)
        return err_set(err, "the folders run and out: %s", strerror(errno ? errno : ENOMEM));
    if (list->n > 0)
        qsort(list->logs, list->n, sizeof *list->logs, compare_logs);
    return 0;
}

void spool_list_free(struct spool_list *list)
{
    free(list->logs);
    *list = (struct spool_list){ 0 };
}

/* Nothing is replaced; where the file system cannot promise that, ids are random. */
static int move(int from, const char *old, int to, const char *new)
{
    int result = renameat2(from, old, to, new, RENAME_NOREPLACE);
    return result != 0 && errno == EINVAL ? renameat(from, old, to, new) : result;
}

static uint64_t hash(const void *data, size_t size)
{
    return XXH3_64bits(data, size);
}

bool spool_adopt(const struct spool *spool, struct spool_log *log)
{
    char name[ID_ROOM + sizeof ASPOOL_DEAD_SUFFIX];
    bool held;
    if (!log->in_run || log->alive)
        return true;
    int fd = spool_open_log(spool, log, &held);
    if (fd < 0)
        return true;
    bool stays = dead_log_may_stay(spool->folder, log->id, (uint64_t)host_now());
    if (stays) {
        snprintf(name, sizeof name, "%s%s", log->id, ASPOOL_DEAD_SUFFIX);
        dead_log_trim(fd, hash);
        if (spool->out >= 0 && move(spool->run, log->file, spool->out, name) == 0) {
            log->in_run = false;
            strcpy(log->file, name);
            fsync(spool->out);
        }
    }
    close(fd);
    return stays;
}
