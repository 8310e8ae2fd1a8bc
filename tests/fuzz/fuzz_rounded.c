/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the uploader makes of a log where it shall round: of one that can be read one
 * that can be read, no longer than allowed, and already round. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "rounded.h"
#include "seal.h"

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
