/* SPDX-License-Identifier: GPL-3.0-or-later
 * Runs until it is killed.  Instance i of "step" has f (i) = 7919 i mod 61
 * iterations, each of which reads a cell of 4 bytes of its own; so whatever a
 * log says can be checked. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int data[64];                   /* others might write it: else GCC reads nothing */

__attribute__((noinline)) static int step(int n)
{
    int sum = 0;
#pragma algoprof loop name(step)
    for (int i = 0; i < n; i++)
        sum += data[i];
    return sum;
}

static void *run(void *unused)
{
    unsigned long i = 0;
    volatile int sum = 0;
    (void)unused;
    for (;;)
        sum ^= step((int)(i++ * 7919 % 61));
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    for (int t = 1; t < (argc > 1 ? atoi(argv[1]) : 1); t++)
        pthread_create(&thread, NULL, run, NULL);
    run(NULL);
    return 0;
}
