/* SPDX-License-Identifier: MIT */
#include "base/proc_files.h"
#include "base/text.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static uint64_t number_at(const char *p)
{
    uint64_t value = 0;
    for (; *p >= '0' && *p <= '9'; p++)
        value = value * 10 + (uint64_t)(*p - '0');
    return value;
}

/* The file's first bytes; empty, with errno set, if it can't be read. */
static size_t read_file(const char *path, char *text, size_t room)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, room - 1);
    int error = errno;
    if (fd >= 0)
        close(fd);
    text[n < 0 ? 0 : n] = '\0';
    errno = n < 0 ? error : 0;
    return n < 0 ? 0 : (size_t)n;
}

/* proc(5): the second field is the program's name in brackets, which may have
 * blanks and brackets in it. */
static uint64_t field_22(const char *text)
{
    const char *p = strrchr(text, ')');
    for (unsigned field = 2; p && *p && field < 22; p++)
        field += *p == ' ';
    return p ? number_at(p) : 0;
}

uint64_t rt_process_start(pid_t pid)
{
    char text[1024];
    struct rt_out path = { text, 0, sizeof text, false };
    rt_put_text(&path, "/proc/");
    rt_put_number(&path, (uint64_t)pid);
    rt_put_text(&path, "/stat");
    read_file(text, text, sizeof text);
    if (errno == ESRCH)
        errno = ENOENT;         /* it ended meanwhile */
    return field_22(text);
}

uint64_t rt_process_input(uint64_t *own)
{
    static const char field[] = "rchar: ";
    char text[256];
    int error = errno;
    *own += read_file("/proc/self/io", text, sizeof text);
    errno = error;
    return !strncmp(text, field, sizeof field - 1) ? number_at(text + sizeof field - 1) : 0;
}
