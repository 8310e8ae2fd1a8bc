/* { dg-do run } */
/* "*" leaves out functions that are not to be profiled; a name marks them. */
/* { dg-options "-fplugin-arg-algoprof-verbose -fplugin-arg-algoprof-target=* -fplugin-arg-algoprof-target=named" } */
#include <stdio.h>

#define NOT_PROFILED __attribute__((no_instrument_function))

NOT_PROFILED static int left_out(volatile int n)
{
    int sum = 0;
    while (n-- > 0)
        sum++;
    return sum;
}

NOT_PROFILED static int recursion(int n)
{
    return n > 0 ? 1 + recursion(n - 1) * 1 : 0;
}

NOT_PROFILED static int named(volatile int n)
{
    int sum = 0;
    while (n-- > 0) /* { dg-note "profiled" } */
        sum++;
    return sum;
}

int main(void)
{
    volatile int n = 10;
    int sum = 0;
    for (int k = 0; k < n; k++) /* { dg-note "profiled" } */
        sum += left_out(1) + named(1);
    printf("%d\n", sum + recursion(n)); /* { dg-output "30" } */
    return 0;
}
