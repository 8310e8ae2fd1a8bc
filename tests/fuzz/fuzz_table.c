/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of `algoprof fit`, and its fit. */
#include <stdlib.h>

#include "fuzz.h"
#include "base/table_read.h"

static void ignore(void *data, size_t line, const char *what)
{
    (void)data, (void)line, (void)what;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fit_point *points = NULL;
    size_t n = 0;
    struct fit fit;
    FILE *in = fuzz_stream(data, size);
    if (table_read(in, ignore, NULL, &points, &n) >= 0 && n < 100 && fit_run(points, n, &fit) != 0)
        abort();
    free(points);
    fclose(in);
    return 0;
}
