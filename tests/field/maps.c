/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Preloaded: where the program's memory lies, at its start and at its end, goes to the
 * file $MAPS. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static void copy(void)
{
    const char *path = getenv("MAPS");
    char text[4096];
    ssize_t n;
    int from = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    int to = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    while (from >= 0 && to >= 0 && (n = read(from, text, sizeof text)) > 0)
        (void)!write(to, text, (size_t)n);
    close(from);
    close(to);
}

__attribute__((constructor)) static void start(void)
{
    copy();
}

__attribute__((destructor)) static void end(void)
{
    copy();
}
