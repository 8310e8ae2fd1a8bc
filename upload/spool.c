/* SPDX-License-Identifier: MIT */
#include "spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEMPORARY ".new"
#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

bool spool_is_app(const char *app)
{
    size_t len = strlen(app);
    return len > 0 && len <= ASPOOL_APP_MAX && app[0] != '.' && strspn(app, ASPOOL_APP_CHARS) == len;
}

int spool_parent(char *path, size_t room, struct err *err)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int len;
    if (state && state[0] == '/')
        len = snprintf(path, room, "%s/%s", state, ASPOOL_FOLDER);
    else if (home && home[0] == '/')
        len = snprintf(path, room, "%s/%s/%s", home, ASPOOL_STATE_HOME, ASPOOL_FOLDER);
    else
        return err_set(err, "neither HOME nor XDG_STATE_HOME is set: name the folder by --spool");
    return len > 0 && (size_t)len < room ? 0 : err_set(err, "HOME is too long");
}

/* The user's own, and nobody else's. */
static int check_folder(int fd, const char *name, struct err *err)
{
    struct stat st;
    if (fstat(fd, &st) != 0)
        return err_set(err, "%s: %s", name, strerror(errno));
    if (st.st_uid != geteuid())
        return err_set(err, "%s: belongs to another user", name);
    if ((st.st_mode & 077) != 0)
        return err_set(err, "%s: open to other users; chmod 700 it", name);
    return 0;
}

/* name: in `at`, if that is a folder; path: the whole, for messages. */
static enum spool_result open_folder(int at, const char *name, const char *path, int *fd, struct err *err)
{
    *fd = openat(at, name, FOLDER_FLAGS);
    if (*fd < 0 && errno == ENOENT)
        return SPOOL_NONE;
    if (*fd < 0) {
        err_set(err, "%s: %s", path,
                errno == ELOOP || errno == ENOTDIR ? "is no folder, or a link" : strerror(errno));
        return SPOOL_ERROR;
    }
    return check_folder(*fd, path, err) == 0 ? SPOOL_FINE : SPOOL_ERROR;
}

enum spool_result spool_open(struct spool *spool, const char *path, const char *app,
                             struct err *err)
{
    *spool = (struct spool){ .folder = -1, .run = -1, .out = -1, .lock = -1 };
    snprintf(spool->app, sizeof spool->app, "%s", app);
    char run[4096], out[4096];
    snprintf(run, sizeof run, "%.4000s/%s", path, ASPOOL_RUN);
    snprintf(out, sizeof out, "%.4000s/%s", path, ASPOOL_OUT);
    enum spool_result result = open_folder(AT_FDCWD, path, path, &spool->folder, err);
    if (result == SPOOL_FINE && (open_folder(spool->folder, ASPOOL_RUN, run, &spool->run, err) < 0 ||
                                 open_folder(spool->folder, ASPOOL_OUT, out, &spool->out, err) < 0))
        result = SPOOL_ERROR;
    if (result != SPOOL_FINE)
        spool_close(spool);
    return result;
}

void spool_close(struct spool *spool)
{
    int fds[] = { spool->folder, spool->run, spool->out, spool->lock };
    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++)
        if (fds[i] >= 0)
            close(fds[i]);
    spool->folder = spool->run = spool->out = spool->lock = -1;
}

enum spool_result spool_take(struct spool *spool, struct err *err)
{
    spool->lock = openat(spool->folder, ASPOOL_LOCK,
                         O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, ASPOOL_FILE_MODE);
    if (spool->lock < 0) {
        err_set(err, "%s: %s", ASPOOL_LOCK, strerror(errno));
        return SPOOL_ERROR;
    }
    if (flock(spool->lock, LOCK_EX | LOCK_NB) != 0) {
        err_set(err, "%s: %s", ASPOOL_LOCK, strerror(errno));
        return errno == EWOULDBLOCK ? SPOOL_NONE : SPOOL_ERROR;
    }
    /* Left by interruptions, spool_write. */
    unlinkat(spool->folder, ASPOOL_STATE TEMPORARY, 0);
    unlinkat(spool->folder, ASPOOL_CLIENT TEMPORARY, 0);
    /* Where logs of dead writers go. */
    if (spool->out >= 0)
        return SPOOL_FINE;
    (void)!mkdirat(spool->folder, ASPOOL_OUT, ASPOOL_FOLDER_MODE);
    return open_folder(spool->folder, ASPOOL_OUT, ASPOOL_OUT, &spool->out, err) == SPOOL_FINE ? SPOOL_FINE
                                                                                 : SPOOL_ERROR;
}

/* A file of the user's, or of root's: an administrator's. */
static bool has_file(const struct spool *spool, const char *name, struct stat *st)
{
    return fstatat(spool->folder, name, st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st->st_mode) &&
           (st->st_uid == geteuid() || st->st_uid == 0);
}

bool spool_withdrawn(const struct spool *spool, int64_t *when)
{
    struct stat st;
    if (fstatat(spool->folder, ASPOOL_WITHDRAWN, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return false;
    *when = (int64_t)st.st_mtim.tv_sec;
    return true;
}

enum spool_consent spool_consent(const struct spool *spool)
{
    const char *variable = getenv("ALGOPROF_CONSENT");
    struct stat st;
    if (variable && strcmp(variable, "0") == 0)
        return CONSENT_REFUSED;
    if (has_file(spool, ASPOOL_CONSENT, &st))
        return CONSENT_FILE;
    return variable && strcmp(variable, "1") == 0 ? CONSENT_VARIABLE : CONSENT_NONE;
}

/* Under a name of its own first.  The spool is locked, so one such name is enough. */
int spool_write(const struct spool *spool, const char *name, const char *text, size_t size,
                struct err *err)
{
    char temporary[64];
    snprintf(temporary, sizeof temporary, "%s" TEMPORARY, name);
    unlinkat(spool->folder, temporary, 0);
    int fd = openat(spool->folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                    ASPOOL_FILE_MODE);
    errno = fd < 0 ? errno : ENOSPC;        /* what a short write means */
    bool written = fd >= 0 && write(fd, text, size) == (ssize_t)size && fsync(fd) == 0;
    int number = errno;
    if (fd >= 0)
        close(fd);
    if (written && renameat(spool->folder, temporary, spool->folder, name) == 0 &&
        fsync(spool->folder) == 0)
        return 0;
    number = written ? errno : number;
    unlinkat(spool->folder, temporary, 0);
    return err_set(err, "%s: cannot be written: %s", name, strerror(number));
}
