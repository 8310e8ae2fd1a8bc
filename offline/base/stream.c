/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

struct output {
    int fd;
    int *error;
};

/* 0 is an error: see fopencookie (3). */
static ssize_t write_all(void *cookie, const char *bytes, size_t n)
{
    const struct output *output = cookie;
    for (size_t done = 0; done < n;) {
        ssize_t wrote = write(output->fd, bytes + done, n - done);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0) {
            if (*output->error == 0)
                *output->error = wrote < 0 ? errno : EIO;
            return 0;
        }
        done += (size_t)wrote;
    }
    return (ssize_t)n;
}

static int seek(void *cookie, off64_t *offset, int from)
{
    const struct output *output = cookie;
    off64_t place = lseek64(output->fd, *offset, from);
    *offset = place;
    return place < 0 ? -1 : 0;
}

static int close_output(void *cookie)
{
    const struct output *output = cookie;
    int result = close(output->fd);
    if (result != 0 && *output->error == 0)
        *output->error = errno;
    free(cookie);
    return result;
}

FILE *stream_open(int fd, int *error)
{
    static const cookie_io_functions_t functions = {
        .write = write_all, .seek = seek, .close = close_output
    };
    struct output *output = malloc(sizeof *output);
    *error = 0;
    if (!output)
        return NULL;
    *output = (struct output){ fd, error };
    FILE *stream = fopencookie(output, "w", functions);
    if (!stream)
        free(output);
    return stream;
}
