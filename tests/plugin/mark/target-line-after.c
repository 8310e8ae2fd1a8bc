/* FILE:LINE without a loop is the next loop of that function; FILE matches on
   whole trailing components of the path. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose -fplugin-arg-algoprof-target=plugin/mark/target-line-after.c:12" } */
#include <stdio.h>

int main(void)
{
    volatile int n = 10;
    int sum = 0;
    for (int i = 0; i < n; i++) sum += i;
    sum *= 2; /* the target's line */

    for (int i = 0; i < n; i++) sum += i; /* { dg-note "profiled" } */
    printf("%d\n", sum); /* { dg-output "135" } */
    return 0;
}
