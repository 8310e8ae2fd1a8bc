/* SPDX-License-Identifier: MIT
 *
 * The user's spool: its folders, and the log's file in it.  Whatever is not as
 * it should be (another's folder, links, no space) means that nothing is
 * written.  Descriptors are closed before these functions return: the log's lock
 * stays with its mapping. */
#include "spool/spool.h"
#include "base/options.h"
#include "base/text.h"
#include "base/proc_files.h"
#include "core/state.h"
#include "log/log.h"
#include <algoprof/log_format.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <algoprof/spool_layout.h>

extern const char compiled_app[] __asm__("__algoprof1_spool") __attribute__((weak));

#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

const char *rt_spool_app(void)
{
    return compiled_app;
}

/* ---- folders ---- */

/* The folder that is the user's already: what is below may be made.  0: none. */
static size_t put_base(struct rt_out *path)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/') {
        rt_put_text(path, state);
        return 1;
    }
    if (!home || *home != '/')
        return 0;
    rt_put_text(path, home);
    size_t base = path->len;
    rt_put_text(path, "/" ASPOOL_STATE_HOME);
    return base;
}

/* With its mode, whatever the program's umask is; or it is there. */
static bool make_folder(int at, const char *path)
{
    if (mkdirat(at, path, ASPOOL_FOLDER_MODE))
        return errno == EEXIST;
    syscall(SYS_fchmodat, at, path, ASPOOL_FOLDER_MODE);
    return true;
}

/* Make the folders of the path that are not there.  Only in a folder of the
 * user's own: root with another's HOME leaves nothing there. */
static bool make_folders(char *path, size_t base)
{
    struct stat st;
    size_t end = strlen(path), there = end;
    while (there > base && (path[there] = '\0', fstatat(AT_FDCWD, path, &st, 0))) {
        if (errno != ENOENT)
            return false;
        while (there > base && path[--there] != '/')
            ;
    }
    path[there] = '\0';
    bool mine = there > 1 && !fstatat(AT_FDCWD, path, &st, 0) && S_ISDIR(st.st_mode) && st.st_uid == geteuid();
    while (mine && there < end) {
        path[there] = '/';
        there += strlen(path + there);
        mine = make_folder(AT_FDCWD, path);
    }
    return mine;
}

/* Only the user's, and no link. */
static int check_folder(int fd)
{
    struct stat st;
    if (fd >= 0 && !fstat(fd, &st) && st.st_uid == geteuid() && !(st.st_mode & 077))
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

bool rt_spool_open(struct rt_spool *s, enum rt_make make)
{
    struct rt_out path = { s->path, 0, sizeof s->path, false };
    s->folder = s->run = s->out = -1;
    size_t base = put_base(&path);
    rt_put_text(&path, "/" ASPOOL_FOLDER "/");
    rt_put_text(&path, rt_spool_app());
    s->len = path.len;
    if (!base || path.overflow || strlen(rt_spool_app()) > ASPOOL_APP_MAX)
        return false;
    s->folder = open(s->path, FOLDER_FLAGS);
    if (s->folder < 0 && errno == ENOENT && make == RT_MAKE && make_folders(s->path, base))
        s->folder = open(s->path, FOLDER_FLAGS);
    s->folder = check_folder(s->folder);
    return s->folder >= 0;
}

static int open_inner(int folder, const char *name, enum rt_make make)
{
    int fd = openat(folder, name, FOLDER_FLAGS);
    if (fd < 0 && errno == ENOENT && make == RT_MAKE && make_folder(folder, name))
        fd = openat(folder, name, FOLDER_FLAGS);
    return check_folder(fd);
}

bool rt_spool_open_inner(struct rt_spool *s, enum rt_make make)
{
    s->run = open_inner(s->folder, ASPOOL_RUN, make);
    s->out = open_inner(s->folder, ASPOOL_OUT, make);
    return s->run >= 0 && s->out >= 0;
}

void rt_spool_close(struct rt_spool *s)
{
    int *fd[] = { &s->folder, &s->run, &s->out };
    for (size_t i = 0; i < sizeof fd / sizeof *fd; i++) {
        if (*fd[i] >= 0)
            close(*fd[i]);
        *fd[i] = -1;
    }
}

/* "ID TIME\n", drawn not too long ago; and not tomorrow, which was another clock. */
static bool parse_client(const char *text, uint8_t id[16])
{
    const char *p = text + ASPOOL_ID_DIGITS + 1;
    uint64_t drawn = 0, now = (uint64_t)time(NULL);
    if (strspn(text, "0123456789abcdef") != ASPOOL_ID_DIGITS || p[-1] != ' ' || *p == '\n')
        return false;
    for (; *p >= '0' && *p <= '9' && drawn < UINT32_MAX; p++)
        drawn = drawn * 10 + (uint64_t)(*p - '0');
    if (*p != '\n' || drawn > now + 86400 || drawn + ASPOOL_CLIENT_AGE <= now)
        return false;
    for (unsigned i = 0; i < ASPOOL_ID_DIGITS; i++) {
        unsigned digit = (unsigned)(text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10);
        id[i / 2] = (uint8_t)(i % 2 ? id[i / 2] | digit : digit << 4);
    }
    return true;
}

bool rt_client_id(uint8_t id[16])
{
    static struct rt_spool s RT_LARGE;
    char text[ASPOOL_ID_DIGITS + 24] = "";
    struct stat st;
    if (!rt_spool_open(&s, RT_FIND))
        return false;
    int fd = openat(s.folder, ASPOOL_CLIENT, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    rt_spool_close(&s);
    if (fd < 0)
        return false;
    bool done = !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
                read(fd, text, sizeof text - 1) > 0 && parse_client(text, id);
    close(fd);
    return done;
}

/* ---- the log ---- */

static struct rt_spool spool RT_LARGE;  /* the folder of the log, closed */
static size_t id_at;            /* run/ID.PID.START.aplog: where ID begins in the log's path */

static bool put_name(struct rt_out *t, const struct rt_spool *s, const uint8_t run_id[16])
{
    uint64_t start = rt_process_start(getpid());
    t->len = 0;
    rt_put(t, s->path, s->len);
    rt_put_text(t, "/" ASPOOL_RUN "/");
    id_at = t->len;
    rt_put_hex(t, run_id, ASPOOL_ID_DIGITS / 2);
    rt_put_text(t, ".");
    rt_put_number(t, (uint64_t)getpid());
    rt_put_text(t, ".");
    rt_put_number(t, start);
    rt_put_text(t, ASPOOL_LOG_SUFFIX);
    return start && !t->overflow;
}

/* A lock that is held for a moment, by one who looks for the dead or makes room, is
 * waited for. */
static bool lock_file(int fd)
{
    struct timespec pause = { 0, 1000000 };
    for (unsigned i = 0; flock(fd, LOCK_EX | LOCK_NB); i++) {
        if ((errno != EWOULDBLOCK && errno != EINTR) || i == 200)
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

/* Where files cannot be made without a name a death in between leaves an empty
 * one, which the next program buries. */
static bool create_in(struct rt_file *f, int run, const void *header, size_t len)
{
    const char *name = f->path + id_at;
    int flags = O_RDWR | O_CLOEXEC;
    int fd = openat(run, ".", O_TMPFILE | flags, ASPOOL_FILE_MODE);
    if (fd >= 0) {
        bool filled = lock_file(fd) && rt_file_fill(f, fd, header, len, ALOG_STEP);
        bool done = filled && rt_file_link(fd, run, name);
        close(fd);
        if (done || !filled)
            return done;
    }
    fd = openat(run, name, O_CREAT | O_EXCL | O_NOFOLLOW | O_NOCTTY | flags, ASPOOL_FILE_MODE);
    if (fd < 0)
        return false;
    bool done = lock_file(fd) && rt_file_fill(f, fd, header, len, ALOG_STEP);
    close(fd);
    if (!done)
        unlinkat(run, name, 0);
    return done;
}

/* One after the other: those that start together must not all see the same room. */
static bool create_within_limits(struct rt_file *f, struct rt_spool *s, const void *header, size_t len)
{
    if (!lock_file(s->run))
        return false;
    bool done = rt_spool_make_room(s) && create_in(f, s->run, header, len);
    flock(s->run, LOCK_UN);
    return done;
}

static bool create(struct rt_file *f, const void *header, size_t len, const uint8_t run_id[16])
{
    struct rt_spool *s = &spool;
    struct rt_out path = { f->path, 0, sizeof f->path, false };
    if (!rt_spool_open(s, rt_options.consent == RT_CONSENT_YES ? RT_MAKE : RT_FIND))
        return false;
    bool done = rt_consent_in(s) && rt_spool_open_inner(s, RT_MAKE);
    if (done) {
        rt_spool_bury(s);
        bool named = put_name(&path, s, run_id);
        done = named && create_within_limits(f, s, header, len);
        if (named && !done)
            rt_spool_note_not_begun(s, f->path + id_at);
    }
    rt_spool_close(s);
    return done;
}

static bool still_leads_to(const struct rt_file *f)
{
    struct stat st;
    return id_at && !fstatat(AT_FDCWD, f->path, &st, AT_SYMLINK_NOFOLLOW) && st.st_dev == f->device &&
           st.st_ino == f->inode && (uint64_t)st.st_size >= f->size;
}

static void hand_over(struct rt_file *f, uint64_t size)
{
    static char to[sizeof f->path] RT_LARGE;
    struct rt_out path = { to, 0, sizeof to, false };
    if (!still_leads_to(f))
        return;
    if (!rt_consent_in(&spool)) {       /* withdrawn meanwhile */
        unlink(f->path);
        return;
    }
    rt_put(&path, spool.path, spool.len);
    rt_put_text(&path, "/" ASPOOL_OUT "/");
    rt_put(&path, f->path + id_at, ASPOOL_ID_DIGITS);
    rt_put_text(&path, ASPOOL_LOG_SUFFIX);
    while (truncate(f->path, (off_t)size) && errno == EINTR)
        ;
    if (!path.overflow)
        rt_spool_move(AT_FDCWD, f->path, AT_FDCWD, to);
}

const struct rt_place rt_spool_place = { .create = create, .close = hand_over, .hands_over = true, .client_id = rt_client_id };
