/* SPDX-License-Identifier: MIT */
#include "spool_state.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int compare_hashes(const void *a, const void *b)
{
    return strcmp(a, b);
}

static int hashes_add(struct hashes *hashes, const char *hash)
{
    if (hashes->n == hashes->room) {
        size_t room = hashes->room ? 2 * hashes->room : 64;
        char (*more)[ID_ROOM] = realloc(hashes->list, room * sizeof *more);
        if (!more)
            return -1;
        hashes->list = more;
        hashes->room = room;
    }
    snprintf(hashes->list[hashes->n++], ID_ROOM, "%.*s", ASPOOL_ID_DIGITS, hash);
    return 0;
}

static void hashes_sort(struct hashes *hashes)
{
    size_t n = 0;
    if (hashes->n > 0)
        qsort(hashes->list, hashes->n, sizeof *hashes->list, compare_hashes);
    for (size_t i = 0; i < hashes->n; i++)
        if (n == 0 || strcmp(hashes->list[n - 1], hashes->list[i]) != 0)
            memmove(hashes->list[n++], hashes->list[i], ID_ROOM);
    hashes->n = n;
}

void hashes_free(struct hashes *hashes)
{
    free(hashes->list);
    *hashes = (struct hashes){ 0 };
}

FILE *records_open(const struct spool *spool, const char *name)
{
    struct stat st;
    int fd = openat(spool->folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    FILE *stream = NULL;
    if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
        stream = fdopen(fd, "r");
    if (fd >= 0 && !stream)
        close(fd);
    return stream;
}

bool records_is_line(const char *line)
{
    return strspn(line, "0123456789abcdef") == ASPOOL_ID_DIGITS && line[ASPOOL_ID_DIGITS] == ' ';
}

/* A log that was given up unsent stands there by its id, and does not count. */
static bool was_begun(const char *line)
{
    const char *reason = strchr(line + ASPOOL_ID_DIGITS + 1, ' ');
    return reason && (strncmp(reason, " " ASPOOL_REASON_REFUSED " ", 9) == 0 ||
                      strncmp(reason, " " ASPOOL_REASON_TRIES " ", 7) == 0);
}

static int load_hashes(const struct spool *spool, const char *name, bool only_begun,
                       struct hashes *hashes)
{
    FILE *stream = records_open(spool, name);
    char line[256];
    int result = 0;
    while (stream && result == 0 && fgets(line, sizeof line, stream))
        if (records_is_line(line) && (!only_begun || was_begun(line)))
            result = hashes_add(hashes, line);
    if (stream)
        fclose(stream);
    return result;
}

static int load_line(struct records *records, const char *line)
{
    char hash[ID_ROOM];
    unsigned failures, refused = 0;     /* or runs */
    int64_t moment, day = 0;
    if (sscanf(line, "live %32[0-9a-f] %u %" SCNd64, hash, &failures, &moment) == 3 &&
        strlen(hash) == ASPOOL_ID_DIGITS)
        return records_set_live(records, hash, failures, moment);
    if (records_load_lost(records, line))
        return 0;
    if (sscanf(line, "pause %" SCNd64, &moment) == 1) {
        records->pause = moment;
    } else if (sscanf(line, "told %zu", &records->told) == 1) {
    } else if (sscanf(line, "request %u", &failures) == 1) {
        records->request_failures = failures;
    } else if (sscanf(line, "recent %" SCNd64, &moment) == 1) {
        schedule_recent_add(&records->recent, moment);
    } else if (strcmp(line, "consent\n") == 0) {
        records->had_consent = true;
    } else if (sscanf(line, "object %32[0-9a-f] %u %" SCNd64 " %u %" SCNd64, hash, &failures, &moment,
                      &refused, &day) >= 3 && strlen(hash) == ASPOOL_ID_DIGITS) {
        struct record *record = records_begin(records, hash);
        if (!record)
            return -1;
        record->failures = failures;
        record->next = moment;
        record->refused = refused;
        record->refused_day = day;
    }
    return 0;
}

int records_load(struct records *records, const struct spool *spool, struct err *err)
{
    char line[256];
    *records = (struct records){ .spool = spool };
    int result = load_hashes(spool, ASPOOL_SENT, false, &records->sent);
    hashes_sort(&records->sent);
    if (result == 0)
        result = load_hashes(spool, ASPOOL_GIVEN_UP, false, &records->given_up);
    hashes_sort(&records->given_up);
    FILE *stream = records_open(spool, ASPOOL_STATE);
    while (stream && result == 0 && fgets(line, sizeof line, stream))
        result = load_line(records, line);
    if (stream)
        fclose(stream);
    return result == 0 ? 0 : err_set(err, "out of memory");
}

void records_free(struct records *records)
{
    hashes_free(&records->sent);
    hashes_free(&records->given_up);
    free(records->begun);
    records->begun = NULL;
    records->n_begun = records->room_begun = 0;
    free(records->live);
    records->live = NULL;
    records->n_live = records->room_live = 0;
}

static void print_state(const struct records *records, FILE *out)
{
    if (records->had_consent)
        fputs("consent\n", out);
    if (records->pause)
        fprintf(out, "pause %" PRId64 "\n", records->pause);
    records_print_lost(records, out);
    if (records->request_failures)
        fprintf(out, "request %u\n", records->request_failures);
    for (size_t i = 0; i < SCHEDULE_PER_MINUTE; i++) {
        int64_t time = records->recent.times[(records->recent.next + i) % SCHEDULE_PER_MINUTE];
        if (time)
            fprintf(out, "recent %" PRId64 "\n", time);
    }
    for (size_t i = 0; i < records->n_live; i++)
        fprintf(out, "live %s %u %" PRId64 "\n", records->live[i].id, records->live[i].runs,
                records->live[i].next);
    for (size_t i = 0; i < records->n_begun; i++) {
        const struct record *r = &records->begun[i];
        if (records_is_sent(records, r->hash))
            continue;
        fprintf(out, "object %s %u %" PRId64, r->hash, r->failures, r->next);
        if (r->refused)
            fprintf(out, " %u %" PRId64, r->refused, r->refused_day);
        fputc('\n', out);
    }
}

int records_save(const struct records *records, struct err *err)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    int result = -1;
    if (out)
        print_state(records, out);
    if (!out || fclose(out) != 0)
        err_set(err, "out of memory");
    else
        result = spool_write(records->spool, ASPOOL_STATE, text, size, err);
    free(text);
    return result;
}

static bool hashes_have(const struct hashes *hashes, const char *hash)
{
    return hashes->n > 0 && bsearch(hash, hashes->list, hashes->n, sizeof *hashes->list, compare_hashes);
}

bool records_is_sent(const struct records *records, const char *hash)
{
    return hashes_have(&records->sent, hash);
}

bool records_is_given_up(const struct records *records, const char *hash)
{
    return hashes_have(&records->given_up, hash);
}

struct record *records_find(const struct records *records, const char *hash)
{
    for (size_t i = 0; i < records->n_begun; i++)
        if (strcmp(records->begun[i].hash, hash) == 0)
            return &records->begun[i];
    return NULL;
}

struct record *records_begin(struct records *records, const char *hash)
{
    struct record *there = records_find(records, hash);
    if (there)
        return there;
    if (records->n_begun == records->room_begun) {
        size_t room = records->room_begun ? 2 * records->room_begun : 16;
        struct record *more = realloc(records->begun, room * sizeof *more);
        if (!more)
            return NULL;
        records->begun = more;
        records->room_begun = room;
    }
    struct record *record = &records->begun[records->n_begun++];
    *record = (struct record){ 0 };
    snprintf(record->hash, sizeof record->hash, "%s", hash);
    return record;
}

void records_drop(struct records *records, const char *hash)
{
    struct record *record = records_find(records, hash);
    if (record)
        *record = records->begun[--records->n_begun];
}

/* A line that was cut by an interruption gets its end first. */
static int append(const struct spool *spool, const char *name, const char *line, struct err *err)
{
    char text[256], last = '\n';
    struct stat st;
    int fd = openat(spool->folder, name,
                    O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
                    ASPOOL_FILE_MODE);
    if (fd < 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        err_set(err, "%s: %s", name, fd < 0 ? strerror(errno) : "is no regular file");
        if (fd >= 0)
            close(fd);
        return -1;
    }
    if (st.st_size > 0)
        (void)!pread(fd, &last, 1, st.st_size - 1);
    int len = snprintf(text, sizeof text, "%s%s\n", last == '\n' ? "" : "\n", line), number = ENOSPC;
    ssize_t n = write(fd, text, (size_t)len);
    bool good = n == len && fsync(fd) == 0;
    if (n < 0 || (n == len && !good))
        number = errno;
    close(fd);
    if (st.st_size == 0)
        fsync(spool->folder);
    return good ? 0 : err_set(err, "%s: cannot be written: %s", name, strerror(number));
}

int records_add_sent(struct records *records, const char *hash, int64_t now, struct err *err)
{
    char line[128];
    snprintf(line, sizeof line, "%s %" PRId64, hash, now);
    if (append(records->spool, ASPOOL_SENT, line, err) != 0)
        return -1;
    records_drop(records, hash);
    if (hashes_add(&records->sent, hash) != 0)
        return err_set(err, "out of memory");
    hashes_sort(&records->sent);
    return 0;
}

int records_add_given_up(const struct records *records, const char *id, int64_t now,
                         const char *reason, struct err *err)
{
    char line[128];
    snprintf(line, sizeof line, "%s %" PRId64 " %s", id, now, reason);
    return append(records->spool, ASPOOL_GIVEN_UP, line, err);
}

int records_maybe_sent(const struct records *records, struct hashes *hashes)
{
    int result = load_hashes(records->spool, ASPOOL_GIVEN_UP, true, hashes);
    for (size_t i = 0; result == 0 && i < records->sent.n; i++)
        result = hashes_add(hashes, records->sent.list[i]);
    for (size_t i = 0; result == 0 && i < records->n_begun; i++)
        result = hashes_add(hashes, records->begun[i].hash);
    hashes_sort(hashes);
    return result;
}

/* `withdrawn` goes last: an interruption before sends the request once more, with what
 * is still known. */
int records_forget(struct records *records, struct err *err)
{
    static const char *const names[] = { ASPOOL_GIVEN_UP, ASPOOL_DIED, ASPOOL_STATE, ASPOOL_SENT };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (unlinkat(records->spool->folder, names[i], 0) != 0 && errno != ENOENT)
            return err_set(err, "%s: cannot be removed: %s", names[i], strerror(errno));
    fsync(records->spool->folder);
    struct schedule_recent recent = records->recent;
    const struct spool *spool = records->spool;
    records_free(records);
    *records = (struct records){ .spool = spool, .recent = recent };
    if (unlinkat(spool->folder, ASPOOL_WITHDRAWN, 0) != 0 && errno != ENOENT)
        return err_set(err, "%s: cannot be removed: %s", ASPOOL_WITHDRAWN, strerror(errno));
    return fsync(spool->folder) == 0 ? 0 : err_set(err, "%s", strerror(errno));
}
