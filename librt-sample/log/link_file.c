/* SPDX-License-Identifier: MIT
 * A name for a file that was created without one. */
#include "base/text.h"
#include "log/log.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Since Linux 6.10, or with a right to do so, it needs no way through /proc, which costs more
 * than the rest. */
bool rt_file_link(int fd, int at, const char *name)
{
    char self[64];
    struct rt_out t = { self, 0, sizeof self, false };
    if (!linkat(fd, "", at, name, AT_EMPTY_PATH))
        return true;
    if (errno == EEXIST)
        return false;
    rt_put_text(&t, "/proc/self/fd/");
    rt_put_number(&t, (uint64_t)fd);
    return !linkat(AT_FDCWD, self, at, name, AT_SYMLINK_FOLLOW);
}
