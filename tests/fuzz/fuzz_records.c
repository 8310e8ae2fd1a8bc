/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a spool remembers of its uploads: the files state, sent and given-up, which
 * begin at lines "=". */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "algoprof/spool_layout.h"
#include "fuzz.h"
#include "spool_state.h"

static char folder[] = "/tmp/fuzz_records.XXXXXX";
static const char *const files[] = { ASPOOL_STATE, ASPOOL_SENT, ASPOOL_GIVEN_UP };
static int at = -1;

static void clean(void)
{
    for (size_t i = 0; i < 3; i++)
        unlinkat(at, files[i], 0);
    rmdir(folder);
}

static void write_file(const char *name, const char *text, size_t size)
{
    int fd = openat(at, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0 || write(fd, text, size) != (ssize_t)size)
        abort();
    close(fd);
}

static void write_files(const char *text, size_t size)
{
    for (size_t i = 0; i < 3; i++) {
        const char *end = i < 2 ? memmem(text, size, "\n=\n", 3) : NULL;
        size_t n = end ? (size_t)(end - text) + 1 : size;
        write_file(files[i], text, n);
        n += end ? 2 : 0;
        text += n;
        size -= n;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct records records;
    struct hashes hashes = { 0 };
    struct err err;
    if (at < 0) {
        if (!mkdtemp(folder) || (at = open(folder, O_DIRECTORY | O_CLOEXEC)) < 0)
            abort();
        atexit(clean);
    }
    const struct spool spool = { .app = "app", .folder = at, .run = -1, .out = -1, .lock = -1 };
    write_files((const char *)data, size);
    if (records_load(&records, &spool, &err) == 0) {
        schedule_recent_wait(&records.recent, 1700000000);
        schedule_is_due(records.pause, 1700000000);
        schedule_delay(records.request_failures + 1, 0.5);
        if (records_maybe_sent(&records, &hashes) != 0)
            abort();
        hashes_free(&hashes);
    }
    records_free(&records);
    return 0;
}
