/* SPDX-License-Identifier: MIT
 *
 * Instances that take known CPU time, and accesses beside it that only traced ones tell:
 *     burner THREADS INSTANCES USEC ACCESSES [EVERY [AROUND]]
 * Every EVERYth instance has 100 times the iterations, the time and the accesses; 0: none.  AROUND:
 * all of a thread's are in one instance of another target.  Prints the CPU time
 * that tracing added, what all took without it, and what it added to one instance at most, in ns.  An access
 * counts as what it took in the instance where that was least: what else the machine does is not tracing's. */
#include "shim.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const struct shim_site site = SHIM_SITE("burn", 0xb, 0);
static const struct shim_site around = SHIM_SITE("around", 0xa, 0);
static __thread struct algoprof_hot hot, hot_around;
static long number[8];
static _Atomic uint64_t told, own_ns, longest, least_ps = UINT64_MAX;

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* A few lines, again and again; as traced code does, it asks between iterations.  Result: how many were told. */
static uint64_t tell(uint64_t accesses)
{
    static const char area[64 * 64];
    for (uint64_t i = 0; i < accesses; i++) {
        shim_access(&area[i % 64 * 64], 4);
        if (i % 1024 == 1023 && shim_poll())
            return i + 1;
    }
    return accesses;
}

/* One that was traced, which took so much more. */
static void judge(uint64_t accesses, uint64_t added)
{
    uint64_t ps = accesses ? added * 1000 / accesses : UINT64_MAX;
    for (uint64_t least = least_ps; ps < least && !atomic_compare_exchange_weak(&least_ps, &least, ps);)
        ;
    for (uint64_t most = longest; accesses > most && !atomic_compare_exchange_weak(&longest, &most, accesses);)
        ;
    told += accesses;
}

static void instance(uint64_t iterations)
{
    uint64_t start = now(), plain = iterations * (uint64_t)number[2] * 1000, spun, accesses = 0;
    uint32_t token = shim_enter(&site.d, &hot);
    if (token)
        accesses = tell(iterations * (uint64_t)number[3]);
    for (uint64_t begin = now(); (spun = now() - begin) < plain;)
        ;
    if (token && number[5])
        shim_poll();
    shim_leave(&hot, token, iterations);
    own_ns += spun;
    if (token)
        judge(accesses, now() - start - spun);
}

static void *work(void *unused)
{
    uint32_t token = number[5] ? shim_enter(&around.d, &hot_around) : 0;
    for (long i = 0; i < number[1]; i++)
        instance(number[4] && i % number[4] == number[4] - 1 ? 100 : 1);
    if (number[5])
        shim_leave(&hot_around, token, (uint64_t)number[1]);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t thread[64];
    for (int i = 1; i < argc && i < 8; i++)
        number[i - 1] = atol(argv[i]);
    for (long i = 0; i < number[0] && i < 64; i++)
        pthread_create(&thread[i], NULL, work, NULL);
    for (long i = 0; i < number[0] && i < 64; i++)
        pthread_join(thread[i], NULL);
    double access_ns = told ? (double)least_ps / 1000 : 0;
    printf("%.0f %lu %.0f\n", (double)told * access_ns, own_ns, (double)longest * access_ns);
    return 0;
}
