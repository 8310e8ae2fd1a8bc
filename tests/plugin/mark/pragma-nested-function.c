/* GNU C's nested functions. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

int main(void)
{
    volatile int n = 10;
    int sum = 0;
    void add(int by)
    {
#pragma algoprof loop
        for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
            sum += by;
    }
    add(1);
    add(2);
    printf("%d\n", sum); /* { dg-output "30" } */
    return 0;
}
