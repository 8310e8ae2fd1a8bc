/* Functions whose CPU time is known to grow, and one that only waits. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static unsigned data[4096];

__attribute__((noinline)) static unsigned once(const unsigned *p, int n)
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i] * (unsigned)i;
    return sum;
}

__attribute__((noinline)) static unsigned pairs(const unsigned *p, int n)
{
    unsigned equal = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            equal += (p[i] ^ p[j]) % 7 == 3;
    return equal;
}

__attribute__((noinline)) static void waits(void)
{
    nanosleep(&(struct timespec){ .tv_nsec = 300000000 }, NULL);
}

int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 4096; i++)
        data[i] = (unsigned)i * 2654435761u;
    for (int n = 64; n <= 4096; n += n / 4) {
        sum += once(data, n);
        sum += pairs(data, n);
    }
    waits();
    printf("%u\n", sum);
    return 0;
}
