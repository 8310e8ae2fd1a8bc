/* Without -fopenmp the loop is an ordinary one. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

int main(void)
{
    volatile int n = 100;
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
#pragma algoprof loop
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum += i;
    printf("%d\n", sum); /* { dg-output "4950" } */
    return 0;
}
