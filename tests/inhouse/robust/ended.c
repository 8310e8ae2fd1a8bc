// SPDX-License-Identifier: GPL-3.0-or-later
/* Threads one after the other: what one had is the next one's, so that the address space does not grow. */
#include <pthread.h>
#include <stdio.h>

static volatile int data[64];

__attribute__((noinline)) static int sum(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += data[i % 64];
    return s;
}

static void *once(void *unused)
{
    sum(10);
    return unused;
}

static int threads(int n)
{
    pthread_t t;
    for (int i = 0; i < n; i++)
        if (pthread_create(&t, NULL, once, NULL) || pthread_join(t, NULL))
            return 0;
    return 1;
}

static long pages(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    long n = 0;
    if (!file || fscanf(file, "%ld", &n) != 1)
        return -1;
    fclose(file);
    return n;
}

int main(void)
{
    long before, after;
    if (!threads(200) || (before = pages()) < 0 || !threads(4000) || (after = pages()) < 0)
        return 1;
    if (after - before > 400)
        printf("%ld pages more\n", after - before);
    return 0;
}
