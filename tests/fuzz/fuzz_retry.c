/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A moment in words, of a receiver's Retry-After. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "schedule.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = strndup((const char *)data, size);
    if (!text)
        abort();
    int64_t wait = schedule_retry_after(text, 1700000000);
    if (wait < -1 || wait > SCHEDULE_LONGEST_WAIT)
        abort();
    free(text);
    return 0;
}
