/* { dg-do run } */
/* What cannot be profiled is told of `*' to those who ask: a loop whose iterations leave it and come back, one with a
   computed goto, and one that GCC removes where it is inlined. */
/* { dg-options "-O2 -fplugin-arg-algoprof-target=* -fplugin-arg-algoprof-verbose" } */
/* { dg-skip-if "" { *-*-* } { "-O0" } { "" } } */
#include <stdio.h>

/* A recursion that is written out: its levels are no executions of the loop that the compiler sees. */
static int tree(volatile int depth)
{
    int at[32], top = 0, sum = 0;
call:
    if (top < depth) {
        for (at[top] = 0; at[top] < 2; at[top]++) { /* { dg-note "each iteration leaves the loop by a jump" } */
            top++;
            goto call;
        back:
            sum++;
        }
    }
    if (top-- > 0)
        goto back;
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
    printf("%d %d %d\n", tree(3), jumped("aabbac"), once(&x, 1)); /* { dg-output "14 13 1" } */
    return 0;
}
