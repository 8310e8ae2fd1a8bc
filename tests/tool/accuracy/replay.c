/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "replay.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void replay_open(struct replay *r, const char *path)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    void *bytes = MAP_FAILED;
    if (fd >= 0 && fstat(fd, &st) == 0 && (size_t)st.st_size > sizeof *r->head)
        bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
    r->head = bytes;
    if (bytes == MAP_FAILED || r->head->magic != REPLAY_MAGIC) {
        fprintf(stderr, "%s: no recorded loop\n", path);
        exit(2);
    }
    close(fd);
    r->bytes = (size_t)st.st_size;
    r->start = (const uint64_t *)(r->head + 1);
    r->cost = r->start + r->head->n + 1;
    r->span = (const struct replay_span *)(r->cost + r->head->n);
}

void replay_close(struct replay *r)
{
    munmap((void *)(uintptr_t)r->head, r->bytes);
}
