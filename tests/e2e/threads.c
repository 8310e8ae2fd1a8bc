/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Threads that begin and end.
 *
 *     threads COUNT ROUNDS INSTANCES [resident]
 *
 * COUNT threads, which are all there at once, run a marked loop INSTANCES times and
 * end; and that ROUNDS times.  resident: the KiB that are resident after that are
 * printed, the log left out.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "../../bench/resident.h"

#define MOST 1024
#define STACK (64 << 10)

static long instances;
static uint32_t next[1024];
static pthread_barrier_t all;
static uint64_t sum;

__attribute__((noinline)) static uint32_t walk(uint32_t at, long n)
{
#pragma algoprof loop name(walk)
    for (; n; n--)
        at = next[at];
    return at;
}

static void *work(void *unused)
{
    uint32_t at = 0;

    (void)unused;
    for (long i = 0; i < instances; i++)
        at = walk(at, 100);
    __atomic_add_fetch(&sum, at, __ATOMIC_RELAXED);
    pthread_barrier_wait(&all);
    return NULL;
}

static void one_round(long count)
{
    static pthread_t thread[MOST];
    pthread_attr_t attributes;

    if (pthread_attr_init(&attributes) || pthread_attr_setstacksize(&attributes, STACK))
        exit(1);
    for (long i = 0; i < count; i++)
        if (pthread_create(&thread[i], &attributes, work, NULL))
            exit(1);
    for (long i = 0; i < count; i++)
        pthread_join(thread[i], NULL);
}

int main(int argc, char **argv)
{
    long count = argc >= 4 ? atol(argv[1]) : 0;

    if (count < 1 || count > MOST) {
        fprintf(stderr, "usage: threads COUNT ROUNDS INSTANCES [resident]\n");
        return 2;
    }
    instances = atol(argv[3]);
    for (uint32_t i = 0; i < 1024; i++)
        next[i] = (i * 5 + 3) % 1024;
    pthread_barrier_init(&all, NULL, (unsigned)count);
    for (long i = atol(argv[2]); i; i--)
        one_round(count);
    if (argc > 4)
        printf("%ld\n", resident());
    return sum == 12345;
}
