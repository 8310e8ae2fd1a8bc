/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows of a database: a head and a point, with right checksums. */
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "fuzz.h"
#include "point/record.h"

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
        log_points_free(log);
    }
    free(first);
    free(second);
    return 0;
}
