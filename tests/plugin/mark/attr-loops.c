/* A function that is not recursive has its loops marked. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

__attribute__((algoprof)) static int both(volatile int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum += i;
    while (n > 0) { /* { dg-note "profiled" } */
        n--;
        sum++;
    }
    return sum;
}

__attribute__((algoprof("loops"))) static int down(volatile int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum += down(i);
    return sum + 1;
}

int main(void)
{
    printf("%d %d\n", both(4), down(5)); /* { dg-output "10 32" } */
    return 0;
}
