/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A moment in words, of --since. */
#include <stdlib.h>
#include <string.h>

#include "target/query.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = strndup((const char *)data, size);
    int64_t moment;
    if (!text)
        abort();
    query_parse_since(text, 1700000000, &moment);
    free(text);
    return 0;
}
