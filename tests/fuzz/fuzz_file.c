/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file that an upload or a desk may hold: packed, and a log as it stands. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "log/log_read.h"
#include "base/unpack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *bytes = malloc(size + 1);
    struct log *log;
    struct err err;
    if (!bytes)
        abort();
    memcpy(bytes, data, size);
    if (unpack_is_packed(bytes, size) && unpack(&bytes, &size, 1u << 20, &err) != 0) {
        free(bytes);
        return 0;
    }
    if (log_parse(bytes, size, &log, &err) == 0)
        log_free(log);
    return 0;
}
