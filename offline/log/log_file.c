/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Brings a log into memory.  Files are read rather than mapped: the program
 * that writes a log may still run, and cut the file to size under a reader.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algoprof/log_merged.h>

#include "common/log_walk.h"
#include "log/log_read.h"
#include "base/unpack.h"

#define FIRST_ROOM (64u << 10)
#define ATTEMPTS 3

bool log_is_foreign(const uint8_t *begin, size_t n)
{
    return n >= strlen(ALOG_MAGIC) && !unpack_is_packed(begin, n) &&
           memcmp(begin, ALOG_MAGIC, strlen(ALOG_MAGIC)) != 0 &&
           memcmp(begin, ALOG_MERGED_MAGIC, strlen(ALOG_MERGED_MAGIC)) != 0;
}

/* Reads until the end of the file, or so much that it is seen to be no log. */
static int read_all(int fd, uint8_t **bytes, size_t *size, struct err *err)
{
    size_t cap = 0, have = 0;
    uint8_t *buffer = NULL;
    struct stat st;
    size_t want = FIRST_ROOM;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (uint64_t)st.st_size < LOG_MAX_BYTES)
        want = (size_t)st.st_size + 1;
    for (;;) {
        if (array_grow(&buffer, &cap, have + (have ? 1 : want), 1) != 0) {
            free(buffer);
            return err_memory(err);
        }
        size_t room = have ? cap - have : FIRST_ROOM;
        ssize_t got = read(fd, buffer + have, room < cap - have ? room : cap - have);
        if (got == 0)
            break;
        if (got < 0 && errno == EINTR)
            continue;
        if (got > 0)
            have += (size_t)got;
        if (got < 0)
            err_set(err, "cannot be read: %s", strerror(errno));
        else if (log_is_foreign(buffer, have))
            break;
        else if (have > LOG_MAX_BYTES)
            err_set(err, "larger than %llu bytes", (unsigned long long)LOG_MAX_BYTES);
        else
            continue;
        free(buffer);
        return -1;
    }
    *bytes = buffer;
    *size = have;
    return 0;
}

/* What a reading told of runs: how many there were, and which had ended. */
struct seen {
    uint32_t runs;
    bool *ended;
};

/* Drops what came after that: the end of a run may be read, and a counter that was written
 * before it, in a place that was free when it was read, be not.  What is no chain of blocks
 * log_parse refuses. */
static void hide_later(uint8_t *bytes, size_t size, const struct seen *seen)
{
    struct log_walk walk = { .log = bytes, .used = size, .unchecked = true,
                             .next = ALOG_HEADER_SIZE };
    while (log_walk_next(&walk)) {
        struct alog_block block = walk.block;
        bool is_new = block.run >= seen->runs;
        bool ends = block.tag == ALOG_RUN_END && !is_new && !seen->ended[block.run];
        if (ends || (is_new && !log_block_is_of_log(block.tag)))
            block.tag = ALOG_FREE;
        memcpy(bytes + walk.at, &block, sizeof block);
    }
}

/* seen: NULL, or of an earlier reading. */
static int read_once(const char *path, const struct seen *seen, struct log **out, struct err *err)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    int fd = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return err_set(err, "cannot be opened: %s", strerror(errno));
    int result = read_all(fd, &bytes, &size, err);
    if (fd != STDIN_FILENO)
        close(fd);
    if (result == 0 && unpack_is_packed(bytes, size) &&
        unpack(&bytes, &size, UNPACK_MAX, err) != 0) {
        free(bytes);
        result = -1;
    }
    if (result == 0 && seen)
        hide_later(bytes, size, seen);
    return result == 0 ? log_parse(bytes, size, out, err) : -1;
}

/* A log that is being written may have a dropped block reused between two of
 * our reads; that looks like a wrong checksum, and is gone the next time. */
static int read_often(const char *path, const struct seen *seen, struct log **out, bool *regular,
                      struct err *err)
{
    int result = -1;
    *regular = true;
    for (int i = 0; i < ATTEMPTS && result != 0 && *regular; i++) {
        struct stat st;
        result = read_once(path, seen, out, err);
        *regular = stat(path, &st) == 0 && S_ISREG(st.st_mode);
    }
    return result;
}

/* false: no memory.  The caller frees seen->ended. */
static bool see_runs(const struct log *log, struct seen *seen)
{
    *seen = (struct seen){ log->n_runs, calloc(log->n_runs, sizeof *seen->ended) };
    for (uint32_t i = 0; seen->ended && i < seen->runs; i++)
        seen->ended[i] = log->runs[i].has_end;
    return seen->ended;
}

int log_read(const char *path, struct log **out, struct err *err)
{
    bool regular;
    struct seen seen;
    if (read_often(path, NULL, out, &regular, err) != 0)
        return -1;
    bool one = (*out)->n_runs == 0 || ((*out)->n_runs == 1 && !(*out)->runs[0].has_end);
    if (!regular || (*out)->commit.state == ALOG_FINISHED || one)
        return 0;
    /* Of the runs that ended until now the next reading has all; if it is finished by then, of all. */
    bool seeing = see_runs(*out, &seen);
    log_free(*out);
    int result = seeing ? read_often(path, &seen, out, &regular, err) : err_memory(err);
    free(seen.ended);
    if (result != 0 || (*out)->commit.state != ALOG_FINISHED)
        return result;
    log_free(*out);
    return read_often(path, NULL, out, &regular, err);
}
