/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the uploader makes of a log where it shall round: of one that can be read one
 * that can be read, no longer than allowed, and already round. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "log/log_read.h"
#include "rounded.h"
#include "seal.h"

static bool can_be_read(const uint8_t *bytes, size_t size)
{
    struct log *log;
    struct err err;
    uint8_t *own = malloc(size);        /* the log's from now on */
    if (!own)
        abort();
    memcpy(own, bytes, size);
    if (log_parse(own, size, &log, &err) != 0)
        return false;
    log_free(log);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct logmake made;
    seal_log(data, size, &made);
    size_t most = made.size + size % 64;
    uint8_t *round = malloc(rounded_room(made.size)), *same = malloc(rounded_room(made.size) * 2);
    if (!round || !same)
        abort();
    size_t n = rounded_copy(made.bytes, made.size, most, round);
    if (n > most)
        abort();
    if (can_be_read(made.bytes, made.size) && (n == 0 || !can_be_read(round, n)))
        abort();
    if (n > 0 && (rounded_copy(round, n, n, same) != n || memcmp(round, same, n) != 0))
        abort();
    free(round);
    free(same);
    logmake_free(&made);
    return 0;
}
