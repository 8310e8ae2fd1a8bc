/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

static int run(int what, volatile int n)
{
    int sum = 0;
    switch (what) {
    case 0:
#pragma algoprof loop
        for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
            sum += i;
        break;
    case 1:
#pragma algoprof loop
        while (n > 0) { /* { dg-note "profiled" } */
            n--;
            sum++;
        }
        /* fall through */
    default:
        sum += 1000;
    }
    return sum;
}

int main(void)
{
    printf("%d %d %d\n", run(0, 5), run(1, 5), run(2, 5)); /* { dg-output "10 1005 1000" } */
    return 0;
}
