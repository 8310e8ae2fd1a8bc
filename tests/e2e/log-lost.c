/* SPDX-License-Identifier: GPL-3.0-or-later
 * Loops on two threads; after each round a line, after which something may happen to the log. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int numbers[20000];

static long sum(int n, int k)
{
    long s = 0;
#pragma algoprof loop name(sum)
    for (int i = 0; i < n; i++)
        s += numbers[i * k % 20000] + i;
    return s;
}

static void *other(void *result)
{
    for (int i = 0; i < 2000; i++)
        *(long *)result += sum(i % 700 + 1, i);
    return NULL;
}

int main(int argc, char **argv)
{
    char line[8];
    (void)argc;
    for (int round = 0; round < atoi(argv[1]); round++) {
        pthread_t thread;
        long total = 0;
        pthread_create(&thread, NULL, other, &total);
        long own = 0;
        other(&own);
        pthread_join(thread, NULL);
        printf("%d %ld\n", round, total + own);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin))
            break;
    }
    return 7;
}
