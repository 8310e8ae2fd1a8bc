/* Comments, blank lines and other pragmas between the mark and the loop. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

int main(void)
{
    volatile int n = 10;
    int sum = 0;
#pragma algoprof loop

    /* a comment */

    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum += i;
#pragma algoprof loop
#pragma GCC unroll 4
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum += i;
#pragma GCC ivdep
#pragma algoprof loop
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum += i;
    printf("%d\n", sum); /* { dg-output "135" } */
    return 0;
}
