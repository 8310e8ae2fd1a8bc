/* Callers that differ in their sizes, in who called them, or in the place that they call from: callers-sizes TIMES MODE SEED.
 *   sizes   `small' and `large' have sizes of their own; the helper goes over large inputs again
 *   deep    `middle' hands on what `slow' or `fast' want
 *   place   `both' calls in two places, one of which wants more */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALONE __attribute__((noinline, noclone))
static volatile unsigned long total;
static unsigned data[4096];
static unsigned long state;

static unsigned next(void)
{
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)(state >> 33);
}

ALONE static unsigned long helper(const unsigned *a, size_t n, size_t passes)
{
    unsigned long s = 0;
#pragma algoprof loop name(sum)
    for (size_t i = 0; i < n * passes; i++)
        s += a[i % n] ^ i;
    return s;
}

static size_t bent(size_t n) { return n > 128 ? n / 64 : 1; }
ALONE static void small(size_t n) { total += helper(data, n, bent(n)); }
ALONE static void large(size_t n) { total += helper(data, n, bent(n)); }

ALONE static void middle(size_t n, size_t passes) { total += helper(data, n, passes); }
ALONE static void slow(size_t n) { middle(n, n / 8 + 1); total++; }
ALONE static void fast(size_t n) { middle(n, 1); total++; }

ALONE static void both(size_t n, int more)
{
    if (more)
        total += helper(data, n, n / 8 + 1);
    else
        total ^= 3 * helper(data, n, 1);
}

int main(int argc, char **argv)
{
    (void)argc;
    const char *mode = argv[2];
    state = strtoul(argv[3], NULL, 10);
    for (unsigned long i = strtoul(argv[1], NULL, 10); i; i--) {
        size_t n = (size_t)16 << next() % 6;
        n += next() % n;
        int one = next() % 3 == 0;
        if (!strcmp(mode, "sizes"))
            n < 128 ? small(n) : large(n);
        else if (!strcmp(mode, "deep"))
            one ? slow(n) : fast(n);
        else
            both(n, one);
    }
    printf("%lu\n", total);
    return 0;
}
