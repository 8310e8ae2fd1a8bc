/* FILE:LINE is the loop that starts there. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose -fplugin-arg-algoprof-target=target-line.c:11" } */
#include <stdio.h>

int main(void)
{
    volatile int n = 10;
    int sum = 0;
    for (int i = 0; i < n; i++) sum += i;
    for (int i = 0; i < n; i++) sum += i; /* { dg-note "profiled" } */
    for (int i = 0; i < n; i++) sum += i;
    printf("%d\n", sum); /* { dg-output "135" } */
    return 0;
}
