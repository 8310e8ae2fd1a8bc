/* SPDX-License-Identifier: GPL-3.0-or-later
 * How much memory a program that is measured takes. */
#ifndef BENCH_RESIDENT_H
#define BENCH_RESIDENT_H

#include <stdio.h>

/* KiB of all mappings that are not shared: of all but the log. */
static long resident(void)
{
    FILE *maps = fopen("/proc/self/smaps", "r");
    char line[4096], rights[5];
    unsigned long from, to;
    long total = 0, kib;
    int counts = 0;

    while (maps && fgets(line, sizeof line, maps)) {
        if (sscanf(line, "%lx-%lx %4s", &from, &to, rights) == 3)
            counts = rights[3] != 's';
        else if (counts && sscanf(line, "Rss: %ld", &kib) == 1)
            total += kib;
    }
    if (maps)
        fclose(maps);
    return total;
}

#endif
