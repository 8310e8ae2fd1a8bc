/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file of `algoprof check --baseline`. */
#include "check/baseline.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct baseline baseline = { 0 };
    struct err err;
    baseline_read(fuzz_path(data, size), &baseline, &err);
    baseline_free(&baseline);
    return 0;
}
