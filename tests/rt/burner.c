/* SPDX-License-Identifier: MIT
 *
 * Instances that take known CPU time, more when they are traced, by clocks of its own, so
 * that no other process has a part in what comes out:
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
static __thread uint64_t cpu_ns;
static _Atomic uint64_t process_ns;

static void take(uint64_t ns)
{
    cpu_ns += ns;
    process_ns += ns;
}

bool rt_clock(clockid_t, struct timespec *);

/* The runtime's clocks.  Each thread has a processor, and never waits; the wall's clock went
 * before.  A look takes what it does: that at the thread's CPU time is a system call. */
bool rt_clock(clockid_t clock, struct timespec *now)
{
    bool of_cpu = clock == CLOCK_THREAD_CPUTIME_ID || clock == CLOCK_PROCESS_CPUTIME_ID;
    take(of_cpu ? 300 : 30);
    uint64_t ns = clock == CLOCK_PROCESS_CPUTIME_ID ? process_ns : of_cpu ? cpu_ns : 100000000000 + cpu_ns;
    if (clock == CLOCK_MONOTONIC_COARSE)
        ns -= ns % 4000000;
    *now = (struct timespec){ (time_t)(ns / 1000000000), (long)(ns % 1000000000) };
    return true;
}

static void instance(uint64_t iterations)
{
    uint64_t start = cpu_ns;
    uint32_t token = shim_enter(&site.d, &hot);
    uint64_t end = start + iterations * (uint64_t)number[token ? 3 : 2] * 1000;
    if (cpu_ns < end)
        take(end - cpu_ns);
    if (token && number[5])
        shim_poll();
    shim_leave(&hot, token, iterations);
    uint64_t took = cpu_ns - start;
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
