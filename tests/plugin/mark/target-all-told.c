/* { dg-do run } */
/* What cannot be profiled is told of `*' to those who ask: a loop with two entries, one with a computed goto, and one that
   GCC removes where it is inlined. */
/* { dg-options "-O2 -fplugin-arg-algoprof-target=* -fplugin-arg-algoprof-verbose" } */
/* { dg-skip-if "" { *-*-* } { "-O0" } { "" } } */
#include <stdio.h>

static int entered(volatile int skip, volatile int n)
{
    int i = 0, sum = 0;
    if (skip)
        goto middle;
    while (i < n) { /* { dg-note "more than one entry; it is not profiled" } */
        sum += 10;
    middle:
        sum++;
        i++;
    }
    return sum;
}

static int jumped(const char *code)
{
    static const void *const to[] = { &&add, &&twice, &&end };
    int sum = 1;
    for (;; code++) { /* { dg-note "computed goto" } */
        goto *to[*code - 'a'];
    add:
        sum++;
        continue;
    twice:
        sum *= 2;
    }
end:
    return sum;
}

static inline __attribute__((always_inline)) int once(volatile int *x, int stop)
{
    int sum = 0;
    for (;;) { /* { dg-note "this loop was optimised away; its executions are counted" } */
        sum += *x;
        if (stop || sum > 10)
            break;
    }
    return sum;
}

int main(void)
{
    volatile int x = 1;
    printf("%d %d %d %d\n", entered(0, 5), entered(1, 5), jumped("aabbac"), once(&x, 1)); /* { dg-output "55 45 13 1" } */
    return 0;
}
