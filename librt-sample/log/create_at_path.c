/* SPDX-License-Identifier: MIT
 *
 * A developer's log, made where it is to lie: at the path that ALGOPROF_LOG or -fplugin-arg-algoprof-log gives, with its
 * directives (%p, %e, ...) replaced, under the first number that is free. */
#include "base/options.h"
#include "base/text.h"
#include "core/state.h"
#include "log/log.h"
#include <algoprof/log_format.h>
#include <algoprof/rt_abi.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
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
        if (!s[1] || !strchr(ALGOPROF_PATTERN, s[1]))
            return false;
    return true;
}

bool rt_pattern_read(void)
{
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

/* The path's folder, as the umask allows; that above it must be there. */
static bool make_folder(struct rt_file *f, size_t stem)
{
    while (stem && f->path[stem] != '/')
        stem--;
    f->path[stem] = '\0';
    bool made = stem && !mkdirat(AT_FDCWD, f->path, 0777);
    f->path[stem] = '/';
    return made;
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

static bool is_taken(struct rt_file *f, size_t stem, unsigned i)
{
    struct stat st;
    return number_path(f, stem, i) && !fstatat(AT_FDCWD, f->path, &st, AT_SYMLINK_NOFOLLOW);
}

/* Where to look for a free name once FEW are taken: behind one that is, which takes few looks however many there are. */
#define FEW 16u
static unsigned next_number(struct rt_file *f, size_t stem, unsigned i)
{
    if (i != FEW)
        return i;
    unsigned taken = i - 1, free = i;
    while (free < MAX_SUFFIX && is_taken(f, stem, free)) {
        taken = free;
        free *= 2;
    }
    while (free - taken > 1) {
        unsigned middle = taken + (free - taken) / 2;
        if (middle < MAX_SUFFIX && is_taken(f, stem, middle))
            taken = middle;
        else
            free = middle;
    }
    return free;
}

/* Give it the first name that is free, if it is one of few.  Links are not followed, and nothing
 * that is there is replaced: as O_EXCL | O_NOFOLLOW. */
static bool name_file(struct rt_file *f, size_t stem, int fd)
{
    for (unsigned i = 0; i < MAX_SUFFIX && number_path(f, stem, i); i = next_number(f, stem, i + 1)) {
        if (rt_file_link(fd, AT_FDCWD, f->path))
            return true;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

static int open_named(struct rt_file *f, size_t stem)
{
    for (unsigned i = 0; i < MAX_SUFFIX && number_path(f, stem, i); i = next_number(f, stem, i + 1)) {
        int fd = open(f->path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0600);
        if (fd >= 0 || (errno != EEXIST && errno != EINTR))
            return fd;
    }
    return -1;
}

/* What most processes record has its space at once: later a file may be out of reach. */
static uint64_t first_size(int fd)
{
    struct statfs in;
    return !fstatfs(fd, &in) && in.f_type == TMPFS_MAGIC ? RT_FILE_FIRST : ALOG_STEP;
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
    if (fd < 0 && errno == ENOENT && make_folder(f, t.len))
        fd = open_nameless(f, t.len);
    if (fd >= 0) {
        bool filled = rt_file_fill(f, fd, header, len, first_size(fd)), done = filled && name_file(f, t.len, fd);
        close(fd);
        if (done || !filled)
            return done;
    }
    fd = open_named(f, t.len);
    if (fd < 0)
        return false;
    f->size = 0;
    bool done = rt_file_fill(f, fd, header, len, first_size(fd));
    close(fd);
    if (!done)
        unlink(f->path);
    return done;
}

const struct rt_place rt_pattern_place = { .create = create, .close = rt_file_trim };
