/* SPDX-License-Identifier: MIT */
#include "machine.h"

#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

#include "algoprof/spool_layout.h"

int64_t host_now(void)
{
    return (int64_t)time(NULL);
}

void host_random(void *bytes, size_t n)
{
    /* Up to 256 bytes come whole, once the system has any. */
    if (getrandom(bytes, n, 0) != (ssize_t)n)
        abort();
}

const char *host_conf_folder(void)
{
    return ASPOOL_CONF_FOLDER;
}

/* In steps: a signal between the question and the sleep must not be missed for long. */
bool host_sleep(int64_t seconds)
{
    struct timespec start, now, step = { 0, 500000000 };
    clock_gettime(CLOCK_BOOTTIME, &start);
    do {
        if (host_stopping())
            return false;
        nanosleep(&step, NULL);
        clock_gettime(CLOCK_BOOTTIME, &now);
    } while (now.tv_sec - start.tv_sec < seconds);
    return !host_stopping();
}
