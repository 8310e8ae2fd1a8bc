/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

int main(void)
{
    volatile int n = 10;
    int sum = ({
        int s = 0;
#pragma algoprof loop
        for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
            s += i;
        s;
    });
    /* In another loop's header. */
#pragma algoprof loop
    for (int i = ({ /* { dg-note "profiled" } */
             int k = 0;
             while (k < n)
                 k++;
             k;
         }); i > 0; i--)
        sum++;
    printf("%d\n", sum); /* { dg-output "55" } */
    return 0;
}
