/* SPDX-License-Identifier: MIT
 *
 * Instances that take known CPU time, more when they are traced:
 *     burner THREADS INSTANCES USEC USEC_TRACED [EVERY [AROUND]]
 * Every EVERYth instance has 100 times the iterations and the time; 0: none.  AROUND:
 * all of a thread's are in one instance of another target.  Prints CPU
 * time of traced instances, of all, and of the longest traced one, in ns. */
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
static _Atomic uint64_t traced_ns, all_ns, longest_ns;

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void instance(uint64_t iterations)
{
    uint64_t start = now();
    uint32_t token = shim_enter(&site.d, &hot);
    uint64_t end = start + iterations * (uint64_t)number[token ? 3 : 2] * 1000;
    while (now() < end)
        ;
    if (token && number[5])
        shim_poll();
    shim_leave(&hot, token, iterations);
    uint64_t took = now() - start;
    all_ns += took;
    traced_ns += token ? took : 0;
    if (token && took > longest_ns)
        longest_ns = took;
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
    printf("%lu %lu %lu\n", traced_ns, all_ns, longest_ns);
    return 0;
}
