/* SPDX-License-Identifier: MIT
 *
 * The log's file: created, extended, trimmed.  No descriptor is open but
 * inside these functions, so that the host never meets one.  Space is
 * allocated before it is mapped: a full disk or a file size limit stops the
 * log here and never the host by SIGBUS or SIGXFSZ. */
#include "rt.h"
#include "spool/spool.h"
#include "base/out.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

extern const char compiled_pattern[] __asm__("__algoprof1_log_pattern") __attribute__((weak));

#define MAX_SUFFIX 10000

static char folder[2048] RT_LARGE;      /* current at start */
static const char *pattern;

/* A name that becomes part of a file name. */
static void put_name(struct rt_out *t, const char *s)
{
    for (; *s; s++)
        rt_put(t, *s == '/' ? "_" : s, 1);
}

static bool known_directives(const char *s)
{
    for (; (s = strchr(s, '%')); s += 2)
        if (!s[1] || !strchr("pehtu%", s[1]))
            return false;
    return true;
}

bool rt_file_pattern(void)
{
    if (rt_spool_app())
        return !rt_options.log || strcmp(rt_options.log, "off");
    pattern = rt_options.log;
    if (!pattern && compiled_pattern && *compiled_pattern && known_directives(compiled_pattern))
        pattern = compiled_pattern;
    if (!pattern)
        pattern = "algoprof.%e.%p.aplog";
    if (!strcmp(pattern, "off"))
        return false;
    return pattern[0] == '/' || getcwd(folder, sizeof folder);
}

static void put_directive(struct rt_out *t, char c, const uint8_t run_id[16])
{
    struct utsname host;
    switch (c) {
    case 'p':
        rt_put_number(t, (uint64_t)getpid());
        break;
    case 'e':
        put_name(t, program_invocation_short_name ? program_invocation_short_name : "");
        break;
    case 'h':
        if (!uname(&host))
            put_name(t, host.nodename);
        break;
    case 't':
        rt_put_number(t, (uint64_t)time(NULL));
        break;
    case 'u':
        rt_put_hex(t, run_id, 16);
        break;
    default:
        rt_put(t, "%", 1);
    }
}

static bool expand(struct rt_out *t, const uint8_t run_id[16])
{
    t->len = 0;
    t->overflow = false;
    if (pattern[0] != '/') {
        rt_put(t, folder, strlen(folder));
        rt_put(t, "/", 1);
    }
    for (const char *s = pattern; *s; s++) {
        if (*s == '%')
            put_directive(t, *++s, run_id);
        else
            rt_put(t, s, 1);
    }
    return !t->overflow;
}

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

/* The path with suffix .i (none for 0). */
static bool number_path(struct rt_file *f, size_t stem, unsigned i)
{
    struct rt_out t = { f->path, stem, sizeof f->path, false };
    f->path[stem] = '\0';
    if (i) {
        rt_put(&t, ".", 1);
        rt_put_number(&t, i);
    }
    return !t.overflow;
}

/* A file without a name in the path's folder; -1: there is no such thing here. */
static int open_nameless(struct rt_file *f, size_t stem)
{
    size_t slash = stem;
    while (slash && f->path[slash] != '/')
        slash--;
    char *end = f->path + (slash ? slash : 1), old = *end;
    *end = '\0';
    int fd = open(f->path, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    *end = old;
    return fd;
}

/* Give it the first name that is free.  Links are not followed, and nothing
 * that is there is replaced: as O_EXCL | O_NOFOLLOW. */
static bool name_file(struct rt_file *f, size_t stem, int fd)
{
    for (unsigned i = 0; i < MAX_SUFFIX && number_path(f, stem, i); i++) {
        if (rt_file_link(fd, AT_FDCWD, f->path))
            return true;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

static int open_named(struct rt_file *f, size_t stem)
{
    for (unsigned i = 0; i < MAX_SUFFIX && number_path(f, stem, i); i++) {
        int fd = open(f->path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0600);
        if (fd >= 0 || (errno != EEXIST && errno != EINTR))
            return fd;
    }
    return -1;
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

/* What most processes tell is there at once: later a file may be out of reach.  A log of the spool never gets more. */
static uint64_t first_size(const struct rt_file *f, int fd)
{
    struct statfs in;
    bool in_memory = !rt_spool_app() && !fstatfs(fd, &in) && in.f_type == TMPFS_MAGIC;
    uint64_t first = in_memory ? RT_FILE_FIRST : ALOG_STEP;
    return f->reserved < first ? f->reserved : first;
}

bool rt_file_fill(struct rt_file *f, int fd, const void *header, size_t len)
{
    uint64_t first = first_size(f, fd);
    bool named;
    if (!own_file(f, fd, &named) || !rt_file_allowed(first) || (named && !write_all(fd, header, len, 0)) ||
        !allocate(fd, named ? len : 0, first) || !map_file(f, fd, first))
        return false;
    memcpy(f->base, header, len);
    return true;
}

/* The file gets its name when it is a log, so that a death in between leaves
 * nothing; where files cannot be made without a name, a death at the wrong
 * moment leaves an empty file. */
static bool create(struct rt_file *f, const void *header, size_t len, const uint8_t run_id[16])
{
    struct rt_out t = { f->path, 0, sizeof f->path, false };
    if (!expand(&t, run_id))
        return false;
    int fd = open_nameless(f, t.len);
    if (fd >= 0) {
        bool filled = rt_file_fill(f, fd, header, len), done = filled && name_file(f, t.len, fd);
        close(fd);
        if (done || !filled)
            return done;
    }
    fd = open_named(f, t.len);
    if (fd < 0)
        return false;
    f->size = 0;
    bool done = rt_file_fill(f, fd, header, len);
    close(fd);
    if (!done)
        unlink(f->path);
    return done;
}

bool rt_file_create(struct rt_file *f, uint64_t reserve, const void *header, size_t len,
                    const uint8_t run_id[16])
{
    f->base = NULL;
    f->reserved = limited(reserve);
    f->size = 0;
    if (f->reserved < 65536)
        return false;
    if (rt_spool_app() ? rt_spool_create(f, header, len, run_id) : create(f, header, len, run_id))
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
    if (rt_spool_app()) {
        rt_spool_hand_over(f, size);
        return;
    }
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
