/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file of `algoprof check --limits`. */
#include "check/bounds_file.h"
#include "fuzz.h"

static void ignore(const char *path, size_t line, const char *what)
{
    (void)path, (void)line, (void)what;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct target_key key = { .build = "", .file = "dir/file.c", .name = "name",
                                    .function = "function", .line = 12 };
    struct bounds bounds = { 0 };
    struct err err;
    if (bounds_read(fuzz_path(data, size), ignore, &bounds, &err) == 0)
        bounds_find(&bounds, &key, true);
    bounds_free(&bounds);
    return 0;
}
