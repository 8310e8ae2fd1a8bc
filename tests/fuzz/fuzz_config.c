/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The operator's file, as the uploader reads it. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "algoprof/spool_layout.h"
#include "operator_config.h"
#include "fuzz.h"

static char folder[] = "/tmp/fuzz_config.XXXXXX", path[sizeof folder + 64];

static void clean(void)
{
    unlink(path);
    rmdir(folder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct config config;
    struct err err;
    if (!path[0]) {
        if (!mkdtemp(folder))
            abort();
        snprintf(path, sizeof path, "%s/app%s", folder, ASPOOL_CONF_SUFFIX);
        atexit(clean);
    }
    FILE *out = fopen(path, "w");
    if (!out || fwrite(data, 1, size, out) != size || fclose(out) != 0)
        abort();
    config_read(&config, folder, "app", &err);
    config_free(&config);
    return 0;
}
