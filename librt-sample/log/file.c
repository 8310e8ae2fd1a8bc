/* SPDX-License-Identifier: MIT
 *
 * The log's file: filled, extended, trimmed, wherever it lies.  No descriptor is open but
 * inside these functions, so that the host never meets one.  Space is
 * allocated before it is mapped: a full disk or a file size limit stops the
 * log here and never the host by SIGBUS or SIGXFSZ. */
#include "log/log.h"
#include <algoprof/log_format.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_all(int fd, const void *data, size_t len, off_t at)
{
    const char *p = data;
    while (len) {
        ssize_t n = pwrite(fd, p, len, at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        p += n;
        at += n;
        len -= (size_t)n;
    }
    return true;
}

bool rt_file_allowed(uint64_t size)
{
    struct rlimit limit;
    return !getrlimit(RLIMIT_FSIZE, &limit) && (limit.rlim_cur == RLIM_INFINITY || size <= limit.rlim_cur);
}

static bool allocate(int fd, uint64_t from, uint64_t to)
{
    static const char zeros[4096];
    if (!rt_file_allowed(to))
        return false;
    int failed;
    do
        failed = fallocate(fd, 0, (off_t)from, (off_t)(to - from));
    while (failed && errno == EINTR);
    if (!failed)
        return true;
    if (errno != EOPNOTSUPP && errno != ENOSYS)
        return false;
    for (; from < to; from += sizeof zeros)
        if (!write_all(fd, zeros, to - from < sizeof zeros ? to - from : sizeof zeros, (off_t)from))
            return false;
    return true;
}

/* All of the reserved range at once: what lies beyond the file's end is not
 * touched before the file has grown over it. */
static bool map_file(struct rt_file *f, int fd, uint64_t size)
{
    void *p = mmap(f->base, f->reserved, PROT_READ | PROT_WRITE, MAP_SHARED | (f->base ? MAP_FIXED : 0), fd, 0);
    if (p == MAP_FAILED)
        return false;
    f->base = p;
    madvise(p, f->reserved, MADV_DONTDUMP);
    madvise(p, f->reserved, MADV_RANDOM);       /* no reading ahead: it costs a small log 128 KiB of zeros */
    f->size = size;
    return true;
}

/* Address space for the whole log; of a limited one little, the host's need
 * comes first. */
static uint64_t limited(uint64_t reserve)
{
    struct rlimit limit;
    if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY && reserve > limit.rlim_cur / 16)
        reserve = limit.rlim_cur / 16;
    return reserve & ~(uint64_t)4095;
}

/* The umask may have taken bits that rt_file_grow needs.  named: others can see it. */
static bool own_file(struct rt_file *f, int fd, bool *named)
{
    struct stat st;
    if (fstat(fd, &st) || ((st.st_mode & 0777) != 0600 && fchmod(fd, 0600)))
        return false;
    f->device = st.st_dev;
    f->inode = st.st_ino;
    *named = st.st_nlink;
    return true;
}

bool rt_file_fill(struct rt_file *f, int fd, const void *header, size_t len, uint64_t first)
{
    bool named;
    if (first > f->reserved)
        first = f->reserved;
    if (!own_file(f, fd, &named) || !rt_file_allowed(first) || (named && !write_all(fd, header, len, 0)) ||
        !allocate(fd, named ? len : 0, first) || !map_file(f, fd, first))
        return false;
    memcpy(f->base, header, len);
    return true;
}

bool rt_file_create(struct rt_file *f, const struct rt_place *place, uint64_t reserve, const void *header, size_t len,
                    const uint8_t run_id[16])
{
    f->base = NULL;
    f->reserved = limited(reserve);
    f->size = 0;
    if (f->reserved < 65536)
        return false;
    if (place->create(f, header, len, run_id))
        return true;
    if (f->base)
        munmap(f->base, f->reserved);
    f->base = NULL;
    return false;
}

/* The file again, if the path still leads to it. */
static int open_again(const struct rt_file *f)
{
    struct stat st;
    int fd;
    do
        fd = open(f->path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    while (fd < 0 && errno == EINTR);
    if (fd < 0)
        return -1;
    if (fstat(fd, &st) || st.st_dev != f->device || st.st_ino != f->inode) {
        close(fd);
        return -1;
    }
    return fd;
}

bool rt_file_grow(struct rt_file *f, uint64_t size)
{
    size = (size + ALOG_STEP - 1) & ~(uint64_t)(ALOG_STEP - 1);
    if (size > f->reserved)
        size = f->reserved;
    int fd = open_again(f);
    if (fd < 0)
        return false;
    bool done = allocate(fd, f->size, size);
    if (done)
        f->size = size;
    close(fd);
    return done;
}

/* What is mapped stays mapped: other threads may still write to their blocks,
 * which all lie below. */
void rt_file_trim(struct rt_file *f, uint64_t size)
{
    int fd = open_again(f);
    if (fd < 0)
        return;
    while (ftruncate(fd, (off_t)size) && errno == EINTR)
        ;
    close(fd);
}

void rt_file_forget(struct rt_file *f, bool shadow)
{
    if (f->base && shadow)
        mmap(f->base, f->reserved, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    else if (f->base)
        munmap(f->base, f->reserved);
    if (!shadow)
        f->base = NULL;
    f->size = 0;
}

void rt_say(const char *text, size_t len)
{
    ssize_t n = write(STDERR_FILENO, text, len);
    (void)n;
}
