/* The label belongs to a jump out of an inner loop: the loop behind it is meant
   by its own pragma. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

int main(void)
{
    volatile int n = 4;
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++) { /* { dg-note "profiled" } */
#pragma algoprof loop
        for (int j = 0; j < n; j++) { /* { dg-note "profiled" } */
            if (j > i)
                goto next;
            sum += j;
        }
    next:;
    }
    printf("%d\n", sum); /* { dg-output "10" } */
    return 0;
}
