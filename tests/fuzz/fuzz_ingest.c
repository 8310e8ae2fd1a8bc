/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file that someone uploaded, from the folder into a database (SQLite, in memory
 * where /dev/shm is) and to a report, which must be that of the file.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "cli/collect.h"
#include "fuzz.h"
#include "report/out.h"
#include "seal.h"
#include "store/intake.h"

static char folder[64], objects[80], db[80];

static void clean(void)
{
    rmdir(objects);
    unlink(db);
    rmdir(folder);
}

static void make_folders(void)
{
    strcpy(folder, access("/dev/shm", W_OK) == 0 ? "/dev/shm/fuzz.XXXXXX" : "/tmp/fuzz.XXXXXX");
    if (!mkdtemp(folder))
        abort();
    snprintf(objects, sizeof objects, "%s/in", folder);
    snprintf(db, sizeof db, "%s/db", folder);
    if (mkdir(objects, 0700) != 0 || chdir(objects) != 0)
        abort();
    atexit(clean);
}

static void write_file(const char *name, const void *bytes, size_t size)
{
    FILE *out = fopen(name, "wb");
    if (!out || fwrite(bytes, 1, size, out) != size || fclose(out) != 0)
        abort();
}

/* As the uploader does it. */
static void write_object(char *name, size_t room, const uint8_t *bytes, size_t size)
{
    uint8_t hash[STORE_HASH];
    char hex[2 * STORE_HASH + 1];
    size_t most = ZSTD_compressBound(size);
    void *packed = malloc(most);
    size_t n = packed ? ZSTD_compress(packed, most, bytes, size, 1) : 0;
    if (!packed || ZSTD_isError(n))
        abort();
    store_hash(bytes, size, hash);
    text_hex(hash, sizeof hash, hex);
    snprintf(name, room, "%s.aplog.zst", hex);
    write_file(name, packed, n);
    free(packed);
}

/* The file's name is of the working folder. */
static void make_file(const uint8_t *data, size_t size, char *name, size_t room)
{
    static const char *const names[] = { "", "log.aplog", "log.aplog.zst", "log.aplog.1", "list.delete" };
    unsigned kind = size > 0 ? data[0] % 5 : 1;
    struct logmake made = { 0 };
    data += size > 0;
    size -= size > 0;
    snprintf(name, room, "%s", names[kind]);
    if (kind < 2)
        seal_log(data, size, &made);
    if (kind == 0)
        write_object(name, room, made.bytes, made.size);
    else
        write_file(name, kind == 1 ? made.bytes : data, kind == 1 ? made.size : size);
    logmake_free(&made);
}

static void ignore(const char *path, const char *why)
{
    (void)path, (void)why;
}

static struct intake_counts ingest(void)
{
    const struct intake_options options = { .db = db, .parts = 1 };
    struct intake_counts counts = { 0 };
    char *in[] = { objects };
    struct err err;
    if (intake_run(in, 1, &options, ignore, &counts, &err) != 0)
        abort();                /* nothing that is sent stops it */
    return counts;
}

/* As report --json tells it; to be freed. */
static char *report_of(char *log)
{
    const struct query query = QUERY_ALL;
    struct dataset set = { .pool = { .estimator = ESTIMATOR_DEFAULT, .all_estimators = true } };
    struct report report = { .set = &set, .cell = 1, .all_estimators = true };
    struct err err;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out || collect_logs(&log, 1, &query, ignore, &set) != 0 ||
        dataset_finish(&set, &err) != 0)
        abort();
    report.shown = calloc(set.n_targets + 1, sizeof *report.shown);
    if (!report.shown)
        abort();
    for (size_t i = 0; i < set.n_targets; i++) {
        report.shown[report.n_shown++] = &set.targets[i];
        report.total += set.targets[i].cost;
    }
    if (out_json(out, &report) != 0 || fclose(out) != 0)
        abort();
    free(report.shown);
    dataset_free(&set);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char name[64];
    if (!folder[0])
        make_folders();
    make_file(data, size, name, sizeof name);
    struct intake_counts first = ingest(), again = ingest();
    if (first.files != 1 || first.taken + first.bad + first.deletions != 1 || first.unread > 0 ||
        again.taken + again.bad > 0 ||
        again.known + again.bad_before + again.deletions != 1)
        abort();
    char *stored = report_of(db);
    if (first.taken > 0) {
        char *direct = report_of(name);
        if (strcmp(stored, direct) != 0)
            abort();
        free(direct);
    }
    free(stored);
    if (unlink(name) != 0 || unlink(db) != 0)
        abort();
    return 0;
}
