/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "log/merged_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Reads so many bytes; 0, or -1 with the reason. */
static int read_at(int fd, void *buffer, size_t size, uint64_t offset, struct err *err)
{
    uint8_t *p = buffer;
    while (size > 0) {
        ssize_t got = pread(fd, p, size, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return err_set(err, "cannot be read: %s", strerror(errno));
        if (got == 0)
            return err_set(err, "truncated: ends at offset %" PRIu64, offset);
        p += got;
        size -= (size_t)got;
        offset += (size_t)got;
    }
    return 0;
}

static uint64_t index_hash(const struct alog_member *list, size_t n)
{
    return XXH3_64bits_withSeed(list, n * sizeof *list, n);
}

static int check_index(const struct alog_merged *head, const struct alog_member *list,
                       uint64_t size, struct err *err)
{
    uint64_t at = sizeof *head + head->logs * sizeof *list;
    if (head->checksum != index_hash(list, head->logs))
        return err_set(err, "checksum wrong (index of a merged file)");
    for (uint64_t i = 0; i < head->logs; i++) {
        if (list[i].offset != at || list[i].size > LOG_MAX_BYTES ||
            (i > 0 && memcmp(list[i - 1].run_id, list[i].run_id, sizeof list->run_id) >= 0))
            return err_set(err, "bad structure: log %" PRIu64 " of a merged file", i);
        at += list[i].size;
    }
    if (at > size)
        return err_set(err, "truncated: %" PRIu64 " of %" PRIu64 " bytes", size, at);
    return 0;
}

int merged_index(int fd, struct alog_member **list, size_t *n, struct err *err)
{
    struct alog_merged head;
    struct stat st;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || (uint64_t)st.st_size < sizeof head ||
        pread(fd, &head, sizeof head, 0) != (ssize_t)sizeof head ||
        memcmp(head.magic, ALOG_MERGED_MAGIC, sizeof head.magic) != 0)
        return 0;
    uint64_t size = (uint64_t)st.st_size;
    if (head.version > ALOG_MERGED_VERSION)
        return err_set(err, "future version: merged file of version %" PRIu32 ", this reads %u",
                       head.version, ALOG_MERGED_VERSION);
    if (head.endian != ALOG_ENDIAN || head.logs == 0)
        return err_set(err, "bad structure: head of a merged file");
    if (head.logs > (size - sizeof head) / sizeof **list)
        return err_set(err, "truncated: no room for the index of %" PRIu64 " logs", head.logs);
    *list = calloc(head.logs, sizeof **list);
    if (!*list)
        return err_memory(err);
    *n = head.logs;
    if (read_at(fd, *list, head.logs * sizeof **list, sizeof head, err) == 0 &&
        check_index(&head, *list, size, err) == 0)
        return 1;
    free(*list);
    *list = NULL;
    return -1;
}

int merged_read(const char *path, const struct alog_member *member, struct log **out,
                struct err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    uint8_t *bytes = malloc(member->size + 1);
    int result = fd < 0 ? err_set(err, "cannot be opened: %s", strerror(errno)) : 0;
    if (result == 0 && !bytes)
        result = err_memory(err);
    if (result == 0)
        result = read_at(fd, bytes, member->size, member->offset, err);
    if (fd >= 0)
        close(fd);
    if (result == 0 && XXH3_64bits(bytes, member->size) != member->checksum)
        result = err_set(err, "checksum wrong (log in a merged file)");
    if (result != 0) {
        free(bytes);
        return -1;
    }
    if (log_parse(bytes, member->size, out, err) != 0)
        return -1;
    if (memcmp((*out)->header.run_id, member->run_id, sizeof member->run_id) == 0)
        return 0;
    log_free(*out);
    return err_set(err, "bad structure: not the log that the index tells of");
}

int merged_begin(struct merged_writer *w, FILE *out, size_t n, struct err *err)
{
    *w = (struct merged_writer){ .out = out, .n = n, .list = calloc(n + 1, sizeof *w->list) };
    w->offset = sizeof(struct alog_merged) + n * sizeof *w->list;
    if (!w->list)
        return err_memory(err);
    if (fseeko(out, (off_t)w->offset, SEEK_SET) == 0)
        return 0;
    free(w->list);
    return err_set(err, "cannot be written: it must be a regular file");
}

void merged_add(struct merged_writer *w, const struct log *log)
{
    struct alog_member *m = &w->list[w->at++];
    memcpy(m->run_id, log->header.run_id, sizeof m->run_id);
    m->offset = w->offset;
    m->size = log->commit.used;
    m->checksum = XXH3_64bits(log->bytes, m->size);
    fwrite(log->bytes, 1, m->size, w->out);
    w->offset += m->size;
}

void merged_end(struct merged_writer *w)
{
    struct alog_merged head = { .version = ALOG_MERGED_VERSION, .endian = ALOG_ENDIAN,
                                .logs = w->n, .checksum = index_hash(w->list, w->n) };
    memcpy(head.magic, ALOG_MERGED_MAGIC, sizeof head.magic);
    if (fseeko(w->out, 0, SEEK_SET) == 0) {
        fwrite(&head, sizeof head, 1, w->out);
        fwrite(w->list, sizeof *w->list, w->n, w->out);
    }
    free(w->list);
    w->list = NULL;
}

struct merged_rank merged_rank(const struct log *log)
{
    return (struct merged_rank){ log->commit.sequence, log->commit.used,
                                 XXH3_64bits(log->bytes, log->commit.used) };
}

int merged_compare(const struct merged_rank *a, const struct merged_rank *b)
{
    if (a->sequence != b->sequence)
        return a->sequence > b->sequence ? 1 : -1;
    if (a->used != b->used)
        return a->used > b->used ? 1 : -1;
    return (a->hash > b->hash) - (a->hash < b->hash);
}
