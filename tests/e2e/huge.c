/* SPDX-License-Identifier: GPL-3.0-or-later
 * One execution of a loop that reads so many GiB, of pages that the kernel has but once.
 *   huge GIB */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

int main(int argc, char **argv)
{
    size_t size = (argc == 2 ? strtoul(argv[1], NULL, 10) : 1) << 30;
    const long *p = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    long sum = 0, n = (long)(size / sizeof *p);
    if (p == MAP_FAILED)
        return 1;
    madvise((void *)p, size, MADV_HUGEPAGE);
#pragma algoprof loop name(huge)
    for (long i = 0; i < n; i++)
        sum += p[i];
    printf("%ld\n", sum);
    return 0;
}
