/* SPDX-License-Identifier: MIT
 *
 * An innocent: a curve of 512 points, each the mean of a sixteenth of the n
 * samples of a periodic signal.  Every sample is read 32 times however many
 * there are: n samples cost n.
 *
 *     main SAMPLES [SEED]
 */
#include <stdio.h>
#include <stdlib.h>

#define POINTS 512
#define SHARE 16

static unsigned long state;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

/* A marker may come from a macro. */
#define PROFILED(word) _Pragma(#word)

static long mean(const int *samples, long n, long begin, long width)
{
    long sum = 0;
    long at = begin;

    PROFILED(algoprof loop name(sliding_window))
    for (long k = 0; k < width; k++) {
        sum += samples[at];
        if (++at == n)
            at = 0;
    }
    return sum / width;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000;
    unsigned long checksum = 0;
    int *samples;

    if (n < SHARE)
        return 2;
    state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    samples = malloc((size_t)n * sizeof(*samples));
    if (!samples)
        return 1;
    for (long i = 0; i < n; i++)
        samples[i] = (int)draw(20000) - 10000;
    for (long point = 0; point < POINTS; point++)
        checksum = checksum * 31 + (unsigned long)mean(samples, n, point * n / POINTS, n / SHARE);
    printf("samples %ld checksum %lx\n", n, checksum);
    free(samples);
    return 0;
}
