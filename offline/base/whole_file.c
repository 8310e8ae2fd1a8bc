/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/stream.h"

static void abandon(struct whole_file *file)
{
    if (file->stream)
        fclose(file->stream);
    if (file->temporary)
        unlink(file->temporary);
    free(file->temporary);
    free(file->path);
    *file = (struct whole_file){ 0 };
}

static int failed(struct whole_file *file, struct err *err)
{
    int number = errno ? errno : EIO;
    abandon(file);
    return err_set(err, "cannot be written: %s", strerror(number));
}

/* As open (2) would create it: mkstemp gives nobody else access. */
static mode_t usual_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

int whole_file_start(struct whole_file *file, const char *path, struct err *err)
{
    struct stat st;
    bool there = stat(path, &st) == 0;
    int fd = -1;
    errno = 0;
    *file = (struct whole_file){ .path = there ? realpath(path, NULL) : strdup(path) };
    if (there && !S_ISREG(st.st_mode)) {    /* a device or pipe; a folder fails */
        fd = open(path, O_WRONLY | O_CLOEXEC);
    } else if (there && access(path, W_OK) != 0) {
        return failed(file, err);
    } else if (file->path && asprintf(&file->temporary, "%s.XXXXXX", file->path) > 0) {
        fd = mkostemp(file->temporary, O_CLOEXEC);
        if (fd >= 0)
            (void)!fchmod(fd, there ? st.st_mode & 07777 : usual_mode());
    }
    if (fd >= 0 && !(file->stream = stream_open(fd, &file->error)))
        close(fd);
    return file->stream ? 0 : failed(file, err);
}

int whole_file_end(struct whole_file *file, int result, struct err *err)
{
    if (result != 0) {
        abandon(file);
        return result;
    }
    bool bad = ferror(file->stream) != 0;
    bad |= fclose(file->stream) != 0;
    file->stream = NULL;
    errno = file->error;
    if (bad || (file->temporary && rename(file->temporary, file->path) != 0))
        return failed(file, err);
    free(file->temporary);
    file->temporary = NULL;
    abandon(file);
    return 0;
}
