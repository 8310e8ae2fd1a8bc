/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows of a database: a head and a point, with right checksums.  What can be read is
 * fitted and told. */
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "fuzz.h"
#include "target/dataset.h"
#include "packed/database_record.h"
#include "report/out.h"

/* A copy with its checksum behind it. */
static uint8_t *sealed(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size + 8);
    uint64_t sum = XXH3_64bits(data, size);
    if (!copy)
        abort();
    memcpy(copy, data, size);
    memcpy(copy + size, &sum, 8);
    return copy;
}

/* Takes the log over. */
static void tell(struct log_points *log)
{
    static FILE *sink;
    struct dataset set = { .pool = { .estimator = ESTIMATOR_DEFAULT, .all_estimators = true } };
    struct report report = { .set = &set, .cell = 1, .all_estimators = true };
    struct err err;
    if (!sink && !(sink = fopen("/dev/null", "w")))
        abort();
    if (dataset_add(&set, log) != 0 || dataset_finish(&set, &err) != 0)
        abort();
    report.shown = calloc(set.n_targets + 1, sizeof *report.shown);
    if (!report.shown)
        abort();
    for (size_t i = 0; i < set.n_targets; i++)
        report.shown[report.n_shown++] = &set.targets[i];
    if (out_json(sink, &report) != 0)
        abort();
    free(report.shown);
    dataset_free(&set);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct log_points *log;
    struct err err;
    if (size < 2)
        return 0;
    /* The first two bytes tell where the point begins. */
    size_t head = (size_t)data[0] << 8 | data[1];
    data += 2;
    size -= 2;
    head = head < size ? head : size;
    uint8_t *first = sealed(data, head), *second = sealed(data + head, size - head);
    if (record_read_head(first, head + 8, "fuzz", &log, &err) == 0) {
        record_read_point(second, size - head + 8, log, &err);
        tell(log);
    }
    free(first);
    free(second);
    return 0;
}
