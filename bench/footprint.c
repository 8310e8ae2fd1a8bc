/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What profiling takes of a process: memory and system calls.
 *
 *     footprint THREADS INSTANCES ITERATIONS [quiet]
 *
 * Each thread runs its marked loop INSTANCES times, with ITERATIONS accesses that
 * depend on data.  Then, with all threads still there, the KiB are printed that
 * are resident, the log left out; quiet: they are not asked for.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "resident.h"

static long instances, iterations;
static uint32_t next[1024];
static pthread_barrier_t done, leave;
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
        at = walk(at, iterations);
    __atomic_add_fetch(&sum, at, __ATOMIC_RELAXED);
    pthread_barrier_wait(&done);
    pthread_barrier_wait(&leave);
    return NULL;
}

int main(int argc, char **argv)
{
    long threads = argc >= 4 ? atol(argv[1]) : 0;
    pthread_t thread[64];

    if (threads < 1 || threads > 64) {
        fprintf(stderr, "usage: footprint THREADS INSTANCES ITERATIONS [quiet]\n");
        return 2;
    }
    instances = atol(argv[2]);
    iterations = atol(argv[3]);
    for (uint32_t i = 0; i < 1024; i++)
        next[i] = (i * 5 + 3) % 1024;
    pthread_barrier_init(&done, NULL, (unsigned)threads);
    pthread_barrier_init(&leave, NULL, (unsigned)threads);
    for (long i = 1; i < threads; i++)
        if (pthread_create(&thread[i], NULL, work, NULL))
            return 1;
    uint32_t at = 0;
    for (long i = 0; i < instances; i++)
        at = walk(at, iterations);
    pthread_barrier_wait(&done);
    if (argc == 4)
        printf("%ld\n", resident());
    pthread_barrier_wait(&leave);
    for (long i = 1; i < threads; i++)
        pthread_join(thread[i], NULL);
    return at == 12345;
}
