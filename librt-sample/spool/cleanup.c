/* SPDX-License-Identifier: MIT
 *
 * Order in the spool: logs of dead writers, limits.  Several programs and the
 * uploader do this at once; a file that is gone was another's to see to. */
#include "base/text.h"
#include "base/proc_files.h"
#include "common/dead_logs.h"
#include "core/state.h"
#include "log/log.h"
#include "log/two_copies.h"
#include "spool/spool.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <algoprof/spool_layout.h>

#define MOST_ENTRIES 4096u      /* more than that: the folder is not ours to judge */
#define MOST_REMOVED 1024u      /* in one start */
#define NAME_ROOM 128u
#define GIVEN_UP_BYTES (1u << 20)       /* most bytes of that list */

struct dirent64 {               /* getdents64(2) */
    uint64_t ino;
    int64_t off;
    uint16_t len;
    uint8_t type;
    char name[];
};

/* By the system call: opendir takes memory from malloc, and a fork's child may be
 * inside it here. */
bool rt_spool_walk(int folder, rt_entry *entry, void *arg)
{
    static _Alignas(8) char buffer[8192] RT_LARGE;
    unsigned seen = 0;
    if (lseek(folder, 0, SEEK_SET) < 0)
        return false;
    for (;;) {
        long n = syscall(SYS_getdents64, folder, buffer, sizeof buffer);
        if (n <= 0)
            return !n;
        for (long at = 0; at < n;) {
            const struct dirent64 *d = (const void *)(buffer + at);
            at += d->len;
            if (!strcmp(d->name, ".") || !strcmp(d->name, ".."))
                continue;
            if (++seen > MOST_ENTRIES || !entry(folder, d->name, arg))
                return false;
        }
    }
}

/* ---- what is given up ---- */

/* A line that was cut, by a full disk, gets its end first. */
static void note(int folder, const char *name, const char *reason, uint64_t most)
{
    char line[NAME_ROOM] = "\n", last = '\n';
    struct stat st;
    struct rt_out t = { line, 1, sizeof line, false };
    rt_put(&t, name, ASPOOL_ID_DIGITS);
    rt_put_text(&t, " ");
    rt_put_number(&t, (uint64_t)time(NULL));
    rt_put_text(&t, " ");
    rt_put_text(&t, reason);
    rt_put_text(&t, "\n");
    int fd = openat(folder, ASPOOL_GIVEN_UP, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK,
                    ASPOOL_FILE_MODE);
    if (fd < 0)
        return;
    fchmod(fd, ASPOOL_FILE_MODE);
    if (!fstat(fd, &st) && S_ISREG(st.st_mode) && (uint64_t)st.st_size < most &&
        rt_file_allowed((uint64_t)st.st_size + t.len)) {
        ssize_t n = pread(fd, &last, 1, st.st_size - 1);
        bool whole = last == '\n';
        n = write(fd, line + whole, t.len - whole);
        (void)n;                /* the log goes all the same */
    }
    close(fd);
}

static void note_removed(int folder, const char *name, const char *reason)
{
    note(folder, name, reason, GIVEN_UP_BYTES);
}

/* Where no log can be begun, that may be so at each start. */
void rt_spool_note_not_begun(const struct rt_spool *s, const char *name)
{
    note(s->folder, name, ASPOOL_REASON_NOT_BEGUN, GIVEN_UP_BYTES / 2);
}

/* ---- the dead ---- */

static bool take_number(const char **p, uint64_t *out)
{
    const char *s = *p;
    uint64_t n = 0;
    for (; *s >= '0' && *s <= '9'; s++)
        if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, (uint64_t)(*s - '0'), &n))
            return false;
    bool any = s != *p;
    *p = s;
    *out = n;
    return any;
}

/* "ID.PID.START.aplog" */
static bool parse_name(const char *name, uint64_t *pid, uint64_t *start)
{
    const char *p = name + ASPOOL_ID_DIGITS;
    if (strspn(name, "0123456789abcdef") != ASPOOL_ID_DIGITS || *p++ != '.' || !take_number(&p, pid) ||
        *p++ != '.' || !take_number(&p, start))
        return false;
    return *pid && *pid <= INT32_MAX && !strcmp(p, ASPOOL_LOG_SUFFIX);
}

/* Without /proc nobody is known to be dead. */
static bool is_dead(uint64_t pid, uint64_t start)
{
    uint64_t now = rt_process_start((pid_t)pid);
    if (now)
        return now != start;
    return errno == ENOENT && rt_process_start(getpid());
}

/* A name that is taken may be this very file's: a death between two steps. */
void rt_spool_move(int from_folder, const char *from, int to_folder, const char *to)
{
    struct stat here, there;
    if (!renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE))
        return;
    if (errno == EINVAL || errno == ENOSYS)
        linkat(from_folder, from, to_folder, to, 0);
    if (!fstatat(from_folder, from, &here, AT_SYMLINK_NOFOLLOW) &&
        !fstatat(to_folder, to, &there, AT_SYMLINK_NOFOLLOW) && here.st_dev == there.st_dev &&
        here.st_ino == there.st_ino)
        unlinkat(from_folder, from, 0);
}

static void move_out(int run, int out, const char *name)
{
    char to[NAME_ROOM];
    struct rt_out t = { to, 0, sizeof to, false };
    rt_put(&t, name, ASPOOL_ID_DIGITS);
    rt_put_text(&t, ASPOOL_DEAD_SUFFIX);
    rt_spool_move(run, name, out, to);
}

static uint64_t hash(const void *data, size_t size)
{
    return rt_hash(data, size, 0);
}

/* A place of the day; without the right to write that file there is one. */
static bool may_stay(int folder, const char *name)
{
    return !rt_file_allowed(ASPOOL_DEAD_A_DAY * DIED_LINE) || dead_log_may_stay(folder, name, (uint64_t)time(NULL));
}

static bool bury(int run, const char *name, void *spool)
{
    const struct rt_spool *s = spool;
    uint64_t pid, start;
    if (!parse_name(name, &pid, &start) || !is_dead(pid, start))
        return true;
    int fd = openat(run, name, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return true;
    if (!flock(fd, LOCK_EX | LOCK_NB)) {
        if (may_stay(s->folder, name)) {
            dead_log_trim(fd, hash);
            move_out(run, s->out, name);
        } else {
            note_removed(s->folder, name, ASPOOL_REASON_DEAD);
            unlinkat(run, name, 0);
        }
    }
    close(fd);
    return true;
}

void rt_spool_bury(struct rt_spool *s)
{
    rt_spool_walk(s->run, bury, s);
}

/* ---- limits ---- */

struct candidate {
    bool found;
    char name[NAME_ROOM];
    time_t time;
    uint64_t bytes;
};

struct census {
    uint64_t files, bytes;
    bool complete;              /* in out/, whose logs may be removed */
    struct candidate oldest, oldest_dead;
};

static bool is_log(const char *name, const char *suffix)
{
    return strspn(name, "0123456789abcdef") == ASPOOL_ID_DIGITS && !strcmp(name + ASPOOL_ID_DIGITS, suffix);
}

static void keep_older(struct candidate *c, const char *name, const struct stat *st)
{
    if (c->found && st->st_mtime >= c->time)
        return;
    *c = (struct candidate){ .found = true, .time = st->st_mtime, .bytes = (uint64_t)st->st_size };
    memcpy(c->name, name, strlen(name) + 1);
}

static bool count(int folder, const char *name, void *arg)
{
    struct census *c = arg;
    struct stat st;
    if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW))
        return true;
    c->files++;
    c->bytes += (uint64_t)st.st_size;
    bool dead = is_log(name, ASPOOL_DEAD_SUFFIX);
    if (!c->complete || !(dead || is_log(name, ASPOOL_LOG_SUFFIX)))
        return true;
    keep_older(&c->oldest, name, &st);
    if (dead)
        keep_older(&c->oldest_dead, name, &st);
    return true;
}

static bool take_census(const struct rt_spool *s, struct census *c)
{
    *c = (struct census){ .complete = false };
    if (!rt_spool_walk(s->run, count, c))
        return false;
    c->complete = true;
    return rt_spool_walk(s->out, count, c);
}

static bool is_old(const struct census *c, time_t now)
{
    return c->oldest.found && now > c->oldest.time && (uint64_t)(now - c->oldest.time) > ASPOOL_AGE;
}

static bool is_full(const struct census *c)
{
    return c->files + 1 > ASPOOL_FILES || c->bytes + ASPOOL_LOG_BYTES > ASPOOL_BYTES;
}

/* The note comes before the end: a death in between leaves a log that the next one, or
 * the uploader, removes, and none that is gone without a word.  While the uploader sends
 * it, its lock is held: then there is no room now. */
static bool remove_oldest(const struct rt_spool *s, const char *name, const char *reason)
{
    struct stat st;
    int fd = openat(s->out, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return errno == ENOENT;
    bool removed = !flock(fd, LOCK_EX | LOCK_NB) && !fstat(fd, &st);
    if (removed && st.st_nlink) {
        note_removed(s->folder, name, reason);
        removed = !unlinkat(s->out, name, 0) || errno == ENOENT;
    }
    close(fd);
    return removed;
}

/* A removal may be all that is needed, which saves another look. */
bool rt_spool_make_room(const struct rt_spool *s)
{
    static struct census c RT_LARGE;
    time_t now = time(NULL);
    for (unsigned i = 0; i < MOST_REMOVED; i++) {
        if (!take_census(s, &c))
            return false;
        bool full = is_full(&c), old = is_old(&c, now);
        if (!full && !old)
            return true;
        const struct candidate *first = !old && c.oldest_dead.found ? &c.oldest_dead : &c.oldest;
        if (!first->found)
            return false;
        if (!remove_oldest(s, first->name, old ? ASPOOL_REASON_OLD : ASPOOL_REASON_FULL))
            return false;
        c.files--;
        c.bytes -= first->bytes;
        if (!old && !is_full(&c))
            return true;
    }
    return false;
}
