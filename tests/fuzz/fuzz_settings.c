/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the runtime reads: the operator's file, and the variables, a line each. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

#define RT_CONF_FOLDER "."
#include "../../librt-sample/spool/operator_switch.c"
#include "../../librt-sample/base/options.c"

static char folder[] = "/tmp/fuzz_settings.XXXXXX";
static bool made;

bool rt_random_bytes(void *to, size_t size)
{
    memset(to, 1, size);
    return true;
}

static void clean(void)
{
    unlink("app.conf");
    rmdir(folder);
}

static void set_variables(char *text)
{
    static const char *const names[] = {
#define VARIABLE(name, field, type, init, parser) "ALGOPROF_" #name,
#include "base/variables.def"
#undef VARIABLE
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *line = strsep(&text, "\n");
        if (line)
            setenv(names[i], line, 1);
        else
            unsetenv(names[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = strndup((const char *)data, size), complaint[256];
    if (!made) {
        if (!mkdtemp(folder) || chdir(folder) != 0)
            abort();
        atexit(clean);
        made = true;
    }
    FILE *out = fopen("app.conf", "w");
    if (!text || !out || fwrite(data, 1, size, out) != size || fclose(out) != 0)
        abort();
    rt_switched_on("app");
    set_variables(text);
    rt_options_read();
    rt_options_complaint(complaint, sizeof complaint);
    free(text);
    return 0;
}
