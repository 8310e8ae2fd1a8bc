/* SPDX-License-Identifier: MIT
 *
 * The system calls that the runtime makes, and getenv: all of libc's that it
 * uses and that a program may have its own of, or wrap.  They are hidden: see
 * base/string.c.  None is a point where a thread may be cancelled.
 *
 * errno is set as libc does.  Linux's 64-bit structures are libc's, too. */
#include "arch/machine.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define HIDDEN __attribute__((visibility("hidden")))
#define ADDRESS(p) ((long)(intptr_t)(p))

static long call(long number, long a, long b, long c, long d, long e, long f)
{
    long result = rt_system_call(number, a, b, c, d, e, f);
    if ((unsigned long)result < -4095ul)
        return result;
    errno = (int)-result;
    return -1;
}

/* Of at most four arguments: more would be read from a caller's stack. */
HIDDEN long syscall(long number, ...)
{
    va_list list;
    long a[4];
    va_start(list, number);
    for (int i = 0; i < 4; i++)
        a[i] = va_arg(list, long);
    va_end(list);
    return call(number, a[0], a[1], a[2], a[3], 0, 0);
}

HIDDEN int open(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    int mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, int) : 0;
    va_end(list);
    return (int)call(SYS_openat, AT_FDCWD, ADDRESS(path), flags, mode, 0, 0);
}

HIDDEN int openat(int folder, const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    int mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, int) : 0;
    va_end(list);
    return (int)call(SYS_openat, folder, ADDRESS(path), flags, mode, 0, 0);
}

HIDDEN int close(int fd)
{
    return (int)call(SYS_close, fd, 0, 0, 0, 0, 0);
}

HIDDEN ssize_t read(int fd, void *to, size_t n)
{
    return call(SYS_read, fd, ADDRESS(to), (long)n, 0, 0, 0);
}

HIDDEN ssize_t write(int fd, const void *from, size_t n)
{
    return call(SYS_write, fd, ADDRESS(from), (long)n, 0, 0, 0);
}

HIDDEN ssize_t pwrite(int fd, const void *from, size_t n, off_t at)
{
    return call(SYS_pwrite64, fd, ADDRESS(from), (long)n, at, 0, 0);
}

HIDDEN ssize_t pread(int fd, void *to, size_t n, off_t at)
{
    return call(SYS_pread64, fd, ADDRESS(to), (long)n, at, 0, 0);
}

HIDDEN int futimens(int fd, const struct timespec times[2])
{
    return (int)call(SYS_utimensat, fd, 0, ADDRESS(times), 0, 0, 0);
}

HIDDEN int fallocate(int fd, int mode, off_t from, off_t len)
{
    return (int)call(SYS_fallocate, fd, mode, from, len, 0, 0);
}

HIDDEN int ftruncate(int fd, off_t size)
{
    return (int)call(SYS_ftruncate, fd, size, 0, 0, 0, 0);
}

HIDDEN int fstat(int fd, struct stat *st)
{
    return (int)call(SYS_fstat, fd, ADDRESS(st), 0, 0, 0, 0);
}

HIDDEN int fstatfs(int fd, struct statfs *in)
{
    return (int)call(SYS_fstatfs, fd, ADDRESS(in), 0, 0, 0, 0);
}

HIDDEN int fstatat(int folder, const char *restrict path, struct stat *restrict st, int flags)
{
    return (int)call(SYS_newfstatat, folder, ADDRESS(path), ADDRESS(st), flags, 0, 0);
}

HIDDEN int truncate(const char *path, off_t size)
{
    return (int)call(SYS_truncate, ADDRESS(path), size, 0, 0, 0, 0);
}

HIDDEN off_t lseek(int fd, off_t to, int whence)
{
    return call(SYS_lseek, fd, to, whence, 0, 0, 0);
}

HIDDEN int flock(int fd, int operation)
{
    return (int)call(SYS_flock, fd, operation, 0, 0, 0, 0);
}

HIDDEN int fsync(int fd)
{
    return (int)call(SYS_fsync, fd, 0, 0, 0, 0, 0);
}

HIDDEN int mkdirat(int folder, const char *path, mode_t mode)
{
    return (int)call(SYS_mkdirat, folder, ADDRESS(path), (long)mode, 0, 0, 0);
}

HIDDEN int fchmod(int fd, mode_t mode)
{
    return (int)call(SYS_fchmod, fd, (long)mode, 0, 0, 0, 0);
}

HIDDEN int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    return (int)call(SYS_linkat, from_folder, ADDRESS(from), to_folder, ADDRESS(to), flags, 0);
}

HIDDEN int unlinkat(int folder, const char *path, int flags)
{
    return (int)call(SYS_unlinkat, folder, ADDRESS(path), flags, 0, 0, 0);
}

HIDDEN int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
    return (int)call(SYS_renameat2, from_folder, ADDRESS(from), to_folder, ADDRESS(to), (long)flags, 0);
}

HIDDEN int unlink(const char *path)
{
    return (int)call(SYS_unlink, ADDRESS(path), 0, 0, 0, 0, 0);
}

/* The kernel names a folder that cannot be reached from the root, too. */
HIDDEN char *getcwd(char *text, size_t room)
{
    long n = call(SYS_getcwd, ADDRESS(text), (long)room, 0, 0, 0, 0);
    return n > 0 && text[0] == '/' ? text : NULL;
}

HIDDEN void *mmap(void *at, size_t bytes, int protection, int flags, int fd, off_t from)
{
    return (void *)(intptr_t)call(SYS_mmap, ADDRESS(at), (long)bytes, protection, flags, fd, from);
}

HIDDEN int munmap(void *p, size_t bytes)
{
    return (int)call(SYS_munmap, ADDRESS(p), (long)bytes, 0, 0, 0, 0);
}

HIDDEN int mincore(void *p, size_t bytes, unsigned char *there)
{
    return (int)call(SYS_mincore, ADDRESS(p), (long)bytes, ADDRESS(there), 0, 0, 0);
}

HIDDEN int sysinfo(struct sysinfo *s)
{
    return (int)call(SYS_sysinfo, ADDRESS(s), 0, 0, 0, 0, 0);
}

HIDDEN int madvise(void *p, size_t bytes, int advice)
{
    return (int)call(SYS_madvise, ADDRESS(p), (long)bytes, advice, 0, 0, 0);
}

HIDDEN void *mremap(void *p, size_t bytes, size_t new_bytes, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    void *to = flags & MREMAP_FIXED ? va_arg(list, void *) : NULL;
    va_end(list);
    return (void *)(intptr_t)call(SYS_mremap, ADDRESS(p), (long)bytes, (long)new_bytes, flags, ADDRESS(to), 0);
}

HIDDEN ssize_t process_vm_readv(pid_t pid, const struct iovec *to, unsigned long to_parts, const struct iovec *from,
                                unsigned long from_parts, unsigned long flags)
{
    return call(SYS_process_vm_readv, pid, ADDRESS(to), (long)to_parts, ADDRESS(from), (long)from_parts, (long)flags);
}

HIDDEN int msync(void *p, size_t bytes, int flags)
{
    return (int)call(SYS_msync, ADDRESS(p), (long)bytes, flags, 0, 0, 0);
}

HIDDEN int nanosleep(const struct timespec *wanted, struct timespec *left)
{
    return (int)call(SYS_nanosleep, ADDRESS(wanted), ADDRESS(left), 0, 0, 0, 0);
}

HIDDEN uid_t geteuid(void)
{
    return (uid_t)call(SYS_geteuid, 0, 0, 0, 0, 0, 0);
}

HIDDEN int sched_yield(void)
{
    return (int)call(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
}

HIDDEN int sigaltstack(const stack_t *restrict new, stack_t *restrict old)
{
    return (int)call(SYS_sigaltstack, ADDRESS(new), ADDRESS(old), 0, 0, 0, 0);
}

HIDDEN int getrlimit(__rlimit_resource_t resource, struct rlimit *limit)
{
    return (int)call(SYS_prlimit64, 0, (long)resource, 0, ADDRESS(limit), 0, 0);
}

HIDDEN ssize_t getrandom(void *to, size_t n, unsigned flags)
{
    return call(SYS_getrandom, ADDRESS(to), (long)n, (long)flags, 0, 0, 0);
}

HIDDEN int uname(struct utsname *name)
{
    return (int)call(SYS_uname, ADDRESS(name), 0, 0, 0, 0, 0);
}

HIDDEN pid_t getpid(void)
{
    return (pid_t)call(SYS_getpid, 0, 0, 0, 0, 0, 0);
}

HIDDEN char *getenv(const char *name)
{
    size_t len = strlen(name);
    for (char **p = __environ; p && *p; p++)
        if (!strncmp(*p, name, len) && (*p)[len] == '=')
            return *p + len + 1;
    return NULL;
}
