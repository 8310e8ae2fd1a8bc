/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The machine as tests want it, in place of upload/machine.c:
 *   FAKE_CLOCK   a file that holds the time; sleeping moves it on
 *   FAKE_BYTE    the last of random bytes (128: fractions are a half), the others are 0
 *   FAKE_CONF    the operator's folder */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "machine.h"

int64_t host_now(void)
{
    const char *path = getenv("FAKE_CLOCK");
    char text[32] = "";
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return (int64_t)time(NULL);
    (void)!read(fd, text, sizeof text - 1);
    close(fd);
    return strtoll(text, NULL, 10);
}

bool host_sleep(int64_t seconds)
{
    const char *path = getenv("FAKE_CLOCK");
    int64_t then = host_now() + seconds;
    FILE *out = path ? fopen(path, "r+") : NULL;
    if (out) {
        fprintf(out, "%" PRId64 "\n", then);
        fclose(out);
    }
    return !host_stopping();
}

void host_random(void *bytes, size_t n)
{
    const char *byte = getenv("FAKE_BYTE");
    memset(bytes, 0, n);
    ((uint8_t *)bytes)[n - 1] = (uint8_t)(byte ? atoi(byte) : 128);
}

const char *host_conf_folder(void)
{
    const char *folder = getenv("FAKE_CONF");
    return folder ? folder : "/nonexistent";
}
