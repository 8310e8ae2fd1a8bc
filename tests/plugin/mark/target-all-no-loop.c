/* { dg-do run } */
/* What every loop of a function means leaves out, in silence, statements that never iterate. */
/* { dg-options "-fplugin-arg-algoprof-verbose -fplugin-arg-algoprof-target=*" } */
#include <stdio.h>

#define ADD(sum, n) do { (sum) += (n); if ((n) > 100) break; } while (0)

int main(void)
{
    volatile int n = 10;
    int sum = 0;
    for (int k = 0; k < n; k++) /* { dg-note "profiled" } */
        ADD(sum, k);
    for (;;) {
        sum += n;
        break;
    }
    while (n) {
        if (sum > n)
            goto out;
        break;
    }
out:
    printf("%d\n", sum); /* { dg-output "55" } */
    return 0;
}
