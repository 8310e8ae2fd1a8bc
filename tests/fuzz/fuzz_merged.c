/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A merged file: behind a good head, with a right checksum of its index, which chance
 * would not find. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "fuzz.h"
#include "log/merged_file.h"

static void seal(uint8_t *bytes, size_t size)
{
    struct alog_merged head;
    size_t member = sizeof(struct alog_member);
    if (size < sizeof head)
        return;
    memcpy(&head, bytes, sizeof head);
    memcpy(head.magic, ALOG_MERGED_MAGIC, sizeof head.magic);
    head.version = ALOG_MERGED_VERSION;
    head.endian = ALOG_ENDIAN;
    if (head.logs <= (size - sizeof head) / member)
        head.checksum = XXH3_64bits_withSeed(bytes + sizeof head, head.logs * member, head.logs);
    memcpy(bytes, &head, sizeof head);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct alog_member *list = NULL;
    struct log *log;
    struct err err;
    size_t n = 0;
    uint8_t *bytes = malloc(size + 1);
    if (!bytes)
        abort();
    memcpy(bytes, data, size);
    seal(bytes, size);
    const char *path = fuzz_path(bytes, size);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        abort();
    if (merged_index(fd, &list, &n, &err) > 0)
        for (size_t i = 0; i < n && i < 16; i++)
            if (merged_read(path, &list[i], &log, &err) == 0)
                log_free(log);
    close(fd);
    free(list);
    free(bytes);
    return 0;
}
