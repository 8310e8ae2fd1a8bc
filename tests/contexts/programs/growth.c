/* A helper that grows by who calls it: linear under `once', quadratic under `pairs', and both below a recursion.  With
 * SPLIT each context has functions of its own.  With TIMES=n `once' is quadratic, too.  THREADS. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef TIMES
#define TIMES 1
#endif
#define COPY(sum, once, pairs) \
    static long sum(const int *a, int n, int times) \
    { \
        long s = 0; \
        for (int k = 0; k < times; k++) \
            for (int i = 0; i < n; i++) \
                s += a[i]; \
        return s; \
    } \
    static long once(const int *a, int n) { return sum(a, n, TIMES) + 1; }
#define PAIRS(pairs, sum) static long pairs(const int *a, int n) { return sum(a, n, n) + 2; }

COPY(sum, once, pairs)
#ifdef SPLIT
COPY(sum_pairs, unused, pairs)
COPY(sum_down_once, down_once, pairs)
COPY(sum_down_pairs, unused_too, pairs)
PAIRS(pairs, sum_pairs)
PAIRS(down_pairs, sum_down_pairs)
#else
PAIRS(pairs, sum)
#define down_once once
#define down_pairs pairs
#endif

static long down(const int *a, int n) { return n < 2 ? down_once(a, n) : down(a, n / 2) + down_pairs(a, n) + down_once(a, n); }

static void *work(void *sum)
{
    static int a[4096];
    for (int n = 8; n <= 512; n += n / 2)
        for (int k = 0; k < 3; k++)
            *(long *)sum += once(a, n) + pairs(a, n) + down(a, n);
    return NULL;
}
int main(int argc, char **argv)
{
    pthread_t thread[8];
    long sum[9] = { 0 }, all = 0;
    int n = argc > 1 ? atoi(argv[1]) : 0;
#ifdef SPLIT
    (void)unused;
    (void)unused_too;
#endif
    for (int i = 0; i < n; i++)
        pthread_create(&thread[i], NULL, work, &sum[i]);
    work(&sum[8]);
    for (int i = 0; i < n; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < 9; i++)
        all += sum[i];
    printf("%ld\n", all);
    return 0;
}
