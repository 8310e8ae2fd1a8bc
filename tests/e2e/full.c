/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * full THREADS LOOPS EACH [STEP]: so many threads at once, each of which executes so many loops, up to 110, one after the other
 * until it has executed EACH.  STEP: all threads have executed a loop for the first time before one comes to the next.  Prints
 * executions and iterations of all. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int data[4096];
static pthread_barrier_t together;
static int loops, each, step;

#define LOOP(k) \
    __attribute__((noinline)) static long loop##k(int n, int t) \
    { \
        long sum = 0; \
        _Pragma("algoprof loop") \
        for (int i = 0; i < n; i++) \
            sum += data[(t * 61 + i * 7) & 4095]; \
        return sum + k; \
    }
#define TEN(do, k) do(k##0) do(k##1) do(k##2) do(k##3) do(k##4) do(k##5) do(k##6) do(k##7) do(k##8) do(k##9)
#define ALL(do) TEN(do, 1) TEN(do, 2) TEN(do, 3) TEN(do, 4) TEN(do, 5) TEN(do, 6) TEN(do, 7) TEN(do, 8) TEN(do, 9) TEN(do, 10) TEN(do, 11)
#define NAME(k) loop##k,
ALL(LOOP)
static long (*const all[])(int, int) = { ALL(NAME) };

static void *run(void *number)
{
    long *sum = number;
    int t = (int)*sum;
    for (int i = 0; i < each; i++) {
        *sum += all[i % loops](i % 97 + 1, t);
        if (step && i < loops)
            pthread_barrier_wait(&together);
    }
    pthread_barrier_wait(&together);
    return NULL;
}

int main(int argc, char **argv)
{
    int threads = argc > 3 ? atoi(argv[1]) : 0;
    long sum[256], cost = 0;
    pthread_t thread[256];
    if (threads < 1 || threads > 256)
        return 2;
    loops = atoi(argv[2]);
    each = atoi(argv[3]);
    step = argc > 4;
    for (int i = 0; i < 4096; i++)
        data[i] = i;
    pthread_barrier_init(&together, NULL, (unsigned)threads);
    for (int t = 0; t < threads; t++) {
        sum[t] = t;
        if (pthread_create(&thread[t], NULL, run, &sum[t]) != 0)
            return 1;
    }
    for (int t = 0; t < threads; t++)
        pthread_join(thread[t], NULL);
    for (int i = 0; i < each; i++)
        cost += (long)threads * (i % 97 + 1);
    printf("%ld %ld\n", (long)threads * each, cost);
    return sum[0] == 1;
}
