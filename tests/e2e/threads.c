/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Threads that begin and end.
 *
 *     threads COUNT ROUNDS INSTANCES [resident | in-turn]
 *
 * COUNT threads, which are all there at once, run a marked loop INSTANCES times and
 * end; and that ROUNDS times.  resident: the KiB that are resident after that are
 * printed, the log left out.  in-turn: each begins when the one before has run its loop.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../bench/resident.h"

#define MOST 1024
#define STACK (64 << 10)

static long instances;
static uint32_t next[1024];
static pthread_barrier_t all;
static sem_t has_run;
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
    sem_post(&has_run);
    pthread_barrier_wait(&all);
    return NULL;
}

static void one_round(long count, bool in_turn)
{
    static pthread_t thread[MOST];
    pthread_attr_t attributes;

    if (pthread_attr_init(&attributes) || pthread_attr_setstacksize(&attributes, STACK))
        exit(1);
    for (long i = 0; i < count; i++) {
        if (pthread_create(&thread[i], &attributes, work, NULL))
            exit(1);
        if (in_turn)
            sem_wait(&has_run);
    }
    for (long i = 0; i < count; i++)
        pthread_join(thread[i], NULL);
}

int main(int argc, char **argv)
{
    long count = argc >= 4 ? atol(argv[1]) : 0;

    if (count < 1 || count > MOST) {
        fprintf(stderr, "usage: threads COUNT ROUNDS INSTANCES [resident | in-turn]\n");
        return 2;
    }
    instances = atol(argv[3]);
    for (uint32_t i = 0; i < 1024; i++)
        next[i] = (i * 5 + 3) % 1024;
    bool in_turn = argc > 4 && !strcmp(argv[4], "in-turn");
    pthread_barrier_init(&all, NULL, (unsigned)count);
    sem_init(&has_run, 0, 0);
    for (long i = atol(argv[2]); i; i--)
        one_round(count, in_turn);
    if (argc > 4 && !in_turn)
        printf("%ld\n", resident());
    return sum == 12345;
}
