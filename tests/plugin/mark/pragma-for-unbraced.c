/* The inner mark is the whole body of the outer loop. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

int main(void)
{
    volatile int n = 5;
    int sum = 0;
    for (int i = 0; i < n; i++)
#pragma algoprof loop
        for (int j = 0; j < i; j++) /* { dg-note "profiled" } */
            sum++;
    while (sum < 20)
#pragma algoprof loop
        do { /* { dg-note "profiled" } */
            sum++;
        } while (sum % n);
    printf("%d\n", sum); /* { dg-output "20" } */
    return 0;
}
