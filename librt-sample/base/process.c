/* SPDX-License-Identifier: MIT */
#include "base/process.h"
#include "base/out.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* proc(5): the second field is the program's name in brackets, which may have
 * blanks and brackets in it. */
static uint64_t field_22(const char *text)
{
    const char *p = strrchr(text, ')');
    uint64_t value = 0;
    for (unsigned field = 2; p && *p && field < 22; p++)
        field += *p == ' ';
    for (; p && *p >= '0' && *p <= '9'; p++)
        value = value * 10 + (uint64_t)(*p - '0');
    return value;
}

uint64_t rt_process_start(pid_t pid)
{
    char text[1024];
    struct rt_out path = { text, 0, sizeof text, false };
    rt_put_text(&path, "/proc/");
    rt_put_number(&path, (uint64_t)pid);
    rt_put_text(&path, "/stat");
    int fd = open(text, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    errno = n == -1 && errno == ESRCH ? ENOENT : 0;     /* it ended meanwhile */
    text[n < 0 ? 0 : n] = '\0';
    return field_22(text);
}
