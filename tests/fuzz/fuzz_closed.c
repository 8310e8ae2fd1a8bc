/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the uploader makes of a log that is still being written: of one that can be read
 * a log of its closed runs that can be read. */
#include <stdlib.h>
#include <string.h>

#include "closed_runs.h"
#include "fuzz.h"
#include "seal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct logmake made;
    seal_log(data, size, &made);
    uint8_t *closed = malloc(made.size), *same = malloc(made.size);
    if (!closed || !same)
        abort();
    struct closed_runs runs, again;
    closed_runs_find(made.bytes, made.size, &runs);
    size_t n = closed_runs_copy(made.bytes, made.size, 7, closed, &runs);
    if (n > 0 && can_be_read(made.bytes, made.size) && !can_be_read(closed, n))
        abort();
    if (n > 0) {
        closed_runs_find(closed, n, &again);
        if (again.runs != runs.runs || closed_runs_copy(closed, n, 6, same, &again) != n)
            abort();
    }
    free(closed);
    free(same);
    logmake_free(&made);
    return 0;
}
