/* SPDX-License-Identifier: MIT
 *
 * The log's file: filled, written, extended, trimmed, wherever it lies.  No descriptor is open but
 * inside these functions, so that the host never meets one.  Space is allocated before it is written: a full
 * disk or a file size limit stops the log here and never the host by SIGXFSZ.
 *
 * The file is mapped, but only the kernel stores there (process_vm_readv(2), from the process into itself): no
 * descriptor and no path are needed, which the program may have given up since, and where the file was cut, or its
 * disk has gone, a copy fails in place of a SIGBUS. */
#include "log/log.h"
#include "core/state.h"
#include <algoprof/log_format.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
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

/* ---- memory ---- */

static uint64_t flags_of(const struct rt_file *f)
{
    return (f->reserved / RT_FILE_PAGE + RT_FILE_PAGE) & ~(uint64_t)(RT_FILE_PAGE - 1);      /* one more: rt_log_touch */
}

static void unmap_memory(struct rt_file *f)
{
    if (f->base)
        munmap(f->changed, flags_of(f) + f->reserved);
    f->base = f->changed = NULL;
}

#define ANONYMOUS (MAP_ANONYMOUS | MAP_NORESERVE)

/* Address space for the whole log.  Where it begins a page takes half of the time; what may be much is shared, so
 * that a fork copies nothing of it. */
static bool map_memory(struct rt_file *f)
{
    uint64_t flags = flags_of(f), rest = flags + RT_FILE_FIRST, all = flags + f->reserved;
    uint8_t *p = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return false;
    f->changed = p;
    f->base = p + flags;
    if (all > rest && mmap(p + rest, all - rest, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | ANONYMOUS, -1, 0) != p + rest) {
        unmap_memory(f);
        return false;
    }
    madvise(p, all, MADV_DONTDUMP);
    return true;
}

/* ---- the file ---- */

static void unmap_file(struct rt_file *f)
{
    if (f->map)
        munmap(f->map, f->reserved);
    f->map = NULL;
}

/* All of the reserved range at once: what lies beyond the file's end is not
 * touched before the file has grown over it. */
static bool map_file(struct rt_file *f, int fd, uint64_t size)
{
    unmap_file(f);
    void *p = mmap(NULL, f->reserved, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED)
        return false;
    f->map = p;
    madvise(p, f->reserved, MADV_RANDOM);       /* no reading ahead: it costs a small log 128 KiB of zeros */
    f->size = size;
    return true;
}

/* Of a limited address space little, the host's need comes first: it is taken twice. */
static uint64_t limited(uint64_t reserve)
{
    struct rlimit limit;
    if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY && reserve > limit.rlim_cur / 32)
        reserve = limit.rlim_cur / 32;
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
    if (first > f->reserved)
        first = f->reserved;
    bool named;
    if (!own_file(f, fd, &named) || !rt_file_allowed(first) || (named && !write_all(fd, header, len, 0)) ||
        !allocate(fd, named ? len : 0, first) || !map_file(f, fd, first))
        return false;
    memcpy(f->base, header, len);
    return named || write_all(fd, header, len, 0);      /* now, when its place is there: that is cheaper */
}

bool rt_file_create(struct rt_file *f, const struct rt_place *place, uint64_t reserve, const void *header, size_t len,
                    const uint8_t run_id[16])
{
    f->map = NULL;
    f->reserved = limited(reserve);
    f->size = 0;
    f->lost = false;
    if (f->reserved < 65536 || !map_memory(f))
        return false;
    if (place->create(f, header, len, run_id))
        return true;
    unmap_file(f);
    unmap_memory(f);
    return false;
}

/* The file again, if the path still leads to it, and nobody has cut it. */
static int open_again(struct rt_file *f)
{
    struct stat st;
    int fd;
    do
        fd = open(f->path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    while (fd < 0 && errno == EINTR);
    if (fd < 0)
        return -1;
    bool same = !fstat(fd, &st) && st.st_dev == f->device && st.st_ino == f->inode;
    f->lost |= same && (uint64_t)st.st_size < f->size;
    if (!same || f->lost) {
        close(fd);
        return -1;
    }
    return fd;
}

#define BATCH 64u
static struct iovec to[BATCH] RT_LARGE, from[BATCH] RT_LARGE;
static size_t parts;

/* By a descriptor, where the process may not copy into itself (a filter of system calls, an old container); not if
 * the file was cut. */
static bool write_parts(struct rt_file *f)
{
    int fd = open_again(f);
    bool done = fd >= 0;
    for (size_t i = 0; done && i < parts; i++)
        done = write_all(fd, from[i].iov_base, from[i].iov_len, (off_t)((uint8_t *)from[i].iov_base - f->base));
    if (fd >= 0)
        close(fd);
    return done;
}

/* By any thread's number, since the first one may have ended. */
static ssize_t copy_parts(void)
{
    ssize_t n = process_vm_readv(rt_pid, to, parts, from, parts, 0);
    return n < 0 && errno == ESRCH ? process_vm_readv((pid_t)syscall(SYS_gettid), to, parts, from, parts, 0) : n;
}

bool rt_file_copied(struct rt_file *f)
{
    ssize_t wanted = 0;
    for (size_t i = 0; i < parts; i++)
        wanted += (ssize_t)to[i].iov_len;
    if (parts && f->map && !f->lost) {
        ssize_t copied = copy_parts();
        f->lost |= copied != wanted && !write_parts(f);
    }
    parts = 0;
    return f->map && !f->lost;
}

void rt_file_copy(struct rt_file *f, uint64_t at, uint64_t len)
{
    if (parts == BATCH)
        rt_file_copied(f);
    to[parts] = (struct iovec){ f->map + at, len };
    from[parts++] = (struct iovec){ f->base + at, len };
}

/* All of it was copied. */
void rt_file_expose(struct rt_file *f)
{
    if (f->map && !f->lost && mremap(f->map, f->reserved, f->reserved, MREMAP_MAYMOVE | MREMAP_FIXED, f->base) == f->base)
        f->map = NULL;
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

void rt_file_remove(const struct rt_file *f)
{
    struct stat st;
    if (!fstatat(AT_FDCWD, f->path, &st, AT_SYMLINK_NOFOLLOW) && st.st_dev == f->device && st.st_ino == f->inode)
        unlink(f->path);
}

void rt_file_forget(struct rt_file *f, bool shadow)
{
    unmap_file(f);
    if (f->base && shadow)
        mmap(f->changed, flags_of(f) + f->reserved, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_FIXED | ANONYMOUS, -1, 0);
    else
        unmap_memory(f);
    f->size = 0;
}
