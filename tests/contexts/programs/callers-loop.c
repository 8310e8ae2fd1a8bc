/* A linear helper that has two callers: callers-loop TIMES GUILTY [SEED [ROWS]].  With GUILTY 1 `thorough' has it go over its
 * input again for each eighth element, with 0 both callers are innocent.  TIMES 0: without end. */
#include <stdio.h>
#include <stdlib.h>

#define ALONE __attribute__((noinline, noclone))
static volatile unsigned long total;

static unsigned next(unsigned long *seed)
{
    *seed = *seed * 6364136223846793005ul + 1442695040888963407ul;
    return (unsigned)(*seed >> 33);
}

ALONE static unsigned long helper(const unsigned *a, size_t n, size_t passes)
{
    unsigned long s = 0;
#pragma algoprof loop name(sum)
    for (size_t i = 0; i < n * passes; i++)
        s += a[i % n] ^ i;
    return s;
}

ALONE static void thorough(const unsigned *a, size_t n, int guilty)
{
    total += helper(a, n, guilty ? n / 8 + 1 : 1);
}

ALONE static void quick(const unsigned *a, size_t n)
{
    total += helper(a, n, 1);
}

int main(int argc, char **argv)
{
    unsigned long times = strtoul(argv[1], NULL, 10), seed = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
    unsigned *a = calloc(4096, sizeof *a);
    for (unsigned long i = 0; !times || i < times; i++) {
        size_t n = (size_t)16 << next(&seed) % 6;
        n += next(&seed) % n;
        if (next(&seed) % 3 == 0)
            thorough(a, n, atoi(argv[2]));
        else
            quick(a, n);
    }
    printf("%lu\n", total);
    free(a);
    return 0;
}
