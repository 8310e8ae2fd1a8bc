/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where to send to: what a command that signs printed; or as it is told by --url. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "object_url.h"

static void check(const char *url)
{
    char place[256];
    struct err err;
    if (url_check(url, false, place, sizeof place, &err) == 0 &&
        strncmp(place, "https://", 8) != 0 && strncmp(place, "http://", 7) != 0)
        abort();
    url_check(url, true, place, sizeof place, &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool temporary;
    struct err err;
    char *told = strndup((const char *)data, size);
    FILE *out = fuzz_stream(data, size);
    char *url = url_read(out, &err);
    if (url && (!*url || strpbrk(url, "\r\n")))
        abort();
    if (url)
        check(url);
    free(url);
    fclose(out);
    const struct send_options options = { .url = told };
    url = url_of_object(&options, "0123456789abcdef0123456789abcdef.aplog.zst", &temporary, &err);
    if (!url)
        abort();
    check(url);
    free(url);
    free(told);
    return 0;
}
