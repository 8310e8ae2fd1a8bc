/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What `algoprof suggest` reads: outputs of perf and gprof. */
#include "fuzz.h"
#include "binary/hot_functions.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct hot hot;
    struct err err;
    FILE *in = fuzz_stream(data, size);
    hot_read(in, &hot, &err);
    hot_free(&hot);
    fclose(in);
    return 0;
}
