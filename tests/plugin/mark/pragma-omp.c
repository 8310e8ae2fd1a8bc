/* The mark may stand between OpenMP's pragma and its loop, or before both. */
/* { dg-do run } */
/* { dg-options "-fopenmp -fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

int main(void)
{
    volatile int n = 100;
    int sum = 0, end = n;
#pragma omp parallel for reduction(+ : sum)
#pragma algoprof loop
    for (int i = 0; i < end; i++) /* { dg-note "profiled" } */
        sum += i;
#pragma algoprof loop
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < end; i++) /* { dg-note "profiled" } */
        sum += i;
    printf("%d\n", sum); /* { dg-output "9900" } */
    return 0;
}
