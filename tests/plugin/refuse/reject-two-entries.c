/* { dg-do run } */
#include <stdio.h>

static int run(volatile int skip, volatile int n)
{
    int i = 0, sum = 0;
    if (skip)
        goto middle;
#pragma algoprof loop
    while (i < n) { /* { dg-warning "more than one entry" } */
        sum += 10;
    middle:
        sum++;
        i++;
    }
    return sum;
}

int main(void)
{
    printf("%d %d\n", run(0, 5), run(1, 5)); /* { dg-output "55 45" } */
    return 0;
}
