/* SPDX-License-Identifier: GPL-3.0-or-later
 * What an execution of a loop over so many elements takes, from 2^4 to 2^MOST:
 *   lengths KERNEL MOST     a line for each length: elements, ns of CPU time (the least of BATCHES) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCHES 8
#define ELEMENTS (1l << 20)     /* of a batch, at least */
#define COLUMNS 64

static int *words;
static volatile long sink;

static __attribute__((noipa)) long forwards(long n)
{
    long sum = 0;
#pragma algoprof loop
    for (long i = 0; i < n; i++)
        sum += words[i];
    return sum;
}

static __attribute__((noipa)) long backwards(long n)
{
    long sum = 0;
#pragma algoprof loop
    for (long i = n - 1; i >= 0; i--)
        sum += words[i];
    return sum;
}

static __attribute__((noipa)) long columns(long n)
{
    long sum = 0, wide = n < COLUMNS ? n : COLUMNS;
#pragma algoprof loop
    for (long c = 0; c < wide; c++)
        for (long r = 0; r < n / wide; r++)
            sum += words[r * wide + c];
    return sum;
}

static __attribute__((noipa)) long written(long n)
{
#pragma algoprof loop
    for (long i = 0; i < n; i++)
        words[i] += 3;
    return n;
}

#define RECORDS(bytes) \
struct record_##bytes { int key, rest[bytes / 4 - 1]; }; \
static __attribute__((noipa)) long records_##bytes(long n) \
{ \
    const struct record_##bytes *records = (const void *)words; \
    long sum = 0; \
    _Pragma("algoprof loop") \
    for (long i = 0; i < n; i++) \
        sum += records[i].key; \
    return sum; \
}
RECORDS(24)
RECORDS(32)
RECORDS(40)
RECORDS(72)

static const struct kernel {
    const char *name;
    long (*run)(long n);
    size_t bytes;               /* of an element */
} kernels[] = {
    { "forwards", forwards, 4 }, { "backwards", backwards, 4 }, { "columns", columns, 4 }, { "written", written, 4 },
    { "records of 24", records_24, 24 }, { "records of 32", records_32, 32 }, { "records of 40", records_40, 40 },
    { "records of 72", records_72, 72 },
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double least(const struct kernel *k, long n)
{
    long times = n < ELEMENTS ? ELEMENTS / n : 1;
    double best = 1e300;
    for (int batch = 0; batch < BATCHES; batch++) {
        double start = now();
        for (long i = 0; i < times; i++)
            sink += k->run(n);
        double took = (now() - start) / (double)times;
        best = took < best ? took : best;
    }
    return best;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
            puts(kernels[i].name);
        return 0;
    }
    const struct kernel *k = kernels;
    while (strcmp(k->name, argv[1]))
        if (++k == kernels + sizeof kernels / sizeof *kernels)
            return 2;
    size_t bytes = k->bytes << atoi(argv[2]);
    words = malloc(bytes);
    if (!words)
        return 1;
    memset(words, 1, bytes);
    for (int power = 4; power <= atoi(argv[2]); power++)
        printf("%ld %.1f\n", 1l << power, least(k, 1l << power));
    return 0;
}
